"""The equivalences that are checked live: both sides of each as code, and how far rounding may part them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

__all__ = ["LAWS", "Law"]

Codes = Mapping[str, str]
Names = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Law:
    """A claim that two pieces of code come to the same.

    Parameters
    ----------
    key : str
    pencil, standard : str
        The claim, in pencil words and in the field's.
    left, right : callable
        From the trip's own lines by step to the lines of that side, which leave ``left`` and ``right``.
    rounding : callable or None
        From the names that the lines begin with to the most that rounding can part the sides; None where
        numbers are only moved, so that nothing may differ.
    poured : bool
        Whether it is about tokens and a table.

    Examples
    --------
    >>> print(LAWS["cut_order"].right({}))
    shelved = wide.reshape(B, T, 3 * H, D).transpose(0, 2, 1, 3)  # (B, 3H, T, D)
    right = np.stack(np.split(shelved, 3, axis=1))  # then the cut
    """

    key: str
    pencil: str
    standard: str
    left: Callable[[Codes], str]
    right: Callable[[Codes], str]
    rounding: Callable[[Names], float] | None = None
    poured: bool = False


_FLIPPED = """\
q = q.transpose(0, 2, 1, 3)  # (B, H, T, D)
k = k.transpose(0, 2, 1, 3)
v = v.transpose(0, 2, 1, 3)
k = k.transpose(0, 1, 3, 2)  # (B, H, D, T)
matches = q @ k
"""
_DIVIDED = "q, k, v = (x.reshape(B, T, H, D) for x in (q, k, v))"
_GLUED = "blend = shares @ v\nleft = blend.transpose(0, 2, 1, 3).reshape(B, T, C)"
_ORDER = "order = np.roll(np.arange(H), 1)  # the last head first\n"


def _middle(codes: Codes) -> str:
    """From matches to shares, as the trip itself goes; the keep-table is the trip's, whatever made it."""
    return "\n".join([codes["scores"].splitlines()[-1], codes["mask"].splitlines()[-1], codes["shares"], ""])


def _with_flips(codes: Codes) -> str:
    return f"{_DIVIDED}\n{_FLIPPED}{_middle(codes)}{_GLUED}"


def _without_flips(codes: Codes) -> str:
    return f"""\
{_DIVIDED}
matches = np.einsum("bihd,bjhd->bhij", q, k)
{_middle(codes)}blend = np.einsum("bhij,bjhd->bihd", shares, v)
right = blend.reshape(B, T, C)"""


def _other_order(codes: Codes) -> str:
    divided = "q, k, v = (x.reshape(B, T, H, D)[:, :, order] for x in (q, k, v))"
    return f"{_ORDER}{divided}\n{_FLIPPED}{_middle(codes)}{_GLUED}"


def _one_table(codes: Codes) -> str:
    biased = " + bias" if "bias" in codes["pour"] else ""
    return f"""\
wide = tokens @ table{biased}  # one big table
left = np.stack(np.split(wide, 3 * H, axis=-1))  # then cut: 3H of (B, T, D)"""


def _slices(codes: Codes) -> str:
    slices = "slices = np.split(table, 3 * H, axis=-1)  # one for every head of Q, K and V\n"
    if "bias" not in codes["pour"]:
        return f"{slices}right = np.stack([tokens @ part for part in slices])  # each (B, T, D)"
    return f"""\
{slices}added = np.split(bias, 3 * H)
right = np.stack([tokens @ part + more for part, more in zip(slices, added)])"""


def _rounding_of_a_pour(names: Names) -> float:
    """Bound two sums of the same numbers: each errs by their count times what their sizes add up to."""
    with np.errstate(over="ignore"):
        largest = np.abs(names["tokens"]) @ np.abs(names["table"])
        if "bias" in names:
            largest = largest + np.abs(names["bias"])
    terms = names["table"].shape[0] + 1
    return float(2 * terms * np.finfo(largest.dtype).eps * largest.max())


def _rounding_of_a_trip(names: Names) -> float:
    """Bound what a small error of every score does to the shares, on both sides, and so to what they mix."""
    shape = tuple(names[size] for size in "BTHD")
    q, k = (np.abs(names[name]).reshape(shape).transpose(0, 2, 1, 3) for name in "qk")
    eps: float = float(np.finfo(q.dtype).eps)
    largest: float = float(np.abs(names["v"]).max())
    with np.errstate(over="ignore"):
        score = float((q @ k.swapaxes(-2, -1)).max()) / math.sqrt(names["root_of"] or 1)
    tokens, head_dim = names["T"], names["D"]
    # Numerator and total, left and right: four times the score's own error; then the sums over tokens.
    power = 4 * (head_dim + 3) * eps * score + 2 * (tokens + 4) * eps
    apart: float = math.expm1(min(power, 2.0)) + 2 * (tokens + 2) * eps
    return largest * min(apart, 2.0)  # two blends of the same values are never farther apart


LAWS: Mapping[str, Law] = MappingProxyType(
    {
        law.key: law
        for law in (
            Law(
                "one_table",
                "one big table, then scissors = a slice of the table for every lens",
                "one qkv projection, then split = a slice of its weight for every head",
                _one_table,
                _slices,
                _rounding_of_a_pour,
                poured=True,
            ),
            Law(
                "no_flip",
                "no flip at all, every counter called by its letter = the same rows come out",
                "einsum with no transpose at all = the same output",
                _with_flips,
                _without_flips,
                _rounding_of_a_trip,
            ),
            Law(
                "cut_order",
                "re-shelve before or after the scissors = the same",
                "transpose(1, 2) before or after the split into q, k, v = the same",
                lambda _: (
                    """\
q, k, v = np.split(wide, 3, axis=-1)  # the cut first
left = np.stack([x.reshape(B, T, H, D).transpose(0, 2, 1, 3) for x in (q, k, v)])"""
                ),
                lambda _: (
                    """\
shelved = wide.reshape(B, T, 3 * H, D).transpose(0, 2, 1, 3)  # (B, 3H, T, D)
right = np.stack(np.split(shelved, 3, axis=1))  # then the cut"""
                ),
            ),
            Law(
                "flip_twice",
                "each flip made twice = nothing",
                "each transpose applied twice = nothing",
                lambda _: "left = k.reshape(B, T, H, D)",
                lambda _: (
                    """\
right = k.reshape(B, T, H, D)
right = right.transpose(0, 2, 1, 3).transpose(0, 2, 1, 3)  # (B, H, T, D) and back
right = right.transpose(0, 1, 3, 2).transpose(0, 1, 3, 2)  # (B, T, D, H) and back"""
                ),
            ),
            Law(
                "heads_permuted",
                "the lenses in another order = blocks of the rows in that order",
                "permuting the heads = permuting the blocks of the output",
                _other_order,
                lambda _: (
                    f"""\
{_ORDER}blocks = out.reshape(B, T, H, D)  # the trip's own output
right = blocks[:, :, order].reshape(B, T, C)"""
                ),
                _rounding_of_a_trip,
            ),
        )
    }
)
"""The equivalences by key, in the order of the steps they are about."""
