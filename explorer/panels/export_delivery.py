"""How far a file is, and the file itself on its way from the kernel to the browser's downloads."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from explorer.exports.lesson_forecast import Forecast
from explorer.panels.export_work import Made

__all__ = ["Delivery"]

_SHOWN = {"working": "", "done": 0, "of": 1, "about": "", "left": "", "said": "", "refused": ""}
_NOTHING = Forecast()


class Delivery(anywidget.AnyWidget):
    """A line of progress with a Stop, and what came of it; see ``export_delivery.js``.

    The file goes as bytes, and is kept nowhere but in the reader's browser. The browser sends
    ``{"kind": "stop"}`` when a person presses Stop.

    Attributes
    ----------
    name : str
        What the things around it are called, all together.
    shown : dict
        ``working``, what is being made, or empty; ``done`` and ``of``, how far it is; ``about``, how large it
        will be and how long it takes, ``left``, how much of that is to come, both empty until they are known;
        ``said``, what came of it; ``refused``, why nothing did.

    Examples
    --------
    >>> delivery = Delivery(name="Worksheet")
    >>> delivery.begin("the worksheet")
    >>> delivery.go_on(1, 6)
    >>> delivery.shown["working"], delivery.shown["done"]
    ('Making the worksheet', 1)
    >>> delivery.hand(Made("sheet.pdf", "application/pdf", bytes(2400)))
    >>> delivery.shown["working"], delivery.shown["said"]
    ('', 'Made: sheet.pdf, 2.4 kB.')
    """

    _esm = Path(__file__).parent / "export_delivery.js"
    name = traitlets.Unicode("").tag(sync=True)
    shown = traitlets.Dict(_SHOWN).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._serial = count(1)

    def set_state(self, sync_data: object) -> None:
        """Let the browser set nothing.

        Parameters
        ----------
        sync_data : object
            Let be.
        """

    def begin(self, what: str) -> None:
        """Say that something is being made, and no more of what was before.

        Parameters
        ----------
        what : str
        """
        self._show(working=f"Making {what}")

    def go_on(self, done: int, of: int, foretold: Forecast = _NOTHING) -> None:
        """Say how far it is, if that is to be seen.

        Parameters
        ----------
        done, of : int
        foretold : Forecast
            How large and how long, as far as it is known.
        """
        before: dict[str, Any] = self.shown
        about = {"about": foretold.whole, "left": foretold.rest}
        moved = of != before["of"] or 100 * done // of != 100 * before["done"] // of
        retold = any(before[name] != text for name, text in about.items())
        if moved or retold:  # there are thousands of slices
            self._show(working=before["working"], done=done, of=of, **about)

    def hand(self, made: Made) -> None:
        """Hand a file to the browser, and say so.

        Parameters
        ----------
        made : Made
        """
        told = {"kind": "file", "id": next(self._serial), "name": made.name, "type": made.media}
        self.send(told, [made.data])
        self._show(said=f"Made: {made.name}, {len(made.data) / 1000:,.1f} kB.")

    def tell(self, said: str = "", *, refused: str = "") -> None:
        """Say that no file came of it.

        Parameters
        ----------
        said : str
            Where nothing went wrong.
        refused : str
            Why there can be none.
        """
        self._show(said=said, refused=refused)

    def _show(self, **shown: Any) -> None:
        self.shown = {**_SHOWN, **shown}
