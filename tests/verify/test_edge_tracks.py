"""A track around the board that lacks a number or a line is found: on paper among what PDFium reads, on a laser sheet
in the file, and in the drawing of the board itself."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from built import share_written_game, verify_in_place
from verify.planting import GAME, Planted

from fabgen.artwork.drawing import Drawing, Lettering
from fabgen.figures.boards import board
from fabgen.figures.boards.edge_track import draw_edge_track
from fabgen.spec.build_options import Options
from fabgen.verify.edge_tracks import check_edge_tracks
from fabgen.verify.printed_things import PrintedFile, PrintedSet
from fabgen.verify.readers.page_pdf import PrintedPage, PrintedWord, read_pages
from fabgen.verify.sources import BuildSources

RING = GAME.replace("grid: 3x3", "grid: 5x4") + "tracks: {score: {last: 25, around: board}}\n"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The board takes two sheets of paper."""
    options = Options(sheet=(300.0, 300.0), formats=("svg",), papers=("a4",))
    return share_written_game(tmp_path_factory, "ring", RING, "# Small\n", options, ("laser", "print")).target


@pytest.fixture(scope="module")
def printed(good: Path) -> PrintedSet:
    (path,) = good.glob("print/*.pdf")
    read = read_pages(path)
    assert read
    sources = BuildSources(good)
    return PrintedSet("a4", sources.print_spec, sources.options, (PrintedFile(path.name, read, False),))


def spoilt(printed: PrintedSet, change: Callable[[PrintedPage], PrintedPage]) -> str:
    """What is found where every page has been changed."""
    (file,) = printed.files
    sides = tuple(change(side) if printed.shows_board(side) else side for side in file.read.sides)
    files = (replace(file, read=replace(file.read, sides=sides)),)
    return "\n".join(str(problem) for problem in check_edge_tracks(replace(printed, files=files)))


def renamed(old: str, new: str) -> Callable[[PrintedPage], PrintedPage]:
    """Another number where one is printed."""
    def change(word: PrintedWord) -> PrintedWord:
        return replace(word, text=new) if word.text == old else word

    return lambda side: replace(side, words=tuple(map(change, side.words)))


def test_a_good_track_is_proven(good: Path, printed: PrintedSet) -> None:
    assert not verify_in_place(good)
    assert sum(bool(printed.tile(side)) for side in printed.sides) == 2
    assert not [*check_edge_tracks(printed)]


def test_a_missing_number_is_found(printed: PrintedSet) -> None:
    assert "the score track around the board lacks 17" in spoilt(printed, renamed("17", ""))


def test_numbers_in_another_order_are_found(printed: PrintedSet) -> None:
    def swap(side: PrintedPage) -> PrintedPage:
        return renamed("x", "18")(renamed("18", "17")(renamed("17", "x")(side)))

    assert "does not have the numbers from 0 to 25 in their order, each once" in spoilt(printed, swap)


@pytest.mark.parametrize("off", [None, 0.2, -0.2])
def test_a_missing_or_moved_line_is_found(printed: PrintedSet, off: float | None) -> None:
    """Lines as long as a space is deep, 15 mm, 3 mm from the edge of the board, which is inked for 2 mm more. One is
    missing, or so many mm too near to the middle of the board."""
    def spoil(side: PrintedPage) -> PrintedPage:
        if printed.tile(side) != "A1":
            return side
        left = max(side.clips, key=lambda box: box[2] - box[0])[0] + 2 + 3
        ends = [(line, sorted((line[0][0], line[1][0]))) for line in side.lines if abs(line[0][1] - line[1][1]) < 0.01]
        across = [line for line, (low, high) in ends if abs(low - left) < 0.05 and abs(high - left - 15) < 0.05]
        assert len(across) > 2
        others = tuple(line for line in side.lines if line != across[0])
        moved = ((tuple((x + off, y) for x, y in across[0]),) if off else ())
        return replace(side, lines=(*others, *moved))

    assert "has 25 lines between its spaces, not 26" in spoilt(printed, spoil)


def test_a_missing_number_or_line_of_a_laser_sheet_is_found(good: Path, tmp_path: Path) -> None:
    """The board is 262 x 222 mm, turned on its sheet. What is scored within 18 mm of its edge belongs to the track."""
    text = (good / "laser/board.svg").read_text()
    found = re.findall(r' d="([^"]*)"[^>]* id="(board-1[^"]*)"', text)
    boxes = {id: numbers_box(data) for data, id in found}
    x0, y0, x1, y1 = max(boxes.values(), key=lambda box: box[2] - box[0])
    assert (x1 - x0, y1 - y0) == pytest.approx((222, 262), abs=0.5)
    in_track = {id: (c - a, d - b) for id, (a, b, c, d) in boxes.items() if c - x0 < 18.2}
    line = next(id for id, size in in_track.items() if max(size) == pytest.approx(15) and min(size) < 0.01)
    number = next(id for id, size in in_track.items() if 1 < max(size) < 6)
    for count, id in enumerate((line, number)):
        copy = Planted(Path(shutil.copytree(good, tmp_path / str(count))))
        copy.remove("laser/board.svg", id)
        assert any("board" in str(problem) for problem in copy.problems()), id


def numbers_box(data: str) -> tuple[float, float, float, float]:
    """The box of the points of a path of lines and arcs."""
    steps = [step.split()[-2:] for step in re.findall(r"[MLCA]([^MLCAZ]*)", data)]
    xs, ys = [float(x) for x, _ in steps], [float(y) for _, y in steps]
    return min(xs), min(ys), max(xs), max(ys)


def test_a_board_that_is_drawn_without_a_number_is_found(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of the spec are drawn anew for the proof: a number that is not drawn at all is missed by its count."""
    def draw_less(*args: Any, **keys: Any) -> Drawing:
        whole = draw_edge_track(*args, **keys)
        return Drawing(tuple(item for item in whole.items
                             if not (isinstance(item, Lettering) and item.text.string == "17")))

    monkeypatch.setattr(board, "draw_edge_track", draw_less)
    expected = BuildSources(good).job
    assert [problem.what for problem in expected.faults_of_track()] == ["the score track around the board lacks 17"]
