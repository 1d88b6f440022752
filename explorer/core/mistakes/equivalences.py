"""Equivalences, checked live: two ways to write the same thing, both run on a trip's own numbers.

What is shown is what runs. Nothing is taken on trust: `holds` comes from comparing the two arrays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.core.coding import code_of
from explorer.core.grid import Array
from explorer.core.mistakes.laws import LAWS, Law
from explorer.core.mistakes.running import run, sizes_of
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.start import start_of
from explorer.core.trace import Trace
from explorer.words import choose, in_words

__all__ = ["LAWS", "Equivalence", "Law", "checked", "equivalences"]

_POURED_FOR_IT = (
    "This trip's WANT, HAVE and GIVE were not poured, so tokens and table are the poured trip's, "
    "at the same sizes."
)


@dataclass(frozen=True)
class Equivalence:
    """Two pieces of code, and whether they came to the same.

    Attributes
    ----------
    key : str
    pencil, standard : str
        What is claimed, in pencil words and in the field's.
    left, right : str
        The NumPy lines that were run; each leaves its result in the variable of that name. They start from
        what the trip at hand holds, see `checked`.
    holds : bool
        Whether every cell agrees within `allowed`. Not a number agrees with not a number.
    difference : float
        The largest there is; infinite where the shapes differ, or one side alone is no number.
    allowed : float
        The most that rounding can make of it, in the trip's dtype; 0 where numbers are only moved.
    cells : int
        How many were compared.
    note : str
        Where the numbers are not the trip's own: whose they are, in pencil words.
    """

    key: str
    pencil: str
    standard: str
    left: str
    right: str
    holds: bool
    difference: float
    allowed: float
    cells: int
    note: str = ""

    def say(self, words: str = "both") -> str:
        """Say what is claimed.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.
        """
        return choose(self.pencil, self.standard, words)

    def text(self, words: str = "both") -> str:
        """Tell what was found, and how it was judged.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str
            A sentence, or two where the numbers are not the trip's own.

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.

        Examples
        --------
        >>> import explorer as ex
        >>> equivalences(ex.trace())[3].text("pencil")
        'Holds: 12 numbers compared, all equal to the last digit.'
        """
        if not self.cells or self.difference == math.inf:
            found = "the two sides differ in shape, or in what is a number at all"
        elif self.difference == 0:
            found = "all equal to the last digit"
        else:
            rounding = (
                f"rounding may come to {self.allowed:.1g}" if self.allowed else "nothing is rounded here"
            )
            found = f"they differ by at most {self.difference:.2g}, and {rounding}"
        told = f"{'Holds' if self.holds else 'Does not hold'}: {self.cells} numbers compared, {found}."
        return f"{told} {in_words(self.note, words)}".rstrip()


def equivalences(trip: Trace) -> tuple[Equivalence, ...]:
    """Check all of `LAWS` on the numbers of a trip.

    Parameters
    ----------
    trip : Trace
        Of one with wrong turns, the right trip is taken.

    Returns
    -------
    tuple of Equivalence

    Examples
    --------
    >>> import explorer as ex
    >>> for found in equivalences(ex.trace()):
    ...     print(found.holds, found.say("standard"))
    True one qkv projection, then split = a slice of its weight for every head
    True einsum with no transpose at all = the same output
    True transpose(1, 2) before or after the split into q, k, v = the same
    True each transpose applied twice = nothing
    True permuting the heads = permuting the blocks of the output
    """
    return tuple(checked(law, trip) for law in LAWS.values())


def checked(law: Law, trip: Trace) -> Equivalence:
    """Run both sides of one law, and compare them.

    Parameters
    ----------
    law : Law
    trip : Trace

    Returns
    -------
    Equivalence

    Notes
    -----
    Each side is run alone, with ``q``, ``k``, ``v`` (B, T, C), ``wide``, ``out`` (B, T, C), ``keep`` laid so
    that it goes with a score grid, the sizes, and ``tokens``, ``table`` and perhaps ``bias``. The two may
    differ by what rounding makes of the same sum taken in another order: a bound from the numbers themselves,
    such as Higham gives in "Accuracy and Stability of Numerical Algorithms" (2002), section 3.1.

    Examples
    --------
    >>> import explorer as ex
    >>> print(checked(LAWS["flip_twice"], ex.trace()).left)
    left = k.reshape(B, T, H, D)
    """
    right_trip = trip.right if isinstance(trip, WrongTrace) else trip
    namespace, note = _start(right_trip, poured=law.poured)
    codes = {step: code_of(right_trip, step) for step in ("pour", "scores", "mask", "shares")}
    left, right = law.left(codes), law.right(codes)
    one, other = _run("left", left, namespace), _run("right", right, namespace)
    allowed = law.rounding(namespace) if law.rounding else 0.0
    difference, cells = _apart(one, other)
    return Equivalence(
        key=law.key,
        pencil=law.pencil,
        standard=law.standard,
        left=left,
        right=right,
        holds=difference <= allowed,
        difference=difference,
        allowed=allowed,
        cells=cells,
        note=note,
    )


def _start(trip: Trace, *, poured: bool) -> tuple[dict[str, Any], str]:
    """Give the names that the lines begin with, and say whose numbers they are where not the trip's."""
    keep = trip["mask"]["keep"].values
    namespace: dict[str, Any] = {
        "np": np,
        **sizes_of(trip.config),
        **dict(zip("qkv", (trip["cut"][name].values for name in ("query", "key", "value")), strict=True)),
        "wide": trip["pour"]["wide"].values,
        "keep": keep if keep.ndim == 2 else keep[:, np.newaxis],
        "root_of": trip.config.root_of,
        "out": trip.output.values,
    }
    if not poured:
        return namespace, ""
    if not trip.given:
        own = {
            name: trip["pour"][name].values for name in ("tokens", "table", "bias") if name in trip["pour"]
        }
        return {**namespace, **own}, ""
    start = start_of(trip.config.replace(source="poured", numbers=None))
    return {**namespace, **start}, _POURED_FOR_IT


def _run(side: str, code: str, namespace: Mapping[str, Any]) -> Array | None:
    """Run one side in names of its own; None where NumPy refuses it."""
    names = dict(namespace)
    refusal, _ = run(side, code, names)
    return None if refusal else np.asarray(names[side])


def _apart(left: Array | None, right: Array | None) -> tuple[float, int]:
    """Find the largest difference, and how many cells were compared."""
    if left is None or right is None or left.shape != right.shape:
        return math.inf, 0
    alike = (left == right) | (np.isnan(left) & np.isnan(right))
    with np.errstate(invalid="ignore", over="ignore"):
        apart = np.where(alike, 0, np.abs(left - right))
    return float(np.where(np.isnan(apart), np.inf, apart).max(initial=0)), left.size
