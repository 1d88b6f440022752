"""What a person changes: how many tokens, heads, numbers, books, and how far back a token may look."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from explorer import words
from explorer.core.config import Config, divisors
from explorer.errors import ConfigError
from explorer.panels.base import Panel, dressed
from explorer.panels.state import ExplorerState

__all__ = ["LIMITS", "SizesPanel"]

LIMITS = {"tokens": 8, "heads": 4, "head_dim": 6, "window": 8, "batch": 3}
"""The largest size the page's sliders go to, so that every number can still be read; the API goes further."""


class SizesPanel(Panel):
    """A slider and a number box for each size, the dividers of the same row, and where numbers come from.

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
        self.source = dressed(
            widgets.ToggleButtons(
                options=[("given", "pencil"), ("poured", "poured")], description="Q, K, V are"
            ),
            "as-toggle",
            "as-source",
        )
        self.reset = dressed(
            widgets.Button(description="Pencil example", tooltip="Back to B 1, T 3, H 2, D 2, W 2"),
            "as-reset",
        )
        rows = [
            dressed(
                widgets.VBox([self.labels[size], widgets.HBox([self.sliders[size], self.numbers[size]])]),
                "as-size",
            )
            for size in LIMITS
        ]
        self.root = dressed(
            widgets.VBox([*rows, self.width, self.dividers, self.source, self.reset]), "as-sizes"
        )
        for size in LIMITS:
            self.bind(self.sliders[size], partial(self._on_size, size))
            self.bind(self.numbers[size], partial(self._on_typed, size))
        self.bind(self.dividers, self._on_dividers)
        self.bind(self.source, self._on_source)
        self.bind_click(self.reset, self._on_reset)
        self.follow(self._refresh, "config", "view", "problem")

    def _on_typed(self, size: str, text: str) -> None:
        whole = text.strip().isdecimal() and len(text) < 20
        self._on_size(size, int(text) if whole else text)
        with self._quietly():
            self._refresh()  # " 3 " is 3, and changes nothing else

    def _on_size(self, size: str, value: int | str) -> None:
        top = self._limit(size)
        # A box takes any text, and a slider's own bounds are only the browser's.
        if isinstance(value, str) or not 1 <= value <= top:
            larger = isinstance(value, int) and value > top
            raise ConfigError(
                f"Cannot show {words.SIZES[size].letter} = {value} on this page: "
                f"choose a whole number from 1 to {top}."
                + (" In Python, explorer.trace(explorer.Config(...)) takes larger ones." if larger else "")
            )
        self.state.config = self.state.config.replace(**{size: value})

    def _on_dividers(self, pair: tuple[int, int]) -> None:
        heads, head_dim = pair
        self.state.config = self.state.config.replace(heads=heads, head_dim=head_dim)

    def _on_source(self, source: str) -> None:
        self.state.config = self.state.config.replace(source=source)

    def _on_reset(self) -> None:
        self.state.config = Config()

    def _limit(self, size: str) -> int:
        """Give the slider's top: never below what is set, so that no number changes by itself."""
        config = self.state.config
        value = getattr(config, size) or 1
        return max(config.tokens if size == "window" else LIMITS[size], value)

    def _refresh(self) -> None:
        config, vocabulary = self.state.config, self.state.view.words
        for size in LIMITS:
            term, slider = words.SIZES[size], self.sliders[size]
            letter = f'<b class="as-letter as-letter-{term.letter}">{term.letter}</b>'
            self.labels[size].value = f"{letter} {term.short(vocabulary)}"
            # noUiSlider cannot draw a range of one value: with one token the slider rests, disabled.
            slider.disabled = self._limit(size) == 1
            slider.max = max(self._limit(size), 2)
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
        self.source.value = config.source


def _same_row(config: Config) -> tuple[tuple[str, tuple[int, int]], ...]:
    """Every way to divide a row of this width."""
    pairs = [(heads, config.width // heads) for heads in divisors(config.width)]
    return tuple((f"{heads} × {head_dim}", (heads, head_dim)) for heads, head_dim in pairs)
