"""The record of one step: what it read, what it made, and what that did to axes and memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from explorer.core.tensor import Tensor
from explorer.errors import UnknownNameError, listed

__all__ = ["Cost", "Moved", "Step", "swapped_axes"]

Moved = Literal["view", "copy", "new"]


@dataclass(frozen=True)
class Cost:
    """The clerk-steps of one step: what a person with a pencil would have to do.

    Struck cells are not counted: a clerk who has the keep-table skips them. Nor is the shift of a row. In a
    row with nothing kept there is nothing to work out: its shares of 0 or NaN, and its blend, are written
    down and cost nothing. Where such a row is shared out evenly, that is work, counted for every token:
    a power, an addition and a division each, and the blend of all of them; not their matches, which it never
    reads.

    Attributes
    ----------
    multiplications, additions, exponentials, divisions : int
    bytes_copied : int
        Bytes written by tensors that are copies: no arithmetic, only moving.

    Examples
    --------
    >>> import explorer as ex
    >>> ex.trace()["inside_flip"].cost.clerk_steps
    0
    """

    multiplications: int = 0
    additions: int = 0
    exponentials: int = 0
    divisions: int = 0
    bytes_copied: int = 0

    @property
    def clerk_steps(self) -> int:
        """Multiplications, additions, exponentials and divisions together."""
        return self.multiplications + self.additions + self.exponentials + self.divisions


@dataclass(frozen=True, eq=False)
class Step:
    """One of the ten steps, as it was run.

    Attributes
    ----------
    name : str
        ``"pour"`` ... ``"merge"``.
    tensors : mapping of str to Tensor
        What the step recorded, in the order it was made.
    inputs : mapping of str to Tensor
        What it read from earlier steps, by tensor name.
    swapped : tuple of str
        The two axes that traded places, as they stood before, outer first; empty where none did.
    moved : mapping of str to {"view", "copy", "new"}
        Per tensor: the same bytes read another way, the same numbers in other bytes, or computed.
    cost : Cost

    Examples
    --------
    >>> import explorer as ex
    >>> step = ex.trace()["merge"]
    >>> dict(step.moved)
    {'reshelved': 'view', 'block': 'copy', 'output': 'view'}
    >>> step.swapped
    ('head', 'token')
    """

    name: str
    tensors: Mapping[str, Tensor]
    inputs: Mapping[str, Tensor]
    swapped: tuple[str, ...]
    moved: Mapping[str, Moved]
    cost: Cost = field(default_factory=Cost)

    @classmethod
    def record(
        cls,
        name: str,
        made: tuple[Tensor, ...],
        *,
        inputs: tuple[Tensor, ...] = (),
        rereads: Mapping[str, Tensor] | None = None,
        arithmetic: Cost | None = None,
    ) -> Step:
        """Freeze a step, reading from the live arrays what was swapped, viewed and copied.

        Parameters
        ----------
        name : str
        made : tuple of Tensor
            In the order they were made.
        inputs : tuple of Tensor
            What was read from earlier steps.
        rereads : mapping of str to Tensor, optional
            For each made tensor that only re-reads or moves numbers: the tensor it took them from.
            Whether that is a view or a copy is then a question to the arrays. The others were computed.
        arithmetic : Cost, optional
            The clerk-steps; the bytes copied are added here.

        Returns
        -------
        Step

        Examples
        --------
        >>> import numpy as np
        >>> key = Tensor("key", np.ones((3, 2)), ("token", "head_dim"))
        >>> stood_up = Tensor("key", key.values.T, ("head_dim", "token"))
        >>> step = Step.record("inside_flip", (stood_up,), inputs=(key,), rereads={"key": key})
        >>> step.swapped, step.moved["key"]
        (('token', 'head_dim'), 'view')
        """
        parents = rereads or {}
        moved = {tensor.name: _moved(tensor, parents.get(tensor.name)) for tensor in made}
        swaps = [
            swapped_axes(parents[tensor.name].axes, tensor.axes) for tensor in made if tensor.name in parents
        ]
        work = arithmetic or Cost()
        copied = sum(tensor.values.nbytes for tensor in made if moved[tensor.name] == "copy")
        return cls(
            name=name,
            tensors=MappingProxyType({tensor.name: tensor for tensor in made}),
            inputs=MappingProxyType({tensor.name: tensor for tensor in inputs}),
            swapped=next((swap for swap in swaps if swap), ()),
            moved=MappingProxyType(moved),
            cost=Cost(work.multiplications, work.additions, work.exponentials, work.divisions, copied),
        )

    def __getitem__(self, name: str) -> Tensor:
        """Find the tensor of this name; `UnknownNameError` lists those that there are."""
        if name not in self.tensors:
            raise UnknownNameError(
                f"Cannot find {name!r} in step {self.name}: it recorded {listed(self.tensors, 'and')}. "
                "Choose among those."
            )
        return self.tensors[name]

    def __contains__(self, name: object) -> bool:
        return name in self.tensors

    def __repr__(self) -> str:
        return f"<Step {self.name}: {', '.join(map(repr, self.tensors.values()))}>"


def swapped_axes(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Which two axes traded places, as they stood before.

    Parameters
    ----------
    before, after : tuple of str
        Axis names, outermost first.

    Returns
    -------
    tuple of str
        Two names, or none if anything else than one swap happened.

    Examples
    --------
    >>> swapped_axes(("batch", "token", "head", "head_dim"), ("batch", "head", "token", "head_dim"))
    ('token', 'head')
    >>> swapped_axes(("batch", "token", "width"), ("batch", "token", "head", "head_dim"))
    ()
    """
    if sorted(before) != sorted(after):
        return ()
    apart = [old for old, new in zip(before, after, strict=True) if old != new]
    return tuple(apart) if len(apart) == 2 else ()


def _moved(tensor: Tensor, parent: Tensor | None) -> Moved:
    if parent is None:
        return "new"
    return "view" if tensor.shares_memory_with(parent) else "copy"
