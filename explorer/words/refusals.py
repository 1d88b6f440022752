"""What NumPy and PyTorch mean by the words they refuse with, said plainly and with the sizes at hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from explorer.words import refused_sizes as sizes
from explorer.words.terms import check_words

__all__ = ["Translation", "translate"]


@dataclass(frozen=True)
class Translation:
    """What a refusal means.

    Parameters
    ----------
    pencil, standard : str
        A sentence or two in each vocabulary.

    Examples
    --------
    >>> translate("ValueError", "repeated axis in transpose").say("pencil")
    'The new order names one counter twice. Name each of them once.'
    """

    pencil: str
    standard: str

    def say(self, words: str = "both") -> str:
        """Say it in the vocabulary asked for; in both, one after the other.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.
        """
        check_words(words)
        one = {"pencil": self.pencil, "standard": self.standard}
        return one.get(words, f"{self.pencil} {self.standard}")


def translate(error: str, message: str) -> Translation:
    """Say what a refusal means.

    Parameters
    ----------
    error : str
        The exception's class: ``"ValueError"``.
    message : str
        What NumPy said, or PyTorch.

    Returns
    -------
    Translation
        With the sizes that the message tells; a general one where the message is not known.

    Examples
    --------
    >>> said = "cannot reshape array of size 12 into shape (1,3,3,1)"
    >>> translate("ValueError", said).say("pencil")
    'There are 12 numbers, and a shape of (1, 3, 3, 1) holds 9. A reshape neither adds nor drops any.'
    """
    for pattern, meaning in _MEANINGS:
        found = pattern.search(message)
        if found is not None:
            return Translation(*meaning(**found.groupdict()))
    return Translation(
        "This can't be done with these sizes, or with numbers of this kind. Look at the line it stopped at, "
        "and ask of each name in it what its shape is.",
        f"{error}: check the shape and the dtype of each operand in the line.",
    )


_Meaning = Callable[..., tuple[str, str]]

_IN_NUMPY: Mapping[str, str] = {
    "chunk": "np.split(x, n, axis=-1)",
    "contiguous": "np.ascontiguousarray(x)",
    "masked_fill": "np.where(keep, x, -np.inf)",
    "permute": "x.transpose(...)",
    "softmax": "np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)",
    "unsqueeze": "x[:, np.newaxis]",
}


def _no_word(word: str) -> tuple[str, str]:
    if word in _IN_NUMPY:
        return (
            f"`{word}` is PyTorch's word. In NumPy write `{_IN_NUMPY[word]}`.",
            f"NumPy has no `{word}`; its counterpart is `{_IN_NUMPY[word]}`.",
        )
    return f"There is no word `{word}` here.", f"There is no attribute `{word}`."


def _always(pencil: str, standard: str) -> _Meaning:
    """Mean the same each time, but for what was found in the message."""
    return lambda **found: (pencil.format(**found), standard.format(**found))


_NUMPY_VIEW = _always(
    "In NumPy, `view` reads the same bytes as another kind of number, and takes no sizes. "
    "For another shape the word is `reshape`.",
    "ndarray.view() takes a dtype, not a shape. PyTorch's view is NumPy's reshape.",
)
_TORCH_VIEW = _always(
    "PyTorch's `view` never copies: it reads the numbers where they lie. Here they lie in another order, as "
    "after two shelves traded places. Tidy first with `contiguous()`, or use `reshape`, which copies.",
    "The strides do not allow this view: an axis would span memory that is not contiguous. "
    "Use contiguous().view(...) or reshape(...).",
)
_NUMPY_TRANSPOSE = _always(
    "NumPy's `transpose` takes the whole new order, each counter once, and was given too few or too many. "
    "To swap just two, as PyTorch's `transpose` does, the word is `swapaxes`.",
    "ndarray.transpose() takes a permutation of all axes, and was given another number of them. "
    "PyTorch's transpose(a, b) is NumPy's swapaxes(a, b).",
)
_TORCH_TRANSPOSE = _always(
    "PyTorch's `transpose` takes the two counters to swap. For a whole new order, as NumPy's takes it, the "
    "word is `permute`.",
    "Tensor.transpose() swaps two axes. NumPy's transpose(0, 2, 1, 3) is PyTorch's permute(0, 2, 1, 3).",
)

_KNOWN: tuple[tuple[str, _Meaning], ...] = (
    # Products
    (r"core dimension.*\(size (?P<right>\d+) is different from (?P<left>\d+)\)", sizes.product),
    (r"not aligned: (?P<left>\d+) \(dim \d+\) != (?P<right>\d+) \(dim \d+\)", sizes.product),
    (r"cannot be multiplied \(\d+x(?P<left>\d+) and (?P<right>\d+)x\d+\)", sizes.product),
    (r"batch2 tensor to be: (?P<left>\[.*\]) but got: (?P<right>\[.*\])", sizes.batched_product),
    (
        r"remapped .*->\((?P<left>[\d,]+),newaxis,newaxis\).*->\((?P<right>[\d,]+),newaxis,newaxis\)",
        sizes.pins,
    ),
    (r"remapped .*: \((?P<left>[\d,]+)\)->\S+ \((?P<right>[\d,]+)\)->", sizes.like_letters),
    (
        r"subscript (?P<letter>\w) has size (?P<second>\d+) .* previously seen size (?P<first>\d+)",
        _always(
            "The letter {letter} stands for two counters of different sizes, {first} and {second}.",
            "The einsum subscript {letter} names axes of different sizes, {first} and {second}.",
        ),
    ),
    (
        r"not have enough dimensions",
        _always(
            "A product needs a row or a grid on each side. One side is a single number.",
            "matmul takes no scalars: each operand needs at least one axis.",
        ),
    ),
    # One laid over another, or put into it
    (r"could not be broadcast together with shapes? (?P<shapes>.*)", sizes.covering),
    (
        r"tensor a \((?P<left>\d+)\) must match .* tensor b \((?P<right>\d+)\) .* dimension (?P<axis>\d+)",
        _always(
            "Two tables are laid over each other, and for counter {axis} one has {left} places and the "
            "other {right}. They must be equal, or one of them 1.",
            "The shapes do not broadcast: axis {axis} has sizes {left} and {right}.",
        ),
    ),
    (r"remapped .*: \((?P<made>[\d,]+)\) +and requested shape \((?P<place>[\d,]+)\)", sizes.putting),
    (r"from shape \((?P<made>[\d,]+)\) into shape \((?P<place>[\d,]+)\)", sizes.putting),
    (
        r"output operand with shape \((?P<place>[\d,]+)\) .*broadcast shape \((?P<made>[\d,]+)\)",
        sizes.putting,
    ),
    # Shapes and counters
    (r"cannot reshape array of size (?P<cells>\d+) into shape (?P<shape>\(.*\))", sizes.reshape),
    (r"shape '(?P<shape>\[.*\])' is invalid for input of size (?P<cells>\d+)", sizes.reshape),
    (
        r"only specify one unknown dimension|only one dimension can be inferred",
        _always(
            "Only one size may be left open as -1: two could be filled in many ways.",
            "At most one dimension of a new shape may be -1.",
        ),
    ),
    (r"view\(\) takes", _NUMPY_VIEW),
    (r"as a data type|data type .*not understood|Tuple must have size 2|sub-type of ndarray", _NUMPY_VIEW),
    (r"view size is not compatible", _TORCH_VIEW),
    (r"axes don't match array", _NUMPY_TRANSPOSE),
    (r"transpose\(\) takes 2 positional", _TORCH_TRANSPOSE),
    (
        r"input\.dim\(\) = (?P<axes>\d+) is not equal to len\(dims\) = (?P<named>\d+)",
        _always(
            "A new order names each counter once. There are {axes} counters, and {named} were named.",
            "permute() takes a permutation of all axes: {named} were given for a tensor of {axes}.",
        ),
    ),
    (
        r"repeated axis|duplicate dims",
        _always(
            "The new order names one counter twice. Name each of them once.",
            "The axes given are no permutation: one is repeated.",
        ),
    ),
    (r"axis (?P<axis>-?\d+) is out of bounds for array of dimension (?P<axes>\d+)", sizes.no_counter),
    (r"range of \[-(?P<axes>\d+), \d+\], but got (?P<axis>-?\d+)", sizes.no_counter),
    (
        r"does not result in an equal division",
        _always(
            "The row can't be cut into that many parts of one width: numbers are left over.",
            "np.split needs an axis whose size is a multiple of the number of parts.",
        ),
    ),
    # Picking cells
    (
        r"boolean index .* axis (?P<axis>\d+); size of axis is (?P<there>\d+) but .* is (?P<table>\d+)",
        _always(
            "A table of True and False must be as large as what it picks from. For counter {axis} there are "
            "{there} places, and the table has {table}.",
            "A boolean index must match the array: axis {axis} has size {there}, that of the index {table}.",
        ),
    ),
    (
        r"array is (?P<axes>\d+)-dimensional, but (?P<given>\d+) were indexed",
        _always(
            "There are {axes} counters, and {given} were given a place.",
            "An array of {axes} axes was indexed with {given} indices.",
        ),
    ),
    (
        r"too many indices for tensor of dimension (?P<axes>\d+)",
        _always(
            "There are {axes} counters, and more than that were given a place.",
            "A tensor of {axes} axes was indexed with more indices.",
        ),
    ),
    (
        r"index (?P<place>-?\d+) is out of bounds for (axis|dimension) (?P<axis>\d+) with size (?P<size>\d+)",
        _always(
            "Counter {axis} has {size} places, the first of them 0, and there is no place {place}.",
            "Index {place} is outside axis {axis}, which has size {size}.",
        ),
    ),
    # Words and kinds of number
    (r"has no attribute '(?P<word>\w+)'", _no_word),
    (
        r"unexpected keyword argument 'dim'",
        _always("`dim` is PyTorch's word. In NumPy write `axis`.", "NumPy's keyword is `axis`."),
    ),
    (
        r"ufunc '(invert|bitwise_\w+)' not supported|\.invert\) is only implemented",
        _always(
            "`&` and `~` are for True and False, and here are other numbers. A keep-table is True and False.",
            "The operator is not defined for this dtype: masks put together with & or ~ must be boolean.",
        ),
    ),
    (
        r"only supports boolean masks",
        _always(
            "`masked_fill` takes a table of True and False, and here are other numbers.",
            "masked_fill() takes a boolean mask.",
        ),
    ),
    (
        r"Unable to allocate (?P<room>.*) for an array",
        _always(
            "There is no room for it: it would take {room}.",
            "The array would take {room}, more memory than there is.",
        ),
    ),
)
_MEANINGS = tuple((re.compile(pattern), meaning) for pattern, meaning in _KNOWN)
