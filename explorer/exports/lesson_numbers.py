"""The numbers of a portable lesson: where each stands, its arithmetic, what it is traced through.

All of it is worked out here, by the engine; the lesson's script looks it up. Every number that any picture
draws has a slot: slots count along the trip, tensor after tensor, so that what is traced is mostly runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.core.ancestors import Lineage
from explorer.core.explain import Explanation
from explorer.core.place import Place
from explorer.core.trace import Trace
from explorer.scene.number_told import tell_number, value_text, where
from explorer.words import WORDS

__all__ = ["Slots", "numbers_record", "runs"]

Key = tuple[str, str]


class Slots:
    """A slot for each number that is drawn.

    Parameters
    ----------
    trip : Trace
    drawn : collection of Place
        The numbers that pictures show, each as often as it is shown.

    Attributes
    ----------
    places : tuple of Place
        Each once, in the order of the trip.

    Examples
    --------
    >>> import explorer as ex
    >>> place = ex.trace().explain("merge", "output", batch=0, token=1, width=0).place
    >>> slots = Slots(ex.trace(), [place, place])
    >>> slots.places == (place,), slots[place]
    (True, 0)
    """

    def __init__(self, trip: Trace, drawn: Collection[Place]) -> None:
        self._tables: dict[Key, npt.NDArray[np.int64]] = {}
        wanted: dict[Key, dict[tuple[int, ...], Place]] = {}
        for place in drawn:
            wanted.setdefault((place.step, place.tensor), {})[place.index] = place
        places: list[Place] = []
        for step in trip.steps:
            for name, tensor in step.tensors.items():
                here = wanted.get((step.name, name), {})
                table = np.full(tensor.shape, -1, dtype=np.int64)
                for index in sorted(here):
                    table[index] = len(places)
                    places.append(here[index])
                self._tables[step.name, name] = table
        self.places = tuple(places)

    def __getitem__(self, place: Place) -> int:
        """Find the slot of a number that is drawn."""
        return int(self._tables[place.step, place.tensor][place.index])

    def among(self, places: Iterable[Place]) -> list[int]:
        """Find the slots of those that are drawn, in order."""
        found = {int(self._tables[place.step, place.tensor][place.index]) for place in places}
        return sorted(found - {-1})

    def parts(self, lineage: Lineage) -> Iterator[list[int]]:
        """Find the slots that a walk met, tensor by tensor; those with none are left out."""
        for key, marked in lineage.cells.items():
            met = self._tables[key][marked]
            if len(met := met[met >= 0]):
                yield met.tolist()


def runs(slots: list[int]) -> tuple[int, ...]:
    """Write slots in order as runs: where each begins, and how many follow one another.

    Parameters
    ----------
    slots : list of int
        From small to large.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> runs([4, 5, 6, 9])
    (4, 3, 9, 1)
    """
    told: list[int] = []
    for slot in slots:
        if told and slot == told[-2] + told[-1]:
            told[-1] += 1
        else:
            told += [slot, 1]
    return tuple(told)


def numbers_record(trip: Trace, slots: Slots, done: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Tell of every number that is drawn, for the lesson's script.

    Parameters
    ----------
    trip : Trace
    slots : Slots
    done : callable
        Called after each number.

    Returns
    -------
    dict
        By slot: ``told``, for each vocabulary where it is, its value and its arithmetic; ``operands``, slots;
        ``back`` and ``onward``, places in ``chunks``; ``verdicts``, both in words. A chunk is `runs` of slots
        of one tensor: many numbers are traced through the same ones.

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> match = trip.explain("scores", "matches", batch=0, head=0, query_token=2, key_token=1)
    >>> drawn = [match.place, *(operand.place for operand in match.operands)]
    >>> record = numbers_record(trip, Slots(trip, drawn))
    >>> record["told"]["pencil"][4]
    ['matches, lens 0, asking 2, looked at 1', '2', 'match = 1*0 + 1*2 = 2']
    >>> record["operands"][4], [record["chunks"][i] for i in record["back"][4]]
    ([0, 1, 2, 3], [(0, 2), (2, 2), (4, 1)])
    """
    chunks: dict[tuple[int, ...], int] = {}
    told: dict[str, list[list[str]]] = {vocabulary: [] for vocabulary in WORDS}
    record: dict[str, Any] = {"told": told, "operands": [], "back": [], "onward": [], "verdicts": []}
    for place in slots.places:
        at = dict(place.coords)
        found = trip.explain(place.step, place.tensor, **at)
        value = value_text(trip[place.step][place.tensor].values[place.index])
        for vocabulary in WORDS:
            lines = tell_number(trip.config, found, vocabulary)
            told[vocabulary].append([where(trip.config, place, vocabulary), value, *lines])
        record["operands"].append(slots.among(_read_for(trip, found)))
        walks = (
            trip.ancestors(place.step, place.tensor, **at),
            trip.descendants(place.step, place.tensor, **at),
        )
        for name, walk in zip(("back", "onward"), walks, strict=True):
            record[name].append([chunks.setdefault(runs(met), len(chunks)) for met in slots.parts(walk)])
        record["verdicts"].append([f"{walk.verdict[0].upper()}{walk.verdict[1:]}." for walk in walks])
        done()
    return {**record, "chunks": list(chunks)}


def _read_for(trip: Trace, told: Explanation) -> set[Place]:
    """Find what a number was worked out from; of a score, the factors of its match too."""
    places = {operand.place for operand in told.operands}
    for match in [one for one in places if one.tensor == "matches" and one.step == told.place.step]:
        behind = trip.explain(match.step, match.tensor, **dict(match.coords))
        places |= {operand.place for operand in behind.operands}
    return places
