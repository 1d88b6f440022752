"""What has no influence grid is told in its place, and what cannot be asked is refused."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.influence import influence
from tests.core.kit import refusal

PLAIN = ex.Config()
FIVE = ex.Config(tokens=5, heads=3, head_dim=4, window=None)
NO_SUCH = "give a Config, a trip, or a function of query, key, value and heads."
TOO_MANY = "64 tokens and 256 rows (B x T) are the most."
ITS_OWN = (
    "Cannot take config, turns or keep along with a trip: it brings its own. Give the trip alone, or its "
    "config instead of it."
)


def value_alone(*asked):
    return asked[2]


class Restless:
    """Gives another thing at every call."""

    def __init__(self, shrink_at=0):
        self.calls, self.shrink_at = 0, shrink_at

    def __call__(self, query, key, value, heads):
        self.calls += 1
        if self.shrink_at:
            return value[:, 1:] if self.calls >= self.shrink_at else value
        return value + self.calls


def test_a_refusal_of_numpys_is_told_in_place_of_a_grid():
    found = influence(FIVE, turns=["flip_forgotten"])
    assert found.refusal is not None
    assert (found.found, found.equal, found.rows(), found.extra) == (False, False, (), ())
    assert found.missing == found.crosses == ()
    assert found.text("standard") == (
        "NumPy refuses at step 6, scaled dot products, in the line `matches = q @ k`: "
        f"{found.refusal.message}. There is no output, and so no influence grid."
    )


@pytest.mark.parametrize("shape", [(1, 3, 5), (3, 4), (1, 3, 4, 1), ()])
def test_rows_of_another_shape_are_told_in_place_of_a_grid(shape):
    found = influence(lambda *_: np.ones(shape))
    assert (found.shape, found.found, found.equal, found.rows()) == (shape, False, False, ())
    assert found.text() == (
        f"What comes out has the shape {shape}, and (1, 3, 4) was expected: without a row for each token "
        "there is no influence grid."
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: influence(5), f"Cannot find what changes what in 5: {NO_SUCH}"),
        (lambda: influence(dict), f"Cannot find what changes what in <class 'dict'>: {NO_SUCH}"),
        (lambda: influence(config=5), "Cannot find what changes what with config=5: give a Config."),
        (
            lambda: influence(PLAIN, config=PLAIN),
            "Cannot take two configs: give one, by itself or as config=.",
        ),
        (lambda: influence(ex.trace(), config=PLAIN), ITS_OWN),
        (lambda: influence(ex.trace(), turns=["key_t"]), ITS_OWN),
        (lambda: influence(ex.trace(wrong_turns=["key_t"]), keep=np.eye(3, dtype=bool)), ITS_OWN),
        (
            lambda: influence(value_alone, turns=["key_t"]),
            "Cannot take wrong turns in a function: it goes its own way. Leave turns out.",
        ),
        (lambda: influence(seed=-1), "Cannot draw numbers with seed=-1: give a whole number of 0 or more."),
        (
            lambda: influence(PLAIN.replace(tokens=65)),
            f"Cannot find what changes what at B1 T65: {TOO_MANY} Lower tokens to 64.",
        ),
        (
            lambda: influence(value_alone, config=PLAIN.replace(tokens=60, batch=5)),
            f"Cannot find what changes what at B5 T60: {TOO_MANY} Lower tokens to 51.",
        ),
        (
            lambda: influence(ex.trace(PLAIN.replace(tokens=1, batch=257))),
            f"Cannot find what changes what at B257 T1: {TOO_MANY} Lower batch to 256.",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(call, message):
    assert refusal(ex.ConfigError, call) == message


def test_the_largest_size_that_is_taken_is_taken():
    assert influence(PLAIN.replace(tokens=64, heads=1, head_dim=1)).equal


def test_more_than_the_budget_is_refused_before_anything_is_made():
    message = refusal(ex.ConfigError, lambda: influence(PLAIN.replace(head_dim=10**8)))
    assert message.startswith("Cannot record a trip of B1 T3 H2 D100000000: it would take ")


def test_an_unknown_wrong_turn_an_empty_row_and_a_keep_table_of_another_size_are_refused():
    message = refusal(ex.UnknownNameError, lambda: influence(turns=["k_t"]))
    assert message.startswith("Cannot take the wrong turn 'k_t': ")
    message = refusal(ex.MaskError, lambda: influence(PLAIN.replace(by_hand=((0, 0, False),))))
    assert message.startswith("Cannot share out the row of token 0: ")
    message = refusal(ex.MaskError, lambda: influence(value_alone, keep=np.ones((2, 2), dtype=bool)))
    assert message.startswith("Cannot use keep of shape (2, 2): ")


def test_a_function_that_gives_no_numbers_or_is_never_the_same_is_refused():
    letters = np.full((1, 3, 4), "a")
    message = refusal(ex.DataError, lambda: influence(lambda *_: letters))
    assert message == (
        "Cannot find what changes what: the function gave an array of <U1, not of numbers. "
        "Give real numbers, of shape (1, 3, 4)."
    )
    message = refusal(ex.DataError, lambda: influence(Restless()))
    assert message == (
        "Cannot find what changes what: asked the same twice, the function gave different numbers. "
        "Switch off dropout, and whatever else is drawn by chance or remembered."
    )
    for call in (2, 3):
        message = refusal(ex.ShapeError, lambda call=call: influence(Restless(shrink_at=call)))
        assert message == (
            "Cannot find what changes what: the function gave an array of shape (1, 3, 4), and one of shape "
            "(1, 2, 4) for other numbers. Let the shape depend on shapes alone."
        )


def test_a_huge_column_hides_no_influence_in_the_others():
    def leaks(query, key, value, heads):
        out = value + value.sum(axis=(1, 2), keepdims=True)
        out[..., 0] = 1e16
        return out

    assert influence(leaks, config=ex.Config(tokens=5, window=None)).rows() == ("11111",) * 5


def test_whole_numbers_are_not_taken_for_coarse_ones():
    def leaks(query, key, value, heads):
        out = np.round(value * 4)
        out[:, 0] += out[:, -1]
        out[..., 1] += 2000
        return out

    grid = influence(leaks, config=ex.Config(tokens=3, window=None)).rows()
    assert grid == ("101", "010", "001")
