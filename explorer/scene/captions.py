"""The short sentences that only pictures need: built from the glossary's words, in the reader's choice."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.core.tensor import Tensor
from explorer.scene.setting import Setting
from explorer.words import TENSORS, in_words, shape_letters

__all__ = [
    "alt_text",
    "letters",
    "limits",
    "lucky_without",
    "lying_and_standing",
    "named",
    "opened",
    "sentence",
    "shape_text",
    "twins",
]


def named(setting: Setting, tensor: Tensor, *, tight: bool = False) -> str:
    """Name a grid, with the letter in front where the field has one.

    Parameters
    ----------
    setting : Setting
    tensor : Tensor
    tight : bool
        Whether there is room for one word only.

    Returns
    -------
    str
    """
    term, words = TENSORS[tensor.name], setting.look.words
    word = term.short(words) if tight else term.say(words)
    return f"{term.letter}  {word}" if term.letter else word


def opened(setting: Setting, owner: str) -> str:
    """Which shelf is opened first.

    Parameters
    ----------
    setting : Setting
    owner : str
        The axis that owns the shelves.

    Returns
    -------
    str
    """
    return f"{setting.axis_word(owner)} first"


def lying_and_standing(setting: Setting) -> str:
    """Say what the inside flip does to a token's row.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    str
    """
    return f"a {setting.axis_word('token')} is a row, then a column"


def lucky_without(setting: Setting) -> str:
    """Say that the product runs without the stand-up and is right all the same, as in a grid of one cell.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    str
    """
    size = setting.trip.config.tokens
    told = f"If the HAVE rows stay lying: it would run, because D = T = {size}, and be right by accident."
    return in_words(told, setting.look.words)


def limits(setting: Setting, tensors: Iterable[Tensor]) -> tuple[str, ...]:
    """Say which book and which head are pinned.

    Parameters
    ----------
    setting : Setting
    tensors : iterable of Tensor
        All that are drawn.

    Returns
    -------
    tuple of str
    """
    config, look = setting.trip.config, setting.look
    pins = []
    if config.batch > 1:
        pins.append(f"{setting.axis_word('batch', look.batch)} of {config.batch}")
    if look.head is not None and config.heads > 1 and any("head" in tensor.axes for tensor in tensors):
        pins.append(f"{setting.axis_word('head', look.head)} of {config.heads}")
    return (f"Pinned: {', '.join(pins)}.",) if pins else ()


def twins(setting: Setting) -> str:
    """Say that the two tensors which are not drawn fare alike.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    str
    """
    others = [TENSORS[name].pencil for name in ("query", "key", "value") if name != setting.look.tensor]
    return in_words(f"The same is done to {others[0]} and {others[1]}.", setting.look.words)


def sentence(text: str) -> str:
    """Put a capital letter in front of a phrase and a full stop behind.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> sentence("a view: nothing was copied")
    'A view: nothing was copied.'
    """
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def shape_text(tensor: Tensor) -> str:
    """Write a tensor's name and sizes as text.

    Parameters
    ----------
    tensor : Tensor

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> shape_text(ex.trace()["scores"]["scores"])
    'scores (B 1, H 2, T 3, T 3)'
    """
    inside = ", ".join(f"{letter} {size}" for letter, size in zip(letters(tensor), tensor.shape, strict=True))
    return f"{tensor.name} ({inside})"


def letters(tensor: Tensor) -> tuple[str, ...]:
    """Write the letter of each axis; the worked example's columns are N, for they are not 3C.

    Parameters
    ----------
    tensor : Tensor

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import explorer as ex
    >>> pour = ex.trace()["pour"]
    >>> letters(pour["wide"]), letters(pour["example_table"])
    (('B', 'T', '3C'), ('E', 'N'))
    """
    found = shape_letters(tensor.axes)
    if tensor.name.startswith("example_"):
        return tuple(
            "N" if axis == "wide" else letter for axis, letter in zip(tensor.axes, found, strict=True)
        )
    return found


def alt_text(setting: Setting, *sentences: str) -> str:
    """Tell the picture in words: the shapes, and what this picture adds.

    Parameters
    ----------
    setting : Setting
    *sentences : str

    Returns
    -------
    str
    """
    step = setting.trip[setting.step]
    made = "; ".join(shape_text(tensor) for tensor in step.tensors.values())
    read = "; ".join(shape_text(tensor) for tensor in step.inputs.values())
    from_ = f"From {read} to {made}." if read else f"It records {made}."
    return " ".join([from_, *sentences])
