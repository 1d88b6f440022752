"""Two versions of a step's code, right above wrong: what to take out of the wrong one, and what to put in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from html import escape
from itertools import accumulate

from explorer.panels.base import html

__all__ = ["marked"]

_PIECE = re.compile(
    # A negative number is one piece, and so are a name with its module and a quoted text.
    r'\s+|"[^"]*"|(?:(?<=[=(,])|(?<=, ))-[\w.]+|~?(?:(?:np|torch)\.)?[A-Za-z_]\w*|\d+(?:\.\d+)?'
    r"|<=|>=|\*\*|."
)
_REMARK = re.compile(r"(?<=\S)  #.*$", re.MULTILINE)


def marked(right: str, wrong: str) -> str:
    r"""Write the lines that differ under each other, and the others once.

    Parameters
    ----------
    right, wrong : str
        Some lines of code each. Remarks at the ends of lines are left out, but for those of the wrong ones,
        each of which is told once.

    Returns
    -------
    str
        HTML. Each line says whether it is the right one or the wrong one. What only the right one has is in
        ``<ins>``, what only the wrong one has in ``<del>``: that is what a person has to do.

    Examples
    --------
    >>> print(marked("keep = j <= i", "keep = j < i").replace("</span>", "</span>\n").strip())
    <span class="as-line as-line-right"><b>right</b> <code>keep = j <ins>&lt;=</ins> i</code></span>
    <span class="as-line as-line-wrong"><b>wrong</b> <code>keep = j <del>&lt;</del> i</code></span>
    """
    ours, theirs = _REMARK.sub("", right).splitlines(), wrong.splitlines()
    bare = _REMARK.sub("", wrong).splitlines()
    lines: list[str] = []
    told: set[str] = set()
    for kind, a, b, c, d in SequenceMatcher(None, ours, bare, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += [html("code", line) for line in bare[c:d]]
            continue
        for one, other in _side_by_side(ours[a:b], theirs[c:d]):
            code = _REMARK.sub("", other)
            before, after = _apart(one, code)
            lines += [_line("right", before)] if one else []
            remark = other.removeprefix(code)
            lines += [_line("wrong", after + escape("" if remark in told else remark))] if other else []
            told.add(remark)
    return "".join(
        line if line.startswith("<span") else f'<span class="as-line">{line}</span>' for line in lines
    )


def _side_by_side(ours: list[str], theirs: list[str]) -> Iterator[tuple[str, str]]:
    """Pair lines in their order; where there are more on one side, those stand alone that are least alike."""
    if not ours or not theirs:
        yield from ((line, "") for line in ours)
        yield from (("", line) for line in theirs)
        return
    if len(ours) == len(theirs):
        yield from zip(ours, theirs, strict=True)
        return
    few, many = sorted((ours, theirs), key=len)
    room = range(len(many) - len(few) + 1)  # the rest still find a partner
    best = max(room, key=lambda at: SequenceMatcher(None, few[0], many[at], autojunk=False).ratio())
    if few is ours:
        yield from (("", line) for line in many[:best])
        yield few[0], many[best]
        yield from _side_by_side(ours[1:], theirs[best + 1 :])
    else:
        yield from ((line, "") for line in many[:best])
        yield many[best], few[0]
        yield from _side_by_side(ours[best + 1 :], theirs[1:])


def _line(name: str, code: str) -> str:
    return f'<span class="as-line as-line-{name}"><b>{name}</b> <code>{code}</code></span>'


def _apart(right: str, wrong: str) -> tuple[str, str]:
    """Mark what each of two lines has and the other has not: whole calls or arguments, in one piece."""
    ours, theirs = _PIECE.findall(right), _PIECE.findall(wrong)
    start, end = _alike(ours, theirs)
    start, end = _in_whole_calls(ours, theirs, start, end)
    if any(_has_comma(pieces[start : len(pieces) - end]) for pieces in (ours, theirs)):
        start, end = _in_whole_arguments(ours, start, end)
    return _mark(ours, start, end, "ins"), _mark(theirs, start, end, "del")


def _alike(ours: list[str], theirs: list[str]) -> tuple[int, int]:
    """Count the pieces that two lines have in common at their beginning, and at their end."""
    shortest = min(len(ours), len(theirs))
    start = next((at for at in range(shortest) if ours[at] != theirs[at]), shortest)
    rest = shortest - start
    end = next((at for at in range(rest) if ours[-1 - at] != theirs[-1 - at]), rest)
    return start, end


def _in_whole_calls(ours: list[str], theirs: list[str], start: int, end: int) -> tuple[int, int]:
    """Mark more, until each bracket that is marked has its partner in the mark, and its name before it."""
    while start or end:
        depths = [_depths(pieces[start : len(pieces) - end]) for pieces in (ours, theirs)]
        if start and any(least < 0 for least, _ in depths):
            start -= 1
        elif end and any(least < 0 or last > 0 for least, last in depths):
            end -= 1
        else:
            break
    marked = (pieces[start : len(pieces) - end] for pieces in (ours, theirs))
    is_call = start > 0 and all(piece[:1] == ["("] for piece in marked) and ours[start - 1][-1].isalnum()
    return start - is_call, end


def _in_whole_arguments(pieces: list[str], start: int, end: int) -> tuple[int, int]:
    """Where several arguments are marked, mark the first and the last of them as a whole."""
    depth = 0
    while start and not (depth == 0 and pieces[start - 1] in (",", "(", "[", "=", " ")):
        start -= 1
        depth += (pieces[start] in (")", "]")) - (pieces[start] in ("(", "["))
    depth, last = 0, len(pieces)
    while end and not (depth == 0 and pieces[last - end] in (",", ")", "]", "=", " ")):
        depth += (pieces[last - end] in ("(", "[")) - (pieces[last - end] in (")", "]"))
        end -= 1
    return start, end


def _depths(pieces: list[str]) -> tuple[int, int]:
    """Say how deep in brackets one is at the least, and at the end; below 0 their beginning is missing."""
    depths = list(accumulate((piece in "([") - (piece in ")]") for piece in pieces))
    return min(depths, default=0), depths[-1] if depths else 0


def _has_comma(pieces: list[str]) -> bool:
    return any(piece == "," and _depths(pieces[:at])[1] == 0 for at, piece in enumerate(pieces))


def _mark(pieces: list[str], start: int, end: int, tag: str) -> str:
    """Put an element around some pieces, blanks at their ends left out."""
    before, after = "".join(pieces[:start]), "".join(pieces[len(pieces) - end :])
    inside = "".join(pieces[start : len(pieces) - end])
    bare = inside.strip()
    if not bare:
        return escape(before + inside + after)
    left, right = inside.split(bare)[0], inside[inside.index(bare) + len(bare) :]
    return f"{escape(before + left)}<{tag}>{escape(bare)}</{tag}>{escape(right + after)}"
