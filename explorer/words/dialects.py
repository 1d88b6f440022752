"""Three ways to write a step, NumPy, PyTorch and einops: the lines that are the same in every trip."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from explorer.errors import UnknownNameError, listed

Dialect = Literal["numpy", "pytorch", "einops"]
DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
DIALECT_NAMES: Mapping[str, str] = MappingProxyType(
    {"numpy": "NumPy", "pytorch": "PyTorch", "einops": "einops"}
)

_IMPORTS: Mapping[str, str] = {
    "numpy": "import numpy as np",
    "pytorch": "import torch",
    "einops": "import numpy as np\nfrom einops import einsum, rearrange, reduce",
}

_NUMPY: Mapping[str, str] = {
    "pour": "wide = tokens @ table  # (B, T, E) @ (E, 3C) -> (B, T, 3C)",
    "cut": "q, k, v = np.split(wide, 3, axis=-1)  # three of (B, T, C)",
    "dividers": """\
q = q.reshape(B, T, H, D)  # from (B, T, C)
k = k.reshape(B, T, H, D)
v = v.reshape(B, T, H, D)""",
    "reshelve": """\
q = q.transpose(0, 2, 1, 3)  # (B, H, T, D), as q.swapaxes(1, 2)
k = k.transpose(0, 2, 1, 3)
v = v.transpose(0, 2, 1, 3)""",
    "inside_flip": "k = k.transpose(0, 1, 3, 2)  # (B, H, D, T), as k.swapaxes(-2, -1)",
    "scores": """\
matches = q @ k  # (B, H, T, D) @ (B, H, D, T) -> (B, H, T, T)
""",
    "blend": "blend = shares @ v  # (B, H, T, T) @ (B, H, T, D) -> (B, H, T, D)",
    "merge": """\
reshelved = blend.transpose(0, 2, 1, 3)  # (B, T, H, D)
block = np.ascontiguousarray(reshelved)  # same values, tidy
out = block.reshape(B, T, C)""",
}

_PYTORCH: Mapping[str, str] = {
    "pour": "wide = tokens @ table  # (B, T, E) @ (E, 3C) -> (B, T, 3C)",
    "cut": "q, k, v = wide.chunk(3, dim=-1)  # three of (B, T, C)",
    "dividers": """\
q = q.view(B, T, H, D)  # from (B, T, C)
k = k.view(B, T, H, D)
v = v.view(B, T, H, D)""",
    "reshelve": """\
q = q.transpose(1, 2)  # (B, H, T, D)
k = k.transpose(1, 2)
v = v.transpose(1, 2)""",
    "inside_flip": "k = k.transpose(-2, -1)  # (B, H, D, T)",
    "scores": """\
matches = q @ k  # (B, H, T, D) @ (B, H, D, T) -> (B, H, T, T)
""",
    "blend": "blend = shares @ v  # (B, H, T, T) @ (B, H, T, D) -> (B, H, T, D)",
    "merge": """\
reshelved = blend.transpose(1, 2)  # (B, T, H, D)
block = reshelved.contiguous()  # same values, tidy
out = block.view(B, T, C)""",
}

_EINOPS: Mapping[str, str] = {
    "pour": 'wide = einsum(tokens, table, "b t e, e c -> b t c")',
    "cut": 'q, k, v = rearrange(wide, "b t (three c) -> three b t c", three=3)',
    "dividers": """\
q = rearrange(q, "b t (h d) -> b t h d", h=H)
k = rearrange(k, "b t (h d) -> b t h d", h=H)
v = rearrange(v, "b t (h d) -> b t h d", h=H)""",
    "reshelve": """\
q = rearrange(q, "b t h d -> b h t d")
k = rearrange(k, "b t h d -> b h t d")
v = rearrange(v, "b t h d -> b h t d")""",
    "inside_flip": 'k = rearrange(k, "b h t d -> b h d t")',
    "scores": """\
matches = einsum(q, k, "b h i d, b h d j -> b h i j")
""",
    "blend": 'blend = einsum(shares, v, "b h i j, b h j d -> b h i d")',
    "merge": 'out = rearrange(blend, "b h t d -> b t (h d)")',
}

LINES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"numpy": _NUMPY, "pytorch": _PYTORCH, "einops": _EINOPS}
)
"""By dialect and step; what depends on the trip at hand is written by `explorer.words.code_lines`."""


def imports_for(dialect: str) -> str:
    """Give the import lines that a dialect's code needs.

    Parameters
    ----------
    dialect : {"numpy", "pytorch", "einops"}
        Which library's way of saying it.

    Returns
    -------
    str
        One line or two.

    Raises
    ------
    UnknownNameError
        If there is no such dialect.

    Examples
    --------
    >>> imports_for("numpy")
    'import numpy as np'
    """
    check_dialect(dialect)
    return _IMPORTS[dialect]


def check_dialect(dialect: str) -> None:
    """Refuse a dialect that does not exist.

    Parameters
    ----------
    dialect : str

    Raises
    ------
    UnknownNameError
        If it is none of the three.

    Examples
    --------
    >>> check_dialect("einops")
    """
    if dialect not in DIALECTS:
        raise UnknownNameError(f"Cannot write code in {dialect!r}: choose {listed(DIALECTS)}.")
