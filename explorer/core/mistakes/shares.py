"""Wrong turns of the shares and the blend: shared out along another axis, blown up too far, averaged."""

from __future__ import annotations

from explorer.core.mistakes.flips import DISTINCT
from explorer.core.mistakes.record import Change, Claim, Repair, WrongTurn, instead
from explorer.core.mistakes.scores import WRONG_EVERYWHERE

__all__ = ["TURNS"]

_NO_RULE = {"causal": False, "window": None}
_ONE_TOKEN = Claim("hidden by a tie", {"tokens": 1})  # it has all of every share
_TWO_LARGE = (("query", 0, 2, 0, 800.0), ("query", 0, 2, 1, 810.0))
_ROWS = """\
shift = struck.max(axis=-1, keepdims=True)
exponentials = np.exp(struck - shift)
totals = exponentials.sum(axis=-1, keepdims=True)
shares = exponentials / totals"""
_ALONG_ROWS = Repair(_ROWS, "Share out along the tokens looked at, for each token that asks.")
_SOFTMAX = "torch.softmax(struck, dim=-1)"


def _along(axis: str) -> Change:
    """Share out along another axis; what is taken off first is the largest along that axis too."""

    def change(code: str) -> str:
        for reduced in ("struck.max", "exponentials.sum"):
            code = code.replace(f"{reduced}(axis=-1", f"{reduced}(axis={axis}")
        return code.replace("  # (B, H, T, T)", "")

    return change


def _not_shifted(code: str) -> str:
    """Blow the scores up as they are; code that takes nothing off first stays as it is."""
    kept = [line for line in code.split("\n") if not line.startswith(("peak = ", "shift = "))]
    return "\n".join(kept).replace("struck - shift", "struck")


TURNS: tuple[WrongTurn, ...] = (
    WrongTurn(
        "softmax_over_askers",
        "shared out along the asking tokens",
        "softmax over the query axis",
        lines={"shares": _along("-2")},
        torch={"shares": instead(_SOFTMAX, "torch.softmax(struck, dim=-2)")},
        why="A score grid has T cells along both sides, so the shares can be made along either.",
        see="Columns add to one and rows do not. What a token gets depends on who else asks, later ones too.",
        mend="Share out along the tokens looked at: each asking token splits one full share.",
        seen_in=("labmlai/annotated_deep_learning_paper_implementations#282",),
        claims=(*WRONG_EVERYWHERE, Claim("wrong contents", _NO_RULE), _ONE_TOKEN),
        repairs=(
            _ALONG_ROWS,
            Repair(
                "exponentials = np.exp(struck)\n"
                "totals = exponentials.sum(axis=-2, keepdims=True)\n"
                "shares = (exponentials / totals).swapaxes(-1, -2)",
                "Turn the finished grid over, so that its rows add to one.",
            ),
        ),
    ),
    WrongTurn(
        "softmax_over_heads",
        "shared out along the lenses",
        "softmax over the head axis",
        lines={"shares": _along("1")},
        torch={"shares": instead(_SOFTMAX, "torch.softmax(struck, dim=1)")},
        why="A number copied from code with fewer counters means another one here: 1 is the lenses.",
        see="A cell's shares add to one over the lenses. Where all lenses strike it, it is 0 / 0, "
        "not a number, and so is what is blended with it.",
        mend="Say -1: that is the tokens looked at, however many counters stand before them.",
        seen_in=("jadore801120/attention-is-all-you-need-pytorch#52", "facebookresearch/detr#247"),
        claims=(
            *WRONG_EVERYWHERE,
            Claim("wrong contents", _NO_RULE),
            Claim("hidden by a tie", {"tokens": 1, "heads": 1}),
        ),
        repairs=(
            _ALONG_ROWS,
            Repair(
                "exponentials = np.exp(struck)\n"
                "totals = exponentials.sum(axis=1, keepdims=True)\n"
                "shares = np.nan_to_num(exponentials / totals)",
                "Put 0 where a share is not a number.",
            ),
        ),
    ),
    WrongTurn(
        "softmax_over_both",
        "shared out over the whole grid",
        "softmax over both score axes",
        lines={"shares": _along("(-2, -1)")},
        torch={"shares": instead(_SOFTMAX, "torch.softmax(struck.flatten(-2), dim=-1).view(B, H, T, T)")},
        why="The grid of one lens looks like one whole, and one whole adds to one.",
        see="A grid adds to one, so each of its rows adds to less, and a row depends on all the others.",
        mend="Share out each row by itself, along the tokens looked at alone.",
        claims=(*WRONG_EVERYWHERE, Claim("wrong contents", _NO_RULE), _ONE_TOKEN),
        repairs=(
            _ALONG_ROWS,
            Repair(
                "exponentials = np.exp(struck)\n"
                "totals = exponentials.sum(axis=(-2, -1), keepdims=True)\n"
                "shares = T * exponentials / totals",
                "Give every grid T shares, one for each row.",
            ),
        ),
    ),
    WrongTurn(
        "no_shift",
        "large scores blown up as they are",
        "softmax without subtracting the row maximum",
        lines={"shares": _not_shifted},
        torch={
            "shares": instead(_SOFTMAX, "torch.exp(struck) / torch.exp(struck).sum(dim=-1, keepdim=True)")
        },
        why="The formula takes nothing off first, and where scores are small that changes nothing.",
        see="Beyond a score of 709, e to it is more than 8 bytes can say: infinity, "
        "and infinity over infinity is not a number.",
        mend="Take each row's largest score off first: the shares stay the same, and nothing grows past 1.",
        show="Type very large numbers over a row of WANT: 800 and more.",
        claims=(
            Claim("wrong contents", {"edits": _TWO_LARGE}),
            Claim("wrong contents", {"edits": _TWO_LARGE, "window": None}),
            Claim("wrong contents", {**DISTINCT, "edits": _TWO_LARGE}),
            Claim("same"),
            Claim("same", {"window": None}),
            Claim("same", DISTINCT),
        ),
        repairs=(
            Repair(_ROWS, "Take each row's largest score off before blowing up."),
            Repair(
                "exponentials = np.exp(np.minimum(struck, 700))\n"
                "totals = exponentials.sum(axis=-1, keepdims=True)\n"
                "shares = exponentials / totals",
                "Let no score be larger than 700.",
            ),
        ),
        outside="With scores of the usual size the shares are the same; only very large ones overflow.",
    ),
    WrongTurn(
        "shares_averaged",
        "shares averaged over the lenses before the blend",
        "attention weights averaged over heads too early",
        lines={
            "blend": instead(
                "blend = shares @ v  # (B, H, T, T) @ (B, H, T, D) -> (B, H, T, D)",
                "averaged = shares.mean(axis=1, keepdims=True)  # (B, 1, T, T)\n"
                "blend = averaged @ v  # (B, 1, T, T) @ (B, H, T, D) -> (B, H, T, D)",
            )
        },
        torch={
            "blend": instead(
                "blend = shares @ v  # (B, H, T, T) @ (B, H, T, D) -> (B, H, T, D)",
                "averaged = shares.mean(dim=1, keepdim=True)  # (B, 1, T, T)\n"
                "blend = averaged @ v  # (B, 1, T, T) @ (B, H, T, D) -> (B, H, T, D)",
            )
        },
        why="Libraries hand out shares averaged over the lenses, to be looked at, and they fit the product.",
        see="Rows still add to one, but every lens blends with the same shares: "
        "what its own WANT and HAVE found is lost.",
        mend="Blend each lens with its own shares; average a copy, for looking only.",
        seen_in=("pytorch/pytorch#34537",),
        claims=(
            *WRONG_EVERYWHERE,
            Claim("wrong contents", _NO_RULE),
            Claim("hidden by a tie", {"heads": 1}),
            _ONE_TOKEN,
        ),
    ),
)
"""In the order of the list that a learner sees."""
