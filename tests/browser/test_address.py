"""The state in a real page's address: copied it gives the same picture, and a stranger's does no harm."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

import explorer as ex
from explorer.words import STEPS
from tests.browser.touching import OpenPage, cell, expect_cells, expect_lit, go, open_still
from tests.browser.watch import Watch
from tests.servers import Server, wait_for


def query_of(page: Page) -> str:
    return str(page.evaluate("location.search")).removeprefix("?")


def expect_step(page: Page, step: str) -> None:
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS[step].say("both"))


def test_a_copied_address_shows_the_same_picture_elsewhere(
    voila_page: OpenPage, voila_server: Server, chromium: Browser
) -> None:
    page = open_still(voila_page)
    page.locator(".as-number-tokens input").fill("5")
    page.locator(".as-number-tokens input").press("Enter")
    go(page, "scores")
    name = "matches/matches:b0:h1:i2:j1"
    cell(page, name).click()
    wait_for("the pin in the address", lambda: "pin=scores.matches.b0.h1.i2.j1" in query_of(page))
    link = page.locator(".as-copy-link")
    expect(link).to_be_visible()
    expect(page.locator(".as-copy-code")).to_be_hidden()
    assert (
        link.get_attribute("data-copy") == query_of(page) == "T=5&step=scores&pin=scores.matches.b0.h1.i2.j1"
    )
    other = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    there = other.new_page()
    there_watch = Watch(there)
    there.goto(page.url, wait_until="commit")
    there.locator(".as-picture svg").wait_for()
    expect_cells(there, ex.trace(ex.Config(tokens=5)), "scores")
    expect_lit(there, "pinned", {name})
    heard = there_watch.complaints()
    there.goto("about:blank")
    other.close()
    assert not heard


def test_the_link_that_is_copied_is_the_pages_own_address(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    go(page, "shares")
    wait_for("the address", lambda: query_of(page) == "step=shares")
    page.locator(".as-copy-link").click()
    expect(page.locator(".as-copy-link")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.evaluate("location.href")


def test_in_jupyterlab_a_line_of_code_is_copied_and_the_address_stays_as_it_is(
    lab_page: Callable[[str], Page],
) -> None:
    page = lab_page("explorer.ipynb")
    page.locator(".as-step-scores").click()
    before = page.evaluate("location.search")
    line = page.locator(".as-copy-code")
    expect(line).to_be_visible()
    expect(page.locator(".as-copy-link")).to_be_hidden()
    expect(line).to_have_attribute("data-copy", 'explorer.build(address="step=scores")')
    assert ex.build(address="step=scores").state.selection.step == "scores"
    assert page.evaluate("location.search") == before


def test_back_and_forward_walk_the_steps_that_were_seen(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "cut")
    go(page, "scores")
    wait_for("the address", lambda: query_of(page) == "step=scores")
    page.locator(".as-number-tokens input").fill("4")
    page.locator(".as-number-tokens input").press("Enter")
    wait_for("the address", lambda: query_of(page) == "T=4&step=scores")
    page.go_back()
    expect_step(page, "cut")
    page.go_back()
    expect_step(page, "pour")
    assert query_of(page) == ""
    page.go_forward()
    page.go_forward()
    expect_step(page, "scores")
    expect_cells(page, ex.trace(ex.Config(tokens=4)), "scores")


HOSTILE = [
    ("T=" + quote("<script>window.hacked=1</script>"), "T=<script>"),
    ("T=99999999", "T"),
    ("step=" + quote("'\"><img src=x onerror=window.hacked=1>"), "step="),
    ("labels=" + quote("\x00"), "labels"),
    ("theme=" + quote("</style><script>window.hacked=1</script>"), "theme="),
    ("edits=q0.0.0:1e999", "edits="),
    ("voila-template=../../..", "voila-template"),
]


@pytest.mark.parametrize(("query", "named"), HOSTILE)
def test_a_strangers_address_shows_the_usual_page_and_names_the_parameter(
    voila_page: OpenPage, query: str, named: str
) -> None:
    page = voila_page("?" + query)
    page.locator(".as-picture svg").wait_for()
    expect_cells(page, ex.trace(), "pour")
    expect(page.locator(".as-problem [role=alert]")).to_contain_text(named)
    assert page.evaluate("window.hacked") is None


def test_a_token_named_like_a_script_is_those_characters(voila_page: OpenPage) -> None:
    name = "<img src=x onerror=window.hacked=1>"
    page = voila_page("?step=scores&labels=" + quote(quote(name)))
    page.locator(".as-picture svg").wait_for()
    expect_cells(page, ex.trace(ex.Config(labels=[name])), "scores")
    expect(page.locator(".as-picture svg")).to_contain_text("<img")
    assert page.locator(".attention-shapes img").count() == 0
    assert page.evaluate("window.hacked") is None


def test_a_teacher_hides_parts_and_locks_the_page(voila_page: OpenPage) -> None:
    page = voila_page("?lock=distinct&hide=code,share,words&step=scores")
    page.locator(".as-picture svg").wait_for()
    expect_cells(page, ex.trace(ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=2)), "scores")
    for hidden in (
        ".as-code-panel",
        ".as-copy-link",
        ".as-save-session",
        ".as-words",
        ".as-slider-tokens",
        ".as-tabs",
    ):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator(".as-locked")).to_contain_text("This page is locked to: Sizes that differ.")
    page.keyboard.press("ArrowRight")
    expect_step(page, "mask")
    wait_for(
        "the address",
        lambda: (
            query_of(page) == "lock=distinct&step=mask&hide=words,code,share"
            or query_of(page) == "lock=distinct&step=mask&hide=code,share,words"
        ),
    )


def test_a_session_is_saved_and_opened_again(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "scores")
    page.locator(".as-number-tokens input").fill("5")
    page.locator(".as-number-tokens input").press("Enter")
    expect_cells(page, ex.trace(ex.Config(tokens=5)), "scores")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save", exact=True).click()
    path = saved.value.path()
    assert json.loads(path.read_text())["address"] == "T=5&step=scores"
    assert saved.value.suggested_filename == "attention-shapes-session.json"
    page.locator(".as-preset select").select_option(label="The pencil example")
    go(page, "pour")
    expect_cells(page, ex.trace(), "pour")
    page.locator(".as-tabs").get_by_role("button", name="numbers").click()
    page.locator(".as-opening input[type=file]").set_input_files(
        {"name": "session.json", "mimeType": "application/json", "buffer": path.read_bytes()}
    )
    expect_cells(page, ex.trace(ex.Config(tokens=5)), "scores")
