"""The code of each step, in NumPy, PyTorch and einops.

The lines of the ten steps, run in order in one namespace, give the same numbers as the engine. They start
from ``tokens`` and ``table`` (or from ``q``, ``k`` and ``v`` where those were handed over), the sizes
``B T H D C W``, and the imports of `imports_for`. Tests run them.
"""

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
scores = matches / D**0.5""",
    "shares": """\
exponentials = np.exp({struck})  # e to the minus infinity is 0
totals = exponentials.sum(axis=-1, keepdims=True)
shares = exponentials / totals  # (B, H, T, T)""",
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
scores = matches / D**0.5""",
    "shares": "shares = torch.softmax(struck, dim=-1)  # (B, H, T, T)",
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
scores = matches / D**0.5""",
    "shares": """\
exponentials = np.exp({struck})
totals = reduce(exponentials, "b h i j -> b h i 1", "sum")
shares = exponentials / totals""",
    "blend": 'blend = einsum(shares, v, "b h i j, b h j d -> b h i d")',
    "merge": 'out = rearrange(blend, "b h t d -> b t (h d)")',
}

_LINES: Mapping[str, Mapping[str, str]] = {"numpy": _NUMPY, "pytorch": _PYTORCH, "einops": _EINOPS}

_SIDE_BY_SIDE: Mapping[str, str] = {
    "numpy": "wide = np.concatenate([q, k, v], axis=-1)  # given: laid side by side",
    "pytorch": "wide = torch.cat([q, k, v], dim=-1)  # given: laid side by side",
    "einops": 'wide = rearrange([q, k, v], "three b t c -> b t (three c)")',
}
_COUNTERS: Mapping[str, str] = {
    "numpy": """\
i = np.arange(T)[:, None]  # the asking token
j = np.arange(T)[None, :]  # the token looked at
""",
    "pytorch": """\
i = torch.arange(T)[:, None]  # the asking token
j = torch.arange(T)[None, :]  # the token looked at
""",
    "einops": """\
i = rearrange(np.arange(T), "i -> i 1")
j = rearrange(np.arange(T), "j -> 1 j")
""",
}
_KEEP_ALL: Mapping[str, str] = {
    "numpy": "keep = np.ones((T, T), dtype=bool)",
    "pytorch": "keep = torch.ones(T, T, dtype=torch.bool)",
    "einops": "keep = np.ones((T, T), dtype=bool)",
}
_STRIKE: Mapping[str, str] = {
    "numpy": "struck = np.where(keep, scores, -np.inf)",
    "pytorch": 'struck = scores.masked_fill(~keep, float("-inf"))',
    "einops": "struck = np.where(keep, scores, -np.inf)",
}
_SHIFT: Mapping[str, str] = {
    "numpy": """\
peak = struck.max(axis=-1, keepdims=True)
shift = np.where(abs(peak) > 30, peak, 0)  # big scores: taken off first
""",
    "einops": """\
peak = reduce(struck, "b h i j -> b h i 1", "max")
shift = np.where(abs(peak) > 30, peak, 0)
""",
}


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
    _check_dialect(dialect)
    return _IMPORTS[dialect]


def code_for(
    step: str,
    dialect: str = "numpy",
    *,
    causal: bool = True,
    window: bool = True,
    given: bool = False,
    own_keep: bool = False,
    shifted: bool = False,
) -> str:
    """Give the line or lines of code of one step, as the trip at hand runs it.

    Parameters
    ----------
    step : str
        A step's name, ``"pour"`` to ``"merge"``.
    dialect : {"numpy", "pytorch", "einops"}
        Which library's way of saying it.
    causal, window : bool
        Which mask rules are on.
    given : bool
        Whether query, key and value were handed over, so that nothing is poured.
    own_keep : bool
        Whether a keep-table of one's own narrows the rules: ``own_keep``, of shape (T, T) or (B, 1, T, T).
    shifted : bool
        Whether scores were so large that each row's largest was taken off before blowing up.
        PyTorch's softmax always does that by itself.

    Returns
    -------
    str
        Python code, no newline at the end.

    Raises
    ------
    UnknownNameError
        If there is no such step or no such dialect.

    Examples
    --------
    >>> print(code_for("inside_flip", "pytorch"))
    k = k.transpose(-2, -1)  # (B, H, D, T)
    >>> print(code_for("mask", "numpy", window=False))
    i = np.arange(T)[:, None]  # the asking token
    j = np.arange(T)[None, :]  # the token looked at
    keep = j <= i  # not ahead
    struck = np.where(keep, scores, -np.inf)
    """
    _check_dialect(dialect)
    lines = _LINES[dialect]
    if step == "mask":
        return _mask_code(dialect, causal=causal, window=window, own_keep=own_keep)
    if step not in lines:
        raise UnknownNameError(f"Cannot write step {step!r} in code: choose {listed(_STEP_ORDER)}.")
    if step == "pour" and given:
        return _SIDE_BY_SIDE[dialect]
    if step == "shares" and dialect in _SHIFT:
        shift = _SHIFT[dialect] if shifted else ""
        return shift + lines[step].format(struck="struck - shift" if shifted else "struck")
    return lines[step]


def _mask_code(dialect: str, *, causal: bool, window: bool, own_keep: bool) -> str:
    if causal and window:
        keep = "keep = (j <= i) & (j >= i - W + 1)  # not ahead, not stale"
    elif causal:
        keep = "keep = j <= i  # not ahead"
    elif window:
        keep = "keep = j >= i - W + 1  # not stale"
    else:
        keep = f"{_KEEP_ALL[dialect]}  # no rule"
    counters = _COUNTERS[dialect] if causal or window else ""
    narrowed = "\nkeep = keep & own_keep" if own_keep else ""
    return f"{counters}{keep}{narrowed}\n{_STRIKE[dialect]}"


def _check_dialect(dialect: str) -> None:
    if dialect not in DIALECTS:
        raise UnknownNameError(f"Cannot write code in {dialect!r}: choose {listed(DIALECTS)}.")


_STEP_ORDER = (
    "pour", "cut", "dividers", "reshelve", "inside_flip", "scores", "mask", "shares", "blend", "merge",
)  # fmt: skip
