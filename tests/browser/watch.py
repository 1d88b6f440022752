"""Everything a page complained about."""

from __future__ import annotations

import re

from playwright.sync_api import ConsoleMessage, Page, Request, Response

ELSEWHERE = re.compile(r"^(http|ws)s?://(?!(127\.0\.0\.1|localhost)[:/])")

# The widgets' packages ask for each other's versions a little too strictly: 13 warnings, always the same.
KNOWN = [
    r"^warning: (Unsatisfied version|No satisfying version) .* of shared (singleton )?module",
    r"^warning: .* took \d+\.?\d* ?ms to activate",  # JupyterLab, of a busy machine
]


class Watch:
    """Listens to a page: console errors and warnings, script errors, 4xx and 5xx, requests to other sites."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        self._expected = list(KNOWN)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.heard.append(f"script error: {error}"))
        page.on("response", self._response)
        page.on("requestfailed", self._failed)
        page.on("request", lambda request: self._asked(request.url))
        page.on("websocket", lambda socket: self._asked(socket.url))

    def expect(self, pattern: str) -> None:
        """Say that a complaint of this kind belongs to the test."""
        self._expected.append(pattern)

    def complaints(self) -> list[str]:
        """List what was heard and not expected."""
        return [
            line for line in self.heard if not any(re.search(pattern, line) for pattern in self._expected)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.heard.append(f"{message.type}: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.heard.append(f"{response.status}: {response.request.method} {response.url}")

    def _failed(self, request: Request) -> None:
        # Leaving a page cuts off what it was still asking for.
        if request.failure != "net::ERR_ABORTED":
            self.heard.append(f"{request.failure}: {request.method} {request.url}")

    def _asked(self, url: str) -> None:
        if ELSEWHERE.search(url):
            self.heard.append(f"off-site: {url}")
