"""What shows in what somebody's code for one step left, where no wrong turn that is known leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.answer import Answer
from explorer.core.mistakes.finding import numbers_of
from explorer.core.mistakes.signs import factor, signs_of_shape
from explorer.core.practice.finding import order_of, repair_of, right_parts, rules_of
from explorer.core.practice.tasks import FIRST_SIZES, LEFT, Task
from explorer.errors import listed

__all__ = ["letters", "same_letters", "tell_shapes", "tell_unknown"]

_TRADED: Mapping[tuple[str, tuple[int, ...]], str] = {
    ("reshelve", (0, 1, 3, 2)): "That is the inside flip, the other move that code calls `transpose`: it "
    "stands the grids on their edge. Here token and lens trade places, and every row stays a row.",
}


def tell_unknown(task: Task, answers: Sequence[Answer], notes: Sequence[str]) -> str:
    """Tell what shows where no wrong turn that is known leads to it.

    Parameters
    ----------
    task : Task
    answers : sequence of Answer
    notes : sequence of str

    Returns
    -------
    str
    """
    lines = []
    repair = repair_of(task, answers)
    if repair is not None:
        code = " ".join(line.split("  #")[0] for line in repair.code.splitlines()[:1])
        lines.append(f"It is what comes of `{code}`: {repair.says} It runs, and it is wrong.")
    if task.step == "mask" and (rules := rules_of(task, answers)):
        lines.append(f"It is right under other rules than were asked for: {rules}.")
    shapes = list(tell_shapes(task, answers))
    moved = _moved(task, answers)
    lines += shapes + moved
    if not shapes:
        lines += [] if lines else ["The shape is right, and the numbers are not."]
        lines += _numbers(task, answers)
    return "\n".join([*lines, *notes])


def tell_shapes(task: Task, answers: Sequence[Answer]) -> Iterator[str]:
    """Tell what has another shape; parts of one shape in one sentence.

    Parameters
    ----------
    task : Task
    answers : sequence of Answer

    Yields
    ------
    str
    """
    wanted = task.right[0].shape  # every part of a step has the same
    for shape in dict.fromkeys(answer.shape or () for answer in answers):
        if shape == wanted:
            continue
        named = [
            name for name, one in zip(LEFT[task.step], answers, strict=True) if (one.shape or ()) == shape
        ]
        verb = "has" if len(named) == 1 else "have"
        known, expected = _in_letters(shape, task.config), _in_letters(wanted, task.config)
        yield f"{listed(named, 'and')} {verb} the shape {known}. {expected} was expected."
        if task.step == "merge":
            yield from signs_of_shape(task.config, task.right[0], shape, answers[0].values, answers[0].eps)


def letters(shape: Sequence[int], config: Config) -> str:
    """Write a shape in letters, where all sizes differ.

    Parameters
    ----------
    shape : sequence of int
    config : Config

    Returns
    -------
    str

    Examples
    --------
    >>> letters((2, 5, 3, 4), Config(batch=2, tokens=5, heads=3, head_dim=4))
    '(B, T, H, D)'
    """
    B, T, H, D = config.batch, config.tokens, config.heads, config.head_dim
    known = {3 * H * D: "3C", B * H: "B*H", B * T: "B*T", H * D: "C", D: "D", H: "H", T: "T", B: "B"}
    return f"({', '.join(known.get(size, str(size)) for size in shape)})"


def same_letters(task: Task, answers: Sequence[Answer], there: Task, again: Sequence[Answer]) -> bool:
    """Say whether what was given has the same wrong shape in letters in two tasks, whose sizes all differ.

    Parameters
    ----------
    task : Task
    answers : sequence of Answer
    there : Task
    again : sequence of Answer

    Returns
    -------
    bool
    """
    one, other = (
        [letters(answer.shape or (), where.config) for answer in given]
        for where, given in ((task, answers), (there, again))
    )
    expected = letters(task.right[0].shape, task.config)
    return one == other and any(shape != expected for shape in one)


def _in_letters(shape: tuple[int, ...], config: Config) -> str:
    """Write a shape, and its letters where they can be known."""
    sizes = (config.batch, config.tokens, config.heads, config.head_dim)
    return f"{letters(shape, config)} = {shape}" if sizes == FIRST_SIZES[:4] else f"{shape}"


def _moved(task: Task, answers: Sequence[Answer]) -> list[str]:
    """Tell in which order the counters stand, where that is all that is wrong."""
    if task.step not in ("dividers", "reshelve", "inside_flip"):
        return []
    for part, answer in enumerate(answers):
        if part in right_parts(task, answers):
            continue
        order = order_of(task, part, answer)
        if order:
            was = letters(task.handed()[part].shape, task.config)
            now = letters(answer.shape or (), task.config)
            told = f"{LEFT[task.step][part]} went in as {was}, and its counters now stand as {now}."
            if order == tuple(range(len(order))):
                return ["That is what went in, as it was."]
            return [" ".join([told, _TRADED.get((task.step, order), "")]).strip()]
    return []


def _divided(task: Task, expected: Array, values: Array) -> Iterator[str]:
    """Tell by which root the matches were divided, where it is one that can be told."""
    config = task.config
    place = np.unravel_index(np.abs(expected).argmax(), expected.shape)
    times, root = float(values[place] / expected[place]), float(config.head_dim**0.5)
    stands = "HAVE comes standing, (B, H, D, T), so D is the last size of q, and not of k."
    for letter, size in {"B": config.batch, "T": config.tokens, "H": config.heads}.items():
        if np.isclose(times, root / size**0.5):
            yield f"It is what comes of dividing by the root of {letter}, not of D. {stands}"
        elif np.isclose(times, root / size):
            yield f"It is what comes of dividing by {letter}, not by the root of D. {stands}"
    if np.isclose(times, config.head_dim):
        yield "It is what comes of multiplying by the root of D instead of dividing."


def _numbers(task: Task, answers: Sequence[Answer]) -> Iterator[str]:
    """Tell by how much the first part that is off is off, and where."""
    right = right_parts(task, answers)
    for part, (name, answer) in enumerate(zip(LEFT[task.step], answers, strict=True)):
        if part in right:
            continue
        expected, values = task.right[part], numbers_of(answer)
        if np.isnan(values).all():
            yield f"{name} is NaN everywhere: not a number."
            return
        with np.errstate(all="ignore"):  # a struck score times a number
            told = factor(expected, values, answer.eps)
        yield from told
        if told and task.step == "scores":
            yield from _divided(task, expected, values)
        off = ~np.isclose(values, expected, rtol=1e-6, atol=1e-6, equal_nan=True)
        place = tuple(int(i) for i in np.argwhere(off)[0]) if off.any() else (0,) * off.ndim
        at = ", ".join(map(str, place))
        yield (
            f"{int(off.sum())} of {off.size} numbers of {name} are wrong; the first is {name}[{at}], "
            f"{values[place]:.4g} where {expected[place]:.4g} belongs."
        )
        return
