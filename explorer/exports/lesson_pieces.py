"""The pictures of a portable lesson as text in pieces, each kept once, for all colours alike."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Painted", "Pieces"]

# Whatever a theme or a choice of colour may change; what stands between is the same for all of them.
_COLOURED = re.compile(r"(#[0-9a-f]{6}\b|data:image/png;base64,[A-Za-z0-9+/=]*)")
# What a cell is called and told as stands in other pictures too, where the cell lies elsewhere.
_CUT = re.compile(r'(<g id="[^"]*">|<title>[^<]*</title>)')


@dataclass(frozen=True)
class Painted:
    """One picture in several colourings.

    Attributes
    ----------
    between : tuple of str
        Its text but for the colours.
    colours : tuple of tuple of str
        What stands after each of those but the last, in each of the colourings.
    """

    between: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, *svgs: str) -> Painted | None:
        """Lay a picture's colourings over one another.

        Parameters
        ----------
        *svgs : str
            The same picture in each of them.

        Returns
        -------
        Painted or None
            None if more than colours differs.

        Examples
        --------
        >>> Painted.of('<b fill="#ffffff"/>', '<b fill="#000000"/>').colours
        (('#ffffff', '#000000'),)
        >>> Painted.of("<b/>", "<i/>") is None
        True
        """
        parts = [_COLOURED.split(svg) for svg in svgs]
        if any(one[::2] != parts[0][::2] for one in parts):
            return None
        return cls(tuple(parts[0][::2]), tuple(zip(*(one[1::2] for one in parts), strict=True)))

    def reading(self, svg: str) -> Painted | None:
        """Give another picture the same colourings, if it is painted as this one is in the first of them.

        Parameters
        ----------
        svg : str
            A picture of the same things, in which texts read otherwise.

        Returns
        -------
        Painted or None
            None if it is painted otherwise: then nothing is known of it.

        Examples
        --------
        >>> one = Painted.of('<b fill="#ffffff">1</b>', '<b fill="#000000">1</b>')
        >>> one.reading('<b fill="#ffffff">0.5</b>').between
        ('<b fill="', '">0.5</b>')
        """
        parts = _COLOURED.split(svg)
        if parts[1::2] != [painted[0] for painted in self.colours]:
            return None
        return Painted(tuple(parts[::2]), self.colours)


class Pieces:
    """Texts that pictures are put together from: most of them stand in many pictures, and are kept once.

    Examples
    --------
    >>> pieces = Pieces()
    >>> painted = pieces.take(Painted.of('<b fill="#ffffff"/>', '<b fill="#000000"/>'))
    >>> plain = pieces.take(Painted.of("<a/>"))
    >>> pieces.settle()
    ['"/>', ('#ffffff', '#000000'), '<a/>', '<b fill="']
    >>> painted, plain
    ([3, 1, 0], [2])
    """

    def __init__(self) -> None:
        self._numbers: dict[str | tuple[str, ...], int] = {}
        self._cut: dict[str, list[int]] = {}
        self._taken: list[list[int]] = []

    def so_far(self) -> list[str | tuple[str, ...]]:
        """List the pieces kept so far, as they came.

        Returns
        -------
        list of str or tuple of str
        """
        return list(self._numbers)

    def settle(self) -> list[str | tuple[str, ...]]:
        """Put the pieces in order by what they say: alike ones beside each other compress well.

        Returns
        -------
        list of str or tuple of str
            The pieces in the order of their numbers, a tuple where colourings differ; every list that was
            taken follows.
        """
        kept = sorted(self._numbers, key=lambda piece: piece if isinstance(piece, str) else piece[0])
        again = {self._numbers[piece]: number for number, piece in enumerate(kept)}
        for taken in self._taken:
            taken[:] = [again[number] for number in taken]
        self._numbers, self._cut = {piece: number for number, piece in enumerate(kept)}, {}
        return kept

    def take(self, picture: Painted) -> list[int]:
        """Take a picture apart and keep its pieces.

        Parameters
        ----------
        picture : Painted

        Returns
        -------
        list of int
            Which pieces, one after another, are its text; `settle` may number them anew.
        """
        first, *others = picture.between
        taken = list(self._of_text(first))
        for painted, text in zip(picture.colours, others, strict=True):
            taken.append(self._number(painted[0] if len(set(painted)) == 1 else painted))
            taken += self._of_text(text)
        self._taken.append(taken)
        return taken

    def _of_text(self, text: str) -> list[int]:
        if text not in self._cut:
            self._cut[text] = [self._number(part) for part in _CUT.split(text) if part]
        return self._cut[text]

    def _number(self, piece: str | tuple[str, ...]) -> int:
        return self._numbers.setdefault(piece, len(self._numbers))
