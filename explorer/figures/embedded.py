"""matplotlib's own SVG, made fit to stand in a page beside others."""

from __future__ import annotations

import base64
import re
from html import escape
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

from explorer.scene.display import Scene

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["data_uri", "embedded_svg"]

_REFERENCE = re.compile(r'(\bid="|\bhref="#|url\(#)')


def embedded_svg(figure: Figure, scene: Scene, prefix: str = "") -> str:
    """Write a figure as one ``<svg>`` element whose ids begin with `prefix`.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        As `draw` made it from `scene`.
    scene : Scene
        Gives the title and the text equivalent.
    prefix : str
        Keeps the ids of two pictures on one page apart.

    Returns
    -------
    str
        As wide as the room it is put in; no XML prolog.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.figures import draw
    >>> from explorer.scene import step_scene
    >>> scene = step_scene(ex.trace(), "cut")
    >>> embedded_svg(draw(scene), scene, prefix="one-")[:4]
    '<svg'
    """
    buffer = StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    opening, _, rest = _REFERENCE.sub(rf"\g<1>{prefix}", text[text.index("<svg") :]).partition(">")
    opening = re.sub(r' (width|height)="[^"]*"', "", opening)
    names = f'role="img" aria-labelledby="{prefix}title {prefix}desc"'
    title = f'<title id="{prefix}title">{escape(scene.title)}</title>'
    desc = f'<desc id="{prefix}desc">{escape(scene.alt)}</desc>'
    return f'{opening} width="100%" {names}>{title}{desc}{rest}'


_MEDIA = {"png": "image/png", "svg": "image/svg+xml", "pdf": "application/pdf"}


def data_uri(figure: Figure, kind: str) -> str:
    """Write a figure into an address, for a link that saves it.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    kind : {"png", "svg", "pdf"}

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> data_uri(ex.figure(ex.trace(), "cut"), "png")[:30]
    'data:image/png;base64,iVBORw0K'
    """
    buffer = BytesIO()
    figure.savefig(buffer, format=kind)
    return f"data:{_MEDIA[kind]};base64,{base64.b64encode(buffer.getvalue()).decode()}"
