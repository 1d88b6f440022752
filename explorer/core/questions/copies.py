"""Will it copy, and how many bytes: read from the live arrays, as the record has it."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.coding import code_of
from explorer.core.questions.lots import Lots
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.said import Said, and_then, sized
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.words import STEPS, in_words

__all__ = ["copies"]

_MOVING = ("cut", "dividers", "reshelve", "inside_flip", "merge")
_VIEW = "Nothing is copied: 0 bytes are written."
_STRIDES = "Only the steps from number to number are others: the bytes lie where they lay."


def copies(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask what is copied where numbers only move.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    subjects = [("merge", "block")]
    for step in _MOVING[:-1]:
        names = list(trip[step].tensors)
        subjects.append((step, names[lots.below(len(names))]))  # the others would be the same again
    subjects += [("merge", "reshelved"), ("merge", "output")]
    for step, name in lots.order(subjects):
        question = _copy(trip, step, name, lots)
        if question is not None:
            yield question


def _copy(trip: Trace, step: str, name: str, lots: Lots) -> Question | None:
    tensor, moved = trip[step][name], trip[step].moved[name]
    whole, count, one = tensor.values.nbytes, tensor.values.size, tensor.values.itemsize
    account = f"{count} numbers of {one} bytes are {whole} bytes."
    view = Choice(Said.plain(_VIEW), 0, and_then(_why_view(trip, name), _STRIDES))
    copy = Choice(_bytes(whole), whole, and_then(_why_copy(name), account))
    if moved == "view":
        right, truth = view, view.told
        first = Choice(
            copy.said, copy.value,
            and_then(f"That would be a copy of all {count} numbers. It is a view.", truth), "copy_for_view",
        )  # fmt: skip
    else:
        right, truth = copy, copy.told
        first = Choice(
            view.said, view.value, and_then("That would be a view. It is a copy.", truth), "view_for_copy"
        )
    wrongs = [
        first,
        Choice(
            _bytes(count), count,
            and_then(f"That counts the numbers: there are {count}, of {one} bytes each.", truth),
            "numbers_for_bytes",
        ),
        Choice(
            _bytes(one), one,
            and_then(f"Those are the bytes of one number; there are {count}.", truth), "one_number_for_all",
        ),
        Choice(
            Said.plain("New numbers are worked out."), "new",
            and_then("These are numbers that were there before: nothing is worked out here.", truth),
            "new_for_moved",
        ),
    ]  # fmt: skip

    def say(words: str) -> str:
        return in_words(
            f"In the step {STEPS[step].label}, is `{_variable(name)}`, {sized(tensor.axes, tensor.shape)}, "
            f"copied? How many bytes are written for it? Its numbers are {tensor.values.dtype}.",
            words,
        )

    topic = f"copy:{step}:{name if step == 'merge' else ''}"
    return build(("copy", step, topic), Said.by(say), right, wrongs, lots, code=_code(trip, step, tensor))


def _code(trip: Trace, step: str, tensor: Tensor) -> str:
    variable = _variable(tensor.name)
    lines = [line.split("  #")[0] for line in code_of(trip, step).splitlines()]
    return next(line for line in lines if variable in line.split(" = ")[0].split(", "))


def _variable(name: str) -> str:
    return {"query": "q", "key": "k", "value": "v", "output": "out"}.get(name, name)


def _bytes(count: int) -> Said:
    return Said.plain(f"Copied: {count} {'byte is' if count == 1 else 'bytes are'} written.")


def _why_view(trip: Trace, name: str) -> str:
    if name == "block":
        one = "one lens" if trip.config.heads == 1 else "one token"
        return f"With {one} the block is tidy already, and nothing has to be written out."
    return "The same bytes are read another way."


def _why_copy(name: str) -> str:
    if name == "block":
        return "To lie side by side, the pieces of one token have to be written out once more."
    return "These numbers are written out once more."
