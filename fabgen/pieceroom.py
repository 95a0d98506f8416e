"""A piece that has no room → the base, or the cell, that gives it room in acrylic and on paper at once, held against
the sheet that the board is cut from. Where no cell serves both, that is said.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from fabgen.artwork.part import Fit
from fabgen.artwork.text import missing_characters
from fabgen.base import FabgenError, Problem
from fabgen.figures.board import board_size
from fabgen.figures.bodies import ROOM, made, unfit
from fabgen.figures.paper import piece_batch
from fabgen.figures.piece import Fault
from fabgen.make.profile import fit_of, load_machine, load_material
from fabgen.spec.load import Spec
from fabgen.units import number
from fabgen.words import load_words

LARGEST_CELL = 120  # mm: what a spec may say
CRAMPED = re.compile(r"too small (to read|for a slot)")  # what a larger base mends
NUMBER = re.compile(r"\d+(\.\d+)?")


def cut_faults(spec: Spec, name: str) -> list[Fault]:
    """What is wrong with a piece in acrylic, whoever has it: players' signs differ in the room that they leave, and of
    faults that differ in a number alone the one with the least is told."""
    fit, cell, squares = fit_of_players(spec), spec.game.board.cell, spec.game.board.grid is not None
    found: dict[str, Fault] = {}
    for player in spec.game.players:
        for fault in unfit(made(spec, player, name, fit), cell, squares=squares):
            kind = NUMBER.sub("#", fault[0])
            found[kind] = min(found.get(kind, fault), fault, key=lambda one: _numbers(one[0]))
    return list(found.values())


def _numbers(text: str) -> list[float]:
    return [float(found[0]) for found in NUMBER.finditer(text)]


def paper_faults(spec: Spec, name: str) -> tuple[Problem, ...]:
    """What the paper kit refuses of a piece."""
    if missing_characters(name):  # reported elsewhere
        return ()
    try:
        piece_batch(spec, next(iter(spec.game.players)), name, "tent", load_words())
    except FabgenError as error:
        return error.problems
    return ()


def room_faults(spec: Spec, name: str) -> Iterator[Fault]:
    """What is wrong with a piece in acrylic and on paper; all that wants room has one advice, and where acrylic lacks
    it, paper is not told of too."""
    cut, refused = cut_faults(spec, name), paper_faults(spec, name)
    hint = _advice(spec, name) if refused or any(CRAMPED.search(what) for what, *_ in cut) else ""
    for what, said, level in cut:
        thinner = ", or thinner material" if "slot" in what else ""
        yield (what, hint + thinner, level) if CRAMPED.search(what) else (what, said, level)
    if not any(CRAMPED.search(what) and level == "error" for what, _, level in cut):
        yield from ((one.what, hint, one.level) for one in refused)


def _advice(spec: Spec, name: str) -> str:
    """What gives a piece room."""
    if base := _base(spec, name):
        return f"a base of {base} mm or more has room for it"
    own = spec.game.pieces[name].body.base  # which does not grow with the cell
    freed = own is not None and any(level == "error" for *_, level in cut_faults(spec, name))
    grown = _based(spec, name, None) if freed else spec
    cells = range(math.ceil(spec.game.board.cell), LARGEST_CELL + 1)
    cell = next((cell for cell in cells if _sound(celled(grown, cell), name)), None)
    if cell is None:
        return "no cell has room for it: draw a shorter move"
    alone = " where no `base` is given" if freed else ""
    return f"cells of {cell} mm or more have room for it{alone}{_held(spec, cell)}"


def _base(spec: Spec, name: str) -> int | None:
    """The least square base in whole mm that makes a piece sound in the cells that there are."""
    own = spec.game.pieces[name].body.base
    least, most = math.ceil(own[0]) if own else 8, math.floor(ROOM * spec.game.board.cell)
    if paper_faults(_based(spec, name, most), name):
        return None
    return next((base for base in range(least, most + 1) if _sound(_based(spec, name, base), name)), None)


def _sound(spec: Spec, name: str) -> bool:
    return not paper_faults(spec, name) and all(level != "error" for *_, level in cut_faults(spec, name))


def _held(spec: Spec, cell: int) -> str:
    """What the board would be with such cells, where it exceeds the sheet of its material."""
    sheet = _sheet(spec)
    if sheet is None or _holds(spec, cell, sheet):
        return ""
    grown = celled(spec, cell)
    width, height = (number(side, 0) for side in board_size(grown.game, grown.spaces))
    size = f"{sheet[0]:g} x {sheet[1]:g} mm"
    board = spec.game.board
    if board.grid and board.split == "auto" and board.build == "sheet":
        return f"; a board of them is {width} x {height} mm and is cut in parts from sheets of {size}"
    most = next((one for one in range(cell, 7, -1) if _holds(spec, one, sheet)), None)
    fits = f"it fits with cells of {most} mm at most" if most else "it fits with none"
    return (f", but a board of them is {width} x {height} mm and a sheet {size}: {fits}\n"
            "no cell serves both: a flat body (`tile`) or a shorter move takes less room; or a smaller board, or a "
            "larger sheet")


def _holds(spec: Spec, cell: float, sheet: tuple[float, float]) -> bool:
    """Whether a sheet holds the whole board, with the margins of the machine that nobody has chosen yet."""
    grown = celled(spec, cell)
    size = board_size(grown.game, grown.spaces)
    margins = 2 * load_machine("generic").margin
    return min(size) <= min(sheet) - margins and max(size) <= max(sheet) - margins


def _sheet(spec: Spec) -> tuple[float, float] | None:
    try:
        return load_material(spec.game.board.material, spec.folder).material.sheet
    except FabgenError:  # reported elsewhere
        return None


def celled(spec: Spec, cell: float) -> Spec:
    """The game with another cell."""
    board = spec.game.board.model_copy(update={"cell": float(cell)})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))


def _based(spec: Spec, name: str, base: float | None) -> Spec:
    """The game with another base under one kind of piece; None is the one that follows from the cell."""
    piece = spec.game.pieces[name]
    body = piece.body.model_copy(update={"base": base and (float(base), float(base))})
    pieces = {**spec.game.pieces, name: piece.model_copy(update={"body": body})}
    return replace(spec, game=spec.game.model_copy(update={"pieces": pieces}))


def fit_of_players(spec: Spec) -> Fit:
    """The thickest fit among the players' materials; 3 mm where none is known, which is reported elsewhere."""
    fits = [Fit(3.0, 0.1)]
    for player in spec.game.players.values():
        try:
            fits.append(fit_of(load_material(player.material, spec.folder).material))
        except FabgenError:
            continue
    return max(fits[1:] or fits, key=lambda fit: fit.thickness)
