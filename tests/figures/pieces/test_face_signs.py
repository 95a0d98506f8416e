"""A name or a sign on a piece: inside of what it lies on, upright, as large as it fits, the same on paper, in figures
and on the laser's files, where a wrong one is found. Measured with shapely on the outlines."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import shapely
from built import problems as build_problems
from built import reseal, share_written_game, verify_in_place
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import all_of, extent, thing, things
from shapely import Polygon, box
from specs import loaded, problems

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.artwork.paper_things import Chit
from fabgen.artwork.part import Fit
from fabgen.build import Result
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import make_piece_batch
from fabgen.figures.diagrams.marks import MARKS
from fabgen.figures.pieces.bodies import PlayerPiece, find_body_faults, make_piece_parts, make_player_piece
from fabgen.figures.positions.piece_icons import piece_silhouette
from fabgen.paper.print_on_demand import SafeArea
from fabgen.verify import verify

FIT = Fit(3.0, 0.1)
RULES = "# Rules\n\nMove one piece.\n"
RANKS = """\
fabgen: 1
title: Ranks
designer: Nobody
players:
  red: {forward: up, material: acrylic-3mm/red}
  blue: {forward: down, material: acrylic-3mm/blue}
board: {grid: 5x5, cell: 43 mm, material: acrylic-3mm/clear}
pieces:
  marshal: {moves: W, body: {tile: disc, face: sign, sign: 10}}
  scout: {moves: R, body: {tile: square, face: sign, sign: star}}
  royal messenger: {moves: F, body: {tile: hex, face: name}}
  keeper: {moves: fW, body: {standee: pawn, face: sign, sign: key}}
  warden: {moves: fW, body: {standee: rook, face: name}}
setup:
  red: {marshal: a1, scout: b1, royal messenger: c1, keeper: d1, warden: e1}
  blue: {marshal: a5, scout: b5, royal messenger: c5, keeper: d5, warden: e5}
rules: {set: standard, win: [{capture: [marshal]}]}
"""


@pytest.fixture(scope="module")
def ranks(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return share_written_game(tmp_path_factory, "ranks", RANKS, RULES, only=("laser", "print", "rules"))


def guard(folder: Path, body: str, player: str = "black") -> PlayerPiece:
    return make_player_piece(loaded(folder, ("{standee: pawn}", body)), player, "guard", FIT)


def chit_of(folder: Path, body: str) -> Drawing:
    """The front of a guard of paper."""
    spec = loaded(folder, ("{standee: pawn}", body))
    item = make_piece_batch(spec, "white", "guard", "tent", load_words()).thing
    assert isinstance(item, Chit)
    return item.front


def plate_of(piece: PlayerPiece) -> Drawing:
    """The part that carries the name or the sign."""
    return next(part.drawing for part in make_piece_parts(piece) if part.name.endswith((" base", " tile")))


def face_of(drawing: Drawing) -> list[shapely.Geometry]:
    """What is on a plate, without the name beyond a slot, which is turned by half a turn."""
    return [thing(item) for item in drawing.items if item.role in (Role.MARK, Role.LABEL)
            and not (isinstance(item, Lettering) and item.text.angle)]


bodies = st.builds(
    lambda kind, face, base: f"{{{kind}, face: {face}, base: {base} mm}}",
    st.sampled_from(["tile: disc", "tile: square", "tile: hex", "standee: pawn", "stack: disc", "crossed: rook"]),
    st.sampled_from(["name", *(f"sign, sign: {mark}" for mark in MARKS), "sign, sign: K", "sign, sign: 10"]),
    st.integers(20, 38),
)


@settings(max_examples=120, deadline=None)
@given(bodies)
def test_a_face_lies_between_the_edge_and_the_slot(tmp_path_factory: pytest.TempPathFactory, body: str) -> None:
    """1.6 mm from the edge of a square base, 2 mm from that of others, and 1 mm before the slot; or it is refused. The
    sign of the second player bites up to 1 mm off a disc, so the disc is the first player's."""
    piece = guard(tmp_path_factory.mktemp("game"), body, "white" if "disc" in body else "black")
    drawing = plate_of(piece) if not piece.layout.seat or piece.layout.seat.tab else Drawing()
    face = face_of(drawing)
    if not face:
        assert [fault.code for fault in piece.find_faults() if fault.level == "error"]
        return
    (edge,) = things(drawing, Role.EDGE)
    assert isinstance(edge, Polygon)
    is_square_base = piece.layout.seat and piece.base_plan.shape == "square"
    assert edge.buffer(-(1.6 if is_square_base else 2.0) + 0.02).covers(shapely.union_all(face))
    for slot in things(drawing, Role.HOLE):
        assert slot.bounds[1] - max(thing.bounds[3] for thing in face) >= 1.0 - 0.01


@pytest.mark.parametrize("body", ["{tile: disc, face: sign, sign: star}", "{tile: square, face: sign, sign: K}"])
def test_a_sign_is_three_fifths_of_its_piece(tmp_path: Path, body: str) -> None:
    """0.62 of the lesser side, which docs/look.md states; letters stand 0.62 of that high. The base is 34 mm."""
    face = shapely.union_all(face_of(plate_of(guard(tmp_path, body))))
    width, height = extent(face)
    high = 0.62 * 34
    if "star" in body:
        assert max(width, height) == pytest.approx(high, rel=0.06)
    else:
        capital = extent(box(*face.bounds))[1]
        assert capital >= 0.62 * high


def test_a_long_name_takes_as_many_lines_as_make_it_large(tmp_path: Path) -> None:
    """`Master of the horse` on a disc of 34 mm: in one line it would have capitals of 2 mm, in three of 3.9."""
    spec = loaded(tmp_path, ("    body: {standee: pawn}", "    name: master of the horse\n"
                             "    body: {tile: disc, face: name}"))
    words = [item for item in plate_of(make_player_piece(spec, "black", "guard", FIT)).items
             if isinstance(item, Lettering)]
    assert [item.text.string for item in words] in (["Master of", "the horse"], ["Master", "of the", "horse"])
    assert len({item.text.cap for item in words}) == 1
    assert words[0].text.cap > 2.5
    assert all(item.text.angle == 0 for item in words), "upright for its owner"


def test_a_name_stands_once_on_a_base(tmp_path: Path) -> None:
    """Where the face carries it, not beyond the slot too."""
    for face, count in (("name", 1), ("diagram", 1), ("plain", 1), ("sign, sign: star", 1)):
        drawing = plate_of(guard(tmp_path, f"{{standee: pawn, face: {face}}}"))
        words = [item.text.string for item in drawing.items if isinstance(item, Lettering)]
        assert words == ["Guard"] * count, face


def test_a_face_that_has_no_room_names_the_base_that_does(tmp_path: Path) -> None:
    """On the base that is named it has room, 1 mm less has none."""
    named = "{{tile: disc, base: {} mm, face: name}}\n    name: master of the horse"
    found = problems(tmp_path, ("{standee: pawn}", named.format(12)))
    (problem,) = [problem for problem in found if problem.level == "error"]
    assert problem.what == "the name of the guard has no room on its face"
    base = re.match(r"a base of (\S+) mm or more has room for it; or `face: plain`, without it", problem.hint)
    assert base, problem.hint
    for size, faults in ((float(base[1]), 0), (float(base[1]) - 1, 1)):
        piece = guard(tmp_path, named.format(f"{size:g}"))
        assert len([fault for fault in find_body_faults(piece, 40) if fault.level == "error"]) == faults


@pytest.mark.parametrize(("body", "what", "hint"), [
    ("{tile: disc, face: sign}", "nothing says which sign this face carries", "add one, like `sign: star`"),
    ("{tile: disc, sign: star}", "a face with a diagram carries no sign", "write `face: sign`, or take `sign` out"),
    ("{tile: disc, face: name, sign: star}", "a face with a name carries no sign", "write `face: sign`"),
    ("{tile: disc, face: plain, sign: star}", "a face with nothing on it carries no sign", "write `face: sign`"),
    ("{tile: disc, face: sign, sign: stra}", "there is no mark `stra`", "did you mean star?"),
    ("{tile: disc, face: sign, sign: 100}", "there is no mark `100`", "or 1 to 2 letters or figures"),
    ("{tile: disc, face: sign, sign: ♞}", "fabgen's font has no `♞`", "other letters, a mark, or a drawing"),
    ("{tile: disc, face: sign, sign: art/gone.svg}", "art/gone.svg: there is no such file beside the spec", "a path"),
])
def test_a_face_that_cannot_be_is_told(tmp_path: Path, body: str, what: str, hint: str) -> None:
    try:
        found = problems(tmp_path, ("{standee: pawn}", body))
    except FabgenError as error:
        found = [*error.problems]
    told = [problem for problem in found if problem.level == "error"]
    assert [problem.what for problem in told] == [what]
    assert hint in told[0].hint


def test_a_drawing_may_be_a_sign(tmp_path: Path) -> None:
    """A rectangle of 10 by 5 mm stays twice as wide as high."""
    spec = loaded(tmp_path, ("{standee: pawn}", "{tile: square, face: sign, sign: bar.svg}"))
    (tmp_path / "skirmish" / "bar.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="5mm" viewBox="0 0 10 5">'
        '<path d="M0 0H10V5H0Z"/></svg>', "utf-8")
    spec = loaded(tmp_path, ("{standee: pawn}", "{tile: square, face: sign, sign: bar.svg}"))
    width, height = extent(shapely.union_all(face_of(plate_of(make_player_piece(spec, "white", "guard", FIT)))))
    assert width == pytest.approx(2 * height)
    assert width > 15


def test_figures_show_the_sign(tmp_path: Path) -> None:
    """A figure of a piece has a star of ten corners in it, not a ring or a letter."""
    spec = loaded(tmp_path, ("{standee: pawn}", "{tile: disc, face: sign, sign: star}"))
    (star,) = piece_silhouette(spec.game, "guard").holes
    assert len([*star]) == 10


def test_paper_shows_the_sign_or_the_name(tmp_path: Path) -> None:
    """The front of the chit has the star; that of a name the name in capitals of more than 2 mm."""
    (star,) = things(chit_of(tmp_path, "{tile: disc, face: sign, sign: star}"), Role.MARK)
    assert max(extent(star)) > 15
    assert not things(chit_of(tmp_path, "{tile: disc, face: plain}"), Role.MARK)
    (word,) = [item for item in chit_of(tmp_path, "{tile: disc, face: name}").items if isinstance(item, Lettering)]
    assert word.text.string == "Guard"
    assert word.text.cap > 2


@pytest.mark.parametrize("face", ["name", "sign, sign: star"])
def test_an_order_has_what_the_face_carries(tmp_path: Path, face: str) -> None:
    spec = loaded(tmp_path, ("{standee: pawn}", f"{{tile: disc, face: {face}}}"))
    item = next(item for item in make_order_items(spec) if item.name == "white guard")
    front, _ = item.sides(SafeArea(34, 34))
    words = [one.text for one in front.items if isinstance(one, Lettering)]
    assert (words[0].cap > 2) if face == "name" else max(extent(all_of(front, Role.MARK))) > 10
    assert item.plain


def test_a_game_of_names_and_signs_is_built_and_verified(ranks: Result) -> None:
    """Both armies on their sheets, print-and-play, rulebook."""
    assert verify_in_place(ranks.target) == []


def test_a_wrong_sign_is_found(ranks: Result, tmp_path: Path) -> None:
    """The star of a scout is made a little smaller on its sheet."""
    folder = tmp_path / "ranks"
    shutil.copytree(ranks.target, folder)
    sheet = folder / "laser" / "red-pieces.svg"
    text = sheet.read_text("utf-8")
    star = re.search(r'<g id="red-scout-tile-1".*?<path d="(M[^"]*)"[^>]*/>\s*</g>', text, re.S)
    found = star or re.search(r'd="(M(?:[^"Z]*L){9}[^"]*)"', text)
    assert found, "no star on the sheet"
    path = found[1]
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
    shifted = re.sub(r"-?\d+(?:\.\d+)?", f"{numbers[0] + 1.5:g}", path, count=1)
    sheet.write_text(text.replace(path, shifted), "utf-8")
    reseal(folder, "laser/red-pieces.svg")
    assert verify(folder) != []


def test_a_build_without_room_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "ranks"
    folder.mkdir()
    (folder / "game.yaml").write_text(RANKS.replace("face: name}}\n  keeper", "face: name, base: 12 mm}}\n  keeper"))
    (folder / "rules.md").write_text(RULES)
    found = build_problems(folder, tmp_path / "out", None, "laser")
    assert [problem.what for problem in found if problem.level == "error"] == [
        "the name of the royal messenger has no room on its face"]
    assert not [*(tmp_path / "out").glob("*")]


@pytest.mark.parametrize(("moves", "has_diagram"), [("fmWfcF", True), ("N", True), ("R3", False)])
def test_a_standing_piece_of_paper_shows_its_diagram_where_that_has_room(tmp_path: Path, moves: str, has_diagram: bool
                                                                         ) -> None:
    """The flap in a cell of 40 mm is 23 mm deep: 5 x 5 cells of 4 mm have room, 7 x 7 do not. The sign is there then.
    On acrylic the base has the sign."""
    spec = loaded(tmp_path, ("moves: fmWfcF\n    body: {standee: pawn}\n    diagram: |\n      x o x\n      . @ .\n",
                             f"moves: {moves}\n    body: {{standee: pawn, face: sign, sign: star}}\n"))
    net = make_piece_batch(spec, "white", "guard", "tent", load_words()).thing
    assert bool(net.drawing.only(Role.GRID).items) == has_diagram
    star = [item for item in net.drawing.only(Role.MARK).items if item.bounds()[3] < net.folds[0].y]
    assert bool(star) != has_diagram
