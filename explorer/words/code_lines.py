"""The code of each step as the trip at hand runs it, in NumPy, PyTorch and einops.

The lines of the ten steps, run in order in one namespace, give the same numbers as the engine. They start
from ``tokens`` and ``table`` and perhaps ``bias`` (or from ``q``, ``k`` and ``v`` where those were handed
over), the sizes ``B T H D C W``, and the imports of `imports_for`. Tests run them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.errors import UnknownNameError, listed
from explorer.words.dialects import LINES, check_dialect

__all__ = ["code_for"]

_STEP_ORDER = (
    "pour", "cut", "dividers", "reshelve", "inside_flip", "scores", "mask", "shares", "blend", "merge",
)  # fmt: skip
_MOST_CELLS = 6

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
_SCORES: Mapping[str, str] = {
    "head_dim": "scores = matches / D**0.5",
    "width": "scores = matches / C**0.5  # the whole row's width",
    "none": "scores = matches  # not divided",
}
_SHIFT: Mapping[str, str] = {
    "numpy": """\
peak = struck.max(axis=-1, keepdims=True)
shift = np.where({big}, peak, 0)  # big scores: taken off first
""",
    "einops": """\
peak = reduce(struck, "b h i j -> b h i 1", "max")
shift = np.where({big}, peak, 0)
""",
}
_TOTALS: Mapping[str, str] = {
    "numpy": "totals = exponentials.sum(axis=-1, keepdims=True)",
    "einops": 'totals = reduce(exponentials, "b h i j -> b h i 1", "sum")',
}
_EVENLY = """\
empty = ~keep.any(axis=-1, keepdims=True)  # nothing kept
exponentials = np.where(empty, 1, exponentials)  # so all alike
"""
_TORCH_EVENLY = """\
empty = ~keep.any(dim=-1, keepdim=True)  # nothing kept
struck = struck.masked_fill(empty, 0)  # so all alike
"""
_TORCH_EMPTY: Mapping[str, str] = {
    "refuse": "  # (B, H, T, T)",
    "nan": "  # nothing kept: nan",
    "zero": "\nshares = torch.nan_to_num(shares)  # nothing kept: 0",
}


def code_for(
    step: str,
    dialect: str = "numpy",
    *,
    causal: bool = True,
    window: bool = True,
    given: bool = False,
    own_keep: bool = False,
    shifted: bool = False,
    bias: bool = False,
    scale: str = "head_dim",
    window_counts_self: bool = True,
    by_hand: Sequence[tuple[int, int, bool]] = (),
    empty_rows: str = "refuse",
    every_cell: bool = False,
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
    bias : bool
        Whether a bias is added to each wide row.
    scale : {"head_dim", "width", "none"}
        What scores are divided by the square root of.
    window_counts_self : bool
        Whether the window counts the asking token itself.
    by_hand : sequence of (query_token, key_token, kept)
        Cells of the keep-table set by hand, all inside of it.
    empty_rows : {"refuse", "nan", "zero", "uniform"}
        What a row with nothing kept becomes.
    every_cell : bool
        Whether all cells set by hand are written, as code that is run needs it; else the last of many are
        only counted.

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
    check_dialect(dialect)
    if step == "mask":
        rules = _rules(causal=causal, window=window, window_counts_self=window_counts_self)
        keep = f"keep = {rules}" if rules else f"{_KEEP_ALL[dialect]}  # no rule"
        counters = _COUNTERS[dialect] if rules else ""
        narrowed = "\nkeep = keep & own_keep" if own_keep else ""
        cells = _cells(by_hand, everywhere=own_keep, every_cell=every_cell)
        return f"{counters}{keep}{narrowed}{cells}\n{_STRIKE[dialect]}"
    if step == "shares":
        return _shares(dialect, shifted=shifted, empty_rows=empty_rows)
    lines = LINES[dialect]
    if step not in lines:
        raise UnknownNameError(f"Cannot write step {step!r} in code: choose {listed(_STEP_ORDER)}.")
    if step == "pour" and given:
        return _SIDE_BY_SIDE[dialect]
    if step == "pour" and bias:
        product, *remark = lines[step].split("  #")
        return "  #".join([f"{product} + bias", *remark])
    return lines[step] + (_SCORES[scale] if step == "scores" else "")


def _rules(*, causal: bool, window: bool, window_counts_self: bool) -> str:
    """Write the tests that are on; nothing where none is."""
    oldest = "j >= i - W + 1" if window_counts_self else "j >= i - W"
    if causal and window:
        return f"(j <= i) & ({oldest})  # not ahead, not stale"
    if causal:
        return "j <= i  # not ahead"
    return f"{oldest}  # not stale" if window else ""


def _cells(by_hand: Sequence[tuple[int, int, bool]], *, everywhere: bool, every_cell: bool) -> str:
    """Write what a hand did to single cells, in every batch item where each has a table of its own."""
    books = "..., " if everywhere else ""
    few = every_cell or len(by_hand) <= _MOST_CELLS
    shown = by_hand if few else by_hand[: _MOST_CELLS - 2]
    lines = [f"\nkeep[{books}{i}, {j}] = {kept}  # by hand" for i, j, kept in shown]
    if len(shown) < len(by_hand):
        lines.append(f"\n# ... and {len(by_hand) - len(shown)} more cells by hand")
    return "".join(lines)


def _shares(dialect: str, *, shifted: bool, empty_rows: str) -> str:
    if dialect == "pytorch":
        even = _TORCH_EVENLY if empty_rows == "uniform" else ""
        return f"{even}shares = torch.softmax(struck, dim=-1){_TORCH_EMPTY.get(empty_rows, '')}"
    refused, remarks = empty_rows == "refuse", dialect == "numpy"
    # The peak of a row with nothing kept is minus infinity: there is nothing to take off.
    big = "abs(peak) > 30" if refused else "(abs(peak) > 30) & (peak > -np.inf)"
    shift = _SHIFT[dialect].format(big=big) if shifted else ""
    shift = shift if refused else shift.replace("  # big scores: taken off first", "")
    blown_up = f"exponentials = np.exp({'struck - shift' if shifted else 'struck'})"
    blown_up += "  # e to the minus infinity is 0\n" if remarks else "\n"
    even = _EVENLY if empty_rows == "uniform" else ""
    split = {
        "nan": "exponentials / totals  # nothing kept: 0 / 0 is nan",
        "zero": "np.nan_to_num(exponentials / totals)  # nothing kept: 0",
    }.get(empty_rows, f"exponentials / totals{'  # (B, H, T, T)' if remarks else ''}")
    return f"{shift}{blown_up}{even}{_TOTALS[dialect]}\nshares = {split}"
