"""Audit what the page runs on: `make audit`, or `python deploy/audit.py [path of pip-audit]`.

Three questions about every package that the explorer needs, directly or not, in the version installed here:

1. Do all fit together? `pip check`; asks nobody.
2. Has its author withdrawn this version? pip asks the package index it is set up with.
3. Is there a known advisory? pip-audit asks the Python advisory database over the internet.

Exit code 0: all three answered, nothing found. 1: something found. 3: nothing found, but not everything could
be asked. That last one is why this file is here: pip-audit alone passes over a package that it can't ask
about, says "No known vulnerabilities found" and exits with 0, though it may have asked about none.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path

PROJECT = "attention-shapes-explorer"
FOUND, UNKNOWN = 1, 3
Say = Callable[[str], None]
REQUIREMENT = re.compile(r"\s*([\w.-]+)\s*(?:\[([^\]]*)\])?\s*([^;]*)(?:;(.*))?")


def normal(name: str) -> str:
    """Write a package's name as the index does."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(name: str, extras: Iterable[str] = ()) -> dict[str, str]:
    """List what a package needs to run, and what that needs, with the versions installed here."""
    found: dict[str, str] = {}
    waiting = [(normal(name), frozenset(extras))]
    seen = set(waiting)
    while waiting:
        here, wanted = waiting.pop()
        try:
            distribution = metadata.distribution(here)
        except metadata.PackageNotFoundError:
            continue  # for another system or another Python: nothing of it runs here
        found[here] = distribution.version
        for requirement in distribution.requires or ():
            package, more, _, marker = REQUIREMENT.findall(requirement)[0]
            extra = re.search(r"extra\s*==\s*['\"]([\w.-]+)['\"]", marker)
            if extra and normal(extra.group(1)) not in wanted:
                continue
            step = (normal(package), frozenset(normal(word) for word in re.findall(r"[\w.-]+", more)))
            if step not in seen:
                seen.add(step)
                waiting.append(step)
    found.pop(normal(name), None)
    return dict(sorted(found.items()))


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a program and keep what it says."""
    return subprocess.run(command, capture_output=True, text=True, check=False)


def fit(say: Say) -> int:
    """Ask pip whether what is installed fits together."""
    ended = run(sys.executable, "-m", "pip", "check")
    say(f"1. fit together: {'yes' if ended.returncode == 0 else 'no'}")
    for line in ended.stdout.splitlines() if ended.returncode else ():
        say(f"   {line}")
    return FOUND if ended.returncode else 0


def withdrawn(pins: Path, say: Say) -> int:
    """Ask the package index which of these versions were withdrawn."""
    report = pins.with_suffix(".json")
    options = ["--dry-run", "--no-deps", "--ignore-installed", "--quiet", "--report", str(report)]
    ended = run(sys.executable, "-m", "pip", "install", *options, "--requirement", str(pins))
    if ended.returncode:
        say("2. withdrawn versions: not known, the package index could not be asked")
        say(f"   {(ended.stderr.strip().splitlines() or ['no reason given'])[-1]}")
        return UNKNOWN
    packages = json.loads(report.read_text())["install"]
    bad = [package["metadata"] for package in packages if package.get("is_yanked")]
    say(f"2. withdrawn versions: {len(bad)} of {len(packages)}")
    for package in bad:
        say(f"   {package['name']} {package['version']}")
    return FOUND if bad else 0


def advisories(pins: Path, tool: str, say: Say) -> int:
    """Ask for known advisories, and count who could not be asked about."""
    options = ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json"]
    reason = ""
    try:
        ended = run(tool, *options, "--requirement", str(pins))
        reason = (ended.stderr.strip().splitlines() or [""])[-1]
        packages = json.loads(ended.stdout)["dependencies"]
    except (OSError, ValueError, KeyError) as error:
        say("3. known advisories: not known, pip-audit could not ask")
        say(f"   {reason or error}")
        return UNKNOWN
    asked = [package for package in packages if "skip_reason" not in package]
    bad = [package for package in asked if package.get("vulns")]
    wanted = len(pins.read_text().split())
    say(f"3. known advisories: in {len(bad)} of the {len(asked)} packages that were asked about")
    for package in bad:
        for advisory in package["vulns"]:
            mended = ", ".join(advisory["fix_versions"]) or "no version yet"
            say(f"   {package['name']} {package['version']}: {advisory['id']}, mended in {mended}")
    missed = wanted - len(asked)
    if missed:
        say(f"   not known of {missed} of {wanted}: the advisory database gave no answer about them")
    if bad:
        return FOUND
    return UNKNOWN if missed else 0


def main(arguments: list[str]) -> int:
    """Ask all three, and sum up."""

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    packages = needed(PROJECT)
    say(f"{len(packages)} packages that {PROJECT} runs on")
    with tempfile.TemporaryDirectory() as folder:
        pins = Path(folder) / "pins.txt"
        pins.write_text("".join(f"{name}=={version}\n" for name, version in packages.items()))
        tool = arguments[0] if arguments else "pip-audit"
        codes = [fit(say), withdrawn(pins, say), advisories(pins, tool, say)]
    if FOUND in codes:
        say("Something was found: see above.")
        return FOUND
    if UNKNOWN in codes:
        say("Nothing was found, but not everything could be asked: this is no clean bill of health.")
        return UNKNOWN
    say("Nothing was found.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
