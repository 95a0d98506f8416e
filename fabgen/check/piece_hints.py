"""A fault of a kind of piece → the base, the height or the cell that cures it and causes no other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from fabgen.check.cell_choice import CellChoice, CellRequirements, choose_cell, describe_exclusion, variants_of
from fabgen.check.piece_room import cut_faults, paper_faults
from fabgen.check.size_requirements import SizeRequirements, with_base, with_body
from fabgen.check.size_search import Requirement, find_size
from fabgen.core.problems import Problem
from fabgen.figures.pieces.bases import DIAGRAM_TOO_SMALL, FACE_TOO_SMALL, NAME_TOO_LONG, SLOT_TOO_SMALL, PieceFault
from fabgen.figures.pieces.bodies import (
    BASE_TOO_LARGE,
    FOOT_TOO_WIDE,
    PANELS_TOO_SLENDER,
    TIPS_OVER,
    WRONG_SIDES,
    PlayerPiece,
    base_for_foot,
    foot_and_height,
    height_for_base,
    make_player_piece,
    roomy_base,
    steady_base,
)
from fabgen.spec.load import Spec
from fabgen.spec.pieces import BASE_SIZES, HEIGHTS

NO_SUCH_CELL = "no cell has room for it"
THINNEST = 2  # mm: sheets that upright pieces are cut from


def with_size_hint(sizes: SizeRequirements, name: str, fault: PieceFault) -> PieceFault:
    """A fault of a kind of piece, with the sizes that would cure it and cause no other; as it is where no size does."""
    if fault.code == WRONG_SIDES:
        return fault
    return fault._replace(hint=HINTS.get(fault.code, _hint_at_diagram)(sizes, name))


def _room_hint(sizes: SizeRequirements, name: str) -> str:
    """The least base that gives a piece room in its cell; else the least cell in which everything has room; else what
    excludes that, and what takes less room. Empty if no cell has room for the piece."""
    if base := sizes.least_base(name):
        return f"a base of {base:g} mm or more has room for it"
    if choice := choose_cell(sizes, name, lambda variant: variant.rooms[name]):
        others, parts = _others_in_words(choice, name), choice.parts_in_words()
        return f"{choice.range_in_words()} have room for it{others}{choice.condition}{parts}"
    for condition, variant in variants_of(sizes, name):
        if cell := find_size(variant.larger_cells, variant.rooms[name]).size:
            reason = describe_exclusion(variant, name, cell)
            return f"cells of {cell:g} mm or more have room for it{condition}, but {reason}"
    return ""


def _others_in_words(choice: CellChoice, name: str) -> str:
    """The other pieces for which the cell is as large as it is."""
    sizes = choice.sizes
    smallest_cell = find_size(sizes.larger_cells, sizes.rooms[name]).size or choice.cell

    def needs_larger_cell(rooms: CellRequirements) -> bool:
        """Whether a piece has room in the chosen cell, and would have none in the smallest for the piece `name`."""
        is_required = all(room in sizes.cells for room in rooms)
        has_room = is_required and all(room.is_met(choice.cell) for room in rooms)
        return has_room and not all(room.is_met(smallest_cell) for room in rooms)

    return "".join(f" and the {piece}" for piece, rooms in sizes.rooms.items() if needs_larger_cell(rooms))


def piece_problems(sizes: SizeRequirements) -> Iterator[Problem]:
    """The errors of pieces in the materials of the job, with the sizes that would cure them."""
    for name in sizes.rooms:
        where = sizes.spec.source.key_location("pieces", name, "body")
        for fault in cut_faults(sizes.spec, name, sizes.fit):
            if fault.level == "error":
                yield with_size_hint(sizes, name, fault).problem(where)


def _hint_at_diagram(sizes: SizeRequirements, name: str) -> str:
    return _room_hint(sizes, name) or f"{NO_SUCH_CELL}: draw a shorter move"


def _hint_at_small_diagram(sizes: SizeRequirements, name: str) -> str:
    return f"{_hint_at_diagram(sizes, name)}; or `face: plain`, without the diagram"


def _hint_at_small_face(sizes: SizeRequirements, name: str) -> str:
    return f"{_room_hint(sizes, name) or f'{NO_SUCH_CELL}: a shorter name'}; or `face: plain`, without it"


def _hint_at_slot(sizes: SizeRequirements, name: str) -> str:
    """What cures a base that is too small for the slot of its upright."""
    thinner = _thinner_hint(sizes, name, SLOT_TOO_SMALL)
    if hint := _room_hint(sizes, name):
        return ", or ".join(filter(None, [hint, thinner]))
    if cures := ", or ".join(filter(None, [_higher_hint(sizes, name, SLOT_TOO_SMALL), thinner])):
        return f"{NO_SUCH_CELL}: {cures}"
    usual = sizes.with_spec(with_body(sizes.spec, name, height=None, base=None))
    if hint := _room_hint(usual, name):
        return f"where neither `height` nor `base` is given, {hint}"
    return f"{NO_SUCH_CELL}: a flat body (`tile`)"


def _hint_at_large_base(sizes: SizeRequirements, name: str) -> str:
    """What cures a base that is too large for its cell."""
    squares = sizes.spec.game.board.grid is not None
    base = roomy_base(_piece(sizes, name), sizes.cell, squares=squares)
    changed = with_base(sizes.spec, name, base)
    if _is_base_possible(sizes, name, base) and _is_cure(sizes, name, BASE_TOO_LARGE, changed):
        return f"{base:g} mm or less"
    if hint := _room_hint(sizes, name):
        return hint
    if base >= BASE_SIZES[0] and _is_cure(sizes, name, BASE_TOO_LARGE, changed):
        return f"{base:g} mm or less"
    return _fault_hint(sizes, name, BASE_TOO_LARGE)


def _hint_at_foot(sizes: SizeRequirements, name: str) -> str:
    """What cures a foot that is too wide for its base."""
    piece = _piece(sizes, name)
    height = height_for_base(piece)
    is_lower_possible = _is_cure(sizes, name, FOOT_TOO_WIDE, _with_height(sizes.spec, name, height))
    lower = f"a `height` of {height} mm or less" if is_lower_possible else ""
    bases = (max(base_for_foot(piece), steady_base(piece)), base_for_foot(piece))
    if base := next((base for base in bases if _is_base_possible(sizes, name, base)), None):
        return ", or ".join(filter(None, [f"a base of {base:g} mm or more", lower]))
    return "; or ".join(filter(None, [lower, _room_hint(sizes, name)])) or _fault_hint(sizes, name, FOOT_TOO_WIDE)


def _hint_at_steady_base(sizes: SizeRequirements, name: str) -> str:
    """What cures a piece that tips over."""
    piece = _piece(sizes, name)
    base, height = steady_base(piece), int(2 * min(piece.base_plan.width, piece.base_plan.depth))
    hints = []
    if _is_base_possible(sizes, name, base):
        hints.append(f"a base of {base:g} mm or more")
    elif choice := choose_cell(
        sizes, name, lambda variant: [*variant.rooms[name], variant.without_faults(name, [TIPS_OVER])]
    ):
        hints.append(f"{choice.range_in_words()}{choice.condition}")
    if not piece.body.shape or _is_cure(sizes, name, TIPS_OVER, _with_height(sizes.spec, name, height)):
        hints.append("a lower piece")
    return ", or ".join(hints) or "a flat body (`tile`)"


def _hint_at_panels(sizes: SizeRequirements, name: str) -> str:
    cures = [_higher_hint(sizes, name, PANELS_TOO_SLENDER), _thinner_hint(sizes, name, PANELS_TOO_SLENDER)]
    return ", or ".join(filter(None, cures)) or "another shape, or a flat body (`tile`)"


def _hint_at_name(sizes: SizeRequirements, name: str) -> str:
    """A larger base is proposed only where the cell has room for one with the whole name."""
    def name_fault(base: float) -> str:
        faults = cut_faults(with_base(sizes.spec, name, base), name, sizes.fit)
        return next((fault.what for fault in faults if fault.code == NAME_TOO_LONG), "")

    needs = [*sizes.bases(name), Requirement("the name", name_fault, "larger")]
    larger = ", a larger base" if find_size(sizes.possible_bases(name), needs).size else ""
    return f"a shorter name{larger} or thicker material"


HINTS = {
    BASE_TOO_LARGE: _hint_at_large_base, DIAGRAM_TOO_SMALL: _hint_at_small_diagram,
    FACE_TOO_SMALL: _hint_at_small_face, FOOT_TOO_WIDE: _hint_at_foot,
    NAME_TOO_LONG: _hint_at_name, PANELS_TOO_SLENDER: _hint_at_panels, SLOT_TOO_SMALL: _hint_at_slot,
    TIPS_OVER: _hint_at_steady_base,
}


def _fault_hint(sizes: SizeRequirements, name: str, code: str) -> str:
    """The least cell that cures a fault of a kind of piece for which no cell cures them all."""
    choice = choose_cell(sizes, name, lambda variant: [variant.without_faults(name, [code])])
    return f"{choice.range_in_words()} have room for it{choice.condition}" if choice else NO_SUCH_CELL


def _piece(sizes: SizeRequirements, name: str) -> PlayerPiece:
    spec = sizes.spec
    return make_player_piece(spec, next(iter(spec.game.players)), name, sizes.fit)


def _is_base_possible(sizes: SizeRequirements, name: str, base: float) -> bool:
    """True if a square base has room in its cell, and gives the piece room."""
    return BASE_SIZES[0] <= base <= BASE_SIZES[1] and all(needed.is_met(base) for needed in sizes.bases(name))


def _with_height(spec: Spec, name: str, height: float) -> Spec:
    """The game with a kind of piece of another height; as it is for a height that no spec may give."""
    is_possible = HEIGHTS[0] <= height <= HEIGHTS[1]
    return with_body(spec, name, height=float(height)) if is_possible else spec


def _higher_hint(sizes: SizeRequirements, name: str, code: str) -> str:
    """The least height with which a kind of piece does not have a fault any more, and no other for it, with its base or
    with the one that follows from the cell; empty if there is none."""
    if height := _least_height(sizes, name, code):
        return f"a `height` of {height:g} mm or more"
    if sizes.spec.game.pieces[name].body.base and (height := _least_height(sizes.without_base(name), name, code)):
        return f"a `height` of {height:g} mm or more where no `base` is given"
    return ""


def _least_height(sizes: SizeRequirements, name: str, code: str) -> float | None:
    """The least height in whole mm with which a kind of piece does not have a fault any more, and no other for it."""
    known = _fault_codes(sizes, name)

    @cache
    def codes_at(height: float) -> set[str]:
        return _fault_codes(sizes.with_spec(with_body(sizes.spec, name, height=height)), name)

    cure = Requirement[float](f"the {name}", lambda height: code if code in codes_at(height) else "", "larger")
    no_other = Requirement[float]("other faults", lambda height: "".join(codes_at(height) - known), "smaller")
    height = math.floor(foot_and_height(_piece(sizes, name))[1])
    return find_size([float(mm) for mm in range(height + 1, int(HEIGHTS[1]) + 1)], [cure, no_other]).size


def _thinner_hint(sizes: SizeRequirements, name: str, code: str) -> str:
    """The thickest sheet in whole mm of which a kind of piece does not have a fault, nor another for it; empty if
    there is none."""
    fit = sizes.fit
    known = {fault.code for fault in cut_faults(sizes.spec, name, fit)}
    for thickness in range(math.ceil(fit.thickness) - 1, THINNEST - 1, -1):
        thinner = replace(fit, thickness=float(thickness))
        if {fault.code for fault in cut_faults(sizes.spec, name, thinner)} <= known - {code}:
            return f"material of {thickness} mm or less"
    return ""


def _is_cure(sizes: SizeRequirements, name: str, code: str, changed: Spec) -> bool:
    """True if a kind of piece does not have a fault in the changed game, nor one that it has not today."""
    return _fault_codes(sizes.with_spec(changed), name) <= _fault_codes(sizes, name) - {code}


def _fault_codes(sizes: SizeRequirements, name: str) -> set[str]:
    """The kinds of faults of a kind of piece, without a name that is too long: a shorter one cures that."""
    codes = {fault.code for fault in cut_faults(sizes.spec, name, sizes.fit)} - {NAME_TOO_LONG}
    return codes | ({"paper"} if paper_faults(sizes.spec, name) else set())
