"""Equivalences, checked live: the shown code is what runs, right sides hold and broken ones do not."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from explorer.core.mistakes.equivalences import LAWS, Equivalence, checked, equivalences
from explorer.core.mistakes.record import WrongTurn, whole
from explorer.core.mistakes.taking import take
from explorer.core.numbers import Numbers
from explorer.core.start import QKV
from explorer.words import WORDS
from tests.core.kit import asks, brief, configs, generic, quick, refusal
from tests.core.what_if import made_up, of_ones_own

SIZES = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)


def own(dtype: type = np.float64, *, bias: bool = False) -> ex.Trace:
    """A trip of real numbers: query, key and value, or tokens with a table and a bias."""
    if not bias:
        rows = [generic(2, 5, 12, seed=seed, dtype=dtype) for seed in range(3)]
        return ex.trace_qkv(*rows, heads=3, window=3)
    numbers = Numbers.poured_from(
        tokens=generic(2, 5, 7, dtype=dtype),
        table=generic(7, 36, seed=1, dtype=dtype),
        bias=generic(36, seed=2, dtype=dtype),
        heads=3,
    )
    return ex.trace(ex.Config.of(numbers))


def names(trip: ex.Trace) -> dict[str, object]:
    """What the lines start from, put together here once more."""
    config, keep = trip.config, trip["mask"]["keep"].values
    found: dict[str, object] = {"np": np, "B": config.batch, "T": config.tokens, "H": config.heads}
    found |= {"D": config.head_dim, "C": config.width, "keep": keep if keep.ndim == 2 else keep[:, None]}
    found |= {letter: trip["cut"][name].values for letter, name in zip("qkv", QKV, strict=True)}
    pour = trip["pour"] if "table" in trip["pour"] else ex.trace(SIZES.replace(source="poured"))["pour"]
    found |= {name: pour[name].values for name in ("tokens", "table", "bias") if name in pour}
    return found | {"wide": trip["pour"]["wide"].values, "out": trip.output.values}


def broken(key: str, old: str, new: str) -> Equivalence:
    """Check a law whose right side says something else."""
    law = LAWS[key]

    def wrong(codes: dict[str, str]) -> str:
        code = law.right(codes)
        assert old in code
        return code.replace(old, new)

    return checked(dataclasses.replace(law, right=wrong), own(bias=key == "one_table"))


@quick
@given(configs())
def test_all_hold_at_any_size(config: ex.Config) -> None:
    found = equivalences(ex.trace(config))
    assert [one.key for one in found] == list(LAWS)
    assert all(one.holds and one.cells for one in found)


@quick
@given(made_up() | of_ones_own() | of_ones_own(near=6))
def test_all_hold_under_any_rule_and_policy(config: ex.Config) -> None:
    for one in equivalences(ex.trace(config)):
        assert one.holds, (one.key, one.difference, one.allowed)


@brief
@given(asks(kinds=("floats", "singles")))
def test_all_hold_for_numbers_and_keep_tables_of_ones_own(ask) -> None:
    for one in equivalences(ask.trace()):
        assert one.holds, (one.key, one.difference, one.allowed)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_what_is_shown_is_what_was_compared(dtype: type, bias: bool) -> None:
    trip = own(dtype, bias=bias)
    for one in equivalences(trip):
        left, right = names(trip), names(trip)
        exec(one.left, left)
        exec(one.right, right)
        apart = np.abs(left["left"] - right["right"])
        assert (one.cells, one.difference) == (apart.size, apart.max())
        assert one.holds
        assert one.allowed == 0 if one.key in ("cut_order", "flip_twice") else one.allowed > 0
        assert one.allowed < 1e3 * np.finfo(dtype).eps * max(1, np.abs(left["left"]).max()) * 10


@pytest.mark.parametrize("key", ["no_flip", "heads_permuted"])
def test_the_sides_are_the_trips_own_way_and_output(key: str) -> None:
    trip = own()
    found, left, right = checked(LAWS[key], trip), names(trip), names(trip)
    exec(found.left, left)
    exec(found.right, right)
    blocks = trip.output.values.reshape(2, 5, 3, 4)
    expected = blocks if key == "no_flip" else blocks[:, :, [2, 0, 1]]
    for side in (left["left"], right["right"]):
        assert np.allclose(side.reshape(2, 5, 3, 4), expected, rtol=1e-12, atol=1e-14)


def test_the_codes_say_what_the_claims_say() -> None:
    found = {one.key: one for one in equivalences(own(bias=True))}
    assert "transpose" not in found["no_flip"].right
    assert found["no_flip"].left.count("transpose") == 5
    assert "table" not in found["one_table"].right.replace("split(table", "")
    assert found["cut_order"].left.index("split") < found["cut_order"].left.index("transpose")
    assert found["cut_order"].right.index("transpose") < found["cut_order"].right.index("split")
    assert found["flip_twice"].right.count("transpose(0, 2, 1, 3)") == 2
    assert found["flip_twice"].right.count("transpose(0, 1, 3, 2)") == 2


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("one_table", "tokens @ part", "tokens @ -part"),
        ("one_table", "in zip(slices", "in zip(slices[::-1]"),
        ("one_table", "part + more", "part + more * (1 + 1e-9)"),
        ("no_flip", "bihd,bjhd->bhij", "bihd,bjhd->bhji"),
        ("no_flip", "bhij,bjhd->bihd", "bhji,bjhd->bihd"),
        ("no_flip", "blend.reshape(B, T, C)", "blend.swapaxes(1, 2).reshape(B, T, C)"),
        ("no_flip", "D**0.5", "D**0.500000001"),
        ("cut_order", "B, T, 3 * H, D", "B, T, D, 3 * H).swapaxes(-2, -1).reshape(B, T, 3 * H, D"),
        ("cut_order", "shelved, 3", "shelved * (1 + 1e-15), 3"),
        ("flip_twice", ".transpose(0, 2, 1, 3).transpose", ".reshape(B, H, T, D).transpose"),
        ("heads_permuted", "H), 1)", "H), 2)"),
        ("heads_permuted", "[:, :, order]", "[:, :, :, [1, 0, 2, 3]]"),
    ],
)
def test_a_right_side_that_is_wrong_does_not_hold(key: str, old: str, new: str) -> None:
    found = broken(key, old, new)
    assert not found.holds
    assert found.difference > found.allowed
    assert math.isfinite(found.difference)
    assert found.text("pencil").startswith(
        f"Does not hold: {found.cells} numbers compared, they differ by at"
    )


def test_another_shape_a_refusal_and_a_number_lost_do_not_hold() -> None:
    shape = broken("flip_twice", "transpose(0, 2, 1, 3).transpose(0, 2, 1, 3)", "transpose(0, 2, 1, 3)")
    refused = broken("cut_order", "shelved, 3", "shelved, 4")
    lost = broken("flip_twice", "k.reshape(B, T, H, D)", "np.where(k > 1, np.nan, k).reshape(B, T, H, D)")
    assert [one.cells for one in (shape, refused, lost)] == [0, 0, 120]
    for one in (shape, refused, lost):
        assert (one.holds, one.difference) == (False, math.inf)
        assert one.text().endswith("the two sides differ in shape, or in what is a number at all.")


def test_rows_with_nothing_kept_agree_where_they_are_no_numbers() -> None:
    keep = np.tri(5, dtype=bool)
    keep[2] = False
    trip = ex.trace(SIZES.replace(empty_rows="nan", window=None), keep=keep)
    assert np.isnan(trip.output.values).any()
    assert all(one.holds for one in equivalences(trip))
    law = LAWS["heads_permuted"]
    filled = dataclasses.replace(law, right=lambda codes: f"{law.right(codes)}\nright = np.nan_to_num(right)")
    assert checked(filled, trip).difference == math.inf


def test_rounding_is_judged_in_the_trips_own_dtype() -> None:
    for key, bias in (("one_table", True), ("no_flip", False)):
        wide, narrow = (checked(LAWS[key], own(dtype, bias=bias)) for dtype in (np.float64, np.float32))
        ratio = narrow.allowed / wide.allowed / (np.finfo(np.float32).eps / np.finfo(np.float64).eps)
        assert 0.9 < ratio < 1.1
        law = LAWS[key]
        nudged = dataclasses.replace(
            law, right=lambda codes, law=law: f"{law.right(codes)}\nright *= 1 + 3e-7"
        )
        assert checked(nudged, own(np.float32, bias=bias)).holds
        assert not checked(nudged, own(np.float64, bias=bias)).holds


def test_a_large_bias_is_rounded_too() -> None:
    numbers = Numbers.poured_from(tokens=[[1.0], [0.5]], table=[[1.0, 2.0, 3.0]], bias=[1e8, 0, 0])
    found = checked(LAWS["one_table"], ex.trace(ex.Config.of(numbers)))
    assert found.holds
    assert found.allowed > 1e8 * np.finfo(np.float64).eps


def test_scores_beyond_all_measure_are_compared_and_bounded() -> None:
    rows = [1e150 * generic(1, 4, 6, seed=seed) for seed in range(2)]
    trip = ex.trace_qkv(*rows, generic(1, 4, 6, seed=2), heads=3)
    found = checked(LAWS["no_flip"], trip)
    assert found.holds
    assert found.allowed == 2 * np.abs(trip["cut"]["value"].values).max()


def test_a_trip_that_was_not_poured_takes_the_poured_tokens_and_says_so() -> None:
    given_trip, poured = ex.trace(SIZES), ex.trace(SIZES.replace(source="poured"))
    one, other = (equivalences(trip)[0] for trip in (given_trip, poured))
    assert (one.left, one.difference, one.cells) == (other.left, other.difference, other.cells)
    assert other.note == ""
    assert one.text("standard") == (
        "Holds: 360 numbers compared, all equal to the last digit. This trip's query, key and value were not "
        "poured, so tokens and table are the poured trip's, at the same sizes."
    )
    assert [found.note for found in equivalences(given_trip)[1:]] == [""] * 4
    assert equivalences(own())[0].note == one.note


def test_a_trip_with_wrong_turns_is_judged_by_the_right_one() -> None:
    turn = WrongTurn("k_t", "all reversed", "K.T", lines={"inside_flip": whole("k = k.T")})
    trip = ex.trace(SIZES)
    assert equivalences(take(trip, [turn])) == equivalences(trip)


def test_each_is_told_in_either_words_and_both() -> None:
    found = equivalences(own())
    assert found[4].say("pencil") == "the lenses in another order = blocks of the rows in that order"
    assert found[4].say("standard") == "permuting the heads = permuting the blocks of the output"
    assert found[4].say() == f"{found[4].say('pencil')} ({found[4].say('standard')})"
    for one in found:
        assert len({one.say(words) for words in WORDS}) == 3
    rounded = dataclasses.replace(found[1], difference=5.1234e-16, allowed=8.1e-13)
    assert rounded.text() == (
        "Holds: 120 numbers compared, they differ by at most 5.1e-16, and rounding may come to 8e-13."
    )
    moved = broken("flip_twice", "k.reshape", "-k.reshape")
    assert moved.text().endswith(f"differ by at most {moved.difference:.2g}, and nothing is rounded here.")
    message = refusal(ex.UnknownNameError, lambda: found[0].say("loud"))
    assert message.endswith(f"choose {', '.join(WORDS[:-1])} or {WORDS[-1]}.")
