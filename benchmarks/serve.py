"""Serve any notebook as our page is served, but for its door: ``python -m benchmarks.serve rival.ipynb``."""

from __future__ import annotations

import sys
from pathlib import Path

from explorer.serving.door import Door
from explorer.serving.server import serve

if __name__ == "__main__":
    # The door knows the messages of our own page alone; the rival's outputs say others, and wait for answers.
    Door.lets_in = lambda *_: True  # type: ignore[method-assign]
    serve(port=0, open_browser=False, notebook=Path(sys.argv[1]))
