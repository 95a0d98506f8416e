"""The line from a small space to its enlarged picture strikes through no name of another space."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from shapely.geometry import LineString, box

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.positions.inset_lines import clear_parts, place_inset_line
from fabgen.spec.load import load_spec

SEAS = ["Ladoga", "Kattegat", "Skagerrak", "Балтика", "Öresund", "Bottenviken", "Vänern", "Mälaren"]
SPEC = """\
fabgen: 1
title: Two Shores
designer: Nobody
players:
  swedes: {forward: up, material: acrylic-3mm/blue}
  danes: {forward: down, material: acrylic-3mm/red}
board:
  cell: 40 mm
  material: birch-ply-3mm
  map:
    spaces:
SPACES
pieces:
  fleet: {each: 2, moves: W, body: {tile: disc}}
rules: {set: standard}
examples:
  - id: one
    title: A capture
    position: "swedes: fleet Ladoga; danes: fleet FROM, fleet Mälaren; turn: swedes"
    line: [Ladoga x FROM]
    next: danes
"""


def draw_capture(folder: Path, columns: int, captured: str) -> Drawing:
    """The figure of a capture on a map of squares with names, Ladoga in the lower left corner."""
    places = {name: (number % columns * 60, number // columns * 60) for number, name in enumerate(SEAS)}
    spaces = "\n".join(f'      {name}: "{x},{y} {x + 60},{y} {x + 60},{y + 60} {x},{y + 60}"'
                       for name, (x, y) in places.items())
    (folder / "game.yaml").write_text(SPEC.replace("SPACES", spaces).replace("FROM", captured), "utf-8")
    (folder / "rules.md").write_text("# Rules\n\n![](example:one)\n")
    return draw_figure(load_spec(str(folder)), "example", "one").drawing


def struck_names(figure: Drawing) -> list[str]:
    lines = [path for item in figure.items if isinstance(item, Shape) and item.role is Role.EDGE
             and item.group.startswith("insets/") for path in item.paths if not path.closed]
    assert lines  # also where one is interrupted
    points = [(path.start, *(segment.to for segment in path.segments)) for path in lines]
    return [name.text.string for name in figure.items if isinstance(name, Lettering) and any(
        LineString(way).intersects(box(*name.bounds()).buffer(-0.05)) for way in points)]


@pytest.mark.parametrize(("columns", "captured"), [(1, "Kattegat"), (2, "Kattegat"), (2, "Skagerrak")])
def test_a_line_to_an_enlarged_space_strikes_through_no_name(tmp_path: Path, columns: int, captured: str) -> None:
    assert struck_names(draw_capture(tmp_path, columns, captured)) == []


def test_a_line_is_straight_where_nothing_is_in_its_way() -> None:
    way = place_inset_line((10, 20), 60, (10, 65), 8, 8, (0, 80), [(14, 30, 30, 34)])
    assert [*way] == [(10, 20), (10, 60), (10, 65)]


def test_a_line_goes_around_names_on_the_board_and_at_its_edge() -> None:
    """A name as wide as three cells on the way to the edge, one above the edge: each would be struck by a straight
    line."""
    names = [(0, 30, 22, 34), (9, 61, 11, 63)]
    way = place_inset_line((10, 20), 60, (10, 65), 8, 8, (0, 80), names)
    assert not any(LineString(part).intersects(box(*name)) for part in pairwise(way) for name in names)
    assert abs(way[0][0] - 10) <= 4  # it leaves its cell, and reaches its picture
    assert abs(way[-1][0] - 10) <= 8


def test_a_line_without_a_way_around_a_name_is_interrupted() -> None:
    """A fifth of the line is in the first name, with 0.15 of its height of 2 on both sides; names overlap."""
    parts = [*clear_parts((0, 0), (0, 10), [(-1, 4, 1, 6), (-1, 5, 1, 6), (3, 0, 4, 10)])]
    assert parts == [((0, 0), (0, pytest.approx(3.7))), ((0, pytest.approx(6.3)), (0, 10))]
