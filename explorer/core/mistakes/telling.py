"""What a wrong trip came to, in sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from explorer import words as glossary
from explorer.core.mistakes.naming import NameClash
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.verdict import Cells, Verdict, alike
from explorer.core.tensor import Tensor
from explorer.core.ties import distinct, ties
from explorer.errors import listed
from explorer.words import in_words
from explorer.words.refusals import translate

__all__ = ["axis_name", "signature", "tell_clash", "tell_origin", "tell_verdict"]

_PREFIXES = {"query_": ("asking", "query"), "key_": ("looked-at", "key")}


def tell_verdict(verdict: Verdict, words: str = "both") -> tuple[str, ...]:
    """Tell a verdict, the most telling sentence first.

    Parameters
    ----------
    verdict : Verdict
    words : {"both", "pencil", "standard"}

    Returns
    -------
    tuple of str
        Sentences.

    Raises
    ------
    UnknownNameError
        If `words` is no vocabulary.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.mistakes.verdict import compare
    >>> told = tell_verdict(compare(ex.trace(), ex.trace(wrong_turns=["merge_without_reshelve"])), "pencil")
    >>> print(told[0], told[2])
    NumPy says nothing and the shape is right, but 8 of 12 numbers that come out are wrong. The largest \
difference is 2.196.
    """
    lead = {
        "refused": _refused,
        "other shape": _other_shape,
        "wrong contents": _wrong_contents,
        "hidden by a tie": _hidden,
        "same": _same,
    }[verdict.kind]
    return (*lead(verdict, words), *_where(verdict, words), *_sums(verdict, words), *_pytorch(verdict))


def tell_clash(clash: NameClash, words: str = "both") -> str:
    """Tell which names meet that do not fit.

    Parameters
    ----------
    clash : NameClash
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If `words` is no vocabulary.

    Examples
    --------
    >>> import explorer as ex
    >>> tied = ex.trace(ex.Config(head_dim=3), wrong_turns=["flip_forgotten"])
    >>> tell_clash(tied.clashes[0], "pencil")
    'WANT (book, lens, token, number) times HAVE (book, lens, token, number): number falls on token. The \
sizes fit, so NumPy runs; the names do not.'
    """
    left, right = signature(clash.left, words), signature(clash.right, words)
    met = " and ".join(
        f"{axis_name(one, words)} falls on {axis_name(other, words)}" for one, other in clash.apart
    )
    verb = {"product": "times", "mask": "under", "glue": "glued into"}[clash.how]
    ran = (
        "The sizes fit, so NumPy runs; the names do not."
        if clash.ran
        else "Neither the names fit nor the sizes, and NumPy refuses."
    )
    if clash.how == "glue":
        order = ", ".join(axis_name(axis, words) for axis in ("batch", "token", "head", "head_dim"))
        return f"{left} {verb} {right} as if it were ({order}): {met}. A reshape asks for no names."
    return f"{left} {verb} {right}: {met}. {ran}"


def tell_origin(coords: Mapping[str, Any], words: str = "both") -> str:
    """Tell where a number came from.

    Parameters
    ----------
    coords : mapping of str to int or str
        As `Origins.coords` gives them.
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> tell_origin({"part": "key", "batch": 0, "token": 2, "head": 1, "head_dim": 0}, "pencil")
    'HAVE, book 0, token 2, lens 1, number 0'
    """
    part = [glossary.TENSORS[coords["part"]].short(words)] if "part" in coords else []
    return ", ".join(
        [*part, *(f"{axis_name(axis, words)} {index}" for axis, index in coords.items() if axis != "part")]
    )


def axis_name(axis: str, words: str = "both") -> str:
    """Name an axis, also one that only a wrong trip has.

    Parameters
    ----------
    axis : str
        ``"token"``, ``"query_head"``, ``"axis_3"``, ...
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> axis_name("head", "pencil"), axis_name("query_head", "standard"), axis_name("axis_3")
    ('lens', 'query head', 'axis 3')
    """
    for prefix, said in _PREFIXES.items():
        if axis.startswith(prefix):
            return f"{said[words == 'standard']} {axis_name(axis.removeprefix(prefix), words)}"
    if axis in glossary.AXES:
        return glossary.AXES[axis].short(words)
    return axis.replace("_", " ")


def _refused(verdict: Verdict, words: str) -> tuple[str, ...]:
    refusal = verdict.refusal
    assert refusal is not None  # of this kind is only what was refused
    meant = translate(refusal.error, refusal.message).say(words)
    step = glossary.STEPS[refusal.step].say(words)
    return (f"{refusal.by} refuses step {step}, at `{refusal.line}`: {refusal.message.strip()}.", meant)


def _other_shape(verdict: Verdict, _: str) -> tuple[str, ...]:
    expected, taken = verdict.right.output.shape, verdict.wrong.output.shape
    return (f"NumPy says nothing, and what comes out has the shape {taken} where it should have {expected}.",)


def _wrong_contents(verdict: Verdict, _: str) -> tuple[str, ...]:
    cells = verdict.equal
    assert cells is not None  # two outputs of one shape
    off = cells.of - cells.count
    said = "NumPy says nothing and the shape is right"
    return (f"{said}, but {off} of {cells.of} numbers that come out are wrong.",)


def _hidden(verdict: Verdict, _: str) -> tuple[str, ...]:
    config = verdict.right.config
    if verdict.hidden_by == "numbers":
        why = "These very numbers hide it: with others at the same sizes"
    else:
        tied = listed((tie.equal for tie in ties(config)), "and")
        found = distinct(config)
        sizes = f"B{found.batch} T{found.tokens} H{found.heads} D{found.head_dim}"
        why = f"Sizes hide it ({tied}): at {sizes}" if tied else f"Sizes hide it: at {sizes}"
    comes = {
        "refused": "NumPy would refuse it",
        "other shape": "another shape would come out",
        "wrong contents": "wrong numbers would come out",
    }.get(verdict.elsewhere, "wrong numbers would come out")
    return ("The right numbers come out, by luck.", f"{why} {comes}.")


def _same(verdict: Verdict, _: str) -> tuple[str, ...]:
    rules = "" if verdict.first else " With the rules of this trip it changes nothing."
    return (f"The right numbers come out, here and at sizes that hide nothing.{rules}",)


def _where(verdict: Verdict, words: str) -> tuple[str, ...]:
    """Say which step is the first to go wrong, and how far off what comes out is."""
    if not verdict.first or verdict.first == (verdict.refusal.step if verdict.refusal else ""):
        return ()
    kind = verdict.by_step[verdict.first]
    step = glossary.STEPS[verdict.first].say(words)
    if kind == "other shape":
        how = "a tensor comes out in another shape"
    elif verdict.in_place:
        how = "; ".join(_placed(verdict, words))
    else:
        how = _worked_out(verdict, words)
    largest = verdict.largest_difference
    if largest is None or largest == 0:
        off: tuple[str, ...] = ()
    elif math.isnan(largest):
        off = ("Some of what comes out is not a number (NaN).",)
    else:
        off = (f"The largest difference is {_short(largest)}.",)
    return (f"The first to go wrong is step {step}: {how}.", *off)


def _placed(verdict: Verdict, words: str) -> list[str]:
    """Say how many cells hold what belongs there; tensors that fare alike together."""
    together: dict[Cells, list[str]] = {}
    for name, cells in verdict.in_place.items():
        together.setdefault(cells, []).append(_tensor_name(name, words))
    return [
        f"{cells.count} of {cells.of} cells of {'each of ' if len(names) > 1 else ''}{listed(names, 'and')} "
        "hold the number that belongs there"
        for cells, names in together.items()
    ]


def _worked_out(verdict: Verdict, words: str) -> str:
    """Say which tensor of the step is the first to hold other numbers."""
    expected, taken = verdict.right[verdict.first], verdict.wrong[verdict.first]
    for name, tensor in taken.tensors.items():
        if name in expected:
            same = alike(expected[name].values, tensor.values)
            if not same.all():
                name = _tensor_name(name, words)
                return f"{np.count_nonzero(~same)} of {same.size} cells of {name} hold another number"
    return "it works out other numbers"


def _sums(verdict: Verdict, words: str) -> tuple[str, ...]:
    """Say so where the rows of the shares do not add to one."""
    if verdict.row_sums is None or verdict.by_step["shares"] == "same":
        return ()
    rows, columns = verdict.row_sums, verdict.column_sums or verdict.row_sums
    if any(math.isnan(total) for total in rows):
        return ("Some shares are not numbers (NaN): 0 / 0, or infinity over infinity.",)
    if all(abs(total - 1) < 1e-6 for total in rows):
        return ()
    told = f"The rows of the shares add to {_span(rows)}, not to 1"
    if all(abs(total - 1) < 1e-6 for total in columns):
        return (in_words(f"{told}; it is the columns that do.", words),)
    return (in_words(f"{told}.", words),)


def _span(sums: tuple[float, float]) -> str:
    least, most = map(_short, sums)
    return least if least == most else f"{least} to {most}"


def _short(number: float) -> str:
    return f"{number:.4g}"


def _pytorch(verdict: Verdict) -> tuple[str, ...]:
    refusal = verdict.wrong.torch_refusal if isinstance(verdict.wrong, WrongTrace) else None
    if refusal is None:
        return ()
    said = f"PyTorch refuses `{refusal.line}`: {refusal.message}"
    return (f"{said} NumPy's reshape makes a copy there, and says nothing.",)


def signature(tensor: Tensor, words: str = "both") -> str:
    """Name a tensor with its axes.

    Parameters
    ----------
    tensor : Tensor
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> signature(ex.trace()["merge"]["block"], "pencil")
    'the tidied block (book, token, lens, number)'
    """
    return f"{_tensor_name(tensor.name, words)} ({', '.join(axis_name(axis, words) for axis in tensor.axes)})"


def _tensor_name(name: str, words: str) -> str:
    """Name a tensor inside a sentence."""
    term = glossary.TENSORS[name]
    return term.standard if words == "standard" else term.pencil
