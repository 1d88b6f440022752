"""What arrays are called: the names by which query, key, value, tokens and a table are known."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

__all__ = ["KINDS", "called", "stem_of"]

KINDS = MappingProxyType(
    {
        "rows": ("query", "key", "value"),
        "poured": ("tokens", "table", "bias"),
        "wide": ("wide",),
        "same": ("all",),
    }
)
"""The ways to read a file, and the roles that arrays play in each."""

# Each as it is written whole, or as the end of a longer name: "h.0.attn.c_attn.weight".
_NAMES = MappingProxyType(
    {
        "query": ("query", "queries", "q", "want"),
        "key": ("key", "keys", "k", "have"),
        "value": ("value", "values", "v", "give"),
        "wide": ("wide", "wide_row", "qkv", "mixed_qkv"),
        "tokens": (
            "tokens",
            "token",
            "x",
            "hidden",
            "hidden_states",
            "embeddings",
            "embedding",
            "inputs",
            "input",
        ),
        "table": (
            "table",
            "qkv_weight",
            "w_qkv",
            "wqkv",
            "in_proj_weight",
            "c_attn.weight",
            "qkv.weight",
            "qkv_proj.weight",
            "to_qkv.weight",
            "wqkv.weight",
            "query_key_value.weight",
        ),
        "bias": (
            "bias",
            "qkv_bias",
            "b_qkv",
            "bqkv",
            "in_proj_bias",
            "c_attn.bias",
            "qkv.bias",
            "qkv_proj.bias",
            "to_qkv.bias",
            "wqkv.bias",
            "query_key_value.bias",
        ),
    }
)
_ALONE = frozenset({"bias"})  # in a model these end the names of other things


def called(role: str, names: Iterable[str]) -> list[str]:
    """Find the arrays whose names say that they play a role.

    Parameters
    ----------
    role : str
    names : iterable of str
        In the file's order, which is kept.

    Returns
    -------
    list of str

    Examples
    --------
    >>> called("table", ["h.0.attn.c_attn.weight", "h.0.mlp.weight"])
    ['h.0.attn.c_attn.weight']
    >>> called("query", ["Q", "K", "layer/q"])
    ['Q', 'layer/q']
    """
    return [name for name in names if stem_of(role, name) is not None]


def stem_of(role: str, name: str) -> str | None:
    """Say what stands before the part of a name that tells its role.

    Parameters
    ----------
    role, name : str

    Returns
    -------
    str or None
        None if the name does not tell that role.

    Examples
    --------
    >>> stem_of("bias", "h.0.attn.c_attn.bias"), stem_of("query", "q"), stem_of("bias", "h.0.attn.bias")
    ('h.0.attn.', '', None)
    """
    plain = name.lower().replace("/", ".")
    for end in _NAMES.get(role, ()):
        if plain == end:
            return ""
        if plain.endswith(f".{end}") and end not in _ALONE:
            return name[: -len(end)]
    return None
