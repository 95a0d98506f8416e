"""Cells, movement, positions and legal moves; no millimetre anywhere."""
