"""A game's pieces and tokens → every Problem of their making: shapes that are not known, bases that are too small,
pieces that tip, what the paper kit refuses. Warnings do not stop a build.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import rectangle
from fabgen.artwork.text import missing_characters
from fabgen.base import FabgenError, Problem, nearest
from fabgen.faults import Key
from fabgen.figures.board import board_size
from fabgen.figures.boardart import beyond, draw_art
from fabgen.figures.bodies import known, made, parts, unfit
from fabgen.figures.crossed import CROSSED
from fabgen.figures.kit import draw_token
from fabgen.figures.marks import MARKS
from fabgen.figures.men import heading
from fabgen.figures.paper import piece_batch
from fabgen.figures.piece import Fault
from fabgen.figures.silhouettes import SHAPES
from fabgen.make.making import Flaw, flaws
from fabgen.make.profile import fit_of, load_material
from fabgen.spec.load import Spec
from fabgen.spec.own import Own, is_drawing
from fabgen.units import number
from fabgen.words import load_words

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
    if word not in valid and not is_drawing(word):  # what is wrong with a drawing is told where the spec is loaded
        yield Problem(spec.source.inside(*key), f"there is no {kind} `{word}`", nearest(word, valid))


Drawing = tuple[Key, str, Part]  # the key and the path of a drawing, and the part that it is cut from or etched on


def drawn_parts(spec: Spec) -> Iterator[Drawing]:
    """The parts that show a drawing of the designer's own, of the first player who has each."""
    game, player = spec.game, next(iter(spec.game.players))
    for name, piece in game.pieces.items():
        for key, part in (("standee", "standee"), ("crossed", "face"), ("back", "back")):
            if isinstance(word := getattr(piece.body, key), Own):
                one = made(spec, player, name, _fit(spec))
                found = [] if any(level == "error" for *_, level in one.faults()) else parts(one)
                yield from ((("pieces", name, "body", key), word, made_of) for made_of in found
                            if made_of.name == f"{one.name} {part}")
    for name, token in game.tokens.items():
        if isinstance(token.mark, Own):
            part_of = Part(f"{name} token", draw_token(token), token.count, token.material, f"{name} tokens")
            yield ("tokens", name, "mark"), token.mark, part_of
    if isinstance(game.board.art, Own):
        size = board_size(game, spec.spaces)
        drawing = draw(Role.EDGE, rectangle(0, 0, *size)) + draw_art(game, size)
        yield ("board", "art"), game.board.art, Part("board art", drawing, 1, game.board.material, "board")


def check_drawings(spec: Spec) -> Iterator[Problem]:
    """What no laser can make of the designer's own drawings, each at its key, with the file and the place."""
    for key, word, part in drawn_parts(spec):
        try:
            material = load_material(part.material, spec.folder).material
        except FabgenError:  # reported elsewhere
            continue
        yield from (drawing_problem(spec, key, word, flaw) for flaw in flaws(part, material))
    yield from _board_art(spec)


def drawing_problem(spec: Spec, key: Key, word: str, flaw: Flaw) -> Problem:
    """A flaw of a part as a mistake in the drawing that it shows."""
    x, y = flaw.spot
    place = "the lower left corner" if key[0] == "board" else (
        "the middle of its foot" if key[0] == "pieces" and key[-1] != "back" else "its middle")
    what = f"{word}: {flaw.what}, at {number(x, 1)}, {number(y, 1)} mm from {place}"
    return Problem(spec.source.inside(*key), what, flaw.hint, flaw.level)


def _board_art(spec: Spec) -> Iterator[Problem]:
    word, where = spec.game.board.art, spec.source.inside("board", "art")
    if not isinstance(word, Own):
        return
    if spec.game.board.build == "inlay":
        yield Problem(where, "an inlaid board has no art: each space is a piece of its own", "take `art` out")
    elif (far := beyond(spec.game, board_size(spec.game, spec.spaces))) > 0.1:
        what = f"{word} reaches {far:.1f} mm beyond the cells, where its page ends"
        yield Problem(where, what, "draw it within the page, which is laid over the cells")


def check_pieces(spec: Spec) -> Iterator[Problem]:
    """Bases leave room in their cells, hold their pieces upright, and carry legible marks, in acrylic and on paper."""
    for name, piece in spec.game.pieces.items():
        if known(piece.body) and name not in spec.unsound:
            where = spec.source.where("pieces", name, "body")
            found = [*_laser(spec, name), *_paper(spec, name), *_astray(spec, name)]
            yield from (Problem(where, *said) for said in found)


def _laser(spec: Spec, name: str) -> Iterator[Fault]:
    """What is wrong with a piece, whoever has it: players' signs differ in the room that they leave."""
    fit, cell, squares = _fit(spec), spec.game.board.cell, spec.game.board.grid is not None
    found = (fault for player in spec.game.players
             for fault in unfit(made(spec, player, name, fit), cell, squares=squares))
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
    """The Problems of one kind of piece on paper."""
    try:
        piece_batch(spec, next(iter(spec.game.players)), name, "tent", load_words())
    except FabgenError as error:
        return error.problems
    return ()


def _board_of(spec: Spec, cell: int | None) -> str:
    """The size that a board of such cells has, where it exceeds the sheet of its material."""
    try:
        sheet = load_material(spec.game.board.material, spec.folder).material.sheet
    except FabgenError:  # reported elsewhere
        return ""
    grown = _celled(spec, cell or spec.game.board.cell)
    width, height = board_size(grown.game, grown.spaces) if cell else (0.0, 0.0)
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
