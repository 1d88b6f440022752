"""Figures of mistakes made on purpose: a step right and wrong, and the flip sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from explorer.core.mistakes.sandbox import Play
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.steps import STEP_NAMES
from explorer.scene.look import Look
from explorer.scene.sandbox import sandbox_scene
from explorer.scene.wrong_turn import wrong_turn_scene

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from explorer.core.influence import Influence

__all__ = ["figure_sandbox", "figure_wrong_turn"]


def figure_wrong_turn(
    wrong: WrongTrace, step: str | None = None, influence: Influence | None = None, **look: Any
) -> Figure:
    """Draw a step of a trip with wrong turns beside the same step of the right one.

    Parameters
    ----------
    wrong : WrongTrace
        As ``explorer.trace(config, wrong_turns=[...])`` makes it.
    step : str, optional
        ``"pour"`` ... ``"merge"``; the first that a wrong turn changes if left out.
    influence : Influence, optional
        Drawn beneath, beside the keep-table.
    **look
        Fields of `Look`, as in ``figure_wrong_turn(wrong, theme="dark")``.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ConfigError
        If the trip has no wrong turn, or a choice is not legal.
    UnknownNameError
        If there is no such step.

    Examples
    --------
    >>> import explorer as ex
    >>> picture = figure_wrong_turn(ex.trace(wrong_turns=["merge_without_reshelve"]))
    >>> len(picture.axes)
    1
    """
    # Here and not above: ``import explorer.figures`` must not load matplotlib.
    from explorer.figures.drawing import draw

    if step is None:
        turns = getattr(wrong, "turns", ())
        changed = {turn.step for turn in turns}
        step = next((name for name in STEP_NAMES if name in changed), STEP_NAMES[0])
    return draw(wrong_turn_scene(wrong, step, Look().replace(**look), influence))


def figure_sandbox(play: Play, **look: Any) -> Figure:
    """Draw what a few moves made of one tensor.

    Parameters
    ----------
    play : Play
        As ``explorer.core.mistakes.sandbox.play`` makes it.
    **look
        Fields of `Look`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ConfigError
        If a choice is not legal.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.mistakes.sandbox import play
    >>> len(figure_sandbox(play(ex.trace()["dividers"]["query"], ["reshelve"])).axes)
    1
    """
    from explorer.figures.drawing import draw

    return draw(sandbox_scene(play, Look().replace(**look)))
