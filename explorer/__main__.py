"""`python -m explorer` is the command line."""

from __future__ import annotations

from explorer.cli import run

if __name__ == "__main__":
    run()
