"""Where Chromium is; `python -m tests.browser.chromium` prints it and fails where there is none."""

from __future__ import annotations

import os
import shutil
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """Take the browser that $CHROMIUM names, else the first of the usual names on the path."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__":
    path = find()
    sys.stdout.write(f"{path or 'no Chromium'}\n")
    sys.exit(0 if path else 1)
