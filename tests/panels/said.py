"""What a page says, as a person reads it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import ipywidgets as widgets

from explorer.app import Explorer


def plain(markup: str) -> str:
    """Leave the tags out."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", markup))).strip()


def written(page: Explorer) -> str:
    """Everything that the page says, its buttons and the names of its lists aside."""
    found = [
        page.picture.scene.alt,
        page.picture.scene.title,
        page.picture.shape_line.value,
        page.companion.root.say,
    ]
    stack: list[Any] = [page]
    while stack:
        widget = stack.pop()
        if isinstance(widget, widgets.HTML):
            found.append(plain(widget.value))
        stack += getattr(widget, "children", ())
    return "\n".join(found)
