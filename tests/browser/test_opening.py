"""Numbers of one's own in a real page: a file is opened, asked about, used, and shown to the last cell."""

from __future__ import annotations

import io
import time
from typing import Any

import numpy as np
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.files import guess, numbers_from, read_bytes
from tests.browser.touching import OpenPage, expect_cells, go, open_still


def npz(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def choose_file(page: Page, name: str, data: bytes) -> None:
    page.locator(".as-tabs").get_by_role("button", name="numbers").click()
    page.locator(".as-opening input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    )


def whole(*shape: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float64)


def test_query_key_and_value_are_used_at_once_and_taken_back(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    rows = {name: whole(4, 6, seed=seed) for seed, name in enumerate(("query", "key", "value"))}
    choose_file(page, "mine.npz", npz(**rows, heads=np.array(3)))
    numbers = ex.Numbers(rows, heads=3, name="mine.npz")
    trip = ex.trace(ex.Config.of(numbers))
    for step in ("pour", "reshelve", "scores", "merge"):
        go(page, step)
        expect_cells(page, trip, step)
    for _ in range(4):  # three steps, and the file
        page.locator(".as-undo").click()
    expect(page.locator(".as-undo")).to_be_disabled()
    expect_cells(page, ex.trace(), "pour")


def test_what_a_file_does_not_tell_is_asked_with_a_preview(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    file = io.BytesIO()
    np.save(file, whole(3, 6, seed=5))
    choose_file(page, "rows.npy", file.getvalue())
    expect(page.locator(".as-opening .as-preview pre")).to_contain_text("rows")
    expect_cells(page, ex.trace(), "pour")  # nothing is used yet
    pile = read_bytes(file.getvalue(), "rows.npy")
    asked = guess(pile).questions[0]
    answer = next(place for place, (_, value) in enumerate(asked.choices) if value != asked.chosen)
    page.locator(".as-questions select").first.select_option(index=answer)
    expect(page.locator(".as-questions select").first).to_have_value(asked.choices[answer][0])
    page.get_by_role("button", name="Use these numbers").click()
    go(page, "cut")
    numbers = numbers_from(pile, guess(pile, {asked.field: asked.choices[answer][1]}))
    expect_cells(page, ex.trace(ex.Config.of(numbers)), "cut")


def test_a_broken_file_is_refused_in_words_and_the_picture_stays(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    choose_file(page, "<img src=x onerror=window.hacked=1>.npz", b"PK\x03\x04 not an archive")
    expect(page.locator(".as-problem [role=alert]")).to_contain_text("<img src=x")
    expect_cells(page, ex.trace(), "pour")
    assert page.evaluate("window.hacked") is None


def test_512_tokens_of_1024_numbers_open_and_are_walked(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    rows = np.random.default_rng(1).normal(size=(3, 512, 1024)).astype(np.float32)
    data = npz(query=rows[0], key=rows[1], value=rows[2], heads=np.array(16))
    began = time.monotonic()
    choose_file(page, "large.npz", data)
    expect(page.locator(".as-number-tokens input")).to_have_value("512", timeout=60_000)
    expect(page.locator(".as-picture svg image").first).to_be_visible()
    print(f"opened in {time.monotonic() - began:.1f} s")  # noqa: T201 told, not judged: benchmarks judge
    go(page, "scores")
    expect(page.locator(".as-picture svg image").first).to_be_visible()
    expect(page.locator(".as-problem [role=alert]")).to_have_count(0)
