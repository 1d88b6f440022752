"""Any bytes and any text are read, or are not; nothing is raised, and what is sound is told apart."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.serving.frames import Message, answered, read_frame
from tests.serving.attacks.pages import packed
from tests.serving.sockets import kernel_message

SOUND = packed(kernel_message("comm_msg", comm_id="a", data={"x": 1}), buffers=(b"\x00\xff", b""))


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_are_read_or_are_not(frame: bytes, v1: bool) -> None:
    assert read_frame(frame, v1=v1) is None or isinstance(read_frame(frame, v1=v1), Message)


@given(st.text(max_size=200), st.booleans())
def test_any_text_is_read_or_is_not(frame: str, v1: bool) -> None:
    assert read_frame(frame, v1=v1) is None


@given(st.integers(0, len(SOUND) - 1), st.integers(0, 255))
def test_a_sound_message_with_one_other_byte_is_read_or_is_not(place: int, byte: int) -> None:
    frame = bytearray(SOUND)
    frame[place] = byte
    message = read_frame(bytes(frame), v1=True)
    assert message is None or message.size == len(SOUND)


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@given(st.dictionaries(st.text(max_size=5), JSON, max_size=4), st.lists(st.binary(max_size=9), max_size=8))
def test_both_forms_of_a_message_say_the_same(content: dict[str, Any], buffers: list[bytes]) -> None:
    message = kernel_message("comm_msg") | {"content": content}
    newer = read_frame(packed(message, buffers=tuple(buffers)), v1=True)
    older = read_frame(json.dumps({**message, "channel": "shell"}), v1=False)
    assert newer is not None
    assert older is not None
    assert (newer.id, newer.kind, newer.channel, newer.content) == (
        older.id, older.kind, older.channel, older.content,
    )  # fmt: skip


@pytest.mark.parametrize("state", ["idle", "busy"])
@pytest.mark.parametrize("v1", [True, False])
def test_a_kernel_is_done_with_a_message_once_it_is_idle(state: str, v1: bool) -> None:
    message = kernel_message("status", execution_state=state) | {"parent_header": {"msg_id": "7"}}
    frame = packed(message, "iopub") if v1 else json.dumps({**message, "channel": "iopub"})
    assert answered(frame, v1=v1) == ("7" if state == "idle" else None)
    assert answered(SOUND, v1=v1) is None
    assert answered("", v1=v1) is None
