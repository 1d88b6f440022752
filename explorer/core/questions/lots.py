"""Drawing lots that fall alike on every machine and in every Python, for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import TypeVar

__all__ = ["Lots"]

_Thing = TypeVar("_Thing")


class Lots:
    """A row of lots that begins with a seed.

    Python's own generator draws alike in one version and may not in the next; a class need not have one
    version.

    Parameters
    ----------
    *names : object
        The seed, and what tells this row from another of the same seed.

    Examples
    --------
    >>> Lots(7, "shape").order("abcd") == Lots(7, "shape").order("abcd")
    True
    >>> sorted(Lots(7, "shape").order("abcd"))
    ['a', 'b', 'c', 'd']
    """

    def __init__(self, *names: object) -> None:
        self._name = " ".join(map(str, names))
        self._drawn = 0

    def below(self, count: int) -> int:
        """Draw a whole number from 0 to `count` - 1.

        Parameters
        ----------
        count : int

        Returns
        -------
        int
        """
        self._drawn += 1
        lot = blake2b(f"{self._name} {self._drawn}".encode(), digest_size=16).digest()
        return int.from_bytes(lot, "big") % count

    def order(self, things: Sequence[_Thing]) -> list[_Thing]:
        """Put things into a drawn order.

        Parameters
        ----------
        things : sequence

        Returns
        -------
        list
        """
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]

    def indices(self, shape: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
        """Draw different places of an array, not more than `most`; all of them where there are so few.

        Parameters
        ----------
        shape : sequence of int
        most : int

        Yields
        ------
        tuple of int
        """
        size = 1
        for length in shape:
            size *= length
        few = size <= 4 * most
        numbers = self.order(range(size)) if few else (self.below(size) for _ in range(4 * most))
        for number in list(dict.fromkeys(numbers))[:most]:
            place: list[int] = []
            for length in reversed(shape):
                number, here = divmod(number, length)
                place.append(here)
            yield tuple(reversed(place))
