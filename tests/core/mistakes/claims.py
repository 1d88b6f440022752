"""What every family of wrong turns is held to: true claims, lines that are code, plain words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

import explorer as ex
from explorer import words
from explorer.core.coding import code_of
from explorer.core.mistakes.record import Claim, WrongTurn, whole
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import compare
from tests.test_words_say_enough import JARGON

DISTINCT = {"batch": 2, "tokens": 5, "heads": 3, "head_dim": 4, "window": 2}
_TEXTS = ("why", "see", "mend")
_MOST_WORDS = 28
_ADDRESS = re.compile(r"[\w.-]+/[\w.-]+#\d+")
_TITLE_LETTERS = 60


def each_claim(turns: Iterable[WrongTurn]) -> list[tuple[WrongTurn, Claim]]:
    """List every claim with its turn, for `pytest.mark.parametrize`."""
    return [(turn, claim) for turn in turns for claim in turn.claims]


def told(thing: object) -> str:
    """Name a turn or a claim, for `pytest.mark.parametrize`'s ids."""
    if isinstance(thing, WrongTurn):
        return thing.key
    if isinstance(thing, Claim):
        sizes = " ".join(f"{name}={value}" for name, value in thing.changes.items())
        return f"{thing.step} {thing.kind} {sizes}{' keep' if thing.keep is not None else ''}".strip()
    return repr(thing)


def kind_of(turn: WrongTurn, claim: Claim) -> str:
    """Run what a claim is about and say what came of it."""
    right = ex.trace(ex.Config(**claim.changes), keep=claim.keep)
    wrong = take(right, [turn])
    verdict = compare(right, wrong)
    if not claim.step:
        return verdict.kind
    if wrong.refusal is not None and wrong.refusal.step == claim.step:
        return "refused"
    return verdict.by_step[claim.step]


def holds(turn: WrongTurn, claim: Claim) -> None:
    """Assert that what a record claims comes true when it is run."""
    came = kind_of(turn, claim)
    assert came == claim.kind, (
        f"{turn.key} claims {claim.kind!r} of {claim.step or 'the whole trip'} with {dict(claim.changes)}"
        f"{'' if claim.keep is None else ' and a keep-table'}, and it came to {came!r}"
    )


def says_all(turn: WrongTurn) -> None:
    """Assert that a record says what a reader needs, in words that a newcomer has."""
    for title in (turn.pencil, turn.standard):
        assert 0 < len(title) <= _TITLE_LETTERS, f"the title {title!r} is empty or too long"
    assert turn.pencil != turn.standard
    texts = [(name, getattr(turn, name)) for name in _TEXTS] + [("repair", r.says) for r in turn.repairs]
    texts += [("outside", turn.outside)] if turn.outside else []
    for name, text in [("pencil", turn.pencil), *texts]:
        plain = re.sub(r"`[^`]*`", "", text)
        jargon = re.search(rf"\b({'|'.join(JARGON)})s?\b", plain)
        assert jargon is None, f"{turn.key}: {name} says {jargon[0]!r}" if jargon else ""
        for part in re.split(r"(?<=[.:;?]) ", text):
            assert len(part.split()) <= _MOST_WORDS, f"{turn.key}: {name} is long-winded: {part}"
    for name, text in texts:
        assert re.fullmatch(r"[A-Z`&].*[.]", text), f"{turn.key}: {name} is no sentence: {text!r}"
        standard = words.in_words(text, "standard")
        assert not re.search(r"(^|[.?] )[a-z]", standard), f"{turn.key}: {name} loses its capital: {standard}"
    assert len({text for _, text in texts}) == len(texts), f"{turn.key} says a thing twice"
    assert len(set(turn.seen_in)) == len(turn.seen_in)
    assert all(_ADDRESS.fullmatch(address) for address in turn.seen_in), turn.seen_in


def is_code(turn: WrongTurn) -> None:
    """Assert that the wrong lines, in NumPy and in PyTorch, are Python and not the right lines."""
    trips = (ex.trace(), ex.trace(ex.Config(causal=False, window=None)))
    for dialect, lines in (("numpy", turn.lines), ("pytorch", turn.torch)):
        for step, change in lines.items():
            pairs = [(right := code_of(trip, step, dialect), change(right)) for trip in trips]
            assert any(_bare(right) != _bare(wrong) for right, wrong in pairs), (
                f"{turn.key}: {step} stays right"
            )
            for _, wrong in pairs:
                assert wrong.strip(), f"{turn.key}: nothing is left of {step} in {dialect}"
                ast.parse(wrong)


def tells_repairs_apart(turn: WrongTurn) -> None:
    """Assert that of the repairs one is right and one runs and is wrong, whatever the sizes."""
    for changes in ({}, DISTINCT):
        kinds = {repair_kind(turn, repair.code, changes) for repair in turn.repairs}
        assert {"same", "wrong contents"} <= kinds, f"{turn.key}: its repairs come to {kinds} at {changes}"
    assert 2 <= len(turn.repairs) <= 4


def repair_kind(turn: WrongTurn, code: str, changes: dict[str, object]) -> str:
    """Run a repair in the place of a turn's step, all else right, and say what comes of it."""
    right = ex.trace(ex.Config(**changes))
    repaired = WrongTurn(turn.key, "a repair", "a repair", lines={turn.step: whole(code)})
    return compare(right, take(right, [repaired])).kind


def _bare(code: str) -> str:
    """Leave the remarks out."""
    return "\n".join(line.split("#")[0].rstrip() for line in code.splitlines()).strip()
