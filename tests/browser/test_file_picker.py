"""A file goes from a real browser to a real kernel, whole; what must not go does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pair import write_notebook
from tests.browser.picking import SOURCE, Picker, Served, a_file, numbers
from tests.conftest import PAGE
from tests.servers import Server

OpenPage = Callable[..., Page]
HOSTILE = "<img src=x onerror=alert(1)>.npz"
SILENCE = "No answer for 10 seconds: the session behind this page is busy or gone. Sending was stopped: a.npz"
# As a person drops: both events carry the files. Unprevented, the browser would leave the page to show them.
DROP = """(zone, names) => {
    const dataTransfer = new DataTransfer();
    for (const name of names) dataTransfer.items.add(new File(["1,2"], name));
    const made = (kind) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
    return ["dragover", "drop"].every((kind) => !zone.dispatchEvent(made(kind)));
}"""
# A disk that takes its time: `window.disk()` gives out what was asked of it so far.
SLOW_DISK = """() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function () {
        return new Promise((give) => (window.disk = () => give(read.call(this))));
    };
}"""


@pytest.fixture(scope="module")
def picker_server(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[Server]:
    """Our server on a notebook with file pickers."""
    folder = tmp_path_factory.mktemp("picker")
    (folder / "page.ipynb").write_text(write_notebook(SOURCE))
    (folder / "serve_it.py").write_text(
        "from pathlib import Path\n"
        "from explorer.serving.server import serve\n"
        "serve(port=0, open_browser=False, notebook=Path('page.ipynb').resolve())\n"
    )
    server = Server(("serve_it",), log=folder / "log", home=jupyter_home, address=PAGE)
    yield server
    server.stop()


@pytest.fixture
def served(page: Page, picker_server: Server) -> Served:
    return Served(page, picker_server)


def test_a_small_file_arrives(served: Served) -> None:
    served.numbers.pick(a_file("a.csv", b"1,2\n3,4\n"))
    served.numbers.expect_got("a.csv", b"1,2\n3,4\n")
    expect(served.numbers.status).to_have_text("Sent 8 bytes: a.csv")
    expect(served.numbers.cancel).to_be_hidden()
    assert [kind for kind, _ in served.sent] == ["start", "chunk"]
    # The other picker on the page took no notice.
    expect(served.little.status).to_have_text("")
    expect(served.little.told).to_have_text("")


def test_a_large_file_arrives_in_small_messages(served: Served) -> None:
    data = numbers(6_000_000)
    served.numbers.pick(a_file("large.npz", data))
    served.numbers.expect_got("large.npz", data)
    expect(served.numbers.status).to_have_text("Sent 6 MB: large.npz")
    assert [kind for kind, _ in served.sent] == ["start"] + ["chunk"] * 12
    assert max(size for _, size in served.sent) < 600_000


def test_two_files_at_once_do_not_mix(served: Served) -> None:
    data = numbers(6_000_000)
    with served.kernel_at_rest():
        served.numbers.pick(a_file("large.npz", data))
        served.little.pick(a_file("little", b"little"))
    served.numbers.expect_got("large.npz", data)
    served.little.expect_got("little", b"little")
    assert served.numbers.told.inner_text().split()[:2] == ["large.npz", str(len(data))]
    assert served.little.told.inner_text().split()[:2] == ["little", "6"]


def test_what_cannot_be_taken_is_never_sent(served: Served) -> None:
    little, numbers_ = served.little, served.numbers
    for picker, files, why in (
        (little, [a_file("big", bytes(1001))], "Too large: 1.1 kB; at most 1 kB, and nothing was sent: big"),
        (little, [a_file("none", b"")], "Empty: 0 bytes, and nothing was sent: none"),
        (numbers_, [a_file("a.png", b"1")], "Not one of .npz, .csv, and nothing was sent: a.png"),
    ):
        picker.pick(*files)
        expect(picker.status).to_have_text(why)
        expect(picker.cancel).to_be_hidden()
    assert served.sent == []
    little.pick(a_file("fits", bytes(1000)))
    little.expect_got("fits", bytes(1000))


def test_a_hostile_name_is_only_text(served: Served) -> None:
    served.numbers.pick(a_file(HOSTILE, b"1"))
    served.numbers.expect_got(HOSTILE, b"1")
    expect(served.numbers.status).to_have_text(f"Sent 1 byte: {HOSTILE}")
    assert served.page.locator("img").count() == 0


def test_what_the_kernel_says_of_a_file_is_text_and_goes_with_the_next(served: Served) -> None:
    for _ in range(2):
        served.numbers.pick(a_file("said.csv", b"1"))
        expect(served.numbers.status).to_have_text("Sent 1 byte: said.csv <b>Read</b> said.csv")
        served.numbers.pick(a_file("none.csv", b""))
        expect(served.numbers.status).to_have_text("Empty: 0 bytes, and nothing was sent: none.csv")


def test_the_same_file_can_be_picked_again(served: Served, tmp_path: Path) -> None:
    path = tmp_path / "again.csv"
    for text in ("1,2", "3,4,5"):
        path.write_text(text)
        served.numbers.pick(path)
        served.numbers.expect_got("again.csv", text.encode())
    assert [kind for kind, _ in served.sent] == ["start", "chunk"] * 2


def test_a_key_opens_it_and_cancel_stops_it(served: Served) -> None:
    picker = served.numbers
    with served.kernel_at_rest():
        picker.pick(a_file("large.npz", numbers(6_000_000)), key="Enter")
        expect(picker.progress("large.npz")).to_be_visible()
        expect(picker.status).to_have_text("Sending 6 MB: large.npz")
        picker.cancel.focus()
        served.page.keyboard.press("Space")
        expect(picker.status).to_have_text("Cancelled: large.npz")
        expect(picker.cancel).to_be_hidden()
        expect(picker.progress("large.npz")).to_be_hidden()
        expect(picker.open).to_be_focused()
    picker.pick(a_file("next.npz", b"next"))
    picker.expect_got("next.npz", b"next")
    assert [kind for kind, _ in served.sent] == ["start", "cancel", "start", "chunk"]


def test_what_was_cancelled_while_the_disk_was_read_is_not_sent(served: Served) -> None:
    picker, page = served.numbers, served.page
    page.evaluate(SLOW_DISK)
    picker.pick(a_file("old.npz", b"old"))
    page.wait_for_function("Boolean(window.disk)")
    picker.cancel.click()
    expect(picker.status).to_have_text("Cancelled: old.npz")
    page.evaluate("window.disk(); window.disk = null")
    picker.pick(a_file("new.npz", b"new"))
    page.wait_for_function("Boolean(window.disk)")
    page.evaluate("window.disk()")
    picker.expect_got("new.npz", b"new")
    assert [kind for kind, _ in served.sent] == ["start", "cancel", "start", "chunk"]


def test_a_slow_disk_is_waited_for(served: Served) -> None:
    picker, page = served.numbers, served.page
    page.clock.install()
    page.evaluate(SLOW_DISK)
    picker.pick(a_file("slow.npz", b"slow"))
    page.wait_for_function("Boolean(window.disk)")
    page.clock.run_for(60_000)
    expect(picker.status).to_have_text("Sending 4 bytes: slow.npz")
    page.evaluate("window.disk()")
    picker.expect_got("slow.npz", b"slow")


def test_a_new_file_takes_the_place_of_one_on_its_way(served: Served) -> None:
    picker = served.numbers
    with served.kernel_at_rest():
        picker.pick(a_file("old.npz", numbers(6_000_000)))
        picker.pick(a_file("new.npz", b"new"))
    picker.expect_got("new.npz", b"new")
    expect(picker.status).to_have_text("Sent 3 bytes: new.npz")


def test_a_kernel_that_answers_nothing_is_told(served: Served) -> None:
    picker = served.numbers
    served.page.clock.install()
    with served.kernel_at_rest():
        picker.pick(a_file("a.npz", b"1"))
        served.page.clock.run_for(9_900)
        expect(picker.status).to_have_text("Sending 1 byte: a.npz")
        served.page.clock.run_for(200)
        expect(picker.status).to_have_text(SILENCE)
        expect(picker.cancel).to_be_hidden()
    picker.pick(a_file("later.npz", b"2"))
    picker.expect_got("later.npz", b"2")
    assert [kind for kind, _ in served.sent] == ["start", "cancel", "start", "chunk"]


@pytest.mark.parametrize("what", ["vanishes", "changes"])
def test_a_file_that_does_not_stay_as_it_was_is_told(served: Served, tmp_path: Path, what: str) -> None:
    picker, path = served.numbers, tmp_path / "fleeting.npz"
    path.write_bytes(numbers(2_000_000))
    with served.kernel_at_rest():
        picker.pick(path)
        expect(picker.status).to_have_text("Sending 2 MB: fleeting.npz")
        if what == "vanishes":
            path.unlink()
        else:
            path.write_bytes(b"shorter")
    expect(picker.status).to_have_text(
        "Could not be read: it changed or vanished, or it is a folder. Sending was stopped: fleeting.npz"
    )
    expect(picker.told).to_have_text("")
    assert "chunk" not in [kind for kind, _ in served.sent]


def test_a_file_can_be_dropped_but_only_one(served: Served) -> None:
    assert served.numbers.root.evaluate(DROP, ["one.csv", "two.csv"])
    expect(served.numbers.status).to_have_text("One file at a time, and nothing was sent")
    assert served.sent == []
    assert served.numbers.root.evaluate(DROP, ["one.csv"])
    served.numbers.expect_got("one.csv", b"1,2")


def test_a_picker_that_is_off_takes_nothing(served: Served) -> None:
    expect(served.nothing.open).to_be_disabled()
    assert served.nothing.root.evaluate(DROP, ["one.csv"])
    expect(served.nothing.status).to_have_text("")
    assert served.numbers.root.evaluate(DROP, ["one.csv"])  # by then the first would have been sent
    served.numbers.expect_got("one.csv", b"1,2")
    assert [kind for kind, _ in served.sent] == ["start", "chunk"]


def test_buttons_are_large_enough_to_hit(served: Served) -> None:
    with served.kernel_at_rest():
        served.numbers.pick(a_file("a.csv", b"1"))
        for button in (served.numbers.open, served.numbers.cancel):
            box = button.bounding_box()
            assert min(box["width"], box["height"]) >= 24


def test_jupyterlab_takes_a_file_too(page: Page, lab_server: Server, lab_page: OpenPage) -> None:
    (lab_server.log.parent / "copy" / "picker.ipynb").write_text(write_notebook(SOURCE))
    lab_page("picker.ipynb")
    picker = Picker(page, "Open numbers")
    data = numbers(1_500_000)
    picker.pick(a_file("large.npz", data), key="Enter")
    picker.expect_got("large.npz", data)
    expect(picker.status).to_have_text("Sent 1.5 MB: large.npz")
