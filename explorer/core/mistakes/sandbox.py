"""The flip sandbox: moves applied to one tensor in any order, and what really came of each.

Every move is run twice: on the numbers, and on labels that say where each number began. So a claim of names
is never believed: it is held against the labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from explorer.core.config import divisors
from explorer.core.grid import Array, frozen
from explorer.core.mistakes.labels import Labels
from explorer.core.mistakes.moves import MOVES, Move, move_of
from explorer.core.mistakes.running import Refusal, run
from explorer.core.mistakes.strides import is_contiguous, view_refusal
from explorer.core.tensor import Tensor
from explorer.errors import listed
from explorer.words import capital, in_words, shape_letters

__all__ = ["MOVES", "Move", "Play", "Stage", "play"]


@dataclass(frozen=True, eq=False)
class Stage:
    """What one move did.

    Attributes
    ----------
    move : Move
    code, torch : str
        The line that was run, and PyTorch's for it.
    tensor : Tensor or None
        What came out, under the names that the move claims; None where it was refused.
    origins : ndarray of int, shaped as the tensor, or None
        For each cell, where in the tensor that the play began with its number lay, counted in its order.
    moved : {"view", "copy"} or None
        Whether the same bytes were read another way.
    in_place : int
        How many numbers are where the names say.
    torch_refusal : str
        What PyTorch's ``view`` says where NumPy's ``reshape`` copied without a word; else empty.
    refusal : Refusal or None
        What NumPy said instead of a result.
    mend : str
        What to do about the refusal, in pencil words.
    """

    move: Move
    code: str
    torch: str
    tensor: Tensor | None
    origins: Array | None
    moved: Literal["view", "copy"] | None
    in_place: int
    torch_refusal: str = ""
    refusal: Refusal | None = None
    mend: str = ""

    @property
    def cells(self) -> int:
        """How many numbers there are in what came out."""
        return 0 if self.tensor is None else self.tensor.values.size

    @property
    def scrambled(self) -> bool:
        """Whether some number is not where the names say."""
        return self.in_place < self.cells

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one entry to the next along each axis; none where nothing came out."""
        return () if self.tensor is None else self.tensor.strides

    @property
    def contiguous(self) -> bool:
        """Whether the block is tidy: in the order of its axes, with no gap."""
        return self.tensor is not None and is_contiguous(self.tensor.values)

    def text(self, words: str = "both") -> str:
        """Tell what came of the move.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str
            A sentence or two.

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.

        Examples
        --------
        >>> import explorer as ex
        >>> query = ex.trace()["dividers"]["query"]
        >>> play(query, ["inside_flip"]).stages[0].text("pencil")
        'Inside flip: (B, T, D, H), nothing copied; every number is where the names say.'
        """
        title = capital(self.move.say(words))
        if self.refusal is not None:
            return f'{title}: NumPy refuses, "{self.refusal.message}". {in_words(self.mend, words)}'
        assert self.tensor is not None  # nothing was refused
        shape = f"({', '.join(shape_letters(self.tensor.axes))})"
        copied = "copied" if self.moved == "copy" else "nothing copied"
        if self.scrambled:
            found = f"{self.in_place} of {self.cells} numbers are where the names say"
        else:
            found = "every number is where the names say"
        view = " PyTorch's view refuses: it never copies." if self.torch_refusal else ""
        return f"{title}: {shape}, {copied}; {found}.{view}"


@dataclass(frozen=True, eq=False)
class Play:
    """A tensor, and what the moves made of it, one after the other.

    Attributes
    ----------
    start : Tensor
    labels : Labels
        The sizes, and where each number began.
    stages : tuple of Stage
        One for each move that was tried. A refused one is the last.

    Examples
    --------
    >>> import explorer as ex
    >>> game = play(ex.trace()["cut"]["query"], ["dividers", "reshelve", "glue"], heads=2)
    >>> game.tensor.axes, game.in_place, game.scrambled
    (('batch', 'token', 'width'), 4, True)
    >>> [stage.moved for stage in game.stages]
    ['view', 'view', 'copy']
    """

    start: Tensor
    labels: Labels
    stages: tuple[Stage, ...]

    @property
    def tensor(self) -> Tensor:
        """What there is at the end; what there was before the refusal, if a move was refused."""
        made = [stage.tensor for stage in self.stages if stage.tensor is not None]
        return made[-1] if made else self.start

    @property
    def origins(self) -> Array:
        """For each cell of `tensor`, where in `start` its number lay."""
        made = [stage.origins for stage in self.stages if stage.origins is not None]
        return made[-1] if made else self.labels.start

    @property
    def refusal(self) -> Refusal | None:
        """What NumPy said, if it refused a move."""
        return self.stages[-1].refusal if self.stages else None

    @property
    def in_place(self) -> int:
        """How many numbers of `tensor` are where its names say."""
        made = [stage.in_place for stage in self.stages if stage.tensor is not None]
        return made[-1] if made else self.start.values.size

    @property
    def scrambled(self) -> bool:
        """Whether some number of `tensor` is not where its names say."""
        return self.in_place < self.tensor.values.size

    def text(self, words: str = "both") -> str:
        """Tell each move in turn, a line each.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str
            Empty where nothing was done.

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.
        """
        return "\n".join(stage.text(words) for stage in self.stages)


def play(tensor: Tensor, moves: Sequence[str], *, heads: int | None = None) -> Play:
    """Apply moves to a tensor, in the order given.

    Parameters
    ----------
    tensor : Tensor
        Its axes are batch, token and width, or batch, token, head and head_dim, in any order. Its own names
        are taken to be true.
    moves : sequence of str
        Keys of `MOVES`.
    heads : int, optional
        Into how many heads a row of `width` is to be divided; a tensor with heads knows that itself.

    Returns
    -------
    Play
        What cannot be done at all is told in it, and the moves after that are not tried.

    Raises
    ------
    UnknownNameError
        If there is no such move.
    AxisNameError
        If the tensor has other axes.
    ShapeError
        If `heads` is missing, no count, or not what the tensor has.

    Examples
    --------
    >>> import explorer as ex
    >>> query = ex.trace()["cut"]["query"]
    >>> play(query, ["dividers", "reshelve", "reshelve", "glue"], heads=2).scrambled
    False
    >>> play(query, ["reshape"], heads=2).tensor  # shaped as re-shelved heads, at once
    <Tensor query (batch 1, head 2, token 3, head_dim 2)>
    >>> play(query, ["reshelve"], heads=2).refusal.message
    "axes don't match array"
    """
    tried = [move_of(key) for key in moves]
    labels = Labels(tensor, heads)
    now, origins, stages = tensor, labels.start, list[Stage]()
    for move in tried:
        stage = _taken(move, now, origins, labels)
        stages.append(stage)
        if stage.tensor is None or stage.origins is None:
            break
        now, origins = stage.tensor, stage.origins
    return Play(tensor, labels, tuple(stages))


def _taken(move: Move, before: Tensor, origins: Array, labels: Labels) -> Stage:
    """Run one move on the numbers and on their labels."""
    code, torch = move.line(before.axes), move.line(before.axes, "pytorch")
    made, refusal = _run(move.key, code, before.values, labels)
    if made is None:
        mend = _mend(move, before, labels)
        return Stage(move, code, torch, None, None, None, 0, refusal=refusal, mend=mend)
    followed, _ = _run(move.key, code, origins, labels)
    assert followed is not None  # it has the shape of the numbers
    tensor = Tensor(before.name, made, move.claims(before.axes))
    refused = view_refusal(before.values, made.shape) if move.rereads else ""
    return Stage(
        move,
        code,
        torch,
        tensor,
        followed,
        "view" if np.shares_memory(made, before.values) else "copy",
        int(np.count_nonzero(followed == labels.expected(tensor.axes))),
        torch_refusal=refused,
    )


def _run(key: str, code: str, values: Array, labels: Labels) -> tuple[Array | None, Refusal | None]:
    namespace: dict[str, Any] = {"np": np, "x": values, **labels.sizes}
    refusal, _ = run(key, code, namespace)
    return (None if refusal else frozen(namespace["x"])), refusal


def _mend(move: Move, before: Tensor, labels: Labels) -> str:
    """Say what to do where NumPy refuses; it does so for two reasons."""
    if move.takes is not None and move.takes != len(before.axes):
        return (
            f"There are {len(before.axes)} counters here and the move is about {move.takes}: draw the "
            f"dividers first. PyTorch's {move.standard} would not refuse: it would trade two other counters."
        )
    width, heads = labels.sizes["C"], labels.sizes["H"]
    return (
        f"A row of {width} can't be divided into {heads} lenses: {width} is not a multiple of {heads}. "
        f"Choose {listed(divisors(width))}."
    )
