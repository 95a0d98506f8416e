"""Scenes: a position on its table, wide and low, with moves that the rules have played."""

from __future__ import annotations

from functools import cache

import pytest

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.catalogue import draw_figure, figure_names, make_figure_library
from fabgen.figures.positions.scene import WIDE, find_scene, scene_names
from fabgen.spec.load import Spec, load_spec
from fabgen.typeset.blocks import BookFigure, plain_text


@cache
def game(name: str) -> Spec:
    return load_spec(f"templates/{name}")


def count(drawing: Drawing, role: Role, tone: str) -> int:
    return sum(isinstance(item, Shape) and item.role is role and item.tone == tone for item in drawing.items)


@pytest.mark.parametrize(("name", "scene"), [
    ("charing-cross", "setup"), ("charing-cross", "jumped"), ("chess-battle", "caught"), ("abstract-game", "captured")])
def test_a_scene_is_one_wide_picture_and_nothing_lies_outside_of_its_frame(name: str, scene: str) -> None:
    drawing = draw_figure(game(name), "scene", scene).drawing
    x0, y0, x1, y1 = drawing.bounds()
    (frame,) = [item for item in drawing.items if item.role is Role.EDGE]
    assert (x0, y0, x1, y1) == pytest.approx(frame.bounds())
    assert (x1 - x0) / (y1 - y0) == pytest.approx(WIDE)


def test_a_scene_shows_the_position_before_the_first_move_of_its_line() -> None:
    # Charing Cross: black: rook d3; white: knight c4; line: [d3xb5]
    scene = find_scene(game("charing-cross"), "jumped")
    assert [(cell, piece.kind) for cell, piece in sorted(scene.position.pieces.items())] == [
        ("c4", "knight"), ("d3", "rook")]
    assert [str(move) for move in scene.moves] == ["d3xb5"]
    assert [player for player, _ in scene.step] == ["black"]


def test_players_who_move_at_the_same_time_each_have_an_arrow_in_their_colour() -> None:
    # Chess Battle: "blue: d4-d7; orange: d7-b8; black: stay; white: stay"
    spec = game("chess-battle")
    scene = find_scene(spec, "caught")
    assert [(player, text) for player, text in scene.step] == [("blue", "d4-d7"), ("orange", "d7-b8")]
    drawing = draw_figure(spec, "scene", "caught").drawing
    # A piece that stands is a base and a silhouette; those who move have an arrow besides.
    assert [count(drawing, Role.PIECE, tone) for tone in ("blue", "orange", "black", "white")] == [3, 3, 2, 2]


def test_steps_before_the_first_move_are_played() -> None:
    # Correction, `turn`: Green spawns the Spearman on b1 before the Pawn goes from c3.
    scene = find_scene(game("correction"), "turn")
    assert {"b1", "c3"} <= {*scene.position.pieces}
    assert [move.path[0] for move in scene.moves] == ["c3"]


def test_an_example_without_moves_and_the_start_have_no_arrow() -> None:
    assert not find_scene(game("charing-cross"), "forward").moves
    assert find_scene(game("charing-cross"), "setup").position == game("charing-cross").start


def test_scenes_are_of_this_edition_and_an_empty_board_has_none() -> None:
    # Chess Battle judges `caught-in-red` under another reading; Correction begins with an empty board.
    assert "caught" in scene_names(game("chess-battle"))
    assert "caught-in-red" not in scene_names(game("chess-battle"))
    assert "setup" not in scene_names(game("correction"))
    assert "setup" in scene_names(game("charing-cross"))
    assert figure_names(game("correction"))["scene"] == scene_names(game("correction"))


def test_people_who_cannot_see_a_scene_hear_its_position_and_its_move() -> None:
    figure = draw_figure(game("charing-cross"), "scene", "jumped")
    assert figure.caption == "The knight goes home"
    for words in ("The knight goes home.", "d3", "c4", "b5"):
        assert words in figure.alt


def test_a_book_shows_a_scene_as_wide_as_the_page_without_lines_under_it() -> None:
    (block,) = make_figure_library(game("charing-cross")).draw("scene", "jumped", "A jump.")
    assert isinstance(block, BookFigure)
    assert (block.columns, block.cell, block.claims, plain_text(block.caption)) == (4, 0.0, (), "A jump.")
