"""Sound files cut short or patched anywhere, and noise: our own refusals, and never another exception."""

from __future__ import annotations

import traceback

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import explorer as ex
from tests.files.kit import FORMATS, taken

often = settings(max_examples=300, deadline=None)
SOUND = ("opened", "refused")


def end_of(data: bytes, name: str) -> str:
    """How it ends with a file: one of `SOUND`, or what went wrong."""
    try:
        repr(taken(data, name))
    except ex.ExplorerError as error:
        said = str(error)
        return "refused" if 20 < len(said) < 1500 else f"refused in {len(said)} signs: {said}"
    except Exception as error:
        return "".join(traceback.format_exception(error))
    return "opened"


@pytest.mark.parametrize("form", ["npz", "packed npz", "npy", "safetensors", "json"])
def test_a_file_cut_short_anywhere_is_refused(form: str) -> None:
    data, name = FORMATS[form]
    assert end_of(data, name) == "opened"
    step = max(1, len(data) // 400)  # every length near the start, where the headers are, and many beyond
    lengths = {n for n in (*range(300), *range(0, len(data), step)) if n < len(data)}
    ends = {n: end_of(data[:n], name) for n in lengths}
    assert {n: end for n, end in ends.items() if end != "refused"} == {}


@often
@given(st.sampled_from(sorted(FORMATS)), st.floats(0, 1), st.binary(max_size=12))
def test_a_file_cut_short_and_patched_says_no_more_than_our_own_refusals(
    form: str, share: float, patch: bytes
) -> None:
    data, name = FORMATS[form]
    at = int(share * len(data))
    assert end_of(data[:at] + patch, name) in SOUND
    assert end_of(data[:at] + patch + data[at + len(patch) :], name) in SOUND
    assert end_of(data[:at] + patch + data[at:], name) in SOUND


@often
@given(
    st.sampled_from(
        [b"", b"PK\x03\x04", b"PK\x05\x06", b"\x93NUMPY\x01\x00", b"\x09\0\0\0\0\0\0\0{", b"{", b"[["]
    ),
    st.binary(max_size=200),
    st.sampled_from(["x.npz", "x.npy", "x.safetensors", "x.csv", "x.json", "x", ""]),
)
def test_random_bytes_meet_no_more_than_our_own_refusals(start: bytes, rest: bytes, name: str) -> None:
    assert end_of(start + rest, name) in SOUND


@often
@given(
    st.text(alphabet="0123456789.,;-+eEnaif\t \n\r\"'#x{}[]:é", max_size=80),
    st.sampled_from(["x.csv", "x.json"]),
)
def test_random_text_meets_no_more_than_our_own_refusals(text: str, name: str) -> None:
    assert end_of(text.encode(), name) in SOUND
