"""A spec → its legend: every mark that its diagrams and examples use, and no other, each with its meaning.

The marks are drawn by the functions that draw them in the figures. They stand in two columns where these fit a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.text import text_width
from fabgen.figures.board import draw_areas
from fabgen.figures.diagram import draw_diagram, draw_lines
from fabgen.figures.kit import token_face
from fabgen.figures.marks import arrow, refused
from fabgen.figures.men import draw_man, draw_past, letters
from fabgen.figures.position import TOKEN, actor, badge, taken
from fabgen.figures.told import told
from fabgen.figures.trace import Trace, areas_of, trace_of
from fabgen.rules.diagram import Diagram, Meaning, Window
from fabgen.rules.lattice import Lattice
from fabgen.rules.position import Man
from fabgen.spec.cases import Case
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
    if any(dotted(case, trace_of(case)) for case in spec.cases):
        used.add(Meaning.MOVE)
    return [meaning for meaning in Meaning if meaning in used]


def dotted(case: Case, trace: Trace) -> bool:
    """Whether the figure of an example shows a dot on an empty cell."""
    holds = told(case)
    shown = (*(holds.exactly or ()), *(holds.legal if trace.legs else ()))
    return any(action.path and action.path[-1] not in case.position.men for action in shown)


def _diagram_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """The piece's own cell, and what targets mean."""
    alone = Window(0, 0, 0, 0)
    yield draw_diagram(Diagram({}, alone), CELL), words.legend_own
    for meaning in used_meanings(spec):
        cell = draw_diagram(Diagram({(0, 0): meaning}, alone), CELL)
        yield cell.without(Role.SELF, Role.FORWARD), legend_words(words, meaning)
    if any(draw_lines(spec.rules.movements[name], spec.diagram(name), CELL).items for name in spec.game.pieces):
        yield _cell(draw(Role.PATH, line((-0.5 * CELL, 0), (0.5 * CELL, 0)))), words.legend_line


def _example_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """The signs of positions: whose example it is, which way, what was played, what may be taken, what may not be done,
    whose piece."""
    if not spec.cases:
        return
    holds, traces = [told(case) for case in spec.cases], [trace_of(case) for case in spec.cases]
    first = _man(spec, next(iter(spec.game.players)))
    if any(case.illegal or case.exactly for case in holds):
        yield _cell(first.without(Role.FORWARD), actor(CELL)), words.legend_actor
    if first.only(Role.FORWARD).items:
        yield _cell(first), words.legend_way
    if any(case.legal and not trace.legs for case, trace in zip(holds, traces, strict=True)):
        yield _cell(arrow((-0.4 * CELL, 0), (0.4 * CELL, 0), CELL)), words.legend_path
    yield from _played_rows(spec, words, traces)
    if any(any(action.takes) for case in holds for action in (*case.legal, *(case.exactly or ()))):
        yield _cell(first.without(Role.FORWARD), taken(CELL)), words.legend_taken
    if any(case.illegal for case in holds):
        yield _cell(refused(CELL)), words.legend_refused
    yield from _ground_rows(spec, words)
    yield from _player_rows(spec, words)


def _played_rows(spec: Spec, words: Words, traces: Sequence[Trace]) -> Iterator[Row]:
    """What lines of play leave behind, and numbers."""
    past = [draw_past(spec, _first(spec), CELL, taken=taken) for taken in (False, True)]
    if any(trace.legs for trace in traces):
        yield _cell(past[0], arrow((0.2 * CELL, 0), (0.5 * CELL, 0), 0.8 * CELL)), words.legend_played
    elif any(trace.lifted for trace in traces):
        yield _cell(past[0]), words.legend_past
    chains = (a for case in spec.cases for a in (*told(case).legal, *(told(case).exactly or ())) if len(a.path) > 2)
    if any(leg.number for trace in traces for leg in trace.legs) or any(chains):
        yield _cell(badge(1, 1.4 * CELL)), words.legend_number
    if any(trace.gone for trace in traces):
        yield _cell(past[1]), words.legend_out


def _ground_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """Tokens that lie on cells, and cells that rules call by a colour."""
    for name, token in spec.game.tokens.items():
        if any(case.position.lying.get(name) for case in spec.cases):
            face = token_face(token).scaled(TOKEN * CELL / token.size)
            yield _cell(face), words.legend_token.format(token=name)
    seen = [areas_of(spec, case) for case in spec.cases]
    corner = Lattice(1, 1)
    for area in dict.fromkeys(name for areas in seen for name in areas):
        if any(areas.get(area) for areas in seen):
            every = {name: ("a1",) if name == area else () for name in seen[0]}
            ground = draw_areas(every, corner, CELL).moved(-CELL / 2, -CELL / 2)
            yield _cell(ground), words.legend_area.format(area=area)


def _player_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """How the pieces of players after the first are known, or everybody's letters."""
    players, signs = list(spec.game.players), letters(spec.game)
    if signs:
        said = [words.legend_letter.format(letter=sign, player=name.capitalize()) for name, sign in signs.items()]
        yield _cell(_man(spec, players[0]).without(Role.FORWARD)), words.legend_letters.format(letters=", ".join(said))
        return
    for player, text in zip(players[1:], (words.legend_bar, words.legend_bars), strict=False):
        yield _cell(_man(spec, player).without(Role.FORWARD)), text.format(player=player.capitalize())


def _first(spec: Spec) -> Man:
    """The first player's first piece."""
    return Man(next(iter(spec.game.players)), next(iter(spec.game.pieces)))


def _man(spec: Spec, player: str) -> Drawing:
    """The game's first piece as a player has it."""
    return draw_man(spec, Man(player, _first(spec).piece), CELL)


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
