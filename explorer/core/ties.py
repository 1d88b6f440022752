"""Which sizes are equal, or 1, what that hides, and the nearest sizes that hide nothing.

Many a wrong turn is refused by NumPy, or gives other numbers, only as long as the sizes differ. The sentences
spell sizes and tensors by their letters, so that they read the same in pencil words and in standard ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from explorer.core.config import Config
from explorer.core.masks import keep_table
from explorer.core.memory import estimate_bytes
from explorer.errors import listed

__all__ = ["Tie", "distinct", "ties"]

_FIELDS = {"B": "batch", "T": "tokens", "H": "heads", "D": "head_dim", "W": "window"}
_SHOWN = (3, 8, 4, 6, 8)
"""B, T, H, D, W: what the page's sliders go to. `distinct` raises no size beyond."""
_NEAR = 7
"""How far `distinct` looks: six sizes can be kept apart among eight values each."""

_NO_RESHELVE = "A split or a merge by reshape alone, the re-shelve forgotten, gives the very same numbers."
_FLIP_BY_RESHAPE = "A reshape in the inside flip's place gives the very same numbers."
_DIVIDERS_TURNED = "Dividers set in the order (D, H) for (H, D) cut the row alike."
_ONE_CELL = (
    "Each row of shares has one cell, and its share is the same whatever its score: nothing wrong in Q, K or "
    "the scale shows in the output."
)
_ONE = {
    "B": (
        "Code that reads the first of B alone, or takes (H * B) for (B * H), gives the very same numbers.",
    ),
    "T": (_ONE_CELL, _NO_RESHELVE, _FLIP_BY_RESHAPE),
    "H": (_NO_RESHELVE, "Shares averaged over H are the very same shares.", _DIVIDERS_TURNED),
    "D": (
        "A scale by sqrt(D) that is forgotten, or applied twice, gives the very same scores.",
        _FLIP_BY_RESHAPE,
        _DIVIDERS_TURNED,
    ),
}
_ITSELF_ALONE = (
    "Each token looks at itself alone, so that every share is 1 and the output is V: nothing wrong in Q, K "
    "or the scale shows in the output."
)
_NO_AXIS = "Harmless, but easily mixed up with another size of 1: no axis has the length W."
_STRIKES_NOTHING = "The window reaches back to token 0 from every token, so that it rules nothing out."
_ALL_ROUND = "K.T, which turns all four axes round, would run where the inside flip is meant."
_PAIRS = {
    "TD": "Forgetting the inside flip would run: Q @ K takes T for D.",
    "TH": "Forgetting the re-shelve would run: scores come out (B, T, H, H), and a (T, T) mask fits them.",
    "TC": "Forgetting the dividers and the inside flip would run: Q @ K takes T for C.",
    "BT": "Rows handed over as (T, B, C) for (B, T, C) have the same shape.",
    "BH": "A mask for each of B, of shape (B, T, T), falls on each of H without a word.",
    "BD": "Harmless, but easily mixed up: an array with B and D swapped has the same shape.",
    "BC": "Rows turned by .T, which makes (C, T, B) of (B, T, C), have the same shape.",
    "HD": "Code that says view(B, T, D, H) for view(B, T, H, D) gives the very same numbers.",
    "HC": "Code that says view(B, T, C, -1) for view(B, T, H, -1) gives the very same numbers.",
    "DC": "Dividing by sqrt(C) for sqrt(D) gives the very same scores.",
}


@dataclass(frozen=True)
class Tie:
    """Sizes that are equal, or one that hides something by itself.

    Attributes
    ----------
    sizes : tuple of str
        Their letters, among B, T, H, D, W, C in this order.
    value : int
        How large they are.
    hides : str
        What can't be told right from wrong as long as they are: a sentence for each.

    Examples
    --------
    >>> Tie(("H", "D", "W"), 2, "Little.").text
    'H = D = W = 2. Little.'
    """

    sizes: tuple[str, ...]
    value: int
    hides: str

    @property
    def equal(self) -> str:
        """The sizes as an equation: ``H = D = W = 2``."""
        return f"{' = '.join(self.sizes)} = {self.value}"

    @property
    def text(self) -> str:
        """The equation, and what it hides."""
        return f"{self.equal}. {self.hides}"


def ties(config: Config) -> tuple[Tie, ...]:
    """Find the sizes that are equal or 1, and a window that strikes nothing.

    Parameters
    ----------
    config : Config

    Returns
    -------
    tuple of Tie
        One for each group of equal sizes among B, T, H, D, W and C = H x D, one for each size of 1 (C aside:
        then H and D are 1 too), and one for a window that reaches past the first token.

    Examples
    --------
    >>> [tie.equal for tie in ties(Config())]
    ['B = 1', 'H = D = W = 2']
    >>> print(ties(Config(tokens=3, heads=2, head_dim=3, window=None, batch=4))[0].text)
    T = D = 3. Forgetting the inside flip would run: Q @ K takes T for D.
    >>> ties(Config(batch=2, tokens=5, heads=3, head_dim=6, window=4))
    ()
    """
    sizes = _sizes(config)
    found = []
    for letters in _groups(sizes):
        value = sizes[letters[0]]
        facts = _equal_facts(letters, config) if value > 1 else _one_facts(letters[0], config)
        found.append(Tie(letters, value, " ".join(facts)))
    idle = _idle(_counts(config), config.window_counts_self)
    if idle and sizes["W"] not in (1, sizes["T"]):  # those are told above
        found.append(Tie(("W",), sizes["W"], _STRIKES_NOTHING))
    return tuple(found)


def distinct(config: Config) -> Config:
    """Find the nearest sizes that hide nothing: B, T, H, D, W pairwise different, and none of them 1.

    Parameters
    ----------
    config : Config

    Returns
    -------
    Config
        With as few ties as can be. T is kept if it can be; then as little as possible is lowered, and then as
        little as possible is raised; where that leaves a choice, B moves least, then H, then D, then W. No
        size, nor the width, is raised beyond what the page shows or `config.numbers` holds, and no window
        stays no window. Where nothing is better, `config` itself: `ties` says what stays.

    Examples
    --------
    >>> config = distinct(Config())
    >>> config.batch, config.tokens, config.heads, config.head_dim, config.window
    (2, 5, 3, 6, 4)
    """
    for chosen in _better(_counts(config), config.window_counts_self, _limits(config)):
        found = config.replace(**dict(zip(_FIELDS.values(), chosen, strict=False)))
        if estimate_bytes(found) <= config.budget:
            return found
    return config


@lru_cache(maxsize=256)  # asked again at each change of a number, with the same sizes
def _better(
    before: tuple[int, ...], counts_self: bool, limits: tuple[int, ...] | None
) -> tuple[tuple[int, ...], ...]:
    """Find the sizes with fewer ties than `before`, the best first."""
    most = _badness(before, counts_self)
    if not most:
        return ()
    fewer = [sizes for sizes in _nearby(before, limits) if _badness(sizes, counts_self) < most]
    return tuple(sorted(fewer, key=lambda sizes: _rank(sizes, before, counts_self)))


def _limits(config: Config) -> tuple[int, ...] | None:
    """Give the most of B, T and C that numbers handed over have; None where they are made up."""
    numbers = config.numbers
    return None if numbers is None else (numbers.batch, numbers.tokens, numbers.width)


def _counts(config: Config) -> tuple[int, ...]:
    """B, T, H, D, and W if there is a window."""
    found = (config.batch, config.tokens, config.heads, config.head_dim)
    return found if config.window is None else (*found, config.window)


def _sizes(config: Config) -> dict[str, int]:
    return {**dict(zip(_FIELDS, _counts(config), strict=False)), "C": config.width}


def _groups(sizes: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Each size of 1 by itself, and all letters of each larger size that several have."""
    for letter, value in sizes.items():
        alike = tuple(other for other, size in sizes.items() if size == value)
        if value == 1 and letter != "C":
            yield (letter,)
        elif value > 1 and len(alike) > 1 and alike[0] == letter:
            yield alike


def _one_facts(letter: str, config: Config) -> tuple[str, ...]:
    if letter != "W":
        return _ONE[letter]
    if _idle(_counts(config), config.window_counts_self):
        return (_STRIKES_NOTHING,)
    return (_ITSELF_ALONE,) if _looks_at_itself_alone(config) else (_NO_AXIS,)


def _equal_facts(letters: tuple[str, ...], config: Config) -> Iterator[str]:
    for pair, fact in _PAIRS.items():
        if set(pair) <= set(letters):
            yield fact
    value = _sizes(config)[letters[0]]
    # A product stretches leading axes of size 1, so that B and T may be 1 as well.
    if {"H", "D"} <= set(letters) and {config.batch, config.tokens} <= {1, value}:
        yield _ALL_ROUND
    if "W" in letters:
        if "T" in letters:
            yield _STRIKES_NOTHING
        others = [letter for letter in letters if letter not in "TW"]
        if others:
            yield f"A window made with {listed(others)} in W's place rules out the same cells."


def _looks_at_itself_alone(config: Config) -> bool:
    table = keep_table(
        config.tokens,
        causal=config.causal,
        window=config.window,
        window_counts_self=config.window_counts_self,
        by_hand=config.by_hand,
        empty_rows="nan",
    )
    return bool(np.array_equal(table, np.eye(config.tokens, dtype=bool)))


def _idle(counts: tuple[int, ...], counts_self: bool) -> bool:
    """Whether there is a window and it strikes nothing, not even for the last token."""
    return len(counts) == len(_FIELDS) and counts[-1] + (not counts_self) >= counts[1]


def _badness(counts: tuple[int, ...], counts_self: bool) -> int:
    """Count what `ties` finds, a group of n equal sizes as n - 1."""
    larger = [size for size in (*counts, counts[2] * counts[3]) if size > 1]
    idle = _idle(counts, counts_self) and counts[-1] not in (1, counts[1])
    return counts.count(1) + len(larger) - len(set(larger)) + idle


def _rank(chosen: tuple[int, ...], before: tuple[int, ...], counts_self: bool) -> tuple[int, ...]:
    batch, tokens, *others = (size - old for size, old in zip(chosen, before, strict=True))
    moved = (batch, *others)
    lowered = -sum(step for step in moved if step < 0)
    return (
        _badness(chosen, counts_self),
        abs(tokens),
        tokens < 0,
        lowered,
        sum(moved) + lowered,  # which is what was raised
        *map(abs, moved),
        *chosen,
    )


def _nearby(before: tuple[int, ...], limits: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
    """Every choice of sizes that the page, or the numbers handed over, allow near the present ones."""
    tops, least = _SHOWN, 2
    widest = max(_SHOWN[2] * _SHOWN[3], before[2] * before[3])
    if limits is not None:
        batch, longest, widest = limits
        tops = (batch, longest, widest, widest, _SHOWN[-1])
        least = 1  # a size may have to stay 1
    near = (
        range(max(least, size - _NEAR), max(size, min(top, size + _NEAR)) + 1)
        for size, top in zip(before, tops, strict=False)
    )
    for chosen in product(*near):
        _, tokens, heads, head_dim, *window = chosen
        if heads * head_dim <= widest and (not window or window[0] <= tokens or window[0] == before[-1]):
            yield chosen
