"""What the served page refuses and what it says of itself, asked for without a browser."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
import websocket

from tests.conftest import PAGE
from tests.servers import Server, Visitor, wait_for
from tests.serving.sockets import as_v1, connect, kernel_message, kinds_until

pytestmark = pytest.mark.slow


def test_the_page_names_itself_and_asks_nobody_else(visitor: Visitor) -> None:
    assert '<html lang="en">' in visitor.page
    assert "<title>Attention Shapes Explorer</title>" in visitor.page
    icons = re.findall(r'<link rel="icon"[^>]*>', visitor.page)
    assert [icon for icon in icons if "data:image/svg+xml" in icon] == icons
    assert len(icons) == 1
    links = re.findall(r"""(?:href|src|import)\W{1,3}(https?://[^"']+)""", visitor.page)
    assert links == []


def test_a_page_from_another_template_folder_never_gets_in(visitor: Visitor) -> None:
    assert "cdn." not in visitor.page


def test_error_pages_ask_nobody_else_either(voila_server: Server) -> None:
    status, text = Visitor(voila_server).ask("/api/kernels/00000000-0000-0000-0000-000000000000")
    assert status == 404
    assert "https://" not in text


def test_the_headers_shut_other_sites_out(visitor: Visitor) -> None:
    visitor.ask("/api/kernels/" + visitor.kernel_id)
    policy = visitor.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "http" not in policy
    assert visitor.headers["X-Content-Type-Options"] == "nosniff"
    # Stricter, and Firefox and Safari would say goodbye with `Origin: null`, which is refused.
    assert visitor.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "192.0.2.7"])
def test_a_strange_host_header_is_refused(voila_server: Server, host: str) -> None:
    assert Visitor(voila_server).ask("/", headers={"Host": host})[0] == 403


@pytest.mark.parametrize("field", ["theme", "template"])
def test_a_script_in_the_address_is_not_written_into_the_page(voila_server: Server, field: str) -> None:
    visitor = Visitor(voila_server)
    page = visitor.open_page(f"?{field}=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    assert visitor.say_goodbye() == 204
    assert "alert(1)" not in page


@pytest.mark.parametrize(
    "path",
    [
        "explorer.ipynb",
        "picture.png",
        ".hidden.png",
        "../pyproject.toml",
        "..%2fpyproject.toml",
        "%2e%2e/explorer/serving/settings.py",
        "%2fetc%2fpasswd",
    ],
)
def test_no_file_is_served(voila_server: Server, path: str) -> None:
    status, text = Visitor(voila_server).ask(f"/voila/files/{path}")
    assert status == 403, text


@pytest.mark.parametrize(
    "path",
    [
        "/voila/static/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/voila/templates/lab/static/..%2findex.html.j2",
        "/voila/labextensions/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    ],
)
def test_static_folders_are_not_left_upwards(voila_server: Server, path: str) -> None:
    assert Visitor(voila_server).ask(path)[0] >= 400


@pytest.mark.parametrize(
    "path", ["/api/contents", "/api/kernels", "/api/sessions", "/api/terminals", "/tree", "/lab"]
)
def test_nothing_of_jupyter_beyond_the_page_is_there(voila_server: Server, path: str) -> None:
    status, text = Visitor(voila_server).ask(path)
    assert status in (302, 403, 404), text


@pytest.fixture(scope="module")
def picture_server(
    tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]
) -> Iterator[Server]:
    """Our server on another notebook: one with a picture widget, and picture files beside it."""
    folder = tmp_path_factory.mktemp("picture")
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("import ipywidgets; ipywidgets.Image(value=bytes(9))")]
    )
    nbformat.write(notebook, folder / "page.ipynb")
    for name in ("picture.png", ".hidden.png"):
        (folder / name).write_bytes(b"PNG")
    (folder / "serve_it.py").write_text(
        "from pathlib import Path\n"
        "from explorer.serving.server import serve\n"
        "serve(port=0, open_browser=False, notebook=Path('page.ipynb').resolve())\n"
    )
    server = Server(("serve_it",), log=folder / "log", home=jupyter_home, address=PAGE)
    yield server
    server.stop()


@pytest.mark.parametrize("name", ["picture.png", ".hidden.png"])
def test_pictures_beside_the_notebook_are_not_served(picture_server: Server, name: str) -> None:
    assert Visitor(picture_server).ask(f"/voila/files/{name}")[0] == 403


def test_an_old_client_and_a_widget_with_bytes_stop_nobody(picture_server: Server) -> None:
    """Voila alone reads the older form of a binary message as the newer one, and never comes back."""
    visitor = Visitor(picture_server)
    visitor.open_page()
    socket = connect(visitor, v1=False)

    def say(kind: str, **content: object) -> None:
        socket.send(json.dumps({**kernel_message(kind, **content), "channel": "shell"}))

    say("comm_info_request", target_name="jupyter.widget")
    comms: dict[str, object] = {}
    while not comms:
        frame = json.loads(socket.recv())
        if frame["header"]["msg_type"] == "comm_info_reply":
            comms = frame["content"]["comms"]
    for comm in comms:
        say("comm_msg", comm_id=comm, data={"method": "request_state"})
    while isinstance(frame := socket.recv(), str):
        pass
    assert bytes(9) in frame
    socket.close()
    assert visitor.kernel_status() == 200
    assert visitor.say_goodbye() == 204


def test_a_foreign_origin_gets_no_socket(visitor: Visitor) -> None:
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        connect(visitor, origin="http://evil.example")


@pytest.mark.parametrize("v1", [True, False])
@pytest.mark.parametrize("channel", ["shell", "control", "stdin"])
def test_nobody_runs_code_over_the_socket(visitor: Visitor, tmp_path: Path, v1: bool, channel: str) -> None:
    mark = tmp_path / "it-ran"
    message = kernel_message("execute_request", code=f"open({str(mark)!r}, 'w')", silent=False)
    socket = connect(visitor, v1=v1)
    for said, where in ((message, channel), (kernel_message("kernel_info_request"), "shell")):
        if v1:
            socket.send_binary(as_v1(said, where))
        else:
            socket.send(json.dumps({**said, "channel": where, "buffers": []}))
    # Messages are answered in order: once the second one is, the first was not going to be.
    assert "execute_reply" not in kinds_until(socket, "kernel_info_reply")
    socket.close()
    assert not mark.exists()


@pytest.mark.parametrize("v1", [True, False])
def test_a_message_that_announces_endless_parts_stops_nobody(visitor: Visitor, v1: bool) -> None:
    socket = connect(visitor, v1=v1)
    socket.send_binary(b"\xff" * 8 + bytes(64) if v1 else b"\x7f\xff\xff\xff" + bytes(64))
    while socket.recv_frame().opcode != websocket.ABNF.OPCODE_CLOSE:
        pass
    assert visitor.kernel_status() == 200


def test_leaving_the_page_ends_its_kernel_and_a_forged_goodbye_does_not(voila_server: Server) -> None:
    visitor = Visitor(voila_server)
    visitor.open_page()
    assert visitor.say_goodbye(with_token=False) == 403
    assert visitor.kernel_status() == 200
    assert visitor.say_goodbye() == 204
    wait_for("the kernel to be gone", lambda: visitor.kernel_status() == 404)


def test_a_dead_kernel_is_not_started_again_in_silence(visitor: Visitor, voila_server: Server) -> None:
    voila_server.kernel(visitor.kernel_id).kill()
    assert wait_for("the server to say that it is gone", lambda: visitor.kernel_status() == 404, patience=20)


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_cleanly_and_leaves_no_kernel(
    tmp_path: Path, jupyter_home: dict[str, str], signum: signal.Signals
) -> None:
    command = ("explorer", "serve", "--port", "0", "--no-browser", "--base-url", "/deep/down")
    server = Server(command, log=tmp_path / "log", home=jupyter_home, address=PAGE)
    assert server.url.endswith("/deep/down/")
    visitor = Visitor(server)
    visitor.open_page()
    assert visitor.cookies["_xsrf"]["path"] == "/deep/down/"  # what else lives on this host has its own
    kernels = wait_for("the next session to begin", lambda: len(server.kernels()) > 1 and server.kernels())
    server.process.send_signal(signum)  # to its whole group, it may be sent twice
    assert server.stop(signal.SIGTERM) == 0
    # At once: a kernel left behind would see for itself, a second later, that nobody is there.
    assert not [kernel for kernel in kernels if kernel.is_running()]
    assert "Traceback" not in server.log.read_text()
