"""Serve any notebook exactly as our own page is served: ``python -m benchmarks.serve rival.ipynb``."""

from __future__ import annotations

import sys
from pathlib import Path

from explorer.serving.server import serve

if __name__ == "__main__":
    serve(port=0, open_browser=False, notebook=Path(sys.argv[1]))
