"""The scene written as SVG, and the stage that brings it to life in a page."""

from __future__ import annotations

from explorer.stage.stage import Stage
from explorer.stage.svg import to_svg

__all__ = ["Stage", "to_svg"]
