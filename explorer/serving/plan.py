"""Everything that is chosen about a server before it starts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explorer.errors import ExplorerError
from explorer.serving.addresses import base_path
from explorer.serving.culling import Limits
from explorer.serving.places import notebooks_folder
from explorer.serving.seats import Sizes
from explorer.serving.settings import server_settings

__all__ = ["GRACE", "Plan"]

GRACE = 3.0  # seconds that somebody waits for a place: a reloaded page gives its own back about then


@dataclass(frozen=True)
class Plan:
    """What a server is to be.

    Parameters
    ----------
    ip : str
        The address to listen on.
    port : int or None
        0 for any free port; None for 8866, or any free one where that is taken.
    base_url : str
        The path that the page lives under.
    hosts : sequence of str
        Names that people may reach the page by, besides localhost.
    learners : int or None
        How many pages may be open at once; so many sessions are started ahead. None for one person.
    abandoned_after : float
        Seconds after which a session ends that no page is connected to.
    idle_after : float
        Seconds after which a session ends whose page does nothing.
    open_browser : bool
    notebook : Path or None
        The notebook to show; None for explorer.ipynb.

    Raises
    ------
    ExplorerError
        If the base URL is no path, or a number is too small.

    Examples
    --------
    >>> Plan(learners=30).sizes
    Sizes(learners=30)
    >>> Plan(base_url="deep/down").settings()["Voila"]["base_url"]
    '/deep/down/'
    """

    ip: str = "127.0.0.1"
    port: int | None = None
    base_url: str = "/"
    hosts: Sequence[str] = ()
    learners: int | None = None
    abandoned_after: float = Limits.abandoned_after
    idle_after: float = Limits.idle_after
    open_browser: bool = True
    notebook: Path | None = None

    def __post_init__(self) -> None:
        base_path(self.base_url)
        for name in ("learners", "abandoned_after", "idle_after"):
            number = getattr(self, name)
            if number is not None and not 0 < number < float("inf"):
                option = name.replace("_", "-")
                raise ExplorerError(f"Cannot serve with --{option} {number}: it takes a number above 0.")

    @property
    def sizes(self) -> Sizes:
        """How many places and how many sessions ahead."""
        return Sizes(self.learners)

    @property
    def limits(self) -> Limits:
        """How long a session goes on with nobody there."""
        return Limits(self.abandoned_after, self.idle_after)

    def settings(self) -> dict[str, Any]:
        """Give the settings of Voila, Jupyter and Tornado, by the class that takes them.

        Returns
        -------
        dict

        Raises
        ------
        ExplorerError
            If the notebooks are missing.
        """
        path = base_path(self.base_url)
        settings = server_settings(self.ip, self.hosts, path)
        settings["Voila"] |= {
            "ip": self.ip,
            "base_url": path,
            "open_browser": self.open_browser,
            "notebook_path": str(self.notebook or notebooks_folder() / "explorer.ipynb"),
        }
        return settings

    def text(self) -> str:
        """Write every setting that will be used, as JSON.

        Returns
        -------
        str

        Examples
        --------
        >>> json.loads(Plan(learners=30).text())["explorer"]["places"]
        30
        """
        ours = {
            "port": self.port,
            "places": self.sizes.places,
            "sessions_ahead": self.sizes.ahead,
            "grace_seconds": GRACE,
            "abandoned_after_seconds": self.abandoned_after,
            "idle_after_seconds": self.idle_after,
            "check_every_seconds": self.limits.every,
        }
        return json.dumps({"explorer": ours, **self.settings()}, indent=2)
