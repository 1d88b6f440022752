"""`attention-shapes check`: somebody's file in a process of its own, whatever it does there."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from explorer.cli import main
from explorer.core.mistakes.check import check
from tests.core.mistakes import learners
from tests.core.mistakes.learners import merged_with_the_heads_in_front

RIGHT = "from tests.core.mistakes.learners import right_with_einsum as attention\n"
ROOT = Path(__file__).parents[1]


def run(folder: Path, *arguments: str, **kwargs: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "explorer", "check", *arguments]
    paths = {"PYTHONPATH": str(ROOT)}  # where the file finds the learners
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **paths}, capture_output=True, text=True, check=False,
        timeout=100, **kwargs,
    )  # fmt: skip


def written(folder: Path, code: str) -> str:
    (folder / "mine.py").write_text(textwrap.dedent(code))
    return "mine.py:attention"


def test_a_right_function_is_0(tmp_path):
    ended = run(tmp_path, written(tmp_path, RIGHT))
    assert (ended.returncode, ended.stderr) == (0, "")
    text = " ".join(ended.stdout.split())
    assert text.startswith("Right: at B 2, T 5, H 3, D 4 your output equals the engine's.")
    hidden = ended.stdout.split("From outside it does not show whether it takes one of these:\n")[1]
    keys = [line.split(":")[0].strip() for line in hidden.splitlines() if line[2] != " " and ": " in line]
    assert keys == ["view_after_flip", "wide_row_interleaved", "strike_with_large_number", "table_turned"]
    assert max(map(len, ended.stdout.splitlines())) <= 80


def test_a_wrong_turn_is_1_and_told_with_its_grid(tmp_path):
    report = check(merged_with_the_heads_in_front)
    code = RIGHT.replace("right_with_einsum", "merged_with_the_heads_in_front")
    ended = run(tmp_path, written(tmp_path, code))
    assert (ended.returncode, ended.stderr) == (1, "")
    told, grid = ended.stdout.split("\n\n")
    assert " ".join(told.split()) == " ".join(report.text.split())
    assert grid == (
        "token   changes with   may look at   apart\n"
        "0       11100          10000         .++..\n"
        "1       11111          11000         ..+++\n"
        "2       11110          11100         ...+.\n"
        "3       11111          11110         ....+\n"
        "4       11111          11111         .....\n"
        "+ sees what it must not\n"
    )


@pytest.mark.parametrize("learner", learners.LEARNERS[:5], ids=lambda one: one.function.__name__)
def test_the_rules_are_handed_on(tmp_path, learner):
    code = f"from tests.core.mistakes.learners import {learner.function.__name__} as attention\n"
    window = ["--window", str(learner.rules["window"])] if "window" in learner.rules else []
    causal = [] if learner.rules.get("causal", True) else ["--no-causal"]
    assert run(tmp_path, written(tmp_path, code), *window, *causal).returncode == 0


def test_what_it_prints_is_shown_once_ahead_of_the_report(tmp_path):
    code = """
        import os, sys
        from tests.core.mistakes.learners import right_with_einsum
        print("loaded")
        def attention(*given):
            print("{}", flush=True)
            sys.stderr.write("no")
            sys.__stdout__.write("ready\\n")
            os.write(1, b"x\\n")
            os.system("echo loud; echo louder >&2")
            return right_with_einsum(*given)
    """
    ended = run(tmp_path, written(tmp_path, code))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("{}\n(printed at each call)\n\nRight: ")


def test_a_file_finds_its_neighbours_and_not_the_folder_one_is_in(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "random.py").write_text("raise SystemExit('not this one')\n")
    (tmp_path / "far" / "helper.py").write_text(RIGHT)
    (tmp_path / "far" / "numpy.py").write_text("from helper import attention\nimport random\n")
    ended = run(tmp_path, "far/numpy.py:attention")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["far", "helper.py", "numpy.py", "random.py"]


def test_a_file_of_a_package_is_loaded_as_part_of_it(tmp_path):
    inner = tmp_path / "mine" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner, inner.parent):
        (folder / "__init__.py").write_text("")
    (inner.parent / "helper.py").write_text(RIGHT)
    (inner / "deep.py").write_text("from ..helper import attention\n")
    ended = run(tmp_path, "mine/inner/deep.py:attention")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_what_a_terminal_would_obey_is_spelled_out(tmp_path):
    code = """
        def attention(query, *_):
            print("\\x1b[2J\\u202egood")
            raise ValueError("\\x1b[31mred")
    """
    ended = run(tmp_path, written(tmp_path, code))
    assert ended.returncode == 2
    assert "ValueError: \\x1b[31mred (line 4" in ended.stderr
    assert ended.stdout in ("", "\\x1b[2J\\u202egood\n(printed at each call)\n\n")
    right = run(tmp_path, written(tmp_path, code.replace("raise ValueError", "return query  #")))
    assert right.stdout.startswith("\\x1b[2J\\u202egood\n(printed at each call)\n\n")


def test_dots_lead_into_a_class(tmp_path):
    code = RIGHT + "class Layer:\n    forward = staticmethod(attention)\n"
    written(tmp_path, code)
    assert run(tmp_path, "mine.py:Layer.forward").returncode == 0


NOTHING = "There is no output to compare."
WRITES_EVERYWHERE = """
import contextlib, os
def attention(*given):
    for place in range(3, 20):
        with contextlib.suppress(OSError):
            os.write(place, b'[]\\n')
"""
FORGED = (
    b"""{"values": null, "shape": null, "eps": 1, "problem": "x", "notes": [], "printed": "",
"failure": {"error": 1, "message": 2, "number": [], "line": 4, "file": 5}}""".replace(b"\n", b"")
    + b"\n"
)
WRITES_EVERYWHERE += f"\nFORGED = {FORGED!r}\n"
UNTOLD = {
    "a syntax error": (
        "def attention(:\n",
        "mine.py can't be loaded: SyntaxError: invalid syntax (line 1 of mine.py: `def attention(:`).",
    ),
    "an import that fails": (
        "import nowhere\n",
        ("mine.py can't be loaded: ModuleNotFoundError: No module named 'nowhere' "
        "(line 1 of mine.py: `import nowhere`)."),
    ),
    "a file that leaves": (
        "import sys\nsys.exit(0)\n",
        "mine.py can't be loaded: SystemExit: 0 (line 2 of mine.py: `sys.exit(0)`).",
    ),
    "no such function": (
        "def attend(): ...\nclass Layer: ...\n",
        "There is no attention in mine.py. It has attend and Layer.",
    ),
    "nothing": ("", "There is no attention in mine.py. It defines no function."),
    "no function": (
        "attention = 3\n",
        "attention in mine.py is int, and no function. It defines no function.",
    ),
    "None": (
        "def attention(*given): ...\n",
        f"{NOTHING} It gives None back: is there a `return` at its end?",
    ),
    "another shape": (
        "def attention(q, k, v, h):\n    return q[0]\n",
        ("Your output has the shape (5, 12), and (2, 5, 12) was expected: (B, T, C), as query, key and value "
        "have. That is (T, C): the batch axis is lost."),
    ),
    "an exception": (
        "def attention(q, k, v, h):\n    return q.shapes\n",
        (f"{NOTHING} It ends with AttributeError: 'numpy.ndarray' object has no attribute 'shapes' "
        "(line 2 of mine.py: `return q.shapes`). There is no word `shapes` here. "
        "There is no attribute `shapes`."),
    ),
    "input": (
        "def attention(q, k, v, h):\n    return input('?')\n",
        f"{NOTHING} It ends with EOFError: EOF when reading a line (line 2 of mine.py: `return input('?')`).",
    ),
    "sys.exit": (
        "import sys\ndef attention(*given):\n    sys.exit(4)\n",
        f"{NOTHING} It ends with SystemExit: 4 (line 3 of mine.py: `sys.exit(4)`).",
    ),
    "os._exit": (
        "import os\ndef attention(*given): os._exit(0)\n",
        "it ended its own process, with exit code 0, before there was an answer.",
    ),
    "os._exit at once": (
        "import os\nos._exit(7)\n",
        "it ended its own process, with exit code 7, before there was an answer.",
    ),
    "a line of its own among the answers": (
        WRITES_EVERYWHERE,
        "what came back is no answer. Something in it writes where only answers go.",
    ),
    "letters that nobody writes": (
        WRITES_EVERYWHERE.replace("b'[]\\n'", "b'[' * 100_000 + b'\\n'"),
        "what came back is no answer. Something in it writes where only answers go.",
    ),
    "an answer of another kind": (
        WRITES_EVERYWHERE.replace("b'[]\\n'", "FORGED"),
        "what came back is no answer. Something in it writes where only answers go.",
    ),
    "every line closed": (
        "import os, time\ndef attention(*given):\n    os.closerange(0, 64)\n    time.sleep(60)\n",
        "it closed the line to the explorer.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("which", UNTOLD)
def test_what_cannot_be_checked_is_2_and_one_line(tmp_path, which):
    code, said = UNTOLD[which]
    ended = run(tmp_path, written(tmp_path, code))
    printed = "?\n(printed at each call)\n\n" if which == "input" else ""  # what it asked for, it printed
    assert (ended.returncode, ended.stdout) == (2, printed)
    assert ended.stderr == f"attention-shapes: Cannot check mine.py:attention: {said}\n"


def test_a_tensor_is_handed_over_where_there_is_torch(tmp_path):
    (tmp_path / "libraries").mkdir()
    (tmp_path / "libraries" / "torch.py").write_text(
        "from numpy import ndarray\n"
        "class Tensor(ndarray):\n"
        "    detach = cpu = lambda self: self\n"
        "    numpy = lambda self: self.view(ndarray)\n"
        "def from_numpy(array): return array.view(Tensor)\n"
    )
    code = RIGHT.replace("as attention", "as right") + (
        "import torch\n"
        "def attention(q, k, v, h):\n"
        "    assert type(q) is torch.Tensor\n"
        "    return right(q, k, v, h).view(torch.Tensor)\n"
    )
    name = written(tmp_path, code)
    paths = os.pathsep.join([str(ROOT), str(tmp_path / "libraries")])
    command = [sys.executable, "-m", "explorer", "check", name, "--torch"]
    ended = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["mine.py"], "Cannot check mine.py: say which function, as mine.py:one or mine.py:two."),
        (["mine.py:"], "Cannot check mine.py:: say which function, as mine.py:one or mine.py:two."),
        (["mine"], "Cannot check mine: name a file and a function in it, as mine.py:attention."),
        (["none.py:one"], "Cannot check none.py:one: none.py: there is no such file."),
        (["folder.py:one"], "Cannot check folder.py:one: folder.py: that is a folder."),
        (
            ["mine.txt:one"],
            "Cannot check mine.txt:one: mine.txt is no Python file; its name must end in .py.",
        ),
        (["mine.py:one()"], "Cannot check mine.py:one(): one() is not the name of a function."),
        (
            ["mine.py:one", "--time", "0"],
            "Cannot wait for 0 seconds: --time is a number above 0 and below a million.",
        ),
        (
            ["mine.py:one", "--time", "1e9"],
            "Cannot wait for 1e+09 seconds: --time is a number above 0 and below a million.",
        ),
        (["mine.py:one", "--time", "nan"], None),
        ([f"{'x' * 5000}.py"], None),
        ([f"{'x' * 5000}.py:one"], None),
        (["mine.py:one", "--window", "0"], None),
    ],
)
def test_what_is_asked_wrongly_is_told_in_one_line(tmp_path, monkeypatch, capsys, asked, said):
    monkeypatch.chdir(tmp_path)
    for name in ("mine.py", "mine.txt"):
        (tmp_path / name).write_text("def one(): ...\ndef two(): ...\n")
    (tmp_path / "folder.py").mkdir()
    assert main(["check", *asked]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    if said:
        assert err == f"attention-shapes: {said}\n"
