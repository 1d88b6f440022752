"""Two versions of a step's code, right above wrong: what to take out of the wrong one, and what to put in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from html import escape

from explorer.panels.base import html

__all__ = ["marked"]

_PIECE = re.compile(r"\s+|[A-Za-z_]\w*|\d+(?:\.\d+)?|.")
_ALIKE = 0.35
_REMARK = re.compile(r"(?<=\S)  #.*$", re.MULTILINE)


def marked(right: str, wrong: str) -> str:
    r"""Write the lines that differ under each other, and the others once.

    Parameters
    ----------
    right, wrong : str
        Some lines of code each. Remarks at the ends of lines are left out, but for those of the wrong ones.

    Returns
    -------
    str
        HTML. Each line says whether it is the right one or the wrong one. What only the right one has is in
        ``<ins>``, what only the wrong one has in ``<del>``: that is what a person has to do.

    Examples
    --------
    >>> print(marked("keep = j <= i", "keep = j < i").replace("</span>", "</span>\n").strip())
    <span class="as-line as-line-right"><b>right</b> <code>keep = j &lt;<ins>=</ins> i</code></span>
    <span class="as-line as-line-wrong"><b>wrong</b> <code>keep = j &lt; i</code></span>
    """
    ours, theirs = _REMARK.sub("", right).splitlines(), wrong.splitlines()
    bare = _REMARK.sub("", wrong).splitlines()
    lines: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, ours, bare, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += [html("code", line) for line in bare[c:d]]
            continue
        for one, other in _side_by_side(ours[a:b], theirs[c:d]):
            code = _REMARK.sub("", other)
            before, after = _apart(one, code)
            lines += [_line("right", before)] if one else []
            lines += [_line("wrong", after + escape(other.removeprefix(code)))] if other else []
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
    """Mark what each of two lines has and the other has not; lines that have little in common, as a whole."""
    left, put = _PIECE.findall(right), _PIECE.findall(wrong)
    before, after = [], []
    match = SequenceMatcher(lambda piece: piece.isspace(), left, put, autojunk=False)
    words = [[piece for piece in pieces if piece[0].isalnum()] for pieces in (left, put)]
    # Signs and blanks are alike in any two lines.
    if SequenceMatcher(None, words[0], words[1], autojunk=False).ratio() < _ALIKE:
        return f"<ins>{escape(right)}</ins>", f"<del>{escape(wrong)}</del>"
    for kind, a, b, c, d in match.get_opcodes():
        gone, new = escape("".join(left[a:b])), escape("".join(put[c:d]))
        before.append(gone if kind == "equal" else f"<ins>{gone}</ins>" if gone else "")
        after.append(new if kind == "equal" else f"<del>{new}</del>" if new else "")
    return "".join(before), "".join(after)
