"""The one glossary: every word a person reads about an axis, a tensor or a step, and the code of each step.

Pencil words are for a newcomer, standard words are the field's; `Words` says which are wanted.

terms
    `Term`, and the tables `AXES`, `TENSORS`, `SIZES`, `THINGS`, `LETTERS`.
step, steps
    `STEPS`, what happens in each of the ten and what it must make plain; `ALWAYS`, what holds in all.
dialects, code_lines
    `code_for`, the lines of a step in NumPy, PyTorch or einops, as the trip at hand runs them.
refusals, refused_sizes
    `translate`, what NumPy and PyTorch mean by the words they refuse with.
moves, flips
    What was copied and what was only seen again, what was swapped, the captions of the two flips.
rules, what_if
    What a mask lets through, where the numbers came from, what a colour means; what is said where a trip is
    not the usual one.

Examples
--------
>>> from explorer import words
>>> words.AXES["head"].say(), words.STEPS["reshelve"].say("pencil")
('lens (attention head)', 're-shelve')
"""

from __future__ import annotations

from explorer.words.code_lines import code_for
from explorer.words.dialects import DIALECT_NAMES, DIALECTS, Dialect, imports_for
from explorer.words.flips import FLIPS, MEMORY_STRIP, FlipCaption, flip_table
from explorer.words.moves import MOVED, tell_moved, tell_pins, tell_swapped, tell_without_flip
from explorer.words.refusals import Translation, translate
from explorer.words.rules import (
    BIAS_NOTE,
    COLOUR_BY,
    GIVEN_NOTE,
    MASK_RULES,
    NO_MASK,
    POURED_NOTE,
    MaskRule,
    tell_mask,
    tell_shift,
    tell_source,
    tell_work,
)
from explorer.words.step import StepWords, capital, in_words
from explorer.words.steps import ALWAYS, STEPS
from explorer.words.terms import (
    AXES,
    LETTERS,
    SIZES,
    TENSORS,
    THINGS,
    WORDS,
    Term,
    Words,
    check_words,
    choose,
    shape_letters,
)
from explorer.words.what_if import (
    EMPTY_ROW_NAMES,
    EMPTY_ROWS,
    SCALES,
    tell_empty_rows,
    tell_scale,
    tell_step,
)
from explorer.words.wrong_turns import (
    KIND_NAMES,
    REPAIR_MARKS,
    WRONG_TURN_HEADINGS,
    WRONG_TURN_NOTES,
    numbered_step,
    tell_kind,
    tell_note,
)

__all__ = [
    "ALWAYS",
    "AXES",
    "BIAS_NOTE",
    "COLOUR_BY",
    "DIALECTS",
    "DIALECT_NAMES",
    "EMPTY_ROWS",
    "EMPTY_ROW_NAMES",
    "FLIPS",
    "GIVEN_NOTE",
    "KIND_NAMES",
    "LETTERS",
    "MASK_RULES",
    "MEMORY_STRIP",
    "MOVED",
    "NO_MASK",
    "POURED_NOTE",
    "REPAIR_MARKS",
    "SCALES",
    "SIZES",
    "STEPS",
    "TENSORS",
    "THINGS",
    "WORDS",
    "WRONG_TURN_HEADINGS",
    "WRONG_TURN_NOTES",
    "Dialect",
    "FlipCaption",
    "MaskRule",
    "StepWords",
    "Term",
    "Translation",
    "Words",
    "capital",
    "check_words",
    "choose",
    "code_for",
    "flip_table",
    "imports_for",
    "in_words",
    "numbered_step",
    "shape_letters",
    "tell_empty_rows",
    "tell_kind",
    "tell_mask",
    "tell_moved",
    "tell_note",
    "tell_pins",
    "tell_scale",
    "tell_shift",
    "tell_source",
    "tell_step",
    "tell_swapped",
    "tell_without_flip",
    "tell_work",
    "translate",
]
