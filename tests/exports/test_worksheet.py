"""The worksheet: blank where it should be, the engine's numbers on the key, and fit to be printed in grey."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from pypdf import PdfReader

import explorer as ex
from explorer import words
from explorer.errors import ConfigError, ExplorerError, UnknownNameError
from explorer.exports.binding import bind
from explorer.exports.worksheet import worksheet, worksheet_pages
from explorer.exports.worksheet_numbers import drawn
from explorer.exports.worksheet_tasks import count_asked, tasks
from explorer.scene.display import Cell, Label, Scene
from explorer.scene.numerals import number_text
from tests.exports.kit import SHEETS, cells, halves, numbers, texts  # fmt: skip
from tests.exports.kit import drawn as printed

WORKED_OUT = {"matches", "struck", "exponentials", "totals", "shares", "blend", "output"}


@pytest.fixture(params=SHEETS)
def sheet(request: pytest.FixtureRequest) -> tuple[ex.Trace, tuple[Scene, ...]]:
    config, seed = SHEETS[request.param]
    return ex.trace(drawn(config, seed)), worksheet_pages(config, seed=seed)


def engines(trip: ex.Trace, cell: Cell) -> float:
    step = cell.identity.partition("/")[2].partition(".")[0]
    return float(trip[step][cell.tensor].at(**dict(cell.coords)))


def test_every_number_on_the_key_is_the_engines(sheet: tuple[ex.Trace, tuple[Scene, ...]]) -> None:
    trip, pages = sheet
    _, answers = halves(pages)
    found = cells(answers)
    for cell in found.values():
        if cell.coords[0][0] != "row":  # what is looked up has a test of its own
            assert cell.value == engines(trip, cell), cell.title
        assert cell.text == number_text(cell.value), cell.title


def test_the_key_answers_every_number_of_every_step(sheet: tuple[ex.Trace, tuple[Scene, ...]]) -> None:
    trip, pages = sheet
    found = cells(halves(pages)[1])
    for step, names in (
        ("reshelve", "key"), ("inside_flip", "key"), ("scores", "matches"), ("mask", "keep struck"),
        ("shares", "exponentials totals shares"), ("blend", "blend"), ("merge", "output"),
    ):  # fmt: skip
        for name in names.split():
            tensor = trip[step][name]
            for index in np.ndindex(tensor.shape):
                where = ".".join(f"{axis}{i}" for axis, i in zip(tensor.axes, index, strict=True))
                assert f"{step}/{step}.{name}:{where}" in found


def test_a_white_cell_is_blank_on_the_sheet_and_filled_on_the_key(
    sheet: tuple[ex.Trace, tuple[Scene, ...]],
) -> None:
    trip, pages = sheet
    blank, answers = (cells(half) for half in halves(pages))
    assert blank.keys() == answers.keys()
    white = {name for name, cell in blank.items() if cell.fill == "#ffffff"}
    for name, cell in blank.items():
        assert (cell.text == "") == (name in white)
        assert answers[name].text
        assert answers[name].fill == cell.fill
        if name in white:
            assert np.isnan(cell.value)
            assert not cell.hatch
            assert not cell.struck
        else:
            assert cell.text == answers[name].text
    assert len(white) == count_asked(tasks(trip))
    given = {answers[name].tensor for name in answers.keys() - white}
    if not trip.given:
        assert given == {"tokens", "table", "wide", "matches"}, "what is poured is not printed further on"
    assert given & WORKED_OUT == {"matches"}, "the one that is done, and those to look up"


def test_nothing_but_the_cells_differs_between_sheet_and_key() -> None:
    blank, answers = halves(worksheet_pages(ex.Config(), seed=7))
    apart = [set(printed(key)) - set(printed(page)) for page, key in zip(blank, answers, strict=True)]
    for page, key in zip(blank[1:], answers[1:], strict=True):
        labels = [[mark.text for mark in one.marks if isinstance(mark, Label)] for one in (page, key)]
        assert [text.replace("answers", "sheet") for text in labels[1]] == labels[0]
    shares = ex.trace(drawn(ex.Config(), 7))["shares"]["shares"].values
    assert apart[1] > {number_text(share) for share in shares.flat if share % 1}, "on the key alone"


def test_the_pdf_of_a_sheet_holds_no_share_and_no_blend(tmp_path: Path) -> None:
    config, seed = SHEETS["largest"]
    count = worksheet(config, tmp_path / "sheet.pdf", seed=seed)
    pages = texts(tmp_path / "sheet.pdf")
    assert len(pages) == count
    assert [bool(re.search(r"answers, page \d+ of", page)) for page in pages] == [
        place >= count // 2 for place in range(count)
    ]
    trip = ex.trace(drawn(config, seed))
    answers = {
        number_text(value)
        for step, name in (
            ("shares", "totals"),
            ("shares", "shares"),
            ("blend", "blend"),
            ("merge", "output"),
        )
        for value in trip[step][name].values.flat
        if value != int(value)
    }
    looked_up = {
        number_text(value) for name in ("scores", "mask", "shares") for value in to_look_up(trip, name)
    }
    said = [numbers(" ".join(half)) for half in (pages[: count // 2], pages[count // 2 :])]
    assert answers <= said[1]
    assert (answers - looked_up) & said[0] == set()
    assert len(answers - looked_up) > 50


def to_look_up(trip: ex.Trace, step: str) -> np.ndarray:
    return trip[step][{"scores": "scores", "mask": "struck", "shares": "exponentials"}[step]].values.ravel()


def test_what_is_looked_up_is_the_score_and_e_to_it_of_every_match_that_is_kept(
    sheet: tuple[ex.Trace, tuple[Scene, ...]],
) -> None:
    trip, pages = sheet
    grids = [panel for page in halves(pages)[0] for panel in page.panels if panel.title == "to look up"]
    rows = np.hstack([np.reshape([cell.value for cell in grid.cells], grid.shape) for grid in grids])
    kept = np.isfinite(trip["mask"]["struck"].values)
    assert rows[0].tolist() == sorted(set(trip["scores"]["matches"].values[kept]))
    root = trip.config.root_of
    np.testing.assert_allclose(rows[1], rows[0] / np.sqrt(1 if root is None else root))
    np.testing.assert_allclose(rows[2], np.exp(rows[1]))


def test_what_is_struck_is_hatched_on_the_key(sheet: tuple[ex.Trace, tuple[Scene, ...]]) -> None:
    trip, pages = sheet
    keep = trip["mask"]["keep"]
    for cell in cells(halves(pages)[1]).values():
        coords = dict(cell.coords)
        score = cell.tensor in ("struck", "exponentials", "shares") and "key_token" in coords
        struck = score and not keep.at(**{axis: coords[axis] for axis in keep.axes})
        assert bool(cell.hatch) == struck


def test_every_step_is_named_and_told_once_in_order(tmp_path: Path) -> None:
    for vocabulary in words.WORDS:
        worksheet(ex.Config(), tmp_path / "sheet.pdf", words=vocabulary)
        text = " ".join(" ".join(texts(tmp_path / "sheet.pdf")).split())
        sheet = text[: text.index("Attention by hand: answers")]
        places = [
            sheet.index(f"{number}. {step.say(vocabulary)}")
            for number, step in enumerate(words.STEPS.values(), start=1)
        ]
        assert places == sorted(places)
        if vocabulary == "standard":
            assert not re.search(r"\blens|WANT|HAVE|GIVE", text)


def test_the_foot_says_sizes_seed_and_page(tmp_path: Path) -> None:
    worksheet(ex.Config(), tmp_path / "sheet.pdf", seed=7)
    pages = texts(tmp_path / "sheet.pdf")
    for name, half in (("sheet", pages[:3]), ("answers", pages[3:])):
        for number, page in enumerate(half, start=1):
            assert "T 3, H 2, D 2, W 2, seed 7" in page
            assert f"{name}, page {number} of 3" in page
    assert "Pages 1 to 3 are for the class" in pages[3]
    assert "143 numbers to find" in pages[3]


def test_the_link_stands_whole_at_the_foot_of_the_first_page_of_sheet_and_key(tmp_path: Path) -> None:
    link = "T=6&edits=" + ",".join(f"q0.{row}.{column}:2" for row in range(6) for column in range(16))
    worksheet(ex.Config(), tmp_path / "sheet.pdf", link=lambda _: link)
    pages = ["".join(page.split()) for page in texts(tmp_path / "sheet.pdf")]
    assert [f"?{link}" in page for page in pages] == [True, False, False, True, False, False]


def test_the_link_is_asked_for_the_numbers_that_are_printed() -> None:
    asked: list[ex.Config] = []
    worksheet_pages(ex.Config(), seed=7, link=lambda config: asked.append(config) or "")
    assert asked == [drawn(ex.Config(), 7)]


@pytest.mark.parametrize(
    ("link", "said"),
    [("", "The page opens on these very numbers."), (None, None)],
)
def test_where_there_is_no_link_none_is_promised(link: str | None, said: str | None) -> None:
    page = worksheet_pages(ex.Config(), link=lambda _: link)[0]
    assert [text for text in printed(page) if "very numbers" in text] == ([said] if said else [])


def test_the_same_sheet_is_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "other"):
        worksheet(ex.Config(), tmp_path / f"{name}.pdf", seed=3)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "other.pdf").read_bytes()
    assert PdfReader(tmp_path / "one.pdf").metadata.title == "Attention by hand: T 3, H 2, D 2, W 2, seed 3"


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_the_paper_is_the_one_asked_for(paper: str, size: tuple[int, int], tmp_path: Path) -> None:
    worksheet(ex.Config(), tmp_path / "sheet.pdf", paper=paper)
    for page in PdfReader(tmp_path / "sheet.pdf").pages:
        assert (round(page.mediabox.width), round(page.mediabox.height)) == size


def test_progress_is_told_page_by_page(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    count = worksheet(ex.Config(), tmp_path / "sheet.pdf", progress=lambda *where: told.append(where))
    assert told == [(page, count) for page in range(1, count + 1)]


@pytest.mark.parametrize(
    ("config", "choices", "kind", "told"),
    [
        (ex.Config(tokens=7), {}, ConfigError, "Cannot make a worksheet of T = 7"),
        (ex.Config(), {"paper": "a3"}, ConfigError, "Cannot print on paper 'a3': choose 'a4' or 'letter'."),
        (ex.Config(), {"words": "slang"}, UnknownNameError, "Cannot speak in 'slang' words"),
        (ex.Config(), {"seed": -1}, ConfigError, "Cannot draw numbers by seed -1"),
        (ex.Config(source="poured"), {}, ConfigError, "Cannot make a worksheet of these numbers"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    config: ex.Config, choices: dict[str, object], kind: type, told: str, tmp_path: Path
) -> None:
    with pytest.raises(kind) as refused:
        worksheet(config, tmp_path / "sheet.pdf", **choices)
    assert str(refused.value).startswith(told)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_says_no_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(ExplorerError) as refused:
        bind(worksheet_pages(ex.Config()), tmp_path / "sheet.pdf", title="x", after=full)
    assert str(refused.value) == (
        f"Cannot write {tmp_path / 'sheet.pdf'}: No space left on device. Make room, or write it elsewhere"
    )
    assert list(tmp_path.iterdir()) == []
