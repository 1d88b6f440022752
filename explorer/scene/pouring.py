"""The pour: every token's row goes through one table, and three rows come out side by side."""

from __future__ import annotations

from explorer.core.arithmetic import summed
from explorer.core.tensor import Tensor
from explorer.scene.arrows import outline
from explorer.scene.canvas import Canvas
from explorer.scene.captions import alt_text, limits, named
from explorer.scene.cells import cell_size
from explorer.scene.frame import Plan
from explorer.scene.grids import Grid
from explorer.scene.layout import Density, Node, Text, column, row
from explorer.scene.lettering import wrap
from explorer.scene.numerals import bracketed, number_text
from explorer.scene.products import Corner
from explorer.scene.rows import Lifted, part_brackets, rub_cuts
from explorer.scene.setting import Setting
from explorer.scene.shape_line import Shape, ShapeLine
from explorer.scene.shelves import Named, labels
from explorer.words import tell_source

__all__ = ["pour", "sum_of_products"]

_EXAMPLE = 30.0


def sum_of_products(
    tokens: Tensor,
    table: Tensor,
    out: Tensor,
    *,
    token: int,
    place: int,
    batch: int = 0,
    bias: Tensor | None = None,
) -> str:
    """One number of a pour, worked out: ``5*2 + 3*1 = 13``.

    Parameters
    ----------
    tokens : Tensor, axes (batch, token, channel)
    table : Tensor, axes (channel, wide)
    out : Tensor, axes (batch, token, wide)
    token, place, batch : int
        Which number.
    bias : Tensor, axes (wide,), optional
        What is added to every row.

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> pour = ex.trace()["pour"]
    >>> names = ("example_tokens", "example_table", "example_wide")
    >>> sum_of_products(*(pour[name] for name in names), token=0, place=1)
    '5*1 + 3*3 = 14'
    """
    numbers = tokens.grid("token", "channel", batch=batch).values[token]  # (E,)
    column_ = table.values[:, place]  # (E,)
    terms = [
        f"{bracketed(number_text(a))}*{bracketed(number_text(b))}"
        for a, b in zip(numbers, column_, strict=True)
    ]
    if bias is not None:
        terms.append(bracketed(number_text(bias.at(wide=place))))
    return f"{summed(terms)} = {number_text(out.at(batch=batch, token=token, wide=place))}"


def pour(setting: Setting) -> Plan:
    """Draw the real pour, or a small worked one above the rows that were handed over."""
    return _given(setting) if setting.trip.given else _poured(setting)


def _corner(setting: Setting, density: Density, tensors: tuple[Tensor, Tensor, Tensor], roles: str) -> Corner:
    tokens, table, out = tensors
    # The worked example is small whatever the trip is.
    height = max(density.cell, _EXAMPLE) if roles else density.cell
    size = cell_size(setting, height, *tensors)
    return Corner(
        setting,
        left=Grid(setting, f"{roles}tokens", tokens, ("token",), ("channel",), size,
                  row_labels=labels(density), top="letter"),
        top=Grid(setting, f"{roles}table", table, ("channel",), ("wide",), size, left="letter"),
        result=Grid(setting, f"{roles}wide", out, ("token",), ("wide",), size, edges=False),
        names=tuple(named(setting, tensor, tight=True) for tensor in tensors),  # type: ignore[arg-type]
    )  # fmt: skip


def _arithmetic(setting: Setting, tensors: tuple[Tensor, Tensor, Tensor], bias: Tensor | None = None) -> Node:
    tokens, _table, out = tensors
    palette, word = setting.palette, setting.axis_word("token")
    (batch,) = setting.drawn("batch", tokens)
    shown = [(0, 0, f"{word} 0, column 0 of the table")]
    if out.sizes["wide"] > 1:
        shown.append((0, 1, f"the same {word}, the next column"))
    if tokens.sizes["token"] > 1:
        shown.append((1, 0, f"the next {word}, the same table"))
    parts = []
    for token, place, told in shown:
        sum_ = sum_of_products(*tensors, token=token, place=place, batch=batch, bias=bias)
        parts.append(column(Text((sum_,), 17, palette.ink, bold=True, mono=True),
                            Text((told,), 12.5, palette.soft)))  # fmt: skip
    return column(*parts, gap=9)


def _outline_first(setting: Setting, canvas: Canvas, roles: str) -> None:
    """Frame the first token, the first column, and the number that they make."""
    outline(setting, canvas, f"{roles}tokens", {"token": 0})
    outline(setting, canvas, f"{roles}table", {"wide": 0})
    outline(setting, canvas, f"{roles}wide", {"token": 0, "wide": 0})


def _source(setting: Setting) -> str:
    numbers = setting.trip.config.numbers
    return tell_source(
        given=setting.trip.given,
        name=numbers.name if numbers else "",
        bias="bias" in setting.trip["pour"],
        words=setting.look.words,
    )


def _given(setting: Setting) -> Plan:
    step = setting.trip["pour"]
    example = (step["example_tokens"], step["example_table"], step["example_wide"])
    wide = step["wide"]
    told = wrap(_source(setting), 640, 12.5)

    def body(density: Density) -> Node:
        size = cell_size(setting, density.cell, wide)
        corner = _corner(setting, density, example, "example-")
        rows = Grid(setting, "wide", wide, ("token",), ("wide",), size, row_labels=labels(density))
        return column(
            row(corner, _arithmetic(setting, example), gap=46),
            Text(told, 12.5, setting.palette.soft),
            Lifted(rows, 26),
            gap=12,
            align="middle",
        )

    def decorate(canvas: Canvas) -> None:
        _outline_first(setting, canvas, "example-")
        part_brackets(canvas, setting, "wide")
        rub_cuts(setting, canvas, "wide")

    return Plan(
        line=ShapeLine(
            setting,
            tuple(Shape(tensor, ("channel", "wide", "token"), named(setting, tensor, tight=True))
                  for tensor in example),
            ("x", "->"),
            spent=("channel", "channel"),
        ),
        bodies=(body,),
        decorate=decorate,
        notes=limits(setting, [wide]),
        alt=alt_text(setting, *told, f"Worked example: {sum_of_products(*example, token=0, place=0)}."),
    )  # fmt: skip


def _poured(setting: Setting) -> Plan:
    step = setting.trip["pour"]
    tensors = (step["tokens"], step["table"], step["wide"])
    bias = step.tensors.get("bias")
    first = sum_of_products(*tensors, token=0, place=0, batch=setting.look.batch, bias=bias)

    def body(density: Density) -> Node:
        corner = _corner(setting, density, tensors, "")
        parts: list[Node] = [Lifted(corner, 24), _arithmetic(setting, tensors, bias)]
        if bias is not None:
            size = cell_size(setting, density.cell, bias)
            added = Grid(setting, "bias", bias, (), ("wide",), size)
            parts.insert(1, Named(setting, named(setting, bias, tight=True), added))
        return column(*parts, gap=14, align="middle")

    def decorate(canvas: Canvas) -> None:
        _outline_first(setting, canvas, "")
        part_brackets(canvas, setting, "table")
        rub_cuts(setting, canvas, "wide")

    return Plan(
        line=ShapeLine(
            setting,
            tuple(Shape(tensor, ("channel", "wide", "token"), named(setting, tensor, tight=True))
                  for tensor in tensors),
            ("x", "->"),
            spent=("channel", "channel"),
        ),
        bodies=(body,),
        decorate=decorate,
        notes=(_source(setting), *limits(setting, tensors)),
        alt=alt_text(setting, f"First number: {first}."),
    )  # fmt: skip
