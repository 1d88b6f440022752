"""A few misplaced numbers, by name: what stands where something else belongs."""

from __future__ import annotations

import re

import pytest

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.examples import tell_moved
from explorer.core.mistakes.origins import origins

TWO_BOOKS = ex.Config(batch=2)


def told(key, config=None, words="pencil", **options):
    wrong = ex.trace(config, wrong_turns=[key])
    return tell_moved(ex.compare(wrong.right, wrong), words, **options)


@pytest.mark.parametrize(
    ("key", "config", "words", "sentence"),
    [
        (
            "split_by_reshape",
            None,
            "pencil",
            (
                "Lens 0, token 1 holds lens 1, token 0; lens 0, token 2 holds lens 0, token 1; "
                "lens 1, token 0 holds lens 1, token 1."
            ),
        ),
        (
            "merge_without_reshelve",
            None,
            "standard",
            (
                "Head 1, token 0 holds head 0, token 1; head 0, token 1 holds head 0, token 2; "
                "head 1, token 1 holds head 1, token 0."
            ),
        ),
        (
            "dividers_dh",
            None,
            "pencil",
            (
                "Lens 0, token 0, number 1 holds lens 1, token 0, number 0; lens 1, token 0, number 0 holds "
                "lens 0, token 0, number 1; lens 0, token 1, number 1 holds lens 1, token 1, number 0."
            ),
        ),
        (
            "qkv_order",
            None,
            "pencil",
            (
                "HAVE, lens 0, token 0 holds GIVE, lens 0, token 0; HAVE, lens 1, token 0 holds GIVE, "
                "lens 1, token 0; HAVE, lens 0, token 1 holds GIVE, lens 0, token 1."
            ),
        ),
        (
            "heads_first_flattening",
            TWO_BOOKS,
            "pencil",
            (
                "Book 0, lens 1, token 0 holds book 1, lens 0, token 0; book 0, lens 1, token 1 holds "
                "book 1, lens 0, token 1; book 0, lens 1, token 2 holds book 1, lens 0, token 2."
            ),
        ),
    ],
)
def test_the_first_few_places_are_told(key, config, words, sentence):
    assert told(key, config, words) == (sentence,)


def test_as_many_are_told_as_are_asked_for():
    assert told("split_by_reshape", most=1) == ("Lens 0, token 1 holds lens 1, token 0.",)


def test_what_is_told_is_where_the_numbers_came_from():
    (sentence,) = told("split_by_reshape", most=99)
    wrong = ex.trace(wrong_turns=["split_by_reshape"])
    found = origins(wrong, "reshelve", "query")
    pairs = re.findall(r"ens (\d), token (\d) holds lens (\d), token (\d)", sentence)
    for head, token, from_head, from_token in (map(int, pair) for pair in pairs):
        coords = found.coords(0, head, token, 0)
        assert (coords["head"], coords["token"]) == (from_head, from_token)
    assert len(pairs) == 4


@pytest.mark.parametrize("key", ["scale_missing", "key_t", "flip_forgotten", "view_after_flip"])
def test_where_nothing_stands_in_another_place_nothing_is_told(key):
    assert told(key) == ()


@pytest.mark.parametrize("key", WRONG_TURNS)
def test_there_is_a_sentence_or_nothing_for_every_turn(key):
    for config in (None, TWO_BOOKS, ex.Config(batch=2, tokens=5, heads=3, head_dim=4)):
        assert len(told(key, config, "both")) <= 1
