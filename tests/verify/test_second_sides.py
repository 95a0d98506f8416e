"""Tiles with two sides: the second file is proven against the first, and each planted fault of register is found."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from built import share_written_game
from pypdfium2 import PdfDocument
from verify.planting import Planted

from fabgen.artwork.drawing import Role
from fabgen.check.chosen_size import choose_engraving
from fabgen.check.flaw_pictures import flaw_pictures
from fabgen.check.game import check_spec
from fabgen.check.part_flaws import making_problems
from fabgen.check.pieces import check_drawings
from fabgen.core.problems import FabgenError
from fabgen.laser.estimate import AS_LINES, estimate_sheet, time_other_styles
from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.job import make_laser_job
from fabgen.laser.job_sheet.advice import list_remarks
from fabgen.laser.job_sheet.job_sheet import make_job_content
from fabgen.laser.job_sheet.work import JobContent
from fabgen.laser.part_batches import find_part_problems
from fabgen.laser.second_sides import make_second_sides
from fabgen.laser.selection import chosen_parts
from fabgen.laser.sheet_layout import make_sheets
from fabgen.production.orders import make_cutting_order
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec
from fabgen.verify import verify

GAME = """\
fabgen: 1
title: Turncoats
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
board:
  grid: 3x3
  cell: 40 mm
  material: acrylic-3mm/clear
pieces:
  scout: {each: 2, moves: fcW2smW, body: {tile: square, back: star, both_sides: true}}
"""
FRONT, BACK = "laser/green-pieces.svg", "laser/green-pieces-backs.svg"
STAR, EDGE = "green-scout-tile-1.back-mark-1", "green-scout-tile-1.edge-1"


@pytest.fixture(scope="session")
def turned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(machine="lightburn", formats=tuple(FORMATS))
    return share_written_game(tmp_path_factory, "second sides", GAME, "# Turncoats\n", options, ("laser",)).target


@pytest.fixture
def copy(turned: Path, tmp_path: Path) -> Planted:
    return Planted(Path(shutil.copytree(turned, tmp_path / "copy")))


def planted(copy: Planted) -> str:
    return "\n".join(map(str, copy.problems()))


def points(data: str) -> list[tuple[float, float]]:
    values = [float(v) for v in re.findall(r"-?[\d.]+", data)]
    return list(zip(values[::2], values[1::2], strict=True))


def test_every_format_is_proven(turned: Path) -> None:
    assert verify(turned) == []
    job = json.loads((turned / "laser/job.json").read_text())
    assert [row["name"] for row in job["second_sides"]] == ["green-pieces-backs"]
    assert not any(part["name"].endswith("back") for part in job["parts"])


def test_the_back_lies_in_the_middle_of_the_hole(turned: Path) -> None:
    """Read without fabgen: the star's middle is that of the outline, both in the file's own coordinates."""
    copy = Planted(turned)
    outline = points(re.sub(r"A \S+ \S+ \S+ \S+ \S+", "L", copy.data(FRONT, EDGE)))
    star = points(copy.data(BACK, STAR))
    middle = (min(x for x, _ in outline) + max(x for x, _ in outline)) / 2
    assert (min(x for x, _ in star) + max(x for x, _ in star)) / 2 == pytest.approx(middle, abs=0.1)
    assert "<path" not in re.sub(r'<path [^>]*id="[^"]*\.back-[^"]*"[^>]*>', "", (turned / BACK).read_text())


def test_the_time_of_second_files_is_counted(turned: Path) -> None:
    """A star is swept: its file has no line and no travel, so that all of its time is engraving. Times are rounded to
    0.01 min."""
    job = json.loads((turned / "laser/job.json").read_text())
    (second,) = job["second_sides"]
    front = next(sheet for sheet in job["sheets"] if sheet["name"] == "green-pieces")
    assert second["minutes"] > 0.1
    fronts = sum(sheet["minutes"] for sheet in job["sheets"])
    assert job["minutes"] == pytest.approx(fronts + second["minutes"], abs=0.03)
    bill = next(row for row in job["materials"] if row["material"] == front["material"])
    assert (bill["sheets"], bill["minutes"]) == (1, pytest.approx(front["minutes"] + second["minutes"], abs=0.02))
    engraving = sum(row["minutes"] for sheet in job["sheets"] for row in sheet["operations"]
                    if row["operation"] == "engrave")
    assert job["engraving_minutes"]["as it is"] == pytest.approx(engraving + second["minutes"], abs=0.03)


def test_a_sum_without_second_files_is_found(copy: Planted) -> None:
    file = copy.folder / "laser/job.json"
    job = json.loads(file.read_text())
    job["minutes"] = round(sum(sheet["minutes"] for sheet in job["sheets"]), 2)
    file.write_text(json.dumps(job))
    assert "job.json (minutes): error" in planted(copy)


def test_the_first_page_lists_second_files(turned: Path) -> None:
    document = PdfDocument(turned / "laser/job-sheet.pdf")
    page = " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
    assert re.search(r"green-pieces-backs\.svg same sheet, parts turned \d+ (s|min)", page)
    minutes = json.loads((turned / "laser/job.json").read_text())["minutes"]
    assert f"about {round(minutes)} min of laser" in page


def turncoats(folder: Path, game: str = GAME) -> Spec:
    (folder / "game.yaml").write_text(game)
    (folder / "rules.md").write_text("# Turncoats\n")
    return load_spec(folder / "game.yaml")


def job_sheet(folder: Path, game: str = GAME) -> JobContent:
    spec = turncoats(folder, game)
    job = make_laser_job(spec, Options())
    parts = chosen_parts(spec, job.fit, Options())
    return make_job_content(spec, job, parts, make_sheets(parts, job), Options())


def test_the_steps_list_every_kind_that_is_turned_over(tmp_path: Path) -> None:
    """Two scouts and three guards of one player; the flag has a back of its own to glue on."""
    guard = "  guard: {each: 3, moves: W, body: {tile: disc, back: star, both_sides: true}}\n"
    flag = "  flag: {each: 1, moves: F, body: {tile: square, back: star}}\n"
    both = next(shown for shown in job_sheet(tmp_path, GAME + guard + flag).assemblies if len(shown.steps) == 3)
    assert sorted(re.findall(r"(\d+) × ([\w ]+?)(?: and|,|\.)", both.steps[1])) == [
        ("2", "green scout tile"), ("3", "green guard tile")]


def test_the_time_of_several_files_is_one_sentence_without_a_verb(tmp_path: Path) -> None:
    red = "  red: {forward: down, material: acrylic-3mm/red}\n"
    remarks = job_sheet(tmp_path, GAME.replace("board:\n", red + "board:\n", 1)).remarks
    sentence = r" green-pieces-backs\.svg and red-pieces-backs\.svg: \d+ (s|min) more, counted in the total\. "
    assert any(re.search(sentence, remark) for remark in remarks)


def test_a_back_that_cannot_be_engraved_is_told_at_its_key(tmp_path: Path) -> None:
    """A hairline: the drawing of 20 mm fills most of a tile, so that a line of 0.05 mm is thinner than any stroke."""
    (tmp_path / "art").mkdir()
    shapes = '<rect x="2" y="2" width="16" height="6"/><rect x="2" y="14" width="16" height="0.05"/>'
    (tmp_path / "art/hair.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20mm" height="20mm">{shapes}</svg>')
    spec = turncoats(tmp_path, GAME.replace("back: star", "back: art/hair.svg"))
    (problem,) = check_drawings(spec)
    assert (problem.where.key, "is lost" in problem.what) == ("pieces.scout.body.back", True)
    job = make_laser_job(spec, Options())
    (flaw,) = making_problems(chosen_parts(spec, job.fit, Options()), job)
    assert "green scout tile back at" in str(flaw)
    (picture,) = flaw_pictures(spec, Options())
    assert picture.problem == problem


def test_tiles_through_which_both_sides_are_seen_are_warned_of(tmp_path: Path) -> None:
    clear = turncoats(tmp_path, GAME.replace("acrylic-3mm/green", "acrylic-3mm/clear"))
    (problem,) = (problem for problem in check_spec(clear) if problem.where.key == "pieces.scout.body.both_sides")
    assert problem.level == "warning"
    assert problem.what == "the scout of green is clear, and its two engravings are seen through each other"
    for sound in (GAME, GAME.replace("/green", "/clear").replace("both_sides: true", "both_sides: false")):
        assert not any("seen through" in problem.what for problem in check_spec(turncoats(tmp_path, sound)))


def test_paint_is_advised_for_backs_too(tmp_path: Path) -> None:
    """The fronts are made bare here, so that the backs alone are engraved."""
    work = job_sheet(tmp_path, GAME.replace("acrylic-3mm/green", "acrylic-3mm/white"))
    bare = {name: replace(part, drawing=part.drawing.only(Role.EDGE)) for name, part in work.parts.items()}
    without = {name: replace(part, back=None) for name, part in bare.items()}
    told = ["Engraving is hardly seen on acrylic-3mm/white" in " ".join(list_remarks(replace(work, parts=parts)))
            for parts in (work.parts, bare, without)]
    assert told == [True, True, False]


def test_an_allowed_time_is_that_of_both_sides(tmp_path: Path) -> None:
    """The fronts alone would take no longer than what is allowed."""
    spec, options = turncoats(tmp_path), Options(parts=("green pieces",))
    job = make_laser_job(spec, options)
    parts = chosen_parts(spec, job.fit, options)
    sheets = make_sheets(parts, job)
    fronts, backs = (sum(estimate_sheet(sheet, job.machine).total for sheet in some) / 60
                     for some in (sheets, make_second_sides(sheets, parts, job)))
    assert choose_engraving(spec, replace(options, minutes=fronts + backs + 0.01)).engrave is None
    assert choose_engraving(spec, replace(options, minutes=fronts + backs / 2)).engrave is not None


def test_single_lines_are_compared_on_both_sides(tmp_path: Path) -> None:
    spec = turncoats(tmp_path)
    job = make_laser_job(spec, Options())
    parts = [part for part in chosen_parts(spec, job.fit, Options()) if part.both_sides]
    sheets = make_sheets(parts, job)
    fronts = [replace(part, back=None) for part in parts]
    backs = [replace(part, drawing=part.back, back=None) for part in parts]
    each = [time_other_styles(sheets, job.machine, face)[AS_LINES] for face in (fronts, backs)]
    assert min(each) > 0
    assert time_other_styles(sheets, job.machine, parts)[AS_LINES] == pytest.approx(sum(each))


def move_star(copy: Planted, change: str) -> None:
    def moved(data: str) -> str:
        spots = points(data)
        x0, y0 = (sum(values) / len(values) for values in zip(*spots, strict=True))
        by = {"right": lambda x, y: (x + 0.3, y), "around": lambda x, y: (2 * x0 - x, 2 * y0 - y)}[change]
        new = [by(x, y) for x, y in spots]
        return "M " + " L ".join(f"{x:.3f} {y:.3f}" for x, y in new) + " Z"

    assert not re.search("[AC]", copy.data(BACK, STAR)), "a star is made of lines"
    copy.redraw(BACK, STAR, moved)


@pytest.mark.parametrize("change", ["right", "around"])
def test_a_back_out_of_register_is_found(copy: Planted, change: str) -> None:
    move_star(copy, change)
    assert "mm² of green-scout-tile-1 is" in planted(copy)


def test_a_missing_second_file_is_found(copy: Planted) -> None:
    manifest = json.loads((copy.folder / "manifest.json").read_text())
    manifest["files"] = [entry for entry in manifest["files"] if entry["path"] != BACK]
    (copy.folder / "manifest.json").write_text(json.dumps(manifest))
    (copy.folder / BACK).unlink()
    assert "has two sides, and this sheet has no second file" in planted(copy)


def test_a_second_file_that_cuts_is_found(copy: Planted) -> None:
    cut = copy.element(FRONT, EDGE).replace(EDGE, "green-scout-tile-1.back-edge-1")
    group = cut[: len(cut) - len(cut.lstrip())] + f'<g id="cut-outer">{cut.strip()}</g>\n'
    copy.edit(BACK, "</svg>", group + "</svg>")
    assert "a second file cuts nothing" in planted(copy)


def test_a_missing_back_is_found(copy: Planted) -> None:
    copy.remove(BACK, STAR)
    assert "mm² of green-scout-tile-1 is not engraved" in planted(copy)


def problems_of(folder: Path, game: str, options: Options) -> str:
    (folder / "game.yaml").write_text(game)
    (folder / "rules.md").write_text("# Turncoats\n")
    try:
        spec = load_spec(folder / "game.yaml")
        job = make_laser_job(spec, options)
        problems = find_part_problems(chosen_parts(spec, job.fit, options), job)
    except FabgenError as error:
        problems = list(error.problems)
    return "\n".join(map(str, problems))


@pytest.mark.parametrize(("game", "options", "words"), [
    (GAME, Options(bridges="3"), "hangs on bridges there"),
    (GAME, Options(machine="ponoko"), "`ponoko` is a service"),
    (GAME.replace("back: star, ", ""), Options(), "this body has none"),
    (GAME.replace("back: star, ", "back: star, side: back, "), Options(), "both sides would be seen at once"),
])
def test_what_cannot_be_turned_over_is_one_problem(
    tmp_path: Path, game: str, options: Options, words: str
) -> None:
    text = problems_of(tmp_path, game, options)
    assert words in text
    assert text.count("error") <= 1


def test_a_cutting_service_is_not_sent_half_of_a_tile(tmp_path: Path) -> None:
    """Its files hold fronts only: an order without the backs would be wrong, so that there is none."""
    with pytest.raises(FabgenError) as refusal:
        make_cutting_order(turncoats(tmp_path), Options(), "sendcutsend")
    (problem,) = refusal.value.problems
    assert "green scout tile is turned over at the laser, and SendCutSend is a service" in problem.what
    assert "take `both_sides` out" in problem.hint


def test_an_outline_that_is_not_symmetric_is_told(tmp_path: Path) -> None:
    """The fifth player's sign is one cut corner."""
    names = ("red", "blue", "pink", "teal", "grey")
    players = "".join(f"  {name}: {{forward: up, material: acrylic-3mm/clear}}\n" for name in names)
    game = GAME.replace("  green: {forward: up, material: acrylic-3mm/green}\n", players)
    text = problems_of(tmp_path, game, Options())
    assert "turned over, the scout of grey does not fit into its own hole" in text
    assert "of red" not in text
