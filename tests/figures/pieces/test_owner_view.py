"""What players see of the diagram of a standing piece (docs/look.md): no upright hides a mark from its owner, whose eye
looks down at 45 degrees, 50 cm away; and little of where it goes from whoever sits opposite and looks down at 40."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from measure import points, thing
from shapely import Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.artwork.path import Path
from fabgen.figures.components.kit import make_player_pieces
from fabgen.figures.pieces.bases import draw_base
from fabgen.figures.pieces.bodies import PlayerPiece, make_piece_parts
from fabgen.spec.load import load_spec

FIT = Fit(3.0, 0.1)
Eye = tuple[float, float, float]  # mm from the middle of the base's upper side
OWNER: Eye = (0.0, -500 * math.sqrt(0.5), 500 * math.sqrt(0.5))
OPPOSITE: Eye = (0.0, 500 * math.cos(math.radians(40)), 500 * math.sin(math.radians(40)))
MARKS = (Role.SELF, Role.FORWARD, Role.MOVE, Role.CAPTURE)


def pieces() -> list[PlayerPiece]:
    games = ("correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross")
    return [piece for game in games for piece in make_player_pieces(load_spec(game), lambda _: FIT)]


def hidden_by(piece: PlayerPiece, seat_y: float, eye: Eye = OWNER, *, through: bool = False) -> BaseGeometry:
    """What the uprights of a piece hide of the plane of its base, from an eye; their feet stand at `seat_y`. With
    `through`, what is seen through their openings is not hidden."""
    uprights = [part for part in make_piece_parts(piece) if part.into]
    turns = [math.radians(45), math.radians(-45)] if len(uprights) == 2 else [0.0]
    return unary_union([shadow for part, turn in zip(uprights, turns, strict=False)
                        for shadow in shadows(part.drawing, turn, seat_y, eye, through)])


def shadows(drawing: Drawing, turn: float, seat_y: float, eye: Eye, through: bool) -> Iterator[BaseGeometry]:
    def shadow(path: Path) -> BaseGeometry:
        standing = [(u * math.cos(turn), seat_y + u * math.sin(turn), v) for u, v in points(path) if v >= 0]
        return Polygon([projected(eye, *spot) for spot in standing]).buffer(0)

    openings = [shadow(path) for item in drawing.only(Role.HOLE).items if isinstance(item, Shape)
                for path in item.paths if through]
    for item in drawing.only(Role.EDGE).items:
        assert isinstance(item, Shape)
        yield shadow(item.paths[0]).difference(unary_union(openings))


def projected(eye: Eye, x: float, y: float, z: float) -> tuple[float, float]:
    """Where the line from the eye through a point meets the plane of the base."""
    share = eye[2] / (eye[2] - z)
    return eye[0] + (x - eye[0]) * share, eye[1] + (y - eye[1]) * share


def marks_of(piece: PlayerPiece) -> BaseGeometry:
    drawing = draw_base(piece.diagram, piece.layout)
    return unary_union([thing(item) for item in drawing.items if item.role in MARKS])


@pytest.mark.parametrize("piece", pieces(), ids=lambda piece: piece.name)
def test_no_mark_is_hidden_from_its_owner(piece: PlayerPiece) -> None:
    if piece.layout.seat and piece.body.shape:
        assert hidden_by(piece, piece.layout.seat.y).intersection(marks_of(piece)).area == 0


def test_a_slot_on_the_near_side_would_hide_marks() -> None:
    """So that the test above can fail: the same upright at its owner's edge."""
    knight = next(piece for piece in pieces() if piece.name == "green knight")
    assert knight.layout.seat
    assert hidden_by(knight, -knight.layout.seat.y).intersection(marks_of(knight)).area > 1


def hidden_shares(piece: PlayerPiece, *, through: bool = True) -> list[float]:
    """The share of each mark of a move that an upright hides from whoever sits opposite."""
    assert piece.layout.seat
    hidden = hidden_by(piece, piece.layout.seat.y, OPPOSITE, through=through)
    groups: dict[str, list[BaseGeometry]] = {}
    for item in draw_base(piece.diagram, piece.layout).items:
        if item.role in (Role.MOVE, Role.CAPTURE):
            groups.setdefault(item.group, []).append(thing(item))
    marks = [unary_union(things) for things in groups.values()]
    return [float(hidden.intersection(mark).area / mark.area) for mark in marks]


def test_little_of_the_moves_is_hidden_from_the_other_side() -> None:
    """Of the moves of each figure, half is seen opposite; of all figures four fifths. Without openings it would be less
    than three quarters."""
    standing = [piece for piece in pieces() if piece.body.standee]
    assert len(standing) == 3 * 2 + 3 * 4 + 2 * 2  # kinds and players of Correction, Chess Battle and Charing Cross
    shares = [sum(found) / len(found) for found in map(hidden_shares, standing)]
    assert max(shares) < 0.5
    assert sum(shares) / len(shares) < 1 / 5
    solid = [hidden_shares(piece, through=False) for piece in standing]
    assert sum(sum(found) / len(found) for found in solid) / len(solid) > 1 / 4
