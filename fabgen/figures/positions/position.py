"""A position and the claims about it → its drawing: cells, pieces, tokens, arrows and marks, rank 1 at the bottom.

The figure of an example with a line of play shows the position after that line, because the claims are about that
position; what the line changed stays visible. Arrows are the moves that were played, numbered where there are several.
A dashed outline is where a piece stood, with a cross if it was captured. Pieces that were placed or turned over have a
sign. What players hold is listed under the board.

Marks on cells show the kind of an action: a step, a jump, a drop. Signs about the piece on a cell are in its right
corners, its token lies below it. A cell that several pieces share is shown larger, beside the board (on maps above or
below it), and only framed on it. The legend draws with the same functions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from fabgen.artwork.drawing import (
    GROUNDS,
    TINTS,
    Drawing,
    Lettering,
    Role,
    Shape,
    combine_drawings,
    draw,
    draw_text,
)
from fabgen.artwork.path import Box, Path, translation
from fabgen.artwork.themes import tone_lightness
from fabgen.figures.boards.board import (
    art_on_cells,
    board_size,
    draw_areas,
    draw_ground,
    draw_surface,
    has_art_areas,
    is_dark,
    zone_pattern,
)
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.closed_cells import draw_closed_cells
from fabgen.figures.components.kit import token_face
from fabgen.figures.positions.area_corners import draw_area_corners
from fabgen.figures.positions.arrow_ways import filled_area
from fabgen.figures.positions.claims import FigureClaims, Trace, TraceLeg, is_round_trip
from fabgen.figures.positions.close_up import crop_drawing, draw_edge, run_on
from fabgen.figures.positions.coordinates import draw_coordinates, name_cap_height
from fabgen.figures.positions.explanation_colour import in_explanation_colour
from fabgen.figures.positions.free_drawing import free_arrow, free_outline, free_ring, free_shade, free_words
from fabgen.figures.positions.holdings import draw_holdings
from fabgen.figures.positions.insets import Inset, draw_insets, enlarge_figure, place_insets
from fabgen.figures.positions.move_arrows import MoveArrows
from fabgen.figures.positions.piece_icons import (
    CORNER,
    UPPER_LEFT,
    actor_frame,
    capture_sign,
    cross_out,
    draw_letter,
    draw_light_rim,
    draw_past_body,
    draw_piece,
    drop_sign,
    entry_sign,
    landing_sign,
    passage_sign,
    placed_sign,
    player_tone,
    refusal_corner_sign,
    refusal_sign,
    target_ground,
    turned_sign,
)
from fabgen.figures.positions.position_figure import (
    TOKEN,
    UNDER,
    UNDER_AT,
    FreeDrawing,
    PositionFigure,
)
from fabgen.figures.positions.towers import draw_lower_pieces
from fabgen.rules.boards import Cell, parse_cells
from fabgen.rules.marks import Act
from fabgen.rules.position import Position
from fabgen.spec.load import Spec

# Where a token was taken up by the piece that is there now, clear of its frame: of the cell.
LIFTED, LIFTED_AT = 0.5, (-0.12, 0.13)
DARK_ZONE = 50.0  # L*: the home of a player whose pieces are darker has dark cells
COUNT_CAP = 0.23  # of the cell: a count of tokens
SMALL = 0.62  # marks of landings in a corner, as a share of their usual size
NEAR_CORNER = 0.26  # of the cell: an arrow that is nearer to a corner leaves no room for a sign there
OFF_POINT = 0.06  # of the cell: a corner that is nearer to the point of a piece leaves no room for a sign
SIGN_GROUPS = ("marks/", "signs/", "refusals/", "numbers/")  # of what is small in a cell


def draw_position(spec: Spec, position: Position, claims: FigureClaims, side: float, trace: Trace | None = None,
                  areas: Mapping[str, tuple[Cell, ...]] | None = None, *, plain: bool = False, least_cap: float = 0.0,
                  free: FreeDrawing | None = None, box: Box | None = None, runs_on: bool = False,
                  reach: float = 0.0) -> Drawing:
    """The whole board with cells of `side` mm: zones, art, pieces and tokens, and under it what players hold; or the
    part of the board in a `box` in mm: nothing else, or, where the board `runs_on`, with a strip of what is beyond.

    `legal` claims are arrows; they are marks where the arrows belong to a line of play, where all are moves of one
    piece, and for drops. Where `exactly` lists all moves, they are marks on cells, and arrows for the legs of a chain.
    What is not legal carries a sign on top of everything else. Cells that are shown enlarged keep clear of what reaches
    `reach` mm around the whole board. `areas` are cells that the rules call by a colour. The
    art is faint except on a `plain` board. Names in spaces have capitals of `least_cap` mm or more.

    On the board itself, a cell that is shown enlarged has only the pieces that are there at the end. Every layer is a
    group, and what is on a cell has the cell's name in it: `pieces/c3`.
    """
    figure = PositionFigure(spec, position, claims, side, trace or Trace(), areas or {}, least_cap,
                            free or FreeDrawing())
    ground, layers = _draw_ground(figure, plain=plain), _draw_layers(_with_results_alone(figure))
    names = draw_coordinates(figure.ground, name_cap_height(figure.surface), is_flipped=figure.free.is_flipped)
    size = figure.surface.spaces.size
    beyond = run_on(box, side, size) if box and runs_on else None
    seen_names = crop_drawing(names, box, side, beyond) if box else names
    words = [item.bounds() for item in (*ground.items, *seen_names.items) if isinstance(item, Lettering)]
    pieces = [figure.bare_piece(on_cell[0]).bounds() for cell, on_cell in figure.pieces.items()
              if cell not in figure.shared_cells]
    around = beyond or box or (-reach, -reach, size[0] + reach, size[1] + reach)
    if seen_names.items:
        around = min(around[0], seen_names.bounds()[0]), *around[1:]
    insets = place_insets(figure, box or (0.0, 0.0, *size), around, [*words, *pieces])
    leaders = combine_drawings(inset.leader.in_group(f"insets/{inset.cell}") for inset in insets)
    drawing = combine_drawings([ground, leaders, *layers, names])
    if box and not runs_on:
        return in_explanation_colour(spec, crop_drawing(drawing, box, side) + _draw_insets(figure, insets))
    if box:
        drawing = crop_drawing(drawing, box, side, beyond)
    if spec.lattice.compass.has_square_cells and not spec.lattice.holes:  # else the edge is not straight
        drawing = _lay_edge(drawing, draw_edge(beyond or (0.0, 0.0, *size), size).in_group("board/edge"))
    drawing += _draw_insets(figure, insets)
    held = draw_holdings(spec, position, side, drawing.bounds()[1], claims.beside, is_close_up=box is not None)
    return in_explanation_colour(spec, drawing + held.moved((beyond or box)[0] if box else 0.0, 0.0).in_group("held"))


def _with_results_alone(figure: PositionFigure) -> PositionFigure:
    """The figure of the board itself: of a cell that is shown enlarged it has only the pieces that are there at the
    end. The enlarged cell shows what happened there."""
    enlarged, trace = frozenset(figure.shared_cells), figure.trace
    captured = {cell: pieces for cell, pieces in trace.captured_pieces.items() if cell not in enlarged}
    moved = {cell: pieces for cell, pieces in trace.moved_pieces.items() if cell not in enlarged}
    lifted = {name: tuple(cell for cell in cells if cell not in enlarged)
              for name, cells in trace.lifted_tokens.items()}
    return replace(figure, enlarged=enlarged, trace=replace(
        trace, captured_pieces=captured, moved_pieces=moved, lifted_tokens=lifted))


def _draw_insets(figure: PositionFigure, insets: Sequence[Inset]) -> Drawing:
    """The cells that are shown enlarged beside the board."""
    if not insets:
        return Drawing()
    enlarged = enlarge_figure(figure)
    return draw_insets(figure, insets, enlarged, _draw_ground(enlarged), [*_draw_layers(enlarged)])


def has_signs(drawing: Drawing) -> bool:
    """Whether a figure of a position has marks, numbers or other signs in its cells."""
    return any(item.group.startswith(SIGN_GROUPS) for item in drawing.items)


def _lay_edge(drawing: Drawing, edge: Drawing) -> Drawing:
    """A drawing with the edge of the board over the board, and under what is on it."""
    count = sum(1 for _ in takewhile(lambda item: item.group.startswith("board/"), drawing.items))
    return Drawing((*drawing.items[:count], *edge.items, *drawing.items[count:]))


def _draw_ground(figure: PositionFigure, *, plain: bool = False) -> Drawing:
    """The board without anything on it, and the tints of cells with marks."""
    game = figure.game
    # Signs that are lines alone are as pale in every figure.
    is_faint = not plain or not has_art_areas(game)
    size = board_size(game, figure.spec.spaces)
    whole_art = figure.spec.compute_once(("art", size, figure.side, is_faint),
                                         partial(art_on_cells, game, size, figure.side, faint=is_faint))
    art = _without_hidden_signs(figure, whole_art)
    tones = find_board_tones(figure.spec)
    ground = draw_ground(figure.surface, tones.light) if not figure.surface.spaces.picture else Drawing()
    cells = _draw_cells(figure)
    lines = Drawing(tuple(item for item in cells.items if item.group == "lines"))
    fields = Drawing(tuple(item for item in cells.items if item.group != "lines"))
    targets, shade, outline = _draw_targets(figure), _draw_free_shade(figure), _draw_free_outline(figure)
    areas = draw_areas(figure.areas, figure.ground, is_chequered=game.board.chequered)
    # The tint of an area lies over dark cells and over the tints of zones, and under the patterns of all of them.
    below, patterns = fields.only(*GROUNDS), fields.without(*GROUNDS) + areas.without(*TINTS)
    tinted = art + below + areas.only(*TINTS) if game.board.chequered else areas.only(*TINTS) + art + below
    # The tint of cells that people have shaded lies under all signs in them.
    tinted += shade + art if shade.items else shade
    closed = draw_closed_cells(game, figure.surface, figure.claims.closed)
    return figure.as_seen((ground + tinted + patterns + closed + targets + lines + outline).in_group("board"))


def _draw_cells(figure: PositionFigure) -> Drawing:
    """The zones, roads and lines of the board; once for all figures of one size of a board of squares, on which they do
    not depend on what lies there."""
    surface = replace(figure.ground, shows_patterns=True)
    draw_cells = partial(draw_surface, figure.game, surface, tones=find_board_tones(figure.spec))
    if not surface.has_squares:
        return draw_cells()
    return figure.spec.compute_once(("cells", figure.side, figure.claims.shows_zones), draw_cells)


def _without_hidden_signs(figure: PositionFigure, art: Drawing) -> Drawing:
    """The art of a board without the signs that lie within a cell with a piece: they would show around it."""
    half, cells = figure.side / 2, [figure.surface.spaces.middles[cell] for cell in figure.pieces]
    if not figure.surface.has_squares or not cells:
        return art

    def is_hidden(path: Path) -> bool:
        x0, y0, x1, y1 = path.bounds()
        return any(x - half < x0 and x1 < x + half and y - half < y0 and y1 < y + half for x, y in cells)

    kept = (replace(item, paths=tuple(path for path in item.paths if not is_hidden(path)))
            if isinstance(item, Shape) else item for item in art.items)
    return Drawing(tuple(item for item in kept if not isinstance(item, Shape) or item.paths))


def _draw_layers(figure: PositionFigure) -> Iterator[Drawing]:
    """What is on the board, in the order of painting: later layers cover earlier ones."""
    arrows, past = MoveArrows(figure), {drawn.cell for drawn in figure.past_pieces()}
    tokens = [*_draw_tokens(figure)]
    yield from _draw_lifted_tokens(figure)
    yield from (token for cell, token in tokens if cell in past)
    yield _draw_corners(figure)
    yield _draw_frames(figure)
    yield from _draw_past_bodies(figure)
    yield from arrows.draw()
    yield from (token for cell, token in tokens if cell not in past)
    yield from _draw_pieces(figure)
    yield from _draw_past_signs(arrows)
    yield from _draw_landings(figure)
    yield from _draw_line_signs(arrows)
    yield from _draw_capture_signs(arrows)
    yield from _draw_refusals(arrows)
    yield from arrows.draw_numbers()
    yield from _draw_free_signs(figure)


def _draw_targets(figure: PositionFigure) -> Drawing:
    """The ground of marks on cells: the tint of a target, all over the cells where all of them are plain. Where some
    have tints or patterns, it is a disc in every cell, or a diamond under the mark of a jump, so that no mark looks as
    if it meant something else, and each is seen on dark cells, too."""
    side = figure.side

    def target_paths(cell: Cell) -> tuple[Path, ...]:
        """The area of the tint."""
        if not figure.has_coloured_cells:
            return figure.surface.shade_paths(cell)
        ground = target_ground(figure.landings.empty.get(cell, Act.MOVE), side)
        return (ground.transformed(translation(*figure.surface.spaces.middles[cell])),)

    marked = {*figure.landings.empty, *figure.landings.drops}
    cells = [cell for cell in sorted(marked) if cell not in figure.pieces]
    return combine_drawings(draw(Role.MOVE_CELL, *target_paths(cell)).in_group(f"targets/{cell}") for cell in cells)


def _draw_free_shade(figure: PositionFigure) -> Drawing:
    """The cells that people have shaded, dark ones in a deeper tint; signs and lines of the board lie over them. Those
    that are framed in a player's colour keep it, since tinted they would look like others: the line around the area
    has them in it."""
    if not figure.free.shaded:
        return Drawing()
    game, lattice, surface = figure.spec.game, figure.spec.lattice, figure.surface
    dark_cells = {cell for cell in figure.free.shaded if game.board.chequered and is_dark(lattice, cell)}
    own_cells = set[Cell]()
    for name, zone in figure.game.board.zones.items():
        if (pattern := zone_pattern(game, name)) == "none" or not zone.of:
            continue
        if pattern == "frames" and not game.board.chequered:
            own_cells |= {*parse_cells(zone.cells, lattice)}
        elif tone_lightness(player_tone(game, zone.of)) < DARK_ZONE:
            dark_cells |= {*parse_cells(zone.cells, lattice)}
    shade = free_shade((surface.shade_paths(cell), cell in dark_cells) for cell in figure.free.shaded
                       if cell not in own_cells)
    return shade.in_group("shade")


def _draw_free_outline(figure: PositionFigure) -> Drawing:
    """The line around the cells that people have shaded."""
    paths = [figure.surface.shade_paths(cell) for cell in figure.free.shaded]
    return free_outline(paths, figure.side).in_group("shade") if paths else Drawing()


def _draw_free_signs(figure: PositionFigure) -> Iterator[Drawing]:
    """Rings, arrows and words that people have drawn."""
    for is_empty in (False, True):
        framed = [cell for cell in figure.free.framed if is_empty == (cell not in figure.pieces)]
        yield figure.repeat(free_ring(figure.side, is_empty=is_empty), framed, "free/frame-")
    for start, end in figure.free.arrows:
        drawing = free_arrow(figure.middle(start), figure.middle(end), figure.side)
        yield drawing.in_group(f"free/arrow-{start}-{end}")
    for cell, words in figure.free.labels:
        yield figure.repeat(free_words(words, figure.side), (cell,), "free/label-")


def _draw_frames(figure: PositionFigure) -> Drawing:
    """Frames around the cells of the pieces that the example is about."""
    frame = actor_frame(figure.side, figure.spec.lattice.compass)
    return combine_drawings(
        frame.scaled(drawn.share).moved(*drawn.middle).in_group(f"frames/{cell}")
        if (drawn := figure.acting_piece(cell))
        else frame.moved(*figure.middle(cell)).in_group(f"frames/{cell}")
        for cell in figure.framed_cells
    )


def _draw_corners(figure: PositionFigure) -> Drawing:
    """The corner tokens of areas, which lie under pieces and arrows: those are what the figure is about."""
    return figure.as_seen(draw_area_corners(figure.spec, figure.areas, figure.side).in_group("board"))


def _draw_tokens(figure: PositionFigure) -> Iterator[tuple[Cell, Drawing]]:
    """Tokens under the pieces by their cells, with their count where a cell has several."""
    game, side = figure.spec.game, figure.side
    for name, cells in figure.position.tokens.items():
        face = token_face(game.tokens[name]).scaled(1 / game.tokens[name].size)
        for cell, count in sorted(cells.items()):
            count_label = draw_text(Role.LABEL, f"×{count}", (0.26 * side, -0.44 * side), COUNT_CAP * side, bold=True)
            is_under = cell in figure.pieces
            size, (aside, up) = (UNDER, UNDER_AT) if is_under and not figure.has_rims else (TOKEN, (0.0, 0.0))
            token = face.scaled(size * side).moved(aside * side, up * side)
            token = token + count_label if count > 1 else token
            yield cell, token.moved(*figure.middle(cell)).in_group(f"tokens/{cell}")


def _draw_lifted_tokens(figure: PositionFigure) -> Iterator[Drawing]:
    """The outlines of tokens that were taken up."""
    game, side = figure.spec.game, figure.side
    for name, past in figure.trace.lifted_tokens.items():
        outline = draw_token_outline(token_face(game.tokens[name]), side)
        size, (aside, up) = (TOKEN, (0.0, 0.0)) if figure.has_rims else (LIFTED, LIFTED_AT)
        beside = outline.scaled(size).moved(aside * side, up * side)
        covered = [cell for cell in past if len(figure.pieces.get(cell, ())) == 1]
        yield figure.repeat(beside, covered, "tokens/past-")
        yield figure.repeat(outline.scaled(TOKEN), (cell for cell in past if cell not in covered), "tokens/past-")


def draw_token_outline(face: Drawing, size: float) -> Drawing:
    """The dashed outline, `size` mm across, of a token that was taken up."""
    edge = face.only(Role.EDGE)
    edge = edge.scaled(size / max(edge.size()))
    return draw(Role.PAST, *(path for item in edge.items if isinstance(item, Shape) for path in item.paths))


def _draw_pieces(figure: PositionFigure) -> Iterator[Drawing]:
    """The pieces that are still on the board, with their signs, and on tokens and on a board with coloured cells with a
    light rim."""
    for drawn in figure.present_pieces():
        icon = draw_piece(figure.spec, drawn.piece, drawn.share * figure.side, figure.turn,
                          is_named=figure.is_named(drawn.cell))
        lower = draw_lower_pieces(figure.spec, drawn.below, drawn.foot.share * figure.side).moved(*drawn.foot.middle)
        if (figure.has_coloured_cells or drawn.cell in figure.token_cells) and not drawn.below:
            icon = draw_light_rim(icon, drawn.share * figure.side) + icon
        yield (lower + icon.moved(*drawn.middle)).in_group(f"pieces/{drawn.cell}")


def _draw_past_bodies(figure: PositionFigure) -> Iterator[Drawing]:
    """The pale bodies of pieces that moved off or were captured."""
    for drawn in figure.past_pieces():
        is_captured = (drawn.state == "captured" and not figure.was_sent_home(drawn)
                       and not figure.was_taken_off(drawn))
        body = draw_past_body(figure.spec, drawn.piece, drawn.share * figure.side, figure.turn, is_captured=is_captured)
        yield body.moved(*drawn.middle).in_group(f"past/{drawn.cell}")


def _draw_past_signs(arrows: MoveArrows) -> Iterator[Drawing]:
    """The owners' letters of pieces that are gone, and a cross over those that were captured: a slim one, so that the
    piece itself stays in sight. Those that were sent home have the house that pieces have which can be, and those that
    were taken off the board without a capture a sign of their own."""
    figure = arrows.figure
    compass = figure.spec.lattice.compass
    for drawn in figure.past_pieces():
        side = drawn.share * figure.side
        signs = draw_letter(figure.spec.game, drawn.piece, side) if figure.is_named(drawn.cell) else Drawing()
        if figure.was_sent_home(drawn):
            signs += figure.home_sign(drawn, _free_corner(drawn.cell, arrows)).moved(-drawn.middle[0], -drawn.middle[1])
        elif figure.was_taken_off(drawn):
            x, y = figure.middle(drawn.cell)
            sign = placed_sign(figure.side, compass, is_returned=True)
            signs += sign.moved(x - drawn.middle[0], y - drawn.middle[1])
        elif drawn.state == "captured":
            signs += cross_out(draw_past_body(figure.spec, drawn.piece, side, figure.turn), side)
        yield signs.moved(*drawn.middle).in_group(f"signs/past-{drawn.cell}")


def _free_corner(cell: Cell, arrows: MoveArrows, first: int = 0) -> int:
    """The corner for a sign: upper right (0), lower right (1) or lower left (2), from `first` on; the next one where an
    arrow or its number is, or the point of a piece. Where there is none, the first."""
    import shapely

    figure = arrows.figure
    (x, y), out = figure.middle(cell), CORNER * figure.side
    corners = ((x + out, y + out), (x + out, y - out), (x - out, y - out))
    numbers = arrows.number_spots.values()
    points = filled_area((figure.bare_piece(drawn) for drawn in figure.present_on(cell)),
                         OFF_POINT * figure.side, (Role.FORWARD,))
    for place in range(first, 3):
        spot = corners[place]
        if points.contains(shapely.Point(spot)):
            continue
        is_numbered = any(math.dist(number, spot) < 0.4 * figure.side for number in numbers)
        if not is_numbered and not arrows.is_near(spot, NEAR_CORNER * figure.side):
            return place
    return first


def _draw_landings(figure: PositionFigure) -> Iterator[Drawing]:
    """Marks on empty cells, on top of what is past: small and in a corner where a piece stood or another mark is."""
    marks, side = figure.landings, figure.side
    small, corner = SMALL * side, (-0.29 * side, 0.29 * side)
    for cell, acts in marks.empty.items():
        is_past = cell in figure.pieces
        sign = landing_sign(acts, small, on_paper=True).moved(*corner) if is_past else landing_sign(acts, side)
        yield figure.repeat(sign, (cell,), "marks/")
    for cell in marks.drops:
        is_held = cell in marks.empty or cell in figure.pieces
        sign = drop_sign(small, on_paper=True).moved(*corner) if is_held else drop_sign(side)
        yield figure.repeat(sign, (cell,), "marks/drop-")


def _draw_line_signs(arrows: MoveArrows) -> Iterator[Drawing]:
    """Signs on pieces that the line of play has placed or turned over. That of a placed piece is in the upper left
    corner, except beside letters, which are there."""
    figure = arrows.figure
    placed, turned = (dict.fromkeys(cells) for cells in (figure.trace.placed_cells, figure.trace.turned_cells))
    for cell in {**placed, **turned}:
        sign = turned_sign if cell in turned else placed_sign
        corner = UPPER_LEFT if figure.has_placed_sign(cell) else _free_corner(cell, arrows)
        yield figure.repeat(sign(figure.side, figure.spec.lattice.compass, corner), (cell,), "signs/line-")


def _draw_capture_signs(arrows: MoveArrows) -> Iterator[Drawing]:
    """Crosses on pieces that can be captured, ringed ones on pieces whose cell can be entered."""
    figure = arrows.figure
    compass = figure.spec.lattice.compass
    for cell in sorted(figure.capture_cells):
        if capturable := figure.capturable_pieces(cell):
            for drawn in capturable:
                sign = capture_sign(drawn.share * figure.side, compass, 0, goes_home=figure.sends_home)
                yield sign.moved(*drawn.middle).in_group(f"signs/{cell}")
            continue
        is_pointed = any(figure.bare_piece(drawn).only(Role.FORWARD).items for drawn in figure.pieces.get(cell, ()))
        corner = 0 if figure.sends_home else _free_corner(cell, arrows)  # houses are in one corner in all figures
        sign = capture_sign(figure.side, compass, corner, is_pointed=is_pointed, goes_home=figure.sends_home)
        yield figure.repeat(sign, (cell,), "signs/")
    for cell in figure.landings.entries:
        if spot := figure.free_stall(cell):
            yield landing_sign(Act.MOVE, figure.side).moved(*spot).in_group(f"marks/{cell}")
            continue
        yield figure.repeat(entry_sign(figure.side, compass, _free_corner(cell, arrows)), (cell,), "signs/")


def _draw_refusals(arrows: MoveArrows) -> Iterator[Drawing]:
    """Signs of illegal actions: in the middle of an empty cell; where a cell holds something, in a corner without
    another sign, an arrow or the number of a step. A cell where the piece may land but not stop has another sign. An
    action that ends where its piece began has an arrow, which shows the way that is refused, with the sign on it."""
    figure = arrows.figure
    side, compass = figure.side, figure.spec.lattice.compass
    signed = {*figure.capture_cells, *figure.landings.entries}
    held = {*figure.pieces, *figure.token_cells, *figure.landings.empty, *figure.landings.drops}
    passages = figure.passages
    returns = [action for action in figure.claims.illegal if is_round_trip(action)]
    for leg in dict.fromkeys(TraceLeg(action.path[-2], action.path[-1]) for action in returns):
        yield arrows.draw_refused(leg).in_group(f"refusals/{leg.start}-{leg.end}")
    for cell in sorted(passages | {a.path[-1] for a in figure.claims.illegal if a.path and a not in returns}):
        first = _free_corner(cell, arrows) + 1 if cell in signed else 0
        may_pass = cell in passages
        if spot := figure.free_stall(cell):
            yield (passage_sign(side) if may_pass else refusal_sign(side)).moved(*spot).in_group(f"refusals/{cell}")
            continue
        if cell in figure.token_cells and cell in figure.pieces:
            first = 0 if figure.has_rims else 2  # below the token, beside the piece on it
        place = _free_corner(cell, arrows, min(first, 2))
        if cell in held:
            sign = refusal_corner_sign(side, compass, place, may_pass=may_pass)
        else:
            sign = passage_sign(side) if may_pass else refusal_sign(side)
        yield figure.repeat(sign, (cell,), "refusals/")


__all__ = ["draw_position", "draw_token_outline", "has_signs"]
