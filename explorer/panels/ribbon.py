"""The ten steps in a row, and the buttons that walk along them."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from explorer import words
from explorer.core.steps import STEP_NAMES
from explorer.panels.base import Panel, dressed
from explorer.panels.state import ExplorerState

__all__ = ["RibbonPanel"]

_WALK = (
    ("first", "|◀", "First step (Home)"),
    ("back", "◀", "Back one step (left arrow)"),
    ("next", "▶", "On to the next step (right arrow)"),
    ("last", "▶|", "Last step (End)"),
)


class RibbonPanel(Panel):
    """Ten step buttons; first, back, next, last; play.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = RibbonPanel(state)
    >>> panel.steps["scores"].click()
    >>> panel.walk["next"].click()
    >>> state.selection.step
    'mask'
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.steps = {
            name: dressed(
                widgets.Button(description=f"{number} {words.STEPS[name].label}"),
                "as-step",
                f"as-step-{name}",
            )
            for number, name in enumerate(STEP_NAMES, start=1)
        }
        self.walk = {
            name: dressed(widgets.Button(description=sign, tooltip=tip), "as-walk", f"as-walk-{name}")
            for name, sign, tip in _WALK
        }
        self.play = dressed(
            widgets.ToggleButton(description="Play", tooltip="Walk on by itself, a step every few seconds"),
            "as-walk",
            "as-play",
        )
        self.root = dressed(
            widgets.HBox(
                [
                    dressed(widgets.HBox(list(self.steps.values())), "as-steps"),
                    dressed(widgets.HBox([*self.walk.values(), self.play]), "as-walks"),
                ]
            ),
            "as-ribbon",
        )
        for name, button in self.steps.items():
            self.bind_click(button, partial(self._go_to, name))
        self.bind_click(self.walk["first"], lambda: self._go_by(-len(STEP_NAMES)))
        self.bind_click(self.walk["back"], lambda: self._go_by(-1))
        self.bind_click(self.walk["next"], lambda: self._go_by(+1))
        self.bind_click(self.walk["last"], lambda: self._go_by(+len(STEP_NAMES)))
        self.bind(self.play, self._on_play)
        self.follow_soon(self._refresh, "selection", "view")

    def _go_to(self, name: str) -> None:
        self.state.selection = self.state.selection.replace(
            step=name, place=self.state.selection.while_stepping, playing=False
        )

    def _go_by(self, by: int) -> None:
        self.state.selection = self.state.selection.moved(by).replace(
            place=self.state.selection.while_stepping, playing=False
        )

    def _on_play(self, playing: bool) -> None:
        selection = self.state.selection
        at_the_end = selection.step == STEP_NAMES[-1]
        step = STEP_NAMES[0] if playing and at_the_end else selection.step
        self.state.selection = selection.replace(step=step, place=selection.while_stepping, playing=playing)

    def _refresh(self) -> None:
        selection, view = self.state.selection, self.state.view
        for name, button in self.steps.items():
            step = words.STEPS[name]  # the field's name of a flip says which axes it trades
            button.tooltip = step.label if self.state.is_asking else step.say(view.words)
            here = name in selection.shown
            (button.add_class if here else button.remove_class)("as-here")
        self.walk["first"].disabled = self.walk["back"].disabled = selection.step == STEP_NAMES[0]
        self.walk["last"].disabled = self.walk["next"].disabled = selection.step == STEP_NAMES[-1]
        self.play.value = selection.playing
        self.play.description = "Pause" if selection.playing else "Play"
