"""A sweep over sizes as a table that a teacher reads: in plain text, and in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from explorer.core.config import Config
from explorer.core.mistakes.record import Kind, WrongTurn
from explorer.core.ties import ties

__all__ = ["MARKS", "as_markdown", "as_text"]

MARKS: Mapping[Kind, tuple[str, str]] = {
    "refused": ("r", "NumPy refuses it"),
    "other shape": ("S", "runs, and another shape comes out"),
    "wrong contents": ("W", "runs, and wrong numbers come out"),
    "hidden by a tie": ("=", "runs, and the right numbers come out, by the luck of these sizes"),
    "same": ("-", "the right numbers come out, here and at sizes that hide nothing"),
}
"""A mark for each kind, and what it means. A capital is what runs and is wrong, "=" what a tie hides."""


class Row(Protocol):
    """What comes of each turn at one choice of sizes."""

    @property
    def config(self) -> Config:
        """The sizes."""

    def __getitem__(self, key: str) -> Kind: ...


def as_text(
    rows: Sequence[Row], turns: Sequence[WrongTurn], changing: Sequence[str], words: str = "both"
) -> str:
    """Write a line for each choice of sizes, and a numbered column for each turn that changes.

    Parameters
    ----------
    rows : sequence of Meter
        One or more.
    turns : sequence of WrongTurn
    changing : sequence of str
        The keys of those turns that have a column.
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If `words` is no vocabulary.

    Examples
    --------
    >>> from explorer.core.mistakes.meter import sweep
    >>> found = sweep(4, 2, (3, 4), keys=["flip_forgotten"])
    >>> print(as_text(found.rows, found.turns, found.changing, "pencil").splitlines()[3])
    4 2 3  r
    """
    head = [*"THD", *(str(number) for number, _ in enumerate(changing, start=1))]
    lines = [head, *([*_sizes(row), *(MARKS[row[key]][0] for key in changing)] for row in rows)]
    wide = [max(len(line[place]) for line in lines) for place in range(len(head))]
    tied = ["", *(_tied(row) for row in rows)]
    table = []
    for line, tie in zip(lines, tied, strict=True):
        cells = [cell.rjust(width) for cell, width in zip(line, wide, strict=True)]
        table.append("  ".join(part for part in (" ".join(cells[:3]), " ".join(cells[3:]), tie) if part))
    blocks = [[_rules(rows[0].config)], table]
    number_width = len(str(len(changing)))
    blocks.append([f"{number:>{number_width}}  {title}" for number, title in _titles(turns, changing, words)])
    blocks.append([f"{mark}  {meaning}" for mark, meaning in _meanings(rows, turns)])
    alike = [f"{mark}  {titles}" for mark, titles in _alike(rows, turns, changing, words)]
    blocks.append(["The same at all of these sizes:", *alike] if alike else [])
    return "\n\n".join("\n".join(block) for block in blocks if block)


def as_markdown(
    rows: Sequence[Row], turns: Sequence[WrongTurn], changing: Sequence[str], words: str = "both"
) -> str:
    """Write the same in Markdown.

    Parameters
    ----------
    rows : sequence of Meter
        One or more.
    turns : sequence of WrongTurn
    changing : sequence of str
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If `words` is no vocabulary.

    Examples
    --------
    >>> from explorer.core.mistakes.meter import sweep
    >>> found = sweep(4, 2, (3, 4), keys=["flip_forgotten"])
    >>> print(*as_markdown(found.rows, found.turns, found.changing).splitlines()[2:5], sep=chr(10))
    | T | H | D | 1 | ties |
    | --: | --: | --: | :-: | :-- |
    | 4 | 2 | 3 | r |  |
    """
    numbers = [str(number) for number, _ in enumerate(changing, start=1)]
    lines = [[*"THD", *numbers, "ties"], [*["--:"] * 3, *[":-:"] * len(changing), ":--"]]
    lines += [[*_sizes(row), *(MARKS[row[key]][0] for key in changing), _tied(row)] for row in rows]
    blocks = [[_rules(rows[0].config)], [f"| {' | '.join(line)} |" for line in lines]]
    blocks.append([f"{number}. {title}" for number, title in _titles(turns, changing, words)])
    blocks.append([f"- `{mark}`: {meaning}" for mark, meaning in _meanings(rows, turns)])
    alike = [f"- `{mark}`: {title}" for mark, title in _alike(rows, turns, changing, words)]
    blocks += [["The same at all of these sizes:"], alike] if alike else []
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _rules(config: Config) -> str:
    causal = "causal" if config.causal else "not causal"
    window = "no window" if config.window is None else f"window {config.window}"
    return f"B {config.batch}, {causal}, {window}; the numbers are drawn by chance"


def _sizes(row: Row) -> tuple[str, ...]:
    return str(row.config.tokens), str(row.config.heads), str(row.config.head_dim)


def _tied(row: Row) -> str:
    """Name what is tied. That B is 1, or the window idle, is so in every row or told by its rules."""
    return ", ".join(tie.equal for tie in ties(row.config) if tie.sizes not in (("B",), ("W",)))


def _titles(turns: Sequence[WrongTurn], changing: Sequence[str], words: str) -> Iterator[tuple[int, str]]:
    by_key = {turn.key: turn for turn in turns}
    for number, key in enumerate(changing, start=1):
        yield number, _title(by_key[key], words)


def _title(turn: WrongTurn, words: str) -> str:
    return f"{turn.say(words)} ({turn.key})"


def _meanings(rows: Sequence[Row], turns: Sequence[WrongTurn]) -> Iterator[tuple[str, str]]:
    """Tell the letters that are used."""
    used = {row[turn.key] for row in rows for turn in turns}
    yield from (MARKS[kind] for kind in MARKS if kind in used)


def _alike(
    rows: Sequence[Row], turns: Sequence[WrongTurn], changing: Sequence[str], words: str
) -> Iterator[tuple[str, str]]:
    """Tell the turns of which the same comes everywhere, kind by kind."""
    still = [turn for turn in turns if turn.key not in changing]
    for kind, (mark, _) in MARKS.items():
        for turn in still:
            if rows[0][turn.key] == kind:
                yield mark, _title(turn, words)
