"""What is written down, and what never is."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest

from explorer.serving import log


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """The log as `serve` begins it; what it changes is put back."""
    names = ("explorer.serving", "tornado")
    before = [(one, one.handlers[:], one.propagate, one.level) for one in map(logging.getLogger, names)]
    yield capsys
    for one, handlers, propagate, level in before:
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def lines(written: pytest.CaptureFixture[str]) -> list[str]:
    """Give what stands on stderr, without its times."""
    text = written.readouterr().err
    found = re.findall(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  (.*)$", text, re.MULTILINE)
    assert len(found) == text.count("\n")
    return found


def test_a_session_and_a_refusal_are_one_line_each(written: pytest.CaptureFixture[str]) -> None:
    log.begin(verbose=False)
    log.session_started(7, 5, 30)
    log.session_ended(7, "left", 251.6, 4, 30)
    log.refused("full, %d of %d places taken", 30, 30)
    log.start_failed(RuntimeError("no room"))
    assert lines(written) == [
        "session 7 started, 5 of 30 places taken",
        "session 7 ended: left, after 252 s, 4 of 30 places taken",
        "refused: full, 30 of 30 places taken",
        "a session could not be started: RuntimeError: no room",
    ]


def test_others_write_their_errors_alone_unless_more_is_asked_for(
    written: pytest.CaptureFixture[str],
) -> None:
    tornado = logging.getLogger("tornado.access")
    log.begin(verbose=False)
    tornado.warning("403 GET / (192.0.2.7)")
    tornado.error("500 GET /?T=5 (192.0.2.7)")
    assert lines(written) == ["500 GET /?... (...)"]
    log.begin(verbose=True)
    tornado.info("200 GET / (192.0.2.7)")
    assert lines(written) == ["200 GET / (...)"]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("404 GET /api/x?a=b&c=d (::1) 2.00ms", "404 GET /api/x?... (...) 2.00ms"),
        ("GET /?name='me' x", "GET /?...'me' x"),
        ("(2001:db8::7)", "(...)"),
        ("(fe80::1:2)", "(...)"),
        ("remote_ip='192.0.2.7', uri='/?T=5'", "remote_ip='...', uri='/?...'"),
        (
            "Connecting to kernel 0f7a8c1e-1111-4222-8333-444455556666.",
            "Connecting to kernel 0f7a....",
        ),
        ("What now? (3 of 4)", "What now? (3 of 4)"),
    ],
)
def test_what_is_somebodys_own_is_taken_out(line: str, left: str) -> None:
    assert log.shortened(line) == left


def test_a_traceback_is_shortened_too(written: pytest.CaptureFixture[str]) -> None:
    log.begin(verbose=False)
    try:
        raise ValueError("GET /?T=5 (192.0.2.7)")
    except ValueError:
        logging.getLogger("tornado.application").exception("Uncaught")
    text = written.readouterr().err
    assert "192.0.2.7" not in text
    assert "T=5" not in text
    assert "ValueError: GET /?... (...)" in text
