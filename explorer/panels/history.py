"""Everything that can be taken back: the page's state as one record, and the line of such records."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.core.config import Config
from explorer.panels.records import Selection
from explorer.panels.view import View

__all__ = ["PASSING", "History", "Moment"]

PASSING = ("browser_is_dark", "browser_is_narrow", "keys_shown", "tab", "opened")
"""Fields of the view that are no part of a moment: nobody wants them taken back or handed on."""

_MOST = 1000  # moments; whoever holds the page's websocket could make them without end
_MOST_BYTES = 256 * 2**20  # of what they hold
_EDIT = 200  # bytes, about


@dataclass(frozen=True)
class Moment:
    """What a page shows at one time: all that its address says, and all that undo brings back.

    What a person points at, whether the page plays, and what the browser says of itself are no part of it.

    Attributes
    ----------
    config : Config
    selection : Selection
    view : View

    Examples
    --------
    >>> first = Moment.of(Config(), Selection(), View())
    >>> first == Moment.of(Config(), Selection(playing=True), View(browser_is_dark=True))
    True
    """

    config: Config
    selection: Selection
    view: View

    @classmethod
    def of(cls, config: Config, selection: Selection, view: View) -> Moment:
        """Take the lasting part of a state.

        Parameters
        ----------
        config : Config
        selection : Selection
        view : View

        Returns
        -------
        Moment

        Examples
        --------
        >>> Moment.of(Config(), Selection(step="cut", playing=True), View()).selection.playing
        False
        """
        return cls(
            config, selection.lasting, view.replace(**{field: getattr(View, field) for field in PASSING})
        )


class History:
    """A line of moments, and where on it a person stands.

    Parameters
    ----------
    first : Moment
        Where the page began.

    Examples
    --------
    >>> moments = [Moment.of(Config(tokens=t), Selection(), View()) for t in (3, 4, 5)]
    >>> history = History(moments[0])
    >>> for moment in moments[1:]:
    ...     history.note(moment)
    >>> history.back().config.tokens, history.back().config.tokens, history.back()
    (4, 3, None)
    >>> history.forth().config.tokens
    4
    """

    def __init__(self, first: Moment) -> None:
        self.now = first
        self._past: list[Moment] = []
        self._future: list[Moment] = []

    @property
    def can_go_back(self) -> bool:
        """Whether anything was done that can be taken back."""
        return bool(self._past)

    @property
    def can_go_forth(self) -> bool:
        """Whether anything was taken back that can be done again."""
        return bool(self._future)

    def note(self, moment: Moment) -> None:
        """Add what the page shows now; nothing where it shows what it did before.

        Parameters
        ----------
        moment : Moment
        """
        if moment == self.now:
            return
        self._past.append(self.now)
        self.now = moment
        self._future.clear()
        # Never the first: "to the start" stays true.
        while len(self._past) > 1 and (len(self._past) > _MOST or self._weight() > _MOST_BYTES):
            del self._past[1]

    def _weight(self) -> int:
        """Estimate the bytes of the files and of the typed numbers that are held; shared ones count once."""
        configs = [moment.config for moment in self._past]
        numbers = {id(config.numbers): config.numbers for config in configs if config.numbers}
        edits = {id(config.edits): len(config.edits) for config in configs}
        arrays = (array for held in numbers.values() for array in held.arrays.values())
        return sum(array.nbytes for array in arrays) + _EDIT * sum(edits.values())

    def back(self) -> Moment | None:
        """Go one moment back.

        Returns
        -------
        Moment or None
            Where one is then; None at the start.
        """
        if not self._past:
            return None
        self._future.append(self.now)
        self.now = self._past.pop()
        return self.now

    def forth(self) -> Moment | None:
        """Go one moment forth again.

        Returns
        -------
        Moment or None
            Where one is then; None where nothing was taken back.
        """
        if not self._future:
            return None
        self._past.append(self.now)
        self.now = self._future.pop()
        return self.now
