"""The ten steps in words: what each is called, what happens, and what it must make plain.

The sentences are written in pencil words. `StepWords.points_in` says them with the standard words in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.words.code_lines import code_for
from explorer.words.dialects import DIALECTS
from explorer.words.step import StepWords

ALWAYS: tuple[str, ...] = (
    (
        "A dimension is a counter: which book, which token, which lens, which number. It is not a grid. "
        "Pin all the counters but two, and those two make a grid you can look at."
    ),
    (
        "How many tokens there are is one number; how wide a token's row is, is another. "
        "They stay two numbers even when they happen to be equal."
    ),
    "Every lens makes its own flips, in its own grid. It never touches the numbers of another lens.",
)
"""What holds at every step, in pencil words."""


def _step(
    name: str, label: str, pencil: str, standard: str, told: str, told_standard: str, *points: str
) -> StepWords:
    return StepWords(
        name=name,
        label=label,
        pencil=pencil,
        standard=standard,
        telling=MappingProxyType({"pencil": told, "standard": told_standard}),
        points=points,
        code=MappingProxyType({dialect: code_for(name, dialect) for dialect in DIALECTS}),
    )


_ALL = (
    _step(
        "pour", "pour", "pour", "qkv projection",
        "Every token's row goes through one shared table of coefficients and comes out as a wide row of "
        "plain numbers.",
        "One linear map, the same for every position and batch item, turns each input row into its query, "
        "key and value, laid side by side.",
        "The coefficients stay behind in the table. Token [5, 3] through the column [2, 1] is 5*2 + 3*1 = "
        "13, and that 13 is just a number: it carries no 2 and no 1 with it.",
        "The next number along is the same token through the next column.",
        "The next token goes through the very same table. No token has a table of its own.",
        "One wide row holds three rows end to end: first WANT, then HAVE, then GIVE.",
    ),
    _step(
        "cut", "cut", "cut", "split into query, key, value",
        "Scissors cut every wide row into three rows, called WANT, HAVE and GIVE.",
        "Each row of width 3C is split along its last axis into a query, a key and a value of width C.",
        "The numbers are the ones you had; what is new is their three names.",
        "All the multiplying belongs to the pour. It was over before the scissors came.",
        "No number moves, and a clerk with a pencil has nothing to work out: zero clerk-steps.",
    ),
    _step(
        "dividers", "dividers", "draw the dividers", "split heads",
        "Pencil lines divide every row into H short pieces of D numbers, one piece for each lens.",
        "The width C is re-read as H heads of D numbers: (B, T, C) -> (B, T, H, D).",
        "All that is added is a pencil line in the row. C numbers are now read as H pieces of D, and H x D "
        "= C.",
        "Code says `view`: look at the same row another way. Nothing is worked out.",
        "Count the tokens: as many as before.",
        "A lens is not one more token. It is the same token, read through a narrower slot.",
    ),
    _step(
        "reshelve", "re-shelve", "re-shelve", "transpose(1, 2)",
        "Two shelves trade places: before, you opened a token and found its lenses; now you open a lens and "
        "find its tokens.",
        "The token axis and the head axis are swapped: (B, T, H, D) -> (B, H, T, D).",
        "What changes is which shelf you open first. It was the token; now it is the lens.",
        "Every lens now has a clean block of its own, with all its tokens in order.",
        "A row is still a row. Its numbers stay side by side, in the same order.",
        "Nothing is copied. The numbers lie where they lay, and are only visited in another order.",
        "Code says `transpose`. Hold on to that word: the next step is called the same, and is another move.",
    ),
    _step(
        "inside_flip", "inside flip", "inside flip", "transpose(-2, -1)",
        "Inside each lens the grid of HAVE rows is stood on its edge: every token was a row and becomes a "
        "column.",
        "The last two axes of the keys are swapped: (B, H, T, D) -> (B, H, D, T).",
        "Look inside one lens. You used to read a token across, as a row; now you read it down, as a column.",
        "They are the same numbers (six in the pencil example), none lost and none changed.",
        "It is not a quarter turn: that would run one of the counters backward. The two reading slots, row "
        "and column, stay where they are, and the paper is turned over under them.",
        "No shelf moves: the book and the lens stay where they were.",
        "So this is not the re-shelve, though code says `transpose` for both. The re-shelve moves the "
        "shelves and leaves the rows lying; this leaves the shelves and stands the rows up.",
    ),
    _step(
        "scores", "scores", "match and scale", "scaled dot products",
        "Each cell is one match: the asking token's WANT times the other token's HAVE, number by number, "
        "added up; then it is divided by the square root of D.",
        "Every query is dotted with every key and scaled: Q @ K^T / sqrt(D), of shape (B, H, T, T).",
        "A product takes a row from the left and a column from the right. The WANT rows are rows already, so "
        "only the HAVE rows had to stand up.",
        "Without the stand-up, rows of D numbers meet columns of T numbers. They do not fit, and NumPy "
        "refuses. Where D happens to equal T they fit by accident, and the answer is wrong without a word.",
        "Pin one book and one lens, and it is one grid times one grid. The same product runs once for every "
        "such pin.",
        "The D numbers of a lens are gone: they were spent in the sum.",
        "The token counter is there twice, in two roles: down the side the token that asks, along the top "
        "the token looked at.",
        "Dividing by the square root of D treats every score alike: the largest is still the largest, the "
        "order is the same.",
    ),
    _step(
        "mask", "mask", "strike", "causal sliding-window mask",
        "Two tests are put to every cell, not ahead and not stale; a score that fails one is struck out "
        "before anything is shared.",
        "Scores outside the mask (causal: j <= i; window: j >= i - W + 1) are set to minus infinity before "
        "the softmax.",
        "Not ahead: the token looked at may not come after the token that asks (j <= i).",
        "Not stale: looking back, only W tokens are in sight, the asking token itself counted "
        "(j >= i - W + 1).",
        "The striking is done before the split. e to the power of minus infinity is 0, so a struck cell "
        "gives nothing and takes nothing.",
        "The survivors of a row still have one whole to split among them.",
    ),
    _step(
        "shares", "shares", "split into shares", "softmax",
        "Every row of scores becomes shares: blow each score up by e, add up the row, divide by that total.",
        "Softmax over the key positions, so the attention weights of each query sum to one.",
        "One row is one asking token, looking out.",
        "The split runs along the row, over the tokens looked at. It cannot run over the D numbers: they "
        "were spent in the scores and are no longer there.",
        "Every row adds up to one.",
    ),
    _step(
        "blend", "blend", "blend", "weighted sum of values",
        "Each asking token mixes the GIVE rows of the tokens it looks at, so much of each as its shares say.",
        "Attention weights times values: (B, H, T, T) @ (B, H, T, D) -> (B, H, T, D).",
        "The GIVE rows have waited since the re-shelve, untouched. Only now are they used.",
        "In lens 0 of the pencil example, token 1 gets .196 of token 0's GIVE row plus .804 of its own.",
        "The width D is back: whole rows are mixed, number under number, so each answer is as wide as a "
        "GIVE row.",
    ),
    _step(
        "merge", "merge", "pull the dividers out", "merge heads",
        "The two shelves trade back, the block is written out tidily, and the dividers are pulled out: one "
        "long row for each token again.",
        "Heads and tokens are swapped back, the block is made contiguous, and H heads of D become the width "
        "C: (B, H, T, D) -> (B, T, C).",
        "First comes the re-shelve run backward: you open the token first again.",
        "Then the block is tidied in memory, so that the pieces of one token lie next to each other. "
        "`contiguous` is for that, and it changes no number. With one lens, or one token, it is tidy "
        "already.",
        "Now the dividers come out: H pieces of D numbers are one row of C again.",
        "Every row is as wide as it went in.",
    ),
)  # fmt: skip

STEPS: Mapping[str, StepWords] = MappingProxyType({step.name: step for step in _ALL})
"""The ten steps, in order."""
