"""What a portable lesson holds of a trip: the engine's own numbers, arithmetic, ways and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle, product
from typing import Any

import pytest

import explorer as ex
from explorer.core.coding import code_of
from explorer.core.influence import influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.repairs import judged
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.telling import tell_verdict, tell_warnings
from explorer.core.mistakes.verdict import compare
from explorer.core.place import Place
from explorer.exports.lesson import lesson_html
from explorer.exports.lesson_numbers import runs
from explorer.exports.lesson_pieces import Pieces
from explorer.exports.lesson_trip import trip_record, work_of
from explorer.exports.lesson_turns import turn_record
from explorer.scene import Look
from explorer.scene.look import DECIMALS
from explorer.scene.wrong_turn import wrong_turn_scene
from explorer.stage import to_svg
from explorer.words import WORDS, capital
from tests.exports.lesson_kit import IDS, meta_of, picture_of, svg_of, trips_of
from tests.panels.test_touched import arithmetic, exact, where_in_words
from tests.scene.kit import PICTURES, TWO_FLIPS, picture, random_trip
from tests.scene.test_pointing import drawn_places, operands_of

TRIPS = {
    "pencil": ex.trace(),
    "two books": ex.trace(ex.Config(batch=2, tokens=4, heads=1, head_dim=3, window=3)),
    "poured": ex.trace(ex.Config(tokens=4, source="poured", window=None)),
    "random": random_trip(3, 1, 4, 2, 3, causal=False),
}
EACH = pytest.mark.parametrize("name", TRIPS)


@pytest.fixture(scope="module")
def records() -> dict[str, dict[str, Any]]:
    """Each trip as a reader's browser unpacks it."""
    return {name: trips_of(lesson_html(trip))[0] for name, trip in TRIPS.items()}


def look_of(name: str, **choices: Any) -> Look:
    return Look(heading=name == TWO_FLIPS, **choices)


def walked(record: dict[str, Any], slot: int) -> set[int]:
    """The slots that a number is traced through, back and onward."""
    met: set[int] = set()
    for number in [*record["numbers"]["back"][slot], *record["numbers"]["onward"][slot]]:
        chunk = record["numbers"]["chunks"][number]
        for start, count in zip(chunk[::2], chunk[1::2], strict=True):
            met |= set(range(start, start + count))
    return met


def slots_of(
    trip: ex.Trace, record: dict[str, Any]
) -> Iterator[tuple[str, int, dict[str, tuple[int, Place]]]]:
    """By picture and book: each drawn cell's slot, and the number that it shows by the tests' own table."""
    for name in (*PICTURES, "reshelve/query", "reshelve/value"):
        step, _, tensor = name.partition("/")
        for book in range(trip.config.batch):
            drawn = picture_of(record["pictures"]["both"][book], name)
            ids = IDS.findall(svg_of(record, drawn))
            places = drawn_places(trip, step, look_of(step, batch=book, tensor=tensor or "key"))
            assert ids == list(places)
            yield (
                name,
                book,
                {one: (slot, places[one]) for one, slot in zip(ids, drawn["cells"], strict=True)},
            )


@EACH
def test_every_picture_is_the_scene_however_it_is_painted_and_printed(records: Any, name: str) -> None:
    trip, record, turning = TRIPS[name], records[name], cycle(DECIMALS)
    for words in WORDS:
        for book in range(trip.config.batch):
            for shown in (*PICTURES, "reshelve/query", "reshelve/value"):
                step, _, tensor = shown.partition("/")
                decimals = next(turning)
                drawn = picture_of(record["pictures"][words][book], shown, decimals)
                look = look_of(step, words=words, batch=book, tensor=tensor or "key", decimals=decimals)
                for theme, colour in product(("light", "dark"), ("origin", "value")):
                    scene = picture(trip, step, look.replace(theme=theme, colour=colour))
                    written = svg_of(record, drawn, theme, colour)
                    assert written == to_svg(scene, "as0-"), (words, shown, theme, colour, decimals)
                assert (drawn["shape"], drawn["alt"]) == (scene.shape_line, scene.alt)
                texts = [[cell.text for cell in panel.cells] for panel in scene.panels]
                assert [list(chain(*table["rows"])) for table in drawn["tables"]] == texts


@EACH
def test_every_drawn_number_has_the_slot_of_what_it_shows(records: Any, name: str) -> None:
    trip, record = TRIPS[name], records[name]
    found: dict[int, Place] = {}
    for _, _, cells in slots_of(trip, record):
        for slot, place in cells.values():
            assert found.setdefault(slot, place) == place
    assert sorted(found) == list(range(len(record["numbers"]["operands"])))
    assert len(set(found.values())) == len(found)


@EACH
def test_every_number_is_told_as_the_engine_explains_it(records: Any, name: str) -> None:
    trip, numbers = TRIPS[name], records[name]["numbers"]
    places = {slot: place for *_, cells in slots_of(trip, records[name]) for slot, place in cells.values()}
    slot_of = {place: slot for slot, place in places.items()}
    for slot, place in places.items():
        told = trip.explain(place.step, place.tensor, **dict(place.coords))
        for words in WORDS:
            where = where_in_words(place, words, trip.config.batch)
            assert numbers["told"][words][slot] == [where, exact(told.value), *arithmetic(trip, place, words)]
        wanted = {slot_of[operand] for operand in operands_of(trip, place) if operand in slot_of}
        assert numbers["operands"][slot] == sorted(wanted)


@EACH
def test_every_number_is_traced_as_the_engine_walks(records: Any, name: str) -> None:
    trip, record = TRIPS[name], records[name]
    places = {slot: place for *_, cells in slots_of(trip, record) for slot, place in cells.values()}
    slot_of = {place: slot for slot, place in places.items()}
    for slot, place in places.items():
        at = dict(place.coords)
        walks = [walk(place.step, place.tensor, **at) for walk in (trip.ancestors, trip.descendants)]
        met = {slot_of[one] for walk in walks for one in walk if one in slot_of}
        assert walked(record, slot) == met, place
        verdicts = [f"{walk.verdict[0].upper()}{walk.verdict[1:]}." for walk in walks]
        assert record["numbers"]["verdicts"][slot] == verdicts


def test_runs_are_as_few_as_can_be() -> None:
    assert runs([]) == ()
    assert runs([3]) == (3, 1)
    assert runs([0, 1, 2, 4, 5, 9]) == (0, 3, 4, 2, 9, 1)


def test_tables_hold_what_is_printed(records: Any) -> None:
    trip = TRIPS["pencil"]
    for name in PICTURES:
        tables = picture_of(records["pencil"]["pictures"]["pencil"][0], name)["tables"]
        panels = picture(trip, name, look_of(name, words="pencil")).panels
        assert [list(chain(*table["rows"])) for table in tables] == [
            [cell.text for cell in panel.cells] for panel in panels
        ]
        shapes = [(len(table["down"]), len(table["across"])) for table in tables]
        assert shapes == [panel.shape for panel in panels]
    flip = picture_of(records["pencil"]["pictures"]["standard"][0], "inside_flip")
    lying, standing = flip["tables"][:2]
    assert (lying["down"], lying["across"]) == (standing["across"], standing["down"])
    assert lying["down"] == ["token 0", "token 1", "token 2"]


def test_a_grid_that_is_one_image_has_a_slot_for_each_number() -> None:
    trip = ex.trace(ex.Config(tokens=3, heads=1, head_dim=34))
    record = trip_record(trip)
    drawn = picture_of(record["pictures"]["pencil"][0], "pour")
    ((name, (columns, slots)),) = drawn["images"].items()
    assert (name, columns, len(slots)) == ("wide/@3", 102, 3 * 102)
    told = [record["numbers"]["told"]["pencil"][slot] for slot in slots]
    assert [one[0] for one in told[:2]] == ["wide rows, token 0, place 0", "wide rows, token 0, place 1"]
    wide = trip["pour"]["wide"].values[0].ravel()
    assert [float(one[1]) for one in told] == wide.tolist()
    assert len(drawn["tables"][-1]["across"]) == 64


@pytest.mark.parametrize("key", ["merge_without_reshelve", "flip_forgotten", "softmax_over_askers"])
@pytest.mark.parametrize("name", ["pencil", "two books"])
def test_a_wrong_turn_is_told_as_it_comes_out(name: str, key: str) -> None:
    trip, pieces, turn = TRIPS[name], Pieces(), WRONG_TURNS[key]
    record = turn_record(trip, key, pieces)
    wrong = take(trip, [key])
    verdict = compare(trip, wrong)
    steps = list(ex.STEP_NAMES[ex.STEP_NAMES.index(turn.step) :])
    assert (record["first"], record["from"]) == (verdict.first or turn.step, turn.step)
    for words in WORDS:
        told = record["told"][words]
        assert (told["lead"], *told["facts"]) == tell_verdict(verdict, words)
        assert record["title"][words] == turn.say(words)
        assert [list(book) for book in record["pictures"][words]] == [steps] * trip.config.batch
        assert [said for _, said, *_ in told["repairs"]] == [one.mark for one in judged(trip, turn)]
    for dialect, lines in (("numpy", turn.lines), ("pytorch", turn.torch)):
        for code in record["code"][dialect]:
            step = ex.STEP_NAMES[int(code["title"].split()[0]) - 1]
            right = code_of(trip, step, dialect)
            for kind, text in (("right", right), ("wrong", lines[step](right))):
                written = [line for mark, line in code["lines"] if mark in ("", kind)]
                bare = [line.split("  #")[0] for line in text.splitlines()]
                assert [line.split("  #")[0] for line in written] == bare


def test_each_picture_and_each_number_counts_as_done() -> None:
    done: list[int] = []
    trip = TRIPS["two books"]
    trip_record(trip, ["merge_without_reshelve"], done.append)
    whole = work_of(trip, ["merge_without_reshelve"])
    assert 0.8 * whole < sum(done) <= whole
    pictures = len(WORDS) * 2 * 13
    # Each is drawn, and written down in every way; that takes longer than all the numbers' stories.
    assert sum(by > 1 for by in done) == 2 * pictures + len(WORDS) * 2  # and the wrong turn's merge
    assert sum(by for by in done if by > 1) > 2 * done.count(1)


def test_a_step_is_painted_as_its_picture_is_unless_a_reader_chooses() -> None:
    trip = TRIPS["pencil"]
    painted = {step["name"]: step["painted"] for step in meta_of(lesson_html(trip))["steps"]}
    wrong = take(trip, ["split_by_reshape"])
    for step, by in painted.items():
        assert to_svg(picture(trip, step, Look())) == to_svg(picture(trip, step, Look(colour=by)))
        if step in (one.name for one in wrong.steps[3:]):
            scene, again = (wrong_turn_scene(wrong, step, Look(colour=colour)) for colour in ("auto", by))
            assert to_svg(scene) == to_svg(again)


@pytest.mark.parametrize("key", ["flip_forgotten", "softmax_over_heads"])
def test_a_wrong_picture_is_the_scene_however_it_is_painted(key: str) -> None:
    trip, wrong = TRIPS["pencil"], take(TRIPS["pencil"], [key])
    pieces = Pieces()
    record = turn_record(trip, key, pieces)
    kept = {"pieces": pieces.settle()}
    found = influence(wrong)
    for words in WORDS:
        for step in record["pictures"][words][0]:
            drawn = picture_of(record["pictures"][words][0], step)
            for theme, colour in product(("light", "dark"), ("origin", "value")):
                look = Look(words=words, heading=False, theme=theme, colour=colour)
                scene = wrong_turn_scene(wrong, step, look, found if found.found else None)
                assert svg_of(kept, drawn, theme, colour) == to_svg(scene, "as0-"), (words, step, theme)


def test_wrong_turns_taken_at_once_are_told_each_and_together() -> None:
    trip, keys = TRIPS["pencil"], ["softmax_over_askers", "split_by_reshape"]
    record = turn_record(trip, " + ".join(keys), Pieces())
    wrong = take(trip, keys)
    verdict = compare(trip, wrong)
    assert (record["first"], record["from"]) == (verdict.first, "reshelve")
    for words in WORDS:
        told = record["told"][words]
        assert (told["lead"], *told["facts"]) == (*tell_verdict(verdict, words), *tell_warnings(wrong, words))
        titles = [WRONG_TURNS[key].say(words) for key in keys]
        assert record["title"][words] == " + ".join(titles)
        headings = [heading for heading, said in told["reasons"] if not said]
        assert headings == [capital(title) for title in titles]
        repaired = [one.mark for key in keys for one in judged(trip, WRONG_TURNS[key])]
        assert [mark for _, mark, *_ in told["repairs"]] == repaired
