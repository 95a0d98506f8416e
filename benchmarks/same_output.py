"""An installed fabgen -> the hash of everything it writes, so that two versions can be compared.

A change of structure must not change what fabgen makes. Record each version, then compare:

    python benchmarks/same_output.py record --python OLD/bin/python --out old.json --keep old-files
    python benchmarks/same_output.py record --python NEW/bin/python --out new.json --keep new-files
    python benchmarks/same_output.py compare old.json new.json
    python benchmarks/same_output.py compare-content old-files new-files

`record` runs each case in a temporary folder of its own and hashes every file of that folder. The exit codes, the
standard output and the standard error of a case are a file too, `console.txt`, in which the machine's own paths are
replaced. Nothing here imports fabgen: the script drives the command, so that it can run any version of it.
`compare` needs no more than Python.

`compare-content` reads the files that differ in bytes as independent readers do. It needs ezdxf, numpy, pillow,
pypdfium2 and svgelements, and reports:

* SVG: the page, the titles, descriptions, words and layer names, and each path with its stroke and fill, to 0.001 mm;
  ids are ignored.
* DXF: units, layers and entities, to 0.001 mm; handles are ignored.
* LightBurn projects: shapes and cut settings, all elements in their order, numbers to 0.001.
* PDF: metadata, bookmarks, page sizes, the text of each page, and the page itself as pixels at 100 dpi.
* PNG: pixels and resolution. JSON: values. Zip: its members, by these same rules. Anything else: lines of text.

SHA-256 values in JSON files (manifests and the fingerprints in `source/`) are ignored, and so is `bytes` beside such a
value, because they repeat what the comparison of the other files says. `compare` sees them.

Searches of high effort are left out: their time is limited, so two runs need not agree.
"""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

# ---- What is run ----------------------------------------------------------------------------------------------------

TIME_LIMIT = 600  # seconds for one command
TOLERANCE = 0.001  # mm
PIXELS_PER_INCH = 100  # of a rendered page
MOST_LINES = 20  # differences printed for one file
MOST_VALUES = 3  # values printed of one shape
UNFINISHED = ".unfinished"  # the ending of a case's folder while it is copied
CONSOLE = "console.txt"
Hashes = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Run:
    """One command: the arguments of fabgen, and what is typed at its standard input."""

    arguments: tuple[str, ...]
    typed: str = ""


@dataclass(frozen=True)
class Write:
    """A text file that a user puts into the folder before the next command."""

    path: str
    text: str


@dataclass(frozen=True)
class Remove:
    """A file that a user deletes before the next command."""

    path: str


Step = Run | Write | Remove
Cases = dict[str, tuple[Step, ...]]

GAMES = ("abstract-game", "charing-cross", "chess-battle", "correction", "incorrect-checkers")
MACHINES = ("epilog", "generic", "glowforge", "k40-whisperer", "lightburn", "meerk40t", "ponoko", "rdworks", "trotec",
            "trotec-convention", "universal", "universal-convention", "xtool")
COMMANDS = ("build", "calibrate", "check", "diagram", "export", "keep-offcuts", "list", "moves", "new", "new-shop",
            "perft", "play", "schema", "verify")
LISTS = ("games", "machines", "materials", "papers", "shapes", "colours", "marks", "patterns")
NEW_BOARDS = {"square": "6x9", "hexagon": "hexagon:4", "rhombus": "rhombus:6x5", "triangle": "triangle:6",
              "points": "points:7x7"}
BOOKS = "a5,half-letter,large-a4,large-letter,booklet-a4,booklet-letter"


def run(*arguments: str, typed: str = "") -> Run:
    """A command of a case."""
    return Run(arguments, typed)


def build(game: str, folders: str, *options: str) -> Run:
    """The command that builds some folders of a game into `out`."""
    return run("build", game, "--only", folders, "-o", "out", *options)


def all_cases() -> Cases:
    """Every case by its name. The quick ones come first, so that a record that is stopped early still says much."""
    return {
        **cases_of_lists_and_help(),
        **cases_of_whole_games(),
        **cases_of_bad_commands(),
        **cases_of_play(),
        **cases_of_checks(),
        **cases_of_calibration(),
        **cases_of_diagrams(),
        **cases_of_rulebooks(),
        **cases_of_prints(),
        **cases_of_new_games(),
        **cases_of_bad_specs(),
        **cases_of_shops(),
        **cases_of_exports(),
        **cases_of_laser_files(),
    }


def cases_of_whole_games() -> Cases:
    """Each game with default options, then verified: as it is, with a file missing, and with a file changed."""
    cases: Cases = {
        f"whole-{game}": (run("build", game, "-o", "out"), run("verify", f"out/{game}")) for game in GAMES
    }
    damaged = "out/correction"
    cases["verify-damaged"] = (
        build("correction", "laser,diagrams"),
        Remove(f"{damaged}/laser/denial-tokens.svg"),
        run("verify", damaged),
        Write(f"{damaged}/laser/board.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='10mm' height='10mm'/>\n"),
        Write(f"{damaged}/notes.txt", "a note of the user's own\n"),
        run("verify", damaged),
        build("correction", "laser"),
        run("verify", damaged),
        run("verify", "nowhere"),
    )
    cases["rebuild"] = (
        build("incorrect-checkers", "diagrams,rules"),
        Write("out/incorrect-checkers/notes.txt", "a note of the user's own\n"),
        build("incorrect-checkers", "rules", "--book", "a5"),
        build("incorrect-checkers", "diagrams", "--quiet"),
    )
    cases["build-all"] = (run("build", "all", "--only", "rules", "--book", "a5", "-o", "out"),)
    return cases


def cases_of_laser_files() -> Cases:
    """Every machine and every option of laser files, for the game of squares and for the one of many players."""
    cases: Cases = {}
    for machine in MACHINES:
        cases[f"laser-correction-{machine}"] = (build("correction", "laser", "--machine", machine),)
    for game in GAMES:
        formats = ("--machine", "lightburn", "--formats", "svg,dxf,lbrn2,pdf")
        cases[f"laser-{game}-formats"] = (build(game, "laser", *formats),)
    options = {
        "names": ("--names",),
        "engrave-fill": ("--engrave", "fill"),
        "engrave-outline": ("--engrave", "outline"),
        "engrave-single-line": ("--engrave", "single-line"),
        "engrave-hatch": ("--engrave", "hatch"),
        "engrave-hatch-pitch": ("--engrave", "hatch:0.6mm:30"),
        "fit-test": ("--fit-test",),
        "measured": ("--kerf", "0.18mm", "--thickness", "2.9mm", "--spacing", "3mm"),
        "sheet": ("--sheet", "24x12in"),
        "material": ("--material", "birch-ply-4mm"),
    }
    for name, option in options.items():
        cases[f"laser-correction-{name}"] = (build("correction", "laser", *option),)
    for name in ("names", "engrave-single-line", "fit-test"):
        cases[f"laser-chess-battle-{name}"] = (build("chess-battle", "laser", *options[name]),)
    cases["laser-correction-parts"] = (build("correction", "laser", "--parts", "knight:2,denial:4"),)
    cases["laser-chess-battle-parts"] = (build("chess-battle", "laser", "--parts", "knight:2"),)
    cases["laser-chess-battle-players"] = (build("chess-battle", "laser", "--players", "6"),)
    for machine in MACHINES:
        cases[f"laser-chess-battle-{machine}"] = (build("chess-battle", "laser", "--machine", machine),)
    return cases


def cases_of_prints() -> Cases:
    """Every paper, ink, assembly and standee of print-and-play files."""
    options = {
        "papers": ("--paper", "a3,tabloid,poster"),
        "low-ink": ("--ink", "low", "--paper", "a4"),
        "black": ("--ink", "bw", "--paper", "letter"),
        "duplex-long": ("--assembly", "duplex", "--flip", "long", "--paper", "a4"),
        "duplex-short": ("--assembly", "duplex", "--flip", "short", "--back-offset", "0.5,-1.25", "--paper", "a4"),
        "single": ("--assembly", "single", "--paper", "a4,poster"),
        "slotted": ("--standees", "slotted", "--paper", "a4"),
        "slotted-duplex": ("--standees", "slotted", "--assembly", "duplex", "--ink", "bw", "--paper", "letter"),
    }
    cases: Cases = {
        f"print-{game}-{name}": (build(game, "print", *option),)
        for game in ("chess-battle", "correction")
        for name, option in options.items()
    }
    cases["print-chess-battle-players"] = (build("chess-battle", "print", "--players", "3", "--paper", "a4"),)
    return cases


def cases_of_rulebooks() -> Cases:
    """Every format of a rulebook."""
    games = ("charing-cross", "chess-battle", "correction")
    return {f"rules-{game}": (build(game, "rules", "--book", BOOKS),) for game in games}


def cases_of_diagrams() -> Cases:
    """All figures of each game, and single ones by size, width and theme. Default sizes are in the whole games."""
    cases: Cases = {
        f"diagrams-{game}": (run("diagram", game, "--all", "-o", "all", "--formats", "svg"),) for game in GAMES
    }
    cases["diagrams-width"] = (
        run("diagram", "correction", "--all", "-o", "all", "--width", "84mm", "--theme", "low", "--formats", "svg,png",
            "--dpi", "100"),
    )
    cases["diagrams-etched"] = (
        run("diagram", "chess-battle", "--all", "-o", "all", "--theme", "etched", "--formats", "svg,pdf"),
    )
    single = [run("diagram", "correction", "moves:knight", "-o", "knight.svg")]
    for theme in ("colour", "low", "bw", "etched"):
        size = ("--size", "20mm", "--theme", theme)
        single.append(run("diagram", "correction", "knight", "-o", f"knight-{theme}.pdf", *size))
        single.append(run("diagram", "charing-cross", "setup", "-o", f"setup-{theme}.svg", "--theme", theme))
    single.append(run("diagram", "chess-battle", "board", "-o", "board.png", "--dpi", "72", "--no-coordinates"))
    single.append(run("diagram", "abstract-game", "legend", "-o", "legend.svg", "--coordinates", "--width", "60mm"))
    single.append(run("diagram", "incorrect-checkers", "components", "-o", "components.svg"))
    cases["diagrams-single"] = tuple(single)
    return cases


def cases_of_exports() -> Cases:
    """A zip for each service that prints on demand; one of them read back."""
    cases: Cases = {
        f"export-{game}-{service}": (run("export", game, "--pod", service, "-o", "shop"),)
        for game in ("chess-battle", "correction")
        for service in ("drivethru", "game-crafter")
    }
    archive = "shop/correction-1.01-pod-game-crafter.zip"
    cases["export-correction-game-crafter"] += (run("verify", archive),)
    return cases


def cases_of_new_games() -> Cases:
    """A new game on each kind of board, checked and built."""
    after = (run("check", "game"), build("game", "diagrams,rules", "--book", "a5"))
    cases: Cases = {
        f"new-{kind}": (run("new", "game", "--board", board), *after) for kind, board in NEW_BOARDS.items()
    }
    cases["new-four-players"] = (run("new", "game", "--board", "8x8", "--players", "4"), *after)
    cases["new-hexagon-three-players"] = (run("new", "game", "--board", "hexagon:5", "--players", "3"), *after)
    cases["new-whole"] = (run("new", "game"), run("build", "game", "-o", "out"), run("verify", "out/game"))
    cases["new-from-correction"] = (run("new", "game", "--from", "correction"), run("check", "game"))
    cases["new-from-charing-cross"] = (run("new", "deep/game", "--from", "charing-cross"), run("check", "deep/game"))
    cases["four-players-own-material"] = (
        Write("four.yaml", FOUR_PLAYERS),
        Write("mats/oak.yaml", OAK),
        Write("texts/how to play.md", "# Play\n\n![Ready](setup)\n\n![Ladj](moves:башня)\n"),
        run("check", "four.yaml"),
        run("build", "four.yaml", "-o", "out"),
    )
    return cases


def cases_of_shops() -> Cases:
    """A shop file written, built with, measured into, and given the offcuts of a job."""
    shop = ("new-shop", "-o", "shop.yaml", "--machine", "lightburn", "--bed", "600x400mm", "--material", "acrylic-3mm",
            "--thickness", "2.9mm", "--kerf", "0.18mm", "--sheet", "600x400mm", "--watts", "80")
    measured = ("--measured", "19.82mm", "--slot", "3.15mm", "--thickness", "3.02mm", "--write")
    return {
        "shop": (
            run(*shop),
            run(*shop),
            build("correction", "laser", "--shop", "shop.yaml"),
            run("keep-offcuts", "out/correction", "--shop", "shop.yaml"),
            run("keep-offcuts", "out/correction", "--shop", "shop.yaml"),
            build("correction", "laser", "--shop", "shop.yaml", "--parts", "denial:4"),
            run("calibrate", "--shop", "shop.yaml", "--material", "acrylic-3mm", *measured),
        ),
        "shop-default-place": (
            run("new-shop", "--machine", "k40-whisperer"),
            build("correction", "laser", "--fit-test"),
            run("new-shop"),
        ),
    }


def cases_of_calibration() -> Cases:
    """Test pieces for some lasers, test sheets for printers, and what measurements mean."""
    cases: Cases = {
        f"calibrate-{machine}": (run("calibrate", "--machine", machine, "--material", material),)
        for machine, material in {"generic": "birch-ply-3mm", "glowforge": "acrylic-2mm", "lightburn": "acrylic-3mm",
                                  "rdworks": "mdf-3mm", "trotec": "card-1mm"}.items()
    }
    cases["calibrate-printers"] = (
        run("calibrate", "--paper", "a4,letter,a3,tabloid"),
        run("calibrate", "--paper", "a4", "--flip", "short"),
    )
    cases["calibrate-measured"] = (
        run("calibrate", "--material", "acrylic-3mm", "--measured", "19.82mm"),
        run("calibrate", "--material", "acrylic-3mm", "--slot", "3.15mm", "--thickness", "3.02mm"),
        run("calibrate", "--material", "acrylic-3mm", "--measured", "25mm"),
    )
    return cases


def cases_of_checks() -> Cases:
    """What a check says of each game, as words and as JSON; of two, also the pictures of what cannot be cut well."""
    cases: Cases = {f"check-{game}": (run("check", game), run("check", game, "--json")) for game in GAMES}
    for game in ("chess-battle", "incorrect-checkers"):
        cases[f"check-pictures-{game}"] = (run("check", game, "--pictures", "flaws"),)
    small_knight = "body: {standee: knight, height: 24 mm, base: 30 mm}"
    cases["check-pictures-thin"] = (
        Write("skirmish/game.yaml", changed(SKIRMISH, "body: {standee: pawn}", small_knight)),
        Write("skirmish/rules.md", "# Skirmish\n\nTake turns.\n"),
        run("check", "skirmish", "--pictures", "flaws", "--json"),
    )
    return cases


def cases_of_play() -> Cases:
    """Legal moves, counts of ways to play on, and games at the terminal."""
    cases: Cases = {
        f"moves-{game}": (run("moves", game), run("perft", game, "-d", "1", "--divide")) for game in GAMES
    }
    cases["moves-positions"] = (
        run("moves", "correction", "--position", "green: spearman c3; orange: pawn c5; turn: green"),
        run("moves", "correction", "--position", "green: spearman c3; orange: pawn b3 c4 c5", "--piece", "c3"),
        run("moves", "incorrect-checkers", "--piece", "c3"),
        run("moves", "charing-cross", "--after", "a4-b4 h5-g5"),
        run("moves", "abstract-game", "--position", "white: piece a5 e6 d5; black: piece a6 d6; turn: white"),
        run("moves", "chess-battle", "--piece", "d4", "--position", "blue: rook d4; orange: knight d6; black: rook f4"),
        run("moves", "chess-battle", "--players", "5"),
    )
    cases["perft"] = (
        run("perft", "abstract-game", "-d", "4"),
        run("perft", "incorrect-checkers", "-d", "3", "--divide"),
        run("perft", "charing-cross", "-d", "2", "--divide"),
        run("perft", "chess-battle", "-d", "2", "--players", "4"),
    )
    cases["play-incorrect-checkers"] = (
        run("play", "incorrect-checkers", "-o", "game.txt",
            typed="?\na3-b4\nundo\na3-b4\nwrong\nb4-b9\n?\nh7-f5\nsave saved.txt\nquit\n"),
        run("play", "incorrect-checkers", "-o", "game.txt", typed="undo\nundo\nundo\nc3-d4\n"),
    )
    cases["play-charing-cross"] = (
        run("play", "charing-cross", "-o", "game.txt", typed="a5xa3\n?\nknight@a5\nh4-g4\nd8-d7\n?\nquit\n"),
        run("play", "charing-cross", "--position", "white: knight g4; turn: white", typed="?\ng4-h4\n"),
    )
    cases["play-chess-battle"] = (
        run("play", "chess-battle", typed="?\nknight\nrook\nbishop\nrook\n?\nd4\nundo\nquit\n"),
    )
    cases["play-correction"] = (
        run("play", "correction", "-o", "game.txt", typed="pawn@a1\n?\nknight@c6\n?\na1-a2\nquit\n"),
    )
    cases["play-abstract-game"] = (
        run("play", "abstract-game", typed="b2-b3\n?\nundo\nc1-c2\n\n?\n"),
        run("play", "abstract-game", "--position", "white: piece d5 e3; black: piece d6; turn: white", typed="d5xd7\n"),
    )
    return cases


def cases_of_lists_and_help() -> Cases:
    """What fabgen knows, its schema, and the help of every command."""
    cases: Cases = {f"list-{kind}": (run("list", kind),) for kind in LISTS}
    cases["list-sheets"] = tuple(
        run("list", kind, "--sheet", f"{kind}.{ending}") for kind in ("shapes", "marks") for ending in ("svg", "pdf")
    )
    cases["schema"] = (run("schema"), run("schema", "-o", "schema.json"))
    cases["help"] = (run("--version"), run(), run("--help"), *(run(command, "--help") for command in COMMANDS))
    return cases


# ---- Specs of the script's own, and mistakes ------------------------------------------------------------------------

SKIRMISH = """\
fabgen: 1
title: Skirmish
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board:
  grid: 5x5
  cell: 40 mm
  material: acrylic-3mm/clear
  zones:
    near: {cells: a1-e1, of: white}
    far: {cells: a5-e5, of: black}
pieces:
  guard:
    each: 3
    moves: fmWfcF
    body: {standee: pawn}
    diagram: |
      x o x
      . @ .
  lancer:
    moves: {ruling: REACH, long: fW2, short: fW}
    body: {standee: spear}
tokens:
  flag: {count: 2, size: 20 mm, mark: star, material: acrylic-3mm/red}
setup:
  white: {guard: a1 c1 e1, lancer: b1}
  black: {guard: a5 c5 e5, lancer: b5}
rulings:
  REACH: long
rules:
  set: standard
  win:
    - reach: {white: far, black: near}
  stuck: loses
examples:
  - id: strike
    title: A guard strikes
    position: "white: guard c2, lancer a1; black: guard b3; turn: white"
    piece: c2
    exactly: [c2-c3, c2xb3]
    illegal: [c2xd3]
"""

FOUR_PLAYERS = """\
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

# What a mistake is called, the text of the spec that it replaces, and the wrong text.
MISTAKES = {
    "none": ("title: Skirmish", "title: Skirmish"),
    "broken-yaml": ("grid: 5x5", "grid: [5x5"),
    "tab": ("  cell: 40 mm", "\tcell: 40 mm"),
    "double-key": ("designer: Nobody", "designer: Nobody\ntitle: Twice"),
    "missing-key": ("title: Skirmish\n", ""),
    "unknown-key": ("title: Skirmish", "titel: Skirmish"),
    "unknown-nested-keys": ("  cell: 40 mm", "  cell: 40 mm\n  colr: red\n  bordr: 3 mm"),
    "wrong-type": ("each: 3", "each: many"),
    "wrong-length": ("cell: 40 mm", "cell: 40 furlongs"),
    "cell-too-small": ("cell: 40 mm", "cell: 4 mm"),
    "cell-too-large": ("cell: 40 mm", "cell: 300 mm"),
    "wrong-version": ("fabgen: 1", "fabgen: 99"),
    "wrong-grid": ("grid: 5x5", "grid: 5by5"),
    "unknown-material": ("acrylic-3mm/red", "acrilic-3mm/red"),
    "unknown-colour": ("acrylic-3mm/white", "acrylic-3mm/whte"),
    "unknown-forward": ("forward: down", "forward: downward"),
    "unknown-shape": ("standee: spear", "standee: speer"),
    "unknown-mark": ("mark: star", "mark: starr"),
    "wrong-movement-letter": ("moves: fmWfcF", "moves: fmWfcQx"),
    "wrong-movement-modifier": ("moves: fmWfcF", "moves: zzW"),
    "empty-movement": ("moves: fmWfcF", 'moves: ""'),
    "movement-and-diagram-differ": ("x o x", "x o ."),
    "diagram-without-piece": (". @ .", ". . ."),
    "diagram-unknown-sign": ("x o x", "x ? x"),
    "zone-off-board": ("cells: a1-e1", "cells: a1-h1"),
    "zone-unknown-owner": ("of: white", "of: grey"),
    "unknown-ruling": ("  REACH: long", "  REACHES: long"),
    "unknown-reading": ("  REACH: long", "  REACH: longest"),
    "setup-off-board": ("guard: a1 c1 e1", "guard: a1 c1 e9"),
    "setup-two-on-a-cell": ("lancer: b1", "lancer: a1"),
    "setup-unknown-piece": ("lancer: b1", "lanser: b1"),
    "example-wrong-exactly": ("exactly: [c2-c3, c2xb3]", "exactly: [c2-c3]"),
    "example-wrong-illegal": ("illegal: [c2xd3]", "illegal: [c2-c3]"),
    "example-wrong-legal": ("illegal: [c2xd3]", "legal: [c2-c4]"),
    "example-wrong-position": ("guard c2, lancer a1", "guard c2 c2, lancer z1"),
    "example-unknown-piece": ("guard c2, lancer a1", "gard c2, lancer a1"),
    "example-unreadable-action": ("illegal: [c2xd3]", "illegal: [c2 to d3]"),
    "example-no-piece-there": ("piece: c2", "piece: e4"),
    "example-wrong-line": ("    illegal: [c2xd3]", "    line: [c2-c3, b3-b2, c3-c5]\n    result: white"),
    "unknown-rule-set": ("set: standard", "set: standart"),
    "unknown-rule-option": ("stuck: loses", "stuck: sulks"),
    "unknown-goal": ("white: far", "white: moon"),
}

# What a mistake in the rules text is called, and the text.
RULES_MISTAKES = {
    "unknown-figure": "# Skirmish\n\n![Figure](moves:queen)\n",
    "unknown-example": "# Skirmish\n\n![Figure](example:none)\n",
    "missing-picture": "# Skirmish\n\n![Figure](picture.svg)\n",
    "empty": "",
    "raw-html": "# Skirmish\n\n<b>Take turns.</b>\n\n| a | b |\n|---|\n",
}


def changed(text: str, old: str, new: str) -> str:
    """The text with one passage replaced. Raises ValueError unless it occurs exactly once."""
    if text.count(old) != 1:
        raise ValueError(f"{old!r} occurs {text.count(old)} times")
    return text.replace(old, new)


def cases_of_bad_specs() -> Cases:
    """Specs with one mistake each: checked, checked as JSON, and refused by a build."""
    rules = "# Skirmish\n\nTake turns.\n\n![](legend)\n"
    specs = {f"spec-{name}": (changed(SKIRMISH, *passages), rules) for name, passages in MISTAKES.items()}
    texts = {f"rules-text-{name}": (SKIRMISH, text) for name, text in RULES_MISTAKES.items()}
    return {
        f"bad-{name}": (
            Write("skirmish/game.yaml", spec),
            Write("skirmish/rules.md", text),
            run("check", "skirmish"),
            run("check", "skirmish/game.yaml", "--json"),
            *([] if name == "spec-none" else [build("skirmish", "rules", "--book", "a5")]),
        )
        for name, (spec, text) in (specs | texts).items()
    }


def cases_of_bad_commands() -> Cases:
    """Mistakes on the command line, a few commands a case."""
    return {
        "bad-options": (
            run("bild", "correction"),
            run("build", "nowhere"),
            run("build", "corection"),
            run("build", "correction", "--kerf", "5 furlongs"),
            run("build", "correction", "--machine", "laserburn"),
            run("build", "correction", "--material", "marble"),
            run("build", "correction", "--only", "laser,musik"),
            run("build", "correction", "--sheet", "large"),
            run("build", "correction", "--paper", "a9"),
            run("build", "correction", "--formats", "gcode"),
            run("build", "correction", "--book", "a6"),
            run("build", "correction", "--engrave", "hatch:wide"),
            run("build", "correction", "--parts", "queen:2"),
            run("build", "correction", "--back-offset", "1"),
            run("build", "correction", "--players", "5"),
            run("moves", "chess-battle", "--players", "13"),
            run("build", "correction", "--shop", "nowhere.yaml"),
        ),
        "bad-jobs": (
            build("correction", "laser", "--sheet", "50x50mm"),
            build("correction", "laser", "--sheet", "240x200mm"),
            build("correction", "laser", "--sheet", "3000x100mm"),
            build("correction", "laser", "--kerf", "4mm"),
            build("correction", "laser", "--thickness", "9mm"),
            build("correction", "laser", "--machine", "glowforge", "--formats", "lbrn2"),
        ),
        "bad-files-of-materials": (
            Write("oak.yaml", changed(OAK, "kerf: 0.25 mm", "kerf: wide")),
            build("correction", "laser", "--material", "oak.yaml"),
            Write("shop.yaml", "machine: lightburn\nlasers: 3\n"),
            build("correction", "laser", "--shop", "shop.yaml"),
            Write("machine.yaml", "extends: generic\nbed: small\n"),
            build("correction", "laser", "--machine", "machine.yaml"),
        ),
        "bad-diagrams": (
            run("diagram", "correction", "moves:queen", "-o", "queen.svg"),
            run("diagram", "correction", "knight", "-o", "knight.gif"),
            run("diagram", "correction", "-o", "all"),
            run("diagram", "correction", "knight", "-o", "knight.svg", "--size", "1mm"),
            run("diagram", "correction", "example:none", "-o", "none.svg"),
            run("diagram", "correction", "map", "-o", "map.svg"),
        ),
        "bad-moves": (
            run("moves", "correction", "--position", "green: spearman c9"),
            run("moves", "correction", "--position", "green: queen c3"),
            run("moves", "correction", "--position", "purple: pawn c3"),
            run("moves", "charing-cross", "--after", "a4-a5"),
            run("moves", "charing-cross", "--piece", "z9"),
            run("moves", "charing-cross", "--piece", "b2"),
            run("perft", "charing-cross", "-d", "0"),
            run("play", "nowhere"),
        ),
        "bad-new-games": (
            run("new", "game", "--board", "3"),
            run("new", "game", "--board", "hexagon:99"),
            run("new", "game", "--board", "8x8", "--players", "9"),
            run("new", "game", "--from", "nowhere"),
            run("new", "a/b:c"),
            run("new", "game"),
            run("new", "game"),
        ),
        "bad-others": (
            run("calibrate", "--machine", "lightburn"),
            run("calibrate", "--material", "marble"),
            run("calibrate", "--material", "acrylic-3mm", "--slot", "3.15mm"),
            run("calibrate", "--paper", "poster"),
            run("export", "correction"),
            run("export", "correction", "--pod", "printer"),
            run("list", "wishes"),
            run("list", "games", "--sheet", "games.svg"),
            run("keep-offcuts", "nowhere"),
            run("new-shop", "-o", "shop.yaml"),
            run("verify", "."),
        ),
    }


# ---- Record ---------------------------------------------------------------------------------------------------------


class Command:
    """The fabgen command of one Python installation, run with nothing of the user's own settings."""

    def __init__(self, python: Path) -> None:
        self.prefix = subprocess.run([python, "-c", "import sys; print(sys.prefix)"], check=True, capture_output=True,
                                     text=True).stdout.strip()
        scripts = [python.parent / "fabgen", python.parent / "fabgen.exe"]
        self.start = next(([str(script)] for script in scripts if script.exists()), [str(python), "-m", "fabgen"])
        kept = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ} | {
            "COLUMNS": "100", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1",
            "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1",
        }

    def run(self, step: Run, folder: Path, temporary: Path) -> str:
        """Runs one command in the folder. Returns the text of it for the console file."""
        home = {"HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "home/config"), "FABGEN_CACHE": "none",
                "TMPDIR": str(temporary)}
        finished = subprocess.run(
            [*self.start, *step.arguments], cwd=folder, env={**self.environment, **home}, input=step.typed,
            capture_output=True, encoding="utf-8", errors="replace", timeout=TIME_LIMIT, check=False,
        )
        sections = [
            f"$ fabgen {' '.join(step.arguments)}",
            f"exit code {finished.returncode}",
            "--- standard output", finished.stdout,
            "--- standard error", finished.stderr,
        ]
        return self._without_paths("\n".join(sections) + "\n", folder, temporary)

    def _without_paths(self, text: str, folder: Path, temporary: Path) -> str:
        """The text with the paths of this machine replaced by words."""
        replacements = {folder: "CASE-FOLDER", temporary: "TEMPORARY-FOLDER", Path(self.prefix): "INSTALLATION"}
        for path, word in replacements.items():
            for spelling in {str(path), str(path.resolve())}:
                text = text.replace(spelling, word)
        return text


def record(options: argparse.Namespace) -> int:
    """Runs all cases and writes their hashes."""
    command = Command(Path(options.python).absolute())
    hashes = hashes_of_kept_files(Path(options.keep)) if options.resume else {}
    steps_of_case = {name: steps for name, steps in all_cases().items() if is_chosen(name, options.only)}
    missing = {name: steps for name, steps in steps_of_case.items() if name not in hashes}
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="same-output-") as root, ThreadPoolExecutor(options.jobs) as pool:
        places = [Path(root, name) for name in missing]
        for name, case_hashes, seconds in pool.map(record_case, missing, missing.values(), places,
                                                   itertools.repeat(command), itertools.repeat(options.keep)):
            hashes[name] = case_hashes
            print(f"{name}: {len(case_hashes)} files, {seconds:.1f} s", file=sys.stderr, flush=True)
            Path(options.out).write_text(as_json(hashes), encoding="utf-8")
    Path(options.out).write_text(as_json(hashes), encoding="utf-8")
    files = sum(map(len, hashes.values()))
    print(f"{len(hashes)} cases, {files} files, {time.monotonic() - started:.0f} s")
    return 0


def hashes_of_kept_files(folder: Path) -> Hashes:
    """The hashes of the cases that an earlier record kept in a folder."""
    cases = sorted(path for path in folder.glob("*") if path.is_dir() and path.suffix != UNFINISHED)
    return {case.name: hashes_of_folder(case) for case in cases}


def is_chosen(name: str, patterns: str) -> bool:
    """True if the name of a case matches one of the patterns, which are separated by commas."""
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns.split(","))


def record_case(name: str, steps: Sequence[Step], place: Path, command: Command,
                keep: str | None) -> tuple[str, dict[str, str], float]:
    """Runs one case in a new folder. Returns its name, the hash of each file, and the seconds it took."""
    started = time.monotonic()
    folder, temporary = place / "case", place / "temporary"
    (folder / "home").mkdir(parents=True)
    temporary.mkdir()
    console = ""
    for step in steps:
        match step:
            case Run():
                console += command.run(step, folder, temporary)
            case Write(path, text):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text, encoding="utf-8")
            case Remove(path):
                (folder / path).unlink()
    (folder / CONSOLE).write_text(console, encoding="utf-8")
    case_hashes = hashes_of_folder(folder)
    if keep is not None:
        target, unfinished = Path(keep, name), Path(keep, name + UNFINISHED)
        for leftover in (target, unfinished):
            shutil.rmtree(leftover, ignore_errors=True)
        shutil.copytree(folder, unfinished)
        unfinished.rename(target)  # A case that is stopped while it is copied is not taken for a finished one.
    shutil.rmtree(place)
    return name, case_hashes, time.monotonic() - started


def files_below(folder: Path) -> list[str]:
    """The relative paths of all files below a folder, sorted."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def hashes_of_folder(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file below a folder, by its relative path."""
    return {path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in files_below(folder)}


def as_json(hashes: Hashes) -> str:
    """The hashes as JSON, one file a line."""
    return json.dumps(hashes, indent=0, sort_keys=True, ensure_ascii=False) + "\n"


# ---- Compare hashes -------------------------------------------------------------------------------------------------


def compare(options: argparse.Namespace) -> int:
    """Prints each case and file that differs between two records. Returns 1 if there is any, else 0."""
    old, new = (read_hashes(path) for path in (options.old, options.new))
    if options.only != "*":
        old, new = ({name: case for name, case in record.items() if is_chosen(name, options.only)}
                    for record in (old, new))
    count = 0
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            print(f"{name}: only in the {'old' if name in old else 'new'} record")
            count += 1
            continue
        for path in sorted(old[name].keys() | new[name].keys()):
            old_hash, new_hash = old[name].get(path), new[name].get(path)
            if old_hash != new_hash:
                print(f"{name}: {path}: {'gone' if not new_hash else 'differs' if old_hash else 'new'}")
                count += 1
    print(f"{count} differences in {len(old.keys() | new.keys())} cases")
    return 1 if count else 0


def read_hashes(path: str) -> Hashes:
    """The record in a file."""
    hashes: Hashes = json.loads(Path(path).read_text(encoding="utf-8"))
    return hashes


# ---- Compare content ------------------------------------------------------------------------------------------------


def compare_content(options: argparse.Namespace) -> int:
    """Prints what readers of the files would see as different. Returns 1 if there is any, else 0."""
    old_root, new_root = Path(options.old), Path(options.new)
    old_paths, new_paths = set(files_below(old_root)), set(files_below(new_root))
    if options.only != "*":
        old_paths, new_paths = ({path for path in paths if is_chosen(path.split("/")[0], options.only)}
                                for paths in (old_paths, new_paths))
    lines = [f"{path}: gone" for path in sorted(old_paths - new_paths)]
    lines += [f"{path}: new" for path in sorted(new_paths - old_paths)]
    print_lines(lines)
    count, differing_bytes = len(lines), 0
    common = sorted(old_paths & new_paths)
    pairs = [path for path in common if (old_root / path).read_bytes() != (new_root / path).read_bytes()]
    with ProcessPoolExecutor(options.jobs) as pool:
        for path, found in zip(pairs, pool.map(content_differences, (old_root / path for path in pairs),
                                               (new_root / path for path in pairs)), strict=True):
            differing_bytes += 1
            count += len(found)
            shown = found if options.all else found[:MOST_LINES]
            print_lines(f"{path}: {line}" for line in shown)
            if len(found) > len(shown):
                print(f"{path}: ... and {len(found) - len(shown)} more")
    print(f"{count} real differences; {differing_bytes} of {len(common)} files differ in bytes")
    return 1 if count else 0


def print_lines(lines: Iterable[str]) -> None:
    """Prints each line at once, for readers of a pipe."""
    for line in lines:
        print(line, flush=True)


def content_differences(old: Path, new: Path) -> list[str]:
    """What differs between two files of the same name, one line for each difference."""
    compare_files = COMPARISONS.get(old.suffix.lower(), compare_text)
    try:
        return list(compare_files(old, new))
    except Exception as error:  # A file that no reader opens is a difference to be looked at, not the end of all.
        return [f"cannot be compared: {type(error).__name__}: {error}"]


def compare_text(old: Path, new: Path) -> Iterator[str]:
    """The lines that differ."""
    yield from compare_words("line", *(path.read_text("utf-8", "replace").splitlines() for path in (old, new)))


def compare_words(what: str, old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """The strings that differ between two lists, each old one beside the new one at its place."""
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        pairs = itertools.zip_longest(old[old_start:old_end], new[new_start:new_end])
        for number, (before, after) in enumerate(pairs, old_start + 1):
            yield f"{what} {number}: {before!r} -> {after!r}"


def compare_json(old: Path, new: Path) -> Iterator[str]:
    """The values that differ, hash values left out."""
    yield from compare_values("", *(json.loads(path.read_text("utf-8")) for path in (old, new)))


def compare_values(place: str, old: object, new: object) -> Iterator[str]:
    """The differences of two JSON values, each with its place in the file."""
    if isinstance(old, dict) and isinstance(new, dict):
        has_hash = any(is_hash(value) for value in [*old.values(), *new.values()])
        for key in dict.fromkeys([*old, *new]):
            if key not in old or key not in new:
                present = old if key in old else new
                yield f"{place}.{key}: {'gone' if key in old else 'new'}: {shortened(present[key])}"
            elif not (key == "bytes" and has_hash):
                yield from compare_values(f"{place}.{key}", old[key], new[key])
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            yield f"{place}: {len(old)} values -> {len(new)}"
        for number, (before, after) in enumerate(zip(old, new, strict=False)):
            yield from compare_values(f"{place}[{number}]", before, after)
    elif (type(old), old) != (type(new), new) and not (is_hash(old) and is_hash(new)):
        yield f"{place}: {shortened(old)} -> {shortened(new)}"


def is_hash(value: object) -> bool:
    """True for a SHA-256 in hexadecimal."""
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def shortened(value: object) -> str:
    """A value as text, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 300 else text[:300] + "..."


def compare_svg(old: Path, new: Path) -> Iterator[str]:
    """Words, page and shapes that differ; ids do not count."""
    trees = [ElementTree.parse(path).getroot() for path in (old, new)]
    if element_without_id(trees[0]) == element_without_id(trees[1]):
        return
    before = [*compare_words("words", *map(svg_words, trees)), *compare_words("layer", *map(svg_layers, trees))]
    sizes = [[tree.get(name, "") for name in ("width", "height", "viewBox")] for tree in trees]
    shapes = [svg_shapes(path) for path in (old, new)]
    yield from before
    yield from compare_words("page size", *sizes)
    yield from compare_sequences("shape", *shapes)


def element_without_id(element: ElementTree.Element) -> object:
    """An XML element as a value that can be compared."""
    attributes = sorted((name, value) for name, value in element.attrib.items() if name != "id")
    text, tail = ((words or "").strip() for words in (element.text, element.tail))
    return element.tag, attributes, text, tail, [element_without_id(child) for child in element]


def svg_words(tree: ElementTree.Element) -> list[str]:
    """The text of titles, descriptions and text elements, in their order."""
    return [text for element in tree.iter() if (text := (element.text or "").strip())]


def svg_layers(tree: ElementTree.Element) -> list[str]:
    """Attributes other than ids of groups, which carry the names of layers."""
    return [f"{name}={value}" for element in tree.iter() if element.tag.endswith("}g")
            for name, value in element.attrib.items() if name != "id"]


def svg_shapes(path: Path) -> list[object]:
    """Each shape with its stroke, its fill and its segments, in mm."""
    from svgelements import SVG, Shape
    from svgelements import Path as Outline

    def in_mm(number: float) -> float:
        return float(number) * 25.4 / 96

    def point(place: object) -> tuple[float, float] | None:
        return None if place is None else (in_mm(place.x), in_mm(place.y))  # type: ignore[attr-defined]

    shapes: list[object] = []
    for element in SVG.parse(str(path), ppi=96).elements():
        if not isinstance(element, Shape):
            continue
        segments: list[object] = []
        for segment in Outline(element):
            points = [point(getattr(segment, name, None))
                      for name in ("start", "control", "control1", "control2", "end", "center", "prx", "pry")]
            segments.append((type(segment).__name__, points, float(getattr(segment, "sweep", 0) or 0)))
        width = None if element.stroke_width is None else in_mm(element.stroke_width)
        style = {name: element.values.get(name) for name in ("fill-rule", "stroke-dasharray", "stroke-linecap",
                                                             "stroke-linejoin", "opacity", "fill-opacity")}
        shapes.append((str(element.stroke), str(element.fill), width, style, segments))
    return shapes


def compare_sequences(what: str, old: Sequence[object], new: Sequence[object]) -> Iterator[str]:
    """The items of two sequences that are not alike to the tolerance, in their order."""
    if len(old) != len(new):
        yield f"{len(old)} {what}s -> {len(new)}"
    for number, (before, after) in enumerate(zip(old, new, strict=False), 1):
        if not is_alike(before, after):
            values = list(itertools.islice(differing_values(before, after), MOST_VALUES))
            yield f"{what} {number}: {', '.join(values)}"
            if len(old) != len(new):  # What follows is shifted, so that every item would be reported.
                return


def is_alike(old: object, new: object) -> bool:
    """True for equal values, where numbers, also those inside strings, may differ by the tolerance."""
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return abs(old - new) <= TOLERANCE
    if isinstance(old, str) and isinstance(new, str):
        return old == new or texts_are_alike(old, new)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return old.keys() == new.keys() and all(is_alike(old[key], new[key]) for key in old)
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        return len(old) == len(new) and all(map(is_alike, old, new))
    return type(old) is type(new) and old == new


def texts_are_alike(old: str, new: str) -> bool:
    """True if only decimal fractions differ, by the tolerance. Whole numbers, such as those in names, must be equal."""
    fraction = r"(-?\d+\.\d+(?:e-?\d+)?)"
    old_parts, new_parts = re.split(fraction, old), re.split(fraction, new)
    if old_parts[::2] != new_parts[::2]:
        return False
    pairs = zip(old_parts[1::2], new_parts[1::2], strict=True)
    return all(abs(float(before) - float(after)) <= TOLERANCE for before, after in pairs)


def differing_values(old: object, new: object) -> Iterator[str]:
    """The innermost pairs of values that are not alike."""
    if is_alike(old, new):
        return
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)) and len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            yield from differing_values(before, after)
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            yield from (f"{key}: {line}" for line in differing_values(old.get(key), new.get(key)))
    else:
        yield f"{shortened(old)} -> {shortened(new)}"


def compare_dxf(old: Path, new: Path) -> Iterator[str]:
    """Units, layers and entities that differ."""
    drawings = [dxf_content(path) for path in (old, new)]
    yield from compare_sequences("setting or layer", *(drawing[0] for drawing in drawings))
    yield from compare_sequences("entity", *(drawing[1] for drawing in drawings))


def dxf_content(path: Path) -> tuple[list[object], list[object]]:
    """The settings and layers, and the entities, of a DXF file as values."""
    import ezdxf.filemanagement

    document = ezdxf.filemanagement.readfile(path)
    names = ("$INSUNITS", "$MEASUREMENT", "$EXTMIN", "$EXTMAX")
    settings: list[object] = [(name, dxf_value(document.header.get(name))) for name in names]
    settings += [dxf_attributes(layer) for layer in document.layers]
    entities: list[object] = []
    for entity in document.modelspace():
        names_of_points = ("lwpoints", "vertices", "control_points", "fit_points", "knots", "weights")
        sequences = [getattr(entity, name, None) for name in names_of_points]
        points = [dxf_value(sequence) for sequence in sequences if hasattr(sequence, "__iter__")]
        text = getattr(entity, "text", None)
        entities.append((entity.dxftype(), dxf_attributes(entity), points, text if isinstance(text, str) else None))
    return settings, entities


def dxf_attributes(entity: object) -> dict[str, object]:
    """The attributes of an entity or layer without handles, in a fixed order."""
    attributes: dict[str, object] = entity.dxfattribs()  # type: ignore[attr-defined]
    return {name: dxf_value(attributes[name]) for name in sorted(attributes)
            if name != "owner" and not name.endswith("handle")}


def dxf_value(value: object) -> object:
    """A value of ezdxf as plain numbers, strings and lists."""
    if isinstance(value, float):  # also one of numpy
        return float(value)
    if value is None or isinstance(value, (int, str)):
        return value
    if hasattr(value, "dxfattribs"):
        return dxf_attributes(value)
    return [dxf_value(item) for item in value] if hasattr(value, "__iter__") else str(value)


def compare_lightburn(old: Path, new: Path) -> Iterator[str]:
    """Elements of two LightBurn projects that differ, in their order."""
    yield from compare_sequences("element", *(lightburn_elements(path) for path in (old, new)))


def lightburn_elements(path: Path) -> list[object]:
    """Each element with its attributes and its text."""
    return [(element.tag, dict(sorted(element.attrib.items())), (element.text or "").strip())
            for element in ElementTree.parse(path).getroot().iter()]


def compare_pdf(old: Path, new: Path) -> Iterator[str]:
    """Metadata, bookmarks, page sizes, words and pixels that differ."""
    import pypdfium2

    documents = [pypdfium2.PdfDocument(path) for path in (old, new)]
    try:
        metadata = [[f"{name}: {value}" for name, value in document.get_metadata_dict().items()]
                    for document in documents]
        yield from compare_words("metadata", *metadata)
        yield from compare_words("bookmark", *map(pdf_bookmarks, documents))
        if len(documents[0]) != len(documents[1]):
            yield f"{len(documents[0])} pages -> {len(documents[1])}"
        for number in range(min(map(len, documents))):
            pages = [document[number] for document in documents]
            what = f"page {number + 1}"
            sizes = [page.get_size() for page in pages]
            if not is_alike(*sizes):
                yield f"{what}: {sizes[0]} pt -> {sizes[1]} pt"
            words = [page.get_textpage().get_text_range().splitlines() for page in pages]
            yield from compare_words(f"{what}, line", *words)
            scale = PIXELS_PER_INCH / 72
            yield from compare_pixels(what, *(page.render(scale=scale).to_numpy() for page in pages))
    finally:
        for document in documents:
            document.close()


def pdf_bookmarks(document: object) -> list[str]:
    """The titles of the bookmarks with their levels and pages."""
    lines = []
    for bookmark in document.get_toc():  # type: ignore[attr-defined]
        target = bookmark.get_dest()
        lines.append(f"{bookmark.level} {bookmark.get_title()} {target.get_index() if target else None}")
    return lines


def compare_png(old: Path, new: Path) -> Iterator[str]:
    """Pixels and resolution that differ."""
    import numpy
    from PIL import Image

    with Image.open(old) as old_image, Image.open(new) as new_image:
        for name in ("mode", "size", "info"):
            before, after = getattr(old_image, name), getattr(new_image, name)
            if before != after:
                yield f"{name}: {shortened(before)} -> {shortened(after)}"
        pixels = [numpy.asarray(image.convert("RGBA")) for image in (old_image, new_image)]
        yield from compare_pixels("picture", *pixels)


def compare_pixels(what: str, old: object, new: object) -> Iterator[str]:
    """How many pixels of two arrays differ, and where."""
    import numpy

    before, after = numpy.asarray(old), numpy.asarray(new)
    if before.shape != after.shape:
        yield f"{what}: {before.shape} pixels -> {after.shape}"
        return
    rows, columns = numpy.nonzero((before != after).any(axis=2))
    if len(rows):
        area = f"({columns.min()}, {rows.min()}) to ({columns.max()}, {rows.max()})"
        yield f"{what}: {len(rows)} pixels differ, from {area}"


def compare_zip(old: Path, new: Path) -> Iterator[str]:
    """The members of two archives that differ, compared by content."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(old) as old_zip, zipfile.ZipFile(new) as new_zip:
        names = [archive.namelist() for archive in (old_zip, new_zip)]
        yield from compare_words("member", *names)
        for name in [name for name in names[0] if name in names[1]]:
            if old_zip.read(name) != new_zip.read(name):
                pair = [Path(archive.extract(name, Path(folder, side)))
                        for side, archive in (("old", old_zip), ("new", new_zip))]
                yield from (f"{name}: {line}" for line in content_differences(*pair))


COMPARISONS: dict[str, Callable[[Path, Path], Iterator[str]]] = {
    ".svg": compare_svg,
    ".dxf": compare_dxf,
    ".lbrn2": compare_lightburn,
    ".pdf": compare_pdf,
    ".png": compare_png,
    ".json": compare_json,
    ".zip": compare_zip,
}


# ---- The command line -----------------------------------------------------------------------------------------------


def print_cases(options: argparse.Namespace) -> int:
    """Prints the names of the cases and their commands."""
    for name, steps in all_cases().items():
        if is_chosen(name, options.only):
            print(name)
            print_lines(f"    fabgen {' '.join(step.arguments)}" for step in steps if isinstance(step, Run))
    return 0


def main() -> int:
    """Runs the command that the arguments name. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)

    record_parser = commands.add_parser("record", help="run all cases, write the hashes of their files")
    record_parser.add_argument("--python", default=sys.executable, help="an interpreter that has fabgen installed")
    record_parser.add_argument("--out", required=True, help="the JSON file to write")
    record_parser.add_argument("--keep", metavar="FOLDER", help="also keep all files here, a folder for each case")
    record_parser.add_argument("--resume", action="store_true", help="leave out the cases that --keep holds already")
    record_parser.set_defaults(action=record)

    compare_parser = commands.add_parser("compare", help="list what differs between two records")
    compare_parser.add_argument("old")
    compare_parser.add_argument("new")
    compare_parser.set_defaults(action=compare)

    content_parser = commands.add_parser("compare-content", help="list what readers of kept files see as different")
    content_parser.add_argument("old")
    content_parser.add_argument("new")
    content_parser.add_argument("--all", action="store_true", help=f"print more than {MOST_LINES} lines for a file")
    content_parser.set_defaults(action=compare_content)

    cases_parser = commands.add_parser("cases", help="list the cases and their commands")
    cases_parser.set_defaults(action=print_cases)

    for subparser in (record_parser, compare_parser, content_parser, cases_parser):
        subparser.add_argument("--only", metavar="PATTERNS", default="*", help="cases of these names: 'laser-*,help'")
    for subparser in (record_parser, content_parser):
        subparser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    options = parser.parse_args()
    if getattr(options, "resume", False) and not options.keep:
        parser.error("--resume needs --keep")
    code: int = options.action(options)
    return code


if __name__ == "__main__":
    sys.exit(main())
