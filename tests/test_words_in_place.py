"""Pencil words give way to standard ones wherever they stand, and code stays code."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer import words


def test_a_word_is_said_in_standard_words_also_where_a_sentence_begins_with_it():
    said = "Lens 0, a counter, a lens's keep-table. A keep-table struck: `struck`. Pull the dividers out."
    assert words.in_words(said, "standard") == (
        "Head 0, an axis, a head's attention mask. An attention mask masked: `struck`. Merge the heads."
    )
    assert words.in_words(said, "pencil") == said
    assert words.in_words("Strike a lens's row; it is struck. The book (batch item).", "both") == (
        "Strike (mask) a lens's (head's) row; it is struck. The book (batch item)."
    )


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("the mask left out", "The mask left out"),
        ("np.dot instead of matmul", "np.dot instead of matmul"),
        ("reshape(B, H, T, D) instead", "reshape(B, H, T, D) instead"),
        ("reshape for the split", "Reshape for the split"),
        ("q, v, k = ... where", "q, v, k = ... where"),
        ("qkv read as", "qkv read as"),
        ("", ""),
    ],
)
def test_a_title_begins_with_a_capital_unless_it_begins_with_code(text, begun):
    assert words.capital(text) == begun


def test_a_step_is_named_with_its_number():
    assert words.numbered_step("dividers") == "step 3, draw the dividers (split heads)"
    with pytest.raises(ex.UnknownNameError, match="Cannot find step 'glue': choose pour, "):
        words.numbered_step("glue")
