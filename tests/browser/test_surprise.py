"""A hidden wrong turn in the browser: read nowhere before it is found, the same for whoever is sent it."""

from __future__ import annotations

from html import unescape

from playwright.sync_api import Browser, Page, expect

import explorer as ex
from explorer.core.coding import code_of
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.surprise import surprise, suspects
from explorer.core.mistakes.telling import tell_verdict
from tests.browser.touching import OpenPage
from tests.browser.watch import Watch
from tests.browser.wrong import (
    HERE,
    PENCIL,
    expect_numbers,
    expect_query,
    expect_shown,
    expect_step,
    expect_verdict,
    open_at,
    pick,
    query_of,
    take,
    walk_to,
    wrong_cells,
)
from tests.servers import wait_for

UNTOLD = """() => {
    const page = document.documentElement.cloneNode(true);
    page.querySelectorAll('.as-turn select, .as-guess, .as-begin').forEach((list) => list.remove());
    return page.outerHTML;
}"""


def secrets(turn: WrongTurn) -> set[str]:
    """What must not be read anywhere: the name of a hidden turn, its titles, and its lines of code."""
    codes = [code_of(ex.trace(), step) for step in ex.STEP_NAMES]
    right = {line.split("  #")[0].strip() for code in codes for line in code.splitlines()}
    lines = {line.strip() for code in take(PENCIL, turn.key).code.values() for line in code.splitlines()}
    return {turn.key, turn.pencil, turn.standard, turn.say("both")} | (lines - right)


def expect_untold(page: Page, turn: WrongTurn) -> None:
    """Look through all of the page, and its address; the lists and the guesses name every turn alike."""
    written = unescape(page.evaluate(UNTOLD)) + page.url
    assert not [secret for secret in secrets(turn) if secret in written]


def expect_hidden(page: Page, turn: WrongTurn) -> None:
    """Expect numbers without a name."""
    wrong = take(PENCIL, turn.key)
    for step in (turn.step, "merge"):
        walk_to(page, step)
        expect_numbers(page, wrong_cells(wrong, step))
        told = page.locator(".as-verdict li").first
        expect(told).to_have_text(tell_verdict(ex.compare(wrong.right, wrong))[0])
        expect_untold(page, turn)
        for code in (".as-code-panel", ".as-verdict-more"):
            expect(page.locator(code).first).to_be_hidden()


def hide(page: Page, button: str) -> tuple[int, WrongTurn]:
    """Have a turn hidden by a button; its seed, as the address has it, and which one it is."""
    before = query_of(page)
    page.locator(button).click()
    wait_for("another address", lambda: query_of(page) != before and "surprise=" in query_of(page), 10)
    seed = int(query_of(page).split("surprise=")[1])
    return seed, surprise(PENCIL, seed)


def test_a_hidden_turn_is_told_nowhere_until_it_is_found(page: Page, voila_page: OpenPage) -> None:
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    open_at(voila_page, f"{HERE}&turns=merge_without_reshelve&step=merge")
    expect_verdict(page, take(PENCIL, "merge_without_reshelve"))
    sent.clear()
    seed, hidden = hide(page, ".as-surprise")
    expect_step(page, "merge")
    expect_hidden(page, hidden)
    lists = page.locator(".as-turn:not(.as-second) select")
    expect(lists).to_have_value("one that is hidden")
    named = suspects(PENCIL, seed)
    buttons = page.locator(".as-guess:visible")
    expect(buttons).to_have_text([turn.say("both") for turn in named])

    # A wrong guess is told, and stays a guess.
    guess = next(turn for turn in named if turn is not hidden)
    buttons.get_by_text(guess.say("both"), exact=True).click()
    told = page.locator(".as-guess-told [role=status]")
    shown = tell_verdict(ex.compare(ex.trace(), take(PENCIL, guess.key)))[0]
    expect(told).to_contain_text("Not that one. It would have shown this:")
    expect(told).to_contain_text(shown)
    expect_query(page, f"step=merge&{HERE}&surprise={seed}")
    expect_hidden(page, hidden)

    # So is one that is picked from the list.
    guess = next(turn for turn in named if turn not in (hidden, guess))
    pick(page, guess.key)
    expect(told).to_contain_text(guess.say("both"), ignore_case=True)
    expect(lists).to_have_value("one that is hidden")
    expect_hidden(page, hidden)

    page.keyboard.press("t")  # as tables
    page.locator(".as-tables table").first.wait_for()
    expect_untold(page, hidden)
    page.keyboard.press("t")
    assert len(sent) > 10
    assert not any(hidden.key in frame for frame in sent)  # not even to who listens to the server

    # The right one shows it; undo hides it again.
    buttons.get_by_text(hidden.say("both"), exact=True).click()
    expect(told).to_have_text(f"Right, that is the one: {hidden.say('both')}")
    wrong = take(PENCIL, hidden.key)
    expect_shown(page, wrong, ex.compare(wrong.right, wrong).first)
    expect(page.locator(".as-game")).to_be_hidden()
    assert query_of(page).endswith(f"&turns={hidden.key}")
    assert any(hidden.key in frame for frame in sent)
    page.locator(".as-undo").click()
    expect(buttons).to_have_count(len(named))
    expect(page.locator(".as-verdict h2")).to_have_count(0)
    expect_hidden(page, hidden)
    expect_query(page, f"step=merge&{HERE}&surprise={seed}")


def test_show_it_another_and_the_same_hidden_turn_for_somebody_else(
    voila_page: OpenPage, chromium: Browser
) -> None:
    page = open_at(voila_page, HERE)
    seed, hidden = hide(page, ".as-surprise")
    page.locator(".as-show-it").click()
    expect_verdict(page, take(PENCIL, hidden.key))
    expect(page.locator(".as-game")).to_be_hidden()
    page.locator(".as-undo").click()
    expect_query(page, f"step=merge&{HERE}&surprise={seed}")
    other, another = hide(page, ".as-another")
    assert another is not hidden
    expect_hidden(page, another)
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    there = context.new_page()
    there_watch = Watch(there)
    there.goto(page.url, wait_until="commit")
    there.locator(".as-guess").first.wait_for()
    expect_hidden(there, another)
    expect(there.locator(".as-guess:visible")).to_have_text([t.say("both") for t in suspects(PENCIL, other)])
    heard = there_watch.complaints()
    there.goto("about:blank")
    context.close()
    assert not heard
