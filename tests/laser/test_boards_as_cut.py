"""Boards as their laser files say, read without fabgen: what is dark, told apart, mirrored, and what fits."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from built import share_build, share_template

from fabgen.build import Result, build
from fabgen.spec.build_options import Options

BEAM = 0.25  # mm: a scored line, as a person sees it
Point = tuple[float, float]
Line = tuple[Point, Point]

pytestmark = pytest.mark.slow


def laser_folder(factory: pytest.TempPathFactory, name: str, game: str, **chosen: object) -> Path:
    def make(folder: Path) -> Result:
        return build(game, folder, Options(**chosen), ["laser"])  # type: ignore[arg-type]

    return share_build(factory, name, make).target / "laser"


@pytest.fixture(scope="module")
def checkers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return share_template(tmp_path_factory, "incorrect-checkers").target / "laser"


@pytest.fixture(scope="module")
def inlaid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laser_folder(tmp_path_factory, "checkers-inlaid", "incorrect-checkers", board_style="inlaid", box=True)


def elements(file: Path, colour: str, paint: str = "stroke") -> Iterator[tuple[str, str]]:
    """The id and the path of each shape of a colour."""
    for element in ElementTree.parse(file).iter():
        if (element.get(paint) or "").upper() == colour:
            yield element.get("id") or "", element.get("d") or ""


def points(path: str) -> list[Point]:
    """The ends of all segments of a path."""
    found: list[Point] = []
    for letter, numbers in re.findall(r"([MLCA])([^MLCAZ]*)", path):
        values = [float(number) for number in numbers.split()]
        step = {"M": 2, "L": 2, "C": 6, "A": 7}[letter]
        found += [(values[i + step - 2], values[i + step - 1]) for i in range(0, len(values), step)]
    return found


def scored_lines(file: Path, part: str) -> list[Line]:
    """The straight pieces of all scored lines of a part; y runs down."""
    ends = [points(path) for name, path in elements(file, "#0000FF") if name.startswith(f"{part}.")]
    return [pair for path in ends for pair in itertools.pairwise(path)]


def box_of(path: str) -> tuple[float, float, float, float]:
    xs, ys = zip(*points(path), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def grey(lines: list[Line], middle: Point, side: float) -> float:
    """The share of a square that is scored."""
    reach, total = side / 2, 0.0
    for (x, y), (u, v) in lines:
        steps = max(1, math.ceil(math.dist((x, y), (u, v)) / 0.5))
        for n in range(steps):
            at = (n + 0.5) / steps
            px, py = x + at * (u - x), y + at * (v - y)
            if abs(px - middle[0]) < reach and abs(py - middle[1]) < reach:
                total += math.dist((x, y), (u, v)) / steps
    return total * BEAM / side**2


def cell_middles(file: Path, grid: int, cell: float, border: float) -> dict[str, Point]:
    """The middle of each cell on the sheet, where the board lies unturned."""
    (outline,) = [path for name, path in elements(file, "#FF0000") if name.startswith("board-1.")]
    x0, _y0, x1, y1 = box_of(outline)
    assert x1 - x0 == pytest.approx(grid * cell + 2 * border, abs=0.3)
    return {f"{'abcdefgh'[i]}{j + 1}": (x0 + border + (i + 0.5) * cell, y1 - border - (j + 0.5) * cell)
            for i in range(grid) for j in range(grid)}


def test_incorrect_checkers_is_a_checkerboard_whose_goals_have_a_second_cue(checkers: Path) -> None:
    """Cells of a1's colour are dark: each is at least 0.21 covered by lines in its middle (0.25 of
    each 1.15 mm is 0.217), and no light cell is by more than 0.05. The goals (the spec names their cells) differ from
    all other cells beside a round piece of 34 mm: light ones by three lines, around 0.045 + 0.02 of the cell from
    their border (18.3 mm from their middle), dark ones by a band there that is free of their hatch, 0.04 of the cell
    (1.68 mm) between three lines on either side."""
    file = checkers / "board.svg"
    lines, middles = scored_lines(file, "board-1"), cell_middles(file, 8, 42.0, 20.5)
    dark = {name for name in middles if ("abcdefgh".index(name[0]) + int(name[1])) % 2 == 1}
    shades = {name: grey(lines, middle, 0.5 * 42) for name, middle in middles.items()}
    assert min(shades[name] for name in dark) > 0.21
    assert max(shade for name, shade in shades.items() if name not in dark) < 0.05
    goals = {f"{file}{rank}" for files, ranks in (("bdfh", "1368"), ("aceg", "27")) for file in files for rank in ranks}
    upright = [(x, *sorted((y, v))) for (x, y), (u, v) in lines if x == u]
    bands = {name: sum(17.6 < x - mx < 18.9 and low < my < high for x, low, high in upright)
             for name, (mx, my) in middles.items()}
    assert bands == {name: 3 if name in goals - dark else 0 for name in middles}
    beside = {name: grey(lines, (mx + 0.435 * 42, my), 1.5) for name, (mx, my) in middles.items()}
    assert {name for name in dark if beside[name] == 0} == goals & dark
    assert min(beside[name] for name in dark - goals) > 0.21


def test_nothing_on_the_board_is_swept(checkers: Path) -> None:
    """Words are single lines: open paths; title and coordinates are of one kind."""
    assert not [*elements(checkers / "board.svg", "#000000", "fill")]
    words = [(name, path) for name, path in elements(checkers / "board.svg", "#0000FF") if "Z" not in path]
    assert len(words) > 60


def test_a_clear_board_is_mirrored(correction: Result) -> None:
    """The stripes of the near spawn row rise to the right in figures, and in the file to the left; those of the far row
    the other way, in pairs. 22 lines to a side are 40/22 = 1.82 mm above each other: 0.32 mm off the border 44
    meet the cell, and those in two corners, 0.4 mm long, are left out. Of 11 pairs to a side 22 meet it, the shortest
    line 0.9 mm long. At the right of the title is the key of the spawn rows, first that of the near one; in the file
    at its left, and that of the near one is further right."""
    file = correction.target / "laser" / "board.svg"
    lines, middles = scored_lines(file, "board-1"), cell_middles(file, 6, 40.0, 18.5)
    near, far = ([(u - x, v - y) for (x, y), (u, v) in lines
                  if abs((x + u) / 2 - middles[name][0]) < 19.6 and abs((y + v) / 2 - middles[name][1]) < 19.6]
                 for name in ("c1", "c6"))
    assert [len(near), len(far)] == [42, 44]
    assert all(across == pytest.approx(down, abs=0.02) for across, down in near)  # y runs down
    assert all(across == pytest.approx(-down, abs=0.02) for across, down in far)
    edge = middles["a1"][1] + 20 + 8  # under the coordinates
    left, right = middles["a1"][0] - 20, middles["f1"][0] + 20
    middle = (left + right) / 2
    diagonals = [(x, u - x, v - y) for (x, y), (u, v) in lines
                 if y > edge and left < x < middle and abs(abs(u - x) - abs(v - y)) < 0.02 and abs(u - x) > 1]
    near_key = [x for x, across, down in diagonals if across * down > 0]
    far_key = [x for x, across, down in diagonals if across * down < 0]
    assert len(near_key) > 1
    assert len(far_key) > 1
    assert max(far_key) < min(near_key) - 20 < middle - 20


def test_a_board_of_plywood_is_not_mirrored(tmp_path: Path) -> None:
    folder = build("correction", tmp_path, Options(material="birch-ply-3mm", parts=("board",)), ["laser"]).target
    job = json.loads((folder / "laser" / "job.json").read_text("utf-8"))
    assert [part["mirrored"] for part in job["parts"]] == [False]


def test_inlaid_spaces_fit_their_frame(inlaid: Path) -> None:
    """Eight spaces and the gaps between and around them fill the opening: by the cuts of the file, kerf taken off."""
    kerf, gap = 0.18, set()
    cuts = [cut for file in sorted(inlaid.glob("board*.svg")) for cut in elements(file, "#FF0000")]
    spaces = [box_of(path) for name, path in cuts if "space" in name]
    assert len(spaces) == 64
    for x0, y0, x1, y1 in spaces:
        gap |= {round(42 - (side - kerf), 2) for side in (x1 - x0, y1 - y0)}
    (between,) = gap
    assert between >= 0.1
    (x0, y0, x1, y1) = next(box_of(path) for name, path in cuts if re.match(r"board-frame.*hole", name))
    for opening in (x1 - x0 + kerf, y1 - y0 + kerf):
        assert opening == pytest.approx(8 * (42 - between) + 9 * between, abs=0.01)


def test_alike_spaces_of_one_plywood_are_told_apart(inlaid: Path) -> None:
    """Dark cells are made of the plywood of the light ones: their lines make them dark."""
    shades: dict[str, list[float]] = {"dark": [], "light": []}
    for file in sorted(inlaid.glob("board*.svg")):
        for name, path in elements(file, "#FF0000"):
            kind = next((kind for kind in shades if f"{kind}-cell-space" in name), "")
            if kind:
                x0, y0, x1, y1 = box_of(path)
                lines = scored_lines(file, name.partition(".")[0])
                shades[kind].append(grey(lines, ((x0 + x1) / 2, (y0 + y1) / 2), 19.0))
    assert [len(values) for values in shades.values()] == [32, 32]
    assert min(shades["dark"]) > 0.21  # 0.25 of each 1.15 mm is 0.217
    assert max(shades["light"]) < 0.05


def test_the_lid_of_a_box_carries_the_title(inlaid: Path) -> None:
    lids = [scored_lines(file, "box-lid-1") for file in inlaid.glob("*.svg")]
    assert max(len(lines) for lines in lids) > 40
