"""A game on hexagons and one on a map drawn in Inkscape, through every output and its proof; and smaller ones on every
other outline."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import build_in_place, problems, verify_in_place
from maps import DRAWING, bricks
from specs import put

from fabgen.core.problems import FabgenError
from fabgen.rules.perft import perft
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec
from fabgen.verify import proof_summary, verify

HEAD = """\
fabgen: 1
title: Six Ways
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board:
  material: birch-ply-3mm
"""
HEXES = HEAD + """\
  hexagon: 4
  cell: 46 mm
  zones:
    white home: {cells: a1 b1 c1 d1 e1 f1 g1, of: white}
    black home: {cells: a4 b5 c6 d7 e6 f5 g4, of: black}
pieces:
  runner: {each: 2, moves: fmWfcF, body: {tile: hex}, diagram: "x . .\\no o x\\n. @ o"}
  knight: {moves: N, body: {tile: disc}}
  chief: {moves: W2, body: {standee: pawn, height: 24 mm, face: plain}}
rules: {set: standard, win: [{reach: {white chief: black home, black chief: white home}}]}
setup:
  white: {runner: b1 f1, knight: c1, chief: d1}
  black: {runner: b5 f5, knight: e6, chief: d7}
examples:
  - id: leap
    title: The knight leaps
    position: "white: knight d4, chief g2; black: chief a3, runner e6; turn: white"
    piece: d4
    exactly: [d4-c6, d4xe6, d4-b5, d4-f5, d4xa3, d4-g3, d4-a2, d4-b1, d4-f1, d4-c1, d4-e1]
"""
MAP = HEAD + """\
  cell: 40 mm
  map: {file: map.svg, joined: [east-moon], lines: {f: [south north]}}
  zones: {capital: {cells: south, of: white}, keep: {cells: north moon, of: black}}
pieces:
  army: {moves: W, body: {tile: disc}}
  scout: {moves: mWfcW, body: {tile: disc}}
rules: {set: standard, win: [{reach: {white: keep, black: capital}}]}
setup: {white: {army: south}, black: {army: moon, scout: north}}
examples:
  - id: march
    title: Who is beside whom
    position: "white: army east; black: scout moon; turn: white"
    exactly: [east-north, east-south, eastxmoon]
    illegal: [east-east]
"""
DRAWN = HEAD + """\
  cell: 32 mm
  map: {file: bricks.svg, layer: Regions, lines: {any: [a1 b2 c3, b1 b2, a1 c1]}}
  zones:
    capital: {cells: b2, of: white, pattern: stripes}
    keeps: {cells: keep a1, of: black, pattern: corners}
    woods: {cells: c2, pattern: none, material: acrylic-3mm/green}
pieces:
  army: {moves: W, body: {tile: disc}}
  scout: {moves: mWcR2, body: {tile: disc}}
rules: {set: standard, win: [{capture: all}]}
setup: {white: {army: c2}, black: {army: a1, scout: a3}}
examples:
  - id: gate
    title: The keep has one gate, and a road has no borders
    position: "white: army keep, scout c3; black: scout b2, army a1; turn: white"
    exactly: [keepxb2, c3xb2, c3-c2, c3-b3]
    illegal: [keep-a1, c3xa1]
"""
GLINSKI = HEAD + """\
  hexagon: 6
  cell: 30 mm
pieces:
  pawn: {moves: ffmWffimW2flcWfrcW, each: 9, body: {standee: pawn}}
  rook: {moves: R, each: 2, body: {standee: rook}}
  bishop: {moves: B, each: 3, body: {standee: bishop}}
  knight: {moves: N, each: 2, body: {standee: knight}}
  queen: {moves: Q, body: {standee: rook}}
  king: {moves: K, body: {standee: bishop}}
rules: {set: standard, win: [{capture: [king]}]}
setup:
  white: {pawn: b1 c2 d3 e4 f5 g4 h3 i2 j1, rook: c1 i1, knight: d1 h1, queen: e1, king: g1, bishop: f1 f2 f3}
  black: {pawn: b7 c7 d7 e7 f7 g7 h7 i7 j7, rook: c8 i8, knight: d9 h9, queen: e10, king: g10, bishop: f11 f10 f9}
"""
STONES = """\
pieces:
  stone: {each: 3, moves: W, body: {tile: disc}}
rules: {set: standard, win: [{capture: all}]}
"""
OTHERS = {
    "rhombus": (HEAD + "  rhombus: 4x3\n  cell: 30 mm\npieces:\n  stone: {each: 6, moves: none, body: {tile: hex}}\n"
                "rules: {set: standard, drops: {stone: board}, win: [{line: 3, to: W}]}\n"
                "hand: {white: {stone: 6}, black: {stone: 6}}\n", 12 * 11),
    "triangle": (HEAD + "  triangle: 4\n  standing: files\n  cell: 30 mm\n" + STONES
                 + "setup: {white: {stone: a1}, black: {stone: d1}}\n", 2 * 2),
    "holes": (HEAD + "  grid: 4x4\n  holes: b2 d4\n  chequered: true\n  cell: 30 mm\n" + STONES
              + "setup: {white: {stone: a1}, black: {stone: d3}}\n", 2 * 2),
    "points": (HEAD + "  grid: 3x3\n  points: true\n  cell: 30 mm\n  zones: {top: {cells: a3-c3, of: black}}\n" + STONES
               + "setup: {white: {stone: b2}, black: {stone: a3}}\n", 4 * 2),
}


def written(folder: Path, text: str) -> Path:
    path = put(folder, text)
    if "map.svg" in text:
        path.with_name("map.svg").write_text(DRAWING, "utf-8")
    if "bricks.svg" in text:
        path.with_name("bricks.svg").write_text(bricks(0.2), "utf-8")
    return path


def loaded(folder: Path, text: str) -> Spec:
    return load_spec(str(written(folder, text)))


def first_moves(spec: Spec, depth: int) -> int:
    assert spec.play
    return perft(spec.play, spec.play.start(), depth)


def test_glinski_begins_with_51_moves(tmp_path: Path) -> None:
    """Pawns 17, rooks 6, knights 8, bishops 12, queen 6, king 2, as published."""
    assert first_moves(loaded(tmp_path, GLINSKI), 1) == 51


@pytest.mark.parametrize("name", OTHERS)
def test_other_outlines_play_by_hand(tmp_path: Path, name: str) -> None:
    text, count = OTHERS[name]
    assert first_moves(loaded(tmp_path, text), 2) == count


@pytest.mark.slow
@pytest.mark.parametrize("text", [HEXES, MAP, DRAWN], ids=["hexagons", "map", "map drawn by hand"])
def test_everything_is_built_and_proven(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    built = build_in_place(path, tmp_path / "out", Options(papers=("a4",)))
    assert [p for p in built.notes if p.level == "error"] == []
    assert verify_in_place(built.target) == []
    assert "decoded" in proof_summary(built.target)
    names = {file.name for file in (built.target / "diagrams").iterdir()}
    assert ("map.svg" in names) == (text != HEXES)
    spec = built.target / "source" / "game.yaml"
    old, new = {HEXES: ("moves: N", "moves: F"), MAP: ("mWfcW", "mWbcW"), DRAWN: ("mWcR2", "mWR2")}[text]
    spec.write_text(spec.read_text("utf-8").replace(old, new), "utf-8")
    wrong = [p.what for p in verify(built.target) if p.where.file.startswith("laser")]
    assert [what for what in wrong if ", where the " in what or "missing: the scout has a move" in what], wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_other_outlines_are_cut_and_proven(tmp_path: Path, name: str) -> None:
    built = build_in_place(written(tmp_path, OTHERS[name][0]), tmp_path / "out", Options(), ("laser",))
    assert verify_in_place(built.target) == []


@pytest.mark.slow
def test_a_board_of_hexagons_that_is_too_large_says_what_would_fit(tmp_path: Path) -> None:
    path = written(tmp_path, HEXES.replace("cell: 46 mm", "cell: 70 mm"))
    found = problems(str(path), tmp_path / "out", Options(), "laser")
    told = [p for p in found if p.where.key == "board.cell"]
    assert told
    cell = float(told[0].hint.rpartition("a cell of ")[2].split(" mm")[0])
    wide, deep = (1.5 * 7 + 0.5) * cell / 3**0.5 + 2 * 13, 7 * cell + 2 * 13  # files stand upright
    assert wide < 390 <= wide + 0.5 * 11 / 3**0.5  # turned, its width takes what the sheet holds inside its margins
    assert deep < 590


@pytest.mark.parametrize(("old", "new", "what"), [
    ("  hexagon: 4\n", "  hexagon: 4\n  build: inlay\n", "is not built as inlay"),
    ("  hexagon: 4\n", "  grid: 7x7\n  holes: a1\n  build: lights\n", "is not built as lights"),
    ("  hexagon: 4\n", "  hexagon: 4\n  split: never\n", "is never parted anyway"),
    ("  hexagon: 4\n", "  hexagon: 4\n  grid: 3x3\n", "at once"),
    ("  hexagon: 4\n", "", "has no spaces"),
    ("  hexagon: 4\n", "  hexagon: 4\n  chequered: true\n", "has no chequered"),
    ("forward: up,", "forward: right,", "nobody goes right on this board"),
    ("  hexagon: 4\n", "  hexagon: 4\n  holes: z9\n", "`z9` is not on the board"),
])
def test_what_a_board_cannot_be(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert HEXES.count(old) == 1
    with pytest.raises(FabgenError) as caught:
        loaded(tmp_path, HEXES.replace(old, new))
    assert [p for p in caught.value.problems if what in p.what], caught.value.problems
