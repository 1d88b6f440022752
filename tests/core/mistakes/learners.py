"""Attention as learners write it, right and wrong at the dividers, the flips, the merge and the wide row.

None of them uses a line of the engine: loops, einsum, slices, lists of heads, as people's files have them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Learner:
    """One function, the wrong turn it takes ("" for none), and the rules it was written for."""

    function: Callable[..., Any]
    turn: str
    rules: dict[str, Any]


LEARNERS: list[Learner] = []


def takes(turn: str, **rules: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        LEARNERS.append(Learner(function, turn, rules))
        return function

    return keep


def softmax(scores, axis=-1):
    raised = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return raised / np.sum(raised, axis=axis, keepdims=True)


def hide_future(scores):
    n = scores.shape[-1]
    return scores + np.triu(np.full((n, n), -np.inf), 1)


def attend(q, k, v):
    """Causal attention of (..., T, D) arrays that are divided already."""
    scores = np.einsum("...id,...jd->...ij", q, k) / math.sqrt(q.shape[-1])
    return softmax(hide_future(scores)) @ v


@takes("")
def right_with_loops(query, key, value, heads):
    B, T, C = query.shape
    d = C // heads
    out = np.zeros((B, T, C))
    for b in range(B):
        for h in range(heads):
            part = slice(h * d, (h + 1) * d)
            for i in range(T):
                raised = [math.exp(query[b, i, part] @ key[b, j, part] / math.sqrt(d)) for j in range(i + 1)]
                for j, weight in enumerate(raised):
                    out[b, i, part] += weight / sum(raised) * value[b, j, part]
    return out


@takes("")
def right_with_slices_of_heads(query, key, value, heads):
    each = zip(*(np.split(x, heads, axis=-1) for x in (query, key, value)), strict=True)
    return np.concatenate([attend(q, k, v) for q, k, v in each], axis=-1)


@takes("")
def right_with_einsum(query, key, value, heads):
    q, k, v = (x.reshape(*x.shape[:2], heads, -1) for x in (query, key, value))
    weights = softmax(hide_future(np.einsum("bihd,bjhd->bhij", q, k) * q.shape[-1] ** -0.5))
    return np.einsum("bhij,bjhd->bihd", weights, v).reshape(query.shape)


@takes("", window=2)
def right_with_a_window(query, key, value, heads):
    n = query.shape[1]
    band = np.tril(np.ones((n, n))) * np.triu(np.ones((n, n)), -1)
    q, k, v = (np.stack(np.split(x, heads, axis=2), axis=1) for x in (query, key, value))
    scores = np.where(band == 0, -1e9, q @ k.swapaxes(2, 3) / np.sqrt(q.shape[-1]))
    return np.concatenate(list((softmax(scores) @ v).swapaxes(0, 1)), axis=-1)


@takes("", causal=False)
def right_with_no_rule(query, key, value, heads):
    q, k, v = (np.stack(np.split(x, heads, axis=2)) for x in (query, key, value))
    weights = softmax(np.einsum("hbid,hbjd->hbij", q, k) / q.shape[-1] ** 0.5)
    return np.concatenate([w @ x for w, x in zip(weights, v, strict=True)], axis=2)


@takes("split_by_reshape")
def split_into_the_shape_wanted(query, key, value, heads):
    batch, length, width = query.shape
    shape = (batch, heads, length, width // heads)
    mixed = attend(np.reshape(query, shape), np.reshape(key, shape), np.reshape(value, shape))
    return np.einsum("bhtd->bthd", mixed).reshape(batch, length, width)


@takes("reshelve_forgotten")
def heads_attend_to_heads(query, key, value, heads):
    q, k, v = (x.reshape(*x.shape[:2], heads, -1) for x in (query, key, value))
    return attend(q, k, v).reshape(query.shape)  # its mask is as large as its scores


@takes("reshelve_forgotten", causal=False)
def heads_attend_to_heads_with_no_mask(query, key, value, heads):
    out = []
    for q, k, v in zip(query, key, value, strict=True):
        rows = [x.reshape(len(x), heads, -1) for x in (q, k, v)]
        weights = softmax(np.einsum("thd,tgd->thg", rows[0], rows[1]) / rows[0].shape[-1] ** 0.5)
        out.append((weights @ rows[2]).reshape(q.shape))
    return np.array(out)


@takes("flip_by_reshape")
def keys_poured_into_the_other_shape(query, key, value, heads):
    q, k, v = (np.stack(np.split(x, heads, axis=2), axis=1) for x in (query, key, value))
    b, h, t, d = k.shape
    scores = np.matmul(q, k.reshape(b, h, d, t)) / np.sqrt(d)
    return np.concatenate(list(np.moveaxis(softmax(hide_future(scores)) @ v, 1, 0)), axis=-1)


@takes("heads_do_not_divide")
def one_head_too_many(query, key, value, heads):
    each = zip(*(np.split(x, heads + 1, axis=-1) for x in (query, key, value)), strict=True)
    return np.concatenate([attend(q, k, v) for q, k, v in each], axis=-1)


@takes("heads_first_flattening")
def flattened_heads_first_and_read_batch_first(query, key, value, heads):
    B, T, C = query.shape
    flat = [np.concatenate(np.split(x, heads, axis=2), axis=0) for x in (query, key, value)]  # (H*B, T, D)
    mixed = attend(*flat)
    return mixed.reshape(B, heads, T, C // heads).transpose(0, 2, 1, 3).reshape(B, T, C)


@takes("heads_first_flattening")
def flattened_batch_first_and_read_heads_first(query, key, value, heads):
    B, T, _ = query.shape
    flat = [x.reshape(B, T, heads, -1).swapaxes(1, 2).reshape(B * heads, T, -1) for x in (query, key, value)]
    pieces = np.split(attend(*flat), heads, axis=0)
    return np.concatenate(pieces, axis=2)


@takes("merge_without_reshelve")
def merged_with_the_heads_in_front(query, key, value, heads):
    q, k, v = (np.stack(np.split(x, heads, axis=-1), axis=1) for x in (query, key, value))
    return np.resize(attend(q, k, v), query.shape)


@takes("split_and_merge_by_reshape")
def reshaped_there_and_back(query, key, value, heads):
    q, k, v = (x.reshape(x.shape[0], heads, x.shape[1], -1) for x in (query, key, value))
    return attend(q, k, v).reshape(query.shape)


@takes("merge_time_first")
def time_first_at_the_end(query, key, value, heads):
    q, k, v = (np.stack(np.split(x, heads, axis=-1), axis=1) for x in (query, key, value))
    return np.einsum("bhtd->tbhd", attend(q, k, v)).reshape(query.shape)


@takes("qkv_order")
def key_and_value_under_each_others_names(query, key, value, heads):
    wide = np.concatenate([query, key, value], axis=-1)
    q, v, k = np.array_split(wide, 3, axis=-1)
    return right_with_slices_of_heads(q, k, v, heads)


@takes("qkv_order")
def the_query_asked_for_last(query, key, value, heads):
    return right_with_slices_of_heads(key, value, query, heads)


@takes("dividers_dh")
def every_third_number(query, key, value, heads):
    blocks = [attend(query[..., h::heads], key[..., h::heads], value[..., h::heads]) for h in range(heads)]
    return np.concatenate(blocks, axis=-1)


@takes("dividers_dh")
def every_third_number_there_and_back(query, key, value, heads):
    out = np.empty_like(query)
    for h in range(heads):
        out[..., h::heads] = attend(query[..., h::heads], key[..., h::heads], value[..., h::heads])
    return out


@takes("flip_forgotten")
def product_with_no_flip(query, key, value, heads):
    q, k, v = (np.stack(np.split(x, heads, axis=-1), axis=1) for x in (query, key, value))
    return softmax(hide_future(np.matmul(q, k) / 2)) @ v


@takes("key_t")
def all_axes_reversed(query, key, value, heads):
    q, k, v = (np.stack(np.split(x, heads, axis=-1), axis=1) for x in (query, key, value))
    scores = q @ k.T
    return softmax(scores) @ v


@takes("reshelve_for_flip")
def swapped_once_more(query, key, value, heads):
    q, k, v = (x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2) for x in (query, key, value))
    return softmax(q @ np.swapaxes(k, 1, 2)) @ v


@takes("torch_transpose_in_numpy")
def the_spelling_of_another_library(query, key, value, heads):
    q, k, v = (np.stack(np.split(x, heads, axis=-1), axis=1) for x in (query, key, value))
    return softmax(q @ k.transpose(-2, -1)) @ v


@takes("torch_view_in_numpy")
def view_for_reshape(query, key, value, heads):
    B, T, C = query.shape
    q, k, v = (x.view(B, T, heads, C // heads) for x in (query, key, value))
    return q + k + v


@takes("np_dot")
def dot_for_matmul(query, key, value, heads):
    q, k, v = (np.stack(np.split(x, heads, axis=-1), axis=1) for x in (query, key, value))
    scores = np.dot(q, k.swapaxes(2, 3)) / q.shape[-1] ** 0.5
    keep = np.tri(q.shape[2], dtype=bool)
    return softmax(np.where(keep, scores, -np.inf)) @ v
