"""Change a number, work everything after it out again, see what changes: dependence by brute force.

Written out once more with einsum, apart from the engine. The keep-table stays, and so does the choice of the
rows that are shifted. A row with nothing kept follows the policy of the trip.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

import explorer as ex
from explorer.core.ancestors import Lineage
from tests.core.kit import keep_tables

Key = tuple[str, str]
Record = dict[Key, np.ndarray]

SMALL = 1e-5
QKV = ("query", "key", "value")
STRUCK_OUT = ("struck", "exponentials", "shares")


def numbers(*shape: int, seed: int, near: float = 0.0) -> np.ndarray:
    """Numbers with no coincidences, none close to 0: 0.5 to 1.5 in size, or near a larger one."""
    rng = np.random.default_rng(seed)
    small = rng.uniform(0.5, 1.5, shape) * rng.choice([-1, 1], shape)
    return small if near == 0 else near + 0.1 * small


@st.composite
def trips(draw: st.DrawFn) -> ex.Trace:
    """Trips of generic numbers: calm ones, and ones whose rows are shifted up, down or only in one head."""
    batch, tokens, heads = (draw(st.integers(1, top)) for top in (2, 5, 3))
    shape = (batch, tokens, heads * draw(st.integers(1, 3)))
    seed, near = draw(st.integers(0, 10**6)), draw(st.sampled_from([0, 0, 6, -6]))
    query, key, value = (numbers(*shape, seed=3 * seed + n, near=near * (n < 2)) for n in range(3))
    if near < 0:
        query = -query
    if draw(st.booleans()):
        query[..., : shape[2] // heads] /= 10
    trip = ex.trace_qkv(
        query, key, value, heads=heads,
        window=draw(st.none() | st.integers(1, tokens + 1)),
        causal=draw(st.booleans()),
        keep=draw(keep_tables(batch, tokens)),
    )  # fmt: skip
    top = np.sort(trip["mask"]["struck"].values, axis=-1)[..., -2:]
    assume(tokens == 1 or np.all(top[..., 1] - top[..., 0] > 100 * SMALL))  # no row changes its largest
    return trip


def tensors(trip: ex.Trace) -> dict[Key, ex.Tensor]:
    """Every recorded tensor."""
    return {(step.name, name): tensor for step in trip.steps for name, tensor in step.tensors.items()}


def kept_at(trip: ex.Trace, key: Key, index: tuple[int, ...]) -> bool:
    """Whether a cell is free to change: NaN is not, nor are those that the keep-table struck."""
    if np.isnan(trip[key[0]][key[1]].values[index]):
        return False
    if key[1] not in STRUCK_OUT:
        return True
    keep = trip["mask"]["keep"].values
    table = keep if keep.ndim == 2 else keep[index[0]]
    if key[1] != "struck" and trip.config.empty_rows == "uniform" and not table[index[2]].any():
        return True  # nobody struck these from the split: the whole row is shared out
    return bool(table[index[2:]])


def rerun(trip: ex.Trace, changes: Record) -> Record:
    """Work a trip out again, with some tensors put in place of what would come out."""
    made: Record = {}
    batch, tokens, heads, size = trip.config.sizes.values()

    def put(step: str, name: str, values: np.ndarray) -> np.ndarray:
        made[step, name] = changes.get((step, name), values)
        return made[step, name]

    if trip.given:
        a, b = (put("pour", f"example_{n}", trip["pour"][f"example_{n}"].values) for n in ("tokens", "table"))
        put("pour", "example_wide", np.einsum("btc,cw->btw", a, b))
        wide = put("pour", "wide", trip["pour"]["wide"].values)
    else:
        a, b = (put("pour", n, trip["pour"][n].values) for n in ("tokens", "table"))
        poured = np.einsum("btc,cw->btw", a, b)
        if "bias" in trip["pour"]:
            poured = poured + put("pour", "bias", trip["pour"]["bias"].values)
        wide = put("pour", "wide", poured)
    shelved = {}
    for name, third in zip(QKV, np.split(wide, 3, axis=-1), strict=True):
        row = put("cut", name, third)
        divided = put("dividers", name, row.reshape(batch, tokens, heads, size))
        shelved[name] = put("reshelve", name, np.einsum("bthd->bhtd", divided))
    flipped = put("inside_flip", "key", np.einsum("bhtd->bhdt", shelved["key"]))
    matches = put("scores", "matches", np.einsum("bhid,bhdj->bhij", shelved["query"], flipped))
    root = {"head_dim": size, "width": heads * size, "none": 1}[trip.config.scale] ** 0.5
    scores = put("scores", "scores", matches / root)
    keep = put("mask", "keep", trip["mask"]["keep"].values)
    kept = keep[np.newaxis, np.newaxis] if keep.ndim == 2 else keep[:, np.newaxis]
    struck = put("mask", "struck", np.where(kept, scores, -np.inf))
    shifted = trip["shares"]["shift"].values != 0
    shift = put("shares", "shift", np.where(shifted, struck.max(axis=-1), 0))
    empty, policy = np.broadcast_to(~kept.any(axis=-1, keepdims=True), struck.shape), trip.config.empty_rows
    powers = np.exp(struck - shift[..., np.newaxis])
    powers = put("shares", "exponentials", np.where(empty & (policy == "uniform"), 1, powers))
    totals = put("shares", "totals", powers.sum(axis=-1))
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = powers / totals[..., np.newaxis]
    shares = put("shares", "shares", np.where(empty & (policy == "zero"), 0, shares))
    blend = put("blend", "blend", np.einsum("bhij,bhjd->bhid", shares, shelved["value"]))
    back = put("merge", "reshelved", np.einsum("bhtd->bthd", blend))
    block = put("merge", "block", back)
    put("merge", "output", block.reshape(batch, tokens, heads * size))
    return made


def differ(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Where two arrays differ by more than rounding does."""
    return ~np.isclose(after, before, rtol=1e-12, atol=1e-13, equal_nan=True)


def reached(trip: ex.Trace, key: Key, index: tuple[int, ...]) -> Record:
    """Mark what changes in every tensor when one number is made a little larger, or a little smaller."""
    values = trip[key[0]][key[1]].values
    before = rerun(trip, {key: values})
    marked = {name: np.zeros(array.shape, dtype=bool) for name, array in before.items()}
    for step in (SMALL, -SMALL):
        changed = values.copy()
        changed[index] += step
        for name, after in rerun(trip, {key: changed}).items():
            marked[name] |= differ(before[name], after)
    return {name: array for name, array in marked.items() if array.any()}


def walk(trip: ex.Trace, way: str, key: Key, index: tuple[int, ...]) -> Lineage:
    """Follow a number of a recorded tensor forward ("descendants") or back ("ancestors")."""
    coords = dict(zip(trip[key[0]][key[1]].axes, index, strict=True))
    found: Lineage = getattr(trip, way)(*key, **coords)
    return found


def marks(record: Record) -> dict[Any, Any]:
    """Write marked cells out, so that two records can be held against each other."""
    return {key: marked.tolist() for key, marked in record.items()}
