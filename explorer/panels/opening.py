"""Numbers of one's own, and saved sessions: a file is opened, and what it does not tell is asked."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from explorer.core.numbers import Numbers
from explorer.errors import ConfigError, ExplorerError
from explorer.files import (
    ENDINGS,
    MOST_BYTES,
    Pile,
    Question,
    Reading,
    fitting,
    guess,
    numbers_from,
    preview,
    read_bytes,
)
from explorer.panels.base import Panel, dressed, html
from explorer.panels.file_picker import FilePicker
from explorer.panels.session import is_session, open_session
from explorer.panels.state import ExplorerState

__all__ = ["OpeningPanel"]


class OpeningPanel(Panel):
    """Opens a file of numbers, or a session that this page saved.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = OpeningPanel(state)
    >>> panel.open("mine.json", b'{"q": [[1, 0]], "k": [[0, 1]], "v": [[2, 2]]}')
    >>> state.trip["cut"]["value"].values.tolist()
    [[[2.0, 2.0]]]
    >>> state.undo()
    >>> state.config.numbers is None
    True
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self._pile: Pile | None = None
        self._reading: Reading | None = None
        self._used: Numbers | None = None
        self.picker = FilePicker(
            label="Open numbers or a session", accept=",".join(ENDINGS), most_bytes=MOST_BYTES
        )
        self.questions = dressed(widgets.VBox(), "as-questions")
        self.preview = dressed(widgets.HTML(), "as-preview")
        self.use = dressed(
            widgets.Button(description="Use these numbers", tooltip="Undo brings back what was there before"),
            "as-use",
        )
        self.leave = dressed(widgets.Button(description="Leave them"), "as-leave")
        buttons = widgets.HBox([self.use, self.leave])
        self.root = dressed(widgets.VBox([self.picker, self.questions, buttons, self.preview]), "as-opening")
        self.picker.on_file(self._on_file)
        self._undo.append(lambda: self.picker.on_file(self._on_file, remove=True))
        self.bind_click(self.use, self._on_use)
        self.bind_click(self.leave, self._on_leave)
        self.follow(self._refresh, "config", "view")
        self._show()

    def open(self, name: str, data: bytes) -> None:
        """Take a file: use it at once where it tells everything, else ask.

        Parameters
        ----------
        name : str
        data : bytes

        Raises
        ------
        FileError, DataError, ShapeError, ConfigError
            If it can't be read, or the page is locked. What was there stays.
        """
        self._pile = self._reading = None
        try:
            if self.state.view.locked:
                raise ConfigError(
                    f"Cannot open a file here: this page is locked to the preset {self.state.view.locked!r}."
                )
            if is_session(data):
                self.state.arrive(open_session(data, self.state.start))
                self.picker.said = "The session is open."
                return
            pile = read_bytes(data, name)
            reading = guess(pile)
            self._pile, self._reading = pile, reading
            if not reading.open:
                self._take(pile, reading)
        except ExplorerError:
            self._pile = self._reading = None  # nothing is left to choose
            raise
        finally:
            self._show()

    def _take(self, pile: Pile, reading: Reading) -> None:
        config, left_out = fitting(numbers_from(pile, reading), budget=self.state.config.budget)
        self.state.config, self._used = config, config.numbers
        if self.state.problem is None:
            self.picker.said = " ".join([f"{pile.name} is open.", *pile.notes, left_out]).strip()

    def _on_file(self, name: str, data: bytes) -> None:
        with self.state.telling_problems():
            self.open(name, data)
        if self.state.problem is not None:
            self.picker.said = self.state.problem.text

    def _on_answer(self, field: str, place: int) -> None:
        if self._pile is None or self._reading is None:
            return
        question = next(asked for asked in self._reading.questions if asked.field == field)
        answers = self._reading.with_answer(field, question.choices[place][1])
        self._reading = guess(self._pile, answers)
        self._show()

    def _on_use(self) -> None:
        if self._pile is not None and self._reading is not None:
            self._take(self._pile, self._reading)

    def _on_leave(self) -> None:
        self._pile = self._reading = self._used = None
        self.picker.said = ""
        self._show()

    def _refresh(self) -> None:
        self.picker.disabled = bool(self.state.view.locked)
        if self._used is not None and self.state.config.numbers != self._used:
            self._on_leave()  # other numbers are shown by now: what was said of these is past

    def _show(self) -> None:
        pile, reading = self._pile, self._reading
        for old in self.questions.children:
            old.close()
        self.questions.children = [self._ask(question) for question in reading.questions] if reading else []
        for button in (self.use, self.leave):
            button.layout.display = "" if reading else "none"
        self.preview.value = (
            html("pre", "\n".join(map(str, preview(pile, reading))), tabindex="0", aria_label="What was read")
            if pile and reading
            else ""
        )
        if reading and reading.open:
            self.picker.said = "The file does not tell how it is to be read. Choose below, then use it."

    def _ask(self, question: Question) -> widgets.Widget:
        # A Dropdown takes None for "nothing chosen", and None can be an answer: it is told by its place.
        options = [(label, place) for place, (label, _) in enumerate(question.choices)]
        chosen = next(i for i, (_, value) in enumerate(question.choices) if value == question.chosen)
        control = dressed(
            widgets.Dropdown(options=options, value=chosen, description=question.text), "as-field"
        )
        self.bind(control, partial(self._on_answer, question.field))
        return control
