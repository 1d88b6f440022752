"""The settings, as Voila takes them."""

from __future__ import annotations

import asyncio
from typing import Any

import nbformat
import pytest
from traitlets.config import Config
from voila.configuration import VoilaConfiguration
from voila.notebook_renderer import NotebookRenderer
from voila.paths import collect_template_paths

from explorer.serving.settings import server_settings

SCRIPT = '"><script>window.ran=1</script>'


class Written(NotebookRenderer):
    """Voila's writer of pages, with a notebook that names looks of its own."""

    async def load_notebook(self, path: str) -> Any:
        """Give the notebook, wherever it lies."""
        del path
        return nbformat.v4.new_notebook(metadata={"voila": {"theme": SCRIPT, "template": SCRIPT}})


@pytest.mark.parametrize("asked", [{}, {"theme": SCRIPT}, {"template": SCRIPT}, {"theme": "dark"}])
def test_nobody_who_asks_for_a_page_and_no_notebook_chooses_how_it_looks(asked: dict[str, str]) -> None:
    """Our page asks for nothing in the address's stead; Voila's own would hand on what stands there."""
    configuration = VoilaConfiguration(config=Config(server_settings("127.0.0.1")))
    writer = Written(
        voila_configuration=configuration,
        notebook_path="page.ipynb",
        template_paths=collect_template_paths(["voila", "nbconvert"], "lab"),
        base_url="/",
        page_config={},
    )
    asyncio.run(writer.initialize(**asked))
    assert (writer.theme, writer.template_name) == ("light", "lab")
    assert writer.page_config == {"jupyterLabTheme": "light"}
