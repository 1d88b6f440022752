"""The whole trip as one PDF: opened again, counted and read."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

import explorer as ex
from explorer import words
from explorer.errors import ConfigError, ExplorerError
from explorer.exports.binding import fitted
from explorer.exports.trip_pdf import trip_pdf
from explorer.scene.display import Box, Label, Scene, Stroke
from explorer.scene.steps import step_scene
from tests.exports.kit import texts, tight


@pytest.fixture(scope="module")
def pencil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trip") / "trip.pdf"
    assert trip_pdf(ex.trace(), path, words="pencil") == 11
    return path


def test_there_is_a_title_page_and_a_page_for_each_step(pencil: Path) -> None:
    pages = texts(pencil)
    assert len(pages) == 11
    for number, (page, step) in enumerate(zip(pages[1:], words.STEPS.values(), strict=True), start=2):
        name = step.say("pencil")
        assert name[:1].upper() + name[1:] in page
        assert f"page {number} of 11" in page
        assert "B 1, T 3, H 2, D 2, W 2" in page


def test_the_title_page_says_the_sizes_the_source_and_the_rules(pencil: Path) -> None:
    title = tight(texts(pencil)[0])
    assert tight("T = 3 (tokens), H = 2 (lenses), D = 2 (numbers), W = 2 (window), B = 1 (books)") in title
    assert tight(words.GIVEN_NOTE) in title
    assert tight(words.MASK_RULES["window"].say("pencil")) in title
    for number, step in enumerate(words.STEPS.values(), start=1):
        assert tight(f"{number}. {step.say('pencil')} page {number + 1}") in title


def test_the_numbers_of_a_page_are_the_engines(pencil: Path) -> None:
    shares = ex.trace()["shares"]["shares"].values
    page = texts(pencil)[8]
    for value in shares.flat:
        assert (f"{value:.2f}" if value % 1 else f"{value:.0f}") in page.split()


def test_own_numbers_edits_and_labels_are_told(tmp_path: Path) -> None:
    rows = [[1, 0], [0, 2]]
    numbers = ex.Numbers.of(query=rows, key=rows, value=rows, name="mine.csv", labels=("The", "cat"))
    config = ex.Config.of(numbers, edits=(ex.Edit("key", 0, 0, 0, 5),))
    trip_pdf(ex.trace(config), tmp_path / "trip.pdf")
    title = tight(texts(tmp_path / "trip.pdf")[0])
    assert tight("Numbers of mine.csv.") in title
    assert tight("1 number was typed over.") in title
    assert tight("Tokens: The, cat") in title


def test_a_wrong_turn_is_drawn_beside_the_right_way(tmp_path: Path) -> None:
    wrong = ex.trace(wrong_turns=["merge_without_reshelve"])
    trip_pdf(wrong, tmp_path / "trip.pdf", words="pencil")
    pages = texts(tmp_path / "trip.pdf")
    said = f"Wrong turns: {ex.WRONG_TURNS['merge_without_reshelve'].say('pencil')}."
    assert tight(said) in tight(pages[0])
    for way in (wrong, wrong.right):
        row = [f"{value:.2f}" if value % 1 else f"{value:.0f}" for value in way.output.values[0, 1]]
        assert " ".join(row) in pages[10]
    assert len(pages) == 11


@pytest.mark.parametrize(("paper", "size"), [("a4", (842, 595)), ("letter", (792, 612))])
def test_the_page_lies_on_its_side(paper: str, size: tuple[int, int], tmp_path: Path) -> None:
    trip_pdf(ex.trace(), tmp_path / "trip.pdf", paper=paper)
    for page in PdfReader(tmp_path / "trip.pdf").pages:
        assert (round(page.mediabox.width), round(page.mediabox.height)) == size


def test_letters_are_letters_and_the_same_trip_is_the_same_file(pencil: Path, tmp_path: Path) -> None:
    trip_pdf(ex.trace(), tmp_path / "again.pdf", words="pencil")
    assert pencil.read_bytes() == (tmp_path / "again.pdf").read_bytes()
    assert b"CIDFontType2" in pencil.read_bytes()
    told = PdfReader(pencil).metadata
    assert (told.title, told.creator) == (
        "Attention, step by step: B 1, T 3, H 2, D 2, W 2",
        "attention-shapes",
    )


def test_progress_is_told_after_every_step(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    trip_pdf(ex.trace(), tmp_path / "trip.pdf", progress=lambda *where: told.append(where))
    assert told == [(step, 10) for step in range(1, 11)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    path = tmp_path / "trip.pdf"
    path.symlink_to("/dev/full")
    with pytest.raises(ExplorerError) as refused:
        trip_pdf(ex.trace(), path)
    assert str(refused.value) == (
        f"Cannot write {path}: No space left on device. Make room, or write it elsewhere"
    )


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"paper": "a3"}, "Cannot print on paper 'a3': choose 'a4' or 'letter'."),
        (
            {"head": 2},
            "Cannot draw head 2: this trip has 2, counted from 0. Choose a whole number from 0 to 1.",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(
    choices: dict[str, object], told: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError) as refused:
        trip_pdf(ex.trace(), tmp_path / "trip.pdf", **choices)
    assert str(refused.value) == told
    assert list(tmp_path.iterdir()) == []


def parts(scene: Scene) -> list[tuple[float, float]]:
    points = [(cell.x + cell.w, cell.y + cell.h) for cell in scene.cells()]
    for mark in (*scene.under, *scene.marks):
        if isinstance(mark, Box):
            points.append((mark.x + mark.w, mark.y + mark.h))
        elif isinstance(mark, Label):
            points.append((mark.x, mark.y))
        else:
            points += list(mark.points)
    points += [(p.image.x + p.image.w, p.image.y + p.image.h) for p in scene.panels if p.image]
    return points


@pytest.mark.parametrize("config", [ex.Config(), ex.Config(tokens=40)], ids=["cells", "images"])
@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_a_picture_is_resized_as_a_whole(config: ex.Config, step: str) -> None:
    scene = step_scene(ex.trace(config), step)
    half = fitted(scene, 100, 50, scene.width / 2, scene.height)
    top = 50 + scene.height / 4  # in the middle of its place
    expected = [(100 + x / 2, top + y / 2) for x, y in parts(scene)]
    assert parts(half) == [pytest.approx(point) for point in expected]
    strokes = [
        [mark for mark in (*one.under, *one.marks) if isinstance(mark, Stroke | Box)] for one in (scene, half)
    ]
    assert [mark.width / 2 for mark in strokes[0]] == [mark.width for mark in strokes[1]]
    sizes = [[cell.size for cell in one.cells()] for one in (scene, half)]
    assert [size / 2 for size in sizes[0]] == sizes[1]
