"""The sentences: each step says all that it must make plain, in words that a newcomer has."""

from __future__ import annotations

import re

import pytest

import explorer as ex
from explorer import words

SAID = [sentence for step in words.STEPS.values() for sentence in (step.telling["pencil"], *step.points)] + [
    *words.ALWAYS,
    *(text for flip in words.FLIPS.values() for text in (flip.moved, flip.stayed)),
    *(rule.pencil for rule in words.MASK_RULES.values()),
    words.GIVEN_NOTE,
    words.POURED_NOTE,
    words.BIAS_NOTE,
    *words.SCALES.values(),
    *words.EMPTY_ROWS.values(),
    *(words.tell_step("scores", "pencil", scale=scale) for scale in ("width", "none")),
    words.tell_without_flip(3, 2, "pencil"),
    words.tell_without_flip(3, 3, "pencil"),
]

JARGON = (
    "attention head", "axis", "axes", "batch", "d_model", "dot product", "einsum", "embedding", "key",
    "logit", "matmul", "matrix", "projection", "query", "softmax", "tensor", "transformer", "value", "vector",
    "weight",
)  # fmt: skip


@pytest.mark.parametrize("sentence", SAID)
def test_pencil_sentences_are_free_of_jargon_and_short_enough_to_read_at_night(sentence):
    assert not re.search(rf"\b({'|'.join(JARGON)})s?\b", sentence)
    for part in re.split(r"(?<=[.:;?]) ", sentence):
        assert len(part.split()) <= 28, part


@pytest.mark.parametrize("sentence", SAID)
def test_in_standard_words_no_pencil_word_is_left(sentence):
    said = words.in_words(sentence, "standard")
    assert not re.search(r"\b(lens|lenses|book|books|WANT|HAVE|GIVE)\b", said)
    assert not re.search(r"(^|[.?] )[a-z](?! to)", said), "a sentence has lost its capital"
    assert words.in_words(sentence, "pencil") == sentence


def test_no_sentence_is_said_twice():
    assert len(set(SAID)) == len(SAID)


MUST_SAY = {
    "pour": [
        "coefficients stay",
        r"\b13\b",
        "plain numbers|just a number",
        "same token.*next column",
        "next token.*same table",
        "three rows",
        "No token has a table of its own",
    ],
    "cut": ["[Ss]cissors", "three names", "over before", "No number moves", "zero clerk-steps"],
    "dividers": [
        "pencil line",
        "H x D = C",
        "`view`",
        "Nothing is worked out",
        "as many as before",
        "not one more token",
        "narrower slot",
    ],
    "reshelve": [
        "which shelf you open first",
        "clean block of its own",
        "all its tokens in order",
        "row is still a row",
        "Nothing is copied",
        "`transpose`",
        "Hold on to that word",
    ],
    "inside_flip": [
        "one lens",
        "was a row and becomes a column",
        "same numbers",
        r"\bsix\b",
        "not a quarter turn",
        "slots.*stay",
        "paper",
        "book and the lens stay",
        "not the re-shelve",
    ],
    "scores": [
        "row from the left and a column from the right",
        "only the HAVE rows had to stand up",
        "NumPy refuses",
        "D happens to equal T",
        "by accident",
        "once for every such pin",
        "spent in the sum",
        "token counter is there twice",
        "token that asks",
        "token looked at",
        "square root of D",
        "order is the same",
    ],
    "mask": [
        "[Tt]wo tests",
        "Not ahead",
        "Not stale",
        "before the split",
        "minus infinity is 0",
        "gives nothing and takes nothing",
        "one whole",
    ],
    "shares": [
        "One row is one asking token",
        "over the tokens looked at",
        "no longer there",
        "adds up to one",
    ],
    "blend": ["untouched", r"\.196", r"\.804", "width D is back", "mix"],
    "merge": [
        "re-shelve run backward",
        "tidied in memory",
        "`contiguous` is for that",
        "changes no number",
        "dividers come out",
        "as wide as it went in",
    ],
}


@pytest.mark.parametrize(
    ("step", "fact"), [(step, fact) for step, facts in MUST_SAY.items() for fact in facts]
)
def test_a_step_makes_plain_what_it_must(step, fact):
    said = " ".join((words.STEPS[step].tell("pencil"), *words.STEPS[step].points))
    assert re.search(fact, said)


@pytest.mark.parametrize(
    "fact",
    ["counter", "not a grid", "all the counters but two", "two numbers", "its own flips", "never touches"],
)
def test_what_always_holds_is_said(fact):
    assert re.search(fact, " ".join(words.ALWAYS))


def test_every_step_has_facts_to_check():
    assert set(MUST_SAY) == set(words.STEPS)


def test_the_numbers_that_the_sentences_quote_are_the_engines():
    trip = ex.trace()
    assert trip["pour"]["example_wide"].values[0, 0, 0] == 5 * 2 + 3 * 1 == 13
    shares = trip["shares"]["shares"].values[0, 0, 1]
    assert [f"{share:.3f}" for share in shares] == ["0.196", "0.804", "0.000"]
    assert trip["inside_flip"]["key"].values[0, 0].size == 6
