"""Pictures in mid-flight: each animation is held still when it is made, then put to one moment after another.

What is read at a moment doesn't hang on how busy the machine is. Places are the middles of the cells'
rectangles on screen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot

from playwright.sync_api import Page, expect

import explorer as ex
from explorer.words import STEPS

OpenPage = Callable[..., Page]
Point = tuple[float, float]
Places = dict[str, Point]

PENCIL = ex.Config()
WIDER = ex.Config(tokens=5, heads=3, head_dim=4)
WHOLE = 1200  # milliseconds: no morph lasts longer
MOMENTS = range(0, WHOLE + 20, 20)
NEAR = 0.6  # pixels
ORIGIN = re.compile(
    r"(?P<role>[^/]+)/(?P<part>\w+):b(?P<batch>\d+):t(?P<token>\d+):h(?P<head>\d+):d(?P<place>\d+)"
)

HOLD = """() => {
    const animate = Element.prototype.animate;
    window.flights = [];
    Element.prototype.animate = function (...given) {
        const flight = animate.apply(this, given);
        flight.pause();
        window.flights.push(flight);
        return flight;
    };
}"""
READ = """(moments) => {
    const cells = [...document.querySelectorAll('.as-picture svg g[id*="/"]')];
    return moments.map((moment) => {
        for (const flight of window.flights) flight.currentTime = moment;
        return Object.fromEntries(cells.map((cell) => {
            const box = cell.querySelector('rect').getBoundingClientRect();
            return [cell.id.replace(/^as\\d+-/, ''), [box.x + box.width / 2, box.y + box.height / 2]];
        }));
    });
}"""
FLIGHTS = """() => window.flights.map((flight) => ({
    end: flight.effect.getComputedTiming().endTime,
    rate: flight.playbackRate,
    cell: flight.effect.target.id.replace(/^as\\d+-/, ''),
    moves: flight.effect.getKeyframes().some((frame) => 'transform' in frame),
    line: flight.effect.target.matches('.as-drawn, .as-rubbed'),
}))"""
LINES = """([kind, moments]) => {
    const lines = [...document.querySelectorAll(`.as-picture svg .as-${kind}`)];
    return moments.map((moment) => {
        for (const flight of window.flights) flight.currentTime = moment;
        return lines.map((line) => {
            const { opacity, strokeDasharray } = getComputedStyle(line);
            const solid = !line.hasAttribute('stroke-dasharray') && strokeDasharray !== 'none';
            const long = line.pathLength.baseVal || line.getTotalLength();
            return opacity * (solid ? parseFloat(strokeDasharray) / long : 1);
        });
    });
}"""


@dataclass(frozen=True)
class Morph:
    """What was seen of a change of pictures: where each cell stood at each moment, and where before."""

    before: Places
    seen: list[Places]
    flights: list[dict[str, object]]

    @property
    def flying(self) -> set[str]:
        """The cells that have a movement."""
        return {str(flight["cell"]) for flight in self.flights if flight["moves"]}

    @property
    def end(self) -> Places:
        """Where the cells are in the end."""
        return self.seen[-1]

    def way(self, cell: str) -> list[Point]:
        """Where one cell is at each moment."""
        return [places[cell] for places in self.seen]

    def leaves(self, cell: str, after: int = 0) -> int:
        """The first moment, from `after` on, at which the cell has made a twentieth of its way home."""
        way = self.way(cell)
        start, whole = way[after], dist(way[after], way[-1])
        return next(i for i in range(after, len(way)) if dist(way[i], start) > whole / 20)


def open_held(voila_page: OpenPage, config: ex.Config = PENCIL) -> Page:
    """Open the page at these sizes, its animations held still from now on."""
    page = voila_page()
    page.locator(".as-picture svg").wait_for()
    page.evaluate(HOLD)
    set_sizes(page, config)
    return page


def set_sizes(page: Page, config: ex.Config) -> None:
    for size in ("tokens", "heads", "head_dim"):
        value = str(getattr(config, size))
        page.locator(f".as-number-{size} input").fill(value)
        page.locator(f".as-number-{size} input").press("Enter")
        expect(page.locator(f".as-slider-{size} .noUi-handle")).to_have_attribute(
            "aria-valuenow", f"{value}.0"
        )


def go(page: Page, step: str) -> None:
    """Go to a step and wait for its drawing, which comes together with its animations."""
    page.evaluate("window.flights.length = 0")
    page.locator(f".as-step-{step}").click()
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS[step].say("both"))


def places(page: Page) -> Places:
    """Where each cell is now, with all movements at their end."""
    return page.evaluate(READ, [WHOLE])[0]


def morph(page: Page, left: str, entered: str) -> Morph:
    """Go from one step to another and look at the change."""
    go(page, left)
    before = places(page)
    go(page, entered)
    return Morph(before, page.evaluate(READ, list(MOMENTS)), page.evaluate(FLIGHTS))


def line_ways(page: Page, kind: str) -> list[tuple[float, ...]]:
    """How much of each line that is ``drawn`` or ``rubbed`` is to be seen at each moment: 1 is all of it."""
    return list(zip(*page.evaluate(LINES, [kind, list(MOMENTS)]), strict=True))


def strips(cells: Iterable[str]) -> dict[tuple[int, int], list[str]]:
    """Sort cells into strips: one head's piece of one token's row, its numbers in order."""
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for cell in sorted(cells, key=lambda name: int(ORIGIN.fullmatch(name)["place"])):
        origin = ORIGIN.fullmatch(cell)
        found[int(origin["token"]), int(origin["head"])].append(cell)
    return found


def groups(cells: Iterable[str], letter: str) -> dict[int, list[str]]:
    """Sort cells by their token or their head."""
    found: dict[int, list[str]] = defaultdict(list)
    for cell in cells:
        found[int(ORIGIN.fullmatch(cell)[letter])].append(cell)
    return dict(sorted(found.items()))


def shift(now: Point, then: Point) -> Point:
    return now[0] - then[0], now[1] - then[1]


def spread(shifts: list[Point]) -> float:
    """How far the shifts of several cells differ: 0 for a rigid strip."""
    return max(hypot(x - shifts[0][0], y - shifts[0][1]) for x, y in shifts)


def is_rigid(seen: Morph, strip: list[str], since: int) -> bool:
    """Whether the cells of a strip have the same displacement at every moment from `since` on."""
    return all(
        spread([shift(now[cell], seen.end[cell]) for cell in strip]) < NEAR for now in seen.seen[since:]
    )


def expect_travel(seen: Morph, cells: Iterable[str], start: Callable[[str], Point]) -> None:
    """Hold each cell's way against its start and its end: it is there, here, and once well between."""
    for cell in cells:
        here, there = seen.end[cell], start(cell)
        whole = dist(here, there)
        assert whole > 5, cell
        way = seen.way(cell)
        assert dist(way[0], there) < 1.5, f"{cell} does not begin where its number stood"
        assert any(min(dist(at, here), dist(at, there)) > 0.2 * whole for at in way), (
            f"{cell} is never between"
        )


def expect_in_turn(seen: Morph, cells: Iterable[str], letter: str, since: int) -> None:
    """Expect the groups to leave one after another, the cells of a group together."""
    leaving = [
        {seen.leaves(cell, since) for cell in group if dist(seen.seen[since][cell], seen.end[cell]) > 5}
        for group in groups(cells, letter).values()
    ]
    leaving = [moments for moments in leaving if moments]
    assert len(leaving) > 1
    assert all(max(moments) - min(moments) <= 1 for moments in leaving), leaving
    assert all(max(one) < min(two) for one, two in pairwise(leaving)), leaving


def expect_short(seen: Morph) -> None:
    """Expect the whole to be over in time, at its own speed."""
    assert seen.flights
    assert max(flight["end"] for flight in seen.flights) <= WHOLE
    assert {flight["rate"] for flight in seen.flights} == {1}


def first_at(seen: Morph, cells: Iterable[str], role: str) -> int:
    """The first moment at which these cells all stand where `role` has the same numbers in this drawing."""
    pairs = [(cell, cell.replace(cell.split("/")[0], role, 1)) for cell in cells]
    return next(
        i for i, now in enumerate(seen.seen) if all(dist(now[a], seen.end[b]) < NEAR for a, b in pairs)
    )


def drawn_as(seen: Morph, role: str) -> list[str]:
    return [cell for cell in seen.end if cell.startswith(f"{role}/")]
