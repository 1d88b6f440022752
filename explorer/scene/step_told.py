"""What a step, and both flips side by side, come to in words: the page and the portable lesson read it here.

Plain text in a vocabulary; what stands between backticks is code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from explorer import words as glossary
from explorer.core.coding import code_of
from explorer.core.config import Config
from explorer.core.masks import nothing_kept
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace

__all__ = ["FlipTold", "FlipsTold", "StepTold", "code_told", "say_step", "tell_step", "tell_two_flips"]

_STRUCK_COUNT = ("scores", "shares", "blend")


@dataclass(frozen=True)
class StepTold:
    """A step in words.

    Attributes
    ----------
    title : str
        Its number and its name.
    telling : str
        One sentence.
    facts : tuple of str
        What hangs on this trip, what moved and what it cost.
    points : tuple of str
        What to be able to say afterwards.
    said : str
        The title and the sentence, for a screen reader.
    """

    title: str
    telling: str
    facts: tuple[str, ...]
    points: tuple[str, ...]
    said: str


@dataclass(frozen=True)
class FlipTold:
    """One of the two flips in words: what moved, what stayed and which letters traded places."""

    title: str
    facts: tuple[str, ...]


@dataclass(frozen=True)
class FlipsTold:
    """Both flips in words, the points that always hold, and all in one sentence for a screen reader."""

    title: str
    parts: tuple[FlipTold, ...]
    points: tuple[str, ...]
    said: str


def tell_step(trip: Trace, step: str, words: str = "both") -> StepTold:
    """Tell a step: its name, a sentence, what moved and what it cost, what to be able to say afterwards.

    Parameters
    ----------
    trip : Trace
    step : str
    words : {"both", "pencil", "standard"}

    Returns
    -------
    StepTold

    Examples
    --------
    >>> import explorer as ex
    >>> told = tell_step(ex.trace(), "inside_flip", "pencil")
    >>> told.title, told.facts[1]
    ('5  inside flip', 'HAVE: a view: nothing was copied')
    """
    said = glossary.STEPS[step]
    return StepTold(
        title=f"{STEP_NAMES.index(step) + 1}  {said.say(words)}",
        telling=_telling(trip.config, step, words),
        facts=_facts(trip, step, words),
        points=tuple(said.points_in(words)),
        said=say_step(trip.config, step, words),
    )


def say_step(config: Config, step: str, words: str = "both") -> str:
    """Say a step in one breath, for a screen reader.

    Parameters
    ----------
    config : Config
    step : str
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> say_step(Config(), "cut", "pencil")[:18]
    'Step 2 of 10, cut.'
    """
    number, title = STEP_NAMES.index(step) + 1, glossary.STEPS[step].say(words)
    return f"Step {number} of {len(STEP_NAMES)}, {title}. {_telling(config, step, words)}"


def _telling(config: Config, step: str, words: str) -> str:
    return glossary.tell_step(step, words, scale=config.scale, window_counts_self=config.window_counts_self)


def _facts(trip: Trace, name: str, words: str) -> tuple[str, ...]:
    step = trip[name]
    kinds: dict[str, list[str]] = {}  # those alike in one line
    for tensor, kind in step.moved.items():
        kinds.setdefault(kind, []).append(glossary.TENSORS[tensor].short(words))
    facts = [glossary.tell_swapped(step.swapped, words)]
    facts += [f"{', '.join(names)}: {glossary.tell_moved(kind)}" for kind, names in kinds.items()]
    work = glossary.tell_work(step.cost.clerk_steps, step.cost.bytes_copied, words)
    facts.append(f"{work}; struck cells not counted" if name in _STRUCK_COUNT else work)
    return (*_special(trip, name, words), *facts)


def _special(trip: Trace, name: str, words: str) -> list[str]:
    """Tell what hangs on this trip's rules and numbers."""
    step, config = trip[name], trip.config
    if name == "pour":
        named = config.numbers.name if config.numbers else ""
        return [glossary.tell_source(given=trip.given, words=words, name=named, bias="bias" in step)]
    if name == "scores" and config.scale != "head_dim":
        return [glossary.tell_scale(config.scale, words)]
    if name == "mask":
        return [
            glossary.tell_mask(
                causal=config.causal,
                window=config.window is not None,
                words=words,
                window_counts_self=config.window_counts_self,
                by_hand=bool(config.cells_by_hand),
            )
        ]
    if name == "shares":
        empty = int(nothing_kept(trip["mask"]["keep"].values).sum())
        told = [glossary.tell_empty_rows(config.empty_rows, empty, words)] if empty else []
        return [*told, glossary.tell_shift(shifted=bool(step["shift"].values.any()))]
    return []


def tell_two_flips(trip: Trace, words: str = "both") -> FlipsTold:
    """Tell both flips side by side.

    Parameters
    ----------
    trip : Trace
    words : {"both", "pencil", "standard"}

    Returns
    -------
    FlipsTold

    Examples
    --------
    >>> import explorer as ex
    >>> [part.title for part in tell_two_flips(ex.trace()).parts]
    ['Re-shelve', 'Inside flip']
    """
    parts = tuple(
        FlipTold(
            caption.title,
            (
                caption.moved_in(words),
                caption.stayed_in(words),
                glossary.tell_swapped(trip[name].swapped, words),
            ),
        )
        for name, caption in glossary.FLIPS.items()
    )
    points = tuple(glossary.in_words(point, words) for point in glossary.ALWAYS)
    return FlipsTold("One word, two moves", parts, points, "Both flips side by side.")


def code_told(trip: Trace, shown: str, dialect: str) -> str:
    """Write a step's code for a narrow column; of both flips, the one word twice.

    Parameters
    ----------
    trip : Trace
    shown : str
        A step, or ``two_flips``.
    dialect : {"numpy", "pytorch", "einops"}

    Returns
    -------
    str
        A remark stands above its line rather than breaking it.

    Examples
    --------
    >>> import explorer as ex
    >>> print(code_told(ex.trace(), "two_flips", "pytorch"))
    k = k.transpose(1, 2)
    k = k.transpose(-2, -1)
    """
    if shown == "two_flips":
        lines = [line for flip in glossary.FLIPS for line in code_told(trip, flip, dialect).splitlines()]
        return "\n".join(line for line in lines if line.startswith("k = "))
    code = code_of(trip, shown, dialect, every_cell=False)
    return re.sub(r"^(.*?)  (# .*)$", r"\2\n\1", code, flags=re.MULTILINE)
