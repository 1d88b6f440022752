"""How many tokens, heads, numbers and books there are, and how far back a token may look."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from explorer import words
from explorer.core.config import Config, divisors
from explorer.core.ties import distinct, ties
from explorer.errors import ConfigError
from explorer.panels.base import Panel, dressed, html
from explorer.panels.limits import LIMITS, limit
from explorer.panels.state import ExplorerState

__all__ = ["SizesPanel"]


class SizesPanel(Panel):
    """A slider and a number box for each size, the dividers of the same row, and what equal sizes hide.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = SizesPanel(state)
    >>> panel.sliders["tokens"].value = 5
    >>> state.config.tokens
    5
    >>> panel.dividers.options
    (('1 × 4', (1, 4)), ('2 × 2', (2, 2)), ('4 × 1', (4, 1)))
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.labels = {size: dressed(widgets.HTML(), "as-size-label") for size in LIMITS}
        self.sliders = {
            size: dressed(widgets.IntSlider(min=1, max=top, readout=False), "as-slider", f"as-slider-{size}")
            for size, top in LIMITS.items()
        }
        # Not an IntText: it swallows points and commas as they are typed, and takes 1.5 for 15.
        self.numbers = {
            size: dressed(widgets.Text(continuous_update=False), "as-number", f"as-number-{size}")
            for size in LIMITS
        }
        self.width = dressed(widgets.HTML(), "as-size-label")
        self.dividers = dressed(
            widgets.ToggleButtons(options=_same_row(Config()), description="Dividers"),
            "as-toggle",
            "as-dividers",
        )
        self.reset = dressed(
            widgets.Button(description="Pencil example", tooltip="Back to B 1, T 3, H 2, D 2, W 2"),
            "as-reset",
        )
        self.ties = dressed(widgets.HTML(), "as-ties")
        self.distinct = dressed(
            widgets.Button(
                description="Make them differ",
                tooltip="The nearest sizes of which no two are equal and none is 1",
            ),
            "as-distinct",
        )
        rows = [
            dressed(
                widgets.VBox([self.labels[size], widgets.HBox([self.sliders[size], self.numbers[size]])]),
                "as-size",
            )
            for size in LIMITS
        ]
        self.root = dressed(
            widgets.VBox([*rows, self.width, self.dividers, self.ties, self.distinct, self.reset]),
            "as-tab",
            "as-tab-sizes",
        )
        for size in LIMITS:
            self.bind(self.sliders[size], partial(self._on_size, size))
            self.bind(self.numbers[size], partial(self._on_typed, size))
        self.bind(self.dividers, self._on_dividers)
        self.bind_click(self.reset, self._on_reset)
        self.bind_click(self.distinct, self._on_distinct)
        self.follow_soon(self._refresh, "config", "view", "problem")

    def _on_typed(self, size: str, text: str) -> None:
        whole = text.strip().isdecimal() and len(text) < 20
        self._on_size(size, int(text) if whole else text)
        with self._quietly():
            self._refresh()  # " 3 " is 3, and changes nothing else

    def _on_size(self, size: str, value: int | str) -> None:
        top = limit(size, self.state.config)
        # A box takes any text, and a slider's own bounds are only the browser's.
        if isinstance(value, str) or not 1 <= value <= top:
            larger = isinstance(value, int) and value > top
            raise ConfigError(
                f"Cannot show {words.SIZES[size].letter} = {value!s:.40} on this page: "
                f"choose a whole number from 1 to {top}."
                + (" In Python, explorer.trace(explorer.Config(...)) takes larger ones." if larger else "")
            )
        self.state.config = self.state.config.replace(**{size: value})

    def _on_dividers(self, pair: tuple[int, int]) -> None:
        heads, head_dim = pair
        self.state.config = self.state.config.replace(heads=heads, head_dim=head_dim)

    def _on_reset(self) -> None:
        self.state.config = Config()

    def _on_distinct(self) -> None:
        self.state.config = distinct(self.state.config)

    def _refresh(self) -> None:
        config, vocabulary = self.state.config, self.state.view.words
        for size in LIMITS:
            term, slider = words.SIZES[size], self.sliders[size]
            letter = f'<b class="as-letter as-letter-{term.letter}">{term.letter}</b>'
            self.labels[size].value = f"{letter} {term.short(vocabulary)}"
            # noUiSlider cannot draw a range of one value: with one token the slider rests, disabled.
            slider.disabled = limit(size, self.state.config) == 1
            slider.max = max(limit(size, self.state.config), 2)
            slider.value = getattr(config, size) or config.tokens
            self.numbers[size].value = f"{slider.value}"
        self.width.value = (
            f'<b class="as-letter">C</b> {words.SIZES["width"].short(vocabulary)} = '
            f"{config.heads} × {config.head_dim} = <b>{config.width}</b>"
        )
        options = _same_row(config)
        if self.dividers.options != options:
            self.dividers.options = options
        self.dividers.value = (config.heads, config.head_dim)
        found = ties(config)
        equal = ", ".join(dict.fromkeys(tie.equal for tie in found))
        hidden = "".join(html("li", tie.text) for tie in found)
        self.ties.value = (
            f"<details>{html('summary', f'Ties: {equal}')}<ul>{hidden}</ul></details>" if found else ""
        )
        self.distinct.layout.display = "" if distinct(config) != config else "none"


def _same_row(config: Config) -> tuple[tuple[str, tuple[int, int]], ...]:
    """Every way to divide a row of this width."""
    pairs = [(heads, config.width // heads) for heads in divisors(config.width)]
    return tuple((f"{heads} × {head_dim}", (heads, head_dim)) for heads, head_dim in pairs)
