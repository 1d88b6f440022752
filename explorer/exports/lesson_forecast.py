"""How large a portable lesson will be and how long it will take, from what this very run has measured."""

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

_MOVED = 1.25
"""By so much a time must be off before another one is told: what changes all the time is not read."""

_BLOCK, _BLOCKS = 2**18, 8
"""Of a long text so many blocks of so many signs are packed, to see how well it packs."""

_AS_LETTERS = 4 / 3  # three bytes are written as four letters


@dataclass(frozen=True)
class Forecast:
    """What is foretold; each is None until it was measured.

    Attributes
    ----------
    size : float or None
        Bytes of the file.
    seconds : float or None
        From the first picture to the last byte.
    left : float or None
        Seconds of these that are still to come.

    Examples
    --------
    >>> foretold = Forecast(size=3.1e6, seconds=38, left=12.2)
    >>> foretold.whole, foretold.rest
    ('about 3.1 MB, about 40 s in all', '15 s left')
    >>> Forecast().whole, Forecast(left=4.2).rest, Forecast(seconds=200).whole
    ('', '5 s left', 'about 4 min in all')
    """

    size: float | None = None
    seconds: float | None = None
    left: float | None = None

    @property
    def whole(self) -> str:
        """How large and how long, as far as it is known."""
        parts = [] if self.size is None else [f"about {_bytes(self.size)}"]
        parts += [] if self.seconds is None else [f"about {_time(self.seconds)} in all"]
        return ", ".join(parts)

    @property
    def rest(self) -> str:
        """How much time is left."""
        return "" if self.left is None else f"{_time(self.left)} left"


class Forecaster:
    """Measures how work goes, and foretells the rest of it.

    Nothing is known beforehand but how the parts of the work compare: how many seconds they take on this
    machine, and how well they pack, is measured on those that are done.

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
    Forecast(size=None, seconds=None, left=None)
    >>> work.go_on(6)  # 1.5 seconds for 6 of 100
    Forecast(size=None, seconds=29.0, left=22.5)
    """

    def __init__(self, whole: int, bare: int, clock: Callable[[], float] = monotonic) -> None:
        self._whole, self._bare, self._clock = whole, bare, clock
        self._began, self.done = clock(), 0
        self._first: tuple[int, float] | None = None  # the first part, and when it was done
        self._size: float | None = None
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
            return Forecast(self._size)
        before, warm = self._first
        left = (spent - warm) / (self.done - before) * (self._whole - self.done)
        seconds, told = spent + left, self._seconds
        if told is None or not told / _MOVED <= seconds <= told * _MOVED:
            self._seconds = seconds
        return Forecast(self._size, self._seconds, left)

    def weigh(self, part: object, share: float = 1.0) -> None:
        """Pack what the work has made so far, and foretell the size of all of it; the first part is enough.

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
        >>> 10_000 < work.go_on(1).size < 30_000
        True
        """
        if self._size is not None or not self.done:
            return
        text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        step = max(len(text) // _BLOCKS, _BLOCK)
        sample = "".join(text[i : i + _BLOCK] for i in range(0, len(text), step))
        packed = len(zlib.compress(sample.encode())) / len(sample)
        made = len(text) * packed * _AS_LETTERS
        self._size = self._bare + made * share * self._whole / self.done


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
