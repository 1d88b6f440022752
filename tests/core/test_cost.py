"""Clerk-steps against a clerk who counts each one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from tests.core.kit import Ask, asks, configs, quick


@dataclass
class Clerk:
    """Does one sum at a time and keeps the tally."""

    multiplications: int = 0
    additions: int = 0
    exponentials: int = 0
    divisions: int = 0

    def dot(self, length: int) -> None:
        for n in range(length):
            self.multiplications += 1
            self.additions += n > 0

    def split(self, kept: list[bool]) -> None:
        for n, _ in enumerate(filter(None, kept)):
            self.exponentials += 1
            self.additions += n > 0
            self.divisions += 1

    def scale(self) -> None:
        self.divisions += 1

    @property
    def tally(self) -> tuple[int, int, int, int]:
        return self.multiplications, self.additions, self.exponentials, self.divisions


def tally(cost: ex.Cost) -> tuple[int, int, int, int]:
    return cost.multiplications, cost.additions, cost.exponentials, cost.divisions


def kept_rows(trip: ex.Trace) -> list[list[bool]]:
    """One row of kept / struck for every book, head and asking token."""
    keep = trip["mask"]["keep"].values
    books = [keep] * trip.config.batch if keep.ndim == 2 else list(keep)
    return [row for book in books for _ in range(trip.config.heads) for row in book.tolist()]


def count(trip: ex.Trace) -> dict[str, Clerk]:
    """What each computing step costs, one cell after another."""
    clerks = {"scores": Clerk(), "shares": Clerk(), "blend": Clerk()}
    for row in kept_rows(trip):
        for kept in row:
            if kept:
                clerks["scores"].dot(trip.config.head_dim)
                clerks["scores"].scale()
        clerks["shares"].split(row)
        for _ in range(trip.config.head_dim):
            clerks["blend"].dot(sum(row))
    return clerks


def told(trip: ex.Trace) -> dict[str, tuple[object, ...]]:
    """What each step but the pour is said to cost: by kind, together, and in bytes."""
    costs = {step.name: step.cost for step in trip.steps if step.name != "pour"}
    return {name: (tally(cost), cost.clerk_steps, cost.bytes_copied) for name, cost in costs.items()}


def counted(trip: ex.Trace) -> dict[str, tuple[object, ...]]:
    """What it costs, counted one cell and one copied array after another."""
    found: dict[str, tuple[object, ...]] = {}
    clerks = count(trip)
    for step in trip.steps:
        done = clerks.get(step.name, Clerk()).tally
        copied = sum(t.values.nbytes for n, t in step.tensors.items() if step.moved[n] == "copy")
        if step.name != "pour":
            found[step.name] = (done, sum(done), copied)
    return found


@quick
@given(configs())
def test_generated(config: ex.Config) -> None:
    trip = ex.trace(config)
    assert told(trip) == counted(trip)


@quick
@given(asks(kinds=("ints", "singles")))
def test_given(ask: Ask) -> None:
    trip = ask.trace()
    assert told(trip) == counted(trip)
    assert trip["pour"].cost.clerk_steps == sum(tally(trip["pour"].cost))


def test_the_pencil_example() -> None:
    trip = ex.trace()
    steps = {step.name: step.cost.clerk_steps for step in trip.steps if step.name != "pour"}
    # 10 kept cells of two products, one sum and one division by sqrt(D); rows of 1, 2, 2 kept cells
    # in each of two heads; two numbers a blended row.
    zero = dict.fromkeys(("cut", "dividers", "reshelve", "inside_flip", "mask", "merge"), 0)
    assert steps == {**zero, "scores": 40, "shares": 24, "blend": 28}
    assert {s.name: s.cost.bytes_copied for s in trip.steps if s.cost.bytes_copied} == {
        "pour": 3 * 12 * 8,  # laying three arrays side by side
        "merge": 3 * 4 * 8,
    }


@pytest.mark.parametrize("sizes", [{"tokens": 3}, {"tokens": 5, "heads": 3, "head_dim": 4, "batch": 2}])
def test_pouring_counts_two_products_and_one_sum_for_each_number(sizes: dict[str, int]) -> None:
    trip = ex.trace(ex.Config(source="poured", **sizes))
    cells = trip["pour"]["wide"].values.size
    assert tally(trip["pour"].cost) == (2 * cells, cells, 0, 0)
    assert trip["pour"].cost.clerk_steps == 3 * cells


def test_nothing_is_counted_where_nothing_was_poured() -> None:
    assert ex.trace()["pour"].cost.clerk_steps == 0


def test_a_struck_cell_costs_nothing() -> None:
    narrow, none = (ex.trace(ex.Config(tokens=6, window=w)) for w in (1, None))
    kept = 6 * 2
    assert tally(narrow["scores"].cost)[0] == kept * 2
    assert tally(narrow["shares"].cost) == (0, 0, kept, kept)
    assert tally(narrow["blend"].cost) == (kept * 2, 0, 0, 0)
    assert tally(none["scores"].cost)[0] == 21 * 2 * 2


def test_counts_are_plain_whole_numbers() -> None:
    for step in ex.trace().steps:
        for count_ in (*tally(step.cost), step.cost.bytes_copied, step.cost.clerk_steps):
            assert type(count_) is int
            assert count_ >= 0


def test_singles_copy_half_the_bytes() -> None:
    costs = [
        ex.trace(ex.Config(dtype=dtype))["merge"].cost.bytes_copied for dtype in (np.float64, np.float32)
    ]
    assert costs == [96, 48]
