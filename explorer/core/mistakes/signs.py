"""What can be said of an output that is not the right one, and that no known way leads to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.ways import close
from explorer.errors import listed

__all__ = ["factor", "signs", "signs_of_shape"]


def signs(config: Config, right: Array, wrong: Array, eps: float) -> tuple[str, ...]:
    r"""Say what shows when a wrong output of the right shape is held against the right one.

    Parameters
    ----------
    config : Config
    right, wrong : ndarray, axes (batch, token, width)
    eps : float
        How finely `wrong` tells numbers apart.

    Returns
    -------
    tuple of str
        Sentences, the most telling first.

    Examples
    --------
    >>> right = np.random.default_rng(0).standard_normal((1, 3, 4))
    >>> print(*signs(Config(), right, right[:, ::-1], 2e-16), sep="\n")
    All the right rows are there, in another order: tokens 0, 1, 2 hold those of 2, 1, 0.
    1 of 3 tokens is right: 1.
    The largest difference is 1.264.
    """
    return tuple(_signs(config, right, wrong, eps))


def signs_of_shape(
    config: Config, right: Array, shape: tuple[int, ...], wrong: Array | None, eps: float
) -> tuple[str, ...]:
    """Say what another shape looks like, and whether the right numbers are in it.

    Parameters
    ----------
    config : Config
        Its sizes are all different, so that each of them names an axis.
    right : ndarray, axes (batch, token, width)
    shape : tuple of int
    wrong : ndarray or None
    eps : float

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> sizes = Config(batch=2, tokens=5, heads=3, head_dim=4)
    >>> signs_of_shape(sizes, np.zeros((2, 5, 12)), (2, 3, 5, 4), None, 2e-16)[0]
    "That is (B, H, T, D): your heads aren't merged."
    """
    heads = right.reshape(config.batch, config.tokens, config.heads, config.head_dim)
    known = {
        "B H T D": ("your heads aren't merged", heads.transpose(0, 2, 1, 3)),
        "B T H D": ("the re-shelve back is done, and the dividers are not pulled out", heads),
        "B H D T": ("your heads aren't merged, and stand on their edge", heads.transpose(0, 2, 3, 1)),
        "T B C": ("token and batch are swapped", right.swapaxes(0, 1)),
        "B C T": ("token and width are swapped", right.swapaxes(1, 2)),
        "B H T T": ("these look like the shares or the scores, and not the blend of the values", None),
        "B T T": ("these look like shares, and not the blend of the values", None),
        "B T D": ("that is a single head", None),
        "T C": ("the batch axis is lost", None),
        "B T 3C": ("that is as wide as the wide row", None),
        "BT C": ("batch and token are flattened together", right.reshape(-1, config.width)),
        "BH T D": (
            "your heads aren't merged; batch and head are still one axis",
            heads.transpose(0, 2, 1, 3).reshape(-1, config.tokens, config.head_dim),
        ),
    }
    sizes = {"B": config.batch, "T": config.tokens, "H": config.heads, "D": config.head_dim}
    sizes |= {"C": config.width, "3C": 3 * config.width}
    sizes |= {"BT": config.batch * config.tokens, "BH": config.batch * config.heads}
    for letters, (said, expected) in known.items():
        if tuple(sizes[letter] for letter in letters.split()) == shape:
            told = (f"That is ({letters.replace(' ', ', ')}): {said}.",)
            if expected is None or wrong is None:
                return told
            if close(wrong, expected, eps):
                return (*told, "The numbers in it are the right ones: only that is left to do.")
            return (*told, "The numbers in it are not the right ones either.")
    return ()


def _signs(config: Config, right: Array, wrong: Array, eps: float) -> Iterator[str]:
    lost = np.isnan(wrong)
    if lost.all():
        yield "Every number is NaN, not a number: 0 / 0, or infinity over infinity."
        return
    if lost.any():
        rows = [token for token in range(config.tokens) if lost[:, token].any()]
        yield f"NaN, not a number, stands in {_counted('token', rows)}: say, a row with nothing kept."
    yield from factor(right, wrong, eps)
    yield from _orders(config, right, wrong, eps)
    alike = [token for token in range(config.tokens) if close(wrong[:, token], right[:, token], eps)]
    if alike:
        verb = "is" if len(alike) == 1 else "are"
        yield f"{len(alike)} of {config.tokens} tokens {verb} right: {listed(alike, 'and')}."
    else:
        yield "No token is right in every batch item."
    heads = _blocks(config, right), _blocks(config, wrong)
    alike = [head for head in range(config.heads) if close(heads[1][:, :, head], heads[0][:, :, head], eps)]
    if alike:
        verb = "is" if len(alike) == 1 else "are"
        yield f"{len(alike)} of {config.heads} heads {verb} right: {listed(alike, 'and')}."
    with np.errstate(all="ignore"):  # an infinity less itself
        largest = float(np.nanmax(np.abs(wrong - right)))
    yield f"The largest difference is {largest:.4g}."


def factor(right: Array, wrong: Array, eps: float) -> tuple[str, ...]:
    """Say so where every number is a number of times the right one.

    Parameters
    ----------
    right, wrong : ndarray
        Of one shape.
    eps : float

    Returns
    -------
    tuple of str
        A sentence, or nothing.

    Examples
    --------
    >>> factor(np.array([1.0, 2.0]), np.array([3.0, 6.0]), 2e-16)
    ('Every number is 3 times the right one.',)
    """
    with np.errstate(all="ignore"):
        times = float(np.nanmedian(wrong / right))
    if not np.isfinite(times) or times == 1 or not close(wrong, times * right, eps * max(1.0, abs(times))):
        return ()
    return (f"Every number is {times:.4g} times the right one." if times else "Every number is 0.",)


def _orders(config: Config, right: Array, wrong: Array, eps: float) -> Iterator[str]:
    """Find the right rows, heads or batch items in another order."""
    for what, expected, taken in (
        ("batch items", right, wrong),
        ("tokens", right.swapaxes(0, 1), wrong.swapaxes(0, 1)),
        ("heads", _by_head(config, right), _by_head(config, wrong)),
    ):
        order = _order(expected, taken, eps)
        if order:
            places, there = (
                listed(numbers, ",").replace(" ,", ",") for numbers in (range(len(order)), order)
            )
            kind = "rows" if what == "tokens" else what
            yield f"All the right {kind} are there, in another order: {what} {places} hold those of {there}."
            return
    yield from _order_in_the_row(config, right, wrong, eps)


def _order_in_the_row(config: Config, right: Array, wrong: Array, eps: float) -> Iterator[str]:
    """Find the right numbers of every row, all in the same other order."""
    order = _order(right.reshape(-1, config.width).T, wrong.reshape(-1, config.width).T, eps)
    if not order:
        return
    said = "Each token's row holds the right numbers in another order"
    heads_last = np.arange(config.width).reshape(config.heads, config.head_dim).T.ravel()
    if list(order) == heads_last.tolist():
        yield f"{said}: (d h) for (h d). Join the heads with concatenate, not stack, or re-shelve first."
    else:
        yield f"{said}: places 0, 1, 2, ... hold those of {', '.join(map(str, order))}."


def _order(right: Array, wrong: Array, eps: float) -> tuple[int, ...]:
    """Say which of the right pieces stands at each place; nothing where they are not all there."""
    order = tuple(
        next((i for i, piece in enumerate(right) if close(one, piece, eps)), len(right)) for one in wrong
    )
    return order if sorted(order) == list(range(len(right))) else ()


def _blocks(config: Config, rows: Array) -> Array:
    return rows.reshape(config.batch, config.tokens, config.heads, config.head_dim)


def _by_head(config: Config, rows: Array) -> Array:
    return np.moveaxis(_blocks(config, rows), 2, 0)


def _counted(what: str, numbers: list[int]) -> str:
    return f"{what}{'s' if len(numbers) > 1 else ''} {listed(numbers, 'and')}"
