"""A game's board and box → every Problem of their making: frames that are too narrow, cells without a lamp or a
name."""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.part import Fit
from fabgen.base import FabgenError, Problem
from fabgen.figures.board import unnamed_cell_messages
from fabgen.figures.inlay import LEAST_FRAME
from fabgen.figures.lightboard import LAMP_MARGIN, LIP, CRATE_PLAY, count_dark_cells
from fabgen.make.profile import make_fit, load_material
from fabgen.spec.load import Spec


def check_boards(spec: Spec) -> Iterator[Problem]:
    """The border and the cells of a board must suit the way it is built."""
    board = spec.game.board
    if board.build == "inlay" and board.border < LEAST_FRAME:
        what = f"a frame of {board.border:g} mm is too narrow to hold an inlaid board"
        yield Problem(spec.source.key_location("board", "border"), what, f"a `border` of {LEAST_FRAME:g} mm or more")
    for what in unnamed_cell_messages(spec.game, spec.lattice, spec.spaces):
        hint = "shorter names, or larger cells"
        yield Problem(spec.source.key_location("board", "cell"), what, hint, "warning")
    if board.build == "lights":
        yield from _check_lights(spec, _fit(spec, board.lights.material))


def _check_lights(spec: Spec, fit: Fit) -> Iterator[Problem]:
    board, lights = spec.game.board, spec.game.board.lights
    if board.border < (least := LIP + fit.thickness + CRATE_PLAY):
        what = f"a border of {board.border:g} mm has no room for the walls under it"
        yield Problem(spec.source.key_location("board", "border"), what, f"a `border` of {least:g} mm or more")
    clear = board.cell - fit.thickness - 2 * LAMP_MARGIN
    if lights.hole > clear:
        what = f"a hole of {lights.hole:g} mm has no room between the strips of a cell of {board.cell:g} mm"
        yield Problem(spec.source.key_location("board", "lights", "hole"), what, f"{max(0.0, clear):g} mm or less")
    elif dark := count_dark_cells(spec.game, fit):
        what = f"{dark} of the {spec.game.grid[0]} cells of a rank have no lamp at a pitch of {lights.led_pitch:g} mm"
        hint = f"a pitch of {clear - lights.hole:g} mm or less lights every cell; without `led_pitch` each has its own"
        yield Problem(spec.source.key_location("board", "lights", "led_pitch"), what, hint)


def _fit(spec: Spec, key: str) -> Fit:
    """The fit of a material; 3 mm where it is not known, which check_materials reports."""
    try:
        return make_fit(load_material(key, spec.folder).material)
    except FabgenError:
        return Fit(3.0, 0.1)
