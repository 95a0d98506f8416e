"""A spec → the word that its rules text has for the places of its board, so that figures have the same one.

English words alone are known here; other languages have one word for the places of all boards.
"""

from __future__ import annotations

import re

from fabgen.core.problems import FabgenError
from fabgen.spec.load import Spec
from fabgen.spec.rules_file import read_rules_text

_SHAPES = "board|grid|tile|token|card|sheet|table|shape|piece|bracket|mm|cm"  # what may be square, or have a cell
_COUNTED = "a|an|one|each|every|that|another|which|empty|free|adjacent|neighbouring"
PLACE_WORDS = {
    word: re.compile(rf"\b(?:{word}s|(?:{_COUNTED})\s+{word})\b(?!\s+(?:{_SHAPES}))", re.I)
    for word in ("space", "square", "cell")
}


def find_place_word(spec: Spec) -> str:
    """`square`, `cell` or `space`: the word that the rules text has most often; `space` where it has none of them."""
    try:
        text = read_rules_text(spec)
    except FabgenError:  # which other checks report
        return "space"
    counts = {word: len(pattern.findall(text)) for word, pattern in PLACE_WORDS.items()}
    return max(counts, key=lambda word: counts[word])


__all__ = ["PLACE_WORDS", "find_place_word"]
