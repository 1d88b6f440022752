"""The engine: NumPy and the standard library, pure functions and frozen records.

`config` says how large a trip is, `sources` makes its numbers, `tensor` names the axes of an array,
`products` multiplies by those names, `masks` says who may look at whom, `steps` are the ten moves,
`memory` estimates what a trip will cost, and `trace` runs the moves and keeps everything.
"""
