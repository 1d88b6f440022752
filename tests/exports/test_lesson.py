"""A portable lesson as a file: how large it is, that it asks nobody for anything, what is refused."""

from __future__ import annotations

import base64
import errno
import hashlib
import os
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.exports.lesson import MOST_SIZES, lesson, lesson_html
from explorer.exports.lesson_page import MODULES, page_of
from explorer.panels import companion
from tests.exports.lesson_kit import HOSTILE, meta_of, picture_of, script_of, svg_of, texts_of, trips_of

ROOM = 1_500_000
WIDER = ex.Config(tokens=5, heads=3, head_dim=4)
TURNS = ("merge_without_reshelve", "flip_forgotten", "softmax_over_askers")
TOGETHER = "flip_forgotten+merge_without_reshelve"
LESSON = Path(lesson.__code__.co_filename).with_name("lesson")


@pytest.fixture(scope="module")
def pencil() -> str:
    return lesson_html(ex.trace(), turns=TURNS[:1])


@pytest.fixture(scope="module")
def hostile() -> str:
    return lesson_html(ex.trace(HOSTILE), turns=TURNS[:1])


def test_it_stays_small_at_the_sizes_of_a_lecture(tmp_path: Path) -> None:
    path = tmp_path / "lesson.html"
    size = lesson(ex.trace(WIDER), path, turns=TURNS[:2])
    assert size == path.stat().st_size < ROOM
    assert len(trips_of(path.read_text())[0]["turns"]) == 2


def test_it_names_no_address_that_could_be_asked(hostile: str) -> None:
    for text in (hostile, *texts_of(hostile)):
        addresses = set(re.findall(r"[\w.+-]*://[^\"'\s<\\]*", text))
        assert addresses <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"\burl\(|@import|\bimport\(|\bfetch\(|XMLHttpRequest|WebSocket|//#", text)
    assert set(re.findall(r"(?:src|href)=\"([^\"]*)", hostile)) == {"data:,"}


def test_its_policy_allows_no_network_and_its_own_script_alone(pencil: str) -> None:
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', pencil)
    rules = dict(rule.split(" ", 1) for rule in unescape(policy).split("; "))
    digest = base64.b64encode(hashlib.sha256(script_of(pencil).encode()).digest()).decode()
    assert rules == {
        "default-src": "'none'",
        "script-src": f"'sha256-{digest}'",
        "style-src": "'unsafe-inline'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    # The policy holds for what comes after it.
    assert pencil.index("Content-Security-Policy") < min(map(pencil.index, ("<style", "<script", "<link")))


def test_what_a_person_wrote_is_never_markup(hostile: str) -> None:
    kinds = Counter(re.findall(r"<script[^>]*type=\"([^\"]*)\"", hostile))
    assert kinds == {"application/json": 1, "application/gzip": 1, "module": 1}
    assert hostile.count("<script") == hostile.count("</script>") == 3
    (trip,) = trips_of(hostile)
    for words in ("both", "pencil", "standard"):
        for pictures in (trip["pictures"], trip["turns"][0]["pictures"]):
            for name in pictures[words][0]:
                svg = svg_of(trip, picture_of(pictures[words][0], name))
                assert not re.search(r"<(?!/?(?:svg|title|desc|rect|g|path|text|polygon|image)\b)", svg)
                assert "onerror=&quot;" not in svg or 'onerror="' not in svg
    assert any("&lt;/script&gt;" in str(piece) for piece in trip["pieces"])
    # Those that the page's own JSON holds are escaped there.
    page = page_of({"title": "</title><b>", "sizes": ["</script><!--"]}, [])
    assert "<title>&lt;/title&gt;&lt;b&gt;</title>" in page
    assert meta_of(page)["sizes"] == ["</script><!--"]
    assert page.count("</script>") == 2
    assert "<!--" not in page


def test_a_colour_in_a_label_is_no_colour(hostile: str) -> None:
    (trip,) = trips_of(hostile)
    for theme in ("light", "dark"):
        assert "#123456" in svg_of(trip, picture_of(trip["pictures"]["both"][0], "scores"), theme)


def test_the_same_trip_gives_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    first = lesson_html(ex.trace())
    monkeypatch.setattr("time.time", lambda: 2e9)
    assert lesson_html(ex.trace()) == first


def test_its_modules_share_one_scope_and_no_name() -> None:
    defined: list[str] = ["stage"]
    for name in MODULES:
        text = (LESSON / name).read_text()
        defined += re.findall(r"^(?:export )?(?:async )?(?:function|const|let) (\w+)", text, re.MULTILINE)
        for names, source in re.findall(
            r'^import \{? ?([\w, ]+?) ?\}? from "\./(\w+\.js)";', text, re.MULTILINE
        ):
            assert MODULES.index(source) < MODULES.index(name), f"{name} needs {names} earlier"
    assert {name: count for name, count in Counter(defined).items() if count > 1} == {}
    assert sorted(path.name for path in LESSON.glob("*.js")) == sorted(MODULES)


def variables(css: str) -> list[dict[str, str]]:
    """The colours of both themes."""
    blocks = re.findall(r"\.attention-shapes(?:\.as-dark)? \{([^}]*--as-ink: #[^}]*)\}", css)
    return [dict(re.findall(r"(--as-\w+): (#\w+)", block)) for block in blocks]


def test_its_colours_are_the_pages() -> None:
    own = variables((LESSON / "lesson.css").read_text())
    assert len(own) == 2
    assert own == variables(Path(companion.__file__).with_name("page.css").read_text())


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    lesson_html([ex.trace(), ex.trace(ex.Config(tokens=2))], progress=lambda *at: told.append(at))
    done, whole = zip(*told, strict=True)
    assert (done[0], done[-1]) == (0, whole[0])
    assert len(set(whole)) == 1
    assert list(done) == sorted(done)
    assert len(told) > 100


def test_several_sizes_stand_in_one_file_in_their_order() -> None:
    configs = (ex.Config(tokens=2, heads=1), ex.Config(window=None, causal=False))
    page = lesson_html([ex.trace(config) for config in configs])
    sizes = ["T 2, H 1, D 2, W 2", "T 3, H 2, D 2, no window, looking ahead"]
    assert meta_of(page)["sizes"] == sizes
    assert [trip["sizes"] for trip in trips_of(page)] == sizes
    assert f"<title>Attention Shapes Explorer: {'; '.join(sizes)}</title>" in page


def test_what_no_lesson_can_be_made_of_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    trip, large = ex.trace(), ex.trace(ex.Config(tokens=60))
    path = tmp_path / "lesson.html"
    never = {"progress": lambda *_: pytest.fail("it began to draw")}
    for trips, asked, message in (
        ([], {}, f"Cannot make a portable lesson of 0 trips: give 1 to {MOST_SIZES} of them."),
        (
            [trip] * 25,
            {},
            f"Cannot make a portable lesson of 25 trips: give 1 to {MOST_SIZES} of them.",
        ),
        (
            [trip, "pencil"],
            {},
            (
                "Cannot make a portable lesson of 'pencil': give a Trace, as explorer.trace() makes it, or "
                "several."
            ),
        ),
        (
            [trip, ex.trace()],
            {},
            (
                "Cannot make a portable lesson of two trips of T 3, H 2, D 2, W 2: a reader could not tell "
                "them apart. Give each sizes of its own."
            ),
        ),
        (
            ex.trace(wrong_turns=["flip_forgotten"]),
            {},
            (
                "Cannot make a portable lesson of a trip with wrong turns: give the right one, and the keys "
                "of the wrong turns beside it, as turns=['flip_forgotten']."
            ),
        ),
        (
            large,
            {},
            (
                "Cannot make a portable lesson of T 60, H 2, D 2, W 2: it tells of each of 43932 numbers by "
                "itself, and 20000 are the most. Choose fewer tokens, heads or numbers, or serve the page "
                "instead."
            ),
        ),
        (trip, {"words": "latin"}, "Cannot speak in 'latin' words: choose pencil, standard or both."),
        (
            trip,
            {"theme": "sepia"},
            "Cannot show a lesson with theme='sepia': choose 'auto', 'light' or 'dark'.",
        ),
        (
            trip,
            {"turns": "k_t"},
            "Cannot take the wrong turns 'k_t': give a list of keys, as ['k_t'].",
        ),
        (
            trip,
            {"turns": [TURNS[0], TURNS[0]]},
            f"Cannot take the wrong turn {TURNS[0]!r} twice: name it once.",
        ),
        (
            trip,
            {"turns": [f"{TURNS[0]} + {TURNS[1]}+{TURNS[0]}"]},
            f"Cannot take the wrong turn {TURNS[0]!r} twice: name it once.",
        ),
        (
            trip,
            {"turns": [f"{TURNS[0]}+k_t"]},
            f"Cannot take the wrong turn 'k_t': choose {ex.errors.listed(WRONG_TURNS)}.",
        ),
        (
            trip,
            {"turns": ["k_t"]},
            f"Cannot take the wrong turn 'k_t': choose {ex.errors.listed(WRONG_TURNS)}.",
        ),
    ):
        with pytest.raises(ex.ExplorerError) as refused:
            lesson(trips, path, **asked, **never)
        assert str(refused.value) == message
    assert list(tmp_path.iterdir()) == []


def test_a_name_or_a_place_that_does_not_fit_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    never = {"progress": lambda *_: pytest.fail("it began to draw")}
    for path, message in (
        (tmp_path / "lesson.pdf", "its name must end in .html or .htm"),
        (tmp_path / "no" / "lesson.html", f"there is no folder {tmp_path / 'no'}. Make it first"),
    ):
        with pytest.raises(ex.ExplorerError) as refused:
            lesson(ex.trace(), path, **never)
        assert str(refused.value) == f"Cannot write {path}: {message}"


def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lesson.html"
    path.write_text("the old one")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ex.ExplorerError) as refused:
        lesson(ex.trace(), path)
    assert str(refused.value) == (
        f"Cannot write {path}: No space left on device. Make room, or write it elsewhere"
    )
    assert path.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [path]
