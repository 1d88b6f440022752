"""From files to Numbers in one call, for notebooks and the command line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from explorer.core.numbers import Numbers
from explorer.errors import DataError
from explorer.files.guessing import guess
from explorer.files.opened import read_path
from explorer.files.pile import Pile, together
from explorer.files.reading import Question
from explorer.files.taking import numbers_from

__all__ = ["open_numbers"]

Path = str | os.PathLike[str]


def open_numbers(
    path: Path | Iterable[Path],
    *,
    reading: Mapping[str, Any] | None = None,
    heads: int | None = None,
    labels: Sequence[str] | None = None,
    causal: bool | None = None,
) -> Numbers:
    """Open numbers of your own: ``.npz``, ``.npy``, ``.safetensors``, CSV or JSON.

    They are query, key and value, each (T, C), (B, T, C) or (B, H, T, D); or tokens and the table that they
    are poured through, (C, 3C) or PyTorch's (3C, C), perhaps with a bias; or the three side by side in a row.

    Parameters
    ----------
    path : path, or iterable of paths
        A file of this computer; several, as ``["q.csv", "k.csv", "v.csv"]``, are taken together.
    reading : mapping of str to value, optional
        Answers to what the file does not tell: ``kind``, the name of an array for a role (``query``,
        ``tokens``, ...), ``order`` ("batch token head head_dim"), ``table_order``. A refusal lists what
        has to be answered.
    heads : int, optional
        Into how many heads a row is divided at first; 1 if nobody says.
    labels : sequence of str, optional
        Names of the tokens.
    causal : bool, optional
        The rule that they were computed with; True if nobody says.

    Returns
    -------
    Numbers
        To be traced: ``explorer.trace(explorer.Config.of(numbers))``.

    Raises
    ------
    FileError
        If a file can't be read: missing, empty, too large, damaged, pickled, of an unknown format.
    DataError
        If it holds NaN, infinity or text (the message says where), or something has to be answered first.
    ShapeError
        If shapes do not fit each other.

    Notes
    -----
    Four axes are taken as (B, H, T, D) unasked only if there are fewer heads than tokens; otherwise
    `reading`, `heads` or as many labels as tokens have to tell.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "layer.json"
    ...     _ = file.write_text(json.dumps({"q": [[1, 0]], "k": [[0, 1]], "v": [[2, 2]], "labels": ["the"]}))
    ...     open_numbers(file, heads=2)
    <Numbers 'layer.json': query, key, value; 1 batch item, 1 token, width 2, 2 heads, float64>
    """
    pile = _pile(path)
    answers = dict(reading or {}) | ({} if heads is None else {"heads": heads})
    guessed = guess(pile, answers)
    if guessed.open:
        raise DataError(_asked(pile, guessed.open, guessed.open[0].field))
    return numbers_from(pile, guessed, labels=labels, causal=causal)


def _pile(path: Path | Iterable[Path]) -> Pile:
    if isinstance(path, str | os.PathLike):
        return read_path(path)
    return together(map(read_path, path))


def _asked(pile: Pile, questions: Sequence[Question], first: str) -> str:
    lines = [
        f"{question.text} {question.field}: {', '.join(repr(value) for _, value in question.choices[:20])}"
        for question in questions
    ]
    example = questions[0].chosen
    return (
        f"Cannot tell how to read {pile.name}. {'; '.join(lines)}. "
        f"Say it, as in reading={{{first!r}: {example!r}}}."
    )
