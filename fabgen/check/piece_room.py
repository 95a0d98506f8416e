"""A piece that has no room → the base, or the cell, that gives it room in acrylic and on paper at once.

Cells are held against the sheet that the board is cut from; where no cell serves both, the hint says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from fabgen.artwork.part import Fit
from fabgen.artwork.text import missing_characters
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError, Problem
from fabgen.core.units import format_number
from fabgen.figures.boards.board import board_size
from fabgen.figures.components.paper_kit import make_piece_batch
from fabgen.figures.pieces.bases import DIAGRAM_TOO_SMALL, SLOT_TOO_SMALL, PieceFault
from fabgen.figures.pieces.bodies import ROOM, find_body_faults, make_player_piece
from fabgen.laser.machine import load_machine
from fabgen.materials.material import load_material, make_fit
from fabgen.spec.load import Spec

LARGEST_CELL = 120  # mm: the largest that a spec may give
CRAMPED = (SLOT_TOO_SMALL, DIAGRAM_TOO_SMALL)  # codes of the faults that a larger base cures


def cut_faults(spec: Spec, name: str) -> list[PieceFault]:
    """What is wrong with a kind of piece in acrylic, for any player.

    The players' signs on the bases leave different room: of faults of one kind only the worst is kept.
    """
    fit, cell, squares = fit_of_players(spec), spec.game.board.cell, spec.game.board.grid is not None
    worst: dict[str, PieceFault] = {}
    for player in spec.game.owners(name):
        for fault in find_body_faults(make_player_piece(spec, player, name, fit), cell, squares=squares):
            kind = fault.code or fault.what
            worst[kind] = min(worst.get(kind, fault), fault, key=lambda fault: fault.measure)
    return list(worst.values())


def paper_faults(spec: Spec, name: str) -> tuple[Problem, ...]:
    """What the paper kit refuses of a kind of piece."""
    if missing_characters(name):  # reported by check_words
        return ()
    try:
        make_piece_batch(spec, next(iter(spec.game.owners(name) or spec.game.players)), name, "tent", load_words())
    except FabgenError as error:
        return error.problems
    return ()


def room_faults(spec: Spec, name: str) -> Iterator[PieceFault]:
    """What is wrong with a kind of piece in acrylic and on paper.

    All faults that want room share one hint. Faults on paper are left out where acrylic has an error of the same cause.
    """
    cut, on_paper = cut_faults(spec, name), paper_faults(spec, name)
    cramped = [fault for fault in cut if fault.code in CRAMPED]
    hint = _room_hint(spec, name) if on_paper or cramped else ""
    for fault in cut:
        thinner = ", or thinner material" if fault.code == SLOT_TOO_SMALL else ""
        yield fault._replace(hint=hint + thinner) if fault in cramped else fault
    if not any(fault.level == "error" for fault in cramped):
        yield from (PieceFault(problem.what, hint, problem.level, problem.code) for problem in on_paper)


def _room_hint(spec: Spec, name: str) -> str:
    """The least base that gives a piece room in its cell, else the least cell."""
    if base := _least_base(spec, name):
        return f"a base of {base} mm or more has room for it"
    # A base that the spec gives does not grow with the cell, so larger cells help only without it.
    without_base = spec.game.pieces[name].body.base is not None and _has_cut_errors(spec, name)
    grown = _with_base(spec, name, None) if without_base else spec
    cells = range(math.ceil(spec.game.board.cell), LARGEST_CELL + 1)
    cell = next((cell for cell in cells if _has_room(with_cell_size(grown, cell), name)), None)
    if cell is None:
        return "no cell has room for it: draw a shorter move"
    condition = " where no `base` is given" if without_base else ""
    return f"cells of {cell} mm or more have room for it{condition}{_sheet_hint(spec, cell)}"


def _least_base(spec: Spec, name: str) -> int | None:
    """The least square base in whole mm that gives a piece room in the cells that there are."""
    given = spec.game.pieces[name].body.base
    least, most = math.ceil(given[0]) if given else 8, math.floor(ROOM * spec.game.board.cell)
    if paper_faults(_with_base(spec, name, most), name):
        return None
    return next((base for base in range(least, most + 1) if _has_room(_with_base(spec, name, base), name)), None)


def _has_room(spec: Spec, name: str) -> bool:
    return not paper_faults(spec, name) and not _has_cut_errors(spec, name)


def _has_cut_errors(spec: Spec, name: str) -> bool:
    return any(fault.level == "error" for fault in cut_faults(spec, name))


def _sheet_hint(spec: Spec, cell: int) -> str:
    """What a board with such cells would mean for its sheet; empty where one sheet holds it."""
    sheet = _board_sheet(spec)
    if sheet is None or _sheet_holds(spec, cell, sheet):
        return ""
    grown = with_cell_size(spec, cell)
    width, height = (format_number(side, 0) for side in board_size(grown.game, grown.spaces))
    size = f"{sheet[0]:g} x {sheet[1]:g} mm"
    board = spec.game.board
    if board.grid and board.split == "auto" and board.build == "sheet":
        return f"; a board of them is {width} x {height} mm and is cut in parts from sheets of {size}"
    most = next((smaller for smaller in range(cell, 7, -1) if _sheet_holds(spec, smaller, sheet)), None)
    fits = f"it fits with cells of {most} mm at most" if most else "it fits with none"
    return (f", but a board of them is {width} x {height} mm and a sheet {size}: {fits}\n"
            "no cell serves both: a flat body (`tile`) or a shorter move takes less room; or a smaller board, or a "
            "larger sheet")


def _sheet_holds(spec: Spec, cell: float, sheet: tuple[float, float]) -> bool:
    """Whether a sheet holds the whole board with cells of a size in mm. No machine is chosen yet: the margins are those
    of the generic one."""
    grown = with_cell_size(spec, cell)
    size = board_size(grown.game, grown.spaces)
    margins = 2 * load_machine("generic").margin
    return min(size) <= min(sheet) - margins and max(size) <= max(sheet) - margins


def _board_sheet(spec: Spec) -> tuple[float, float] | None:
    """Width and height in mm of the sheets that the board is cut from; None where its material is not known."""
    try:
        return load_material(spec.game.board.material, spec.folder).material.sheet
    except FabgenError:  # reported by check_materials
        return None


def with_cell_size(spec: Spec, cell: float) -> Spec:
    """The same game with cells of another size in mm."""
    board = spec.game.board.model_copy(update={"cell": float(cell)})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))


def _with_base(spec: Spec, name: str, base: float | None) -> Spec:
    """The same game with another base, in mm, under one kind of piece; None: the base that follows from the cell."""
    piece = spec.game.pieces[name]
    body = piece.body.model_copy(update={"base": base and (float(base), float(base))})
    pieces = {**spec.game.pieces, name: piece.model_copy(update={"body": body})}
    return replace(spec, game=spec.game.model_copy(update={"pieces": pieces}))


def fit_of_players(spec: Spec) -> Fit:
    """The thickest fit among the players' materials; 3 mm where no material is known, which check_materials reports."""
    fits = [Fit(3.0, 0.1)]
    for player in spec.game.players.values():
        try:
            fits.append(make_fit(load_material(player.material, spec.folder).material))
        except FabgenError:
            continue
    return max(fits[1:] or fits, key=lambda fit: fit.thickness)
