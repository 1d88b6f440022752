"""What is said where a trip is not the usual one: another scale, another window, a row with nothing kept."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.errors import UnknownNameError, listed
from explorer.words.step import in_words
from explorer.words.steps import STEPS
from explorer.words.terms import check_words

__all__ = ["EMPTY_ROWS", "EMPTY_ROW_NAMES", "SCALES", "tell_empty_rows", "tell_scale", "tell_step"]

SCALES: Mapping[str, str] = MappingProxyType(
    {
        "head_dim": "Each match is divided by the square root of D, the numbers of one lens.",
        "width": (
            "Each match is divided by the square root of C, the whole row's width. With several lenses that "
            "is more than the D numbers of a match call for, and the shares come out flatter."
        ),
        "none": (
            "No match is divided: the scores are the matches themselves. With several numbers in a match "
            "they lie farther apart, and the largest takes more of the whole."
        ),
    }
)
"""What each way of scaling does, in pencil words."""

EMPTY_ROWS: Mapping[str, str] = MappingProxyType(
    {
        "refuse": "A row with nothing kept is refused: a share of nothing is 0 / 0.",
        "nan": (
            "A row with nothing kept comes out as NaN, not a number: 0 / 0. "
            "Code that strikes by minus infinity does that."
        ),
        "zero": (
            "A row with nothing kept comes out as 0: its token gets nothing at all. "
            "Code that checks for such rows first does that."
        ),
        "uniform": (
            "A row with nothing kept is shared out evenly among all tokens, later ones too. "
            "Code that strikes by a large negative number does that."
        ),
    }
)
"""What becomes of a row with nothing kept under each policy, in pencil words."""

EMPTY_ROW_NAMES: Mapping[str, str] = MappingProxyType(
    {"refuse": "refused", "nan": "NaN: 0 / 0", "zero": "all zero", "uniform": "even: 1 / T each"}
)
"""The same as short as a title or a list needs it; alike in all words."""

_MATCH = (
    "Each cell is one match: the asking token's WANT times the other token's HAVE, number by number, added up"
)
_OTHERWISE: Mapping[tuple[str, str], tuple[str, str]] = {
    ("scores", "width"): (
        f"{_MATCH}; then it is divided by the square root of C, not of D.",
        STEPS["scores"].telling["standard"].replace("sqrt(D)", "sqrt(C)"),
    ),
    ("scores", "none"): (
        f"{_MATCH}; it is not divided by anything.",
        "Every query is dotted with every key, without scaling: Q @ K^T, of shape (B, H, T, T).",
    ),
    ("mask", "window_before"): (
        STEPS["mask"].telling["pencil"],
        STEPS["mask"].telling["standard"].replace("i - W + 1", "i - W"),
    ),
}


def tell_step(
    step: str, words: str = "both", *, scale: str = "head_dim", window_counts_self: bool = True
) -> str:
    """Tell what happens in a step of the trip at hand, as `StepWords.tell` does of the usual one.

    Parameters
    ----------
    step : str
    words : {"both", "pencil", "standard"}
        Which vocabulary.
    scale : {"head_dim", "width", "none"}
        What scores are divided by the square root of.
    window_counts_self : bool
        Whether the window counts the asking token itself.

    Returns
    -------
    str
        One sentence; for ``"both"`` two.

    Raises
    ------
    UnknownNameError
        If there is no such step, or ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_step("scores", "standard", scale="none")
    'Every query is dotted with every key, without scaling: Q @ K^T, of shape (B, H, T, T).'
    >>> tell_step("cut") == STEPS["cut"].tell()
    True
    """
    check_words(words)
    if step not in STEPS:
        raise UnknownNameError(f"Cannot tell of step {step!r}: choose {listed(STEPS)}.")
    how = scale if step == "scores" else "" if window_counts_self else "window_before"
    if (step, how) not in _OTHERWISE:
        return STEPS[step].tell(words)
    pencil, standard = _OTHERWISE[step, how]
    return {"pencil": pencil, "standard": standard, "both": f"{pencil} {standard}"}[words]


def tell_scale(scale: str, words: str = "both") -> str:
    """Say what scores are divided by, and what that does.

    Parameters
    ----------
    scale : {"head_dim", "width", "none"}
    words : {"both", "pencil", "standard"}
        Which vocabulary.

    Returns
    -------
    str
        A sentence or two.

    Raises
    ------
    UnknownNameError
        If there is no such scale, or ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_scale("head_dim", "standard")
    'Each match is divided by the square root of D, the numbers of one head.'
    """
    return _said(SCALES, scale, "scale", words)


def tell_empty_rows(policy: str, rows: int | None = None, words: str = "both") -> str:
    """Say what a row with nothing kept becomes, and how many there are.

    Parameters
    ----------
    policy : {"refuse", "nan", "zero", "uniform"}
    rows : int, optional
        How many asking tokens have such a row; said only where it is given.
    words : {"both", "pencil", "standard"}
        Which vocabulary.

    Returns
    -------
    str
        A sentence or two.

    Raises
    ------
    UnknownNameError
        If there is no such policy, or ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_empty_rows("refuse")
    'A row with nothing kept is refused: a share of nothing is 0 / 0.'
    >>> tell_empty_rows("zero", 1)[:46]
    'Here is 1 such row. A row with nothing kept co'
    """
    counted = "" if rows is None else f"Here {'is 1 such row' if rows == 1 else f'are {rows} such rows'}. "
    return counted + _said(EMPTY_ROWS, policy, "policy", words)


def _said(table: Mapping[str, str], name: str, what: str, words: str) -> str:
    if name not in table:
        raise UnknownNameError(f"Cannot tell of {what} {name!r}: choose {listed(table)}.")
    return in_words(table[name], words)
