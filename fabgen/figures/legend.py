"""A spec → its legend: every mark that its diagrams and examples use, and no other, each with its meaning.

The marks are drawn by the functions that draw them in the figures. They stand in two columns where these fit a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import rectangle
from fabgen.artwork.text import text_width
from fabgen.figures.diagram import draw_diagram
from fabgen.figures.marks import arrow, refused
from fabgen.figures.position import actor, draw_man, taken
from fabgen.rules.diagram import Diagram, Meaning, Window
from fabgen.spec.load import Spec
from fabgen.words import Words

CELL, PITCH = 7.4, 8.3  # mm: side of a cell, from one row to the next
CAP = 2.1  # mm: capitals of the words
WIDEST = 114.0  # mm: a wider legend has one column

Row = tuple[Drawing, str]


def draw_legend(spec: Spec, words: Words) -> tuple[Drawing, list[str]]:
    """The legend in mm, and its words in reading order."""
    rows = [*_diagram_rows(spec, words), *_example_rows(spec, words)]
    half = math.ceil(len(rows) / 2)
    second = CELL * 1.6 + max(text_width(text, CAP) for _, text in rows[:half])
    shown = _column(rows[:half]) + _column(rows[half:]).moved(second, 0)
    x0, _, x1, _ = shown.bounds()
    return (shown if x1 - x0 <= WIDEST else _column(rows)), [text for _, text in rows]


def _column(rows: Sequence[Row]) -> Drawing:
    beside = (0.75 * CELL, -CAP / 2)
    return together((cell + write(Role.LABEL, text, beside, CAP, anchor="start")).moved(0, -i * PITCH)
                    for i, (cell, text) in enumerate(rows))


def used_meanings(spec: Spec) -> list[Meaning]:
    """The meanings of targets in diagrams and examples, in the order of their definition."""
    used = {meaning for name in spec.game.pieces for meaning in spec.diagram(name).marks.values()}
    if any(action.takes and not any(action.takes) for case in spec.cases for action in case.exactly or ()):
        used.add(Meaning.MOVE)
    return [meaning for meaning in Meaning if meaning in used]


def _diagram_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """The piece's own cell, and what targets mean."""
    alone = Window(0, 0, 0, 0)
    yield draw_diagram(Diagram({}, alone), CELL), words.legend_own
    for meaning in used_meanings(spec):
        cell = draw_diagram(Diagram({(0, 0): meaning}, alone), CELL)
        yield cell.without(Role.SELF, Role.FORWARD), legend_words(words, meaning)


def _example_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """The signs of positions: whose example it is, which way, what may be taken, what may not be done, whose piece."""
    cases, (first, *others) = spec.cases, spec.game.players
    if not cases:
        return
    if any(case.illegal or case.exactly for case in cases):
        yield _cell(_man(spec, first).without(Role.FORWARD), actor(CELL)), words.legend_actor
    yield _cell(_man(spec, first)), words.legend_way
    if any(case.legal for case in cases):
        yield _cell(arrow((-0.4 * CELL, 0), (0.4 * CELL, 0), CELL)), words.legend_path
    if any(any(action.takes) for case in cases for action in (*case.legal, *(case.exactly or ()))):
        yield _cell(_man(spec, first).without(Role.FORWARD), taken(CELL)), words.legend_taken
    if any(case.illegal for case in cases):
        yield _cell(refused(CELL)), words.legend_refused
    for player, said in zip(others, (words.legend_bar, *[words.legend_bars] * len(others)), strict=False):
        yield _cell(_man(spec, player).without(Role.FORWARD)), said.format(player=player.capitalize())


def _man(spec: Spec, player: str) -> Drawing:
    """The game's first piece as a player has it."""
    return draw_man(spec.game, player, next(iter(spec.game.pieces)), CELL)


def _cell(*shown: Drawing) -> Drawing:
    return together([draw(Role.GRID, rectangle(-CELL / 2, -CELL / 2, CELL, CELL)), *shown])


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
