"""A served class for the tests: its server, how it is, and what it wrote down."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import PAGE
from tests.servers import Server, Visitor, wait_for

# An early jupyter_events doubts the early jupyter_server's own schemas, and an early debugger itself.
KNOWN = re.compile(r"JupyterEventsVersionWarning|^  validate_schema|^0\.00s - ")


class ServedClass(Server):
    """The explorer served with some options, or by a program that does the same in its own way."""

    def __init__(self, folder: Path, home: dict[str, str], *options: str, program: str | None = None) -> None:
        command: tuple[str, ...] = ("explorer", "serve", "--port", "0", "--no-browser", *options)
        if program is not None:
            (folder / "program.py").write_text(program)
            command = ("program",)
        super().__init__(command, log=folder / "log", home=home, address=PAGE)

    def state(self) -> dict[str, int]:
        """Ask how many places and sessions there are."""
        visitor = Visitor(self)
        status, text = visitor.ask(f"{visitor.address.path}health")
        assert status == 200, text
        return json.loads(text)

    def wait_until(self, **wanted: int) -> None:
        """Wait until the counts are these."""
        wait_for(str(wanted), lambda: wanted.items() <= self.state().items())

    def written(self) -> list[str]:
        """Give the lines of the log after the first, which says where the page is, without their times."""
        lines = [line for line in self.log.read_text().splitlines()[1:] if not KNOWN.search(line)]
        assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  ", line) for line in lines), lines
        return [re.sub(r"after \d+ s", "after N s", line[21:]) for line in lines]


@contextmanager
def served(
    folder: Path, home: dict[str, str], *options: str, program: str | None = None
) -> Iterator[ServedClass]:
    """Serve a class until the test is over."""
    server = ServedClass(folder, home, *options, program=program)
    try:
        yield server
    finally:
        server.stop()
