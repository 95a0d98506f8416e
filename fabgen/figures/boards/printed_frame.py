"""The border of a board of squares on paper: a heavy line around the cells, quiet coordinates, and outside of these a
band in a darker tone with the title of the game, the designer, and a strip in the colour of each player's seat.

From the cells outwards: the heavy line, coordinates, the strips along the inner edge of the band, the words. A thin
border is all band, with coordinates in its middle and no other words: the strips lie along the cells, mitred at the
corners, and sides at which nobody sits have the colour of the band. All lengths in mm.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.paper_things import DARK_TONES
from fabgen.artwork.path import Path, polygon, rectangle
from fabgen.figures.boards.board_tones import BoardTones
from fabgen.spec.game import Game

LEAST_BORDER = 8.0  # a narrower border has no room for words on a band
LEAST_WIDE = 12.0  # a narrower border is thin
LINE = (0.6, 1.4)  # from the cells to the edges of the heavy line around them
COORDINATES, COORDINATE_SHARE = (2.4, 4.0), 0.19  # capitals of coordinates: the least, the largest, of the border
LINE_TO_NAMES, NAMES_TO_BAND = 1.2, 1.5
STRIP_SHARE = 0.09  # of the border: how broad the strips of the players' colours are
TITLE_SHARE, MOST_TITLE = 0.5, 6.0  # capitals of the title: of the room outside of the strips; the largest
EDGE_GAP = 0.8  # between words and the edge, and between words and a strip
# Of a thin border: capitals of coordinates; from the cells to the edges of the strips.
THIN_COORDINATES, THIN_LINE = 2.4, (0.6, 1.8)
LIGHT_EDGE = 0.35  # the light line between a dark strip and the band
SIDES = ("up", "left", "down", "right")  # what players face who sit at a side of the board


@dataclass(frozen=True)
class BorderPlan:
    """How the words of a border are set: capitals of coordinates, and their distance from the cells; the capitals of
    the title, how high its base line is above the edge of the board, and how high words may reach. `has_credits`: title
    and designer are there; a thin border has room for coordinates alone, half-way between the edge and the strips."""

    coordinate_cap: float
    coordinate_gap: float
    title_cap: float
    base: float
    top: float
    has_credits: bool = True


def has_printed_frame(game: Game) -> bool:
    """Whether the board has a frame on paper: whole grids of squares do, without a track and with room for it."""
    board = game.board
    return bool(board.grid) and not (board.holes or board.points or game.edge_track) and board.border >= LEAST_BORDER


def plan_printed_border(border: float) -> BorderPlan:
    """Where the words of a border with a frame are."""
    if border < LEAST_WIDE:
        middle = (border - THIN_LINE[1]) / 2
        gap = border - middle - THIN_COORDINATES / 2
        return BorderPlan(THIN_COORDINATES, gap, 0.0, 0.0, 0.0, has_credits=False)
    free = _band_width(border) - STRIP_SHARE * border
    cap = min(MOST_TITLE, TITLE_SHARE * free)
    return BorderPlan(_coordinate_cap(border), LINE[1] + LINE_TO_NAMES, cap, (free - cap) / 2, free - EDGE_GAP)


def _coordinate_cap(border: float) -> float:
    least_cap, largest_cap = COORDINATES
    return min(largest_cap, max(least_cap, COORDINATE_SHARE * border))


def _band_width(border: float) -> float:
    """How wide the darker band along the edge of the board is."""
    if border < LEAST_WIDE:
        return border - THIN_LINE[0]
    return border - LINE[1] - LINE_TO_NAMES - _coordinate_cap(border) - NAMES_TO_BAND


def draw_printed_frame(game: Game, outside: Path, size: tuple[float, float], tones: BoardTones) -> Drawing:
    """The band, its strips and the heavy line of a board of a size, with the lower left corner of its edge, `outside`,
    at the origin."""
    border, band = game.board.border, _band_width(game.board.border)
    ring = draw(Role.BAND, outside, _inner_rectangle(size, band), tone=tones.board)
    if border < LEAST_WIDE:
        edges = [_inner_rectangle(size, border - gap) for gap in reversed(THIN_LINE)]
        seats = _draw_seats(game, size, border - THIN_LINE[0], THIN_LINE[1] - THIN_LINE[0])
        return ring + (draw(Role.GRID, edges[1]) + seats if seats.items else draw(Role.MARK, *edges))
    heavy = draw(Role.MARK, *(_inner_rectangle(size, border - gap) for gap in reversed(LINE)))
    rule = draw(Role.GRID, _inner_rectangle(size, band))
    return ring + _draw_seats(game, size, band, STRIP_SHARE * border) + rule + heavy


def find_band_edge(game: Game, size: tuple[float, float]) -> Path:
    """The inner edge of the band of a board of a size."""
    return _inner_rectangle(size, _band_width(game.board.border))


def _inner_rectangle(size: tuple[float, float], inset: float) -> Path:
    """A rectangle `inset` mm inside the edge of a board."""
    width, height = size
    return rectangle(inset, inset, width - 2 * inset, height - 2 * inset)


def _draw_seats(game: Game, size: tuple[float, float], inner: float, broad: float) -> Drawing:
    """A strip `broad` mm wide in each player's colour, along the side of the cells at which the player sits, its inner
    edge `inner` mm from the edge of the board, its ends mitred; along a dark one, a light line on the band. None where
    players share a seat, or have no direction that is forward."""
    seats = {player: game.players[player].forward for player in game.active_players}
    if len({*seats.values()}) < len(seats):
        return Drawing()
    strips = list[Drawing]()
    for player, seat in seats.items():
        if seat not in SIDES:
            continue
        tone = game.players[player].tone(player)
        strips.append(draw(Role.PLAYER_STRIP, _side_strip(size, seat, inner - broad, inner), tone=tone))
        if tone in DARK_TONES:
            edge = _side_strip(size, seat, inner - broad - LIGHT_EDGE, inner - broad)
            strips.append(draw(Role.SHADE, edge, tone="white"))
    return combine_drawings(strips)


def _side_strip(size: tuple[float, float], seat: str, outer: float, inner: float) -> Path:
    """A strip along the side at which players sit who face a direction, between two distances from the edge of the
    board, with mitred ends."""
    width, height = size
    near_left, near_right, far_right, far_left = (
        ((outer, outer), (inner, inner)), ((width - outer, outer), (width - inner, inner)),
        ((width - outer, height - outer), (width - inner, height - inner)),
        ((outer, height - outer), (inner, height - inner)))
    start, end = {"up": (near_left, near_right), "left": (near_right, far_right), "down": (far_right, far_left),
                  "right": (far_left, near_left)}[seat]
    return polygon([start[0], end[0], end[1], start[1]])
