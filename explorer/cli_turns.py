"""The command that lists the wrong turns, shows one or two of them, and sweeps over sizes."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence

from explorer import words
from explorer.cli_check import WIDTH, grid_lines, wrapped
from explorer.cli_trip import add_trip_options, config_from
from explorer.core.coding import code_of
from explorer.core.config import Config
from explorer.core.influence import influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.examples import tell_moved
from explorer.core.mistakes.meter import meter, sweep
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.repairs import judged
from explorer.core.mistakes.taking import WrongTrace, take
from explorer.core.mistakes.tell_names import tell_clash
from explorer.core.mistakes.telling import tell_verdict, tell_warnings
from explorer.core.mistakes.verdict import compare
from explorer.core.trace import trace
from explorer.errors import ConfigError, listed

__all__ = ["add_turns_options", "turns_lines"]

_SWEPT = {"tokens": "T", "heads": "H", "head_dim": "D"}


def add_turns_options(command: argparse.ArgumentParser) -> None:
    """Give the command its options.

    Parameters
    ----------
    command : argparse.ArgumentParser
    """
    command.add_argument(
        "keys", nargs="*", metavar="KEY", help="the wrong turns to take, one or more; none: list them all"
    )
    add_trip_options(command)
    command.add_argument(
        "--words", choices=words.WORDS, default="both", help="which vocabulary (%(default)s)"
    )
    for name, letter in _SWEPT.items():
        command.add_argument(
            f"--sweep-{name.replace('_', '-')}",
            dest=f"sweep_{name}",
            type=int,
            nargs="+",
            metavar=letter,
            help=f"take each of them at each of these {letter}, and lay out a table",
        )
    command.add_argument("--markdown", action="store_true", help="the table of a sweep in Markdown")


def turns_lines(options: argparse.Namespace) -> Iterator[str]:
    """Write what the options ask for: the list, a closer look, or a sweep.

    Parameters
    ----------
    options : argparse.Namespace

    Yields
    ------
    str

    Raises
    ------
    ExplorerError
        If there is no such wrong turn, or no such trip.
    """
    swept = {name: sizes for name in _SWEPT if (sizes := getattr(options, f"sweep_{name}")) is not None}
    if swept:
        yield from _sweep(options, swept)
        return
    if options.markdown:
        raise ConfigError(
            "Cannot write Markdown: --markdown is for the table of a sweep. "
            "Say over what, as --sweep-tokens 2 3 4, or leave it out."
        )
    config = config_from(options)
    if options.keys:
        yield from _closer(take(trace(config), options.keys), options.words)
    else:
        yield from _every(config, options.words)


def _every(config: Config, vocabulary: words.Words) -> Iterator[str]:
    """List every wrong turn by its step, with what comes of it at these sizes."""
    kinds = meter(config)
    yield from wrapped(f"What comes of each wrong turn at {_sizes(config)}, with numbers drawn by chance:")
    wide = max(map(len, WRONG_TURNS)) + 2
    for number, (step, said) in enumerate(words.STEPS.items(), start=1):
        here = [turn for turn in WRONG_TURNS.values() if turn.step == step]
        if here:
            yield ""
            yield f"{number}. {said.say(vocabulary)}"
        for turn in here:
            yield f"   {turn.key:{wide}}{kinds[turn.key]}"
            yield from wrapped(turn.say(vocabulary), " " * 6)
    yield ""
    yield from wrapped("For a closer look: attention-shapes turns KEY, with the same options.")


def _closer(wrong: WrongTrace, vocabulary: words.Words) -> Iterator[str]:
    """Show a wrong trip: its turns, right and wrong code, the verdict, the grid of influence, repairs."""
    for turn in wrong.turns:
        yield from _record(turn, vocabulary)
    steps = [step for step in words.STEPS if any(step in turn.lines for turn in wrong.turns)]
    for step in steps:
        yield f"Step {words.STEPS[step].say(vocabulary)}"
        numpy = code_of(wrong.right, step), wrong.code[step]
        torch = code_of(wrong.right, step, "pytorch"), _in_pytorch(wrong, step)
        codes = [*_code("right", numpy[0]), *_code("wrong", numpy[1])]
        if torch != numpy and torch[0] != torch[1]:
            there = [*_code("right, in PyTorch", torch[0]), *_code("wrong, in PyTorch", torch[1])]
            only_torch = any(turn.torch_view is not None for turn in wrong.turns)
            codes = [*there, *codes] if only_torch else [*codes, *there]
        yield from codes
        yield ""
    verdict = compare(wrong.right, wrong)
    yield f"What comes of it at {_sizes(wrong.config)}"
    for sentence in (
        *tell_verdict(verdict, vocabulary),
        *tell_warnings(wrong, vocabulary),
        *tell_moved(verdict, vocabulary),
        *(words.capital(tell_clash(clash, vocabulary)) for clash in wrong.clashes),
    ):
        yield from wrapped(sentence, "  ")
    if verdict.kind in ("same", "hidden by a tie"):
        for turn in wrong.turns:
            if turn.show:
                said = words.in_words(turn.show, vocabulary)
                yield from wrapped(f"{words.WRONG_TURN_HEADINGS['show']}: {said}", "  ")
    if verdict.refusal is None:  # or it would be told twice
        yield ""
        yield from _influence(wrong, vocabulary)
    for turn in wrong.turns:
        yield from _repairs(wrong, turn)


def _in_pytorch(wrong: WrongTrace, step: str) -> str:
    code = code_of(wrong.right, step, "pytorch")
    for turn in wrong.turns:
        code = turn.torch[step](code) if step in turn.torch else code
    return code


def _record(turn: WrongTurn, vocabulary: words.Words) -> Iterator[str]:
    yield turn.key
    yield from wrapped(turn.say(vocabulary), "  ")
    for said, text in (
        ("Why people take it", turn.why),
        ("How to see it", turn.see),
        ("The way back", turn.mend),
        ("From outside", turn.outside),
        ("Reported in", ", ".join(turn.seen_in)),
    ):
        if text:
            yield from wrapped(f"{said}: {text}", "  ")
    yield ""


def _code(what: str, code: str) -> Iterator[str]:
    yield f"  {what}:"
    yield from (f"      {line}" for line in code.splitlines())


def _influence(wrong: WrongTrace, vocabulary: words.Words) -> Iterator[str]:
    """Draw the grid of influence beside the keep-table; a trip too large for it is told of."""
    try:
        found = influence(wrong)
    except ConfigError as error:
        yield from wrapped(str(error))
        return
    if found.found:
        yield from grid_lines(found)
    yield from wrapped(found.text(vocabulary))


def _repairs(wrong: WrongTrace, turn: WrongTurn) -> Iterator[str]:
    for found in judged(wrong.right, turn):
        yield ""
        yield from wrapped(f"{found.mark}: {found.repair.says}")
        yield from (f"      {line}" for line in found.repair.code.splitlines())


def _sweep(options: argparse.Namespace, swept: dict[str, list[int]]) -> Iterator[str]:
    config = config_from(options)
    sizes = {name: swept.get(name, [getattr(config, name)]) for name in _SWEPT}
    found = sweep(
        *sizes.values(),
        batch=config.batch,
        causal=config.causal,
        window=config.window if "window" in options else None,
        keys=options.keys or None,
    )
    if options.markdown:
        yield from found.markdown(options.words).splitlines()
        return
    for line in found.text(options.words).splitlines():
        yield from _hanging(line)


def _hanging(line: str) -> Sequence[str]:
    """Break a line at 80 letters, what follows set in under it; a row of a table is no longer than that."""
    if len(line) <= WIDTH:
        return [line]
    start = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        line.lstrip(),
        WIDTH,
        initial_indent=start,
        subsequent_indent="    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _sizes(config: Config) -> str:
    found = [f"{words.SIZES[name].letter} {getattr(config, name)}" for name in words.SIZES]
    told = [size for size in found if not size.endswith("None")]
    rules = "" if config.causal else ", looking ahead allowed"
    return f"{listed(told, 'and')}{rules}"
