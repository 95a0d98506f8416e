"""Arguments → whole processes of `fabgen`, and games to build."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOUR = """\
fabgen: 1
title: Vier Türme & <Fürsten>
designer: Ana "X" & Bo
version: 2.0-beta/1
players:
  north: {forward: down, colour: blue, material: acrylic-3mm/blue}
  south: {forward: up, colour: red, material: acrylic-3mm/red}
  east: {forward: left, colour: green, material: mats/oak.yaml/brown}
  west: {forward: right, colour: orange, material: birch-ply-3mm}
board: {grid: 8x8, cell: 46 mm, border: 10 mm, material: birch-ply-3mm}
pieces:
  king: {moves: K, body: {standee: pawn}}
  Duchess of the x: {moves: fR2bB2, body: {standee: knight}}
  башня: {each: 2, moves: R2, body: {standee: spear}}
tokens:
  square thing: {count: 7, shape: square, size: 15 mm, material: acrylic-3mm/yellow}
  disc: {count: 3, shape: disc, size: 0.8 in, mark: no-entry, material: mats/oak.yaml/white}
rulebook: texts/how to play.md
"""

OAK = """\
name: oak
about: a board from the shed
kind: plywood
thickness: 4.1 mm
thickness_range: [3.9 mm, 4.3 mm]
kerf: 0.25 mm
clearance: 0.15 mm
sheet: 500 x 300 mm
spacing: 3 mm
gap: 0.5 mm
web: 3 mm
"""

TINY = """\
fabgen: 1
title: Tiny
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
board: {grid: 3x3, cell: 40 mm, material: acrylic-3mm/clear}
pieces:
  pawn: {moves: fW, body: {standee: pawn}}
"""


Ended = subprocess.CompletedProcess[str]


def fabgen(*args: str, cwd: Path, env: dict[str, str] | None = None, script: str = "") -> Ended:
    """A finished process of the command line; `script` runs in it before."""
    code = f"{script}\nfrom fabgen.cli import main\nmain(prog_name='fabgen')"
    command = [sys.executable, "-c", code, *args]
    return subprocess.run(command, cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True,
                          encoding="utf-8", errors="replace", timeout=100, check=False)


def tiny(folder: Path, old: str = "", new: str = "", rules: str = "# Tiny\n") -> Path:
    """A folder with a small game, one text of its spec replaced."""
    assert old in TINY, "nothing would be replaced"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(TINY.replace(old, new) if old else TINY, encoding="utf-8")
    (folder / "rules.md").write_text(rules, encoding="utf-8")
    return folder


def four(folder: Path) -> Path:
    """The spec of a game for four, its material and its rules in folders of their own."""
    for path, text in {"four.yaml": FOUR, "mats/oak.yaml": OAK,
                       "texts/how to play.md": "# Play\n\n![Ready](setup)\n\n![Ladj](moves:башня)\n"}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder / "four.yaml"
