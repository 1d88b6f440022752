"""What a wrong trip came to, in sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from explorer import words as glossary
from explorer.core.config import divisors
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.tell_names import MAIN_TENSORS, axis_name, tensor_name
from explorer.core.mistakes.verdict import Cells, Verdict, alike
from explorer.core.tensor import Tensor
from explorer.core.ties import distinct, ties
from explorer.errors import listed
from explorer.words import capital, in_words
from explorer.words.refusals import translate

__all__ = ["tell_verdict", "tell_warnings"]


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
    told = (*lead(verdict, words), *_where(verdict, words), *_sums(verdict, words), *_pytorch(verdict))
    return tuple(capital(sentence) for sentence in told)


def tell_warnings(wrong: WrongTrace, words: str = "both") -> tuple[str, ...]:
    """Tell what NumPy warned of on the wrong way, though it did not refuse.

    Parameters
    ----------
    wrong : WrongTrace
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
    >>> tell_warnings(ex.trace(wrong_turns=["softmax_over_heads"]), "pencil")
    ('NumPy warns at step 8, split into shares: invalid value encountered in divide.',)
    """
    return tuple(
        f"NumPy warns at {glossary.numbered_step(step, words)}: {said}."
        for step, all_said in wrong.warned.items()
        for said in all_said
    )


def _refused(verdict: Verdict, words: str) -> tuple[str, ...]:
    refusal, config = verdict.refusal, verdict.right.config
    assert refusal is not None  # of this kind is only what was refused
    meant = translate(refusal.error, refusal.message).say(words)
    at, said = glossary.numbered_step(refusal.step, words), refusal.message.strip().rstrip(".")
    told = (f"{refusal.by} refuses at {at}, in the line `{refusal.line}`: {said}.", meant)
    if refusal.step == "dividers" and "reshape" in refusal.message:
        fitting = listed(divisors(config.width))
        return (*told, in_words(f"C = {config.width} takes {fitting} lenses.", words))
    return told


def _says(verdict: Verdict) -> str:
    warned = isinstance(verdict.wrong, WrongTrace) and verdict.wrong.warned
    return "NumPy only warns" if warned else "NumPy says nothing"


def _other_shape(verdict: Verdict, _: str) -> tuple[str, ...]:
    expected, taken = verdict.right.output.shape, verdict.wrong.output.shape
    return (f"{_says(verdict)}, and what comes out has the shape {taken} where it should have {expected}.",)


def _wrong_contents(verdict: Verdict, _: str) -> tuple[str, ...]:
    cells = verdict.equal
    assert cells is not None  # two outputs of one shape
    off = cells.of - cells.count
    return (
        f"{_says(verdict)} and the shape is right, but {off} of {cells.of} numbers that come out are wrong.",
    )


def _hidden(verdict: Verdict, _: str) -> tuple[str, ...]:
    config, lead = verdict.right.config, "The right numbers come out, by luck."
    found = distinct(config)
    window = "" if found.window is None else f" W{found.window}"
    at = f"B{found.batch} T{found.tokens} H{found.heads} D{found.head_dim}{window}"
    comes = {
        "refused": "NumPy would refuse it",
        "other shape": "another shape would come out",
    }.get(verdict.elsewhere, "wrong numbers would come out")
    if verdict.hidden_by == "numbers":
        # Here the sizes hide nothing: whatever happens at others, at these the numbers alone decide.
        here = "These very numbers hide it: with others at the same sizes wrong numbers would come out."
        more = () if comes.startswith("wrong") else (f"At {at} {comes}.",)
        return (lead, here, *more)
    if verdict.hidden_by == "mask":
        return (lead, "The keep-table hides it: with the rules alone wrong numbers would come out.")
    tied = listed((tie.equal for tie in ties(config)), "and")
    return (lead, f"Sizes hide it{f' ({tied})' if tied else ''}: at {at} {comes}.")


def _same(verdict: Verdict, _: str) -> tuple[str, ...]:
    turns = verdict.wrong.turns if isinstance(verdict.wrong, WrongTrace) else ()
    if isinstance(verdict.wrong, WrongTrace) and verdict.wrong.torch_refusal is not None:
        return ("Right in NumPy, refused in PyTorch.",)
    if any(turn.torch_view for turn in turns):
        return ("Right in NumPy, and with these sizes PyTorch lets it pass too.",)
    here = " In this trip it changes nothing." if turns and not verdict.first else ""
    return (f"The right numbers come out, here and at sizes that hide nothing.{here}",)


def _where(verdict: Verdict, words: str) -> tuple[str, ...]:
    """Say which step is the first to go wrong, and how far off what comes out is."""
    if not verdict.first or verdict.first == (verdict.refusal.step if verdict.refusal else ""):
        return ()
    largest = verdict.largest_difference
    if largest is None or largest == 0:
        off: tuple[str, ...] = ()
    elif math.isnan(largest):
        off = ("Some of what comes out is not a number (NaN).",)
    else:
        off = (f"The largest difference is {_short(largest)}.",)
    how = "; ".join(_wrong_tensors(verdict, words)) or "it works out other numbers"
    verb = "differ" if verdict.kind in ("same", "hidden by a tie") else "go wrong"
    return (f"The first to {verb} is {glossary.numbered_step(verdict.first, words)}: {how}.", *off)


def _wrong_tensors(verdict: Verdict, words: str) -> Iterator[str]:
    """Say what is wrong with the tensors of the first wrong step: the one that it is about comes first."""
    if verdict.in_place:
        yield from _placed(verdict, words)
    expected, taken = verdict.right[verdict.first].tensors, verdict.wrong[verdict.first].tensors
    shared = sorted((name for name in taken if name in expected), key=_not_main(verdict.first))
    shapes = [name for name in shared if taken[name].shape != expected[name].shape]
    for name in () if verdict.in_place else shared:
        if name not in shapes:
            same = alike(expected[name].values, taken[name].values)
            if not same.all():
                off = np.count_nonzero(~same)
                yield f"{off} of {same.size} cells of {tensor_name(name, words)} hold another number"
                break
    apart: dict[tuple[str, str], list[str]] = {}
    for name in shapes:
        sized = _sized(taken[name], words), _sized(expected[name], words)
        apart.setdefault(sized, []).append(tensor_name(name, words))
    for (found, meant), names in apart.items():
        yield f"the axes of {listed(names, 'and')} are {found}, not {meant}"


def _not_main(step: str) -> Callable[[str], bool]:
    return lambda name: name != MAIN_TENSORS.get(step)


def _sized(tensor: Tensor, words: str) -> str:
    return f"({', '.join(f'{axis_name(axis, words)} {size}' for axis, size in tensor.sizes.items())})"


def _placed(verdict: Verdict, words: str) -> list[str]:
    """Say how many cells hold what belongs there; tensors that fare alike together."""
    together: dict[Cells, list[str]] = {}
    for name, cells in verdict.in_place.items():
        together.setdefault(cells, []).append(tensor_name(name, words))
    return [
        f"{cells.count} of {cells.of} cells of {'each of ' if len(names) > 1 else ''}{listed(names, 'and')} "
        "hold the number that belongs there"
        for cells, names in together.items()
    ]


def _sums(verdict: Verdict, words: str) -> tuple[str, ...]:
    """Say so where the rows of the shares do not add to one."""
    if verdict.row_sums is None or verdict.by_step["shares"] == "same":
        return ()
    rows, columns = verdict.row_sums, verdict.column_sums or verdict.row_sums
    if any(math.isnan(total) for total in rows):
        return (f"Some of {_shares(words)} are not numbers (NaN): 0 / 0, or infinity over infinity.",)
    if all(abs(total - 1) < 1e-6 for total in rows):
        return ()
    told = f"The rows of {_shares(words)} add to {_span(rows)}, not to 1"
    if all(abs(total - 1) < 1e-6 for total in columns):
        return (f"{told}; it is the columns that do.",)
    return (f"{told}.",)


def _shares(words: str) -> str:
    return f"the {tensor_name('shares', words)}"


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
