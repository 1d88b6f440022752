"""Settings and names that are refused: what was asked, the legal choices, how to mend it."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from tests.core.kit import Case, refusal

TRIP = ex.trace()


@pytest.mark.parametrize("field", ["tokens", "heads", "head_dim", "window", "batch", "budget"])
@pytest.mark.parametrize("bad", [0, -1, 2.0, 2.5, "2", True, np.nan, [2], np.float64(2), 1j])
def test_sizes_are_whole_numbers_from_one_up(field: str, bad: object) -> None:
    said = refusal(ex.ConfigError, lambda: ex.Config(**{field: bad}))
    assert field in said
    assert repr(bad) in said


@pytest.mark.parametrize("field", ["tokens", "heads", "head_dim", "batch", "budget"])
def test_only_the_window_may_be_none(field: str) -> None:
    assert ex.Config(window=None).window is None
    said = refusal(ex.ConfigError, lambda: ex.Config(**{field: None}))
    assert field in said


@pytest.mark.parametrize("bad", [0, 1, None, "yes", np.array([True])])
def test_causal_is_true_or_false(bad: object) -> None:
    said = refusal(ex.ConfigError, lambda: ex.Config(causal=bad))
    assert "causal" in said
    assert "True" in said
    assert "False" in said


@pytest.mark.parametrize("bad", ["pen", "", None, 3, "Pencil", ["pencil"]])
def test_source_is_one_of_two(bad: object) -> None:
    said = refusal(ex.ConfigError, lambda: ex.Config(source=bad))
    assert "pencil" in said
    assert "poured" in said
    assert repr(bad) in said


def test_given_is_made_by_trace_qkv_alone() -> None:
    said = refusal(ex.ConfigError, lambda: ex.trace(ex.Config(source="given")))
    assert "trace_qkv" in said


@pytest.mark.parametrize("bad", [np.int64, np.float16, np.complex128, np.bool_, "text", object, None, 8])
def test_dtype_is_one_of_two(bad: object) -> None:
    said = refusal(ex.ConfigError, lambda: ex.Config(dtype=bad))
    assert "float64" in said
    assert "float32" in said


def test_dtype_may_be_spelled_several_ways() -> None:
    spellings = [np.float32, "float32", np.dtype("float32")]
    assert len({ex.Config(dtype=dtype) for dtype in spellings}) == 1


def test_replace_checks_too() -> None:
    assert ex.Config().replace(tokens=7) == ex.Config(tokens=7)
    said = refusal(ex.ConfigError, lambda: ex.Config().replace(tokens=0))
    assert "tokens" in said


@pytest.mark.parametrize("bad", [3, "pencil", {"tokens": 3}, ex.Config])
def test_trace_takes_a_config(bad: object) -> None:
    said = refusal(ex.ConfigError, lambda: ex.trace(bad))
    assert "Config" in said


def test_numpy_sizes_are_plain_integers_inside() -> None:
    config = ex.Config(tokens=np.int64(5))
    assert config == ex.Config(tokens=5)
    assert type(config.tokens) is int


@pytest.mark.parametrize("bad", ["re-shelve", "Pour", "transpose", "", 3, None])
def test_an_unknown_step_lists_the_ten(bad: object) -> None:
    said = refusal(ex.UnknownNameError, lambda: ex.trace()[bad])
    assert repr(bad) in said
    for step in ex.trace().steps:
        assert step.name in said


@pytest.mark.parametrize("bad", ["keys", "output", "", 0, None])
def test_an_unknown_tensor_lists_the_step_s_own(bad: object) -> None:
    said = refusal(ex.UnknownNameError, lambda: ex.trace()["reshelve"][bad])
    assert repr(bad) in said
    for word in ("reshelve", "query", "key", "value"):
        assert word in said


SETTINGS: dict[str, Case] = {
    "a count": (
        ex.ConfigError,
        lambda: ex.Config(heads=0),
        "Cannot make a Config with heads=0: heads is a count, a whole number of 1 or more.",
    ),
    "the window": (
        ex.ConfigError,
        lambda: ex.Config(window=2.5),
        "Cannot make a Config with window=2.5: window is a whole number of 1 or more, or None for no window.",
    ),
    "the budget": (
        ex.ConfigError,
        lambda: ex.Config(budget="1 GB"),
        "Cannot make a Config with budget='1 GB': budget is a number of bytes, a whole number of 1 or more.",
    ),
    "causal": (
        ex.ConfigError,
        lambda: ex.Config(causal=1),
        "Cannot make a Config with causal=1: choose True or False.",
    ),
    "the dtype": (
        ex.ConfigError,
        lambda: ex.Config(dtype=np.int64),
        f"Cannot make a Config with dtype={np.int64!r}: choose float32 or float64.",
    ),
    "an unknown field": (
        ex.ConfigError,
        lambda: ex.Config().replace(token=3),
        (
            "Cannot change token of a Config: it has no such field. Choose among "
            "tokens, heads, head_dim, window, batch, causal, source, dtype, budget, numbers, edits, by_hand, "
            "window_counts_self, scale, empty_rows and labels."
        ),
    ),
    "a source without numbers": (
        ex.ConfigError,
        lambda: ex.trace(ex.Config(source="given")),
        (
            "Cannot make a Config with source='given' and no numbers: 'given' goes with numbers. "
            "Hand them to trace_qkv or Config.of, or choose source='pencil' or 'poured' and numbers=None."
        ),
    ),
    "no Config": (
        ex.ConfigError,
        lambda: ex.trace(5),  # type: ignore[arg-type]
        (
            "Cannot trace 5: give a Config, as in trace(Config(tokens=5)), or nothing for the pencil "
            "example. Numbers of your own go to trace_qkv."
        ),
    ),
    "tokens beyond the budget": (
        ex.ConfigError,
        lambda: ex.trace(ex.Config(tokens=20_000)),
        (
            "Cannot record a trip of B1 T20000 H2 D2: it would take 32.4 GB and the budget is 1.1 GB. "
            "tokens=20000 is too large; with the other sizes as they are, 3639 or fewer fit. "
            "Lower tokens, or raise budget."
        ),
    ),
    "a step": (
        ex.UnknownNameError,
        lambda: TRIP["split"],
        (
            "Cannot find step 'split': choose "
            "pour, cut, dividers, reshelve, inside_flip, scores, mask, shares, blend or merge."
        ),
    ),
    "a tensor": (
        ex.UnknownNameError,
        lambda: TRIP["inside_flip"]["query"],
        "Cannot find 'query' in step inside_flip: it recorded key. Choose among those.",
    ),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_settings_and_names(case: str) -> None:
    kind, call, message = SETTINGS[case]
    assert refusal(kind, call) == message


HUGE = 10**5000
"""More digits than Python writes out."""


TOO_LONG = {
    "a number": HUGE,
    "one below 0": -HUGE,
    "in a list": [HUGE],
    "as an entry": [(HUGE, HUGE, HUGE)],
    "as a kept": [(0, 1, HUGE)],
    "as a place": [("key", HUGE, 0, 0, 1)],
    "as a value": [("key", 0, 0, 0, HUGE)],
    "a little too long": 10**300,
}


@pytest.mark.parametrize("case", TOO_LONG)
@pytest.mark.parametrize("field", sorted(set(ex.Config.__dataclass_fields__)))
def test_a_number_too_long_to_write_out_is_refused_in_our_own_words(field: str, case: str) -> None:
    said = refusal(ex.ConfigError, lambda: ex.Config(**{field: TOO_LONG[case]}))
    assert len(said) < 300


def test_a_number_too_long_to_write_out_is_told_so() -> None:
    assert refusal(ex.ConfigError, lambda: ex.Config(tokens=HUGE)) == (
        "Cannot make a Config with tokens=an int too long to write out: tokens is a count, a whole number of "
        "1 or more, and of at most 300 digits."
    )
    assert refusal(ex.ConfigError, lambda: ex.Config(by_hand=[(0, HUGE, True)])) == (
        "Cannot set a cell of the keep-table at key_token an int too long to write out: "
        "key_token is a whole number, counted from 0."
    )
    assert refusal(ex.ConfigError, lambda: ex.trace(HUGE)).startswith("Cannot trace an int too long")
    assert refusal(ex.ShapeError, lambda: ex.trace_qkv([[1]], [[1]], [[1]], heads=10**299)).startswith(
        f"Cannot divide a row of width 1 into 1{'0' * 59} heads: 1 is not a multiple of 1{'0' * 59}. Choose 1"
    )


@pytest.mark.parametrize("dtype", ["f8,((", "f8, (2,", ("f8", 10**30), {"names": ["a"]}])
def test_what_numpy_cannot_read_as_a_dtype_is_refused(dtype: object) -> None:
    said = refusal(ex.ConfigError, lambda: ex.Config(dtype=dtype))
    assert said.startswith("Cannot make a Config with dtype=")
    assert said.endswith(": choose float32 or float64.")
