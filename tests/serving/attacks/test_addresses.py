"""Addresses that are none of the page's: files, lists, other people's kernels, and other sites that ask."""

from __future__ import annotations

import socket

import pytest

from tests.serving.attacks.pages import Page

pytestmark = pytest.mark.slow

UPWARDS = [
    *("../pyproject.toml", "..%2fpyproject.toml", "%2e%2e/pyproject.toml", "..%5cpyproject.toml"),
    *(
        "....//pyproject.toml",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "//etc/passwd",
        "..%252f..%252fetc%252fpasswd",
    ),
    *("..%c0%af..%c0%afetc%c0%afpasswd", "../" * 12 + "etc/passwd", "..%2f" * 12 + "etc%2fpasswd"),
    *(
        "%00",
        "a%00.png",
        "index.html.j2",
        "page.html",
        ".",
        "..",
        "",
        "x" * 3000,
        "%ff%fe",
        "con",
        "~root",
    ),
]
ROOTS = [
    *("/voila/static/", "/voila/templates/", "/voila/templates/lab/static/", "/voila/labextensions/"),
    *("/voila/files/", "/voila/api/themes/", "/static/", "/"),
]
SECRETS = ("root:", "[project]", "{%", "import ", "<li><a")


def raw_get(page: Page, path: str) -> bytes:
    """Ask for an address just as it is spelt; clients would tidy it up."""
    with socket.create_connection((page.address.hostname, page.address.port), timeout=20) as raw:
        request = f"GET {path} HTTP/1.1\r\nHost: {page.address.netloc}\r\nConnection: close\r\n\r\n"
        raw.sendall(request.encode())
        answer = b""
        while piece := raw.recv(65536):
            answer += piece
    return answer


def test_no_folder_is_left_upwards_and_none_is_listed(onlooker: Page) -> None:
    for root in ROOTS:
        for path in UPWARDS:
            if root + path in ("/", "//"):
                continue  # the page itself
            answer = raw_get(onlooker, root + path)
            status = answer.split(b" ", 2)[1]
            if status == b"301":  # a folder: its name with a stroke after it
                assert f"Location: {root}{path}/\r\n".encode() in answer
                status = raw_get(onlooker, f"{root}{path}/").split(b" ", 2)[1]
            assert status in (b"400", b"403", b"404"), (root, path, answer[:200])
            assert not [secret for secret in SECRETS if secret.encode() in answer.partition(b"\r\n\r\n")[2]]
    assert "Traceback" not in onlooker.server.log.read_text()


FILES = ["explorer.ipynb", "voila.json", ".env", "README.md", "picture.png", ".hidden.png", "explorer/cli.py"]
JUPYTER = [
    *("/api/contents", "/api/contents/explorer.ipynb", "/api/terminals", "/api/kernels", "/api/sessions"),
    *(
        "/api/kernelspecs",
        "/api/config/x",
        "/api/nbconvert",
        "/api/shutdown",
        "/api/status",
        "/api/spec.yaml",
    ),
    *(
        "/files/explorer.ipynb",
        "/tree",
        "/lab",
        "/doc",
        "/edit/x",
        "/view/x",
        "/terminals/1",
        "/nbextensions/x",
    ),
    *("/voila/api/contents", "/voila/tree", "/voila/render/explorer.ipynb", "/voila/query/x", "/metrics"),
    *(
        "/voila/nbextensions/x",
        "/voila/execution/x",
        "/custom/custom.css",
        "/login",
        "/logout",
    ),
]


def test_nothing_of_jupyter_beyond_the_page_is_there_by_any_method(onlooker: Page) -> None:
    token = {"X-XSRFToken": onlooker.cookies["_xsrf"].value}
    for path in [*JUPYTER, *(f"/voila/files/{name}" for name in FILES)]:
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            status, text = onlooker.ask(path, method, "" if method == "GET" else "{}", token)
            assert status in (403, 404, 405), (method, path, status)
            assert "Traceback" not in text


def test_nobody_makes_lists_restarts_interrupts_or_ends_kernels(onlooker: Page) -> None:
    own = f"/api/kernels/{onlooker.kernel_id}"
    before = onlooker.server.kernels()
    for token in ({}, {"X-XSRFToken": "mine"}, {"X-XSRFToken": onlooker.cookies["_xsrf"].value}):
        assert onlooker.ask("/api/kernels", "POST", "{}", token)[0] in (403, 404, 405)
        assert onlooker.ask("/api/kernels")[0] == 404
        assert onlooker.ask("/api/sessions", "POST", "{}", token)[0] in (403, 404, 405)
        for action in ("restart", "interrupt"):
            assert onlooker.ask(f"{own}/{action}", "POST", "{}", token)[0] in (403, 404, 405)
    # Other people's are known by names that nobody guesses; without a token not even one's own is ended.
    assert onlooker.ask(own, "DELETE")[0] == 403
    assert onlooker.ask(own, "DELETE", headers={"X-XSRFToken": "mine"})[0] == 403
    assert set(before) <= set(onlooker.server.kernels())
    token = {"X-XSRFToken": onlooker.cookies["_xsrf"].value}
    for name in (
        "",
        "x",
        "..",
        "%2e%2e%2f",
        "00000000-0000-0000-0000-000000000000",
        onlooker.kernel_id[:-1] + "%2f",
    ):
        assert onlooker.ask(f"/voila/api/shutdown/{name}", "POST", "", token)[0] in (403, 404), name
        assert onlooker.ask(f"/api/kernels/{name}", "DELETE", "", token)[0] in (403, 404, 405), name
    assert onlooker.kernel_status() == 200
    assert "Traceback" not in onlooker.server.log.read_text()


def test_other_names_for_this_server_are_refused(onlooker: Page) -> None:
    own = f"/api/kernels/{onlooker.kernel_id}"
    for host in (
        "evil.example",
        "evil.example:80",
        "192.0.2.7",
        "localhost.evil.example",
        "",
        "a b",
        "[::1",
        "0",
    ):
        for path in ("/", own, f"{own}/channels?session_id=1", "/lesson"):
            assert onlooker.ask(path, headers={"Host": host})[0] in (400, 403), (host, path)
    assert onlooker.ask("/health", headers={"Host": "evil.example"})[0] == 200  # tells counts, and nobody's


def test_another_site_says_no_goodbye_and_takes_no_place(onlooker: Page) -> None:
    foreign = {
        "Origin": "http://evil.example",
        "Referer": "http://evil.example/",
        "Sec-Fetch-Site": "cross-site",
    }
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for body in ("", "_xsrf=", "_xsrf=mine", "_xsrf=2|00000000|00000000000000000000000000000000|1"):
        path = f"/voila/api/shutdown/{onlooker.kernel_id}"
        assert onlooker.ask(path, "POST", body, {**foreign, **form})[0] == 404  # not even whether it is there
        assert onlooker.ask(path, "POST", body, form)[0] == 403
    assert onlooker.kernel_status() == 200
    # Another site's request does not even bring the token's cookie along.
    assert onlooker.cookies["_xsrf"]["samesite"].lower() == "strict"
    taken = onlooker.server.state()["taken"]
    for what in ("image", "iframe", "script", "empty", "embed", "object", "style", "video"):
        assert onlooker.ask("/", headers={**foreign, "Sec-Fetch-Dest": what})[0] == 403
    for method in ("HEAD", "POST", "OPTIONS", "PUT"):
        assert onlooker.ask("/", method, headers=foreign)[0] in (200, 204, 403, 404, 405)
    assert onlooker.server.state()["taken"] == taken


def test_no_other_site_may_read_an_answer(onlooker: Page) -> None:
    for path in ("/health", "/lesson", f"/api/kernels/{onlooker.kernel_id}"):
        onlooker.ask(path, headers={"Origin": "http://evil.example"})
        assert "Access-Control-Allow-Origin" not in onlooker.headers
