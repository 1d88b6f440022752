"""The place Export without a browser: buttons pressed, and the files that were handed over."""

from __future__ import annotations

from io import BytesIO

import ipywidgets as widgets
from pypdf import PdfReader

import explorer as ex
from explorer.app import Explorer
from explorer.panels.export_cards import Card, Cards

Files = list[tuple[str, str, bytes]]


def open_page(address: str = "", config: ex.Config | None = None) -> Explorer:
    return ex.build(config, address=f"place=export&{address}")


def cards(page: Explorer) -> Cards:
    assert page.export.cards is not None
    return page.export.cards


def buttons(page: Explorer) -> list[tuple[Card, str, widgets.Button]]:
    return [(card, kind, button) for card in cards(page).all for kind, button in card.buttons.items()]


def able(page: Explorer) -> set[bool]:
    """Whether all buttons can be pressed, or none."""
    return {not button.disabled for _, _, button in buttons(page)}


def texts(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]
