"""The colours: one for every axis, for light paper and for dark, and the ink that can be read on a fill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

__all__ = ["PALETTES", "Palette", "contrast", "ink_on", "mix", "origin_fill"]

_TOKEN, _HEAD, _DIM, _BATCH = "token", "head", "head_dim", "batch"
# An axis that carries another's counter wears that one's colour.
_SAME_AS = {"query_token": _TOKEN, "key_token": _TOKEN}


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, as ``#rrggbb``.

    Attributes
    ----------
    paper, shelf : str
        The background, and the inside of a shelf.
    ink, soft, muted, rule : str
        Text, quieter text, what did not move, and hair lines (rules are never text).
    hatch : str
        The hatching of a struck cell.
    warn : str
        What is refused.
    axes : mapping of str to str
        The colour of each axis that has one.
    """

    paper: str
    shelf: str
    ink: str
    soft: str
    muted: str
    rule: str
    hatch: str
    warn: str
    axes: Mapping[str, str]

    def axis(self, name: str) -> str:
        """Look up the one colour of an axis, everywhere it is named.

        Parameters
        ----------
        name : str
            An axis; those of no fixed colour (width, channel, ...) are quiet.

        Returns
        -------
        str

        Examples
        --------
        >>> PALETTES["light"].axis("key_token") == PALETTES["light"].axis("token")
        True
        """
        return self.axes.get(_SAME_AS.get(name, name), self.soft)


PALETTES: Mapping[str, Palette] = MappingProxyType(
    {
        "light": Palette(
            paper="#ffffff",
            shelf="#f5f7f9",
            ink="#16191d",
            soft="#4b5563",
            muted="#666e77",
            rule="#d5dae0",
            hatch="#b4bcc5",
            warn="#b3261e",
            axes=MappingProxyType({_TOKEN: "#006fae", _HEAD: "#ba4b08", _DIM: "#00795b", _BATCH: "#6d5a80"}),
        ),
        "dark": Palette(
            paper="#14171a",
            shelf="#1e2328",
            ink="#f1f3f5",
            soft="#b9c0c8",
            muted="#949ca5",
            rule="#3a4148",
            hatch="#4d565f",
            warn="#ff8a80",
            axes=MappingProxyType({_TOKEN: "#56b4e9", _HEAD: "#f0883e", _DIM: "#3fc79a", _BATCH: "#b9a7e0"}),
        ),
    }
)

_INKS = ("#ffffff", "#000000")
# Eight hues that stay apart for common colour blindness and let black be read at full strength.
_HEADS = ("#d07ba9", "#e6c12f", "#52b3c8", "#8fbc4f", "#9d8ae0", "#e88d67", "#a99f8c", "#6fa3ea")
_WEAKEST, _STRONGEST = 0.26, 1.0
_UNSPLIT = "#8e99a6"


def mix(one: str, other: str, share: float) -> str:
    """`share` of one colour and the rest of another.

    Parameters
    ----------
    one, other : str
        ``#rrggbb``.
    share : float
        0 gives `other`, 1 gives `one`.

    Returns
    -------
    str

    Examples
    --------
    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """Measure the WCAG contrast of two colours: 1 for equal ones, 21 for black on white.

    Parameters
    ----------
    one, other : str
        ``#rrggbb``.

    Returns
    -------
    float

    Examples
    --------
    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def ink_on(fill: str) -> str:
    """White or black, whichever is easier to read on `fill` (never below 4.5:1).

    Parameters
    ----------
    fill : str
        ``#rrggbb``.

    Returns
    -------
    str

    Examples
    --------
    >>> ink_on("#00224e"), ink_on("#fee838")
    ('#ffffff', '#000000')
    """
    return max(_INKS, key=lambda ink: contrast(ink, fill))


def origin_fill(head: int | None, token: int | None, tokens: int, palette: Palette) -> str:
    """Who am I: the hue is the head's, its strength the token's.

    Parameters
    ----------
    head, token : int or None
        Where the number came from; None where it belongs to no head or to no token.
    tokens : int
        How many tokens share the strengths.
    palette : Palette
        Weak shades fade into its shelf.

    Returns
    -------
    str

    Examples
    --------
    >>> origin_fill(0, 2, 3, PALETTES["light"])
    '#d07ba9'
    """
    hue = _UNSPLIT if head is None else _hue(head)
    if token is None or tokens == 1:
        strength = 0.62
    else:
        strength = _WEAKEST + (_STRONGEST - _WEAKEST) * token / (tokens - 1)
    return mix(hue, palette.shelf, strength)


def _hue(head: int) -> str:
    """Take the first eight from the table; each later eight lie closer to the next hue."""
    lap, place = divmod(head, len(_HEADS))
    return mix(_HEADS[place], _HEADS[(place + 1) % len(_HEADS)], 0.5**lap)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
