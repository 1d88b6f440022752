"""Script in every word that somebody may have typed, given to all that writes markup: none becomes markup."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import ipywidgets as widgets
import pytest

import explorer as ex
from explorer.exports.lesson_page import page_of
from explorer.figures import draw
from explorer.figures.embedded import embedded_svg
from explorer.figures.picture import Picture
from explorer.panels.base import html
from explorer.panels.code_marks import marked
from explorer.panels.picture import PicturePanel
from explorer.panels.records import Problem
from explorer.panels.state import ExplorerState
from explorer.panels.tables import _table
from explorer.scene import Look, Scene, step_scene
from explorer.scene.display import Label
from explorer.stage.svg import to_svg

PLAIN = "word"
# The way out of an attribute, of an element's text, and of what an image draws.
SCRIPTS = [
    '"><img src=x onerror=ran()>',
    "</script></title><script>ran()</script>",
    '" onload="ran()" x="',
    "&lt;",
]
BOOK = step_scene(ex.trace(), "scores", Look(heading=True))
SHELF = step_scene(ex.trace(ex.Config(tokens=40, heads=2, head_dim=8, source="poured")), "scores")


class Markup(HTMLParser):
    """Reads markup as a browser does; which elements it has, with which attributes, and what it says."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, ...]] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        self.elements.append((tag, *(name for name, _ in attrs)))
        self.said += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        """Take note of a text."""
        self.said.append(data)


def with_words(scene: Scene, word: str) -> Scene:
    """Put a word in the place of all that a scene says."""
    panels = []
    for panel in scene.panels:
        cells = tuple(dataclasses.replace(c, identity=word, title=word, text=word) for c in panel.cells)
        image = panel.image and dataclasses.replace(panel.image, title=word)
        panels.append(dataclasses.replace(panel, role=word, title=word, cells=cells, image=image))
    marks = tuple(
        dataclasses.replace(mark, text=word) if isinstance(mark, Label) else mark for mark in scene.marks
    )
    return dataclasses.replace(scene, title=word, alt=word, panels=tuple(panels), marks=marks)


def in_problem(word: str) -> str:
    state = ExplorerState()
    panel = PicturePanel(state)
    state.problem = Problem(word)
    return panel.problem.value


def on_the_page(word: str) -> str:
    """Write all texts of a page whose tokens are named so, and where a number of one of them is pinned."""
    page = ex.build(ex.Config(labels=(word, "b", "c")))
    page.state.selection = page.state.selection.replace(step="scores")
    panel = page.picture.scene.panels[-1]
    page.picture.on_message({"kind": "pin", "cell": f"{panel.role}/{panel.cells[0].identity}"})
    written, left = "", [page]
    while left:
        widget = left.pop()
        left += getattr(widget, "children", ())
        written += widget.value if isinstance(widget, widgets.HTML) else ""
    page.close()
    return written


def in_caption(word: str) -> str:
    panel = BOOK.panels[0]
    return _table(dataclasses.replace(panel, title=word, role=word), "pencil", None)


def in_figure(word: str) -> str:
    figure = Picture(figsize=(1, 1))
    figure.alt = word
    return figure._repr_html_()


WRITERS: dict[str, Callable[[str], str]] = {
    "the picture": lambda word: to_svg(with_words(BOOK, word), word),
    "the picture of a large trip": lambda word: to_svg(with_words(SHELF, word)),
    "a picture by matplotlib": lambda word: embedded_svg(
        draw(BOOK), dataclasses.replace(BOOK, title=word, alt=word)
    ),
    "a figure in a notebook": in_figure,
    "an element": lambda word: html("p", word, class_=word, data_copy=word),
    "lines of code that are alike": lambda word: marked(f"a = {word}", f"b = {word}"),
    "lines of code that begin alike": lambda word: marked(f"{word} = a", f"{word} = b"),
    "lines of code with a word of one": lambda word: marked("a = 1", f"a = {word}"),
    "lines of code that are blank but for one": lambda word: marked(word, f"{word} "),
    "a remark": lambda word: marked("a = 1", f"a = 2  # {word}"),
    "a problem": in_problem,
    "the page": on_the_page,
    "a table's caption": in_caption,
    "the lesson's title": lambda word: page_of({"title": word, "x": [word]}, []),
}


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("writer", WRITERS)
def test_what_somebody_typed_is_said_and_nothing_else_comes_of_it(writer: str, script: str) -> None:
    write = WRITERS[writer]
    plain, odd = Markup(write(PLAIN)), Markup(write(script))
    assert set(odd.elements) <= set(plain.elements)
    said: Any = [text for text in odd.said if script[:9] in text]
    assert said, "it is not told at all"
