"""Is it legal: whether NumPy runs a product at the sizes at hand, and whether what it gives is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from explorer.core.mistakes.tell_names import axis_name
from explorer.core.mistakes.verdict import alike
from explorer.core.products import named_matmul
from explorer.core.questions.lots import Lots
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.said import Said, and_then, sized
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.errors import AxisNameError, ShapeError
from explorer.words import TENSORS, in_words, translate

__all__ = ["legal"]

_SAYS = {
    "right": Said.plain("NumPy runs it, and it is right."),
    "wrong": Said.plain("NumPy runs it, and it is wrong: the names do not fit."),
    "refused": Said.plain("NumPy refuses it."),
}
_MIXED = {
    ("right", "wrong"): ("names_misread", "The names fit."),
    ("right", "refused"): ("sizes_misread", "The sizes meet."),
    ("wrong", "right"): ("runs_so_right", "NumPy runs it, but what runs need not be right."),
    ("wrong", "refused"): ("numpy_reads_names", "NumPy reads no names: where sizes meet, it runs."),
    ("refused", "right"): ("sizes_not_met", "It can't be right, for it does not run."),
    ("refused", "wrong"): ("sizes_not_met", "The names do not fit, that is so; but nor do the sizes."),
}


@dataclass(frozen=True, eq=False)
class _Product:
    """A line that somebody may write, and what it should have come to.

    `mixed` is the misconception of whoever takes it to be right; empty where it is right.
    """

    code: str
    left: Callable[[Trace], Tensor]
    right: Callable[[Trace], Tensor]
    wanted: tuple[str, str]
    mixed: str = ""


def _part(step: str, name: str, role: str = "", order: tuple[int, ...] = ()) -> Callable[[Trace], Tensor]:
    """Take a tensor with its counters in an order, and say in which role its tokens are there."""

    def take(trip: Trace) -> Tensor:
        found = trip[step][name]
        if role:
            found = found.rename({"token": role})
        if not order:
            return found
        axes = tuple(found.axes[i] for i in order)
        return Tensor(name, found.values.transpose(order), axes)

    return take


_Q = _part("reshelve", "query", "query_token")
_K = _part("inside_flip", "key", "key_token")
_V = _part("reshelve", "value", "key_token")
_SHARES = _part("shares", "shares")
_LYING = "# k lies as the re-shelve left it\n"
_MATCHES, _BLEND = ("scores", "matches"), ("blend", "blend")

_PRODUCTS = (
    _Product("matches = q @ k", _Q, _K, _MATCHES),
    _Product(
        f"{_LYING}matches = q @ k", _Q, _part("reshelve", "key", "key_token"), _MATCHES, "flip_forgotten"
    ),
    _Product(
        f"{_LYING}k = k.transpose(0, 2, 1, 3)\nmatches = q @ k",
        _Q, _part("reshelve", "key", "key_token", (0, 2, 1, 3)), _MATCHES, "reshelve_for_inside",
    ),
    _Product(
        f"{_LYING}matches = q @ k.T",
        _Q, _part("reshelve", "key", "key_token", (3, 2, 1, 0)), _MATCHES, "all_reversed",
    ),
    _Product(
        f"{_LYING}q = q.transpose(0, 1, 3, 2)\nmatches = q @ k",
        _part("reshelve", "query", "query_token", (0, 1, 3, 2)), _part("reshelve", "key", "key_token"),
        _MATCHES, "tokens_spent",
    ),
    _Product(
        "# q and k were not re-shelved\nk = k.transpose(0, 1, 3, 2)\nmatches = q @ k",
        _part("dividers", "query", "query_token"), _part("dividers", "key", "key_token", (0, 1, 3, 2)),
        _MATCHES, "reshelve_forgotten",
    ),
    _Product("matches = k @ q", _K, _Q, _MATCHES, "left_and_right"),
    _Product("blend = shares @ v", _SHARES, _V, _BLEND),
    _Product("blend = v @ shares", _V, _SHARES, _BLEND, "left_and_right"),
    _Product(
        "v = v.transpose(0, 1, 3, 2)\nblend = shares @ v",
        _SHARES, _part("reshelve", "value", "key_token", (0, 1, 3, 2)), _BLEND, "stood_up_in_vain",
    ),
    _Product(
        "# v was not re-shelved\nblend = shares @ v",
        _SHARES, _part("dividers", "value", "key_token"), _BLEND, "reshelve_forgotten",
    ),
)  # fmt: skip


def legal(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask whether NumPy would run a product; it is really run.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    for product in lots.order(_PRODUCTS):
        question = _legal(trip, product, lots)
        if question is not None:
            yield question


def _legal(trip: Trace, product: _Product, lots: Lots) -> Question | None:
    left, right = product.left(trip), product.right(trip)
    step, name = product.wanted
    found = _verdict(left, right, trip[step][name])
    if found is None:
        return None
    verdict, why = found
    choices = {}
    for value, said in _SAYS.items():
        if value == verdict:
            choices[value] = Choice(said, value, why)
        else:
            mixed, told = _MIXED[verdict, value]
            mixed = product.mixed if value == "right" and product.mixed else mixed
            choices[value] = Choice(said, value, and_then(told, why), mixed)

    def say(words: str) -> str:
        shapes = " and ".join(
            f"{TENSORS[one.name].short(words)}, {sized(one.axes, one.shape)}," for one in (left, right)
        )
        what = TENSORS[name].short(words)
        return in_words(
            f"Somebody writes this for the {what}. The product is of {shapes} left and right. "
            "Would NumPy run it at these sizes, and be right?",
            words,
        )

    wrongs = [choice for value, choice in choices.items() if value != verdict]
    topic = f"legal:{step}:{product.code}"
    question = ("legal", step, topic)
    return build(question, Said.by(say), choices[verdict], wrongs, lots, code=product.code)


def _verdict(left: Tensor, right: Tensor, wanted: Tensor) -> tuple[str, Said] | None:
    """Run it, look at the names, and hold it against the record; None where luck decides."""
    with np.errstate(all="ignore"):
        try:
            made = np.matmul(left.values, right.values)
        except ValueError as error:
            kind, message = type(error).__name__.lstrip("_"), str(error)
            return "refused", _refusal(left, right, kind, message)
        try:
            named_matmul(left, right, wanted.name)
            fits = True
        except (AxisNameError, ShapeError):
            fits = False
    same = made.shape == wanted.shape and bool(alike(wanted.values, made).all())
    if fits != same:
        return None
    return ("right", _meeting(left, right)) if fits else ("wrong", _apart(left, right, made.shape))


def _meeting(left: Tensor, right: Tensor) -> Said:
    size = left.shape[-1]
    return Said.by(
        lambda words: in_words(
            f"A row of {size} meets a column of {right.shape[-2]}, both counted by "
            f"{axis_name(left.axes[-1], words)}; book and lens are pinned on both sides.",
            words,
        )
    )


def _refusal(left: Tensor, right: Tensor, kind: str, message: str) -> Said:
    meant = translate(kind, message)
    shapes = Said.plain(f"{left.shape} @ {right.shape}: NumPy was really asked, and refused.")
    return and_then(shapes, Said.by(meant.say))


def _apart(left: Tensor, right: Tensor, shape: tuple[int, ...]) -> Said:
    """Name the counters that fall on each other though they are not the same."""
    met = [(left.axes[-1], right.axes[-2]), *zip(left.axes[:-2], right.axes[:-2], strict=True)]
    pairs = [(one, other) for one, other in met if one != other]

    def say(words: str) -> str:
        falls = " and ".join(
            f"{axis_name(one, words)} falls on {axis_name(other, words)}" for one, other in pairs
        )
        return in_words(f"The sizes meet, {left.shape} @ {right.shape} gives {shape}, but {falls}.", words)

    return Said.by(say)
