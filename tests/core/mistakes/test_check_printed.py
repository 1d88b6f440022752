"""What a function prints while it is checked: seen once, and told to be printed again."""

from __future__ import annotations

import pytest

from explorer.core.mistakes.asking import MOST_PRINTED
from explorer.core.mistakes.check import check
from tests.core.mistakes.learners import right_with_einsum


def test_what_it_prints_is_heard_once(capsys):
    def attention(query, key, value, heads):
        print("here")  # noqa: T201
        return value

    check(attention)
    assert capsys.readouterr().out == "here\n(printed at each call)\n"


def test_what_only_the_first_call_prints_is_told_so(capsys):
    calls = []

    def attention(query, key, value, heads):
        if not calls:
            print("once", end="")  # noqa: T201
        calls.append(1)
        return right_with_einsum(query, key, value, heads)

    report = check(attention)
    assert (report.ok, report.printed) == (True, "once\n(printed in the first call)")
    assert len(calls) > 10
    assert capsys.readouterr().out.startswith("once")


def test_what_is_printed_before_a_crash_is_kept(capsys):
    def attention(query, key, value, heads):
        print(query.shape)  # noqa: T201
        raise ValueError

    assert check(attention).printed == "(2, 5, 12)\n(printed at each call)"
    assert capsys.readouterr().out == "(2, 5, 12)\n(printed at each call)\n"


@pytest.mark.parametrize("letters", [MOST_PRINTED - 1, 10 * MOST_PRINTED])
def test_of_what_is_printed_the_beginning_is_kept(letters):
    def attention(query, key, value, heads):
        print("x", end="")  # noqa: T201
        print("x" * (letters - 1), end="")  # noqa: T201
        return value

    assert check(attention).printed.count("x") == min(letters, MOST_PRINTED)


def test_who_prints_nothing_hears_nothing(capsys):
    assert check(right_with_einsum).printed == ""
    assert capsys.readouterr().out == ""
