"""What of a question is marked in the picture: what is asked about, then what is right and what chosen."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterable

from explorer.core.place import Place
from explorer.core.questions import Question
from explorer.core.tensor import Tensor
from explorer.panels.predict_run import Run
from explorer.scene import Scene
from explorer.scene.display import Box, Label, Mark
from explorer.scene.pointing import cells_at

__all__ = ["marks", "tell_marks", "what_is_read", "without_trial"]

_READ = ("tokens", "table", "bias")
_ASKING = "query_token"


def what_is_read(scene: Scene) -> Scene:
    """Leave in the picture of the first step only what it reads: what it makes is still to be predicted.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    Scene

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> trip = ex.trace(ex.Config(source="poured"))
    >>> [panel.role for panel in what_is_read(step_scene(trip, "pour")).panels]
    ['table', 'tokens']
    """
    panels = tuple(panel for panel in scene.panels if panel.role in _READ)
    titles = ", ".join(panel.title for panel in panels)
    return dataclasses.replace(
        scene, panels=panels, under=(), marks=(), shape_line="", alt=f"What the step reads: {titles}."
    )


def without_trial(scene: Scene) -> Scene:
    """Leave out of the picture of the scores what NumPy says to HAVE rows that lie: it is still to be asked.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    Scene

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> scores = step_scene(ex.trace(), "scores")
    >>> "NumPy refuses" in scores.alt, "NumPy refuses" in without_trial(scores).alt
    (True, False)
    """
    box = next(mark for mark in scene.under if isinstance(mark, Box) and mark.dashed)

    def stands_in(mark: Mark) -> bool:
        return isinstance(mark, Label) and box.x < mark.x < box.x + box.w and box.y < mark.y < box.y + box.h

    under, over = (
        tuple(mark for mark in drawn if mark is not box and not stands_in(mark))
        for drawn in (scene.under, scene.marks)
    )
    first = next(
        mark.text for mark in (*scene.under, *scene.marks) if isinstance(mark, Label) and stands_in(mark)
    )
    return dataclasses.replace(scene, under=under, marks=over, alt=scene.alt.partition(first)[0].rstrip())


def marks(run: Run, scene: Scene) -> dict[str, list[str]]:
    """List the cells that are marked, by how they are.

    Parameters
    ----------
    run : Run
    scene : Scene
        The picture on screen.

    Returns
    -------
    dict of str to list of str
        ``"asked"``, ``"right"`` and ``"chosen"``, each by ids as `cells_at` gives them.
    """
    question = run.question
    if question is None or run.is_stopped:
        return {}
    if run.is_open:
        return _drawn(run, scene, {"asked": _asked(run, question)})
    right, chosen = (_shown(run, question, value) for value in _values(run))
    if question.kind == "struck":  # what is struck is hatched: only where an answer differs is to be marked
        different = right ^ chosen if run.choice is not None else set()
        told = {"asked": _asked(run, question), "chosen": different}
    else:
        told = {"right": right, "chosen": chosen - right}
        if question.kind == "lands":
            told["asked"] = {question.place} if question.place else set()
    return _drawn(run, scene, told)


def _drawn(run: Run, scene: Scene, places: dict[str, set[Place]]) -> dict[str, list[str]]:
    found = {name: cells_at(run.trip, scene, some) for name, some in places.items() if some}
    return {name: cells for name, cells in found.items() if cells}


def tell_marks(run: Run, lit: Iterable[str]) -> str:
    """Say what the marks in the picture mean.

    Parameters
    ----------
    run : Run
    lit : iterable of str
        Which marks there are.

    Returns
    -------
    str
        A sentence in pencil words; empty where nothing is marked.
    """
    question, lit = run.question, set(lit)
    if question is None or not lit:
        return ""
    what = "the row" if question.row else "the number"
    if question.kind == "struck" and "chosen" in lit:
        means = {"asked": f"a bright frame, {what} asked about", "chosen": "dashes, where the answer differs"}
    else:
        means = {
            "asked": f"a bright frame, {what} asked about",
            "right": "a double frame, what is right",
            "chosen": "dashes, what was chosen",
        }
    return f"In the picture: {'; '.join(means[name] for name in means if name in lit)}."


def _values(run: Run) -> tuple[Hashable, Hashable]:
    question, choice = run.question, run.choice
    assert question is not None
    return question.right.value, None if choice is None else choice.value


def _asked(run: Run, question: Question) -> set[Place]:
    """Find the places that are asked about: a number, or the row that it is one of."""
    if not question.row:
        return {question.place} if question.place else set()
    found: set[Place] = set()
    for step, names in (("scores", ("scores",)), ("mask", ("keep", "struck"))):
        for name in names:
            found |= _row(step, run.trip[step][name], dict(question.row))
    return found


def _row(step: str, tensor: Tensor, row: dict[str, int], keys: Iterable[int] | None = None) -> set[Place]:
    """List the cells of a row of a score grid, in every lens where no lens is said."""
    tokens = range(tensor.sizes["key_token"]) if keys is None else keys
    places: list[tuple[tuple[str, int], ...]] = [()]
    for axis in tensor.axes:
        each = tokens if axis == "key_token" else [row[axis]] if axis in row else range(tensor.sizes[axis])
        places = [(*before, (axis, index)) for before in places for index in each]
    return {Place(step, tensor.name, coords) for coords in places}


def _shown(run: Run, question: Question, value: Hashable) -> set[Place]:
    """Find the cells that an answer is about, in what the step makes; none where it is about no cell."""
    step = run.trip[question.step]
    if question.kind == "struck" and isinstance(value, tuple):
        return _row("mask", step["keep"], dict(question.row), value)
    if question.kind == "largest" and isinstance(value, int):
        return _row("shares", step["shares"], dict(question.row), (value,))
    if question.kind == "lands" and isinstance(value, tuple) and question.place is not None:
        tensor = step["output" if question.step == "merge" else question.place.tensor]
        # A place that is none of the tensor's is none of the picture's, and so is not marked.
        if len(value) == len(tensor.axes):
            return {Place(question.step, tensor.name, tuple(zip(tensor.axes, value, strict=True)))}
    return set()
