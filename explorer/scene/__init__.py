"""A step of a trip as a display list: layout, colour and wording are decided here and nowhere else."""

from __future__ import annotations

from explorer.scene.display import Scene
from explorer.scene.look import Look
from explorer.scene.steps import step_scene
from explorer.scene.two_flips import two_flips_scene

__all__ = ["Look", "Scene", "step_scene", "two_flips_scene"]
