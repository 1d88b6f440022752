"""What it means: the step in words, what moved and what it cost, and its line of code in three dialects."""

from __future__ import annotations

import re
from collections.abc import Iterable

import ipywidgets as widgets

from explorer import words
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.scene.step_told import FlipsTold, StepTold, code_told, tell_step, tell_two_flips

__all__ = ["CodePanel", "StoryPanel"]


class StoryPanel(Panel):
    """One step told: a sentence and what moved (`text`), what to be able to say afterwards (`points`).

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> state.selection = state.selection.replace(step="inside_flip")
    >>> "nothing was copied" in StoryPanel(state).text.value
    True
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.text = dressed(widgets.HTML(), "as-story")
        self.points = dressed(widgets.HTML(), "as-say-it-back")
        self.root = dressed(widgets.VBox([self.text, self.points]), "as-told")
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _refresh(self) -> None:
        place, vocabulary = self.state.selection.place, self.state.view.words
        told: StepTold | FlipsTold
        if place == "two_flips":
            told = tell_two_flips(self.state.trip, vocabulary)
            self.text.value = _flips(told)
        else:
            told = tell_step(self.state.trip, self.state.selection.step, vocabulary)
            self.text.value = self._conventions() if place == "conventions" else _step(told)
        points = _listed(told.points, "as-points")
        self.points.value = f"<details>{html('summary', 'Say it back')}{points}</details>"

    def _conventions(self) -> str:
        vocabulary = self.state.view.words
        lines = [
            words.tell_mask(causal=False, window=True, window_counts_self=counts, words=vocabulary)
            for counts in (True, False)
        ]
        lines += [words.tell_empty_rows(policy, words=vocabulary) for policy in ("nan", "zero", "uniform")]
        return html("h2", "One word, several meanings") + _listed(lines, "as-facts")


class CodePanel(Panel):
    """The step's line of code in NumPy, PyTorch or einops.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> state.selection = state.selection.replace(step="inside_flip")
    >>> "k.transpose(0, 1, 3, 2)" in CodePanel(state).text.value
    True
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        options = [(words.DIALECT_NAMES[dialect], dialect) for dialect in words.DIALECTS]
        self.dialect = dressed(
            widgets.ToggleButtons(options=options, description="Code"), "as-toggle", "as-dialect"
        )
        self.text = dressed(widgets.HTML(), "as-code")
        self.root = dressed(widgets.VBox([self.dialect, self.text]), "as-code-panel")
        self.bind(self.dialect, self._on_dialect)
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _on_dialect(self, dialect: str) -> None:
        self.state.view = self.state.view.replace(dialect=dialect)

    def _refresh(self) -> None:
        dialect, selection = self.state.view.dialect, self.state.selection
        self.dialect.value = dialect
        shown = {"conventions": "mask", "two_flips": "two_flips"}.get(selection.place, selection.step)
        code = code_told(self.state.trip, shown, dialect)
        self.text.value = html(
            "pre", code, tabindex="0", aria_label=f"{words.DIALECT_NAMES[dialect]} code"
        ) + html("button", "Copy", type="button", class_="as-copy", data_copy=code)


def _step(told: StepTold) -> str:
    title, telling = html("h2", told.title), html("p", told.telling, class_="as-telling")
    return title + telling + _listed(told.facts, "as-facts")


def _flips(told: FlipsTold) -> str:
    parts = [html("h3", part.title) + _listed(part.facts, "as-facts") for part in told.parts]
    return html("h2", told.title) + "".join(parts)


def _listed(lines: Iterable[str], class_: str) -> str:
    items = "".join(re.sub(r"`([^`]+)`", r"<code>\1</code>", html("li", line)) for line in lines)
    return f'<ul class="{class_}">{items}</ul>'
