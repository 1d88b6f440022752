"""Real servers of ours behind a real nginx: one, and two that each keep their own learners."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import websocket

from tests.deploy.nginx import NAME, PATH, free_port, nginx
from tests.deploy.upstream import say, upstream
from tests.servers import Visitor, wait_for
from tests.serving.classes import ServedClass, served
from tests.serving.sockets import V1, as_v1, kernel_message, kinds_until

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("need_nginx")]

OPTIONS = ("--learners", "1", "--base-url", PATH, "--host", NAME)
COOKIE = "explorer_server"
Pair = tuple[ServedClass, ServedClass]


class Behind(Visitor):
    """Somebody who comes through nginx, in a browser of their own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.kernel_id = ""
        super().__init__(self)

    def sees_a_place(self) -> bool:
        """Look whether a place is free, as the full page does."""
        return '"taken": 0' in self.ask(f"{PATH}health")[1]

    def leave(self) -> None:
        """Say goodbye, if that has not been said."""
        if self.kernel_id and self.kernel_status() == 200:
            assert self.say_goodbye() == 204

    def socket(self, origin: str | None = None) -> websocket.WebSocket:
        """Open the page's websocket as a browser does: it says whose page asks, and sends the cookies."""
        return websocket.create_connection(
            f"ws://{self.address.netloc}{PATH}api/kernels/{self.kernel_id}/channels?session_id=s",
            timeout=20,
            subprotocols=[V1],
            origin=origin or f"http://{self.address.netloc}",
            cookie="; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items()),
        )


def is_at(visitor: Visitor, server: ServedClass) -> bool:
    return any(visitor.kernel_id in " ".join(kernel.cmdline()) for kernel in server.kernels())


def port(server: ServedClass) -> int:
    return int(re.search(r":(\d+)/", server.url).group(1))


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[Pair]:
    """Two servers with one place each."""
    first, second = (tmp_path_factory.mktemp(name) for name in ("first", "second"))
    with served(first, jupyter_home, *OPTIONS) as a, served(second, jupyter_home, *OPTIONS) as b:
        yield a, b


Arrive = Callable[[], Behind]


@contextmanager
def door(folder: Path, name: str, *ports: int) -> Iterator[Arrive]:
    """Run nginx, and let in whoever arrives; they all have left in the end."""
    visitors: list[Behind] = []
    with nginx(folder, name, *ports) as url:

        def arrive() -> Behind:
            visitors.append(Behind(url))
            return visitors[-1]

        yield arrive
        for visitor in visitors:
            visitor.leave()


@pytest.fixture(params=["nginx-one.conf", "nginx-several.conf"])
def either(request: pytest.FixtureRequest, tmp_path: Path, pair: Pair) -> Iterator[Arrive]:
    """Arrive through nginx, by each of the files in turn."""
    free(pair)
    with door(tmp_path / "nginx", request.param, *map(port, pair)) as arrive:
        yield arrive


@pytest.fixture
def several(tmp_path: Path, pair: Pair) -> Iterator[Arrive]:
    """Arrive through the nginx that stands before both servers."""
    free(pair)
    with door(tmp_path / "nginx", "nginx-several.conf", *map(port, pair)) as arrive:
        yield arrive


def free(pair: Pair) -> None:
    for server in pair:
        server.wait_until(taken=0, ready=1, starting=0)


def test_a_page_lives_behind_nginx_from_its_opening_to_its_goodbye(either: Arrive, pair: Pair) -> None:
    visitor = either()
    page = visitor.open_page("?T=5")
    assert "no-store" in visitor.headers["Cache-Control"]
    assert f'"baseUrl": "{PATH}"' in page
    files = re.findall(rf'"({PATH}voila/[^"]+\.(?:js|css)[^"]*)"', page)
    assert files
    for file in files:
        assert visitor.ask(file)[0] == 200
    line = visitor.socket()
    line.send_binary(as_v1(kernel_message("kernel_info_request")))
    assert "kernel_info_reply" in kinds_until(line, "kernel_info_reply")
    line.close()
    assert visitor.kernel_status() == 200
    assert visitor.say_goodbye(with_token=False) == 403
    assert visitor.kernel_status() == 200
    assert visitor.say_goodbye() == 204
    assert visitor.kernel_status() == 404


def test_the_lesson_and_the_counts_are_there_and_cost_no_place(either: Arrive, pair: Pair) -> None:
    visitor = either()
    status, text = visitor.ask(f"{PATH}lesson")
    assert (status, text.lower().startswith("<!doctype html>")) == (200, True)
    status, text = visitor.ask(f"{PATH}health")
    assert (status, visitor.headers["Set-Cookie"]) == (200, None)
    assert '"taken": 0' in text


def test_the_public_name_is_let_in_and_a_strange_one_is_not(either: Arrive, pair: Pair) -> None:
    visitor = either()
    assert visitor.ask(f"{PATH}lesson", headers={"Host": NAME})[0] == 200
    assert visitor.ask(f"{PATH}lesson", headers={"Host": "evil.example"})[0] == 403


def test_a_foreign_origin_gets_no_socket_through_nginx(either: Arrive, pair: Pair) -> None:
    visitor = either()
    visitor.open_page()
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        visitor.socket(origin="http://evil.example")


def test_page_files_socket_and_goodbye_reach_the_same_server(several: Arrive, pair: Pair) -> None:
    """Two learners at once, one at each; nginx would take turns with every single request."""
    first, second = several(), several()
    for visitor in (first, second):
        visitor.open_page()
    at = {visitor.cookies[COOKIE].value: visitor for visitor in (first, second)}
    assert set(at) == {"a", "b"}
    for letter, server in zip("ab", pair, strict=True):
        assert is_at(at[letter], server)
    for visitor in (second, first, second, first):
        for _ in range(3):
            assert visitor.kernel_status() == 200
            line = visitor.socket()
            line.send_binary(as_v1(kernel_message("kernel_info_request")))
            assert "kernel_info_reply" in kinds_until(line, "kernel_info_reply")
            line.close()
    for visitor in (second, first):
        assert visitor.say_goodbye() == 204
        assert visitor.kernel_status() == 404
    for server in pair:
        server.wait_until(taken=0)


def test_a_newcomer_is_shown_to_whichever_server_has_a_place(several: Arrive, pair: Pair) -> None:
    direct = several()
    direct.address = urlsplit(pair[0].url)  # past nginx, which so is not told that the first server is full
    direct.open_page()
    for _ in range(2):  # whichever's turn it is
        late = several()
        late.open_page()
        assert is_at(late, pair[1])
        assert late.cookies[COOKIE].value == "b"
        late.leave()
        pair[1].wait_until(taken=0)


def test_where_every_place_is_taken_the_full_page_is_seen_and_binds_nobody(
    several: Arrive, pair: Pair
) -> None:
    there = [several(), several()]
    for visitor in there:
        visitor.open_page()
    for gone in there:  # a place at one server, then at the other: it is told of, and it is had
        late = several()
        status, text = late.ask(PATH)
        assert status == 503
        assert "<h1>The class is full</h1>" in text
        assert late.headers["Retry-After"] == "15"
        assert COOKIE not in late.cookies
        gone.leave()
        wait_for("the free place to be told", late.sees_a_place)
        late.open_page()
        assert late.cookies[COOKIE].value == gone.cookies[COOKIE].value


def test_a_second_page_of_one_browser_does_not_take_the_first_ones_server_away(
    several: Arrive, pair: Pair
) -> None:
    visitor = several()
    visitor.open_page()
    letter, kernel = visitor.cookies[COOKIE].value, visitor.kernel_id
    assert {visitor.sees_a_place() for _ in range(4)} == {True, False}  # both servers are asked, in turn
    assert visitor.ask(PATH)[0] == 503  # though the other one has a place
    assert visitor.cookies[COOKIE].value == letter
    assert visitor.kernel_id == kernel
    assert visitor.kernel_status() == 200


def test_every_answer_to_an_open_page_renews_its_cookie(several: Arrive, pair: Pair) -> None:
    visitor = several()
    visitor.open_page()
    letter = visitor.cookies[COOKIE].value
    assert visitor.kernel_status() == 200
    wanted = f"{COOKIE}={letter}; Path={PATH}; Max-Age=300; HttpOnly; SameSite=Lax"
    assert wanted in visitor.headers.get_all("Set-Cookie")


def test_a_server_that_is_gone_is_told_of_and_another_takes_its_learners(tmp_path: Path, pair: Pair) -> None:
    free(pair)
    with door(tmp_path / "nginx", "nginx-several.conf", free_port(), port(pair[1])) as arrive:
        visitor = arrive()
        visitor.cookies[COOKIE] = "a"
        visitor.kernel_id = "11111111-2222-3333-4444-555555555555"
        assert visitor.kernel_status() == 404  # the page's bar: its session has ended
        visitor.cookies[COOKIE] = "a"
        visitor.open_page()
        assert is_at(visitor, pair[1])
        assert visitor.cookies[COOKIE].value == "b"
        visitor.leave()
        for _ in range(2):
            pair[1].wait_until(taken=0)
            newcomer = arrive()
            newcomer.open_page()
            newcomer.leave()


def test_a_cookie_that_names_no_server_is_as_good_as_none(tmp_path: Path) -> None:
    with (
        upstream(lambda handler: say(handler, "here")) as place,
        nginx(tmp_path / "nginx", "nginx-several.conf", place, place) as url,
    ):
        for value in ("c", "explorer_b", "127.0.0.1:22", "evil.example", ""):
            visitor = Behind(url)
            visitor.cookies[COOKIE] = value
            assert visitor.ask(PATH) == (200, "here")
