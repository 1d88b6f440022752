"""The ten steps in the order a trip takes them. B batch, T token, H head, D head_dim, C = H*D."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from explorer.core import sources
from explorer.core.config import Config
from explorer.core.grid import Array, frozen
from explorer.core.masks import nothing_kept
from explorer.core.products import named_matmul
from explorer.core.start import QKV
from explorer.core.step import Cost, Step
from explorer.core.tensor import Tensor
from explorer.errors import DataError

__all__ = ["QKV", "SHIFT_BEYOND", "STEPS", "STEP_NAMES", "Making"]

SHIFT_BEYOND = 30.0
"""A row of scores is shifted by its largest only beyond this; until then the pencil's e^score is shown."""


@dataclass(frozen=True, eq=False)
class Making:
    """A trip in the making: what the steps so far recorded, and what the next one needs besides.

    Attributes
    ----------
    config : Config
    keep : Tensor, axes (query_token, key_token), or (batch, query_token, key_token)
    start : mapping of str to Tensor
        query, key and value, axes (batch, token, width), where they do not come out of a pour; else tokens,
        table and perhaps bias.
    steps : mapping of str to Step

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> Making(trip.config, trip["mask"]["keep"], {}, {}).kept
    10
    """

    config: Config
    keep: Tensor
    start: Mapping[str, Tensor]
    steps: Mapping[str, Step]

    @property
    def kept(self) -> int:
        """How many cells of the score grids are kept, over all batch items and heads."""
        return int(np.count_nonzero(self.keep.values)) * self._repeats

    @property
    def shared(self) -> tuple[int, int]:
        """How many cells get a share, and in how many rows; an empty row has none, or one for every token."""
        config = self.config
        rows = config.batch * config.heads * config.tokens
        empty = int(np.count_nonzero(nothing_kept(self.keep.values))) * self._repeats
        if config.empty_rows == "uniform":
            return self.kept + empty * config.tokens, rows
        return self.kept, rows - empty

    @property
    def empty(self) -> Array:
        """Which rows keep nothing: axes (1 or batch, 1, query_token, 1), to lie over a score grid."""
        empty = nothing_kept(self.keep.values)
        return empty.reshape(-1, 1, self.config.tokens, 1)

    @property
    def _repeats(self) -> int:
        return self.config.batch * self.config.heads if len(self.keep.axes) == 2 else self.config.heads


def _pour(trip: Making) -> Step:
    if "table" in trip.start:
        return _poured(trip.start)
    wide = _new(
        "wide", np.concatenate([trip.start[name].values for name in QKV], axis=-1), "batch token wide"
    )  # (B, T, 3C)
    dtype = trip.config.dtype
    tokens = _new("example_tokens", np.array([sources.EXAMPLE_TOKENS], dtype), "batch token channel")
    table = _new("example_table", np.array(sources.EXAMPLE_TABLE, dtype), "channel wide")
    example = named_matmul(tokens, table, "example_wide")
    return Step.record("pour", (tokens, table, example, wide), rereads={"wide": trip.start["query"]})


def _poured(start: Mapping[str, Tensor]) -> Step:
    tokens, table, bias = start["tokens"], start["table"], start.get("bias")
    with np.errstate(over="ignore", invalid="ignore"):  # told below, with the place
        wide = named_matmul(tokens, table, "wide")  # (B, T, 3C)
        if bias is not None:
            wide = Tensor("wide", frozen(wide.values + bias.values), wide.axes)
    _refuse_overflow(wide, "pour", "sum", "tokens or table")
    cells, channels = wide.values.size, table.sizes["channel"]
    biased = bias is not None
    work = Cost(multiplications=cells * channels, additions=cells * (channels - 1 + biased))
    return Step.record("pour", (*start.values(), wide), arithmetic=work)


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
    _refuse_overflow(matches, "score", "match", "query or key")
    head_dim, root_of, kept = trip.config.head_dim, trip.config.root_of, trip.kept
    scaled = matches.values if root_of is None else frozen(matches.values / math.sqrt(root_of))
    scores = Tensor("scores", scaled, matches.axes)  # (B, H, T, T)
    work = Cost(
        multiplications=kept * head_dim,
        additions=kept * (head_dim - 1),
        divisions=0 if root_of is None else kept,
    )
    # Without scaling nothing is worked out: the scores are the matches under another name.
    rereads = {"scores": matches} if root_of is None else None
    return Step.record("scores", (matches, scores), inputs=(query, key), rereads=rereads, arithmetic=work)


def _mask(trip: Making) -> Step:
    scores, keep = trip.steps["scores"]["scores"], trip.keep
    per_head = keep.values if len(keep.axes) == 2 else keep.values[:, np.newaxis]  # (T, T) or (B, 1, T, T)
    struck = Tensor("struck", frozen(np.where(per_head, scores.values, -np.inf)), scores.axes)
    return Step.record("mask", (keep, struck), inputs=(scores,))


def _shares(trip: Making) -> Step:
    struck, policy = trip.steps["mask"]["struck"], trip.config.empty_rows
    peak = struck.values.max(axis=-1)  # (B, H, T); -inf in an empty row, where there is nothing to shift
    shift = _new(
        "shift",
        np.where((np.abs(peak) > SHIFT_BEYOND) & np.isfinite(peak), peak, 0),
        "batch head query_token",
    )
    with np.errstate(over="ignore"):  # two scores can lie farther apart than a float can say: e to that is 0
        blown_up = np.exp(struck.values - shift.values[..., np.newaxis])
    if policy == "uniform":
        blown_up[np.broadcast_to(trip.empty, blown_up.shape)] = 1
    exponentials = Tensor("exponentials", frozen(blown_up), struck.axes)
    totals = _new("totals", exponentials.values.sum(axis=-1), "batch head query_token")
    with np.errstate(invalid="ignore"):  # 0 / 0 in an empty row is what "nan" asks for
        split = exponentials.values / totals.values[..., np.newaxis]
    if policy == "zero":
        split[np.broadcast_to(trip.empty, split.shape)] = 0
    shares = Tensor("shares", frozen(split), struck.axes)
    cells, rows = trip.shared
    work = Cost(additions=cells - rows, exponentials=cells, divisions=cells)
    # In a row with nothing kept it is the keep-table that decides.
    inputs = (struck, trip.keep) if trip.empty.any() else (struck,)
    return Step.record("shares", (shift, exponentials, totals, shares), inputs=inputs, arithmetic=work)


def _blend(trip: Making) -> Step:
    shares, value = trip.steps["shares"]["shares"], trip.steps["reshelve"]["value"]
    with np.errstate(over="ignore", invalid="ignore"):  # told below, with the place
        blend = named_matmul(shares, value.rename({"token": "key_token"}), "blend").rename(
            {"query_token": "token"}
        )
    # Shares of an empty row may be NaN, and so is what they mix. Others, rounded, may add to a little over 1.
    undefined = np.any(np.isnan(shares.values), axis=-1, keepdims=True)
    _refuse_overflow(blend, "blend", "number", "value", legal=undefined)
    head_dim, (cells, rows) = trip.config.head_dim, trip.shared
    work = Cost(multiplications=cells * head_dim, additions=(cells - rows) * head_dim)
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


def _refuse_overflow(
    made: Tensor, asked: str, what: str, lower: str, *, legal: Array | Literal[False] = False
) -> None:
    """Refuse what is not finite, but for the cells where that is legal."""
    bad = np.argwhere(~(np.isfinite(made.values) | legal))
    if len(bad):
        where = ", ".join(f"{axis} {i}" for axis, i in zip(made.axes, bad[0], strict=True))
        dtype = made.values.dtype
        wider = "" if dtype == np.float64 else ", or use float64"
        raise DataError(
            f"Cannot {asked} these numbers: {dtype} cannot hold the {what} at {where}. "
            f"Divide {lower} by a constant{wider}."
        )
