"""A build with single lines, read by another reader: words are open lines, dots circles, crosses two strokes; a stroke
that is missing or moved is told."""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from svgelements import SVG
from svgelements import Path as Drawn

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import rectangle
from fabgen.build import Result, build
from fabgen.laser.engraving import apply_engraving_style, engraving_as_lines, report_outlined_words
from fabgen.laser.machine import load_machine, read_engraving
from fabgen.materials.operations import Operation
from fabgen.spec.build_options import Options
from fabgen.verify import verify

pytestmark = pytest.mark.slow

SHEET = "laser/green-pieces.svg"
Ends = tuple[complex, complex]


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Result:
    options = Options(machine="lightburn", engrave="single-line", formats=("svg", "dxf"))
    return build("correction", tmp_path_factory.mktemp("single"), options, only=("laser",))


def strokes(svg: Path) -> dict[str, Ends]:
    """The straight open lines of a file, by their ids."""
    found = {}
    for one in SVG.parse(str(svg), ppi=25.4).elements():
        if isinstance(one, Drawn) and len(one) == 2 and type(one[1]).__name__ == "Line":
            found[str(one.id)] = (complex(one[1].start), complex(one[1].end))
    return found


def crosses(lines: dict[str, Ends]) -> list[tuple[str, str]]:
    """The pairs of lines of one part that halve each other at right angles and are shorter than 7 mm, which is 0.6 of
    a cell of 11.7 mm."""
    def halved(a: Ends, b: Ends) -> bool:
        (p, q), (r, s) = a, b
        square = abs(((q - p) * (s - r).conjugate()).real) < 0.01
        return abs(p + q - r - s) < 0.01 and abs(abs(q - p) - abs(s - r)) < 0.01 and square

    short = [(name, ends) for name, ends in lines.items() if abs(ends[1] - ends[0]) < 7]
    return [(m, n) for (m, a), (n, b) in combinations(short, 2) if m.split(".")[0] == n.split(".")[0] and halved(a, b)]


def test_each_cross_of_the_rules_is_two_strokes(single: Result) -> None:
    """Captures of one player: four pawns with two cells, a knight with four, a spearman with two."""
    found = crosses(strokes(single.target / SHEET))
    counts = {name: sum(a.startswith(f"green-{name}") for a, _ in found) for name in ("pawn", "knight", "spearman")}
    assert counts == {"pawn": 4 * 2, "knight": 4, "spearman": 2}


def test_nothing_is_swept(single: Result) -> None:
    engrave = load_machine("lightburn").operations[Operation.ENGRAVE].colour.lower()
    files = sorted((single.target / "laser").glob("*.svg"))
    assert files
    for file in files:
        assert f'fill="{engrave}"' not in file.read_text("utf-8").lower()


def without(id: str, text: str) -> str:
    return re.sub(rf'<path[^>]*id="{re.escape(id)}"[^>]*/>', "", text)


def moved(id: str, text: str) -> str:
    """The same line 0.4 mm further to the right."""
    def shifted(found: re.Match[str]) -> str:
        return re.sub(r"([ML]) (-?[\d.]+)", lambda m: f"{m[1]} {float(m[2]) + 0.4:.3f}", found[0])

    return re.sub(rf'<path[^>]*id="{re.escape(id)}"[^>]*/>', shifted, text)


@pytest.mark.parametrize("defect", [without, moved])
def test_a_stroke_that_is_not_where_it_should_be_is_reported(
    single: Result, tmp_path: Path, defect: Callable[[str, str], str]
) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(single.target, folder)
    file = folder / SHEET
    (one, _), *_ = [pair for pair in crosses(strokes(file)) if pair[0].startswith("green-knight")]
    text = file.read_text("utf-8")
    file.write_text(defect(one, text), "utf-8")
    assert file.read_text("utf-8") != text
    said = " ".join(str(problem) for problem in verify(folder))
    assert "cross" in said
    assert "knight" in said


def plate(marks: Drawing) -> Part:
    return Part("plate", draw(Role.EDGE, rectangle(-20, -20, 40, 40, 2)) + marks, 1, "acrylic-3mm", "plates")


def test_words_without_strokes_are_outlined_and_reported() -> None:
    laser = load_machine("generic").model_copy(update={"engraving": read_engraving("single-line")})
    plain, strange = plate(draw_text(Role.LABEL, "Pawn", (0, 0), 2)), plate(draw_text(Role.LABEL, "Bωnder", (0, 0), 2))
    (notice,) = report_outlined_words([plain, strange], laser)
    assert notice.level == "notice"
    assert "'Bωnder' is outlined" in notice.what
    assert "ω" in notice.what
    assert not report_outlined_words([plain, strange], load_machine("generic"))

    def contours(part: Part) -> set[bool]:
        items = apply_engraving_style(part, laser).drawing.without(Role.EDGE).items
        return {path.closed for item in items for path in item.paths}  # type: ignore[union-attr]

    assert contours(plain) == {False}
    assert contours(strange) == {True}


def test_a_cross_takes_two_strokes_of_its_span() -> None:
    """A cross of 10 mm from tip to tip: 20 mm of lines."""
    from fabgen.figures.diagrams.marks import CROSS, cross

    lines = engraving_as_lines(plate(cross(10 / CROSS)), load_machine("generic"), "single-line")
    assert sum(line.length() for line in lines) == pytest.approx(20)
    assert [math.isclose(line.length(), 10) for line in lines] == [True, True]
