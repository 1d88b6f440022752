"""Presenter mode as Python has it; what it does to a notebook is tested in a browser."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.panels.presenter import Presenter, present
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


def test_large_type_is_chosen_in_the_top_line_and_the_page_has_a_class_to_follow() -> None:
    explorer = ex.build()
    (page,) = explorer.children
    assert "as-large-type" not in page._dom_classes
    explorer.header.large.value = True
    assert explorer.state.view.lettering == "large"
    assert "as-large-type" in page._dom_classes
    explorer.state.view = View()
    assert explorer.header.large.value is False
    assert "as-large-type" not in page._dom_classes


def test_no_third_lettering() -> None:
    with pytest.raises(ex.ConfigError) as refusal:
        View(lettering="huge")
    assert str(refusal.value) == "Cannot show the page with lettering='huge': choose 'usual' or 'large'."
