"""A real nginx, run as whoever runs the tests, with a file of deploy/ in it and nothing else.

`python -m tests.deploy.nginx` prints where nginx is, and fails where there is none.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers import wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
PATH = "/attention/"  # where the files of deploy/ put the page
NAME = "explorer.example.org"
ABSENT = "no nginx here: `make nginx` fetches one where there is apt; or name yours in $NGINX"
PORTS = (8866, 8867)  # of the servers that the files of deploy/ name

# Everything that nginx would otherwise write into folders of the system's.
AROUND = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors info;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/site;
}}
"""


def find() -> str | None:
    """Take the nginx that $NGINX names, else one unpacked into our environment, else the system's."""
    named = os.environ.get("NGINX")
    if named:
        return shutil.which(named)
    ours = f"{sys.prefix}/nginx/usr/sbin"
    folders = [ours, os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"]
    return shutil.which("nginx", path=os.pathsep.join(folders))


def need() -> None:
    """Skip the test where there is no nginx; where tests are the last word, fail."""
    if find() is None:
        assert not os.environ.get("CI"), ABSENT
        pytest.skip(ABSENT)


def free_port() -> int:
    """Find a port that nobody listens on; nginx has no way to choose one itself."""
    with socket.socket() as somewhere:
        somewhere.bind(("127.0.0.1", 0))
        return int(somewhere.getsockname()[1])


def site(name: str, port: int, servers: Sequence[int]) -> str:
    """Read a file of deploy/, with its ports exchanged for those of the test."""
    text = (DEPLOY / name).read_text()
    assert text.count("listen 80;") == 1
    text = text.replace("listen 80;", f"listen 127.0.0.1:{port};")
    exchange = dict(zip(map(str, PORTS), map(str, servers), strict=False))
    return re.sub(r"\b886\d\b", lambda found: exchange[found.group()], text)


@contextmanager
def nginx(folder: Path, name: str, *servers: int) -> Iterator[str]:
    """Run nginx with a file of deploy/ before servers on these ports, and give the page's address."""
    path = find()
    assert path is not None, ABSENT
    folder.mkdir(exist_ok=True)
    port = free_port()
    (folder / "site").write_text(site(name, port, servers))
    (folder / "conf").write_text(AROUND.format(folder=folder))
    process = subprocess.Popen(
        [path, "-p", str(folder), "-e", str(folder / "errors"), "-c", str(folder / "conf")],
        stderr=subprocess.PIPE,
        text=True,
    )

    def answers() -> bool:
        assert process.poll() is None, process.stderr.read() + (folder / "errors").read_text()
        with socket.socket() as knock:
            return knock.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_for("nginx", answers)
        yield f"http://127.0.0.1:{port}{PATH}"
    finally:
        process.terminate()
        process.wait(20)


if __name__ == "__main__":
    found = find()
    sys.stdout.write(f"{found or ABSENT}\n")
    sys.exit(0 if found else 1)
