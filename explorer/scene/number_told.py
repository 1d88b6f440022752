"""What one number is, in words: where it stands, its value in full, its arithmetic."""

from __future__ import annotations

import numpy as np

from explorer import words as glossary
from explorer.core.config import Config
from explorer.core.explain import Explanation
from explorer.core.place import Place
from explorer.scene.naming import token_name

__all__ = ["exact", "tell_number", "value_text", "where"]


def where(config: Config, place: Place, words: str = "both") -> str:
    """Say which number a place is.

    Parameters
    ----------
    config : Config
    place : Place
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> where(Config(), Place("cut", "key", (("batch", 0), ("token", 1), ("width", 3))), "standard")
    'key, token 1, feature 3'
    """
    axes = [
        f"{glossary.AXES[axis].short(words, index)} {token_name(config, axis, index)}".rstrip()
        for axis, index in place.coords
        if axis != "batch" or config.batch > 1
    ]
    return f"{glossary.TENSORS[place.tensor].short(words)}, {', '.join(axes)}"


def tell_number(config: Config, told: Explanation, words: str = "both") -> tuple[str, ...]:
    """Tell a number's arithmetic; of one that only moved, from where, in the words chosen.

    Parameters
    ----------
    config : Config
    told : Explanation
    words : {"both", "pencil", "standard"}

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import explorer as ex
    >>> told = ex.trace().explain("cut", "key", batch=0, token=1, width=3)
    >>> tell_number(Config(), told, "pencil")
    ('from wide rows, token 1, place 7: the same number',)
    """
    if told.operands and told.operands[0].role == "moved":
        source = where(config, told.operands[0].place, words)
        return (f"from {source}: the same number", *told.lines[1:])
    return told.lines


def value_text(value: np.generic) -> str:
    """Write a number in full; of the keep-table, what it says.

    Parameters
    ----------
    value : float, float32, float64 or bool

    Returns
    -------
    str

    Examples
    --------
    >>> value_text(np.float64(2)), value_text(np.bool_(False))
    ('2', 'struck')
    """
    if isinstance(value, np.bool_):
        return "kept" if value else "struck"
    return exact(value)


def exact(value: np.generic | float) -> str:
    """Write a number so that reading it back gives the same one, in its own precision.

    Parameters
    ----------
    value : float, float32 or float64

    Returns
    -------
    str
        A whole number without a point; of a float32 no more places than it has.

    Examples
    --------
    >>> exact(2.0), exact(0.1), exact(np.float32(0.13)), exact(float("nan"))
    ('2', '0.1', '0.13', 'nan')
    """
    number = float(value)
    if number.is_integer() and abs(number) < 2**53:
        return str(int(number))
    return str(value) if isinstance(value, np.float32) else repr(number)
