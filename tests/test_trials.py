"""Four games that people made with the documents alone, before they had seen any code (docs/trials.md): each stays
sound, is played to an end or far, and is built and proven on every output.

A chess of unequal armies, discs that turn over, a map of nineteen islands with boats in piles, and three players with
directed pieces on hexagons.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from built import build_in_place, verify_in_place

from fabgen.artwork.drawing import Role, Shape
from fabgen.check.game import check_spec
from fabgen.figures.boards.board import draw_surface
from fabgen.figures.boards.surface import surface_of
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.rules.match import begin
from fabgen.rules.position import Position
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec

FOLDER = Path(__file__).parent / "templates"
# How many kinds of pieces, players and worked examples the games have, counted by hand in their files.
GAMES = {"wolves-and-wardens": (13, 2, 14), "turncoat": (1, 2, 9), "nineteen-isles": (2, 4, 6), "triskel": (5, 3, 8)}


@pytest.mark.parametrize(("name", "counts"), GAMES.items())
def test_a_trial_stays_sound(name: str, counts: tuple[int, int, int]) -> None:
    spec = load_spec(str(FOLDER / name))
    assert [str(problem) for problem in check_spec(spec) if problem.level == "error"] == []
    assert (len(spec.game.pieces), len(spec.game.players), len(spec.cases)) == counts


@pytest.mark.parametrize("name", GAMES)
def test_a_trial_is_played_and_its_positions_read_back(name: str) -> None:
    spec = load_spec(str(FOLDER / name))
    assert spec.play
    match, chance = begin(spec.play, None, spec.repetition), random.Random(name)
    for _ in range(40):
        actors = match.actors()
        if not actors:
            break
        match = match.play({player: chance.choice([*match.texts(player)]) for player in actors})
        shown = spec.play.show(match.position)
        assert spec.play.read(Position.parse(str(shown), spec.play.setting)) == match.position


def test_zones_that_overlap_are_both_seen() -> None:
    """The hearth lies in the ramparts: no tint comes after the lines of a pattern, and d8 has lines of both."""
    spec = load_spec(str(FOLDER / "wolves-and-wardens"))
    drawing = draw_surface(spec.game, surface_of(spec.game, spec.lattice, 10.0))
    items = [item for item in drawing.items if item.group.startswith("zones/")]
    is_line = [item.role is Role.ZONE for item in items]
    assert is_line == sorted(is_line)
    near = {item.group for item in items if item.role is Role.ZONE and isinstance(item, Shape)
            for path in item.paths for point in path.flatten(0.05) if math.dist(point, (35, 75)) < 5}
    assert near == {"zones/ramparts", "zones/hearth"}


def test_pieces_of_three_players_show_which_way_they_face() -> None:
    """Each of the eight directed pieces of every player, the chief not, has a triangle ahead, turned by 120 degrees
    from player to player."""
    spec = load_spec(str(FOLDER / "triskel"))
    triangles = draw_figure(spec, "setup").drawing.only(Role.FORWARD).items
    assert len(triangles) == 3 * 8
    angles = Counter[int]()
    for item in triangles:
        assert isinstance(item, Shape)
        (path,) = item.paths
        a, b, tip = max(permutations(path.flatten(0.01)[:3]), key=lambda corners: math.dist(*corners[:2]))
        x, y = tip[0] - (a[0] + b[0]) / 2, tip[1] - (a[1] + b[1]) / 2  # from the middle of the longest side
        angles[round(math.degrees(math.atan2(x, y))) % 360] += 1
    assert angles == {0: 8, 120: 8, 240: 8}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_trial_is_built_and_proven(name: str, tmp_path: Path) -> None:
    options = Options(papers=("a4",))  # tests/test_matrix.py prints on Letter too
    built = build_in_place(FOLDER / name, tmp_path / "out", options)
    assert {entry.folder for entry in built.manifest} >= {"laser", "print", "rules", "diagrams"}
    assert verify_in_place(built.target) == []


def test_a_chequered_board_stays_so_under_the_tints_of_zones() -> None:
    """Of all areas that cover the middle of a cell, the last painted is dark where file and rank make it so, and
    elsewhere light."""
    spec = load_spec(str(FOLDER / "wolves-and-wardens"))
    drawing = draw_surface(spec.game, surface_of(spec.game, spec.lattice, 10.0))
    tones = {}
    for item in drawing.items:
        for path in item.paths if item.role is Role.SHADE and isinstance(item, Shape) else ():
            corners = path.flatten(0.05)
            (x0, x1), (y0, y1) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
            for x in range(10):
                for y in range(8):
                    if x0 < 10 * x + 5 < x1 and y0 < 10 * y + 5 < y1:
                        tones[x, y] = item.tone
    dark = {(x, y) for x in range(10) for y in range(8) if (x + y) % 2 == 0}
    assert {cell for cell, tone in tones.items() if tone == "black"} == dark
    assert {tone for cell, tone in tones.items() if cell not in dark} == {"white"}


def test_neighbours_by_water_are_seen_beside_the_road_between_them() -> None:
    """Five pairs of the mail routes are joined too: each has a dashed link that is not the road."""
    spec = load_spec(str(FOLDER / "nineteen-isles"))
    surface = surface_of(spec.game, spec.lattice, spec.game.board.cell, spec.map_spaces)
    roads = {frozenset(pair) for pair in surface.road_pairs}
    beside = [pair for pair in surface.links if frozenset(pair) in roads]
    assert {frozenset(pair) for pair in beside} == {
        frozenset(pair) for pair in (("aero", "chair"), ("chair", "portnacraig"), ("portnacraig", "stbrannoc"),
                                     ("southskerry", "oya"), ("oya", "iledor"))}
    for pair in beside:
        link, road = surface.links[pair], surface.road_line(pair)
        between = link[len(link) // 2]
        assert min(math.dist(between, point) for point in road) > 0.1 * surface.spaces.cell_size, pair
