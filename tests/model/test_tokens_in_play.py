"""Tokens on the table in a moment of play: where hand calculation puts them, and that nothing lies in anything else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
import shapely

from fabgen.artwork.drawing import Role, Shape
from fabgen.figures.assembly.part_places import assembled_things, loose_tokens
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.positions.area_corners import CornerSpot, find_corner_spots
from fabgen.figures.positions.cover_position import choose_moment_of_play
from fabgen.laser.job import make_laser_job
from fabgen.model.model_parts import ModelPart, list_parts_in_play
from fabgen.model.tokens_in_play import clear_of_arms, corner_arms, tokens_on_cells
from fabgen.rules.position import Position
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec


@cache
def set_up_parts(game: str) -> Sequence[ModelPart]:
    spec = load_spec(game)
    job = make_laser_job(spec, Options())
    things, tokens = assembled_things(spec, job.fit, job.stock), loose_tokens(spec, job.fit, job.stock)
    return [*list_parts_in_play(spec, things, job.stock, choose_moment_of_play(spec), tokens)]


def footprint(item: ModelPart) -> shapely.Polygon:
    """The outline of a level part, seen from above."""
    placed = item.solid.placed
    (shape,) = placed.part.drawing.only(Role.EDGE).items
    assert isinstance(shape, Shape)
    return shapely.Polygon([placed.pose.place(p, 0.0)[:2] for p in shape.paths[0].flatten(0.02)])


def heights(item: ModelPart) -> tuple[float, float]:
    low = item.solid.placed.pose.origin[2]
    return low, low + item.solid.placed.thickness


def test_corners_frame_the_zones_of_the_round() -> None:
    """Round 3 of Chess Battle, with cells of 44 mm from 18.5 mm: one ring is red, the next yellow. The corners of what
    the yellow ones frame are those of c3-f6, at 18.5 + 2 * 44 = 106.5 mm and 18.5 + 6 * 44 = 282.5 mm, of the red ones
    those of b2-g7, at 62.5 and 326.5 mm. Arms 6 mm wide lie astride of the border: of 39 mm, 3 mm are beyond its corner
    and 36 mm along it, on a sheet of 3 mm. So a space of 44 mm has 41 mm beside an arm, as wide as a base."""
    for kind, low, high in (("yellow", 106.5, 282.5), ("red", 62.5, 326.5)):
        corners = [item for item in set_up_parts("chess-battle") if item.name.startswith(f"{kind} corner token ")]
        boxes = sorted(footprint(item).bounds for item in corners)
        near, far = (low - 3, low + 36), (high - 36, high + 3)
        assert boxes == [pytest.approx((x[0], y[0], x[1], y[1]), abs=0.01) for x in (near, far) for y in (near, far)]
        clear = shapely.box(low + 3, low + 3, high - 3, high - 3)  # but for what rounds the inner corner of the L
        assert max(footprint(item).intersection(clear).area for item in corners) < 0.16
        assert {heights(item) for item in corners} == {(3.0, 6.0)}


@pytest.mark.parametrize("game", ["chess-battle", "correction"])
def test_nothing_on_the_board_lies_in_anything_else(game: str) -> None:
    level = [item for item in set_up_parts(game) if item.solid.placed.pose.out[2] and heights(item)[0] > 0]
    assert any("token" in item.name for item in level)
    for first, second in combinations(level, 2):
        assert footprint(first).intersection(footprint(second)).area < 1e-6, (first.name, second.name)


def test_a_token_lies_in_the_middle_of_its_cell() -> None:
    """The position of Correction has a denial token on e5: in cells of a side c from the rim, at 4.5 c and 4.5 c."""
    game = load_spec("correction").game
    (token,) = [item for item in set_up_parts("correction") if item.name.startswith("denial token")]
    middle = footprint(token).centroid
    assert (middle.x, middle.y) == pytest.approx((game.rim + 4.5 * game.board.cell,) * 2, abs=0.01)


def test_tokens_of_a_cell_lie_on_each_other() -> None:
    spec = load_spec("correction")
    job = make_laser_job(spec, Options())
    tokens = loose_tokens(spec, job.fit, job.stock)
    spaces = surface_of(spec.game, spec.lattice, spec.game.board.cell, spec.map_spaces).spaces
    laid = [*tokens_on_cells(Position(spec.setting, {}, tokens={"denial": {"c3": 2, "d4": 1}}), tokens, spaces, 3.0)]
    assert [thing.parts[0].pose.origin[2] for thing in laid] == [3.0, 6.0, 3.0]
    assert not [*tokens_on_cells(Position(spec.setting, {}, tokens={"denial": {"c3": 2}}), {}, spaces, 3.0)]


def test_a_piece_goes_aside_until_it_is_clear_of_an_arm() -> None:
    """A corner whose area begins at (88, 88): its arms, 6 mm wide and 36 mm beyond that corner, lie at x = 85 to 91
    and at y = 85 to 91. A base of 41 x 41.5 mm on c2, around (110, 66), ends at y = 86.75 and goes down by
    86.75 - 85 + 0.5 = 2.25 mm; one on c4, around (110, 154), stays, and one on b3, which ends at x = 86.5, goes to the
    left by 86.5 - 85 + 0.5 = 2 mm. One within the area, on c3, begins at (89.5, 89.25): it goes to the right by
    91 - 89.5 + 0.5 = 2 mm and up by 2.25 mm."""
    spec = load_spec("chess-battle")
    job = make_laser_job(spec, Options())
    arms = corner_arms([CornerSpot("yellow corner", (88.0, 88.0), 0.0)], spec.game.tokens)
    assert [(arm.box, arm.outwards) for arm in arms] == [
        ((85, 85, 91, 124), (-1, 0)), ((85, 85, 124, 91), (0, -1))]
    knight = next(thing for thing in assembled_things(spec, job.fit, job.stock) if thing.name == "blue knight")
    for start, end in (((110, 66), (110, 63.75)), ((110, 154), (110, 154)), ((66, 110), (64, 110)),
                       ((110, 110), (112, 112.25))):
        standing = clear_of_arms(knight.moved(*start), arms)
        assert standing.parts[0].pose.origin[:2] == pytest.approx(
            (knight.parts[0].pose.origin[0] + end[0], knight.parts[0].pose.origin[1] + end[1]))


def test_an_arm_turns_with_its_corner() -> None:
    """The upper right corner of c3-f6, at (264, 264): 36 mm down and to the left of it, 3 mm up and right."""
    spec = load_spec("chess-battle")
    middle = {cell for cell in spec.lattice.cells if cell[0] in "cdef" and cell[1] in "3456"}
    spots = find_corner_spots(spec, {"red": tuple(cell for cell in spec.lattice.cells if cell not in middle)}, 44.0)
    arms = corner_arms([spot for spot in spots if spot.corner == (264.0, 264.0)], spec.game.tokens)
    assert sorted((arm.box, arm.outwards) for arm in arms) == [
        ((228, 261, 267, 267), (0, 1)), ((261, 228, 267, 267), (1, 0))]


MARCH = """\
fabgen: 1
title: March
designer: Nobody
players:
  south: {{forward: up, material: acrylic-3mm/red}}
  north: {{forward: down, material: acrylic-3mm/blue}}
board: {{grid: 6x6, cell: 35 mm, material: birch-ply-3mm}}
pieces:
  {0}runner: {{each: 2, moves: fmW, body: {{standee: pawn}}}}
  {0}scout: {{each: 2, moves: fmF, body: {{standee: rook}}}}
setup:
  south: {{{0}runner: b1 c1, {0}scout: d1 e1}}
  north: {{{0}runner: b6 c6}}
"""


@pytest.mark.parametrize("prefix", ["", "war "])
def test_pieces_wait_only_where_one_is_chosen_among_them(tmp_path: Path, prefix: str) -> None:
    """South has several pieces on the board, so that nobody chose one of a few: north's scouts do not wait, as
    everybody's look is seen on south's. A name of two words makes no difference."""
    (tmp_path / "game.yaml").write_text(MARCH.format(prefix))
    names = {item.name.partition(":")[0].rpartition(" ")[0] for item in set_up_parts(str(tmp_path))}
    assert names == {"board", f"south {prefix}runner", f"south {prefix}scout", f"north {prefix}runner"}
