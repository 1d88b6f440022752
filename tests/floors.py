"""Print the lowest versions that pyproject.toml allows, as pip constraints (`make test-floor`)."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def floors(requirements: list[str]) -> dict[str, str]:
    """Read the lowest version out of each requirement: `numpy>=2.0` gives `{"numpy": "2.0"}`."""
    found = {}
    for requirement in requirements:
        name, low = re.match(r"([\w-]+)>=([\w.]+)", requirement).groups()
        found[name] = low
    return found


if __name__ == "__main__":
    project = tomllib.loads(PYPROJECT.read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["test"]
    sys.stdout.writelines(f"{name}=={low}\n" for name, low in floors(wanted).items())
