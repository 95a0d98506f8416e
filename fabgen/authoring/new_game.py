"""A name and a few choices → the files of a new game that builds at once: a spec with comments, and its rules text.

The starter is a small race; a game that comes with fabgen may be the start instead.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from fabgen.authoring.recipes import read_recipes, recipe_files
from fabgen.core.english import count_things
from fabgen.core.files import (
    decode_text,
    disk_error,
    find_kind,
    is_folder,
    remove_folder,
    walk_folder,
    write_file,
)
from fabgen.core.game_files import read_game_file
from fabgen.core.problems import Location, Problem, nearest_hint, problem_error
from fabgen.core.signals import delay_stop
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, Cell, file_name, hexagon_board, parse_cells, rhombus_board, triangle_board
from fabgen.rules.diagram import movement_diagram
from fabgen.rules.movement import Leap
from fabgen.spec.game_folder import UnknownGame, find_game, template_folders

RUNNER_MOVES = "fW"  # of a runner: one step ahead through a side, onto an empty cell or an enemy piece
COLOURS = ("red", "blue", "green", "yellow")
LARGEST_COPY = 100_000_000  # bytes of all files of a game that is copied
LARGEST_CELL = 44.0  # mm


@dataclass(frozen=True)
class HexOutline:
    """A kind of board: the sides that a race allows, and the forward of each player by the number of players."""

    shortest_side: int
    longest_side: int
    ways: tuple[tuple[str, ...], ...]  # for 1 player, for 2 and so on: the forward of each

    @property
    def players(self) -> int:
        return len(self.ways)


HEX_OUTLINES = {
    "hexagon": HexOutline(3, 6, (("up",), ("up", "down"), ("up", "down-right", "down-left"),
                              ("up", "down", "up-right", "down-left"))),
    "rhombus": HexOutline(4, 9, (("up",), ("up", "down"))),
    "triangle": HexOutline(5, 9, (("up",), ("up", "down-right"), ("up", "down-right", "down-left"))),
}


@dataclass(frozen=True)
class HexBoard:
    """A board as it is typed: `hexagon:5`, `triangle:7`, `rhombus:6x6`; `sides` is one number, or two for a rhombus."""

    kind: str
    sides: tuple[int, ...]

    @property
    def line(self) -> str:
        """The board as a spec writes it."""
        return f"{self.kind}: {'x'.join(map(str, self.sides))}"

    @property
    def lattice(self) -> Board:
        if self.kind == "rhombus":
            return rhombus_board(self.sides[0], self.sides[1])
        return hexagon_board(self.sides[0]) if self.kind == "hexagon" else triangle_board(self.sides[0])

    @property
    def across(self) -> float:
        """Its greatest width or height, in cells."""
        if self.kind == "rhombus":
            return self.sides[0] + (self.sides[1] - 1) / 2
        return 2 * self.sides[0] - 1 if self.kind == "hexagon" else self.sides[0]


@dataclass(frozen=True)
class RaceSide:
    """One player of the race."""

    name: str
    forward: str
    start: tuple[Cell, ...]
    goal: tuple[Cell, ...]


def read_hexes(text: str) -> HexBoard | None:
    """The board that a text names; None where it names no board of hexagons. Raises ValueError where its size is
    wrong."""
    kind, _, rest = (part.strip() for part in text.partition(":"))
    if kind not in HEX_OUTLINES:
        return None
    pattern, example = (r"(\d{1,3})[x×](\d{1,3})", "6x6") if kind == "rhombus" else (r"(\d{1,3})", "5")
    match = re.fullmatch(pattern, rest)
    if not match:
        raise ValueError(f"`{text}` is no board: write {kind}:{example}")
    return HexBoard(kind, tuple(map(int, match.groups())))


def lay_out_race(board: HexBoard, players: int) -> list[RaceSide]:
    """Start and goal of every player. Raises FabgenError for a board that is too small or too large, and for too
    many players."""
    outline = HEX_OUTLINES[board.kind]
    if players > outline.players:
        raise problem_error(
            f"a {board.kind} has room for {count_things(outline.players, 'player')} to start from, not {players}",
            "fewer players, or another board",
        )
    if not all(outline.shortest_side <= side <= outline.longest_side for side in board.sides):
        size = "x".join(map(str, board.sides))
        raise problem_error(f"a {board.kind} of {size} is out of range",
                      f"sides from {outline.shortest_side} to {outline.longest_side} to start from; the spec takes "
                      "up to 40 later")
    lattice, forwards = board.lattice, outline.ways[players - 1]
    edges = [
        (_hexagon_edge_cells(lattice, forward, "bb"), _hexagon_edge_cells(lattice, forward, "ff"))
        for forward in forwards
    ]
    spare = 4 if players > 2 or (players > 1 and board.kind == "triangle") else 0  # of each rim, where rims meet
    longest = min(len(start) for start, _ in edges) - spare
    count = next((n for n in range(longest, 0, -1) if _are_apart(lattice, [start for start, _ in edges], n)), 1)
    shortened = [(_middle(start, count), _middle(goal, count) if players > 2 else goal) for start, goal in edges]
    return [RaceSide(name, forward, tuple(start), tuple(goal))
            for name, forward, (start, goal) in zip(COLOURS, forwards, shortened, strict=False)]


def _are_apart(lattice: Board, edges: Sequence[list[Cell]], count: int) -> bool:
    """Whether `count` pieces can stand in the very middle of each edge, with no start on or next to a cell of
    another."""
    starts = [{*_middle(edge, count)} for edge in edges]
    surroundings = [cells | {other for cell in cells for other in lattice.neighbours(cell)} for cells in starts]
    is_apart = all(not surroundings[n] & starts[k] for n in range(len(edges)) for k in range(len(edges)) if n != k)
    return is_apart and all((len(edge) - count) % 2 == 0 for edge in edges)


def _hexagon_edge_cells(lattice: Board, forward: str, token: str) -> list[Cell]:
    """The cells without a neighbour straight behind (`bb`) or ahead (`ff`) of a player, from left to right."""
    compass = lattice.plane
    assert compass is not None, "a board of hexagons"
    steps = [compass.to_board(step, forward) for step in compass.offsets("W", (token,), False)]
    cells = [cell for cell in lattice.cells if not any(lattice.step(cell, *step) for step in steps)]
    return sorted(cells, key=lambda cell: compass.middle_of(compass.to_mover(lattice.place(cell), forward)))


def _middle(cells: list[Cell], count: int) -> list[Cell]:
    """The `count` middle cells of a row; all of a shorter one."""
    return cells[max(0, (len(cells) - count) // 2) :][:count]


def runner_diagram(board: HexBoard) -> list[str]:
    """The lines of a runner's diagram; those that start with a blank are stripped, since YAML would take it for an
    indent."""
    lines = str(movement_diagram(parse_betza(RUNNER_MOVES, board.lattice.compass))).splitlines()
    return [line.strip() for line in lines]


def first_steps(board: HexBoard, side: RaceSide) -> tuple[Cell, list[Cell]]:
    """A runner of a player that can move at the start, and its target cells."""
    compass, lattice = board.lattice.compass, board.lattice
    (way,) = parse_betza(RUNNER_MOVES, compass).ways
    assert isinstance(way, Leap)
    steps = [compass.to_board(step, side.forward) for step in way.directions]
    for cell in side.start:
        if targets := [target for step in steps if (target := lattice.step(cell, *step)) and target not in side.start]:
            return cell, targets
    return side.start[0], []


SIDES = (("south", "up", "red"), ("north", "down", "blue"), ("west", "right", "green"), ("east", "left", "yellow"))
NEAR = {"up": "down", "down": "up", "left": "right", "right": "left"}
# Cells along a side: the fewest for two players, and for more, who also need corners; the most for any number.
FEWEST_CELLS, FEWEST_FOR_MORE_PLAYERS, MOST_CELLS = 4, 6, 11
LONGEST_BOARD = 350.0  # mm: the longer side of the board's grid, at most: such a board fits a sheet of 600 x 400 mm
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
# `each` is how many every player has (or {{black: 4, white: 6}}); `body` is what the piece is made of.
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
    rules = files("fabgen") / "authoring" / "starter" / (HEX_RULES if isinstance(board, HexBoard) else RULES)
    return _with_schema({SPEC: spec.encode(), RULES: rules.read_bytes()})


def variant_files(folder: Path, file: Path, name: str) -> tuple[dict[str, bytes], list[Problem]]:
    """The files of a variant of Fairy-Stockfish as a game, and a warning for each of its keys that cannot be said.
    Raises FabgenError."""
    from fabgen.authoring.fairy_variant import fairy_files

    game_files, problems = fairy_files(file, name, folder)
    return _with_schema(game_files), problems


def _race_on_grid(grid: GridSize, players: int) -> dict[str, Any]:
    """The values in the spec of a race on squares."""
    fewest = FEWEST_CELLS if players <= 2 else FEWEST_FOR_MORE_PLAYERS
    if not all(fewest <= side <= MOST_CELLS for side in grid):
        what = f"a board of {grid[0]}x{grid[1]} is out of range for {count_things(players, 'player')}"
        raise problem_error(
            what, f"from {fewest}x{fewest} to {MOST_CELLS}x{MOST_CELLS} to start from; the spec takes up to 40x40 later"
        )
    sides = SIDES[:players]
    starts = _start_cells([way for _, way, _ in sides], grid)
    first = starts[0][0]
    return _GRID | {
        "board": f"  grid: {grid[0]}x{grid[1]}",
        "cell": min(LARGEST_CELL, LONGEST_BOARD // max(grid)),
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
        "cell": min(LARGEST_CELL, LONGEST_BOARD // board.across),
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

    Raises FabgenError where they cannot be read, where a link leads out of their folder, and where they are larger than
    LARGEST_COPY together.
    """
    template = spec.parent
    copies = dict[str, bytes]()
    for name in _file_names(template):
        copies[name] = read_game_file(template, name, LARGEST_COPY - sum(map(len, copies.values())))
    text = decode_text(copies.pop(spec.name), str(spec))
    copies[SPEC] = _retitle(text, _title(folder.name)).encode()
    return _with_schema(copies)


def template_files(folder: Path, name: str) -> dict[str, bytes]:
    """The files of a game that starts from a recipe, a game that comes with fabgen, or another one. Raises FabgenError
    where there is none of this name, or its files cannot be read."""
    recipes = read_recipes()
    if name in recipes:
        return _with_schema(recipe_files(recipes[name], _title(folder.name)))
    try:
        spec = find_game(name)
    except UnknownGame as error:
        [problem] = error.problems
        if problem.where.file:
            raise
        known_names = [*template_folders(), *recipes]
        also = "`fabgen list recipes` says what they show; the path of a game works too"
        hint = f"{nearest_hint(name, known_names)}\n{also}"
        raise UnknownGame([Problem(Location(), f"there is no game or recipe `{name}`", hint)]) from None
    return copy_game_files(folder, spec)


def _file_names(folder: Path) -> list[str]:
    """The paths of all files and links in a folder, sorted. Raises FabgenError where a folder cannot be read."""
    names = []
    try:
        for parent, folders, files in walk_folder(folder):
            paths = [Path(parent, name) for name in (*files, *folders)]
            names += [path.relative_to(folder).as_posix() for path in paths if find_kind(path) == "file"]
    except OSError as error:
        raise disk_error(error, folder) from None
    return sorted(names)


def _with_schema(game_files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of a game with a schema, from which an editor knows the keys of the spec."""
    from fabgen.authoring.schema import schema_bytes

    return {**game_files, SPEC: LINK.encode() + game_files[SPEC], SCHEMA: schema_bytes()}


def write_game_folder(folder: Path, game_files: dict[str, bytes]) -> None:
    """Writes a game's files as a new folder, all of them or none. Raises FabgenError where something is there
    already, or the disk refuses."""
    where = Location(str(folder))
    if os.path.islink(folder) or find_kind(folder):
        raise problem_error("this is there already, and stays as it is", "choose another name", where)
    staging = folder.parent / f".{folder.name}.fabgen-new"
    with delay_stop():
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
    is_text = re.fullmatch(r"[^\W\d][\w ]{3,}", words) and words.casefold() not in ("null", "true", "false")
    return words if is_text else json.dumps(words, ensure_ascii=False)


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


__all__ = ["HexBoard", "HexOutline", "RaceSide", "first_steps", "lay_out_race", "read_hexes", "runner_diagram"]
