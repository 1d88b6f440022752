"""The lines of code that the page shows, run in order in one namespace, give the engine's numbers."""

from __future__ import annotations

import ast

import numpy as np
import pytest

import explorer as ex
from explorer import words
from tests.torch_stand_in import STAND_IN, Held

SMALL = ex.Config()
LARGER = ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=2)
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


def code_of(trip: ex.Trace, step: str, dialect: str, *, own_keep: bool = False) -> str:
    return words.code_for(
        step,
        dialect,
        causal=trip.config.causal,
        window=trip.config.window is not None,
        given=trip.given,
        own_keep=own_keep,
        shifted=bool(trip["shares"]["shift"].values.any()),
    )


def start_of(trip: ex.Trace, array=np.array) -> dict[str, object]:
    config = trip.config
    start = {"B": config.batch, "T": config.tokens, "H": config.heads, "D": config.head_dim}
    start |= {"C": config.width, "W": config.window}
    if trip.given:
        names = {"q": "query", "k": "key", "v": "value"}
        return start | {letter: array(trip["cut"][name].values) for letter, name in names.items()}
    return start | {name: array(trip["pour"][name].values) for name in ("tokens", "table")}


def walk(
    trip: ex.Trace, dialect: str, start: dict[str, object], *, own_keep: bool = False
) -> dict[str, object]:
    """Run the ten steps' lines in one namespace, hold each against the trip, return what is left."""
    namespace = dict(start)
    for step in trip.steps:
        exec(code_of(trip, step.name, dialect, own_keep=own_keep), namespace)
        for variable, tensor in LEAVES[step.name].items():
            expected = step[tensor].values
            got = np.asarray(namespace[variable])
            assert got.shape == expected.shape, f"{step.name}: {variable}"
            np.testing.assert_allclose(got, expected, rtol=1e-12, err_msg=f"{step.name}: {variable}")
    return namespace


def imported(dialect: str) -> dict[str, object]:
    namespace: dict[str, object] = {}
    exec(words.imports_for(dialect), namespace)
    return namespace


@pytest.mark.parametrize("dialect", ["numpy", "einops"])
@pytest.mark.parametrize("config", CONFIGS)
def test_the_lines_in_order_take_the_same_trip(config, dialect):
    trip = ex.trace(config)
    walk(trip, dialect, imported(dialect) | start_of(trip))


def test_the_pytorch_lines_take_the_same_trip():
    torch = pytest.importorskip(
        "torch", reason="torch is not needed, and not installed; a stand-in is tested"
    )
    for config in (case.values[0] for case in CONFIGS):
        trip = ex.trace(config)
        walk(trip, "pytorch", {"torch": torch} | start_of(trip, lambda values: torch.tensor(values.copy())))


@pytest.mark.parametrize("config", CONFIGS)
def test_the_pytorch_lines_take_the_same_trip_with_a_stand_in_for_torch(config):
    trip = ex.trace(config)
    walk(trip, "pytorch", {"torch": STAND_IN} | start_of(trip, Held))


@pytest.mark.parametrize("dialect", ["numpy", "einops"])
def test_rows_of_ones_own_with_a_keep_table_of_ones_own(dialect):
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(3, 2, 5, 6))
    keep = rng.random((2, 5, 5)) < 0.5
    keep |= np.eye(5, dtype=bool)
    trip = ex.trace_qkv(*rows, heads=3, window=4, keep=keep)
    start = imported(dialect) | start_of(trip) | {"own_keep": keep[:, None]}
    namespace: dict[str, object] = dict(start)
    for step in trip.steps:
        exec(code_of(trip, step.name, dialect, own_keep=True), namespace)
    np.testing.assert_allclose(namespace["out"], trip.output.values, rtol=1e-12)
    np.testing.assert_array_equal(namespace["keep"][:, 0], trip["mask"]["keep"].values)


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


def test_float32_rows_stay_float32():
    rows = np.arange(12, dtype=np.float32).reshape(3, 4)
    trip = ex.trace_qkv(rows, rows, rows, heads=2)
    namespace = imported("numpy") | start_of(trip)
    for step in trip.steps:
        exec(code_of(trip, step.name, "numpy"), namespace)
    assert namespace["out"].dtype == np.float32


# --- What the lines look like -----------------------------------------------------------------------------


def calls(code: str, method: str) -> list[tuple[int, ...]]:
    """The whole-number arguments of every call of a method of this name."""
    return [
        tuple(ast.literal_eval(argument) for argument in node.args)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method
    ]


def test_one_word_two_moves():
    flips = {
        dialect: [words.code_for(s, dialect) for s in ("reshelve", "inside_flip")]
        for dialect in words.DIALECTS
    }
    shelves, inside = flips["numpy"]
    assert calls(shelves, "transpose") == [(0, 2, 1, 3)] * 3
    assert calls(inside, "transpose") == [(0, 1, 3, 2)]
    assert "q.swapaxes(1, 2)" in shelves
    assert "k.swapaxes(-2, -1)" in inside
    shelves, inside = flips["pytorch"]
    assert calls(shelves, "transpose") == [(1, 2)] * 3
    assert calls(inside, "transpose") == [(-2, -1)]
    shelves, inside = flips["einops"]
    assert shelves.count('"b t h d -> b h t d"') == 3
    assert '"b h t d -> b h d t"' in inside


def test_the_swapaxes_named_beside_the_numpy_lines_are_the_same_moves():
    q = np.empty((2, 5, 3, 4))
    assert q.transpose(0, 2, 1, 3).strides == q.swapaxes(1, 2).strides
    k = q.transpose(0, 2, 1, 3)
    assert k.transpose(0, 1, 3, 2).strides == k.swapaxes(-2, -1).strides


def test_pytorch_says_view_and_contiguous_where_the_words_do():
    assert words.code_for("dividers", "pytorch").count(".view(B, T, H, D)") == 3
    assert ".contiguous()" in words.code_for("merge", "pytorch")
    assert "block.view(B, T, C)" in words.code_for("merge", "pytorch")


@pytest.mark.parametrize("dialect", words.DIALECTS)
@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_a_line_is_python_fits_the_panel_and_names_no_place_on_disk(step, dialect):
    code = words.code_for(step, dialect)
    ast.parse(code)
    assert code == words.STEPS[step].code[dialect]
    assert not code.endswith("\n")
    assert max(map(len, code.splitlines())) <= 72


@pytest.mark.parametrize("dialect", words.DIALECTS)
def test_the_mask_line_names_only_the_rules_that_are_on(dialect):
    both = words.code_for("mask", dialect)
    assert "(j <= i) & (j >= i - W + 1)" in both
    assert "W" not in words.code_for("mask", dialect, window=False)
    assert "j <= i" not in words.code_for("mask", dialect, causal=False)
    neither = words.code_for("mask", dialect, causal=False, window=False)
    assert "i =" not in neither
    assert "own_keep" not in both
    assert "keep & own_keep" in words.code_for("mask", dialect, own_keep=True)


def test_given_rows_are_laid_side_by_side_and_not_poured():
    for dialect in words.DIALECTS:
        assert "table" in words.code_for("pour", dialect)
        given = words.code_for("pour", dialect, given=True)
        assert "table" not in given
        assert "[q, k, v]" in given


def test_the_stand_in_refuses_a_view_that_torch_would_refuse():
    with pytest.raises(RuntimeError, match="not compatible"):
        Held(np.arange(24).reshape(1, 2, 3, 4)).transpose(1, 2).view(1, 3, 8)
