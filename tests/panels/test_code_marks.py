"""Right code and wrong code under each other: which lines, and what in them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.panels.code_marks import marked


def lines(markup: str) -> list[tuple[str, str]]:
    """Read each line back: its name, and its code with [-what to take out-] and {+what to put in+}."""
    found = []
    for line in re.findall(r"<span[^>]*>(.*?)</span>", markup):
        name = re.match(r"<b>(\w+)</b>", line)
        code = re.search(r"<code>(.*)</code>", line)
        assert code is not None
        text = re.sub(r"<del>(.*?)</del>", r"[-\1-]", re.sub(r"<ins>(.*?)</ins>", r"{+\1+}", code[1]))
        text = unescape(text)
        found.append((name[1] if name else "", text))
    return found


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        (
            "k = k.transpose(0, 1, 3, 2)",
            "k = k.transpose(0, 2, 1, 3)",
            ("k = k.transpose(0, {+1, 3, 2+})", "k = k.transpose(0, [-2, 1, 3-])"),
        ),
        (
            "q = q.reshape(B, T, H, D)",
            "q = q.reshape(B, T, D, H).swapaxes(2, 3)",
            ("q = q.{+reshape(B, T, H, D)+}", "q = q.[-reshape(B, T, D, H).swapaxes(2, 3)-]"),
        ),
        (
            "q = q.reshape(B, T, H, D)",
            "q = q.reshape(B, T, H + 1, C // (H + 1))",
            ("q = q.reshape(B, T, {+H, D+})", "q = q.reshape(B, T, [-H + 1, C // (H + 1)-])"),
        ),
        (
            "q, k, v = np.split(wide, 3, axis=-1)",
            "q, k, v = each.transpose(3, 0, 1).reshape(3, B, T, C)",
            (
                "q, k, v = {+np.split(wide, 3, axis=-1)+}",
                "q, k, v = [-each.transpose(3, 0, 1).reshape(3, B, T, C)-]",
            ),
        ),
        ("q, k, v = rows", "q, v, k = rows", ("q, {+k, v+} = rows", "q, [-v, k-] = rows")),
        ("t = e.sum(axis=-1)", "t = e.sum(axis=1)", ("t = e.sum(axis={+-1+})", "t = e.sum(axis=[-1-])")),
        (
            "keep = (j <= i) & (j >= i - W + 1)",
            "keep = (j <= i - 1) & (j >= i - W + 1)",
            ("keep = (j <= i) & (j >= i - W + 1)", "keep = (j <= i [-- 1-]) & (j >= i - W + 1)"),
        ),
        ("s = m / D**0.5", "s = m", ("s = m {+/ D**0.5+}", "s = m")),
    ],
)
def test_whole_calls_or_arguments_are_marked_in_one_piece(
    right: str, wrong: str, expected: tuple[str, str]
) -> None:
    assert lines(marked(right, wrong)) == [("right", expected[0]), ("wrong", expected[1])]


def test_a_remark_that_comes_again_is_told_once() -> None:
    wrong = "q = q.T  # reversed\nk = k.T  # reversed"
    assert [text for _, text in lines(marked("q = q.R\nk = k.R", wrong))] == [
        "q = q.{+R+}",
        "q = q.[-T-]  # reversed",
        "k = k.{+R+}",
        "k = k.[-T-]",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("a = b\nc = d", "a = b\nc = e", [("", "a = b"), ("right", "c = {+d+}"), ("wrong", "c = [-e-]")]),
        ("a = b  # (T, C)", "a = b", [("", "a = b")]),
        ("a = b", "a = c  # wrong", [("right", "a = {+b+}"), ("wrong", "a = [-c-]  # wrong")]),
        (
            "t = blend.T\nout = t.reshape(B, T, C)",
            "out = blend.reshape(B, T, C)",
            [
                ("right", "{+t = blend.T+}"),
                ("right", "out = {+t+}.reshape(B, T, C)"),
                ("wrong", "out = [-blend-].reshape(B, T, C)"),
            ],
        ),
        (
            "m = q @ k",
            "q = q.T\nm = q @ v",
            [("wrong", "[-q = q.T-]"), ("right", "m = q @ {+k+}"), ("wrong", "m = q @ [-v-]")],
        ),
        (
            "k = k.transpose(0, 1, 3, 2)",
            "# k stays (B, H, T, D)",
            [("right", "{+k = k.transpose(0, 1, 3, 2)+}"), ("wrong", "[-# k stays (B, H, T, D)-]")],
        ),
    ],
)
def test_lines_are_paired_and_marked(right: str, wrong: str, expected: list[tuple[str, str]]) -> None:
    assert lines(marked(right, wrong)) == expected


_line = st.text(alphabet="abq =.(),1", min_size=1, max_size=12).map(str.strip).filter(bool)
_code = st.lists(_line, min_size=1, max_size=4)


@given(right=_code, wrong=_code)
def test_nothing_is_lost_and_nothing_is_added(right: list[str], wrong: list[str]) -> None:
    found = lines(marked("\n".join(right), "\n".join(wrong)))
    plain = [(name, re.sub(r"\[-|-\]|\{\+|\+\}", "", text)) for name, text in found]
    assert [text for name, text in plain if name != "wrong"] == right
    assert [text for name, text in plain if name != "right"] == wrong


@pytest.mark.parametrize(("right", "wrong"), [("a < b", "a <script> b"), ("a < b", "a < c"), ("x", "<i>")])
def test_code_is_escaped(right: str, wrong: str) -> None:
    for one, other in ((right, wrong), (wrong, right), (wrong, wrong)):
        code = re.sub(r'</?(span|b|code|ins|del)( class="[a-z -]*")?>', "", marked(one, other))
        assert not set("<>") & set(code)
