"""The ten steps in the order a trip takes them. B batch, T token, H head, D head_dim, C = H*D."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from explorer.core import sources
from explorer.core.config import Config
from explorer.core.grid import Array, frozen
from explorer.core.products import named_matmul
from explorer.core.step import Cost, Step
from explorer.core.tensor import Tensor
from explorer.errors import DataError

__all__ = ["QKV", "SHIFT_BEYOND", "STEPS", "STEP_NAMES", "Making"]

QKV = ("query", "key", "value")
SHIFT_BEYOND = 30.0
"""A row of scores is shifted by its largest only beyond this; until then the pencil's e^score is shown."""


@dataclass(frozen=True, eq=False)
class Making:
    """A trip in the making: what the steps so far recorded, and what the next one needs besides.

    Attributes
    ----------
    config : Config
    keep : Tensor, axes (query_token, key_token), or (batch, query_token, key_token)
    handed_over : tuple of Tensor, axes (batch, token, width), or empty
        query, key and value where they do not come out of a pour.
    steps : mapping of str to Step

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> Making(trip.config, trip["mask"]["keep"], (), {}).kept
    10
    """

    config: Config
    keep: Tensor
    handed_over: tuple[Tensor, ...]
    steps: Mapping[str, Step]

    @property
    def kept(self) -> int:
        """How many cells of the score grids are kept, over all batch items and heads."""
        repeats = self.config.batch * self.config.heads if len(self.keep.axes) == 2 else self.config.heads
        return int(np.count_nonzero(self.keep.values)) * repeats

    @property
    def rows(self) -> int:
        """How many rows the score grids have, over all batch items and heads."""
        return self.config.batch * self.config.heads * self.config.tokens


def _pour(trip: Making) -> Step:
    config, dtype = trip.config, trip.config.dtype
    if trip.handed_over:
        wide = _new(
            "wide", np.concatenate([t.values for t in trip.handed_over], axis=-1), "batch token wide"
        )  # (B, T, 3C)
        tokens = _new("example_tokens", np.array([sources.EXAMPLE_TOKENS], dtype), "batch token channel")
        table = _new("example_table", np.array(sources.EXAMPLE_TABLE, dtype), "channel wide")
        example = named_matmul(tokens, table, "example_wide")
        return Step.record("pour", (tokens, table, example, wide), rereads={"wide": trip.handed_over[0]})
    tokens = _new(
        "tokens", sources.poured_tokens(config.batch, config.tokens).astype(dtype), "batch token channel"
    )
    table = _new("table", sources.poured_table(config.width).astype(dtype), "channel wide")
    wide = named_matmul(tokens, table, "wide")  # (B, T, 3C)
    cells, channels = wide.values.size, sources.CHANNELS
    return Step.record(
        "pour",
        (tokens, table, wide),
        arithmetic=Cost(multiplications=cells * channels, additions=cells * (channels - 1)),
    )


def _cut(trip: Making) -> Step:
    wide, width = trip.steps["pour"]["wide"], trip.config.width
    thirds = tuple(
        Tensor(
            name, wide.values[..., third * width : (third + 1) * width], ("batch", "token", "width")
        )  # (B, T, C)
        for third, name in enumerate(QKV)
    )
    return Step.record("cut", thirds, inputs=(wide,), rereads=dict.fromkeys(QKV, wide))


def _dividers(trip: Making) -> Step:
    config, rows = trip.config, trip.steps["cut"].tensors
    shape = (config.batch, config.tokens, config.heads, config.head_dim)
    divided = tuple(
        _axes(name, rows[name].values.reshape(shape), "batch token head head_dim") for name in QKV
    )
    return Step.record("dividers", divided, inputs=tuple(rows.values()), rereads=rows)


def _reshelve(trip: Making) -> Step:
    divided = trip.steps["dividers"].tensors
    shelved = tuple(
        _axes(name, divided[name].values.transpose(0, 2, 1, 3), "batch head token head_dim") for name in QKV
    )
    return Step.record("reshelve", shelved, inputs=tuple(divided.values()), rereads=divided)


def _inside_flip(trip: Making) -> Step:
    key = trip.steps["reshelve"]["key"]
    stood_up = _axes("key", key.values.transpose(0, 1, 3, 2), "batch head head_dim token")
    return Step.record("inside_flip", (stood_up,), inputs=(key,), rereads={"key": key})


def _scores(trip: Making) -> Step:
    query, key = trip.steps["reshelve"]["query"], trip.steps["inside_flip"]["key"]
    with np.errstate(over="ignore", invalid="ignore"):  # told below, with the place
        matches = named_matmul(
            query.rename({"token": "query_token"}), key.rename({"token": "key_token"}), "matches"
        )
    _refuse_overflow(matches)
    head_dim = trip.config.head_dim
    scores = Tensor("scores", frozen(matches.values / math.sqrt(head_dim)), matches.axes)  # (B, H, T, T)
    work = Cost(
        multiplications=trip.kept * head_dim, additions=trip.kept * (head_dim - 1), divisions=trip.kept
    )
    return Step.record("scores", (matches, scores), inputs=(query, key), arithmetic=work)


def _mask(trip: Making) -> Step:
    scores, keep = trip.steps["scores"]["scores"], trip.keep
    per_head = keep.values if len(keep.axes) == 2 else keep.values[:, np.newaxis]  # (T, T) or (B, 1, T, T)
    struck = Tensor("struck", frozen(np.where(per_head, scores.values, -np.inf)), scores.axes)
    return Step.record("mask", (keep, struck), inputs=(scores,))


def _shares(trip: Making) -> Step:
    struck = trip.steps["mask"]["struck"]
    peak = struck.values.max(axis=-1)  # (B, H, T)
    shift = _new("shift", np.where(np.abs(peak) > SHIFT_BEYOND, peak, 0), "batch head query_token")
    with np.errstate(over="ignore"):  # two scores can lie farther apart than a float can say: e to that is 0
        blown_up = np.exp(struck.values - shift.values[..., np.newaxis])
    exponentials = Tensor("exponentials", frozen(blown_up), struck.axes)
    totals = _new("totals", exponentials.values.sum(axis=-1), "batch head query_token")
    shares = Tensor("shares", frozen(exponentials.values / totals.values[..., np.newaxis]), struck.axes)
    work = Cost(additions=trip.kept - trip.rows, exponentials=trip.kept, divisions=trip.kept)
    return Step.record("shares", (shift, exponentials, totals, shares), inputs=(struck,), arithmetic=work)


def _blend(trip: Making) -> Step:
    shares, value = trip.steps["shares"]["shares"], trip.steps["reshelve"]["value"]
    blend = named_matmul(shares, value.rename({"token": "key_token"}), "blend").rename(
        {"query_token": "token"}
    )
    head_dim = trip.config.head_dim
    work = Cost(multiplications=trip.kept * head_dim, additions=(trip.kept - trip.rows) * head_dim)
    return Step.record("blend", (blend,), inputs=(shares, value), arithmetic=work)


def _merge(trip: Making) -> Step:
    config, blend = trip.config, trip.steps["blend"]["blend"]
    reshelved = _axes("reshelved", blend.values.transpose(0, 2, 1, 3), "batch token head head_dim")
    block = Tensor("block", frozen(np.ascontiguousarray(reshelved.values)), reshelved.axes)
    output = _axes(
        "output", block.values.reshape(config.batch, config.tokens, config.width), "batch token width"
    )
    return Step.record(
        "merge",
        (reshelved, block, output),
        inputs=(blend,),
        rereads={"reshelved": blend, "block": reshelved, "output": block},
    )


STEPS: Mapping[str, Callable[[Making], Step]] = MappingProxyType(
    {
        "pour": _pour,
        "cut": _cut,
        "dividers": _dividers,
        "reshelve": _reshelve,
        "inside_flip": _inside_flip,
        "scores": _scores,
        "mask": _mask,
        "shares": _shares,
        "blend": _blend,
        "merge": _merge,
    }
)
STEP_NAMES = tuple(STEPS)


def _new(name: str, values: Array, axes: str) -> Tensor:
    """Record a fresh array: frozen first, so that the tensor keeps it rather than a copy."""
    return _axes(name, frozen(values), axes)


def _axes(name: str, values: Array, axes: str) -> Tensor:
    return Tensor(name, values, tuple(axes.split()))


def _refuse_overflow(matches: Tensor) -> None:
    bad = np.argwhere(~np.isfinite(matches.values))
    if len(bad):
        where = ", ".join(f"{axis} {i}" for axis, i in zip(matches.axes, bad[0], strict=True))
        dtype = matches.values.dtype
        wider = "" if dtype == np.float64 else ", or use float64"
        raise DataError(
            f"Cannot score these numbers: {dtype} cannot hold the match at {where}. "
            f"Divide query or key by a constant{wider}."
        )
