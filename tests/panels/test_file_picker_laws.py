"""What holds for every name a file may have, and for any messages at all."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.panels import file_picker
from explorer.panels.file_picker import LONGEST_NAME, plain_name
from tests.panels.test_file_picker import Talk


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("weights.npz", "weights.npz"),
        ("été \U0001f600.csv", "été \U0001f600.csv"),
        ("../../secret/weights.npz", "weights.npz"),
        ("C:\\tables\\a.csv", "a.csv"),
        ("a/b\\c/d.csv", "d.csv"),
        ("a\x00b\x1b[31m\r\n.c\x7fsv", "ab[31m.csv"),
        ("cod\u202egpj.exe", "codgpj.exe"),
        ("half\ud800.csv", "half.csv"),
        ("two\u2028lines.csv", "twolines.csv"),
        ("<img src=x onerror=alert(1)>.npz", "<img src=x onerror=alert(1)>.npz"),
        (".npz", ".npz"),
        ("", "unnamed"),
        ("..", "unnamed"),
        ("folder/", "unnamed"),
        ("\x00\x01", "unnamed"),
        ("/" * 10**6, "unnamed"),
        ("n" * 120, "n" * 120),
        ("n" * 121, "n" * 120),
        ("n" * 10**6 + ".safetensors", "n" * 108 + ".safetensors"),
        ("a." + "n" * 10**6, "a." + "n" * 118),
    ],
)
def test_a_name_is_one_short_line_and_no_path(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@given(st.text(alphabet=st.characters(), max_size=300))
def test_every_name_can_be_shown_and_written_down(name: str) -> None:
    plain = plain_name(name)
    assert 1 <= len(plain) <= LONGEST_NAME
    assert not {"/", "\\", "\n", "\x00"} & set(plain)
    assert plain.encode()
    assert plain_name(plain) == plain


LIMIT = 8
IDS = st.sampled_from(["1", "2"])
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.lists(st.none(), max_size=2)
)
STARTS = st.fixed_dictionaries(
    {"kind": st.just("start"), "id": IDS, "name": st.just("a.csv"), "size": st.integers(1, LIMIT + 4)}
)
WRONG_STARTS = st.fixed_dictionaries(
    {"kind": st.just("start"), "id": IDS, "name": ANYTHING, "size": st.one_of(st.integers(), ANYTHING)}
)
CHUNKS = st.fixed_dictionaries({"kind": st.just("chunk"), "id": IDS, "from": ANYTHING})
CANCELS = st.fixed_dictionaries({"kind": st.just("cancel"), "id": IDS})
BUFFERS = st.lists(st.one_of(st.binary(max_size=9), ANYTHING), max_size=2)
NOTHING: st.SearchStrategy[list[object]] = st.just([])
BYTES = st.binary(min_size=4, max_size=4)
# The piece that the picker asked for last, with one flaw or none: else hardly a file would come to its end.
PIECES = st.one_of(
    st.fixed_dictionaries({"bytes": BYTES}),
    st.fixed_dictionaries({"bytes": BYTES, "further": st.sampled_from([-4, 1, 4])}),
    st.fixed_dictionaries({"bytes": BYTES, "longer": st.sampled_from([-1, 1])}),
    st.fixed_dictionaries({"bytes": BYTES, "id": IDS}),
)
OTHERS = st.one_of(
    st.tuples(st.one_of(WRONG_STARTS, CANCELS), NOTHING),
    st.tuples(CHUNKS, BUFFERS),
    st.tuples(st.one_of(ANYTHING, st.dictionaries(st.just("kind"), ANYTHING)), BUFFERS),
)
RIGHT = st.tuples(st.just("piece"), st.fixed_dictionaries({"bytes": BYTES}))
AFTER = st.lists(st.one_of(RIGHT, RIGHT, st.tuples(st.just("piece"), PIECES), OTHERS), min_size=1, max_size=8)
FILES = st.builds(lambda start, after: [start, *after], st.tuples(STARTS, NOTHING), AFTER)
MESSAGES = st.lists(FILES, min_size=1, max_size=6).map(lambda files: [*chain(*files)])


def nearly_as_asked(answers: list[dict[str, Any]], made: dict[str, Any]) -> tuple[object, list[bytes]]:
    asked = [answer for answer in answers if answer["kind"] == "send"]
    if not asked:
        return None, []
    last = asked[-1]
    offset, count = last["from"] + made.get("further", 0), last["bytes"] + made.get("longer", 0)
    return {"kind": "chunk", "id": made.get("id", last["id"]), "from": offset}, [(made["bytes"] * 2)[:count]]


def since_the_start(log: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """List the last start, and all that was said of the same file after it."""
    begun = max(i for i, (content, _) in enumerate(log) if content["kind"] == "start")
    return [said for said in log[begun:] if said[0]["id"] == log[begun][0]["id"]]


@settings(max_examples=200)
@given(MESSAGES)
def test_no_messages_break_the_limit_or_give_out_wrong_bytes(messages: list[tuple[Any, Any]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_picker, "PIECE", 4)
        talk = Talk(most_bytes=LIMIT)
        log: list[tuple[Any, Any]] = []
        for content, buffers in messages:
            if content == "piece":
                content, buffers = nearly_as_asked(talk.answers, buffers)
            if isinstance(content, dict) and content.get("id") in ("1", "2"):
                log.append((content, buffers))
            answered, given_out = len(talk.answers), len(talk.got)
            talk.picker.on_message(content, buffers)
            assert talk.picker.received < LIMIT
            assert len(talk.answers) - answered <= 1
            if len(talk.got) == given_out:
                continue
            # What was given out is what was sent since the start: in order, all of it, and nothing else.
            (begun, _), *rest = since_the_start(log)
            assert [content["kind"] for content, _ in rest] == ["chunk"] * len(rest)
            assert [content["from"] for content, _ in rest] == [4 * i for i in range(len(rest))]
            data = b"".join(piece for _, (piece,) in rest)
            assert len(data) == begun["size"]
            assert talk.got[given_out:] == [(plain_name(begun["name"]), data)]
