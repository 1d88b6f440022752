"""What was found out about somebody's code for one step, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.answer import Failure
from explorer.core.mistakes.check_told import meaning, told_sizes
from explorer.core.mistakes.examples import tell_moved
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import compare
from explorer.core.practice.calling import Called
from explorer.core.practice.finding import Found
from explorer.core.practice.showing import tell_shapes
from explorer.core.practice.tasks import LEFT, MORE_SIZES, Task
from explorer.core.trace import trace
from explorer.errors import listed
from explorer.words import STEPS, translate

__all__ = [
    "tell_blank",
    "tell_elsewhere",
    "tell_found",
    "tell_no_output",
    "tell_right",
]

_ALSO = {"scale_twice": "Dividing by D itself, and not by its root, comes to the same."}
"""What else people write that leaves the same in its step, and has no name of its own."""

_BOTH = "truth value of an array"
_AND = (
    "`and`, `or`, `not` and `a < b < c` ask one question of a whole table. Cell by cell it is `&`, `|` and "
    "`~`, with each test in brackets: `(one test) & (another)`."
)
_KEPT = "A counter that is added up is gone, unless `keepdims=True` keeps it, of size 1."
_VIEWS = ("cut", "dividers", "reshelve", "inside_flip")


def tell_blank(names: Sequence[str]) -> str:
    """Tell that an exercise has not been filled in.

    Parameters
    ----------
    names : sequence of str
        The variables that are left, where that is known.

    Returns
    -------
    str

    Examples
    --------
    >>> tell_blank(["q", "k"])
    'Not filled in yet: `...` stands where q and k should be worked out.'
    """
    if not names:
        return "Not filled in yet: `...` stands where code should."
    return f"Not filled in yet: `...` stands where {listed(names, 'and')} should be worked out."


def tell_no_output(called: Called, keys: Sequence[str], turn: WrongTurn | None) -> str:
    """Tell why there is nothing to compare.

    Parameters
    ----------
    called : Called
        With a problem.
    keys : sequence of str
        The wrong turns that are refused in the same words.
    turn : WrongTurn or None
        The first of them.

    Returns
    -------
    str
    """
    lines = [" ".join([called.problem, *_meaning(called.failure)])]
    if turn is not None:
        lines += [f"NumPy refuses {listed(keys, 'and')} in these words: {turn.say()}.", *_about(turn)]
    return "\n".join(lines)


def tell_right(task: Task, called: Called, notes: Sequence[str]) -> str:
    """Tell that what came back is what belongs there.

    Parameters
    ----------
    task : Task
    called : Called
    notes : sequence of str

    Returns
    -------
    str
    """
    said = [f"Right: {_named(task)} at {told_sizes(task.config)}, and at {len(MORE_SIZES)} more sizes."]
    if task.step in _VIEWS:
        said.append(
            "Nothing was copied: it is a view of what went in."
            if called.views
            else "It was copied, where a view would do: no number has to move for this."
        )
    return "\n".join([" ".join(said), *notes])


def tell_found(
    task: Task, found: Found, right: Sequence[int], others: Sequence[str], notes: Sequence[str]
) -> str:
    """Tell which wrong turn was taken, where it comes from, and the way back.

    Parameters
    ----------
    task : Task
    found : Found
    right : sequence of int
        The parts that are right.
    others : sequence of str
        What can't be told from it.
    notes : sequence of str

    Returns
    -------
    str
    """
    wanted = LEFT[task.step]
    wrong = listed([wanted[i] for i in found.parts], "and")
    verb = "is" if len(found.parts) == 1 else "are"
    lines = [f"{wrong} {verb} what comes of {listed([turn.key for turn in found.turns], 'and')}."]
    for turn in found.turns:
        lines += [f"{turn.key}: {turn.say()}.", *_about(turn)]
    rest = [name for i, name in enumerate(wanted) if i not in (*found.parts, *right)]
    if right:
        lines.append(f"Right: {listed([wanted[i] for i in right], 'and')}.")
    if rest:
        lines.append(f"Wrong in another way: {listed(rest, 'and')}. Look there afterwards.")
    lines += [_ALSO[turn.key] for turn in found.turns if turn.key in _ALSO]
    if others:
        lines.append(f"The same comes of {listed(others, 'and')}: in this step that can't be told apart.")
    return "\n".join([*lines, *notes])


def tell_elsewhere(task: Task, there: Task, called: Called, found: Found | None) -> str:
    """Tell that it is other sizes at which it is wrong.

    Parameters
    ----------
    task, there : Task
        The first task, and the one in which it was wrong, or where what was found does not lead to it.
    called : Called
        What came of the second.
    found : Found or None
        The wrong turn that leads to what it gave at first; None where that was right.

    Returns
    -------
    str
    """
    first = "it is right" if found is None else f"it is what comes of {found.key}"
    if called.problem:
        said = " ".join([called.problem, *_meaning(called.failure)])
    else:
        said = next((line for line in tell_shapes(there, called.parts)), "The numbers are wrong there.")
    window = there.config.window
    of_one = 1 in there.right[0].shape[:-1]
    why = "Does it need more than one of something?" if of_one else "Is a plain number written for a letter?"
    return (
        f"At {told_sizes(task.config)} {first}; at {told_sizes(there.config)}, window {window}, it is not. "
        f"{said}\n{why}"
    )


def _named(task: Task) -> str:
    """Name a step and what it leaves."""
    wanted = LEFT[task.step]
    verb = "is" if len(wanted) == 1 else "are"
    return f"{listed(wanted, 'and')} {verb} what step {STEPS[task.step].say()} leaves,"


def _about(turn: WrongTurn) -> Iterator[str]:
    yield f"Why people take it: {turn.why}"
    if turn.pencil == WRONG_TURNS[turn.key].pencil:  # and not a cousin of it, which shows in another way
        yield f"How it shows: {turn.see}"
    wrong = take(trace(), [turn])
    if moved := tell_moved(compare(wrong.right, wrong), "pencil"):
        yield f"At the pencil's sizes: {' '.join(moved)}"
    yield f"To mend it: {turn.mend}"


def _meaning(failure: Failure | None) -> list[str]:
    """Say in pencil words what NumPy means by its own, where those are known."""
    if failure is not None and _BOTH in failure.message:
        return [_AND]
    if failure is None or not meaning(failure):
        return []
    told = [translate(failure.error, failure.message).pencil]
    return [*told, _KEPT] if _lost_last(failure.message) else told


def _lost_last(message: str) -> bool:
    """Whether two tables did not fit because the last counter of one was added up, and is gone."""
    shapes = [shape.split(",") for shape in re.findall(r"\(([\d,]+)\)", message)]
    return "broadcast" in message and len(shapes) == 2 and shapes[1] == shapes[0][:-1]
