"""Parted boards: as few parts as can be, along borders of cells; they make up the board, and no etched line is cut."""

from __future__ import annotations

from itertools import combinations, product

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import all_of, area, thing, things
from shapely import Polygon, box
from shapely.geometry.base import BaseGeometry

from fabgen.artwork.drawing import Lettering, Role, Shape
from fabgen.artwork.part import Fit, Part
from fabgen.check.part_flaws import find_flaws
from fabgen.figures.boards.board import board_size, draw_board
from fabgen.figures.boards.board_split import BoardSeams, BoardTiling, sheet_board_parts, split_board
from fabgen.figures.joints.joints import knob
from fabgen.laser.machine import load_machine
from fabgen.laser.preparation import prepare_part
from fabgen.materials.material import load_material
from fabgen.rules.boards import Board
from fabgen.spec.board import BoardSpec
from fabgen.spec.game import Game

ZONES = {"near": {"cells": "a1-h1", "pattern": "stripes"}, "mid": {"cells": "a4-h5", "pattern": "crosshatch"},
         "far": {"cells": "a8-h8", "pattern": "dots"}}


def game(grid: str = "8x8", **board: object) -> Game:
    made = {"grid": grid, "cell": 40.0, "border": 13.0, "material": "acrylic-3mm/clear", **board}
    return Game.model_validate({
        "fabgen": 1, "title": "Skirmish", "designer": "Nobody", "board": BoardSpec.model_validate(made).model_dump(),
        "players": {"white": {"forward": "up", "material": "m"}},
        "pieces": {"man": {"moves": "W", "body": {"standee": "pawn"}}}})


def parts(made: Game, room: tuple[float, float], clearance: float = 0.1) -> list[Part]:
    return sheet_board_parts(made, Board(*made.grid), Fit(3.0, clearance, room))


def edges(made: list[Part]) -> list[Polygon]:
    return [e for part in made if part.name != "board key" for e in things(part.drawing, Role.EDGE)
            if isinstance(e, Polygon)]


def shares(total: int, most: int) -> list[tuple[int, ...]]:
    """Every way to write a number as a sum of up to `most` others, the order counted."""
    if total == 0:
        return [()]
    return [(n, *rest) for n in range(1, total + 1) for rest in (shares(total - n, most - 1) if most > 1 or n == total
            else []) if 1 + len(rest) <= most]


def least(made: Game, room: tuple[float, float]) -> int | None:
    """The fewest parts of any grid of parts, each lying or turned as it likes."""
    side, border, stand = made.board.cell, made.board.border, knob(made.board.cell).reach

    def lengths(cut: tuple[int, ...]) -> list[float]:
        last = len(cut) - 1
        return [n * side + sum(border if at_edge else stand for at_edge in (i == 0, i == last))
                for i, n in enumerate(cut)]

    def held(w: float, h: float) -> bool:
        return any(w <= a + 1e-6 and h <= b + 1e-6 for a, b in (room, room[::-1]))

    every = [[lengths(cut) for cut in shares(n, n)] for n in made.grid]
    fitting = [len(x) * len(y) for x, y in product(*every) if all(held(w, h) for w, h in product(x, y))]
    return min(fitting, default=None)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from([20.0, 31.5, 40.0]), st.floats(50, 260),
       st.floats(50, 260), st.sampled_from([0.0, 6.0, 13.0]))
def test_no_grid_of_parts_has_fewer(files: int, ranks: int, cell: float, wide: float, high: float,
                                    border: float) -> None:
    made = game(f"{files}x{ranks}", cell=cell, border=border)
    found = split_board(made, Fit(3.0, 0.1, (wide, high)))
    assert (found.count if found else None) == least(made, (wide, high))


def test_a_board_by_hand() -> None:
    """8 x 40 + 26 = 346 mm a side. 190 mm hold 4 x 40 + 13 + 4.7 = 177.7 mm, and 346 mm are less than 400."""
    made = game()
    rooms = ((400, 346), (400, 345.9), (190, 400), (190, 190), (170, 190), (57, 57))
    found = [split_board(made, Fit(3, 0.1, room)) for room in rooms]
    assert [one.count if one else None for one in found] == [1, 2, 2, 4, 6, None]
    assert split_board(game(split="never"), Fit(3, 0.1, (190, 190))) == split_board(made, Fit(3, 0.1))
    names = [part.name for part in parts(made, (190, 190))]
    assert names == ["board a1-d4", "board e1-h4", "board a5-d8", "board e5-h8"]


@pytest.mark.parametrize("joint", ["knobs", "keys"])
@pytest.mark.parametrize("room", [(190.0, 190.0), (130.0, 400.0), (100.0, 100.0)])
def test_the_parts_make_up_the_board(joint: str, room: tuple[float, float]) -> None:
    made = game(joint=joint)
    found = parts(made, room)
    bodies = edges(found)
    assert all(min(w, h) <= min(room) and max(w, h) <= max(room) for w, h in
               ((b[2] - b[0], b[3] - b[1]) for b in (body.bounds for body in bodies)))
    for one, other in combinations(bodies, 2):
        assert one.intersection(other).area < 1e-6
    whole = shapely.union_all(bodies)
    board = area([p for i in draw_board(made, Board(8, 8)).only(Role.EDGE).items if isinstance(i, Shape)
                  for p in i.paths])
    assert board.buffer(1e-6).contains(whole)
    count = next((part.count for part in found if part.name == "board key"), 0)
    lost = board.area - whole.area
    if joint == "keys":
        (key,) = things(next(part for part in found if part.name == "board key").drawing, Role.EDGE)
        assert count * key.area < lost < count * (key.area + 8)
    else:
        assert count == 0
        assert lost < 8 * len(list(BoardSeams(made, split_board(made, Fit(3, 0.1, room)), 0.1).joints()))  # type: ignore[arg-type]


def uncovered(lines: BaseGeometry, others: BaseGeometry, play: float) -> BaseGeometry:
    """What of lines is farther than `play` mm from all others. Most lie within the outline of one other line; the rest
    are held against those near them, because an outline around thousands of lines at once takes many seconds."""
    wanted, outlines = shapely.get_parts(lines), shapely.buffer(shapely.get_parts(others), play, quad_segs=4)
    tree = shapely.STRtree(outlines)
    covered = {*tree.query(wanted, "covered_by")[0].tolist()}
    return shapely.union_all([line.difference(shapely.union_all(outlines[tree.query(line)]))
                              for n, line in enumerate(wanted) if n not in covered])


@pytest.mark.slow
@pytest.mark.parametrize("joint", ["knobs", "keys"])
@pytest.mark.parametrize(("cell", "chequered"), [(12.0, True), (12.0, False), (20.0, False), (28.0, False),
                                                 (40.0, False)])  # large dark cells have thousands of lines
def test_no_etched_line_is_cut_and_none_is_lost(cell: float, chequered: bool, joint: str) -> None:
    made = game(cell=cell, zones=ZONES, chequered=chequered, joint=joint)
    found = parts(made, (4 * cell + 30, 4 * cell + 30))
    assert len(found) > 1
    for part in found:
        (body,) = things(part.drawing, Role.EDGE)
        inside = body.buffer(0.02)
        assert all(inside.contains(thing(item)) for item in part.drawing.without(Role.EDGE).items)
    whole = draw_board(made, Board(8, 8), etched=True)
    mine = shapely.union_all([all_of(part.drawing, Role.GRID, Role.ZONE) for part in found if part.name != "board key"])
    knobs = shapely.union_all([box(*b) for b, _ in BoardSeams(made, split_board(made, Fit(  # type: ignore[arg-type]
        3, 0.1, (4 * cell + 30, 4 * cell + 30))), 0.1).joints()])
    cuts = shapely.union_all([body.exterior for body in edges(found)])
    ring = 0.07 * cell + 0.7  # of what a pattern keeps clear, with a ring of dots that is left out whole
    lost = uncovered(all_of(whole, Role.GRID, Role.ZONE), mine, 0.01).difference(cuts.buffer(0.05))
    assert lost.difference(knobs.buffer(1.7 + ring)).length < 0.1
    words = [i for part in found for i in part.drawing.items if isinstance(i, Lettering)]
    board_words = [i for i in whole.items if isinstance(i, Lettering)]
    assert sorted(i.text.string for i in words) == sorted(i.text.string for i in board_words)


def test_a_tint_over_a_seam_is_parted_there() -> None:
    """The tint of c4-f5 lies on all four parts, two cells of 40 mm on each. Its hatch at 45 degrees ends 0.3 mm before
    the seams (0.18 mm beside the round corner of a knob), less than 1 mm long pieces are left out, and its edge goes on
    from part to part."""
    found = parts(game(zones={"middle": {"cells": "c4-f5", "pattern": "tint"}}), (190, 190))
    assert len(found) == 4
    for part in found:
        (body,) = things(part.drawing, Role.EDGE)
        lines = [thing(item) for item in part.drawing.only(Role.ZONE).items]
        assert all(body.buffer(0.02).contains(one) for one in lines)
        hatch = [stroke for one in lines for stroke in getattr(one, "geoms", [one])
                 if len({x for x, _ in stroke.coords}) == 2 == len({y for _, y in stroke.coords})]
        assert hatch
        # 80 mm by 40 mm without 2 mm along the edge of the tint, 28 lines to a side, along their slope
        across = sum(stroke.length for stroke in hatch)
        assert 0.85 < across / (78 * 38 / (40 / 28) * 2**0.5) < 1
        assert all(abs(x - 173) >= 0.18 and abs(y - 173) >= 0.18 for stroke in hatch for x, y in stroke.coords)


def test_a_grid_line_on_a_seam_goes_on_over_the_knobs() -> None:
    made = game()
    found = parts(made, (190, 190))
    necks = [p for part in found for i in part.drawing.only(Role.GRID).items if isinstance(i, Shape) for p in i.paths
             if abs(p.length() - (8 + 2 * 0.6 * 1.3)) < 1e-6]
    assert len(necks) == 4 * 2  # two knobs on each of four seams
    assert all(p.start[0] == p.end[0] == 173 or p.start[1] == p.end[1] == 173 for p in necks)


@pytest.mark.parametrize("joint", ["knobs", "keys"])
def test_acrylic_bears_the_parts(joint: str) -> None:
    material = load_material("acrylic-3mm").material
    found = [flaw for part in parts(game(joint=joint, zones=ZONES), (190, 190)) for flaw in find_flaws(part, material)]
    assert found == []


def test_a_board_keeps_its_size() -> None:
    made = game()
    whole = shapely.union_all(edges(parts(made, (100, 100))))
    assert whole.bounds == pytest.approx((0, 0, *board_size(made)))


def test_a_board_is_turned_before_it_is_parted_whatever_the_grain() -> None:
    long = game("5x7", cell=38.0, border=13.0)  # 216 x 292 mm
    for grain in (False, True):
        fit = Fit(3.0, 0.1, (300.0, 220.0), grain=grain)
        assert split_board(long, fit) == BoardTiling((5,), (7,))
        (whole,) = sheet_board_parts(long, Board(5, 7), fit)
        assert whole.may_cross_grain
        assert fit.holds(*whole.drawing.size(), across=True)


def test_along_a_grain_the_parts_of_a_board_are_not_turned_to_fit() -> None:
    long = game("5x9", cell=38.0, border=13.0)  # 216 x 368 mm
    turned, grained = (Fit(3.0, 0.1, (400.0, 150.0), grain=grain) for grain in (False, True))
    free, cut = split_board(long, turned), split_board(long, grained)
    assert free
    assert (len(free.files), free.ranks) == (2, (9,))  # turned, 368 mm of 400 lie along, and 3 files go across 150
    assert cut
    assert cut.files == (5,)
    made = sheet_board_parts(long, Board(5, 9), grained)
    assert all(one.drawing.size()[1] <= 150 and not one.may_cross_grain for one in made)


def test_the_lines_of_points_cross_the_seams_on_the_knobs() -> None:
    """7 x 9 points 78 mm apart: 9 lines of 6 x 78 mm and 7 of 8 x 78 mm. Each of the 2 x 7 joints parts a line by half
    the clearance of 0.1 mm, where the knob does not touch the bottom of its socket. There are no lines on the seams."""
    made = parts(game("7x9", cell=78.0, points=True), (600.0, 300.0))
    assert len(made) == 3
    for part in made:  # it raises FabgenError for what lies outside of a part
        assert prepare_part(part, load_machine("generic"), load_material("acrylic-3mm/clear").material, 0.1).notes == ()
    etched = sum(all_of(part.drawing, Role.GRID).length for part in made)
    assert etched == pytest.approx(9 * 6 * 78 + 7 * 8 * 78 - 14 * 0.05, abs=0.01)
