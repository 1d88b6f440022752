"""Session files: to the last bit, and nothing lost where one is broken."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.edits import Edit
from explorer.core.numbers import Numbers
from explorer.errors import ExplorerError
from explorer.panels.address import LONGEST
from explorer.panels.history import Moment
from explorer.panels.records import Selection
from explorer.panels.session import is_session, open_session, save_session
from explorer.panels.view import View
from explorer.presets import PRESETS

START = Moment.of(ex.Config(), Selection(), View())


def own(dtype: str = "float32") -> Numbers:
    rng = np.random.default_rng(7)
    rows = {name: rng.normal(size=(2, 4, 6)).astype(dtype) for name in ("query", "key", "value")}
    return Numbers(rows, heads=3, labels=("a", "b, c"), name="mine.npz", causal=False)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numbers_of_ones_own_come_back_to_the_last_bit(dtype: str) -> None:
    config = ex.Config.of(own(dtype), tokens=3, edits=[Edit("query", 0, 1, 2, 0.1)], scale="none")
    moment = Moment.of(config, Selection(step="scores"), View(words="pencil"))
    text = save_session(moment, START)
    assert is_session(text.encode())
    arrival = open_session(text.encode(), START)
    assert arrival.notices == ()
    assert arrival.moment == moment
    for name, array in own(dtype).arrays.items():
        read = arrival.moment.config.numbers
        assert read is not None
        assert read.arrays[name].tobytes() == array.tobytes()


def test_poured_numbers_come_back_too() -> None:
    numbers = Numbers.poured_from(tokens=[[5, 3]], table=[[2, 1, 0], [1, 3, 1]], bias=[0, 0, 1])
    moment = Moment.of(ex.Config.of(numbers), Selection(), View())
    assert open_session(save_session(moment, START).encode(), START).moment == moment


def test_a_session_holds_more_edits_than_an_address() -> None:
    edits = [Edit("query", 0, row, column, 0.123456789) for row in range(50) for column in range(20)]
    moment = Moment.of(ex.Config(edits=edits), Selection(), View())
    text = save_session(moment, START)
    assert len(text) > LONGEST
    assert open_session(text.encode(), START).moment == moment


def test_a_preset_is_saved_by_its_name() -> None:
    moment = Moment.of(PRESETS["layer"].config, Selection(step="shares"), View())
    text = save_session(moment, START)
    assert json.loads(text)["address"] == "preset=layer&step=shares"
    assert "numbers" not in json.loads(text)
    assert open_session(text.encode(), START).moment == moment


def session(**changes: Any) -> bytes:
    told = json.loads(save_session(Moment.of(ex.Config.of(own()), Selection(), View()), START))
    told["numbers"] |= changes
    return json.dumps(told).encode()


def with_junk() -> bytes:
    """A session in whose bytes stands what base64 has no sign for."""
    told = json.loads(session())
    told["numbers"]["arrays"]["key"]["base64"] += "!"
    return json.dumps(told).encode()


BROKEN = [
    with_junk(),
    b"",
    b"{",
    b"[]",
    b"{}",
    b'{"format": "attention-shapes session"}',
    b'{"format": "attention-shapes session", "version": 2, "address": ""}',
    b"[" * 100_000,
    b"\xff\xfe",
    session(arrays={}),
    session(arrays={"query": 3}),
    session(arrays={"query": {"dtype": "object", "shape": [1], "base64": ""}}),
    session(arrays={"query": {"dtype": "float64", "shape": [-1, 10**12], "base64": "AAAA"}}),
    session(heads=7),
    session(labels=3),
    session(name=["x"]),
]


@pytest.mark.parametrize("data", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_is_refused_in_our_own_words(data: bytes) -> None:
    with pytest.raises(ExplorerError, match=r"^Cannot open this (session )?file"):
        open_session(data, START)


@given(st.data())
def test_a_file_that_is_cut_or_changed_anywhere_gives_our_own_errors_alone(data: st.DataObject) -> None:
    whole = bytearray(session())
    where = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        del whole[where:]
    else:
        whole[where] = data.draw(st.integers(0, 255))
    told = ""
    try:
        open_session(bytes(whole), START)
    except ExplorerError as error:
        told = str(error)
    assert not told or told.startswith("Cannot open this")
