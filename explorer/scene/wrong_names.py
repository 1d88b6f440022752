"""The name check of a step: which axes meet on the wrong way, in amber, and which on the right one."""

from __future__ import annotations

from explorer.core.mistakes.naming import NameClash
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.tell_names import axis_name, signature, tell_clash
from explorer.core.trace import Trace
from explorer.scene.layout import Text, column
from explorer.scene.lettering import wrap
from explorer.scene.look import Look
from explorer.scene.palette import PALETTES
from explorer.scene.wrong_notice import AMBER, Notice
from explorer.words import capital

__all__ = ["clash_notices", "fitting_notices", "tell_fit"]

_LEAD, _TEXT = 13.5, 12.0
_PRODUCTS = {
    "scores": ("query", "key", "head_dim", "head_dim"),
    "blend": ("shares", "value", "key_token", "token"),
}


def clash_notices(wrong: WrongTrace, step: str, look: Look, width: float) -> tuple[Notice, ...]:
    """Say in amber which names meet in a step that do not fit.

    Parameters
    ----------
    wrong : WrongTrace
    step : str
    look : Look
    width : float

    Returns
    -------
    tuple of Notice
        One for each clash.
    """
    paper, rim, ink = AMBER[look.theme]
    room = Notice.room(width, "!")
    return tuple(
        Notice(
            "!",
            column(
                Text(("Names clash",), _LEAD, ink, bold=True),
                Text(wrap(tell_clash(clash, look.words), room, _TEXT), _TEXT, ink),
                gap=2,
            ),
            width,
            (paper, rim),
        )
        for clash in wrong.clashes
        if clash.step == step
    )


def fitting_notices(wrong: WrongTrace, step: str, look: Look, width: float) -> tuple[Notice, ...]:
    """Say beside a clash which names meet on the right way.

    Parameters
    ----------
    wrong : WrongTrace
    step : str
    look : Look
    width : float

    Returns
    -------
    tuple of Notice
        One for each clash.
    """
    palette = PALETTES[look.theme]
    room = Notice.room(width, "ok")
    return tuple(
        Notice(
            "ok",
            column(
                Text(("Names fit",), _LEAD, palette.ink, bold=True),
                Text(wrap(tell_fit(wrong.right, clash, look.words), room, _TEXT), _TEXT, palette.soft),
                gap=2,
            ),
            width,
            (palette.shelf, palette.soft),
        )
        for clash in wrong.clashes
        if clash.step == step
    )


def tell_fit(right: Trace, clash: NameClash, words: str = "both") -> str:
    """Tell which names meet on the right way, where they clash on the wrong one.

    Parameters
    ----------
    right : Trace
    clash : NameClash
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> wrong = ex.trace(wrong_turns=["flip_forgotten"])
    >>> tell_fit(wrong.right, wrong.clashes[0], "standard")
    'Query (batch, head, token, dim) times key (batch, head, dim, token): dim falls on dim.'
    """
    step = right[clash.step]
    if clash.how == "glue":
        left, made = step["block"], step["output"]
        side_by_side = " and ".join(axis_name(axis, words) for axis in ("head", "head_dim"))
        met = f"{side_by_side} become {axis_name('width', words)}"
        return f"{capital(signature(left, words))} glued into {signature(made, words)}: {met}."
    if clash.how == "mask":
        left, table = step.inputs["scores"], step["keep"]
        met = " and ".join(
            f"{axis_name(axis, words)} falls on {axis_name(axis, words)}" for axis in table.axes
        )
        return f"{capital(signature(left, words))} under {signature(table, words)}: {met}."
    one, other, axis, onto = _PRODUCTS[clash.step]
    met = f"{axis_name(axis, words)} falls on {axis_name(onto, words)}"
    left, table = step.inputs[one], step.inputs[other]
    return f"{capital(signature(left, words))} times {signature(table, words)}: {met}."
