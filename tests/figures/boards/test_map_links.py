"""Links of a map: dashed curves that bend around other spaces and never look like borders; and its own layers."""

from __future__ import annotations

from pathlib import Path

import pytest
from shapely import LineString, Polygon, box, union_all

from fabgen.artwork.drawing import Lettering, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.artwork.regions import path_polygon
from fabgen.core.languages import load_words
from fabgen.figures.boards.board import draw_board, draw_engraved_layers
from fabgen.figures.boards.board_split import sheet_board_parts
from fabgen.figures.boards.map_links import DASH, link_curves, link_dashes
from fabgen.figures.boards.map_names import NameSpot, map_name_spots
from fabgen.figures.boards.surface import board_caps, surface_of
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.spec.load import Spec, load_spec
from fabgen.spec.spaces import Spaces

SIDE = 40.0
SKERRIES = Path(__file__).parents[2] / "templates" / "skerries"


@pytest.fixture(scope="module")
def skerries() -> Spec:
    return load_spec(str(SKERRIES))


def squares(**corners: tuple[float, float]) -> Spaces:
    """Squares with a side of SIDE, by their lower left corners."""
    outlines = {name: ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)) for name, (x, y) in corners.items()}
    return Spaces(outlines, {name: (x + SIDE / 2, y + SIDE / 2) for name, (x, y) in corners.items()}, SIDE)


def test_a_link_bends_around_the_space_between() -> None:
    spaces = squares(left=(0, 60), middle=(100, 60), right=(200, 60), low=(100, 0), high=(100, 140))
    curve = LineString(link_curves(spaces, [("left", "right")])["left", "right"])
    assert curve.distance(Polygon(spaces.outlines["middle"])) > 0.1 * SIDE
    assert curve.distance(Polygon(spaces.outlines["low"])) > 0.1 * SIDE
    assert curve.distance(Polygon(spaces.outlines["high"])) > 0.1 * SIDE


def test_a_link_that_no_curve_keeps_clear_crosses_a_space_and_never_leaves_the_map() -> None:
    corners = {f"wall{n}": (100.0, n * SIDE) for n in range(3)}
    spaces = squares(left=(0, 0), right=(200, 0), **corners)  # the wall is as high as the map: 120 mm
    x0, y0, x1, y1 = LineString(link_curves(spaces, [("left", "right")])["left", "right"]).bounds
    assert (x0, x1) == (20, 220)
    assert 0 <= y0 <= y1 <= 120


def test_a_link_is_dashed_and_clear_of_its_ends() -> None:
    spaces = squares(left=(0, 0), right=(160, 0))
    dashes = [LineString(path.flatten(0.01)) for path in link_dashes(spaces, link_curves(spaces, [("left", "right")]))]
    assert len(dashes) > 8
    assert all(dash.length == pytest.approx(DASH * SIDE, rel=0.25) for dash in dashes)
    land = union_all([Polygon(outline) for outline in spaces.outlines.values()])
    assert all(dash.distance(land) >= 0.04 * SIDE for dash in dashes)
    assert not any(a.intersects(b) for n, a in enumerate(dashes) for b in dashes[:n])


def test_no_link_of_a_map_crosses_another_space(skerries: Spec) -> None:
    surface = surface_of(skerries.game, skerries.lattice, SIDE, skerries.map_spaces)
    assert len(surface.links) == 33
    for pair, points in surface.links.items():
        others = [Polygon(surface.spaces.outlines[cell]) for cell in skerries.lattice.cells if cell not in pair]
        assert not LineString(points).intersects(union_all(others)), pair


def test_the_legend_explains_links(skerries: Spec) -> None:
    words = load_words("en")
    texts = [item.text.string for item in draw_figure(skerries, "legend", "", words).drawing.items
             if isinstance(item, Lettering)]
    assert any(text.startswith(words.text("legend_link").partition(":")[0]) for text in texts)


def test_the_legend_shows_the_dashes_of_a_link(skerries: Spec) -> None:
    drawing = draw_figure(skerries, "legend", "", load_words("en")).drawing
    dashes = [path for item in drawing.items if isinstance(item, Shape) and item.role is Role.GRID
              for path in item.paths if not path.closed]
    assert len(dashes) == 4  # 0.9 of a cell holds four dashes of 0.13 with gaps of 0.08, and no fifth


def test_names_stand_on_the_board_as_written_and_clear_of_pieces(skerries: Spec) -> None:
    game = skerries.game
    surface = surface_of(game, skerries.lattice, game.board.cell, skerries.map_spaces, board_caps(game))
    named = {" ".join(spot.lines) for spot in surface.name_spots.values()}
    assert {"North Sea Rock", "Skåne", "Île d'Or", "Łódź", "Vík í Mýrdal"} <= named
    assert len(named) == 19
    for cell, spot in surface.name_spots.items():
        _, y = surface.spaces.middles[cell]
        assert spot.at[1] > y or spot.at[1] + spot.cap < y, cell  # above or below the middle of the piece


def test_a_name_without_room_stands_beside_its_space_on_open_ground() -> None:
    spaces = squares(a=(0, 80), b=(120, 80), c=(60, 0))
    long_name = {"a": "Abc", "b": "B", "c": "Northumberland Sound"}
    spot = map_name_spots(spaces, long_name, LineString(), (4.0,), frozenset("abc"))["c"]
    assert not any(box(spot.at[0] - 5, spot.at[1], spot.at[0] + 5, spot.at[1] + 4).intersects(Polygon(outline))
                   for outline in spaces.outlines.values())


def test_two_lines_of_a_name_have_two_base_lines() -> None:
    (first, at), (second, below) = NameSpot((10.0, 20.0), 2.0, ("Wolf's", "Tooth")).text_lines()
    assert (first, second, at, below) == ("Wolf's", "Tooth", (10.0, 20.0), (10.0, 17.0))


def test_layers_are_printed_in_their_colours_up_to_the_edge(skerries: Spec) -> None:
    drawing = draw_board(skerries.game, skerries.lattice, skerries.map_spaces)
    pictures = [item for item in drawing.items if isinstance(item, Shape) and item.role is Role.PICTURE]
    assert {item.tone for item in pictures} >= {"#cfe6ef", "#7a2f22", "#d9c58f"}  # sea, rose, an island
    sea = next(item for item in pictures if item.tone == "#cfe6ef")
    board = next(item for item in drawing.items if isinstance(item, Shape) and item.role is Role.EDGE)
    outside = path_polygon(board.paths[0], 0.01)
    assert path_polygon(sea.paths[0], 0.01).area > 0.97 * outside.area
    assert drawing.items.index(sea) < min(n for n, item in enumerate(drawing.items) if item.role is Role.GRID)


def test_engraved_layers_are_ink_without_what_is_white(skerries: Spec) -> None:
    spaces = skerries.map_spaces
    assert spaces
    [rose] = draw_engraved_layers(skerries.game, skerries.lattice, spaces).items
    assert isinstance(rose, Shape)
    areas = sorted(path_polygon(path, 0.01).area for path in rose.paths)
    dark, light = (sum(path_polygon(path, 0.01).area for path in shape.paths)
                   for shape in spaces.picture if shape.is_engraved)
    assert areas[-1] == pytest.approx(dark, rel=0.01)
    assert areas[0] == pytest.approx(light, rel=0.01)
    [part] = sheet_board_parts(skerries.game, skerries.lattice, Fit(3.0, 0.1), spaces)
    assert [item for item in part.drawing.items if item.role is Role.MARK]
