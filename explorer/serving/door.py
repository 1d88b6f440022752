"""Which messages of a client go on to the kernel: those that the page sends, and no others."""

from __future__ import annotations

from typing import Any

from explorer.serving.frames import Message

__all__ = ["Door"]

SETTABLE = {"value", "index"}
"""What a person changes in a control. All else of a widget (its bounds, options, style, program) is ours."""
CONTROL = "jupyter.widget.control"
MOST_OPENED = 8
"""A page opens one such channel, to read every widget at once, and closes it again."""


class Door:
    """Lets in what the page says over one websocket.

    Jupyter's own list of kinds lets a client make widgets of any kind and any number in the kernel, set any
    of their traits to megabytes, close those of the page, and end the kernel without a token.

    Examples
    --------
    >>> def said(kind: str, **content: object) -> Message:
    ...     return Message("1", kind, "shell", content, 100)
    >>> door = Door()
    >>> moved = {"method": "update", "state": {"value": 4}, "buffer_paths": []}
    >>> door.lets_in(said("comm_msg", comm_id="a", data=moved))
    True
    >>> door.lets_in(said("comm_msg", comm_id="a", data={"method": "update", "state": {"max": 10**6}}))
    False
    >>> door.lets_in(said("execute_request", code="1"))
    False
    """

    def __init__(self) -> None:
        self._opened: set[str] = set()
        self._ever_opened = 0

    def lets_in(self, message: Message) -> bool:
        """Tell whether a message goes on to the kernel.

        Parameters
        ----------
        message : Message

        Returns
        -------
        bool
        """
        content = message.content
        if message.channel != "shell":
            return False
        match message.kind, content:
            case (("kernel_info_request" | "comm_info_request"), _):
                return True
            case "comm_open", {"comm_id": str(id_), "target_name": str(target)} if target == CONTROL:
                return self._open(id_)
            case "comm_close", {"comm_id": str(id_)} if id_ in self._opened:
                self._opened.discard(id_)
                return True
            case "comm_msg", {"comm_id": str(), "data": dict(data)}:
                return _is_the_pages(data)
        return False

    def _open(self, id_: str) -> bool:
        self._ever_opened += 1
        if self._ever_opened > MOST_OPENED:
            return False
        self._opened.add(id_)
        return True


def _is_the_pages(data: dict[str, Any]) -> bool:
    match data:
        case {"method": "request_state" | "request_states"}:
            return True
        case {"method": "custom", "content": _}:
            return True
        # Buffers would be put into the state by whatever path they name.
        case {"method": "update", "state": dict(state)} if not data.get("buffer_paths"):
            return state.keys() <= SETTABLE
    return False
