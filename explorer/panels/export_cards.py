"""What can be taken home, as a person sees it: a card each, with its purpose, its choices and its buttons."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as widgets

from explorer.exports.paper import PAPERS
from explorer.panels.base import dressed, html
from explorer.panels.export_delivery import Delivery

__all__ = ["Card", "Cards"]

_PAPER = {"a4": "A4", "letter": "Letter"}
_MOST_SEED = 999_999


class Card:
    """One thing to take home.

    Parameters
    ----------
    key : str
    name : str
        Its heading.
    line : str
        What it is for.
    what : str
        What is being made, in a sentence.
    kinds : sequence of str
        The kinds of file, a button each.
    choices : sequence of ipywidgets.Widget

    Examples
    --------
    >>> card = Card("trip", "The whole trip", "To print.", "the trip", ["pdf"])
    >>> card.buttons["pdf"].description, card.buttons["pdf"].tooltip
    ('PDF', 'The whole trip as PDF')
    """

    def __init__(
        self,
        key: str,
        name: str,
        line: str,
        what: str,
        kinds: Sequence[str],
        choices: Sequence[widgets.Widget] = (),
    ) -> None:
        self.key, self.what = key, what
        self.delivery = dressed(Delivery(name=name), "as-delivery-box")
        self.buttons = {
            kind: dressed(
                widgets.Button(description=kind.upper(), tooltip=f"{name} as {kind.upper()}"),
                f"as-take-{key}-{kind}",
            )
            for kind in kinds
        }
        told = widgets.HTML(html("h2", name) + html("p", line, class_="as-hint"))
        row = dressed(widgets.HBox([*choices, *self.buttons.values()]), "as-take-row")
        self.root = dressed(widgets.VBox([told, row, self.delivery]), "as-take", f"as-take-{key}")


class Cards:
    """All of them, and their choices.

    Attributes
    ----------
    way : ipywidgets.Dropdown
        The right trip, or the one with the wrong turns that are taken on the page.
    which : ipywidgets.Dropdown
        The picture that is taken.
    paper, sheet_paper : ipywidgets.Dropdown
    seed : ipywidgets.BoundedIntText
    turns : ipywidgets.SelectMultiple
        The wrong turns of a lesson.
    sizes : ipywidgets.Text
        Its sizes.
    all : tuple of Card

    Examples
    --------
    >>> [card.key for card in Cards().all]
    ['picture', 'trip', 'numbers', 'worksheet', 'lesson']
    """

    def __init__(self) -> None:
        self.way = dressed(widgets.Dropdown(), "as-field", "as-take-way")
        self.which = dressed(widgets.Dropdown(), "as-field", "as-take-which")
        self.paper, self.sheet_paper = _paper(), _paper()
        self.seed = dressed(
            widgets.BoundedIntText(value=0, min=0, max=_MOST_SEED, description="Seed"),
            "as-field",
            "as-take-seed",
        )
        self.turns = dressed(
            widgets.SelectMultiple(rows=4, description="Wrong turns to look at in it (Ctrl for several)"),
            "as-field",
            "as-take-turns",
        )
        self.sizes = dressed(
            widgets.Text(description="Other sizes too", placeholder="T3 H2 D2; T5 H3 D4"),
            "as-field",
            "as-take-sizes",
        )
        self.picture = Card(
            "picture",
            "Picture",
            "One picture for a slide or a handout, with the words, colours, theme and pins of this page.",
            "the picture",
            ("png", "svg", "pdf"),
            [self.which],
        )
        self.trip = Card(
            "trip",
            "The whole trip",
            "All ten steps, a page each, on light paper: to print or to leaf through.",
            "the whole trip",
            ("pdf",),
            [self.paper],
        )
        self.numbers = Card(
            "numbers",
            "The numbers",
            "Every number of every step, with the names of the axes: for a program of your own. "
            "numpy.load opens the NPZ.",
            "the file of numbers",
            ("npz", "json"),
        )
        self.worksheet = Card(
            "worksheet",
            "Worksheet",
            "Blank grids for a pencil, the answers on pages of their own. Seed 0 prints the numbers at hand, "
            "any other draws small whole ones, always the same.",
            "the worksheet",
            ("pdf",),
            [self.seed, self.sheet_paper],
        )
        self.lesson = Card(
            "lesson",
            "Lesson to carry",
            "One HTML file that opens anywhere, with no network: from a USB stick or a course page. Where "
            "there are other sizes too, a reader chooses among them. With many wrong turns and a large trip "
            "it takes a while: how large the file will be is told at once, roughly, and how long it takes as "
            "soon as a first part is made.",
            "the lesson",
            ("html",),
            [self.turns, self.sizes],
        )
        self.all = (self.picture, self.trip, self.numbers, self.worksheet, self.lesson)
        session = html(
            "p", "To go on here another day, save the session: Save, at the top.", class_="as-hint"
        )
        hint = dressed(widgets.HTML(session), "as-take-session")
        self.root = dressed(widgets.VBox([self.way, *(card.root for card in self.all), hint]), "as-takes")


def _paper() -> widgets.Dropdown:
    control = widgets.Dropdown(options=[(_PAPER[name], name) for name in PAPERS], description="Paper")
    return dressed(control, "as-field", "as-take-paper")
