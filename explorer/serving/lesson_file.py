"""The portable lesson, for those who find every place taken."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from explorer.errors import ExplorerError
from explorer.serving.places import PACKAGE

__all__ = ["LessonFile"]

LESSON = ("-m", "explorer", "lesson")
LONGEST = 120.0  # seconds; it takes one or two


class LessonFile:
    """The lesson as bytes, written when it is first asked for and kept.

    A process of its own writes it, as the command line does: the server goes on answering meanwhile, and
    what was needed for it is gone from the memory afterwards.
    """

    def __init__(self) -> None:
        self._writing: asyncio.Task[bytes] | None = None

    async def read(self) -> bytes:
        """Give the lesson, as soon as it is written.

        Returns
        -------
        bytes
            One HTML file.

        Raises
        ------
        ExplorerError
            If it can't be written; the next to ask has it tried again.
        """
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(write_lesson())
        try:
            # Shielded: who asked and went away must not stop it for the others.
            return await asyncio.shield(self._writing)
        except ExplorerError:
            self._writing = None
            raise


async def write_lesson() -> bytes:
    """Write the lesson of the pencil sizes.

    Returns
    -------
    bytes

    Raises
    ------
    ExplorerError
        If it can't be written.
    """
    with tempfile.TemporaryDirectory(prefix="attention-shapes-") as folder:
        path = Path(folder) / "lesson.html"
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *LESSON,
            str(path),
            cwd=folder,
            env={**os.environ, "PYTHONPATH": python_path()},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(LONGEST):
                _, said = await process.communicate()
        except BaseException:
            process.kill()
            await process.wait()
            raise
        if process.returncode != 0 or not path.is_file():
            raise ExplorerError(f"Cannot write the lesson: {said.decode(errors='replace').strip()[-300:]}")
        return path.read_bytes()


def python_path() -> str:
    """Name the folders where Python looks: first the one that this very package lies in."""
    return os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
