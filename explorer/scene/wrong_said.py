"""What is said in the wrong half: NumPy's refusal, what PyTorch would say, a step that was not taken."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from explorer.core.mistakes.running import VARIABLES, Refusal
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.tell_names import axis_name
from explorer.core.steps import STEP_NAMES
from explorer.core.tensor import Tensor
from explorer.scene.layout import Blank, Node, Text, column
from explorer.scene.lettering import wrap
from explorer.scene.look import Look
from explorer.scene.palette import PALETTES
from explorer.scene.wrong_axes import shape_text
from explorer.scene.wrong_notice import Notice
from explorer.words import numbered_step

__all__ = ["cut_words", "operands", "refusal_notice", "said", "torch_notice", "unreached_notice"]

_LEAD, _TEXT, _CODE = 13.5, 12.0, 11.5


def refusal_notice(wrong: WrongTrace, refusal: Refusal, look: Look, width: float) -> Notice:
    """Show a refusal: where, the line of code, what it was given, and what was said.

    Parameters
    ----------
    wrong : WrongTrace
    refusal : Refusal
    look : Look
    width : float

    Returns
    -------
    Notice
    """
    palette = PALETTES[look.theme]
    room = Notice.room(width, "x")
    parts: list[Node] = [
        Text(wrap(_lead(refusal, look), room, _LEAD, bold=True), _LEAD, palette.ink, bold=True),
        Text(wrap(refusal.line, room, _CODE, mono=True), _CODE, palette.ink, mono=True),
    ]
    for variable, tensor in operands(wrong, refusal) if refusal.by == "NumPy" else ():
        shape = f"{variable}  {shape_text(tensor, batch=look.show_batch)}"
        names = f"{', '.join(axis_name(axis, look.words) for axis in tensor.axes)}"
        parts += [
            Blank(0, 4),
            Text((shape,), _TEXT, palette.ink, bold=True),
            Text(wrap(names, room, _TEXT), _TEXT, palette.soft),
        ]
    spoken = wrap(f"{refusal.error}: {refusal.message.strip()}", room, _CODE, mono=True)
    parts += [
        Blank(0, 4),
        Text((f"{refusal.by}'s own words:",), _TEXT, palette.soft),
        Text(cut_words(spoken, room), _CODE, palette.warn, mono=True),
    ]
    return Notice("x", column(*parts, gap=3), width, (palette.shelf, palette.warn))


def torch_notice(wrong: WrongTrace, step: str, look: Look, width: float) -> tuple[Notice, ...]:
    """Say what PyTorch would have said at this step, where NumPy says nothing.

    Parameters
    ----------
    wrong : WrongTrace
    step : str
    look : Look
    width : float

    Returns
    -------
    tuple of Notice
        One or none.
    """
    refusal = wrong.torch_refusal
    if refusal is None or refusal.step != step:
        return ()
    return (refusal_notice(wrong, refusal, look, width),)


def unreached_notice(wrong: WrongTrace, step: str, tensor: str, look: Look, width: float) -> Notice:
    """Say that a step was not reached, or leaves no such tensor.

    Parameters
    ----------
    wrong : WrongTrace
    step, tensor : str
    look : Look
    width : float

    Returns
    -------
    Notice
    """
    palette = PALETTES[look.theme]
    text = wrap(said(wrong, step, tensor, look), Notice.room(width, ""), _LEAD)
    return Notice("", column(Text(text, _LEAD, palette.soft)), width, (palette.shelf, palette.rule))


def said(wrong: WrongTrace, step: str, tensor: str, look: Look) -> str:
    """Say in words why a half is empty.

    Parameters
    ----------
    wrong : WrongTrace
    step, tensor : str
    look : Look

    Returns
    -------
    str
    """
    refusal = wrong.refusal
    if refusal is None or STEP_NAMES.index(step) < STEP_NAMES.index(refusal.step):
        return f"There is no {tensor} here: the wrong way leaves none at this step."
    if refusal.step == step:
        words = refusal.message.strip()
        return f"{_lead(refusal, look)}, in the line {refusal.line}: {refusal.error}: {words}"
    where = numbered_step(refusal.step, look.words)
    return f"Not reached: {refusal.by} refused at {where}, and the wrong way ends there."


def operands(wrong: WrongTrace, refusal: Refusal) -> Iterator[tuple[str, Tensor]]:
    """List what a refused line was given, as far as the record knows it.

    Parameters
    ----------
    wrong : WrongTrace
    refusal : Refusal

    Yields
    ------
    (str, Tensor)
        A variable of the line, and what it held. Those that the step itself had changed by then are left
        out, for nothing recorded them.

    Examples
    --------
    >>> import explorer as ex
    >>> wrong = ex.trace(wrong_turns=["flip_forgotten"])
    >>> [(name, tensor.shape) for name, tensor in operands(wrong, wrong.refusal)]
    [('q', (1, 2, 3, 2)), ('k', (1, 2, 3, 2))]
    """
    before = STEP_NAMES[: STEP_NAMES.index(refusal.step)]
    held: dict[str, Tensor] = {}
    for step in wrong.steps:
        if step.name in before:
            for variable, name in VARIABLES[step.name].items():
                if name in step:
                    held[variable] = step[name]
    code = wrong.code[refusal.step]
    first = next((i for i, line in enumerate(code.splitlines(), 1) if line.startswith(refusal.line)), 1)
    names = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
    changed = {node.id for node in names if isinstance(node.ctx, ast.Store) and node.lineno < first}
    read = [node for node in names if isinstance(node.ctx, ast.Load) and node.lineno == first]
    for variable in dict.fromkeys(node.id for node in sorted(read, key=lambda node: node.col_offset)):
        if variable in held and variable not in changed:
            yield variable, held[variable]


def _lead(refusal: Refusal, look: Look) -> str:
    verb = "refuses" if refusal.by == "NumPy" else "would refuse"
    return f"{refusal.by} {verb} at {numbered_step(refusal.step, look.words)}"


def cut_words(lines: tuple[str, ...], room: float, size: float = _CODE) -> tuple[str, ...]:
    """Break what has no space to break at: a signature may be one long word.

    Parameters
    ----------
    lines : tuple of str
        In the fixed type that code is written in.
    room, size : float
        The width there is, and the height of the type.

    Returns
    -------
    tuple of str
    """
    most = int(room / (0.602 * size))
    return tuple(line[at : at + most] for line in lines for at in range(0, max(1, len(line)), most))
