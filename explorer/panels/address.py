"""The page's state as the query string of its address, and back.

Only what differs from the page's own start is written, so that an address stays short enough to be read. An
address is a stranger's text: each parameter is checked, and where one is not legal the page shows its start
and says which one it was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from explorer.core.config import EMPTY_ROWS, SCALES, Config
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.moves import MOVES
from explorer.core.numbers import Numbers
from explorer.core.steps import STEP_NAMES
from explorer.errors import ExplorerError, listed
from explorer.panels import codes
from explorer.panels.asked_where import led_to_predict, must_name_place
from explorer.panels.history import Moment
from explorer.panels.limits import check_sizes
from explorer.panels.predict_set import QuestionSet, spelling
from explorer.panels.records import PLACES, Selection
from explorer.panels.view import CHOICES, HIDEABLE
from explorer.presets import PRESETS, preset_of
from explorer.words import TENSORS

__all__ = ["LONGEST", "Arrival", "read_address", "refusal", "write_address"]

LONGEST = 8000
"""Signs in a query string: what servers and browsers pass on without complaint."""

_Field = tuple[str, str, codes.Code]

_PARAMETERS: dict[str, _Field] = {
    "B": ("config", "batch", codes.count()),
    "T": ("config", "tokens", codes.count()),
    "H": ("config", "heads", codes.count()),
    "D": ("config", "head_dim", codes.count()),
    "W": ("config", "window", codes.count(none=True)),
    "self": ("config", "window_counts_self", codes.switch()),
    "causal": ("config", "causal", codes.switch()),
    "keep": ("config", "by_hand", codes.by_hand()),
    "empty": ("config", "empty_rows", codes.choice(*EMPTY_ROWS)),
    "scale": ("config", "scale", codes.choice(*SCALES)),
    "source": ("config", "source", codes.choice("pencil", "poured")),
    "edits": ("config", "edits", codes.edits()),
    "labels": ("config", "labels", codes.labels()),
    "step": ("selection", "step", codes.choice(*STEP_NAMES)),
    "place": ("selection", "place", codes.choice(*PLACES)),
    "book": ("selection", "batch", codes.count()),
    "head": ("selection", "head", codes.count(none=True)),
    "follow": ("selection", "tensor", codes.choice("query", "key", "value")),
    "pin": ("selection", "pinned", codes.place()),
    "grid": ("selection", "grid_tensor", codes.choice("", *TENSORS)),
    "free": ("selection", "free", codes.axes()),
    "held": ("selection", "held", codes.held()),
    "turns": ("selection", "turns", codes.keys()),
    "surprise": ("selection", "surprise", codes.count(none=True)),
    "moves": ("selection", "moves", codes.keys()),
    "quiz": ("selection", "quiz", spelling()),
    "words": ("view", "words", codes.choice(*CHOICES["words"])),
    "colour": ("view", "colour", codes.choice(*CHOICES["colour"])),
    "theme": ("view", "theme", codes.choice(*CHOICES["theme"])),
    "type": ("view", "lettering", codes.choice(*CHOICES["lettering"])),
    "code": ("view", "dialect", codes.choice(*CHOICES["dialect"])),
    "by": ("view", "drawn_by", codes.choice(*CHOICES["drawn_by"])),
    "tables": ("view", "as_tables", codes.switch()),
    "decimals": ("view", "decimals", codes.choice(*CHOICES["decimals"])),
    "hide": ("view", "hidden", codes.names(*HIDEABLE)),
}
_KEYS: dict[str, tuple[str, Collection[str]]] = {
    "turns": ("wrong turn", WRONG_TURNS),
    "moves": ("move", MOVES),
}
"""Parameters that name what another version may have more of, or less."""
_MOST = 100  # parameters
_OWN = "own"
"""Says in an address that it was made with numbers which it can't hold; all else is told against them."""
_CUT = "cut"
"""Says in an address what was left out of it for its length."""


@dataclass(frozen=True)
class Arrival:
    """What an address asks for.

    Attributes
    ----------
    moment : Moment
        What to show.
    notices : tuple of str
        What could not be done, each naming the parameter.
    asked : tuple of str
        The parameters, as far as they are known.
    """

    moment: Moment
    notices: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


def write_address(moment: Moment, start: Moment, *, longest: int | None = LONGEST) -> str:
    """Write what differs from the page's own start as a query string.

    Parameters
    ----------
    moment : Moment
    start : Moment
        What the page shows without a query string.
    longest : int or None
        How many signs it may have. Beyond, numbers typed over and names of tokens are left out, and the
        address says that they were.

    Returns
    -------
    str
        Without the question mark; empty where nothing differs.

    Examples
    --------
    >>> from explorer.panels.view import View
    >>> start = Moment.of(Config(), Selection(), View())
    >>> moment = Moment.of(Config(tokens=5, window=None), Selection(step="scores"), View())
    >>> write_address(moment, start)
    'T=5&W=none&step=scores'
    """
    written: list[tuple[str, str]] = []
    base = start
    if moment.view.locked:
        written.append(("lock", moment.view.locked))
        base = _with_config(start, PRESETS[moment.view.locked].config)
    elif (numbers := moment.config.numbers) is not None and numbers != start.config.numbers:
        preset = preset_of(numbers)
        written.append(("preset", preset) if preset else (_OWN, numbers.name or "numbers"))
        base = _with_config(start, PRESETS[preset].config if preset else Config.of(numbers))
    for name, (record, field, (write, _)) in _PARAMETERS.items():
        value = getattr(getattr(moment, record), field)
        differs = value != getattr(getattr(base, record), field) and (field, value) != ("source", "given")
        if differs or (name == "place" and must_name_place(moment.selection, base.selection)):
            written.append((name, write(value)))
    text = urlencode(written, safe=",:")
    if longest is not None and len(text) > longest:
        written = [(name, value) for name, value in written if name not in ("edits", "labels", "keep")]
        text = urlencode([*written, (_CUT, "edits")], safe=",:")
    return text


def read_address(
    query: str,
    start: Moment,
    *,
    longest: int | None = LONGEST,
    own: Numbers | None = None,
    asked: QuestionSet | None = None,
) -> Arrival:
    """Read a query string, whoever wrote it.

    Parameters
    ----------
    query : str
        Without the question mark.
    start : Moment
        What the page shows without one, and wherever one is not legal.
    longest : int or None
        How many signs are read at most.
    own : Numbers, optional
        Numbers of somebody's own that are at hand, for an address that was made with them.
    asked : QuestionSet, optional
        Questions that the page has already: of these nothing need be told.

    Returns
    -------
    Arrival

    Examples
    --------
    >>> from explorer.panels.view import View
    >>> start = Moment.of(Config(), Selection(), View())
    >>> read_address("T=5&step=scores", start).moment.config.tokens
    5
    >>> print(read_address("T=<b>", start).notices[0])
    This page's address asks for T=<b>: a whole number is expected, not '<b>'. Shown is the usual page.
    """
    if longest is not None and len(query) > longest:
        return Arrival(start, (f"This page's address is longer than {longest} signs. {_USUAL}",))
    if query.count("&") >= _MOST:
        return Arrival(start, (f"This page's address has more than {_MOST} parameters. {_USUAL}",))
    try:
        written = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=_MOST)
    except ValueError:
        return Arrival(start, (f"This page's address cannot be read as text: {query[:40]!r}. {_USUAL}",))
    reading = _Reading(start, own, asked)
    for name, text in written:
        try:
            reading.take(name, text)
        except (ExplorerError, UnicodeDecodeError) as error:
            why = str(error).rstrip(".")
            return Arrival(start, (f"This page's address asks for {name[:20]}={text[:40]}: {why}. {_USUAL}",))
    try:
        return reading.arrival()
    except ExplorerError as error:
        return Arrival(start, (refusal(reading.known, error),))


def refusal(asked: Iterable[str], error: ExplorerError) -> str:
    """Say that what an address asks for cannot be, naming its parameters.

    Parameters
    ----------
    asked : iterable of str
    error : ExplorerError

    Returns
    -------
    str

    Examples
    --------
    >>> refusal(["T", "H"], ExplorerError("Too large."))
    "This page's address asks by T and H for what cannot be: Too large. Shown is the usual page."
    """
    return f"This page's address asks by {listed(asked, 'and')} for what cannot be: {error} {_USUAL}"


_USUAL = "Shown is the usual page."


def _with_config(moment: Moment, config: Config) -> Moment:
    return Moment(config, moment.selection, moment.view)


class _Reading:
    """Collects what the parameters ask for; only together can they be checked."""

    def __init__(self, start: Moment, own: Numbers | None, asked: QuestionSet | None) -> None:
        self.start, self.own, self.asked = start, own, asked
        self.with_own = self.lost = False
        self.preset = ""
        self.locked = False
        self.changes: dict[str, dict[str, Any]] = {"config": {}, "selection": {}, "view": {}}
        self.notices: list[str] = []
        self.known: list[str] = []

    def take(self, name: str, text: str) -> None:
        if name in _PARAMETERS or name in ("preset", "lock"):
            self.known.append(name)
        if name in ("preset", "lock"):
            _, read = codes.choice(*PRESETS)
            self.preset, self.locked = read(text), self.locked or name == "lock"
        elif name == _OWN and self.own is not None and text == (self.own.name or "numbers"):
            self.with_own = True
        elif name == _OWN:
            self.lost = True
            self.notices.append(
                f"This page's address was made with numbers of somebody's own ({text[:60]}), which no "
                "address can hold: open the session file that goes with it. Shown are other numbers."
            )
        elif name == _CUT:
            self.notices.append(
                f"This page's address was too long for all of its {text[:20]}: they were left out. "
                "The session file that goes with it has them."
            )
        elif name in _PARAMETERS:
            record, field, (_, read) = _PARAMETERS[name]
            value = read(text)
            self.changes[record][field] = self._known(name, value) if name in _KEYS else value
        else:
            self.notices.append(
                f"This page's address asks for {name[:20]!r}, which it does not know; it was let be."
            )

    def _known(self, name: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        what, known = _KEYS[name]
        self.notices += [
            f"This page's address asks for the {what} {key!r}, which this page does not know; it was let be."
            for key in keys
            if key not in known
        ]
        return tuple(key for key in keys if key in known)

    def arrival(self) -> Arrival:
        start = self.start
        base = config = PRESETS[self.preset].config if self.preset else start.config
        if self.with_own and self.own is not None:
            base = config = Config.of(self.own)
        # What was said of other numbers means nothing for these.
        changed = {} if self.locked or self.lost else self.changes["config"]
        if "source" in changed and config.numbers is not None:  # small numbers again
            config = config.replace(source=changed["source"], numbers=None, dtype=Config().dtype)
            base = Config()
        asked = config.replace(**changed)
        check_sizes(asked, base)
        view = start.view.replace(**self.changes["view"], locked=self.preset if self.locked else "")
        selected = led_to_predict(self.changes["selection"], self.notices, self.asked)
        selection: Selection = start.selection.replace(**selected)
        return Arrival(Moment(asked, selection, view), tuple(self.notices), tuple(self.known))
