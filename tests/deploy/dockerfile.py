"""Reads a Dockerfile and a .dockerignore as far as ours go."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Line:
    """One instruction, its continued lines joined."""

    stage: int
    name: str
    text: str

    def listed(self) -> list[str]:
        """Give the words of an instruction that is written as a list."""
        return json.loads(self.text[self.text.index("[") :])


def read(text: str) -> list[Line]:
    """Read the instructions of a Dockerfile."""
    lines: list[Line] = []
    stage = -1
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n\s*", " ", kept).splitlines():
        if line.strip():
            name, rest = line.split(maxsplit=1)
            stage += name == "FROM"
            lines.append(Line(stage, name, rest))
    return lines


def variables(lines: list[Line]) -> dict[str, str]:
    """Read what ENV sets, names without blanks and values without quotes."""
    pairs = [pair.split("=", 1) for line in lines if line.name == "ENV" for pair in line.text.split()]
    return dict(pairs)


def copied(lines: list[Line]) -> list[str]:
    """List what COPY takes from the checkout."""
    return [
        name
        for line in lines
        if line.name == "COPY" and "--from" not in line.text
        for name in line.text.split()[:-1]
    ]


def is_sent(path: str, patterns: list[str]) -> bool:
    """Tell whether a file gets through: the last pattern decides that fits it or a folder that it is in."""
    parts = path.split("/")
    above = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    sent = True
    for pattern in patterns:
        bare = pattern.removeprefix("!")
        ends = bare.removeprefix("**/")
        names = above if ends == bare else parts
        if any(fnmatch(name, ends) and (ends == bare or "/" not in name) for name in names):
            sent = pattern.startswith("!")
    return sent


def patterns(text: str) -> list[str]:
    """Read the patterns of a .dockerignore."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]
