"""Long trips in a real browser: an image answers the pointer and the keys, and the page never stalls."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

import explorer as ex
from explorer.core.place import Place
from explorer.scene import Look, Scene
from explorer.scene.display import Panel
from explorer.scene.magnified import magnified
from explorer.scene.pointing import cells_at, place_of
from tests.browser.pair import write_notebook
from tests.browser.touching import HINT, expect_told, go, scene_of
from tests.servers import Server, wait_for

OpenPage = Callable[[str], Page]
LARGE = ex.Config(tokens=64, heads=2, head_dim=8, window=9)
LONG = "tokens=512, heads=4, head_dim=16"
SERVE = """
from pathlib import Path
from explorer.serving.server import serve
serve(port=0, open_browser=False, notebook=Path(__file__).with_name("large.ipynb"))
"""
NEAR = """() => [...document.querySelectorAll('.as-lens svg g[id]')].map((cell) => [
    cell.querySelector('title').textContent, cell.querySelector('text').textContent])"""
BOXES = """(name) => [...document.querySelectorAll('.as-over > path.as-' + name)].map((path) => {
    const { x, y, width, height } = path.getBBox();
    return [path.closest('g[data-rows]').id.replace(/^as\\d+-/, ''), x, y, width, height];
})"""
WATCH_TASKS = """() => {
    window.tasks = [];
    const note = (list) => list.getEntries().forEach((task) => window.tasks.push(task.duration));
    new PerformanceObserver(note).observe({ type: 'longtask' });
}"""
ACTIVE = "document.activeElement.id.replace(/^as\\d+-/, '')"


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[Callable]:
    """Call it with the sizes of a trip to serve a notebook that shows it; the page's address."""
    servers: dict[str, Server] = {}

    def start(sizes: str) -> str:
        if sizes not in servers:
            folder: Path = tmp_path_factory.mktemp("large")
            cells = ("import explorer", f"explorer.build(explorer.Config({sizes}))")
            (folder / "large.ipynb").write_text(write_notebook(*cells))
            (folder / "show_large.py").write_text(SERVE)
            servers[sizes] = Server(
                ("show_large",), log=folder / "voila.log", home=jupyter_home, address=r"http://\S+/"
            )
        return servers[sizes].url

    yield start
    for server in servers.values():
        server.stop()


@pytest.fixture
def large_page(page: Page, serve: Callable[[str], str]) -> OpenPage:
    """Open the page of a trip of these sizes, without motion."""

    def open_it(sizes: str = "tokens=64, heads=2, head_dim=8, window=9") -> Page:
        page.goto(serve(sizes), wait_until="commit")
        page.emulate_media(reduced_motion="reduce")
        page.locator(".as-paper > svg").wait_for()
        return page

    return open_it


def image(page: Page, name: str) -> Locator:
    return page.locator(f'.as-paper g[data-rows][id$="-{name}"]')


def hover(page: Page, name: str, row: int, column: int) -> None:
    """Move the pointer to the middle of a cell of an image."""
    group = image(page, name)
    box = group.locator("image").bounding_box()
    rows, columns = (int(group.get_attribute(f"data-{side}")) for side in ("rows", "cols"))
    page.mouse.move(
        box["x"] + (column + 0.5) * box["width"] / columns, box["y"] + (row + 0.5) * box["height"] / rows
    )


def numbered(scene: Scene, role: str, nth: int = 0) -> tuple[str, Panel]:
    """Find an image by its role: its name and its panel."""
    found = [(f"{role}/@{number}", panel) for number, panel in enumerate(scene.panels) if panel.role == role]
    return found[nth]


def place_at(trip: ex.Trace, scene: Scene, panel: Panel, row: int, column: int) -> Place:
    return place_of(trip, scene, panel, panel.image.cell(row, column))


def expect_near(page: Page, trip: ex.Trace, scene: Scene, panel: Panel, row: int, column: int) -> None:
    """Expect the lens to show the engine's numbers around a cell, inside of the window."""
    near = magnified(trip, scene, panel, row, column, Look(heading=False))
    wanted = [[cell.title, cell.text] for cell in near.cells("near")]
    wait_for(f"the lens at {row}, {column}", lambda: page.evaluate(NEAR) == wanted, patience=10)
    for cell in near.cells("near"):
        place = place_of(trip, scene, panel, cell)
        assert float(trip[place.step][place.tensor].at(**dict(place.coords))) == cell.value
    lens, stage = (page.locator(each).bounding_box() for each in (".as-lens", ".as-picture"))
    assert stage["x"] - 1 <= lens["x"]
    assert stage["y"] - 1 <= lens["y"]
    assert lens["x"] + lens["width"] <= stage["x"] + stage["width"] + 1
    assert lens["y"] + lens["height"] <= stage["y"] + stage["height"] + 1


def expect_boxes(page: Page, name: str, scene: Scene, wanted: set[tuple[str, int, int, int, int]]) -> None:
    """Expect these rectangles of cells to be lit, each where its cells stand."""
    places = []
    for each, *corners in sorted(wanted):
        part = scene.panels[int(each.rpartition("@")[2])].image.slice(*corners)
        places.append([each, part.x, part.y, part.w, part.h])

    def same() -> bool:
        seen = sorted(page.evaluate(BOXES, name))
        return len(seen) == len(places) and all(
            one[0] == other[0] and one[1:] == pytest.approx(other[1:], abs=0.05)
            for one, other in zip(seen, places, strict=True)
        )

    wait_for(f"{name} at {sorted(wanted)}", same, patience=10)


def test_a_number_under_the_pointer_is_told_lit_and_magnified(large_page: OpenPage) -> None:
    page, trip = large_page(), ex.trace(LARGE)
    scene = scene_of(trip, "scores")
    go(page, "scores")
    name, panel = numbered(scene, "matches", 1)
    number = int(name.rpartition("@")[2])
    for row, column in ((40, 17), (0, 0), (63, 63)):
        hover(page, name, row, column)
        expect_told(page, trip, place_at(trip, scene, panel, row, column))
        expect_near(page, trip, scene, panel, row, column)
        wanted = {
            (f"query/@{number - 1}", row, 0, row, 7),
            (f"key/@{number - 2}", 0, column, 7, column),
        }
        expect_boxes(page, "operand", scene, wanted)
        cursor = page.locator(".as-cursor").bounding_box()
        cell = panel.image.slice(row, column, row, column)
        assert min(cursor["width"], cursor["height"]) >= 6
        assert cursor["width"] < 20 * cell.w
    expect(page.locator(".as-lens")).to_have_attribute("aria-hidden", "true")
    page.locator(".as-header h1").hover()
    expect(page.locator(".as-lens")).to_have_count(0)
    expect(page.locator(".as-cursor")).to_have_count(0)
    expect(page.locator(".as-touched-text")).to_contain_text(HINT)
    expect_boxes(page, "operand", scene, set())


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_every_image_of_every_step_answers(large_page: OpenPage, step: str) -> None:
    page, trip = large_page(), ex.trace(LARGE)
    scene = scene_of(trip, step)
    go(page, step)
    roles = dict.fromkeys(panel.role for panel in scene.panels if panel.image)
    assert roles
    for role in roles:
        name, panel = numbered(scene, role)
        row, column = (count * 2 // 3 for count in panel.shape)
        image(page, name).scroll_into_view_if_needed()
        hover(page, name, row, column)
        expect_told(page, trip, place_at(trip, scene, panel, row, column))
        expect_near(page, trip, scene, panel, row, column)


def test_the_keys_walk_an_image_pin_and_let_go(large_page: OpenPage) -> None:
    page, trip = large_page(), ex.trace(LARGE)
    scene = scene_of(trip, "mask")
    go(page, "mask")
    page.locator(".as-picture").focus()
    for number, panel in enumerate(scene.panels):
        page.keyboard.press("Tab")
        assert page.evaluate(ACTIVE) == f"{panel.role}/@{number}"
        expect_told(page, trip, place_at(trip, scene, panel, 0, 0))
    for _ in range(2):
        page.keyboard.press("Shift+Tab")
    name, panel = numbered(scene, "keep")
    assert page.evaluate(ACTIVE) == name
    group = image(page, name)
    expect(group).to_have_attribute("role", "img")
    expect(group).to_have_attribute("aria-label", panel.image.title)

    row = column = 0
    moves = {
        "ArrowLeft": (0, -1), "ArrowUp": (-1, 0), "ArrowRight": (0, 1), "ArrowDown": (1, 0),
        "Shift+ArrowRight": (0, 10), "Shift+ArrowDown": (10, 0), "Shift+ArrowUp": (-10, 0),
        "PageDown": (10, 0), "PageUp": (-10, 0), "Shift+ArrowLeft": (0, -10),
    }  # fmt: skip
    for key in (*moves, *itertools.repeat("PageDown", 8), "ArrowDown", "Shift+ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
        down, right = moves[key]
        row, column = min(max(row + down, 0), 63), min(max(column + right, 0), 63)
        expect_told(page, trip, place_at(trip, scene, panel, row, column))
    expect_near(page, trip, scene, panel, row, column)
    expect(page.locator(".as-step-mask")).to_have_attribute("aria-current", "step")

    for press in ("Enter", " "):
        page.keyboard.press(press)
        expect_boxes(page, "pinned", scene, {(name, row, column, row, column)})
        expect(page.locator(".as-touched-text")).to_contain_text("Pinned: ")
        page.keyboard.press("Escape")
        expect_boxes(page, "pinned", scene, set())
        expect(page.locator(".as-touched-text")).not_to_contain_text("Pinned: ")
        expect(page.locator(".as-lens")).to_have_count(0)
        page.keyboard.press("ArrowUp")
        row -= 1
        expect_near(page, trip, scene, panel, row, column)


def test_a_pinned_number_is_traced_through_images(large_page: OpenPage) -> None:
    page, trip = large_page(), ex.trace(LARGE)
    scene = scene_of(trip, "scores")
    go(page, "scores")
    name, _ = numbered(scene, "matches")
    hover(page, name, 30, 28)
    page.mouse.down()
    page.mouse.up()
    expect_boxes(page, "pinned", scene, {(name, 30, 28, 30, 28)})
    walks = [
        walk("scores", "matches", batch=0, head=0, query_token=30, key_token=28)
        for walk in (trip.ancestors, trip.descendants)
    ]
    assert np.flatnonzero(walks[1].cells["shares", "shares"][0, 0, 30]).tolist() == list(range(22, 31))
    for step in ("shares", "blend", "inside_flip", "pour"):
        go(page, step)
        scene = scene_of(trip, step)
        ids = {each for walk in walks for each in cells_at(trip, scene, walk)}
        found = [re.fullmatch(r"(.*/@\d+):(\d+):(\d+):(\d+):(\d+)", each) for each in ids]
        assert all(found)
        expect_union(page, scene, [(each[1], *map(int, each.groups()[1:])) for each in found])


def expect_union(page: Page, scene: Scene, wanted: list[tuple[str, int, int, int, int]]) -> None:
    """Expect the traced cells of each image to be those of these rectangles together."""
    around: dict[str, tuple[float, float, float, float]] = {}
    for name, *corners in wanted:
        part = scene.panels[int(name.rpartition("@")[2])].image.slice(*corners)
        left, top, right, bottom = around.get(name, (part.x, part.y, part.right, part.bottom))
        around[name] = min(left, part.x), min(top, part.y), max(right, part.right), max(bottom, part.bottom)

    def same() -> bool:
        seen = {name: (x, y, x + w, y + h) for name, x, y, w, h in page.evaluate(BOXES, "traced")}
        return seen.keys() == around.keys() and all(
            seen[name] == pytest.approx(corners, abs=0.05) for name, corners in around.items()
        )

    wait_for("the trace", same, patience=10)


def test_a_page_of_512_tokens_never_stalls(large_page: OpenPage) -> None:
    page, trip = large_page(LONG), ex.trace(ex.Config(tokens=512, heads=4, head_dim=16))
    page.evaluate(WATCH_TASKS)
    for step in ex.STEP_NAMES:
        go(page, step)
        scene = scene_of(trip, step)
        name, panel = numbered(scene, next(panel.role for panel in scene.panels if panel.image))
        row, column = (count * 3 // 5 for count in panel.shape)
        image(page, name).scroll_into_view_if_needed()
        # A pointer that crosses the whole image first: whoever answers each cell is late for the last one.
        for share in range(20):
            hover(page, name, row * share // 20, column)
        hover(page, name, row, column)
        expect_near(page, trip, scene, panel, row, column)
        expect_told(page, trip, place_at(trip, scene, panel, row, column))
    assert max(page.evaluate("window.tasks"), default=0) < 1000  # milliseconds, on a busy machine
    told = page.locator(".as-paper > svg > desc").text_content()
    assert "is one image" in told
    assert re.search(r"Shelves drawn: T 0 to \d+ of 512\.", told)


def test_a_number_of_an_image_is_typed_over(large_page: OpenPage) -> None:
    page = large_page()
    page.locator(".as-step-mask").click()
    image(page, "keep/@2").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    wait_for("the cell", lambda: "keep=0.10.1" in page.evaluate("location.search"))
    expect(page.locator(".as-touched-text")).to_contain_text("set by hand")
