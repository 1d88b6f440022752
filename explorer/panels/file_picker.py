"""One file, picked in the browser and sent to the kernel piece by piece."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from ipywidgets import CallbackDispatcher

__all__ = ["LONGEST_NAME", "PIECE", "FilePicker", "plain_name"]

PIECE = 512 * 1024
"""The bytes of one message: a websocket of Jupyter takes about 10 MiB, and a Cancel waits for one piece."""

LONGEST_NAME = 120
"""The characters of a file's name that are kept."""

_HERE = Path(__file__).parent
_LONGEST_ENDING = 16
_LONGEST_ID = 64
# Control, format (some of those turn the reading order round), half a character, end of a line or paragraph.
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


@dataclass
class _Arriving:
    """A file of which not every byte is here yet."""

    id: str
    name: str
    size: int
    # It grows with what has come: who declares a large size makes us set nothing aside for it.
    bytes: BytesIO = field(default_factory=BytesIO)

    @property
    def held(self) -> int:
        return self.bytes.tell()

    @property
    def wanted(self) -> int:
        return min(PIECE, self.size - self.held)


class FilePicker(anywidget.AnyWidget):
    """A button, and a place to drop a file on; see ``file_picker.js``.

    The kernel asks for each piece with ``{"kind": "send", "id", "from", "bytes"}`` and takes nothing else, so
    only one is ever on its way. It trusts no message: whoever holds the page's websocket can send any.

    Attributes
    ----------
    label : str
        What the button says.
    accept : str
        The endings of names that the browser offers and sends, by commas: ``".npz,.csv"``. Empty for any.
        A help for the person, not a guard: what the bytes are, only their reader can tell.
    most_bytes : int
        The largest file that is taken; the kernel never holds more of one that is on its way.
    disabled : bool
        Whether no new file is taken.
    said : str
        What the page says after the file's own line, as plain text. A new file empties it.

    Examples
    --------
    >>> picker = FilePicker(accept=".npz,.csv", most_bytes=1_000_000)
    >>> got = []
    >>> picker.on_file(lambda name, data: got.append((name, data)))
    >>> picker.on_message({"kind": "start", "id": "1", "name": "a.csv", "size": 3})
    >>> picker.on_message({"kind": "chunk", "id": "1", "from": 0}, [b"1,2"])
    >>> got
    [('a.csv', b'1,2')]
    """

    _esm = _HERE / "file_picker.js"
    _css = _HERE / "file_picker.css"
    label = traitlets.Unicode("Open a file").tag(sync=True)
    accept = traitlets.Unicode("").tag(sync=True)
    most_bytes = traitlets.Int(64_000_000, min=1).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    said = traitlets.Unicode("").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._arriving: _Arriving | None = None
        self._on_file = CallbackDispatcher()
        self.on_msg(self._on_msg)

    @property
    def received(self) -> int:
        """How many bytes are held of a file that is still on its way; 0 where none is."""
        return self._arriving.held if self._arriving else 0

    def on_file(self, callback: Callable[[str, bytes], object], remove: bool = False) -> None:
        """Call `callback` with the name and the bytes of each file, once all of it is here.

        Parameters
        ----------
        callback : callable
            An exception in it is shown as ipywidgets shows those of a button; the other callbacks still run.
        remove : bool
            Whether to stop calling it.
        """
        self._on_file.register_callback(callback, remove=remove)

    def set_state(self, sync_data: object) -> None:
        """Let the browser set nothing: it could raise `most_bytes`. The page only reads the traits.

        Parameters
        ----------
        sync_data : object
            Let be.
        """

    def on_message(self, content: object, buffers: Sequence[object] = ()) -> None:
        """Take one message of the browser.

        Parameters
        ----------
        content : object
            Anything. Unknown messages are let be; what can't be taken is answered with
            ``{"kind": "refused", "id", "why"}``.
        buffers : sequence of object
            The bytes that came with it.
        """
        if not isinstance(content, dict):
            return
        match content:
            case {"id": str(id_)} if len(id_) > _LONGEST_ID:
                return
            case {"kind": "start", "id": str(id_)}:
                self._start(id_, content.get("name"), content.get("size"))
            case {"kind": "chunk", "id": str(id_)}:
                self._take(id_, content.get("from"), buffers)
            case {"kind": "cancel", "id": str(id_)} if self._arriving and self._arriving.id == id_:
                self._arriving = None

    def _on_msg(self, _: Any, content: object, buffers: Sequence[object]) -> None:
        self.on_message(content, buffers)

    def _start(self, id_: str, name: object, size: object) -> None:
        self._arriving = None  # the person has moved on from it
        if self.disabled:
            self._refuse(id_, "No file can be taken now.")
        elif not isinstance(name, str):
            self._refuse(id_, "The file's name is not text.")
        elif not isinstance(size, int) or isinstance(size, bool) or size < 0:
            self._refuse(id_, "The file's size is not a whole number of bytes.")
        elif size == 0:
            self._refuse(id_, "Empty: there is nothing in the file.")
        elif size > self.most_bytes:
            self._refuse(id_, f"Too large: at most {self.most_bytes:,} bytes, and nothing was kept.")
        else:
            self.said = ""  # so that the same words, said again, are heard as new
            self._arriving = _Arriving(id_, plain_name(name), size)
            self._ask(self._arriving)

    def _take(self, id_: str, offset: object, buffers: Sequence[object]) -> None:
        arriving = self._arriving
        if arriving is None or arriving.id != id_:
            self._refuse(id_, "This file is not being sent any more.")
            return
        piece = _only_bytes(buffers)
        if type(offset) is not int or offset != arriving.held or len(piece) != arriving.wanted:
            self._arriving = None
            self._refuse(id_, "The bytes did not come as they were asked for. Pick the file again.")
            return
        arriving.bytes.write(piece)
        if arriving.wanted:
            self._ask(arriving)
            return
        self._arriving = None
        # Said before the file is read: that may take longer than the browser waits for an answer.
        self.send({"kind": "whole", "id": id_})
        self._on_file(arriving.name, arriving.bytes.getvalue())

    def _ask(self, arriving: _Arriving) -> None:
        self.send({"kind": "send", "id": arriving.id, "from": arriving.held, "bytes": arriving.wanted})

    def _refuse(self, id_: str, why: str) -> None:
        self.send({"kind": "refused", "id": id_, "why": why})


def plain_name(name: str) -> str:
    r"""Make a name that is one line of visible text, and no path, of what a browser calls a file.

    Parameters
    ----------
    name : str
        Any text.

    Returns
    -------
    str
        1 to `LONGEST_NAME` characters; a long name keeps its ending.

    Examples
    --------
    >>> plain_name("../../weights.npz"), plain_name("C:\\sums\\a.csv"), plain_name("..")
    ('weights.npz', 'a.csv', 'unnamed')
    >>> len(plain_name("w" * 1000 + ".npz")), plain_name("w" * 1000 + ".npz")[-5:]
    (120, 'w.npz')
    """
    last = name[max(name.rfind("/"), name.rfind("\\")) + 1 :]
    stem, dot, ending = last.rpartition(".")
    if not dot or len(ending) > _LONGEST_ENDING:
        stem, ending = last, ""
    else:
        ending = dot + _seen(ending)
    # A hostile name can be megabytes long: only as much is looked at as can matter.
    kept = _seen(stem[: 8 * LONGEST_NAME])[: LONGEST_NAME - len(ending)] + ending
    return kept if kept.strip(". ") else "unnamed"


def _seen(text: str) -> str:
    return "".join(letter for letter in text if unicodedata.category(letter) not in _UNSEEN)


def _only_bytes(buffers: Sequence[object]) -> bytes:
    """Give the one buffer's bytes; none where there is not one, or it is not bytes."""
    match buffers:
        case [bytes() | bytearray() | memoryview() as piece]:
            return bytes(piece)
    return b""
