"""What a person looks at: the shape line, the picture, and the choices of what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count

import ipywidgets as widgets

from explorer import words
from explorer.figures import to_svg
from explorer.figures.embedded import embedded_svg
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.scene import Scene, step_scene, two_flips_scene

__all__ = ["PicturePanel"]

_FOLLOWABLE = ("dividers", "reshelve")  # elsewhere all three are drawn, or only one takes part
LEAST_SCALE = 0.9
"""A picture shrinks to the room it has, but no further than this: then it scrolls, and can still be read."""
_serial = count(1)


class PicturePanel(Panel):
    """The scene of the present step as SVG, in one HTML widget that is never replaced.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = PicturePanel(state)
    >>> state.selection = state.selection.replace(step="reshelve")
    >>> "<svg" in panel.picture.value
    True
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        # Two pictures on one page must not share the ids of their cells.
        self._prefix = f"as{next(_serial)}-"
        self._drawn: object = None
        self.shape_line = dressed(widgets.HTML(), "as-shape-line")
        self.picture = dressed(widgets.HTML(), "as-picture")
        self.problem = dressed(widgets.HTML(), "as-problem")
        self.batch = dressed(widgets.Dropdown(), "as-field", "as-pin-batch")
        self.head = dressed(widgets.Dropdown(), "as-field", "as-pin-head")
        self.tensor = dressed(widgets.Dropdown(), "as-field", "as-follow")
        self.colour = dressed(
            widgets.ToggleButtons(options=tuple(words.COLOUR_BY), description="Colour"),
            "as-toggle",
            "as-colour",
        )
        self.matplotlib = dressed(
            widgets.ToggleButton(
                description="matplotlib", tooltip="Draw with matplotlib, as notebooks and files have it"
            ),
            "as-matplotlib",
        )
        fields = [self.batch, self.head, self.tensor, self.colour, self.matplotlib]
        choices = dressed(widgets.HBox(fields), "as-choices")
        self.root = dressed(
            widgets.VBox([self.problem, self.shape_line, self.picture, choices]), "as-picture-panel"
        )
        self.bind(self.batch, self._on_batch)
        self.bind(self.head, self._on_head)
        self.bind(self.tensor, self._on_tensor)
        self.bind(self.colour, self._on_colour)
        self.bind(self.matplotlib, self._on_matplotlib)
        self.follow(self._refresh_choices, "config", "selection", "view")
        self.follow(self._refresh_picture, "config", "selection", "view")
        self.follow(self._refresh_problem, "problem")

    def _on_batch(self, batch: int) -> None:
        self.state.selection = self.state.selection.replace(batch=batch)

    def _on_head(self, head: int) -> None:
        self.state.selection = self.state.selection.replace(head=None if head < 0 else head)

    def _on_tensor(self, tensor: str) -> None:
        self.state.selection = self.state.selection.replace(tensor=tensor)

    def _on_colour(self, colour: str) -> None:
        self.state.view = self.state.view.replace(colour=colour)

    def _on_matplotlib(self, wanted: bool) -> None:
        self.state.view = self.state.view.replace(drawn_by="matplotlib" if wanted else "page")

    def _refresh_choices(self) -> None:
        config, selection, view = self.state.config, self.state.selection, self.state.view
        axis = {name: words.AXES[name].short(view.words) for name in ("batch", "head")}
        _offer(self.batch, axis["batch"], [(f"{i}", i) for i in range(config.batch)], selection.batch)
        # A Dropdown cannot tell the option None from "nothing chosen", so -1 stands for all of them.
        heads = [("all", -1), *((f"{i}", i) for i in range(config.heads))]
        _offer(self.head, axis["head"], heads, -1 if selection.head is None else selection.head)
        names = [(words.TENSORS[name].short(view.words), name) for name in ("query", "key", "value")]
        _offer(self.tensor, "follow", names, selection.tensor)
        self.batch.disabled = config.batch == 1
        self.head.disabled = config.heads == 1
        self.tensor.disabled = selection.step not in _FOLLOWABLE or selection.place == "two_flips"
        self.colour.value = view.colour
        self.matplotlib.value = view.drawn_by == "matplotlib"

    def _refresh_picture(self) -> None:
        selection, look, trip = self.state.selection, self.state.look, self.state.trip
        wanted = (trip, selection.place, selection.step, look, self.state.view.drawn_by)
        if wanted == self._drawn:
            return
        two_flips = selection.place == "two_flips"
        scene = two_flips_scene(trip, look) if two_flips else step_scene(trip, selection.step, look)
        room = f"min-width: {scene.width * LEAST_SCALE:.0f}px; min-height: {scene.height * LEAST_SCALE:.0f}px"
        self.picture.value = f'<div class="as-paper" style="{room}">{self._written(scene)}</div>'
        self.shape_line.value = html("p", scene.shape_line)
        self._drawn = wanted

    def _written(self, scene: Scene) -> str:
        if self.state.view.drawn_by == "page":
            return to_svg(scene, prefix=self._prefix)
        from explorer.figures.drawing import draw  # matplotlib: only once somebody asks for it

        return embedded_svg(draw(scene), scene, prefix=self._prefix)

    def _refresh_problem(self) -> None:
        problem = self.state.problem
        if problem is None:
            self.problem.value = ""
            return
        lead = "Something broke, and it is not your doing: " if problem.is_bug else ""
        self.problem.value = f'<p role="alert">{escape(lead + problem.text)}</p>'


def _offer(
    control: widgets.Dropdown, label: str, options: Sequence[tuple[str, object]], value: object
) -> None:
    """Set a dropdown's label, options and value, touching only what differs."""
    control.description = label
    if control.options != tuple(options):
        control.options = tuple(options)
    control.value = value
