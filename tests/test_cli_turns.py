"""`attention-shapes turns`: the list, a closer look at one or two, the table of a sweep."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer import words
from explorer.cli import main
from explorer.core.coding import code_of
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.meter import meter, sweep
from explorer.core.mistakes.record import KINDS
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.telling import tell_verdict
from explorer.core.mistakes.verdict import compare

SIZES = ["--tokens", "5", "--heads", "3", "--head-dim", "4", "--batch", "2", "--no-window"]
CONFIG = ex.Config(tokens=5, heads=3, head_dim=4, batch=2, window=None)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["turns", *arguments]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("options", "config"), [([], ex.Config()), (SIZES, CONFIG)])
def test_every_wrong_turn_is_listed_once_under_its_step_with_what_comes_of_it(capsys, options, config):
    lines = printed(capsys, *options).splitlines()
    kinds, step, found = meter(config), "", []
    headings = {f"{n}. {said.say()}": name for n, (name, said) in enumerate(words.STEPS.items(), start=1)}
    for line in lines:
        step = headings.get(line, step)
        key, _, kind = line.strip().partition(" ")
        if key in WRONG_TURNS:
            assert (step, kind.strip()) == (WRONG_TURNS[key].step, kinds[key])
            found.append(key)
    assert sorted(found) == sorted(WRONG_TURNS)
    assert set(kinds.values()) <= set(KINDS)
    assert max(map(len, lines)) <= 80


def test_the_list_is_in_the_words_asked_for(capsys):
    pencil, standard = (flat(printed(capsys, "--words", words)) for words in ("pencil", "standard"))
    for turn in WRONG_TURNS.values():
        assert turn.pencil in pencil
        assert turn.standard in standard


@pytest.mark.parametrize("key", WRONG_TURNS)
def test_a_closer_look_shows_the_record_both_codes_and_the_verdict(capsys, key):
    text = printed(capsys, key, *SIZES)
    turn, right = WRONG_TURNS[key], ex.trace(CONFIG)
    wrong = take(right, [key])
    assert text.startswith(f"{key}\n  {turn.say()[:40]}")
    for said in (turn.why, turn.see, turn.mend, turn.outside, *turn.seen_in):
        assert flat(said) in flat(text)
    for step in turn.lines:
        for code in (code_of(right, step), wrong.code[step]):
            assert "".join(f"      {line}\n" for line in code.splitlines()) in text
    for sentence in tell_verdict(compare(right, wrong)):
        assert flat(sentence) in flat(text)
    for repair in turn.repairs:
        assert flat(repair.says) in flat(text)
    prose = [line for line in text.splitlines() if not line.startswith("      ")]
    assert max(map(len, prose)) <= 80


def test_the_grid_of_influence_stands_beside_the_keep_table(capsys):
    text = printed(capsys, "split_and_merge_by_reshape", *SIZES)
    assert (
        "token   changes with   may look at   apart\n"
        "0       10000          10000         .....\n"
        "1       11000          11000         .....\n"
        "2       01100          11100         -....\n"
        "3       01110          11110         -....\n"
        "4       00011          11111         ---..\n"
        "- does not see what it should\n"
    ) in text


def test_a_turn_that_a_tie_hides_says_how_to_see_it_here(capsys):
    text = flat(printed(capsys, "heads_first_flattening"))
    assert f"To see it here: {words.in_words(WRONG_TURNS['heads_first_flattening'].show, 'both')}" in text
    assert "To see it here" not in printed(capsys, "heads_first_flattening", *SIZES)
    assert flat(printed(capsys, "no_shift")).count("To see it here") == 1


def test_a_few_misplaced_numbers_are_told(capsys):
    text = flat(printed(capsys, "split_by_reshape", "--words", "pencil"))
    assert "Lens 0, token 1 holds lens 1, token 0; lens 0, token 2 holds" in text


def test_a_refusal_is_told_once(capsys):
    text = flat(printed(capsys, "torch_transpose_in_numpy"))
    assert text.count("axes don't match array") == 1
    assert "influence grid" not in text


def test_where_only_pytorch_refuses_its_lines_come_first(capsys):
    text = printed(capsys, "view_after_flip")
    assert text.index("wrong, in PyTorch:") < text.index("  right:\n")


def test_what_numpy_warns_of_is_told(capsys):
    assert "NumPy warns" in flat(printed(capsys, "softmax_over_heads"))


def test_a_sweep_of_ten_turns_keeps_its_numbers_below_one_another(capsys):
    options = ["--sweep-tokens", "2", "3", "--sweep-heads", "1", "2", "--sweep-head-dim", "2", "3"]
    lines = printed(capsys, *options).splitlines()
    numbered = [line for line in lines if line[:2].strip().isdigit() and line[2:4] == "  "]
    assert [int(line[:2]) for line in numbered] == list(range(1, len(numbered) + 1))
    assert len(numbered) > 9
    assert all(line.startswith("    ") for line in lines if line.startswith(" ") and line not in numbered)


def test_two_turns_are_taken_together(capsys):
    text = printed(capsys, "scale_missing", "mask_left_out")
    both = take(ex.trace(), ["scale_missing", "mask_left_out"])
    assert text.startswith("scale_missing\n")
    assert "\nmask_left_out\n" in text
    for step in ("scores", "mask"):
        assert f"\nStep {words.STEPS[step].say()}\n" in text
    for sentence in tell_verdict(compare(both.right, both)):
        assert flat(sentence) in flat(text)


def test_a_repair_is_marked_by_what_comes_of_it(capsys):
    text = printed(capsys, "flip_forgotten")
    assert text.count("\nright: ") == 1
    assert text.count("\nruns but wrong: ") == 2


def test_a_sweep_is_the_table_of_the_meter(capsys):
    options = ["--sweep-tokens", "2", "3", "--sweep-heads", "2", "3", "--sweep-head-dim", "2", "3"]
    text = printed(capsys, *options)
    assert flat(text) == flat(sweep((2, 3), (2, 3), (2, 3)).text())
    assert max(map(len, text.splitlines())) <= 80
    marked = printed(capsys, *options, "--markdown", "--words", "pencil")
    assert marked.splitlines() == sweep((2, 3), (2, 3), (2, 3)).markdown("pencil").splitlines()


def test_what_is_not_swept_over_is_as_the_options_say(capsys):
    text = printed(capsys, "flip_forgotten", "key_t", "--sweep-tokens", "2", "--heads", "3", "--window", "2")
    assert flat(text) == flat(sweep(2, 3, 2, window=2, keys=["flip_forgotten", "key_t"]).text())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["flip_forgoten"], "Cannot take the wrong turn 'flip_forgoten': there is none of that name. Did"),
        (["key_t", "key_t"], "Cannot take key_t and key_t: name one wrong turn or more, each once."),
        (["--tokens", "0"], "Cannot make a Config with tokens=0"),
        (["--tokens", "100"], "Cannot measure ties at B1 T100"),
        (["--markdown"], "Cannot write Markdown: --markdown is for the table of a sweep. Say over what, as "),
        (["--sweep-tokens", "0"], "Cannot make a Config with tokens=0"),
        (["--sweep-tokens", *map(str, range(1, 402))], "Cannot sweep over more than 400 choices of sizes."),
    ],
)
def test_what_is_asked_wrongly_is_told_in_one_line(capsys, arguments, said):
    assert main(["turns", *arguments]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert shown.err.startswith(f"attention-shapes: {said}")


def test_a_trip_too_large_for_the_grid_is_shown_without_it(capsys):
    text = printed(capsys, "scale_missing", "--tokens", "70")
    assert "Cannot find what changes what at B1 T70" in flat(text)
    assert "changes with" not in text.replace("what changes with", "")
