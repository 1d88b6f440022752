"""Taking things home: each is made here, a slice at a time, and handed to the browser as a download."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from explorer import words
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import ExplorerError
from explorer.panels.base import Panel, dressed, offer
from explorer.panels.export_cards import Card, Cards
from explorer.panels.export_files import carried, numbers, picture, several, sheet, whole_trip
from explorer.panels.export_scenes import scene_of
from explorer.panels.export_work import Made, Slices, Slowly
from explorer.panels.state import ExplorerState

__all__ = ["ExportPanel"]

_RIGHT, _WRONG = "right", "wrong"
_PLACES = (
    ("two_flips", "Both flips side by side"),
    ("pins", "One grid, all but two counters pinned"),
    ("conventions", "Windows and empty rows compared"),
    ("sandbox", "The flip sandbox"),
)


class ExportPanel(Panel):
    """What can be taken home from the state at hand. One thing is made at a time.

    Parameters
    ----------
    state : ExplorerState

    Attributes
    ----------
    cards : Cards or None
        None until somebody comes here: who never does waits for none of it.

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = ExportPanel(state)
    >>> state.selection = state.selection.replace(place="export")
    >>> panel.cards.numbers.buttons["json"].click()
    >>> panel.cards.numbers.delivery.shown["said"]
    'Made: attention-shapes-numbers-T3-H2-D2.json, 7.1 kB.'
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.cards: Cards | None = None
        self._slices: Slices | None = None
        self._card: Card | None = None  # the one that something is made for
        self._turns: tuple[str, ...] = ()  # those of the page that the lesson's list was told last
        self._slowly = Slowly(self._on_slice)
        self.root = dressed(widgets.VBox(), "as-export")
        self._undo.append(self._let_go)
        self.follow_soon(self._refresh, "config", "selection", "view")

    @property
    def _is_wrong(self) -> bool:
        """Whether the trip with the wrong turns is taken; one that is hidden is not given away."""
        return bool(self.cards and self.cards.way.value == _WRONG and self.state.selection.turns)

    @property
    def _trip(self) -> Trace:
        return (self._is_wrong and self.state.wrong) or self.state.trip

    # from the state

    def _refresh(self) -> None:
        if self.state.selection.place != "export":  # out of sight
            return
        cards = self.cards or self._build()
        turns, vocabulary = self.state.selection.turns, self.state.view.words
        said = [WRONG_TURNS[key].say(vocabulary) for key in turns]
        ways = [("the right one", _RIGHT)]
        if turns:
            ways.append((f"right and wrong: {' and '.join(said)}", _WRONG))
        is_new = turns != self._turns
        way = cards.way.value if not is_new else ways[-1][1]
        offer(cards.way, "Trip", ways, way or _RIGHT)
        cards.way.layout.display = "" if turns else "none"
        step = f"This step: {self.state.selection.index + 1} {words.STEPS[self.state.selection.step].label}"
        pictures = [(step, "step"), *((label, name) for name, label in _PLACES)]
        offer(cards.which, "Show", pictures, cards.which.value or "step")
        chosen = turns if is_new else cards.turns.value
        keys = sorted(WRONG_TURNS, key=lambda key: STEP_NAMES.index(WRONG_TURNS[key].step))
        # One name is enough to know it by, and a line of a list is short.
        short: words.Words = "standard" if vocabulary == "standard" else "pencil"
        options = tuple((_line(key, short), key) for key in keys)
        with cards.turns.hold_sync():
            if cards.turns.options != options:
                cards.turns.options = options
            cards.turns.value = tuple(chosen)
        self._turns = turns

    def _build(self) -> Cards:
        self.cards = cards = Cards()
        for card in cards.all:
            for kind, button in card.buttons.items():
                self.bind_click(button, partial(self._begin, card, kind))
            self.hear(card.delivery, partial(self._on_message, card))
        self.root.children = [cards.root]
        return cards

    # from a person

    def _begin(self, card: Card, kind: str) -> None:
        if self._slices is not None:  # a button that can't be pressed can still be sent for
            return
        self._able(False)
        self._card = card
        card.delivery.begin(f"{card.what} as {kind.upper()}")
        try:
            self._slices = self._making(card.key, kind)
        except ExplorerError as error:
            self._end()
            card.delivery.tell(refused=str(error))
        except Exception:
            self._break_off(card)
            raise
        else:
            self._slowly.begin()

    def _on_message(self, card: Card, content: object) -> None:
        match content:
            case {"kind": "stop"} if card is self._card:
                self._slowly.cancel()
                self._end()
                card.delivery.tell("Stopped. Nothing was made.")

    def _making(self, key: str, kind: str) -> Slices:
        """Take down what is shown now: a person may go on while the file is made."""
        state, view, cards = self.state, self.state.view, self.cards
        assert cards is not None  # it has the button that was pressed
        if key == "picture":
            which = cards.which.value
            name = state.selection.step if which == "step" else which
            return picture(scene_of(state, which, wrong=self._is_wrong), name, kind)
        if key == "trip":
            return whole_trip(self._trip, state.look.replace(theme="light", heading=True), cards.paper.value)
        if key == "numbers":
            return numbers(self._trip, kind)
        if key == "worksheet":
            return sheet(state.config, cards.seed.value, cards.sheet_paper.value, view.words)
        configs = several(state.config, cards.sizes.value, state.start.config)
        return carried(configs, cards.turns.value, view.words, view.theme)

    # the work

    def _on_slice(self) -> bool:
        """Do a slice of the work at hand; say whether there is more."""
        card, slices = self._card, self._slices
        if card is None or slices is None:
            return False
        try:
            done, of, *foretold = next(slices)
        except StopIteration as end:
            made: Made = end.value
            self._end()
            card.delivery.hand(made)
        except ExplorerError as error:
            self._end()
            card.delivery.tell(refused=str(error))
        except Exception:
            self._break_off(card)
            with self.state.telling_problems():
                raise
        else:
            card.delivery.go_on(done, of, *foretold)
            return True
        return False

    def _end(self) -> None:
        slices, self._slices, self._card = self._slices, None, None
        if slices is not None:
            slices.close()
        self._able(True)

    def _break_off(self, card: Card) -> None:
        self._end()
        card.delivery.tell(refused="Nothing was made: something broke, and it is not your doing.")

    def _able(self, able: bool) -> None:
        for card in self.cards.all if self.cards else ():
            for button in card.buttons.values():
                button.disabled = not able

    def _let_go(self) -> None:
        self._slowly.cancel()
        if self._slices is not None:
            self._slices.close()
        self._slices = self._card = None


def _line(key: str, vocabulary: words.Words) -> str:
    turn = WRONG_TURNS[key]
    return f"{STEP_NAMES.index(turn.step) + 1} {words.STEPS[turn.step].label}: {turn.say(vocabulary)}"
