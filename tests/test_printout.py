"""The trip as text says which rules hold, and what is not as usual."""

from __future__ import annotations

import explorer as ex
from explorer import words
from explorer.core.numbers import Numbers
from explorer.printout import trip_lines


def opening(config: ex.Config) -> list[str]:
    """What stands before the first step, in pencil words."""
    lines = list(trip_lines(ex.trace(config), "pencil"))
    return lines[: lines.index("")]


def test_the_usual_trip_opens_with_its_sizes_its_source_and_its_rules() -> None:
    assert opening(ex.Config()) == [
        "T 3, H 2, D 2, W 2, B 1, C 4",
        words.GIVEN_NOTE,
        words.tell_mask(causal=True, window=True, words="pencil"),
    ]


def test_what_is_not_as_usual_is_said() -> None:
    own = Numbers.poured_from(
        tokens=[[5, 3], [1, 2]], table=[[2, 1, 0], [1, 3, 1]], bias=[0, 0, 1], name="layer.npz",
        labels=["the", "cat"],
    )  # fmt: skip
    config = ex.Config.of(
        own, window=1, window_counts_self=False, scale="none", empty_rows="zero",
        by_hand=[(1, 0, False), (1, 1, False)],
    )  # fmt: skip
    assert opening(config) == [
        "T 2, H 1, D 1, W 1, B 1, C 1",
        f"Numbers of layer.npz. {words.POURED_NOTE} {words.BIAS_NOTE}",
        "Tokens: the, cat",
        words.tell_mask(causal=True, window=True, window_counts_self=False, by_hand=True, words="pencil"),
        words.SCALES["none"],
        words.tell_empty_rows("zero", 1, "pencil"),
    ]
    printed = "\n".join(trip_lines(ex.trace(config), "standard"))
    assert words.tell_step("scores", "standard", scale="none") in printed
    assert "sqrt(D)" not in printed
    assert "j >= i - W + 1" not in printed
    assert "-> bias (wide 3)" in printed


def test_no_number_is_printed_as_such() -> None:
    config = ex.Config(by_hand=[(0, 0, False)], empty_rows="nan")
    assert "nan" in "\n".join(trip_lines(ex.trace(config)))
