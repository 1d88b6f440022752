"""What is done to WANT is done to HAVE and GIVE as well: one line, written three times."""

from __future__ import annotations

import re

__all__ = ["all_three"]


def all_three(line: str) -> str:
    """Write a line about q again for k and for v.

    Parameters
    ----------
    line : str

    Returns
    -------
    str
        Three lines.

    Examples
    --------
    >>> print(all_three("q = q.swapaxes(1, 2)"))
    q = q.swapaxes(1, 2)
    k = k.swapaxes(1, 2)
    v = v.swapaxes(1, 2)
    """
    return "\n".join(re.sub(r"\bq\b", name, line) for name in "qkv")
