"""From a pile to a reading: roles by name, then by shape; what neither tells is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from explorer.core.config import divisors
from explorer.errors import DataError, ShapeError, listed
from explorer.files.orders import axes_of, legal_orders, sizes_of
from explorer.files.pile import Pile, shown
from explorer.files.reading import Asking, Reading
from explorer.files.roles import KINDS, called
from explorer.files.shapes import alike, kinds_by_shape, rows_like
from explorer.files.tables import find_bias, find_table_order, find_tokens_and_table

__all__ = ["guess"]

_KINDS_SAID = MappingProxyType(
    {
        "rows": "query, key and value, an array each",
        "poured": "tokens, and the table that they are poured through",
        "wide": "query, key and value side by side in one row",
        "same": "one array for query, key and value alike",
    }
)
_FIELDS = ("kind", *(role for roles in KINDS.values() for role in roles), "order", "table_order", "heads")


def guess(pile: Pile, answers: Mapping[str, Any] = MappingProxyType({})) -> Reading:
    """Read a pile as well as its names and shapes tell, and ask the rest.

    Parameters
    ----------
    pile : Pile
    answers : mapping of str to value
        What somebody chose, by the field of a question: ``{"order": "batch token head head_dim"}``.

    Returns
    -------
    Reading
        Complete; where it is a guess that may be wrong, `Reading.open` is not empty.

    Raises
    ------
    DataError
        If a role can't be filled, or an answer is none of the choices.
    ShapeError
        If query, key and value have not one shape, or no tokens fit the table.

    Examples
    --------
    >>> import numpy as np
    >>> rows = np.ones((2, 4))
    >>> reading = guess(Pile("layer.npz", {"q": rows, "k": rows, "v": rows}))
    >>> reading.kind, reading.order, [question.field for question in reading.questions], reading.open
    ('rows', 'token width', ['heads'], ())
    >>> [question.field for question in guess(Pile("x.csv", {"x": np.ones((2, 6))})).open]
    ['kind']
    """
    unknown = [field for field in answers if field not in _FIELDS]
    if unknown:
        raise DataError(
            f"Cannot answer {listed(map(shown, unknown), 'and')}: nothing is asked by that name. "
            f"Choose among {listed(_FIELDS, 'and')}."
        )
    asking = Asking(pile.name, answers)
    kind = _find_kind(pile, asking)

    def said(name: str) -> str:
        return f"{name} {pile.arrays[name].shape}"

    if kind == "rows":
        names = _find_rows(pile, asking, said)
    elif kind == "poured":
        names = find_tokens_and_table(pile, asking, said)
    else:
        names = _find_one(pile, asking, kind, said)
    role = KINDS[kind][0]
    order = _find_order(pile, asking, role, names[role])
    table_order = ""
    if kind == "poured":
        table_order = find_table_order(pile, asking, names)
        bias = find_bias(pile, asking, names["table"], said)
        names |= {} if bias is None else {"bias": bias}
    heads = _find_heads(pile, asking, kind, names, order, table_order)
    return Reading(kind, names, order, table_order, heads, tuple(asking.questions))


def _find_kind(pile: Pile, asking: Asking) -> str:
    needed = {
        role: called(role, rows_like(pile)) for role in ("query", "key", "value", "tokens", "table", "wide")
    }
    named = [
        kind
        for kind, roles in KINDS.items()
        if kind != "same" and all(needed[role] for role in roles if role != "bias")
    ]
    allowed = kinds_by_shape(pile)
    if named:
        return str(
            asking.ask(
                "kind",
                "Which of them do you want to see?",
                {kind: _KINDS_SAID[kind] for kind in named},
                legal=tuple(allowed),
                safe=True,
            )
        )
    some = [role for role in ("query", "key", "value") if called(role, (*pile.arrays, *pile.aside))]
    if not allowed or (some and "rows" not in allowed):
        raise _missing(pile, some)
    if needed["table"] and "poured" not in allowed and "kind" not in asking.answers:
        find_tokens_and_table(pile, Asking(pile.name, {}), str)  # it says why no tokens fit
    if needed["table"] and "poured" in allowed:
        allowed.sort(key=lambda kind: kind != "poured")
    return str(asking.ask("kind", "What is in it?", {kind: _KINDS_SAID[kind] for kind in allowed}))


def _find_rows(pile: Pile, asking: Asking, said: Callable[[str], str]) -> dict[str, str]:
    usable = rows_like(pile)
    roles = KINDS["rows"]
    named = {role: called(role, usable) for role in roles}
    known = next((names[0] for names in named.values() if names), None)
    names: dict[str, str] = {}
    for role in roles:
        like = names.get("query", known)
        group = alike(pile) if like is None else usable
        free = [n for n in group if like is None or pile.arrays[n].shape == pile.arrays[like].shape]
        taken = {*names.values(), *(one for other in roles if other != role for one in named[other])}
        choices = named[role] or free
        names[role] = asking.ask(
            role,
            f"Which array is the {role}?",
            {name: said(name) for name in choices},
            likeliest=next((name for name in choices if name not in taken), None),
            legal=tuple(usable),
        )
    shapes = {role: pile.arrays[name].shape for role, name in names.items()}
    if len(set(shapes.values())) > 1:
        told = listed([f"{role} {shown(names[role])} {shape}" for role, shape in shapes.items()], "and")
        raise ShapeError(
            f"Cannot use arrays of different shapes: {told} in {pile.name}. "
            "Give query, key and value one shape: as many tokens, heads and numbers in each."
        )
    return names


def _find_one(pile: Pile, asking: Asking, kind: str, said: Callable[[str], str]) -> dict[str, str]:
    (role,) = KINDS[kind]
    usable = rows_like(pile, most_axes=3 if kind == "wide" else 4)
    if kind == "wide":
        named = called(role, usable)
        usable = [name for name in usable if pile.arrays[name].shape[-1] % 3 == 0]
        if named and not set(named) & set(usable):
            raise ShapeError(
                f"Cannot cut {shown(named[0])} of {pile.name} in three: its shape is "
                f"{pile.arrays[named[0]].shape}, and its last axis has to be a multiple of 3. "
                "Give it 3C numbers for each token: query, then key, then value."
            )
    choices = called(role, usable) or usable
    name = asking.ask(role, "Which array is it?", {name: said(name) for name in choices}, legal=tuple(usable))
    return {role: name}


def _find_order(pile: Pile, asking: Asking, role: str, name: str) -> str:
    array = pile.arrays[name]
    orders = legal_orders(role, array.ndim)
    told = list(orders)
    heads = asking.answers.get("heads", pile.heads)
    for axis, size in (("head", heads), ("token", len(pile.labels) or None)):
        fits = [one for one in told if size is not None and sizes_of(array, one).get(axis) == size]
        if array.ndim == 4 and fits:
            told = fits
    # Heads are fewer than tokens as a rule: where the sizes say so too, the usual order may be taken unasked.
    safe = array.ndim == 3 or array.shape[1] < array.shape[-2]
    choices = {one: f"({', '.join(axes_of(one))})" for one in told}
    return str(
        asking.ask(
            "order", f"In which order are the axes of {array.shape}?", choices, legal=orders, safe=safe
        )
    )


def _find_heads(
    pile: Pile, asking: Asking, kind: str, names: Mapping[str, str], order: str, table_order: str
) -> int:
    sizes = sizes_of(pile.arrays[names[KINDS[kind][0]]], order)
    width = sizes.get("width", sizes.get("wide", 0) // 3)
    if table_order:
        width = sizes_of(pile.arrays[names["table"]], table_order)["wide"] // 3
    legal = (sizes["head"],) if "head" in sizes else divisors(width)
    if pile.heads is not None and pile.heads not in legal and not {"heads", "order"} & asking.answers.keys():
        raise ShapeError(
            f"Cannot divide {pile.name} into {pile.heads} heads, as it says: its shape allows "
            f"{listed(legal)}. Mend the number of heads in it, or choose another."
        )
    choices = {n: f"{n} of {width // n}" if width else str(n) for n in legal}
    return int(
        asking.ask("heads", "Into how many heads is a row divided?", choices, likeliest=pile.heads, safe=True)
    )


def _missing(pile: Pile, some: list[str]) -> DataError:
    """Say what was not found, or found and can't be used."""
    why = []
    for role in some or ("query", "key", "value"):
        why += [f"{shown(name)}: {pile.aside[name]}" for name in called(role, pile.aside)]
        why += [
            f"{shown(name)} has shape {pile.arrays[name].shape}, and two to four axes are expected"
            for name in called(role, pile.arrays)
            if name not in rows_like(pile)
        ]
    found = listed([f"{shown(name)} {array.shape}" for name, array in list(pile.arrays.items())[:12]], "and")
    lacking = [role for role in ("query", "key", "value") if not called(role, rows_like(pile))]
    return DataError(
        f"Cannot find {listed(lacking, 'and')} in {pile.name}: it holds {found}"
        f"{''.join(f'; {one}' for one in why)}. "
        "Give query, key and value, each (T, C), (B, T, C) or (B, H, T, D); or tokens and a table."
    )
