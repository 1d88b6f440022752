"""The whole trip in one file, read by nothing but NumPy and the JSON of the standard library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import explorer as ex
from explorer.core.tensor import Tensor
from explorer.errors import ExplorerError
from explorer.exports.trace_file import save_trace

TRIPS = {
    "pencil": ex.Config(),
    "poured": ex.Config(tokens=5, heads=3, head_dim=4, window=None, batch=2, source="poured", scale="none"),
    "empty": ex.Config(by_hand=((1, 0, False), (1, 1, False)), empty_rows="nan", labels=("a", "b", "c")),
    "narrow": ex.Config(heads=3, head_dim=1),  # re-shelved, it lies in memory column by column
    "small": ex.Config(dtype="float32", edits=(ex.Edit("key", 0, 1, 2, -1.5),)),
}


@pytest.fixture(params=TRIPS)
def trip(request: pytest.FixtureRequest) -> ex.Trace:
    return ex.trace(TRIPS[request.param])


def tensors(trip: ex.Trace) -> Iterator[tuple[str, str, Tensor]]:
    return ((step.name, name, tensor) for step in trip.steps for name, tensor in step.tensors.items())


def test_npz_opens_with_plain_numpy_and_holds_every_tensor(trip: ex.Trace, tmp_path: Path) -> None:
    save_trace(trip, tmp_path / "trip.npz")
    with np.load(tmp_path / "trip.npz", allow_pickle=False) as file:
        held = {name: file[name] for name in file.files}
    assert held["steps"].tolist() == list(ex.STEP_NAMES)
    expected = {"about", "steps", *(f"{name}.swapped" for name in ex.STEP_NAMES)}
    for step, name, tensor in tensors(trip):
        key = f"{step}.{name}"
        np.testing.assert_array_equal(held[key], tensor.values, strict=True)
        assert held[key].flags.c_contiguous
        assert tuple(held[f"{key}.axes"]) == tensor.axes
        assert held[f"{key}.moved"] == trip[step].moved[name]
        assert tuple(held[f"{step}.swapped"]) == trip[step].swapped
        expected |= {key, f"{key}.axes", f"{key}.moved"}
    assert held.keys() == expected
    assert held["reshelve.swapped"].tolist() == ["token", "head"]


def test_json_holds_every_tensor_and_is_json_to_the_letter(trip: ex.Trace, tmp_path: Path) -> None:
    def refuse(text: str) -> None:
        raise AssertionError(f"{text} is no JSON")

    save_trace(trip, tmp_path / "trip.json")
    told = json.loads((tmp_path / "trip.json").read_text("utf-8"), parse_constant=refuse)
    assert [step["name"] for step in told["steps"]] == list(ex.STEP_NAMES)
    for step, record in zip(trip.steps, told["steps"], strict=True):
        assert tuple(record["swapped"]) == step.swapped
        assert list(record["tensors"]) == list(step.tensors)
    by_step = {step["name"]: step["tensors"] for step in told["steps"]}
    for step, name, tensor in tensors(trip):
        record = by_step[step][name]
        assert tuple(record["axes"]) == tensor.axes
        assert record["moved"] == trip[step].moved[name]
        # float() reads "-Infinity" and "NaN" as well as any number.
        values = np.array(record["values"]).astype(record["dtype"])
        np.testing.assert_array_equal(values, tensor.values, strict=True)
        assert record["shape"] == list(tensor.shape)


def test_a_struck_score_and_no_number_are_texts(tmp_path: Path) -> None:
    save_trace(ex.trace(TRIPS["empty"]), tmp_path / "trip.json")
    text = (tmp_path / "trip.json").read_text()
    assert '"-Infinity"' in text
    assert '"NaN"' in text


@pytest.mark.parametrize("kind", ["npz", "json"])
def test_the_file_says_what_trip_it_was(kind: str, tmp_path: Path) -> None:
    trip = ex.trace(TRIPS["small"])
    save_trace(trip, tmp_path / f"trip.{kind}")
    if kind == "npz":
        with np.load(tmp_path / "trip.npz", allow_pickle=False) as file:
            told = json.loads(str(file["about"]))
    else:
        told = json.loads((tmp_path / "trip.json").read_text())
        del told["steps"]
    assert told == {
        "format": "attention-shapes trace",
        "version": 1,
        "written_by": f"attention-shapes {ex.__version__}",
        "config": {
            "tokens": 3, "heads": 2, "head_dim": 2, "window": 2, "batch": 1, "causal": True,
            "source": "pencil", "window_counts_self": True, "scale": "head_dim", "empty_rows": "refuse",
            "labels": [], "by_hand": [], "dtype": "float32", "numbers": None,
            "edits": [{"tensor": "key", "batch": 0, "row": 1, "column": 2, "value": -1.5}],
        },
    }  # fmt: skip


def test_the_config_in_the_file_makes_the_same_trip_again(tmp_path: Path) -> None:
    config = TRIPS["poured"].replace(edits=(ex.Edit("tokens", 1, 0, 1, 7),), by_hand=((4, 0, False),))
    save_trace(ex.trace(config), tmp_path / "trip.json")
    told = json.loads((tmp_path / "trip.json").read_text())["config"]
    told["edits"] = [ex.Edit(**edit) for edit in told["edits"]]
    assert ex.Config(**told) == config


def test_a_trip_with_a_wrong_turn_says_which_and_where_it_ended(tmp_path: Path) -> None:
    wrong = ex.trace(wrong_turns=["flip_forgotten"])
    assert wrong.refusal is not None
    save_trace(wrong, tmp_path / "trip.json")
    told = json.loads((tmp_path / "trip.json").read_text())
    assert told["wrong_turns"] == ["flip_forgotten"]
    assert told["refusal"] == {"step": wrong.refusal.step, "message": wrong.refusal.message}
    assert [step["name"] for step in told["steps"]] == [step.name for step in wrong.steps]


@pytest.mark.parametrize("kind", ["npz", "json"])
def test_the_same_trip_is_the_same_file(kind: str, tmp_path: Path) -> None:
    for name in ("one", "other"):
        save_trace(ex.trace(), tmp_path / f"{name}.{kind}")
    assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"other.{kind}").read_bytes()


@pytest.mark.parametrize("kind", ["npz", "json"])
def test_progress_is_told_after_every_step(kind: str, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    save_trace(ex.trace(), tmp_path / f"trip.{kind}", progress=lambda *where: told.append(where))
    assert told == [(step, 10) for step in range(1, 11)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("kind", ["npz", "json"])
def test_a_full_disk_is_told(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"trip.{kind}"
    path.symlink_to("/dev/full")
    with pytest.raises(ExplorerError) as refused:
        save_trace(ex.trace(), path)
    assert str(refused.value) == (
        f"Cannot write {path}: No space left on device. Make room, or write it elsewhere"
    )


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExplorerError) as refused:
        save_trace(ex.trace(), tmp_path / "trip.csv")
    assert str(refused.value) == f"Cannot write {tmp_path / 'trip.csv'}: its name must end in .npz or .json"
