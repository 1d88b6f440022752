"""What a mask lets through, where the numbers came from, and what a colour means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.words.step import in_words
from explorer.words.terms import THINGS, choose

GIVEN_NOTE = (
    "These rows were handed over, not poured: WANT, HAVE and GIVE were given as they are, and only laid side "
    "by side, as a pour would leave them. The small pour shown with them is an example, so that you can see "
    "one."
)
POURED_NOTE = "These rows were really poured: each one is its token's row through the one table shown here."
BIAS_NOTE = "Then one more row of numbers, the bias, is added to every wide row: the same for every token."

COLOUR_BY: Mapping[str, str] = MappingProxyType(
    {
        "auto": "by origin while numbers only move, by value once they are worked out",
        "origin": "by origin: the hue says which lens a number belongs to, the shade which token",
        "value": "by value: the colour says how large the number is",
    }
)
"""What each way of colouring cells shows, in pencil words."""


@dataclass(frozen=True)
class MaskRule:
    """One rule of the keep-table.

    Parameters
    ----------
    name : str
        ``"causal"``, ``"window"``, ``"window_before"``, ``"keep"`` or ``"by_hand"``.
    rule : str
        The test as it stands in code.
    pencil, standard : str
        What it says.

    Examples
    --------
    >>> MASK_RULES["causal"].say("pencil")
    'Not ahead: a token looks at itself and at what came before it.'
    """

    name: str
    rule: str
    pencil: str
    standard: str

    def say(self, words: str = "both") -> str:
        """Say the rule; for ``"both"``, in pencil words with the test in brackets.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
            Which vocabulary.

        Returns
        -------
        str
            The sentence.

        Raises
        ------
        UnknownNameError
            If ``words`` is no vocabulary.

        Examples
        --------
        >>> MASK_RULES["window"].say("standard")
        'Sliding window: j >= i - W + 1.'
        """
        return choose(self.pencil, self.standard, words)


MASK_RULES: Mapping[str, MaskRule] = MappingProxyType(
    {
        "causal": MaskRule(
            "causal",
            "j <= i",
            "Not ahead: a token looks at itself and at what came before it.",
            "Causal: j <= i.",
        ),
        "window": MaskRule(
            "window",
            "j >= i - W + 1",
            "Not stale: looking back, a token sees W tokens at most, itself counted.",
            "Sliding window: j >= i - W + 1.",
        ),
        "window_before": MaskRule(
            "window_before",
            "j >= i - W",
            "Not stale: looking back, a token sees W tokens at most, and itself besides.",
            "Sliding window, the token itself not counted: j >= i - W.",
        ),
        "keep": MaskRule(
            "keep",
            "keep",
            "The keep-table you handed over: it looks only where you said so.",
            "Custom mask: a boolean table, true where attention is allowed.",
        ),
        "by_hand": MaskRule(
            "by_hand",
            "keep[i, j]",
            "Set by hand: some cells are kept or struck, whatever the rules say.",
            "Custom cells: kept or struck by hand, over every rule.",
        ),
    }
)
"""The rules that can strike a score. i is the token that asks, j the token looked at."""

NO_MASK: Mapping[str, str] = MappingProxyType(
    {"pencil": "No rule is on: every token looks at every token.", "standard": "No mask: full attention."}
)


def tell_mask(
    *,
    causal: bool,
    window: bool,
    keep: bool = False,
    window_counts_self: bool = True,
    by_hand: bool = False,
    words: str = "both",
) -> str:
    """Say which rules strike scores.

    Parameters
    ----------
    causal, window, keep : bool
        Which rules are on; ``keep`` is a caller's own table.
    window_counts_self : bool
        Whether the window counts the asking token itself.
    by_hand : bool
        Whether cells were set by hand.
    words : {"both", "pencil", "standard"}
        Which vocabulary.

    Returns
    -------
    str
        A sentence for each rule.

    Raises
    ------
    UnknownNameError
        If ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_mask(causal=True, window=True, words="standard")
    'Causal: j <= i. Sliding window: j >= i - W + 1.'
    >>> tell_mask(causal=False, window=False, words="pencil")
    'No rule is on: every token looks at every token.'
    """
    rules = {
        "causal": causal,
        "window": window and window_counts_self,
        "window_before": window and not window_counts_self,
        "keep": keep,
        "by_hand": by_hand,
    }
    on = [name for name, is_on in rules.items() if is_on]
    if not on:
        return choose(NO_MASK["pencil"], NO_MASK["standard"], words)
    return " ".join(MASK_RULES[name].say(words) for name in on)


def tell_source(*, given: bool, name: str = "", bias: bool = False, words: str = "both") -> str:
    """Say whether the wide rows were handed over or poured.

    Parameters
    ----------
    given : bool
        Whether query, key and value were handed over.
    name : str
        Where somebody's own numbers came from; said as it stands.
    bias : bool
        Whether a bias is added to each poured row.
    words : {"both", "pencil", "standard"}
        Which vocabulary.

    Returns
    -------
    str
        A note of a few sentences.

    Raises
    ------
    UnknownNameError
        If ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_source(given=False)
    "These rows were really poured: each one is its token's row through the one table shown here."
    """
    note = GIVEN_NOTE if given else f"{POURED_NOTE}{f' {BIAS_NOTE}' if bias else ''}"
    return f"{f'Numbers of {name}. ' if name else ''}{in_words(note, words)}"


def tell_shift(*, shifted: bool) -> str:
    """Say whether something was taken off the scores before they were blown up.

    Parameters
    ----------
    shifted : bool
        Whether any row's shift is not 0.

    Returns
    -------
    str
        A sentence.

    Examples
    --------
    >>> tell_shift(shifted=False)
    'Nothing was taken off the scores first: the numbers shown are e to the score itself.'
    """
    if shifted:
        return (
            "Some rows have scores beyond 30, where e to the score can no longer be read, so the row's "
            "largest was taken off every score in it first. The shares are the same either way."
        )
    return "Nothing was taken off the scores first: the numbers shown are e to the score itself."


def tell_work(clerk_steps: int, bytes_copied: int = 0, words: str = "both") -> str:
    """Say how much work a step was.

    Parameters
    ----------
    clerk_steps : int
        As `Cost.clerk_steps` has it.
    bytes_copied : int
        As `Cost.bytes_copied` has it.
    words : {"both", "pencil", "standard"}
        Which vocabulary.

    Returns
    -------
    str
        A phrase with no full stop.

    Raises
    ------
    UnknownNameError
        If ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_work(0, words="pencil"), tell_work(1, words="standard"), tell_work(90, 96)
    ('0 clerk-steps, 0 bytes copied', '1 operation, 0 bytes copied', '90 clerk-steps, 96 bytes copied')
    """
    unit = THINGS["clerk_step"].short(words)
    return f"{clerk_steps} {unit}{'' if clerk_steps == 1 else 's'}, {bytes_copied} bytes copied"
