"""Wrong turns and moves in addresses, in session files, and in the record that holds them."""

from __future__ import annotations

from typing import Any

import pytest

import explorer as ex
from explorer.errors import ConfigError, UnknownNameError
from explorer.panels.address import read_address, write_address
from explorer.panels.history import Moment
from explorer.panels.records import MOST_MOVES, Selection
from explorer.panels.session import open_session, save_session
from explorer.panels.state import ExplorerState
from explorer.panels.view import View

START = Moment.of(ex.Config(), Selection(), View())


@pytest.mark.parametrize(
    "changes",
    [
        {"turns": ("split_by_reshape", "merge_without_reshelve")},
        {"surprise": 17},
        {"moves": ("dividers", "reshelve", "reshelve")},
    ],
)
def test_the_address_and_the_session_hold_them(changes: dict[str, Any]) -> None:
    moment = Moment.of(ex.Config(), Selection(place="wrong_turns", **changes), View())
    assert read_address(write_address(moment, START), START).moment == moment
    assert open_session(save_session(moment, START).encode(), START).moment == moment


def test_what_an_address_names_and_nobody_knows_is_told_and_the_rest_is_shown() -> None:
    state = ExplorerState(address="place=wrong_turns&turns=qkv_order,nonsense&moves=glue,fold&T=4")
    assert state.selection.turns == ("qkv_order",)
    assert state.selection.moves == ("glue",)
    assert state.config.tokens == 4
    assert state.problem.text == (
        "This page's address asks for the wrong turn 'nonsense', which this page does not know; it was let "
        "be. "
        "This page's address asks for the move 'fold', which this page does not know; it was let be."
    )


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("turns=<b>", "names are expected, with a comma between, not '<b>'"),
        ("surprise=-1", "a whole number or none is expected, not '-1'"),
        ("turns=qkv_order,qkv_order", "Cannot take qkv_order and qkv_order: name each wrong turn once."),
        (
            f"moves={','.join(['glue'] * (MOST_MOVES + 1))}",
            "Cannot make 13 moves: the sandbox shows 12 at most.",
        ),
    ],
)
def test_what_is_not_legal_in_an_address_gives_the_usual_page(query: str, why: str) -> None:
    state = ExplorerState(address=query)
    assert state.moment == START
    assert why.rstrip(".") in state.problem.text


def test_a_selection_knows_its_wrong_turns_and_moves() -> None:
    with pytest.raises(
        UnknownNameError, match=r"^Cannot take the wrong turn 'nonsense': choose split_by_reshape, "
    ):
        Selection(turns=("nonsense",))
    with pytest.raises(UnknownNameError, match=r"^Cannot make the move 'fold': choose dividers, "):
        Selection(moves=("fold",))
    with pytest.raises(ConfigError, match=r"^Cannot hide a wrong turn by -1: give a whole number\.$"):
        Selection(surprise=-1)


def test_a_hidden_wrong_turn_and_picked_ones_put_each_other_out() -> None:
    picked = Selection().replace(turns=("qkv_order",))
    hidden = picked.replace(surprise=3)
    assert (hidden.turns, hidden.surprise) == ((), 3)
    assert hidden.replace(turns=("qkv_order",)).surprise is None
