"""Ready-made trips to start from, one of them a recorded layer of a real model.

`named` lists them; `layer` reads the recording. NumPy and the standard library alone are needed.
"""

from explorer.presets.layer import about_real_layer, real_layer, real_layer_context
from explorer.presets.named import PRESETS, Preset, preset, preset_of

__all__ = [
    "PRESETS",
    "Preset",
    "about_real_layer",
    "preset",
    "preset_of",
    "real_layer",
    "real_layer_context",
]
