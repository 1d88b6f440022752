"""The wrong turns: mistakes that run in a step's place, and what tells them from the right way."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.core.mistakes.record import WrongTurn

__all__ = ["WRONG_TURNS"]

_FAMILIES = ("flips", "merging", "wide_row", "scores", "masks", "shares")


def _load():
    from importlib import import_module
    found = {}
    for name in _FAMILIES:
        try:
            module = import_module(f"explorer.core.mistakes.{name}")
        except ImportError as e:
            continue
        found.update({turn.key: turn for turn in getattr(module, "TURNS", ())})
    return found

WRONG_TURNS: Mapping[str, WrongTurn] = MappingProxyType(_load())
