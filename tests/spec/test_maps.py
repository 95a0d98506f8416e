"""Maps, from corners and as Inkscape writes them, against tables of neighbours made by hand; maps that are wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from maps import BRICKS, DRAWING, bricks
from shapely import LineString, Point, Polygon, box, get_num_coordinates, union_all
from specs import changed, put

from fabgen.check.board import check_map
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.figures.boards.map_names import name_box
from fabgen.figures.boards.surface import surface_of
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import MapBoard
from fabgen.rules.diagram import movement_diagram, parse_diagram
from fabgen.rules.directions import HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS, SQUARES, Plane
from fabgen.spec import maps as fitting
from fabgen.spec.load import Spec, load_spec
from fabgen.spec.map_file import read_areas
from fabgen.spec.maps import close_gaps, shared_borders

SHIRES = """\
  map:
    spaces:
      north: "0,60 90,60 70,100 20,105"
      west: "0,60 0,10 40,0 45,60"
      east: "45,60 40,0 100,20 90,60"
      isle: "110,40 150,40 150,90 115,80"
      south: "0,10 10,-40 100,-30 100,20 40,0"
    joined: [east-isle]
    lines: {f: [south west north, south east north], any: [west east isle]}
"""
BESIDE = {"north": {"west", "east"}, "west": {"north", "east", "south"}, "east": {"north", "west", "south", "isle"},
          "isle": {"east"}, "south": {"west", "east"}}

DRAWN = {"north": {"south", "east"}, "south": {"north", "east"}, "east": {"north", "south"}, "moon": set()}


def game(folder: Path, board: str, drawing: str = "", *, slides: bool = True) -> Spec:
    """The little game on a map; its examples and its zones stand on cells that maps do not have."""
    text = changed(("  grid: 5x5\n", board), ("  zones:\n    near: {cells: a1-e1, of: white}\n"
                                              "    far: {cells: a5-e5, of: black}\n", ""),
                   ("fmWfcF", "W"), ("    diagram: |\n      x o x\n      . @ .\n", ""),
                   ("{ruling: REACH, long: fW2, short: fW}", "R" if slides and not drawing else "W"),
                   ("rulings:\n  REACH: long\n", ""))
    text = text[: text.index("examples:")]
    path = put(folder, text)
    if drawing:
        path.with_name("map.svg").write_text(drawing, "utf-8")
    return load_spec(str(path))


def neighbours(spec: Spec) -> dict[str, set[str]]:
    assert isinstance(spec.lattice, MapBoard)
    return {cell: {*others} for cell, others in spec.lattice.neighbours_by_cell.items()}


def test_spaces_written_by_their_corners_have_their_neighbours_lines_and_areas(tmp_path: Path) -> None:
    spec = game(tmp_path, SHIRES)
    assert neighbours(spec) == BESIDE
    assert spec.lattice.between("south", "north") == ("west",)
    assert spec.lattice.step("west", 2, 2 * 5) == "isle"  # the fifth way: the third line as it is written
    areas = [Polygon(corners) for corners in spec.spaces.outlines.values()]
    assert all(area.exterior.is_ccw for area in areas)
    least = min(2 * Polygon(spec.spaces.outlines[cell]).exterior.distance(_point(spec.spaces.middles[cell]))
                for cell in spec.spaces.outlines)
    assert least == pytest.approx(spec.game.board.cell, rel=5e-3)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "rows", "plane"), [
    ("W", "* * .\n* @ *\n. * *", HEXAGONS_IN_ROWS), ("fmWbcW", "o\n@\nx", SQUARES),
    ("mWfcW", "o * .\no @ o\n. o o", HEXAGONS_IN_FILES), ("fmR", "O\no\n@", SQUARES),
    ("mD", "o . o . .\n. . . . .\no . @ . o\n. . . . .\n. . o . o", HEXAGONS_IN_ROWS),
])
def test_diagrams_are_schematic(tmp_path: Path, text: str, rows: str, plane: Plane) -> None:
    diagram = movement_diagram(parse_betza(text, game(tmp_path, SHIRES).lattice.compass))
    assert diagram == parse_diagram(rows)
    assert diagram.compass is plane


@pytest.mark.parametrize(("text", "words"), [
    ("W", "Moves or captures one step to any neighbouring space."),
    ("fmR", "Moves any number of steps along a line ahead, blocked by any piece in between."),
    ("mW2cD", "Moves one or two steps along any line, blocked by any piece in between; captures exactly two steps "
     "along any line, jumping over anything in the way."),
])
def test_a_movement_on_a_map_is_written_out_in_words(tmp_path: Path, text: str, words: str) -> None:
    assert parse_betza(text, game(tmp_path, SHIRES).lattice.compass).words() == words


def _point(at: tuple[float, float]):  # type: ignore[no-untyped-def]
    from shapely import Point

    return Point(at)


def test_a_drawing_of_inkscape(tmp_path: Path) -> None:
    spec = game(tmp_path, "  map: map.svg\n", DRAWING)
    assert neighbours(spec) == DRAWN
    y = {cell: middle[1] for cell, middle in spec.spaces.middles.items()}
    assert y["north"] > y["south"]  # in SVG, y counts downwards
    areas = {cell: Polygon(corners) for cell, corners in spec.spaces.outlines.items()}
    assert areas["north"].intersection(areas["south"]).area < 0.01
    assert areas["north"].distance(areas["east"]) < 0.002  # the gap of 0.2 mm is closed
    assert areas["moon"].area == pytest.approx(3.1416 * 20**2, rel=1e-2)  # the smallest: as wide as the cell


def test_borders_are_drawn_once(tmp_path: Path) -> None:
    spec = game(tmp_path, "  map: map.svg\n", DRAWING)
    surface = surface_of(spec.game, spec.lattice, 40.0, spec.map_spaces)
    lines = [LineString([*path.flatten(0.01), *([path.start] if path.closed else [])]) for path in surface.grid_lines()]
    outlines = {cell: Polygon(corners) for cell, corners in surface.spaces.outlines.items()}
    common = sum(outlines[one].exterior.intersection(outlines[other].exterior.buffer(0.01)).length
                 for one, other in surface.step_pairs)
    assert sum(line.length for line in lines) == pytest.approx(
        sum(area.exterior.length for area in outlines.values()) - common, rel=2e-3)


BOARD = "  map: {file: map.svg, layer: Regions}\n"


@pytest.mark.sample(2)
@pytest.mark.parametrize(("jitter", "layer"), [(0.0, "Regions"), (0.13, "Regions"), (0.28, "layer1")])
def test_neighbours_of_a_map_drawn_by_hand(tmp_path: Path, jitter: float, layer: str) -> None:
    """A lake and an enclave, decoration in another layer, and paths that each miss the others: up to 3 % of a cell."""
    spec = game(tmp_path, BOARD.replace("Regions", layer), bricks(jitter))
    assert neighbours(spec) == BRICKS
    assert [p.what for p in check_map(spec)] == []
    lake, keep = (Polygon(ring).area for ring in sorted(spec.spaces.holes["b2"], key=lambda ring: Polygon(ring).area))
    assert keep / lake == pytest.approx(19.6 * 36 / (8 * 12), rel=0.02)
    assert Polygon(spec.spaces.outlines["keep"]).area == pytest.approx(keep, rel=1e-6)


def test_an_enclave_may_be_drawn_upon_its_surroundings(tmp_path: Path) -> None:
    text = bricks().replace(" M 124,86 h 19.6 v 36 h -19.6 z", "")
    spec = game(tmp_path, BOARD, text)
    assert neighbours(spec) == BRICKS
    assert len(spec.spaces.holes["b2"]) == 2


def test_shapes_without_names_are_reported(tmp_path: Path) -> None:
    aside = bricks().replace("M 150,-20 L 156,0 L 150,20 L 144,0 Z", "M 250,40 L 258,60 L 250,80 L 242,60 Z")
    found = {p.what: p.hint for p in check_map(game(tmp_path, "  map: map.svg\n", aside))}
    assert "1 shape of map.svg without a name is taken for a space: `path9001`" in found
    assert "path9001 has no neighbours" in found
    with pytest.raises(FabgenError) as caught:
        game(tmp_path, "  map: map.svg\n", bricks())
    assert ["`layer:`" in p.hint for p in caught.value.problems] == [True]


@pytest.mark.parametrize(("gap", "told"), [(0.5, 0), (1.9, 1), (2.6, 0)])
def test_borders_that_nearly_meet_are_reported(tmp_path: Path, gap: float, told: int) -> None:
    """Of a cell of 40 mm: 0.5 mm are one border, 1.9 mm are doubtful, 2.6 mm are water."""
    east = f"{40 + gap},0 {90 + gap},0 {90 + gap},40 {40 + gap},40"
    spec = game(tmp_path, f"  map: {{spaces: {{a: '0,0 40,0 40,40 0,40', b: '{east}', "
                          f"c: '0,40 {90 + gap},40 {90 + gap},90 0,90'}}}}\n", slides=False)
    found = [p for p in check_map(spec) if "apart" in p.what]
    assert len(found) == told
    assert ("b" in neighbours(spec)["a"]) == (gap < 1.2)
    assert not told or ("a and b are" in found[0].what and "1.9 mm" in found[0].what
                        and "joined: [a - b]" in found[0].hint)


@pytest.mark.parametrize("gap", [0.25, 0.3, 0.4, 0.5])
def test_a_gap_of_a_rounding_is_closed_whole(gap: float) -> None:
    """Under 1.2 mm, 3 % of a cell of 40 mm: the later space gets the gap, and no crack is left between the three. Of a
    cell of 10 mm, where 0.3 mm are closed, 0.25 mm are one border and 0.5 mm are water."""
    drawn = {"a": box(0, 0, 40, 40), "b": box(40 + gap, 0, 90, 40), "c": box(0, 40, 90, 80)}
    areas = close_gaps(drawn, 0.03 * 40)
    assert [areas[name].area for name in "abc"] == pytest.approx([40 * 40, 50 * 40, 90 * 40], abs=1e-6)
    assert {frozenset((one, other)): length for one, other, length in shared_borders(areas)} == pytest.approx(
        {frozenset("ab"): 40, frozenset("ac"): 40, frozenset("bc"): 50}, abs=1e-6)
    assert union_all([*areas.values()]).equals(box(0, 0, 90, 80))
    narrow = close_gaps(drawn, 0.03 * 10)
    if gap in (0.25, 0.5):
        assert narrow["a"].distance(narrow["b"]) == pytest.approx(0 if gap == 0.25 else 0.5, abs=1e-6)


@pytest.mark.parametrize("angle", [0, 11, 33, 90, 200])
@pytest.mark.parametrize("gap", [0, 0.5, 1])
def test_where_circles_touch_or_nearly_so_they_have_one_border_without_barbs(angle: float, gap: float) -> None:
    """Two circles of 60 mm: their border ends where they part, and no line turns back at a sharp angle beside it."""
    turn, apart = math.radians(angle), 60 + gap
    drawn = {"a": Point(0, 0).buffer(30), "b": Point(apart * math.cos(turn), apart * math.sin(turn)).buffer(30)}
    areas = close_gaps(drawn, 0.03 * 60)
    ((_, _, length),) = shared_borders(areas)
    assert 5 < length < 15
    for area in areas.values():
        corners = [*area.exterior.coords[:-1]]
        arms = [(a[0] - b[0], a[1] - b[1]) for a, b in pairwise([*corners, corners[0]])]
        ahead = zip(arms, [*arms[1:], arms[0]], strict=True)
        assert min(math.degrees(math.acos(-(a * c + b * d) / math.hypot(a, b) / math.hypot(c, d)))
                   for (a, b), (c, d) in ahead) > 50


@pytest.mark.parametrize(("rim", "is_enclave"), [(1.0, False), (1.4, True)])
def test_an_enclave_is_farther_from_the_edge_than_a_gap_that_is_closed(
    tmp_path: Path, rim: float, is_enclave: bool
) -> None:
    """A space of 40 mm drawn on one of 200 mm: from its edge by more than 1.2 mm, it lies in a hole of it. A strip as
    narrow as a gap would be lost, so a space that is nearer lies on the other."""
    spaces = f"a: '0,0 200,0 200,200 0,200', b: '{rim},80 {rim + 40},80 {rim + 40},120 {rim},120'"
    if not is_enclave:
        with pytest.raises(FabgenError, match="`a` and `b` lie on each other"):
            game(tmp_path, f"  map: {{spaces: {{{spaces}}}}}\n", slides=False)
        return
    spec = game(tmp_path, f"  map: {{spaces: {{{spaces}}}}}\n", slides=False)
    assert [Polygon(hole).area for hole in spec.spaces.holes["a"]] == pytest.approx([40 * 40], rel=1e-2)
    assert neighbours(spec) == {"a": {"b"}, "b": {"a"}}


@pytest.mark.parametrize(("rings", "is_read"), [(11, True), (12, False)])
def test_a_map_has_few_spaces_inside_others(tmp_path: Path, rings: int, is_read: bool) -> None:
    """Of n squares inside each other, n (n - 1) / 2 pairs are one inside the other: 55 and 66; at most 60 are read."""
    def square(n: int) -> str:
        low, high = 50 * n, 50 * (2 * rings - n)
        return f"r{n}: '{low},{low} {high},{low} {high},{high} {low},{high}'"

    board = f"  map: {{spaces: {{{', '.join(map(square, range(rings)))}}}}}\n"
    if is_read:
        assert len(game(tmp_path, board, slides=False).spaces.holes) == rings - 1
        return
    with pytest.raises(FabgenError, match="66 pairs of spaces of which one lies inside the other"):
        game(tmp_path, board, slides=False)


@pytest.mark.parametrize(("depth", "told"), [(0.6, False), (1.0, True)])
def test_an_overlap_is_measured_by_the_smaller_space(tmp_path: Path, depth: float, told: bool) -> None:
    """A space of 40 x 40 mm that goes into one of 400 x 400 mm by 0.6 mm: 1.5 % of it, as people draw. By 1 mm it is
    2.5 %, and 0.025 % of the larger."""
    board = f"  map: {{spaces: {{a: '0,0 400,0 400,400 0,400', b: '{400 - depth},0 {440 - depth},0 {440 - depth},40 " \
            f"{400 - depth},40'}}}}\n"
    if told:
        with pytest.raises(FabgenError, match="`a` and `b` lie on each other"):
            game(tmp_path, board, slides=False)
    else:
        assert neighbours(game(tmp_path, board, slides=False)) == {"a": {"b"}, "b": {"a"}}


def test_a_map_may_have_200_spaces(tmp_path: Path) -> None:
    def row(count: int) -> str:
        spaces = ", ".join(f"s{n}: '{40 * n},0 {40 * n + 40},0 {40 * n + 40},40 {40 * n},40'" for n in range(count))
        return f"  map: {{spaces: {{{spaces}}}}}\n"

    assert len(neighbours(game(tmp_path, row(200), slides=False))) == 200
    with pytest.raises(FabgenError, match="a map of 201 spaces") as caught:
        game(tmp_path, row(201).replace("s2:", "s-2:").replace("s3:", "s-3:"), slides=False)
    assert len(caught.value.problems) == 1  # names that are wrong too are not listed


def test_a_space_with_many_others_in_it_is_fitted_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """A square of 400 mm with 81 discs in it: each disc is fitted to what is near it, not to the whole square, which
    has some 2,600 corners by then."""
    discs = {f"d{n}": Point(40 + 40 * (n % 9), 40 + 40 * (n // 9)).buffer(10, quad_segs=8) for n in range(81)}
    square = box(0, 0, 400, 400).difference(union_all(list(discs.values())))
    corners = list[int]()
    real = fitting._fit_area

    def fit(area: Polygon, neighbours: Sequence[Polygon], slit: float) -> Polygon:
        corners.append(sum(get_num_coordinates(neighbour) for neighbour in neighbours))
        return real(area, neighbours, slit)

    monkeypatch.setattr(fitting, "_fit_area", fit)
    fitted = close_gaps({"square": square, **discs}, 1.2)
    assert max(corners) < 100
    assert fitted["d40"].area == pytest.approx(discs["d40"].area, rel=0.01)
    assert fitted["square"].area == pytest.approx(square.area, rel=0.001)


def test_a_map_with_too_many_gaps_is_refused() -> None:
    """A comb of 1 mm teeth under a straight edge that they touch: over 1,000 gaps of 1 x 0.4 mm."""
    teeth = [(x / 2, 40 + (n % 4 in (1, 2)) * 0.4) for n, x in enumerate(sorted([*range(2100), *range(2100)]))]
    low, high = Polygon([*teeth, (1050, 0), (0, 0)]), box(0, 40.4, 1050, 80)
    with pytest.raises(FabgenError, match="over 1,000 narrow gaps between them"):
        close_gaps({"a": low, "b": high}, 1.2)


def test_a_space_at_the_end_of_a_line_is_not_alone(tmp_path: Path) -> None:
    spaces = "  map: {spaces: {a: '0,0 40,0 40,40 0,40', b: '40,0 80,0 80,40 40,40', c: '200,0 240,0 240,40 200,40'}"
    assert [p.what for p in check_map(game(tmp_path, spaces + "}\n", slides=False))] == ["c has no neighbours"]
    assert [*check_map(game(tmp_path, spaces + ", lines: {any: [a c]}}\n"))] == []


def test_a_crossing_is_reported_in_mm_from_the_left_and_the_top(tmp_path: Path) -> None:
    bad = bricks(extra="").replace('<path d="m 124,86 h 19.6 v 36 h -19.6 l 0.00001,-36.00001 z"',
                                   '<path d="M 124,86 L 144,106 L 144,86 L 124,106 Z"')
    with pytest.raises(FabgenError) as caught:
        game(tmp_path, BOARD, bad)
    # in the middle, at 134, 96; the page begins 20 mm further left and above
    assert [p.what for p in caught.value.problems] == [
        "the shape `keep` of map.svg crosses itself, 154.0 mm from the left and 116.0 mm from the top"]


@pytest.mark.slow
def test_roads_are_dashed_and_keep_off_names_and_borders(tmp_path: Path) -> None:
    board = BOARD.replace("Regions", "Regions, lines: {any: [a1 b2 c3, b1 b2]}, roads: true")
    spec = game(tmp_path, board, bricks())
    surface = surface_of(spec.game, spec.lattice, 30.0, spec.map_spaces, (2.6, 2.2, 1.8))
    roads = [LineString(path.flatten(0.01)) for path in surface.road_dashes()]
    lines = [LineString(path.flatten(0.01)) for path in surface.grid_lines()]
    assert len(roads) > 4 + 10  # a ring in each of four spaces, and dashes
    assert not any(road.intersects(line) for road in roads for line in lines)
    words = {cell: box(*name_box(spot)) for cell, spot in surface.name_spots.items()}
    assert {*words} == {*BRICKS}
    assert not any(word.buffer(-0.3).intersects(road) for word in words.values() for road in roads)
    for cell, word in words.items():
        assert Polygon(spec.spaces.scaled(30.0).outlines[cell]).contains(word.buffer(-0.4))
    bare = game(tmp_path, board.replace("true", "false"), bricks())
    assert surface_of(bare.game, bare.lattice, 30.0, bare.map_spaces).road_dashes() == []


@pytest.mark.parametrize(("board", "where", "what"), [
    ("  map: {spaces: {a: '0,0 40,0 40,40', b: '10,0 40,0 40,40'}}\n", "map", "`a` and `b` lie on each other"),
    ("  map: {spaces: {a: '0,0 40,40 40,0 0,40', b: '40,0 80,0 80,40'}}\n", "map.spaces.a", "crosses itself"),
    ("  map: {spaces: {a: '0,0 40,0', b: '40,0 80,0 80,40'}}\n", "map.spaces.a", "is no outline"),
    ("  map: {spaces: {a: '0,0 40,0 40,40', 4b: '40,0 80,0 80,40'}}\n", "map", "`4b` cannot name a space"),
    ("  map: {spaces: {a: '0,0 40,0 40,40', b: '40,0 80,0 80,40'}, joined: [a-c]}\n", "map.joined", "no space `c`"),
    ("  map: {spaces: {a: '0,0 40,0 40,40', b: '40,0 80,0 80,40'}, lines: {f: [a d]}}\n", "map.lines", "no space `d`"),
    ("  map: {spaces: {a: '0,0 40,0 40,40', b: '40,0 80,0 80,40'}, lines: {f: [a a]}}\n", "map.lines", "is no line"),
    ("  map: {layer: x, spaces: {a: '0,0 40,0 40,40', b: '40,0 80,0 80,40'}}\n", "map", "only a drawing has layers"),
    ("  map: {file: map.svg, spaces: {a: '0,0 40,0 40,40'}}\n", "map", "a file or spaces"),
    ("  map: ../map.svg\n", "map", "no drawing of this game"),
    ("  map: none.svg\n", "map", "no such file"),
    ("  map: {spaces: {a: '0,0 40,0 40,40'}}\n", "map", "a map of 1 spaces"),
    ("  map: {spaces: {a: '0,0 40,0 40,40', b: '40,0 80,0 80,40', axb: '80,0 99,0 80,40'}}\n", "map",
     "reads like a capture"),
])
def test_mistakes_in_maps_are_reported(tmp_path: Path, board: str, where: str, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        game(tmp_path, board)
    assert [p for p in caught.value.problems if what in p.what and f"board.{where}" in p.where.key]


def test_a_list_of_spaces_as_lines_is_told_how_a_line_is_written(tmp_path: Path) -> None:
    with pytest.raises(FabgenError) as caught:
        game(tmp_path, "  map: {spaces: {a: '0,0 40,0 40,40', b: '40,0 80,0 80,40'}, lines: {f: [a, b]}}\n")
    assert {p.hint for p in caught.value.problems} == {
        'a line is one text with two spaces or more, each of them once, like ["a, b"]'}


@pytest.mark.parametrize(("key", "hint"), [
    ("lines: {f: [[North Sea, Skåne]]}", 'write `"North Sea, Skåne"` instead of this list'),
    ("lines: {f: [[a, b]]}", 'write `"a b"` instead of this list'),
    ("joined: [[North Sea, Skåne]]", 'write `"North Sea - Skåne"` instead of this list'),
    ("joined: [[a, b]]", 'write `"a-b"` instead of this list'),
])
def test_a_line_or_pair_that_is_a_list_is_written_with_signs_between_its_names(
    tmp_path: Path, key: str, hint: str
) -> None:
    """Between names that have blanks a line has commas, and a pair has blanks around its hyphen."""
    with pytest.raises(FabgenError) as caught:
        game(tmp_path, f"  map: {{spaces: {{a: '0,0 40,0 40,40', b: '40,0 80,0 80,40'}}, {key}}}\n")
    assert hint in {p.hint for p in caught.value.problems}


@pytest.mark.parametrize("lines", ["[[a, b]]", "[a c]"])
def test_a_mistake_in_lines_is_not_told_again_of_what_goes_along_them(tmp_path: Path, lines: str) -> None:
    spaces = "{a: '0,0 40,0 40,40 0,40', b: '40,0 80,0 80,40 40,40'}"
    with pytest.raises(FabgenError) as caught:
        game(tmp_path, f"  map: {{spaces: {spaces}, lines: {{f: {lines}}}}}\n")
    assert {p.where.key for p in caught.value.problems} == {"board.map.lines.f[1]"}


@pytest.mark.parametrize(("old", "new", "what"), [
    ("V 30 C 30,34 10,26 0,30 Z", "V 30 C 30,34 10,26 0,30", "`North` of map.svg is open"),
    ("h -40 z", "h -40 z m 1,-1 h 2 v 2 z", "`south` of map.svg has 2 outlines"),
    ("m 0,30 c 10,-4 30,4 40,0 v 40 h -40 z", "M 0,30 L 40,70 L 40,30 L 0,70 Z", "`south` of map.svg crosses itself"),
    ('inkscape:label="east"', 'inkscape:label="South"', "two shapes of map.svg are called `South`"),
    ('id="moon"', 'id="the_moon!"', "`the moon!` cannot name a space"),
    ('cx="120"', 'cx="50"', "the spaces `North` and `moon` lie on each other"),
    ("</svg>", "", "this is not XML"),
])
def test_mistakes_in_drawings_of_maps_are_reported(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert DRAWING.count(old) == 1
    with pytest.raises(FabgenError) as caught:
        game(tmp_path, "  map: map.svg\n", DRAWING.replace(old, new))
    assert [p for p in caught.value.problems if what in p.what], caught.value.problems


@pytest.mark.parametrize(("layer", "what", "hint"), [
    ("Regoins", "there is no layer `Regoins`", "Regions"), ("Rose", "a map of 1 spaces", "")])
def test_mistakes_in_layers_are_reported(tmp_path: Path, layer: str, what: str, hint: str) -> None:
    with pytest.raises(FabgenError) as caught:
        game(tmp_path, BOARD.replace("Regions", layer), bricks())
    assert [p for p in caught.value.problems if what in p.what and hint in p.hint], caught.value.problems


def test_slides_need_lines(tmp_path: Path) -> None:
    with pytest.raises(FabgenError, match="`R` leads nowhere on this map"):
        game(tmp_path, "  map: {spaces: {a: '0,0 40,0 40,40', b: '40,0 80,0 40,40'}}\n")


def test_a_grid_that_cannot_be_read_is_reported_alone(tmp_path: Path) -> None:
    with pytest.raises(FabgenError) as caught:
        load_spec(str(put(tmp_path, changed(("grid: 5x5", "grid: 5x")))))
    assert [p.where.key for p in caught.value.problems] == ["board.grid"]


def test_a_drawing_that_is_scaled_to_a_point_has_no_area(tmp_path: Path) -> None:
    path = '<path id="a" d="M0 0H9V9Q5 9 0 9Z" stroke="black"/>'
    page = 'xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10"'
    (tmp_path / "map.svg").write_text(f'<svg {page}><g transform="scale(0)">{path}</g></svg>')
    problems: list[Problem] = []
    read_areas("map.svg", None, Location("game.yaml"), tmp_path, problems)
    assert [problem.what for problem in problems] == ["the shape `a` of map.svg has no area"]


def test_shapes_without_ids_are_found_in_their_layer(tmp_path: Path) -> None:
    """Programs other than Inkscape give no ids: names come from labels, and a layer is painted all the same."""
    (tmp_path / "map.svg").write_text("""\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="100mm"
 height="50mm" viewBox="0 0 100 50">
 <g id="waves"><path d="M 10,5 h 5 v 5 h -5 z" fill="#9fc5e8"/></g>
 <g id="land"><path inkscape:label="Kent" d="M 0,0 h 50 v 50 h -50 z"/>
  <path inkscape:label="Surrey" d="M 50,0 h 50 v 50 h -50 z"/></g>
</svg>
""")
    (tmp_path / "game.yaml").write_text("""\
fabgen: 1
title: Shires
designer: Nobody
players: {red: {forward: up, material: acrylic-3mm/red}}
board: {map: {file: map.svg, layer: land, printed: [waves]}, cell: 40 mm, material: birch-ply-3mm}
pieces: {duke: {moves: W, body: {tile: disc, base: 20 mm}}}
""")
    (tmp_path / "rules.md").write_text("# Shires\n\nMove.\n")
    spec = load_spec(str(tmp_path))
    assert [*map(spec.lattice.title, spec.lattice.cells)] == ["Kent", "Surrey"]
    assert spec.map_spaces
    assert [shape.colour for shape in spec.map_spaces.picture if shape.is_printed] == ["#9fc5e8"]
