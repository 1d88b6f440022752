r"""Reading numbers as people type them and as programs copy them: one, or a block with a line for each row.

A comma is the trouble: it stands between two numbers in one country and inside of one in another. Here

- one number alone has a decimal comma, ``2,5``, as has whatever tabs or semicolons stand between;
- blanks separate where every comma has a digit on both sides, ``1,5 2,5 3``: decimal commas;
- commas separate in brackets, ``[1,2]``, beside a blank, ``1, 2``, where a line has two or more of them and
  no blank, ``1,2,3``, and beside a point or a sign, ``1.5,2`` and ``1,-2``;
- what could be both is refused: ``1,5`` or ``1,000`` in every line of a block, ``1.5 2,5``, ``1,5, 2,5``, and
  ``1,000,000``, which may be one number with a comma at every third digit.
"""

from __future__ import annotations

import math
import re
from typing import Literal, NoReturn

from explorer.errors import DataError

__all__ = ["MOST_PASTED", "number_from", "rows_from"]

MOST_PASTED = 10_000
"""The most numbers that one block may have."""

_SHOWN = 40
_BETWEEN_ROWS = re.compile(r"[\])](?:\s*[,;])?\s*[\[(]")
_INNERMOST = re.compile(r"[\[(][^\[\]()]*[\])]")
_WRAPPING = re.compile(r"\b(?:array|tensor)(?=\()|,\s*[a-z_]+=[^,()\[\]]*")  # NumPy's and PyTorch's repr
_INSIDE = re.compile(r"(?<=\d),(?=\d)")
_EITHER = re.compile(r"[-+\u2212]?\d+,\d+(?:[eE][-+]?\d+)?")  # one number with a decimal comma, or two


def number_from(text: str) -> float:
    """Read a number as people type it: with a point, or with a comma where there is no point.

    Parameters
    ----------
    text : str

    Returns
    -------
    float

    Raises
    ------
    DataError
        If it is no finite number.

    Examples
    --------
    >>> number_from(" -2,5 "), number_from("1e3"), number_from("1/4")
    (-2.5, 1000.0, 0.25)
    """
    plain = text.strip().replace("\u2212", "-")
    if "." not in plain:
        plain = plain.replace(",", ".", 1)
    above, slash, below = plain.partition("/")
    try:
        value = float(above) / float(below) if slash else float(above)
    except (ValueError, ZeroDivisionError, OverflowError):
        value = math.nan
    if not math.isfinite(value) or "_" in plain:
        raise DataError(
            f"Cannot take {text.strip()[:_SHOWN]!r} for a number: give one as in 2, -0.5, 1e-3 or 1/4."
        )
    return value


def rows_from(text: str) -> list[list[float]]:
    r"""Read a block as a spreadsheet, an editor or NumPy copies it: a line a row, or a bracket a row.

    Parameters
    ----------
    text : str
        Tabs, semicolons, blanks or commas stand between the numbers; the module says when a comma does.

    Returns
    -------
    list of rows of float
        All rows of the same length.

    Raises
    ------
    DataError
        If something in it is no number, or could be read in two ways, rows differ in length, or there is
        nothing or too much in it.

    Examples
    --------
    >>> rows_from("1\t2\n3\t4")
    [[1.0, 2.0], [3.0, 4.0]]
    >>> rows_from("[[1,2.5],[3,4]]")
    [[1.0, 2.5], [3.0, 4.0]]
    >>> rows_from("1,5 2,5 3")
    [[1.5, 2.5, 3.0]]
    """
    if len(text) > 40 * MOST_PASTED:
        raise DataError(f"Cannot paste {len(text)} characters: at most {MOST_PASTED} numbers at once.")
    lines = _lines(text)
    if not any(line.strip(" ,;\t") for line in lines):
        raise DataError("Cannot paste nothing: copy a block of numbers first, a line for each row.")
    bracketed = re.search(r"[\[(]", text)
    if bracketed and ";" in text and _INSIDE.search(text):
        _refuse_two_readings(text.strip())
    commas = "separate" if bracketed else _commas(lines)
    rows = [[number_from(piece) for piece in _split(line, commas, row)] for row, line in enumerate(lines, 1)]
    if len({len(row) for row in rows}) > 1:
        at = next(i for i, row in enumerate(rows) if len(row) != len(rows[0]))
        raise DataError(
            f"Cannot paste rows of different lengths: row 1 has {len(rows[0])} numbers and row {at + 1} has "
            f"{len(rows[at])}. Copy a whole block."
        )
    if len(rows) * len(rows[0]) > MOST_PASTED:
        raise DataError(f"Cannot paste {len(rows)} x {len(rows[0])} numbers: at most {MOST_PASTED} at once.")
    return rows


def _lines(text: str) -> list[str]:
    """Cut a text into the lines of its rows, without brackets."""
    plain = _WRAPPING.sub("", text)
    nested = len(re.findall(r"[\[(]", plain)) > 1
    # A long row is wrapped inside its bracket. One bracket alone may be round a whole block, a line a row.
    wrapped = r"\s+" if nested else r"(?<=,)\s+"
    plain = _INNERMOST.sub(lambda row: re.sub(wrapped, " ", row[0]), plain)
    plain = re.sub(r"[\[\]()|]", " ", _BETWEEN_ROWS.sub("\n", plain))
    return [line for line in plain.splitlines() if line.strip()]


def _commas(lines: list[str]) -> Literal["separate", "decimal"]:
    """Tell from the lines without tabs and semicolons what a comma in them is."""
    told: dict[str, str] = {}
    for line in lines:
        body = line.strip()
        if "," not in body or "\t" in body or ";" in body:
            continue
        inside, blanks = len(_INSIDE.findall(body)), len(body.split()) > 1
        outside = body.count(",") - inside
        if inside and blanks and (outside or "." in body):
            _refuse_two_readings(body)
        if blanks:
            told["separate" if outside else "decimal"] = body
        elif _EITHER.fullmatch(body):
            told.setdefault("either", body)
        else:
            told["separate"] = body
    if "separate" not in told and "either" in told and "decimal" not in told:
        _refuse_two_readings(told["either"])
    if "decimal" in told and ("separate" in told or any("." in line for line in lines)):
        _refuse_two_readings(told["decimal"])
    return "decimal" if "decimal" in told else "separate"


def _split(line: str, commas: str, row: int) -> list[str]:
    """Cut a line into its numbers."""
    body = line.strip()
    for separator in ("\t", ";"):
        if separator in body:
            return body.strip(separator).split(separator)
    body = body.removesuffix(",")
    if commas == "decimal" or "," not in body:
        pieces = body.split()
    else:
        pieces = [piece.strip() for piece in body.split(",")]
        if "" in pieces:
            raise DataError(
                f"Cannot paste row {row}, {line.strip()[:_SHOWN]!r}: a place between its commas is empty. "
                "Write a number there, 0 perhaps."
            )
    # Nobody writes a number so: it is the end of one whose digits stand in threes, as 1 000 or 1,000.
    if any(re.match(r"0\d", piece) for piece in pieces[1:]):
        _refuse_two_readings(body)
    return pieces


def _refuse_two_readings(line: str) -> NoReturn:
    raise DataError(
        f"Cannot tell where a number ends in {line[:_SHOWN]!r}. Write points for decimals and nothing "
        "between thousands, and put a blank or a tab between numbers, as in 1.5 2000 3."
    )
