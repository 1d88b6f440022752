"""Names in sentences: of an axis, of a tensor with its axes, of a place, and of two names that clash."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from explorer import words as glossary
from explorer.core.mistakes.naming import NameClash
from explorer.core.tensor import Tensor
from explorer.words import capital

__all__ = ["MAIN_TENSORS", "axis_name", "signature", "tell_clash", "tell_origin", "tensor_name"]

MAIN_TENSORS: Mapping[str, str] = MappingProxyType(
    {
        "pour": "wide",
        "inside_flip": "key",
        "scores": "scores",
        "mask": "struck",
        "shares": "shares",
        "blend": "blend",
        "merge": "output",
    }
)
"""The tensor that a step is about; a step that is not here is about query, key and value alike."""

_PREFIXES = {"query_": ("asking", "query"), "key_": ("looked-at", "key")}


def tell_clash(clash: NameClash, words: str = "both") -> str:
    """Tell which names meet that do not fit.

    Parameters
    ----------
    clash : NameClash
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If `words` is no vocabulary.

    Examples
    --------
    >>> import explorer as ex
    >>> tied = ex.trace(ex.Config(head_dim=3), wrong_turns=["flip_forgotten"])
    >>> tell_clash(tied.clashes[0], "pencil")
    'WANT (book, lens, token, number) times HAVE (book, lens, token, number): number falls on token. The \
sizes fit, so NumPy runs; the names do not.'
    """
    left, right = capital(signature(clash.left, words)), signature(clash.right, words)
    met = " and ".join(
        f"{axis_name(one, words)} falls on {axis_name(other, words)}" for one, other in clash.apart
    )
    verb = {"product": "times", "mask": "under", "glue": "glued into"}[clash.how]
    ran = (
        "The sizes fit, so NumPy runs; the names do not."
        if clash.ran
        else "Neither the names fit nor the sizes, and NumPy refuses."
    )
    if clash.how == "glue":
        order = ", ".join(axis_name(axis, words) for axis in ("batch", "token", "head", "head_dim"))
        return f"{left} {verb} {right} as if it were ({order}): {met}. A reshape asks for no names."
    return f"{left} {verb} {right}: {met}. {ran}"


def tell_origin(coords: Mapping[str, Any], words: str = "both") -> str:
    """Tell where a number came from.

    Parameters
    ----------
    coords : mapping of str to int or str
        As `Origins.coords` gives them.
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> tell_origin({"part": "key", "batch": 0, "token": 2, "head": 1, "head_dim": 0}, "pencil")
    'HAVE, book 0, token 2, lens 1, number 0'
    """
    part = [glossary.TENSORS[coords["part"]].short(words)] if "part" in coords else []
    return ", ".join(
        [*part, *(f"{axis_name(axis, words)} {index}" for axis, index in coords.items() if axis != "part")]
    )


def axis_name(axis: str, words: str = "both") -> str:
    """Name an axis, also one that only a wrong trip has.

    Parameters
    ----------
    axis : str
        ``"token"``, ``"query_head"``, ``"axis_3"``, ...
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> axis_name("head", "pencil"), axis_name("query_head", "standard"), axis_name("axis_3")
    ('lens', 'query head', 'axis 3')
    """
    for prefix, said in _PREFIXES.items():
        if axis.startswith(prefix):
            return f"{said[words == 'standard']} {axis_name(axis.removeprefix(prefix), words)}"
    if axis in glossary.AXES:
        return glossary.AXES[axis].short(words)
    return axis.replace("_", " ")


def signature(tensor: Tensor, words: str = "both") -> str:
    """Name a tensor with its axes.

    Parameters
    ----------
    tensor : Tensor
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> signature(ex.trace()["merge"]["block"], "pencil")
    'the tidied block (book, token, lens, number)'
    """
    return f"{tensor_name(tensor.name, words)} ({', '.join(axis_name(axis, words) for axis in tensor.axes)})"


def tensor_name(name: str, words: str) -> str:
    """Name a tensor inside a sentence.

    Parameters
    ----------
    name : str
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> tensor_name("keep", "both"), tensor_name("keep", "standard")
    ('the keep-table', 'attention mask')
    """
    term = glossary.TENSORS[name]
    return term.standard if words == "standard" else term.pencil
