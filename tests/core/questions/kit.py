"""What the tests of questions share: trips of every sort, and the kinds worked out a second time.

The oracle takes query, key and value as the record cuts them, and does every step with NumPy by itself.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import explorer as ex
from explorer.core.coding import code_of
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.questions import Question
from tests.core import oracle
from tests.core.kit import asks, configs
from tests.core.what_if import made_up, of_ones_own

many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
some = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])

seeds = st.integers(-5, 10**6)
TIES = [
    ex.Config(tokens=1, window=1, heads=1, head_dim=1),
    ex.Config(tokens=2, heads=2, head_dim=2, batch=2),
    ex.Config(tokens=4, heads=4, head_dim=4, batch=4, window=None),
    ex.Config(tokens=3, heads=2, head_dim=3, source="poured"),
    ex.Config(tokens=3, heads=3, head_dim=3, causal=False, window=None),
    ex.Config(tokens=3, heads=1, head_dim=4),
    ex.Config(by_hand=((0, 0, False),), empty_rows="nan"),
]


def trips() -> st.SearchStrategy[ex.Trace]:
    """Made up, poured, of one's own with a keep-table or not, tied, with empty rows, with cells by hand."""
    made = configs() | made_up() | of_ones_own() | st.sampled_from(TIES)
    return made.map(ex.trace) | asks().map(lambda ask: ask.trace())


def arrays(trip: ex.Trace) -> dict[str, np.ndarray]:
    """Every array that a step reads or makes, done again."""
    B, T, H, D = (getattr(trip.config, name) for name in ("batch", "tokens", "heads", "head_dim"))
    # What is written together lies side by side, as it does where rows are cut out of a wide one.
    wide = np.concatenate([trip["cut"][name].values for name in ("query", "key", "value")], axis=-1)
    found: dict[str, np.ndarray] = {"wide": wide}
    for letter, part in zip("qkv", np.split(wide, 3, axis=-1), strict=True):
        found[f"{letter} cut"] = part
        found[f"{letter} divided"] = part.reshape(B, T, H, D)
        found[f"{letter} shelved"] = np.moveaxis(found[f"{letter} divided"], 1, 2)
    found["k stood up"] = np.einsum("bhtd->bhdt", found["k shelved"])
    with np.errstate(all="ignore"):
        found["matches"] = np.einsum("bhid,bhjd->bhij", found["q shelved"], found["k shelved"])
        found["shares"] = np.array([
            [[oracle.share_row(row, trip.config.empty_rows)[3] for row in lens] for lens in book]
            for book in np.where(_keep(trip)[:, None], _scaled(trip, found["matches"]), -np.inf).tolist()
        ])  # fmt: skip
        found["blend"] = np.ascontiguousarray(np.matmul(found["shares"], found["v shelved"]))
    return found


def is_right(trip: ex.Trace, question: Question, value: Any) -> bool:
    """Whether an answer is right, worked out without the engine's record of the step."""
    return _JUDGES[question.kind](trip, question, value)


def _scaled(trip: ex.Trace, matches: np.ndarray) -> np.ndarray:
    config = trip.config
    root = {"head_dim": config.head_dim, "width": config.heads * config.head_dim, "none": 1}[config.scale]
    return matches / math.sqrt(root)


def _keep(trip: ex.Trace) -> np.ndarray:
    """The keep-table of each book; a table of one's own is not in the config, so there the record is read."""
    config = trip.config
    rules = oracle.keep_table(
        config.batch,
        config.tokens,
        causal=config.causal,
        window=config.window,
        counts_self=config.window_counts_self,
        by_hand=config.by_hand,
    )
    recorded = trip["mask"]["keep"].values
    own = np.broadcast_to(recorded, (config.batch, *recorded.shape[-2:]))
    return np.array(rules) if own.tolist() == rules else own


def _shape(trip: ex.Trace, question: Question, value: Any) -> bool:
    B, T = trip.config.batch, trip.config.tokens
    done = arrays(trip)
    after = {
        "pour": lambda: np.einsum("bte,ew->btw", trip["pour"]["tokens"].values, trip["pour"]["table"].values),
        "cut": lambda: done["q cut"],
        "dividers": lambda: done["q divided"],
        "reshelve": lambda: done["q shelved"],
        "inside_flip": lambda: done["k stood up"],
        "scores": lambda: done["matches"],
        "shares": lambda: np.add.reduce(done["shares"], axis=-1),
        "blend": lambda: done["blend"],
        "merge": lambda: np.array([[[*done["blend"][b, :, t].flat] for t in range(T)] for b in range(B)]),
    }[question.step]()
    return after.shape == value


def _lands(trip: ex.Trace, question: Question, value: Any) -> bool:
    place = question.place
    assert place is not None
    shape = trip[place.step][place.tensor].shape
    marked = np.zeros(shape, dtype=bool)
    marked[tuple(index for _, index in place.coords)] = True
    H = trip.config.heads
    after = {
        "dividers": lambda: np.stack(np.split(marked, H, axis=2), axis=2),
        "reshelve": lambda: np.moveaxis(marked, 1, 2),
        "inside_flip": lambda: np.einsum("bhtd->bhdt", marked),
        "merge": lambda: np.concatenate([marked[:, h] for h in range(H)], axis=-1),
    }[question.step]()
    return [tuple(found) for found in np.argwhere(after).tolist()] == [value]


def _swap(trip: ex.Trace, question: Question, value: Any) -> bool:
    names = {
        "reshelve": ("batch", "token", "head", "head_dim"),
        "inside_flip": ("batch", "head", "token", "head_dim"),
        "merge": ("batch", "head", "token", "head_dim"),
    }[question.step]
    x = np.zeros((2, 3, 5, 7))  # sizes tell the counters apart
    lines = {"numpy": code_of(trip, question.step), "words": code_of(trip, question.step)}
    names_then = {"x": x, "q": x, "k": x, "v": x, "blend": x}
    code = question.code if "numpy" in question.topic else lines["numpy"].splitlines()[0]
    exec(code, {}, names_then)
    after = names_then[code.split(" = ")[0]]
    moved = {names[i] for i in range(4) if after.shape[i] != x.shape[i]}
    return isinstance(value, tuple) and set(value) == moved


def _legal(trip: ex.Trace, question: Question, value: Any) -> bool:
    done = arrays(trip)
    lying, divided = "# k lies" in question.code, "# q and k were not" in question.code
    where = "divided" if divided else "shelved"
    k = done[f"k {where}"] if lying or divided else done["k stood up"]
    v = done["v divided" if "# v was not" in question.code else "v shelved"]
    names = {"q": done[f"q {where}"], "k": k, "v": v, "shares": done["shares"]}
    target = question.code.splitlines()[-1].split(" = ")[0]
    try:
        with np.errstate(all="ignore"):
            exec(question.code, {"np": np}, names)
    except ValueError:
        return bool(value == "refused")
    wanted, got = done[target], names[target]
    finite = np.abs(wanted[np.isfinite(wanted)])
    slack = 1e-6 * finite.max(initial=0)  # numbers may be tiny, all of them
    same = wanted.shape == got.shape and np.allclose(wanted, got, rtol=0, atol=slack, equal_nan=True)
    return bool(value == ("right" if same else "wrong"))


def _copy(trip: ex.Trace, question: Question, value: Any) -> bool:
    done = arrays(trip)
    blend = done["blend"].astype(trip.config.dtype)
    turned = blend.swapaxes(1, 2)
    tidy = np.ascontiguousarray(turned)
    out = tidy.reshape(trip.output.shape)
    pairs = {
        "copy:cut:": (done["wide"], done["q cut"]),
        "copy:dividers:": (done["q cut"], done["q divided"]),
        "copy:reshelve:": (done["q divided"], done["q shelved"]),
        "copy:inside_flip:": (done["k shelved"], done["k shelved"].swapaxes(2, 3)),
        "copy:merge:reshelved": (blend, turned),
        "copy:merge:block": (turned, tidy),
        "copy:merge:output": (tidy, out),
    }
    before, after = pairs[question.topic]
    return bool(value == (0 if np.shares_memory(before, after) else after.nbytes))


def _struck(trip: ex.Trace, question: Question, value: Any) -> bool:
    row = int(question.topic.split(":")[1])
    config = trip.config
    rules = oracle.keep_table(
        1,
        config.tokens,
        causal=config.causal,
        window=config.window,
        counts_self=config.window_counts_self,
        by_hand=config.by_hand,
    )[0]
    return tuple(j for j in range(config.tokens) if not rules[row][j]) == value


def _largest(trip: ex.Trace, question: Question, value: Any) -> bool:
    assert question.place is not None
    at = dict(question.place.coords)
    row = arrays(trip)["shares"][at["batch"], at["head"], at["query_token"]]
    return bool(all(row[value] > row[j] + 1e-4 for j in range(len(row)) if j != value))


def _wrong_turn(trip: ex.Trace, question: Question, value: Any) -> bool:
    step, way = question.step, question.topic.split(":")[2]
    right = code_of(trip, step)
    lines = WRONG_TURNS[value].lines[step](right) if value else right
    asked = question.right.value
    if way == "code" and not value and asked and _does_no_harm(trip, step, asked):
        return True
    if way == "code":
        return [_bare(line) for line in lines.splitlines() if _bare(line)] == question.code.splitlines()
    if not value:
        return _shows(trip, step, question.code)
    wrong = taken(trip, value)
    if wrong.refusal is not None and wrong.refusal.step == step:
        return wrong.refusal.message.strip() in question.code
    return _shows(wrong, step, question.code)


def taken(trip: ex.Trace, key: str) -> WrongTrace:
    """The trip with a wrong turn, traced anew."""
    wrong = ex.trace(trip.config, keep=trip["mask"]["keep"].values, wrong_turns=[key])
    assert isinstance(wrong, WrongTrace)
    return wrong


def _does_no_harm(trip: ex.Trace, step: str, key: object) -> bool:
    """Whether a wrong turn leaves every tensor of this step as the right way does."""
    wrong = taken(trip, str(key))
    if step not in [one.name for one in wrong.steps]:
        return False
    return all(
        name not in wrong[step] or np.array_equal(wrong[step][name].values, tensor.values, equal_nan=True)
        for name, tensor in trip[step].tensors.items()
        if tensor.values.dtype != bool
    )


def _shows(trip: ex.Trace, step: str, shown: str) -> bool:
    """Whether the text is of the last tensor of this step: its shape, and all that is written of it."""
    if shown.startswith("NumPy refuses"):
        return False
    letters = {"q": "query", "k": "key", "v": "value", "out": "output"}
    head, _, *rows = shown.splitlines()
    name, shape = head.split(".shape: ")
    values = trip[step][letters.get(name, name)].values
    if name in ("totals", "shift"):
        values = values[..., np.newaxis]
    if str(values.shape) != shape:
        return False
    grid = values.reshape(-1, *values.shape[-2:])[0]
    for row, line in zip(grid, [line for line in rows if line != "..."], strict=False):
        numbers = [float({"yes": 1, "no": 0}.get(one, one)) for one in line.split()]
        if not np.allclose(row[: len(numbers)], numbers, rtol=2e-3, atol=1e-9, equal_nan=True):
            return False
    return True


def _bare(line: str) -> str:
    return line.split("#")[0].rstrip()


_JUDGES = {
    "shape": _shape,
    "lands": _lands,
    "swap": _swap,
    "legal": _legal,
    "copy": _copy,
    "struck": _struck,
    "largest": _largest,
    "wrong_turn": _wrong_turn,
}
