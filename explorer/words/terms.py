"""The glossary: what every axis and every tensor is called, in pencil words and in standard ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from explorer.errors import UnknownNameError, listed

Words = Literal["pencil", "standard", "both"]
WORDS: tuple[Words, ...] = get_args(Words)


def check_words(words: str) -> None:
    """Refuse a vocabulary that does not exist.

    Parameters
    ----------
    words : str
        What was asked for.

    Raises
    ------
    UnknownNameError
        If ``words`` is none of ``"pencil"``, ``"standard"`` and ``"both"``.

    Examples
    --------
    >>> check_words("pencil")
    """
    if words not in WORDS:
        raise UnknownNameError(f"Cannot speak in {words!r} words: choose {listed(WORDS)}.")


def choose(pencil: str, standard: str, words: str = "both") -> str:
    """Pick the pencil word, the standard word, or the first with the second in brackets.

    Parameters
    ----------
    pencil, standard : str
        The two words for one thing.
    words : {"both", "pencil", "standard"}
        Which to say.

    Returns
    -------
    str
        The chosen word; said once where the two are the same.

    Raises
    ------
    UnknownNameError
        If ``words`` is no vocabulary.

    Examples
    --------
    >>> choose("lens", "attention head")
    'lens (attention head)'
    >>> choose("token", "token")
    'token'
    """
    check_words(words)
    if words == "standard":
        return standard
    if words == "pencil" or pencil == standard:
        return pencil
    return f"{pencil} ({standard})"


@dataclass(frozen=True)
class Term:
    """One thing and its names.

    Parameters
    ----------
    identifier : str
        Its name in code.
    letter : str
        Its letter in a shape, or ``""``.
    pencil : str
        The newcomer's word.
    standard : str
        The field's word.
    tight_pencil, tight_standard : str, optional
        Shorter words for labels with no room; the full ones if left out.

    Examples
    --------
    >>> AXES["head"].say(), AXES["head"].short("standard", 0)
    ('lens (attention head)', 'head 0')
    """

    identifier: str
    letter: str
    pencil: str
    standard: str
    tight_pencil: str = ""
    tight_standard: str = ""

    def say(self, words: str = "both") -> str:
        """Say the name in full.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
            Which vocabulary.

        Returns
        -------
        str
            ``"lens (attention head)"`` for both, else one of the two.

        Raises
        ------
        UnknownNameError
            If ``words`` is no vocabulary.

        Examples
        --------
        >>> AXES["head_dim"].say("standard")
        'head dimension'
        """
        return choose(self.pencil, self.standard, words)

    def short(self, words: str = "both", index: int | None = None) -> str:
        """Say the name in a tight place, with a counter's value if one is given.

        In a tight place there is room for one word, so ``"both"`` says the pencil one.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
            Which vocabulary.
        index : int, optional
            Which one of them, counted from 0.

        Returns
        -------
        str
            ``"lens"``, or ``"lens 0"`` with an index.

        Raises
        ------
        UnknownNameError
            If ``words`` is no vocabulary.

        Examples
        --------
        >>> AXES["head"].short("pencil", 1), AXES["key_token"].short("standard", 2)
        ('lens 1', 'key 2')
        """
        check_words(words)
        if words == "standard":
            word = self.tight_standard or self.standard
        else:
            word = self.tight_pencil or self.pencil
        return word if index is None else f"{word} {index}"


def _by_name(*terms: Term) -> Mapping[str, Term]:
    return MappingProxyType({term.identifier: term for term in terms})


AXES: Mapping[str, Term] = _by_name(
    Term("batch", "B", "book", "batch"),
    Term("token", "T", "token", "sequence position", tight_standard="token"),
    Term("head", "H", "lens", "attention head", tight_standard="head"),
    Term("head_dim", "D", "numbers of one lens", "head dimension", "number", "dim"),
    Term("width", "C", "a row's width", "model width, d_model", "place", "feature"),
    Term("wide", "3C", "the wide row's width", "three model widths", "place", "feature"),
    Term("channel", "E", "numbers of a raw token", "input features", "entry", "input"),
    Term("query_token", "T", "the asking token", "query position", "asking", "query"),
    Term("key_token", "T", "the token looked at", "key position", "looked at", "key"),
)
"""Every axis name that a tensor can have. Both axes of the score grid count tokens, so both are a T."""

TENSORS: Mapping[str, Term] = _by_name(
    Term("tokens", "", "the raw tokens", "input embeddings", "raw tokens", "tokens"),
    Term("table", "", "the table of coefficients", "qkv projection weight", "the table", "weight"),
    Term("bias", "", "what is added at the end", "qkv projection bias", "added", "bias"),
    Term("wide", "", "the wide rows", "query, key and value side by side", "wide rows", "qkv"),
    Term("example_tokens", "", "two example tokens", "example input", "tokens", "input"),
    Term("example_table", "", "the example's table", "example weight", "the table", "weight"),
    Term("example_wide", "", "what comes out", "example output", "comes out", "output"),
    Term("query", "Q", "WANT", "query"),
    Term("key", "K", "HAVE", "key"),
    Term("value", "V", "GIVE", "value"),
    Term("matches", "", "matches", "dot products of queries and keys", tight_standard="dot products"),
    Term("scores", "", "scores", "scaled dot products", tight_standard="scores"),
    Term("keep", "", "the keep-table", "attention mask", "keep-table", "mask"),
    Term("struck", "", "scores after striking", "masked scores", "struck"),
    Term("shift", "", "taken off the row first", "row maximum subtracted", "taken off", "shift"),
    Term("exponentials", "", "blown up by e", "softmax numerators", tight_standard="numerators"),
    Term("totals", "", "row totals", "softmax denominators", tight_standard="denominators"),
    Term("shares", "", "shares", "attention weights", tight_standard="weights"),
    Term("blend", "", "the blend", "weighted sum of values", "blend", "head outputs"),
    Term("reshelved", "", "shelves traded back", "heads transposed back", "traded back", "transposed"),
    Term("block", "", "the tidied block", "contiguous copy", "tidied", "contiguous"),
    Term("output", "", "the rows that come out", "attention output", "comes out", "output"),
)
"""Every tensor that a step records."""

SIZES: Mapping[str, Term] = _by_name(
    Term("tokens", "T", "tokens", "sequence length"),
    Term("heads", "H", "lenses", "attention heads", tight_standard="heads"),
    Term("head_dim", "D", "numbers in one lens", "head dimension", "numbers", "head dim"),
    Term("window", "W", "window", "sliding window, the token itself included", tight_standard="window"),
    Term("batch", "B", "books", "batch size", tight_standard="batch"),
    Term("width", "C", "a row's width, C = H x D", "model width, d_model", "row width", "d_model"),
)
"""The sizes a person chooses, by the name `Config` gives them: words for sliders."""

THINGS: Mapping[str, Term] = _by_name(
    Term("match", "", "a match", "dot product of a query and a key", "match", "dot product"),
    Term("strike", "", "to strike", "to set to minus infinity", "struck", "masked"),
    Term("pin", "", "pin all but two", "batched: leading axes are looped over", "pin", "index"),
    Term("clerk_step", "", "clerk-step", "arithmetic operation", tight_standard="operation"),
)
"""What else has two names and is neither an axis, a tensor, a step nor a size."""

LETTERS: Mapping[str, str] = MappingProxyType(
    {"B": "batch", "T": "token", "H": "head", "D": "head_dim", "C": "width", "W": "window"}
)
"""Each letter of a shape and what it counts. W is no axis: it is how far back a token may look."""


def shape_letters(axes: tuple[str, ...]) -> tuple[str, ...]:
    """Turn axis names into the letters of a shape line.

    Parameters
    ----------
    axes : tuple of str
        Names from `AXES`.

    Returns
    -------
    tuple of str
        One letter for each axis (``"3C"`` for the wide row).

    Raises
    ------
    UnknownNameError
        If a name is no axis.

    Examples
    --------
    >>> shape_letters(("batch", "head", "token", "head_dim"))
    ('B', 'H', 'T', 'D')
    """
    for axis in axes:
        if axis not in AXES:
            raise UnknownNameError(f"Cannot find axis {axis!r}: choose {listed(AXES)}.")
    return tuple(AXES[axis].letter for axis in axes)
