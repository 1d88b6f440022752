"""One trip on its wrong way: a namespace, what each variable is called, and the steps it comes to."""

from __future__ import annotations

import dataclasses
import dis
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from explorer.core.coding import own_keep
from explorer.core.mistakes.naming import NameClash, clashes, glue_clash, mask_clash, named
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import VARIABLES, Refusal, attempt, compiled, sizes_of
from explorer.core.mistakes.strides import view_refusal
from explorer.core.step import Cost, Moved, Step, swapped_axes
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace

__all__ = ["Journey"]

_MOVES = ("cut", "dividers", "reshelve", "inside_flip", "merge")
_TURNED = {"reshelved": "blend"}
_KNOWN = tuple(dict.fromkeys(variable for own in VARIABLES.values() for variable in own))


class Journey:
    """The state of a trip that is being taken.

    Parameters
    ----------
    right : Trace
        The right trip.
    first : int
        How many of its steps were taken already, as they are.

    Attributes
    ----------
    taken : list of Step
        The steps gone since.
    clashes : list of NameClash
    warned : dict of str to tuple of str
    refusal : Refusal or None
    """

    def __init__(self, right: Trace, first: int) -> None:
        self.names: dict[str, Tensor] = {}
        self.namespace: dict[str, Any] = {"np": np, **sizes_of(right.config)}
        self.namespace["own_keep"] = own_keep(right)
        self.taken: list[Step] = []
        self.clashes: list[NameClash] = []
        self.warned: dict[str, tuple[str, ...]] = {}
        self.refusal: Refusal | None = None
        pour = right["pour"]
        start = {name: pour[name] for name in ("tokens", "table", "bias") if name in pour}
        if right.given:
            start |= {letter: right["cut"][name] for letter, name in VARIABLES["cut"].items()}
        for variable, tensor in start.items():
            self._hold(variable, tensor)
        for step in right.steps[:first]:
            for variable, name in VARIABLES[step.name].items():
                if name in step:
                    self._hold(variable, step[name])

    def _hold(self, variable: str, tensor: Tensor) -> None:
        values = tensor.values
        if variable == "keep" and values.ndim == 3:
            values = values[:, np.newaxis]  # over every head
        if variable in ("totals", "shift"):
            values = values[..., np.newaxis]  # the lines keep the axis that was summed over
        self.names[variable], self.namespace[variable] = tensor, values

    def go(self, step: str, code: str) -> bool:
        """Take one step; False where NumPy refuses it."""
        met = list(clashes(step, self.names))
        before, names = dict(self.namespace), dict(self.names)
        self.refusal, warned = self._run(step, code)
        if warned:
            self.warned[step] = warned
        if self.refusal is not None:
            self._note(met, names, step, ran=False)
            return False
        made = self._made(step, before)
        self._note(met, names, step, ran=True)
        read = _read(step, code)
        inputs = {tensor.name: tensor for variable, tensor in names.items() if variable in read}
        tensors = {tensor.name: tensor for tensor in made.values()}
        seen, moved = list(names.values()), {}
        for tensor in tensors.values():
            moved[tensor.name] = _how(step, tensor, seen)
            seen.append(tensor)
        copied = sum(tensors[name].values.nbytes for name, how in moved.items() if how == "copy")
        self.taken.append(
            Step(
                name=step,
                tensors=MappingProxyType(tensors),
                inputs=MappingProxyType(inputs),
                swapped=_swapped(made, names),
                moved=MappingProxyType(moved),
                cost=Cost(bytes_copied=copied),
            )
        )
        return True

    def _run(self, step: str, code: str) -> tuple[Refusal | None, tuple[str, ...]]:
        """Run a step's lines; those that write in place get copies, for what is recorded is frozen."""
        before = dict(self.namespace)
        refusal, warned = attempt(step, code, self.namespace)
        if refusal is None or "read-only" not in refusal.message:
            return refusal, warned
        arrays = {name: value for name, value in before.items() if isinstance(value, np.ndarray)}
        copies = {name: value.copy(order="K") for name, value in arrays.items()}
        self.namespace.clear()
        self.namespace.update({**before, **copies})
        refusal, warned = attempt(step, code, self.namespace)
        for name, copy in copies.items():  # what was not written to is what it was
            if self.namespace[name] is copy and np.array_equal(copy, arrays[name], equal_nan=True):
                self.namespace[name] = arrays[name]
        return refusal, warned

    def torch_refusal(self, turns: Sequence[WrongTurn], codes: Mapping[str, str]) -> Refusal | None:
        """Ask the strides whether PyTorch's view would have done what NumPy's reshape did."""
        taken = [step.name for step in self.taken]
        for turn in turns:
            if turn.torch_view is None or turn.step not in taken:
                continue
            variable, letters = turn.torch_view
            names = dict(self.namespace)
            if turn.step == "merge":  # PyTorch's products lie tidily; NumPy's may lie as what went in lay
                names["blend"] = np.ascontiguousarray(names["blend"])
                attempt(turn.step, codes[turn.step], names)
            shape = tuple(names[letter] for letter in letters)
            if said := view_refusal(names[variable], shape):
                line = f"{variable}.view({', '.join(letters)})"
                return Refusal(turn.step, "RuntimeError", said, line, by="PyTorch")
        return None

    def _made(self, step: str, before: Mapping[str, Any]) -> dict[str, Tensor]:
        """Name what the step left: its own variables, and any other that it changed."""
        own = VARIABLES[step]
        made = {}
        for variable in dict.fromkeys([*_KNOWN, *own]):
            same = variable in before and self.namespace.get(variable) is before[variable]
            still = variable in own and variable in (
                "q",
                "k",
                "v",
            )  # left as it is, it is this step's all the same
            if variable in self.namespace and (still or not same):
                values = self.namespace[variable]
                made[variable] = self.names[variable] = named(step, variable, values, self.names, same=same)
        return made

    def _note(self, met: list[NameClash], names: Mapping[str, Tensor], step: str, *, ran: bool) -> None:
        """Keep the names that did not fit, and whether NumPy minded."""
        if step == "mask" and "keep" in self.namespace:
            keep = named(step, "keep", self.namespace["keep"], self.names)
            met += mask_clash(names["scores"], keep)
        if step == "merge" and ran:
            glued = next(self.names[name] for name in ("block", "reshelved", "blend") if name in self.names)
            met += glue_clash(glued, self.names["out"])
        self.clashes += [dataclasses.replace(clash, ran=ran) for clash in met]


def _read(step: str, code: str) -> set[str]:
    """Find the variables that the lines read, and not only write."""
    loads = dis.get_instructions(compiled(step, code))
    return {str(one.argval) for one in loads if one.opname == "LOAD_NAME"}


def _how(step: str, made: Tensor, seen: Sequence[Tensor]) -> Moved:
    """Read from the arrays whether a tensor is a view of what was there, moved numbers, or new ones."""
    if any(made.shares_memory_with(other) for other in seen):
        return "view"
    return "copy" if step in _MOVES else "new"


def _swapped(made: Mapping[str, Tensor], names: Mapping[str, Tensor]) -> tuple[str, ...]:
    """Find two axes that really traded places: each still has the stride that it had."""
    for variable, tensor in made.items():
        parent = names.get(_TURNED.get(variable, variable))
        if parent is None or not tensor.shares_memory_with(parent):
            continue
        swap = swapped_axes(parent.axes, tensor.axes)
        strides = [dict(zip(one.axes, one.strides, strict=True)) for one in (parent, tensor)]
        if swap and all(strides[0][axis] == strides[1][axis] for axis in swap):
            return swap
    return ()
