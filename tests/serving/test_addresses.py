"""The path that the page lives under: what can be one, and what is refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.errors import ExplorerError
from explorer.serving.addresses import base_path


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("", "/"),
        ("/", "/"),
        ("deep", "/deep/"),
        ("/deep/down", "/deep/down/"),
        ("deep/down/", "/deep/down/"),
        ("/user/jane%40uni.example/", "/user/jane%40uni.example/"),
        ("/hub/~me@home_1.2-3/", "/hub/~me@home_1.2-3/"),
        ("/.hidden/...", "/.hidden/.../"),
    ],
)
def test_a_path_is_written_from_slash_to_slash(given: str, path: str) -> None:
    assert base_path(given) == path


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ("../..", ".."),
        ("/deep/../down", ".."),
        ("/deep/./down", "."),
        ("/a//b", ""),
        ("http://here/", "http:"),
        ("/a?b", "a?b"),
        ("/a#b", "a#b"),
        ("/a b", "a b"),
        ("/(.*)", "(.*)"),
        ("/<script>", "<script>"),
        ("/100%", "100%"),
        ("/\u00e9", "\u00e9"),
        ("/a\n", "a\n"),
        ("\\\\host", "\\\\host"),
    ],
)
def test_what_cannot_be_a_path_is_refused(given: str, part: str) -> None:
    with pytest.raises(ExplorerError) as refused:
        base_path(given)
    assert str(refused.value) == (
        f"Cannot serve under the base URL {given!r}: {part!r} cannot be a part of a path. Between its "
        "slashes stand letters, digits and . _ ~ @ - or %XX, and not '.' or '..' alone: "
        "/courses/attention, say, or / for no path at all."
    )


@given(st.text())
def test_what_is_taken_means_itself_everywhere(text: str) -> None:
    try:
        path = base_path(text)
    except ExplorerError:
        return
    assert base_path(path) == path
    assert re.fullmatch(r"/(?:[\w.~@%-]+/)*", path, re.ASCII)
    assert not {".", ".."} & set(path.split("/"))
