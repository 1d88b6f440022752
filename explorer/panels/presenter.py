"""A notebook on a projector: large type, code folded away, one idea on screen at a time."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

__all__ = ["Presenter", "present"]

_HERE = Path(__file__).parent


class Presenter(anywidget.AnyWidget):
    """Enlarges the notebook that shows it; see ``presenter.js``. It goes on without a kernel.

    Attributes
    ----------
    code : bool
        Whether code is on screen. A cell that has printed nothing is never folded.
    stepping : bool
        Whether one idea is on screen at a time, and each of its cells only once it is asked for.

    Examples
    --------
    >>> Presenter().code
    False
    """

    _esm = _HERE / "presenter.js"
    _css = _HERE / "presenter.css"
    code = traitlets.Bool(False).tag(sync=True)
    stepping = traitlets.Bool(False).tag(sync=True)


def present(*, stepping: bool = False, code: bool = False) -> Presenter:
    """Put the notebook that this is called in on a projector.

    Text, code, what is printed and pictures grow with the window; code is folded away. A bar at the foot
    shows one idea at a time, from heading to heading, a cell more for each Page Down (a clicker sends Page
    Down and Page Up); it shows the code, and ends it all. It is for JupyterLab; elsewhere a line says what to
    do instead.

    Parameters
    ----------
    stepping : bool
        Begin with one idea on screen.
    code : bool
        Begin with the code on screen.

    Returns
    -------
    Presenter
        A widget: the last line of a notebook cell shows it.

    Examples
    --------
    >>> present(stepping=True).stepping
    True
    """
    return Presenter(stepping=stepping, code=code)
