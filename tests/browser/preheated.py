"""The explorer's server with kernels that are started ahead of their visitors. Run as a program by a test."""

from __future__ import annotations

import logging

from traitlets.config import Config

from explorer.serving.places import notebooks_folder
from explorer.serving.server import ExplorerServer, open_port
from explorer.serving.settings import server_settings


def main() -> None:
    settings = server_settings("127.0.0.1")
    # Voila does not let a hook run where kernels are preheated; the page's goodbye then lacks its cookie.
    settings["VoilaConfiguration"] |= {"preheat_kernel": True, "default_pool_size": 1}
    server = ExplorerServer.instance(
        open_port("127.0.0.1", 0),
        ip="127.0.0.1",
        open_browser=False,
        notebook_path=str(notebooks_folder() / "explorer.ipynb"),
        log_level=logging.ERROR,
        config=Config(settings),
    )
    server.initialize([])
    server.start()


if __name__ == "__main__":
    main()
