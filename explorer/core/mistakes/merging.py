"""Wrong turns where the dividers are pulled out."""

from __future__ import annotations

from explorer.core.mistakes.all_three import all_three
from explorer.core.mistakes.flips import DISTINCT
from explorer.core.mistakes.record import Claim, Repair, WrongTurn, whole

__all__ = ["TURNS"]

_RIGHT = Repair(
    "reshelved = blend.transpose(0, 2, 1, 3)\nout = reshelved.reshape(B, T, C)",
    "Let lens and token trade places back, then pull the dividers out.",
)
_TIDIED = Repair(
    "block = np.ascontiguousarray(blend)\nout = block.reshape(B, T, C)",
    "Tidy the block first, then pull the dividers out.",
)
_ONE_LENS = {"heads": 1, "head_dim": 4}
_ONE_TOKEN = {"tokens": 1, "window": 1}

TURNS = (
    WrongTurn(
        "merge_without_reshelve",
        "dividers pulled out before the shelves traded back",
        "view(B, T, C) without transpose(1, 2)",
        lines={"merge": whole("out = blend.reshape(B, T, C)  # still (B, H, T, D)")},
        torch={"merge": whole("out = blend.view(B, T, C)  # still (B, H, T, D)")},
        why="The shape to come out is known, and the blend holds just as many numbers.",
        see="Token 0's row is lens 0 of the first tokens, not all lenses of token 0.",
        mend="Run the re-shelve backward first, so that all pieces of one token lie together.",
        seen_in=(
            "jsbaan/transformer-from-scratch#6",
            "xieenze/Trans2Seg#4",
            "ajhalthor/Transformer-Neural-Network#4",
            "aladdinpersson/Machine-Learning-Collection#165",
        ),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", DISTINCT),
            Claim("hidden by a tie", _ONE_LENS),
            Claim("hidden by a tie", _ONE_TOKEN),
        ),
        repairs=(_RIGHT, _TIDIED),
    ),
    WrongTurn(
        "split_and_merge_by_reshape",
        "both re-shelves done by a reshape",
        "reshape for the split and for the merge, no transpose",
        lines={
            "reshelve": whole(all_three("q = q.reshape(B, H, T, D)  # the shape is right")),
            "merge": whole("out = blend.reshape(B, T, C)  # the way it came"),
        },
        torch={
            "reshelve": whole(all_three("q = q.reshape(B, H, T, D)  # the shape is right")),
            "merge": whole("out = blend.view(B, T, C)  # the way it came"),
        },
        why="What one reshape did, the other takes back, so every row comes out in its own place.",
        see="Nothing ever looks ahead, and yet most of what lies behind is out of sight.",
        mend="Let token and lens trade places both times. To see only the past is not yet to see all of it.",
        seen_in=("labmlai/annotated_deep_learning_paper_implementations#146",),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", step="reshelve"),
            Claim("hidden by a tie", _ONE_LENS),
            Claim("hidden by a tie", _ONE_TOKEN),
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
        "merge_time_first",
        "the token put before the book",
        "permute(2, 0, 1, 3), from an order that it is not in",
        lines={
            "merge": whole(
                "reshelved = blend.transpose(2, 0, 1, 3)  # (T, B, H, D)\nout = reshelved.reshape(B, T, C)"
            )
        },
        torch={
            "merge": whole(
                "reshelved = blend.permute(2, 0, 1, 3)  # (T, B, H, D)\nout = reshelved.reshape(B, T, C)"
            )
        },
        why="The line comes from code that kept the token first, or from another starting order.",
        see="With two books or more, rows of one book come out in another. With one book nothing shows.",
        mend="Say the order you have before the order you want, and keep the book first in both.",
        show="Choose two books and two tokens, or more.",
        seen_in=("gazelle93/Transformer-Various-Positional-Encoding#1",),
        claims=(
            Claim("hidden by a tie"),
            Claim("hidden by a tie", {**_ONE_TOKEN, "batch": 2}),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", {"batch": 2}),
        ),
        repairs=(_RIGHT, _TIDIED),
    ),
    WrongTurn(
        "view_after_flip",
        "dividers pulled out of an untidied block",
        "view right after transpose(1, 2), without contiguous()",
        lines={
            "merge": whole(
                "reshelved = blend.transpose(0, 2, 1, 3)  # (B, T, H, D)\n"
                "out = reshelved.reshape(B, T, C)  # copies without a word"
            )
        },
        torch={
            "merge": whole("reshelved = blend.transpose(1, 2)  # (B, T, H, D)\nout = reshelved.view(B, T, C)")
        },
        why="In NumPy it is right: its `reshape` tidies by itself where it must.",
        see="PyTorch refuses: its `view` never copies, and the pieces of one token lie apart in memory.",
        mend="In PyTorch, write `.contiguous()` before `.view(...)`, or `reshape`, which copies.",
        show="Choose two or more of tokens, of lenses and of numbers in a lens, and look at PyTorch's code.",
        seen_in=("rasbt/LLMs-from-scratch#61", "NVIDIA/Megatron-LM#251"),
        claims=(
            Claim("same"),
            Claim("same", DISTINCT),
            Claim("same", _ONE_LENS),
            Claim("same", _ONE_TOKEN),
        ),
        repairs=(
            Repair(
                "reshelved = blend.transpose(0, 2, 1, 3)\n"
                "block = np.ascontiguousarray(reshelved)\n"
                "out = block.reshape(B, T, C)",
                "Tidy the block after lens and token traded back, then pull the dividers out.",
            ),
            Repair("out = blend.reshape(B, T, C)", "Go without the flip: then nothing needs tidying."),
        ),
        outside="Its numbers are right. Only PyTorch refuses, and then there is no output to compare.",
        torch_view=("reshelved", ("B", "T", "C")),
    ),
)  # fmt: skip
