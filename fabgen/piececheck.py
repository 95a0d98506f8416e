"""A game's pieces and tokens → every Problem of their making: shapes that are not known, bases that are too small,
pieces that tip, what the paper kit refuses. Warnings do not stop a build.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from fabgen.artwork.part import Fit
from fabgen.artwork.text import missing_characters
from fabgen.base import FabgenError, Problem, nearest
from fabgen.faults import Key
from fabgen.figures.board import board_size
from fabgen.figures.bodies import known, made, unfit
from fabgen.figures.crossed import CROSSED
from fabgen.figures.marks import MARKS
from fabgen.figures.men import heading
from fabgen.figures.paper import paper_kit
from fabgen.figures.piece import Fault
from fabgen.figures.silhouettes import SHAPES
from fabgen.make.profile import fit_of, load_material
from fabgen.rules.lattice import Lattice
from fabgen.spec.load import Spec

LARGEST_CELL = 120  # mm: what a spec may say


def check_shapes(spec: Spec) -> Iterator[Problem]:
    """Names that stand in a registry of ours."""
    for name, piece in spec.game.pieces.items():
        for key, kind, valid in (("standee", "shape", SHAPES), ("crossed", "shape", CROSSED), ("back", "mark", MARKS)):
            if (word := getattr(piece.body, key)) is not None:
                yield from _known(spec, ("pieces", name, "body", key), kind, word, list(valid))
    for name, token in spec.game.tokens.items():
        if token.mark is not None:
            yield from _known(spec, ("tokens", name, "mark"), "mark", token.mark, list(MARKS))


def _known(spec: Spec, key: Key, kind: str, word: str, valid: list[str]) -> Iterator[Problem]:
    if word not in valid:
        yield Problem(spec.source.inside(*key), f"there is no {kind} `{word}`", nearest(word, valid))


def check_pieces(spec: Spec) -> Iterator[Problem]:
    """Bases leave room in their cells, hold their pieces upright, and carry legible marks, in acrylic and on paper."""
    for name, piece in spec.game.pieces.items():
        if known(piece.body) and name not in spec.unsound:
            where = spec.source.where("pieces", name, "body")
            found = [*_laser(spec, name), *_paper(spec, name), *_astray(spec, name)]
            yield from (Problem(where, *said) for said in found)


def _laser(spec: Spec, name: str) -> Iterator[Fault]:
    """What is wrong with a piece, whoever has it: players' signs differ in the room that they leave."""
    fit, cell = _fit(spec), spec.game.board.cell
    found = (fault for player in spec.game.players for fault in unfit(made(spec, player, name, fit), cell))
    yield from {fault[0].partition(" mm")[0]: fault for fault in found}.values()


def _astray(spec: Spec, name: str) -> Iterator[Fault]:
    """A piece that points where it does not go."""
    travel, way = spec.game.pieces[name].body.travel, heading(spec.diagram(name))
    if travel and travel != way:
        told = f"its moves lead {way}" if way else "it moves alike to all sides"
        yield f"the {name} points {travel}, but {told}", f"`travel: {way}`" if way else "take `travel` out", "warning"


def _paper(spec: Spec, name: str) -> Iterator[Fault]:
    """What the paper kit refuses of a piece, with a cell that serves paper and laser alike."""
    if missing_characters(name) or not (refused := _unfolded(spec, name)):
        return
    if spec.game.pieces[name].body.shape is None:  # its size is its own, whatever the cell
        yield from ((problem.what, problem.hint, problem.level) for problem in refused)
        return
    cells = range(math.ceil(spec.game.board.cell), LARGEST_CELL + 1)
    own = spec.game.pieces[name].body.base  # which does not grow with the cell
    cut = (c for c in cells if own or all(level != "error" for _, _, level in _laser(_celled(spec, c), name)))
    cell = next((c for c in cut if not _unfolded(_celled(spec, c), name)), None)
    hint = f"cells of {cell} mm or more have room for it" if cell else "no cell has room for it: draw a shorter move"
    yield from ((problem.what, f"{hint}{_board_of(spec, cell)}", problem.level) for problem in refused)


def _unfolded(spec: Spec, name: str) -> tuple[Problem, ...]:
    """The Problems of a paper kit with one kind of piece alone."""
    game, player = spec.game, next(iter(spec.game.players))
    board = game.board.model_copy(update={"grid": "1x1", "zones": {}})
    alone = {"players": {player: game.players[player]}, "pieces": {name: game.pieces[name]}, "tokens": {}, "aids": {}}
    small = game.model_copy(update={**alone, "board": board, "title": "-", "designer": "-"})
    try:
        paper_kit(replace(spec, game=small, setting=replace(spec.setting, lattice=Lattice(1, 1))))
    except FabgenError as error:
        return error.problems
    return ()


def _board_of(spec: Spec, cell: int | None) -> str:
    """The size that a board of such cells has, where it exceeds the sheet of its material."""
    try:
        sheet = load_material(spec.game.board.material, spec.folder).material.sheet
    except FabgenError:  # reported elsewhere
        return ""
    width, height = board_size(_celled(spec, cell).game) if cell else (0.0, 0.0)
    larger = f"{width:g} x {height:g} mm and needs a larger sheet than {sheet[0]:g} x {sheet[1]:g} mm"
    fits = min(width, height) <= min(sheet) and max(width, height) <= max(sheet)
    return "" if fits else f"; a board of them is {larger}"


def _celled(spec: Spec, cell: float) -> Spec:
    """The game with another cell."""
    board = spec.game.board.model_copy(update={"cell": float(cell)})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))


def _fit(spec: Spec) -> Fit:
    """The thickest fit among the players' materials; 3 mm where none is known, which is reported elsewhere."""
    fits = [Fit(3.0, 0.1)]
    for player in spec.game.players.values():
        try:
            fits.append(fit_of(load_material(player.material, spec.folder).material))
        except FabgenError:
            continue
    return max(fits[1:] or fits, key=lambda fit: fit.thickness)
