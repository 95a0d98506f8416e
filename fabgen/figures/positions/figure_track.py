"""The track around a board in figures → its spaces and numbers around the cells, and the markers where a game begins.

The track is as deep as on the board, or as its numbers need to be read. It lies further from the cells where the
coordinates of a figure need more room.
The lower left corner of the cells is at the origin.
"""

from __future__ import annotations

import math

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.path import circle, rectangle
from fabgen.artwork.text import text_width
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.edge_track import CAP, draw_edge_track, edge_spaces, shortest_space
from fabgen.figures.boards.surface import LEGIBLE
from fabgen.figures.positions.piece_icons import player_tone
from fabgen.spec.components import Track
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

MARGIN = 2.0  # mm around a figure in its file
AIR = 0.25  # of a space's depth: between the coordinates of a figure and its track
DEEPER = 2.2  # of the least capitals in a figure: how deep its track is at least
SPACE_SHARE, DEPTH_SHARE = 0.86, 0.6  # of the length and of the depth of a space: the most that a number may take
CORNER_SHARE = 1.3  # of the depth of the track: what a number may take across a corner
FANNED = 0.4  # of a marker: from one player's to the next, on the first space


def figure_track_reach(game: Game, cells: tuple[float, float], side: float, names: float) -> float:
    """How far the track reaches from cells of `side` mm, which are `cells` wide and high, in a figure whose coordinates
    take `names` mm beside them, in mm; 0 without a track."""
    if not game.edge_track:
        return 0.0
    return _inner_edge(game, side, names) + _figure_track(game, cells, side).edge_width * side / game.board.cell


def draw_figure_track(spec: Spec, cells: tuple[float, float], side: float, names: float, width: float, *,
                      has_markers: bool = False) -> Drawing:
    """The track around cells of `side` mm that are `cells` wide and high, in a figure that is `width` mm wide without
    it. Its numbers can be read where the figure is as wide as a page; they are on every fifth space alone where not all
    have room. Nothing without a track."""
    game = spec.game
    if not game.edge_track:
        return Drawing()
    track, scale = _figure_track(game, cells, side), side / game.board.cell
    reach = figure_track_reach(game, cells, side, names)
    size = cells[0] / scale + 2 * reach / scale, cells[1] / scale + 2 * reach / scale
    cap = max(CAP * track.cell, LEGIBLE * (max(width, cells[0] + 2 * reach) + 2 * MARGIN) / scale)
    room = SPACE_SHARE * min(CORNER_SHARE * track.cell, shortest_space(track, size))
    widest = max(text_width(str(number), cap, bold=True) for number in track.numbers)
    every = 1 if widest <= room else 5
    spaces = edge_spaces(track, size)
    ground = [rectangle(x0, y0, x1 - x0, y1 - y0) for x0, y0, x1, y1 in (space.box for space in spaces)]
    drawing = draw(Role.LIGHT_CELL, *ground, tone=find_board_tones(spec).board)
    drawn_game = game.model_copy(update={"tracks": {game.edge_track: track}})
    drawing += draw_edge_track(drawn_game, size, cap=cap, every=every if cap <= DEPTH_SHARE * track.cell else 0)
    if has_markers and track.markers:
        drawing += _draw_markers(game, track, spaces[0].middle)
    return drawing.scaled(scale).moved(-reach, -reach).in_group("track")


def _figure_track(game: Game, cells: tuple[float, float], side: float) -> Track:
    """The track around the board, as deep as its numbers need to be read in a figure as wide as a page."""
    track = game.tracks[game.edge_track or ""]
    least = DEEPER * LEGIBLE * cells[0] * game.board.cell / side
    return track.model_copy(update={"cell": max(track.cell, least)})


def _inner_edge(game: Game, side: float, names: float) -> float:
    """How far the track is from the cells, in mm of the figure."""
    scale = side / game.board.cell
    return max(game.board.border * scale, names + AIR * game.tracks[game.edge_track or ""].cell * scale)


def _draw_markers(game: Game, track: Track, middle: tuple[float, float]) -> Drawing:
    """The markers of all players on a space in a corner, fanned out along its diagonal, the first on top."""
    radius, count = track.marker_size / 2, len(game.active_players)
    step = min(FANNED * track.marker_size, (track.cell - track.marker_size) / max(1, count - 1))
    discs = []
    for number, player in reversed([*enumerate(game.active_players)]):
        off = (number - (count - 1) / 2) * step / math.sqrt(2)
        disc = circle((middle[0] - off + track.cell / 8, middle[1] + off + track.cell / 8), radius)
        discs.append(draw(Role.PIECE, disc, tone=player_tone(game, player)))
    return combine_drawings(discs)


__all__ = ["draw_figure_track", "figure_track_reach"]
