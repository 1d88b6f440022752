"""What is said around a wrong turn: what came of it in a word, headings, and what there is to do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.errors import UnknownNameError, listed
from explorer.words.step import in_words
from explorer.words.steps import STEPS

__all__ = [
    "KIND_NAMES",
    "REPAIR_MARKS",
    "WRONG_TURN_HEADINGS",
    "WRONG_TURN_NOTES",
    "numbered_step",
    "tell_kind",
    "tell_note",
]

KIND_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "wrong contents": "lets it pass, and the numbers are wrong",
        "other shape": "lets it pass, and another shape comes out",
        "refused": "refuses",
        "hidden by a tie": "lets it pass, and luck makes the numbers right",
        "same": "lets it pass, and the numbers are right",
    }
)
"""What NumPy does about a wrong turn, and what comes of it; the quietest and worst first."""

REPAIR_MARKS: Mapping[str, str] = MappingProxyType({"right": "✓", "runs but wrong": "✗", "refused too": "⊘"})
"""A sign for each end that a repair can come to. It stands beside the words, never alone."""

WRONG_TURN_HEADINGS: Mapping[str, str] = MappingProxyType(
    {
        "why": "Why people take it",
        "see": "How to see it",
        "mend": "How to mend it",
        "show": "To see it here",
        "code": "In the code",
        "only torch": "Right in NumPy, refused in PyTorch",
        "names": "Names",
        "says": "What it means",
        "say": "Who has a say in whom",
        "repairs": "What people write instead",
        "seen": "Reported in",
        "together": "Taken together",
    }
)
"""The headings of what is told about a wrong turn; alike in all words."""

WRONG_TURN_NOTES: Mapping[str, str] = MappingProxyType(
    {
        "pick": (
            "Pick a wrong turn above the picture. It is really taken: its lines run in the step's place, and "
            "what comes of it stands beside the right way. Or let one be hidden, and find it."
        ),
        "hidden": (
            "One wrong turn is taken, and its name is hidden. NumPy says nothing, and wrong numbers come "
            "out. Walk back to where they begin."
        ),
        "which": "Which one is it?",
        "sizes": (
            "Other sizes may tell more. Where the hidden one would give the right numbers, another takes its "
            "place."
        ),
        "nothing hides": (
            "No wrong turn can hide here: with these sizes, rules and numbers each is refused, or gives the "
            "right numbers. Choose more tokens, lenses or numbers; 64 tokens are the most."
        ),
        "found": "Right, that is the one:",
        "not it": "Not that one. It would have shown this:",
        "begin": "Begin with",
        "in torch": "In NumPy the lines stay as they are; this is PyTorch.",
        "torch too": "With these sizes PyTorch lets it pass too: a token's numbers lie in even steps.",
        "right in numpy": "In NumPy it is right: its reshape copies.",
        "same in torch": "In PyTorch this line is right as it stands.",
        "einops": "Wrong turns are written in NumPy and in PyTorch. This is NumPy.",
        "meter": (
            "Each wrong turn by itself, at these sizes and rules, with numbers that have nothing in common."
        ),
        "equivalences": "Each pair is worked out with the numbers at hand, and held against each other.",
        "sandbox": (
            "Make moves on the tensor, in any order. Each number keeps the colour of where it began, and the "
            "names are what the code's writer believes."
        ),
        "too large": "Not worked out here: 64 tokens are the most.",
    }
)
"""What the page says about wrong turns and around them, in pencil words."""


def numbered_step(step: str, words: str = "both") -> str:
    """Name a step inside a sentence, with its number.

    Parameters
    ----------
    step : str
        A key of `STEPS`.
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If there is no such step, or ``words`` is no vocabulary.

    Examples
    --------
    >>> numbered_step("dividers"), numbered_step("merge", "standard")
    ('step 3, draw the dividers (split heads)', 'step 10, merge heads')
    """
    if step not in STEPS:
        raise UnknownNameError(f"Cannot find step {step!r}: choose {listed(STEPS)}.")
    return f"step {list(STEPS).index(step) + 1}, {STEPS[step].say(words)}"


def tell_kind(kind: str) -> str:
    """Say what NumPy does about a wrong turn, and what comes of it.

    Parameters
    ----------
    kind : {"refused", "other shape", "wrong contents", "hidden by a tie", "same"}

    Returns
    -------
    str
        The end of a sentence that begins with NumPy; alike in all words.

    Raises
    ------
    UnknownNameError
        If there is no such kind.

    Examples
    --------
    >>> f"NumPy {tell_kind('refused')}."
    'NumPy refuses.'
    """
    if kind not in KIND_NAMES:
        raise UnknownNameError(f"Cannot tell of kind {kind!r}: choose {listed(KIND_NAMES)}.")
    return KIND_NAMES[kind]


def tell_note(note: str, words: str = "both") -> str:
    """Say one of the notes in the vocabulary asked for.

    Parameters
    ----------
    note : str
        A key of `WRONG_TURN_NOTES`.
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If there is no such note, or ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_note("which")
    'Which one is it?'
    """
    if note not in WRONG_TURN_NOTES:
        raise UnknownNameError(f"Cannot tell note {note!r}: choose {listed(WRONG_TURN_NOTES)}.")
    return in_words(WRONG_TURN_NOTES[note], words)
