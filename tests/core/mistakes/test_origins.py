"""Where numbers came from: labels that went through the very lines, right way and wrong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.origins import origins
from explorer.core.mistakes.record import WrongTurn, whole
from explorer.core.mistakes.taking import take
from tests.core.kit import configs, quick, refusal

DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
MOVES = ("cut", "dividers", "reshelve", "inside_flip")


def moved(trip: ex.Trace):
    """Every tensor that only moved, with its origins."""
    for step in trip.steps:
        for name in step.tensors:
            found = origins(trip, step.name, name)
            if found is not None:
                yield step.name, name, found


@quick
@given(config=configs(), data=st.data())
def test_the_number_at_the_origin_is_the_number_in_the_cell_in_every_trip(config, data):
    right = ex.trace(config)
    keys = data.draw(st.lists(st.sampled_from(list(WRONG_TURNS)), max_size=2, unique=True))
    trip = take(right, keys) if keys else right
    for step, name, found in moved(trip):
        source = trip["pour"]["wide"] if found.source == "wide" else trip["blend"]["blend"]
        assert found.shape == source.shape
        np.testing.assert_array_equal(source.values.ravel()[found.index], trip[step][name].values)
        assert not found.index.flags.writeable


@quick
@given(config=configs())
def test_in_a_right_trip_each_cell_came_from_where_its_names_say(config):
    trip = ex.trace(config)
    told = set()
    for step, name, found in moved(trip):
        told.add((step, name))
        tensor = trip[step][name]
        for where in np.ndindex(tensor.shape):
            coords = dict(zip(tensor.axes, where, strict=True))
            if "width" in coords:
                width = coords.pop("width")
                coords |= {"head": width // config.head_dim, "head_dim": width % config.head_dim}
            part = {} if found.source == "blend" else {"part": name}
            assert found.coords(*where) == {**coords, **part}
    rows = {(step, name) for step in MOVES[:3] for name in ("query", "key", "value")}
    glued = {("merge", name) for name in ("reshelved", "block", "output")}
    assert told == rows | {("inside_flip", "key")} | glued


def test_four_of_twelve_cells_stay_in_place_where_a_reshape_trades_the_shelves():
    right, wrong = ex.trace(), ex.trace(wrong_turns=["split_by_reshape"])
    for name in ("query", "key", "value"):
        pair = [origins(trip, "reshelve", name) for trip in (right, wrong)]
        assert np.count_nonzero(pair[0].index == pair[1].index) == 4
    # Lens 0's second row is token 0's second half: its names claim token 1 of lens 0.
    assert pair[1].coords(0, 0, 1, 0) == {"part": "value", "batch": 0, "token": 0, "head": 1, "head_dim": 0}


def test_a_part_under_another_name_is_told_by_its_right_name():
    wrong = ex.trace(wrong_turns=["qkv_order"])
    assert origins(wrong, "cut", "key").coords(0, 2, 3) == {
        "part": "value", "batch": 0, "token": 2, "head": 1, "head_dim": 1
    }  # fmt: skip


def test_a_merge_without_reshelve_is_told_in_the_blends_own_order():
    wrong = ex.trace(DISTINCT, wrong_turns=["merge_without_reshelve"])
    found = origins(wrong, "merge", "output")
    assert (found.source, found.shape) == ("blend", (2, 3, 5, 4))
    assert found.coords(1, 0, 11) == {"batch": 1, "head": 0, "token": 2, "head_dim": 3}


def test_numbers_that_were_worked_out_have_no_origin():
    trip = ex.trace()
    for step, tensor in (("scores", "matches"), ("shares", "shares"), ("blend", "blend"), ("pour", "wide")):
        assert origins(trip, step, tensor) is None
    doubled = WrongTurn("x", "-", "-", lines={"dividers": whole("q, k, v = (2.0 * q, k, v)")})
    wrong = take(trip, [doubled])
    assert origins(wrong, "dividers", "query") is None
    assert origins(wrong, "dividers", "key") is not None


def test_a_blend_of_another_shape_has_no_names_to_tell():
    flat = WrongTurn("x", "-", "-", lines={"blend": whole("blend = (shares @ v).reshape(B, -1)")})
    wrong = take(ex.trace(), [flat, "merge_without_reshelve"])
    found = origins(wrong, "merge", "output")
    assert found.shape == (1, 12)
    assert found.coords(0, 1, 1) == {}


def test_a_step_that_was_not_taken_and_a_tensor_that_is_not_there_are_refused():
    wrong = ex.trace(wrong_turns=["key_t"])
    assert refusal(ex.UnknownNameError, lambda: origins(wrong, "merge", "output")) == (
        "Cannot find step 'merge': it was not taken, for NumPy refused scores. Choose pour, cut, dividers, "
        "reshelve or inside_flip."
    )
    with pytest.raises(ex.UnknownNameError):
        origins(wrong, "inside_flip", "blend")
