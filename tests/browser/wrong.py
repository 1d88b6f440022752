"""Wrong turns and the sandbox on the page: what must be seen and said there is the engine's own answer."""

from __future__ import annotations

import math
import re

from playwright.sync_api import Locator, Page, expect

import explorer as ex
from explorer.core.coding import code_of
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.sandbox import Play
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.telling import tell_verdict
from explorer.scene import Look, Scene
from explorer.scene.sandbox import sandbox_scene
from explorer.scene.wrong_turn import wrong_turn_scene
from explorer.words import STEPS, capital
from tests.browser.reading import Cells, printed
from tests.browser.touching import ACTIVE, PRESS, OpenPage
from tests.servers import wait_for

PENCIL = ex.Config()
HERE = "place=wrong_turns"
CELLS = """(picture) => [...picture.querySelectorAll('svg g[id*="/"]')].map(
    (cell) => [cell.id.replace(/^as\\d+-/, ''), cell.querySelector('text')?.textContent ?? ''])"""
PICTURE = """() => [...document.querySelectorAll('.as-picture svg text')].map(
    (text) => text.textContent).join('').replace(/\\s/g, '')"""
READABLE = """() => {
    const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (colour) => {
        paint.clearRect(0, 0, 1, 1);
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        return [...paint.getImageData(0, 0, 1, 1).data];
    };
    const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => (c * a + under[i] * (255 - a)) / 255);
    const ground = (box) =>
        box ? over(rgba(getComputedStyle(box).backgroundColor), ground(box.parentElement)) : [255, 255, 255];
    const line = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * line(r / 255) + 0.7152 * line(g / 255) + 0.0722 * line(b / 255);
    const words = (box) => [...box.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    return [...document.querySelectorAll('.as-meaning *, .as-turns *, .as-sandbox *')].filter((box) => {
        if (!words(box).length || !box.checkVisibility() || box.closest(':disabled, option')) return false;
        const behind = ground(box), ink = over(rgba(getComputedStyle(box).color), behind);
        const [dim, bright] = [light(behind), light(ink)].sort((a, b) => a - b);
        return (bright + 0.05) / (dim + 0.05) < 4.5;
    }).map((box) => box.textContent.slice(0, 60));
}"""
"""Words that stand out too little from what is behind them; controls that rest are let be."""


def open_at(voila_page: OpenPage, query: str) -> Page:
    """Open the page at an address, without any motion."""
    page = voila_page(f"?{query}")
    page.emulate_media(reduced_motion="reduce")
    page.locator(".as-picture svg").wait_for()
    return page


def go_to(page: Page, place: str) -> None:
    page.locator(".as-places").get_by_role("button", name=place, exact=True).click()


def walk_to(page: Page, step: str) -> None:
    """Go to a step of the wrong turn that is shown."""
    page.locator(f".as-step-{step}").evaluate(PRESS)
    expect_step(page, step)


def query_of(page: Page) -> str:
    return str(page.evaluate("location.search")).removeprefix("?")


def expect_query(page: Page, query: str) -> None:
    try:
        wait_for("the address", lambda: query_of(page) == query, patience=10)
    except AssertionError:
        assert query_of(page) == query


def label_of(key: str, words: str = "both") -> str:
    """What the list calls a wrong turn."""
    turn = WRONG_TURNS[key]
    return f"{ex.STEP_NAMES.index(turn.step) + 1} {STEPS[turn.step].label}: {turn.say(words)}"


def pick(root: Page | Locator, key: str, *, second: bool = False) -> None:
    """Choose a wrong turn from one of the two lists; "" chooses none."""
    lists = root.locator(".as-second select" if second else ".as-turn:not(.as-second) select")
    expect(lists).to_be_enabled()
    lists.select_option(label=label_of(key) if key else "none")


def take(config: ex.Config, *keys: str) -> WrongTrace:
    """The trip that the engine makes with these wrong turns."""
    wrong = ex.trace(config, wrong_turns=keys)
    assert isinstance(wrong, WrongTrace)
    return wrong


def picture_of(wrong: WrongTrace, step: str) -> Scene:
    """The picture that the engine draws of a step, right and wrong."""
    return wrong_turn_scene(wrong, step, Look(heading=False), ex.influence(wrong))


def wrong_cells(wrong: WrongTrace, step: str) -> Cells:
    """Print the engine's number for each cell of right, of wrong, of the influence and of the keep-table."""
    found = ex.influence(wrong)
    # Of several books the first is shown, with what its own tokens change in it.
    tables = (
        {"influence": found.by_batch[0, :, 0], "keep": wrong.right["mask"]["keep"].values}
        if found.found
        else {}
    )
    cells = {}
    for panel in picture_of(wrong, step).panels:
        for cell in panel.cells:
            where = dict(cell.coords)
            if panel.role in tables:
                number = float(tables[panel.role][where["query_token"], where["key_token"]])
            else:
                trip = {"right": wrong.right, "wrong": wrong}[panel.role]
                number = float(trip[step][cell.tensor].at(**where))
            cells[f"{panel.role}/{cell.identity}"] = "nan" if math.isnan(number) else printed(number)
    return cells


def played_cells(game: Play) -> Cells:
    """Print the number of each cell of the sandbox: of the start, and of what came of each move."""
    made = {f"move-{n}": stage.tensor for n, stage in enumerate(game.stages, 1) if stage.tensor is not None}
    made["start"] = game.start
    return {
        f"{panel.role}/{cell.identity}": printed(float(made[panel.role].at(**dict(cell.coords))))
        for panel in sandbox_scene(game, Look(heading=False)).panels
        for cell in panel.cells
    }


def expect_numbers(root: Page | Locator, wanted: Cells) -> None:
    """Wait until the picture shows these numbers and no other cells."""
    seen: Cells = {}

    def same() -> bool:
        nonlocal seen
        pairs = root.locator(".as-picture").evaluate(CELLS)
        seen = dict(pairs)
        return seen == wanted and len(pairs) == len(wanted)

    try:
        wait_for("the picture", same, patience=15)
    except AssertionError as error:
        wrong = [
            f"{name}: shown {seen.get(name)!r}, computed {wanted.get(name)!r}"
            for name in sorted({*seen, *wanted})
            if seen.get(name) != wanted.get(name)
        ]
        raise AssertionError("\n".join(wrong[:20])) from error


def expect_step(root: Page | Locator, step: str) -> None:
    expect(root.locator(f".as-step-{step}")).to_have_attribute("aria-current", "step")


def expect_shown(page: Page, wrong: WrongTrace, step: str) -> None:
    """Expect a step of a wrong trip: its numbers, right and wrong, its name, and what comes of the turn."""
    expect_step(page, step)
    expect_numbers(page, wrong_cells(wrong, step))
    expect(page.locator(".as-picture svg > title")).to_have_text(
        f"{STEPS[step].say('both')}: right and wrong"
    )
    expect_verdict(page, wrong)


def expect_verdict(root: Page | Locator, wrong: WrongTrace) -> None:
    """Expect the turns' titles, and the first sentence that the arrays tell."""
    titles = " + ".join(turn.say("both") for turn in wrong.turns)
    box = root.locator(".as-verdict")
    expect(box.locator("h2")).to_have_text(capital(titles))
    first = tell_verdict(ex.compare(wrong.right, wrong))[0].replace("`", "")
    expect(box.locator(".as-telling")).to_have_text(first)
    expect(box.locator(".as-telling")).to_be_visible()


def expect_code(page: Page, wrong: WrongTrace, dialect: str = "numpy") -> None:
    """Expect each changed line of code twice: what was right, and what really ran."""
    box = page.locator(".as-verdict-more")
    ours, theirs = set(), set()
    for step in ex.STEP_NAMES:
        right = code = code_of(wrong.right, step, dialect)
        if dialect == "numpy":
            code = wrong.code.get(step, right)
        for change in [
            turn.torch[step] for turn in wrong.turns if dialect == "pytorch" and step in turn.torch
        ]:
            code = change(code)
        ours |= _lines(right) - _lines(code)
        theirs |= _lines(code) - _lines(right)
    assert theirs
    shown: dict[str, set[str]] = {}

    def same() -> bool:
        for side in ("right", "wrong"):
            shown[side] = set(map(_bare, box.locator(f".as-line-{side} code").all_inner_texts()))
        return shown == {"right": ours, "wrong": theirs}

    try:
        wait_for("the code", same, patience=10)
    except AssertionError:
        assert shown == {"right": ours, "wrong": theirs}
    expect(box.locator(".as-line-wrong del, .as-line-right ins").first).to_be_visible()


def _lines(code: str) -> set[str]:
    return {_bare(line) for line in code.splitlines()}


def _bare(line: str) -> str:
    return re.sub(r"\s+#.*", "", line).rstrip()


def expect_focus(page: Page, name: str) -> None:
    wait_for(f"the focus on {name}", lambda: page.evaluate(ACTIVE) == name, patience=10)


def tab_to(page: Page, selector: str, most: int = 60, key: str = "Tab") -> None:
    """Press Tab until a control has the focus."""
    for _ in range(most):
        page.keyboard.press(key)
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{key} does not come to {selector} in {most} presses")
