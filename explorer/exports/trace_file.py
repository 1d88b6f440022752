"""A whole trip as one file: every tensor of every step, with the names of its axes.

``.npz`` is a zip of arrays that plain ``numpy.load(path, allow_pickle=False)`` opens. Each tensor stands in
it under ``step.tensor``, written out in full: what was a view in the trip is an array of its own here.
``step.tensor.axes`` holds the names of its axes, ``step.tensor.moved`` whether it was a view, a copy or new,
``step.swapped`` the two axes that traded places, if any did, ``steps`` the names of the steps in order, and
``about`` a JSON text with the rest.

``.json`` is one object of the same things: those of ``about``, and ``steps``, a list of ``name``,
``swapped`` and ``tensors``; of each tensor ``axes``, ``moved``, ``dtype``, ``shape`` and ``values``, rows in
rows. JSON has no word for what is no finite number, so three texts stand for it: ``"-Infinity"`` (a struck
score), ``"Infinity"`` and ``"NaN"``; Python's ``float`` reads each of them back.
"""

from __future__ import annotations

import json
import math
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

import explorer
from explorer.core.config import Config
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.trace import Trace
from explorer.exports.writing import check_name, check_place, written_whole

__all__ = ["KINDS", "Progress", "save_trace", "writing_trace"]

KINDS = ("npz", "json")

Progress = Callable[[int, int], None]
"""Is told how far it is: which step has been written, and of how many."""

_FORMAT, _VERSION = "attention-shapes trace", 1


def save_trace(trip: Trace, path: str | Path, *, progress: Progress | None = None) -> None:
    """Write every tensor of a trip into one file; the module says what stands where.

    Parameters
    ----------
    trip : Trace
        One with wrong turns is written as it went, as far as it went.
    path : str or Path
        Its name ends in ``.npz`` or ``.json``.
    progress : callable, optional
        Called with (steps written, steps in all) after each step.

    Raises
    ------
    ExplorerError
        If the name has another ending, or the disk says no. No half of a file is left then, and a file that
        was there before is still there.

    Examples
    --------
    >>> import explorer as ex
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save_trace(ex.trace(), Path(folder, "trip.npz"))
    ...     with np.load(Path(folder, "trip.npz"), allow_pickle=False) as file:
    ...         file["blend.blend"].shape, file["blend.blend.axes"].tolist()
    ((1, 2, 3, 2), ['batch', 'head', 'token', 'head_dim'])
    """
    path = Path(path)
    kind = check_name(path, KINDS)
    check_place(path)
    with written_whole(path) as file:
        for done in writing_trace(trip, file, kind):
            if progress is not None:
                progress(done, len(trip.steps))


def writing_trace(trip: Trace, file: BinaryIO, kind: str) -> Iterator[int]:
    """Write a trip into a file, and stop after each step: whoever waits can do something else between two.

    Parameters
    ----------
    trip : Trace
    file : file object
        For bytes. It is whole when the last step has been asked for and there is no other.
    kind : {"npz", "json"}

    Yields
    ------
    int
        How many steps have been written.

    Examples
    --------
    >>> import explorer as ex
    >>> from io import BytesIO
    >>> file = BytesIO()
    >>> list(writing_trace(ex.trace(), file, "json"))[-1], json.loads(file.getvalue())["config"]["tokens"]
    (10, 3)
    """
    return (_write_npz if kind == "npz" else _write_json)(trip, file)


def _write_npz(trip: Trace, file: BinaryIO) -> Iterator[int]:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        _member(archive, "about", np.array(json.dumps(_about(trip), ensure_ascii=False)))
        _member(archive, "steps", np.array([step.name for step in trip.steps]))
        for number, step in enumerate(trip.steps, start=1):
            _member(archive, f"{step.name}.swapped", _names(step.swapped))
            for name, tensor in step.tensors.items():
                _member(archive, f"{step.name}.{name}", tensor.values)
                _member(archive, f"{step.name}.{name}.axes", _names(tensor.axes))
                _member(archive, f"{step.name}.{name}.moved", np.array(step.moved[name]))
            yield number


def _member(archive: zipfile.ZipFile, name: str, array: np.ndarray[Any, Any]) -> None:
    # A fixed date: the same trip is the same file.
    entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
    with archive.open(entry, "w", force_zip64=True) as member:
        # In one order, whatever way the trip looked at it: a reader need not know of strides.
        np.lib.format.write_array(
            member, np.ascontiguousarray(array).reshape(array.shape), allow_pickle=False
        )


def _names(names: tuple[str, ...]) -> np.ndarray[Any, Any]:
    return np.array(names, dtype=np.str_)


def _write_json(trip: Trace, file: BinaryIO) -> Iterator[int]:
    def write(text: str) -> None:
        file.write(text.encode("utf-8"))

    about = json.dumps(_about(trip), ensure_ascii=False, allow_nan=False)
    write(f'{about[:-1]}, "steps": [')
    for number, step in enumerate(trip.steps, start=1):
        before = "\n" if number == 1 else ",\n"
        write(f'{before}{{"name": "{step.name}", "swapped": {json.dumps(step.swapped)}, "tensors": {{')
        for place, (name, tensor) in enumerate(step.tensors.items()):
            told = {
                "axes": tensor.axes,
                "moved": step.moved[name],
                "dtype": tensor.values.dtype.name,
                "shape": tensor.shape,
                "values": _legal(tensor.values.tolist()),
            }
            write(f'{"," if place else ""}\n  "{name}": {json.dumps(told, allow_nan=False)}')
        write("}}")
        if number < len(trip.steps):
            yield number
    write("\n]}\n")
    yield len(trip.steps)


def _legal(values: Any) -> Any:
    """Put a text where JSON has no number."""
    if isinstance(values, list):
        return [_legal(value) for value in values]
    if isinstance(values, float) and not math.isfinite(values):
        return "NaN" if math.isnan(values) else "Infinity" if values > 0 else "-Infinity"
    return values


def _about(trip: Trace) -> Mapping[str, Any]:
    told: dict[str, Any] = {
        "format": _FORMAT,
        "version": _VERSION,
        "written_by": f"attention-shapes {explorer.__version__}",
        "config": _config(trip.config),
    }
    if isinstance(trip, WrongTrace):
        told["wrong_turns"] = [turn.key for turn in trip.turns]
        told["refusal"] = trip.refusal and {"step": trip.refusal.step, "message": trip.refusal.message}
    return told


def _config(config: Config) -> Mapping[str, Any]:
    plain = {
        name: getattr(config, name)
        for name in (
            "tokens", "heads", "head_dim", "window", "batch", "causal", "source", "window_counts_self",
            "scale", "empty_rows", "labels", "by_hand",
        )
    }  # fmt: skip
    return {
        **plain,
        "dtype": config.dtype.name,
        "edits": [edit._asdict() for edit in config.edits],
        "numbers": config.numbers.name if config.numbers else None,
    }
