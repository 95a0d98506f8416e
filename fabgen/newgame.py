"""A name and a few choices → the files of a new game that builds at once: a spec with comments, and its rules text.

The starter is a small race; a game that comes with fabgen may be the start instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from fabgen.base import Location, count_things, problem_error
from fabgen.disk import is_folder, remove_folder, disk_error, write_file
from fabgen.newhexes import RUNNER_MOVES, HexBoard, runner_diagram, first_steps, lay_out_race, read_hexes
from fabgen.rules.boards import Board, file_name, parse_cells

SIDES = (("south", "up", "red"), ("north", "down", "blue"), ("west", "right", "green"), ("east", "left", "yellow"))
NEAR = {"up": "down", "down": "up", "left": "right", "right": "left"}
LEAST, CROWD, MOST = 4, 6, 11  # cells a side: for two players, for more (who also need corners), at most
ROOM = 350.0  # mm: the longer side of the board's grid, at most: such a board fits a sheet of 600 x 400 mm
SPEC, RULES, SCHEMA, HEX_RULES = "game.yaml", "rules.md", "schema.json", "rules-hexagons.md"
BOARDS = "hexagon:5, rhombus:6x6, triangle:7, points:8x8"
GridSize = tuple[int, int]
LINK = f"# yaml-language-server: $schema={SCHEMA}\n"  # editors complete and explain the keys

_SPEC = """\
# A game spec for fabgen. Change a line, run `fabgen check {folder}`, and build when it is content.
# Every key is explained in docs/spec.md, movement in docs/notation.md, the options of `rules` in docs/rules.md.
fabgen: 1
title: {title}
designer: Your Name
version: 1
summary: A race across the board.

# One line a player: where its forward is, and what its pieces are cut from (material/colour).
players:
{players}

{about_board}
board:
{board}
  cell: {cell:g} mm
  material: birch-ply-3mm
  zones:
{zones}

{about_moves}
# The diagram says the same as a picture, and fabgen proves that it does:
#   @ the piece   o may move   x may capture   * may do both   . neither
# `each` is how many every player has; `body` is what the piece is made of.
pieces:
  runner:
    each: {each}
    moves: {moves}
    body: {body}
    diagram: |
{diagram}

# Who stands where at the start.
setup:
{setup}

# How it is played. What is not said here follows the standard rules: one move a turn, capture by moving onto an enemy.
rules:
  set: standard
  win:
    - reach: {{{goals}}}
  stuck: loses

# Worked examples for the rules text. fabgen plays them: a wrong claim is an error.
examples:
  - {{id: first-turn, title: The first turn, piece: {first}, exactly: [{exactly}]}}
"""
_GRID = {
    "about_board": "# `grid` is files x ranks; cells are called a1, b1 ... from the first player's left corner.",
    "about_moves": "# Movement in Betza notation: f is forward, m moves only, c captures only, W a step straight, "
                   "F a step diagonally.",
    "moves": "fmWfF", "body": "{standee: pawn}", "diagram": "      * o *\n      . @ .",
}
_HEXES = {
    "about_board": "# `{line}` is hexagonal cells, {sides}; columns are called a, b ... from the left, and the lowest\n"
                   "# cell of each is 1.",
    "about_moves": "# Movement in Betza notation: f is forward, W a step through a side. On hexagons `fW` is the sides "
                   "that lead ahead.",
    "moves": RUNNER_MOVES, "body": "{tile: disc}",
}


def starter_files(folder: Path, board: GridSize | HexBoard = (8, 8), players: int = 2, *, points: bool = False
             ) -> dict[str, bytes]:
    """The files of a race for 1 to 4 players on a board of files x ranks, or of hexagons; on `points`, pieces stand
    where lines meet. Raises FabgenError for a board that is too small or too large for it."""
    values = _race_on_hexagons(board, players) if isinstance(board, HexBoard) else _race_on_grid(board, players)
    values["board"] += "\n  points: true" if points else ""
    spec = _SPEC.format(title=_title(folder.name), folder=folder.name, **values)
    rules = files("fabgen") / "starter" / (HEX_RULES if isinstance(board, HexBoard) else RULES)
    return _with_schema({SPEC: spec.encode(), RULES: rules.read_bytes()})


def _race_on_grid(grid: GridSize, players: int) -> dict[str, Any]:
    """The values in the spec of a race on squares."""
    least = LEAST if players <= 2 else CROWD
    if not all(least <= side <= MOST for side in grid):
        what = f"a board of {grid[0]}x{grid[1]} is out of range for {count_things(players, 'player')}"
        raise problem_error(what, f"from {least}x{least} to {MOST}x{MOST} to start from; the spec takes up to 40x40 later")
    sides = SIDES[:players]
    starts = _start_cells([way for _, way, _ in sides], grid)
    first = starts[0][0]
    return _GRID | {
        "board": f"  grid: {grid[0]}x{grid[1]}",
        "cell": min(44.0, ROOM // max(grid)),
        "each": len(starts[0]),
        "players": _format_rows(_PLAYER, sides),
        "zones": _format_rows(_ZONE, [(n, _edge_cells(w, grid, players > 2)) for n, w, _ in sides]),
        "setup": _format_rows(_START, [(s[0], f"{r[0]}-{r[-1]}") for s, r in zip(sides, starts, strict=True)]),
        "goals": ", ".join(f"{name}: {name} goal" for name, *_ in sides),
        "first": first,
        "exactly": ", ".join(f"{first}-{cell}" for cell in _cells_ahead(first, grid[0])),
    }


def _race_on_hexagons(board: HexBoard, players: int) -> dict[str, Any]:
    """The values in the spec of a race on hexagons."""
    sides = lay_out_race(board, players)
    first, steps = first_steps(board, sides[0])
    size_words = "columns x rows" if len(board.sides) > 1 else "so many a side"
    return _HEXES | {
        "about_board": _HEXES["about_board"].format(line=board.line, sides=size_words),
        "board": f"  {board.line}",
        "cell": min(44.0, ROOM // board.across),
        "each": len(sides[0].start),
        "diagram": "\n".join(f"      {line}" for line in runner_diagram(board)),
        "players": _format_rows(_PLAYER, [(side.name, side.forward, side.name) for side in sides]),
        "zones": _format_rows(_ZONE, [(side.name, " ".join(side.goal)) for side in sides]),
        "setup": _format_rows(_START, [(side.name, " ".join(side.start)) for side in sides]),
        "goals": ", ".join(f"{side.name}: {side.name} goal" for side in sides),
        "first": first,
        "exactly": ", ".join(f"{first}-{cell}" for cell in steps),
    }


_PLAYER = "  {0}: {{forward: {1}, material: acrylic-3mm/{2}}}"
_ZONE = "    {0} goal: {{cells: {1}, of: {0}}}"
_START = "  {0}: {{runner: {1}}}"


def _format_rows(form: str, rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(form.format(*row) for row in rows)


def copy_game_files(folder: Path, spec: Path) -> dict[str, bytes]:
    """The files of another game, found by its spec, with a title of its own; the designer of the original is named as
    the source.

    Raises FabgenError where they cannot be read.
    """
    template = spec.parent
    try:
        paths = [path for path in sorted(template.rglob("*")) if path.is_file()]
        copies = {path.relative_to(template).as_posix(): path.read_bytes() for path in paths}
    except OSError as error:
        raise disk_error(error, template) from None
    copies[SPEC] = _retitle(copies.pop(spec.name).decode(), _title(folder.name)).encode()
    return _with_schema(copies)


def _with_schema(game_files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of a game with a schema, from which an editor knows the keys of the spec."""
    from fabgen.schema import schema_bytes

    return {**game_files, SPEC: LINK.encode() + game_files[SPEC], SCHEMA: schema_bytes()}


def write_game_folder(folder: Path, game_files: dict[str, bytes]) -> None:
    """Writes a game's files as a new folder, all of them or none. Raises FabgenError where something is there
    already, or the disk refuses."""
    where = Location(str(folder))
    if folder.is_symlink() or folder.exists():
        raise problem_error("this is there already, and stays as it is", "choose another name", where)
    staging = folder.parent / f".{folder.name}.fabgen-new"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        for path, data in game_files.items():
            (staging / path).parent.mkdir(parents=True, exist_ok=True)
            write_file(staging / path, data)
        staging.rename(folder)
    except OSError as error:
        raise disk_error(error, folder) from None
    finally:
        if is_folder(staging):
            remove_folder(staging)


def _retitle(spec: str, title: str) -> str:
    """A spec with another title and designer, and the original as its source."""
    keys = {key: re.search(rf"^{key}: *(.*)$", spec, re.MULTILINE) for key in ("title", "designer")}
    original = {key: match[1].strip("\"'") for key, match in keys.items() if match}
    spec = re.sub(r"^(source|year|version):.*\n", "", spec, flags=re.MULTILINE)
    spec = re.sub(r"^title:.*$", f"title: {title}", spec, count=1, flags=re.MULTILINE)
    credit = f"designer: Your Name\nsource: begun from {original.get('title')} by {original.get('designer')}"
    return re.sub(r"^designer:.*$", credit, spec, count=1, flags=re.MULTILINE)


def read_board(text: str) -> tuple[GridSize | HexBoard, bool]:
    """A board as it is typed, and whether it is one of points: `8x8`, `hexagon:5`, `rhombus:6x6`, `triangle:7`,
    `points:8x8`, `points:hexagon:5`. Raises ValueError for anything else."""
    text = text.strip()
    rest = text.removeprefix("points:")
    if hexes := read_hexes(rest):
        return hexes, rest != text
    match = re.fullmatch(r"\s*(\d{1,3})\s*[x×]\s*(\d{1,3})\s*", rest.removeprefix("grid:"))
    if not match:
        raise ValueError(f"`{text}` is not a grid: write files x ranks, like 8x8; other boards are {BOARDS}")
    return (int(match[1]), int(match[2])), rest != text


def _title(name: str) -> str:
    """The name of a folder as a title that YAML reads as text."""
    words = re.sub(r"[^\w]+|_", " ", name).strip() or "My Game"
    words = words.title() if words.islower() else words
    return words if re.fullmatch(r"[^\W\d][\w ]{3,}", words) else json.dumps(words, ensure_ascii=False)


def _start_cells(forwards: list[str], grid: tuple[int, int]) -> list[list[str]]:
    """The start cells of each player's runners: equally many for all, in the middle of their edges."""
    rows = [list(parse_cells(_edge_cells(NEAR[forward], grid), Board(*grid))) for forward in forwards]
    spare = 0 if len(forwards) <= 2 else 2  # corners where two edges meet stay empty
    count = min(map(len, rows)) - 2 * spare
    return [row[(len(row) - count) // 2 :][:count] for row in rows]


def _edge_cells(side: str, grid: tuple[int, int], inner: bool = False) -> str:
    """The cells along one side of the board, `a1-h1`; with `inner`, without the corners."""
    (files, ranks), low = grid, 2 if inner else 1
    near, far = file_name(low - 1), file_name(files - low)
    if side in ("up", "down"):
        rank = ranks if side == "up" else 1
        return f"{near}{rank}-{far}{rank}"
    file = "a" if side == "left" else file_name(files - 1)
    return f"{file}{low}-{file}{ranks + 1 - low}"


def _cells_ahead(cell: str, files: int) -> list[str]:
    """The cells to which the first player's runner may move on an empty board."""
    x, rank = ord(cell[0]) - ord("a"), int(cell[1:])
    return [f"{file_name(x + dx)}{rank + 1}" for dx in (-1, 0, 1) if 0 <= x + dx < files]
