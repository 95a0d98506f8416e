"""Drawings of a designer's own, as Inkscape and as Illustrator save them, in a game: built in every form, verified,
kept; and what is wrong with one, told at its key and ringed in a picture.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import shapely
from built import build_in_place, verify_in_place
from click.testing import CliRunner
from measure import all_of, extent
from PIL import Image

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.artwork.path import Curve
from fabgen.artwork.svg_document import parse_document
from fabgen.build import Result, build
from fabgen.check.game import check_spec
from fabgen.cli import main
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.positions.piece_icons import piece_silhouette
from fabgen.materials.material import load_material, make_fit
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec
from fabgen.verify import verify

INKSCAPE = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="120mm" height="100mm" viewBox="0 0 120 100" version="1.1" id="svg5"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:document-units="mm" showgrid="false"/>
  <defs id="defs2"><circle id="eye" cx="0" cy="0" r="3.4"/></defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate(10,5)">
    <g id="g20" transform="matrix(0.9,0,0,0.9,4,2)">
      <path style="fill:#1a5e20;stroke:none" id="path12"
         d="m 36,90 c 2,-16 -4,-22 0,-34 3,-10 8,-16 12,-22 4,-6 8,-18 24,-18 12,0 18,5 22,10 l -3,9 -16,4
            c -4,6 -6,12 -4,20 2,8 4,14 3,27 -8,-6 -20,-12 -38,4 z"/>
      <use xlink:href="#eye" id="use30" transform="translate(76,30)" style="fill:#ffffff"/>
    </g>
    <path style="fill:none;stroke:#0b3d0e;stroke-width:9;stroke-linecap:round" d="M 46,76 C 32,78 24,70 26,58"/>
  </g>
</svg>
"""
ILLUSTRATOR = """\
<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" x="0px" y="0px" viewBox="0 0 100 100"
   style="enable-background:new 0 0 100 100;" xml:space="preserve">
<style type="text/css"><![CDATA[
\t.st0{fill:#231F20;}
\t.st1{fill:none;stroke:#231F20;stroke-width:6;stroke-miterlimit:10;}
\t.st2{fill:#FFFFFF;}
]]></style>
<polygon class="st0" points="50,12 61,38 89,40 67,58 75,86 50,71 25,86 33,58 11,40 39,38 "/>
<circle class="st2" cx="50" cy="52" r="9"/>
<line class="st1" x1="8" y1="94" x2="92" y2="94"/>
</svg>
"""
RIVER = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">
<path d="M0 60C50 30 80 120 200 70V80C80 130 50 40 0 70Z"/>
<circle cx="150" cy="150" r="24" fill="none" stroke="#000" stroke-width="4"/></svg>
"""
GAME = """\
fabgen: 1
title: Dragons
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
board: {grid: 4x4, cell: 46 mm, material: acrylic-3mm/clear, art: art/river.svg}
pieces:
  drake: {moves: W, body: {standee: art/dragon.svg, height: 40 mm}}
  wyrm: {moves: F, body: {crossed: art/dragon.svg, height: 46 mm}}
  egg: {moves: K, body: {tile: disc, base: 34 mm, back: art/star.svg}}
tokens:
  star: {count: 4, size: 18 mm, mark: art/star.svg, material: acrylic-3mm/blue}
"""


def dragons(folder: Path, old: str = "", new: str = "", **art: str) -> Path:
    """The game in a folder, one text of its spec replaced, and some of its drawings."""
    drawings = {"dragon": INKSCAPE, "star": ILLUSTRATOR, "river": RIVER, **art}
    for name, text in drawings.items():
        (folder / "art").mkdir(parents=True, exist_ok=True)
        (folder / "art" / f"{name}.svg").write_text(text, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME.replace(old, new) if old else GAME, encoding="utf-8")
    (folder / "rules.md").write_text("# Dragons\n\n![Start](setup)\n\n![Drake](moves:drake)\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The game in every form; the folder it came from is gone."""
    folder = tmp_path_factory.mktemp("dragons")
    result = build_in_place(dragons(folder / "game"), folder / "out")
    shutil.rmtree(folder / "game")
    return result


def parts(spec: Spec, room: tuple[float, float] | None = None) -> dict[str, Drawing]:
    kit = make_laser_kit(spec, lambda key: replace(make_fit(load_material(key).material), room=room))
    return {part.name: part.drawing for part in kit}


@pytest.mark.slow
def test_every_output_is_built_and_proven_without_the_folder_it_came_from(built: Result) -> None:
    assert verify_in_place(built.target) == []
    assert {path.name for path in built.target.iterdir()} >= {"laser", "print", "rules", "diagrams", "source"}
    kept = (built.target / "source" / "art" / "dragon.svg").read_bytes()
    assert kept == parse_document(INKSCAPE.encode(), "dragon.svg").to_bytes()
    assert b"namedview" not in kept


@pytest.mark.slow
def test_a_changed_drawing_is_found(built: Result, tmp_path: Path) -> None:
    """A star in place of the dragon: the parts on the sheets are no longer those of the game."""
    copy = tmp_path / "copy"
    shutil.copytree(built.target, copy)
    shutil.copy(copy / "source" / "art" / "star.svg", copy / "source" / "art" / "dragon.svg")
    assert any("dragon.svg" in str(problem) for problem in verify(copy))


def test_drawn_pieces_have_their_height_and_their_curves(tmp_path: Path) -> None:
    spec = load_spec(str(dragons(tmp_path)))
    drawn = parts(spec)
    for name, height in (("green drake standee", 40), ("green wyrm face", 46)):
        edge, = (item for item in drawn[name].only(Role.EDGE).items if isinstance(item, Shape))
        assert edge.bounds()[1::2] == pytest.approx((-3, height), abs=0.02)
        assert sum(isinstance(segment, Curve) for segment in edge.paths[0].segments) >= 4
        assert len(drawn[name].only(Role.HOLE).items) == 1
    assert piece_silhouette(spec.game, "drake").height == pytest.approx(40, abs=0.02)


def test_marks_fill_their_token_and_white_rubs_out(tmp_path: Path) -> None:
    """72 % of 18 mm is 12.96 mm: the line under the star is 84 of 85 drawn units wide and high, so it is all across."""
    star = all_of(parts(load_spec(str(dragons(tmp_path))))["star token"], Role.MARK)
    assert max(extent(star)) <= 12.97
    middle = star.centroid
    assert star.bounds[0] < middle.x < star.bounds[2]
    assert len(shapely.get_parts(star)) == 2
    assert [len(one.interiors) for one in sorted(shapely.get_parts(star), key=lambda one: float(one.area))] == [0, 1]


def test_art_covers_the_cells(tmp_path: Path) -> None:
    """A page of 200 units over 184 mm; the ring's middle at 150, 50 from below: 138 mm and 46 mm, and the border."""
    art = all_of(parts(load_spec(str(dragons(tmp_path))))["board"], Role.MARK)
    ring, river = sorted(shapely.get_parts(art), key=lambda one: float(one.bounds[1]))
    assert (ring.centroid.x, ring.centroid.y) == pytest.approx((13 + 138, 13 + 46), abs=0.01)
    assert (river.bounds[0], river.bounds[2]) == pytest.approx((13, 13 + 184), abs=0.01)


def test_parts_of_a_board_have_their_share_of_its_art(tmp_path: Path) -> None:
    """Sheets that hold two by two cells of 46 mm: four parts, clear of their edges by 0.6 mm."""
    spec = load_spec(str(dragons(tmp_path)))
    whole = all_of(parts(spec)["board"], Role.MARK)
    cut = [one for name, one in parts(spec, room=(120.0, 120.0)).items() if name.startswith("board ")]
    assert len(cut) == 4
    shares = [all_of(one, Role.MARK) for one in cut if one.only(Role.MARK).items]
    assert all(any(all_of(one, Role.EDGE).buffer(-0.59).contains(share) for one in cut) for share in shares)
    assert sum(share.area for share in shares) == pytest.approx(whole.area, rel=0.05)
    assert shapely.union_all(shares).difference(whole.buffer(0.05)).area < 0.01


@pytest.mark.sample(1)
@pytest.mark.parametrize("height", ["", ", height: 25 mm", ", height: 60 mm, base: 40 mm"])
def test_any_height_can_be_drawn(tmp_path: Path, height: str) -> None:
    spec = load_spec(str(dragons(tmp_path, ", height: 40 mm", height)))
    assert not [one for one in check_spec(spec) if one.level == "error"]


# ---- what is wrong

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="60mm" viewBox="0 0 60 60">{}</svg>'
BODY = "pieces.drake.body.standee"
UNREAD = {
    "open": (SVG.format('<path fill="none" stroke="red" d="M10 50 V10 H50 V48"/>'), "outline is open at 50.0, 12.0 mm"),
    "crossing": (SVG.format('<path fill="none" stroke="red" d="M10 50 L50 10 V50 L10 10Z"/>'), "crosses itself at 30"),
    "island": (SVG.format('<path d="M10 50V20H40V50Z"/><circle cx="25" cy="10" r="5"/>'), "falls out, at 25.0, 50.0"),
    "words": (SVG.format('<text x="9" y="9">A</text><rect width="30" height="20"/>'), "the words are no outlines"),
}
UNMADE = {
    "thin": (SVG.format('<path d="M10 55H40V40H25.4V30H40V10H10V30H24.6V40H10Z"/>'), "a strip of"),
    "crack": (SVG.format('<path d="M10 55H40V10H26L25 30L24 10H10Z"/>'), "the sheet cracks there"),
    "hole": (SVG.format('<path d="M10 55H40V10H10Z"/><circle cx="25" cy="20" r=".5" fill="#fff"/>'), "a hole of"),
}


def pictured(folder: Path, text: str) -> tuple[list[dict[str, str]], list[Path]]:
    """What `check --pictures` tells of the game with another dragon, as JSON, and the pictures."""
    game = dragons(folder, dragon=text)
    result = CliRunner().invoke(main, ["check", str(game), "--json", "--pictures", str(folder / "flaws")])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return json.loads(result.stdout), sorted((folder / "flaws").iterdir())


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", [*UNREAD, *UNMADE])
def test_each_fault_has_one_problem_with_its_place_and_a_picture(tmp_path: Path, case: str) -> None:
    text, said = {**UNREAD, **UNMADE}[case]
    told, pictures = pictured(tmp_path, text)
    found = [one for one in told if one["key"] == BODY and said in one["what"]]
    assert len(found) >= 1
    assert all(one["what"].startswith("art/dragon.svg: ") and one["line"] for one in found)
    stem = "art-dragon-svg" if case in UNREAD else "green-drake-standee"
    drawn = [path for path in pictures if path.name.startswith(stem)]
    assert {path.suffix for path in drawn} == {".svg", ".png"}
    with Image.open(next(path for path in drawn if path.suffix == ".png")) as image:
        red, green, _ = (channel.histogram() for channel in image.convert("RGB").split())
    assert sum(red[150:230]) > sum(green[150:230]) + 20  # a ring in red, and nothing else is coloured


NOTCHES = "".join(f"H{52 - 6 * n}L{51 - 6 * n} 20L{50 - 6 * n} 10" for n in range(1, 6))
COMB = SVG.format(f'<path d="M22 55H38L56 10{NOTCHES}H4Z"/>')  # five sharp notches


@pytest.mark.slow
def test_equal_faults_are_reported_once_with_their_count(tmp_path: Path) -> None:
    told, pictures = pictured(tmp_path, COMB)
    (found,) = [one for one in told if one["key"] == BODY and "cracks there" in one["what"]]
    assert found["what"].startswith("art/dragon.svg: at 5 places an inner corner is sharp: the sheet cracks there: ")
    assert found["what"].endswith("; 2 more, in mm from the lower left corner")
    assert "Corners (Fillet/Chamfer)" in found["hint"]
    assert "--pictures" in found["hint"]
    assert len([path for path in pictures if path.name.startswith("green-drake-standee-thin-gaps")]) == 2 * 5
    assert not [one for one in told if "cracks there" in one["what"] and one["key"].startswith("green drake")]
    result = build(str(tmp_path), tmp_path / "out", Options(), ("laser",))
    again = [one for one in result.notes if "cracks there" in one.what and "drake" in one.where.key]
    assert ["one of 5 places" in one.where.key for one in again if one.where.key != BODY] == [True]


def faults(folder: Path, old: str, new: str) -> list[Problem]:
    with pytest.raises(FabgenError) as caught:
        load_spec(str(dragons(folder, old, new)))
    return list(caught.value.problems)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("word", "what"), [
    ("art/dragn.svg", "there is no such file beside the spec"), ("../dragon.svg", "not a relative path"),
    ("/art/dragon.svg", "not a relative path"), ("art\\\\dragon.svg", "on every system"),
    ("art/a\\0.svg", "on every system"),
    ("art/a?.svg", "on every system"), ("art/empty.svg", "nothing is drawn"),
    ("art/none.svg", "this is not an SVG drawing"),
])
def test_paths_that_lead_nowhere(tmp_path: Path, word: str, what: str) -> None:
    dragons(tmp_path, empty=SVG.format(""), none="hello")
    [problem] = faults(tmp_path, "standee: art/dragon.svg", f'standee: "{word}"')
    assert what in problem.what
    assert problem.where.key == BODY
    assert problem.where.line == 8


@pytest.mark.parametrize(("body", "key", "word"), [
    ("{tile: art/no.svg, back: art/star.svg}", "tile", "art/no.svg"),
    ("{tile: art/no.svg, face: sign, sign: art/star.svg}", "tile", "art/no.svg"),
    ("{tile: art/Dragon.svg, back: art/star.svg}", "tile", "art/Dragon.svg"),
    ("{tile: art/none.svg, back: art/star.svg}", "tile", "art/none.svg"),
    ("{tile: art/plate.svg, back: art/no.svg}", "back", "art/no.svg"),
    ("{tile: art/plate.svg, face: sign, sign: art/no.svg}", "sign", "art/no.svg"),
])
def test_a_bad_drawing_beside_a_good_one_of_a_piece_is_one_problem(
    tmp_path: Path, body: str, key: str, word: str
) -> None:
    plate = SVG.format('<rect width="100" height="100"/>')
    folder = dragons(tmp_path, "{tile: disc, base: 34 mm, back: art/star.svg}", body, none="hello", plate=plate)
    [error] = [one for one in check_spec(load_spec(str(folder), allow_errors=True)) if one.level == "error"]
    assert error.where.key == f"pieces.egg.body.{key}"
    what = "this is not an SVG drawing" if "none" in word else "there is no such file beside the spec"
    assert error.what.startswith(f"{word}:")
    assert what in error.what


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_text(INKSCAPE, encoding="utf-8")
    dragons(tmp_path / "game")
    try:
        (tmp_path / "game" / "art" / "link.svg").symlink_to(tmp_path / "secret.svg")
    except OSError:
        pytest.skip("this system has no links")
    [problem] = faults(tmp_path / "game", "standee: art/dragon.svg", "standee: art/link.svg")
    assert "leads out of the folder" in problem.what


@pytest.mark.sample(1)
@pytest.mark.parametrize(("old", "new", "key", "what"), [
    ("4x4,", "4x4, build: inlay,", "board.art", "an inlaid board has no art"),
    ("art/river.svg", "art/far.svg", "board.art", "beyond the cells"),
    ("art/river.svg", "river", "board.art", "not the path of an SVG file"),
])
def test_art_that_cannot_be_on_a_board(tmp_path: Path, old: str, new: str, key: str, what: str) -> None:
    far = RIVER.replace("M0 60", "M-40 60")
    spec = load_spec(str(dragons(tmp_path, old, new, far=far)), allow_errors=True)
    assert [one.where.key for one in check_spec(spec) if what in one.what] == [key]
