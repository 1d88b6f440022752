"""The engine: NumPy and the standard library, pure functions and frozen records.

`config` says how large a trip is, `sources` makes its numbers, `grid` and `tensor` name the axes of an
array, `products` multiplies by those names, `masks` says who may look at whom, `step` is the record of a
move and `steps` the ten moves, `memory` estimates what a trip will cost, `trace` runs and keeps everything.

A `place` is one cell of the record. `explain` says where its number comes from, one step back (`operands`,
`arithmetic` as text); `ancestors` walks all the way, backward or forward, over the links of `dependence`.
"""
