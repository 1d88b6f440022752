"""What is said to a person, in each vocabulary, put together once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from explorer.words import TENSORS, WORDS, check_words, in_words, shape_letters

__all__ = ["Said", "and_then", "called", "sized", "spans"]


@dataclass(frozen=True)
class Said:
    """One text in the three ways of saying it.

    Parameters
    ----------
    pencil, standard, both : str

    Examples
    --------
    >>> Said.plain("Each lens for itself.").say("standard")
    'Each head for itself.'
    """

    pencil: str
    standard: str
    both: str

    @classmethod
    def plain(cls, sentence: str) -> Said:
        """Take a text in pencil words; the glossary knows the standard ones.

        Parameters
        ----------
        sentence : str

        Returns
        -------
        Said
        """
        return cls(*(in_words(sentence, words) for words in WORDS))

    @classmethod
    def by(cls, make: Callable[[str], str]) -> Said:
        """Ask for the text in each vocabulary.

        Parameters
        ----------
        make : callable
            From a vocabulary to the text.

        Returns
        -------
        Said

        Examples
        --------
        >>> Said.by(lambda words: f"in {words}").both
        'in both'
        """
        return cls(*(make(words) for words in WORDS))

    def say(self, words: str = "both") -> str:
        """Say it.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.
        """
        check_words(words)
        return {"pencil": self.pencil, "standard": self.standard, "both": self.both}[words]

    def meets(self, other: Said) -> bool:
        """Whether the two say the same in some vocabulary, so that nobody could choose between them.

        Parameters
        ----------
        other : Said

        Returns
        -------
        bool
        """
        return any(self.say(words) == other.say(words) for words in WORDS)


def and_then(*texts: str | Said) -> Said:
    """Say one text after the other; a plain string is in pencil words, an empty one is left out.

    Parameters
    ----------
    *texts : str or Said

    Returns
    -------
    Said

    Examples
    --------
    >>> and_then("One lens.", Said("a", "b", "c")).say("standard")
    'One head. b'
    """
    parts: list[str | Said] = []
    for text in texts:
        if isinstance(text, str) and parts and isinstance(parts[-1], str):
            parts[-1] = f"{parts[-1]} {text}".strip()  # a word is glossed once in all of it
        elif text:
            parts.append(text)

    def say(words: str) -> str:
        return " ".join(
            part.say(words) if isinstance(part, Said) else in_words(part, words) for part in parts
        )

    return Said.by(say)


def called(name: str, words: str) -> str:
    """Name a tensor in a sentence that `in_words` has still to go over.

    Parameters
    ----------
    name : str
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> called("key", "both"), called("totals", "both")
    ('HAVE', 'row totals (softmax denominators)')
    """
    term = TENSORS[name]
    glossed = in_words(term.pencil, "standard") != term.pencil
    return term.pencil if glossed and words == "both" else term.say(words)


def sized(letters: Iterable[str], shape: Iterable[int]) -> str:
    """Write a shape with the letter of each counter, or without where its own size stands for one.

    Parameters
    ----------
    letters : iterable of str
        Letters, or the names of axes.
    shape : iterable of int

    Returns
    -------
    str

    Examples
    --------
    >>> sized("BTHD", (1, 3, 2, 2)), sized(("batch", "token"), (1, 3))
    ('(B 1, T 3, H 2, D 2)', '(B 1, T 3)')
    >>> sized("3BTC", (3, 1, 3, 4))
    '(3, B 1, T 3, C 4)'
    """
    names = [letter if len(letter) <= 2 else shape_letters((letter,))[0] for letter in letters]
    told = (
        str(size) if name == str(size) else f"{name} {size}" for name, size in zip(names, shape, strict=True)
    )
    return f"({', '.join(told)})"


def spans(tokens: Iterable[int], what: str = "token") -> str:
    """Write a set of counted things: long runs by their ends.

    Parameters
    ----------
    tokens : iterable of int
    what : str
        What each of them is called.

    Returns
    -------
    str
        Different sets are written differently.

    Examples
    --------
    >>> spans([]), spans([2]), spans([0, 1]), spans([0, 3, 4, 5, 6])
    ('none', 'token 2', 'tokens 0 and 1', 'tokens 0 and 3 to 6')
    """
    runs: list[list[int]] = []
    found = sorted(set(tokens))
    for token in found:
        if runs and token == runs[-1][-1] + 1:
            runs[-1].append(token)
        else:
            runs.append([token])
    parts = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(token) for token in run]
    if not parts:
        return "none"
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{what if len(found) == 1 else what + 's'} {listed}"
