"""The address by which the page at hand is being opened, as its notebook can read it."""

from __future__ import annotations

import os

__all__ = ["query_string"]


def query_string() -> str:
    """Give the query string of the page that is being opened.

    Returns
    -------
    str
        Without the question mark. Empty in JupyterLab, which does not hand its query strings on.

    Notes
    -----
    `serve` writes it into the environment when the visitor comes, and so does Voila. A kernel that Voila
    itself started ahead has none yet; it asks the server, and waits until somebody comes.

    Examples
    --------
    >>> query_string()
    ''
    """
    if os.environ.get("VOILA_PREHEAT") == "True":
        from voila.utils import wait_for_request  # a second of imports, in a kernel that waits anyhow

        wait_for_request()
    return os.environ.get("QUERY_STRING", "")
