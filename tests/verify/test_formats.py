"""Each defect is planted alone in a good laser file of each format, and `verify` must tell it from that file alone."""

from __future__ import annotations

import json
import math
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import ezdxf
import pikepdf
import pytest
from built import share_written_game
from ezdxf.math import BoundingBox
from ezdxf.path import make_path
from verify.formplanting import FORMS, Dxf, Form, Pdf
from verify.planting import GAME, Planted

from fabgen.core.problems import FabgenError
from fabgen.spec.build_options import Options
from fabgen.verify import proof_summary, verify

KNIGHT, SPEAR, TOKEN = "green-knight-base-1", "green-spearman-base-1", "stop-token-1"
EVERY = ("svg", "dxf", "lbrn2", "pdf")


PLACES: dict[str, tuple[float, float]] = {}  # mm: where the marks lie, as ezdxf sees them in the files that were built


@pytest.fixture(scope="session")
def all_formats(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The laser sheets of the small game in all formats, for a machine that tells holes from outlines by colour."""
    options = Options(machine="lightburn", sheet=(300.0, 300.0), formats=EVERY)
    target = share_written_game(tmp_path_factory, "every-format", GAME, "# Small\n", options, ("laser",)).target
    for path in sorted((target / "laser").glob("*.dxf")):
        boxes: dict[str, BoundingBox] = {}
        for entity in ezdxf.readfile(path).modelspace():
            boxes.setdefault(Dxf.name(entity), BoundingBox()).extend(make_path(entity).flattening(0.001))
        PLACES.update({id: (box.center.x, box.center.y) for id, box in boxes.items()})
    return target


def alone(all_formats: Path, folder: Path, form: str) -> Planted:
    """A copy with the files of one format alone, as if no other had been asked for."""
    target = Path(shutil.copytree(all_formats, folder / form))
    manifest = json.loads((target / "manifest.json").read_text())
    others = tuple(f".{one}" for one in EVERY if one != form)
    sheets = [e["path"] for e in manifest["files"] if re.match("laser/(?!job-sheet)", e["path"])]
    lost = [path for path in sheets if path.endswith(others)]
    manifest["files"] = [entry for entry in manifest["files"] if entry["path"] not in lost]
    (target / "manifest.json").write_text(json.dumps(manifest))
    for path in lost:
        (target / path).unlink()
    job = json.loads((target / "laser/job.json").read_text())
    for sheet in job["sheets"]:
        sheet["files"] = [file for file in sheet["files"] if file.endswith(f".{form}")]
    (target / "laser/job.json").write_text(json.dumps(job))
    options = json.loads((target / "source/options.json").read_text())
    (target / "source/options.json").write_text(json.dumps(options | {"formats": [form]}))
    return Planted(target)


@pytest.fixture(params=sorted(FORMS))
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def copy(all_formats: Path, tmp_path: Path, form: str) -> Planted:
    return alone(all_formats, tmp_path, form)


def told(copy: Planted, *words: str) -> bool:
    """Whether one Problem holds all the words."""
    problems = [str(p) for p in copy.problems()]
    return any(all(word in problem for word in words) for problem in problems)


def sheet(copy: Planted, form: str, name: str) -> Form:
    return FORMS[form](copy.folder / f"laser/{name}.{form}")


@pytest.mark.slow
def test_a_good_folder_has_no_problem_and_says_what_it_proved(all_formats: Path) -> None:
    """A board; a knight and two spearmen, each a standee and a base; three tokens."""
    assert verify(all_formats) == []
    assert proof_summary(all_formats).startswith(
        "3 laser sheets with 10 parts, each as dxf, lbrn2, pdf and svg, 3 bases decoded")  # fmt: skip


@pytest.mark.slow
def test_a_single_format_is_proven_too(copy: Planted) -> None:
    assert copy.problems() == []
    assert proof_summary(copy.folder).startswith("3 laser sheets with 10 parts, 3 bases decoded")


def plant(copy: Planted, form: str, name: str, change: Callable[[Form], None]) -> None:
    opened = sheet(copy, form, name)
    change(opened)
    opened.save()


def middle(id: str) -> tuple[float, float]:
    """The middle of a mark's box, in mm."""
    return PLACES[id]


def nudge(id: str, dx: float, dy: float) -> Callable[[Form], None]:
    return lambda opened: opened.move(id, dx, dy)


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_scaled_file_is_reported(copy: Planted, form: str) -> None:
    k = 96 / 90

    def grow(opened: Form) -> None:
        for id in opened.ids():
            opened.replace(id, lambda x, y: (x * k, y * k))

    plant(copy, form, "stop-tokens", grow)
    assert told(copy, f"stop-tokens.{form}", "is drawn at 1.067 = 96/90 of its size")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_an_open_cut_is_reported(copy: Planted, form: str) -> None:
    plant(copy, form, "green-pieces", lambda opened: opened.open(f"{KNIGHT}.edge-1"))
    assert told(copy, f"({KNIGHT}.edge-1)", "the contour is")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_cut_that_is_drawn_twice_is_reported(copy: Planted, form: str) -> None:
    plant(copy, form, "green-pieces", lambda opened: opened.double(f"{KNIGHT}.edge-1", f"{KNIGHT}.edge-2"))
    assert told(copy, f"({KNIGHT}.edge-1)", f"lie on a line of {KNIGHT}.edge-2")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_an_area_engraved_twice_is_reported(copy: Planted, form: str) -> None:
    plant(copy, form, "green-pieces", lambda opened: opened.double(f"{SPEAR}.move-1", f"{SPEAR}.move-99"))
    assert told(copy, f"engraved by {SPEAR}.move-1 too") or told(copy, f"engraved by {SPEAR}.move-99 too")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_what_lies_off_the_sheet_is_reported(copy: Planted, form: str) -> None:
    plant(copy, form, "board", nudge("board-1.", -8, 0))
    assert told(copy, f"board.{form}", "mm of it lie off the sheet of 300 x 300 mm")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_what_lies_in_the_margin_is_reported(copy: Planted, form: str) -> None:
    plant(copy, form, "board", nudge("board-1.", -1.5, 0))
    assert told(copy, f"board.{form}", "it lies 1.5 mm inside the sheet's margin of 5 mm")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_parts_too_near_are_reported(copy: Planted, form: str) -> None:
    """Two tokens whose rims are 2 mm apart, 0.3 mm nearer to each other."""
    middles = {n: middle(f"stop-token-{n}.edge-1") for n in (1, 2, 3)}
    apart, a, b = min((math.dist(middles[i], middles[j]), i, j) for i, j in ((1, 2), (1, 3), (2, 3)))
    dx, dy = ((q - p) * (18.2 + 1.7 - apart) / apart for p, q in zip(middles[a], middles[b], strict=True))
    plant(copy, form, "stop-tokens", nudge(f"stop-token-{b}.", dx, dy))
    assert told(copy, f"stop-token-{a} and stop-token-{b} are 1.7 mm apart", "the spacing of this job is 2 mm")


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("grown", [-0.2, 0.1, -0.1])  # the wrong way; the full kerf on one side; none
def test_a_wrong_kerf_is_reported(copy: Planted, form: str, grown: float) -> None:
    """A token has 9 mm radius, so its rim 9.1 mm; about the rim's own middle it is made larger or smaller."""
    at = middle(f"{TOKEN}.edge-1")
    k = (9.1 + grown) / 9.1

    def grow(opened: Form) -> None:
        opened.replace(f"{TOKEN}.edge-1", lambda x, y: (at[0] + (x - at[0]) * k, at[1] + (y - at[1]) * k))

    plant(copy, form, "stop-tokens", grow)
    told = "\n".join(p.what for p in copy.problems() if p.where.key == TOKEN)
    found = re.search(r"moved out by (-?[\d.]+) mm; a kerf of 0.2 mm asks for 0.1 mm", told)
    assert found
    assert float(found[1]) == pytest.approx(0.1 + grown, abs=0.002)


# The etched diagrams. The spearman moves to -1,0 and +1,0 and captures on 0,+1 and 0,+2.


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_dot_in_the_next_cell_is_reported(copy: Planted, form: str) -> None:
    own, dot = middle(f"{SPEAR}.self-1"), middle(f"{SPEAR}.move-1")
    plant(copy, form, "green-pieces", nudge(f"{SPEAR}.move-1", dot[0] - own[0], dot[1] - own[1]))
    problems = [p.what for p in copy.problems()]
    assert any("the dot at" in what and "is missing" in what for what in problems)


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_lost_cross_is_reported(copy: Planted, form: str) -> None:
    plant(copy, form, "green-pieces", lambda opened: opened.remove(f"{SPEAR}.capture-2"))
    assert told(copy, f"({SPEAR})", "the cross at 0,+2 is missing", "a capture there")


@pytest.mark.slow
def test_swapped_marks_are_reported(copy: Planted, form: str) -> None:
    (x, y), (u, v) = (middle(f"{SPEAR}.{one}-1") for one in ("move", "capture"))
    plant(copy, form, "green-pieces", nudge(f"{SPEAR}.move-1", u - x, v - y))
    plant(copy, form, "green-pieces", nudge(f"{SPEAR}.capture-1", x - u, y - v))
    assert told(copy, "where the spearman has a move: a dot")
    assert told(copy, "where the spearman has a capture: a cross")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_the_spec_is_the_judge(copy: Planted) -> None:
    copy.edit("source/game.yaml", "moves: fcW2smW", "moves: fcW2")
    assert told(copy, "there is a dot at +1,0, where the spearman cannot go")


# Order, parts, names


@pytest.mark.slow
def test_an_outline_before_its_hole_is_reported(copy: Planted, form: str) -> None:
    plant(copy, form, "green-pieces", lambda opened: opened.put(f"{KNIGHT}.hole-1", last=True))
    assert told(copy, f"({KNIGHT}.hole-1)", f"cut after its outline {KNIGHT}.edge-1")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_cut_before_the_engraving_is_reported(copy: Planted, form: str) -> None:
    plant(copy, form, "green-pieces", lambda opened: opened.put(f"{KNIGHT}.edge-1", last=False))
    assert told(copy, f"green-pieces.{form}", "comes after a later step")


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_missing_part_is_reported(copy: Planted, form: str) -> None:
    def drop(opened: Form) -> None:
        for id in [id for id in opened.ids() if id.startswith("stop-token-2.")]:
            opened.remove(id)

    plant(copy, form, "stop-tokens", drop)
    assert told(copy, f"stop-token-2 is on no sheet of the {form} files", "the kit has 3 of the stop token")


@pytest.mark.slow
def test_a_format_that_is_missing_is_reported(all_formats: Path, tmp_path: Path) -> None:
    copy = alone(all_formats, tmp_path, "dxf")
    copy.write("source/options.json", copy.text("source/options.json").replace('["dxf"]', '["dxf", "pdf"]'))
    assert told(copy, "the job asks for pdf files, and there is none")


@pytest.mark.slow
def test_a_mark_that_lies_elsewhere_in_one_format_is_reported(all_formats: Path, tmp_path: Path) -> None:
    """The whole board 1 mm to the right in the DXF: as a sheet by itself it would be as good."""
    target = Planted(Path(shutil.copytree(all_formats, tmp_path / "all")))
    plant(target, "dxf", "board", nudge("board-1.", 1, 0))
    assert told(target, "board.dxf", "it lies 1 mm off its place in board.svg")


# What each format alone can get wrong


def dxf(change: Callable[[Dxf], object]) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        opened = Dxf(path)
        change(opened)
        opened.save()

    return damage


def xml(old: str, new: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        text = path.read_text()
        changed = re.sub(old, new, text, count=1)
        assert changed != text, "the defect was not planted"
        path.write_text(changed)

    return damage


def steps(id: str, before: list[tuple[list[object], str]], after: list[tuple[list[object], str]] | None = None,
          ) -> Callable[[Path], None]:
    """Steps of a PDF's page around what a mark draws."""

    def damage(path: Path) -> None:
        opened = Pdf(path)
        block = opened.of(id)
        block[1:1] = [[list(operands), operator] for operands, operator in before]
        block[-1:-1] = [[list(operands), operator] for operands, operator in after or []]
        opened.save()

    return damage


def other(id: str, operator: str, operands: list[object]) -> Callable[[Path], None]:
    """A step of a mark with other operands."""

    def damage(path: Path) -> None:
        opened = Pdf(path)
        (step,) = [step for step in opened.of(id) if step[1] == operator]
        step[0] = operands
        opened.save()

    return damage


def page(change: Callable[[pikepdf.Page], object]) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with pikepdf.open(path, allow_overwriting_input=True) as document:
            change(document.pages[0])
            document.save(path)

    return damage


RIM = f"{TOKEN}.edge-1"
SPECIAL: list[tuple[str, Callable[[Path], None], str]] = [
    ("dxf", dxf(lambda d: d.document.header.__setitem__("$INSUNITS", 1)), "not in mm: programs scale it by 25.4"),
    ("dxf", dxf(lambda d: d.document.header.__setitem__("$INSUNITS", 0)), "it has no unit"),
    ("dxf", dxf(lambda d: d.model.reset_limits((0, 0), (320, 320))), "the manifest says 300 x 300 mm"),
    ("dxf", dxf(lambda d: d.document.layers.get("CUT-OUTER").off()), "the layer is hidden"),
    ("dxf", dxf(lambda d: d.document.layers.get("CUT-OUTER").freeze()), "the layer is hidden"),
    ("dxf", dxf(lambda d: d.model.add_text("Small")), "a TEXT stands outside of what is drawn"),
    ("dxf", dxf(lambda d: d.model.add_line((20, 20), (40, 40))), "a LINE stands outside of what is drawn"),
    ("dxf", dxf(lambda d: d.document.blocks.new("B").add_circle((0, 0), 3)), "a CIRCLE stands outside"),
    ("dxf", dxf(lambda d: setattr(d.of(RIM)[0].dxf, "layer", "SCORE")), "stop-token-1 is on no sheet"),
    ("dxf", dxf(lambda d: setattr(d.of(RIM)[0].dxf, "layer", "FOLD")), "the layer `fold` is not in the profile"),
    ("dxf", dxf(lambda d: setattr(d.of(RIM)[0].dxf, "color", 5)), "is not that of its layer CUT-OUTER"),
    ("dxf", dxf(lambda d: setattr(d.of(RIM)[0].dxf, "invisible", 1)), "some programs cut what is hidden"),
    ("dxf", dxf(lambda d: setattr(d.of(RIM)[0].dxf, "extrusion", (0, 0, -1))), "the contour does not lie flat"),
    ("lbrn2", xml(r'MirrorX="False"', 'MirrorX="True"'), "MirrorX is `True`, it must be `False`"),
    ("lbrn2", xml(r'FormatVersion="1"', 'FormatVersion="0"'), "FormatVersion is `0`"),
    ("lbrn2", xml(r'<kerf Value="0" />', '<kerf Value="0.1" />'), "the layer has kerf 0.1"),
    ("lbrn2", xml(r'<doOutput Value="1" />', '<doOutput Value="0" />'), "the layer has doOutput 0"),
    ("lbrn2", xml(r'<interval Value="0.1" />', '<interval Value="0.5" />'), "the layer has interval 0.5"),
    ("lbrn2", xml(r'<interval Value="0.1" />', ''), "the layer has no interval"),
    ("lbrn2", xml(r'<hide Value="0" />', '<tabSize Value="1" />'), "the layer has tabSize 1"),
    ("lbrn2", xml(r'<speed Value="[^"]*" />', '<speed Value="7" />'), "the speed of engrave is 7, the material asks"),
    ("lbrn2", xml(r'<maxPower Value="[^"]*" />', '<maxPower Value="99" />'), "the power of engrave is 99"),
    ("lbrn2", xml(r'<numPasses Value="1" />', '<numPasses Value="3" />'), "the passes of engrave is 3"),
    ("lbrn2", xml(r'<priority Value="0" />', '<priority Value="3" />'), "is not after those of the layers before"),
    ("lbrn2", xml(r'type="Scan"', 'type="Cut"'), "is run as a stroke, engrave is a fill"),
    ("lbrn2", xml(r'<name Value="cut-outer" />', '<name Value="fold" />'), "the layer `fold` is not in the profile"),
    ("lbrn2", xml(r'("(?:Path|Ellipse)"[^>]*>\s*<XForm>)1 0 0 1 ', r"\g<1>2 0 0 2 "),
     "the shape is turned or scaled"),
    ("lbrn2", xml(r'Ry="9.1"', 'Ry="9"'), "is no circle"),
    ("lbrn2", xml(r'<Notes ', '<Shape Type="Text" CutIndex="2" Str="Small" /><Notes '), "a shape of type `Text`"),
    ("lbrn2", xml(r'<Notes ', '<Bitmap /><Notes '), "a `Bitmap` stands in the project"),
    ("lbrn2", xml(r"^", '<!DOCTYPE a [<!ENTITY b "c">]>'), ""),
    ("pdf", other(RIM, "RG", [0.5, 0, 0]), "a stroke of #800000 is not in the profile"),
    ("pdf", other(RIM, "w", [0.5]), "the line is `0.5` wide"),
    ("pdf", steps(RIM, [([[1, 1], 0], "d")]), "the line is dashed"),
    ("pdf", steps(RIM, [([0, 0, 10, 10], "re"), ([], "W"), ([], "n")]), "the mark is clipped"),
    ("pdf", steps(RIM, [([1.1, 0, 0, 1.1, 0, 0], "cm")]), "is drawn at"),
    ("pdf", page(lambda p: setattr(p, "Rotate", 90)), "the page is turned"),
    ("pdf", page(lambda p: setattr(p, "MediaBox", [0, 0, 900, 900])), "the manifest says 300 x 300 mm"),
    ("pdf", page(lambda p: setattr(p, "CropBox", [10, 10, 500, 500])), "the page is cropped"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("form", "damage", "words"), SPECIAL, ids=[f"{f}-{n}" for n, (f, _, _) in enumerate(SPECIAL)])
def test_defects_that_only_one_format_can_have_are_reported(
    all_formats: Path, tmp_path: Path, form: str, damage: Callable[[Path], None], words: str
) -> None:
    copy = alone(all_formats, tmp_path, form)
    damage(copy.folder / f"laser/stop-tokens.{form}")
    assert told(copy, words)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("share", [0.3, 0.97])
def test_a_truncated_file_is_a_problem(copy: Planted, form: str, share: float) -> None:
    path = copy.folder / f"laser/stop-tokens.{form}"
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    assert copy.problems()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_damage_is_never_a_traceback(copy: Planted, form: str, seed: int) -> None:
    chance = random.Random(seed)
    for path in sorted((copy.folder / "laser").glob(f"*.{form}")):
        data = bytearray(path.read_bytes())
        for _ in range(chance.choice([1, 5, 50])):
            place = chance.randrange(len(data))
            data[place : place + chance.choice([0, 1, 20])] = bytes([chance.choice(b'09.-eMLAZ <>&"#/=\x00\xff\n')])
        path.write_bytes(bytes(data))
    copy.problems()


def test_an_unknown_format_is_a_mistake_in_the_command() -> None:
    from fabgen.cli import option_values as choices

    assert choices.read_formats("svg, dxf") == ("svg", "dxf")
    with pytest.raises((ValueError, FabgenError), match="there is no format `dwg`"):
        choices.read_formats("svg,dwg")

