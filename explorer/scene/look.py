"""What a reader may choose about a picture: words, colouring, theme, pins."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal

from explorer.core.config import refuse_unknown_fields
from explorer.errors import ConfigError, listed
from explorer.words import WORDS, Words

__all__ = ["COLOURINGS", "FOLLOWED", "THEMES", "Look"]

COLOURINGS = ("auto", "origin", "value")
THEMES = ("light", "dark")
FOLLOWED = ("query", "key", "value")
DECIMALS = range(5)


@dataclass(frozen=True)
class Look:
    """The choices of a picture; checked when it is made.

    Parameters
    ----------
    words : {"both", "pencil", "standard"}
        Which of the two vocabularies is written.
    colour : {"auto", "origin", "value"}
        Paint a cell by where its number came from (hue for the head, shade for the token), or by how large it
        is. "auto": by origin as long as numbers only move, by value from the scores on.
    theme : {"light", "dark"}
        Dark ink on light paper or the reverse.
    batch : int
        The batch item that is drawn.
    head : int or None
        The one head that is drawn; None for all of them.
    token : int or None
        The token whose row is followed by an outline; None lets the picture choose.
    tensor : {"key", "query", "value"}
        Which of the three is followed through the dividers and the re-shelve.
    decimals : int
        Places after the point, 0 to 4, for numbers that are not whole.
    heading : bool
        Whether the picture carries its own title and sentence; a page that has them beside it says no.
    show_batch : bool
        Whether the shape line names the batch axis where its size is 1.

    Raises
    ------
    ConfigError
        If a field is not one of its legal values.

    Examples
    --------
    >>> Look(theme="dark").replace(colour="value").theme
    'dark'
    """

    words: Words = "both"
    colour: Literal["auto", "origin", "value"] = "auto"
    theme: Literal["light", "dark"] = "light"
    batch: int = 0
    head: int | None = None
    token: int | None = None
    tensor: Literal["query", "key", "value"] = "key"
    decimals: int = 2
    heading: bool = True
    show_batch: bool = True

    def __post_init__(self) -> None:
        for name, choices in (
            ("words", WORDS),
            ("colour", COLOURINGS),
            ("theme", THEMES),
            ("tensor", FOLLOWED),
            ("heading", (True, False)),
            ("show_batch", (True, False)),
        ):
            value = getattr(self, name)
            # `1 == True` in Python: only a value of the same type is the same choice.
            if not any(type(value) is type(choice) and value == choice for choice in choices):
                raise ConfigError(
                    f"Cannot draw with {name}={value!r}: {name} is {listed(map(repr, choices))}."
                )
        self._index("batch", optional=False)
        self._index("head", optional=True)
        self._index("token", optional=True)
        if not _whole(self.decimals) or self.decimals not in DECIMALS:
            raise ConfigError(
                f"Cannot draw with decimals={self.decimals!r}: decimals is a whole number from "
                f"{DECIMALS[0]} to {DECIMALS[-1]}."
            )

    def replace(self, **changes: Any) -> Look:
        """Change some fields; the result is checked again.

        Parameters
        ----------
        **changes
            Fields of `Look` and their new values.

        Returns
        -------
        Look

        Raises
        ------
        ConfigError
            If there is no such field, or its value is not legal.

        Examples
        --------
        >>> Look().replace(head=1).head
        1
        """
        refuse_unknown_fields(self, changes)
        return dataclasses.replace(self, **changes)

    def check_against(self, *, batch: int, heads: int, tokens: int) -> None:
        """Refuse pins that the trip at hand has no room for.

        Parameters
        ----------
        batch, heads, tokens : int
            The trip's sizes.

        Raises
        ------
        ConfigError
            If a pin is not below its size.

        Examples
        --------
        >>> Look(head=1).check_against(batch=1, heads=2, tokens=3)
        """
        for name, size in (("batch", batch), ("head", heads), ("token", tokens)):
            value = getattr(self, name)
            if value is not None and value >= size:
                choices = f"a whole number from 0 to {size - 1}" if size > 1 else "0"
                raise ConfigError(
                    f"Cannot draw {name} {value}: this trip has {size}, counted from 0. Choose {choices}."
                )

    def _index(self, name: str, *, optional: bool) -> None:
        value = getattr(self, name)
        if optional and value is None:
            return
        if not _whole(value) or value < 0:
            choices = "a whole number from 0" + (", or None for all" if optional else "")
            raise ConfigError(f"Cannot draw with {name}={value!r}: {name} is {choices}.")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
