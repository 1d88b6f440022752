"""How far a command is: one line of a terminal, and nothing anywhere else."""

from __future__ import annotations

import io
import sys

import pytest

from explorer.cli_progress import show_progress
from explorer.exports.lesson_forecast import Forecast


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_of_a_terminal_and_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    show_progress(3, 10)
    show_progress(7, 10, Forecast(size=3.1e6, left=12.2))
    show_progress(8, 10)
    show_progress(10, 10, Forecast(size=3.1e6, left=0))
    assert terminal.getvalue() == (
        "\r3 of 10\033[K\r7 of 10: about 3.1 MB; 15 s left\033[K\r8 of 10\033[K\r\033[K"
    )


@pytest.mark.parametrize("stderr", [io.StringIO(), None])
def test_nobody_who_looks_on_is_told_no_progress(
    stderr: io.StringIO | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    show_progress(3, 10)
    assert stderr is None or stderr.getvalue() == ""
