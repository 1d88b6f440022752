"""What the lines of code that the page shows look like: one word for two moves, the rules that are on."""

from __future__ import annotations

import ast

import numpy as np
import pytest

import explorer as ex
from explorer import words
from tests.test_code_lines import WHAT_IFS, code_of
from tests.torch_stand_in import Held


def calls(code: str, method: str) -> list[tuple[int, ...]]:
    """The whole-number arguments of every call of a method of this name."""
    return [
        tuple(ast.literal_eval(argument) for argument in node.args)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method
    ]


def test_one_word_two_moves():
    flips = {
        dialect: [words.code_for(s, dialect) for s in ("reshelve", "inside_flip")]
        for dialect in words.DIALECTS
    }
    shelves, inside = flips["numpy"]
    assert calls(shelves, "transpose") == [(0, 2, 1, 3)] * 3
    assert calls(inside, "transpose") == [(0, 1, 3, 2)]
    assert "q.swapaxes(1, 2)" in shelves
    assert "k.swapaxes(-2, -1)" in inside
    shelves, inside = flips["pytorch"]
    assert calls(shelves, "transpose") == [(1, 2)] * 3
    assert calls(inside, "transpose") == [(-2, -1)]
    shelves, inside = flips["einops"]
    assert shelves.count('"b t h d -> b h t d"') == 3
    assert '"b h t d -> b h d t"' in inside


def test_the_swapaxes_named_beside_the_numpy_lines_are_the_same_moves():
    q = np.empty((2, 5, 3, 4))
    assert q.transpose(0, 2, 1, 3).strides == q.swapaxes(1, 2).strides
    k = q.transpose(0, 2, 1, 3)
    assert k.transpose(0, 1, 3, 2).strides == k.swapaxes(-2, -1).strides


def test_pytorch_says_view_and_contiguous_where_the_words_do():
    assert words.code_for("dividers", "pytorch").count(".view(B, T, H, D)") == 3
    assert ".contiguous()" in words.code_for("merge", "pytorch")
    assert "block.view(B, T, C)" in words.code_for("merge", "pytorch")


@pytest.mark.parametrize("dialect", words.DIALECTS)
@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_a_line_is_python_fits_the_panel_and_names_no_place_on_disk(step, dialect):
    code = words.code_for(step, dialect)
    ast.parse(code)
    assert code == words.STEPS[step].code[dialect]
    assert not code.endswith("\n")
    assert max(map(len, code.splitlines())) <= 72


@pytest.mark.parametrize("dialect", words.DIALECTS)
@pytest.mark.parametrize("which", WHAT_IFS)
def test_the_lines_of_a_what_if_fit_the_panel(which, dialect):
    trip = ex.trace(WHAT_IFS[which])
    for step in ex.STEP_NAMES:
        code = code_of(trip, step, dialect)
        ast.parse(code)
        assert not code.endswith("\n")
        assert max(map(len, code.splitlines())) <= 72


@pytest.mark.parametrize("dialect", words.DIALECTS)
def test_of_many_cells_set_by_hand_the_last_are_counted(dialect):
    cells = [(0, j, True) for j in range(7)]
    six, seven = (words.code_for("mask", dialect, by_hand=cells[:n]) for n in (6, 7))
    assert "more" not in six
    assert six.count("# by hand") == 6
    assert seven.count("  # by hand") == 4
    assert "\n# ... and 3 more cells by hand\n" in seven


@pytest.mark.parametrize("dialect", words.DIALECTS)
def test_the_mask_line_names_only_the_rules_that_are_on(dialect):
    both = words.code_for("mask", dialect)
    assert "(j <= i) & (j >= i - W + 1)" in both
    assert "W" not in words.code_for("mask", dialect, window=False)
    assert "j <= i" not in words.code_for("mask", dialect, causal=False)
    neither = words.code_for("mask", dialect, causal=False, window=False)
    assert "i =" not in neither
    assert "own_keep" not in both
    assert "keep & own_keep" in words.code_for("mask", dialect, own_keep=True)


def test_given_rows_are_laid_side_by_side_and_not_poured():
    for dialect in words.DIALECTS:
        assert "table" in words.code_for("pour", dialect)
        given = words.code_for("pour", dialect, given=True)
        assert "table" not in given
        assert "[q, k, v]" in given


def test_the_stand_in_refuses_a_view_that_torch_would_refuse():
    with pytest.raises(RuntimeError, match="not compatible"):
        Held(np.arange(24).reshape(1, 2, 3, 4)).transpose(1, 2).view(1, 3, 8)
