"""A spec → its print-and-play kit: board, standee nets, flat pieces, double-sided tokens, player aids.

Counts come from the spec alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from fabgen.artwork.clipped_drawing import clip_drawing
from fabgen.artwork.drawing import Drawing, Item, Role, Shape, combine_drawings, draw
from fabgen.artwork.paper_things import Chit, ChitOutline, Net, PaperBatch, PaperKit, widened_outline
from fabgen.artwork.svg_artwork import make_flat_outline
from fabgen.core.english import join_words as listed
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError
from fabgen.figures.boards.board import board_size, draw_board, draw_ground_beyond, seam_positions
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.edge_track import draw_track_numbers
from fabgen.figures.components.cards import make_card_batches
from fabgen.figures.components.component_list import compose_cover
from fabgen.figures.components.dice import list_bought_dice, make_die_batches
from fabgen.figures.components.kit import draw_sign_of_token, draw_token_marks
from fabgen.figures.components.paper_pieces import (
    AS_NEEDED,
    DIAGRAM_CELL,
    FLAP_CELL,
    FOOTPRINT,
    RIM,
    SNUG_FLAP_CELL,
    SNUG_FOOTPRINT,
    StandeeForm,
    StripSize,
    count_petals,
    draw_goal_flag,
    draw_player_sign,
    find_tile_size,
    height_on_strip,
    length_of_face,
    make_corner_chit,
    make_drawn_chit,
    make_piece_chit,
    make_plate_chit,
    make_round_man,
    make_square_tile,
    make_standee_net,
    make_token_chit,
    measure_name,
    scale_diagram,
    strip_width,
)
from fabgen.figures.components.player_aids import make_aid_batches
from fabgen.figures.components.player_boards import make_player_board_batches
from fabgen.figures.components.start_picture import draw_printed_start
from fabgen.figures.components.tracks import make_track_batches
from fabgen.figures.diagrams.marks import DIRECTION_ANGLES, draw_token_mark
from fabgen.figures.diagrams.movement_diagram import draw_diagram
from fabgen.figures.pieces.bases import BasePlan, base_size, fit_face_sign, make_base
from fabgen.figures.pieces.bodies import has_known_shapes, other_side_of
from fabgen.figures.pieces.drawn_outlines import describe_edge_sign
from fabgen.figures.pieces.face_signs import SIGN_SHARE, draw_sign, make_face_sign
from fabgen.figures.positions.cover_position import choose_cover_position
from fabgen.figures.positions.piece_icons import piece_silhouette, player_tone, player_tones
from fabgen.figures.positions.table_view import compose_printed_table
from fabgen.figures.rulebook.game_facts import list_facts
from fabgen.figures.silhouettes.outlines import broad_line
from fabgen.figures.silhouettes.silhouettes import printed_lines
from fabgen.rules.boards import parse_cells
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.game import Game, capitalize_first
from fabgen.spec.load import Spec
from fabgen.spec.markdown import curl_quotes
from fabgen.spec.pieces import Token

STRIP = 0.76  # of the cell: the usual width of a standee's strip
EVEN_FACE = 0.75  # of the longest face: strips with equal flaps whose faces are so long get faces of one length
MUCH_SMALLER = 0.7  # of the next name of a set: a longer one with smaller capitals keeps these to itself
MOST_SPARE = 4.0  # mm by which a base may become wider or deeper so that all are of one size
HOME_SIGN = 0.62  # of the cell: the outline of the kind of piece that begins there
GOAL_FLAG = 0.34  # of the cell: the height of the flag of the player whose pieces are to go there
HOME_CLEAR = 2.5  # mm, of the piece's own size, between that outline and the pattern of its zone
CLEAR_OF_SIGN = 1.2  # mm between a player's sign in a foot and the middle of a line over it
LINE_RIM = 0.5  # mm between both sides of a line of a figure, each of which is drawn
PAPER_RIM = 2.5  # mm that a name on paper keeps more from the cut than on a base


def make_paper_kit(spec: Spec, form: StandeeForm = "tent", *, has_round_cuts: bool = False) -> PaperKit:
    """The kit of a game, with its uprights as tents or slotted. Round pieces are no square tiles where a plotter cuts
    them (`has_round_cuts`). Raises FabgenError where a piece's diagram does not fit its standee."""
    game = spec.game
    board = _letter_band(draw_board(game, spec.lattice, spec.map_spaces, tones=find_board_tones(spec)))
    board += _draw_home_signs(spec) + (Drawing() if has_round_cuts else _draw_goal_flags(spec))
    seams_x, seams_y = seam_positions(game, spec.spaces, board)
    words = spec.words
    batches = _make_piece_batches(spec, form, words, has_round_cuts=has_round_cuts)
    made_things = {army: batch.thing for army, batch in zip(game.armies, batches, strict=True)
                   if isinstance(batch.thing, Net | Chit)}
    things = {(player, kind): thing for player in game.players for (maker, kind), thing in made_things.items()
              if maker == game.maker(player)}
    things |= {(neutral, kind): replace(thing, front=thing.back, back=thing.front)
               for (player, kind), thing in things.items() for neutral in game.neutral_sides(kind)
               if isinstance(thing, Chit) and thing.back and player == game.makers(kind)[0]}
    batches += [_token_batch(spec, name, words) for name in game.tokens]
    has_nets = any(die.make != "buy" for die in game.dice.values())
    kinds = [*(["group_of_tracks"] if game.own_tracks else []), *(["group_of_dice"] if has_nets else [])]
    group = listed(map(words.text, kinds), words.text("and"))  # they share sheets
    batches += [*make_track_batches(spec, words, group), *make_die_batches(spec, words, group)]
    batches += make_player_board_batches(spec, words)
    batches += [*make_card_batches(spec, words), *make_aid_batches(spec, draw_printed_start(spec, board, things))]
    players = [game.player_name(name) for name in game.players]
    note = _describe_signs(spec, players, words) if len(players) > 1 else ""
    seams_at = tuple(seams_x), tuple(seams_y)
    tones = player_tones(game)
    return PaperKit(game.title, game.designer, game.version, board, *seams_at, tuple(batches), tones,
                    partial(spec.compute_once, "picture on paper", partial(_draw_cover_picture, spec, board, things)),
                    words, note, list_bought_dice(spec, words),
                    draw_ground_beyond(game, spec.spaces, find_board_tones(spec)),
                    0.0 if game.board.map else game.board.cell,
                    partial(draw_track_numbers, game, board_size(game, spec.spaces)) if game.edge_track else None,
                    describe_substitute(game, words), curl_quotes(game.summary or ""),
                    _list_facts_of_set(spec, words))


def _letter_band(board: Drawing) -> Drawing:
    """A board with light words on the dark band of its frame; they are dark where the band is white, in less ink."""
    band = next((item for item in board.only(Role.BAND).items if isinstance(item, Shape) and len(item.paths) > 1), None)
    if band is None:
        return board
    left, low, right, high = band.paths[1].bounds()

    def letter(item: Item) -> Item:
        x0, y0, x1, y1 = item.bounds()
        is_on_band = x1 <= left or x0 >= right or y1 <= low or y0 >= high
        is_word = item.role in (Role.COORDINATE, Role.TITLE)
        return replace(item, role=Role.ETCHING, tone="white") if is_word and is_on_band else item

    return Drawing(tuple(map(letter, board.items)))


def _list_facts_of_set(spec: Spec, words: Catalogue) -> tuple[str, ...]:
    """What the spec says of players, age and time, and for how many this set is where the game is for more."""
    game, all_players = spec.game, len((spec.full_game or spec.game).active_players)
    players = len(game.active_players)
    who, *others = list_facts(game.facts, players, all_players, words)
    set_for = [words.text("set_for_players", count=players)] if all_players > players else []
    return who, *set_for, *others


def _draw_home_signs(spec: Spec) -> Drawing:
    """On each cell of a player's zone on which pieces of one kind of theirs begin, and of which all cells have such
    pieces, a pale outline of that kind: the board shows where the pieces are put."""
    signs, (left, low) = list[Drawing](), 2 * (spec.game.rim,)
    for zone in spec.game.board.zones.values():
        cells = parse_cells(zone.cells, spec.lattice)
        begin = {spec.start.pieces.get(cell) for cell in cells}
        piece = begin.pop() if len(begin) == 1 else None
        if piece is None or piece.player != zone.of or spec.game.pieces[piece.kind].body.shape is None:
            continue
        shape = piece_silhouette(spec.game, piece.kind)
        turn = DIRECTION_ANGLES[spec.game.players[piece.player].forward]
        tone = player_tone(spec.game, piece.player)
        ground = draw(Role.SHADE, widened_outline(shape.outline(), HOME_CLEAR), tone=tone)  # over the zone's pattern
        icon = ground + draw(Role.ZONE, shape.outline(), *shape.holes, tone=tone)
        x0, y0, x1, y1 = icon.bounds()
        sign = icon.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)
        sign = sign.scaled(HOME_SIGN * spec.spaces.cell_size / max(x1 - x0, y1 - y0)).turned(turn)
        for x, y in (spec.spaces.middles[cell] for cell in cells):
            signs.append(sign.moved(left + x, low + y))
    return combine_drawings(signs)


def _draw_goal_flags(spec: Spec) -> Drawing:
    """A flag of a player on each cell of their zones on which none of their pieces begins, upright for that player,
    where pieces are square tiles: the board shows where these are to go, and nothing there looks like a piece."""
    game, flags, (left, low) = spec.game, list[Drawing](), 2 * (spec.game.rim,)
    if not all(is_square_tile(game, piece) for piece in game.pieces):
        return Drawing()
    for zone in game.board.zones.values():
        cells = parse_cells(zone.cells, spec.lattice)
        if zone.of not in game.players or any(
                piece.player == zone.of for cell in cells if (piece := spec.start.pieces.get(cell))):
            continue
        flag = draw_goal_flag(player_tone(game, zone.of)).scaled(GOAL_FLAG * spec.spaces.cell_size)
        flag = flag.turned(DIRECTION_ANGLES[game.players[zone.of].forward])
        flags += (flag.moved(left + x, low + y) for x, y in (spec.spaces.middles[cell] for cell in cells))
    return combine_drawings(flags)


def _draw_cover_picture(spec: Spec, board: Drawing, things: Mapping[tuple[str, str], Net | Chit]) -> Drawing:
    """The game on its printed board with square corners, without arrows: the start where that has all pieces, else
    the position of the rulebook's cover. Where nothing ever stands on the board, the picture of that cover."""
    board = _square_corners(spec, board)
    start, pieces = spec.start, sum(spec.game.made_count(*army) for army in spec.game.armies)
    if len(start.pieces) == pieces:
        return compose_printed_table(spec, start, {}, board, things)
    if chosen := choose_cover_position(spec):
        return compose_printed_table(spec, chosen.position, chosen.areas, board, things)
    return spec.compute_once("cover", partial(compose_cover, spec)).drawing


def _square_corners(spec: Spec, board: Drawing) -> Drawing:
    """A board as straight cuts leave it: with what is printed beyond its round corners."""
    ground = draw_ground_beyond(spec.game, spec.spaces, find_board_tones(spec))
    return clip_drawing(ground, (0.0, 0.0, *board_size(spec.game, spec.spaces))) + board


def _describe_signs(spec: Spec, players: Sequence[str], words: Catalogue) -> str:
    """How the players' pieces can be told apart without colour: those that are cut along a drawing, and others."""
    bodies = [piece.body for piece in spec.game.pieces.values()]
    own_shapes = [body for body in bodies if not body.has_drawn_outline]
    if spec.game.one_set:
        return words.text("signs_of_one_set")
    has_signs = bool(own_shapes) and not spec.game.has_black_and_white
    numbers = [spec.game.sign_number(player) for player in spec.game.players]
    flat = [number for number, player in zip(numbers, spec.game.players, strict=True)
            if _is_army_flat(spec.game, player)]
    notes = [describe_player_signs(dict(zip(numbers, players, strict=True)), words, flat)] if has_signs else []
    if len(own_shapes) < len(bodies):
        signs = [f"{name}: {describe_edge_sign(number, words)}" for name, number in zip(players, numbers, strict=True)]
        notes.append(words.text("signs_on_drawn_pieces", signs="; ".join(signs)))
    return " ".join(notes)


def _is_army_flat(game: Game, player: str) -> bool:
    """Whether no piece of a player that has bars stands. Where a player has none of these, as where all are cut along
    drawings, whether no piece of the others does."""
    signed = {kind for kind, piece in game.pieces.items() if not piece.body.has_drawn_outline}
    return all(game.pieces[kind].body.shape is None for kind in signed & {*game.army(player)} or signed)


CHESS_SET = {"pawn": 8, "knight": 2, "bishop": 2, "rook": 2, "queen": 1, "king": 1}  # of a colour, by their shapes
CHECKERS_SET = 12  # pieces of a colour


def describe_substitute(game: Game, words: Catalogue) -> str:
    """A sentence about the set of chess or checkers that has all pieces of a black and a white player; empty where none
    does: pieces that turn over or point somewhere are not in such sets."""
    bodies = [piece.body for piece in game.pieces.values()]
    if not game.has_black_and_white or any(body.travel or body.back for body in bodies):
        return ""
    counts = [(game.pieces[piece].body, game.made_count(player, piece)) for player, piece in game.armies]
    shapes = [body.shape for body in bodies]
    if len({*shapes}) == len(shapes) and all(count <= CHESS_SET.get(str(body.shape), 0) for body, count in counts):
        return words.text("chess_pieces_serve")
    if len(bodies) == 1 and bodies[0].tile == "disc" and all(count <= CHECKERS_SET for _, count in counts):
        return words.text("checkers_pieces_serve")
    return ""


def _count_paper_signs(game: Game, player: str) -> int:
    """The number of the sign on a player's pieces of paper, 0 for none: black paper is told from white without."""
    return 0 if game.has_black_and_white else game.sign_number(player)


def describe_player_signs(players: Mapping[int, str], words: Catalogue, flat: Sequence[int] = ()) -> str:
    """How the players' pieces can be told apart without colour, in a sentence or two. `players`: their names by the
    numbers of their signs, from 0; `flat`: the numbers of those who have flat pieces alone, which have no feet.

    >>> from fabgen.core.languages import load_words
    >>> describe_player_signs({0: "green", 1: "orange"}, load_words())
    'Orange pieces carry a bar in the foot.'
    >>> describe_player_signs({0: "black", 1: "white"}, load_words(), flat=(0, 1))
    'White pieces carry a bar at the rear edge.'
    """
    upright = [number for number in players if number not in flat]
    sentences: list[str] = []
    for numbers, one, several in (upright, "sign_in_foot", "signs_in_feet"), (flat, "sign_at_edge", "signs_at_edges"):
        marked = [number for number in numbers if number]
        if marked == [1]:
            sentences.append(words.text(one, player=capitalize_first(players[1])))
        elif marked:
            signs = listed([f"{players[n]} {_sign_in_words(n, words)}" for n in numbers], words.text("and"))
            sentences.append(words.text(several, signs=signs))
    return " ".join(sentences)


def _sign_in_words(number: int, words: Catalogue) -> str:
    """A player's sign in words."""
    rings, bars = divmod(number, 4)
    signs = [words.count("rings", rings)] if rings else []
    signs += [words.count("bars", bars)] if bars else []
    return " + ".join(signs) or words.text("no_sign")


def _make_piece_batches(spec: Spec, form: StandeeForm, words: Catalogue, *, has_round_cuts: bool) -> list[PaperBatch]:
    """The pieces of all players. Strips that are nearly of one size are of one size: each fold is scored once for all
    strips side by side, and all bases are cut alike."""
    armies = spec.game.armies
    batches = [make_piece_batch(spec, player, piece, form, words, has_round_cuts=has_round_cuts)
               for player, piece in armies]
    is_snug = bool(spec.game.board.paper_cell)
    largest_base = (SNUG_FOOTPRINT if is_snug else FOOTPRINT) * spec.game.board.cell
    bases = even_bases([batch.thing for batch in batches if isinstance(batch.thing, Net)], largest_base)

    def make_even(sizes: Sequence[StripSize]) -> list[PaperBatch]:
        return [make_piece_batch(spec, player, piece, form, words, size) if size != AS_NEEDED else batch
                for batch, (player, piece), size in zip(batches, armies, sizes, strict=True)]

    sizes = [bases.get(batch.thing.footprint, AS_NEEDED) if isinstance(batch.thing, Net) else AS_NEEDED
             for batch in batches]
    even = make_even(sizes)
    # A plotter cuts and creases each strip for itself: shorter ones save paper.
    faces = {} if has_round_cuts else even_faces(
        _measure_strip(batch.thing) for batch in even if isinstance(batch.thing, Net))
    cap = common_name_cap(measure_name(batch.thing) for batch in even if isinstance(batch.thing, Net))
    return make_even([
        replace(size, face=faces.get(_measure_strip(batch.thing), 0.0), cap=cap)
        if isinstance(batch.thing, Net) else AS_NEEDED for batch, size in zip(even, sizes, strict=True)
    ])


def common_name_cap(caps: Iterable[float]) -> float:
    """The capitals in mm of the names of a set, which are of one size, from those with which each fits: that of the
    longest, or of the next one where the longest alone would make all of them much smaller. 0 for no common size."""
    ordered = sorted({cap for cap in caps if math.isfinite(cap)})
    if len(ordered) < 2:
        return 0.0
    return ordered[1] if ordered[0] < MUCH_SMALLER * ordered[1] else ordered[0]


def even_bases(nets: Iterable[Net], largest_base: float) -> dict[tuple[float, float], StripSize]:
    """The footprints of some standing pieces → the flaps and the width of their strips, where a footprint is smaller
    than the largest by MOST_SPARE mm or less: the base of all of these is of one size then, and both flaps cover it.
    It measures whole millimetres where these are `largest_base` or less. Bases that are cut off and slit keep their
    sizes."""
    tents = [net for net in nets if not net.base]
    if not tents:
        return {}
    width, depth = (max(net.footprint[axis] for net in tents) for axis in (0, 1))
    alike = [net for net in tents
             if width - net.footprint[0] <= MOST_SPARE and depth - net.footprint[1] <= MOST_SPARE]
    if not alike:
        return {}
    front = max(net.folds[0].y for net in alike)
    width, depth = (whole if (whole := math.ceil(side - 1e-6)) <= largest_base + 1e-9 else side
                    for side in (width, depth))
    return {net.footprint: StripSize(width, front, depth - front) for net in alike}


def _measure_strip(net: Net) -> tuple[float, float]:
    """The depth of a net's base and the length of its face, in whole micrometres as mm."""
    return round(net.footprint[1], 3), round(length_of_face(net), 3)


def even_faces(strips: Iterable[tuple[float, float]]) -> dict[tuple[float, float], float]:
    """Strips, each with the depth of its base and the length of its face → the longer face that each of some of them
    gets: that of the longest strip with such a base of whose face its own is EVEN_FACE or more.

    >>> even_faces([(35, 44), (35, 52), (35, 33), (28, 51)])
    {(35, 44): 52}
    """
    longer = dict[tuple[float, float], float]()
    leaders = dict[float, float]()  # the longest face that is not too long, by the depth of the base
    for depth, face in sorted(set(strips), reverse=True):
        leader = leaders.setdefault(depth, face)
        if face < EVEN_FACE * leader:
            leaders[depth] = face
        elif face < leader:
            longer[depth, face] = leader
    return longer


def make_piece_batch(spec: Spec, player: str, piece: str, form: StandeeForm, words: Catalogue,
                     least_size: StripSize = AS_NEEDED, *, has_round_cuts: bool = False) -> PaperBatch:
    """A player's pieces of a kind; the strips of standing ones are of the size `least_size` or larger, and with
    `has_round_cuts` round ones are no square tiles. Raises FabgenError where their diagram does not fit."""
    body = spec.game.pieces[piece].body
    if body.shape is None:
        return _flat_batch(spec, player, piece, words, has_round_cuts=has_round_cuts)
    net = _make_net(spec, player, piece, form, fit_flap(spec, piece), least_size)
    return _make_batch(spec, player, piece, net, words)


def fit_flap(spec: Spec, piece: str) -> Drawing:
    """What the front flap of a standing piece carries: what it should, or its sign where that alone has room. Raises
    FabgenError where nothing has."""
    flap = draw_flap(spec, piece)
    try:
        _check_flap(spec, piece, flap)
    except FabgenError:
        if spec.game.pieces[piece].body.face != "sign":
            raise
        flap = draw_piece_face(spec, piece)
        _check_flap(spec, piece, flap)
    return flap


def _check_flap(spec: Spec, piece: str, flap: Drawing) -> None:
    """Raises FabgenError where what a flap carries does not fit."""
    board, name = spec.game.board, spec.game.piece_name(piece).capitalize()
    scale_diagram(flap, name, _find_strip_width(spec, piece, flap), board.cell, is_snug=bool(board.paper_cell))


def draw_flap(spec: Spec, piece: str) -> Drawing:
    """What the front flap of a standing piece should carry: its diagram, also in place of a sign, because a strip of
    paper has more room than a base."""
    has_diagram = spec.game.pieces[piece].body.face == "sign" and piece not in spec.diagram_problems
    return draw_diagram(spec.diagram(piece), DIAGRAM_CELL) if has_diagram else draw_piece_face(spec, piece)


def _make_net(spec: Spec, player: str, piece: str, form: StandeeForm, diagram: Drawing,
              least_size: StripSize) -> Net:
    """The net of a standing piece, whose flap carries a diagram that fits."""
    game, kind = spec.game, spec.game.pieces[piece]
    shape = piece_silhouette(game, piece)
    outline = _draw_outline(spec, piece)
    outline += _draw_lines(spec, player, piece)
    sign = draw_player_sign(_count_paper_signs(game, player), shape.sign_half_width)
    name, tone = game.piece_name(piece).capitalize(), player_tone(game, player)
    return make_standee_net(outline, diagram, name, tone, sign, _find_strip_width(spec, piece, diagram),
                            _find_height(spec, piece), game.board.cell, kind.body.travel, form, least_size,
                            is_snug=bool(game.board.paper_cell))


def _draw_lines(spec: Spec, player: str, piece: str) -> Drawing:
    """The lines of the silhouette of a standing piece, which are slots in a cut one. A line in its foot would look like
    the bar that tells a player's pieces; the first player, who has no bar, has none there either."""
    body, number = spec.game.pieces[piece].body, _count_paper_signs(spec.game, player)
    if not body.standee:
        return Drawing()
    sign = draw_player_sign(max(1, number), piece_silhouette(spec.game, piece).sign_half_width)
    over_sign = sign.bounds()[3] + CLEAR_OF_SIGN if sign else 0.0
    lines = [path for path in printed_lines(body.standee, body.height) if path.bounds()[1] > over_sign]
    rims = [broad_line(path, LINE_RIM) for path in lines]  # with the line itself a broad one with round ends
    return draw(Role.FROST, *rims, *lines, tone=player_tone(spec.game, player)) if lines else Drawing()


def _draw_outline(spec: Spec, piece: str) -> Drawing:
    """The silhouette of a standing piece."""
    shape = piece_silhouette(spec.game, piece)
    return draw(Role.PIECE, shape.outline(), *shape.holes)


def _find_strip_width(spec: Spec, piece: str, diagram: Drawing) -> float:
    """The width in mm of the strip of a standing piece."""
    body, cell, is_snug = spec.game.pieces[piece].body, spec.game.board.cell, bool(spec.game.board.paper_cell)
    if body.crossed and body.base:  # the designer chose it so that several fit in a cell
        flap_cell = SNUG_FLAP_CELL if is_snug else FLAP_CELL
        diagram_width = diagram.size()[0] * flap_cell / DIAGRAM_CELL if diagram.items else 0.0
        return max(body.base[0], round(diagram_width + 2 * RIM, 1))
    return strip_width(_draw_outline(spec, piece), diagram, cell, STRIP, is_snug=is_snug)


def _find_height(spec: Spec, piece: str) -> float:
    """How high in mm a standing piece may be on paper: as high as it is, and no higher than any piece that is higher
    than it has room to be on its own strip. Pieces that cannot be drawn are reported elsewhere."""
    high = piece_silhouette(spec.game, piece).height
    heights = [high]
    for other, kind in spec.game.pieces.items():
        is_sound = has_known_shapes(kind.body) and not (other in spec.unsound_pieces or other in spec.diagram_problems)
        if kind.body.shape is None or not is_sound:
            continue
        if piece_silhouette(spec.game, other).height > high:
            heights.append(spec.compute_once(("room for height", other), partial(_find_room_for_height, spec, other)))
    return min(heights)


def _find_room_for_height(spec: Spec, piece: str) -> float:
    """How high in mm a standing piece has room to be on its own strip; as high as it is at most."""
    width = _find_strip_width(spec, piece, draw_flap(spec, piece))
    return height_on_strip(_draw_outline(spec, piece), width, piece_silhouette(spec.game, piece).height)


def draw_piece_face(spec: Spec, piece: str) -> Drawing:
    """What the face of a piece carries on paper: its diagram with cells of DIAGRAM_CELL mm, or its sign; empty for a
    plain face, and for a name, which every piece of paper has."""
    body = spec.game.pieces[piece].body
    if body.face == "sign" and body.sign:
        room = min(base_size(spec.game, piece))
        if body.has_drawn_outline:
            _, room = make_base(spec.game, next(iter(spec.game.players)), piece).roomiest_circle()
        return draw_sign(body.sign, SIGN_SHARE * room)
    return draw_diagram(spec.diagram(piece), DIAGRAM_CELL) if body.face == "diagram" else Drawing()


def _flat_batch(spec: Spec, player: str, piece: str, words: Catalogue, *, has_round_cuts: bool) -> PaperBatch:
    """A flat piece as a chit of the same size. A round one is a square tile, or a disc without a diagram where cuts may
    be round."""
    base_plan = make_base(spec.game, player, piece)
    size = max(base_plan.size()) if base_plan.drawn else min(base_plan.width, base_plan.depth)
    face, number = draw_flat_face(spec, player, piece), spec.game.sign_number(player)
    if face and face.items and is_square_tile(spec.game, piece) and (side := find_tile_size(face, size)):
        tone = player_tone(spec.game, player)
        petals = count_petals(max(spec.game.count_of(name, piece) for name in spec.game.players))
        chit = (make_round_man(number, tone, size, petals) if has_round_cuts else
                make_square_tile(face, number, tone, side, petals))
    else:
        chit = make_flat_chit(spec, player, piece, size, face)
    return _make_batch(spec, player, piece, chit, words)


def is_square_tile(game: Game, piece: str) -> bool:
    """Whether a round piece is a square tile of paper with an emblem, whose back has the diagram: one of the only kind,
    which nobody turns over and which points nowhere."""
    body, plate = game.pieces[piece].body, make_base(game, next(iter(game.players)), piece)
    is_round = body.shape is None and plate.drawn is None and plate.shape != "square"
    return is_round and len(game.pieces) == 1 and body.face == "diagram" and not (
        body.back or body.reverse or body.travel)


def draw_flat_face(spec: Spec, player: str, piece: str) -> Drawing | None:
    """What a flat piece of paper carries on its front. None where that is a name for which even two or three lines have
    no room: it is on the front in small letters then, as on the back."""
    if spec.game.pieces[piece].body.face != "name":
        return draw_piece_face(spec, piece)
    plate = make_base(spec.game, player, piece)
    name = make_face_sign(spec.game, piece, min(plate.width, plate.depth))
    room = plate if plate.drawn else plate.smaller(PAPER_RIM)  # the lines of a drawn piece keep a name from its cut
    drawing = fit_face_sign(name, room, None) if name else Drawing()
    return drawing if drawing.items else None


def make_flat_chit(spec: Spec, player: str, piece: str, size: float, diagram: Drawing | None, *,
                   has_arrow: bool = True, has_band: bool = True) -> Chit:
    """A piece as a chit `size` mm across with a diagram, or without one and with a light band as `make_piece_chit`
    says; a hex becomes a disc. `has_arrow`: an arrowhead shows the direction of travel. Raises FabgenError where the
    diagram does not fit."""
    game, body = spec.game, spec.game.pieces[piece].body
    plate = make_base(game, player, piece)
    if plate.drawn is not None:
        return _make_drawn_piece_chit(spec, player, piece, plate.scaled_to(size), diagram)
    shape: ChitOutline = "square" if plate.shape == "square" else "disc"
    mark = draw_token_mark(body.back_mark, size) if body.back_mark else None
    name = game.piece_name(piece).capitalize()
    is_only_kind = len(game.pieces) == 1 and body.face == "diagram"

    def side_of(owner: str) -> Chit:
        travel = body.travel if has_arrow else None
        return make_piece_chit(diagram, name, player_tone(game, owner), _count_paper_signs(game, owner), shape, size,
                               travel, mark, is_only_kind=is_only_kind, has_sign=body.face == "sign", has_band=has_band)

    front, other = side_of(player), other_side_of(game, player, piece)
    if other:
        return replace(front, back=side_of(other).front, turns=True)
    if body.back_kind:
        face = draw_flat_face(spec, player, body.back_kind) if diagram is not None else None
        other_side = make_flat_chit(spec, player, body.back_kind, size, face, has_arrow=has_arrow, has_band=has_band)
        return replace(front, back=other_side.front, turns=True)
    return front


def _make_drawn_piece_chit(spec: Spec, player: str, piece: str, plate: BasePlan, face: Drawing | None) -> Chit:
    """A piece that is cut along a drawing as a chit: as `make_plate_chit` says, or with the colour of the other player
    or the kind that it is turned over to on its back."""
    game, body = spec.game, spec.game.pieces[piece].body
    mark = draw_token_mark(body.back_mark, plate.roomiest_circle()[1]) if body.back_mark else None

    def side_of(owner: str, side: BasePlan, kind: str = piece, face: Drawing | None = face) -> Chit:
        signed, name = replace(side, sign=game.sign_number(owner)), game.piece_name(kind).capitalize()
        return make_plate_chit(face, name, player_tone(game, owner), signed, mark, is_only_kind=len(game.pieces) == 1)

    front, other = side_of(player, plate), other_side_of(game, player, piece)
    if other:
        return replace(front, back=side_of(other, plate.mirrored()).front, turns=True)
    if body.back_kind:
        other_face = draw_flat_face(spec, player, body.back_kind)
        return replace(front, back=side_of(player, plate.mirrored(), body.back_kind, other_face).front, turns=True)
    return front


def _token_batch(spec: Spec, name: str, words: Catalogue) -> PaperBatch:
    """The tokens of a kind, as chits."""
    token, chit = spec.game.tokens[name], make_token(spec.game.tokens[name])
    title = spec.game.token_name(name)
    label = words.count("tokens", token.count, token=title)
    group = words.text("group_of_tokens", token=title) if token.count > 1 else label
    return PaperBatch(label, token.count, chit, group, f"{name} token")


def make_token(token: Token) -> Chit:
    """A token as a chit; a corner, and one without a mark, have the whole colour, or its pattern."""
    if token.shape == "corner":
        marks_of_sides = draw_sign_of_token(token), draw_sign_of_token(token, seen_from_back=True)
        return make_corner_chit(*marks_of_sides, token.size, token.arm, token.tone)
    if isinstance(token.shape, DrawingPath):
        marks_of_sides = draw_sign_of_token(token), draw_sign_of_token(token, seen_from_back=True)
        return make_drawn_chit(*marks_of_sides, make_flat_outline(token.shape.art, token.size), token.size, token.tone)
    marks: Drawing = draw_token_marks(token)
    shape: ChitOutline = "disc" if token.shape == "disc" else "square"
    return make_token_chit(marks, None, shape, token.size, token.tone, is_plain=not marks.items)


def _make_batch(spec: Spec, player: str, piece: str, item: Net | Chit, words: Catalogue) -> PaperBatch:
    """A batch of a player's pieces; only English forms plurals, other languages use the names in the spec."""
    count = spec.game.made_count(player, piece)
    pieces = spec.game.piece_name(piece, count, english=words.language.startswith("en"))
    name = spec.game.player_name(player)
    title = (capitalize_first(pieces) if spec.game.says_owner(player, piece)
             else words.text("pieces_of_player", player=name, pieces=pieces))
    group = words.text("group_of_one_set" if spec.game.one_set else "group_of_pieces", player=name)
    return PaperBatch(title, count, item, group, f"{player} {piece}")
