"""A verdict in sentences: nothing false by luck, every step by its number, each turn with its way to show."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.config import divisors
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn, whole
from explorer.core.mistakes.taking import WrongTrace, take
from explorer.core.mistakes.telling import tell_verdict, tell_warnings
from explorer.core.mistakes.verdict import Verdict, compare
from explorer.words import in_words

PENCIL = ex.Config()
DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)


def found(key: str | WrongTurn, config: ex.Config = PENCIL) -> Verdict:
    right = ex.trace(config)
    return compare(right, take(right, [key]))


def told(key: str | WrongTurn, config: ex.Config = PENCIL, words: str = "pencil") -> tuple[str, ...]:
    return tell_verdict(found(key, config), words)


# --- The lead -------------------------------------------------------------------------------------------


def test_numbers_that_hide_it_are_not_said_to_be_refused_at_sizes_that_are_not() -> None:
    config = ex.Config(tokens=2)  # as many tokens as numbers: NumPy runs whatever numbers there are
    assert found("flip_forgotten", config).hidden_by == "numbers"
    assert told("flip_forgotten", config)[:3] == (
        "The right numbers come out, by luck.",
        "These very numbers hide it: with others at the same sizes wrong numbers would come out.",
        "At B2 T5 H3 D6 W4 NumPy would refuse it.",
    )
    own = np.arange(24.0).reshape(1, 4, 6) % 5
    same_value = ex.Config.of(ex.Numbers.of(query=own, key=own, value=0 * own + 1, heads=2))
    everywhere = told("scale_missing", same_value)
    assert everywhere[1].startswith("These very numbers hide it: ")
    assert everywhere[2].startswith("The first to differ is step 6, match and scale: ")


def test_a_keep_table_that_hides_it_is_named_and_no_sizes() -> None:
    """Where each token looks at itself alone, its share is 1 whatever the scale."""
    itself = tuple((i, j, False) for i in range(5) for j in range(i))
    by_hand = ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=None, by_hand=itself)
    handed_over = ex.trace(by_hand.replace(by_hand=()), keep=np.eye(5, dtype=bool))
    for verdict in (
        found("scale_missing", by_hand),
        compare(handed_over, take(handed_over, ["scale_missing"])),
    ):
        assert (verdict.kind, verdict.hidden_by) == ("hidden by a tie", "mask")
        assert tell_verdict(verdict)[1] == (
            "The keep-table hides it: with the rules alone wrong numbers would come out."
        )


def test_sizes_that_hide_it_are_named() -> None:
    assert told("merge_time_first")[1] == (
        "Sizes hide it (B = 1 and H = D = W = 2): at B2 T5 H3 D6 W4 wrong numbers would come out."
    )


@pytest.mark.parametrize("key", WRONG_TURNS)
@pytest.mark.parametrize("config", [PENCIL, DISTINCT], ids=["pencil", "distinct"])
def test_numpy_is_said_to_say_nothing_only_where_it_did_not_warn(key: str, config: ex.Config) -> None:
    verdict = found(key, config)
    wrong, lead = verdict.wrong, tell_verdict(verdict, "pencil")[0]
    assert isinstance(wrong, WrongTrace)
    if verdict.kind in ("wrong contents", "other shape"):
        assert lead.startswith("NumPy only warns" if wrong.warned else "NumPy says nothing")
    warnings = tell_warnings(wrong, "standard")
    assert len(warnings) == sum(map(len, wrong.warned.values()))
    assert all(said.startswith("NumPy warns at step ") for said in warnings)


def test_a_refusal_reads_as_a_sentence_and_names_the_lenses_that_fit() -> None:
    for config, fitting in ((PENCIL, "1, 2 or 4"), (DISTINCT.replace(head_dim=5), "1, 3, 5 or 15")):
        assert fitting == ex.errors.listed(divisors(config.width))
        refused = told("heads_do_not_divide", config, "standard")
        assert refused[0].startswith(
            "NumPy refuses at step 3, split heads, in the line `q = q.reshape(B, T, H + 1, C // (H + 1))`: "
        )
        assert refused[-1] == f"C = {config.width} takes {fitting} heads."
    assert not any("takes 1, 2" in said for said in told("torch_view_in_numpy"))


def test_what_only_pytorch_refuses_is_right_in_numpy_and_where_pytorch_does_not_it_says_so() -> None:
    assert told("view_after_flip")[0] == "Right in NumPy, refused in PyTorch."
    one_lens = ex.Config(heads=1, head_dim=4)
    assert told("view_after_flip", one_lens) == (
        "Right in NumPy, and with these sizes PyTorch lets it pass too.",
    )


# --- The first step to go wrong ---------------------------------------------------------------------------


def first_wrong(key: str | WrongTurn, words: str = "pencil", config: ex.Config = PENCIL) -> str:
    (line,) = (line for line in told(key, config, words) if line.startswith("The first to "))
    return line


def test_the_tensor_that_a_step_is_about_comes_first_and_others_by_name() -> None:
    assert first_wrong("softmax_over_both") == (
        "The first to go wrong is step 8, split into shares: 10 of 18 cells of shares hold another number; "
        "the axes of row totals are (book 1, lens 2), not (book 1, lens 2, asking token 3)."
    )
    assert first_wrong("softmax_over_askers") == (
        "The first to go wrong is step 8, split into shares: 9 of 18 cells of shares hold another number."
    )
    assert first_wrong("merge_time_first") == (
        "The first to differ is step 10, pull the dividers out: 12 of 12 cells of the rows that come out "
        "hold the number that belongs there; the axes of shelves traded back are (token 3, book 1, lens 2, "
        "number 2), not (book 1, token 3, lens 2, number 2)."
    )
    assert first_wrong("reshelve_forgotten", "standard") == (
        "The first to go wrong is step 4, transpose(1, 2): the axes of query, key and value are (batch 1, "
        "token 3, head 2, dim 2), not (batch 1, head 2, token 3, dim 2)."
    )


@pytest.mark.parametrize("key", WRONG_TURNS)
@pytest.mark.parametrize("words", ["pencil", "standard", "both"])
def test_every_sentence_begins_with_a_capital_and_ends_with_a_stop(key: str, words: str) -> None:
    for config in (PENCIL, DISTINCT):
        for sentence in told(key, config, words):
            assert sentence[0].isupper() or sentence.startswith("ndarray.")
            assert sentence[-1] == "."
            if words == "standard":
                assert not any(pencil in sentence for pencil in ("lens", "book", "keep-table", "WANT"))


# --- How to make it show ------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", WRONG_TURNS.values(), ids=WRONG_TURNS.keys())
def test_a_turn_that_may_show_nothing_says_what_to_choose(turn: WrongTurn) -> None:
    hides = [claim for claim in turn.claims if claim.kind == "same"]
    assert bool(turn.show) >= bool(hides)
    if turn.show:
        assert turn.show.endswith(".")
        assert turn.torch_view or any(c.kind == "wrong contents" and not c.step for c in turn.claims)
        verdict = found(turn.key)
        ends = f"To see it here: {in_words(turn.show, 'standard')}"
        unseen = verdict.kind in ("same", "hidden by a tie") and verdict.wrong.torch_refusal is None
        assert verdict.text("standard").endswith(ends) == unseen


def test_a_verdict_and_a_record_print_as_sentences_and_not_as_fields() -> None:
    verdict = found("merge_without_reshelve")
    assert repr(verdict) == f"<Verdict wrong contents: {verdict.text()}>"
    assert verdict.text("pencil") == " ".join(told("merge_without_reshelve"))
    assert repr(WRONG_TURNS["key_t"]) == (
        "<WrongTurn key_t: every counter reversed, book and lens too (K.T on four axes)>"
    )
    right = ex.trace()
    assert compare(right, right).text() == "The right numbers come out, here and at sizes that hide nothing."
    odd = WrongTurn("o", "o", "o", lines={"merge": whole("out = blend[:, 0]")})
    assert (
        found(odd).text("pencil").startswith("NumPy says nothing, and what comes out has the shape (1, 3, 2)")
    )
