"""The ten steps walked in a real browser, every number compared with the engine."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from tests.browser.reading import expect_cells, shapes_of, shown_cells

OpenPage = Callable[..., Page]
SIZES = ("tokens", "heads", "head_dim", "window", "batch")


def set_sizes(page: Page, config: ex.Config) -> None:
    """Type each size into its box."""
    for size in SIZES:
        box = page.locator(f".as-number-{size} input")
        box.fill(str(getattr(config, size)))
        box.press("Enter")


def walk(page: Page, trip: ex.Trace) -> list[str]:
    """Go through all ten steps by the Next button, comparing every cell; list those that were compared."""
    compared = []
    page.locator(".as-walk-first").or_(page.locator(".as-step-pour")).first.click(force=True)
    for number, name in enumerate(ex.STEP_NAMES):
        if number:
            page.locator(".as-walk-next").click()
        expect(page.locator(f".as-step-{name}")).to_have_attribute("aria-current", "step")
        expect_cells(page, trip, name)
        expect_shapes(page, trip, name)
        compared.append(name)
    return compared


# What the shape line of each step must spell out: recorded tensors, each by the step that recorded it.
SHAPES = {
    "pour": ("pour example_tokens", "pour example_table", "pour example_wide"),
    "cut": ("pour wide", "cut query", "cut key", "cut value"),
    "dividers": ("cut key", "dividers key"),
    "reshelve": ("dividers key", "reshelve key"),
    "inside_flip": ("reshelve key", "inside_flip key"),
    "scores": ("reshelve query", "inside_flip key", "scores scores"),
    "mask": ("scores scores", "mask keep", "mask struck"),
    "shares": ("mask struck", "shares shares"),
    "blend": ("shares shares", "reshelve value", "blend blend"),
    "merge": ("blend blend", "merge reshelved", "merge output"),
}


def expect_shapes(page: Page, trip: ex.Trace, name: str) -> None:
    """Hold every shape of the shape line against the recorded tensor's own."""
    tensors = [trip[step][tensor] for step, tensor in (each.split() for each in SHAPES[name])]
    assert shapes_of(page) == [list(tensor.shape) for tensor in tensors], name


def test_all_ten_steps_of_the_pencil_example(voila_page: OpenPage) -> None:
    assert walk(voila_page(), ex.trace()) == list(ex.STEP_NAMES)


def random_sizes() -> dict[str, int]:
    """Draw sizes that differ from one another and from 1; a failure tells which, in its arguments."""
    drawn = random.Random()
    heads = drawn.choice([2, 3, 4])
    head_dim, tokens = drawn.sample([size for size in range(2, 7) if size != heads], 2)
    batch = drawn.choice([size for size in (2, 3) if size not in (heads, head_dim, tokens)] or [1])
    return {
        "tokens": tokens,
        "heads": heads,
        "head_dim": head_dim,
        "window": drawn.randint(1, tokens),
        "batch": batch,
    }


@pytest.mark.parametrize(
    "sizes",
    [random_sizes(), {"tokens": 4, "heads": 1, "head_dim": 5, "window": 3, "batch": 3}],
    ids=["drawn by lot", "one lens, three books"],
)
def test_all_ten_steps_at_distinct_sizes(voila_page: OpenPage, sizes: dict[str, int]) -> None:
    config = ex.Config(**sizes)
    page = voila_page()
    set_sizes(page, config)
    assert walk(page, ex.trace(config)) == list(ex.STEP_NAMES)


def test_all_ten_steps_in_jupyterlab(lab_page: OpenPage) -> None:
    page = lab_page("explorer.ipynb")
    page.locator(".as-picture svg").wait_for()
    assert walk(page, ex.trace()) == list(ex.STEP_NAMES)


@pytest.mark.parametrize("size", SIZES)
def test_each_slider_by_its_arrow_keys(voila_page: OpenPage, size: str) -> None:
    page = voila_page()
    page.locator(".as-step-scores").click()
    handle = page.locator(f".as-slider-{size} .noUi-handle")
    config = ex.Config()
    for key, by in (("ArrowUp", 1), ("ArrowDown", -1)):
        config = config.replace(**{size: getattr(config, size) + by})
        handle.press(key)
        expect(page.locator(f".as-number-{size} input")).to_have_value(str(getattr(config, size)))
        expect_cells(page, ex.trace(config), "scores")


def test_the_arrow_keys_step_from_anywhere(voila_page: OpenPage) -> None:
    page = voila_page()
    page.locator(".as-header h1").click()
    for key, name in (
        ("ArrowRight", "cut"),
        ("ArrowRight", "dividers"),
        ("ArrowLeft", "cut"),
        ("End", "merge"),
        ("Home", "pour"),
    ):
        page.keyboard.press(key)
        expect(page.locator(f".as-step-{name}")).to_have_attribute("aria-current", "step")


def test_pins_show_one_head_of_one_book(voila_page: OpenPage) -> None:
    page = voila_page()
    set_sizes(page, ex.Config(batch=2))
    page.locator(".as-step-inside_flip").click()
    page.locator(".as-pin-batch select").select_option("1")
    page.locator(".as-pin-head select").select_option("1")
    expect_cells(page, ex.trace(ex.Config(batch=2)), "inside_flip", batch=1, head=1)
    # The strip of memory is always whole: a pin hides what is looked at, not what is stored.
    grids = [name for name in shown_cells(page) if not name.startswith("memory/")]
    assert {tuple(re.findall(":[bh][0-9]+", name)) for name in grids} == {(":b1", ":h1")}


def test_the_dividers_move_in_the_same_row(voila_page: OpenPage) -> None:
    page = voila_page()
    page.locator(".as-step-dividers").click()
    for heads, head_dim in ((4, 1), (1, 4), (2, 2)):
        page.get_by_role("button", name=f"{heads} × {head_dim}", exact=True).click()
        expect_cells(page, ex.trace(ex.Config(heads=heads, head_dim=head_dim)), "dividers")
        expect(page.locator(".as-shape-line")).to_contain_text(f"H {heads}, D {head_dim}")


def test_poured_numbers(voila_page: OpenPage) -> None:
    page = voila_page()
    page.get_by_role("button", name="numbers", exact=True).click()
    page.get_by_role("button", name="poured", exact=True).click()
    expect_cells(page, ex.trace(ex.Config(source="poured")), "pour")
    expect(page.get_by_role("button", name="poured", exact=True)).to_have_attribute("aria-pressed", "true")


def test_a_size_that_is_too_large_is_refused_and_the_picture_stays(voila_page: OpenPage) -> None:
    page = voila_page()
    page.locator(".as-step-reshelve").click()
    expect_cells(page, ex.trace(), "reshelve")
    box = page.locator(".as-number-tokens input")
    box.fill("99")
    box.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Cannot show T = 99")).to_be_visible()
    expect(box).to_have_value("3")
    expect_cells(page, ex.trace(), "reshelve")


def test_two_flips_side_by_side(voila_page: OpenPage) -> None:
    page = voila_page()
    page.get_by_role("button", name="Two flips").click()
    expect(page.locator(".as-story")).to_contain_text("Re-shelve")
    expect(page.locator(".as-story")).to_contain_text("Inside flip")
    expect(page.locator(".as-picture svg")).to_be_visible()


def test_play_walks_on_and_stops_when_a_key_is_pressed(voila_page: OpenPage) -> None:
    page = voila_page()
    page.locator(".as-play").click()
    expect(page.locator(".as-step-dividers")).to_have_attribute("aria-current", "step", timeout=15_000)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".as-play")).to_have_text("Play")
