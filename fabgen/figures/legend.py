"""A spec → its legend: every mark that its diagrams and examples use, and no other, each with its meaning.

The marks are drawn by the functions that draw them in the figures. They stand in two columns of equal height.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap

from fabgen.artwork.drawing import Drawing, Role, draw, dump, together, write
from fabgen.artwork.path import Path, circle, line, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.base import words as listed
from fabgen.figures.board import draw_areas, draw_zone, zone_pattern
from fabgen.figures.cellsigns import actor, badge, barred, entered, landing_meanings, put, taken
from fabgen.figures.claimed import Landings, acting, landings
from fabgen.figures.diagram import draw_diagram, draw_lines, heading, leaping
from fabgen.figures.kit import token_face
from fabgen.figures.marks import TURN, arrow, own_cell
from fabgen.figures.men import draw_man, draw_past, letters, way_of
from fabgen.figures.position import TOKEN, outline_of
from fabgen.figures.surface import Surface
from fabgen.figures.told import Told, claims_of, told
from fabgen.figures.trace import Trace, areas_of, trace_of
from fabgen.rules.boards import Lattice
from fabgen.rules.diagram import Diagram, Window
from fabgen.rules.directions import SQUARES, Hexagons, Plane
from fabgen.rules.marks import Meaning
from fabgen.rules.movement import Walk
from fabgen.rules.notation import Spoken
from fabgen.rules.position import Man
from fabgen.spec.cases import Case
from fabgen.spec.load import Spec
from fabgen.spec.spaces import spaces_of
from fabgen.words import Words

CELL, PITCH = 7.4, 8.3  # mm: side of a cell, from one row to the next at least
LEAPS = "a line: a piece where a step or leap of it ends is in the way"
CAP, LEADING = 2.1, 1.72  # mm: capitals of the words; from line to line, of a capital
WIDEST, BETWEEN = 114.0, 5.0  # mm: a legend, and between its columns
ONE = 4  # rows that stand in one column
FATES = ("removed", "home", "hand", "captor")
WORDS_AT = 0.75  # of a cell: from its middle to the words beside it

Row = tuple[Drawing, str]


def draw_legend(spec: Spec, words: Words, widest: float = WIDEST) -> tuple[Drawing, list[str]]:
    """The legend in mm, and its words in reading order: down the first of two columns of equal height, then down the
    second. Words that are longer than a column stand in several lines. No wider than `widest` mm."""
    rows = [(_framed(cell, _plane(spec)), text)
            for cell, text in (*_diagram_rows(spec, words), *_example_rows(spec, words))]
    told = [text for _, text in rows]
    if len(rows) <= ONE:
        return _column(rows, widest), told
    width = (widest - BETWEEN) / 2
    half = min(range(1, len(rows)), key=lambda n: max(_height(rows[:n], width), _height(rows[n:], width)))
    first = _column(rows[:half], width)
    second = first.bounds()[2] + BETWEEN + CELL / 2
    return first + _column(rows[half:], width).moved(second, 0), told


def _plane(spec: Spec) -> Plane:
    """The compass of the cells in a legend: that of the first piece's diagram."""
    return spec.diagram(next(iter(spec.game.pieces))).compass


def _framed(cell: Drawing, plane: Plane) -> Drawing:
    """A cell of a legend in a frame of the shape that cells have in diagrams."""
    if plane is SQUARES:
        return cell
    return draw(Role.GRID, polygon([(x * CELL, y * CELL) for x, y in plane.corners])) + cell.without(Role.GRID)


def _column(rows: Sequence[Row], width: float) -> Drawing:
    """Rows one under another, the middle of the first cell at the origin; words stand beside the middle of a cell."""
    drawn, y = list[Drawing](), 0.0
    for cell, text in rows:
        lines, deep = _lines(text, width), _deep(text, width)
        y -= (deep - PITCH) / 2
        top = y + (len(lines) - 1) * LEADING * CAP / 2 - CAP / 2
        drawn.append(cell.moved(0, y))
        drawn += [write(Role.LABEL, line, (WORDS_AT * CELL, top - n * LEADING * CAP), CAP, anchor="start")
                  for n, line in enumerate(lines)]
        y -= PITCH + (deep - PITCH) / 2
    return together(drawn)


def _height(rows: Sequence[Row], width: float) -> float:
    return sum(_deep(text, width) for _, text in rows)


def _deep(text: str, width: float) -> float:
    """The height of a row."""
    return max(PITCH, (len(_lines(text, width)) * LEADING + 0.2) * CAP)


def _lines(text: str, width: float) -> list[str]:
    """Words in lines that fit beside a cell of a column; a word that is longer stands out."""
    room, out = width - (WORDS_AT + 0.5) * CELL, [""]
    for word in text.split():
        longer = f"{out[-1]} {word}".strip()
        fits = text_width(longer, CAP) <= room or not out[-1]
        out[-1:] = [longer] if fits else [out[-1], word]
    return out


def used_meanings(spec: Spec) -> list[Meaning]:
    """The meanings of targets in diagrams and examples, in the order of their definition."""
    used = {meaning for name in spec.game.pieces for meaning in spec.diagram(name).marks.values()}
    for case in spec.cases:
        for acts in _landings(case, trace_of(case)).empty.values():
            used |= {*landing_meanings(acts)}
    return [meaning for meaning in Meaning if meaning in used]


def _landings(case: Case, trace: Trace) -> Landings:
    """Where the figure of an example shows what marks."""
    return landings(case.position, claims_of(case), trace)


def fates(spec: Spec) -> tuple[str, ...]:
    """What becomes of pieces that are taken, in this order: removed, home, hand, captor; none where the rules do not
    say so."""
    walks = (way for movement in spec.rules.movements.values() for way in movement.kinds)
    found = {*_hop_fates(spec)}
    walking = any(isinstance(way, Walk) and way.capture for way in walks)
    if walking and getattr(spec.options, "capture", "") == "replace":
        found.add(str(getattr(spec.options, "captured", "removed")))
    return tuple(fate for fate in FATES if fate in found)


def _fate(found: Iterable[str], words: Words) -> str:
    said = {"removed": words.fate_taken, "home": words.fate_home, "hand": words.fate_hand, "captor": words.fate_captor}
    return listed([said[fate] for fate in found] or [words.fate_taken], words.said("or"))


def _sent(spec: Spec) -> bool:
    """Whether nobody is ever taken: who is jumped or captured goes home, or to a hand of its owner."""
    found = fates(spec)
    return bool(found) and {*found} <= {"home", "hand"}


def _diagram_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """The piece's own cell, and what targets mean."""
    alone, plane = Window(0, 0, 0, 0), _plane(spec)
    blank = draw_diagram(Diagram({}, alone, plane), CELL).without(Role.SELF, Role.FORWARD)
    ways = {heading(spec.diagram(name)) for name in spec.game.pieces}
    first = next((way for way in map(heading, map(spec.diagram, spec.game.pieces)) if way), None)
    if first:
        yield blank + own_cell(CELL, first if len(ways - {None}) == 1 else "up"), words.legend_own
    if None in ways:
        yield blank + own_cell(CELL, None), words.legend_own_round
    for meaning in used_meanings(spec):
        cell = draw_diagram(Diagram({(0, 0): meaning}, alone, plane), CELL)
        yield cell.without(Role.SELF, Role.FORWARD), legend_words(words, meaning, _hop_fates(spec))
    lined = [(spec.rules.movements[name], spec.diagram(name)) for name in spec.game.pieces
             if draw_lines(spec.rules.movements[name], spec.diagram(name), CELL).items]
    if lined:
        blocks = words.said(LEAPS) if any(starmap(leaping, lined)) else words.legend_line
        yield _cell(draw(Role.PATH, line((-0.5 * CELL, 0), (0.5 * CELL, 0)))), blocks


def _hop_fates(spec: Spec) -> tuple[str, ...]:
    """What becomes of pieces that are hopped over and do not stay."""
    found = {jump.fate for jumps in spec.jumps.values() for jump in jumps if jump.takes}
    return tuple(fate for fate in FATES if fate in found)


def _example_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """The signs of positions: whose example it is, which way, what was played, what may be taken, what may not be done,
    whose piece."""
    if not spec.cases:
        return
    holds, traces = [told(case) for case in spec.cases], [trace_of(case) for case in spec.cases]
    first = _man(spec, next(iter(spec.game.players)))
    if any(acting(case.position, claims_of(case), trace) for case, trace in zip(spec.cases, traces, strict=True)):
        yield _cell(first.without(Role.FORWARD), actor(CELL, _plane(spec))), words.legend_actor
    if first.only(Role.FORWARD).items:
        yield _cell(first), words.legend_way
    if any((case.legal or _chains(case)) and not trace.legs for case, trace in zip(holds, traces, strict=True)):
        yield _cell(arrow((-0.4 * CELL, 0), (0.4 * CELL, 0), CELL)), words.legend_path
    yield from _played_rows(spec, words, traces)
    if any(any(action.takes) for case in holds for action in (*case.legal, *(case.exactly or ()))):
        said = words.legend_taken_sent.format(fate=_fate(fates(spec), words)) if _sent(spec) else words.legend_taken
        yield _cell(first.without(Role.FORWARD), taken(CELL, _plane(spec))), said
    marks = [_landings(case, trace) for case, trace in zip(spec.cases, traces, strict=True)]
    if any(found.entered for found in marks):
        yield _cell(first.without(Role.FORWARD), entered(CELL, _plane(spec))), words.legend_entered
    if any(found.put for found in marks):
        yield _cell(put(CELL)), words.legend_put
    if any(action.path for case in holds for action in case.illegal):
        yield _cell(barred(CELL)), words.legend_refused
    yield from _ground_rows(spec, words)
    yield from _player_rows(spec, words)


def _chains(case: Told) -> list[Spoken]:
    """The actions of several legs that an example shows by arrows."""
    return [action for action in (*case.legal, *(case.exactly or ())) if len(action.path) > 2]


def _played_rows(spec: Spec, words: Words, traces: Sequence[Trace]) -> Iterator[Row]:
    """What lines of play leave behind, and numbers."""
    past = [draw_past(spec, _first(spec), CELL, taken=taken) for taken in (False, True)]
    if any(trace.legs for trace in traces):
        yield _cell(past[0], arrow((0.2 * CELL, 0), (0.5 * CELL, 0), 0.8 * CELL)), words.legend_played
    if any(leg.number for trace in traces for leg in trace.legs) or any(_chains(told(case)) for case in spec.cases):
        yield _cell(badge(1, 1.4 * CELL)), words.legend_number
    if any(trace.gone for trace in traces):
        yield _cell(past[1]), words.legend_out_sent if _sent(spec) else words.legend_out
    for name in dict.fromkeys(name for trace in traces for name in trace.lifted):
        yield _cell(outline_of(token_face(spec.game.tokens[name]), TOKEN * CELL)), words.legend_lifted


def _ground_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """Zones, tokens that lie on cells, and cells that rules call by a colour."""
    yield from _zone_rows(spec, words)
    if dashes := _road(spec):
        yield _cell(draw(Role.ZONE, *dashes)), words.said("road: pieces that go along lines follow it")
    for name, token in spec.game.tokens.items():
        if any(case.position.lying.get(name) for case in spec.cases):
            face = token_face(token).scaled(TOKEN * CELL / token.size)
            yield _cell(face), words.legend_token.format(token=name)
    seen = [areas_of(spec, case) for case in spec.cases]
    corner = Surface(Lattice(1, 1), spaces_of(Lattice(1, 1), CELL))
    for area in dict.fromkeys(name for areas in seen for name in areas):
        if any(areas.get(area) for areas in seen):
            every = {name: ("a1",) if name == area else () for name in seen[0]}
            ground = draw_areas(every, corner).moved(-CELL / 2, -CELL / 2)
            yield _ground(ground), words.legend_area.format(area=area)


def _road(spec: Spec) -> list[Path]:
    """A piece of a road, where a map has any."""
    drawn = spec.game.board.map
    if not (drawn and drawn.roads and drawn.lines) or spec.game.board.points:
        return []
    dashes = [line((x * CELL, 0), (y * CELL, 0)) for x, y in ((-0.45, -0.29), (-0.2, -0.1), (0.1, 0.2), (0.29, 0.45))]
    return [*dashes, circle((0, 0), 0.05 * CELL)]


def _zone_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """Each pattern of a zone, with the names of all zones that have it in one colour."""
    board, alike = spec.game.board, dict[str, tuple[Drawing, list[str]]]()
    compass = spec.lattice.compass if isinstance(spec.lattice.compass, Hexagons) else SQUARES
    corner = Lattice(1, 1, compass=compass)
    surface = Surface(corner, spaces_of(corner, CELL), board.points)
    x, y = surface.spaces.middles["a1"]
    for name, zone in board.zones.items():
        own = zone.model_copy(update={"cells": "a1", "pattern": zone_pattern(spec.game, name)})
        game = spec.game.model_copy(update={"board": board.model_copy(update={"zones": {name: own}})})
        drawn = draw_zone(game, surface, name).moved(-x, -y)
        if drawn.items:
            alike.setdefault(dump(drawn), (_ground(drawn), []))[1].append(name)
    for cell, names in alike.values():
        yield cell, words.legend_zone.format(zones=", ".join(names))


def _player_rows(spec: Spec, words: Words) -> Iterator[Row]:
    """How the pieces of players after the first are known, or everybody's letters."""
    players, signs = list(spec.game.players), letters(spec.game)
    if signs:
        said = [words.legend_letter.format(letter=sign, player=name.capitalize()) for name, sign in signs.items()]
        yield _cell(_man(spec, players[0]).without(Role.FORWARD)), words.legend_letters.format(letters=", ".join(said))
        return
    flat, way = spec.game.pieces[_first(spec).piece].body.shape is None, way_of(spec)
    bars = (words.legend_flat_bar, words.legend_flat_bars) if flat else (words.legend_bar, words.legend_bars)
    for player, text in zip(players if len(players) > 1 else (), (words.legend_bare, *bars), strict=False):
        told = text.format(player=player.capitalize())
        if way:
            there = _turned(way, spec.game.players[player].forward)
            told = words.legend_goes.format(mark=told, way=words.said(there.replace("-", " to the ")))
        yield _cell(_man(spec, player).without(Role.FORWARD)), told


def _turned(way: str, forward: str) -> str:
    """A way of pieces, for a player with a forward, as it is on the page."""
    angle = (TURN[way] + TURN[forward]) % 360
    return next(name for name, turn in TURN.items() if turn == angle)


def _first(spec: Spec) -> Man:
    """The first player's first piece."""
    return Man(next(iter(spec.game.players)), next(iter(spec.game.pieces)))


def _man(spec: Spec, player: str) -> Drawing:
    """The game's first piece as a player has it."""
    return draw_man(spec, Man(player, _first(spec).piece), CELL)


def _cell(*shown: Drawing) -> Drawing:
    return together([draw(Role.GRID, rectangle(-CELL / 2, -CELL / 2, CELL, CELL)), *shown])


def _ground(shown: Drawing) -> Drawing:
    """What fills a cell, its frame over it."""
    return shown + _cell()


def legend_words(words: Words, meaning: Meaning, hopped: Iterable[str] = ()) -> str:
    """One line of a legend: the word of the mark's own, what becomes of who is hopped over, and that it goes on."""
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
    }[meaning.plain].format(fate=_fate(hopped, words))
    return words.legend_on.format(mark=said) if meaning.on else said
