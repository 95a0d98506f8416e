"""Ornaments around boards, and the key of marks among them."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
import shapely
from shapely.geometry import LineString
from shapely.ops import unary_union

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.artwork.path import Curve
from fabgen.core.problems import FabgenError
from fabgen.figures.boards.board import draw_board
from fabgen.figures.boards.board_split import sheet_board_parts
from fabgen.figures.boards.border_key import draw_border_keys
from fabgen.figures.boards.border_ornament import CORNER_MAKERS, draw_ornament
from fabgen.figures.diagrams.margin_key import find_margin_key
from fabgen.spec.board import Ornament
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec, with_board_options

TEMPLATES = Path(__file__).parents[3] / "templates"
SIZE, INSET = (200.0, 160.0), 6.0
GAPS, FAR_GAPS, SIDE_GAPS = [(20.0, 60.0), (80.0, 120.0)], [(20.0, 60.0)], [(20.0, 70.0)]


def loaded(tmp_path: Path, name: str, *changes: tuple[str, str]) -> Spec:
    """A template with some text changed."""
    text = (TEMPLATES / name / "game.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    for source in (TEMPLATES / name).rglob("*"):
        if source.is_file():
            target = tmp_path / source.relative_to(TEMPLATES / name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    (tmp_path / "game.yaml").write_text(text)
    return load_spec(str(tmp_path))


def words_of(drawing: Drawing) -> list[str]:
    return [item.text.string for item in drawing.items if isinstance(item, Lettering)]


def test_every_ornament_of_a_spec_is_drawn() -> None:
    assert {*CORNER_MAKERS, "none"} == {*get_args(Ornament)}


@pytest.mark.parametrize("name", CORNER_MAKERS)
def test_an_ornament_goes_around_the_board_and_leaves_words_free(name: str) -> None:
    """All lines are on the double rule 6 mm from the edge, 1.46 mm broad, but for the motifs, which reach 12 mm along
    the sides and inwards from the corners of that line and 3.3 mm outwards; nothing is in the gaps; all four sides have
    lines, and those of the right one are those of the left one, turned by half a turn."""
    paths = draw_ornament(name, SIZE, INSET, GAPS, FAR_GAPS, SIDE_GAPS)
    lines = [LineString(path.trace(0.01)) for path in paths]
    width, height = SIZE
    around = shapely.box(INSET, INSET, width - INSET, height - INSET).exterior
    corners = [shapely.box(-3.3, -3.3, 12, 12), *(shapely.affinity.translate(shapely.box(*box), width - 2 * INSET if far
               else 0, height - 2 * INSET if high else 0) for far, high, box in (
                   (True, False, (-12, -3.3, 3.3, 12)), (False, True, (-3.3, -12, 12, 3.3)),
                   (True, True, (-12, -12, 3.3, 3.3))))]
    reach = unary_union([around.buffer(1.56), *(shapely.affinity.translate(box, INSET, INSET) for box in corners)])
    assert all(reach.contains(path) for path in lines)
    drawn = unary_union(lines)
    for left, right in GAPS:
        assert not drawn.intersects(shapely.box(left + 0.01, 0, right - 0.01, 2 * INSET))
    for left, right in FAR_GAPS:
        assert not drawn.intersects(shapely.box(width - right + 0.01, height - 2 * INSET, width - left - 0.01, height))
    for low, high in SIDE_GAPS:
        assert not drawn.intersects(shapely.box(width - 2 * INSET, low + 0.01, width, high - 0.01))
        assert not drawn.intersects(shapely.box(0, height - high + 0.01, 2 * INSET, height - low - 0.01))
    middle = shapely.box(0, 40, width, height - 40).intersection(drawn)
    turned = shapely.affinity.rotate(middle, 180, origin=(width / 2, height / 2))
    assert middle.length == pytest.approx(2 * 4 * (120 - 70))  # four lines on either side; a gap ends at 70 mm
    assert middle.hausdorff_distance(turned) < 0.02


@pytest.mark.parametrize("name", ["steps", "chevrons", "braid", "rails"])
def test_a_motif_is_the_same_along_either_side(name: str) -> None:
    """The lower left corner, mirrored about its diagonal, is itself, but for the 0.35 mm by which lines side by side
    lie on one side of theirs. It ends where the fine line of the double rule begins."""
    drawn = unary_union([LineString(path.trace(0.01)) for path in draw_ornament(name, SIZE, INSET, [])])
    corner = shapely.box(0, 0, INSET + 11.7, INSET + 11.7).intersection(drawn)
    mirrored = shapely.affinity.affine_transform(corner, [0, 1, 1, 0, 0, 0])
    assert corner.length > 40
    assert corner.hausdorff_distance(mirrored) < 0.36


def test_no_ornament() -> None:
    assert draw_ornament("none", SIZE, INSET, GAPS) == []


def test_the_strands_of_a_braid_are_smooth() -> None:
    """Two strands of three curves begin and end on the line, 11.7 mm from its corner, and go on in their directions
    where they cross."""
    strands = [path for path in draw_ornament("braid", SIZE, INSET, [])
               if len(path.segments) == 3 and path.start == pytest.approx((INSET + 11.7, INSET))]
    assert len(strands) == 2
    for strand in strands:
        assert strand.segments[-1].to == pytest.approx((INSET, INSET + 11.7))
        for before, after in pairwise(strand.segments):
            assert isinstance(before, Curve)
            assert isinstance(after, Curve)
            (x, y), (x0, y0), (x1, y1) = before.to, before.second, after.first
            turn = math.atan2(y1 - y, x1 - x) - math.atan2(y - y0, x - x0)
            assert math.sin(turn) == pytest.approx(0, abs=1e-9)
            assert math.cos(turn) == pytest.approx(1)


def test_a_board_in_parts_has_plain_lines(tmp_path: Path) -> None:
    """A seam may cut these, and nothing else: each of the four corners has two chevrons of four lines with a tip."""
    spec = loaded(tmp_path, "correction")
    whole = sheet_board_parts(spec.game, spec.lattice, Fit(3.0, 0.1))
    parted = sheet_board_parts(spec.game, spec.lattice, Fit(3.0, 0.1, room=(200.0, 200.0)))

    plain = loaded(tmp_path, "correction", ("ornament: chevrons", "ornament: lines"))
    plain_parts = sheet_board_parts(plain.game, plain.lattice, Fit(3.0, 0.1, room=(200.0, 200.0)))
    assert len(whole) == 1
    assert sum(len(path.segments) == 2 for item in whole[0].drawing.only(Role.ZONE).items if isinstance(item, Shape)
               for path in item.paths) == 4 * 2 * 4
    assert len(parted) == 4
    assert parted == plain_parts


@pytest.mark.parametrize(("name", "words"), [
    ("correction", ["Move", "Capture", "Move or capture"]), ("abstract-game", ["Move", "Jump and capture"]),
    ("chess-battle", ["Move", "Slide"]), ("incorrect-checkers", ["Move", "Jump"]),
    ("charing-cross", ["Move", "Jump and send home"]),
])
def test_a_key_explains_the_marks_that_the_pieces_carry(name: str, words: list[str]) -> None:
    key = find_margin_key(load_spec(name))
    assert [mark.words for mark in key if mark.row == "marks"] == words
    row, *_ = draw_border_keys(key, 200.0, 200.0)
    assert words_of(row.drawing) == words
    assert row.drawing.bounds()[2] <= row.length + 0.01 <= 140
    assert draw_border_keys(key, 0.3 * row.length, 200.0)[0].length == 0.0


def test_the_key_is_at_the_near_edge_of_both_players(tmp_path: Path) -> None:
    """The words of one are upright, those of the other are turned by half a turn, in the same place from there."""
    spec = loaded(tmp_path, "correction")
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec))
    places = {angle: [item.text.at for item in drawing.items if isinstance(item, Lettering)
                      and item.text.string in ("Move", "Capture", "Move or capture") and item.text.angle % 360 == angle]
              for angle in (0, 180)}
    side = 6 * 40 + 2 * 18.5
    assert len(places[0]) == 3
    assert [(side - x, side - y) for x, y in places[180]] == [pytest.approx(place) for place in places[0]]
    assert all(y < 18 for _, y in places[0])


def near_lines(drawing: Drawing, title: Lettering) -> list[tuple[float, float]]:
    """Where the upper line of the double rule of a near edge begins and ends, from left to right."""
    level = title.text.at[1] + title.text.cap / 2 + 1.46 / 2
    ends = {(path.start[0], path.end[0]) for item in drawing.only(Role.ZONE).items if isinstance(item, Shape)
            for path in item.paths if len(path.segments) == 1 and path.start[1] == path.end[1]
            and path.start[1] == pytest.approx(level, abs=0.01)}
    return sorted((start, end) for start, end in ends if end - start > 4)  # others are those of chequers


@pytest.mark.parametrize(("name", "marks", "last", "start"), [
    ("correction", 3, "Orange spawn row", None), ("abstract-game", 1, "Jump and capture", 17.5),
    ("chess-battle", 2, "Deadly outside", None), ("incorrect-checkers", 2, "White’s goal points", None),
    ("charing-cross", 2, "Black’s home squares", None)])
def test_a_line_fills_the_gap_between_key_and_title(name: str, marks: int, last: str, start: float | None) -> None:
    """The key begins as far from the left edge as it ends from the right one: at the cells, in An Abstract Game
    17.5 mm, or where the motif of the corner reaches further, behind that. The title is in capitals; on either side of
    it there is one line, 2.5 mm off title and key and 12 mm long or more. Correction has no room for two, and none."""
    spec = load_spec(name)
    key = find_margin_key(spec)
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=key)
    near = {item.text.string: item for item in drawing.items
            if isinstance(item, Lettering) and item.bounds()[3] < 18.5 and item.text.angle == 0}
    title, own = near[spec.game.title.upper()], near[key[marks - 1].words]
    width, lines = drawing.size()[0], near_lines(drawing, title)
    left, _, right, _ = title.bounds()
    end = near[last].bounds()[2]
    middle = title.text.at[1] + title.text.cap / 2
    marks_at_left = [item.bounds()[0] for item in drawing.only(Role.MOVE, Role.MARK).items if isinstance(item, Shape)
                     and abs((item.bounds()[1] + item.bounds()[3]) / 2 - middle) < 0.3]
    assert min(marks_at_left) == pytest.approx(width - end, abs=0.3)
    if start:
        assert width - end == pytest.approx(start, abs=0.1)
    assert spec.game.rim - 0.1 < width - end < spec.game.rim + 2.5
    if name == "correction":
        assert not lines
        return
    (first, first_end), (last_start, last_end) = lines
    assert (first, first_end, last_start) == (
        pytest.approx(own.bounds()[2] + 2.5, abs=0.1), pytest.approx(left - 2.5, abs=0.1),
        pytest.approx(right + 2.5, abs=0.1))
    assert min(first_end - first, last_end - last_start) >= 12
    assert last_end < near[key[marks].words].bounds()[0] - 2.5


@pytest.mark.parametrize("name", ["correction", "abstract-game", "incorrect-checkers", "charing-cross"])
def test_the_designer_is_as_large_as_the_words_of_the_key(name: str) -> None:
    spec = load_spec(name)
    key = find_margin_key(spec)
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=key)
    caps = {item.text.string: item.text.cap for item in drawing.items if isinstance(item, Lettering)}
    assert caps[spec.game.designer] == caps[key[0].words]


@pytest.mark.parametrize(("name", "words"), [
    ("correction", ["Green spawn row", "Orange spawn row"]),
    ("incorrect-checkers", ["Black’s goal points", "White’s goal points"]),
    ("charing-cross", ["White’s home squares", "Black’s home squares"]),
    ("abstract-game", ["Jump and capture"]),  # half of the marks where there is nothing else
])
def test_homes_and_goals_are_explained_at_the_right_of_the_title(name: str, words: list[str]) -> None:
    """For either seat, in the same place from there."""
    spec = load_spec(name)
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec))
    width, height = drawing.size()
    texts = [item for item in drawing.items if isinstance(item, Lettering)]
    near, far = ([item for item in texts if item.text.string in words and item.text.angle % 360 == angle]
                 for angle in (0, 180))
    assert [item.text.string for item in near] == [item.text.string for item in far] == words
    assert all(item.bounds()[0] > width / 2 and item.bounds()[3] < 18 for item in near)
    assert [(width - item.text.at[0], height - item.text.at[1]) for item in far] == [
        pytest.approx(item.text.at) for item in near]


@pytest.mark.parametrize("name", ["correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross"])
@pytest.mark.parametrize("has_key", [True, False])
def test_title_and_designer_are_in_the_middle_of_opposite_sides(tmp_path: Path, name: str, has_key: bool) -> None:
    """Each is upright for who sits there. No line is where the name is."""
    spec = load_spec(name)
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec) if has_key else ())
    width, height = drawing.size()
    texts = [item for item in drawing.items if isinstance(item, Lettering)]
    (title,) = (item for item in texts if item.text.string == spec.game.title.upper())
    (designer,) = (item for item in texts if item.text.string == spec.game.designer)
    for item, turn in ((title, 0), (designer, 180)):
        left, low, right, high = item.bounds()
        assert (left + right) / 2 == pytest.approx(width / 2, abs=0.1)
        assert item.text.angle % 360 == turn
        assert (high < 18) if turn == 0 else (low > height - 18)
    name_box = shapely.box(*designer.bounds())
    assert not any(name_box.intersects(LineString(path.trace(0.01))) for item in drawing.only(Role.ZONE).items
                   if isinstance(item, Shape) for path in item.paths)


def test_notes_are_at_the_sides_or_at_the_right_of_the_title() -> None:
    """An Abstract Game: what its two kinds of framed spaces mean, turned at the right side and at the left one, in
    their middle. Correction: what a token does. Chess Battle, whose players sit there: what the corners of zones mean,
    for each of four."""
    for name, words, angles in (("abstract-game", ["Red: open when the piece count is even",
                                                   "Blue: open when the piece count is odd"], {90, 270}),
                                ("correction", ["A denial token stops a move"], {90, 270}),
                                ("chess-battle", ["Warning outside", "Deadly outside"], {0, 90, 180, 270})):
        spec = load_spec(name)
        drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec))
        texts = [item for item in drawing.items if isinstance(item, Lettering) and item.text.string in words]
        assert {item.text.angle % 360 for item in texts} == angles
        assert len(texts) == len(words) * len(angles)
        if name != "chess-battle":
            _, height = drawing.size()
            ends = [end for item in texts for end in (item.bounds()[1], item.bounds()[3])]
            assert min(ends) + max(ends) == pytest.approx(height, abs=0.1)
        else:
            assert all(item.bounds()[0] > drawing.size()[0] / 2 for item in texts if item.text.angle % 360 == 0)


@pytest.mark.parametrize(("title", "capitals"), [
    ("Correction", "CORRECTION"), ("The Correction of All", "THE CORRECTION OF ALL"),
    ("The Correction of All Our Board Games", "THE CORRECTION OF ALL OUR BOARD GAMES")])
def test_a_title_has_capitals_where_these_are_clear_of_the_corners(tmp_path: Path, title: str, capitals: str) -> None:
    """Without a key they are as high as the band is: a border of 18.5 mm leaves 18.5 - 2.15 * 3.33 - 3.14 - 2 = 6.2 mm
    to ascenders and descenders, 1.38 capitals: 4.493 mm."""
    spec = loaded(tmp_path, "correction", ("title: Correction", f"title: {title}"), ("  marks_key: true\n", ""))
    drawing = draw_board(spec.game, spec.lattice, etched=True)
    words, designer = (item for item in drawing.only(Role.TITLE).items if isinstance(item, Lettering))
    assert words.text.string == capitals
    assert words.bounds()[2] < 277 - 18
    assert designer.bounds()[1] > 277 - 18
    if title == "Correction":
        assert words.text.cap == pytest.approx(4.493, abs=0.001)


def test_where_players_sit_on_all_sides_each_has_the_key() -> None:
    """Chess Battle: the words of four seats, each in the same place for who sits there, on a board of 389 mm."""
    spec = load_spec("chess-battle")
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec))
    side = 8 * 44 + 2 * 18.5
    places = {item.text.angle % 360: item.text.at for item in drawing.items
              if isinstance(item, Lettering) and item.text.string == "Slide"}
    x, y = places[0]
    assert 18 < x < side / 2
    assert 0 < y < 18
    assert places == {0: (x, y), 90: pytest.approx((side - y, x)), 180: pytest.approx((side - x, side - y)),
                      270: pytest.approx((y, side - x))}
    key_boxes = [shapely.box(*item.bounds()) for item in drawing.items
                 if isinstance(item, Lettering) and item.text.string in ("Move", "Slide")]
    border_lines = [LineString(path.trace(0.01)) for item in drawing.items
                    if isinstance(item, Shape) and item.role is Role.ZONE for path in item.paths]
    assert len(key_boxes) == 8
    assert not any(box.intersects(path) for box in key_boxes for path in border_lines)


SEATS = """\
fabgen: 1
title: Seats
designer: Nobody
players:
  blue: {{forward: up, material: acrylic-3mm/blue}}
  orange: {{forward: right, material: acrylic-3mm/orange}}
  white: {{forward: left, material: acrylic-3mm/white}}
board: {{grid: {grid}, cell: 38 mm, border: 18 mm, ornament: steps, marks_key: true, material: acrylic-3mm/clear}}
pieces:
  knight: {{each: 1, moves: mNcK, body: {{standee: knight}}}}
  pawn: {{each: 1, moves: K, body: {{standee: pawn}}}}
"""


@pytest.mark.parametrize(("grid", "height"), [("8x8", 340), ("11x2", 112)])
def test_the_key_is_on_all_sides_where_one_of_three_sits_at_the_right(tmp_path: Path, grid: str, height: float) -> None:
    """Also on the far side, where nobody sits. The line around the board is 5.87 mm from its edge and the key at least
    12 mm from the corners of that line, on sides of 8 x 38 + 2 x 18 = 340 mm and on short ones of 112 mm."""
    (tmp_path / "game.yaml").write_text(SEATS.format(grid=grid))
    spec = load_spec(str(tmp_path))
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec))
    words = {item.text.angle % 360: item.bounds() for item in drawing.items
             if isinstance(item, Lettering) and item.text.string == "Move or capture"}
    assert {*words} == {0, 90, 180, 270}
    assert words[90][3] < height - 17.8
    assert words[270][1] > 17.8


@pytest.mark.parametrize(("name", "count"), [("incorrect-checkers", 1), ("charing-cross", 4)])
def test_the_ring_in_the_key_is_open_where_that_of_the_pieces_is(name: str, count: int) -> None:
    """Pieces that only jump have a closed ring; it is open at four places where a jump takes what it goes over. In its
    middle is the ring of the piece itself."""
    spec = load_spec(name)
    ring = find_margin_key(spec)[1]
    parts = [item for item in ring.draw_mark(5.0).items if isinstance(item, Shape)]
    assert len(parts) == count + 1
    x0, y0, x1, y1 = Drawing(tuple(parts)).bounds()
    assert (x1 - x0, y1 - y0) == pytest.approx((6.0, 6.0), abs=0.01)
    own = Drawing((parts[-1],)).bounds()
    assert (own[2] - own[0], len(parts[-1].paths)) == (pytest.approx(2.5), 2)


def test_the_key_says_what_the_signs_of_the_art_mean() -> None:
    """Charing Cross: arrows and crossed rings, at both sides, as large as other signs: 0.8 of a cell. A solid arrow has
    one outline, an open one two."""
    spec = load_spec("charing-cross")
    notes = [mark for mark in find_margin_key(spec) if mark.row == "notes"]
    assert [mark.words for mark in notes] == ["White may move in", "Black may move in", "Nobody may move in"]
    signs = [mark.draw_mark(5.0).items for mark in notes]
    assert [len(item.paths) for (item,) in signs if isinstance(item, Shape)] == [2, 1, 3]
    for (sign,) in signs:
        x0, y0, x1, y1 = sign.bounds()
        assert max(x1 - x0, y1 - y0) == pytest.approx(4.0, abs=0.05)
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec))
    turns = [item.text.angle % 360 for item in drawing.items if isinstance(item, Lettering)
             and item.text.string == "Black may move in"]
    assert sorted(turns) == [90, 270]


@pytest.mark.parametrize(("change", "what"), [
    (("{h2: White", "{h9: White"), "`h9` is not on the board"),
    (("{h2: White", "{H2: White"), "did you mean h2?"),
    (("{h2: White may move in", "{h2: ''"), "there are no words here"),
    (("{h2: White may move in", f"{{h2: {'m' * 41}"), "41 characters are too many for the key of a board"),
    (("  art: art/board.svg", "  ornament: rails  #"), "`art_key` says what the `art` in squares of a grid means"),
])
def test_a_key_of_art_needs_art_and_squares_of_the_board(tmp_path: Path, change: tuple[str, str], what: str) -> None:
    changes = [("  ornament: rails\n", "")] if "ornament" in change[1] else []
    with pytest.raises(FabgenError, match=what):
        loaded(tmp_path, "charing-cross", *changes, change)


def test_words_of_the_key_are_no_names(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "charing-cross", ("nobody may move in", '"1st: (nobody), / in"'))
    assert spec.game.board.art_key["a1"] == "1st: (nobody), / in"


@pytest.mark.parametrize(("name", "pattern", "count"), [("red", "double", 5), ("blue", "frame", 3)])
def test_framed_spaces_of_a_dark_colour_are_dark_in_the_key(name: str, pattern: str, count: int) -> None:
    """An Abstract Game: squares with one light line or two, as on the board: the outline, two for each line, and the
    area within is dark."""
    spec = load_spec("abstract-game")
    assert spec.game.board.zones[name].pattern == pattern
    (mark,) = (mark for mark in find_margin_key(spec) if mark.words.lower().startswith(name))
    (frame,) = mark.draw_mark(5.6).items
    assert isinstance(frame, Shape)
    assert len(frame.paths) == count


@pytest.mark.parametrize("name", ["incorrect-checkers", "charing-cross"])
def test_the_key_says_whose_a_frame_is(name: str) -> None:
    """Two thin frames have four outlines, one heavy frame two. Where the names of the spaces would make the capitals
    smaller than 2.6 mm, the players' names stand for them, and where these would, nothing."""
    key = [mark for mark in find_margin_key(load_spec(name)) if mark.row != "notes"]
    assert [mark.row for mark in key] == ["marks", "marks", "extras", "extras"]
    drawn = [[len(item.paths) for item in mark.draw_mark(6.0).items if isinstance(item, Shape)] for mark in key[2:]]
    assert drawn == [[4], [2]]
    assert all(mark.draw_mark(6.0).bounds()[2] == pytest.approx(0.7 * 6.0 / 2) for mark in key[2:])
    most, other, _ = draw_border_keys(key, 1000.0)
    assert most.cap == other.cap == 3.2
    _, shorter, _ = draw_border_keys(key, max(0.75 * other.length, most.length))  # 2.6 of 3.2 are 0.81
    assert words_of(shorter.drawing) == [mark.short_words for mark in key[2:]]
    alone, none, _ = draw_border_keys(key, 0.8 * shorter.length)
    assert none.length == 0
    assert alone.length == 0 or words_of(alone.drawing) == [mark.words for mark in key[:2]]


def test_hatches_in_the_key_are_those_of_the_cells() -> None:
    """Correction: a hatch that rises, of single lines, and one that falls, in pairs, with as much line within a fifth;
    both within their outline of 4.2 mm."""
    rising, falling = (mark for mark in find_margin_key(load_spec("correction")) if mark.row == "extras")
    slopes, lengths = list[set[float]](), list[float]()
    for mark in (rising, falling):
        drawing = mark.draw_mark(6.0)
        assert drawing.size() == pytest.approx((4.2, 4.2), abs=0.01)
        lines = [path for item in drawing.only(Role.ZONE).items if isinstance(item, Shape) for path in item.paths]
        slopes.append({round((path.end[1] - path.start[1]) / (path.end[0] - path.start[0]), 3) for path in lines})
        lengths.append(sum(math.dist(path.start, path.end) for path in lines))
    assert slopes == [{1.0}, {-1.0}]
    assert lengths[1] == pytest.approx(lengths[0], rel=0.2)


@pytest.mark.parametrize(("name", "change"), [
    ("charing-cross", ("of: black, pattern: frames", "of: black, pattern: dots")),
    ("incorrect-checkers", ("of: white, pattern: frame}", "of: white, pattern: frames}")),  # as those on dark cells
])
def test_zones_without_a_look_of_their_own_are_not_in_the_key(
        tmp_path: Path, name: str, change: tuple[str, str]) -> None:
    assert not any(mark.row == "extras" for mark in find_margin_key(loaded(tmp_path, name, change)))


def test_an_inlaid_board_whose_frames_are_alike_has_none_in_its_key() -> None:
    spec = load_spec("charing-cross")
    inlaid = with_board_options(spec, Options(board_style="inlaid"))
    assert any(mark.row == "extras" for mark in find_margin_key(spec))
    assert not any(mark.row == "extras" for mark in find_margin_key(inlaid))


@pytest.mark.parametrize("change", [
    ("  marks_key: true\n", ""), ("base: 37 x 38 mm}", "base: 37 x 38 mm, face: name}")])
def test_no_key_where_none_is_asked_for_or_no_piece_carries_a_mark(tmp_path: Path, change: tuple[str, str]) -> None:
    assert find_margin_key(loaded(tmp_path, "correction", change)) == ()


def test_no_key_where_a_mark_needs_more_than_a_word_or_two(tmp_path: Path) -> None:
    """A pawn that may go on to the edge has an arrowhead behind its mark."""
    spec = loaded(tmp_path, "correction", ("moves: fF\n", "moves: fFfR\n"), ("      * . *\n", "      * # *\n"))
    assert find_margin_key(spec) == ()


def test_the_key_has_the_word_of_the_game(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "correction", ("\nplayers:\n", "\nterms: {capture: eliminate}\nplayers:\n"))
    assert [mark.words for mark in find_margin_key(spec) if mark.row == "marks"] == [
        "Move", "Eliminate", "Move or eliminate"]


def test_a_long_name_of_a_designer_is_clear_of_the_key(tmp_path: Path) -> None:
    """It is longer than the short title, and stands on the far edge between the words of the key, or beside them."""
    spec = loaded(tmp_path, "correction", ("title: Correction", "title: Go"),
                  ("designer: Adam Kouzmanoff", "designer: Christian Freeling and Adam K"))
    drawing = draw_board(spec.game, spec.lattice, etched=True, key=find_margin_key(spec))
    boxes = [item.bounds() for item in drawing.items if isinstance(item, Lettering) and len(item.text.string) > 1]
    for is_far in (False, True):
        edge = sorted(box for box in boxes if (box[1] > 150) == is_far)
        assert len(edge) > 2, "the words of the key, and a name or a title"
        assert all(right[0] - left[2] >= 2 for left, right in pairwise(edge))


def test_rows_of_two_players_with_one_name_are_told_by_the_players(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "correction", ("of: green, pattern", "of: green, name: Spawn row, pattern"),
                  ("of: orange, pattern", "of: orange, name: Spawn row, pattern"))
    assert [mark.words for mark in find_margin_key(spec) if mark.row == "extras"] == ["Green", "Orange"]
