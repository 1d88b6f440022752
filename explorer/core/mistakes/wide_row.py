"""Wrong turns where the wide row is cut, and where a row is divided."""

from __future__ import annotations

from explorer.core.mistakes.all_three import all_three
from explorer.core.mistakes.flips import DISTINCT
from explorer.core.mistakes.record import Claim, Repair, WrongTurn, whole

__all__ = ["TURNS"]

_ONE_LENS = {"heads": 1, "head_dim": 4}
_ONE_TOKEN = {"tokens": 1, "window": 1}

TURNS = (
    WrongTurn(
        "wide_row_interleaved",
        "the wide row cut lens by lens",
        "qkv read as (H, 3, D) where it is (3, H, D)",
        lines={
            "cut": whole(
                "each = wide.reshape(B, T, H, 3, D)  # the row is (3, H, D)\n"
                "q, k, v = each.transpose(3, 0, 1, 2, 4).reshape(3, B, T, C)"
            )
        },
        torch={
            "cut": whole(
                "each = wide.view(B, T, H, 3, D)  # the row is (3, H, D)\n"
                "q, k, v = each.permute(3, 0, 1, 2, 4).reshape(3, B, T, C)"
            )
        },
        why="Some models lay WANT, HAVE and GIVE of one lens side by side; their code is cut that way.",
        see="In HAVE, lens 0 holds the WANT of lens 1. Only a few pieces are where they belong.",
        mend="Ask how the row was laid before cutting it: three long rows here, not one triple a lens.",
        seen_in=("Lightning-AI/litgpt#1013", "NVIDIA/TransformerEngine#1182"),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", step="cut"),
            Claim("wrong contents", _ONE_TOKEN),
            Claim("hidden by a tie", _ONE_LENS),
        ),
        repairs=(
            Repair("q, k, v = np.split(wide, 3, axis=-1)", "Two cuts with scissors: three long rows."),
            Repair(
                "q, k, v = wide[..., 0::3], wide[..., 1::3], wide[..., 2::3]",
                "Deal the numbers out in turn: one to each of the three.",
            ),
        ),
        outside="A function is given three rows that were cut before: how it reads a wide row never shows.",
    ),
    WrongTurn(
        "qkv_order",
        "HAVE and GIVE under each other's names",
        "q, v, k = ... where the order is q, k, v",
        lines={"cut": whole("q, v, k = np.split(wide, 3, axis=-1)")},
        torch={"cut": whole("q, v, k = wide.chunk(3, dim=-1)")},
        why="Three rows of one shape: no name is written on them, and any order fits.",
        see="Token 0 sees only itself, so its row should be its own GIVE row. It is its HAVE row.",
        mend="Write the order once, where the row is laid, and cut it in that order.",
        seen_in=("jsbaan/transformer-from-scratch#1",),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", step="cut"),
            Claim("wrong contents", {**_ONE_LENS, **_ONE_TOKEN}),
        ),
        repairs=(
            Repair("q, k, v = np.split(wide, 3, axis=-1)", "Name the rows in the order they were laid."),
            Repair("k, q, v = np.split(wide, 3, axis=-1)", "Let the first two change names instead."),
        ),
    ),
    WrongTurn(
        "dividers_dh",
        "every lens given every H-th number",
        "the width read as (d h) where it is (h d)",
        lines={"dividers": whole(all_three("q = q.reshape(B, T, D, H).swapaxes(2, 3)  # C as D x H"))},
        torch={"dividers": whole(all_three("q = q.view(B, T, D, H).transpose(2, 3)  # C as D x H"))},
        why="C is H x D, and D x H is as many; the shape comes out the same.",
        see="A lens holds every H-th number of the row, where it should hold D neighbours.",
        mend="Divide the row so that a lens gets neighbours, and put it together in the same order.",
        seen_in=("arogozhnikov/einops#155",),
        claims=(
            Claim("wrong contents"),
            Claim("wrong contents", DISTINCT),
            Claim("wrong contents", step="dividers"),
            Claim("wrong contents", _ONE_TOKEN),
            Claim("hidden by a tie", _ONE_LENS),
            Claim("hidden by a tie", {"heads": 4, "head_dim": 1}),
        ),
        repairs=(
            Repair(all_three("q = q.reshape(B, T, H, D)"), "Draw the dividers: H pieces of D neighbours."),
            Repair(
                all_three("q = q.reshape(B, T, D, H).reshape(B, T, H, D)"),
                "Divide the row one way, then the other.",
            ),
            Repair(
                all_three("q = q.reshape(B, H, T, D).swapaxes(1, 2)"),
                "Ask for the lens first, then let lens and token trade places.",
            ),
        ),
    ),
)  # fmt: skip
