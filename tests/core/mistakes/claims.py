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


def unsaid(turn: WrongTurn) -> list[str]:
    """Say what a reader needs and a record does not say, and what is not in words that a newcomer has."""
    wrong: list[str] = []

    def expect(holds: object, otherwise: str) -> None:
        if not holds:
            wrong.append(otherwise)

    for title in (turn.pencil, turn.standard):
        expect(0 < len(title) <= _TITLE_LETTERS, f"the title {title!r} is empty or too long")
    expect(turn.pencil != turn.standard, "both titles are the same")
    texts = [(name, getattr(turn, name)) for name in _TEXTS] + [("repair", r.says) for r in turn.repairs]
    texts += [("outside", turn.outside)] if turn.outside else []
    for name, text in [("pencil", turn.pencil), *texts]:
        jargon = re.search(rf"\b({'|'.join(JARGON)})s?\b", re.sub(r"`[^`]*`", "", text))
        expect(jargon is None, f"{name} says {jargon and jargon[0]!r}")
        for part in re.split(r"(?<=[.:;?]) ", text):
            expect(len(part.split()) <= _MOST_WORDS, f"{name} is long-winded: {part}")
    for name, text in texts:
        expect(re.fullmatch(r"[A-Z`&].*[.]", text), f"{name} is no sentence: {text!r}")
        standard = words.in_words(text, "standard")
        expect(not re.search(r"(^|[.?] )[a-z]", standard), f"{name} loses its capital: {standard}")
    expect(len({text for _, text in texts}) == len(texts), "it says a thing twice")
    expect(len(set(turn.seen_in)) == len(turn.seen_in), "it names a place twice")
    expect(all(_ADDRESS.fullmatch(address) for address in turn.seen_in), f"no addresses: {turn.seen_in}")
    return wrong


def unchanged(turn: WrongTurn) -> list[str]:
    """List the steps whose wrong lines, in NumPy or in PyTorch, are the right ones; all must be Python."""
    trips = (ex.trace(), ex.trace(ex.Config(causal=False, window=None)))
    found = []
    for dialect, lines in (("numpy", turn.lines), ("pytorch", turn.torch)):
        for step, change in lines.items():
            pairs = [(right := code_of(trip, step, dialect), change(right)) for trip in trips]
            if all(_bare(right) == _bare(wrong) for right, wrong in pairs):
                found.append(f"{step} in {dialect}")
            for _, wrong in pairs:
                ast.parse(wrong)
    return found


def repair_kind(turn: WrongTurn, code: str, changes: dict[str, object]) -> str:
    """Run a repair in the place of a turn's step, all else right, and say what comes of it."""
    right = ex.trace(ex.Config(**changes))
    repaired = WrongTurn(turn.key, "a repair", "a repair", lines={turn.step: whole(code)})
    return compare(right, take(right, [repaired])).kind


def _bare(code: str) -> str:
    """Leave the remarks out."""
    return "\n".join(line.split("#")[0].rstrip() for line in code.splitlines()).strip()
