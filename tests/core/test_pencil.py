"""The pencil example, number by number, as the design states it."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex

Q = [[1, 0, 2, 1], [0, 1, 1, 0], [1, 1, 0, 2]]
K = [[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, 1, 1]]
V = [[2, 0, 1, 3], [1, 1, 0, 0], [0, 2, 2, 1]]
INF = float("inf")


@pytest.fixture(scope="module")
def trip() -> ex.Trace:
    """The default trip."""
    return ex.trace()


def near(found: np.ndarray, expected: object, places: int = 3) -> bool:
    """Equal to the printed decimals, and of the same shape."""
    expected = np.asarray(expected, dtype=float)
    return found.shape == expected.shape and np.allclose(found, expected, rtol=0, atol=0.51 * 10**-places)


def exactly(found: np.ndarray, expected: object) -> bool:
    """Equal to the last bit, and of the same shape."""
    expected = np.asarray(expected)
    return found.shape == expected.shape and np.array_equal(found, expected)


def test_default_sizes(trip: ex.Trace) -> None:
    c = trip.config
    assert (c.batch, c.tokens, c.heads, c.head_dim, c.window, c.width) == (1, 3, 2, 2, 2, 4)
    assert c.causal is True
    assert c.source == "pencil"
    assert np.dtype(c.dtype) == np.float64
    assert dict(c.sizes) == {"batch": 1, "token": 3, "head": 2, "head_dim": 2}
    assert c.budget == 2**30


def test_the_ten_steps_in_order(trip: ex.Trace) -> None:
    names = [
        "pour",
        "cut",
        "dividers",
        "reshelve",
        "inside_flip",
        "scores",
        "mask",
        "shares",
        "blend",
        "merge",
    ]
    assert [step.name for step in trip.steps] == names
    assert all(trip[name] is step for name, step in zip(names, trip.steps, strict=True))


TENSORS = {
    "pour": {
        "example_tokens": "batch token channel",
        "example_table": "channel wide",
        "example_wide": "batch token wide",
        "wide": "batch token wide",
    },
    "cut": dict.fromkeys(("query", "key", "value"), "batch token width"),
    "dividers": dict.fromkeys(("query", "key", "value"), "batch token head head_dim"),
    "reshelve": dict.fromkeys(("query", "key", "value"), "batch head token head_dim"),
    "inside_flip": {"key": "batch head head_dim token"},
    "scores": dict.fromkeys(("matches", "scores"), "batch head query_token key_token"),
    "mask": {"keep": "query_token key_token", "struck": "batch head query_token key_token"},
    "shares": {
        "exponentials": "batch head query_token key_token",
        "shares": "batch head query_token key_token",
        "totals": "batch head query_token",
        "shift": "batch head query_token",
    },
    "blend": {"blend": "batch head token head_dim"},
    "merge": {
        "reshelved": "batch token head head_dim",
        "block": "batch token head head_dim",
        "output": "batch token width",
    },
}


@pytest.mark.parametrize("step", TENSORS)
def test_tensors_and_their_axes(trip: ex.Trace, step: str) -> None:
    found = {name: " ".join(tensor.axes) for name, tensor in trip[step].tensors.items()}
    assert found == TENSORS[step]
    for name, tensor in trip[step].tensors.items():
        assert tensor.name == name
        assert trip[step][name] is tensor
        assert tensor.shape == tensor.values.shape
        assert tuple(tensor.sizes) == tensor.axes
        assert tuple(tensor.sizes.values()) == tensor.shape


def test_poured_tensors_and_axes() -> None:
    pour = ex.trace(ex.Config(source="poured"))["pour"]
    assert {name: " ".join(t.axes) for name, t in pour.tensors.items()} == {
        "tokens": "batch token channel",
        "table": "channel wide",
        "wide": "batch token wide",
    }
    assert pour["table"].shape == (2, 12)


def test_swapped_axes(trip: ex.Trace) -> None:
    swapped = {step.name: step.swapped for step in trip.steps if step.swapped}
    assert swapped == {
        "reshelve": ("token", "head"),
        "inside_flip": ("token", "head_dim"),
        "merge": ("head", "token"),
    }


def test_inputs_of_each_step(trip: ex.Trace) -> None:
    expected = {
        "pour": {},
        "cut": {"wide": "pour"},
        "dividers": {"query": "cut", "key": "cut", "value": "cut"},
        "reshelve": {"query": "dividers", "key": "dividers", "value": "dividers"},
        "inside_flip": {"key": "reshelve"},
        "scores": {"query": "reshelve", "key": "inside_flip"},
        "mask": {"scores": "scores"},
        "shares": {"struck": "mask"},
        "blend": {"shares": "shares", "value": "reshelve"},
        "merge": {"blend": "blend"},
    }
    assert {step.name: set(step.inputs) for step in trip.steps} == {s: set(i) for s, i in expected.items()}
    for step, inputs in expected.items():
        for name, source in inputs.items():
            assert np.shares_memory(trip[step].inputs[name].values, trip[source][name].values)
            assert np.array_equal(trip[step].inputs[name].values, trip[source][name].values)


def test_pour_shows_the_worked_example(trip: ex.Trace) -> None:
    pour = trip["pour"]
    assert exactly(pour["example_tokens"].values, [[[5, 3], [1, 2]]])
    assert exactly(pour["example_table"].values, [[2, 1], [1, 3]])
    assert exactly(pour["example_wide"].values, [[[13, 14], [4, 7]]])
    assert exactly(pour["wide"].values, [[q + k + v for q, k, v in zip(Q, K, V, strict=True)]])
    assert trip.given is True


def test_poured_thirteen() -> None:
    trip = ex.trace(ex.Config(source="poured"))
    assert exactly(trip["pour"]["tokens"].values[0, 0], [5, 3])
    assert exactly(trip["pour"]["table"].values[:, 0], [2, 1])
    assert trip["pour"]["wide"].at(batch=0, token=0, wide=0) == 13
    assert trip.given is False


def test_cut(trip: ex.Trace) -> None:
    for name, rows in (("query", Q), ("key", K), ("value", V)):
        assert exactly(trip["cut"][name].values, [rows])


def test_dividers(trip: ex.Trace) -> None:
    assert exactly(trip["dividers"]["query"].values[0, 0], [[1, 0], [2, 1]])
    for name, rows in (("query", Q), ("key", K), ("value", V)):
        assert exactly(trip["dividers"][name].values, [[[row[:2], row[2:]] for row in rows]])


GRIDS = {
    ("query", 0): [[1, 0], [0, 1], [1, 1]],
    ("query", 1): [[2, 1], [1, 0], [0, 2]],
    ("key", 0): [[1, 0], [0, 2], [1, 1]],
    ("key", 1): [[1, 0], [0, 1], [1, 1]],
    ("value", 0): [[2, 0], [1, 1], [0, 2]],
    ("value", 1): [[1, 3], [0, 0], [2, 1]],
}


@pytest.mark.parametrize(("name", "head"), GRIDS)
def test_reshelved_grids(trip: ex.Trace, name: str, head: int) -> None:
    assert exactly(trip["reshelve"][name].values[0, head], GRIDS[name, head])
    grid = trip["reshelve"][name].grid("token", "head_dim", batch=0, head=head)
    assert exactly(grid.values, GRIDS[name, head])


def test_keys_stood_up(trip: ex.Trace) -> None:
    assert exactly(trip["inside_flip"]["key"].values, [[[[1, 0, 1], [0, 2, 1]], [[1, 0, 1], [0, 1, 1]]]])


def test_scores(trip: ex.Trace) -> None:
    matches = [[[[1, 0, 1], [0, 2, 1], [1, 2, 2]], [[2, 1, 3], [1, 0, 1], [0, 2, 2]]]]
    assert exactly(trip["scores"]["matches"].values, matches)
    assert near(
        trip["scores"]["scores"].values,
        [
            [
                [[0.707, 0, 0.707], [0, 1.414, 0.707], [0.707, 1.414, 1.414]],
                [[1.414, 0.707, 2.121], [0.707, 0, 0.707], [0, 1.414, 1.414]],
            ]
        ],
    )


def test_mask(trip: ex.Trace) -> None:
    keep = trip["mask"]["keep"].values
    assert keep.dtype == np.bool_
    assert exactly(keep, np.array([[1, 0, 0], [1, 1, 0], [0, 1, 1]], dtype=bool))
    assert near(
        trip["mask"]["struck"].values,
        [
            [
                [[0.707, -INF, -INF], [0, 1.414, -INF], [-INF, 1.414, 1.414]],
                [[1.414, -INF, -INF], [0.707, 0, -INF], [-INF, 1.414, 1.414]],
            ]
        ],
    )


def test_shares(trip: ex.Trace) -> None:
    shares = trip["shares"]
    assert exactly(shares["shift"].values, np.zeros((1, 2, 3)))
    assert near(
        shares["exponentials"].values,
        [
            [
                [[2.028, 0, 0], [1, 4.113, 0], [0, 4.113, 4.113]],
                [[4.113, 0, 0], [2.028, 1, 0], [0, 4.113, 4.113]],
            ]
        ],
    )
    assert near(shares["totals"].values, [[[2.028, 5.113, 8.227], [4.113, 3.028, 8.227]]])
    assert near(
        shares["shares"].values,
        [[[[1, 0, 0], [0.196, 0.804, 0], [0, 0.5, 0.5]], [[1, 0, 0], [0.670, 0.330, 0], [0, 0.5, 0.5]]]],
    )


def test_blend(trip: ex.Trace) -> None:
    assert near(
        trip["blend"]["blend"].values,
        [[[[2, 0], [1.196, 0.804], [0.5, 1.5]], [[1, 3], [0.670, 2.009], [1, 0.5]]]],
    )


def test_merge_and_output(trip: ex.Trace) -> None:
    rows = [[2, 0, 1, 3], [1.196, 0.804, 0.670, 2.009], [0.5, 1.5, 1, 0.5]]
    divided = [[[row[:2], row[2:]] for row in rows]]
    assert near(trip["merge"]["reshelved"].values, divided)
    assert near(trip["merge"]["block"].values, divided)
    assert near(trip["merge"]["output"].values, [rows])
    assert trip.output is trip["merge"]["output"]
    assert exactly(trip.output.values[0, 0], [2, 0, 1, 3])


def test_handing_the_pencil_numbers_over_is_the_same_trip(trip: ex.Trace) -> None:
    mine = ex.trace_qkv(Q, K, V, heads=2, window=2)
    assert mine.given is True
    assert mine.config.source == "given"
    for step in trip.steps:
        assert set(mine[step.name].tensors) == set(step.tensors)
        for name, tensor in step.tensors.items():
            assert mine[step.name][name].axes == tensor.axes
            assert exactly(mine[step.name][name].values, tensor.values)


def test_what_was_moved(trip: ex.Trace) -> None:
    views = dict.fromkeys(("query", "key", "value"), "view")
    moved = {step.name: dict(step.moved) for step in trip.steps}
    assert moved == {
        "pour": {"example_tokens": "new", "example_table": "new", "example_wide": "new", "wide": "copy"},
        "cut": views,
        "dividers": views,
        "reshelve": views,
        "inside_flip": {"key": "view"},
        "scores": {"matches": "new", "scores": "new"},
        "mask": {"keep": "new", "struck": "new"},
        "shares": dict.fromkeys(("exponentials", "shares", "totals", "shift"), "new"),
        "blend": {"blend": "new"},
        "merge": {"reshelved": "view", "block": "copy", "output": "view"},
    }


def test_flips_share_the_memory_of_the_cut(trip: ex.Trace) -> None:
    for name in ("query", "key", "value"):
        for step in ("cut", "dividers", "reshelve"):
            assert trip[step][name].shares_memory_with(trip["pour"]["wide"])
    assert trip["inside_flip"]["key"].shares_memory_with(trip["cut"]["key"])
    assert not trip["inside_flip"]["key"].shares_memory_with(trip["cut"]["query"])
    assert not trip["scores"]["scores"].shares_memory_with(trip["reshelve"]["query"])
    assert not trip["merge"]["block"].shares_memory_with(trip["blend"]["blend"])


def test_values_are_floats_all_the_way(trip: ex.Trace) -> None:
    for step in trip.steps:
        for name, tensor in step.tensors.items():
            assert tensor.values.dtype == (np.bool_ if name == "keep" else np.float64), (step.name, name)
