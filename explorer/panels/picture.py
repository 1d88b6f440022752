"""What a person looks at: the shape line, the living picture, and what they point at in it."""

from __future__ import annotations

from contextlib import suppress
from html import escape
from typing import Any

import ipywidgets as widgets

from explorer.core.editing import number_from, pasted, rows_from, typed
from explorer.core.explain import Explanation
from explorer.core.place import Place
from explorer.errors import UnknownNameError
from explorer.panels.base import Panel, dressed, html
from explorer.panels.predict_marks import marks
from explorer.panels.records import Problem
from explorer.panels.state import ExplorerState
from explorer.scene.magnified import magnified
from explorer.scene.moves import TWO_FLIPS, moves
from explorer.scene.pointing import cells_at, find_cell, find_in_image, is_traceable, place_of
from explorer.scene.typing_over import along, editable_roles
from explorer.stage import Stage

__all__ = ["PicturePanel"]

_LONGEST_NUMBER = 100  # characters


class PicturePanel(Panel):
    """The scene of the present step on the stage.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = PicturePanel(state)
    >>> state.selection = state.selection.replace(step="reshelve")
    >>> panel.on_message({"kind": "touch", "cell": "after/key:b0:t1:h0:d1"})
    >>> state.selection.touched.coords
    (('batch', 0), ('head', 0), ('token', 1), ('head_dim', 1))
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self._wanted: tuple[Any, ...] = ()
        self._under = ""  # the cell of an image that was told last, by its id
        self.scene = state.scene
        self.shape_line = dressed(widgets.HTML(), "as-shape-line")
        self.stage = dressed(Stage(), "as-picture", "as-stage")
        self.problem = dressed(widgets.HTML(), "as-problem")
        self.again = dressed(
            widgets.Button(description="Again", tooltip="See this step's move again"), "as-again"
        )
        self.save = dressed(widgets.HTML(), "as-saves")
        bar = dressed(widgets.HBox([self.shape_line, self.save, self.again]), "as-picture-bar")
        self.root = dressed(widgets.VBox([self.problem, bar, self.stage]), "as-picture-panel")
        self.bind_click(self.again, self.stage.replay)
        self.hear(self.stage, self.on_message)
        self.follow(self._refresh_picture, "config", "selection", "view")
        self.follow(self._refresh_light, "config", "selection", "view")
        self.follow(self._refresh_lens, "config", "selection", "view")
        self.follow(self._refresh_problem, "problem")

    def on_message(self, content: object) -> None:
        """Take note of the cell that a person points at or pins.

        Parameters
        ----------
        content : object
            Anything: whoever holds the page's websocket can send it. Unknown messages are let be.
        """
        match content:
            case {"kind": "touch" | "pin", "cell": None | str() as name} if self._is_apart:
                with suppress(UnknownNameError):
                    self.state.pointed = find_cell(self.scene, name)[1].title if name else ""
            case {"kind": "touch", "cell": None}:
                self.state.selection = self.state.selection.replace(touched=None)
            case {"kind": "touch", "cell": str(name)}:
                # The pointer may have rested on a picture that is gone by now: that is nobody's mistake.
                with suppress(UnknownNameError):
                    place, self._under = self._place(name), name
                    self.state.selection = self.state.selection.replace(touched=place)
            case {"kind": "pin", "cell": None}:
                self.state.selection = self.state.selection.replace(pinned=None)
            case {"kind": "pin", "cell": str(name)}:
                place, pinned = self._place(name), self.state.selection.pinned
                self._under = name
                self.state.selection = self.state.selection.replace(
                    touched=place, pinned=None if place == pinned else place
                )

            case {"kind": "type", "cell": str(name), "text": str(text)} if len(text) <= _LONGEST_NUMBER:
                self.state.config = typed(self.state.trip, self._place(name), number_from(text))
            case {"kind": "paste", "cell": str(name), "text": str(text)}:
                panel, cell = find_cell(self.scene, name)
                corner, axes = along(
                    self.state.trip, place_of(self.state.trip, self.scene, panel, cell), panel
                )
                self.state.config = pasted(self.state.trip, corner, axes, rows_from(text))

    @property
    def _is_apart(self) -> bool:
        """Whether the picture's numbers are not the trip's, and it tells itself what each of them is."""
        return self.state.selection.place in ("wrong_turns", "sandbox") and not is_traceable(self.scene)

    def _place(self, name: str) -> Place:
        return place_of(self.state.trip, self.scene, *find_cell(self.scene, name))

    def _refresh_picture(self) -> None:
        selection, view, trip = self.state.selection, self.state.view, self.state.trip
        where = (selection.place, selection.step, self.state.aside)
        pins = (selection.batch, selection.head, selection.tensor)
        shown = (view.words, view.colour, view.shown_theme, view.decimals)
        wanted = (trip, where, pins, shown, view.drawn_by)
        if wanted == self._wanted:
            return
        self.scene = self.state.scene
        # What a person walks to is seen to move; a change of sizes, colours or pins is shown at once.
        before, self._wanted = self._wanted, wanted
        walked = bool(before) and before[0] is trip and before[1] != where and before[2:] == wanted[2:]
        left = before[1][1] if walked and before[1][0] == selection.place else ""
        how = self._moves(left)
        run = self.state.run if self.state.is_asking else None
        in_motion = walked and not (run and run.is_open)  # what is asked about is still to be seen to move
        with self.stage.hold_sync():  # one message
            self.stage.draw(self.scene, how, in_motion=in_motion, svg=self._by_matplotlib(view.drawn_by))
            can_edit = not view.locked and run is None  # other numbers would be other questions
            self.stage.editable = list(editable_roles(trip, self.scene)) if can_edit else []
        self.shape_line.value = html("p", self.scene.shape_line)
        self.again.disabled = how is None or how["own"] is None or view.drawn_by != "page"

    def _moves(self, left: str) -> Any:
        selection = self.state.selection
        if selection.place in ("walk", "predict"):
            return moves(left, selection.step, selection.tensor)
        return TWO_FLIPS if selection.place == "two_flips" else None

    def _by_matplotlib(self, drawn_by: str) -> str | None:
        self.save.value = ""
        if drawn_by == "page":
            return None
        from explorer.figures.drawing import draw  # matplotlib: only once somebody asks for it
        from explorer.figures.embedded import data_uri, embedded_svg

        figure = draw(self.scene)
        name = f"{self.state.selection.place}-{self.scene.step}".removeprefix("walk-")
        links = [
            html(
                "a",
                f"Save {kind.upper()}",
                href=data_uri(figure, kind),
                download=f"{name}.{kind}",
                class_="as-save",
            )
            for kind in ("png", "svg", "pdf")
        ]
        self.save.value = " ".join(links)
        return embedded_svg(figure, self.scene, prefix=self.stage.prefix)

    def _refresh_light(self) -> None:
        selection, trip, run = self.state.selection, self.state.trip, self.state.run
        lit = marks(run, self.scene) if self.state.is_asking and run else {}
        if selection.touched is not None:
            place = selection.touched
            told = trip.explain(place.step, place.tensor, **dict(place.coords))
            lit["operand"] = self._cells(self._read_for(told))
        if selection.pinned is not None:
            place = selection.pinned
            back, onward = self.state.lineage(place)
            lit["traced"] = sorted({*self._cells(back), *self._cells(onward)})
            lit["pinned"] = self._cells({place})
        self.stage.light(**lit)

    def _read_for(self, told: Explanation) -> set[Place]:
        """Find what a number was worked out from; of a score, the factors of its match too."""
        places = {operand.place for operand in told.operands}
        for place in [
            place for place in places if place.tensor == "matches" and place.step == told.place.step
        ]:
            match = self.state.trip.explain(place.step, place.tensor, **dict(place.coords))
            places |= {operand.place for operand in match.operands}
        return places

    def _refresh_lens(self) -> None:
        """Show from near what is touched in an image, and nothing once something else is touched."""
        touched = self.state.selection.touched
        at = find_in_image(self.scene, self._under) if touched is not None else None
        if at is None or self._place(self._under) != touched or self.state.view.drawn_by != "page":
            self._under = ""
            self.stage.magnify()
            return
        number, row, column = at
        panel, look = self.scene.panels[number], self.state.look
        self.stage.magnify(self._under, magnified(self.state.trip, self.scene, panel, row, column, look))

    def _cells(self, places: Any) -> list[str]:
        return cells_at(self.state.trip, self.scene, places)

    def _refresh_problem(self) -> None:
        problem: Problem | None = self.state.problem
        if problem is None:
            self.problem.value = ""
            return
        lead = "Something broke, and it is not your doing: " if problem.is_bug else ""
        self.problem.value = f'<p role="alert">{escape(lead + problem.text)}</p>'
