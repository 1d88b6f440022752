"""A portable lesson taken apart: its page, what holds for all trips, and each trip's record."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any

import explorer as ex

LABELS = ("</script><script>alert(1)</script>", '<img src=x onerror="alert(2)">', "`a` & 'b'", "#123456")
HOSTILE = ex.Config(tokens=4, labels=LABELS)
_TRIP = re.compile(r'<script type="application/gzip" id="as-trip-\d+">([^<]*)</script>')
_META = re.compile(r'<script type="application/json" id="as-lesson">([^<]*)</script>')
_SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)
IDS = re.compile(r'<g id="as0-([^"@]*)">')


def meta_of(page: str) -> dict[str, Any]:
    (text,) = _META.findall(page)
    return json.loads(text)


def texts_of(page: str) -> list[str]:
    """What the trips are once they are unpacked, as text."""
    return [gzip.decompress(base64.b64decode(packed)).decode() for packed in _TRIP.findall(page)]


def trips_of(page: str) -> list[dict[str, Any]]:
    return [json.loads(text) for text in texts_of(page)]


def script_of(page: str) -> str:
    (text,) = _SCRIPT.findall(page)
    return text


def picture_of(pictures: dict[str, Any], name: str, decimals: int = 2) -> dict[str, Any]:
    """Choose a picture by its decimals: those after the first say what differs from it."""
    first, *others = pictures[name]
    return {**first, **(others[decimals - 1] if others and decimals else {})}


def svg_of(
    trip: dict[str, Any], picture: dict[str, Any], theme: str = "light", painted: str = "origin"
) -> str:
    """Put a picture together as the lesson's script does."""
    lists, dark, by_value = picture["svg"], theme == "dark", painted == "value"
    numbers, way = (lists[0], 2 * by_value + dark) if len(lists) == 1 else (lists[by_value], dark)
    pieces = [trip["pieces"][number] for number in numbers]
    return "".join(piece if isinstance(piece, str) else piece[way] for piece in pieces)
