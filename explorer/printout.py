"""A whole trip as lines of text."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from explorer import words
from explorer.core.config import Config
from explorer.core.masks import nothing_kept
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace

__all__ = ["trip_lines"]


def trip_lines(trip: Trace, vocabulary: words.Words = "both") -> Iterator[str]:
    """Tell a whole trip, line by line: every step, every tensor with its axes, every array in full.

    Parameters
    ----------
    trip : Trace
    vocabulary : {"both", "pencil", "standard"}

    Yields
    ------
    str
        No line is cut short, however long its row is.

    Examples
    --------
    >>> import explorer as ex
    >>> lines = list(trip_lines(ex.trace()))
    >>> lines.index("5. inside flip (transpose(-2, -1))") > lines.index("4. re-shelve (transpose(1, 2))")
    True
    """
    sizes = ", ".join(f"{words.SIZES[name].letter} {n}" for name, n in _chosen_sizes(trip.config))
    yield sizes
    yield from _rules(trip, vocabulary)
    tell = partial(
        words.tell_step, scale=trip.config.scale, window_counts_self=trip.config.window_counts_self
    )
    for number, step in enumerate(trip.steps, start=1):
        said = words.STEPS[step.name]
        yield ""
        yield f"{number}. {said.say(vocabulary)}"
        yield f"   {tell(step.name, vocabulary)}"
        if step.swapped:
            yield f"   {words.tell_swapped(step.swapped, vocabulary)}"
        yield f"   {words.tell_work(step.cost.clerk_steps, step.cost.bytes_copied, vocabulary)}"
        for tensor in step.inputs.values():
            yield f"   <- {_shape(tensor)}"
        for name, tensor in step.tensors.items():
            yield f"   -> {_shape(tensor)}   {words.TENSORS[name].say(vocabulary)}"
            yield f"      {words.tell_moved(step.moved[name])}; strides {tensor.strides}"
            yield from (f"      {line}".rstrip() for line in _in_full(tensor.values).splitlines())


def _rules(trip: Trace, vocabulary: words.Words) -> Iterator[str]:
    """Say where the numbers come from and which rules hold; what is as usual is left out."""
    config = trip.config
    name = config.numbers.name if config.numbers else ""
    yield words.tell_source(given=trip.given, name=name, bias="bias" in trip["pour"], words=vocabulary)
    if config.labels:
        yield f"Tokens: {', '.join(config.labels[: config.tokens])}"
    yield words.tell_mask(
        causal=config.causal,
        window=config.window is not None,
        window_counts_self=config.window_counts_self,
        by_hand=bool(config.cells_by_hand),
        words=vocabulary,
    )
    if config.scale != "head_dim":
        yield words.tell_scale(config.scale, vocabulary)
    keep = trip["mask"]["keep"].values
    empty = int(np.count_nonzero(nothing_kept(keep)))
    if empty:
        yield words.tell_empty_rows(config.empty_rows, empty, vocabulary)


def _chosen_sizes(config: Config) -> Iterator[tuple[str, object]]:
    for name in words.SIZES:
        size = getattr(config, name)
        if size is not None:
            yield name, size


def _shape(tensor: Tensor) -> str:
    return f"{tensor.name} ({', '.join(f'{axis} {n}' for axis, n in tensor.sizes.items())})"


def _in_full(values: np.ndarray[Any, Any]) -> str:
    numbers = values.astype(int) if values.dtype == bool else values
    return np.array2string(
        numbers, threshold=sys.maxsize, max_line_width=sys.maxsize, precision=4, suppress_small=True
    )
