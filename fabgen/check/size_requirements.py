"""A game, a laser job and papers → what the size of a cell, or of a base, must meet.

Each requirement is tried on the game with that size as a check or a build would try it: with the machine, sheets,
margins and kerf of the job, and with the board parted as the spec allows. A size that is proposed for one problem is
tried against all of them, so that no hint leads into another problem. A box asks nothing: its panels are parted where
they must be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Any

from fabgen.artwork.part import Fit
from fabgen.check.piece_room import cut_faults, fit_of_players, paper_faults
from fabgen.check.size_search import Requirement, Wants, find_size
from fabgen.core.problems import FabgenError
from fabgen.figures.boards.board import board_size, seam_positions, unnamed_cell_messages
from fabgen.figures.boards.board_split import split_board
from fabgen.figures.boards.edge_track import crowded_track_messages
from fabgen.figures.boards.light_board import find_lamp_fault
from fabgen.figures.components.kit import board_parts, make_player_pieces
from fabgen.figures.pieces.bases import DIAGRAM_TOO_SMALL, FACE_TOO_SMALL, NAME_TOO_LONG, SLOT_TOO_SMALL
from fabgen.figures.pieces.bodies import BASE_TOO_LARGE, FOOT_TOO_WIDE, ROOM, TIPS_OVER, has_known_shapes
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.machine import load_machine
from fabgen.materials.material import load_material, make_fit
from fabgen.paper.tile_sheets import POSTER
from fabgen.paper.tiles import tile_board
from fabgen.spec.board import CELL_SIZES, MOST_BOARD_PARTS
from fabgen.spec.build_options import DEFAULT_PAPERS, Options
from fabgen.spec.load import Spec, with_paper_cells
from fabgen.spec.pieces import BASE_SIZES
from fabgen.typeset.papers import load_paper

WHOLE_CELLS = tuple(float(cell) for cell in range(int(CELL_SIZES[0]), int(CELL_SIZES[1]) + 1))  # mm
HALF_CELLS = tuple(cell / 2 for cell in range(int(2 * CELL_SIZES[0]), int(2 * CELL_SIZES[1]) + 1))  # mm
# Codes of the faults that a larger base cures.
TOO_SMALL = (SLOT_TOO_SMALL, DIAGRAM_TOO_SMALL, FACE_TOO_SMALL, FOOT_TOO_WIDE)
Objection = Callable[[Spec], str]  # what is wrong with a game of some size; empty where nothing is


@dataclass(frozen=True)
class SizeRequirements:
    """What the sizes of a game must meet, under a laser job and on some papers. Objections are remembered: no size is
    tried twice."""

    spec: Spec
    job: LaserJob
    papers: tuple[str, ...] = DEFAULT_PAPERS
    _least_bases: dict[str, float | None] = field(default_factory=dict, init=False, repr=False, compare=False)
    _without_base: dict[str, SizeRequirements] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of_options(cls, spec: Spec, options: Options | None = None) -> SizeRequirements:
        """The requirements under the options of a build; under the generic machine where no job can be made of them,
        which a build reports."""
        options = options or Options()
        try:
            job = make_laser_job(spec, options)
            is_sound = not job.errors(job.stock(spec.game.board.material).material)
        except FabgenError:
            is_sound = False
        return cls(spec, job if is_sound else LaserJob(load_machine("generic"), folder=spec.folder), options.papers)

    def with_spec(self, spec: Spec) -> SizeRequirements:
        """The requirements of a changed game under the same job."""
        return replace(self, spec=spec)

    @cached_property
    def with_parting(self) -> SizeRequirements:
        """The requirements where the board may be parted."""
        return self.with_spec(with_board(self.spec, split="auto"))

    def without_base(self, name: str) -> SizeRequirements:
        """The requirements where a kind of piece has the base that follows from the cell."""
        if name not in self._without_base:
            self._without_base[name] = self.with_spec(with_base(self.spec, name, None))
        return self._without_base[name]

    @property
    def cell(self) -> float:
        """The size of a cell in mm that the spec gives."""
        return self.spec.game.board.cell

    @property
    def larger_cells(self) -> list[float]:
        """The cells in whole mm from the present one on, the smallest first."""
        return [cell for cell in WHOLE_CELLS if cell >= self.cell]

    @property
    def smaller_cells(self) -> list[float]:
        """The cells in half mm below the present one, the largest first."""
        return [cell for cell in reversed(HALF_CELLS) if cell < self.cell]

    @cached_property
    def rooms(self) -> dict[str, tuple[Requirement[float], Requirement[float]]]:
        """What each kind of piece asks of the cell: room in acrylic, and on paper."""
        return {
            name: (
                self.without_faults(name, (*TOO_SMALL, BASE_TOO_LARGE)),
                self._of_cell(f"the {name} on paper", partial(_paper_objection, name=name), "larger"),
            )
            for name, piece in self.spec.game.pieces.items()
            if has_known_shapes(piece.body) and name not in self.spec.unsound_pieces
        }

    def without_faults(self, name: str, codes: Collection[str]) -> Requirement[float]:
        """A kind of piece must have none of some faults in acrylic."""
        return self._of_cell(f"the {name}", partial(self._cut_objection, name=name, codes=codes), "larger")

    @cached_property
    def lamps(self) -> Requirement[float]:
        """Each cell of a board of lights must have a lamp, and room for its hole."""
        return self._of_cell("the lamps", _lamp_objection)

    @cached_property
    def track(self) -> Requirement[float]:
        """The track around the board must have room for its numbers."""
        return self._of_cell("the track around the board", _track_objection, "larger")

    @cached_property
    def board(self) -> Requirement[float]:
        """The laser sheets must hold the board, parted where the spec allows it."""
        return self._of_cell("the sheet of the board", self._board_objection, "smaller")

    @cached_property
    def tiles(self) -> tuple[Requirement[float], ...]:
        """A sheet of each paper must hold a cell of the board, and a sensible number of sheets the whole board."""
        return tuple(
            self._of_cell(f"{load_paper(name).name} paper", partial(_tile_objection, paper=name), "smaller")
            for name in self.papers
            if name != POSTER
        )

    @cached_property
    def cells(self) -> tuple[Requirement[float], ...]:
        """Everything that the size of a cell must meet; what is quickly tried comes first. A piece that lacks room now
        counts with the base that gives it room, if one does; without its base where only that gives it room."""
        return (
            *(needed for name in self.rooms for needed in self._rooms_on_cure(name)),
            *([self.lamps] if self.spec.game.board.build == "lights" else []),
            *([self.track] if self.spec.game.edge_track else []),
            *self.sheets,
        )

    @cached_property
    def paper_cells(self) -> tuple[Requirement[float], ...]:
        """What the size of a cell must meet on paper alone: room for the pieces, and sheets for the board."""
        track = [self.track] if self.spec.game.edge_track else []
        return (*(on_paper for _, on_paper in self.rooms.values()), *track, *self.tiles)

    @cached_property
    def sheets(self) -> tuple[Requirement[float], ...]:
        """What papers and laser sheets must hold."""
        return (
            *self.tiles,
            self.board,
            self._of_cell("the sheet of the bases", self._base_sheet_objection, "smaller"),
        )

    @cached_property
    def largest_cell(self) -> float | None:
        """The largest cell in whole mm that the sheets allow, as far as any does; None where they exclude each
        other."""
        return find_size(WHOLE_CELLS[::-1], [needed for needed in self.sheets if self.can_be_met(needed)]).size

    def _rooms_on_cure(self, name: str) -> tuple[Requirement[float], ...]:
        """What a kind of piece asks of the cell once its base is cured: the room that it asks for as it is, or, where
        it lacks room now, with the base that gives it room, or without a base of its own."""
        rooms, largest = self.rooms[name], self.largest_cell or self.cell
        if all(room.is_met(self.cell) for room in rooms):
            return rooms
        if base := self.least_base(name):
            return self.with_spec(with_base(self.spec, name, base)).rooms[name]
        if self.spec.game.pieces[name].body.base and not all(room.is_met(largest) for room in rooms):
            without_base = self.without_base(name).rooms[name]
            return without_base if all(room.is_met(largest) for room in without_base) else rooms
        return rooms

    def can_be_met(self, needed: Requirement[float]) -> bool:
        """True if the cell meets a requirement as it is, or would if it were as large or as small as a cell may be."""
        extreme = {"larger": WHOLE_CELLS[-1], "smaller": WHOLE_CELLS[0], "": self.cell}[needed.wants]
        return needed.is_met(self.cell) or needed.is_met(extreme)

    @cached_property
    def hopeless(self) -> frozenset[str]:
        """The names of the requirements that no cell meets which the sheets allow."""
        largest = self.largest_cell or self.cell
        return frozenset(needed.name for needed in self.cells
                         if needed.wants != "smaller" and not needed.is_met(largest))

    @cached_property
    def wishes(self) -> tuple[Requirement[float], ...]:
        """What a check only warns of: pieces must stand and bear their whole names, and cells theirs."""
        pieces = [self.without_faults(name, (TIPS_OVER, NAME_TOO_LONG)) for name in self.rooms]
        return (*pieces, self.names_of_cells)

    @cached_property
    def names_of_cells(self) -> Requirement[float]:
        """The names of cells must have room on the board, where it shows them."""
        return self._of_cell("the names of cells", _name_objection, "larger")

    def new_warning(self, cell: float) -> str:
        """What a check would warn of with cells of another size, and does not now; empty without such a thing."""
        lost = (wish for wish in self.wishes if wish.is_met(self.cell) and not wish.is_met(cell))
        return next((wish.objection(cell) for wish in lost), "")

    def possible_bases(self, name: str) -> list[float]:
        """The sides in whole mm of square bases that a kind of piece may have: from its own on, if that lies in its
        cell, to the largest that does."""
        given = self.spec.game.pieces[name].body.base
        largest = min(BASE_SIZES[1], ROOM * self.cell)
        smallest = given[0] if given and given[0] <= largest else BASE_SIZES[0]
        return [float(base) for base in range(math.ceil(smallest), math.floor(largest) + 1)]

    def least_base(self, name: str) -> float | None:
        """The least square base in whole mm that gives a kind of piece room in the cells that there are."""
        if name not in self._least_bases:
            self._least_bases[name] = find_size(self.possible_bases(name), self.bases(name)).size
        return self._least_bases[name]

    def bases(self, name: str) -> tuple[Requirement[float], ...]:
        """Everything that the side of a square base of a kind of piece must meet."""

        def of_base(requirement_name: str, objection: Objection, wants: Wants = "") -> Requirement[float]:
            return Requirement(requirement_name, cache(lambda base: objection(with_base(self.spec, name, base))), wants)

        return (
            of_base(f"the {name}", partial(self._cut_objection, name=name, codes=TOO_SMALL), "larger"),
            of_base("the cell", partial(self._cut_objection, name=name, codes=(BASE_TOO_LARGE,)), "smaller"),
            of_base(f"the {name} on paper", partial(_paper_objection, name=name)),
            of_base("the sheet of the base", self._base_sheet_objection, "smaller"),
        )

    def _of_cell(self, name: str, objection: Objection, wants: Wants = "") -> Requirement[float]:
        return Requirement(name, cache(lambda cell: objection(with_cell_size(self.spec, cell))), wants)

    @cached_property
    def fit(self) -> Fit:
        """The thickest fit of the players' materials: those of the spec, and those of the job."""
        fits = [fit_of_players(self.spec)]
        for player in self.spec.game.players.values():
            try:
                fits.append(self.job.fit(player.material))
            except FabgenError:  # an unknown material, which check_materials or the build reports
                continue
        return max(fits, key=lambda fit: fit.thickness)

    def _cut_objection(self, spec: Spec, name: str, codes: Collection[str]) -> str:
        return next((fault.what for fault in cut_faults(spec, name, self.fit) if fault.code in codes), "")

    def _board_objection(self, spec: Spec) -> str:
        try:
            has_room = self._holds_board(spec)
        except FabgenError:  # an unknown material, which check_materials reports
            return ""
        return "" if has_room else "the board is larger than its sheet, or has too many parts"

    def _holds_board(self, spec: Spec) -> bool:
        count = board_part_count(spec, self.job)
        if count > MOST_BOARD_PARTS:
            return False
        fit = self.job.fit(spec.game.board.material)
        has_room = count > 1 or (count == 1 and fit.holds(*board_size(spec.game, spec.spaces), across=True))
        if spec.game.board.build == "sheet" or not has_room:
            return has_room  # without drawing the parts, which takes time
        return all(map(self.job.holds_part, board_parts(spec, self.job.fit)))

    def _base_sheet_objection(self, spec: Spec) -> str:
        fit_of = cache(self.job.fit)
        try:
            kinds = make_player_pieces(spec, fit_of)
            oversize = [kind.name for kind in kinds if not fit_of(kind.material).holds(*kind.base_plan.size())]
        except FabgenError:  # an unknown material, which check_materials reports
            return ""
        return f"the base of the {oversize[0]} is larger than its sheet" if oversize else ""


def board_part_count(spec: Spec, job: LaserJob) -> int:
    """The number of parts that a board is cut in, side by side, to fit its sheets: 1 unless it must be parted, 0 where
    no parting makes it fit."""
    try:
        tiling = split_board(spec.game, job.fit(spec.game.board.material))
    except FabgenError:  # an unknown material, which check_materials reports
        return 1
    return tiling.count if tiling else 0


def _paper_objection(spec: Spec, name: str) -> str:
    return next((problem.what for problem in paper_faults(spec, name)), "")


def _tile_objection(spec: Spec, paper: str) -> str:
    spec = with_paper_cells(spec)
    board = (0.0, 0.0, *board_size(spec.game, spec.spaces))
    try:
        tile_board(board, *seam_positions(spec.game, spec.spaces), load_paper(paper))
    except FabgenError as error:
        return error.problems[0].what
    return ""


def _lamp_objection(spec: Spec) -> str:
    try:
        fit = make_fit(load_material(spec.game.board.lights.material, spec.folder).material)
    except FabgenError:  # reported by check_materials
        return ""
    fault = find_lamp_fault(spec.game, fit)
    return fault.what if fault else ""


def _track_objection(spec: Spec) -> str:
    return next(crowded_track_messages(spec.game, board_size(spec.game, spec.spaces)), "")


def _name_objection(spec: Spec) -> str:
    return next(unnamed_cell_messages(spec.game, spec.lattice, spec.spaces), "")


def with_cell_size(spec: Spec, cell: float) -> Spec:
    """The same game with cells of another size in mm."""
    return with_board(spec, cell=float(cell))


def with_board(spec: Spec, **changes: Any) -> Spec:
    """The same game with other values of some keys of its board."""
    board = spec.game.board.model_copy(update=changes)
    return replace(spec, game=spec.game.model_copy(update={"board": board}))


def with_base(spec: Spec, name: str, base: float | None) -> Spec:
    """The same game with a square base of another side, in mm, under one kind of piece; None: the base that follows
    from the cell."""
    return with_body(spec, name, base=base and (float(base), float(base)))


def with_body(spec: Spec, name: str, **changes: Any) -> Spec:
    """The same game with other values of some keys of one kind of piece's body."""
    piece = spec.game.pieces[name]
    body = piece.body.model_copy(update=changes)
    pieces = {**spec.game.pieces, name: piece.model_copy(update={"body": body})}
    return replace(spec, game=spec.game.model_copy(update={"pieces": pieces}))
