"""New numbers go into the drawing that is there; another writer's drawing is only to look at."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.changes import changes
from explorer.scene import Look, Scene, step_scene
from explorer.words import STEPS
from tests.browser.touching import (
    PRESS,
    OpenPage,
    cell,
    expect_cells,
    expect_touched,
    go,
    open_still,
    scene_of,
)  # fmt: skip
from tests.servers import wait_for


def expect_painted(page: Page, scene: Scene) -> None:
    """Expect every cell to have the scene's colours, number and title, and the title as its name."""
    wanted = {
        f"{panel.role}/{each.identity}": [each.fill, each.ink, each.text, each.title, each.title]
        for panel in scene.panels
        for each in panel.cells
    }
    read = """() => Object.fromEntries(
        [...document.querySelectorAll('.as-picture svg g[id*="/"]')].map((cell) => {
        const [paper, number, title] = ['rect', 'text', 'title'].map((tag) => cell.querySelector(tag));
        return [cell.id.replace(/^as\\d+-/, ''), [paper.getAttribute('fill'), number.getAttribute('fill'),
            number.textContent, title.textContent, cell.getAttribute('aria-label')]];
    }))"""
    wait_for("the new values", lambda: page.evaluate(read) == wanted, patience=10)


def test_new_values_are_put_into_the_drawing_that_is_there(voila_page: OpenPage) -> None:
    page, trip, poured = open_still(voila_page), ex.trace(), ex.trace(ex.Config(source="poured"))

    def drawing() -> int:
        """Number the drawings as they are met."""
        return page.evaluate("""() => {
            const svg = document.querySelector('.as-picture svg');
            window.drawings ??= 0;
            return svg.number ??= ++window.drawings;
        }""")

    go(page, "reshelve")
    expect_painted(page, scene_of(trip, "reshelve"))
    page.get_by_role("button", name="numbers", exact=True).click()
    first = drawing()
    page.get_by_role("button", name="poured", exact=True).click()
    expect_painted(page, scene_of(poured, "reshelve"))
    assert drawing() == first
    page.get_by_role("button", name="value", exact=True).click()
    expect_painted(page, scene_of(poured, "reshelve", colour="value"))
    assert drawing() == first
    page.get_by_role("button", name="given", exact=True).click()
    expect_painted(page, scene_of(trip, "reshelve", colour="value"))
    assert drawing() == first

    # Another structure is another drawing; then values go into that one.
    go(page, "cut")
    expect_painted(page, scene_of(trip, "cut", colour="value"))
    second = drawing()
    assert second != first
    page.get_by_role("button", name="poured", exact=True).click()
    expect_painted(page, scene_of(poured, "cut", colour="value"))
    assert drawing() == second
    page.get_by_role("button", name="sizes", exact=True).click()
    page.locator(".as-number-tokens input").fill("4")
    page.locator(".as-number-tokens input").press("Enter")
    longer = ex.trace(ex.Config(tokens=4, source="poured"))
    look = Look(heading=False, colour="value")
    expect_painted(page, step_scene(longer, "cut", look, changes(poured, longer)))  # new rows are marked
    assert drawing() != second


def test_what_stays_as_it_was_is_not_written_again(voila_page: OpenPage) -> None:
    page, trip = open_still(voila_page), ex.trace()
    go(page, "cut")
    expect_painted(page, scene_of(trip, "cut"))
    page.evaluate("""() => {
        window.written = [];
        const paper = document.querySelector('.as-picture .as-paper');
        const name = (cell) => cell.id.replace(/^as\\d+-/, '');
        const note = (records) => {
            for (const { target, attributeName, oldValue } of records) {
                const cell = target.closest('g[id]');
                if (cell) window.written.push([name(cell), oldValue !== target.getAttribute(attributeName)]);
            }
        };
        const filter = ['fill', 'aria-label'];
        new MutationObserver(note).observe(
            paper, { subtree: true, attributes: true, attributeOldValue: true, attributeFilter: filter });
    }""")
    query = trip.explain("cut", "query", batch=0, token=1, width=0).place
    corner = "after-query/query:b0:t1:h0:d0"
    cell(page, corner).focus()
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    typed_over = ex.trace(ex.Config(edits=[ex.Edit("query", *(index for _, index in query.coords), 5)]))
    look = Look(heading=False)
    expect_painted(page, step_scene(typed_over, "cut", look, changes(trip, typed_over)))
    written = page.evaluate("window.written")
    assert {name for name, _ in written} == {corner, "before/query:b0:t1:h0:d0"}
    assert all(is_other for _, is_other in written)


def test_matplotlibs_drawing_is_only_to_look_at(voila_page: OpenPage) -> None:
    page, trip = open_still(voila_page), ex.trace()
    go(page, "reshelve")
    name = "after/key:b0:t1:h0:d1"
    cell(page, name).focus()
    expect_touched(page, trip, "reshelve", name)
    button = page.get_by_role("button", name="matplotlib")
    button.evaluate(PRESS)
    page.locator('.as-picture svg g[id*="figure"]').first.wait_for()
    for step in ("inside_flip", "reshelve"):
        page.locator(f".as-step-{step}").evaluate(PRESS)
        expect(page.locator(".as-picture svg > title")).to_have_text(STEPS[step].say("both"))
        assert page.locator('.as-picture svg g[id*="figure"]').count() > 0
    assert page.locator(".as-picture svg [tabindex]").count() == 0
    button.evaluate(PRESS)
    expect_cells(page, trip, "reshelve")
    cell(page, name).hover()
    expect_touched(page, trip, "reshelve", name)
