"""Flat pieces that are cut along a drawing: their parts, chits, orders and figures, and what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from measure import all_of, area, points, things
from pond import FISH_AREA, FISH_SIZE, INK, LEAF_AREA, LEAF_SIZE, LINE, SHELL_AREA, SVG, load_pond, put_pond
from shapely import LineString, MultiPoint, Point, Polygon

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.paper_things import Chit, SafeArea
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Arc
from fabgen.check.flaw_pictures import flaw_pictures
from fabgen.check.game import check_spec
from fabgen.check.part_flaws import making_problems
from fabgen.figures.components.kit import make_player_pieces
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.components.player_boards import find_slot
from fabgen.figures.pieces.bodies import make_piece_parts
from fabgen.figures.pieces.drawn_outlines import find_place
from fabgen.figures.positions.piece_icons import draw_piece
from fabgen.laser.job import make_laser_job
from fabgen.laser.selection import chosen_parts
from fabgen.rules.position import Piece
from fabgen.spec.build_options import Options
from fabgen.spec.components import BoardPlace
from fabgen.spec.load import Spec, load_spec

RIM = 2.0  # mm that a diagram keeps from an edge
KITE = "M30 0 L60 20 L30 40 L0 20 Z"  # the same on its left and its right


def parts_of(spec: Spec, player: str, piece: str) -> dict[str, Part]:
    """The parts of a player's piece by the end of their names."""
    [kind] = (kind for kind in make_player_pieces(spec, lambda _: Fit(3.0, 0.1)) if kind.name == f"{player} {piece}")
    return {part.name.removeprefix(f"{player} {piece} "): part for part in make_piece_parts(kind)}


def edge_of(drawing: Drawing) -> Polygon:
    [edge] = (item for item in drawing.items if isinstance(item, Shape) and item.role is Role.EDGE)
    return Polygon(points(edge.paths[0]))


def edge_lines(part: Part) -> list[LineString]:
    """The lines along the edge of a part."""
    return [LineString(points(path)) for item in part.drawing.only(Role.ZONE).items if isinstance(item, Shape)
            for path in item.paths]


def extent(shape: Polygon) -> tuple[float, float]:
    x0, y0, x1, y1 = shape.bounds
    return x1 - x0, y1 - y0


def errors(spec: Spec) -> list[str]:
    return [f"{problem.where.key}: {problem.what} | {problem.hint}"
            for problem in check_spec(spec) if problem.level == "error"]


def chit_of(spec: Spec, name: str) -> Chit:
    [chit] = (batch.thing for batch in make_paper_kit(spec).batches if batch.id == name)
    assert isinstance(chit, Chit)
    return chit


def test_a_part_has_the_outline_of_its_drawing_as_large_as_fits_its_base(tmp_path: Path) -> None:
    spec = load_pond(tmp_path)
    assert not errors(spec)
    for piece, size, mm2 in (("fish", FISH_SIZE, FISH_AREA), ("leaf", LEAF_SIZE, LEAF_AREA)):
        edge = edge_of(parts_of(spec, "reed", piece)["tile"].drawing)
        assert extent(edge) == pytest.approx(size, abs=0.01)
        assert edge.area == pytest.approx(mm2, rel=0.002)
    wide = load_pond(tmp_path, ("art/fish.svg}", "art/fish.svg, base: 40 x 20 mm}"))
    assert extent(edge_of(parts_of(wide, "reed", "fish")["tile"].drawing)) == pytest.approx((30, 20), abs=0.01)


def test_a_rounded_inner_corner_is_one_arc_which_the_kerf_does_not_make_too_short(tmp_path: Path) -> None:
    """The sides of the notch meet at 2 atan(20 / 40), 53.13 degrees, so that the arc turns by 126.87 degrees."""
    plain = ("art/fish.svg}", "art/fish.svg, face: plain}")
    spec = load_pond(tmp_path, plain, fish="M0 0 H60 V40 H0 L40 20 Z")
    [edge] = (item for item in parts_of(spec, "reed", "fish")["tile"].drawing.items if isinstance(item, Shape))
    [(start, arc)] = ((start, segment) for start, segment in edge.paths[0] if isinstance(segment, Arc))
    assert arc.bulge == pytest.approx(-math.tan(math.radians(126.87 / 4)), abs=0.03)
    radius = math.dist(start, arc.to) / 2 / math.sin(math.radians(126.87 / 2))
    assert radius == pytest.approx(0.2, abs=0.01)
    assert min(math.dist(start, segment.to) for start, segment in edge.paths[0]) > 0.3


def test_the_marks_of_a_diagram_keep_from_the_edge_where_a_rectangle_would_not(tmp_path: Path) -> None:
    for player in ("reed", "mud"):
        tile = parts_of(load_pond(tmp_path), player, "fish")["tile"]
        marks = all_of(tile.drawing, Role.SELF, Role.MOVE)
        assert edge_of(tile.drawing).buffer(-RIM + 0.03).covers(marks)
        assert marks.area > 10


def test_a_place_is_found_beside_a_bay(tmp_path: Path) -> None:
    """A bar has room in an arm of a C of 40 mm, not across its bay."""
    plain = ("art/fish.svg}", "art/fish.svg, face: plain}")
    letter = load_pond(tmp_path, plain, fish="M0 0 H40 V10 H10 V30 H40 V40 H0 Z")
    [edge] = (item for item in parts_of(letter, "reed", "fish")["tile"].drawing.items if isinstance(item, Shape))
    bar = tuple((x, y) for x in (-15.0, 15.0) for y in (-1.0, 1.0))
    place = find_place(edge.paths[0], bar, 1.0)
    assert place
    placed = MultiPoint([(x + place[0], y + place[1]) for x, y in bar]).convex_hull
    assert area(edge.paths).buffer(-0.99).covers(placed)
    tall = tuple((x, y) for x in (-15.0, 15.0) for y in (-15.0, 15.0))
    assert find_place(edge.paths[0], tall, 1.0) is None, "its corners have room, not its sides"


def test_lines_along_the_edge_tell_players_apart(tmp_path: Path) -> None:
    """None, a whole one in two halves, four dashes of half the length, and two whole ones."""
    spec = load_pond(tmp_path, ("  mud: {forward: down, material: acrylic-3mm/black}\n",
                                "  mud: {forward: down, material: acrylic-3mm/black}\n"
                                "  sand: {forward: left, material: acrylic-3mm/red}\n"
                                "  sky: {forward: right, material: acrylic-3mm/sky}\n"),
                     ("face: plain, reverse: other player}", "face: plain}"))
    none, whole, dashes, double = (edge_lines(parts_of(spec, player, "shell")["tile"]) for player in spec.game.players)
    assert [len(lines) for lines in (none, whole, dashes, double)] == [0, 2, 4, 4]
    edge = edge_of(parts_of(spec, "reed", "shell")["tile"].drawing)
    for line in (*whole, *dashes):
        assert all(edge.exterior.distance(Point(spot)) == pytest.approx(1.7, abs=0.03) for spot in line.coords)
    assert sum(line.length for line in dashes) == pytest.approx(sum(line.length for line in whole) / 2, rel=0.01)
    assert [round(edge.exterior.distance(Point(line.coords[0])), 1) for line in double] == [1.7, 1.7, 2.5, 2.5]


def test_a_drawing_lies_in_figures_with_its_top_ahead_of_its_player(tmp_path: Path) -> None:
    """The right angle of a leaf is at its lower left: at the upper right for who plays downwards, at the lower right
    for who plays to the left, and on a board that is turned by half a turn the other way round."""
    spec = load_pond(tmp_path, ("  mud: {forward: down, material: acrylic-3mm/black}\n",
                                "  mud: {forward: down, material: acrylic-3mm/black}\n"
                                "  sand: {forward: left, material: acrylic-3mm/red}\n"),
                     ("face: plain, reverse: other player}", "face: plain}"))

    def right_angle(player: str, turn: float = 0.0) -> tuple[bool, bool]:
        """Whether the right angle is at the right, and whether it is above."""
        icon = draw_piece(spec, Piece(player, "leaf"), 40, turn)
        body = next(item for item in icon.items if isinstance(item, Shape) and item.role is Role.PIECE).paths[0]
        x0, y0, x1, y1 = body.bounds()
        [corner] = (spot for spot in ((x, y) for x in (x0, x1) for y in (y0, y1))
                    if min(math.dist(spot, near) for near in points(body)) < 0.5 and all(
                        area([body]).distance(Point(other)) < 0.5 for other in ((spot[0], y0), (spot[0], y1),
                                                                               (x0, spot[1]), (x1, spot[1]))))
        return corner[0] == x1, corner[1] == y1

    assert [right_angle(player) for player in ("reed", "mud", "sand")] == [(False, False), (True, True), (True, False)]
    assert [right_angle(player, 180.0) for player in ("reed", "mud")] == [(True, True), (False, False)]


def test_the_layer_with_the_back_is_mirrored_and_its_mark_is_in_the_largest_circle(tmp_path: Path) -> None:
    """The circle in a triangle of 32 and 24 mm has a radius of 8 mm, and touches both legs."""
    parts = parts_of(load_pond(tmp_path), "reed", "leaf")
    for name, sign in (("tile", 1), ("back", -1)):
        drawing = parts[name].drawing
        corners = list(edge_of(drawing).exterior.coords)
        assert min(math.dist(corner, (-16 * sign, -12)) for corner in corners) < 0.01, "the right angle"
        assert min(math.dist(corner, (16 * sign, 12)) for corner in corners) > 10
        mark = all_of(drawing, Role.MARK).envelope
        assert mark.centroid.coords[0] == pytest.approx((-8 * sign, -4), abs=0.6 if name == "tile" else 0.05)


def test_the_side_of_the_other_player_is_mirrored(tmp_path: Path) -> None:
    parts = parts_of(load_pond(tmp_path), "reed", "shell")
    front, back = (edge_of(parts[name].drawing) for name in ("tile", "back"))
    assert parts["back"].material == "acrylic-3mm/black"
    assert front.area == pytest.approx(SHELL_AREA, rel=0.001)
    turned = Polygon([(-x, y) for x, y in back.exterior.coords])
    assert front.symmetric_difference(turned).area < 0.01
    assert front.symmetric_difference(back).area > 50


def test_both_sides_need_a_drawing_that_is_the_same_on_its_left_and_right(tmp_path: Path) -> None:
    both = ("back: ring}", "back: ring, both_sides: true}")
    told = errors(load_pond(tmp_path, both))
    assert told == ["pieces.leaf.body: turned over, the leaf of reed does not fit into its own hole: its drawing has "
                    "no mirror symmetry | take `both_sides` out: the back is then a layer to be glued under it"]
    fish = ("tile: art/fish.svg}", "tile: art/fish.svg, face: plain, back: ring, both_sides: true}")
    assert not errors(load_pond(tmp_path, fish, fish=KITE))


def test_paper_has_ink_beyond_the_cut_and_a_mirrored_back(tmp_path: Path) -> None:
    spec = load_pond(tmp_path)
    for name, mm2 in (("reed fish", FISH_AREA), ("mud leaf", LEAF_AREA), ("mud shell", SHELL_AREA)):
        chit = chit_of(spec, name)
        cut, back = Polygon(points(chit.outline())), Polygon(points(chit.back_outline()))
        assert cut.area == pytest.approx(mm2, rel=0.002)
        assert cut.symmetric_difference(Polygon([(-x, y) for x, y in back.exterior.coords])).area < 0.01
        for side, outline in ((chit.front, cut), (chit.back, back)):
            ground = side.items[0]
            assert isinstance(ground, Shape)
            assert ground.role is Role.BODY
            assert area(ground.paths).buffer(0.05).covers(outline.buffer(2.0))
            for marks in things(side.without(Role.BODY)):
                assert outline.buffer(-0.5).covers(marks), "nothing but ink comes near the cut"


def test_paper_tells_players_apart_along_the_edge(tmp_path: Path) -> None:
    spec = load_pond(tmp_path)
    assert not chit_of(spec, "reed shell").front.only(Role.MARK).items
    line = all_of(chit_of(spec, "mud shell").front, Role.MARK)
    cut = Polygon(points(chit_of(spec, "mud shell").outline()))
    assert line.interiors
    assert line.distance(cut.exterior) == pytest.approx(1.0, abs=0.05)
    note = make_paper_kit(spec).note
    assert note == ("On pieces that are cut along a drawing: reed: no line along the edge; "
                    "mud: a line along the edge.")


def test_the_base_that_a_diagram_needs_on_paper_is_named_and_does(tmp_path: Path) -> None:
    [problem] = errors(load_pond(tmp_path, ("art/fish.svg}", "art/fish.svg, base: 33 mm}")))
    assert "does not fit a flat piece of paper of 33.0 x 22.0 mm along its drawing" in problem
    needed = problem.partition("a base of ")[2].partition(" mm")[0]
    assert 33 < float(needed) < 41
    assert not errors(load_pond(tmp_path, ("art/fish.svg}", f"art/fish.svg, base: {needed} mm}}")))


def test_it_is_ordered_as_a_square_with_its_outline_on_both_sides(tmp_path: Path) -> None:
    [order] = (item for item in make_order_items(load_pond(tmp_path)) if item.name == "mud leaf")
    assert (order.kind, order.count, order.size) == ("square", 2, (32.0, 32.0))
    front, back = order.sides(SafeArea(30.0, 30.0))
    for side in (front, back):
        edge = edge_of(side)
        assert extent(edge)[0] == pytest.approx(0.94 * 30, abs=0.01)
        assert edge.area == pytest.approx(LEAF_AREA * (0.94 * 30 / 32) ** 2, rel=0.002)


def test_figures_show_the_drawing_with_the_bar_of_the_second_player_within_it(tmp_path: Path) -> None:
    spec = load_pond(tmp_path)
    for kind in ("fish", "leaf", "shell"):
        icon = draw_piece(spec, Piece("mud", kind), 40.0)
        [body] = (item for item in icon.items if isinstance(item, Shape) and item.role is Role.PIECE)
        bar = all_of(icon, Role.MARK)
        outline = Polygon(points(body.paths[0]))
        assert outline.covers(bar)
        assert bar.area > 1
        width, height = extent(outline)
        expected = {"fish": FISH_SIZE, "leaf": LEAF_SIZE, "shell": (30.0, 22.5)}[kind]
        assert width / height == pytest.approx(expected[0] / expected[1], rel=0.002)


def test_a_slot_on_a_player_board_is_straight_around_the_drawing(tmp_path: Path) -> None:
    slot = find_slot(load_pond(tmp_path).game, BoardPlace(holds=("leaf",), count=1))
    assert not slot.is_round
    assert (slot.width, slot.depth) == pytest.approx((34, 26), abs=0.01), "2 mm larger than 32 x 24 mm"


def test_kinds_along_two_drawings_that_are_alike_look_the_same(tmp_path: Path) -> None:
    """Two kinds along one drawing have their letters in figures, as discs have."""
    def warnings(leaf: str, shell: str) -> list[str]:
        spec = load_pond(tmp_path, ("art/leaf.svg, base: 32 mm, face: sign, sign: star, back: ring", leaf),
                         ("art/shell.svg, base: 30 mm, face: plain, reverse: other player", shell))
        return [problem.hint for problem in check_spec(spec) if "look the same" in problem.what]

    put_pond(tmp_path)
    (tmp_path / "pond" / "art" / "scale.svg").write_text(SVG.format(path="M0 30 H40 L31 0 H0 Z", paint=INK))
    plain, twin = "art/shell.svg, base: 30 mm, face: plain", "art/scale.svg, base: 30 mm, face: plain"
    assert warnings(twin, plain) == [
        "`face: sign` with a `sign` of its own for each, or another drawing for one of them"]
    assert not warnings(plain, plain)
    assert not warnings("art/leaf.svg, base: 32 mm, face: plain", plain)
    assert not warnings(twin.replace("plain", "sign, sign: star"), plain)


NOTCH = "M0 0 H60 V40 H46 L44 20 L42 40 H0 Z"  # 4 mm wide at its mouth, its tip in the middle of the height


def test_a_sharp_corner_is_told_once_of_a_piece_with_a_layer_under_it(tmp_path: Path) -> None:
    """The layer has the mirrored corner. In the file the notch is as high as 20 mm and 4 mm wide at its foot, where a
    disc with the radius of 0.45 mm, 0.66 mm in the file, fits in 6.9 mm below the tip."""
    spec = load_pond(tmp_path, ("tile: art/fish.svg}", "tile: art/fish.svg, face: plain, back: art/leaf.svg}"),
                     fish=NOTCH)
    told = [problem for problem in check_spec(spec) if "inner corner" in problem.what]
    assert [problem.where.key for problem in told] == ["pieces.fish.body.tile"]
    x, y = map(float, told[0].what.split(", at ")[1].removesuffix(" mm from the lower left corner").split(","))
    assert (x, y) == (pytest.approx(44, abs=0.1), pytest.approx(16, abs=1))
    job = make_laser_job(spec, Options())
    parts = [part for part in chosen_parts(spec, job.fit, Options()) if "fish" in part.name]
    assert {part.name for part in parts} >= {"reed fish tile", "reed fish back"}
    assert [problem.where.key.split(" at ")[0] for problem in making_problems(parts, job)] == ["reed fish tile"]
    notes = [picture for picture in flaw_pictures(spec, Options()) if "inner corner" in picture.flaw.message]
    assert [picture.is_reported(told) for picture in notes] == [True]


def test_strokes_of_a_sign_are_a_fault_of_its_drawing_not_of_the_outline(tmp_path: Path) -> None:
    """The sign is 100 times as long as it is wide: at most 17 mm on a fish, and 0.17 mm."""
    fine = SVG.format(path="M0 0 H60 V0.6 H0 Z", paint=INK)
    put_pond(tmp_path, ("tile: art/fish.svg}", "tile: art/fish.svg, face: sign, sign: art/fine.svg}"))
    (tmp_path / "pond" / "art" / "fine.svg").write_text(fine)
    spec = load_spec(str(tmp_path / "pond" / "game.yaml"))
    assert [(problem.where.key, problem.what.partition(",")[0]) for problem in check_spec(spec)
            if "strokes" in problem.what] == [
        ("pieces.fish.body.sign", "art/fine.svg: a mark has strokes under 0.2 mm and is lost")]


def test_a_piece_that_is_turned_over_keeps_its_drawing_in_the_hint(tmp_path: Path) -> None:
    spec = load_pond(tmp_path, ("set: standard,", "set: standard, captured: flips,"))
    hints = [problem.hint for problem in check_spec(spec) if problem.where.key == "pieces.fish.body"]
    assert hints == ["`body: {tile: art/fish.svg, reverse: other player}` has a side in each colour"]


CROSSING = "M0 0 L60 40 V0 L0 40 Z"
NECK = "M0 0 H32 V19.5 H36 V0 H60 V40 H36 V20.5 H32 V40 H0 Z"  # of 1 mm, at 0.68 of its size
PHOTO = ('"/><image href="data:image/png;base64,iVBORw0KGgo=" width="60" height="40"/><path d="M0 0 H1')


@pytest.mark.parametrize(("fish", "paint", "what"), [
    (CROSSING, LINE, "art/fish.svg: a line crosses itself at 30.0, 20.0 mm from the lower left corner"),
    ("M0 0 H60 V40 H0 L0 20", LINE, "art/fish.svg: the outline `it` is open at 0.0, 20.0 mm"),
    (NECK, 'fill="#000"',
     "art/fish.svg: only a strip of 0.69 mm holds the part together here, at 34, 20 mm from the lower left corner | "
     "acrylic-3mm needs at least 3 mm: draw it wider there, or make the piece larger"),
    ("M0 0 H60 V40 H0 Z M20 10 H40 V30 H20 Z", 'fill="#000" fill-rule="evenodd"',
     "art/fish.svg: it has holes, which fall out of a flat part"),
    ("M0 0 H25 V40 H0 Z M40 0 H60 V40 H40 Z", 'fill="#000"', "art/fish.svg: this is not joined to the rest"),
    (PHOTO, 'fill="#000"', "art/fish.svg: the picture is made of pixels"),
])
def test_a_drawing_that_cannot_be_cut_is_refused(tmp_path: Path, fish: str, paint: str, what: str) -> None:
    told = errors(load_pond(tmp_path, fish=fish, paint=paint))
    assert len(told) == 1
    assert told[0].startswith(f"pieces.fish.body.tile: {what}")


@pytest.mark.parametrize(("old", "new", "told"), [
    ("{tile: art/fish.svg}", "{tile: art/fish.png}", "pieces.fish.body.tile: art/fish.png: there is no such file"),
    ("{tile: art/fish.svg}", "{tile: art/fish.svg, travel: up}",
     "pieces.fish.body: a piece that is cut along a drawing has no point that could show where it moves | "
     "take `travel` out, and draw its front upwards"),
    ("{tile: art/fish.svg}", "{stack: art/fish.svg}",
     "pieces.fish.body.stack: the layers of a stack are not cut along a drawing, such as art/fish.svg | "
     "write square, hex or disc, or cut one flat piece along it: `tile: art/fish.svg`"),
    ("{tile: art/fish.svg}", "{tile: circle}",
     "pieces.fish.body.tile: a flat piece has no outline `circle` | "
     "write square, hex or disc, or the path of a drawing"),
    ("{tile: art/fish.svg}", "{tile: art/fish.svg, base: 60 mm}",
     "pieces.fish.body: a base of 60 mm leaves no room in a cell of 48 mm | 43.2 mm or less"),
])
def test_a_body_that_is_wrong_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    [problem] = errors(load_pond(tmp_path, (old, new)))
    assert problem.startswith(told)


def test_a_photo_has_no_outline(tmp_path: Path) -> None:
    from PIL import Image

    pair = ("{tile: art/fish.svg}", "{tile: art/fish.png}")
    folder = load_pond(tmp_path, pair).folder
    Image.new("L", (60, 40), 90).save(folder / "art" / "fish.png")
    assert errors(load_pond(tmp_path, pair)) == [
        "pieces.fish.body.tile: art/fish.png: a picture of dots has no outline that could be cut | "
        "trace it in your editor (Inkscape: Path > Trace Bitmap) and save it as SVG"]
