"""What the files for nginx hand on, held back by nothing: seen from a server that notes what reaches it."""

from __future__ import annotations

import re
import socket
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from explorer.serving.culling import Limits
from explorer.serving.settings import LONGEST_CELL, PING
from tests.deploy.nginx import DEPLOY, NAME, PATH, nginx
from tests.deploy.upstream import say, upstream
from tests.servers import PATIENCE, Server, Visitor

pytestmark = pytest.mark.slow

FILES = sorted(path.name for path in DEPLOY.glob("nginx-*.conf"))
with_nginx = pytest.mark.usefixtures("need_nginx")
each_file = pytest.mark.parametrize("name", FILES)


class Behind(Server):
    """What a visitor needs to know of an address."""

    def __init__(self, url: str) -> None:
        self.url = url


def tell(handler: BaseHTTPRequestHandler) -> None:
    say(handler, f"{handler.requestline}\n{handler.headers}")


def test_there_is_a_file_for_one_server_and_one_for_several() -> None:
    assert FILES == ["nginx-one.conf", "nginx-several.conf"]


@each_file
@with_nginx
def test_the_address_and_the_headers_arrive_as_they_were_sent(name: str, tmp_path: Path) -> None:
    with upstream(tell) as port, nginx(tmp_path, name, port, port) as url:
        visitor = Visitor(Behind(url))
        host = {"Host": f"{NAME}:8443", "X-Forwarded-For": "192.0.2.7"}
        status, heard = visitor.ask(f"{PATH}?T=5&step=scores&L=%C3%A4%2F", headers=host)
        assert status == 200
        first, *headers = heard.splitlines()
        assert first == f"GET {PATH}?T=5&step=scores&L=%C3%A4%2F HTTP/1.1"
        assert {
            f"Host: {NAME}:8443",
            f"X-Forwarded-Host: {NAME}:8443",
            "X-Forwarded-For: 192.0.2.7, 127.0.0.1",
            "X-Forwarded-Proto: http",
        } <= set(headers)
        assert "Upgrade:" not in heard
        heard = visitor.ask(f"{PATH}api/kernels/a%2Fb/channels", headers={"Upgrade": "websocket"})[1]
        first, *headers = heard.splitlines()
        assert first == f"GET {PATH}api/kernels/a%2Fb/channels HTTP/1.1"
        assert {"Upgrade: websocket", "Connection: upgrade"} <= set(headers)


@each_file
@with_nginx
def test_the_path_without_its_last_slash_leads_to_the_page(name: str, tmp_path: Path) -> None:
    with upstream(tell) as port, nginx(tmp_path, name, port, port) as url:
        visitor = Visitor(Behind(url))
        assert visitor.ask(f"{PATH.rstrip('/')}?T=5")[0] == 301
        assert visitor.headers["Location"] == f"{PATH}?T=5"
        assert visitor.ask("/")[0] == 404
        assert visitor.ask("/attentions/")[0] == 404


@each_file
@with_nginx
def test_the_first_piece_of_a_page_does_not_wait_for_the_last(name: str, tmp_path: Path) -> None:
    go_on = threading.Event()

    def in_pieces(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "9")
        handler.end_headers()
        handler.wfile.write(b"first")
        assert go_on.wait(PATIENCE)
        handler.wfile.write(b"last")

    with upstream(in_pieces) as port, nginx(tmp_path, name, port, port) as url:
        try:
            with socket.create_connection(("127.0.0.1", urlsplit(url).port), timeout=20) as line:
                line.sendall(f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                text = b""
                while not text.endswith(b"first"):
                    piece = line.recv(4096)
                    assert piece
                    text += piece
                go_on.set()
                assert line.recv(4096) == b"last"
        finally:
            go_on.set()


@each_file
@with_nginx
def test_nobody_sends_much(name: str, tmp_path: Path) -> None:
    with upstream(tell) as port, nginx(tmp_path, name, port, port) as url:
        visitor = Visitor(Behind(url))
        status, _ = visitor.ask(f"{PATH}voila/api/shutdown/x", "POST", headers={"Content-Length": str(2**30)})
        assert status == 413


@each_file
def test_nginx_is_more_patient_than_anything_that_is_alive(name: str) -> None:
    text = (DEPLOY / name).read_text()
    for direction in ("read", "send"):
        waits = [int(seconds) for seconds in re.findall(rf"proxy_{direction}_timeout (\d+)s;", text)]
        assert len(waits) == 1
        assert waits[0] > max(LONGEST_CELL, PING / 1000)


def test_the_cookie_outlives_a_session_with_no_page_and_hardly_more() -> None:
    text = (DEPLOY / "nginx-several.conf").read_text()
    (seconds,) = re.findall(r"Max-Age=(\d+)", text)
    longest = PING / 1000 * 4 + Limits().abandoned_after + Limits().every
    assert f"({longest:.0f} seconds at most)" in text
    assert longest < int(seconds) <= longest + 60


@each_file
def test_nginx_keeps_no_list_of_who_came(name: str) -> None:
    assert len(re.findall(r"^    access_log off;", (DEPLOY / name).read_text(), re.MULTILINE)) == 1
