"""The board of a spec → its lattice, and where each space lies in mm: squares, hexagons, or the shapes of a map."""

from __future__ import annotations

from pathlib import Path

from fabgen.core.problems import FabgenError, Problem
from fabgen.core.yaml_models import YamlSource
from fabgen.rules.boards import Board, TextError, hexagon_board, parse_cells, rhombus_board, triangle_board
from fabgen.spec.board import BoardSpec
from fabgen.spec.maps import read_map
from fabgen.spec.spaces import Spaces, spaces_of


def lattice_of(board: BoardSpec, source: YamlSource, folder: Path) -> tuple[Board, Spaces]:
    """The lattice of a board, and its spaces in mm. Raises FabgenError with every Problem of its holes or its map."""
    if board.map is not None:
        return read_map(board, source, folder)
    lattice = _without_holes(_regular_lattice(board), board.holes, source)
    return lattice, spaces_of(lattice, board.cell)


def _regular_lattice(board: BoardSpec) -> Board:
    """The lattice of squares or hexagons, before cells are left out."""
    if board.hexagon:
        return hexagon_board(board.hexagon, board.standing or "files")
    if board.triangle:
        return triangle_board(board.triangle, board.standing or "rows")
    files, ranks = map(int, (board.rhombus or board.grid or "").split("x"))
    return rhombus_board(files, ranks, board.standing or "rows") if board.rhombus else Board(files, ranks)


def _without_holes(board: Board, holes: str | None, source: YamlSource) -> Board:
    """The lattice without the cells that `holes` lists."""
    if holes is None:
        return board
    try:
        cells = parse_cells(holes, board)
    except TextError as error:
        problems = [Problem(source.value_location("board", "holes", line=m.line, column=m.column), m.what, m.hint)
                    for m in error.mistakes]
        raise FabgenError(problems) from None
    if len(cells) == len(board.cells):
        raise FabgenError(
            [Problem(source.value_location("board", "holes"), "no cell is left", "leave some of them out")]
        )
    return board.without(cells)
