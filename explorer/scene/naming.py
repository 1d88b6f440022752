"""What a person called a token, as short as a picture needs it."""

from __future__ import annotations

from explorer.core.config import Config
from explorer.scene.extents import TOKEN_AXES

__all__ = ["token_name"]

_LONGEST = 12


def token_name(config: Config, axis: str, index: int) -> str:
    """Give the name that somebody gave a token, as short as a picture needs it.

    Parameters
    ----------
    config : Config
    axis : str
    index : int

    Returns
    -------
    str
        At most 12 characters; a longer one ends in an ellipsis. Empty where there is none.

    Examples
    --------
    >>> token_name(Config(labels=["the", "grandmother's"]), "key_token", 1)
    'grandmother\u2026'
    """
    if axis not in TOKEN_AXES or index >= len(config.labels):
        return ""
    name = config.labels[index]
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "\u2026"
