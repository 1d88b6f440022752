"""CSV: what is headings, what names tokens, which mark divides, and where the text is that should be a "
"number."""

from __future__ import annotations

import codecs

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.files import read_bytes
from explorer.files.limits import MOST_LINES, MOST_TEXT_BYTES, MOST_TEXT_NUMBERS
from tests.core.kit import quick
from tests.files.kit import said_of

SAME = [[1.0, 2.5, -3.0], [4.0, 5000.0, 6.0]]


@pytest.mark.parametrize(
    "text",
    [
        "1,2.5,-3\n4,5e3,6",
        "1,2.5,-3\r\n4,5e3,6\r\n",
        "1,2.5,-3\r4,5e3,6\r",
        "1;2.5;-3\n4;5e3;6\n",
        "1;2,5;-3\n4;5e3;6\n",
        "1\t2,5\t-3\n4\t5e3\t6\n",
        "1 2.5   -3\n4 5e3 6\n",
        "1.0e+00 2.5e+00 -3.0e+00\n4.0e+00 5.0e+03 6.0e+00\n",  # as np.savetxt writes
        "# width 3\n\n1,2.5,-3\n\n4,5e3,6\n\n",
        '"1","2.5","-3"\n"4","5e3","6"\n',
        "a,b,c\n1,2.5,-3\n4,5e3,6\n",
        ' 1 , 2.5 , -3 \n"4", "5e3", "6"\n',
    ],
)
def test_the_same_matrix_however_it_is_written(text: str) -> None:
    pile = read_bytes(text.encode(), "mine.csv")
    assert pile.arrays["mine"].tolist() == SAME
    assert pile.labels == ()


@pytest.mark.parametrize(
    "text",
    [
        "token,a,b,c\nthe,1,2.5,-3\n7,4,5e3,6\n",
        ",0,1,2\nthe,1,2.5,-3\n7,4,5e3,6\n",  # as pandas writes an index
        "the,1,2.5,-3\n7,4,5e3,6\n",
        "a,b,c,d\nthe,1,2.5,-3\n7,4,5e3,6\n",
        "the;1;2,5;-3\n7;4;5e3;6\n",
        '"the", 1, 2.5, -3\n"7", 4, 5e3, 6\n',
    ],
)
def test_a_first_column_of_names_labels_the_tokens(text: str) -> None:
    pile = read_bytes(text.encode(), "mine.csv")
    assert pile.arrays["mine"].tolist() == SAME
    assert pile.labels == ("the", "7")


def test_an_index_of_numbers_is_names_where_its_heading_says_so() -> None:
    pile = read_bytes(b",a,b\n0,1,2\n1,3,4\n", "mine.csv")
    assert (pile.arrays["mine"].tolist(), pile.labels) == ([[1, 2], [3, 4]], ("0", "1"))
    assert pile.notes == ("The first row is headings and was left out.",)


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("latin-1", b""),
    ],
)
def test_every_usual_encoding_is_read(encoding: str, mark: bytes) -> None:
    data = mark + "token,a,b\nété,1,2\n".encode(encoding)
    pile = read_bytes(data, "mine.csv")
    assert (pile.arrays["mine"].tolist(), pile.labels) == ([[1, 2]], ("été",))


@quick
@given(
    st.lists(
        st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([",", ";", "\t", " "]),
)
def test_every_float_comes_back_as_it_was(rows: list[list[float]], mark: str) -> None:
    text = "\n".join(mark.join(map(repr, row)) for row in rows)
    assert (read_bytes(text.encode(), "mine.csv").arrays["mine"] == np.array(rows)).all()


REFUSED = {
    "text among the numbers": (
        "a,b,c\n1,2,3\n4,x,6\n",
        "line 3, column 2 holds 'x', not a number. Put a number there.",
    ),
    "text after a name": (
        "the,1,2\ncat,y,4",
        "line 2, column 2 holds 'y', not a number. Put a number there.",
    ),
    "a thousand with its comma": (
        '1,2\n3,"1,500"',
        "line 2, column 2 holds '1,500', not a number. Put a number there.",
    ),
    "an empty field": ("1,2,3\n4,,6", "line 2, column 2 holds nothing, not a number. Put a number there."),
    "a name where a number was": (
        "1,2,3\nx,5,6",
        "line 2, column 1 holds 'x', not a number. Put a number there.",
    ),
    "rows of several lengths": (
        "1,2,3\n\n4,5\n",
        "line 3 has 2 fields where the first row has 3. Give every row as many.",
    ),
    "headings of another length": (
        "a,b\n1,2,3\n",
        "line 2 has 3 fields where the first row has 2. Give every row as many.",
    ),
    "headings alone": ("a,b,c\n", "there is no row below the headings."),
    "remarks alone": ("# nothing\n", "there is no row in it. Give a row of numbers for each token."),
    "blanks": (" \n\n ", "there is nothing in it but blanks. Give a file with numbers."),
    "a field without end": (
        '1,"2' + "3" * 200_000,
        "line 2 can't be cut into fields (field larger than field limit (131072)). Save it as plain CSV.",
    ),
    "a novel": ("1," + "x" * 2**21, "its fields are longer than numbers are. Put a number in each."),
    "many lines": (
        "1\n" * (MOST_LINES + 1),
        (
            f"it has more than {MOST_LINES} lines or {MOST_TEXT_NUMBERS} numbers. Save it as .npy or .npz, "
            f"which take "
            "a tenth of the time, or save fewer tokens."
        ),
    ),
    "many numbers": (
        "," * (MOST_TEXT_NUMBERS + 1),
        (
            f"it has more than {MOST_LINES} lines or {MOST_TEXT_NUMBERS} numbers. Save it as .npy or .npz, "
            f"which take "
            "a tenth of the time, or save fewer tokens."
        ),
    ),
    "much text": (
        "1" * (MOST_TEXT_BYTES + 2**20),
        "it is 49 MiB of text, and 48 MiB is the most. Save it as .npy or .npz: a third of the room.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_matrix_is_refused_with_its_place(case: str) -> None:
    text, why = REFUSED[case]
    assert said_of(text.encode(), "mine.csv") == f"Cannot open mine.csv: {why}"


def test_a_million_columns_are_read() -> None:
    pile = read_bytes(b",".join([b"1"] * 1_000_000), "wide.csv")
    assert pile.arrays["wide"].shape == (1, 1_000_000)
