"""Edits, hand-set cells, labels and policies that are refused, and how to mend them."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.edits import MOST, Edit
from tests.core.kit import Case, quick, refusal

CHOICES = "'query', 'key', 'value', 'tokens', 'table.query', 'table.key' or 'table.value'"


def edited(*edit: object, **fields: object) -> ex.Config:
    return ex.Config(edits=[edit], **fields)  # type: ignore[list-item]


REFUSED: dict[str, Case] = {
    "edits that are no list": (
        ex.ConfigError,
        lambda: ex.Config(edits=5),
        'Cannot make a Config with edits=5: give a list, as in edits=[Edit("query", 0, 2, 1, 7.5)].',
    ),
    "edits that are text": (
        ex.ConfigError,
        lambda: ex.Config(edits="query"),
        "Cannot make a Config with edits='query': give a list, as in edits=[Edit(\"query\", 0, 2, 1, 7.5)].",
    ),
    "an edit that lacks its value": (
        ex.ConfigError,
        lambda: edited("query", 0, 1, 2),
        (
            "Cannot use ('query', 0, 1, 2) in edits: an entry is a tensor, a batch item, a row, a column and "
            'a value, as in Edit("query", 0, 2, 1, 7.5).'
        ),
    ),
    "an edit of another tensor": (
        ex.ConfigError,
        lambda: edited("scores", 0, 1, 2, 3),
        f"Cannot type over 'scores': choose {CHOICES}.",
    ),
    "an edit of an array": (
        ex.ConfigError,
        lambda: edited(np.ones(2), 0, 1, 2, 3),
        f"Cannot type over array([1., 1.]): choose {CHOICES}.",
    ),
    "an edit at no place": (
        ex.ConfigError,
        lambda: edited("key", 0, -1, 2, 3),
        "Cannot type over key at row -1: row is a whole number, counted from 0.",
    ),
    "an edit of a second table": (
        ex.ConfigError,
        lambda: edited("table.key", 1, 0, 0, 3),
        (
            "Cannot type over table.key of batch item 1: one table serves all of them. "
            "Write 0 for the batch item."
        ),
    ),
    "an edit by no number": (
        ex.ConfigError,
        lambda: edited("key", 0, 1, 2, np.nan),
        "Cannot type nan at batch item 0, row 1, column 2 of key: give a finite number.",
    ),
    "an edit by text": (
        ex.ConfigError,
        lambda: edited("key", 0, 1, 2, "7"),
        "Cannot type '7' at batch item 0, row 1, column 2 of key: give a finite number.",
    ),
    "an edit by a huge whole number": (
        ex.ConfigError,
        lambda: edited("key", 0, 1, 2, -(10**400)),
        f"Cannot type -1{'0' * 58} at batch item 0, row 1, column 2 of key: give a finite number.",
    ),
    "an edit beyond float32": (
        ex.ConfigError,
        lambda: edited("key", 0, 1, 2, 1e39, dtype=np.float32),
        (
            "Cannot type 1e+39 at batch item 0, row 1, column 2 of key: float32 goes up to 3.4e+38. "
            "Type a smaller one, or choose float64."
        ),
    ),
    "too many edits": (
        ex.ConfigError,
        lambda: ex.Config(edits=[("key", 0, 0, column, 1) for column in range(MOST + 1)]),
        (
            "Cannot keep 10001 entries in edits: 10000 at most. "
            "Hand whole arrays over instead, to trace_qkv or Config.of."
        ),
    ),
    "a cell that is no cell": (
        ex.ConfigError,
        lambda: ex.Config(by_hand=[(0, 1)]),
        (
            "Cannot use (0, 1) in by_hand: an entry is the asking token, the token looked at, and True or "
            "False, as in (2, 0, True)."
        ),
    ),
    "a cell at no place": (
        ex.ConfigError,
        lambda: ex.Config(by_hand=[(0, 1.0, True)]),
        (
            "Cannot set a cell of the keep-table at key_token 1.0: "
            "key_token is a whole number, counted from 0."
        ),
    ),
    "a cell that is neither": (
        ex.ConfigError,
        lambda: ex.Config(by_hand=[(0, 1, 1)]),
        "Cannot set cell (0, 1) of the keep-table to 1: choose True, kept, or False, struck.",
    ),
    "cells under names": (
        ex.ConfigError,
        lambda: ex.Config(by_hand={(0, 1): True}),
        "Cannot make a Config with by_hand={(0, 1): True}: give a list, as in by_hand=[(2, 0, True)].",
    ),
    "a row emptied by hand": (
        ex.MaskError,
        lambda: ex.trace(ex.Config(by_hand=[(0, 0, False)])),
        (
            "Cannot share out the row of token 0: the causal rule, the window and by_hand strike every cell "
            "of it, and a share of nothing is 0 / 0. Keep one cell or more in each row; the token itself, "
            "cell (0, 0), is usual. Or say what such a row becomes: empty_rows='nan', 'zero' or 'uniform'."
        ),
    ),
    "rows emptied by hand alone": (
        ex.MaskError,
        lambda: ex.trace(ex.Config(tokens=1, causal=False, window=None, by_hand=[(0, 0, False)])),
        (
            "Cannot share out the row of token 0: by_hand strikes every cell of it, and a share of nothing "
            "is 0 / 0. Keep one cell or more in each row; the token itself, cell (0, 0), is usual. "
            "Or say what such a row becomes: empty_rows='nan', 'zero' or 'uniform'."
        ),
    ),
    "another scale": (
        ex.ConfigError,
        lambda: ex.Config(scale="sqrt"),
        "Cannot make a Config with scale='sqrt': choose 'head_dim', 'width' or 'none'.",
    ),
    "another policy": (
        ex.ConfigError,
        lambda: ex.Config(empty_rows=None),
        "Cannot make a Config with empty_rows=None: choose 'refuse', 'nan', 'zero' or 'uniform'.",
    ),
    "another convention": (
        ex.ConfigError,
        lambda: ex.Config(window_counts_self=1),
        "Cannot make a Config with window_counts_self=1: choose True or False.",
    ),
    "labels that are one text": (
        ex.ConfigError,
        lambda: ex.Config(labels="the cat"),
        "Cannot make a Config with labels='the cat': give a list of texts, one for each token.",
    ),
    "a label too long": (
        ex.ConfigError,
        lambda: ex.Config(labels=["the", "c" * 41]),
        f"Cannot name token 1 'ccc{'c' * 38}': a label is printable text of at most 40 characters.",
    ),
    "a label that cannot be printed": (
        ex.ConfigError,
        lambda: ex.Config(labels=["a\nb"]),
        "Cannot name token 0 'a\\nb': a label is printable text of at most 40 characters.",
    ),
    "too many labels": (
        ex.ConfigError,
        lambda: ex.Config(labels=["a"] * 513),
        "Cannot keep 513 labels: 512 at most. Leave the last ones out.",
    ),
}  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", REFUSED)
def test_refusals(case: str) -> None:
    kind, call, message = REFUSED[case]
    assert refusal(kind, call) == message


@quick
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.sampled_from(["key", "x"]),
        lambda inner: st.lists(inner, max_size=5) | st.tuples(inner, inner, inner),
        max_leaves=12,
    ),
    st.sampled_from(["edits", "by_hand", "labels", "numbers", "scale", "empty_rows", "window_counts_self"]),
)
def test_junk_is_refused_in_our_own_words_or_means_something(junk: object, field: str) -> None:
    with suppress(ex.ConfigError):  # anything else that is raised is a bug
        config = ex.Config(**{field: junk})  # type: ignore[arg-type]
        assert config == ex.Config(**{field: getattr(config, field)})


def test_what_is_settled_is_plain() -> None:
    config = ex.Config(
        edits=[["key", np.int64(0), 1, 0, np.float32(0.5)]],
        by_hand=[(np.int64(0), 1, np.bool_(True))],
        window_counts_self=np.True_,
        labels=["a"],
    )
    assert config == ex.Config(edits=(Edit("key", 0, 1, 0, 0.5),), by_hand=((0, 1, True),), labels=("a",))
    assert [type(part) for part in config.edits[0]] == [str, int, int, int, float]
    assert [type(part) for part in config.by_hand[0]] == [int, int, bool]
    assert type(config.window_counts_self) is bool
    assert isinstance(config.edits[0], Edit)


def test_a_full_pile_can_be_changed_in_every_place_and_not_outgrown() -> None:
    pile = [("key", 0, 0, column, 1.0) for column in range(MOST)]
    again = [(*place, 2.0) for *place, _ in pile]
    config = ex.Config(edits=pile)
    assert {edit.value for edit in config.replace(edits=(*config.edits, *again)).edits} == {2.0}
    cells = [(asking, 0, True) for asking in range(MOST)]
    assert len(ex.Config(by_hand=[*cells, *cells]).by_hand) == MOST
    for field, one_more in (
        ("edits", [*pile, *again, pile[0]]),
        ("edits", [*pile, ("key", 0, 0, MOST, 1.0)]),
        ("by_hand", [*cells, (MOST, 0, True)]),
    ):
        told = f"Cannot keep {len(one_more)} entries in {field}: {MOST} at most. "
        assert refusal(ex.ConfigError, lambda f=field, m=one_more: ex.Config(**{f: m})).startswith(told)


def test_a_pile_of_edits_does_not_slow_the_budget_down() -> None:
    pile = [("key", 0, row, column, 1.0) for row in range(100) for column in range(100)]
    config = ex.Config(tokens=20_000, edits=pile)
    assert len(config.edits) == MOST
    said = refusal(ex.ConfigError, lambda: ex.trace(config))
    assert "tokens=20000 is too large" in said
