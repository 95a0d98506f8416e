"""What keeps the figures of the templates legible: frames, zones, arrows of several players, crosses, insets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import shapely

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.positions.captions import figure_claims
from fabgen.figures.positions.claims import find_acting_cells, make_trace
from fabgen.figures.positions.close_up import run_on
from fabgen.spec.load import load_spec

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
SIDE = 11.0  # mm: the cells of figures


def example_figure(game: str, example: str) -> Drawing:
    return draw_figure(load_spec(game), "example", example).drawing


def area_of(items: list[Shape]) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(path.flatten(0.02)) for item in items for path in item.paths])


def shapes_in(drawing: Drawing, group: str, *roles: Role) -> list[Shape]:
    return [item for item in drawing.items if isinstance(item, Shape) and item.group.startswith(group)
            and (not roles or item.role in roles)]


def test_a_frame_leaves_its_cell_as_it_is() -> None:
    """White's home squares in Charing Cross are white, others are not: nothing is painted in a frame but its line."""
    frame = shapes_in(example_figure("charing-cross", "forward"), "frames/")
    assert [item.role for item in frame] == [Role.ACTOR]


@pytest.mark.parametrize(("game", "example", "framed"), [
    ("abstract-game", "start", ["b2", "c1", "d2", "e1"]),  # a1 and b1 have no step; a1-a2 is listed as not allowed
    ("correction", "dropped-out", ["c1"]),  # a1 has dropped out
    ("correction", "another-old", ["c2"]),
    ("correction", "denied-capture", ["c3"]),  # the same piece may not do one thing and may do another
    ("incorrect-checkers", "no-retreat", ["c5"]),  # nothing can move: the piece of which this is said
])
def test_where_all_moves_are_listed_the_pieces_that_can_move_are_framed(
        game: str, example: str, framed: list[str]) -> None:
    (case,) = (case for case in load_spec(game).cases if case.example.id == example)
    assert find_acting_cells(case.position, figure_claims(case), make_trace(case)) == framed


@pytest.mark.parametrize(("example", "cells"), [("reached", "abcd"), ("last-step", "abcd"), ("banished", "abcd")])
def test_hatches_are_alike_in_all_cells_of_a_zone_and_within_their_frames(example: str, cells: str) -> None:
    """Four cells of Orange's spawn row: empty ones, b6 with a framed piece, a6 with a mark and c6 with a piece."""
    (zone,) = shapes_in(example_figure("correction", example), "board/zones/orange spawn row", Role.ZONE)
    lines = {cell: sorted((round(x - SIDE * n, 6), round(u - SIDE * n, 6)) for x, _, u, _ in
                          (path.bounds() for path in zone.paths) if SIDE * n < x < SIDE * (n + 1))
             for n, cell in enumerate(cells)}
    assert lines["a"]
    assert all(found == lines["a"] for found in lines.values())
    assert min(x for x, _ in lines["a"]) > 0.08 * SIDE
    assert max(x for _, x in lines["a"]) < 0.92 * SIDE


def test_the_figure_of_an_example_may_leave_zones_out() -> None:
    shown, plain = (example_figure("incorrect-checkers", example) for example in ("retreat", "step"))
    assert shapes_in(shown, "board/zones/")
    assert not shapes_in(plain, "board/zones/")
    assert shapes_in(plain, "board/chequers")


def test_arrows_of_players_who_move_at_once_have_their_colours() -> None:
    """Four players move in the example round of Chess Battle, each with a dark line around the colour. Other lines of
    play have arrows of one colour."""
    drawing = example_figure("chess-battle", "example-round")
    tones = {item.group: item.tone for item in shapes_in(drawing, "arrows/", Role.BODY)}
    assert tones == {"arrows/d4-d6": "blue", "arrows/a5-c6": "orange", "arrows/f6-d4": "black", "arrows/g4-f6": "white"}
    assert {item.tone for item in shapes_in(drawing, "arrows/", Role.PATH)} == {"black"}
    assert not shapes_in(example_figure("charing-cross", "jumped"), "arrows/", Role.BODY)


def test_arrows_that_go_opposite_ways_are_apart() -> None:
    """Orange and Black swap f3 and f6: the arrows go along column f, whose middle is at 60.5 mm, one on each side."""
    arrows = shapes_in(example_figure("chess-battle", "swapped"), "arrows/f", Role.BODY)
    up, down = (next(item for item in arrows if item.group == f"arrows/{name}") for name in ("f3-f6", "f6-f3"))
    middle = shapely.box(0, 49, 88, 50)  # half way from f3 to f6
    left, right = (area_of([item]).intersection(middle).bounds for item in (up, down))
    assert left[2] < 60.5 < right[0]


def test_the_board_shows_who_is_in_an_enlarged_cell_at_the_end_and_the_enlarged_cell_what_happened() -> None:
    """Orange leaves d7, which Blue takes: the board has Blue there, the enlarged cell Blue and Orange, crossed out."""
    drawing = example_figure("chess-battle", "caught")
    assert not [item for item in drawing.items if item.group == "past/d7"]
    assert [item.tone for item in shapes_in(drawing, "pieces/d7", Role.PIECE)] == ["blue"]
    assert {item.group for item in drawing.items if item.role is Role.CAPTURE} == {"insets/d7"}
    assert {"blue", "orange"} <= {item.tone for item in drawing.items if item.group == "insets/d7"}


@pytest.mark.parametrize(("example", "cell"), [
    ("forward", "c5"), ("knight-left", "d5"), ("rook-down", "d5"), ("rook-forward", "d4"), ("from-edge", "d1")])
def test_the_point_of_a_piece_stands_clear_of_the_piece_and_of_the_frame_of_its_cell(example: str, cell: str) -> None:
    """The frame is 0.93 of the cell wide, and its line a twelfth of the cell broad."""
    drawing, (file, rank) = example_figure("charing-cross", example), load_spec("charing-cross").lattice.place(cell)
    piece, point = (area_of(shapes_in(drawing, f"pieces/{cell}", role)) for role in (Role.PIECE, Role.FORWARD))
    within = shapely.box(file * SIDE, rank * SIDE, (file + 1) * SIDE, (rank + 1) * SIDE).buffer(-0.077 * SIDE)
    assert within.contains(point)
    assert within.contains(piece)
    assert point.distance(piece) >= 0.05 * SIDE
    assert point.area > 0.018 * SIDE**2


def test_a_white_piece_that_has_left_is_no_longer_white() -> None:
    drawing = example_figure("charing-cross", "own")  # a5xc3 over b4
    for cell in ("a5", "b4"):
        rim, body, outline = shapes_in(drawing, f"past/{cell}")[:3]
        assert (rim.tone, body.tone, outline.role) == ("white", "grey", Role.PAST)


def test_crosses_are_clear_of_pieces_with_points() -> None:
    """All four white pieces of Charing Cross may be jumped over on the first turn."""
    drawing = example_figure("charing-cross", "start")
    for cell in ("a4", "a5", "d8", "e8"):
        cross = area_of(shapes_in(drawing, f"signs/{cell}", Role.CAPTURE))
        assert not cross.intersects(area_of(shapes_in(drawing, f"pieces/{cell}", Role.PIECE, Role.FORWARD)))


def test_a_token_is_seen_around_its_piece_and_a_sign_is_clear_of_the_piece(tmp_path: Path) -> None:
    """In one cell of Correction: a token, the piece on it, and the sign that it cannot be captured."""
    folder = tmp_path / "correction"
    shutil.copytree(TEMPLATES / "correction", folder)
    text = (folder / "game.yaml").read_text()
    shelter = """
  - id: shelter
    title: A token shelters a piece
    position: "green: spearman c3; orange: pawn c5; denial: c5; turn: green; phase: move"
    piece: c3
    illegal: [c3xc5]"""
    (folder / "game.yaml").write_text(text.replace("\nexamples:", "\nexamples:" + shelter))
    drawing = draw_figure(load_spec(str(folder)), "example", "shelter").drawing
    token, piece = (area_of(shapes_in(drawing, group, role)) for group, role in (
        ("tokens/c5", Role.EDGE), ("pieces/c5", Role.PIECE)))
    sign = area_of(shapes_in(drawing, "refusals/c5", Role.REFUSED))
    disc = token.convex_hull
    assert not sign.intersects(piece)
    assert disc.intersection(piece).area > 0.95 * piece.area
    assert disc.difference(piece.union(sign)).area > 0.6 * disc.area


def test_an_enlarged_cell_is_clear_of_the_strip_where_the_board_goes_on() -> None:
    """Correction's figure shows b3 to d5 and a strip beyond it; the enlarged d4 is 0.4 cells to the right of it, and
    no part of it or of its name is above it."""
    drawing = example_figure("correction", "recover")
    if not any(item.group == "insets/d4" and item.role is Role.EDGE for item in drawing.items):
        pytest.fail("d4 is not enlarged")
    box = (SIDE, 2 * SIDE, 4 * SIDE, 5 * SIDE)
    _, _, right, top = run_on(box, SIDE, (6 * SIDE, 6 * SIDE))
    frame = max((item.bounds() for item in drawing.items if item.group == "insets/d4" and item.role is Role.EDGE),
                key=lambda bounds: bounds[2] - bounds[0])
    assert frame[0] >= right + 0.4 * SIDE - 1e-6
    assert max(item.bounds()[3] for item in drawing.items if item.group == "insets/d4") <= top + 1e-6


def test_cut_cells_show_their_ground_alone() -> None:
    """Figures of Charing Cross go on 0.3 of a cell beyond what they show. Marks and frames of home squares are there;
    nothing but grounds and lines between cells is seen of them."""
    for example, box in (("jump", (0, 1, 6, 6)), ("rook-stops", (0, 0, 4, 4)), ("home-goals", (2, 5, 7, 8))):
        drawing = example_figure("charing-cross", example)
        shown = shapely.box(*(SIDE * place for place in box)).buffer(0.03 * SIDE)
        signs = [item for item in drawing.items if isinstance(item, Shape) and item.group.startswith("board/")
                 and item.group != "board/lines" and item.role in (Role.FROST, Role.GRID, Role.ZONE, Role.DEEP_SHADE)]
        assert signs
        for item in signs:
            assert all(shown.covers(shapely.LineString(path.flatten(0.1))) for path in item.paths), item.group


def test_arrows_lie_over_corner_tokens_and_under_pieces() -> None:
    drawing = example_figure("chess-battle", "example-round")
    groups = [item.group.split("/")[:2] for item in drawing.items]
    arrows = [n for n, group in enumerate(groups) if group[0] == "arrows"]
    corners = [n for n, group in enumerate(groups) if group == ["board", "corners"]]
    assert corners
    assert max(corners) < min(arrows)
    assert max(arrows) < min(n for n, group in enumerate(groups) if group[0] == "pieces")


@pytest.mark.parametrize(("game", "example"), [
    ("charing-cross", "jumped"), ("charing-cross", "own"), ("charing-cross", "taken-home"),
    ("charing-cross", "edge-jump"), ("charing-cross", "rook-edge-jump")])
def test_houses_and_signs_of_drops_are_clear_of_arrows_and_pieces(game: str, example: str) -> None:
    drawing = example_figure(game, example)
    arrows = area_of(shapes_in(drawing, "arrows/", Role.PATH))
    signs = area_of(shapes_in(drawing, "signs/", Role.CAPTURE) + shapes_in(drawing, "marks/", Role.MOVE))
    pieces = area_of(shapes_in(drawing, "pieces/", Role.PIECE) + shapes_in(drawing, "past/", Role.PAST))
    assert arrows.area > 0
    assert arrows.distance(signs) > 0.04 * SIDE
    houses = area_of(shapes_in(drawing, "signs/past", Role.CAPTURE))
    assert not houses.intersects(pieces)


@pytest.mark.parametrize(("example", "cell", "rank"), [("caught-in-red", "b4", 4), ("shared-hit", "f5", 5)])
def test_a_line_to_an_enlarged_cell_is_level_and_leads_from_a_dot_in_the_cell_to_its_picture(
        example: str, cell: str, rank: int) -> None:
    """It is as heavy as the frames of the cell and of its picture, on light paper: no line of the board is."""
    drawing = example_figure("chess-battle", example)
    lines = [path.bounds() for item in shapes_in(drawing, f"insets/{cell}", Role.EDGE) for path in item.paths
             if not path.closed]
    assert {round(y, 6) for _, y, _, v in lines for y in (y, v)} == {(rank - 0.5) * SIDE}
    dot = area_of(shapes_in(drawing, f"insets/{cell}", Role.BODY))
    file = load_spec("chess-battle").lattice.place(cell)[0]
    assert shapely.box(file * SIDE, (rank - 1) * SIDE, (file + 1) * SIDE, rank * SIDE).contains(dot)
    assert min(x for x, *_ in lines) == pytest.approx(dot.centroid.x)
    papers = [item for item in shapes_in(drawing, f"insets/{cell}", Role.SHADE) if item.tone == "white"]
    picture = max((item.bounds() for item in papers), key=lambda box: box[3] - box[1])
    assert max(x for _, _, x, _ in lines) == pytest.approx(picture[0])
    halo = area_of([item for item in papers if item.bounds()[3] - item.bounds()[1] < SIDE / 4])
    assert all(halo.buffer(1e-6).contains(shapely.LineString([(x, y), (u, v)])) for x, y, u, v in lines)


def test_the_number_of_a_stop_in_a_framed_cell_is_in_a_diamond_beside_the_piece() -> None:
    """The piece on d4 of Incorrect Checkers comes back to d4 on its way: its fourth stop, like the others a diamond."""
    drawing = example_figure("incorrect-checkers", "around")
    (file, rank), piece = (3, 3), area_of(shapes_in(drawing, "pieces/d4", Role.PIECE))
    tag = area_of([item for item in shapes_in(drawing, "numbers/4") if item.role is not Role.SHADE])
    assert len(shapes_in(drawing, "numbers/4")) > 1
    assert not tag.intersects(piece)
    assert tag.intersects(shapely.box(file * SIDE, rank * SIDE, (file + 1) * SIDE, (rank + 1) * SIDE))


def test_an_arc_crosses_no_home_square_beside_what_is_jumped_over() -> None:
    """The rook of Charing Cross jumps from c4 over b5 to a6: the square a5 below its way is a home square."""
    arrow = area_of(shapes_in(example_figure("charing-cross", "rook-edge-jump"), "arrows/c4-a6", Role.PATH))
    assert arrow.area > 0
    assert not arrow.intersects(shapely.box(0, 4 * SIDE, SIDE, 5 * SIDE))


def test_shaded_home_squares_keep_their_colour() -> None:
    """The edge of rooks has two white home squares, a4 and a5, and two black ones, h4 and h5; the line around the edge
    has them in it."""
    drawing = draw_figure(load_spec("charing-cross"), "position", "rook-edge").drawing
    tints = area_of(shapes_in(drawing, "board/shade", Role.FREE_AREA, Role.DARK_SHADE))
    for x in (0.5, 7.5):
        assert all(tints.contains(shapely.Point(x * SIDE, y * SIDE)) == (y not in (3.5, 4.5))
                   for y in (number + 0.5 for number in range(8)))
    (outline,) = shapes_in(drawing, "board/shade", Role.FREE_LINE)
    assert [round(path.bounds()[3] - path.bounds()[1], 2) for path in outline.paths] == [7.9 * SIDE] * 2
