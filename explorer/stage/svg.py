"""A scene written as SVG text: nothing is decided here, and everything printed is escaped."""

from __future__ import annotations

from html import escape

from explorer.scene.display import Box, Cell, Fill, Label, Mark, Scene, Stroke
from explorer.scene.raster import Image
from explorer.stage.png import png_address

__all__ = ["to_svg"]

_SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
_MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def to_svg(scene: Scene, prefix: str = "") -> str:
    """Write a scene as one ``<svg>`` element, to be put into a page as it stands.

    Parameters
    ----------
    scene : Scene
    prefix : str
        Put before every id, so that two pictures on one page don't share any.

    Returns
    -------
    str
        No XML prolog. Each cell is a ``<g id="{prefix}{role}/{identity}">`` that holds its title, its
        rectangle and its number as text; a grid that is one image is a ``<g id="{prefix}{role}/@{number}">``
        with the panel's number in the scene. The picture is as wide as the room it gets.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> text = to_svg(step_scene(ex.trace(), "cut"), prefix="a-")
    >>> text.count('<g id="a-before/')
    36
    """
    title, desc = f"{prefix}title", f"{prefix}desc"
    size = f'width="{_n(scene.width)}" height="{_n(scene.height)}"'
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(scene.width)} {_n(scene.height)}" '
        f'width="100%" role="img" aria-labelledby="{escape(title)} {escape(desc)}" '
        f'font-family="{escape(_SANS)}">'
    )
    parts = [
        root,
        f'<title id="{escape(title)}">{escape(scene.title)}</title>',
        f'<desc id="{escape(desc)}">{escape(scene.alt)}</desc>',
        f'<rect {size} fill="{scene.paper}"/>',
    ]
    parts += [_mark(mark) for mark in scene.under]
    for number, panel in enumerate(scene.panels):
        parts.append(f'<g data-role="{escape(panel.role)}" font-weight="600" text-anchor="middle">')
        parts += [_cell(cell, f"{prefix}{panel.role}/{cell.identity}") for cell in panel.cells]
        if panel.image is not None:
            parts.append(_image(panel.image, f"{prefix}{panel.role}/@{number}"))
        parts.append("</g>")
    parts += [_mark(mark) for mark in scene.marks]
    parts.append("</svg>")
    return "".join(parts)


def _cell(cell: Cell, name: str) -> str:
    hatch = ""
    if cell.hatch:
        path = "".join(f"M{_n(a)} {_n(b)}L{_n(c)} {_n(d)}" for a, b, c, d in cell.hatch)
        hatch = f'<path d="{path}" stroke="{cell.hatch_colour}"/>'
    text = ""
    if cell.text:
        x, y = cell.text_at
        text = (
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(cell.size)}" fill="{cell.ink}">'
            f"{escape(cell.text)}</text>"
        )
    return (
        f'<g id="{escape(name)}"><title>{escape(cell.title)}</title>'
        f'<rect x="{_n(cell.x)}" y="{_n(cell.y)}" width="{_n(cell.w)}" height="{_n(cell.h)}" '
        f'fill="{cell.fill}" stroke="{cell.edge}" stroke-width="1.5"/>{hatch}{text}{_news(cell)}</g>'
    )


def _news(cell: Cell) -> str:
    """Mark a corner; the stage does the same where it takes new values without a new drawing (cells.js)."""
    if not cell.news:
        return ""
    path = "L".join(f"{_n(x)} {_n(y)}" for x, y in cell.corner)
    fill = cell.ink if cell.news == "changed" else "none"
    return f'<path class="as-news" d="M{path}Z" fill="{fill}" stroke="{cell.ink}"/>'


def _image(image: Image, name: str) -> str:
    rows, columns = image.shape
    # Of cells finer than a dot some would vanish, and with them a diagonal: there colours mix.
    sharp = "" if image.is_fine else ' style="image-rendering:pixelated"'
    return (
        f'<g id="{escape(name)}" data-rows="{rows}" data-cols="{columns}">'
        f"<title>{escape(image.title)}</title>"
        f'<image x="{_n(image.x)}" y="{_n(image.y)}" width="{_n(image.w)}" height="{_n(image.h)}" '
        f'preserveAspectRatio="none"{sharp} '
        f'href="{png_address(image.index, image.palette)}"/></g>'
    )


def _mark(mark: Mark) -> str:
    if isinstance(mark, Label):
        weight = ' font-weight="600"' if mark.bold else ""
        anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
        face = f' font-family="{escape(_MONO)}"' if mark.mono else ""
        turn = f' transform="rotate({_n(mark.turn)} {_n(mark.x)} {_n(mark.y)})"' if mark.turn else ""
        return (
            f'<text x="{_n(mark.x)}" y="{_n(mark.y)}" font-size="{_n(mark.size)}" fill="{mark.colour}"'
            f"{weight}{anchor}{face}{turn}>{escape(mark.text)}</text>"
        )
    if isinstance(mark, Box):
        dash = ' stroke-dasharray="4 3"' if mark.dashed else ""
        return (
            f'<rect x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.w)}" height="{_n(mark.h)}" '
            f'rx="{_n(mark.radius)}" fill="{mark.fill or "none"}" stroke="{mark.stroke}" '
            f'stroke-width="{_n(mark.width)}"{dash}/>'
        )
    if isinstance(mark, Stroke):
        first, *rest = [f"{_n(x)} {_n(y)}" for x, y in mark.points]
        path = f"M{first}{'C' if mark.curved else 'L'}{' '.join(rest)}"
        ends = ' stroke-dasharray="4 3"' if mark.dashed else ' stroke-linecap="round"'
        name = ' class="as-drawn"' if mark.drawn else ""
        if mark.rubbed:  # never seen at rest, and never in the pointer's way
            name = ' class="as-rubbed" opacity="0" pointer-events="none"'
        return (
            f'<path{name} d="{path}" fill="none" stroke="{mark.colour}" stroke-width="{_n(mark.width)}"'
            f' stroke-linejoin="round"{ends}/>'
        )
    assert isinstance(mark, Fill)
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in mark.points)
    return f'<polygon points="{points}" fill="{mark.colour}"/>'


def _n(number: float) -> str:
    """Write a coordinate to a hundredth of a pixel, with no empty decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
