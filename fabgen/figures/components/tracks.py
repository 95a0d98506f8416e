"""The score tracks of a spec → boards with numbers and the markers of all players, to cut and to print. All mm."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import Leaf, PaperBatch, PrintProduct
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, line, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.figures.components.paper_pieces import make_token_chit
from fabgen.figures.positions.piece_icons import player_tone
from fabgen.spec.components import Track
from fabgen.spec.load import Spec

FRAME, CORNER = 5.0, 4.0  # from the spaces to the edge; the radius of its corners
CAP, SHARE = 0.24, 0.7  # of a space: capitals of its number, the width that a number may take
FIFTH = 5  # every fifth number is bold
PIP = 0.08  # of a marker: the radius of the dots that tell players apart


def track_size(track: Track) -> tuple[float, float]:
    """Width and height in mm."""
    columns = max(map(len, track.rows))
    return columns * track.cell + 2 * FRAME, len(track.rows) * track.cell + 2 * FRAME


def draw_track(track: Track) -> Drawing:
    """The spaces of a track with their numbers, from the upper left, its lower left corner at the origin. Its edge is
    not drawn."""
    cell, top = track.cell, track_size(track)[1] - FRAME
    lines, numbers = [], []
    widest = max(text_width(str(number), 1.0, bold=True) for number in track.numbers)
    cap = min(CAP * cell, SHARE * cell / widest)
    for row, values in enumerate(track.rows):
        y, right = top - row * cell, FRAME + len(values) * cell
        above = max(right, FRAME + len(track.rows[row - 1]) * cell) if row else right
        lines.append(line((FRAME, y), (above, y)))
        lines += [line((FRAME + column * cell, y), (FRAME + column * cell, y - cell))
                  for column in range(len(values) + 1)]
        numbers += [draw_text(Role.LABEL, str(value), (FRAME + (column + 0.5) * cell, y - cell / 2 - cap / 2), cap,
                              bold=value % FIFTH == 0) for column, value in enumerate(values)]
    bottom = top - len(track.rows) * cell
    lines.append(line((FRAME, bottom), (FRAME + len(track.rows[-1]) * cell, bottom)))
    return draw(Role.GRID, *lines) + combine_drawings(numbers)


def draw_small_track(track: Track, width: float) -> Drawing:
    """A track as lists show it, `width` mm wide at most, with the middle of its foot at the origin."""
    across, up = track_size(track)
    edge = draw(Role.EDGE, rectangle(0, 0, across, up, CORNER))
    factor = min(width / across, width / up)
    return (edge + draw_track(track).without(Role.LABEL)).scaled(factor).moved(-across * factor / 2, 0)


def _marker_sign(spec: Spec, player: str, size: float) -> Drawing:
    """The dots that tell the markers of players apart: none for the first player, one for the second."""
    number = [*spec.game.players].index(player)
    columns = min(number, 4)
    places = ((size * 0.2 * (dot % 4 - (columns - 1) / 2), -size * 0.2 * (dot // 4)) for dot in range(number))
    return combine_drawings(draw(Role.MARK, circle(place, PIP * size)) for place in places)


def make_track_parts(spec: Spec) -> list[Part]:
    """The tracks to cut, and the markers in the players' materials."""
    parts = []
    for name, track in spec.game.tracks.items():
        if not track.around:
            edge = draw(Role.EDGE, rectangle(0, 0, *track_size(track), CORNER))
            material = track.material or spec.game.board.material
            parts.append(Part(f"{name} track", edge + draw_track(track), 1, material, "tracks", by_thickness=False))
        size = track.marker_size
        parts += [Part(f"{player} {name} marker", draw(Role.EDGE, circle((0, 0), size / 2))
                       + _marker_sign(spec, player, size), track.markers, spec.game.players[player].material,
                       f"{player} pieces", by_thickness=False)
                  for player in spec.game.active_players if track.markers]
    return parts


def make_track_batches(spec: Spec, words: Catalogue, group: str) -> list[PaperBatch]:
    """The tracks as leaves of card in a group, and their markers as chits beside the pieces of their players."""
    batches, game = [], spec.game
    for name, track in game.tracks.items():
        if not track.around:
            title = words.text("track_title", track=game.track_name(name))
            leaf = Leaf(draw_track(track), *track_size(track), is_board=True)
            batches.append(PaperBatch(title, 1, leaf, group, f"{name} track"))
        for player in (player for player in game.active_players if track.markers):
            sign = _marker_sign(spec, player, track.marker_size)
            chit = make_token_chit(sign, None, "disc", track.marker_size, player_tone(game, player))
            owner = game.player_name(player)
            label = words.count("markers_of_player", track.markers, player=owner, track=game.track_name(name))
            batches.append(PaperBatch(label, track.markers, chit, words.text("group_of_pieces", player=owner),
                                      f"{player} {name} marker"))
    return batches


def order_tracks(spec: Spec) -> Iterator[PrintProduct]:
    """The tracks as boards to order, and the markers of each player as discs."""
    game = spec.game
    for name, track in game.tracks.items():
        if not track.around:
            width, height = track_size(track)
            drawing = draw_track(track).moved(-width / 2, -height / 2)
            yield PrintProduct(f"{name} track", "board", 1, (width, height), (width, height),
                               lambda _, drawing=drawing: (drawing,))  # type: ignore[misc]
        size = track.marker_size
        for player in (player for player in game.active_players if track.markers):
            sign = _marker_sign(spec, player, size)
            yield PrintProduct(f"{player} {name} marker", "disc", track.markers, (size, size), (track.cell, track.cell),
                               lambda _, sign=sign: (sign, sign), player_tone(game, player))  # type: ignore[misc]


__all__ = ["draw_small_track", "draw_track", "make_track_batches", "make_track_parts", "order_tracks", "track_size"]
