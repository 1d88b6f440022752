"""The record is frozen: reading it can't change it, and neither can whoever handed the arrays over."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

import explorer as ex
from explorer.core.grid import frozen
from tests.core.kit import generic

TRIPS = {
    "pencil": ex.Config(),
    "poured": ex.Config(source="poured", tokens=4, heads=3, head_dim=2, batch=2),
    "one head": ex.Config(heads=1, head_dim=4),
    "one token": ex.Config(tokens=1),
}


@pytest.fixture(params=TRIPS)
def trip(request: pytest.FixtureRequest) -> ex.Trace:
    """Trips whose arrays are views, copies and new."""
    return ex.trace(TRIPS[request.param])


def test_no_value_is_writeable(trip: ex.Trace) -> None:
    for step in trip.steps:
        for tensor in (*step.tensors.values(), *step.inputs.values()):
            assert not tensor.values.flags.writeable, (step.name, tensor.name)
            with pytest.raises(ValueError, match="read-only"):
                tensor.values[...] = 0
            with pytest.raises(ValueError, match="WRITEABLE"):
                tensor.values.setflags(write=True)


def test_no_view_of_a_value_is_writeable(trip: ex.Trace) -> None:
    for step in trip.steps:
        for tensor in step.tensors.values():
            view = tensor.values.reshape(tensor.values.shape)
            with pytest.raises(ValueError, match="WRITEABLE"):
                view.setflags(write=True)
            with pytest.raises(ValueError, match="WRITEABLE"):
                tensor.values[..., ::-1].setflags(write=True)


@pytest.mark.parametrize("look", [lambda a: a, lambda a: a[:, :1], lambda a: a.T, lambda a: a[None]])
def test_freezing_locks_what_is_looked_at_too(look: Callable[[np.ndarray], np.ndarray]) -> None:
    owner = np.ones((3, 2))
    seen = frozen(look(owner))
    assert not seen.flags.writeable
    assert not owner.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        seen.setflags(write=True)


def test_grids_are_read_only(trip: ex.Trace) -> None:
    grid = trip["reshelve"]["key"].grid("token", "head_dim", batch=0, head=0)
    assert not grid.values.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        grid.values[0, 0] = 9
    with pytest.raises(ValueError, match="WRITEABLE"):
        grid.values.setflags(write=True)


def test_records_are_frozen(trip: ex.Trace) -> None:
    step = trip["scores"]
    grid = step["scores"].grid("query_token", "key_token", batch=0, head=0)
    for record in (trip, trip.config, step, step["scores"], step.cost, grid):
        for field in dataclasses.fields(record):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(record, field.name, None)
        with pytest.raises((dataclasses.FrozenInstanceError, AttributeError, TypeError)):
            record.something_new = 1
    assert isinstance(trip.steps, tuple)
    assert isinstance(step["scores"].axes, tuple)


def test_mappings_are_frozen(trip: ex.Trace) -> None:
    for step in trip.steps:
        for mapping in (step.tensors, step.inputs, step.moved):
            with pytest.raises(TypeError):
                mapping["query"] = None
    grid = trip["cut"]["key"].grid("token", "width", batch=0)
    for mapping in (trip["cut"]["key"].sizes, trip.config.sizes, grid.pins):
        with pytest.raises(TypeError):
            mapping["token"] = 99


def test_arrays_handed_over_are_neither_kept_nor_locked() -> None:
    arrays = [generic(2, 5, 12, seed=seed) for seed in range(3)]
    keep = np.tril(np.ones((5, 5), dtype=bool))
    trip = ex.trace_qkv(*arrays, heads=3, keep=keep)
    before = {(s.name, n): t.values.copy() for s in trip.steps for n, t in s.tensors.items()}
    for array in (*arrays, keep):
        assert array.flags.writeable
        array[...] = 0
    for step in trip.steps:
        for name, tensor in step.tensors.items():
            assert np.array_equal(tensor.values, before[step.name, name])
            assert not any(np.shares_memory(tensor.values, array) for array in (*arrays, keep))


def test_a_tensor_made_by_hand_is_nobody_else_s() -> None:
    owned = np.ones((3, 2))
    locked = owned.view()
    locked.flags.writeable = False
    for values in (owned, locked, owned[:, :1]):
        tensor = ex.Tensor("key", values, ("token", "head_dim"))
        owned[0, 0] += 1
        assert tensor.at(token=0, head_dim=0) == owned[0, 0] - 1
    assert owned.flags.writeable


def test_the_same_call_gives_the_same_bits() -> None:
    config = ex.Config(tokens=5, heads=3, head_dim=4, batch=2)
    one, two = ex.trace(config), ex.trace(config)
    for step in one.steps:
        for name, tensor in step.tensors.items():
            assert np.array_equal(tensor.values, two[step.name][name].values)
            assert not np.shares_memory(tensor.values, two[step.name][name].values)


def test_records_that_hold_arrays_compare_by_identity() -> None:
    one, two = ex.trace(), ex.trace()
    assert one != two
    assert one["cut"]["query"] != two["cut"]["query"]
    assert one.config == two.config
    assert hash(one.config) == hash(two.config)
    assert len({one, two, one}) == 2


def test_reading_never_changes_the_record() -> None:
    trip = ex.trace(ex.Config(tokens=4, heads=3, head_dim=2, batch=2))
    before = {(s.name, n): t.values.tobytes() for s in trip.steps for n, t in s.tensors.items()}
    for step in trip.steps:
        for tensor in step.tensors.values():
            repr(tensor)
            tensor.rename({tensor.axes[0]: "other"})
            tensor.at(**dict.fromkeys(tensor.axes, 0))
            pins = dict.fromkeys(tensor.axes[2:], 0)
            tensor.grid(tensor.axes[1], tensor.axes[0], **pins)
    repr(trip)
    for step in trip.steps:
        for name, tensor in step.tensors.items():
            assert tensor.values.tobytes() == before[step.name, name]
