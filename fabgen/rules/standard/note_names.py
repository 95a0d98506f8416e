"""The words under which positions of the `standard` rules say what they remember besides pieces.

A module of their own, so that what reads a note need not load the rules.
"""

HOMELESS, OUT, DONE, HOPPED = "homeless", "out", "done", "hopped"
LEFT, SWAPS, PASSES, EARLIER, OPENING = "left", "swap", "passes", "earlier", "opening"
EN_PASSANT, QUIET = "en passant", "quiet"
