"""The cells that rules call by a colour → the corner tokens of that colour that frame what lies inside them.

An area that surrounds the rest of the board, such as a danger zone, has its corners around that rest, on its own side
of the border. The outermost area comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.path import Path, Point, corner_shape
from fabgen.rules.boards import Board, Cell
from fabgen.spec.load import Spec
from fabgen.spec.pieces import Token

SLIM = 0.14  # of the cell: an arm of a corner in a figure at most, so that corners leave room on a small board
Places = tuple[int, int, int, int]  # the first and the last file, the first and the last rank


def find_frames(lattice: Board, areas: Mapping[str, tuple[Cell, ...]]) -> dict[str, Places]:
    """For each colour whose cells surround a rectangle of others, the files and ranks of that rectangle."""
    frames: dict[str, Places] = {}
    if not lattice.compass.has_square_cells:
        return frames
    rest = {lattice.place(cell) for cell in lattice.cells}
    waiting = {tone: {lattice.place(cell) for cell in cells} for tone, cells in areas.items() if cells}
    while waiting:
        box = _box_of(rest)
        outer = next((tone for tone, places in waiting.items() if _reaches_all_sides(places, box)), None)
        if outer is None:
            break
        rest -= waiting.pop(outer)
        if not rest:
            break
        x0, x1, y0, y1 = inner = _box_of(rest)
        if len(rest) == (x1 - x0 + 1) * (y1 - y0 + 1):
            frames[outer] = inner
    return frames


def _box_of(places: set[tuple[int, int]]) -> Places:
    """The least and the greatest file, the least and the greatest rank."""
    files, ranks = [x for x, _ in places], [y for _, y in places]
    return min(files), max(files), min(ranks), max(ranks)


def _reaches_all_sides(places: set[tuple[int, int]], box: Places) -> bool:
    """Whether an area has cells on all four sides of a box."""
    x0, x1, y0, y1 = box
    return all(any(x == side for x, _ in places) for side in (x0, x1)) and all(
        any(y == side for _, y in places) for side in (y0, y1))


def corner_tokens(spec: Spec) -> dict[str, str]:
    """The kinds of corner tokens of a game by their colours, those of which four frame an area."""
    return {token.tone: name for name, token in spec.game.tokens.items()
            if token.shape == "corner" and token.count >= len(_TURNS)}


@dataclass(frozen=True)
class CornerSpot:
    """Where a corner token lies: its kind, the corner of the area inside of it, in mm, and how far it is turned from
    where its elbow is at the lower left, in degrees."""

    name: str
    corner: Point
    turn: float


def find_corner_spots(spec: Spec, areas: Mapping[str, tuple[Cell, ...]], side: float) -> list[CornerSpot]:
    """The places of the corner tokens on a board with cells of `side` mm, its lower left corner at the origin."""
    tokens, frames = corner_tokens(spec), find_frames(spec.lattice, areas)
    return [CornerSpot(tokens[tone], ((places[file] + (file == 1)) * side, (places[rank] + (rank == 3)) * side), turn)
            for tone, places in frames.items() if tone in tokens for file, rank, turn in _TURNS]


def draw_area_corners(spec: Spec, areas: Mapping[str, tuple[Cell, ...]], side: float) -> Drawing:
    """The corner tokens on a board with cells of `side` mm, its lower left corner at the origin."""
    scale, tokens = side / spec.game.board.cell, spec.game.tokens
    return combine_drawings(_draw_slim_corner(tokens[spot.name], side, scale).turned(spot.turn).moved(*spot.corner)
                            .in_group(f"corners/{tokens[spot.name].tone}")
                            for spot in find_corner_spots(spec, areas, side))


# Of the places: the file and the rank of a corner; and its turn in degrees.
_TURNS = ((0, 2, 0.0), (1, 2, 90.0), (1, 3, 180.0), (0, 3, 270.0))


def _draw_slim_corner(token: Token, side: float, scale: float) -> Drawing:
    """A corner token around the upper right quarter, its arms along the axes and slim in cells of `side` mm."""
    arm = min(token.arm, SLIM * side / scale)
    slim = token.model_copy(update={"size": token.size - token.arm + arm, "width": arm})  # as long inside as in truth
    inwards = (slim.size / 2 - arm) * scale  # from the inner corner of the L to the middle of its box, both ways
    return draw_corner(slim, scale).moved(inwards, inwards)


def draw_corner(token: Token, scale: float) -> Drawing:
    """A corner token without its mark, in its colour, the middle of its box at the origin."""
    outline: Path = corner_shape(token.size * scale, token.arm * scale, 0.5 * scale)
    return draw(Role.PIECE, outline, tone=token.tone)


__all__ = ["CornerSpot", "corner_tokens", "draw_area_corners", "draw_corner", "find_corner_spots", "find_frames"]
