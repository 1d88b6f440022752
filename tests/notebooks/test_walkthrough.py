"""The walk: each idea asked, shown and told, short enough for a wall, and what it prints is the engine's."""

from __future__ import annotations

import re

import nbformat
import pytest

import explorer as ex
from explorer.app import build
from tests.notebooks.opened import FOLDER, code_of, printed, read

WALK = FOLDER / "walkthrough.ipynb"
TWO_FLIPS = "ex.figure_two_flips(trip)"
FIGURES = {f'ex.figure(trip, "{name}")': name for name in ex.STEP_NAMES} | {TWO_FLIPS: "two_flips"}
WRONG_FIGURE = "ex.figure_wrong_turn(wrong"
MOST_WORDS = 62  # of one cell: seven lines beside a picture, at 30 px on 1920
LONGEST_LINE = 96  # of code, at 19 px on 1280


def figure_in(cell: nbformat.NotebookNode) -> str | None:
    if cell.cell_type != "code":
        return None
    last = cell.source.splitlines()[-1]
    return "wrong turn" if last.startswith(WRONG_FIGURE) else FIGURES.get(last)


def ideas() -> dict[str, list[nbformat.NotebookNode]]:
    """The walk's cells by the heading they stand under."""
    found: dict[str, list[nbformat.NotebookNode]] = {}
    for cell in read(WALK).cells:
        if cell.cell_type == "markdown" and cell.source.startswith("#"):
            title = cell.source.splitlines()[0].lstrip("#").strip()
            assert title not in found
            found[title] = []
        found[title].append(cell)
    return found


def test_the_walk_draws_every_step_in_order_both_flips_after_the_second_of_them_and_then_wrong_turns():
    drawn = [name for cell in read(WALK).cells if (name := figure_in(cell))]
    after = ex.STEP_NAMES.index("inside_flip") + 1
    steps = [*ex.STEP_NAMES[:after], "two_flips", *ex.STEP_NAMES[after:]]
    assert drawn == steps + ["wrong turn"] * 4


def test_each_step_is_an_idea_by_its_number():
    numbered = [title for title in ideas() if title[0].isdecimal()]
    assert numbered == [
        "1. Pour", "2. Cut", "3. Dividers", "4. Re-shelve", "5. Inside flip",
        "6. Scores", "7. Mask", "8. Shares", "9. Blend", "10. Merge",
    ]  # fmt: skip


def test_every_idea_but_the_last_begins_with_a_question():
    *asked, (_, last) = ideas().items()
    for title, cells in asked:
        assert "**Ask.**" in cells[0].source, title
        assert "?" in cells[0].source.split("**Ask.**")[1], title
    assert last[0].source.count("\n- ") == 5


def test_a_picture_comes_after_its_question_alone_in_its_cell_and_what_to_say_comes_last():
    for title, cells in ideas().items():
        pictures = [cell for cell in cells if figure_in(cell)]
        assert len(pictures) <= 1, title
        for picture in pictures:
            assert cells.index(picture) >= 1
            assert len(picture.source.splitlines()) == 1, "what is printed would stand over the picture"
            assert cells[-1].source.startswith("**Say.**"), title


def test_a_cell_of_the_walk_can_be_read_on_a_wall():
    for cell in read(WALK).cells:
        if cell.cell_type == "code":
            assert max(map(len, cell.source.splitlines())) <= LONGEST_LINE, cell.source
        elif not cell.source.startswith("|") and "\n- " not in cell.source:  # those have the whole width
            assert len(cell.source.split()) <= MOST_WORDS, cell.source


def test_what_the_walk_prints_is_few_lines(executed):
    for cell in code_of(executed(WALK)):
        text = "".join(out.text for out in cell.outputs if out.get("name") == "stdout")
        assert text.count("\n") <= 6, cell.source
        assert len(text.split()) <= MOST_WORDS, cell.source


def test_the_walk_shows_every_figure_as_a_picture(executed):
    shown_figures = 0
    for cell in code_of(executed(WALK)):
        if figure_in(cell):
            shown = [
                out.data for out in cell.outputs if out.output_type in ("display_data", "execute_result")
            ]
            assert len(shown) == 1, cell.source
            assert "image/svg+xml" in shown[0], cell.source
            shown_figures += 1
    assert shown_figures == len(ex.STEP_NAMES) + 1 + 4


def test_the_walk_opens_the_explorer_twice_where_the_address_is_understood(executed):
    asked = [re.search(r'ex\.build\(address="(.*)"\)', cell.source) for cell in code_of(executed(WALK))]
    addresses = [found[1] for found in asked if found]
    places = []
    for address in addresses:
        page = build(address=address)
        assert page.state.problem is None, address
        places.append(page.state.selection.place)
    assert places == ["two_flips", "wrong_turns"]
    shown = [cell.outputs[0].data for cell in code_of(executed(WALK)) if "ex.build" in cell.source]
    assert all("application/vnd.jupyter.widget-view+json" in data for data in shown)


def test_the_walk_pours_13_copies_nothing_and_meets_numpys_refusal(executed):
    walk = executed(WALK)
    assert printed(walk, "example_wide").endswith("5*2 + 3*1 = 13\n")
    assert printed(walk, "swapped") == "traded: token head\nbytes copied: 0\n"
    assert "one block: True\n" in printed(walk, "shares_memory_with")
    assert "NumPy: matmul: " in printed(walk, "lying.refusal")
    assert printed(walk, '"blend"]') == "lens 0, token 1: 1.196 0.804\n"


def test_standing_on_its_edge_is_not_a_quarter_turn(executed):
    flip, turn = printed(executed(WALK), "standing on its edge").split("a quarter turn:\n")
    keys = ex.trace()["inside_flip"]["key"].values[0, 0].astype(int)
    assert flip == f"standing on its edge:\n{keys[0]}\n{keys[1]}\n"
    assert turn == f"{keys[0][::-1]}\n{keys[1][::-1]}\n"
    assert flip.split("\n", 1)[1] != turn


@pytest.mark.parametrize(
    ("key", "config"),
    [
        ("split_by_reshape", ex.Config()),
        ("merge_without_reshelve", ex.Config()),
        ("flip_forgotten", ex.Config(tokens=3, head_dim=3)),
        ("softmax_over_askers", ex.Config()),
    ],
)
def test_a_wrong_turn_of_the_walk_gets_the_engines_own_verdict(executed, key, config):
    cells = code_of(executed(WALK))
    taken = next(place for place, cell in enumerate(cells) if f'wrong = ex.trace(wrong_turns=["{key}"])' in
                 cell.source or f'wrong = ex.trace(tied, wrong_turns=["{key}"])' in cell.source)  # fmt: skip
    verdict = ex.compare(ex.trace(config), ex.trace(config, wrong_turns=[key]))
    assert verdict.kind == "wrong contents"
    assert cells[taken + 1].source.startswith(WRONG_FIGURE)
    assert "".join(out.text for out in cells[taken + 2].outputs) == verdict.text("pencil") + "\n"


def test_the_numbers_that_the_walk_asks_about_are_the_engines():
    trip = ex.trace()
    asked = {title: " ".join(cells[0].source.split()) for title, cells in ideas().items()}
    token, column = (trip["pour"][name].values for name in ("example_tokens", "example_table"))
    assert f"`{token[0, 0].astype(int).tolist()}`" in asked["1. Pour"]
    assert f"`{column[:, 0].astype(int).tolist()}`" in asked["1. Pour"]
    assert f"has {trip['pour']['wide'].values.shape[-1]} numbers, and C = 4" in asked["2. Cut"]
    keys = trip["reshelve"]["key"].values[0, 0].astype(int).tolist()
    assert ", ".join(f"`{row}`" for row in keys) in asked["5. Inside flip"]
    scores = trip["mask"]["struck"].values[0, 0, 1]
    assert f"{scores[0]:.0f} and {scores[1]:.2f}" in asked["8. Shares"]
    shares = trip["shares"]["shares"].values[0, 0, 1]
    assert f".{shares[0] * 1000:.0f} and .{shares[1] * 1000:.0f}" in asked["9. Blend"]
    gives = trip["reshelve"]["value"].values[0, 0].astype(int).tolist()
    assert f"`{gives[0]}` for token 0 and `{gives[1]}` for token 1" in asked["9. Blend"]


def test_the_walk_prints_shapes_at_the_larger_sizes(executed):
    lines = printed(executed(WALK), "larger = ").splitlines()
    larger = ex.trace(ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=2))
    for line in lines:
        name, shape = line.split(maxsplit=1)
        assert shape == str(list(larger[name].tensors.values())[-1].shape)
    assert [line.split()[0] for line in lines] == [
        "dividers", "reshelve", "inside_flip", "scores", "blend", "merge",
    ]  # fmt: skip
