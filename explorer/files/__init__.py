"""What a person brings: files of numbers. Bytes in, records out; nothing is run, nothing is written.

`opened` tells the format and reads a `Pile` of arrays (`npy`, `archives`, `tensorfile`, `table_text` and
`nested` each read one format; `gather` sorts what they find, `limits` bounds it). `guess` makes a `Reading`
of a pile, by names (`roles`) and shapes (`shapes`, `orders`, `tables`), with a question for whatever neither
tells. `preview` shows it, `numbers_from` takes it, `fitting` says how much of it to show at first.
`open_numbers` does all of that for a path.
"""

from __future__ import annotations

from explorer.files.fitting import fitting
from explorer.files.guessing import guess
from explorer.files.limits import MOST_BYTES
from explorer.files.opened import ENDINGS, read_bytes, read_path, refuse_size
from explorer.files.opening import open_numbers
from explorer.files.pile import Pile, together
from explorer.files.preview import Previewed, preview
from explorer.files.reading import Question, Reading
from explorer.files.taking import numbers_from

__all__ = [
    "ENDINGS",
    "MOST_BYTES",
    "Pile",
    "Previewed",
    "Question",
    "Reading",
    "fitting",
    "guess",
    "numbers_from",
    "open_numbers",
    "preview",
    "read_bytes",
    "read_path",
    "refuse_size",
    "together",
]
