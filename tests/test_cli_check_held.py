"""`attention-shapes check` on files that crash, hang, fork and hog: told in one line, and nothing is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from tests.test_cli_check import run, written

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no process groups, signals or limits")


def gone(pid: int) -> bool:
    """Whether a process has ended, within half a minute; nobody may be there to bury it."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False


@POSIX
@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("import ctypes\ndef attention(*given): ctypes.string_at(0)\n", "SIGSEGV"),
        ("import os\ndef attention(*given): os.killpg(0, 9)\n", "SIGKILL"),
        ("import os\ndef attention(*given): os.abort()\n", "SIGABRT"),
    ],
)
def test_a_crash_is_told_and_takes_nobody_along(tmp_path, code, name):
    ended = run(tmp_path, written(tmp_path, code))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        f"attention-shapes: Cannot check mine.py:attention: its process crashed, or was killed ({name}).\n"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py"]


HANGS = {
    "a loop": "def attention(*given):\n    while True: pass\n",
    "a loop while it loads": "while True: pass\n",
    "an endless print": "def attention(*given):\n    while True: print('x' * 1000)\n",
    "a long sleep": "import time\ndef attention(*given): time.sleep(1000)\n",
    "deaf to signals": (
        "import signal, time\nfor one in (2, 15): signal.signal(one, signal.SIG_IGN)\n"
        "def attention(*given): time.sleep(1000)\n"
    ),
}


@pytest.mark.parametrize("which", HANGS)
def test_a_hang_is_stopped_in_time(tmp_path, which):
    began = time.monotonic()
    ended = run(tmp_path, written(tmp_path, HANGS[which]), "--time", "1")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        "attention-shapes: Cannot check mine.py:attention: it took longer than 1 seconds, and was stopped. "
        "Look for a loop without an end, or give it longer with --time.\n"
    )
    assert time.monotonic() - began < 30


@POSIX
@pytest.mark.parametrize("ends", ["time.sleep(1000)", "return given[2]", "os._exit(0)"])
def test_what_it_started_is_ended_with_it(tmp_path, ends):
    code = f"""
        import os, subprocess, sys, time
        started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        open("started", "w").write(str(started.pid))
        def attention(*given):
            {ends}
    """
    ended = run(tmp_path, written(tmp_path, code), "--time", "2")
    assert ended.returncode == (1 if "return" in ends else 2)
    pid = int((tmp_path / "started").read_text())
    assert gone(pid)


@POSIX
def test_a_hog_is_held_back(tmp_path):
    code = "import numpy as np\ndef attention(*given): return np.ones((1 << 20, 1 << 20))\n"
    ended = run(tmp_path, written(tmp_path, code))
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "It ends with MemoryError: Unable to allocate 8.00 TiB" in ended.stderr


@POSIX
def test_memory_asked_for_bit_by_bit_comes_to_an_end(tmp_path):
    code = """
        import numpy as np
        def attention(*given):
            held = [np.empty(1 << 25) for _ in range(32)]  # 8 GiB, and none of it is ever touched
            return given[2]
    """
    ended = run(tmp_path, written(tmp_path, code))
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "It ends with MemoryError" in ended.stderr


@POSIX
@pytest.mark.parametrize(("sent", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_what_ends_the_command_ends_both(tmp_path, sent, code):
    slow = """
        import os, time
        def attention(*given):
            open("pid", "w").write(str(os.getpid()))
            time.sleep(1000)
    """
    command = [sys.executable, "-m", "explorer", "check", written(tmp_path, slow), "--time", "100"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        pid = tmp_path / "pid"
        until = time.monotonic() + 60
        while not (pid.exists() and pid.read_text()):
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(getattr(signal, sent))
        assert process.wait(30) == code
        assert process.stderr.read() == ""
    assert gone(int(pid.read_text()))
