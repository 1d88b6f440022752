"""The files of Voila's templates: a name that can't be one is not there, and brings nothing out of step."""

from __future__ import annotations

import re

from tornado.web import HTTPError
from voila.static_file_handler import TemplateStaticFileHandler

__all__ = ["TemplateFiles"]

NAME = re.compile(r"[\w-]+/static(/\w[\w.-]*)+", re.ASCII)


class TemplateFiles(TemplateStaticFileHandler):
    """Voila's handler, which takes a name apart before it looks at it, and fails on half of all others."""

    def parse_url_path(self, url_path: str) -> str:
        """Turn the end of an address into a file's name.

        Raises
        ------
        HTTPError
            If it is none of a template's files.
        """
        if not NAME.fullmatch(url_path):
            raise HTTPError(404)
        name: str = super().parse_url_path(url_path)
        return name
