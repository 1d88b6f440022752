"""From a pile and a reading of it to Numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.grid import Array
from explorer.core.numbers import MOST_LABELS, Numbers
from explorer.errors import FileError
from explorer.files.limits import MOST_NUMBERS
from explorer.files.orders import as_rows, refuse_endless
from explorer.files.pile import Pile, shown
from explorer.files.reading import Reading

__all__ = ["numbers_from"]


def numbers_from(
    pile: Pile,
    reading: Reading,
    *,
    labels: Sequence[str] | None = None,
    causal: bool | None = None,
) -> Numbers:
    """Take the numbers of a pile as a reading says.

    Parameters
    ----------
    pile : Pile
    reading : Reading
        Of this pile; its open questions are taken as guessed.
    labels : sequence of str, optional
        Names of the tokens, over those that the file gives.
    causal : bool, optional
        Whether a token may look only back, over what the file says; True if neither says.

    Returns
    -------
    Numbers

    Raises
    ------
    DataError
        If an array holds NaN or infinity (the message says where), or there are too many numbers.
    ShapeError
        If shapes do not fit.

    Examples
    --------
    >>> from explorer.files.guessing import guess
    >>> pile = Pile("layer.npz", {name: np.ones((1, 2, 3, 4)) for name in ("q", "k", "v")})
    >>> numbers_from(pile, guess(pile))
    <Numbers 'layer.npz': query, key, value; 1 batch item, 3 tokens, width 8, 2 heads, float64>
    """
    held = sum(pile.arrays[name].size for name in set(reading.names.values()))
    if held > MOST_NUMBERS:
        raise FileError(
            f"Cannot take {held} numbers from {pile.name}: {MOST_NUMBERS} are the most. Save fewer tokens."
        )
    arrays = _arrays(pile, reading)
    return Numbers(
        arrays,
        heads=reading.heads,
        labels=_labels(pile.labels if labels is None else labels, reading, arrays),
        name=pile.name,
        causal=_first(causal, pile.causal),
    )


def _arrays(pile: Pile, reading: Reading) -> dict[str, Array]:
    taken = {
        role: as_rows(pile.arrays[name], reading.order, called=_called(pile, role, name))
        for role, name in reading.names.items()
        if role not in ("table", "bias")
    }
    if reading.kind == "same":
        return dict.fromkeys(("query", "key", "value"), taken["all"])
    if reading.kind == "wide":
        return dict(zip(("query", "key", "value"), np.split(taken["wide"], 3, axis=-1), strict=True))
    if reading.kind == "poured":
        name = reading.names["table"]
        table = pile.arrays[name]
        refuse_endless(table, tuple(reading.table_order.split()), _called(pile, "table", name))
        taken["table"] = table if reading.table_order == "channel wide" else table.T
        if "bias" in reading.names:
            name = reading.names["bias"]
            refuse_endless(pile.arrays[name], ("wide",), _called(pile, "bias", name))
            taken["bias"] = pile.arrays[name]
    return taken


def _labels(labels: Sequence[str], reading: Reading, arrays: dict[str, Array]) -> tuple[str, ...]:
    """Keep as many names as can be shown; more than there are tokens are left for `Numbers` to refuse."""
    tokens = arrays["tokens" if reading.kind == "poured" else "query"].shape[1]
    if isinstance(labels, list | tuple) and len(labels) <= tokens:
        return tuple(labels[:MOST_LABELS])
    return labels  # type: ignore[return-value]


def _called(pile: Pile, role: str, name: str) -> str:
    return f"{shown(name)} of {pile.name}" + ("" if name == role or role == "all" else f" as {role}")


def _first(*said: bool | None) -> bool:
    return next((one for one in said if one is not None), True)
