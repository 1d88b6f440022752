"""Widgets set from outside to what no control of the page could be set to."""

from __future__ import annotations

from typing import Any

import pytest

from tests.serving.attacks.pages import MEBIBYTE, Page

pytestmark = pytest.mark.slow

ODD = [10**6, -1, 2**70, 2.5, True, None, "<b>4</b>", [3], {"a": 1}, "x" * 200_000]
CONTROLS = ["slider-tokens", "number-heads", "labels", "box", "words", "play", "pins-0", "preset"]


def test_odd_values_of_controls_leave_a_sound_page(page: Page) -> None:
    widgets = page.widgets()
    for value in ODD:
        for control in CONTROLS:
            id_ = page.find(f"as-{control}", widgets)
            page.update(id_, **{name: value for name in ("value", "index") if name in widgets[id_]})
        page.all_done()
    page.works()
    assert page.sizes()["tokens"] == (5, "5")


def test_a_slider_set_far_too_high_says_so_and_stays(page: Page) -> None:
    widgets = page.widgets()
    before = page.sizes()
    page.update(page.find("as-number-tokens", widgets), value="1000000")
    page.all_done()
    told = page.widgets()[page.find("as-problem", widgets)]["value"]
    assert "Cannot show T = 1000000 on this page: choose a whole number from 1 to 8." in told
    assert page.sizes() == before


FOREIGN: dict[str, Any] = {
    "max": 10**6,
    "min": -5,
    "_options_labels": ["mine"],
    "_dom_classes": ["mine"],
    "_esm": "export default { render() { window.mine = 1 } }",
    "_css": "body { display: none }",
    "_view_module": "mine",
    "_model_name": "OutputModel",
    "children": [],
    "description": "mine",
    "description_allow_html": True,
    "disabled": True,
    "display": "none",
    "layout": "IPY_MODEL_none",
    "most_bytes": 10**12,
    "marks": {"body": {"onclick": "mine()"}},
    "say": "mine",
    "shown": {},
    "frame": {},
    "file": "mine",
}


def test_only_what_a_person_moves_can_be_set(page: Page) -> None:
    page.all_done()
    before = page.widgets()
    for id_, state in before.items():
        for name in state.keys() | FOREIGN.keys():
            if name in FOREIGN:
                page.update(id_, **{name: FOREIGN[name]})
        page.update(id_, value="mine", max=10**6)
        # Buffers are put into the state by the path that they say.
        page.tell(id_, method="update", state={}, buffer_paths=[["max"], ["_esm"]], buffers=(b"7", b"mine"))
    assert page.widgets() == before


def test_nobody_opens_or_closes_widgets_of_the_page(page: Page) -> None:
    before = page.widgets()
    image = {
        "_model_module": "@jupyter-widgets/controls",
        "_model_module_version": "2.0.0",
        "_model_name": "ImageModel",
        "_view_module": "@jupyter-widgets/controls",
        "_view_module_version": "2.0.0",
        "_view_name": "ImageView",
    }
    for turn in range(50):
        for target in ("jupyter.widget", "ipython.kernel", "matplotlib", "jupyter.widget.control"):
            page.send(
                "comm_open",
                comm_id=f"{target}-{turn}",
                target_name=target,
                target_module="os",
                data={"state": image, "buffer_paths": []},
                version="1.0.0",
            )
    for id_ in before:
        page.send("comm_close", comm_id=id_, data={})
    page.all_done()
    page.send("comm_info_request")
    while (heard := page.heard()).kind != "comm_info_reply":
        pass
    opened = heard.content["comms"].keys() - before.keys() - {page._control}
    assert {name.rpartition("-")[0] for name in opened} == {"jupyter.widget.control"}
    assert len(opened) <= 8
    assert page.widgets().keys() == before.keys()


WORDS: list[Any] = [
    *(None, 7, "x", [], {}, {"kind": None}, {"kind": "step", "by": 10**400}, {"kind": "step", "by": True}),
    {"kind": "keep", "with": "9" * 5, "batch": {}},
    {"kind": "keep", "with": "\u0663,\u00b2"},
    {"kind": "chunk", "id": "1", "from": -1},
    {"kind": "start", "id": "x" * 9999, "name": 1, "size": -1},
    {"event": "click", "extra": [[]]},
    {"kind": "anywidget-command", "id": "1", "name": "__init__", "msg": {}},
    {"kind": "touch", "cell": [1e300, "a"], "panel": {}, "key": ["\ud800"]},
    {"kind": "tick"},
]


def test_no_message_to_a_widget_brings_it_out_of_step(page: Page) -> None:
    widgets = page.widgets()
    told = [
        id_ for id_, state in widgets.items() if "_esm" in state or "as-undo" in state.get("_dom_classes", ())
    ]
    assert len(told) > 5
    for id_ in told:
        for word in WORDS:
            page.tell(id_, method="custom", content=word, buffers=(b"\x00" * 9,))
        for method in ("update", "custom", "echo_update", "no such", 7):
            page.tell(id_, method=method)
        page.tell("nobody", method="update", state={"value": 1})
        page.all_done()
    page.works()


def test_megabytes_of_text_in_every_widget_stay_out_of_the_kernels_memory(page: Page) -> None:
    widgets = page.widgets()
    before = page.memory()
    for id_, state in widgets.items():
        if isinstance(state.get("value"), str):
            for name in ("value", "description", "placeholder", "tooltip"):
                page.update(id_, **{name: "x" * 500_000})
            page.all_done()
    assert page.memory() - before < 96 * MEBIBYTE
    page.update(page.find("as-box", widgets), value="x" * MEBIBYTE)
    assert page.closed_with() == 1008
