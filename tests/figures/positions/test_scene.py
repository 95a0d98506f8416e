"""Scenes: a position on its table, wide and low, with moves that the rules have played."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.catalogue import draw_figure, figure_names, make_figure_library
from fabgen.figures.positions.scene import WIDE, draw_scene, find_scene, scene_names
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


def test_a_scene_has_corner_tokens_where_a_figure_tints_danger_zones() -> None:
    """Chess Battle, round 3: four red and four yellow corners lie on the table, and no cell is painted: the arrow
    is red, with and without danger zones."""
    spec = game("chess-battle")
    scene = find_scene(spec, "caught-in-red")
    assert all(scene.areas[tone] for tone in ("red", "yellow"))
    drawing = draw_figure(spec, "scene", "caught-in-red").drawing
    bare = draw_scene(spec, replace(scene, areas={}), 90.0)
    for tone in ("red", "yellow"):
        assert count(drawing, Role.FACE, tone) == count(bare, Role.FACE, tone)
        # Those in the part that is seen: whole ones outside of it are left out.
        assert 1 <= count(drawing, Role.PIECE, tone) - count(bare, Role.PIECE, tone) <= 4


def test_the_arrow_of_a_scene_is_told_from_the_ground_around_the_table() -> None:
    """The ground of Charing Cross is red, as its book; the usual first choice of an arrow there is red too."""
    spec = game("charing-cross")
    assert spec.game.book.colour == "red"
    drawing = draw_figure(spec, "scene", "edge-jump").drawing
    assert not count(drawing, Role.PIECE, "red")
    assert not count(drawing, Role.FACE, "red")


@pytest.mark.parametrize(("example", "is_near"), [("edge-jump", True), ("jumped", False)])
def test_a_move_in_a_scene_is_seen_from_the_seat_of_its_player(example: str, is_near: bool) -> None:
    """White sits at the near side, where row 1 is, and goes from d3 to b1; Black sits at the far side and goes from d3
    to b5. Both go towards the viewer: the frame where the move lands is lower than where the arrow begins."""
    spec = game("charing-cross")
    scene = find_scene(spec, example)
    assert (spec.game.players[scene.step[0][0]].forward == "up") == is_near
    drawing = draw_figure(spec, "scene", example).drawing
    (landing,) = [item.bounds() for item in drawing.items if item.role is Role.FACE and item.tone == "blue"]
    (arrow,) = [item.bounds() for item in drawing.items if item.role is Role.PIECE and item.tone == "blue"]
    assert (landing[1] + landing[3]) / 2 < (arrow[1] + arrow[3]) / 2
