"""A class that is full: what is said, what is not started, and how a place is had again."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.servers import Visitor, kernel_in, wait_for
from tests.serving.classes import ServedClass, served
from tests.serving.sockets import connect

pytestmark = pytest.mark.slow

AHEAD = 1  # sessions that wait while the one place is taken


@pytest.fixture(scope="module")
def small_class(
    tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]
) -> Iterator[ServedClass]:
    """A class with one place, under a path."""
    with served(tmp_path_factory.mktemp("full"), jupyter_home, "--learners", "1", "--base-url", "a/b") as it:
        yield it


@pytest.fixture
def learner(small_class: ServedClass) -> Iterator[Visitor]:
    """Whoever has the one place, and leaves in the end."""
    somebody = Visitor(small_class)
    somebody.open_page()
    yield somebody
    if somebody.kernel_status() == 200:
        assert somebody.say_goodbye() == 204
    small_class.wait_until(taken=0)


def test_who_finds_no_place_is_told_so_and_no_kernel_is_started(
    small_class: ServedClass, learner: Visitor
) -> None:
    small_class.wait_until(ready=AHEAD, starting=0)
    before = {kernel.pid for kernel in small_class.kernels()}
    late = Visitor(small_class)
    status, text = late.ask("/a/b/?T=5")
    assert status == 503
    assert late.headers["Retry-After"] == "15"
    assert "no-store" in late.headers["Cache-Control"]
    assert "<h1>The class is full</h1>" in text
    assert "The only place is taken." in text
    assert '<a href="/a/b/lesson">' in text
    assert "kernelId" not in text
    assert {kernel.pid for kernel in small_class.kernels()} == before
    assert small_class.state()["taken"] == 1
    assert small_class.written()[-1] == "refused: full, 1 of 1 places taken"


def test_the_full_page_asks_nobody_else(small_class: ServedClass, learner: Visitor) -> None:
    page = Visitor(small_class).ask("/a/b/")[1]
    assert "http:" not in page
    assert "https:" not in page
    assert "//" not in page.split("<script>")[0]


def test_who_reloads_in_a_full_class_keeps_their_place(small_class: ServedClass, learner: Visitor) -> None:
    """The page is asked for again before its goodbye is there: the worse order of the two."""
    connection = http.client.HTTPConnection(learner.address.netloc, timeout=60)
    connection.request("GET", learner.address.path)
    assert small_class.state()["taken"] == 1  # answered after the request before it was heard
    assert learner.say_goodbye() == 204
    answer = connection.getresponse()
    again = Visitor(small_class)
    for cookie in answer.headers.get_all("Set-Cookie"):
        again.cookies.load(cookie)
    again.kernel_id = kernel_in(answer.read().decode())
    assert answer.status == 200
    assert again.kernel_id != learner.kernel_id
    assert small_class.state()["taken"] == 1
    assert again.say_goodbye() == 204


def test_a_place_that_is_given_back_is_the_next_ones(small_class: ServedClass, learner: Visitor) -> None:
    assert Visitor(small_class).ask("/a/b/")[0] == 503
    assert learner.say_goodbye() == 204
    late = Visitor(small_class)
    late.open_page()
    assert late.say_goodbye() == 204


def test_who_gives_up_before_the_page_is_there_takes_no_place(
    small_class: ServedClass, learner: Visitor
) -> None:
    assert learner.say_goodbye() == 204
    small_class.wait_until(taken=0)
    impatient = Visitor(small_class)
    impatient.hang_up("/a/b/")
    small_class.wait_until(taken=0)
    ends = [line for line in small_class.written() if "ended: left" in line]
    assert len(ends) >= 1


@pytest.fixture(scope="module")
def hasty_class(
    tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]
) -> Iterator[ServedClass]:
    """A class with one place, which is another's 2.4 seconds after its page has gone."""
    folder = tmp_path_factory.mktemp("hasty")
    with served(folder, jupyter_home, "--learners", "1", "--abandoned-after", "8") as it:
        yield it


def test_a_full_class_gives_a_place_without_a_page_to_whoever_waits(hasty_class: ServedClass) -> None:
    away, here, late = (Visitor(hasty_class) for _ in range(3))
    away.open_page()  # and no websocket: a tab that was killed, or a messenger's preview of the link
    assert hasty_class.state()["to_be_had"] == 0
    hasty_class.wait_until(taken=1, to_be_had=1)  # the full page waits for this
    here.open_page()
    assert away.kernel_status() == 404
    assert any("ended: abandoned" in line for line in hasty_class.written())
    page = connect(here)
    assert hasty_class.state()["to_be_had"] == 0
    assert late.ask("/")[0] == 503
    assert here.kernel_status() == 200
    page.close()
    assert here.say_goodbye() == 204
    hasty_class.wait_until(taken=0, to_be_had=1)


def test_who_asks_for_the_page_and_takes_nothing_of_it_loses_the_place(hasty_class: ServedClass) -> None:
    address = urlsplit(hasty_class.url)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        client.connect((address.hostname, address.port))
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        hasty_class.wait_until(taken=1)
        hasty_class.wait_until(taken=0)
    assert "ended: abandoned" in hasty_class.written()[-1]


def test_the_lesson_is_there_for_those_outside(small_class: ServedClass, learner: Visitor) -> None:
    late = Visitor(small_class)
    status, text = late.ask("/a/b/lesson")
    assert status == 200
    assert late.headers["Content-Type"].startswith("text/html")
    assert text.lower().startswith("<!doctype html>")
    assert len(text) > 100_000
    assert late.ask("/a/b/lesson")[1] == text


def test_the_server_answers_while_the_lesson_is_being_written(
    tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    with served(tmp_path, jupyter_home) as server:
        got: list[int] = []
        thread = threading.Thread(target=lambda: got.append(Visitor(server).ask("/lesson")[0]))
        thread.start()
        wait_for("the writer", lambda: any("lesson" in p.cmdline() for p in server.kernels()))
        server.state()
        assert got == []
        thread.join()
        assert got == [200]


def test_the_counts_cost_nobody_a_place_and_give_no_cookie(small_class: ServedClass) -> None:
    visitor = Visitor(small_class)
    status, text = visitor.ask("/a/b/health", headers={"Host": "10.0.0.7:8866"})
    assert (status, visitor.headers["Set-Cookie"]) == (200, None)
    assert '"places": 1' in text
    assert small_class.state()["taken"] == 0
