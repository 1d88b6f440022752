"""Every format that is offered opens, and gives the very numbers that were put in."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from safetensors.numpy import save

import explorer as ex
from explorer.core.numbers import Numbers
from explorer.files import read_bytes, together
from tests.core.kit import quick
from tests.files.kit import BIAS, FORMATS, TABLE, K, Q, V, X, header, lie, npy, npz, packed, taken, tensors

ROWS = {name: part[0].transpose(1, 0, 2).reshape(3, 8) for name, part in (("q", Q), ("k", K), ("v", V))}


def written(rows: dict[str, np.ndarray]) -> dict[str, tuple[bytes, str]]:
    """The same arrays in every format that holds several."""
    lists = {name: array.tolist() for name, array in rows.items()}
    return {
        "npz": (npz(**rows), "a.npz"),
        "packed": (packed(**rows), "a.npz"),
        "safetensors": (save({n: np.ascontiguousarray(a) for n, a in rows.items()}), "a.safetensors"),
        "json": (json.dumps(lists).encode(), "a.json"),
    }


def same(numbers: Numbers, **arrays: np.ndarray) -> bool:
    return all((numbers.arrays[name] == array).all() for name, array in arrays.items())


@pytest.mark.parametrize("form", ["npz", "packed", "safetensors", "json"])
@pytest.mark.parametrize("axes", [2, 3, 4])
def test_query_key_and_value_open_from_every_format_and_number_of_axes(form: str, axes: int) -> None:
    rows = {2: ROWS, 3: {n: a[None] for n, a in ROWS.items()}, 4: {"q": Q, "k": K, "v": V}}[axes]
    data, name = written(rows)[form]
    numbers = taken(data, name)
    assert same(numbers, query=ROWS["q"][None], key=ROWS["k"][None], value=ROWS["v"][None])
    assert (numbers.heads, numbers.dtype, numbers.name) == (2 if axes == 4 else 1, np.float64, name)


@pytest.mark.parametrize("form", ["npz", "packed", "safetensors", "json"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("biased", [False, True])
def test_tokens_and_a_table_open_either_way_round(form: str, turned: bool, biased: bool) -> None:
    arrays = {"x": X, "in_proj_weight": TABLE.T if turned else TABLE} | (
        {"in_proj_bias": BIAS} if biased else {}
    )
    data, name = written(arrays)[form]
    numbers = taken(data, name, heads=2)
    assert same(numbers, tokens=X[None], table=TABLE, **({"bias": BIAS} if biased else {}))
    assert ("bias" in numbers.arrays) == biased
    wide = X @ TABLE + (BIAS if biased else 0)
    assert np.allclose(ex.trace(ex.Config.of(numbers))["pour"]["wide"].values[0], wide)


@pytest.mark.parametrize("order", ["batch head token head_dim", "batch token head head_dim"])
def test_four_axes_are_shelved_as_their_order_says(order: str) -> None:
    turned = order.split()[1] == "token"
    arrays = {n: a.transpose(0, 2, 1, 3) if turned else a for n, a in (("q", Q), ("k", K), ("v", V))}
    trip = ex.trace(ex.Config.of(taken(npz(**arrays), "layer.npz", order=order)))
    for name, array in (("query", Q), ("key", K), ("value", V)):
        assert (trip["reshelve"][name].values == array).all()


@quick
@given(
    array=hnp.arrays(
        st.sampled_from(["<f4", ">f4", "<f8", ">f8", "<f2", ">f2", "|i1", "<i2", ">i4", "<i8", "|u1", ">u2"]),
        hnp.array_shapes(min_dims=2, max_dims=4, max_side=4),
        elements={"min_value": 0, "max_value": 100},
    ),
    fortran=st.booleans(),
)
def test_any_kind_of_number_in_any_byte_order_and_layout_is_read_as_numpy_reads_it(
    array: np.ndarray, fortran: bool
) -> None:
    array = np.asfortranarray(array) if fortran else array
    for data, name in ((npy(array), "x.npy"), (npz(x=array), "x.npz"), (packed(x=array), "x.npz")):
        read = read_bytes(data, name).arrays["x"]
        assert read.shape == array.shape
        assert (read == array).all()
        assert not read.flags.writeable


def test_float16_and_bfloat16_are_computed_in_float32_and_that_is_said() -> None:
    pile = read_bytes(npz(q=np.full((1, 2), 0.5, np.float16)), "a.npz")
    assert (pile.arrays["q"].dtype, pile.arrays["q"].tolist()) == (np.float32, [[0.5, 0.5]])
    assert pile.notes == ("'q' was float16 and is computed in float32.",)
    bits = np.array([0x3F80, 0xC020], dtype="<u2").tobytes()  # 1 and -2.5
    pile = read_bytes(tensors({"x": {"dtype": "BF16", "shape": [1, 2], "data_offsets": [0, 4]}}, bits), "m")
    assert (pile.arrays["x"].dtype, pile.arrays["x"].tolist()) == (np.float32, [[1.0, -2.5]])
    assert pile.notes == ("'x' was bfloat16 and is computed in float32.",)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_all_three_versions_of_npy_open(version: int) -> None:
    text = "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }"
    data = header(text, np.arange(4.0).tobytes(), version)
    assert read_bytes(data, "x.npy").arrays["x"].tolist() == [[0, 2], [1, 3]]


@pytest.mark.parametrize("form", sorted(FORMATS.keys() - {"csv"}))  # whose name is all that tells it
@pytest.mark.parametrize("name", ["x", "x.bin", "x.csv"])
def test_the_bytes_tell_the_format_before_the_name_does(form: str, name: str) -> None:
    data, right = FORMATS[form]
    assert {a.shape for a in read_bytes(data, name).arrays.values()} == {
        a.shape for a in read_bytes(data, right).arrays.values()
    }


def test_labels_heads_and_the_rule_come_with_the_file() -> None:
    rows = np.ones((3, 4))
    told = {"q": rows, "k": rows, "v": rows}
    labels = ["the", "cät", "🐈"]
    array_like: dict[str, Any] = {"labels": np.array(labels), "heads": np.array(2), "causal": np.array(False)}
    as_json = {n: a.tolist() for n, a in told.items()} | {"tokens": labels, "n_heads": 2, "causal": False}
    for data, name in ((npz(**told, **array_like), "a.npz"), (json.dumps(as_json).encode(), "a.json")):
        numbers = taken(data, name)
        assert (numbers.labels, numbers.heads, numbers.causal) == (tuple(labels), 2, False)


@pytest.mark.parametrize("heads", [0, -1, 2.5, float("nan"), float("inf"), 2**40, True])
def test_heads_that_are_no_count_are_put_aside(heads: float) -> None:
    pile = read_bytes(npz(x=np.ones((2, 3)), heads=np.array(heads)), "a.npz")
    assert (pile.heads, dict(pile.aside)) == (None, {"heads": "it is a single number, without axes"})


def test_what_cannot_be_used_is_put_aside_with_the_reason() -> None:
    mixed = {
        "x": np.ones((2, 3)),
        "names": np.array(["a"]),
        "flags": np.ones(2, bool),
        "phase": np.ones(2, complex),
        "when": np.zeros(2, "M8[s]"),
        "raw": np.zeros(2, "V4"),
        "fields": np.zeros(2, [("a", "f4")]),
        "bytes": np.array([b"a"]),
        "nothing": np.ones((0, 3)),
        "one": np.array(3.0),
    }
    pile = read_bytes(npz(**mixed), "a.npz")
    assert list(pile.arrays) == ["x"]
    assert dict(pile.aside) == {
        "names": "it holds text, not numbers",
        "flags": "it holds True and False, not numbers",
        "phase": "it holds complex numbers, not real ones",
        "when": "it holds dates, not numbers",
        "raw": "it holds raw bytes, not numbers",
        "fields": "it is a table of several fields; save each field as an array of its own",
        "bytes": "it holds bytes of text, not numbers",
        "nothing": "there is nothing in it, its shape is (0, 3)",
        "one": "it is a single number, without axes",
    }


def test_long_doubles_are_put_aside_for_not_every_computer_has_them() -> None:
    pile = read_bytes(npz(x=np.ones((1, 3)), y=np.ones(2)), "a.npz")
    assert set(pile.arrays) == {"x", "y"}
    said = "its floating numbers are of a size this computer may not know; save them as float64"
    with pytest.raises(ex.errors.FileError, match=said):
        read_bytes(lie("<f16", (1, 1), bytes(16)), "y.npy")


def test_several_files_are_taken_together() -> None:
    piles = [read_bytes(f"{n},{n + 1}\n".encode(), f"{name}.csv") for n, name in enumerate("qkv")]
    pile = together(piles)
    assert pile.name == "q.csv, k.csv and v.csv"
    assert {name: array.tolist() for name, array in pile.arrays.items()} == {
        "q": [[0, 1]],
        "k": [[1, 2]],
        "v": [[2, 3]],
    }
    with pytest.raises(ex.errors.FileError) as caught:
        together([piles[0], piles[0]])
    assert str(caught.value) == (
        "Cannot take q.csv with the other files: 'q' is in one of them already. "
        "Give each array a name of its own."
    )
