"""The kernel's side of the file picker: whole files come through, and no message gets the better of it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from typing import Any

import pytest

from explorer.panels import file_picker
from explorer.panels.file_picker import PIECE, FilePicker

MOST = 20


class Talk:
    """A picker, what it answers, and the files it gives out."""

    def __init__(self, **traits: Any) -> None:
        self.picker = FilePicker(**{"most_bytes": MOST, **traits})
        self.answers: list[dict[str, Any]] = []
        self.got: list[tuple[str, bytes]] = []
        self.picker.send = lambda content: self.answers.append(content)
        self.picker.on_file(self.keep)

    def keep(self, name: str, data: bytes) -> None:
        self.got.append((name, data))

    def start(self, name: object = "a.csv", size: object = 3, id_: str = "1") -> None:
        self.picker.on_message({"kind": "start", "id": id_, "name": name, "size": size})

    def chunk(self, piece: object, at: object = 0, id_: str = "1") -> None:
        self.picker.on_message({"kind": "chunk", "id": id_, "from": at}, [piece])

    @property
    def why(self) -> str:
        assert self.answers[-1]["kind"] == "refused", self.answers
        return self.answers[-1]["why"]


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_picker, "PIECE", 4)


def test_each_piece_is_asked_for_and_the_whole_is_given_out(talk: Talk, small_pieces: None) -> None:
    talk.start(size=10)
    for at, piece in ((0, b"0123"), (4, memoryview(b"4567")), (8, bytearray(b"89"))):
        assert talk.got == []
        talk.chunk(piece, at)
    assert talk.got == [("a.csv", b"0123456789")]
    assert type(talk.got[0][1]) is bytes
    assert talk.answers == [
        {"kind": "send", "id": "1", "from": 0, "bytes": 4},
        {"kind": "send", "id": "1", "from": 4, "bytes": 4},
        {"kind": "send", "id": "1", "from": 8, "bytes": 2},
        {"kind": "whole", "id": "1"},
    ]
    assert talk.picker.received == 0


def test_a_piece_is_far_smaller_than_what_a_websocket_takes() -> None:
    talk = Talk(most_bytes=64_000_000)
    talk.start(size=64_000_000)
    assert talk.answers == [{"kind": "send", "id": "1", "from": 0, "bytes": 524_288}]
    assert PIECE == 524_288


def test_a_file_of_exactly_the_limit_is_taken(talk: Talk) -> None:
    talk.start(size=MOST)
    talk.chunk(bytes(MOST))
    assert talk.got == [("a.csv", bytes(MOST))]


def test_the_same_file_twice_is_given_out_twice(talk: Talk) -> None:
    for id_ in ("1", "2"):
        talk.start(id_=id_)
        talk.chunk(b"1,2", id_=id_)
    assert talk.got == [("a.csv", b"1,2")] * 2


def test_who_stops_listening_hears_no_more(talk: Talk) -> None:
    talk.picker.on_file(talk.keep, remove=True)
    talk.start()
    talk.chunk(b"1,2")
    assert talk.answers[-1]["kind"] == "whole"
    assert talk.got == []


def test_one_reader_that_fails_takes_nothing_from_the_others(talk: Talk) -> None:
    def fail(name: str, data: bytes) -> None:
        raise KeyError(name)

    talk.picker.on_file(talk.keep, remove=True)
    talk.picker.on_file(fail)
    talk.picker.on_file(talk.keep)
    talk.start()
    talk.chunk(b"1,2")
    assert talk.got == [("a.csv", b"1,2")]


def test_a_new_file_empties_what_was_said(talk: Talk) -> None:
    talk.picker.said = "Not a table."
    talk.start(size=0)
    assert talk.picker.said == "Not a table."  # nothing new to be said of a file that was not taken
    talk.start()
    assert talk.picker.said == ""


@pytest.mark.parametrize(
    ("name", "size", "why"),
    [
        ("a.csv", 0, "Empty: there is nothing in the file."),
        ("a.csv", MOST + 1, "Too large: at most 20 bytes, and nothing was kept."),
        ("a.csv", 10**400, "Too large: at most 20 bytes, and nothing was kept."),
        ("a.csv", -1, "The file's size is not a whole number of bytes."),
        ("a.csv", 3.0, "The file's size is not a whole number of bytes."),
        ("a.csv", True, "The file's size is not a whole number of bytes."),
        ("a.csv", "3", "The file's size is not a whole number of bytes."),
        ("a.csv", None, "The file's size is not a whole number of bytes."),
        (None, 3, "The file's name is not text."),
        (["a.csv"], 3, "The file's name is not text."),
    ],
)
def test_a_start_that_cannot_be_is_refused(talk: Talk, name: object, size: object, why: str) -> None:
    talk.start(name, size)
    assert talk.answers == [{"kind": "refused", "id": "1", "why": why}]
    talk.chunk(b"1,2")
    assert talk.got == []


def test_a_picker_that_is_off_takes_no_file() -> None:
    talk = Talk(disabled=True)
    talk.start()
    assert talk.why == "No file can be taken now."


@pytest.mark.parametrize(
    ("piece", "at"),
    [
        (b"0123", 4),
        (b"0123", -4),
        (b"0123", 0.0),
        (b"0123", False),
        (b"0123", "0"),
        (b"0123", None),
        (b"01234", 0),
        (b"012", 0),
        (b"", 0),
        (b"0" * (PIECE + 1), 0),
        ("0123", 0),
        ([48, 49, 50, 51], 0),
        (None, 0),
    ],
)
def test_a_piece_that_was_not_asked_for_ends_the_file(
    talk: Talk, small_pieces: None, piece: object, at: object
) -> None:
    talk.start(size=8)
    talk.chunk(piece, at)
    assert talk.why == "The bytes did not come as they were asked for. Pick the file again."
    talk.chunk(b"0123")
    talk.chunk(b"4567", 4)
    assert (talk.got, talk.picker.received) == ([], 0)


@pytest.mark.parametrize("buffers", [(), (b"1,2", b""), (b"1,", b"2")])
def test_a_piece_is_one_buffer(talk: Talk, buffers: Sequence[bytes]) -> None:
    talk.start()
    talk.picker.on_message({"kind": "chunk", "id": "1", "from": 0}, buffers)
    assert talk.why == "The bytes did not come as they were asked for. Pick the file again."


def test_a_piece_that_comes_twice_ends_the_file(talk: Talk, small_pieces: None) -> None:
    talk.start(size=8)
    talk.chunk(b"0123")
    talk.chunk(b"0123")
    assert talk.why == "The bytes did not come as they were asked for. Pick the file again."


def test_a_new_file_drops_the_old(talk: Talk, small_pieces: None) -> None:
    talk.start("old.csv", 8, "old")
    talk.chunk(b"oooo", 0, "old")
    talk.start("new.csv", 8, "new")
    talk.chunk(b"nnnn", 0, "new")
    talk.chunk(b"oooo", 4, "old")
    assert talk.answers[-1] == {
        "kind": "refused",
        "id": "old",
        "why": "This file is not being sent any more.",
    }
    talk.chunk(b"NNNN", 4, "new")
    assert talk.got == [("new.csv", b"nnnnNNNN")]


def test_a_new_file_drops_the_old_even_where_it_is_refused(talk: Talk, small_pieces: None) -> None:
    talk.start(size=8)
    talk.chunk(b"0123")
    talk.start(size=0, id_="new")
    assert talk.picker.received == 0


def test_a_cancelled_file_is_let_go(talk: Talk, small_pieces: None) -> None:
    talk.start(size=8)
    talk.chunk(b"0123")
    talk.picker.on_message({"kind": "cancel", "id": "another"})
    assert talk.picker.received == 4
    talk.picker.on_message({"kind": "cancel", "id": "1"})
    assert talk.picker.received == 0
    talk.chunk(b"4567", 4)
    assert talk.why == "This file is not being sent any more."
    assert talk.got == []


@pytest.mark.parametrize(
    "content",
    [
        None,
        3,
        "start",
        [],
        {},
        {"kind": "start"},
        {"kind": "start", "id": 1, "name": "a", "size": 1},
        {"kind": "start", "id": "1" * 65, "name": "a", "size": 1},
        {"kind": "chunk", "from": 0},
        {"kind": "cancel"},
        {"kind": ["start"], "id": "1"},
        {"kind": "run", "id": "1", "code": "1"},
    ],
)
def test_anything_else_is_let_be(talk: Talk, small_pieces: None, content: object) -> None:
    talk.start(size=8)
    talk.chunk(b"0123")
    answers = list(talk.answers)
    talk.picker.on_message(content, [b"4567"])
    assert (talk.answers, talk.picker.received) == (answers, 4)


def test_the_browser_cannot_raise_the_limit(talk: Talk) -> None:
    """As ipywidgets hands over what a page sends, a custom message and a new value alike."""

    def say(data: dict[str, Any], buffers: Sequence[object] = ()) -> None:
        talk.picker._handle_msg({"content": {"data": data}, "buffers": list(buffers)})

    say({"method": "update", "state": {"most_bytes": 10**9, "disabled": True, "said": "<b>"}})
    assert (talk.picker.most_bytes, talk.picker.disabled, talk.picker.said) == (MOST, False, "")
    say({"method": "custom", "content": {"kind": "start", "id": "1", "name": "a", "size": 10**9}})
    assert talk.why == "Too large: at most 20 bytes, and nothing was kept."
    say({"method": "custom", "content": {"kind": "start", "id": "1", "name": "a", "size": 2}})
    say({"method": "custom", "content": {"kind": "chunk", "id": "1", "from": 0}}, [memoryview(b"ab")])
    assert talk.got == [("a", b"ab")]


def test_a_size_that_is_only_said_takes_no_memory() -> None:
    talk = Talk(most_bytes=10**9)
    tracemalloc.start()
    try:
        talk.start(size=10**9)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert talk.answers[-1]["kind"] == "send"


def test_the_name_is_made_plain_before_it_is_given_out(talk: Talk) -> None:
    talk.start("/etc/a\x07.csv")
    talk.chunk(b"1,2")
    assert talk.got == [("a.csv", b"1,2")]
