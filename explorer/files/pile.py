"""What a file holds: arrays by name, and what it says about them. Nothing is interpreted yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from explorer.core.grid import Array, frozen
from explorer.errors import FileError, listed

__all__ = ["LABEL_NAMES", "Pile", "file_name", "shown", "together"]

LABEL_NAMES = frozenset(
    {"labels", "label", "token_labels", "token_names", "words", "tokens", "token", "input_tokens"}
)
"""What a list of texts is called where it names the tokens."""

_NAME_LENGTH = 80


@dataclass(frozen=True, eq=False)
class Pile:
    """Arrays found in a file, by name.

    Attributes
    ----------
    name : str
        The file's name, as "layer.npz".
    arrays : mapping of str to ndarray
        Read-only; whole numbers, float32 or float64 as the file has them, one axis or more, never empty.
    labels : tuple of str
        Names of the tokens, if the file gives any.
    heads : int or None
        In how many heads, if the file says so.
    causal : bool or None
        Whether a token may look only back, if the file says so.
    aside : mapping of str to str
        What was found and can't be used, by name, and why.
    notes : tuple of str
        What was changed on the way in, a sentence each.

    Examples
    --------
    >>> import numpy as np
    >>> Pile("x.npy", {"x": np.ones((2, 3))})
    <Pile 'x.npy': x (2, 3)>
    """

    name: str
    arrays: Mapping[str, Array]
    labels: tuple[str, ...] = ()
    heads: int | None = None
    causal: bool | None = None
    aside: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        arrays = {name: frozen(array) for name, array in self.arrays.items()}
        object.__setattr__(self, "arrays", MappingProxyType(arrays))
        object.__setattr__(self, "aside", MappingProxyType(dict(self.aside)))
        if not self.arrays:
            why = "".join(f" {shown(name)}: {reason}." for name, reason in list(self.aside.items())[:5])
            raise FileError(
                f"Cannot find numbers in {self.name}.{why} "
                "Give query, key and value, or tokens and a table, as arrays of real numbers."
            )

    def __repr__(self) -> str:
        found = ", ".join(f"{name} {array.shape}" for name, array in list(self.arrays.items())[:8])
        more = f" and {len(self.arrays) - 8} more" if len(self.arrays) > 8 else ""
        return f"<Pile {self.name!r}: {found}{more}>"


def together(piles: Iterable[Pile]) -> Pile:
    """Put what several files hold in one pile: ``q.csv``, ``k.csv`` and ``v.csv``, say.

    Parameters
    ----------
    piles : iterable of Pile
        One or more.

    Returns
    -------
    Pile
        Labels, heads and the causal rule are the first that any of them gives.

    Raises
    ------
    FileError
        If there is no pile, or two hold an array of the same name.

    Examples
    --------
    >>> import numpy as np
    >>> together([Pile("q.npy", {"q": np.ones((2, 3))}), Pile("k.npy", {"k": np.ones((2, 3))})])
    <Pile 'q.npy and k.npy': q (2, 3), k (2, 3)>
    """
    piles = list(piles)
    if not piles:
        raise FileError("Cannot read numbers from no file: give one or more.")
    if len(piles) == 1:
        return piles[0]
    arrays: dict[str, Array] = {}
    for pile in piles:
        twice = sorted(arrays.keys() & pile.arrays.keys())
        if twice:
            raise FileError(
                f"Cannot take {pile.name} with the other files: {listed(map(shown, twice), 'and')} "
                "is in one of them already. Give each array a name of its own."
            )
        arrays |= pile.arrays
    return Pile(
        file_name(listed([pile.name for pile in piles], "and")),
        arrays,
        labels=next((pile.labels for pile in piles if pile.labels), ()),
        heads=next((pile.heads for pile in piles if pile.heads is not None), None),
        causal=next((pile.causal for pile in piles if pile.causal is not None), None),
        aside={name: why for pile in piles for name, why in pile.aside.items()},
        notes=tuple(note for pile in piles for note in pile.notes),
    )


def file_name(name: str) -> str:
    r"""Keep of a file's name what can be shown: no folders, no control characters, not too long.

    Parameters
    ----------
    name : str

    Returns
    -------
    str

    Examples
    --------
    >>> file_name("C:\\data\\layer.npz"), file_name("../a\x00b.csv"), file_name("")
    ('layer.npz', 'a?b.csv', 'the file')
    """
    last = re.split(r"[\\/]", name)[-1]
    clean = "".join(character if character.isprintable() else "?" for character in last)
    if len(clean) > _NAME_LENGTH:
        clean = f"{clean[: _NAME_LENGTH - 21]}…{clean[-20:]}"
    return clean or "the file"


def shown(name: object) -> str:
    """Write something from a file into a message: quoted, escaped, cut short.

    Parameters
    ----------
    name : object

    Returns
    -------
    str

    Examples
    --------
    >>> shown("q"), shown("a" * 99)[-8:]
    ("'q'", "aaaaaa…'")
    """
    text = str(name)
    return repr(text if len(text) <= _NAME_LENGTH else f"{text[: _NAME_LENGTH - 1]}…")
