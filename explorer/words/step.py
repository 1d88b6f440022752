"""How a step is put into words: one record for each, and the swap from pencil words to standard ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from explorer.words.terms import check_words, choose

_STANDARD_FOR: Mapping[str, str] = {
    "lens": "head",
    "lenses": "heads",
    "book": "batch item",
    "books": "batch items",
    "WANT": "query",
    "HAVE": "key",
    "GIVE": "value",
    "keep-table": "attention mask",
    "counter": "axis",
    "counters": "axes",
    "strike": "mask",
    "strikes": "masks",
    "striking": "masking",
    "struck": "masked",
    "draw the dividers": "split the heads",
    "pull the dividers out": "merge the heads",
}
_ONE_THING: Mapping[str, str] = {
    "lenses": "lens",
    "books": "book",
    "counters": "counter",
    **dict.fromkeys(("strikes", "striking", "struck"), "strike"),
}
_FORMS = [form for word in _STANDARD_FOR for form in dict.fromkeys((word, f"{word[:1].upper()}{word[1:]}"))]
_PENCIL_WORD = re.compile(
    # Code is code in every vocabulary, and what has its standard word behind it already needs no other.
    rf"`[^`]*`|\b(?P<article>[Aa] )?(?P<pencil>{'|'.join(sorted(_FORMS, key=len, reverse=True))})"
    r"(?P<own>'s)?\b(?P<glossed> \((?=[a-z]))?",
)
_CODE_FIRST = re.compile(r"[\w.]+\(|\w+\.\w|\w+, \w, |qkv\b")


def capital(text: str) -> str:
    """Begin a sentence or a title with a capital, unless it begins with code.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> capital("the lens"), capital("np.dot instead of matmul"), capital("reshape(B, T, C) alone")
    ('The lens', 'np.dot instead of matmul', 'reshape(B, T, C) alone')
    """
    return text if _CODE_FIRST.match(text) else f"{text[:1].upper()}{text[1:]}"


def in_words(sentence: str, words: str = "both") -> str:
    """Say a sentence written in pencil words in the vocabulary asked for.

    Parameters
    ----------
    sentence : str
        A sentence in pencil words. Code between backticks stays as it is.
    words : {"both", "pencil", "standard"}
        With ``"both"``, the first use of a pencil word has the standard one in brackets.

    Returns
    -------
    str
        The sentence.

    Raises
    ------
    UnknownNameError
        If ``words`` is no vocabulary.

    Examples
    --------
    >>> in_words("Lens by lens, each book has a keep-table.", "standard")
    'Head by head, each batch item has an attention mask.'
    >>> in_words("Each lens keeps to its own book.")
    'Each lens (head) keeps to its own book (batch item).'
    """
    check_words(words)
    if words == "pencil":
        return sentence
    said: set[str] = set()

    def swap(found: re.Match[str]) -> str:
        pencil, own, glossed = found["pencil"], found["own"] or "", found["glossed"] or ""
        if pencil is None:  # it is code
            return found.group()
        known = pencil if pencil in _STANDARD_FOR else f"{pencil[:1].lower()}{pencil[1:]}"
        standard, article = _STANDARD_FOR[known], found["article"] or ""
        if words == "standard":
            an = article.replace(" ", "n ") if standard[0] in "aeiou" else article
            return f"{an}{standard if known == pencil else capital(standard)}{own}{glossed}"
        one = _ONE_THING.get(known, known)
        if one in said or glossed:
            said.add(one)
            return found.group()
        said.add(one)
        return f"{article}{pencil}{own} ({standard}{own})"

    return _PENCIL_WORD.sub(swap, sentence)


@dataclass(frozen=True)
class StepWords:
    """All that is said about one step.

    Parameters
    ----------
    name : str
        The step's name in code.
    label : str
        What the ribbon calls it; the same in every vocabulary, so that nothing jumps.
    pencil, standard : str
        Its two names.
    telling : mapping of str to str
        One sentence under ``"pencil"`` and one under ``"standard"``.
    points : tuple of str
        What a learner must be able to say afterwards, in pencil words.
    code : mapping of str to str
        Its lines in each dialect, both masks on, poured. `code_for` fits them to a trip.

    Examples
    --------
    >>> from explorer.words import STEPS
    >>> STEPS["reshelve"].say()
    're-shelve (transpose(1, 2))'
    """

    name: str
    label: str
    pencil: str
    standard: str
    telling: Mapping[str, str]
    points: tuple[str, ...]
    code: Mapping[str, str]

    def say(self, words: str = "both") -> str:
        """Say the step's name.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
            Which vocabulary.

        Returns
        -------
        str
            The name.

        Raises
        ------
        UnknownNameError
            If ``words`` is no vocabulary.

        Examples
        --------
        >>> from explorer.words import STEPS
        >>> STEPS["merge"].say("pencil"), STEPS["merge"].say("standard")
        ('pull the dividers out', 'merge heads')
        """
        return choose(self.pencil, self.standard, words)

    def tell(self, words: str = "both") -> str:
        """Tell what happens in one sentence; in two, the second in standard words, for ``"both"``.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
            Which vocabulary.

        Returns
        -------
        str
            The sentence.

        Raises
        ------
        UnknownNameError
            If ``words`` is no vocabulary.

        Examples
        --------
        >>> from explorer.words import STEPS
        >>> STEPS["cut"].tell("pencil")
        'Scissors cut every wide row into three rows, called WANT, HAVE and GIVE.'
        """
        check_words(words)
        if words == "both":
            return f"{self.telling['pencil']} {self.telling['standard']}"
        return self.telling[words]

    def points_in(self, words: str = "both") -> tuple[str, ...]:
        """Say the points in the vocabulary asked for.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
            Which vocabulary.

        Returns
        -------
        tuple of str
            As many as `points`, in the same order.

        Raises
        ------
        UnknownNameError
            If ``words`` is no vocabulary.

        Examples
        --------
        >>> from explorer.words import STEPS
        >>> STEPS["inside_flip"].points_in("standard")[3]
        'No shelf moves: the batch item and the head stay where they were.'
        """
        return tuple(in_words(point, words) for point in self.points)
