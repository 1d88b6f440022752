"""What equal sizes hide: every sentence is held against the wrong code itself, for many sizes, both ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations, product

import numpy as np
import pytest

import explorer as ex
from explorer.core import ties as module
from explorer.core.masks import keep_table
from explorer.core.ties import Tie, ties
from explorer.errors import listed
from explorer.words import WORDS, in_words
from tests.core.kit import generic


class Wrong:
    """Numbers of one set of sizes, and what happens to them where the code is wrong."""

    def __init__(self, config: ex.Config) -> None:
        self.config = config
        self.B, self.T, self.H, self.D = config.batch, config.tokens, config.heads, config.head_dim
        self.C = config.width
        self.rows = tuple(generic(self.B, self.T, self.C, seed=seed) for seed in range(3))

    def divided(self, x: np.ndarray) -> np.ndarray:
        return x.reshape(self.B, self.T, self.H, self.D)

    def split(self, x: np.ndarray) -> np.ndarray:
        return self.divided(x).transpose(0, 2, 1, 3)

    @cached_property
    def heads(self) -> list[np.ndarray]:
        return [self.split(x) for x in self.rows]

    @cached_property
    def matches(self) -> np.ndarray:
        return np.einsum("bhid,bhjd->bhij", *self.heads[:2])

    @cached_property
    def keep(self) -> np.ndarray:
        return ex.trace(self.config)["mask"]["keep"].values

    def shares(self, scores: np.ndarray) -> np.ndarray:
        powers = np.where(self.keep, np.exp(scores), 0)
        return powers / powers.sum(axis=-1, keepdims=True)

    def output_is_deaf(self) -> bool:
        """Whether other queries and keys, and another scale, give the very same output."""
        first, second = (
            self.shares(scores) @ self.heads[2] for scores in (self.matches, -3 * self.matches - 1)
        )
        third = self.shares(self.matches + generic(self.T, self.T)) @ self.heads[2]
        return np.array_equal(first, second) and np.array_equal(first, third)


def runs(call: Callable[[], object]) -> bool:
    """Whether NumPy refuses nothing."""
    try:
        call()
    except ValueError:
        return False
    return True


def same(x: np.ndarray, y: np.ndarray) -> bool:
    """Equal, shape and all."""
    return np.array_equal(x, y)


def split_and_merge_by_reshape(w: Wrong) -> bool:
    blend = w.heads[2]
    split = all(same(x.reshape(w.B, w.H, w.T, w.D), w.split(x)) for x in w.rows)
    merge = same(blend.reshape(w.B, w.T, w.C), blend.transpose(0, 2, 1, 3).reshape(w.B, w.T, w.C))
    assert split == merge
    return split


def no_flip(w: Wrong) -> bool:
    query, key, _ = w.heads
    ran = runs(lambda: query @ key)
    if ran and w.T > 1:
        assert (query @ key).shape == w.matches.shape
        assert not np.allclose(query @ key, w.matches)
    return ran


def no_reshelve(w: Wrong) -> bool:
    query, key, value = (w.divided(x) for x in w.rows)
    scores = query @ key.swapaxes(-1, -2)
    assert scores.shape == (w.B, w.T, w.H, w.H)
    fits = runs(lambda: np.broadcast_to(w.keep, scores.shape))
    if fits and not w.output_is_deaf():
        blend = w.shares(scores) @ value
        assert not np.allclose(blend.transpose(0, 2, 1, 3), w.shares(w.matches) @ w.heads[2])
    return fits


def mask_of_each_book(w: Wrong) -> bool:
    masks = np.stack([np.eye(w.T, dtype=bool) if book % 2 else w.keep for book in range(w.B)])
    return runs(lambda: np.broadcast_to(masks, w.matches.shape))


def first_book_alone(w: Wrong) -> bool:
    key = w.heads[1]
    swapped = key.swapaxes(0, 1).reshape(w.H * w.B, w.T, w.D)
    return same(w.rows[0][:1], w.rows[0]) and same(swapped, key.reshape(w.B * w.H, w.T, w.D))


def averaged(w: Wrong) -> bool:
    shares = w.shares(w.matches)
    mean = np.broadcast_to(shares.mean(axis=1, keepdims=True), shares.shape)
    # Where every share is 1 or 0 whatever the score, no average shows either; that is told elsewhere.
    return w.H == 1 if w.output_is_deaf() else same(mean, shares)


PAIRS = module._PAIRS
HOLDS: dict[str, tuple[str, Callable[[Wrong], bool]]] = {
    # The sentence, the sizes that must be larger than 1 for it to be needed, and the wrong code.
    PAIRS["TD"]: ("TD", no_flip),
    PAIRS["TH"]: ("TH", no_reshelve),
    PAIRS["TC"]: ("TC", lambda w: runs(lambda: w.rows[0] @ w.rows[1])),
    PAIRS["BT"]: ("BT", lambda w: w.rows[0].swapaxes(0, 1).shape == w.rows[0].shape),
    PAIRS["BH"]: ("BH", mask_of_each_book),
    PAIRS["BD"]: ("BD", lambda w: w.heads[1].swapaxes(0, 3).shape == w.heads[1].shape),
    PAIRS["BC"]: ("BC", lambda w: w.rows[0].T.shape == w.rows[0].shape),
    PAIRS["HD"]: ("HD", lambda w: same(w.rows[0].reshape(w.B, w.T, w.D, w.H), w.divided(w.rows[0]))),
    PAIRS["HC"]: ("HC", lambda w: same(w.rows[0].reshape(w.B, w.T, w.C, -1), w.divided(w.rows[0]))),
    PAIRS["DC"]: ("DC", lambda w: same(w.matches / np.sqrt(w.C), w.matches / np.sqrt(w.D))),
    module._ALL_ROUND: ("HD", lambda w: runs(lambda: w.heads[0] @ w.heads[1].T)),
    module._ONE["B"][0]: ("", first_book_alone),
    module._ONE_CELL: ("", lambda w: w.matches.shape[-1] == 1 and w.output_is_deaf()),
    module._NO_RESHELVE: ("", split_and_merge_by_reshape),
    module._FLIP_BY_RESHAPE: (
        "",
        lambda w: same(w.heads[1].reshape(w.B, w.H, w.D, w.T), w.heads[1].swapaxes(-1, -2)),
    ),
    module._DIVIDERS_TURNED: (
        "",
        lambda w: same(w.rows[0].reshape(w.B, w.T, w.D, w.H).swapaxes(2, 3), w.divided(w.rows[0])),
    ),
    module._ONE["H"][1]: ("", averaged),
    module._ONE["D"][0]: ("", lambda w: same(w.matches / np.sqrt(w.D) / np.sqrt(w.D), w.matches)),
    module._ITSELF_ALONE: ("T", Wrong.output_is_deaf),
}
WINDOW_MADE_WITH = re.compile(r"A window made with (.*) in W's place rules out the same cells\.")


def sentences(tie: Tie) -> list[str]:
    return re.split(r"(?<=\.) (?=[A-Z])", tie.hides)


def many() -> Iterator[ex.Config]:
    """Sizes from 1, with and without a window and a rule, that keep something in each row."""
    for batch, tokens, heads, head_dim in product((1, 2, 3), (1, 2, 3, 4), (1, 2, 3), (1, 2, 3, 4)):
        for window, causal in ((None, True), (1, True), (2, False), (1, False), (3, True), (6, True)):
            yield ex.Config(
                batch=batch, tokens=tokens, heads=heads, head_dim=head_dim, window=window, causal=causal
            )


def sized(config: ex.Config) -> dict[str, int]:
    sizes = {"B": config.batch, "T": config.tokens, "H": config.heads, "D": config.head_dim}
    window = {} if config.window is None else {"W": config.window}
    return {**sizes, **window, "C": config.width}


def rule(config: ex.Config, window: int | None) -> np.ndarray:
    """The window's own table."""
    counts = config.window_counts_self
    return keep_table(config.tokens, causal=False, window=window, window_counts_self=counts)


def test_every_sentence_is_told_where_the_wrong_code_passes_and_nowhere_else() -> None:
    told_once = set()
    for config in many():
        wrong, sizes = Wrong(config), sized(config)
        told = {sentence for tie in ties(config) for sentence in sentences(tie)}
        told_once |= told
        for sentence, (letters, passes) in HOLDS.items():
            if all(sizes[letter] > 1 for letter in letters):
                assert (sentence in told) == passes(wrong), (config, sentence)
        if "W" in sizes:
            assert (module._STRIKES_NOTHING in told) == rule(config, config.window).all(), config
        if module._NO_AXIS in told:
            assert not wrong.output_is_deaf(), config
        unknown = {s for s in told if s not in HOLDS and not WINDOW_MADE_WITH.match(s)}
        assert unknown <= {module._STRIKES_NOTHING, module._NO_AXIS}
    assert set(HOLDS) | {module._STRIKES_NOTHING, module._NO_AXIS} <= told_once


def test_a_window_made_with_another_size_strikes_the_same_cells() -> None:
    for config in many():
        sizes = sized(config)
        for tie in ties(config):
            for made in map(WINDOW_MADE_WITH.match, sentences(tie)):
                for letter in re.findall("[BTHDC]", made[1]) if made else ():
                    assert np.array_equal(rule(config, sizes[letter]), rule(config, config.window))
            others = [letter for letter in tie.sizes if letter not in "TW"]
            named = f"A window made with {listed(others)} in W's place rules out the same cells."
            assert (named in sentences(tie)) == ("W" in tie.sizes and tie.value > 1 and bool(others)), tie


def test_each_group_of_equal_sizes_and_each_one_stands_once() -> None:
    for config in many():
        sizes, found = sized(config), ties(config)
        for tie in found:
            assert all(sizes[letter] == tie.value for letter in tie.sizes)
            assert tie.hides.endswith(".")
            assert tie.text == f"{' = '.join(tie.sizes)} = {tie.value}. {tie.hides}"
        ones = [tie.sizes for tie in found if tie.value == 1]
        assert ones == [(letter,) for letter in "BTHDW" if sizes.get(letter) == 1]
        equal = {frozenset(pair) for pair in combinations(sizes, 2) if sizes[pair[0]] == sizes[pair[1]] > 1}
        grouped = [frozenset(pair) for tie in found for pair in combinations(tie.sizes, 2)]
        assert set(grouped) == equal
        assert len(grouped) == len(equal)


def test_the_pencil_example_says_what_it_hides() -> None:
    one, two = ties(ex.Config())
    assert one.text == (
        "B = 1. Code that reads the first of B alone, or takes (H * B) for (B * H), "
        "gives the very same numbers."
    )
    assert two.text == (
        "H = D = W = 2. Code that says view(B, T, D, H) for view(B, T, H, D) gives the very same numbers. "
        "A window made with H or D in W's place rules out the same cells."
    )
    assert ties(ex.Config(batch=2, tokens=5, heads=3, head_dim=6, window=4)) == ()


def test_a_window_that_reaches_past_the_first_token_is_told_even_where_nothing_is_equal() -> None:
    config = ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=7)
    assert ties(config) == (Tie(("W",), 7, module._STRIKES_NOTHING),)
    # W tokens before the asking one, and itself: W = 4 is as far as 5 tokens go.
    other = config.replace(window=4, head_dim=6, window_counts_self=False)
    assert ties(other) == (Tie(("W",), 4, module._STRIKES_NOTHING),)
    assert ties(other.replace(window_counts_self=True)) == ()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, module._ITSELF_ALONE),
        ({"causal": False}, module._NO_AXIS),
        ({"window_counts_self": False}, module._NO_AXIS),
        ({"by_hand": ((2, 0, True),)}, module._NO_AXIS),
        ({"by_hand": ((9, 0, True),)}, module._ITSELF_ALONE),
        ({"by_hand": ((2, 2, False),), "empty_rows": "zero"}, module._NO_AXIS),
    ],
)
def test_a_window_of_one_leaves_each_token_to_itself_only_if_nothing_else_lets_it_look(
    changes: dict[str, object], sentence: str
) -> None:
    config = ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=1, **changes)
    assert ties(config) == (Tie(("W",), 1, sentence),)
    one_sees = ex.trace(config)["mask"]["keep"].values
    assert np.array_equal(one_sees, np.eye(5)) == (sentence == module._ITSELF_ALONE)


def test_the_sentences_read_the_same_in_every_vocabulary() -> None:
    for config in many():
        for tie in ties(config):
            assert {in_words(tie.hides, words) for words in WORDS} == {tie.hides}
            assert not re.search(r"\b(head|heads|batch|query|key|value)\b", tie.hides)
