"""A mark's meaning → what a legend says of it."""

from __future__ import annotations

from fabgen.rules.diagram import Meaning
from fabgen.words import Words


def legend_words(words: Words, meaning: Meaning) -> str:
    """One line of a legend: the word of the mark's own, and that it goes on."""
    said = {
        Meaning.MOVE: words.legend_move,
        Meaning.CAPTURE: words.legend_capture,
        Meaning.BOTH: words.legend_both,
        Meaning.FIRST_MOVE: words.legend_first_move,
        Meaning.FIRST_CAPTURE: words.legend_first_capture,
        Meaning.FIRST_BOTH: words.legend_first_both,
        Meaning.HOP: words.legend_hop,
        Meaning.LOCUST: words.legend_locust,
        Meaning.EITHER: words.legend_either,
        Meaning.HOP_MOVE: words.legend_hop_move,
        Meaning.LOCUST_MOVE: words.legend_locust_move,
        Meaning.EITHER_MOVE: words.legend_either_move,
    }[meaning.plain]
    return words.legend_on.format(mark=said) if meaning.on else said
