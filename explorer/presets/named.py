"""The ready-made trips by name: what each is called, what it is good for, and its configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.core.config import Config
from explorer.core.numbers import Numbers
from explorer.errors import DataError, UnknownNameError, listed
from explorer.presets.layer import real_layer

__all__ = ["PRESETS", "Preset", "preset", "preset_of"]


@dataclass(frozen=True)
class Preset:
    """A ready-made trip.

    Attributes
    ----------
    name : str
        What code and links call it.
    title : str
        What the page calls it.
    telling : str
        What it is good for, in pencil words; `explorer.words.in_words` says it in the standard ones.
    make : callable
        Makes its configuration. A call, not a record, since one of them reads a file.

    Examples
    --------
    >>> PRESETS["one_head"].config.sizes["head"]
    1
    """

    name: str
    title: str
    telling: str
    make: Callable[[], Config]

    @property
    def config(self) -> Config:
        """Its configuration; `DataError` if it needs a file that is missing or broken."""
        return self.make()


def preset(name: str) -> Preset:
    """Find a ready-made trip.

    Parameters
    ----------
    name : str

    Returns
    -------
    Preset

    Raises
    ------
    UnknownNameError
        If there is none of that name.

    Examples
    --------
    >>> preset("distinct").config.width
    12
    """
    if name not in PRESETS:
        raise UnknownNameError(f"Cannot find a preset {name!r}: choose {listed(PRESETS)}.")
    return PRESETS[name]


def preset_of(numbers: Numbers | None) -> str:
    """Find the ready-made trip that comes with these numbers, so that an address can name it.

    Parameters
    ----------
    numbers : Numbers or None
        What a configuration holds.

    Returns
    -------
    str
        The name of the preset; empty for numbers of one's own, and for None.

    Examples
    --------
    >>> preset_of(real_layer())
    'layer'
    >>> preset_of(Numbers.of(query=[[1, 2]], key=[[3, 4]], value=[[5, 6]]))
    ''
    """
    if numbers is None:
        return ""
    try:
        return "layer" if numbers == real_layer() else ""
    except DataError:  # with no recording to compare with, they are somebody's own
        return ""


_ALL = (
    Preset(
        "pencil",
        "The pencil example",
        "3 tokens, 2 lenses of 2 numbers: small enough to check every number with a pencil.",
        Config,
    ),
    Preset(
        "distinct",
        "Sizes that differ",
        "2 books, 5 tokens, 3 lenses, 4 numbers: a shape says which counter stands where, and a forgotten "
        "inside flip is refused, since its sizes do not meet.",
        lambda: Config(batch=2, tokens=5, heads=3, head_dim=4, window=2),
    ),
    Preset(
        "ties",
        "Sizes that are all 3",
        "3 tokens, 3 lenses, 3 numbers, window 3, 1 book: both flips leave the shape as it was, so one that "
        "is forgotten or done twice still fits, and is wrong in silence. A window as long as the text "
        "strikes nothing more, and one book hides whatever mixes books. Read the numbers, not the shapes.",
        lambda: Config(batch=1, tokens=3, heads=3, head_dim=3, window=3),
    ),
    Preset(
        "one_head",
        "One lens",
        "3 tokens, 1 lens of 4 numbers: dividers and re-shelve have nothing to part, "
        "and no block needs tidying at the end. Only the inside flip is left to do.",
        lambda: Config(tokens=3, heads=1, head_dim=4),
    ),
    Preset(
        "poured",
        "Poured through the table",
        "WANT, HAVE and GIVE are not handed over: each token is poured through the one table, "
        "and every number can be followed back to it.",
        lambda: Config(source="poured"),
    ),
    Preset(
        "layer",
        "A layer of a real model",
        'Layer 1 of all-MiniLM-L6-v2 reads "The cat sat on the mat": 8 word pieces, 12 lenses of 32 numbers, '
        "no rule that strikes. Choose a lens below the picture. Lens 2 looks at the piece before, "
        "whatever it is. Lens 8 goes by the word: "
        'each "the" looks most at the two of them. In lens 9, [CLS] looks ahead to the very last piece. '
        "Turn the causal rule on: every lens changes but lens 2, which only ever looks back.",
        lambda: Config.of(real_layer()),
    ),
)
PRESETS: Mapping[str, Preset] = MappingProxyType({one.name: one for one in _ALL})
"""The ready-made trips by name, in the order that the page lists them."""
