"""A spec → its component list with pictures: a row for the board, each kind of piece, of token, of card and
of player aid."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from fabgen.artwork.colour_vision import choose_distinct, least_difference
from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.path import circle, rectangle
from fabgen.artwork.themes import load_theme, tone_colour
from fabgen.core.languages import Catalogue
from fabgen.figures.boards.board import board_size, corner_radius
from fabgen.figures.boards.edge_track import draw_edge_track
from fabgen.figures.components.aid_sizes import aid_count, aid_count_each, draw_small_aid
from fabgen.figures.components.card_backs import draw_deck
from fabgen.figures.components.dice import describe_dice, draw_die
from fabgen.figures.components.kit import token_face
from fabgen.figures.components.player_boards import draw_small_board
from fabgen.figures.components.tracks import draw_small_track
from fabgen.figures.positions.claims import FigureClaims
from fabgen.figures.positions.cover_position import choose_cover_position, choose_moment_of_play
from fabgen.figures.positions.piece_icons import count_bars, draw_icon, piece_silhouette, player_tone
from fabgen.figures.positions.position import draw_position
from fabgen.figures.positions.table_view import (
    ACCENTS,
    LEAST_ACCENT,
    CoverPicture,
    compose_panorama,
    compose_row,
    compose_table,
    compose_whole_table,
)
from fabgen.figures.rulebook.rulebook import Component
from fabgen.rules.position import Piece, Position
from fabgen.spec.game import Game, capitalize_first
from fabgen.spec.load import Spec

ICON, TOKEN, MARKER = 12.0, 10.0, 6.0  # mm: height of the tallest piece in a list, size of a token, of a marker
# From one piece in a row to the next, at least, as a share of the height; mm: the widest row of pieces in a list.
PITCH, WIDEST_ROW = 0.75, 26.0
BREADTH = 0.8  # of that height: how wide a piece is at most, and a flat one
LEAST_ICON = 6.5  # mm: pieces are not lower than this in a row, however many there are
AID, SLIP = 10.0, 18.0  # mm: the longer side of a player aid, and of a slip, whose words are seen
WIDEST, APART = 60.0, 6.0  # mm, on the title page: the widest piece, a gap between pieces
FEWEST = 3  # kinds of pieces beside the heading of a chapter
LEAST_SEEN = 20.0  # CIELAB: the difference of a piece from the band on which it is seen
FEW = 4  # pieces on the title page: with more, it does not show every kind of each side
THUMB = 3.2  # mm: the side of a cell of the board in a list, large enough to see the patterns


def list_components(spec: Spec, words: Catalogue | None = None) -> list[Component]:
    """The components in the box with their counts: the board, each kind of piece, each kind of token, each deck
    of cards, each player aid."""
    game, words = spec.game, words or spec.words
    empty = draw_position(spec, Position(spec.setting, {}), FigureClaims(), THUMB, plain=True)
    board = empty.without(Role.COORDINATE)
    rows = [Component(_board_name(spec, words), board, None, 1)]
    rows += [_list_pieces(spec, name, words) for name in game.made_kinds if game.owners(name)]
    faces = {name: token_face(token).scaled(TOKEN / token.size) for name, token in game.tokens.items()}
    token_names = {name: words.count("component_tokens", token.count, token=_token_title(game, name))
                   for name, token in game.tokens.items()}
    rows += [Component(token_names[name], faces[name], token.each, token.count, group="tokens")
             for name, token in game.tokens.items()]
    rows += [_list_deck(spec, name, words) for name in game.decks]
    for name, die in game.dice.items():
        title = capitalize_first(describe_dice(spec, name, words))
        rows.append(Component(title, draw_die(die, TOKEN), None, die.count, group="dice"))
    for name, track in game.tracks.items():
        key = "track_on_board" if track.around else "track_title"
        title = capitalize_first(words.text(key, track=game.track_name(name)))
        picture = draw_small_ring(spec, ICON) if track.around else draw_small_track(track, ICON)
        rows.append(Component(title, picture, None, 1, group="tracks"))
        if track.markers:
            markers = words.count("component_markers", 2, track=capitalize_first(game.track_name(name)))
            total = track.markers * len(game.active_players)
            rows.append(Component(markers, _draw_markers(game), track.markers, total, group="tracks"))
    for name in game.player_boards:
        boards = words.count("component_player_boards", 2, board=capitalize_first(game.player_board_name(name)))
        picture, total = draw_small_board(game, name, ICON), len(game.active_players)
        rows.append(Component(boards, picture, 1, total, group="player boards"))
    rows += [_list_aid(spec, name, words) for name in game.aids]
    return [replace(row, picture=_with_fine_edges(row.picture)) for row in rows]


def _with_fine_edges(picture: Drawing) -> Drawing:
    """A picture whose edges are as fine as the outlines of pieces."""
    return Drawing(tuple(replace(item, role=Role.HOLE) if item.role is Role.EDGE else item for item in picture.items))


def draw_small_ring(spec: Spec, width: float) -> Drawing:
    """The track around the board as lists show it, `width` mm wide at most, with the middle of its foot at the
    origin."""
    across, up = size = board_size(spec.game, spec.spaces)
    edge = draw(Role.EDGE, rectangle(0, 0, across, up, corner_radius(spec.game)))
    ring = draw_edge_track(spec.game, size).only(Role.GRID)
    factor = min(width / across, width / up)
    return (edge + ring).scaled(factor).moved(-across * factor / 2, 0)


def _draw_markers(game: Game) -> Drawing:
    """A marker of each player, side by side, the last ones over the first."""
    discs = [draw(Role.SHADE, circle((0, 0), MARKER / 2), tone=player_tone(game, player))
             + draw(Role.EDGE, circle((0, 0), MARKER / 2)) for player in game.active_players]
    return combine_drawings(disc.moved(0.8 * MARKER * number, 0) for number, disc in enumerate(discs))


def _list_deck(spec: Spec, name: str, words: Catalogue) -> Component:
    """The row of a deck of cards."""
    total = spec.game.decks[name].total
    title = words.count("cards_of_deck", total, deck=capitalize_first(spec.game.deck_name(name)))
    return Component(title, draw_deck(spec, name, ICON), None, total, group="cards")


def _list_aid(spec: Spec, name: str, words: Catalogue) -> Component:
    """The row of a player aid: reference cards, slips or score sheets."""
    aid = spec.game.aids[name]
    each, total = aid_count_each(aid), aid_count(spec, aid)
    listed_name = spec.game.aid_name(name, total, english=words.language.startswith("en"))
    picture = draw_small_aid(aid, SLIP if aid.kind == "slips" else AID)
    return Component(capitalize_first(listed_name), picture, each, total, group="aids")


def _token_title(game: Game, token: str) -> str:
    """The name of a kind of token with a capital."""
    name = game.tokens[token].name
    return capitalize_first(name) if name else token.capitalize()


def _list_pieces(spec: Spec, piece: str, words: Catalogue) -> Component:
    """The row of a kind of piece."""
    game = spec.game
    total = sum(game.made_count(player, piece) for player in game.players)
    title = game.piece_name(piece, total, english=words.language.startswith("en")).capitalize()
    if back := game.pieces[piece].body.back_kind:
        title = words.text("component_with_back", piece=title, back=game.piece_name(back))
    for neutral in game.neutral_sides(piece):
        title = words.text("component_with_back", piece=title, back=game.player_name(neutral))
    return Component(
        title,
        draw_players_pieces(spec, piece, _list_height(spec, piece)),
        _count_for_each(game, piece),
        total,
        count_sides(spec, piece, words),
        "pieces",
    )


def _list_height(spec: Spec, piece: str) -> float:
    """The height in mm for which the pieces of a kind are drawn in a list: that of a token for flat ones, and lower
    where those of many players stand in a row."""
    owners = max(len(spec.game.owners(name)) for name in spec.game.pieces)
    is_flat = spec.game.pieces[piece].body.shape is None
    return min(TOKEN / BREADTH if is_flat else ICON, max(LEAST_ICON, WIDEST_ROW / (PITCH * owners)))


def _count_for_each(game: Game, piece: str) -> int | None:
    """How many of a kind each player has; None where players have different numbers of it, or some are neutral, or
    all players share one set."""
    players = [player for player in game.players if player not in game.neutral_sides(piece)]
    counts = {game.count_of(player, piece) for player in players}
    is_shared = game.one_set or any(game.made_count(player, piece) for player in game.neutral)
    return counts.pop() if len(counts) == 1 and not is_shared else None


def count_sides(spec: Spec, piece: str, words: Catalogue) -> tuple[str, ...]:
    """The count of a kind for each side that has it, in the order of the pictures. If more than two sides have equal
    numbers, only the names of the sides; of one side alone its name, whose number is the total, unless the piece is
    named after it."""
    game, owners = spec.game, spec.game.makers(piece)
    names = {player: capitalize_first(game.player_name(player)) for player in owners}
    if game.one_set:
        return ()
    if len(owners) == 1 and len(game.players) > 1:
        return () if game.says_owner(owners[0], piece) else tuple(names.values())
    if len(game.players) == 2 or (owners and _count_for_each(game, piece) is None):
        counts = (words.text("count_of_side", count=game.count_of(player, piece), side=name)
                  for player, name in names.items())
        return tuple(count.replace(" ", "\N{NO-BREAK SPACE}") for count in counts)
    return (", ".join(names.values()),) if len(owners) > 2 else ()


def _board_name(spec: Spec, words: Catalogue) -> str:
    """The name of the board in the list, with its size."""
    if spec.game.board.grid:
        files, ranks = spec.game.grid
        return words.count("component_board", ranks, files=files, ranks=ranks)
    return words.text("board_of_spaces", spaces=describe_spaces(spec, words))


def describe_spaces(spec: Spec, words: Catalogue) -> str:
    """The number of points, spaces or hexagons of a board that is not a grid of squares, in words."""
    key = "points" if spec.game.board.points else "spaces" if spec.game.board.map else "hexagons"
    return words.count(key, len(spec.lattice.cells))


def draw_players_pieces(spec: Spec, piece: str, height: float = ICON) -> Drawing:
    """The pieces of a kind of all players who have it side by side; the tallest kind is `height` mm high."""
    shape, icons = piece_silhouette(spec.game, piece), []
    owners = spec.game.owners(piece)
    for number, player in enumerate(owners[:1] if spec.game.one_set else owners):
        bars, tone = count_bars(spec.game, player), player_tone(spec.game, player)
        icon = draw_icon(shape, height * shape.height / tallest_height(spec), BREADTH * height, bars, tone)
        icons.append(icon.moved(number * max(PITCH * height, icon.size()[0] + 0.08 * height), 0))
    return combine_drawings(icons)


def tallest_height(spec: Spec) -> float:
    """The height in mm of a game's tallest piece; the others are drawn in proportion to it."""
    return max(piece_silhouette(spec.game, piece).height for piece in spec.game.pieces)


def draw_cover(spec: Spec) -> Drawing:
    """The picture of the title page without the part of it that a page shows."""
    return compose_cover(spec).drawing


def compose_cover(spec: Spec) -> CoverPicture:
    """The picture of the title page: a moment of play on the table in the composition that the spec names, or standing
    pieces in a row where no position has any. Raises FabgenError for a position in `book: {cover: ...}` that cannot be
    read."""
    if chosen := choose_cover_position(spec):
        return compose_table(spec, chosen.position, chosen.areas, spec.game.book.composition, chosen.moves)
    game, icons, x = spec.game, [], 0.0
    for piece, player in _choose_cover_pieces(spec):
        shape = piece_silhouette(game, piece)
        icon = draw_icon(shape, shape.height, WIDEST, 0, player_tone(game, player))
        x0, _, x1, _ = icon.bounds()
        icons.append(icon.moved(x - x0, 0))
        x += x1 - x0 + APART
    return CoverPicture(combine_drawings(icons))


def compose_whole_cover(spec: Spec) -> Drawing | None:
    """The picture of the title page for pages that show all of it, where that is not the one of `compose_cover`."""
    if chosen := choose_cover_position(spec):
        return compose_whole_table(
            spec, chosen.position, chosen.areas, spec.game.book.composition, chosen.moves)
    return None


def compose_panorama_of_start(spec: Spec) -> Drawing | None:
    """The picture for the room below the reference: the start from low down, or a moment of play where nothing stands
    on the board at the start. None for a game without pieces on the board."""
    if spec.start.pieces:
        return compose_panorama(spec, spec.start, {})
    moment = choose_moment_of_play(spec)
    return compose_panorama(spec, moment.position, moment.areas) if moment else None


Emblem: TypeAlias = tuple[Drawing, Drawing]  # a picture beside a heading, and the same with a single piece


class Emblems(NamedTuple):
    """The pictures for the headings of chapters: rows of pieces, of other kinds and players each time; the move of the
    cover, None for a cover without one; and a piece with tokens of each kind."""

    rows: tuple[Emblem, ...]
    move: Emblem | None
    tokens: tuple[Emblem, ...]


def compose_emblems(spec: Spec) -> Emblems:
    """Pictures for the headings of chapters, each also with a single piece for where there is little room. Colours that
    are hardly seen on the colour of the book are avoided where there are two others, or have a light rim."""
    game, theme = spec.game, load_theme("colour")
    ground = tone_colour(theme, game.book.colour or player_tone(game, next(iter(game.players))))  # of a band
    colours = {name: tone_colour(theme, player_tone(game, name)) for name in game.players}
    lost = {name for name, colour in colours.items() if least_difference(colour, ground) < LEAST_SEEN}
    rims = {player_tone(game, name) for name in lost}
    rims |= {token.tone for token in game.tokens.values()
             if least_difference(tone_colour(theme, token.tone), ground) < LEAST_SEEN}
    kinds = sorted(_kinds_of_emblems(game, lost), key=lambda kind: -piece_silhouette(game, kind).height)
    if not kinds:
        return Emblems((), None, ())

    def choose(kind: str, place: int) -> Piece:
        owned = game.owners(kind)
        seen = [name for name in owned if name not in lost]
        owners = seen if len(seen) > 1 else [*seen, *(name for name in owned if name in lost)]
        return Piece(owners[place % len(owners)], kind)

    rows = list[tuple[Piece, ...]]()
    for turn in range(max(2, len(kinds))):
        some = [kinds[(turn + place) % len(kinds)] for place in range(min(FEWEST, max(2, len(kinds))))]
        rows.append(tuple(choose(kind, turn + place) for place, kind in enumerate(some)))
    tones = {tone: tone_colour(theme, tone) for tone in ACCENTS}
    one_each = [(compose_row(spec, row, "", rims), compose_row(spec, row[:1], "", rims)) for row in dict.fromkeys(rows)]
    move = None
    if action := _find_action(spec, lost):
        arrow = choose_distinct(tones, [ground, *(colours[piece.player] for piece in action)], LEAST_ACCENT)
        move = compose_row(spec, action, arrow, rims), compose_row(spec, action[:1], "", rims)
    with_tokens = list[Emblem]()
    for number, token in enumerate(_tokens_of_emblems(game)):
        piece = choose(kinds[(number + 1) % len(kinds)], 0)
        with_tokens.append((compose_row(spec, (piece,), "", rims, token), compose_row(spec, (piece,), "", rims)))
    return Emblems(tuple(one_each), move, tuple(with_tokens))


def _tokens_of_emblems(game: Game) -> list[str]:
    """The kinds of tokens that are shown beside headings, of those that every game needs: of several with the same
    shape and mark, the first."""
    kinds_by_look: dict[tuple[str, str | None], str] = {}
    for name, token in game.tokens.items():
        if not token.variant:
            kinds_by_look.setdefault((token.shape, token.mark), name)
    return [*kinds_by_look.values()]


def _kinds_of_emblems(game: Game, lost: Container[str]) -> list[str]:
    """The kinds of pieces that are shown beside headings: those that are seen on the band, and of these those that
    stand, if any do."""
    owned = [kind for kind in game.made_kinds if game.owners(kind)]
    seen = [kind for kind in owned if any(name not in lost for name in game.owners(kind))] or owned
    return [kind for kind in seen if game.pieces[kind].body.shape is not None] or seen


def _find_action(spec: Spec, lost: Container[str]) -> tuple[Piece, ...]:
    """The piece that moves on the cover, and one that it jumps first, if there is any; none for a cover without a
    move. Where a player whose colour is `lost` on the band moves alone, it is another one with such a piece."""
    chosen = choose_cover_position(spec)
    if chosen is None or not chosen.moves:
        return ()
    start, end, *_ = chosen.moves[0].path
    pieces = chosen.position.pieces
    mover, jumped = pieces[start], [pieces[cell] for cell in spec.lattice.between(start, end) if cell in pieces][:1]
    seen = [name for name in spec.game.owners(mover.kind) if name not in lost]
    if mover.player in lost and seen and not jumped:
        return (Piece(seen[0], mover.kind),)
    return (mover, *jumped)


def _choose_cover_pieces(spec: Spec) -> list[tuple[str, str]]:
    """The pieces and players on the title page, the tallest pieces in the middle, two sides facing each other."""
    game, players = spec.game, list(spec.game.players)
    owned = [piece for piece in game.made_kinds if game.owners(piece)]
    kinds = sorted(owned, key=lambda name: piece_silhouette(game, name).height)
    if len(kinds) == 1:
        return [(kinds[0], player) for player in game.owners(kinds[0])[:FEW]]
    if len(game.armies) <= FEW:
        sides = [(kinds if n % 2 == 0 else kinds[::-1], player) for n, player in enumerate(players)]
        return [(piece, player) for pieces, player in sides for piece in pieces if game.count_of(player, piece)]
    row = [(piece, game.owners(piece)) for piece in (*kinds[::2], *kinds[1::2][::-1])]
    return [(piece, owners[n % len(owners)]) for n, (piece, owners) in enumerate(row)]
