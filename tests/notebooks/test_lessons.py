"""What the three short notebooks print and draw is what the engine finds, and what their prose says of it."""

from __future__ import annotations

import ast

import numpy as np
import pytest

import explorer as ex
from explorer.core.coding import code_of
from explorer.core.ties import ties
from tests.notebooks.opened import FOLDER, printed
from tests.notebooks.opened import code_of as cells_of

FLIPS, WHAT_IF, WRONG = (FOLDER / f"{stem}.ipynb" for stem in ("two_flips", "what_if", "wrong_turns"))


def shown(notebook, source_part):
    """What the value of a cell is shown as, by kind."""
    (cell,) = [cell for cell in cells_of(notebook) if source_part in cell.source]
    (out,) = [out for out in cell.outputs if out.output_type == "execute_result"]
    return out.data


@pytest.mark.parametrize(
    ("path", "source_part"),
    [
        (FLIPS, "ex.figure_two_flips(trip)"),
        (FLIPS, "ex.figure_sandbox(made)"),
        (WHAT_IF, '"mask")'),
        (WRONG, "ex.figure_wrong_turn(wrong)"),
        (WRONG, 'ex.figure_wrong_turn(late, "shares")'),
    ],
    ids=lambda part: getattr(part, "stem", part),
)
def test_figures_are_shown_as_pictures(path, source_part, executed):
    assert "image/svg+xml" in shown(executed(path), source_part)


@pytest.mark.parametrize("path", [FLIPS, WHAT_IF, WRONG], ids=lambda path: path.stem)
def test_the_page_is_shown_as_a_widget(path, executed):
    assert "application/vnd.jupyter.widget-view+json" in shown(executed(path), "ex.build(")


# --- Two flips --------------------------------------------------------------------------------------------


def test_the_two_moves_and_the_axes_they_swap(executed):
    assert printed(executed(FLIPS), ".swapped").splitlines() == [
        "dividers:    <Tensor key (batch 1, token 3, head 2, head_dim 2)>",
        "reshelve:    <Tensor key (batch 1, head 2, token 3, head_dim 2)> swapped: token head",
        "inside_flip: <Tensor key (batch 1, head 2, head_dim 2, token 3)> swapped: token head_dim",
    ]


def test_nothing_moves_in_memory_and_the_step_lengths_only_change_places(executed):
    *rows, block, copied = printed(executed(FLIPS), ".strides").splitlines()
    lengths = [ast.literal_eval(row.split("bytes: ")[1]) for row in rows]
    trip = ex.trace()
    assert lengths == [trip[name]["key"].strides for name in ("dividers", "reshelve", "inside_flip")]
    assert len({tuple(sorted(one)) for one in lengths}) == 1
    assert len(set(lengths)) == 3
    assert (block, copied) == ("one block of memory: True", "copied: [0, 0]")


def test_the_lines_of_three_libraries_stand_side_by_side(executed):
    rows = printed(executed(FLIPS), "code_of(trip").splitlines()
    expected = [
        f"{name:12} {dialect:8} {code_of(ex.trace(), name, dialect).splitlines()[-1]}"
        for name in ("reshelve", "inside_flip")
        for dialect in ("numpy", "pytorch", "einops")
    ]
    assert rows == expected


def test_each_flip_undoes_itself_and_neither_undoes_the_other(executed):
    rows = printed(executed(FLIPS), "as_before").splitlines()
    assert [row.rsplit(": ", 1)[1] for row in rows] == ["True", "True", "False", "False"]
    orders = [row.split(" -> ")[1].split(" - ")[0] for row in rows]
    assert len(set(orders)) == 3


def test_a_reshape_leaves_a_third_in_place(executed):
    assert "4 of 12 numbers are where the names say." in printed(executed(FLIPS), 'play(keys, ["reshape"])')


# --- What if ----------------------------------------------------------------------------------------------


def test_the_score_grid_knows_no_d(executed):
    narrow, wide, more = printed(executed(WHAT_IF), "sizes in").splitlines()
    assert narrow.split("<")[1] == wide.split("<")[1]
    assert "query_token 5, key_token 5" in more


def test_the_dividers_move_and_the_row_stays(executed):
    rows = printed(executed(WHAT_IF), "heads=heads").splitlines()
    parts = [row.split(" | ") for row in rows]
    assert len({row for row, *_ in parts}) == 1
    assert len({out for *_, out in parts}) == 3
    for heads, (_, divided, out) in zip((1, 2, 4), parts, strict=True):
        trip = ex.trace(ex.Config(heads=heads, head_dim=4 // heads))
        assert ast.literal_eval(divided.split(": ")[1]) == trip["dividers"]["query"].values[0, 1].tolist()
        assert out == f"comes out: {trip.output.values[0, 1].round(3)}"


def test_equal_sizes_hide_the_forgotten_flip(executed):
    refused, silent = printed(executed(WHAT_IF), "head_dim in").strip().split("\n\n")
    assert refused.startswith("D = 2, refused: NumPy refuses at step 6, ")
    assert silent.startswith("D = 3, wrong contents: NumPy says nothing and the shape is right, but ")


def test_the_ties_are_the_engines(executed):
    rows = printed(executed(WHAT_IF), "for tie in ties").splitlines()
    assert rows == [
        f"{' = '.join(tie.sizes)} = {tie.value} - {tie.hides}"
        for tie in ties(ex.Config(tokens=4, heads=4, head_dim=2))
    ]
    assert any(row.startswith("T = H = 4") for row in rows)


def test_the_keep_tables_are_the_engines(executed):
    text = printed(executed(WHAT_IF), "for rules in")
    tables = [block.split("}\n")[1].split() for block in text.split("{")[1:]]
    rules = ({"window": 2}, {"window": None}, {"window": 2, "causal": False})
    for table, one in zip(tables, rules, strict=True):
        keep = ex.trace(ex.Config(tokens=5, **one))["mask"]["keep"].values
        assert [[sign == "#" for sign in row] for row in table] == keep.tolist()


def test_one_number_typed_over_changes_one_row_and_one_lens_of_it(executed):
    text = printed(executed(WHAT_IF), "ex.Edit(")
    assert "rows changed: [False, False, True]\n" in text
    before, after = ex.trace(), ex.trace(ex.Config(edits=(ex.Edit("key", 0, 2, 0, 5),)))
    changed = before.output.values != after.output.values
    assert np.flatnonzero(changed).tolist() == [8, 9]  # of token 2, the two columns of lens 0
    assert str(after.output.values.round(3)) in text


def test_own_numbers_are_looked_at_as_the_prose_says(executed):
    first, second, *_ = printed(executed(WHAT_IF), "trace_qkv").split("\n\n")
    assert "[0.804 0.196]" in first  # lens 0: more at token 0
    assert "[0.196 0.804]" in second  # lens 1: more at itself


# --- Wrong turns ------------------------------------------------------------------------------------------


def test_it_says_how_many_there_are(executed):
    assert printed(executed(WRONG), "len(ex.WRONG_TURNS)") == f"{len(ex.WRONG_TURNS)} wrong turns\n"
    prose = "\n".join(cell.source for cell in executed(WRONG).cells if cell.cell_type == "markdown")
    assert f"all {len(ex.WRONG_TURNS)}" in prose
    assert f"{len(ex.WRONG_TURNS) - 1} more mistakes" in "\n".join(c.source for c in executed(FLIPS).cells)


def test_the_reshape_is_told_in_the_verdicts_own_words(executed):
    verdict = ex.compare(ex.trace(), ex.trace(wrong_turns=["split_by_reshape"]))
    assert verdict.text("pencil") in printed(executed(WRONG), "ex.figure_wrong_turn(wrong)")
    turn = ex.WRONG_TURNS["split_by_reshape"]
    told = printed(executed(WRONG), "turn.mend")
    assert all(said in told for said in (turn.why, turn.see, turn.mend, *turn.seen_in))


def test_one_flip_for_the_other_is_refused_until_sizes_are_equal(executed):
    rows = printed(executed(WRONG), '"reshelve_for_flip", "key_t"').splitlines()
    assert [row.split(") ")[1] for row in rows] == ["refused"] * 2 + ["wrong contents"] * 2


def test_what_is_struck_late_is_felt_early(executed):
    text = printed(executed(WRONG), "ex.influence(late)")
    assert "  0  111 | 100\n" in text
    assert ex.compare(ex.trace(), ex.trace(wrong_turns=["strike_after_split"])).text("pencil") in text


def test_equal_sizes_let_more_through(executed):
    rows = printed(executed(WRONG), "ex.meter(").splitlines()
    taken = [int(row.split("word: ")[1].split(" of")[0]) for row in rows[:3]]
    sizes = ({}, {"tokens": 3, "heads": 3, "head_dim": 3}, {"tokens": 5, "heads": 3, "head_dim": 4})
    assert taken == [len(ex.meter(ex.Config(**one)).accepted) for one in sizes]
    assert taken[1] == max(taken)
    assert taken[1] > taken[0]


def test_check_names_what_was_taken(executed):
    one = shown(executed(WRONG), 'ex.check(learner("merge_without_reshelve"))')["text/plain"]
    assert one.startswith("Your output equals the trip with merge_without_reshelve: ")
    two = shown(executed(WRONG), "softmax_over_askers")["text/plain"]
    assert two.startswith(
        "Your output equals the trip with two wrong turns, scale_missing and softmax_over_askers.\n"
    )
