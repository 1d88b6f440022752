"""Real servers for the tests, started by our own command line, and a visitor that needs no browser."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import quote, urlsplit

import psutil

PATIENCE = 60  # seconds, on a busy machine


def wait_for(what: str, ask: Callable[[], object], patience: float = PATIENCE) -> object:
    """Ask again and again until the answer is not false."""
    end = time.monotonic() + patience
    while not (answer := ask()):
        assert time.monotonic() < end, f"waited {patience} s for {what}"
        time.sleep(0.05)
    return answer


def kernel_in(page: str) -> str:
    """Read from a page which kernel is its own."""
    return re.search(r'"kernelId": *"([^"]+)"', page).group(1)


class Server:
    """A server in a process group of its own, known by the address that it prints."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        log: Path,
        home: dict[str, str],
        address: str,
        cwd: Path | None = None,
        python: Path | str = sys.executable,
    ) -> None:
        self.log = log
        with log.open("w") as out:
            self.process = subprocess.Popen(
                [str(python), "-m", *arguments],
                cwd=cwd or log.parent,
                env={**os.environ, **home},
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.url = str(wait_for("an address", lambda: self._find(address)))

    def _find(self, address: str) -> str:
        text = self.log.read_text()
        assert self.process.poll() is None, f"the server ended with {self.process.returncode}:\n{text}"
        found = re.search(address, text)
        return found.group() if found else ""

    def kernels(self) -> list[psutil.Process]:
        """Find the kernels that it has started and that still run."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return [child for child in children if child.status() != psutil.STATUS_ZOMBIE]

    def kernel(self, kernel_id: str) -> psutil.Process:
        """Find the process of one kernel."""
        return next(child for child in self.kernels() if kernel_id in " ".join(child.cmdline()))

    def stop(self, signum: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, make it end if it does not, and tell its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signum)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(5)
            raise


class Visitor:
    """Somebody who asks for the page without a browser; says goodbye as the page does."""

    def __init__(self, server: Server) -> None:
        self.address = urlsplit(server.url)
        self.cookies: SimpleCookie = SimpleCookie()

    def ask(
        self, path: str, method: str = "GET", body: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, str]:
        """Send one request; the answer's status and text."""
        connection = http.client.HTTPConnection(self.address.netloc, timeout=PATIENCE)
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
        connection.request(method, path, body, {"Cookie": cookies, **(headers or {})})
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        for header in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(header)
        self.headers = answer.headers
        connection.close()
        return answer.status, text

    def open_page(self, query: str = "") -> str:
        """Ask for the page and wait until every cell has run; the page's text."""
        status, self.page = self.ask(self.address.path + query)
        assert status == 200, self.page
        self.kernel_id = kernel_in(self.page)
        return self.page

    def hang_up(self, path: str) -> None:
        """Ask for a page and go before it is there."""
        connection = http.client.HTTPConnection(self.address.netloc, timeout=PATIENCE)
        connection.request("GET", path)
        connection.getresponse().read(1)  # the first of it is: somebody has been given a session
        connection.close()

    def kernel_status(self) -> int:
        """Ask for the page's kernel: 200 while it lives, 404 after."""
        return self.ask(f"{self.address.path}api/kernels/{self.kernel_id}")[0]

    def say_goodbye(self, *, with_token: bool = True) -> int:
        """End the kernel as the page does when it is left; the answer's status."""
        token = self.cookies["_xsrf"].value if with_token else ""
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        path = f"{self.address.path}voila/api/shutdown/{self.kernel_id}"
        return self.ask(path, "POST", f"_xsrf={quote(token)}", form)[0]
