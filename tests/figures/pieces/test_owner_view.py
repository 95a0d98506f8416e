"""What a piece's owner sees of its diagram: no upright hides a mark from an eye that looks down at 45 degrees, 50 cm
away (docs/look.md)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from measure import points, thing
from shapely import Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.figures.components.kit import make_player_pieces
from fabgen.figures.pieces.bases import draw_base
from fabgen.figures.pieces.bodies import PlayerPiece, make_piece_parts
from fabgen.spec.load import load_spec

FIT = Fit(3.0, 0.1)
EYE = (0.0, -500 * math.sqrt(0.5), 500 * math.sqrt(0.5))  # mm from the middle of the base's upper side
MARKS = (Role.SELF, Role.FORWARD, Role.MOVE, Role.CAPTURE)


def pieces() -> list[PlayerPiece]:
    games = ("correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross")
    return [piece for game in games for piece in make_player_pieces(load_spec(game), lambda _: FIT)]


def hidden_by(piece: PlayerPiece, seat_y: float) -> BaseGeometry:
    """What the uprights of a piece hide of the plane of its base, from the eye; their feet stand at `seat_y`."""
    uprights = [part for part in make_piece_parts(piece) if part.into]
    turns = [math.radians(45), math.radians(-45)] if len(uprights) == 2 else [0.0]
    return unary_union([shadow for part, turn in zip(uprights, turns, strict=False)
                        for shadow in shadows(part.drawing, turn, seat_y)])


def shadows(drawing: Drawing, turn: float, seat_y: float) -> Iterator[BaseGeometry]:
    for item in drawing.only(Role.EDGE).items:
        assert isinstance(item, Shape)
        standing = [(u * math.cos(turn), seat_y + u * math.sin(turn), v) for u, v in points(item.paths[0]) if v >= 0]
        yield Polygon([projected(*spot) for spot in standing]).buffer(0)


def projected(x: float, y: float, z: float) -> tuple[float, float]:
    """Where the line from the eye through a point meets the plane of the base."""
    share = EYE[2] / (EYE[2] - z)
    return EYE[0] + (x - EYE[0]) * share, EYE[1] + (y - EYE[1]) * share


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
