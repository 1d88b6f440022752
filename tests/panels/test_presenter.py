"""Presenter mode as Python has it; what it does to a notebook is tested in a browser."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.panels.companion import CompanionPanel
from explorer.panels.header import HeaderPanel
from explorer.panels.presenter import Presenter, present
from explorer.panels.state import ExplorerState
from explorer.panels.view import View


def test_a_notebook_begins_whole_and_without_its_code() -> None:
    shown = present()
    assert isinstance(shown, Presenter)
    assert (shown.stepping, shown.code) == (False, False)


@pytest.mark.parametrize("choice", ["stepping", "code"])
def test_each_choice_is_one_keyword_and_reaches_the_browser(choice: str) -> None:
    shown = present(**{choice: True})
    assert shown.get_state()[choice] is True
    assert [name for name in ("stepping", "code") if getattr(shown, name)] == [choice]


def test_each_presenter_has_choices_of_its_own() -> None:
    one, other = present(), present()
    one.stepping = True
    assert not other.stepping


def test_large_type_is_chosen_in_the_top_line_and_the_page_says_so() -> None:
    state = ExplorerState()
    header, companion = HeaderPanel(state), CompanionPanel(state)
    assert companion.root.marks[".as-page"]["data-lettering"] == "usual"
    header.large.value = True
    assert state.view.lettering == "large"
    assert companion.root.marks[".as-page"]["data-lettering"] == "large"
    state.view = View()
    assert header.large.value is False
    assert companion.root.marks[".as-page"]["data-lettering"] == "usual"


def test_no_third_lettering() -> None:
    with pytest.raises(ex.ConfigError) as refusal:
        View(lettering="huge")
    assert str(refusal.value) == "Cannot show the page with lettering='huge': choose 'usual' or 'large'."
