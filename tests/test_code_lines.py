"""The lines of code that the page shows, run in order in one namespace, give the engine's numbers."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer import words
from explorer.core.numbers import Numbers
from tests.torch_stand_in import TORCH, block, tensor

SMALL = ex.Config()
LARGER = ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=2)
BIG = np.arange(12.0).reshape(3, 4) * 20
_POURED = {"tokens": [[5, 3, 1], [1, 2, 0]], "table": np.arange(18).reshape(3, 6) % 5 - 2}
OWN_TABLE = Numbers.poured_from(**_POURED)
OWN_TABLE_AND_BIAS = Numbers.poured_from(**_POURED, bias=[1, 2, 0.5, -1, 0, 3])
CONFIGS = [
    pytest.param(config.replace(causal=causal, window=window, source=source), id=f"{name}-{source}-{rules}")
    for name, config in (("pencil", SMALL), ("B2T5H3D4", LARGER))
    for source in ("pencil", "poured")
    for rules, causal, window in (
        ("both", True, 2),
        ("causal", True, None),
        ("window", False, 2),
        ("no-rule", False, None),
    )
]

# What each step leaves behind: variable in the code, tensor in the trip.
LEAVES = {
    "pour": {"wide": "wide"},
    "cut": {"q": "query", "k": "key", "v": "value"},
    "dividers": {"q": "query", "k": "key", "v": "value"},
    "reshelve": {"q": "query", "k": "key", "v": "value"},
    "inside_flip": {"k": "key"},
    "scores": {"matches": "matches", "scores": "scores"},
    "mask": {"keep": "keep", "struck": "struck"},
    "shares": {"shares": "shares"},
    "blend": {"blend": "blend"},
    "merge": {"out": "output"},
}


WHAT_IFS = {
    "by the width": LARGER.replace(scale="width"),
    "not divided": LARGER.replace(scale="none"),
    "the other window": LARGER.replace(window_counts_self=False),
    "the other window alone": LARGER.replace(window_counts_self=False, causal=False, source="poured"),
    "by hand": LARGER.replace(by_hand=[(0, 4, True), (3, 2, False), (9, 9, False)]),
    "by hand alone": SMALL.replace(causal=False, window=None, by_hand=[(0, 2, False), (1, 1, False)]),
    "typed over": LARGER.replace(edits=[("key", 1, 0, 3, 2.5), ("tokens", 0, 0, 0, 9)]),
    "own rows": ex.Config.of(Numbers.of(**dict.fromkeys(("query", "key", "value"), BIG / 20), heads=2)),
    "own table": ex.Config.of(OWN_TABLE),
    "own table and bias": ex.Config.of(OWN_TABLE_AND_BIAS, scale="width"),
    **{
        f"{policy}, {size}": config.replace(empty_rows=policy, by_hand=[(1, 0, False), (1, 1, False)])
        for policy in ("nan", "zero", "uniform")
        for size, config in (
            ("calm", LARGER),
            ("shifted", ex.Config.of(Numbers.of(query=BIG, key=BIG, value=BIG, heads=2))),
        )
    },
}


def code_of(trip: ex.Trace, step: str, dialect: str, *, own_keep: bool = False) -> str:
    config = trip.config
    return words.code_for(
        step,
        dialect,
        causal=config.causal,
        window=config.window is not None,
        given=trip.given,
        own_keep=own_keep,
        shifted=bool(trip["shares"]["shift"].values.any()),
        bias="bias" in trip["pour"],
        scale=config.scale,
        window_counts_self=config.window_counts_self,
        by_hand=config.cells_by_hand,
        empty_rows=config.empty_rows,
    )


def start_of(trip: ex.Trace, array=np.array) -> dict[str, object]:
    config = trip.config
    start = {"B": config.batch, "T": config.tokens, "H": config.heads, "D": config.head_dim}
    start |= {"C": config.width, "W": config.window}
    if trip.given:
        names = {"q": "query", "k": "key", "v": "value"}
        return start | {letter: array(trip["cut"][name].values) for letter, name in names.items()}
    return start | {name: array(trip["pour"][name].values) for name in trip["pour"].tensors if name != "wide"}


def walk(
    trip: ex.Trace, dialect: str, start: dict[str, object], *, own_keep: bool = False
) -> dict[str, object]:
    """Run the ten steps' lines in one namespace, hold each against the trip, return what is left."""
    namespace = dict(start)
    for step in trip.steps:
        with np.errstate(invalid="ignore"):  # 0 / 0 in a row with nothing kept
            exec(code_of(trip, step.name, dialect, own_keep=own_keep), namespace)
        for variable, name in LEAVES[step.name].items():
            expected = step[name].values
            got = np.asarray(namespace[variable])
            assert got.shape == expected.shape, f"{step.name}: {variable}"
            np.testing.assert_allclose(got, expected, rtol=1e-12, err_msg=f"{step.name}: {variable}")
    return namespace


def imported(dialect: str) -> dict[str, object]:
    if dialect == "pytorch":
        return {"torch": TORCH}
    namespace: dict[str, object] = {}
    exec(words.imports_for(dialect), namespace)
    return namespace


def start_in(dialect: str, trip: ex.Trace) -> dict[str, object]:
    return imported(dialect) | start_of(trip, tensor if dialect == "pytorch" else np.array)


@pytest.mark.parametrize("dialect", words.DIALECTS)
@pytest.mark.parametrize("config", CONFIGS)
def test_the_lines_in_order_take_the_same_trip(config, dialect):
    trip = ex.trace(config)
    left = walk(trip, dialect, start_in(dialect, trip))
    for variable, name in LEAVES["merge"].items():
        assert np.allclose(np.asarray(left[variable]), trip["merge"][name].values)


@pytest.mark.parametrize("dialect", words.DIALECTS)
@pytest.mark.parametrize("which", WHAT_IFS)
def test_the_lines_take_the_same_trip_under_every_what_if(which, dialect):
    trip = ex.trace(WHAT_IFS[which])
    namespace = walk(trip, dialect, start_in(dialect, trip))
    if dialect != "pytorch":  # whose softmax keeps them to itself
        np.testing.assert_allclose(
            namespace["exponentials"], trip["shares"]["exponentials"].values, rtol=1e-12
        )


@pytest.mark.parametrize("dialect", words.DIALECTS)
def test_a_hand_is_over_a_keep_table_of_ones_own(dialect):
    keep = np.stack([np.eye(5, dtype=bool), np.ones((5, 5), dtype=bool)])
    trip = ex.trace(LARGER.replace(by_hand=[(0, 4, True), (3, 3, False)], empty_rows="zero"), keep=keep)
    table = keep[:, None]
    namespace = start_in(dialect, trip) | {"own_keep": tensor(table) if dialect == "pytorch" else table}
    with np.errstate(invalid="ignore"):
        for step in trip.steps:
            exec(code_of(trip, step.name, dialect, own_keep=True), namespace)
    np.testing.assert_array_equal(np.asarray(namespace["keep"])[:, 0], trip["mask"]["keep"].values)
    np.testing.assert_allclose(namespace["out"], trip.output.values, rtol=1e-12)


@pytest.mark.parametrize("dialect", words.DIALECTS)
def test_rows_of_ones_own_with_a_keep_table_of_ones_own(dialect):
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(3, 2, 5, 6))
    keep = rng.random((2, 5, 5)) < 0.5
    keep |= np.eye(5, dtype=bool)
    trip = ex.trace_qkv(*rows, heads=3, window=4, keep=keep)
    table = keep[:, None]
    namespace = start_in(dialect, trip) | {"own_keep": tensor(table) if dialect == "pytorch" else table}
    for step in trip.steps:
        exec(code_of(trip, step.name, dialect, own_keep=True), namespace)
    np.testing.assert_allclose(namespace["out"], trip.output.values, rtol=1e-12)
    np.testing.assert_array_equal(np.asarray(namespace["keep"])[:, 0], trip["mask"]["keep"].values)


@pytest.mark.parametrize("dialect", ["numpy", "einops"])
def test_huge_scores_are_shifted_as_the_engine_shifts_them(dialect):
    rows = np.arange(12.0).reshape(3, 4) * 20
    trip = ex.trace_qkv(rows, rows, rows, heads=2)
    namespace = walk(trip, dialect, imported(dialect) | start_of(trip))
    np.testing.assert_array_equal(namespace["shift"][..., 0], trip["shares"]["shift"].values)
    np.testing.assert_allclose(namespace["exponentials"], trip["shares"]["exponentials"].values, rtol=1e-12)


def test_the_numpy_lines_leave_the_exponentials_and_totals_of_the_trip():
    trip = ex.trace()
    namespace = walk(trip, "numpy", imported("numpy") | start_of(trip))
    np.testing.assert_allclose(namespace["exponentials"], trip["shares"]["exponentials"].values, rtol=1e-12)
    np.testing.assert_allclose(namespace["totals"][..., 0], trip["shares"]["totals"].values, rtol=1e-12)


def test_the_numpy_lines_copy_nothing_between_the_cut_and_the_scores():
    trip = ex.trace()
    namespace = imported("numpy") | start_of(trip)
    for step in ("pour", "cut", "dividers", "reshelve", "inside_flip"):
        exec(code_of(trip, step, "numpy"), namespace)
        for variable in LEAVES[step]:
            assert np.shares_memory(namespace[variable], namespace["wide"]), (step, variable)


@pytest.mark.parametrize(
    "config", [SMALL, LARGER, SMALL.replace(heads=1, head_dim=4), LARGER.replace(tokens=1)]
)
def test_the_pytorch_lines_copy_nothing_before_the_scores_and_tidy_just_where_the_trip_does(config):
    trip = ex.trace(config)
    namespace = start_in("pytorch", trip)
    for step in ("pour", "cut", "dividers", "reshelve", "inside_flip"):
        exec(code_of(trip, step, "pytorch"), namespace)
        for variable in LEAVES[step]:
            assert block(namespace[variable]) == block(namespace["wide"]), (step, variable)
    for step in ("scores", "mask", "shares", "blend", "merge"):
        exec(code_of(trip, step, "pytorch"), namespace)
    kept = block(namespace["block"]) == block(namespace["blend"])
    assert kept == (trip["merge"].moved["block"] == "view")
    assert block(namespace["out"]) == block(namespace["block"])


@pytest.mark.parametrize("dialect", words.DIALECTS)
def test_float32_rows_stay_float32(dialect):
    rows = np.arange(12, dtype=np.float32).reshape(3, 4)
    trip = ex.trace_qkv(rows, rows, rows, heads=2)
    namespace = start_in(dialect, trip)
    for step in trip.steps:
        exec(code_of(trip, step.name, dialect), namespace)
    assert np.asarray(namespace["out"]).dtype == np.float32
