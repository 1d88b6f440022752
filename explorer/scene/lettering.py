"""How wide a line of text will be, with no font at hand.

The widths are DejaVu Sans's, in thousandths of the type's height: the widest of the faces a reader may get,
so what fits here fits on every screen. A test holds them against the font that matplotlib carries.
"""

from __future__ import annotations

from functools import lru_cache

__all__ = ["BASELINE", "advance", "fit_size", "wrap"]

# From the middle of a capital letter to its baseline, per unit of type height.
BASELINE = 0.36

_FIRST = 32
_MONO = 602
_UNKNOWN = 840
# fmt: off
_PLAIN = (
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775,
    752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390,
    337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
)
_BOLD = (
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821,
    837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457,
    365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
    716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
)
# fmt: on


@lru_cache(maxsize=16384)
def advance(text: str, size: float, *, bold: bool = False, mono: bool = False) -> float:
    """Measure one line of text.

    Parameters
    ----------
    text : str
        One line.
    size : float
        The height of the type; the answer is in the same unit.
    bold, mono : bool
        The face.

    Returns
    -------
    float

    Examples
    --------
    >>> round(advance("token 0", 10), 1)
    37.9
    """
    if mono:
        return len(text) * _MONO * size / 1000
    widths = _BOLD if bold else _PLAIN
    total = 0
    for letter in text:
        place = ord(letter) - _FIRST
        total += widths[place] if 0 <= place < len(widths) else _UNKNOWN
    return total * size / 1000


def fit_size(text: str, room: float, size: float, *, bold: bool = False) -> float:
    """Find the largest type, up to `size`, in which `text` is no wider than `room`.

    Parameters
    ----------
    text : str
        One line.
    room, size : float
        The width there is, and the type one would like.
    bold : bool
        The face.

    Returns
    -------
    float

    Examples
    --------
    >>> fit_size("7", 40, 14), round(fit_size("1234567", 40, 14), 1)
    (14, 9.0)
    """
    wide = advance(text, size, bold=bold)
    return size if wide <= room else size * room / wide


@lru_cache(maxsize=4096)
def wrap(text: str, room: float, size: float, *, bold: bool = False, mono: bool = False) -> tuple[str, ...]:
    """Break a text into lines no wider than `room`, at spaces; a word too long stands alone.

    Parameters
    ----------
    text : str
        Any text; its own line breaks are kept.
    room, size : float
        The width of a line and the height of the type.
    bold, mono : bool
        The face.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> wrap("a row stays a row", 60, 10)
    ('a row stays', 'a row')
    """
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and advance(longer, size, bold=bold, mono=mono) > room:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return tuple(lines)
