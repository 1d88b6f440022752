"""What it means: the step in words, what moved and what it cost, and its line of code in three dialects."""

from __future__ import annotations

import re
from collections.abc import Iterable

import ipywidgets as widgets

from explorer import words
from explorer.core.coding import code_of
from explorer.core.masks import nothing_kept
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState

__all__ = ["CodePanel", "StoryPanel"]


_STRUCK_COUNT = ("scores", "shares", "blend")


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
        place = self.state.selection.place
        two_flips = place == "two_flips"
        tell = {"two_flips": self._two_flips, "conventions": self._conventions}.get(place, self._one_step)
        self.text.value = tell()
        told, vocabulary = words.STEPS[self.state.selection.step], self.state.view.words
        points = (
            [words.in_words(point, vocabulary) for point in words.ALWAYS]
            if two_flips
            else told.points_in(vocabulary)
        )
        self.points.value = (
            f"<details>{html('summary', 'Say it back')}{_listed(points, 'as-points')}</details>"
        )

    def _one_step(self) -> str:
        step, vocabulary = self.state.step, self.state.view.words
        told, config = words.STEPS[step.name], self.state.config
        facts = [words.tell_swapped(step.swapped, vocabulary), *self._moved()]
        work = words.tell_work(step.cost.clerk_steps, step.cost.bytes_copied, vocabulary)
        facts.append(f"{work}; struck cells not counted" if step.name in _STRUCK_COUNT else work)
        if step.name == "pour":
            named = config.numbers.name if config.numbers else ""
            source = words.tell_source(
                given=self.state.trip.given, words=vocabulary, name=named, bias="bias" in step
            )
            facts.insert(0, source)
        if step.name == "scores" and config.scale != "head_dim":
            facts.insert(0, words.tell_scale(config.scale, vocabulary))
        if step.name == "mask":
            rules = words.tell_mask(
                causal=config.causal,
                window=config.window is not None,
                words=vocabulary,
                window_counts_self=config.window_counts_self,
                by_hand=bool(config.cells_by_hand),
            )
            facts.insert(0, rules)
        if step.name == "shares":
            facts.insert(0, words.tell_shift(shifted=bool(step["shift"].values.any())))
            empty = int(nothing_kept(self.state.trip["mask"]["keep"].values).sum())
            if empty:
                facts.insert(0, words.tell_empty_rows(config.empty_rows, empty, vocabulary))
        return (
            html("h2", f"{self.state.selection.index + 1}  {told.say(vocabulary)}")
            + html("p", self._telling(), class_="as-telling")
            + _listed(facts, "as-facts")
        )

    def _telling(self) -> str:
        config = self.state.config
        return words.tell_step(
            self.state.step.name,
            self.state.view.words,
            scale=config.scale,
            window_counts_self=config.window_counts_self,
        )

    def _moved(self) -> list[str]:
        """Say of each tensor whether it was seen again, copied or worked out; those alike in one line."""
        step, vocabulary = self.state.step, self.state.view.words
        kinds: dict[str, list[str]] = {}
        for name, kind in step.moved.items():
            kinds.setdefault(kind, []).append(words.TENSORS[name].short(vocabulary))
        return [f"{', '.join(names)}: {words.tell_moved(kind)}" for kind, names in kinds.items()]

    def _conventions(self) -> str:
        vocabulary = self.state.view.words
        lines = [
            words.tell_mask(causal=False, window=True, window_counts_self=counts, words=vocabulary)
            for counts in (True, False)
        ]
        lines += [words.tell_empty_rows(policy, words=vocabulary) for policy in ("nan", "zero", "uniform")]
        return html("h2", "One word, several meanings") + _listed(lines, "as-facts")

    def _two_flips(self) -> str:
        vocabulary = self.state.view.words
        parts = [html("h2", "One word, two moves")]
        for name, caption in words.FLIPS.items():
            lines = [
                caption.moved_in(vocabulary),
                caption.stayed_in(vocabulary),
                words.tell_swapped(self.state.trip[name].swapped, vocabulary),
            ]
            parts += [html("h3", caption.title), _listed(lines, "as-facts")]
        return "".join(parts)


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
        step = "mask" if selection.place == "conventions" else selection.step
        code = self._both_flips() if selection.place == "two_flips" else self._one_step(step)
        self.text.value = html(
            "pre", code, tabindex="0", aria_label=f"{words.DIALECT_NAMES[dialect]} code"
        ) + html("button", "Copy", type="button", class_="as-copy", data_copy=code)

    def _one_step(self, step: str) -> str:
        code = code_of(self.state.trip, step, self.state.view.dialect, every_cell=False)
        # In a narrow column a remark stands above its line rather than breaking it.
        return re.sub(r"^(.*?)  (# .*)$", r"\2\n\1", code, flags=re.MULTILINE)

    def _both_flips(self) -> str:
        """Write the one word twice, on the same keys."""
        lines = [line for flip in words.FLIPS for line in self._one_step(flip).splitlines()]
        return "\n".join(line for line in lines if line.startswith("k = "))


def _listed(lines: Iterable[str], class_: str) -> str:
    items = "".join(re.sub(r"`([^`]+)`", r"<code>\1</code>", html("li", line)) for line in lines)
    return f'<ul class="{class_}">{items}</ul>'
