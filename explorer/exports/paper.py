"""Sheets of paper and their sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.errors import ConfigError, listed

__all__ = ["MARGIN", "PAPERS", "Paper", "paper_of"]

MARGIN = 44.0
"""Nearly half an inch: no printer needs more."""


@dataclass(frozen=True)
class Paper:
    """A sheet, upright, in px of 96 to the inch."""

    width: float
    height: float

    @property
    def turned(self) -> Paper:
        """The same sheet on its side."""
        return Paper(self.height, self.width)


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {"a4": Paper(210 / 25.4 * 96, 297 / 25.4 * 96), "letter": Paper(8.5 * 96, 11 * 96)}
)


def paper_of(name: str) -> Paper:
    """Find a sheet by its name.

    Parameters
    ----------
    name : {"a4", "letter"}

    Returns
    -------
    Paper

    Raises
    ------
    ConfigError
        If there is no such paper.

    Examples
    --------
    >>> round(paper_of("letter").turned.width)
    1056
    """
    if name not in PAPERS:
        raise ConfigError(f"Cannot print on paper {name!r:.60}: choose {listed(map(repr, PAPERS))}.")
    return PAPERS[name]
