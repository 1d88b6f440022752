"""How large a portable lesson will be and how long it takes: guessed at first, then measured in this run."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from time import monotonic

__all__ = ["Forecast", "Forecaster"]

_MEASURED = 0.05
"""Of so small a part of the work nothing is foretold yet."""

_EACH = 95
"""So many bytes of the file come of each part of the work, roughly: of wide heads 60, of small trips 130."""

_MOVED = 1.25
"""By so much a time must be off before another one is told: what changes all the time is not read."""

_BLOCK, _BLOCKS = 2**18, 8
"""Of a long text so many blocks of so many signs are packed, to see how well it packs."""

_AS_LETTERS = 4 / 3  # three bytes are written as four letters


@dataclass(frozen=True)
class Forecast:
    """What is foretold; a time is None until it was measured.

    Attributes
    ----------
    size : float or None
        Bytes of the file.
    seconds : float or None
        From the first picture to the last byte.
    left : float or None
        Seconds of these that are still to come.
    guessed : bool
        Whether the size is reckoned from how much work there is, nothing being measured yet.

    Examples
    --------
    >>> foretold = Forecast(size=3.1e6, seconds=38, left=12.2)
    >>> foretold.whole, foretold.rest
    ('about 3.1 MB, about 40 s in all', '15 s left')
    >>> Forecast().whole, Forecast(left=4.2).rest, Forecast(seconds=200).whole
    ('', '5 s left', 'about 4 min in all')
    >>> Forecast(size=312_345, guessed=True).whole
    'roughly 310 kB'
    """

    size: float | None = None
    seconds: float | None = None
    left: float | None = None
    guessed: bool = False

    @property
    def whole(self) -> str:
        """How large and how long, as far as it is known."""
        parts = [] if self.size is None else [_about(self.size, self.guessed)]
        parts += [] if self.seconds is None else [f"about {_time(self.seconds)} in all"]
        return ", ".join(parts)

    @property
    def rest(self) -> str:
        """How much time is left."""
        return "" if self.left is None else f"{_time(self.left)} left"


class Forecaster:
    """Measures how work goes, and foretells the rest of it.

    How many seconds the parts of the work take on this machine, and how well they pack, is measured on those
    that are done. Known beforehand is only how they compare, and roughly how many bytes come of each.

    Parameters
    ----------
    whole : int
        How much work there is.
    bare : int
        Bytes of the file without what the work makes.
    clock : callable
        Gives seconds.

    Examples
    --------
    >>> now = iter([0.0, 5.0, 6.5])
    >>> work = Forecaster(100, 20_000, lambda: next(now))
    >>> work.go_on(4)  # too little to tell
    Forecast(size=29500.0, seconds=None, left=None, guessed=True)
    >>> work.go_on(6)  # 1.5 seconds for 6 of 100
    Forecast(size=29500.0, seconds=29.0, left=22.5, guessed=True)
    """

    def __init__(self, whole: int, bare: int, clock: Callable[[], float] = monotonic) -> None:
        self._whole, self._bare, self._clock = whole, bare, clock
        self._began, self.done = clock(), 0
        self._first: tuple[int, float] | None = None  # the first part, and when it was done
        self._size, self._guessed = float(bare + _EACH * whole), True
        self._seconds: float | None = None  # as told last

    def go_on(self, by: int) -> Forecast:
        """Note that a part was done.

        Parameters
        ----------
        by : int

        Returns
        -------
        Forecast
        """
        self.done = min(self.done + by, self._whole)
        spent = self._clock() - self._began
        if self._first is None and self.done:
            self._first = self.done, spent  # with all that is made ready once: no measure for the others
        if self._first is None or self.done == self._first[0] or self.done / self._whole < _MEASURED:
            return Forecast(self._size, guessed=self._guessed)
        before, warm = self._first
        left = (spent - warm) / (self.done - before) * (self._whole - self.done)
        seconds, told = spent + left, self._seconds
        if told is None or not told / _MOVED <= seconds <= told * _MOVED:
            self._seconds = seconds
        return Forecast(self._size, self._seconds, left, self._guessed)

    def weigh(self, part: object, share: float = 1.0) -> None:
        """Pack what the work has made so far, and mend the guess by it; the first part is enough.

        What is measured counts for as much as it is of the whole: one wrong turn is not like the pictures.

        Parameters
        ----------
        part : object
            What is written as JSON; of what is long, some of it is packed.
        share : float
            How much of all the work makes something to be written, the packing itself being none.

        Examples
        --------
        >>> work = Forecaster(100, 500)
        >>> _ = work.go_on(50)
        >>> work.weigh(list(range(3000)))
        >>> 10_000 < work.go_on(1).size < 20_000
        True
        """
        if not self._guessed or not self.done:
            return
        text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        step = max(len(text) // _BLOCKS, _BLOCK)
        sample = "".join(text[i : i + _BLOCK] for i in range(0, len(text), step))
        packed = len(zlib.compress(sample.encode())) / len(sample)
        made = len(text) * packed * _AS_LETTERS
        known = self.done / self._whole
        self._size += known * (self._bare + made * share / known - self._size)
        self._guessed = False


def _about(size: float, guessed: bool) -> str:
    return f"roughly {_bytes(float(f'{size:.1e}'))}" if guessed else f"about {_bytes(size)}"


def _bytes(size: float) -> str:
    for unit, name in ((1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}" if size < 10 * unit else f"{size / unit:.0f} {name}"
    return "1 kB"


def _time(seconds: float) -> str:
    """Say a time by the steps in which a person cares for it; rather a little long than too short."""
    if seconds < 10:
        return f"{max(1, ceil(seconds))} s"
    return f"{5 * ceil(seconds / 5)} s" if seconds <= 90 else f"{ceil(seconds / 60)} min"
