"""`check` tells whatever goes wrong in somebody's function, and raises nothing of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.mistakes.check import check
from explorer.errors import ConfigError, ExplorerError
from tests.core.mistakes.learners import right_with_einsum
from tests.core.mistakes.learners_scores import scaled_by_the_models_width

ROWS = ", and (2, 5, 12) was expected: (B, T, C), as query, key and value have."
UNMERGED = "That is (B, H, T, D): your heads aren't merged."
THERE = "The numbers in it are the right ones: only that is left to do."
NOT_THERE = "The numbers in it are not the right ones either."
FIRST = "back: its first part was taken, and 1 more left aside."
MADE = "back, not an array: it was made into one."
COMPARED = "and it was compared so."
PLAIN = "back, and no array: it must be a plain function."
CALLED = "It can't be called as"
TAKES = "It takes (query, key, value, heads, mask)."
HERE = "test_check_told.py: `raise error`)."


def right(query, key, value, heads):
    return right_with_einsum(query, key, value, heads)


def giving(what):
    """A function that gives back what this makes of the right output."""
    return lambda query, key, value, heads: what(right(query, key, value, heads))


def always(result):
    """A function that gives the same back whatever it is given."""
    return lambda *_: result


def raising(error):
    def attention(query, key, value, heads):
        raise error

    return attention


def line_of(function):
    return function(None).__code__.co_firstlineno + 1


def holding(what):
    return f"back that holds {what}, and not an array of real numbers."


async def later(query, key, value, heads):
    return value


def bit_by_bit(query, key, value, heads):
    yield value


async def later_bit_by_bit(query, key, value, heads):
    yield value


class OwnError(BaseException):
    pass


class DumbError(Exception):
    def __str__(self):
        raise RuntimeError


def two(query, key):
    return query


def five(query, key, value, heads, mask):
    return mask


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (always(None), "It gives None back: is there a `return` at its end?"),
        (always("out"), f"It gives a str {holding('<U3')}"),
        (giving(lambda out: out * 1j), f"It gives an ndarray {holding('complex128')}"),
        (giving(lambda out: {1: out}), f"It gives a dict {holding('object')}"),
        (later, f"It gives a coroutine {PLAIN}"),
        (later_bit_by_bit, f"It gives an async_generator {PLAIN}"),
        (
            giving(lambda out: np.ma.masked_less(out, np.sort(out.ravel())[2])),
            "It gives a MaskedArray back, 2 of its numbers masked out: give plain numbers.",
        ),
        (raising(OwnError("mine")), f"It ends with OwnError: mine (line {line_of(raising)} of {HERE}"),
        (bit_by_bit, f"It gives a generator {PLAIN}"),
        (
            two,
            f"{CALLED} two(query, key, value, heads): too many positional arguments. It takes (query, key).",
        ),
        (
            five,
            f"{CALLED} five(query, key, value, heads): missing a required argument: 'mask'. {TAKES}",
        ),
        (raising(SystemExit(3)), f"It ends with SystemExit: 3 (line {line_of(raising)} of {HERE}"),
        (raising(DumbError()), f"It ends with DumbError (line {line_of(raising)} of {HERE}"),
        (raising(ValueError("a\nb")), f"It ends with ValueError: a b (line {line_of(raising)} of {HERE}"),
        (raising(ValueError("x" * 5000)), None),
        (always([[1], [1, 2]]), None),
        (dict, None),
        (np.matmul, None),
    ],
)
def test_no_output_is_told_in_one_line(function, problem):
    report = check(function)
    assert (report.ok, report.output, report.influence) == (False, None, None)
    assert "\n" not in report.text
    assert len(report.text) < 1000
    if problem:
        assert report.text == f"There is no output to compare. {problem}"


def test_a_refusal_names_its_line_what_it_means_and_the_turn_that_is_refused_alike():
    def attention(query, key, value, heads):
        q, k = (np.stack(np.split(x, heads, axis=-1), axis=1) for x in (query, key))
        return q @ k

    report = check(attention)
    refusal = report.refusal
    assert (refusal.error, refusal.line, refusal.file) == ("ValueError", "return q @ k", "test_check_told.py")
    assert "core dimension 0" in refusal.message
    assert report.wrong_turn == "flip_forgotten"
    assert "NumPy refuses this in the same words: flip_forgotten (the inside flip left out)." in report.text
    assert "A product lays a row of the left along a column of the right." in report.text


@pytest.mark.parametrize("swapped", [False, True])
def test_the_order_of_two_shapes_in_a_refusal_does_not_count(swapped):
    def attention(query, key, value, heads):
        q, k = (x.reshape(2, 5, heads, 4) for x in (query, key))
        scores, mask = q @ k.swapaxes(-1, -2), np.triu(np.full((5, 5), -np.inf), 1)
        return mask + scores if swapped else scores + mask

    report = check(attention)
    shapes = ("(5,5) (2,5,3,3)", "(2,5,3,3) (5,5)")
    assert shapes[not swapped] in report.refusal.message
    assert report.wrong_turn == "reshelve_forgotten"


@pytest.mark.parametrize(
    ("what", "shape", "said"),
    [
        (lambda out: out.reshape(2, 5, 3, 4).swapaxes(1, 2), (2, 3, 5, 4), f" {UNMERGED} {THERE}"),
        (lambda out: out.reshape(2, 3, 5, 4), (2, 3, 5, 4), f" {UNMERGED} {NOT_THERE}"),
        (
            lambda out: out.swapaxes(0, 1),
            (5, 2, 12),
            f" That is (T, B, C): token and batch are swapped. {THERE}",
        ),
        (lambda out: out[0], (5, 12), " That is (T, C): the batch axis is lost."),
        (np.sum, (), ""),
        (lambda out: out[:0, :, :7], (0, 5, 7), ""),
        (lambda out: np.broadcast_to(out[0, 0, 0], (10**6, 10**6)), (10**6, 10**6), ""),
    ],
    ids=["unmerged", "unmerged and wrong", "swapped", "one book", "a number", "nothing", "huge"],
)
def test_another_shape_is_told_in_one_line(what, shape, said):
    report = check(giving(what))
    assert (report.ok, report.output) == (False, None)
    assert report.text == f"Your output has the shape {shape}{ROWS}{said}"


@pytest.mark.parametrize(
    ("what", "note"),
    [
        (lambda out: (out, np.ones((2, 3, 5, 5))), f"It gives a tuple {FIRST}"),
        (lambda out: [out, None], f"It gives a list {FIRST}"),
        (lambda out: out.tolist(), f"It gives a list {MADE}"),
        (list, f"It gives a list {MADE}"),
        (lambda out: out.astype(np.float32), f"It gives float32 back: that is about 6 digits, {COMPARED}"),
        (lambda out: out.astype(np.float16), f"It gives float16 back: that is about 3 digits, {COMPARED}"),
        (lambda out: out.astype(complex), "It gives complex numbers back; nothing is imaginary in them."),
        (np.asfortranarray, ""),
        (lambda out: np.concatenate([out, out], axis=-1)[..., : out.shape[-1]], ""),
        (lambda out: out.astype(np.longdouble), ""),
    ],
)
def test_a_right_output_in_an_odd_form_is_right_and_the_form_is_told(what, note):
    report = check(giving(what))
    assert report.ok
    assert report.text.splitlines()[2:] == ([note] if note else [])


def test_whole_numbers_are_told():
    report = check(giving(lambda out: out.astype(np.int64)))
    assert not report.ok
    assert "It gives int64 back, so what stood behind the point is lost." in report.text.splitlines()


def test_float32_is_not_coarse_enough_to_hide_a_wrong_turn():
    report = check(lambda *given: scaled_by_the_models_width(*given).astype(np.float32))
    assert report.wrong_turn == "divided_by_sqrt_c"


def test_float32_is_no_excuse_for_a_thousandth():
    report = check(giving(lambda out: (out * 1.001).astype(np.float32)))
    assert not report.ok
    assert "Every number is 1.001 times the right one." in report.text.splitlines()


def test_changing_what_it_was_given_is_told_and_does_no_harm():
    def attention(query, key, value, heads):
        out = right(query, key, value, heads)
        query *= 0
        value += 1
        return out

    report = check(attention)
    assert report.ok
    assert report.text.splitlines()[-1] == (
        "It changes query and value in place: whoever calls it loses what was there. Copy first."
    )


@pytest.mark.parametrize("keeps", [False, True])
def test_chance_and_memory_are_told(keeps):
    calls = []

    def attention(query, key, value, heads):
        calls.append(1)
        more = len(calls) if keeps else np.random.default_rng().random()
        return right(query, key, value, heads) + more

    report = check(attention)
    assert not report.ok
    assert report.text == (
        "Called twice with the same numbers, it gives different ones: nothing can be compared. "
        "Switch off dropout, and whatever else is drawn by chance or remembered."
    )


def test_a_function_that_fails_on_its_tenth_call_is_told():
    calls = []

    def attention(query, key, value, heads):
        calls.append(1)
        if len(calls) == 10:
            raise OSError("no more")
        return right(query, key, value, heads)

    report = check(attention)
    assert (report.ok, report.influence) == (False, None)
    assert "It ends with OSError: no more" in report.text


def test_ctrl_c_is_not_told_but_obeyed():
    with pytest.raises(KeyboardInterrupt):
        check(raising(KeyboardInterrupt()))


@pytest.mark.parametrize("function", [None, 3, "mine.py:attention", right(*np.ones((3, 1, 2, 4)), 2)])
def test_what_is_no_function_is_refused(function):
    with pytest.raises(ExplorerError) as refused:
        check(function)
    assert str(refused.value) == (
        f"Cannot check {repr(function)[:60]}: it is no function. Give one that is called as "
        "function(query, key, value, heads)."
    )


@pytest.mark.parametrize("rules", [{"window": 0}, {"causal": "yes"}, {"seed": "x"}, {"seed": -1}])
def test_rules_that_are_none_are_refused(rules):
    with pytest.raises(ConfigError):
        check(right, **rules)


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=3)
        | st.just(np.ones((2, 5, 12))),
        lambda some: (
            st.lists(some, max_size=3) | st.tuples(some, some) | st.dictionaries(st.text(max_size=1), some)
        ),
    )
)
def test_whatever_comes_back_there_is_a_report(result):
    report = check(always(result))
    assert not report.ok
    assert report.text
