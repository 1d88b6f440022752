"""What a portable lesson says of a step, of both flips and of a number, as plain text in a vocabulary.

It says what the page says; tests hold the two together. Text between backticks is code.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from explorer import words as glossary
from explorer.core.coding import code_of
from explorer.core.config import Config
from explorer.core.explain import Explanation
from explorer.core.masks import nothing_kept
from explorer.core.place import Place
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.scene.naming import token_name

__all__ = ["codes", "sizes_text", "tell_number", "tell_step", "tell_two_flips", "value_text", "where"]

_STRUCK_COUNT = ("scores", "shares", "blend")


def sizes_text(config: Config) -> str:
    """Name a trip by its sizes and rules.

    Parameters
    ----------
    config : Config

    Returns
    -------
    str

    Examples
    --------
    >>> sizes_text(Config()), sizes_text(Config(tokens=5, window=None, batch=2))
    ('T 3, H 2, D 2, W 2', 'T 5, H 2, D 2, no window, B 2')
    """
    told = [f"T {config.tokens}", f"H {config.heads}", f"D {config.head_dim}"]
    told.append("no window" if config.window is None else f"W {config.window}")
    told += [f"B {config.batch}"] if config.batch > 1 else []
    return ", ".join(told + ([] if config.causal else ["looking ahead"]))


def tell_step(trip: Trace, step: str, words: str = "both") -> dict[str, Any]:
    """Tell a step: its name, a sentence, what moved and what it cost, what to be able to say afterwards.

    Parameters
    ----------
    trip : Trace
    step : str
    words : {"both", "pencil", "standard"}

    Returns
    -------
    dict
        ``title``, ``telling``, ``facts``, ``points`` and ``said``, which is for a screen reader.

    Examples
    --------
    >>> import explorer as ex
    >>> told = tell_step(ex.trace(), "inside_flip", "pencil")
    >>> told["title"], told["facts"][1]
    ('5  inside flip', 'HAVE: a view: nothing was copied')
    """
    said, number = glossary.STEPS[step], STEP_NAMES.index(step) + 1
    config = trip.config
    telling = glossary.tell_step(
        step, words, scale=config.scale, window_counts_self=config.window_counts_self
    )
    return {
        "title": f"{number}  {said.say(words)}",
        "telling": telling,
        "facts": _facts(trip, step, words),
        "points": list(said.points_in(words)),
        "said": f"Step {number} of {len(STEP_NAMES)}, {said.say(words)}. {telling}",
    }


def _facts(trip: Trace, name: str, words: str) -> list[str]:
    step = trip[name]
    kinds: dict[str, list[str]] = {}
    for tensor, kind in step.moved.items():
        kinds.setdefault(kind, []).append(glossary.TENSORS[tensor].short(words))
    facts = [glossary.tell_swapped(step.swapped, words)]
    facts += [f"{', '.join(names)}: {glossary.tell_moved(kind)}" for kind, names in kinds.items()]
    work = glossary.tell_work(step.cost.clerk_steps, step.cost.bytes_copied, words)
    facts.append(f"{work}; struck cells not counted" if name in _STRUCK_COUNT else work)
    return [*_special(trip, name, words), *facts]


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


def tell_two_flips(trip: Trace, words: str = "both") -> dict[str, Any]:
    """Tell both flips side by side.

    Parameters
    ----------
    trip : Trace
    words : {"both", "pencil", "standard"}

    Returns
    -------
    dict
        ``title``; ``parts``, a title and facts for each; ``points``, what always holds; ``said``.

    Examples
    --------
    >>> import explorer as ex
    >>> [part["title"] for part in tell_two_flips(ex.trace())["parts"]]
    ['Re-shelve', 'Inside flip']
    """
    parts = [
        {
            "title": caption.title,
            "facts": [
                caption.moved_in(words),
                caption.stayed_in(words),
                glossary.tell_swapped(trip[name].swapped, words),
            ],
        }
        for name, caption in glossary.FLIPS.items()
    ]
    return {
        "title": "One word, two moves",
        "parts": parts,
        "points": [glossary.in_words(point, words) for point in glossary.ALWAYS],
        "said": "Both flips side by side.",
    }


def codes(trip: Trace) -> dict[str, dict[str, str]]:
    """Write each step's code in each dialect, and the one word twice for both flips.

    Parameters
    ----------
    trip : Trace

    Returns
    -------
    dict of str to dict of str to str
        By step, or ``two_flips``; then by dialect. A remark stands above its line, for columns are narrow.

    Examples
    --------
    >>> import explorer as ex
    >>> print(codes(ex.trace())["two_flips"]["pytorch"])
    k = k.transpose(1, 2)
    k = k.transpose(-2, -1)
    """
    found: dict[str, dict[str, str]] = {}
    for step in STEP_NAMES:
        texts = {dialect: code_of(trip, step, dialect, every_cell=False) for dialect in glossary.DIALECTS}
        found[step] = {
            dialect: re.sub(r"^(.*?)  (# .*)$", r"\2\n\1", text, flags=re.MULTILINE)
            for dialect, text in texts.items()
        }
    found["two_flips"] = {
        dialect: "\n".join(
            line
            for flip in glossary.FLIPS
            for line in found[flip][dialect].splitlines()
            if line.startswith("k = ")
        )
        for dialect in glossary.DIALECTS
    }
    return found


def where(config: Config, place: Place, words: str = "both") -> str:
    """Say which number a place is.

    Parameters
    ----------
    config : Config
    place : Place
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> where(Config(), Place("cut", "key", (("batch", 0), ("token", 1), ("width", 3))), "standard")
    'key, token 1, feature 3'
    """
    axes = [
        f"{glossary.AXES[axis].short(words, index)} {token_name(config, axis, index)}".rstrip()
        for axis, index in place.coords
        if axis != "batch" or config.batch > 1
    ]
    return f"{glossary.TENSORS[place.tensor].short(words)}, {', '.join(axes)}"


def tell_number(config: Config, told: Explanation, words: str = "both") -> tuple[str, ...]:
    """Tell a number's arithmetic; of one that only moved, from where.

    Parameters
    ----------
    config : Config
    told : Explanation
    words : {"both", "pencil", "standard"}

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import explorer as ex
    >>> told = ex.trace().explain("cut", "key", batch=0, token=1, width=3)
    >>> tell_number(Config(), told, "pencil")
    ('from wide rows, token 1, place 7: the same number',)
    """
    if told.operands and told.operands[0].role == "moved":
        source = where(config, told.operands[0].place, words)
        return (f"from {source}: the same number", *told.lines[1:])
    return told.lines


def value_text(value: np.generic) -> str:
    """Write a number so that reading it back gives the same one; of the keep-table, what it says.

    Parameters
    ----------
    value : float, float32, float64 or bool

    Returns
    -------
    str

    Examples
    --------
    >>> value_text(np.float64(2)), value_text(np.float32(0.13)), value_text(np.bool_(False))
    ('2', '0.13', 'struck')
    """
    if isinstance(value, np.bool_):
        return "kept" if value else "struck"
    number = float(value)
    if number.is_integer() and abs(number) < 2**53:
        return str(int(number))
    return str(value) if isinstance(value, np.float32) else repr(number)
