"""What NumPy refuses with is put in plain words, with the sizes that their message tells."""

from __future__ import annotations

import re

import numpy as np
import pytest

from explorer import words
from explorer.errors import UnknownNameError
from tests.test_words_say_enough import JARGON

Q = np.ones((1, 2, 3, 2))
GENERAL = words.translate("ValueError", "words that nobody knows")
MOVED = Q.transpose(0, 2, 1, 3)


def put(place, made):
    place[...] = made


def added_in_place(place, more):
    place += more


# What is tried, live; what must be said of it in pencil words; and in standard ones.
REFUSED = {
    "rows and columns": (
        lambda: Q @ Q,
        (
            "A product lays a row of the left along a column of the right. "
            "The rows hold 2 numbers, the columns 3: they don't meet."
        ),
        "The product sums over an axis of size 2 on the left and of size 3 on the right: they must be equal.",
    ),
    "a row and a row": (
        lambda: np.ones(3) @ np.ones(4),
        "The rows hold 3 numbers, the columns 4",
        "size 3 on the left and of size 4",
    ),
    "np.dot": (
        lambda: np.dot(Q, Q),
        "The rows hold 2 numbers, the columns 3",
        "size 2 on the left and of size 3",
    ),
    "a product with a number": (
        lambda: Q @ np.float64(3),
        "One side is a single number.",
        "matmul takes no scalars",
    ),
    "shelves of a product": (
        lambda: Q @ MOVED,
        (
            "The rows and columns would meet, but the shelves around them differ: (1, 2) and (1, 3). "
            "The product runs once for every pin, so both sides need the same pins."
        ),
        "The inner sizes agree; the leading axes, (1, 2) and (1, 3), do not broadcast.",
    ),
    "all reversed": (lambda: Q @ Q.T, "differ: (1, 2) and (2, 3)", "(1, 2) and (2, 3), do not broadcast"),
    "einsum": (
        lambda: np.einsum("bhid,bhdj->bhij", Q, Q),
        "One letter stands for two counters of different sizes, in (1, 2, 3, 2) and (1, 2, 3, 2).",
        "An einsum subscript names axes of different sizes",
    ),
    "a mask over other scores": (
        lambda: np.where(np.ones((3, 3), bool), np.ones((1, 3, 2, 2)), -np.inf),
        (
            "Tables of (3, 3) and (1, 3, 2, 2) are laid over each other, cell on cell. "
            "Counted from the back, the sizes in place 1 are 3 and 2. They must be equal, or one of them 1."
        ),
        "The shapes (3, 3) and (1, 3, 2, 2) do not broadcast: axis -1 has sizes 3 and 2.",
    ),
    "a mask of other books": (
        lambda: np.ones((2, 1, 3, 3), bool) & np.ones((5, 4, 3, 3), bool),
        "the sizes in place 4 are 2 and 5",
        "axis -4 has sizes 2 and 5",
    ),
    "put into another shape": (
        lambda: put(np.ones((2, 3, 2)), np.ones((3, 3))),
        "What was made has the shape (3, 3), and the place for it has (2, 3, 2).",
        "Shape (3, 3) does not broadcast into shape (2, 3, 2).",
    ),
    "added in place": (
        lambda: added_in_place(np.ones(3), np.ones((2, 3))),
        "What was made has the shape (2, 3), and the place for it has (3,).",
        "Shape (2, 3) does not broadcast into shape (3,).",
    ),
    "spread": (
        lambda: np.broadcast_to(np.ones((2, 3)), (3, 3)),
        "the shape (2, 3), and the place for it has (3, 3)",
        "(2, 3) does not broadcast into shape (3, 3)",
    ),
    "reshape": (
        lambda: Q.reshape(1, 3, 3, 1),
        "There are 12 numbers, and a shape of (1, 3, 3, 1) holds 9. A reshape neither adds nor drops any.",
        "A reshape keeps the number of elements: 12 here, 9 in the shape (1, 3, 3, 1).",
    ),
    "reshape, one left open": (
        lambda: Q.reshape(1, 3, -1, 5),
        "There are 12 numbers, and one size was left open. The others make 15, and 12 is no multiple of it.",
        "A reshape keeps the number of elements: 12 is not a multiple of 15.",
    ),
    "reshape, two left open": (
        lambda: Q.reshape(-1, -1),
        "Only one size may be left open as -1",
        "At most one dimension of a new shape may be -1.",
    ),
    "view, four sizes": (
        lambda: Q.view(1, 3, 2, 2),
        (
            "In NumPy, `view` reads the same bytes as another kind of number, and takes no sizes. "
            "For another shape the word is `reshape`."
        ),
        "ndarray.view() takes a dtype, not a shape. PyTorch's view is NumPy's reshape.",
    ),
    "view, two sizes": (lambda: Q.view(3, 4), "In NumPy, `view`", "takes a dtype"),
    "view, one size": (lambda: Q.view(12), "In NumPy, `view`", "takes a dtype"),
    "view, a shape of three": (lambda: Q.view((1, 3, 4)), "In NumPy, `view`", "takes a dtype"),
    "view, a shape of two": (lambda: Q.view((3, 4)), "In NumPy, `view`", "takes a dtype"),
    "transpose of two": (
        lambda: Q.transpose(-2, -1),
        (
            "NumPy's `transpose` takes the whole new order, each counter once, "
            "and was given too few or too many. "
            "To swap just two, as PyTorch's `transpose` does, the word is `swapaxes`."
        ),
        (
            "ndarray.transpose() takes a permutation of all axes, and was given another number of them. "
            "PyTorch's transpose(a, b) is NumPy's swapaxes(a, b)."
        ),
    ),
    "transpose, one twice": (
        lambda: Q.transpose(0, 1, 1, 2),
        "names one counter twice",
        "no permutation: one is repeated",
    ),
    "swapaxes too far": (
        lambda: Q.swapaxes(1, 5),
        "There is no counter 5. There are 4, called 0 to 3 from the front, or -1 to -4 from the back.",
        "Axis 5 does not exist in an array of 4 axes.",
    ),
    "sum along what is not there": (lambda: Q.sum(axis=-5), "no counter -5", "Axis -5 does not exist"),
    "split": (
        lambda: np.split(np.ones((1, 3, 13)), 3, axis=-1),
        "numbers are left over",
        "a multiple of the number of parts",
    ),
    "a table that picks": (
        lambda: Q[np.ones((3, 3), bool)],
        "For counter 0 there are 1 places, and the table has 3.",
        "axis 0 has size 1, that of the index 3",
    ),
    "too many places": (
        lambda: Q[0, 0, 0, 0, 0],
        "There are 4 counters, and 5 were given a place.",
        "An array of 4 axes was indexed with 5 indices.",
    ),
    "a place too far": (
        lambda: Q[0, 5],
        "Counter 1 has 2 places, the first of them 0, and there is no place 5.",
        "Index 5 is outside axis 1, which has size 2.",
    ),
    "PyTorch's word": (
        lambda: Q.contiguous(),
        "`contiguous` is PyTorch's word. In NumPy write `np.ascontiguousarray(x)`.",
        "NumPy has no `contiguous`; its counterpart is `np.ascontiguousarray(x)`.",
    ),
    "PyTorch's softmax": (lambda: np.softmax(Q), "`softmax` is PyTorch's word", "NumPy has no `softmax`"),
    "nobody's word": (lambda: Q.reshelve(), "There is no word `reshelve` here.", "no attribute `reshelve`"),
    "dim": (lambda: Q.sum(dim=-1), "In NumPy write `axis`.", "NumPy's keyword is `axis`."),
    "not of numbers": (lambda: ~Q, "`&` and `~` are for True and False", "must be boolean"),
    "and of numbers": (lambda: Q & Q, "`&` and `~` are for True and False", "must be boolean"),
    "no room": (lambda: np.ones((10**7, 10**7, 10**3)), "it would take", "more memory than there is"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_numpy_says_live_is_put_in_plain_words_with_its_sizes(what):
    attempt, pencil, standard = REFUSED[what]
    with pytest.raises(Exception) as refused:  # its class is NumPy's affair
        attempt()
    said = words.translate(type(refused.value).__name__, str(refused.value))
    assert pencil in said.pencil
    assert standard in said.standard


def test_words_that_are_not_known_get_a_general_sentence_and_never_none():
    assert GENERAL.pencil.startswith("This can't be done with these sizes, or with numbers of this kind.")
    assert GENERAL.standard.startswith("ValueError: check the shape and the dtype")
    assert (
        words.translate("LinAlgError", "Last 2 dimensions of the array must be square").pencil
        == GENERAL.pencil
    )


def test_a_translation_is_said_in_either_words_or_in_both_one_after_the_other():
    said = words.Translation("In pencil.", "In standard.")
    assert (said.say("pencil"), said.say("standard")) == ("In pencil.", "In standard.")
    assert said.say() == "In pencil. In standard."
    with pytest.raises(UnknownNameError, match="Cannot speak in 'loud' words"):
        said.say("loud")


@pytest.mark.parametrize("what", [*REFUSED, "general"])
def test_the_pencil_sentence_is_free_of_jargon_and_short_enough(what):
    if what == "general":
        said = GENERAL.pencil
    else:
        with pytest.raises(Exception) as refused:
            REFUSED[what][0]()
        said = words.translate("Error", str(refused.value)).pencil
    assert not re.search(rf"\b({'|'.join(JARGON)})s?\b", re.sub(r"`[^`]*`", "", said))
    for part in re.split(r"(?<=[.:;?]) ", said):
        assert len(part.split()) <= 28, part
