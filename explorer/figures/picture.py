"""A matplotlib Figure that every notebook shows, and that is saved as it was laid out."""

from __future__ import annotations

import base64
from html import escape
from io import StringIO
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

__all__ = ["Picture"]

# Letters stay letters in SVG and PDF, ids do not change from one run to the next, and nothing is cut off.
_AS_LAID_OUT: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "attention-shapes",
    "pdf.fonttype": 42,
    "savefig.bbox": None,
    "savefig.facecolor": "auto",
}


class Picture(Figure):
    """A figure whose place is settled: `savefig` keeps it, whatever the settings around it say.

    Attributes
    ----------
    alt : str
        What it shows, in words.

    Examples
    --------
    >>> import explorer as ex
    >>> picture = ex.figure(ex.trace(), "cut")
    >>> "<svg" in picture._repr_svg_()
    True
    """

    alt: str = ""

    def savefig(self, fname: Any, **kwargs: Any) -> None:
        """Save as matplotlib's own ``savefig`` does, with text as text and no tight box.

        Parameters
        ----------
        fname : str, path-like or file-like
            Where to.
        **kwargs
            As matplotlib has them.
        """
        with rc_context(_AS_LAID_OUT):
            super().savefig(fname, **kwargs)

    def _repr_svg_(self) -> str:
        """Give a notebook what it shows, with no magic and no pyplot."""
        text = StringIO()
        self.savefig(text, format="svg", metadata={"Date": None})
        return text.getvalue()

    def _repr_html_(self) -> str:
        """Give it once more as what may shrink: JupyterLab cuts off an SVG that is wider than a cell."""
        data = base64.b64encode(self._repr_svg_().encode()).decode()
        image = f'alt="{escape(self.alt)}" src="data:image/svg+xml;base64,{data}"'
        return f'<div class="as-figure"><img style="max-width: 100%; height: auto" {image}></div>'
