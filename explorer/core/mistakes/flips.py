"""Wrong turns at the dividers and at the two flips."""

from __future__ import annotations

from explorer.core.mistakes.all_three import all_three
from explorer.core.mistakes.record import Claim, Repair, WrongTurn, instead, whole

__all__ = ["DISTINCT", "FLIP_REPAIRS", "NO_OUTPUT", "TURNS"]

DISTINCT = {"batch": 2, "tokens": 5, "heads": 3, "head_dim": 4, "window": 2}
"""Sizes that are pairwise different, and none of them 1: nothing can hide behind a tie."""

FLIP_REPAIRS = (
    Repair("k = k.swapaxes(-2, -1)", "Let the last two counters trade places."),
    Repair("k = k.reshape(B, H, D, T)", "Pour the same numbers into a grid of the shape that fits."),
    Repair("k = np.rot90(k, axes=(-2, -1))", "Give the grid of each lens a quarter turn."),
)
"""What people write where the keys should stand up: all three fit, and one is right."""

NO_OUTPUT = (
    "It shows as an error: at sizes that all differ NumPy refuses it, and `check` knows it by NumPy's words."
)
"""How a turn that is refused at `DISTINCT` shows from outside: there is no output to compare."""

TURNS = (
    WrongTurn(
        "split_by_reshape",
        "the shelves traded by a reshape",
        "reshape(B, H, T, D) instead of transpose(1, 2)",
        lines={"reshelve": whole(all_three("q = q.reshape(B, H, T, D)  # the shape is right"))},
        torch={"reshelve": whole(all_three("q = q.reshape(B, H, T, D)  # the shape is right"))},
        why="The shape wanted is known, and a reshape gives any shape that holds as many numbers.",
        see="Lens 0 holds whole rows of the first tokens, where it should hold a piece of every token.",
        mend="Divide the row first, then let token and lens trade places. A reshape only counts numbers off.",
        seen_in=(
            "hyunwoongko/transformer#15",
            "bentrevett/pytorch-seq2seq#148",
            "harvardnlp/annotated-transformer#118",
            "reczoo/FuxiCTR#30",
        ),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", step="reshelve"),
            Claim("hidden by a tie", {"heads": 1, "head_dim": 4}),
            Claim("hidden by a tie", {"tokens": 1, "window": 1}),
        ),
        repairs=(
            Repair(all_three("q = q.swapaxes(1, 2)"), "Let the token and the lens trade places."),
            Repair(
                all_three("q = q.reshape(B, T, C).reshape(B, H, T, D)"),
                "Put the row together again, and then ask for the shape.",
            ),
        ),
    ),
    WrongTurn(
        "reshelve_forgotten",
        "the re-shelve left out",
        "no transpose(1, 2), so heads attend to heads",
        lines={
            "reshelve": whole("# q, k, v stay (B, T, H, D)"),
            # Where no rule holds, nobody writes a mask: none of the right size stands in the way.
            "mask": instead("np.ones((T, T), dtype=bool)", "np.ones((H, H), dtype=bool)"),
            "merge": whole("out = blend.reshape(B, T, C)"),
        },
        torch={
            "reshelve": whole("# q, k, v stay (B, T, H, D)"),
            "mask": instead("torch.ones(T, T, dtype", "torch.ones(H, H, dtype"),
            "merge": whole("out = blend.view(B, T, C)"),
        },
        why="Once the row is divided, the lenses look ready for use.",
        see="The grid of scores is as high and as wide as there are lenses, one grid for each token.",
        mend="Let token and lens trade places before the product: it multiplies whatever grid is innermost.",
        seen_in=("pytorch/pytorch#100270", "InternLM/lmdeploy#2957"),
        claims=(
            Claim("refused"),
            Claim("refused", DISTINCT),
            Claim("other shape", step="scores"),
            Claim("wrong contents", {"heads": 3}),
            Claim("wrong contents", {"heads": 3}, step="scores"),
            Claim("wrong contents", {**DISTINCT, "causal": False, "window": None}),
            Claim("wrong contents", {"tokens": 1, "window": 1}),
            Claim("hidden by a tie", {"tokens": 1, "window": 1, "heads": 1}),
        ),
        repairs=(
            Repair(all_three("q = q.transpose(0, 2, 1, 3)"), "Let the token and the lens trade places."),
            Repair(all_three("q = q.reshape(B, H, T, D)"), "Ask for the shape that the mask fits."),
        ),
    ),
    WrongTurn(
        "reshelve_for_flip",
        "the re-shelve in the place of the inside flip",
        "transpose(1, 2) on the keys instead of transpose(-2, -1)",
        lines={"inside_flip": whole("k = k.transpose(0, 2, 1, 3)  # tokens and heads once more")},
        torch={"inside_flip": whole("k = k.transpose(1, 2)  # tokens and heads once more")},
        why="Code has one word for both moves, and the line above does just this.",
        see="The shape is (B, T, H, D) again, and row and column of a grid did not trade places.",
        mend="Swap the last two counters, the ones inside a lens, and leave token and lens alone.",
        claims=(
            Claim("refused"),
            Claim("refused", DISTINCT),
            Claim("other shape", step="inside_flip"),
            Claim("wrong contents", {"tokens": 2}),
            Claim("wrong contents", {"tokens": 4, "heads": 4, "head_dim": 4, "batch": 2}),
        ),
        repairs=FLIP_REPAIRS,
        outside=NO_OUTPUT,
    ),
    WrongTurn(
        "flip_forgotten",
        "the inside flip left out",
        "Q @ K without the transpose",
        lines={"inside_flip": whole("# k stays (B, H, T, D)")},
        torch={"inside_flip": whole("# k stays (B, H, T, D)")},
        why="On paper it is just WANT times HAVE.",
        see="NumPy refuses, for a row of D numbers meets a column of T. Where D = T nothing is said.",
        mend="Let the last two counters of HAVE trade places: rows of D then meet columns of D.",
        seen_in=("HsiaoYetGun/ESIM#5",),
        claims=(
            Claim("refused"),
            Claim("refused", DISTINCT),
            Claim("other shape", step="inside_flip"),
            Claim("wrong contents", {"head_dim": 3}),
            Claim("wrong contents", {**DISTINCT, "head_dim": 5}),
            Claim("wrong contents", {**DISTINCT, "head_dim": 5}, step="inside_flip"),
            # The first two HAVE rows of each lens happen to be a grid that reads alike either way.
            Claim("hidden by a tie", {"tokens": 2}),
            Claim("hidden by a tie", {"tokens": 1, "window": 1, "heads": 4, "head_dim": 1}),
        ),
        repairs=FLIP_REPAIRS,
        outside=NO_OUTPUT,
    ),
    WrongTurn(
        "key_t",
        "every counter reversed, book and lens too",
        "K.T on four axes",
        lines={"inside_flip": whole("k = k.T  # reverses ALL axes: (D, T, H, B)")},
        torch={"inside_flip": whole("k = k.T  # reverses ALL axes: (D, T, H, B)")},
        why="For one grid, `.T` is just this flip, and the formula has a T on its K.",
        see="The shape reads backward. The book has become the innermost counter. PyTorch warns that on more "
        "than two counters it will refuse `.T` one day.",
        mend="Name the two counters that trade places; `.T` is for a single grid.",
        seen_in=("numpy/numpy#28678", "jax-ml/jax#28798", "pytorch/pytorch#64180"),
        claims=(
            Claim("refused"),
            Claim("refused", DISTINCT),
            Claim("other shape", step="inside_flip"),
            Claim("wrong contents", {"batch": 2, "tokens": 2}),
            Claim("wrong contents", {"batch": 4, "tokens": 4, "heads": 4, "head_dim": 4}),
            Claim("hidden by a tie", {"tokens": 1, "window": 1, "heads": 1, "head_dim": 1}),
        ),
        repairs=(Repair("k = k.mT", "Let the last two counters trade places: `.mT`."), *FLIP_REPAIRS),
        outside=NO_OUTPUT,
    ),
    WrongTurn(
        "flip_by_reshape",
        "the grid poured into the other shape",
        "reshape(B, H, D, T) on the keys instead of a transpose",
        lines={"inside_flip": whole("k = k.reshape(B, H, D, T)  # the shape is right")},
        torch={"inside_flip": whole("k = k.reshape(B, H, D, T)  # the shape is right")},
        why="It gives the shape that the product wants.",
        see="Read a column from the top: it is no token. The numbers were counted off row by row.",
        mend="Let row and column trade places. A reshape keeps the reading order, a flip changes it.",
        seen_in=("rish-16/tokenlearner-pytorch#1", "pytorch/pytorch#16560"),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", step="inside_flip"),
            Claim("wrong contents", {"head_dim": 3}),
            Claim("hidden by a tie", {"tokens": 2}),
            Claim("hidden by a tie", {"tokens": 1, "window": 1}),
            Claim("hidden by a tie", {"heads": 4, "head_dim": 1}),
        ),
        repairs=(FLIP_REPAIRS[0], FLIP_REPAIRS[2]),
    ),
    WrongTurn(
        "heads_do_not_divide",
        "one lens too many",
        "H + 1 heads in a row of width H x D",
        lines={"dividers": whole(all_three("q = q.reshape(B, T, H + 1, C // (H + 1))"))},
        torch={"dividers": whole(all_three("q = q.view(B, T, H + 1, C // (H + 1))"))},
        why="The number of lenses looks like a free choice.",
        see="NumPy refuses, for numbers are left over. Where H + 1 divides C, other lenses do the work.",
        mend="Choose a number of lenses that divides the width C, with nothing left over.",
        seen_in=("rasbt/LLMs-from-scratch#444", "facebookresearch/detr#499"),
        claims=(
            Claim("refused"),
            Claim("refused", step="dividers"),
            Claim("refused", {**DISTINCT, "head_dim": 5}),
            Claim("wrong contents", DISTINCT),
            Claim("other shape", DISTINCT, step="dividers"),
        ),
        repairs=(
            Repair(all_three("q = q.reshape(B, T, H, C // H)"), "Take the H lenses the row was made for."),
            Repair(all_three("q = q.reshape(B, T, 1, C)"), "Take one lens: one always divides."),
        ),
    ),
    WrongTurn(
        "heads_first_flattening",
        "lenses counted before books",
        "(H, B) flattened together, read back as (B, H)",
        lines={"reshelve": whole(all_three("q = q.transpose(2, 0, 1, 3).reshape(B, H, T, D)  # (H, B)"))},
        torch={"reshelve": whole(all_three("q = q.permute(2, 0, 1, 3).reshape(B, H, T, D)  # (H, B)"))},
        why="Lens and book are laid on one shelf for the product, and either order looks as good.",
        see="With two books or more, a lens of one book stands under another book. With one, nothing shows.",
        mend="Book first, then lens, at every place where the two are laid together or taken apart.",
        show="Choose two books and two lenses, or more.",
        seen_in=(
            "lsdefine/attention-is-all-you-need-keras#36",
            "ArrowLuo/CLIP4Clip#22",
            "pytorch/pytorch#64706",
        ),
        claims=(
            Claim("hidden by a tie"),
            Claim("hidden by a tie", {"batch": 2, "heads": 1}),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", {"batch": 2}),
        ),
        repairs=(
            Repair(all_three("q = q.transpose(0, 2, 1, 3)"), "Keep the book first; token and lens trade."),
            Repair(all_three("q = q.reshape(B, H, T, D)"), "Go without the flip: the shape is right."),
        ),
    ),
)  # fmt: skip
