"""What can be mixed up: a name for each misconception that a wrong choice comes from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.core.asked import shown
from explorer.core.mistakes import WRONG_TURNS
from explorer.errors import UnknownNameError
from explorer.words import in_words

__all__ = ["FLIPS_MISTAKEN", "MISCONCEPTIONS", "name_of"]

FLIPS_MISTAKEN = ("inside_for_reshelve", "reshelve_for_inside")
"""One of the two flips taken for the other: what a report counts by itself."""

MISCONCEPTIONS: Mapping[str, str] = MappingProxyType(
    {
        # moves
        "inside_for_reshelve": "the inside flip taken for the re-shelve",
        "reshelve_for_inside": "the re-shelve taken for the inside flip",
        "both_flips": "both flips made where one is meant",
        "left_out": "the step left out",
        "reshape_for_flip": "a reshape taken for a flip",
        "quarter_turn": "a quarter turn taken for a flip",
        "all_reversed": "all counters reversed, as .T does",
        "books_traded": "the books traded with a shelf",
        "reshelve_too_early": "the re-shelve taken for a part of the dividers",
        "lens_as_token": "a lens counted as one more token",
        "lens_gets_every_other": "a lens given every H-th number for neighbours",
        "no_reshelve_back": "dividers pulled out before the shelves traded back",
        "tokens_glued": "tokens glued together for lenses",
        "dividers_left_in": "the dividers left in",
        "lenses_added": "lenses added up for laid side by side",
        "merged_too_early": "the merge taken for a part of the blend",
        "cut_stacked": "three rows kept as one pile for three of their own",
        "cut_across": "the tokens cut apart for the row",
        # products
        "one_third": "one third of the wide row taken for all of it",
        "table_rides_along": "the coefficients carried along with the numbers",
        "not_added_up": "products not added up",
        "tokens_spent": "the tokens spent in the sum for the numbers of a lens",
        "reshelve_forgotten": "lenses matched with lenses: the re-shelve forgotten",
        "lenses_forgotten": "whole rows matched: the lenses forgotten",
        "flip_forgotten": "the inside flip forgotten",
        "left_and_right": "left and right of a product traded",
        "stood_up_in_vain": "the GIVE rows stood up as well",
        "one_for_each_cell": "a total for each cell for one a row",
        "over_lenses": "added up over the lenses",
        "over_both": "added up over the whole grid",
        "runs_so_right": "what runs taken to be right",
        "numpy_reads_names": "NumPy believed to read names",
        "sizes_not_met": "sizes that don't meet overlooked",
        "sizes_misread": "sizes that meet overlooked",
        "names_misread": "names that fit taken for others",
        # memory
        "view_for_copy": "a copy taken for a view",
        "copy_for_view": "a view taken for a copy",
        "numbers_for_bytes": "numbers counted for bytes",
        "one_number_for_all": "the bytes of one number taken for those of all",
        "new_for_moved": "numbers that only moved taken for new ones",
        # the keep-table and the shares
        "keep_swapped": "keep and strike swapped",
        "column_for_row": "the column read for the row",
        "window_off_by_one": "the window off by one",
        "window_forgotten": "the window forgotten",
        "window_both_sides": "the window taken to both sides",
        "causal_forgotten": "looking ahead allowed",
        "causal_believed": "looking ahead forbidden where it is allowed",
        "itself_struck": "the token itself struck",
        "next_kept": "the next token kept",
        "nothing_struck": "nothing struck",
        "table_turned": "cells set by hand read the wrong way round",
        "struck_score": "a struck score taken for one that shares",
        "lowest_score": "the lowest score taken for the largest share",
        "split_by_column": "the split run down the column",
        "itself_always": "the token itself believed to have the largest share",
        "other_lens": "another lens read",
        # wrong turns
        "looks_right": "a wrong turn not seen",
    }
)
"""Each misconception by its key, in pencil words. Wrong turns have names of their own: see `name_of`."""

_TAKEN = {"turn": "another wrong turn", "right": "the right way"}


def name_of(key: str, words: str = "both") -> str:
    """Name a misconception, or the wrong turn that another one or the right way was taken for.

    Parameters
    ----------
    key : str
        A key of `MISCONCEPTIONS`, or of `WRONG_TURNS` after ``"turn:"`` or, where the right way was taken
        for it, after ``"right:"``.
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If there is neither of that key, or `words` is no vocabulary.

    Examples
    --------
    >>> name_of("other_lens", "standard"), name_of("turn:key_t", "standard")
    ('another head read', 'another wrong turn taken for K.T on four axes')
    """
    what, _, one = key.partition(":")
    if what in _TAKEN and one in WRONG_TURNS:
        return f"{_TAKEN[what]} taken for {WRONG_TURNS[one].say(words)}"
    if key not in MISCONCEPTIONS:
        raise UnknownNameError(
            f"Cannot name the misconception {shown(key)}: choose a key of MISCONCEPTIONS, or 'turn:' or "
            "'right:' and a key of WRONG_TURNS."
        )
    return in_words(MISCONCEPTIONS[key], words)
