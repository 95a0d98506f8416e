"""Slides to the edge, hops and first moves in built files: what is lost, moved or turned there is told."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from built import share_written_game
from verify.planting import Planted, moved, numbers

from fabgen.spec.build_options import Options

GAME = """\
fabgen: 1
title: Marks
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
  red: {forward: down, material: acrylic-3mm/red}
board: {grid: 5x5, cell: 46 mm, material: acrylic-3mm/clear}
pieces:
  rook: {each: 1, moves: R, body: {standee: rook}}
  hopper: {each: 1, moves: fmWsimW, body: {standee: pawn}}
  locust: {each: 1, moves: bmW, body: {standee: pawn}}
setup:
  green: {rook: a1, hopper: b1, locust: c1}
  red: {rook: a5, hopper: b5, locust: c5}
rules:
  set: standard
  hops:
    hopper: [{over: any, to: fF}]
    locust: [{over: enemy, to: fF, takes: removed}]
  win: [{capture: all}]
"""
CELL = 9.0  # mm: the side of a cell in the figures


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(sheet=(400.0, 400.0))
    return share_written_game(tmp_path_factory, "marks", GAME, "# Marks\n", options, ("laser", "diagrams")).target


@pytest.fixture
def copy(built: Path, tmp_path: Path) -> Planted:
    return Planted(Path(shutil.copytree(built, tmp_path / "marks")))


def told(copy: Planted, *words: str) -> bool:
    return any(all(word in str(p) for word in words) for p in copy.problems())


def data(line: str) -> str:
    found = re.search(r' d="([^"]*)"', line)
    return found[1] if found else ""


def box(line: str) -> tuple[float, float, float, float]:
    """Least and greatest x and y of the corners of a path, arcs by their ends."""
    points: list[tuple[float, float]] = []

    def note(x: float, y: float) -> tuple[float, float]:
        points.append((x, y))
        return x, y

    numbers(data(line), note)
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def sized(copy: Planted, file: str, width: float, height: float) -> str:
    """The first path of a size in mm."""
    for line in copy.text(file).splitlines(keepends=True):
        if data(line):
            x0, y0, x1, y1 = box(line)
            if abs(x1 - x0 - width) < 0.02 and abs(y1 - y0 - height) < 0.02:
                return line
    raise AssertionError(f"no path of {width} x {height} mm in {file}")


def redrawn(copy: Planted, file: str, line: str, change: Callable[[str], str]) -> None:
    copy.edit(file, line, line.replace(data(line), change(data(line))))


def upside_down(line: str) -> Callable[[str], str]:
    _, y0, _, y1 = box(line)
    return lambda text: numbers(text, lambda x, y: (x, y0 + y1 - y), flip=True)


ROOK, HOPPER, LOCUST = (f"diagrams/moves-{name}.svg" for name in ("rook", "hopper", "locust"))
HEAD = (0.17 * CELL, 0.19 * CELL)  # of a slide ahead: across and along its way
DIAMOND = (0.94 * CELL, 0.94 * CELL)
OPEN_DOT = (0.52 * CELL, 0.0)  # arcs by their ends: its outline starts and turns at its sides


@pytest.mark.slow
def test_the_game_is_sound_as_it_is_built(copy: Planted) -> None:
    assert copy.problems() == []


@pytest.mark.slow
def test_a_lost_arrowhead_is_reported(copy: Planted) -> None:
    copy.edit(ROOK, sized(copy, ROOK, *HEAD), "")
    assert told(copy, ROOK, "the arrowhead at 0,", "is missing", "the rook has a move or capture and on there")


@pytest.mark.slow
def test_a_turned_arrowhead_is_reported(copy: Planted) -> None:
    line = sized(copy, ROOK, *HEAD)
    redrawn(copy, ROOK, line, upside_down(line))
    assert told(copy, ROOK, "arrowhead at 0,")


@pytest.mark.slow
def test_a_moved_arrowhead_is_reported(copy: Planted) -> None:
    redrawn(copy, ROOK, sized(copy, ROOK, *HEAD), moved(0.5, 0))
    assert told(copy, ROOK, "the arrowhead at 0,", "0.5 mm off its place")


@pytest.mark.slow
@pytest.mark.parametrize("file", [HOPPER, LOCUST])
def test_a_lost_or_moved_hop_is_reported(copy: Planted, file: str) -> None:
    line = sized(copy, file, *DIAMOND)
    redrawn(copy, file, line, moved(0, CELL))
    assert told(copy, file, "the diamond", "missing")
    assert told(copy, file, "diamond at", "cannot go")


@pytest.mark.slow
def test_a_locust_hop_that_lost_its_cross_is_reported(copy: Planted) -> None:
    shutil.copy(copy.folder / HOPPER, copy.folder / LOCUST)
    assert told(copy, LOCUST, "a diamond at -2,+2, where the locust has a hop that takes") or told(
        copy, LOCUST, "the small cross at -2,+2 is missing", "a hop that takes")


@pytest.mark.slow
def test_a_first_move_that_is_filled_is_reported(copy: Planted) -> None:
    line = next(text for text in copy.text(HOPPER).splitlines(keepends=True) if data(text).count("M") == 2
                and abs(box(text)[2] - box(text)[0] - OPEN_DOT[0]) < 0.02)
    redrawn(copy, HOPPER, line, lambda text: "M" + text.split("M")[1])
    assert told(copy, HOPPER, "the open dot at ", "is missing: the hopper has a first move there")


@pytest.mark.slow
def test_an_arrowhead_lost_on_a_sheet_is_reported(copy: Planted) -> None:
    sheet = next(path.relative_to(copy.folder) for path in sorted(copy.folder.glob("laser/*green*.svg")))
    lines = copy.text(str(sheet)).splitlines(keepends=True)
    straight = [line for line in lines if "rook-base-1.move" in line and "A" not in data(line)]
    heads = [line for line in straight if data(line).count("L") in (2, 3)]
    assert heads
    copy.edit(str(sheet), heads[-1], "")
    assert told(copy, "rook", "missing")
