"""Numbers as text: exact where short, and never claiming more than they know."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.arithmetic import number, summed
from tests.core.kit import quick

NUMBERS = {
    0.0: "0", 13.0: "13", -2.0: "-2", 0.5: "0.5", 0.125: "0.125", 2**0.5: "1.414",
    0.1: "0.1", float(np.float32(0.1)): "0.1000", 1 - 1e-12: "1.0000", 1e-3 + 1e-12: "0.001000",
    12.0000001: "12.00", 123.456: "123.5", 1234.5: "1234.5", 98765.4321: "98765.4", 123456.0: "123456",
    1e-9: "1e-9", 1.23456e-9: "1.235e-9", 2.0**53: "9007199254740992", 1e300: "1e+300",
    2.0**60: "1.152921504606847e+18", -math.inf: "-inf", -1.2345678: "-1.235",
}  # fmt: skip


@pytest.mark.parametrize("value", NUMBERS)
def test_numbers_are_exact_where_short_and_never_lie(value: float) -> None:
    text = number(value)
    assert text == NUMBERS[value]
    if "." not in text and math.isfinite(value):
        assert float(text) == value, "what looks whole is whole"


def test_minus_zero_is_zero() -> None:
    assert number(-0.0) == "0"


@quick
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_number_reads_back_to_four_digits(value: float) -> None:
    text = number(value)
    assert float(text) == pytest.approx(value, rel=5.1e-4)
    assert float(text) == value or "." in text, "what was rounded shows decimals"
    assert (value == int(value)) == ("." not in text and "e-" not in text) or abs(value) >= 1e16


@pytest.mark.parametrize("count", range(1, 9))
def test_a_sum_is_whole_or_says_how_much_is_missing(count: int) -> None:
    terms = [f"x{n}" for n in range(count)]
    text = summed(terms)
    shown = [term for term in terms if term in text]
    assert shown == terms[: len(shown)]
    assert text.endswith(f"... and {count - len(shown)} more") == (len(shown) < count)
