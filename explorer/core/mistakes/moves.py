"""The moves of the flip sandbox: a line of code each, and the names that whoever writes it believes in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.errors import UnknownNameError, listed
from explorer.words import STEPS, choose, shape_letters

__all__ = ["MOVES", "Axes", "Move", "move_of"]

Axes = tuple[str, ...]

_ROWS: Axes = ("batch", "token", "width")
_DIVIDED: Axes = ("batch", "token", "head", "head_dim")
_SHELVED: Axes = ("batch", "head", "token", "head_dim")


@dataclass(frozen=True, eq=False)
class Move:
    """One thing to do to a tensor that is called ``x``.

    Parameters
    ----------
    key : str
        What it goes by: ``"reshelve"``.
    pencil, standard : str
        Its title in pencil words and in the field's.
    numpy, torch : str
        The line; ``{shape}`` stands for the letters of the shape that is asked for.
    claims : callable
        From the names before to the names after, as whoever writes the line takes them to be.
    rereads : bool
        Whether the line re-reads the numbers in order as another shape, and so asks PyTorch for a view.
    takes : int or None
        How many axes it needs; None where any number will do.

    Examples
    --------
    >>> MOVES["reshelve"].say("pencil"), MOVES["reshelve"].claims(("batch", "token", "head", "head_dim"))
    ('re-shelve', ('batch', 'head', 'token', 'head_dim'))
    """

    key: str
    pencil: str
    standard: str
    numpy: str
    torch: str
    claims: Callable[[Axes], Axes]
    rereads: bool = False
    takes: int | None = None

    def say(self, words: str = "both") -> str:
        """Say its title.

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

    def line(self, axes: Axes, dialect: str = "numpy") -> str:
        """Write the move as code.

        Parameters
        ----------
        axes : tuple of str
            What the axes of ``x`` are called before it.
        dialect : {"numpy", "pytorch"}

        Returns
        -------
        str

        Raises
        ------
        UnknownNameError
            If there is no such dialect.

        Examples
        --------
        >>> MOVES["reshape"].line(("batch", "token", "head", "head_dim"))
        'x = x.reshape(B, H, T, D)'
        >>> MOVES["glue"].line(("batch", "head", "token", "head_dim"), "pytorch")
        'x = x.view(B, T, C)'
        """
        lines = {"numpy": self.numpy, "pytorch": self.torch}
        if dialect not in lines:
            raise UnknownNameError(f"Cannot write a move in {dialect!r}: choose {listed(lines)}.")
        return lines[dialect].format(shape=", ".join(shape_letters(self.claims(axes))))


def move_of(key: str) -> Move:
    """Find a move by its key.

    Parameters
    ----------
    key : str

    Returns
    -------
    Move

    Raises
    ------
    UnknownNameError
        If there is none of that key; the message lists those that there are.

    Examples
    --------
    >>> move_of("glue").numpy
    'x = x.reshape({shape})'
    """
    if key not in MOVES:
        raise UnknownNameError(f"Cannot make the move {key!r}: choose {listed(MOVES)}.")
    return MOVES[key]


def _shelves_traded(axes: Axes) -> Axes:
    """Trade the two middle names; rows that have no dividers yet get all four at once."""
    if "width" in axes:
        return _SHELVED
    book, outer, inner, last = axes
    return (book, inner, outer, last)


def _last_two_traded(axes: Axes) -> Axes:
    return (*axes[:-2], axes[-1], axes[-2])


_REREAD = ("x = x.reshape({shape})", "x = x.view({shape})")

MOVES: Mapping[str, Move] = MappingProxyType(
    {
        move.key: move
        for move in (
            Move(
                "dividers",
                STEPS["dividers"].say("pencil"),
                STEPS["dividers"].say("standard"),
                *_REREAD,
                claims=lambda _: _DIVIDED,
                rereads=True,
            ),
            Move(
                "reshelve",
                STEPS["reshelve"].say("pencil"),
                STEPS["reshelve"].say("standard"),
                "x = x.transpose(0, 2, 1, 3)",
                "x = x.transpose(1, 2)",
                claims=_shelves_traded,
                takes=4,
            ),
            Move(
                "inside_flip",
                STEPS["inside_flip"].say("pencil"),
                STEPS["inside_flip"].say("standard"),
                "x = x.transpose(0, 1, 3, 2)",
                "x = x.transpose(-2, -1)",
                claims=_last_two_traded,
                takes=4,
            ),
            Move(
                "reshape",
                "re-read in order, as if re-shelved",
                "reshape for transpose(1, 2)",
                *_REREAD,
                claims=_shelves_traded,
                rereads=True,
            ),
            Move(
                "reshape_flip",
                "re-read in order, as if flipped",
                "reshape for transpose(-2, -1)",
                *_REREAD,
                claims=_last_two_traded,
                rereads=True,
            ),
            Move(
                "contiguous",
                "tidy the block",
                "contiguous()",
                "x = np.ascontiguousarray(x)",
                "x = x.contiguous()",
                claims=lambda axes: axes,
            ),
            Move(
                "glue",
                STEPS["merge"].say("pencil"),
                STEPS["merge"].say("standard"),
                *_REREAD,
                claims=lambda _: _ROWS,
                rereads=True,
            ),
        )
    }
)
"""The moves by key, in the order a person meets them.

A flip carries the names of the axes along. A re-reading claims names: dividers are always put into rows of
tokens, and pulled out into rows of tokens, whatever the numbers' order is by then, because that is what the
line says. Whether the claim is true is found by following the numbers.
"""
