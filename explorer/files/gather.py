"""Sorting what a file holds as it is read: arrays to use, names of tokens, hints, and what is put aside."""

from __future__ import annotations

import re

import numpy as np

from explorer.core.grid import Array
from explorer.errors import FileError
from explorer.files.limits import MOST_AXES, MOST_TENSORS
from explorer.files.pile import LABEL_NAMES, Pile, shown

__all__ = ["Gathering"]

_HEADS = frozenset({"heads", "head_count", "n_heads", "n_head", "num_heads", "num_attention_heads"})
_CAUSAL = frozenset({"causal", "is_causal"})


class Gathering:
    """Collects what one file holds; `pile` closes it.

    Parameters
    ----------
    name : str
        The file's name, for the messages and for the pile.

    Examples
    --------
    >>> found = Gathering("layer.npz")
    >>> found.add("q", np.ones((2, 4), np.float16))
    >>> found.add("heads", np.array(2))
    >>> pile = found.pile()
    >>> pile, pile.heads, pile.notes
    (<Pile 'layer.npz': q (2, 4)>, 2, ("'q' was float16 and is computed in float32.",))
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._arrays: dict[str, Array] = {}
        self._aside: dict[str, str] = {}
        self._notes: list[str] = []
        self._labels: tuple[str, ...] = ()
        self._heads: int | None = None
        self._causal: bool | None = None

    def add(self, name: str, found: Array | str) -> None:
        """Take one array, or the reason why there is none.

        Parameters
        ----------
        name : str
        found : ndarray or str
            Of numbers, of True and False, or of text.

        Raises
        ------
        FileError
            If the name was there already, or there are too many.
        """
        self._refuse_name(name)
        plain = name.lower()
        if isinstance(found, str):
            self._aside[name] = found
        elif found.dtype.kind == "U":
            self._add_text(name, found)
        elif found.ndim == 0:
            self._add_single(name, plain, found)
        elif found.dtype.kind == "b":
            self._aside[name] = "it holds True and False, not numbers"
        elif found.size == 0:
            self._aside[name] = f"there is nothing in it, its shape is {found.shape}"
        elif found.ndim > MOST_AXES:
            self._aside[name] = f"it has {found.ndim} axes"
        elif found.dtype.kind == "f" and found.dtype.itemsize == 2:
            self._arrays[name] = found.astype(np.float32)
            self.note(f"{shown(name)} was float16 and is computed in float32.")
        else:
            self._arrays[name] = found

    def note(self, sentence: str) -> None:
        """Say what was changed on the way in.

        Parameters
        ----------
        sentence : str
        """
        self._notes.append(sentence)

    def label(self, labels: list[str]) -> None:
        """Take the names of the tokens.

        Parameters
        ----------
        labels : list of str
        """
        self._labels = tuple(labels)

    def pile(self) -> Pile:
        """Close the gathering.

        Returns
        -------
        Pile

        Raises
        ------
        FileError
            If no array in it can be used.
        """
        return Pile(
            self.name,
            self._arrays,
            labels=self._labels,
            heads=self._heads,
            causal=self._causal,
            aside=self._aside,
            notes=tuple(self._notes),
        )

    def _refuse_name(self, name: str) -> None:
        if name in self._arrays or name in self._aside:
            raise FileError(
                f"Cannot open {self.name}: it holds {shown(name)} twice, and which is meant can't be told. "
                "Save it again with one of each name."
            )
        if len(self._arrays) + len(self._aside) >= MOST_TENSORS:
            raise FileError(
                f"Cannot open {self.name}: it holds more than {MOST_TENSORS} arrays. "
                "Save those that you want to see in a file of their own."
            )

    def _add_text(self, name: str, found: Array) -> None:
        if found.ndim == 1 and re.split(r"[./]", name.lower())[-1] in LABEL_NAMES:
            try:
                self.label([str(text) for text in found.tolist()])
            except ValueError:  # four bytes that are no character
                self._aside[name] = "its text is damaged"
        else:
            self._aside[name] = "it holds text, not numbers"

    def _add_single(self, name: str, plain: str, found: Array) -> None:
        value = found.item()
        if plain in _HEADS and not isinstance(value, bool) and 1 <= value < 2**31 and value == int(value):
            self._heads = int(value)
        elif plain in _CAUSAL and value in (0, 1):
            self._causal = bool(value)
        else:
            self._aside[name] = "it is a single number, without axes"
