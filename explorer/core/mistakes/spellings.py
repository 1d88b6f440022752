"""Wrong turns of spelling: lines that are right in PyTorch, or right for one grid, and not in NumPy here."""

from __future__ import annotations

from explorer.core.mistakes.all_three import all_three
from explorer.core.mistakes.flips import DISTINCT, FLIP_REPAIRS, NO_OUTPUT
from explorer.core.mistakes.record import Claim, Repair, WrongTurn, instead, whole

__all__ = ["TURNS"]

TURNS = (
    WrongTurn(
        "torch_transpose_in_numpy",
        "the inside flip in PyTorch's spelling",
        "transpose(-2, -1) on a NumPy array",
        lines={"inside_flip": whole("k = k.transpose(-2, -1)")},  # right in PyTorch: nothing changes there
        why="PyTorch's `transpose` takes the two counters to swap; NumPy's takes the whole new order.",
        see="NumPy refuses, for it was given two counters out of four.",
        mend="In NumPy, write the whole order, or use `swapaxes` for two.",
        claims=(
            Claim("refused"),
            Claim("refused", DISTINCT),
            Claim("refused", {"batch": 2, "tokens": 2}),
            Claim("refused", step="inside_flip"),
        ),
        repairs=(
            Repair("k = k.transpose(0, 1, 3, 2)", "Write the whole order: the last two trade places."),
            *FLIP_REPAIRS,
        ),
        outside=NO_OUTPUT,
    ),
    WrongTurn(
        "torch_view_in_numpy",
        "the dividers in PyTorch's spelling",
        "view(B, T, H, D) on a NumPy array",
        lines={"dividers": whole(all_three("q = q.view(B, T, H, D)"))},  # right in PyTorch
        why="PyTorch's `view` reads a row in another shape. NumPy has the word too, for something else.",
        see="NumPy refuses: its `view` reads the bytes as another kind of number, and takes no sizes.",
        mend="In NumPy the word is `reshape`.",
        claims=(
            Claim("refused"),
            Claim("refused", DISTINCT),
            Claim("refused", {"batch": 2, "tokens": 2}),
            Claim("refused", step="dividers"),
        ),
        repairs=(
            Repair(all_three("q = q.reshape(B, T, H, D)"), "Draw the dividers: H pieces of D."),
            Repair(
                all_three("q = q.reshape(B, H, T, D).transpose(0, 2, 1, 3)"),
                "Ask for the lens first, then let lens and token trade places.",
            ),
            Repair(
                all_three("q = q.reshape(B, T, D, H).transpose(0, 1, 3, 2)"),
                "Read the row as D pieces of H, then trade the last two.",
            ),
        ),
        outside=NO_OUTPUT,
    ),
    WrongTurn(
        "np_dot",
        "every lens matched with every lens of every book",
        "np.dot instead of matmul on four axes",
        lines={"scores": instead("matches = q @ k", "matches = np.dot(q, k)")},
        torch={
            "scores": instead("matches = q @ k", "matches = torch.tensordot(q, k, dims=([3], [2]))")
        },
        largest=lambda config: (config.batch * config.heads * config.tokens) ** 2,
        why="For two plain grids, `np.dot` and `@` are the same product.",
        see="The matches have six counters: each lens of each book met each lens of each book.",
        mend="Use `@`: it pins book and lens on both sides together, and multiplies grid by grid.",
        claims=(
            Claim("refused"),
            Claim("refused", DISTINCT),
            Claim("refused", {"heads": 3}),
            Claim("other shape", step="scores"),
            Claim("other shape", DISTINCT, step="scores"),
            Claim("other shape", {"batch": 2, "tokens": 2}, step="scores"),
        ),
        repairs=(
            Repair(
                "matches = q @ k\nscores = matches / D**0.5",
                "Pin book and lens on both sides, and multiply grid by grid.",
            ),
            Repair(
                "matches = np.dot(q, k)[:, :, :, 0, 0]\nscores = matches / D**0.5",
                "Keep only what met lens 0 of book 0.",
            ),
            Repair(
                "matches = np.dot(q, k).sum(axis=(3, 4))\nscores = matches / D**0.5",
                "Add up the counters that are too many.",
            ),
        ),
        outside=NO_OUTPUT,
    ),
)  # fmt: skip
