"""The picture of a cover: perspective, what lies on the board, and which position is chosen."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from fabgen.artwork.drawing import Drawing, Role
from fabgen.check.game import check_cover
from fabgen.core.problems import FabgenError
from fabgen.figures.positions.cover_position import choose_cover_position
from fabgen.figures.positions.table_view import Camera, draw_table
from fabgen.rules.position import Position
from fabgen.spec.game import BookDesign
from fabgen.spec.load import Spec, load_spec


def with_book(spec: Spec, **keys: str) -> Spec:
    return replace(spec, game=spec.game.model_copy(update={"book": BookDesign(**keys)}))  # type: ignore[arg-type]


def tones(drawing: Drawing, role: Role) -> list[str]:
    return [item.tone for item in drawing.items if item.role is role]


def test_what_is_farther_away_is_smaller() -> None:
    """At 45 degrees and a distance of 100: 10 mm across are 10 mm at the middle, and 10 * 100 / (100 + d) where the
    board is d farther from the eye."""
    camera = Camera(100.0, tilt=45.0, turn=0.0)
    assert camera.project((0.0, 0.0, 0.0)) == (0.0, 0.0)
    assert camera.project((10.0, 0.0, 0.0)) == pytest.approx((10.0, 0.0))
    far = 30 * math.cos(math.radians(45))
    assert camera.project((10.0, 30.0, 0.0))[0] == pytest.approx(10 * 100 / (100 + far))
    assert camera.project((10.0, -30.0, 0.0))[0] == pytest.approx(10 * 100 / (100 - far))
    assert camera.project((0.0, 0.0, 10.0))[1] > 0, "up is up"


def test_every_piece_is_on_the_table_in_its_colour() -> None:
    spec = load_spec("correction")
    text = "green: pawn a1 b1, knight c3; orange: spearman d6; denial: e5; turn: green"
    position = Position.parse(text, spec.setting)
    faces = tones(draw_table(spec, position), Role.PIECE)
    assert sorted(faces) == ["blue"] + 6 * ["green"] + 2 * ["orange"], "a base and an upright each, and the token"


def test_near_things_are_painted_over_far_ones() -> None:
    spec = load_spec("correction")
    position = Position.parse("green: pawn a1; orange: pawn a6; turn: green", spec.setting)
    assert tones(draw_table(spec, position), Role.PIECE) == ["orange", "orange", "green", "green"]


def test_flat_pieces_lie_and_dark_cells_are_dark() -> None:
    spec = load_spec("incorrect-checkers")
    drawing = draw_table(spec, spec.start)
    assert tones(drawing, Role.PIECE).count("black") == tones(drawing, Role.PIECE).count("white") == 12
    assert tones(drawing, Role.DARK_FACE) == 32 * ["wood"], "half of 64 squares"


@pytest.mark.parametrize("game", ["correction", "charing-cross", "abstract-game"])
def test_the_chosen_position_is_a_moment_of_play(game: str) -> None:
    spec = load_spec(game)
    chosen = choose_cover_position(spec)
    assert chosen
    assert chosen.position.pieces != spec.start.pieces
    assert {piece.player for piece in chosen.position.pieces.values()} == {*spec.game.players}
    assert choose_cover_position(load_spec(game)) == chosen, "the same each time"


def test_a_designer_chooses_an_example_a_position_or_a_text() -> None:
    spec = load_spec("correction")
    case = spec.cases[0]
    chosen = choose_cover_position(with_book(spec, cover=case.example.id))
    assert chosen
    assert chosen.position == case.position
    chosen = choose_cover_position(with_book(spec, cover="green: pawn c4; turn: green"))
    assert chosen
    assert [*chosen.position.pieces] == ["c4"]


@pytest.mark.parametrize(("keys", "what"), [
    ({"cover": "nothing"}, "there is no position or example `nothing`"),
    ({"cover": "green: pawn z9"}, "z9"),
    ({"colour": "orangee"}, "the colour `orangee` of the book is not known"),
])
def test_a_wrong_choice_is_one_problem(keys: dict[str, str], what: str) -> None:
    (problem,) = check_cover(with_book(load_spec("correction"), **keys))
    assert what in problem.what
    assert problem.hint


def test_a_position_that_cannot_be_read_is_not_drawn() -> None:
    with pytest.raises(FabgenError):
        choose_cover_position(with_book(load_spec("correction"), cover="nothing"))
