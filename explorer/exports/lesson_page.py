"""The one file of a portable lesson: the page, its script and the packed trips, with no address in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import explorer
from explorer.stage.stage import MODULES as STAGE_MODULES
from explorer.stage.stage import joined

__all__ = ["MODULES", "page_of", "script"]

MODULES = (
    "dom.js", "model.js", "trip.js", "state.js", "clock.js", "keys.js", "tables.js", "telling.js",
    "sliders.js", "controls.js", "lesson.js",
)  # fmt: skip
"""The lesson's own ES modules, each before whoever imports it; no two define the same name."""

_BLOCK = 2**18  # bytes that are packed at a time: 1-3 s of it at once would hold up whoever waits
_GZIP = 16 + zlib.MAX_WBITS  # with the head and the foot of a file, and no date in it

_HERE = Path(__file__).parent / "lesson"
_STAGE = Path(__file__).parents[1] / "stage"
_IMPORT = re.compile(r'^import .* from "\.[./\w]*/[\w]+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_SLOT = re.compile(r"@(\w+)@")


def script() -> str:
    """Put the page's own stage and the lesson's modules into one script: there is no build step.

    Returns
    -------
    str
        One ES module that imports and exports nothing. The stage has a scope of its own.

    Examples
    --------
    >>> [line for line in script().splitlines() if line.startswith(("import", "export"))]
    []
    """
    stage = re.sub(r"^export default (\{.*\});$", r"return \1;", joined(*STAGE_MODULES), flags=re.MULTILINE)
    own = [_EXPORT.sub("", _IMPORT.sub("", _read(name))) for name in MODULES]
    return "\n".join([f"const stage = (() => {{\n{stage}\n}})();", *own])


def page_of(
    meta: Mapping[str, Any],
    trips: Sequence[Mapping[str, Any]],
    done: Callable[[float], None] = lambda _: None,
) -> str:
    """Write the whole page.

    Parameters
    ----------
    meta : mapping
        What holds for all trips; small.
    trips : sequence of mapping
        As `trip_record` makes them; each is packed by itself, so that only what is looked at is unpacked.
    done : callable
        Called now and then while they are packed, with how much of all of it was packed since, of 1.

    Returns
    -------
    str
        HTML. It may ask nobody for anything: its policy allows no network at all, and only its own script.

    Examples
    --------
    >>> page_of({"title": "a </script> & more"}, []).count("</script>")
    2
    """
    code = script()
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    policy = {
        "default-src": "'none'",
        "script-src": f"'sha256-{digest}'",
        "style-src": "'unsafe-inline'",  # a grid that is one image says in its style how it is scaled
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }

    def share(part: float) -> None:
        done(part / len(trips))

    slots = {
        "policy": escape("; ".join(f"{name} {what}" for name, what in policy.items())),
        "version": escape(explorer.__version__),
        "title": escape(str(meta["title"])),
        "style": "\n".join([_read("lesson.css"), (_STAGE / "stage.css").read_text(encoding="utf-8")]),
        "lesson": _inert(meta),
        "trips": "\n".join(
            f'<script type="application/gzip" id="as-trip-{number}">{_packed(trip, share)}</script>'
            for number, trip in enumerate(trips)
        ),
        "script": code,
    }
    return _SLOT.sub(lambda found: slots[found[1]], _read("page.html"))


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _inert(record: Mapping[str, Any]) -> str:
    """Write a record as JSON that no parser of HTML can take for the end of its element."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def _packed(record: Mapping[str, Any], done: Callable[[float], None]) -> str:
    """Compress a record and write it as letters, part after part; the same one gives the same letters."""
    parts = []
    for name, value in record.items():
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        parts.append(f"{json.dumps(name)}:{text}".encode())
        done(0)  # to write them takes a while too, and whoever waits may stop it here
    whole = b"{" + b",".join(parts) + b"}"
    packer = zlib.compressobj(9, zlib.DEFLATED, _GZIP)
    packed = []
    for at in range(0, len(whole), _BLOCK):
        block = whole[at : at + _BLOCK]
        packed.append(packer.compress(block))
        done(len(block) / len(whole))
    return base64.b64encode(b"".join([*packed, packer.flush()])).decode()
