"""Sheets for plotters with a camera: the marks are found in the printed page by OpenCV and measured against what others
published, and the cut lines, read by ezdxf and svgelements, lie where the print says."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import ezdxf
import ezdxf.path
import numpy as np
import pikepdf
import pypdfium2
import pytest
import svgelements
from click.testing import CliRunner
from numpy.typing import NDArray
from PIL import Image
from shapely import Polygon

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.paper_things import CardPack, PackedCard, PaperBatch
from fabgen.artwork.path import circle
from fabgen.build import load_valid_game
from fabgen.cli import main
from fabgen.core.problems import FabgenError
from fabgen.paper.print_and_cut import cut_things
from fabgen.paper.registration import load_plotter
from fabgen.production.orders import make_print_and_cut
from fabgen.spec.build_options import Options
from fabgen.typeset.papers import load_paper
from fabgen.verify.pod_order import check_order

HARBOUR = str(Path(__file__).parents[1] / "templates" / "harbour")
DPI = 600
MM = DPI / 25.4  # pixels
A4, LETTER = (210.0, 297.0), (215.9, 279.4)
# Proxied, issue 165: the inset 0.394 in, the square 5 mm, arms of 0.33 in, lines of 0.039 in (used with Cameos).
INSET, SQUARE, ARM, LINE = 10.0076, 5.0, 8.382, 0.9906


@cache
def made(game: str, plotter: str, paper: str = "a4") -> zipfile.ZipFile:
    order = make_print_and_cut(load_valid_game(game)[0], Options(), plotter, paper)
    return zipfile.ZipFile(io.BytesIO(order.data))


@cache
def page(game: str, plotter: str, number: int, paper: str = "a4") -> NDArray[np.uint8]:
    """A page of the print as rows of pixels of red, green and blue."""
    document = pypdfium2.PdfDocument(made(game, plotter, paper).read("print.pdf"))
    return np.asarray(document[number].render(scale=DPI / 72).to_pil().convert("RGB"))


def black_things(game: str, plotter: str, paper: str = "a4") -> list[tuple[float, float, float, float, float]]:
    """The black things on the margins of the test page: left, upper edge, width, height and area, in mm from the upper
    left corner."""
    picture = page(game, plotter, 0, paper)
    _, dark = cv2.threshold(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), 40, 255, cv2.THRESH_BINARY_INV)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    return [(x / MM, y / MM, w / MM, h / MM, area / MM / MM) for x, y, w, h, area in stats[1:].tolist()]


def is_there(mark: tuple[float, ...], things: list[tuple[float, float, float, float, float]]) -> bool:
    """Whether a mark is found: its box within 0.1 mm, its area within a twentieth."""
    return any(thing[:4] == pytest.approx(mark[:4], abs=0.1) and thing[4] == pytest.approx(mark[4], rel=0.05)
               for thing in things)


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_a_silhouette_finds_a_square_and_two_corners(paper: str, size: tuple[float, float]) -> None:
    things = black_things("correction", "silhouette", paper)
    reach, half = ARM + LINE, LINE / 2
    expected = [
        (INSET, INSET, SQUARE, SQUARE, SQUARE ** 2),
        (size[0] - INSET - ARM - half, INSET - half, reach, reach, 2 * reach * LINE - LINE ** 2),
        (INSET - half, size[1] - INSET - ARM - half, reach, reach, 2 * reach * LINE - LINE ** 2),
    ]
    for mark in expected:
        assert is_there(mark, things), mark


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_a_scanncut_finds_four_targets(paper: str, size: tuple[float, float]) -> None:
    """Rings of 10 and 6 mm, a dot of 1.98 mm, and a bar of 10 x 1 mm whose middle is 6.5 mm above (fcmlib's measures);
    the middles are 12 mm from the sides and 13.98 mm from the upper and the lower edge."""
    things = black_things("incorrect-checkers", "brother", paper)
    for x in (12.0, size[0] - 12.0):
        for y in (13.98, size[1] - 13.98):
            for diameter, area in ((10.0, np.pi * (25 - 16)), (6.0, np.pi * (9 - 4)), (1.98, np.pi * 0.99 ** 2)):
                ring = x - diameter / 2, y - diameter / 2, diameter, diameter, area
                assert is_there(ring, things), ring
            bar = x - 5, y - 6.49 - 0.5, 10.0, 1.0, 10.0
            assert is_there(bar, things), bar


def dxf_outlines(game: str, plotter: str, stem: str) -> tuple[list[Polygon], int]:
    """The closed outlines of a DXF file, y up, and how many creases it has."""
    document = ezdxf.read(io.StringIO(made(game, plotter).read(f"dxf/{stem}.dxf").decode()))
    assert document.units == 4  # mm
    outlines, creases = [], 0
    for entity in document.modelspace():
        path = ezdxf.path.make_path(entity)
        if path.is_closed:
            outlines.append(Polygon([(point.x, point.y) for point in path.flattening(0.01)]))
        else:
            creases += 1
    return outlines, creases


def svg_outlines(game: str, plotter: str, stem: str, height: float) -> list[Polygon]:
    """The closed outlines of an SVG file in mm, y up."""
    svg = svgelements.SVG.parse(io.BytesIO(made(game, plotter).read(f"svg/{stem}.svg")), ppi=25.4)
    outlines = []
    for path in svg.elements(lambda element: isinstance(element, svgelements.Path)):
        if any(isinstance(segment, svgelements.Close) for segment in path):
            points = [path.point(n / 720) for n in range(720)]
            outlines.append(Polygon([(point.x, height - point.y) for point in points]))
    return outlines


GAMES = {"correction": 10 + 2 + 20 + 2, "chess-battle": 12 + 8 + 4 + 4 + 4 + 36 + 2, "incorrect-checkers": 24 + 2}


@pytest.mark.parametrize("game", ["chess-battle", "incorrect-checkers"])
def test_everything_is_cut_once_inside_the_room_and_apart(game: str) -> None:
    files = made(game, "silhouette").namelist()
    stems = sorted(re.findall(r"dxf/(sheet-\d+)\.dxf", " ".join(files)))
    left, bottom, right, top = load_plotter("silhouette").room(load_paper("a4"))
    count = 0
    for stem in stems:
        outlines, _ = dxf_outlines(game, "silhouette", stem)
        count += len(outlines)
        for n, outline in enumerate(outlines):
            x0, y0, x1, y1 = outline.bounds
            assert left - 0.01 <= x0 < x1 <= right + 0.01
            assert bottom - 0.01 <= y0 < y1 <= top + 0.01
            assert all(outline.distance(other) > 5.9 for other in outlines[:n])
    assert count == GAMES[game]


def test_both_files_have_the_same_outlines_and_the_creases_of_tents() -> None:
    """A tent has three creases: its flaps, and the middle; the two quick references are flat."""
    creases = 0
    for stem in ("sheet-1", "sheet-2"):
        from_dxf, more = dxf_outlines("correction", "silhouette", stem)
        from_svg = svg_outlines("correction", "silhouette", stem, A4[1])
        creases += more
        assert len(from_dxf) == len(from_svg)
        for one, other in zip(from_dxf, from_svg, strict=True):
            assert one.symmetric_difference(other).area < 0.01 * one.area
    assert creases == 3 * 12


def test_the_print_reaches_beyond_round_cuts_and_not_to_the_next() -> None:
    """Checkers of 36 mm in cells of 42 mm, which are 24.86 mm in paper cells of 29 mm: the ground goes on for 2 mm
    outside of the cut, and the paper is white after that."""
    files = made("incorrect-checkers", "silhouette").namelist()
    dark = 0
    for sheet in range(1, 1 + sum(file.startswith("dxf/sheet-") for file in files)):
        outlines, _ = dxf_outlines("incorrect-checkers", "silhouette", f"sheet-{sheet}")
        picture = page("incorrect-checkers", "silhouette", sheet)
        checkers = [outline for outline in outlines if outline.bounds[2] - outline.bounds[0] < 40]  # the rest are cards
        for outline in checkers:
            x, y = outline.centroid.x, outline.centroid.y
            radius = outline.bounds[2] - x
            assert radius == pytest.approx(12.43, abs=0.05)

            def colour(distance: float, x: float = x, y: float = y, picture: NDArray[np.uint8] = picture) -> int:
                row, column = round((A4[1] - y) * MM), round((x + distance) * MM)
                return int(picture[row, column].mean())

            assert colour(radius + 1.7) == colour(radius - 0.1)
            assert colour(radius + 2.6) == 255
            dark += colour(radius + 1.7) < 80
    assert dark == 12


def test_the_cut_of_the_test_sheet_is_the_middle_one_of_five_lines() -> None:
    """Lines of squares of 8, 9, 10, 11 and 12 mm: the cut is that of 10 mm."""
    outlines, _ = dxf_outlines("correction", "silhouette", "test")
    assert [round(outline.area, 3) for outline in outlines] == [100.0] * 5
    picture = page("correction", "silhouette", 0).mean(axis=2)
    for outline in outlines:
        x0, _, x1, _ = outline.bounds
        row = picture[round((A4[1] - outline.centroid.y) * MM), round((x0 - 2) * MM):round((x1 + 2) * MM)]
        edges = np.flatnonzero(np.diff((row < 128).astype(int)) == 1)
        assert len(edges) == 10
        middles = (edges + 1 + 0.1 * MM) / MM - 2  # lines are 0.2 mm wide
        assert middles[[2, 7]] == pytest.approx([0, 10], abs=0.06)
        assert np.diff(middles)[[0, 1, 2, 3]] == pytest.approx([0.5] * 4, abs=0.06)


def test_a_cricut_takes_pictures_that_are_transparent_outside_of_what_is_cut() -> None:
    """6.75 x 9.25 in at 300 dots an inch; twenty tokens of 18 mm, ten tents and two references."""
    archive, opaque = made("correction", "cricut"), 0.0
    for name in (name for name in archive.namelist() if re.fullmatch(r"images/sheet-\d+\.png", name)):
        with Image.open(io.BytesIO(archive.read(name))) as picture:
            assert (picture.mode, picture.size) == ("RGBA", (2025, 2775))
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
            opaque += float(np.asarray(picture)[..., 3].mean()) / 255 * 171.45 * 234.95
    outlines = [outline for stem in ("sheet-1", "sheet-2")
                for outline in dxf_outlines("correction", "silhouette", stem)[0]]
    assert opaque == pytest.approx(sum(outline.area for outline in outlines), rel=0.002)
    assert "print.pdf" not in archive.namelist()


def test_cards_are_folded_over_their_backs() -> None:
    """Poker cards of 63.5 x 88.9 mm. The marks leave 183 x 253 mm of A4. Beside their backs they are 127 x 88.9 mm, and
    two fit a sheet. Over them they are 177.8 x 63.5 mm when turned, and three fit: 3 x 63.5 + 2 gaps of 6 = 202.5 mm.
    """
    by_sheet = {}
    stems = re.findall(r"dxf/(sheet-\d+)\.dxf", " ".join(made(HARBOUR, "silhouette").namelist()))
    for stem in stems:
        bounds = [outline.bounds for outline in dxf_outlines(HARBOUR, "silhouette", stem)[0]]
        by_sheet[stem] = [(round(x1 - x0, 1), round(y1 - y0, 1)) for x0, y0, x1, y1 in bounds].count((177.8, 63.5))
    counts = sorted(by_sheet.values(), reverse=True)
    assert [count for count in counts if count] == [3, 3, 3, 1]  # the ten cards of the weather


def test_a_back_over_the_crease_is_upside_down() -> None:
    """Folded at the crease, both sides of a card are upright: a spot 10 mm from the left and 5 mm from the foot of the
    back lies 10 mm from the right and 5 mm under the top of the lower half, which is 88.9 mm high."""
    spot = draw(Role.MARK, circle((10, 5), 1))
    pack = CardPack((PackedCard("a", Drawing(), spot),), 63.5, 88.9)
    (tall,) = cut_things(PaperBatch("cards", 1, pack, "cards", "card"), (70.0, 200.0))
    x0, y0, x1, y1 = tall.drawing.bounds()
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((53.5, 83.9))
    assert [path.bounds() for path in tall.creases] == [pytest.approx((0, 88.9, 63.5, 88.9))]
    (wide,) = cut_things(PaperBatch("cards", 1, pack, "cards", "card"), (130.0, 100.0))
    x0, y0, x1, y1 = wide.drawing.bounds()
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((73.5, 5))


def test_the_net_of_a_die_is_cut_along_its_outline_and_creased_where_it_folds() -> None:
    """Six faces of 16 mm and seven tabs, each 0.32 of a face deep and 0.18 narrower at both ends: a tab has
    0.32 * (1 - 0.18) of a face. Five folds join the faces, and each tab has one more."""
    lines: dict[str, list[ezdxf.path.Path]] = {}
    archive = made(HARBOUR, "silhouette")
    for name in (name for name in archive.namelist() if name.startswith("dxf/")):
        for entity in ezdxf.read(io.StringIO(archive.read(name).decode())).modelspace():
            (_, id), *_ = entity.get_xdata("FABGEN")
            lines.setdefault(id.partition(".")[0], []).append(ezdxf.path.make_path(entity))
    nets = [paths for id, paths in lines.items() if re.fullmatch(r"(wind|luck)-die-\d", id)]
    assert len(nets) == 3
    for paths in nets:
        (outline,) = (Polygon([(p.x, p.y) for p in path.flattening(0.01)]) for path in paths if path.is_closed)
        side = (outline.bounds[2] - outline.bounds[0]) / 3
        assert outline.area == pytest.approx(side ** 2 * (6 + 7 * 0.32 * 0.82), rel=1e-4)
        assert sum(not path.is_closed for path in paths) == 5 + 7


def test_the_same_game_gives_the_same_bytes() -> None:
    spec = load_valid_game("correction")[0]
    assert (make_print_and_cut(spec, Options(), "silhouette", "a4").data
            == make_print_and_cut(load_valid_game("correction")[0], Options(), "silhouette", "a4").data)


OWN = """name: My plotter
source: measured
read: 2026-11
marks: corners
inset: [15 mm, 16 mm]
size: 6 mm
arm: 12 mm
line: 0.5 mm
clear: 3 mm
steps: ["Send it."]
"""


def test_a_plotter_of_ones_own_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(OWN)
    order = make_print_and_cut(load_valid_game("correction")[0], Options(), str(tmp_path / "mine.yaml"), "a4")
    assert order.name == "correction-1.01-print-and-cut-mine-a4.zip"
    document = pypdfium2.PdfDocument(zipfile.ZipFile(io.BytesIO(order.data)).read("print.pdf"))
    picture = np.asarray(document[0].render(scale=DPI / 72).to_pil().convert("L"))
    rows, columns = np.nonzero(picture[:round(25 * MM), :round(30 * MM)] < 40)
    assert (columns.min() / MM, rows.min() / MM) == pytest.approx((15, 16), abs=0.06)
    assert ((columns.max() + 1) / MM, (rows.max() + 1) / MM) == pytest.approx((21, 22), abs=0.06)


@pytest.mark.parametrize(("change", "line", "message"), [
    (("size: 6 mm", "size: 6 parsec"), 6, "6 parsec"),
    (("arm: 12 mm\n", ""), 1, "marks of the kind `corners` need `arm`"),
    (("marks: corners", "marks: crosses"), 4, "crosses"),
    (("name: My plotter\n", ""), 1, "name"),
    (("inset: [15 mm, 16 mm]", "inset: [-15 mm, 16 mm]"), 5, "0 mm or more"),
    (("arm: 12 mm", "arm: 12 m"), 7, "12 m"),
    (("arm: 12 mm", "arm: 0.33"), 7, "a number without a unit is in mm"),  # meant in inches
    (("inset: [15 mm, 16 mm]", "inset: [0.394, 0.394]"), 5, "6.35 to 100 mm"),
    (("inset: [15 mm, 16 mm]", "inset: [15 mm, 5 mm]"), 5, "5 mm is not what a camera finds"),  # it is left white
    (('["Send it."]', '["Type {nothing} in."]'), 10, "braces around something else than a number"),
    (('["Send it."]', '["Type {arm:q} in."]'), 10, "braces around something else than a number"),
])
def test_a_mistake_in_it_is_one_message_at_its_line(
    change: tuple[str, str], line: int, message: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(OWN.replace(*change))
    with pytest.raises(FabgenError) as caught:
        load_plotter(str(tmp_path / "mine.yaml"))
    (problem,) = caught.value.problems
    assert message in str(problem)
    assert problem.where.line == line


def test_marks_that_leave_no_room_are_one_message(tmp_path: Path) -> None:
    (tmp_path / "wide.yaml").write_text(OWN.replace("arm: 12 mm", "arm: 100 mm"))
    with pytest.raises(FabgenError, match=r"the marks of My plotter leave 174 x 58 mm of A4 free"):
        make_print_and_cut(load_valid_game("correction")[0], Options(), str(tmp_path / "wide.yaml"), "a4")


def test_what_does_not_fit_is_named(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(OWN.replace("inset: [15 mm, 16 mm]", "inset: [60 mm, 60 mm]"))
    with pytest.raises(FabgenError, match=r"quick references: 120 x 156 mm of paper, and My plotter has room for"):
        make_print_and_cut(load_valid_game("correction")[0], Options(), str(tmp_path / "small.yaml"), "a4")


def test_the_command_writes_the_zip_and_names_unknown_plotters(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["export", "correction", "--plotter", "silhouette", "-o", str(tmp_path)])
    assert run.exit_code == 0, run.output
    assert [path.name for path in tmp_path.iterdir()] == ["correction-1.01-print-and-cut-silhouette-a4.zip"]
    run = CliRunner().invoke(main, ["export", "correction", "--plotter", "cricutt", "-o", str(tmp_path)])
    assert run.exit_code == 1
    assert "did you mean cricut" in run.output
    run = CliRunner().invoke(main, ["export", "correction", "--plotter", "cricut", "--fairy", "-o", str(tmp_path)])
    assert run.exit_code == 2
    arguments = ["export", "correction", "--plotter", "cricut", "--paper", "a3", "-o", str(tmp_path)]
    run = CliRunner().invoke(main, arguments)
    assert "--paper a3 changes nothing here" in run.output
    run = CliRunner().invoke(main, ["export", "correction", "--cut", "snapcut", "--paper", "a4", "-o", str(tmp_path)])
    assert "--paper is for --plotter" in run.output


def spoilt(tmp_path: Path, change: Callable[[dict[str, bytes]], object], plotter: str = "silhouette") -> list[str]:
    """What `verify` says once a zip is changed."""
    archive = made("correction", plotter)
    files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(tmp_path / "order.zip", "w") as written:
        for name, data in files.items():
            written.writestr(name, data)
    return [str(problem) for problem in check_order(tmp_path / "order.zip")]


def replaced(files: dict[str, bytes], name: str, old: str, new: str) -> None:
    text = files[name].decode()
    assert old in text
    files[name] = text.replace(old, new, 1).encode()


def moved_cuts(files: dict[str, bytes]) -> None:
    """Moves the cuts of a sheet 1 mm to the right, in both formats."""
    document = ezdxf.read(io.StringIO(files["dxf/sheet-1.dxf"].decode()))
    for entity in document.modelspace():
        entity.translate(1, 0, 0)
    stream = io.StringIO()
    document.write(stream)
    files["dxf/sheet-1.dxf"] = stream.getvalue().encode()
    files["svg/sheet-1.svg"] = re.sub(
        r"([ML] |A \S+ \S+ \S+ \S+ \S+ )([\d.]+)", lambda match: f"{match[1]}{float(match[2]) + 1:.3f}",
        files["svg/sheet-1.svg"].decode()).encode()


def without_the_last_page(files: dict[str, bytes]) -> None:
    with pikepdf.open(io.BytesIO(files["print.pdf"])) as pdf:
        del pdf.pages[-1]
        stream = io.BytesIO()
        pdf.save(stream)
    files["print.pdf"] = stream.getvalue()


def swapped_pages(files: dict[str, bytes]) -> None:
    """The two pages of pieces, tokens and quick references change places; the first page is the test sheet."""
    with pikepdf.open(io.BytesIO(files["print.pdf"])) as pdf:
        pdf.pages.insert(1, pdf.pages[2])
        del pdf.pages[3]
        stream = io.BytesIO()
        pdf.save(stream)
    files["print.pdf"] = stream.getvalue()


def opaque(files: dict[str, bytes]) -> None:
    with Image.open(io.BytesIO(files["images/sheet-1.png"])) as picture:
        stream = io.BytesIO()
        picture.convert("RGB").save(stream, "PNG")
    files["images/sheet-1.png"] = stream.getvalue()


@pytest.mark.parametrize(("change", "said"), [
    (lambda files: files.pop("dxf/sheet-2.dxf"), "dxf/sheet-2.dxf: error: the file is missing from the zip"),
    (lambda files: files.pop("README.txt"), "README.txt: error: the file is missing"),
    (lambda files: files.update({"more.txt": b"x"}), "more.txt: error: the file is not one of a game for a plotter"),
    (lambda files: replaced(files, "svg/sheet-2.svg", "quick-reference", "reference"), "there are other lines than in"),
    (moved_cuts, "mm2 of print that nothing cuts out"),
    (swapped_pages, "nothing is printed on `denial-token-11.outline`, page 2"),
    (without_the_last_page, "2 pages, and lines to cut for 3 sheets"),
    (lambda files: files.update({"print.pdf": b"%PDF-1.7 x"}), "print.pdf: error: the file cannot be read"),
])
def test_a_spoilt_zip_is_reported(change: Callable[[dict[str, bytes]], object], said: str, tmp_path: Path) -> None:
    problems = spoilt(tmp_path, change)
    assert any(said in problem for problem in problems), problems


def test_a_sound_zip_has_no_problem(tmp_path: Path) -> None:
    for plotter in ("silhouette", "brother", "cricut"):
        assert spoilt(tmp_path, lambda files: None, plotter) == []
    assert any("no transparent ground" in problem for problem in spoilt(tmp_path, opaque, "cricut"))
