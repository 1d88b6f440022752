"""A table as text, CSV: one matrix, perhaps with a row of headings and a column of token names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import numpy as np

from explorer.core.grid import Array
from explorer.errors import FileError
from explorer.files.gather import Gathering
from explorer.files.limits import MEBIBYTE, MOST_LINES, MOST_TEXT_NUMBERS
from explorer.files.pile import LABEL_NAMES, Pile, shown

__all__ = ["read_csv"]

_LONGEST = 64  # characters of a field, on the average: float64 needs 25


def read_csv(text: str, name: str) -> Pile:
    r"""Read one matrix: a row for each token.

    The separator is the first of semicolon, tab, comma and space that the first row holds; beside a semicolon
    or tab a comma is a decimal one. The first row is headings if no number follows its first field, or if
    that field is empty or names the column of tokens; the first column is names of tokens if that field says
    so, or if the first row of numbers does not start with one. Lines that start with ``#`` are skipped.

    Parameters
    ----------
    text : str
    name : str
        The file's name; the matrix goes by it too, less its ending.

    Returns
    -------
    Pile

    Raises
    ------
    FileError
        If there is text among the numbers, rows differ in length (the message says where), or there is none.

    Examples
    --------
    >>> pile = read_csv("token,a,b\nthe,1,2\ncat,3,4.5\n", "tokens.csv")
    >>> pile.arrays["tokens"].tolist(), pile.labels
    ([[1.0, 2.0], [3.0, 4.5]], ('the', 'cat'))
    """
    separators = max(text.count(mark) for mark in ",;\t ")
    if text.count("\n") > MOST_LINES or separators > MOST_TEXT_NUMBERS:
        raise FileError(
            f"Cannot open {name}: it has more than {MOST_LINES} lines or {MOST_TEXT_NUMBERS} numbers. "
            "Save it as .npy or .npz, which take a tenth of the time, or save fewer tokens."
        )
    if len(text) > MEBIBYTE + _LONGEST * (separators + text.count("\n")):
        raise FileError(f"Cannot open {name}: its fields are longer than numbers are. Put a number in each.")
    lines = _lines(text, name)
    line, first = next(lines, (0, []))
    if not first:
        raise FileError(f"Cannot open {name}: there is no row in it. Give a row of numbers for each token.")
    found = Gathering(name)
    named = first[0].strip().lower() in LABEL_NAMES | {"", "name", "text"}
    headed = (named and len(first) > 1) or not any(_is_number(field) for field in first)
    if headed:
        found.note("The first row is headings and was left out.")
        width = len(first)
        line, first = next(lines, (0, []))
        if not first:
            raise FileError(f"Cannot open {name}: there is no row below the headings.")
        _refuse_ragged(len(first), width, line, name)
    width = len(first)
    labelled = (headed and named) or (width > 1 and not _is_number(first[0]))
    rows, labels = [_row(first, labelled, line, name)], [first[0]]
    for line, fields in lines:
        _refuse_ragged(len(fields), width, line, name)
        rows.append(_row(fields, labelled, line, name))
        labels.append(fields[0])
    if labelled:
        found.label([label.strip() for label in labels])
    found.add(name.rsplit(".", 1)[0] or name, np.stack(rows))
    return found.pile()


def _lines(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Give each row's fields, by the number of its line; empty lines and remarks left out."""
    # None: every kind of line's end counts.
    head = next((line for line in io.StringIO(text, newline=None) if _counts(line)), "")
    mark = next((mark for mark in ";\t," if mark in head), None)
    rows = _quoted(text, mark, name) if mark and '"' in text else _plain_rows(text, mark)
    for line, fields in rows:
        if mark != "," and any("," in field for field in fields):
            fields = [field.replace(",", ".") if _decimal_comma(field) else field for field in fields]
        yield line, fields


def _plain_rows(text: str, mark: str | None) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        if _counts(line):
            yield number, line.rstrip("\n").split(mark)


def _quoted(text: str, mark: str, name: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, skipinitialspace=True)
    try:
        for fields in reader:
            if any(fields) and not fields[0].startswith("#"):
                yield reader.line_num, fields
    except csv.Error as error:
        raise FileError(
            f"Cannot open {name}: line {reader.line_num + 1} can't be cut into fields ({error}). "
            "Save it as plain CSV."
        ) from None


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _decimal_comma(field: str) -> bool:
    """Whether a field can be a number with a decimal comma; a name keeps its commas."""
    return field.count(",") == 1 and "." not in field and _is_number(field.replace(",", "."))


def _is_number(field: str) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True


def _row(fields: list[str], labelled: bool, line: int, name: str) -> Array:
    numbers = fields[1:] if labelled else fields
    try:
        return np.array(list(map(float, numbers)))
    except ValueError:
        column = next(n for n, field in enumerate(numbers) if not _is_number(field))
    held = shown(numbers[column]) if numbers[column].strip() else "nothing"
    raise FileError(
        f"Cannot open {name}: line {line}, column {column + 1 + labelled} holds {held}, not a number. "
        "Put a number there."
    )


def _refuse_ragged(found: int, expected: int, line: int, name: str) -> None:
    if found != expected:
        raise FileError(
            f"Cannot open {name}: line {line} has {found} fields where the first row has {expected}. "
            "Give every row as many."
        )
