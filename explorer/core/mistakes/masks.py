"""Wrong turns of the mask: struck too late, not at all, the wrong cells, or with the wrong number."""

from __future__ import annotations

import re

from explorer.core.mistakes.flips import DISTINCT
from explorer.core.mistakes.record import Change, Claim, WrongTurn, instead
from explorer.core.mistakes.scores import WRONG_EVERYWHERE

__all__ = ["TURNS"]

_ONE_TOKEN = Claim("hidden by a tie", {"tokens": 1})  # there is no other to strike
_NO_RULE = {"causal": False, "window": None}
_NOTHING_STRUCK = Claim("same", _NO_RULE)
_WINDOW_ALONE = {"causal": False}
_ROW_0_EMPTY = {"by_hand": ((0, 0, False),)}

_STRIKE = "struck = np.where(keep, scores, -np.inf)"
_TORCH_STRIKE = 'struck = scores.masked_fill(~keep, float("-inf"))'
_CELL_BY_HAND = re.compile(r"^keep\[(\.\.\., )?(\d+), (\d+)\]", re.MULTILINE)
_SHIFT = """\
peak = struck.max(axis=-1, keepdims=True)
shift = np.where(abs(peak) > 30, peak, 0)
"""


def _test(right: str, wrong: str) -> Change:
    """Put one test in another's place, and drop the remark: it tells of the right one."""

    def change(code: str) -> str:
        lines = code.split("\n")
        return "\n".join(
            line.split("  #")[0].replace(right, wrong) if right in line else line for line in lines
        )

    return change


def _then(line: str) -> Change:
    """Add a line at the end."""
    return lambda code: f"{code}\n{line}"


def _other_window(code: str) -> str:
    """Count by the other convention: the token itself in the window, or not."""
    counted, besides = "j >= i - W + 1", "j >= i - W"
    return _test(counted, besides)(code) if counted in code else _test(besides, counted)(code)


def _to_both_sides(code: str) -> str:
    """Make the window a distance; the test for what lies ahead goes with it."""
    for behind, near in (("j >= i - W + 1", "abs(i - j) < W"), ("j >= i - W", "abs(i - j) <= W")):
        for right in (f"(j <= i) & ({behind})", behind):
            if right in code:
                return _test(right, near)(code)
    return code


def _turned(sides: str) -> Change:
    """Turn what is one's own of the keep-table over; the rules stay as they are."""

    def change(code: str) -> str:
        code = code.replace("keep & own_keep", f"keep & own_keep.{sides}(-2, -1)")
        return _CELL_BY_HAND.sub(lambda cell: f"keep[{cell[1] or ''}{cell[3]}, {cell[2]}]", code)

    return change


def _large_number_off(code: str) -> str:
    """Take a row's largest score off where it is large: in a struck row that is the large number itself."""
    if "shift" in code:
        return code
    return _SHIFT + re.sub(r"np\.exp\(struck\).*", "np.exp(struck - shift)", code)


_ONE_SHORT, _ONE_FAR = _test("j <= i", "j <= i - 1"), _test("j <= i", "j <= i + 1")

TURNS: tuple[WrongTurn, ...] = (
    WrongTurn(
        "mask_left_out",
        "nothing struck",
        "mask left out",
        lines={"mask": instead(_STRIKE, "struck = scores  # nothing struck")},
        torch={"mask": instead(_TORCH_STRIKE, "struck = scores  # nothing struck")},
        why="The keep-table was made and no line used it; every shape is right without it.",
        see="Early tokens change when later ones do: there are shares where the keep-table says no.",
        mend="Strike the scores before the split: minus infinity wherever the keep-table says no.",
        show="Choose a rule that strikes something: the causal one, or a window.",
        claims=(*WRONG_EVERYWHERE, Claim("wrong contents", _WINDOW_ALONE), _ONE_TOKEN, _NOTHING_STRUCK),
    ),
    WrongTurn(
        "strike_after_split",
        "struck after the split",
        "mask applied after softmax",
        lines={
            "mask": instead(_STRIKE, "struck = scores  # struck later"),
            "shares": _then("shares = np.where(keep, shares, 0)"),
        },
        torch={
            "mask": instead(_TORCH_STRIKE, "struck = scores  # struck later"),
            "shares": _then("shares = shares.masked_fill(~keep, 0)"),
        },
        why="It looks like the same thing: a struck cell has a share of 0 either way.",
        see="Rows add to less than one: what was struck is in the row total still, later tokens too.",
        mend="Strike the scores first: then those that are left split a full one.",
        show="Choose a rule that strikes something: the causal one, or a window.",
        seen_in=("huggingface/pytorch-image-models#2236",),
        claims=(*WRONG_EVERYWHERE, Claim("wrong contents", _WINDOW_ALONE), _ONE_TOKEN, _NOTHING_STRUCK),
    ),
    WrongTurn(
        "strike_by_multiplying",
        "struck by multiplying with the keep-table",
        "scores multiplied by the mask",
        lines={"mask": instead(_STRIKE, "struck = scores * keep")},
        torch={"mask": instead(_TORCH_STRIKE, "struck = scores * keep")},
        why="Times 0 crosses a number out, and so it does with shares; but these are scores.",
        see="A struck cell has a score of 0, and e to the 0 is 1: it gets a share, at times the largest.",
        mend="Put minus infinity there, not 0: e to that is 0.",
        show="Choose a rule that strikes something: the causal one, or a window.",
        seen_in=("georg-wolflein/good-features#1",),
        claims=(*WRONG_EVERYWHERE, Claim("wrong contents", _WINDOW_ALONE), _ONE_TOKEN, _NOTHING_STRUCK),
    ),
    WrongTurn(
        "strike_by_adding",
        "struck by adding the keep-table",
        "boolean mask added to the scores",
        lines={"mask": instead(_STRIKE, "struck = scores + keep")},
        torch={"mask": instead(_TORCH_STRIKE, "struck = scores + keep")},
        why="A table of 0 and minus infinity is meant to be added; this one holds True and False, 1 and 0.",
        see="Every kept score is 1 larger, and nothing is struck: what lies ahead gets a share.",
        mend="Let the table choose: the score where it says yes, minus infinity where it says no.",
        show="Choose a rule that strikes something: the causal one, or a window.",
        seen_in=("harvard-edge/cs249r_book#1785",),
        claims=(*WRONG_EVERYWHERE, Claim("wrong contents", _WINDOW_ALONE), _ONE_TOKEN, _NOTHING_STRUCK),
    ),
    WrongTurn(
        "keep_swapped",
        "struck what was to be kept",
        "mask inverted: true taken for masked out",
        lines={"mask": instead(_STRIKE, "struck = np.where(keep, -np.inf, scores)")},
        torch={"mask": instead(_TORCH_STRIKE, 'struck = scores.masked_fill(keep, float("-inf"))')},
        why="In one library True says keep, in another it says strike.",
        see="Tokens look only where they should not; a row that keeps everything is struck whole, "
        "and its shares are not numbers.",
        mend="Where True has to say strike, hand over the opposite table: ~keep.",
        seen_in=("pytorch/pytorch#170415", "rasbt/LLMs-from-scratch#1061"),
        claims=(
            *WRONG_EVERYWHERE,
            Claim("wrong contents", _WINDOW_ALONE),
            Claim("wrong contents", _NO_RULE),
            Claim("wrong contents", {"tokens": 1}),
        ),
    ),
    WrongTurn(
        "diagonal_one_short",
        "the token itself struck too",
        "causal mask one diagonal short, tril(-1)",
        lines={"mask": _ONE_SHORT},
        torch={"mask": _ONE_SHORT},
        why="Looking back sounds like looking at what came before, and the token itself did not.",
        see="The first row is struck whole, and its shares are not numbers; no token sees itself.",
        mend="Keep j <= i: a token looks at itself too.",
        show="Choose the causal rule, and two tokens or more.",
        seen_in=("pbloem/former#10", "RVC-Boss/GPT-SoVITS#965"),
        claims=(
            *WRONG_EVERYWHERE,
            Claim("wrong contents", {"tokens": 1}),
            Claim("same", _WINDOW_ALONE),
            _NOTHING_STRUCK,
        ),
    ),
    WrongTurn(
        "diagonal_one_far",
        "the next token kept too",
        "causal mask one diagonal far, tril(1)",
        lines={"mask": _ONE_FAR},
        torch={"mask": _ONE_FAR},
        why="Diagonals are counted from the middle one, and that is number 0, not 1.",
        see="Each token changes when the next one does: one step of what lies ahead is seen.",
        mend="Keep j <= i, and nothing after the token itself.",
        show="Choose the causal rule, and two tokens or more.",
        claims=(*WRONG_EVERYWHERE, _ONE_TOKEN, Claim("same", _WINDOW_ALONE), _NOTHING_STRUCK),
    ),
    WrongTurn(
        "window_off_by_one",
        "window counted the other way",
        "sliding window off by one",
        lines={"mask": _other_window},
        torch={"mask": _other_window},
        why="Some count the token itself among the W of its window, some do not: both are in use.",
        see="Rows longer than the window keep one token more than was meant, or one fewer.",
        mend="Settle which is meant, and count what the last row keeps: W tokens, or W and itself.",
        show="Choose a window, and more tokens than it is wide.",
        seen_in=("huggingface/transformers#29623", "apple/axlearn#1009", "ml-explore/mlx-lm#390"),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", {"window_counts_self": False, "window": 1}),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", {**DISTINCT, "window_counts_self": False}),
            Claim("wrong contents", _WINDOW_ALONE),
            Claim("hidden by a tie", {"tokens": 2}),  # no row is longer than the window
            _ONE_TOKEN,
            Claim("same", {"window": None}),
            _NOTHING_STRUCK,
        ),
    ),
    WrongTurn(
        "window_both_sides",
        "window to both sides",
        "symmetric sliding window",
        lines={"mask": _to_both_sides},
        torch={"mask": _to_both_sides},
        why="A window sounds like a distance, and a distance has no direction.",
        see="What is kept makes a band with the diagonal in its middle: it lies ahead as far as behind.",
        mend="Test both: j <= i for what lies ahead, the window for what lies too far behind.",
        show="Choose the causal rule and a window, of two tokens or more.",
        seen_in=("elixir-nx/bumblebee#341",),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", {"window_counts_self": False}),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", _WINDOW_ALONE),
            _ONE_TOKEN,
            Claim("same", {"window": None}),
            _NOTHING_STRUCK,
        ),
    ),
    WrongTurn(
        "strike_with_large_number",
        "struck with a large number",
        "masked with -1e9",
        lines={"mask": instead("-np.inf", "-1e9"), "shares": _large_number_off},
        torch={"mask": instead('float("-inf")', "-1e9")},
        why="Its share is 0 all the same, and no row can turn into what is not a number.",
        see="It shows in a row with nothing kept: its scores are all alike, "
        "and it shares evenly among all tokens, later ones too.",
        mend="Strike with minus infinity, and say what a row with nothing kept becomes.",
        show="Strike a whole row by hand, and let it become 0 or NaN.",
        seen_in=("pytorch/pytorch#103963", "ml-explore/mlx#2395"),
        claims=(
            Claim("same"),
            Claim("same", {"window": None}),
            Claim("same", DISTINCT),
            Claim("wrong contents", {}, step="mask"),
            Claim("wrong contents", {**_ROW_0_EMPTY, "empty_rows": "nan"}),
            Claim("wrong contents", {**_ROW_0_EMPTY, "empty_rows": "zero"}),
            Claim("wrong contents", {**DISTINCT, **_ROW_0_EMPTY, "empty_rows": "zero"}),
            Claim("same", {**_ROW_0_EMPTY, "empty_rows": "uniform"}),
        ),
        outside="It shows only in a row with nothing kept, and the rules leave every token itself.",
    ),
    WrongTurn(
        "table_turned",
        "own keep-table turned over",
        "custom mask transposed: padding masked on query rows",
        lines={"mask": _turned("swapaxes")},
        torch={"mask": _turned("transpose")},
        why="A keep-table has T cells along both sides, so it fits either way round.",
        see="Padding does not look, but it is looked at: its rows are struck, and its columns are not.",
        mend="Rows ask and columns are looked at: strike the columns of padding.",
        show="Strike one cell by hand, off the diagonal.",
        seen_in=("hyunwoongko/transformer#40", "lucidrains/x-transformers#172"),
        claims=(
            Claim("wrong contents", _NO_RULE, keep=[[1, 1, 0]] * 3),
            Claim("wrong contents", {"window": None}, keep=[[1, 0, 1], [1, 1, 0], [1, 0, 1]]),
            Claim("wrong contents", {**_NO_RULE, "by_hand": ((0, 2, False),)}),
            Claim("wrong contents", {**DISTINCT, "by_hand": ((4, 3, False),)}),
            Claim("same", {"by_hand": ((0, 1, True), (1, 0, True))}),
            Claim("same"),
            Claim("same", DISTINCT),
        ),
        outside="The function is handed no keep-table of one's own that it could turn.",
    ),
)
"""In the order of the list that a learner sees."""
