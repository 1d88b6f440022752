"""What all panels share: binding to the state, and one guard that keeps a refresh from echoing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

import ipywidgets as widgets

from explorer.panels.soon import Soon
from explorer.panels.state import ExplorerState

__all__ = ["Panel", "dressed", "html", "offer"]

Handler = Callable[[Any], None]


class Panel:
    """A part of the page: reads the state, writes it, and knows no other panel.

    Parameters
    ----------
    state : ExplorerState

    Attributes
    ----------
    root : ipywidgets.Widget
        What `app.build` puts on the page; each panel makes its own.
    """

    root: widgets.Widget

    def __init__(self, state: ExplorerState) -> None:
        self.state = state
        self._refreshing = False
        self._undo: list[Callable[[], None]] = []

    def bind(self, control: widgets.Widget, handler: Handler, name: str = "value") -> None:
        """Call `handler` with the new value when a person changes `control`.

        Parameters
        ----------
        control : ipywidgets.Widget
        handler : callable
            Makes one assignment to the state.
        name : str
            The trait that carries the person's change.
        """

        def on_change(change: dict[str, Any]) -> None:
            # A choice among options has no value for a moment, or where a client says so: that asks nothing.
            if self._refreshing or change["new"] is None:
                return
            with self.state.telling_problems():
                handler(change["new"])

        control.observe(on_change, name)
        self._undo.append(lambda: control.unobserve(on_change, name))

    def bind_click(self, button: widgets.Button, handler: Callable[[], None]) -> None:
        """Call `handler` when a person presses `button`.

        Parameters
        ----------
        button : ipywidgets.Button
        handler : callable
        """

        def on_click(_: widgets.Button) -> None:
            with self.state.telling_problems():
                handler()

        button.on_click(on_click)
        self._undo.append(lambda: button.on_click(on_click, remove=True))

    def hear(self, widget: widgets.Widget, handler: Handler) -> None:
        """Call `handler` with each message that the browser's side of `widget` sends.

        Parameters
        ----------
        widget : ipywidgets.Widget
        handler : callable
            Takes anything: whoever holds the page's websocket can send it.
        """

        def on_msg(_: Any, content: object, __: Any) -> None:
            with self.state.telling_problems():
                handler(content)

        widget.on_msg(on_msg)
        self._undo.append(lambda: widget.on_msg(on_msg, remove=True))

    def follow(self, refresh: Callable[[], None], *traits: str) -> None:
        """Call `refresh` now, and whenever one of the state's `traits` changes.

        Parameters
        ----------
        refresh : callable
            Reads the state and sets widgets.
        *traits : str
            ``"config"``, ``"selection"``, ``"view"``, ``"problem"``.
        """
        self._observe(lambda: self._refresh_with(refresh), traits)
        with self._quietly():
            refresh()

    def follow_soon(self, refresh: Callable[[], None], *traits: str) -> None:
        """Call `refresh` now, and a moment after any of the state's `traits` changed.

        For what a person does not wait for: the picture they look at is then on its way before the rest of
        the page is worked out and sent. However many traits change meanwhile, `refresh` is called once, and
        reads the state as it is then.

        Parameters
        ----------
        refresh : callable
            Reads the state and sets widgets.
        *traits : str
            As for `follow`.
        """
        soon = Soon(lambda: self._refresh_with(refresh))
        self._undo.append(soon.cancel)
        self._observe(soon.ask, traits)
        with self._quietly():
            refresh()

    def _refresh_with(self, refresh: Callable[[], None]) -> None:
        with self.state.telling_problems(), self._quietly():
            refresh()

    def _observe(self, call: Callable[[], None], traits: Sequence[str]) -> None:
        def on_state(_: dict[str, Any]) -> None:
            call()

        self.state.observe(on_state, list(traits))
        self._undo.append(lambda: self.state.unobserve(on_state, list(traits)))

    def close(self) -> None:
        """Let go of the state and of every control."""
        for undo in self._undo:
            undo()
        self._undo.clear()
        self.root.close()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        before, self._refreshing = self._refreshing, True
        try:
            yield
        finally:
            self._refreshing = before


def html(tag: str, text: str, **attributes: str) -> str:
    """Write one element; the text and the attributes are escaped.

    Parameters
    ----------
    tag : str
        The element's name.
    text : str
        What it says.
    **attributes : str
        Underscores become hyphens; a trailing one is dropped (``class_``).

    Returns
    -------
    str

    Examples
    --------
    >>> html("p", "1 < 2", class_="as-note")
    '<p class="as-note">1 &lt; 2</p>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in attributes.items()
    )
    return f"<{tag}{written}>{escape(text)}</{tag}>"


def dressed(widget: widgets.Widget, *classes: str) -> Any:
    """Give a widget its CSS classes and return it.

    Parameters
    ----------
    widget : ipywidgets.DOMWidget
    *classes : str

    Returns
    -------
    the same widget

    Examples
    --------
    >>> dressed(widgets.Button(), "as-first")._dom_classes
    ('as-first',)
    """
    for name in classes:
        widget.add_class(name)
    return widget


def offer(
    control: widgets.Dropdown, label: str, options: Sequence[tuple[str, object]], value: object
) -> None:
    """Set a dropdown's label, options and value, touching only what differs.

    Parameters
    ----------
    control : ipywidgets.Dropdown
    label : str
    options : sequence of (str, object)
        What is shown, and what it stands for.
    value : object

    Examples
    --------
    >>> control = widgets.Dropdown()
    >>> offer(control, "book", [("0", 0), ("1", 1)], 1)
    >>> control.value
    1
    """
    with control.hold_sync():  # one message
        control.description = label
        if control.options != tuple(options):
            control.options = tuple(options)
        control.value = value
