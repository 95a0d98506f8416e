"""A kind of piece and the cell of its board → why it cannot be made as it is, in acrylic and on paper.

No size is proposed here: `size_hints` does that.
"""

from __future__ import annotations

from fabgen.artwork.part import Fit
from fabgen.artwork.text import missing_characters
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.paper_kit import fit_flap, make_piece_batch
from fabgen.figures.pieces.bases import DIAGRAM_TOO_SMALL, FACE_TOO_SMALL, SLOT_TOO_SMALL, PieceFault
from fabgen.figures.pieces.bodies import find_body_faults, make_player_piece
from fabgen.materials.material import load_material, make_fit
from fabgen.spec.load import Spec

CRAMPED = (SLOT_TOO_SMALL, DIAGRAM_TOO_SMALL, FACE_TOO_SMALL)  # codes of the errors that have the same cause on paper


def find_faults(spec: Spec, name: str) -> list[PieceFault]:
    """What is wrong with a kind of piece in acrylic and on paper. Faults on paper are left out where acrylic has an
    error of the same cause."""
    faults = cut_faults(spec, name)
    if any(fault.code in CRAMPED for fault in faults):
        return faults
    return [*faults, *(PieceFault(fault.what, fault.hint, fault.level) for fault in paper_faults(spec, name))]


def cut_faults(spec: Spec, name: str, fit: Fit | None = None) -> list[PieceFault]:
    """What is wrong with a kind of piece in acrylic, for any player; `fit` is that of the players' materials unless
    given.

    The players' signs on the bases leave different room: of errors of one kind only the worst is kept.
    """
    fit, cell, squares = fit or fit_of_players(spec), spec.game.board.cell, spec.game.board.grid is not None
    worst_faults: dict[str, PieceFault] = {}
    for player in spec.game.owners(name):
        for fault in find_body_faults(make_player_piece(spec, player, name, fit), cell, squares=squares):
            kind = fault.code if fault.level == "error" else fault.what
            worst_faults[kind] = min(worst_faults.get(kind, fault), fault, key=lambda fault: fault.measure)
    return list(worst_faults.values())


def paper_faults(spec: Spec, name: str) -> tuple[Problem, ...]:
    """What the paper kit refuses of a kind of piece. Nothing where paper has cells of its own, which `check_paper_cell`
    tries."""
    if missing_characters(name) or spec.game.board.paper_cell:  # missing characters are reported by check_drawn_texts
        return ()
    return find_paper_problems(spec, name)


def find_paper_problems(spec: Spec, name: str) -> tuple[Problem, ...]:
    """What the paper kit refuses of a kind of piece, with the cells of the spec. Of one that is cut along a drawing,
    for any player: the lines that tell them apart leave different room."""
    first, *others = spec.game.owners(name) or tuple(spec.game.players)
    body = spec.game.pieces[name].body
    for player in (first, *(others if body.has_drawn_outline else ())):
        try:
            if body.shape is None:
                make_piece_batch(spec, player, name, "tent", load_words())
            else:
                fit_flap(spec, name)
        except FabgenError as error:
            return error.problems
    return ()


def fit_of_players(spec: Spec) -> Fit:
    """The thickest fit among the players' materials; 3 mm where no material is known, which check_materials reports."""
    fits = [Fit(3.0, 0.1)]
    for player in spec.game.players.values():
        try:
            fits.append(make_fit(load_material(player.material, spec.folder).material))
        except FabgenError:
            continue
    return max(fits[1:] or fits, key=lambda fit: fit.thickness)
