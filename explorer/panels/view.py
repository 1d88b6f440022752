"""How a person likes to see things: one frozen record."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal

from explorer.core.config import refuse_unknown_fields
from explorer.errors import ConfigError, listed

__all__ = ["CHOICES", "HIDEABLE", "OPENABLE", "THEMES", "View"]

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")

Lettering = Literal["usual", "large"]
LETTERINGS: tuple[Lettering, ...] = ("usual", "large")

CHOICES: dict[str, tuple[Any, ...]] = {
    "words": ("both", "pencil", "standard"),
    "colour": ("auto", "origin", "value"),
    "theme": THEMES,
    "lettering": LETTERINGS,
    "dialect": ("numpy", "pytorch", "einops"),
    "drawn_by": ("page", "matplotlib"),
    "tab": ("sizes", "masks", "numbers"),
    "decimals": (0, 1, 2, 3, 4),
}
"""What a field of a `View` may be, for those that are a choice among few."""

HIDEABLE = (
    "sizes", "masks", "numbers", "presets", "undo", "share", "words", "theme", "choices", "code", "places",
)  # fmt: skip
"""The parts of the page that a teacher can leave out, by the name they go by in an address."""

OPENABLE = ("meter", "equivalences", "pairs")
"""What is worked out only once somebody opens it."""


@dataclass(frozen=True)
class View:
    """How a person likes to see things.

    Parameters
    ----------
    words : {"both", "pencil", "standard"}
    colour : {"auto", "origin", "value"}
    theme : {"auto", "light", "dark"}
        "auto" follows the browser.
    lettering : {"usual", "large"}
        Large enough for the back of a room.
    browser_is_dark : bool
        What the browser last said.
    browser_is_narrow : bool
        Whether the page has no more room than a phone's, as the browser last said.
    dialect : {"numpy", "pytorch", "einops"}
    drawn_by : {"page", "matplotlib"}
        Who writes the scene: the page itself, fast, or matplotlib, as in a notebook or a file.
    as_tables : bool
        Whether the grids are shown as tables instead of the picture.
    keys_shown : bool
        Whether the keys are listed.
    tab : {"sizes", "masks", "numbers"}
        Which of the things that can be changed are on screen.
    opened : tuple of str
        What is open of that which is worked out only then, among `OPENABLE`.
    decimals : int
        Places after the point, 0 to 4, where a number is not whole. Only what is printed is rounded.
    hidden : tuple of str
        Parts of the page that a teacher left out, among `HIDEABLE`.
    locked : str
        The preset that the page is locked to, or "" for none.

    Raises
    ------
    ConfigError
        If a field is not one of its legal values.

    Examples
    --------
    >>> View(theme="auto", browser_is_dark=True).shown_theme
    'dark'
    """

    words: Literal["both", "pencil", "standard"] = "both"
    colour: Literal["auto", "origin", "value"] = "auto"
    theme: Theme = "auto"
    lettering: Lettering = "usual"
    browser_is_dark: bool = False
    browser_is_narrow: bool = False
    dialect: Literal["numpy", "pytorch", "einops"] = "numpy"
    drawn_by: Literal["page", "matplotlib"] = "page"
    as_tables: bool = False
    keys_shown: bool = False
    tab: Literal["sizes", "masks", "numbers"] = "sizes"
    opened: tuple[str, ...] = ()
    decimals: int = 2
    hidden: tuple[str, ...] = ()
    locked: str = ""

    def __post_init__(self) -> None:
        for field, choices in CHOICES.items():
            value = getattr(self, field)
            if not any(type(value) is type(choice) and value == choice for choice in choices):
                raise ConfigError(
                    f"Cannot show the page with {field}={value!r}: choose {listed(map(repr, choices))}."
                )
        for verb, parts, known in (("hide", self.hidden, HIDEABLE), ("open", self.opened, OPENABLE)):
            unknown = [part for part in parts if part not in known]
            if unknown:
                raise ConfigError(
                    f"Cannot {verb} {listed(unknown, 'and')}: choose among {listed(known, 'and')}."
                )

    @property
    def shown_theme(self) -> Literal["light", "dark"]:
        """The theme on screen, once "auto" is settled."""
        if self.theme == "auto":
            return "dark" if self.browser_is_dark else "light"
        return self.theme

    @property
    def shown_tab(self) -> str:
        """The tab on screen: the chosen one, or the first that is not left out."""
        left = [tab for tab in CHOICES["tab"] if tab not in self.hidden and not self.locked]
        return self.tab if self.tab in left or not left else left[0]

    def replace(self, **changes: Any) -> View:
        """Make the same view with some fields changed.

        Parameters
        ----------
        **changes
            Fields of `View`.

        Returns
        -------
        View

        Examples
        --------
        >>> View().replace(words="pencil").words
        'pencil'
        """
        refuse_unknown_fields(self, changes)
        return dataclasses.replace(self, **changes)
