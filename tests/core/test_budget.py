"""The budget: bytes are estimated first, and a trip too large is refused before anything is made."""

from __future__ import annotations

import re
import time
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

import explorer as ex
from tests.core.kit import refusal

HUGE = 10**7


def peak_of(call: Callable[[], object]) -> int:
    """The most bytes held at once while `call` runs."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("source", ["pencil", "poured"])
@pytest.mark.parametrize("size", ["tokens", "heads", "head_dim", "batch"])
def test_the_size_that_is_too_large_is_named(size: str, source: str) -> None:
    began = time.perf_counter()
    messages: list[str] = []

    def call() -> None:
        config = ex.Config(**{size: HUGE * (100 if size != "tokens" else 1)}, source=source)
        messages.append(refusal(ex.ConfigError, lambda: ex.trace(config)))

    assert peak_of(call) < 2**20
    assert time.perf_counter() - began < 2
    said = messages[0]
    assert size in said
    assert "budget" in said
    others = {"tokens", "heads", "head_dim", "batch"} - {size}
    blamed = [other for other in others if f"{other} is too large" in said]
    assert not blamed


def test_astronomic_sizes_do_not_overflow_the_estimate() -> None:
    for size in (10**30, 10**150):
        config = ex.Config(tokens=size, heads=size, head_dim=size, batch=size)
        assert refusal(ex.ConfigError, lambda c=config: ex.trace(c)).startswith("Cannot record a trip of B")


def test_given_arrays_are_held_to_the_budget() -> None:
    arrays = [np.ones((400, 8))] * 3
    messages: list[str] = []

    def call() -> None:
        messages.append(refusal(ex.ConfigError, lambda: ex.trace_qkv(*arrays, heads=2, budget=2**20)))

    assert peak_of(call) < 2**19
    assert "tokens" in messages[0]
    assert "budget" in messages[0]
    assert ex.trace_qkv(*arrays, heads=2, budget=2**26).output.shape == (1, 400, 8)


def test_a_larger_budget_lets_it_through() -> None:
    config = ex.Config(tokens=64, budget=2**10)
    assert refusal(ex.ConfigError, lambda: ex.trace(config)).startswith("Cannot record a trip of B")
    assert ex.trace(config.replace(budget=2**30)).output.shape == (1, 64, 4)


@pytest.mark.parametrize("size", ["tokens", "heads", "head_dim", "batch"])
def test_the_size_said_to_fit_is_the_largest_that_does(size: str) -> None:
    config = ex.Config(**{size: 300}, budget=30_000)
    said = refusal(ex.ConfigError, lambda: ex.trace(config))
    assert f"{size}=300 is too large" in said
    fits = int(re.search(r"(\d+) or fewer fit", said).group(1))  # type: ignore[union-attr]
    assert ex.trace(config.replace(**{size: fits})).config.budget == 30_000
    assert refusal(ex.ConfigError, lambda: ex.trace(config.replace(**{size: fits + 1}))).startswith(
        "Cannot record a trip of B"
    )


def test_where_no_number_of_tokens_fits_none_is_promised() -> None:
    said = refusal(ex.ConfigError, lambda: ex.trace(ex.Config(tokens=10, budget=10)))
    assert "even with 1" in said
    assert "fewer fit" not in said


def smallest_budget(config: ex.Config) -> int:
    """The least budget that lets the trip through."""
    low, high = 1, 2**32
    while low < high:
        middle = (low + high) // 2
        try:
            ex.trace(config.replace(budget=middle))
        except ex.ConfigError:
            low = middle + 1
        else:
            high = middle
    return low


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(
    "sizes",
    [
        {"tokens": 150, "heads": 4, "head_dim": 3},
        {"tokens": 2, "heads": 40, "head_dim": 200, "batch": 3},
        {"tokens": 60, "heads": 30, "head_dim": 1, "batch": 2, "source": "poured"},
    ],
    ids=str,
)
def test_the_estimate_covers_what_the_record_holds_and_is_not_wild(
    sizes: dict[str, int], dtype: type
) -> None:
    config = ex.Config(**sizes, dtype=dtype)
    least = smallest_budget(config)
    held: dict[int, int] = {}
    for step in ex.trace(config).steps:
        for tensor in step.tensors.values():
            if step.moved[tensor.name] != "view":
                held[id(tensor)] = tensor.values.nbytes
    assert sum(held.values()) <= least <= 1.5 * sum(held.values())


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_making_the_trip_takes_no_more_than_its_least_budget_and_a_little(dtype: type) -> None:
    config = ex.Config(tokens=150, heads=4, head_dim=3, dtype=dtype)
    least = smallest_budget(config)
    assert peak_of(lambda: ex.trace(config)) <= 1.25 * least + 2**16
