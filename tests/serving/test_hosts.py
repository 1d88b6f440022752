"""The names by which a server is asked for: its own, any address, and no stranger's."""

from __future__ import annotations

import ipaddress
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import websocket
from hypothesis import given
from hypothesis import strategies as st

from explorer.serving.addresses import USUAL_PORT
from explorer.serving.hosts import doubts, is_known, own_address, own_names
from explorer.serving.pages import STRANGE
from tests.servers import Visitor, wait_for
from tests.serving.classes import served

NAMES = ["localhost", "desk", "desk.local"]


@given(st.ip_addresses(), st.integers(0, 65535) | st.none())
def test_every_address_is_known_with_and_without_a_port(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address, port: int | None
) -> None:
    written = f"[{address}]" if address.version == 6 else str(address)
    assert is_known(written if port is None else f"{written}:{port}", NAMES)


@pytest.mark.parametrize("asked", ["localhost", "LOCALHOST:8866", "desk:1", "Desk.local", "desk.local.:80"])
def test_our_own_names_are_known(asked: str) -> None:
    assert is_known(asked, NAMES)


@pytest.mark.parametrize(
    "asked",
    [
        "",
        ":8866",
        "evil.example",
        "evil.example:8866",
        "desk.evil.example",
        "10.0.0.7.evil.example",
        "localhost.evil.example:80",
        "desk@evil.example",
        "10.0.0",
        "[evil]",
        "127.0.0.1, evil.example",
    ],
)
def test_a_stranger_is_not(asked: str) -> None:
    assert not is_known(asked, NAMES)


def test_this_computer_knows_its_names_and_its_address() -> None:
    assert set(own_names()) >= {"localhost", socket.gethostname().lower()}
    address = own_address()
    assert address is None or not ipaddress.ip_address(address).is_unspecified


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unplugged)
    assert own_address() is None
    assert doubts("0.0.0.0", 8866, 8866) == ["This computer is on no network: nobody else can open the page."]
    assert doubts("127.0.0.1", 8866, 8866) == []


def test_another_port_than_the_usual_one_is_told_of() -> None:
    assert doubts("127.0.0.1", None, USUAL_PORT) == []
    assert doubts("127.0.0.1", 0, 40123) == []
    assert doubts("127.0.0.1", None, 40123) == [
        "Port 8866 is taken, by another explorer perhaps: this one has 40123."
    ]


@pytest.mark.slow
def test_a_server_on_the_network_answers_to_its_addresses_and_names_alone(
    tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    with served(tmp_path, jupyter_home, "--ip", "0.0.0.0") as server:
        address = urlsplit(server.url)
        assert address.hostname == (own_address() or "localhost")  # what the class is told to open
        visitor = Visitor(server)
        visitor.open_page()
        for host in (address.netloc, "127.0.0.1", f"{socket.gethostname()}:{address.port}"):
            assert visitor.ask(f"/api/kernels/{visitor.kernel_id}", headers={"Host": host})[0] == 200
        status, text = visitor.ask("/", headers={"Host": "evil.example"})
        assert (status, text) == (403, STRANGE)
        with pytest.raises(websocket.WebSocketBadStatusException) as refused:
            websocket.create_connection(
                f"ws://{address.netloc}/api/kernels/{visitor.kernel_id}/channels?session_id=1",
                host=f"evil.example:{address.port}",
                origin=f"http://evil.example:{address.port}",
            )
        assert refused.value.status_code == 403
        both = ["refused: a strange host (403)"] * 2  # a line is written when its answer has been sent
        wait_for("the refusals' lines", lambda: server.written()[-2:] == both)
        assert visitor.say_goodbye() == 204
