"""Wrong turns of the scores: divided by the wrong root, by none, or twice."""

from __future__ import annotations

import re

from explorer.core.mistakes.flips import DISTINCT
from explorer.core.mistakes.record import Claim, Repair, WrongTurn, instead

__all__ = ["TURNS", "WRONG_EVERYWHERE"]

WRONG_EVERYWHERE = (
    Claim("wrong contents"),
    Claim("wrong contents", {"window": None}),
    Claim("wrong contents", DISTINCT),
    Claim("wrong contents", {**DISTINCT, "window": None}),
)
"""Wrong at the pencil example's sizes and at distinct ones, with a window and without."""

_ONE_TOKEN = Claim("hidden by a tie", {"tokens": 1})  # its only share is 1, whatever the score
_ONE_NUMBER = Claim("hidden by a tie", {"head_dim": 1})  # and the root of 1 is 1
_ROOT = Repair(
    "matches = q @ k\nscores = matches / D**0.5", "Divide by the root of D, the numbers of one lens."
)


def _not_divided(code: str) -> str:
    """Leave the division out, whichever root it is by."""
    return re.sub(r"scores = matches / [CD]\*\*0\.5.*", "scores = matches  # not divided", code)


def _divided_twice(code: str) -> str:
    """Divide by the same root once more; matches that are not divided stay so."""
    return re.sub(r"(/ [CD]\*\*0\.5)", r"\1 \1", code)


_BY_WIDTH = instead("matches / D**0.5", "matches / C**0.5")

TURNS: tuple[WrongTurn, ...] = (
    WrongTurn(
        "divided_by_sqrt_c",
        "divided by the root of the whole row's width",
        "scaled by sqrt(d_model)",
        lines={"scores": _BY_WIDTH},
        torch={"scores": _BY_WIDTH},
        why="The formula divides by the root of a width, and the whole row's width C is the one at hand.",
        see="Every score is too small by the root of H, and so the shares of a row are too even.",
        mend="Divide by the root of D: a match adds up the D numbers of one lens, not the C of the row.",
        show="Choose two lenses or more, and let the right way divide by the root of D.",
        seen_in=("karpathy/ng-video-lecture#6", "Graylab/DL4Proteins-notebooks#12"),
        claims=(
            *WRONG_EVERYWHERE,
            Claim("hidden by a tie", {"heads": 1}),  # C is D
            _ONE_TOKEN,
            Claim("same", {"scale": "width"}),
            Claim("same", {"scale": "none"}),
        ),
        repairs=(
            _ROOT,
            Repair("matches = q @ k\nscores = matches / D", "Divide by how many numbers a lens has."),
        ),
    ),
    WrongTurn(
        "scale_missing",
        "never divided by the root",
        "scale left out",
        lines={"scores": _not_divided},
        torch={"scores": _not_divided},
        why="Without it every shape is the same, and so is the order of the scores in a row.",
        see="The largest score of a row takes too much of it, and the more so the more numbers a lens has.",
        mend="Divide the matches by the root of D, once.",
        show="Choose two numbers in a lens or more, and let the right way divide by a root.",
        seen_in=("mlc-ai/mlc-llm#3426",),
        claims=(*WRONG_EVERYWHERE, _ONE_NUMBER, _ONE_TOKEN, Claim("same", {"scale": "none"})),
        repairs=(
            _ROOT,
            Repair(
                "matches = (q / D**0.5) @ (k / D**0.5)\nscores = matches",
                "Divide beforehand, both WANT and HAVE by the root.",
            ),
        ),
    ),
    WrongTurn(
        "scale_twice",
        "divided by the root twice",
        "scale applied twice",
        lines={"scores": _divided_twice},
        torch={"scores": _divided_twice},
        why="The division is written in two places, and one of them is before the product.",
        see="Every score is too small by one more root, and so the shares of a row are too even.",
        mend="Divide in one place only: WANT, or the matches.",
        show="Choose two numbers in a lens or more, and let the right way divide by a root.",
        claims=(*WRONG_EVERYWHERE, _ONE_NUMBER, _ONE_TOKEN, Claim("same", {"scale": "none"})),
    ),
)
"""In the order of the list that a learner sees."""
