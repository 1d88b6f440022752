"""A learner without a browser: loads what a browser loads, and says what a slider says."""

from __future__ import annotations

import http.client
import json
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from benchmarks.load_plan import EVERY, QUERY, SLIDERS, next_move, only_loopback
from tests.servers import PATIENCE, Server, Visitor
from tests.serving.attacks.pages import Heard, packed, unpacked
from tests.serving.sockets import connect, kernel_message

__all__ = ["Record", "Scripted", "complaints", "control_opening", "slider_update"]

CONTROL = "jupyter.widget.control"
ASKS_EVERY = 5.0  # seconds, as the page's connection.js does


@dataclass
class Record:
    """What one learner met with.

    Parameters
    ----------
    name : str
    kind : {"scripted", "chromium"}
    kernel_id : str
    first_control : float
        Seconds from asking for the page until it could be used; 0 where that never came.
    ready_at : float
        When that was, by `time.monotonic`.
    answers : list of (float, float)
        When each slider was moved, by `time.monotonic`, and the seconds until the answer was there.
    errors : list of str
    dead : bool
        Whether the page stopped answering.
    """

    name: str
    kind: str
    kernel_id: str = ""
    first_control: float = 0.0
    ready_at: float = 0.0
    answers: list[tuple[float, float]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    dead: bool = False


def slider_update(comm_id: str, value: int) -> dict[str, Any]:
    """Write the message that a moved slider sends.

    Parameters
    ----------
    comm_id : str
        The slider's.
    value : int

    Returns
    -------
    dict

    Examples
    --------
    >>> slider_update("a", 4)["content"]["data"]
    {'method': 'update', 'state': {'value': 4}, 'buffer_paths': []}
    """
    data = {"method": "update", "state": {"value": value}, "buffer_paths": []}
    return kernel_message("comm_msg", comm_id=comm_id, data=data)


def control_opening(comm_id: str) -> dict[str, Any]:
    """Write the message that opens the channel by which a page reads all its widgets."""
    opening = kernel_message("comm_open", comm_id=comm_id, target_name=CONTROL, data={})
    return opening | {"metadata": {"version": "1.0.0"}}


def complaints(heard: Iterable[Heard], slider: str, value: int) -> list[str]:
    """Find what is wrong with the answer to a moved slider.

    Parameters
    ----------
    heard : iterable of Heard
        All that came until the kernel was done.
    slider : str
        Its comm's id.
    value : int
        Where it was put.

    Returns
    -------
    list of str
        Empty where the kernel took the value, sent a picture and printed nothing.
    """
    wrong, taken, drawn = [], False, False
    for each in heard:
        if each.kind in ("stream", "error"):
            wrong.append(f"the kernel says {str(each.content)[:200]}")
        if each.kind != "comm_msg":
            continue
        state = each.content["data"].get("state", {})
        taken = taken or (each.content["comm_id"] == slider and state.get("value") == value)
        # A drawing anew, or new numbers in the one that is there.
        drawn = drawn or "frame" in state or bool(state.get("patch", {}).get("cells"))
    if not taken:
        wrong.append(f"the kernel did not take {value}")
    if not drawn:
        wrong.append(f"no picture came for {value}")
    return wrong


class Scripted(Visitor):
    """One scripted learner, in a thread of its own.

    Parameters
    ----------
    server : Server
    name : str
    stop : threading.Event
        Set when the run is to end before its time.
    """

    def __init__(self, server: Server, name: str, stop: Event) -> None:
        only_loopback(server.url)
        super().__init__(server)
        self.record = Record(name, "scripted")
        self._stop = stop
        self._chance = random.Random(name)
        self._states: dict[str, dict[str, Any]] = {}
        self._sliders: dict[str, str] = {}

    def stay(self, arrives: float, leaves: float, files: Sequence[str]) -> Record:
        """Arrive, open the page, move a slider every two seconds; the page stays open.

        Parameters
        ----------
        arrives, leaves : float
            By `time.monotonic`.
        files : sequence of str
            The paths of what a browser loads with the page.

        Returns
        -------
        Record
        """
        try:
            self._wait_until(arrives)
            self._open(files)
            self._move_until(leaves)
        except Exception as error:  # whatever it is: this learner's page is of no more use
            self.record.errors.append(f"{type(error).__name__}: {error}".splitlines()[0][:300])
            self.record.dead = True
        return self.record

    def leave(self, way: str) -> None:
        """Say goodbye as a page does, or have the cable cut."""
        if hasattr(self, "socket"):
            self.socket.shutdown()
        if way == "goodbye" and self.record.kernel_id and (status := self.say_goodbye()) != 204:
            self.record.errors.append(f"goodbye was answered {status}")

    def _wait_until(self, when: float) -> None:
        if self._stop.wait(max(0.0, when - time.monotonic())):
            raise InterruptedError("the run was ended")

    def _open(self, files: Sequence[str]) -> None:
        start = time.monotonic()
        self.open_page(QUERY)
        self.record.kernel_id = self.kernel_id
        self._load(files)
        self.socket = connect(self, origin=f"http://{self.address.netloc}")
        self._read_widgets()
        self.record.ready_at = time.monotonic()
        self.record.first_control = self.record.ready_at - start

    def _load(self, files: Sequence[str]) -> None:
        connection = http.client.HTTPConnection(self.address.netloc, timeout=PATIENCE)
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
        for path in files:
            connection.request("GET", path, headers={"Cookie": cookies, "Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
            if answer.status != http.client.OK:
                self.record.errors.append(f"{path.partition('?')[0]} was answered {answer.status}")
        connection.close()

    def _say(self, message: dict[str, Any]) -> list[Heard]:
        self.socket.send_binary(packed(message))
        heard: list[Heard] = []
        done = ("status", {"execution_state": "idle"}, message["header"]["msg_id"])
        while not heard or heard[-1][:3] != done:
            heard.append(unpacked(self.socket.recv()))
        for each in heard:
            if each.kind == "comm_msg" and each.content["comm_id"] in self._states:
                self._states[each.content["comm_id"]].update(each.content["data"].get("state", {}))
        return heard

    def _read_widgets(self) -> None:
        control = f"{self.record.name}-control"
        self._say(control_opening(control))
        asked = kernel_message("comm_msg", comm_id=control, data={"method": "request_states"})
        told = [each.content["data"] for each in self._say(asked) if each.kind == "comm_msg"]
        states = next(data["states"] for data in told if data["method"] == "update_states")
        self._states = {id_: each["state"] for id_, each in states.items()}
        for id_, state in self._states.items():
            for size in SLIDERS:
                if f"as-slider-{size}" in state.get("_dom_classes", ()):
                    self._sliders[size] = id_
        if set(self._sliders) != set(SLIDERS):
            raise LookupError(f"of the sliders {SLIDERS} the page has {tuple(self._sliders)}")

    def _move_until(self, leaves: float) -> None:
        asks = 0.0
        while (begin := time.monotonic()) < leaves:
            if begin >= asks:
                self._ask()
                asks = begin + ASKS_EVERY
            self._move()
            self._wait_until(min(leaves, max(begin + EVERY, time.monotonic())))

    def _ask(self) -> None:
        status, text = self.ask(f"{self.address.path}api/kernels/{self.kernel_id}")
        if status != http.client.OK or json.loads(text)["execution_state"] == "dead":
            raise ConnectionError(f"the kernel is gone ({status})")

    def _move(self) -> None:
        states = {name: self._states[id_] for name, id_ in self._sliders.items()}
        places = {name: (state["value"], state["min"], state["max"]) for name, state in states.items()}
        name, value = next_move(places, self._chance)
        slider = self._sliders[name]
        start = time.monotonic()
        heard = self._say(slider_update(slider, value))
        self.record.answers.append((start, time.monotonic() - start))
        self.record.errors += complaints(heard, slider, value)
