"""A spec → its legend: every mark that its diagrams and examples use, and no other, each with its meaning.

The functions that draw the marks in figures draw them here, in two columns whose rows are level with each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import starmap, zip_longest
from typing import NamedTuple

from fabgen.artwork.drawing import TINTS, Drawing, Item, Role, Shape, combine_drawings, draw, draw_text, dump_drawing
from fabgen.artwork.path import Path, circle, line, polygon, rectangle, translation
from fabgen.artwork.text import text_width
from fabgen.core.english import join_words as listed
from fabgen.core.languages import Catalogue
from fabgen.figures.boards.board import (
    cell_looks,
    draw_areas,
    draw_chequers_in_zones,
    draw_zone,
    is_dark,
    patterned_cells,
    zone_pattern,
)
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.closed_cells import draw_closed_cells
from fabgen.figures.boards.map_links import sample_link
from fabgen.figures.boards.surface import Surface, surface_of
from fabgen.figures.components.kit import token_face
from fabgen.figures.diagrams.marks import (
    DIRECTION_ANGLES,
    JUMP_RING,
    arrow,
    dot,
    jump_ring,
    own_cell_mark,
    player_arrow,
)
from fabgen.figures.diagrams.movement_diagram import (
    HOP_SIGNS,
    draw_blocking_lines,
    draw_diagram,
    draw_diagram_cells,
    find_jump_ring,
    has_leaps,
    main_direction,
)
from fabgen.figures.positions.area_corners import corner_tokens, draw_corner, find_frames
from fabgen.figures.positions.captions import SettledClaims, figure_claims, settle_claims
from fabgen.figures.positions.claims import (
    LandingMarks,
    Trace,
    arrow_actions,
    closed_cells,
    coloured_areas,
    find_acting_cells,
    find_landings,
    find_passages,
    is_round_trip,
    make_trace,
)
from fabgen.figures.positions.explanation_colour import in_explanation_colour
from fabgen.figures.positions.fates import find_fates, find_hop_fates, sends_home
from fabgen.figures.positions.free_drawing import free_outline, free_ring, free_shade
from fabgen.figures.positions.piece_icons import (
    STEP_OR_HOP,
    actor_frame,
    capture_sign,
    count_bars,
    draw_past_piece,
    draw_piece,
    drop_sign,
    entry_sign,
    landing_meanings,
    landing_sign,
    number_badge,
    passage_sign,
    placed_sign,
    player_letters,
    player_tone,
    refusal_corner_sign,
    refusal_sign,
    shared_direction,
    target_ground,
    turned_sign,
)
from fabgen.figures.positions.position import draw_token_outline
from fabgen.figures.positions.position_figure import TOKEN
from fabgen.figures.positions.towers import draw_tower, find_towers
from fabgen.rules.boards import Board, Cell, parse_cells
from fabgen.rules.diagram import Diagram, Window
from fabgen.rules.directions import SQUARES, Plane
from fabgen.rules.marks import ALL_MARKS, HOPS, ONLY_KIND_MARKS, Act, MoveMark
from fabgen.rules.move_words import number_word
from fabgen.rules.notation import ActionText
from fabgen.rules.position import HIDDEN, Piece, Position
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec
from fabgen.spec.place_words import find_place_word
from fabgen.spec.spaces import spaces_of
from fabgen.typeset.blocks import KeyEntry

CELL, PITCH = 7.4, 8.3  # mm: side of a cell, from one row to the next at least
CAP, LEADING = 2.1, 1.6  # capitals of the words in mm; from line to line, in heights of a capital
WIDEST, BETWEEN = 114.0, 5.0  # mm: a legend, and between its columns
NARROW = 68.0  # mm: a legend of one column, which a telephone shows at the size of its other words
ONE = 4  # rows: a legend with more has two columns
# Of a cell: the dots between which a line is shown, how far they are from the middle, and the gap before each.
LINE_DOT, LINE_DOT_AT, LINE_GAP = 0.22, 0.33, 0.04
JUMP_RING_ROOM = 1.0  # of a cell: the ring of jumps to all sides
EVEN_STEPS = 20  # widths that are tried for lines of equal length
WORDS_AT = 0.75  # of a cell: from its middle to the words beside it

# mm: the cells, capitals and lines of the key of a card, the gap between a cell and its words, and between two entries.
KEY_CELL, KEY_CAP, KEY_LEADING, KEY_GAP, KEY_BETWEEN = 4.0, 1.8, 2.9, 1.2, 3.0
KEY_PITCH = 4.8  # mm: from one row of that key to the next at least


class LegendRow(NamedTuple):
    """A sign with its words. `kind`: what the sign is, `name` whose: a book leaves out rows that it explains elsewhere
    (`figures/rulebook/needed_rows`). Marks of diagrams, which it never leaves out, have no kind."""

    sign: Drawing
    text: str
    kind: str = ""
    name: str = ""


def draw_legend(spec: Spec, words: Catalogue, widest: float = WIDEST, rows: Sequence[LegendRow] | None = None
                ) -> tuple[Drawing, list[str]]:
    """The legend, no wider than `widest` mm, and its entries in reading order: down the first of two columns of as many
    rows, or one more, then down the second. Words that are wider than a column are broken into lines. `rows`: all of
    the game unless given."""
    rows = legend_rows(spec, words) if rows is None else rows
    return _draw_columns(rows, widest), [row.text for row in rows]


def draw_narrow_legend(spec: Spec, words: Catalogue, rows: Sequence[LegendRow] | None = None) -> Drawing:
    """The legend in one column."""
    return _draw_column(legend_rows(spec, words) if rows is None else rows, NARROW)


def draw_marks_key(spec: Spec, pieces: Sequence[str], words: Catalogue, width: float) -> Drawing:
    """What the marks in the movement diagrams of some pieces mean, in rows that are at most `width` mm wide: for a card
    that shows these diagrams but no legend. Empty where they have no marks."""
    drawings, x, y = list[Drawing](), 0.0, 0.0
    for meaning, text in explain_marks(spec, pieces, words):
        cell = _draw_key_cell(spec, meaning)
        lines = _wrap(text, width - KEY_CELL - KEY_GAP, KEY_CAP)
        across = KEY_CELL + KEY_GAP + max(text_width(line, KEY_CAP) for line in lines)
        height = max(KEY_PITCH, KEY_LEADING * len(lines) + KEY_PITCH - KEY_CELL)
        if x and (x + across > width or len(lines) > 1):
            x, y = 0.0, y - KEY_PITCH
        middle = y - (height - KEY_PITCH) / 2
        top = middle + (len(lines) - 1) * KEY_LEADING / 2 - KEY_CAP / 2
        drawings.append(cell.moved(x + KEY_CELL / 2, middle))
        drawings += [draw_text(Role.LABEL, line, (x + KEY_CELL + KEY_GAP, top - n * KEY_LEADING), KEY_CAP,
                               anchor="start") for n, line in enumerate(lines)]
        x += across + KEY_BETWEEN
        if len(lines) > 1:
            x, y = 0.0, y - height
    return combine_drawings(drawings).without(Role.LIGHT_CELL)


def list_key_entries(spec: Spec, pieces: Sequence[str], words: Catalogue) -> tuple[KeyEntry, ...]:
    """The same for a book, whose diagrams have cells in the tone of the board."""
    plane = _legend_plane(spec)
    ground = Drawing() if spec.lattice.plane is None else draw_diagram_cells(
        Diagram({}, Window(0, 0, 0, 0), plane), KEY_CELL, find_board_tones(spec).light)
    return tuple(KeyEntry(ground + _draw_key_cell(spec, meaning), text)
                 for meaning, text in explain_marks(spec, pieces, words))


def explain_marks(spec: Spec, pieces: Sequence[str], words: Catalogue) -> list[tuple[MoveMark, str]]:
    """The marks in the movement diagrams of some pieces, each with the words of a short key."""
    terms = find_capture_terms(spec, words)
    used = {mark for piece in pieces for mark in spec.diagram(piece).marks.values()}
    order = sorted(used, key=lambda mark: ((*ALL_MARKS, *ONLY_KIND_MARKS).index(mark.plain), mark.goes_on))
    return [(mark, words.text("key_further") if mark.goes_on and mark.plain in used
             else describe_mark(words, mark, find_hop_fates(spec), terms)) for mark in order]


def _draw_key_cell(spec: Spec, meaning: MoveMark) -> Drawing:
    """A cell of a short key with its mark."""
    single = Diagram({(0, 0): meaning}, Window(0, 0, 0, 0), _legend_plane(spec))
    return draw_diagram(single, KEY_CELL).without(Role.SELF, Role.FORWARD)


def legend_rows(spec: Spec, words: Catalogue) -> list[LegendRow]:
    """A row for each sign in the diagrams and examples of a game, found once in a language."""
    return spec.compute_once(("legend rows", words.language), lambda: _find_rows(spec, words))


def _find_rows(spec: Spec, words: Catalogue) -> list[LegendRow]:
    """The rows of all signs, those of diagrams first."""
    plane = _legend_plane(spec)
    ground = Drawing() if spec.lattice.plane is None else draw(
        Role.LIGHT_CELL, _cell_outline(plane), tone=find_board_tones(spec).light)
    return [row._replace(sign=in_explanation_colour(spec, ground + _frame_cell(row.sign, plane)))
            for row in (*_diagram_rows(spec, words), *_example_rows(spec, words))]


def _draw_columns(rows: Sequence[LegendRow], widest: float) -> Drawing:
    """Rows in one column where they are few, else in two."""
    if len(rows) <= ONE:
        return _draw_column(rows, widest)
    width, split = (widest - BETWEEN) / 2, -(-len(rows) // 2)
    heights = [_row_height(row.text, width) for row in rows]
    heights = [max(pair) for pair in zip_longest(heights[:split], heights[split:], fillvalue=0.0)]
    left_column = _draw_column(rows[:split], width, heights=heights)
    second_x = width + BETWEEN  # in all books alike, however long the words of the first column are
    return left_column + _draw_column(rows[split:], width, split + 1, heights).moved(second_x, 0)


def _legend_plane(spec: Spec) -> Plane:
    """The compass of the cells in a legend: that of the first piece's diagram."""
    return spec.diagram(next(iter(spec.game.pieces))).compass


def _frame_cell(cell: Drawing, plane: Plane) -> Drawing:
    """A cell of the legend with a frame in the shape of the cells in diagrams."""
    if plane.has_square_cells:
        return cell
    inside = tuple(item for item in cell.items if item.role is not Role.GRID or not _is_closed(item))
    return draw(Role.GRID, _cell_outline(plane)) + Drawing(inside)


def _is_closed(item: Item) -> bool:
    """Whether an item is an outline, such as a frame, and no open line."""
    return isinstance(item, Shape) and all(path.closed for path in item.paths)


def _cell_outline(plane: Plane) -> Path:
    """The outline of a cell of the legend."""
    return polygon([(x * CELL, y * CELL) for x, y in plane.corners])


def _draw_column(rows: Sequence[LegendRow], width: float, first: int = 1, heights: Sequence[float] = ()) -> Drawing:
    """Rows one under another, of `heights` in mm or as high as they need, each cell with its words beside it. The first
    row begins half a PITCH above the origin. The groups of the rows are numbered from `first`."""
    drawings, y = list[Drawing](), 0.0
    for number, (cell, text, *_) in enumerate(rows):
        lines, height = _break_words(text, width), heights[number] if heights else _row_height(text, width)
        y -= (height - PITCH) / 2
        top = y + (len(lines) - 1) * LEADING * CAP / 2 - CAP / 2
        drawings.append(cell.moved(0, y).without_groups().in_group(f"rows/{first + number}/sign"))
        drawings += [draw_text(Role.LABEL, line, (WORDS_AT * CELL, top - n * LEADING * CAP), CAP, anchor="start")
                     .in_group(f"rows/{first + number}/labels") for n, line in enumerate(lines)]
        y -= PITCH + (height - PITCH) / 2
    return combine_drawings(drawings)


def _row_height(text: str, width: float) -> float:
    """The height of a row in mm."""
    return max(PITCH, (len(_break_words(text, width)) * LEADING + 0.5) * CAP)


def _break_words(text: str, width: float) -> list[str]:
    """The words in as few lines as fit beside a cell, which are as equal as can be; a single word that is wider sticks
    out."""
    room = width - (WORDS_AT + 0.5) * CELL
    lines = _wrap(text, room, CAP)
    narrower = (_wrap(text, share / EVEN_STEPS * room, CAP) for share in range(EVEN_STEPS // 2, EVEN_STEPS))
    return next((even for even in narrower if len(even) == len(lines)), lines)


def _wrap(text: str, room: float, cap: float) -> list[str]:
    """The words in lines of `room` mm in capitals of `cap` mm; a single word that is wider sticks out."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        fits = text_width(longer, cap) <= room or not lines[-1]
        lines[-1:] = [longer] if fits else [lines[-1], word]
    return lines


def find_meanings(spec: Spec) -> list[MoveMark]:
    """The meanings that marks have in diagrams and examples, in the order of their definition."""
    meanings = {mark for name in spec.game.pieces for mark in spec.diagram(name).marks.values()}
    for case in spec.cases:
        for acts in find_case_landings(case, make_trace(case)).empty.values():
            meanings |= {*landing_meanings(acts)}
    if spec.has_only_one_kind_of_mark:
        meanings.discard(MoveMark(Act.MOVE))  # a dot too, on cells of examples that are empty
    return [mark for mark in (*ALL_MARKS, *ONLY_KIND_MARKS) if mark in meanings]


def _find_board_marks(spec: Spec) -> set[MoveMark]:
    """The marks that figures of boards have on a ground smaller than the cell, because cells of the board have colours
    of their own; none where no cell has."""
    if not _has_coloured_cells(spec):
        return set()
    landings = {acts for case in spec.cases for acts in find_case_landings(case, make_trace(case)).empty.values()}
    marks = {mark for acts in landings for mark in landing_meanings(acts)}
    if spec.has_only_one_kind_of_mark and MoveMark(Act.MOVE) in marks:
        marks |= {mark for mark in ONLY_KIND_MARKS if not mark.goes_on}
    return marks


def _has_coloured_cells(spec: Spec) -> bool:
    """Whether some cells of the board have colours of their own, in any figure."""
    surface = surface_of(spec.game, spec.lattice, CELL, spec.map_spaces)
    return bool(patterned_cells(spec.game, surface)) or any(
        any(coloured_areas(case).values()) for case in spec.cases)


def _on_board_ground(mark: Drawing, acts: Act) -> Drawing:
    """The mark of a landing in a cell of the legend, on the ground that it has on boards."""
    return draw(Role.MOVE_CELL, target_ground(acts, CELL)) + mark.without(Role.MOVE_CELL)


def find_case_landings(case: Case, trace: Trace) -> LandingMarks:
    """The marks of landings in the figure of an example."""
    return find_landings(case.position, figure_claims(case), trace)


def find_capture_terms(spec: Spec, words: Catalogue) -> dict[str, str]:
    """The words for `capture` and `captured`: those of the game, or else fabgen's."""
    terms, usual = spec.game.terms, _usual_terms(words)
    return {"capture": terms.capture or usual["capture"], "captured": terms.captured or usual["captured"]}


def _usual_terms(words: Catalogue) -> dict[str, str]:
    """The same in a game that names none of its own."""
    return {"capture": words.text("term_capture"), "captured": words.text("term_captured")}


def _fate_words(fate_names: Iterable[str], words: Catalogue, terms: Mapping[str, str]) -> str:
    keys = {"removed": "fate_taken", "home": "fate_home", "hand": "fate_hand", "captor": "fate_captor"}
    keys["prisoner"] = "fate_prisoner"
    texts = [words.text(keys[fate], **terms) for fate in fate_names]
    return listed(texts or [words.text("fate_taken", **terms)], words.text("or"))


def _is_sent_back(spec: Spec) -> bool:
    """Whether every piece that is jumped or captured goes home or to its owner's hand, so that none is lost."""
    used_fates = find_fates(spec)
    return bool(used_fates) and {*used_fates} <= {"home", "hand"}


def _diagram_rows(spec: Spec, words: Catalogue) -> Iterator[LegendRow]:
    """Rows for the piece's own cell, for the marks on targets, and for lines."""
    single_cell, plane = Window(0, 0, 0, 0), _legend_plane(spec)
    blank = draw_diagram(Diagram({}, single_cell, plane), CELL).without(Role.SELF, Role.FORWARD)
    ways = {main_direction(spec.diagram(name)) for name in spec.game.pieces}
    first_heading = next((way for way in map(main_direction, map(spec.diagram, spec.game.pieces)) if way), None)
    if first_heading:
        own = own_cell_mark(CELL, first_heading if len(ways - {None}) == 1 else "up")
        yield LegendRow(blank + own, words.text("legend_own"))
    if None in ways:
        yield LegendRow(blank + own_cell_mark(CELL, None), words.text("legend_own_round"))
    terms = find_capture_terms(spec, words)
    meanings, on_board = find_meanings(spec), _find_board_marks(spec)
    for meaning in meanings:
        cell = draw_diagram(Diagram({(0, 0): meaning}, single_cell, plane), CELL)
        is_known = meaning.goes_on and meaning.plain in meanings
        text = words.text("legend_on_along") if is_known else describe_mark(words, meaning, find_hop_fates(spec), terms)
        mark = cell.without(Role.SELF, Role.FORWARD)
        yield LegendRow(_on_board_ground(mark, meaning.acts) if meaning in on_board else mark, text)
    if any(STEP_OR_HOP in find_case_landings(case, make_trace(case)).empty.values() for case in spec.cases):
        jump = draw_diagram(Diagram({(0, 0): MoveMark(Act.HOP)}, single_cell, plane), CELL)
        target = jump.without(Role.SELF, Role.FORWARD, Role.MOVE)
        target = _on_board_ground(target, STEP_OR_HOP) if on_board else target
        text = describe_mark(words, MoveMark(STEP_OR_HOP), find_hop_fates(spec), terms)
        yield LegendRow(target + landing_sign(STEP_OR_HOP, CELL), text)
    yield from _jump_ring_rows(spec, words, blank)
    with_lines = [(spec.movement(name), spec.diagram(name)) for name in spec.game.pieces
                  if draw_blocking_lines(spec.movement(name), spec.diagram(name), CELL).items]
    if with_lines:
        blocks = words.text("legend_leaps" if any(starmap(has_leaps, with_lines)) else "legend_line")
        yield LegendRow(blank + _draw_line_between_dots(), blocks)


def _draw_line_between_dots() -> Drawing:
    """The line of a movement diagram as it is seen there: between two marks, which are smaller than usual."""
    marks = combine_drawings(dot(CELL, LINE_DOT).moved(x, 0) for x in (-LINE_DOT_AT * CELL, LINE_DOT_AT * CELL))
    clear = (LINE_DOT_AT - LINE_DOT / 2 - LINE_GAP) * CELL
    return marks + draw(Role.PATH, line((-clear, 0), (clear, 0)))


def _jump_ring_rows(spec: Spec, words: Catalogue, blank: Drawing) -> Iterator[LegendRow]:
    """Rows for the signs of jumps to all sides, which cut pieces carry instead of eight marks."""
    keys = {Act.HOP: "legend_jump_ring_hop", Act.LOCUST: "legend_jump_ring_locust", HOPS: "legend_jump_ring_either"}
    terms = find_capture_terms(spec, words)
    rings = {find_jump_ring(spec.base_diagram(name)): main_direction(spec.diagram(name)) for name in spec.game.pieces}
    for jumps, direction in rings.items():
        if jumps:
            side = CELL * JUMP_RING_ROOM / (2 * JUMP_RING[1])
            sign = jump_ring(side, direction, HOP_SIGNS[jumps])
            text = words.text(keys[jumps], fate=_fate_words(find_hop_fates(spec), words, terms), **terms)
            yield LegendRow(blank + sign, text, "jump ring")


def _example_rows(spec: Spec, words: Catalogue) -> Iterator[LegendRow]:
    """Rows for the signs in positions: the piece an example is about, its direction, moves that were played, captures,
    illegal actions, zones and tokens, and the players' signs."""
    if not spec.cases:
        return
    claims, traces = [settle_claims(case) for case in spec.cases], [make_trace(case) for case in spec.cases]
    player, plane = next(iter(spec.game.players)), _legend_plane(spec)
    first, pointed = _draw_first_piece(spec, player), _draw_first_piece(spec, player, is_pointed=True)
    if any(
        find_acting_cells(case.position, figure_claims(case), trace)
        for case, trace in zip(spec.cases, traces, strict=True)
    ):
        yield LegendRow(_draw_cell(first, actor_frame(CELL, plane)), words.text("legend_actor"))
    if pointed.only(Role.FORWARD).items:
        yield LegendRow(_draw_cell(pointed), words.text("legend_way"), "way")
    if any(arrow_actions(figure_claims(case), trace) or (chain_actions(settled) and not trace.legs)
           for case, settled, trace in zip(spec.cases, claims, traces, strict=True)):
        yield LegendRow(_draw_cell(arrow((-0.4 * CELL, 0), (0.4 * CELL, 0), CELL)), words.text("legend_path"))
    yield from _played_rows(spec, words, traces)
    if any(any(action.captures) for case in claims for action in (*case.legal, *(case.exactly or ()))):
        terms = find_capture_terms(spec, words)
        capture_words = words.text("legend_taken", **terms)
        if _is_sent_back(spec):
            capture_words = words.text("legend_taken_sent", fate=_fate_words(find_fates(spec), words, terms))
        sign = capture_sign(CELL, plane, is_pointed=bool(first.only(Role.FORWARD).items), goes_home=sends_home(spec))
        yield LegendRow(_draw_cell(first, sign), capture_words, "capture")
    marks = [find_case_landings(case, trace) for case, trace in zip(spec.cases, traces, strict=True)]
    if any(cell_marks.entries for cell_marks in marks):
        yield LegendRow(_draw_cell(first, entry_sign(CELL, plane)), words.text("legend_entered"), "entry")
    if any(cell_marks.drops for cell_marks in marks):
        whole = rectangle(-CELL / 2, -CELL / 2, CELL, CELL)
        ground = draw(Role.MOVE_CELL, target_ground(Act.MOVE, CELL) if _has_coloured_cells(spec) else whole)
        yield LegendRow(ground + _draw_cell(drop_sign(CELL)), words.text("legend_put"), "drop")
    refusals = [_refuses_beside(case, settled, trace)
                for case, settled, trace in zip(spec.cases, claims, traces, strict=True)]
    if any(False in places for places in refusals):
        yield LegendRow(_draw_cell(refusal_sign(CELL)), words.text("legend_refused"), "refusal")
    if any(True in places for places in refusals):
        beside = _draw_cell(first, refusal_corner_sign(CELL, plane))
        yield LegendRow(beside, words.text("legend_refused_beside", place=_place_word(spec, words)), "refusal beside")
    if any(find_passages(figure_claims(case)) for case in spec.cases):
        yield LegendRow(_draw_cell(passage_sign(CELL)), words.text("legend_passage"))
    has_insets = any(find_crowded_cells(drawn.seen_position) for drawn in spec.position_views.values())
    if has_insets or any(starmap(find_shared_cells, zip(spec.cases, traces, strict=True))):
        inset_words = words.text("legend_inset", place=_place_word(spec, words))
        yield LegendRow(_draw_inset(first.without(Role.LABEL)), inset_words, "inset")
    if tower := next((tower for case in spec.cases for tower in find_towers(case.position)), ()):
        yield LegendRow(draw_tower(spec, tower, CELL), words.text("legend_tower"))
    seen = [position for case in spec.cases for position in (case.seen_start, case.seen_position)]
    seen += [drawn.seen_position for drawn in spec.position_views.values()]
    unknown = (piece for position in seen for piece in position.pieces.values() if piece.kind == HIDDEN)
    if hidden := next(unknown, None):
        yield LegendRow(_draw_cell(draw_piece(spec, hidden, CELL, is_named=False)), words.text("legend_hidden"))
    yield from _ground_rows(spec, words)
    yield from _free_rows(spec, words)
    yield from _player_rows(spec, words)


def _place_word(spec: Spec, words: Catalogue) -> str:
    """What the rules text calls the places of the board."""
    return words.text(f"place_{find_place_word(spec)}")


def _refuses_beside(case: Case, settled: SettledClaims, trace: Trace) -> set[bool]:
    """For the cells of an example that carry the sign of an illegal action, whether it stands beside something."""
    marks, tokens = find_case_landings(case, trace), case.position.tokens.values()
    passages = find_passages(figure_claims(case))
    held = {*case.position.pieces, *trace.captured_pieces, *trace.moved_pieces, *marks.empty, *marks.drops,
            *(cell for cells in tokens for cell in cells)}
    return {action.path[-1] in held and not is_round_trip(action) for action in settled.illegal
            if action.path and action.path[-1] not in passages}


def find_shared_cells(case: Case, trace: Trace) -> set[Cell]:
    """The cells on which an example shows several pieces, present or past."""
    cells = _count_pieces(case.position)
    cells.update({cell: len(pieces) for cell, pieces in trace.captured_pieces.items()})
    cells |= Counter({cell: len(pieces) for cell, pieces in trace.moved_pieces.items() if cell not in cells})
    return {cell for cell, count in cells.items() if count > 1}


def find_crowded_cells(position: Position) -> set[Cell]:
    """The cells of a position with several pieces."""
    return {cell for cell, count in _count_pieces(position).items() if count > 1}


def _count_pieces(position: Position) -> Counter[Cell]:
    """How many pieces are on each cell, a tower counted as one."""
    return Counter(cell for cell, _ in position.top_pieces())


def _draw_inset(piece: Drawing) -> Drawing:
    """A small cell from which a line leads to a larger one with two pieces."""
    small, large = rectangle(-0.5 * CELL, -0.5 * CELL, 0.2 * CELL, 0.2 * CELL), 0.56 * CELL
    frame = rectangle(0.5 * CELL - large, 0.5 * CELL - large, large, large)
    stalk = line((-0.3 * CELL, -0.3 * CELL), (0.5 * CELL - large, 0.5 * CELL - large))
    x, y = 0.5 * CELL - large / 2, 0.5 * CELL - large / 2
    pieces = [piece.scaled(0.42).moved(x + shift * large, y) for shift in (-0.23, 0.23)]
    return combine_drawings([draw(Role.GRID, small), draw(Role.TRIM, stalk, frame), *pieces])


def chain_actions(case: SettledClaims) -> list[ActionText]:
    """The actions with several legs that an example shows by arrows."""
    return [action for action in (*case.legal, *(case.exactly or ())) if len(action.path) > 2]


def _played_rows(spec: Spec, words: Catalogue, traces: Sequence[Trace]) -> Iterator[LegendRow]:
    """Rows for what a line of play leaves behind, and for the numbers of steps."""
    past_pieces = [
        draw_past_piece(spec, _first_piece(spec), CELL, is_captured=is_captured) for is_captured in (False, True)
    ]
    if any(trace.legs for trace in traces):
        ends = (0.03 * CELL, 0.07 * CELL), (0.44 * CELL, 0.42 * CELL)
        leg = arrow(*ends, CELL)
        if any(trace.is_simultaneous for trace in traces):  # whose arrows have the colours of their players
            leg = player_arrow(*ends, CELL, player_tone(spec.game, _first_piece(spec).player))
        played = _draw_cell(past_pieces[0].scaled(0.7).moved(-0.2 * CELL, -0.13 * CELL), leg)
        yield LegendRow(played, words.text("legend_played"), "move")
    is_line_numbered = any(leg.number for trace in traces for leg in trace.legs)
    if is_line_numbered or any(chain_actions(settle_claims(case)) for case in spec.cases):
        yield LegendRow(_draw_cell(number_badge(1, 1.2 * CELL)), words.text("legend_number"), "number")
    terms = find_capture_terms(spec, words)
    sent_words = words.text("legend_out_sent", fate=_fate_words(find_fates(spec), words, terms))
    homed = [{*trace.replaced_cells} if sends_home(spec) else set() for trace in traces]
    if any(homed):
        house = capture_sign(CELL, spec.lattice.compass, goes_home=True)
        yield LegendRow(_draw_cell(past_pieces[0], house), sent_words, "homed piece")
    if any(trace.captured_pieces.keys() - cells - {*trace.returned_cells}
           for trace, cells in zip(traces, homed, strict=True)):
        out_words = sent_words if _is_sent_back(spec) and not any(homed) else words.text("legend_out", **terms)
        yield LegendRow(_draw_cell(past_pieces[1]), out_words, "captured piece")
    piece, plane = draw_piece(spec, _first_piece(spec), CELL, is_pointed=False), spec.lattice.compass
    if any(trace.placed_cells for trace in traces):
        yield LegendRow(_draw_cell(piece, placed_sign(CELL, plane)), words.text("legend_placed"), "placed piece")
    if any(trace.returned_cells for trace in traces):
        yield LegendRow(_draw_cell(past_pieces[0], placed_sign(CELL, plane, is_returned=True)),
                        words.text("legend_returned", **terms), "returned piece")
    if any(trace.turned_cells for trace in traces):
        has_two_colours = any(kind.body.reverse for kind in spec.game.pieces.values())
        key = "legend_turned" if has_two_colours else "legend_changed_sides"
        changing = draw_piece(spec, _first_claimed_piece(spec), CELL, is_pointed=False)
        yield LegendRow(_draw_cell(changing, turned_sign(CELL, plane)), words.text(key), "turned piece")
    for name in dict.fromkeys(name for trace in traces for name in trace.lifted_tokens):
        outline = draw_token_outline(token_face(spec.game.tokens[name]), TOKEN * CELL)
        yield LegendRow(_draw_cell(outline), words.text("legend_lifted"), "lifted token", name)


def _ground_rows(spec: Spec, words: Catalogue) -> Iterator[LegendRow]:
    """Rows for zones, roads, tokens on cells, and cells that the rules call by a colour."""
    yield from _zone_rows(spec, words)
    if dashes := _road_dashes(spec):
        yield LegendRow(_draw_cell(draw(Role.ZONE, *dashes)), words.text("legend_road"))
    if spec.game.board.map and surface_of(spec.game, spec.lattice, CELL, spec.map_spaces).bridge_pairs:
        dashes = [dash.transformed(translation(-0.45 * CELL, 0)) for dash in sample_link(0.9 * CELL, CELL)]
        yield LegendRow(_draw_cell(draw(Role.GRID, *dashes)), words.text("legend_link"))
    for name, token in spec.game.tokens.items():
        if any(case.position.tokens.get(name) for case in spec.cases):
            face = token_face(token).scaled(TOKEN * CELL / token.size)
            token_words = words.text("legend_token", token=spec.game.token_name(name))
            yield LegendRow(_draw_cell(face), token_words, "token", name)
    yield from _closed_rows(spec, words)
    areas_by_case = [coloured_areas(case) for case in spec.cases]
    corner = Surface(Board(1, 1), spaces_of(Board(1, 1), CELL), is_figure=True)
    for area in dict.fromkeys(name for areas in areas_by_case for name in areas):
        if any(areas.get(area) for areas in areas_by_case):
            area_cells = {name: ("a1",) if name == area else () for name in areas_by_case[0]}
            ground = draw_areas(area_cells, corner).moved(-CELL / 2, -CELL / 2)
            yield LegendRow(_draw_ground(ground), words.text("legend_area", area=area), "area", area)
    framed = {area for areas in areas_by_case for area in find_frames(spec.lattice, areas)}
    for tone, name in corner_tokens(spec).items():
        if tone in framed:
            token = spec.game.tokens[name]
            corner_mark = _draw_cell(draw_corner(token, 0.7 * CELL / token.size))
            yield LegendRow(corner_mark, spec.game.token_name(name), "corner", name)


def _free_rows(spec: Spec, words: Catalogue) -> Iterator[LegendRow]:
    """Rows for the cells that people have shaded or framed in positions."""
    views = spec.position_views.values()
    if any(view.shaded for view in views):
        area = (rectangle(-CELL / 2, -CELL / 2, CELL, CELL),)
        shade = free_shade([(area, False)]) + free_outline([area], CELL)
        yield LegendRow(_draw_ground(shade), words.text("legend_shaded"), "shaded")
    if framed := [cell in view.position.pieces for view in views for cell in view.framed]:
        ring = free_ring(CELL, is_empty=not any(framed))
        yield LegendRow(_draw_cell(ring), words.text("legend_framed"), "framed")


def _closed_rows(spec: Spec, words: Catalogue) -> Iterator[LegendRow]:
    """A row for cells that are closed in an example, where any are: one of the first zone that has such cells."""
    closed = {cell for case in spec.cases if case.example.show_areas for cell in closed_cells(case)}
    first = next(((name, zone) for name, zone in spec.game.board.zones.items()
                  if closed & {*parse_cells(zone.cells, spec.lattice)}), None)
    if first is None:
        return
    name, zone = first
    corner = Board(1, 1, compass=spec.lattice.plane or SQUARES)
    surface = Surface(corner, spaces_of(corner, CELL), spec.game.board.points, is_figure=True)
    single_zone = zone.model_copy(update={"cells": "a1", "pattern": zone_pattern(spec.game, name)})
    board = spec.game.board.model_copy(update={"zones": {name: single_zone}})
    sample = draw_closed_cells(spec.game.model_copy(update={"board": board}), surface, ("a1",))
    x, y = surface.spaces.middles["a1"]
    yield LegendRow(_draw_ground(sample.moved(-x, -y)), words.text("legend_closed", place=_place_word(spec, words)),
                    "closed")


def _road_dashes(spec: Spec) -> list[Path]:
    """A stretch of road, where a map has roads."""
    game_map = spec.game.board.map
    if not (game_map and game_map.roads and game_map.lines) or spec.game.board.points:
        return []
    dashes = [line((x * CELL, 0), (y * CELL, 0)) for x, y in ((-0.45, -0.29), (-0.2, -0.1), (0.1, 0.2), (0.29, 0.45))]
    return [*dashes, circle((0, 0), 0.05 * CELL)]


def _zone_rows(spec: Spec, words: Catalogue) -> Iterator[LegendRow]:
    """A row for each pattern of a zone, with the names of all zones that look the same."""
    board, patterns = spec.game.board, dict[str, tuple[Drawing, list[str], list[str]]]()
    compass = spec.lattice.plane or SQUARES
    corner = Board(2, 1, compass=compass)  # a dark cell and a light one
    surface = Surface(corner, spaces_of(corner, CELL), board.points, is_figure=True, shows_patterns=True)
    looks = cell_looks(find_board_tones(spec))
    for name, zone in board.zones.items():
        cells = parse_cells(zone.cells, spec.lattice)
        sample = "a1" if not board.chequered or any(is_dark(spec.lattice, cell) for cell in cells) else "b1"
        x, y = surface.spaces.middles[sample]
        single_zone = zone.model_copy(update={"cells": sample, "pattern": zone_pattern(spec.game, name)})
        game = spec.game.model_copy(update={"board": board.model_copy(update={"zones": {name: single_zone}})})
        pattern = draw_zone(game, surface, name)
        if board.chequered:
            ground = draw_chequers_in_zones(game, surface, *looks)
            pattern = pattern.only(*TINTS) + ground + pattern.without(*TINTS)
        pattern = pattern.moved(-x, -y)
        if pattern.items:
            _, titles, names = patterns.setdefault(dump_drawing(pattern), (_draw_ground(pattern), [], []))
            title = spec.game.zone_name(name)
            names += [title] if title not in names else []
            if spec.game.board.build == "inlay" and zone.material and not zone.of:
                title = words.text("part_space", space=title)
            titles += [title] if title not in titles else []
    for cell, titles, names in patterns.values():
        yield LegendRow(cell, words.text("legend_zone", zones=", ".join(titles)), "zone", "\n".join(names))


def _player_rows(spec: Spec, words: Catalogue) -> Iterator[LegendRow]:
    """Rows for the signs that tell the players' pieces apart: bars, or a letter for each player."""
    players, signs = list(spec.game.players), player_letters(spec.game)
    if signs:
        entries = ", ".join(words.text("legend_letter", letter=sign, player=spec.game.player_title(name))
                            for name, sign in signs.items())
        cell = _draw_cell(_draw_first_piece(spec, players[0]))
        yield LegendRow(cell, words.text("legend_letters", letters=entries))
        return
    orientation = shared_direction(spec)
    for player in players if len(players) > 1 else ():
        bars = count_bars(spec.game, player)
        name = spec.game.player_title(player)
        is_flat = spec.game.pieces[spec.game.army(player)[0]].body.shape is None
        key = "legend_flat_bars" if is_flat else "legend_bars"
        number = number_word(bars, words)
        entry = words.count(key, bars, player=name, number=number) if bars else words.text("legend_bare", player=name)
        if orientation and player in spec.game.active_players:
            direction = _turn_direction(orientation, spec.game.players[player].forward).replace("-", "_")
            way = words.text(f"direction_{direction}")
            entry, name = words.text("legend_goes", mark=entry, way=way), f"{name}\n{way}"
        piece = _draw_first_piece(spec, player, is_pointed=spec.game.one_set)
        yield LegendRow(_draw_cell(piece), entry, "player", name)


def _turn_direction(direction: str, forward: str) -> str:
    """A direction of pieces as it is on the page, for a player with this forward direction."""
    angle = (DIRECTION_ANGLES[direction] + DIRECTION_ANGLES[forward]) % 360
    return next(name for name, turn in DIRECTION_ANGLES.items() if turn == angle)


def _first_piece(spec: Spec) -> Piece:
    """The first player's first piece."""
    return Piece(*spec.game.armies[0])


def _first_claimed_piece(spec: Spec) -> Piece:
    """A piece of the first player that may have changed sides: where there are neutral pieces, of a kind of theirs."""
    first = _first_piece(spec)
    neutral_kinds = (piece for player in spec.game.neutral for piece in spec.game.army(player))
    return Piece(first.player, next(neutral_kinds, first.kind))


def _draw_first_piece(spec: Spec, player: str, *, is_pointed: bool = False) -> Drawing:
    """A player's first piece in the player's tone and with the player's sign, with or without its point."""
    return draw_piece(spec, Piece(player, spec.game.army(player)[0]), CELL, is_pointed=is_pointed)


def _draw_cell(*drawings: Drawing) -> Drawing:
    return combine_drawings([draw(Role.GRID, rectangle(-CELL / 2, -CELL / 2, CELL, CELL)), *drawings])


def _draw_ground(ground: Drawing) -> Drawing:
    """A drawing that fills a cell, with the cell's frame over it."""
    return ground + _draw_cell()


def describe_mark(words: Catalogue, meaning: MoveMark, jump_fates: Iterable[str] = (),
                  terms: Mapping[str, str] | None = None) -> str:
    """The words for a mark: its meaning, what happens to pieces that are jumped over, and whether it goes on. `terms`
    are as from `find_capture_terms`; fabgen's unless given."""
    terms = terms or _usual_terms(words)
    keys = {
        Act.MOVE: "legend_move",
        Act.CAPTURE: "legend_capture",
        Act.MOVE | Act.CAPTURE: "legend_both",
        Act.FIRST_MOVE: "legend_first_move",
        Act.FIRST_CAPTURE: "legend_first_capture",
        Act.FIRST_MOVE | Act.FIRST_CAPTURE: "legend_first_both",
        Act.MOVE | Act.FIRST_CAPTURE: "legend_move_first_capture",
        Act.FIRST_MOVE | Act.CAPTURE: "legend_capture_first_move",
        Act.HOP: "legend_hop",
        Act.LOCUST: "legend_locust",
        HOPS: "legend_either",
        Act.HOP | Act.MOVE: "legend_hop_move",
        Act.LOCUST | Act.MOVE: "legend_locust_move",
        HOPS | Act.MOVE: "legend_either_move",
    }
    also_hop = {Act.HOP: "legend_also_hop", Act.LOCUST: "legend_also_locust", HOPS: "legend_also_either"}
    fate = _fate_words(jump_fates, words, terms)
    if meaning.acts in keys:
        entry = words.text(keys[meaning.acts], fate=fate, **terms)
    else:
        entry = words.text(also_hop[meaning.hops], mark=words.text(keys[meaning.steps], **terms), fate=fate)
    return words.text("legend_on", mark=entry) if meaning.goes_on else entry
