"""Numbers of one's own in the page: used at once, or asked about; nothing is lost where they are refused."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pytest

import explorer as ex
from explorer.panels.address import write_address
from explorer.panels.opening import OpeningPanel
from explorer.panels.session import save_session
from explorer.panels.state import ExplorerState


@pytest.fixture
def state() -> ExplorerState:
    return ExplorerState()


@pytest.fixture
def panel(state: ExplorerState) -> OpeningPanel:
    return OpeningPanel(state)


def npz(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def rows(*shape: int) -> np.ndarray:
    return np.random.default_rng(3).normal(size=shape)


def send(panel: OpeningPanel, name: str, data: bytes) -> None:
    panel._on_file(name, data)


def test_a_file_that_tells_everything_is_used_at_once_and_can_be_taken_back(
    panel: OpeningPanel, state: ExplorerState
) -> None:
    q, k, v = (rows(5, 6) for _ in range(3))
    send(panel, "mine.npz", npz(q=q, k=k, v=v))
    assert state.problem is None
    np.testing.assert_array_equal(state.trip["cut"]["query"].values[0], q)
    assert panel.picker.said == "mine.npz is open."
    state.undo()
    assert state.config == ex.Config()


def test_what_a_file_does_not_tell_is_asked_with_a_preview(panel: OpeningPanel, state: ExplorerState) -> None:
    x = rows(4, 6)
    send(panel, "x.npy", npy(x))
    assert state.config == ex.Config()  # nothing is used before somebody chose
    assert panel.picker.said == "The file does not tell how it is to be read. Choose below, then use it."
    assert panel.questions.children
    assert "float64" in panel.preview.value
    first = panel.questions.children[0]
    for place in range(len(first.options)):
        panel.questions.children[0].value = place
        assert panel.preview.value
    panel.use.click()
    assert state.config.numbers is not None
    assert state.problem is None


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


REFUSED = {
    "text": ("a.csv", b"1,2\nx,4\n"),
    "empty": ("a.npz", b""),
    "not finite": ("a.npz", npz(q=[[np.nan]], k=[[1.0]], v=[[1.0]])),
    "other shapes": ("a.npz", npz(q=rows(3, 4), k=rows(2, 4), v=rows(3, 4))),
    "pickled": ("a.npy", npy(np.array([{"a": 1}], dtype=object))),
    "nonsense": ("<img src=x onerror=alert(1)>.npz", b"\x00\x01\x02"),
    "a broken session": ("s.json", b'{"format": "attention-shapes session", "version": 9}'),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_used_is_refused_in_words_and_nothing_is_lost(
    panel: OpeningPanel, state: ExplorerState, kind: str
) -> None:
    state.config = state.config.replace(tokens=4)
    moment = state.moment
    send(panel, *REFUSED[kind])
    assert state.moment == moment
    assert state.problem is not None
    assert not state.problem.is_bug
    assert panel.picker.said == state.problem.text
    assert panel.use.layout.display == "none"


def test_a_session_is_opened_by_the_same_button(panel: OpeningPanel, state: ExplorerState) -> None:
    other = ExplorerState(address="T=5&step=scores")
    send(panel, "session.json", save_session(other.moment, other.start).encode())
    assert state.moment == other.moment
    assert panel.picker.said == "The session is open."


def test_more_than_fits_is_shown_in_part_and_said(panel: OpeningPanel, state: ExplorerState) -> None:
    wide = rows(600, 4).astype(np.float32)
    send(panel, "long.npz", npz(q=wide, k=wide, v=wide))
    assert state.config.tokens == 512
    assert panel.picker.said == "long.npz is open. Shown: the first 512 of 600 tokens."


def test_a_locked_page_takes_no_file() -> None:
    state = ExplorerState(address="lock=pencil")
    panel = OpeningPanel(state)
    assert panel.picker.disabled
    send(panel, "mine.npz", npz(q=rows(2, 2), k=rows(2, 2), v=rows(2, 2)))
    assert state.config == ex.Config()


def test_the_browsers_back_leads_to_ones_own_numbers_again(panel: OpeningPanel, state: ExplorerState) -> None:
    send(panel, "mine.npz", npz(q=rows(5, 6), k=rows(5, 6), v=rows(5, 6)))
    state.selection = state.selection.replace(step="scores")
    there = write_address(state.moment, state.start)
    mine = state.config
    state.visit("step=cut")
    assert state.config.numbers is None
    state.visit(there)
    assert state.config == mine
    assert state.problem is None


def test_what_is_said_of_a_file_goes_with_its_numbers(panel: OpeningPanel, state: ExplorerState) -> None:
    send(panel, "mine.npz", npz(q=rows(5, 6), k=rows(5, 6), v=rows(5, 6)))
    assert panel.use.layout.display == ""
    state.undo()
    assert panel.picker.said == ""
    assert panel.use.layout.display == "none"


def test_leaving_the_questions_leaves_everything_as_it_was(panel: OpeningPanel, state: ExplorerState) -> None:
    send(panel, "x.npy", npy(rows(4, 6)))
    panel.leave.click()
    assert panel.questions.children == ()
    assert panel.preview.value == ""
    assert state.config == ex.Config()


def test_names_heads_and_rules_come_with_the_numbers(panel: OpeningPanel, state: ExplorerState) -> None:
    told = {"q": [[1, 0]], "k": [[0, 1]], "v": [[2, 2]], "heads": 2, "labels": ["the"], "causal": False}
    send(panel, "m.json", json.dumps(told).encode())
    assert (state.config.heads, state.config.labels, state.config.causal) == (2, ("the",), False)
