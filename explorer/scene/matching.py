"""The two products, drawn in a corner each: scores (queries by keys) and blend (shares by values)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.scene.arrows import outline
from explorer.scene.canvas import Canvas
from explorer.scene.captions import alt_text, limits, named
from explorer.scene.cells import cell_size
from explorer.scene.frame import Plan
from explorer.scene.grids import Grid
from explorer.scene.layout import Density, Node, column, wrapped
from explorer.scene.lettering import advance
from explorer.scene.numerals import bracketed, number_text
from explorer.scene.products import Corner
from explorer.scene.setting import Setting
from explorer.scene.shape_line import Shape, ShapeLine
from explorer.scene.shelves import Shelf, labels, shelf_label
from explorer.scene.without import Without, without_stand_up

__all__ = ["blend", "mixture", "scores"]

_ASKING, _LOOKED_AT = "query_token", "key_token"
_SAID = 12.0
_BETWEEN = 4.0
_MOST_TERMS = 5


def _match(setting: Setting, density: Density, head: int) -> Corner:
    """Lay out queries beside, keys standing on top, a match in every corner."""
    step, pins = setting.trip["scores"], {"head": head}
    query, key, matches = step.inputs["query"], step.inputs["key"], step["matches"]
    wide = cell_size(setting, density.cell, query, key, matches, step["scores"])
    return Corner(
        setting,
        left=Grid(
            setting, "query", query, ("token",), ("head_dim",), cell_size(setting, density.cell, query, key),
            pins, row_labels="letter", left="word", top="letter", roles={"token": _ASKING},
        ),
        top=Grid(
            setting, "key", key, ("head_dim",), ("token",), wide, pins,
            left="letter", top="word", roles={"token": _LOOKED_AT},
        ),
        result=Grid(setting, "matches", matches, (_ASKING,), (_LOOKED_AT,), wide, pins, edges=False),
        names=(named(setting, query, tight=True), named(setting, key, tight=True),
               named(setting, matches, tight=True)),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Scaled:
    """One head's matches in their corner, and the scores they become: under them, or beside them."""

    setting: Setting
    corner: Corner
    scores: Grid
    told: tuple[str, str]
    beside: bool

    @cached_property
    def said(self) -> float:
        """How wide the words between them are."""
        return max(advance(text, _SAID, bold=True) for text in self.told) + 12

    @cached_property
    def width(self) -> float:
        """The corner's, and the scores' where they stand beside it."""
        return self.corner.width + (12 + self.scores.width if self.beside else 0)

    @cached_property
    def height(self) -> float:
        """The corner's, and the scores' where they stand under it."""
        return self.corner.height + (0 if self.beside else _BETWEEN + self.scores.height)

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw both, and say how the one becomes the other."""
        self.corner.draw(canvas, x, y)
        colour = self.setting.palette.soft
        if self.beside:
            left = x + self.corner.width + 12
            top = y + self.corner.drop
            self.scores.draw(canvas, left, top - self.scores.offset[1])
            middle = left + self.scores.offset[0] + self.scores.inner[0] / 2
            for line, text in enumerate(self.told):
                level = top - self.scores.offset[1] + (line - 1.6) * 17
                canvas.text(middle, level, text, _SAID, colour, bold=True, anchor="middle")
            return
        y += self.corner.height + _BETWEEN
        left = x + self.corner.indent - self.scores.offset[0]
        self.scores.draw(canvas, left, y)
        middle = y + self.scores.inner[1] / 2
        for line, text in enumerate(self.told):
            canvas.text(left - 8, middle + (line - 0.5) * 17, text, _SAID, colour, bold=True, anchor="end")


def _scaled(setting: Setting, density: Density, head: int, *, beside: bool) -> Node:
    step = setting.trip["scores"]
    scores, matches = (named(setting, step[name], tight=True) for name in ("scores", "matches"))
    root = setting.trip.config.root_of
    told = (f"{scores} =", matches if root is None else f"{matches} / \u221a{root}")
    corner = _match(setting, density, head)
    grid = Grid(
        setting, "scores", step["scores"], (_ASKING,), (_LOOKED_AT,), corner.result.size, {"head": head},
        row_labels="letter",
    )  # fmt: skip
    scaled = _Scaled(setting, corner, grid, told, beside)
    if not beside:
        room = scaled.said + grid.offset[0]
        scaled = dataclasses.replace(scaled, corner=dataclasses.replace(corner, least=room))
    label = shelf_label(setting, "head", head, density)
    return Shelf(setting, "head", label, scaled, side="corner")


def scores(setting: Setting) -> Plan:
    """Every query row meets every key column; the match is divided by the root of D."""
    step = setting.trip["scores"]
    query, key = step.inputs["query"], step.inputs["key"]
    matches, scaled = step["matches"], step["scores"]
    texts = without_stand_up(setting)
    heads = setting.shelved("head", query)

    def shelves(density: Density, height: float, beside: bool) -> Node:
        made = [_scaled(setting, density, head, beside=beside) for head in heads]
        return wrapped(made, height, gap=10)

    def body(density: Density, *, beside: bool) -> Node:
        strip = Without(setting, density.width, texts)
        room = density.height - strip.height - 12
        return column(shelves(density, room, beside), strip, gap=12, align="middle")

    def decorate(canvas: Canvas) -> None:
        asking, looked_at = setting.followed_token, setting.drawn("token", key)[-1]
        head = setting.followed_head
        outline(setting, canvas, "query", {"head": head, "token": asking})
        outline(setting, canvas, "key", {"head": head, "token": looked_at})
        place = {"head": head, _ASKING: asking, _LOOKED_AT: looked_at}
        outline(setting, canvas, "matches", place)
        outline(setting, canvas, "scores", place)

    return Plan(
        line=ShapeLine(
            setting,
            (
                Shape(query, ("head_dim", "token"), named(setting, query, tight=True)),
                Shape(key, ("head_dim", "token"), named(setting, key, tight=True)),
                Shape(scaled, (_ASKING, _LOOKED_AT), named(setting, scaled, tight=True)),
            ),
            ("x", "->"),
            spent=("head_dim", "head_dim"),
        ),
        bodies=(lambda density: body(density, beside=False), lambda density: body(density, beside=True)),
        decorate=decorate,
        notes=limits(setting, [query, key, matches]),
        alt=alt_text(
            setting,
            "In each head a row of the query grid meets a column of the stood-up key grid in every cell.",
            *texts,
        ),
    )


def mixture(setting: Setting) -> str:
    """Work the outlined number of the blend out: ``0.196*2 + 0.804*1``; empty if too many tokens take part.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene.look import Look
    >>> mixture(Setting(ex.trace(), "blend", Look(words="pencil")))
    'Outlined, lens 0: 0.196*2 + 0.804*1 \u2248 1.196'
    """
    step, batch = setting.trip["blend"], setting.look.batch
    head, token = setting.followed_head, setting.followed_token
    kept = setting.trip["mask"]["struck"].values[batch, head, token] > -np.inf  # (T,)
    parts = step.inputs["shares"].values[batch, head, token][kept]
    numbers = step.inputs["value"].values[batch, head, kept, 0]
    mixed = step["blend"].values[batch, head, token, 0]
    if len(parts) > _MOST_TERMS:
        return ""
    places = max(3, setting.look.decimals)
    texts = [number_text(value, places) for value in (*parts, *numbers, mixed)]
    # What is cut off after some places is equal only nearly.
    exact = all(float(text) == value for text, value in zip(texts, (*parts, *numbers, mixed), strict=True))
    count = len(parts)
    terms = [f"{texts[i]}*{bracketed(texts[count + i])}" for i in range(count)]
    where = setting.axis_word("head", head)
    return f"Outlined, {where}: {' + '.join(terms)} {'=' if exact else chr(0x2248)} {texts[-1]}"


def blend(setting: Setting) -> Plan:
    """Shares beside, value rows on top, the mixture in the corner."""
    step = setting.trip["blend"]
    split, value, mixed = step.inputs["shares"], step.inputs["value"], step["blend"]

    def one(head: int, density: Density) -> Node:
        pins = {"head": head}
        size = cell_size(setting, density.cell, value, mixed)
        corner = Corner(
            setting,
            left=Grid(
                setting, "shares", split, (_ASKING,), (_LOOKED_AT,), cell_size(setting, density.cell, split),
                pins, row_labels="letter", col_labels="letter", left="word", top="word",
            ),
            top=Grid(
                setting, "value", value, ("token",), ("head_dim",), size, pins,
                row_labels=labels(density), left="word", top="letter", roles={"token": _LOOKED_AT},
            ),
            result=Grid(setting, "blend", mixed, ("token",), ("head_dim",), size, pins, edges=False),
            names=(named(setting, split, tight=True), named(setting, value, tight=True),
                   named(setting, mixed, tight=True)),
        )  # fmt: skip
        return Shelf(setting, "head", shelf_label(setting, "head", head, density), corner, side="corner")

    def body(density: Density) -> Node:
        shelves = [one(head, density) for head in setting.shelved("head", split)]
        return wrapped(shelves, density.height, gap=14)

    def decorate(canvas: Canvas) -> None:
        head, token = setting.followed_head, setting.followed_token
        outline(setting, canvas, "shares", {"head": head, _ASKING: token})
        outline(setting, canvas, "value", {"head": head, "head_dim": 0})
        outline(setting, canvas, "blend", {"head": head, "token": token, "head_dim": 0})

    return Plan(
        line=ShapeLine(
            setting,
            (
                Shape(split, (_ASKING, _LOOKED_AT), named(setting, split, tight=True)),
                Shape(value, ("token", "head_dim"), named(setting, value, tight=True)),
                Shape(mixed, ("token", "head_dim"), named(setting, mixed, tight=True)),
            ),
            ("x", "->"),
            spent=(_LOOKED_AT, "token"),
        ),
        bodies=(body,),
        decorate=decorate,
        notes=(*filter(None, (mixture(setting),)), *limits(setting, [split, value, mixed])),
        alt=alt_text(setting, "Each row of the blend mixes the value rows by one row of shares."),
    )
