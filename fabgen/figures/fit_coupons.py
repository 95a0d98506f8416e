"""A spec and the fits of its materials → small plates that go together as its box, its parted board and its crates do:
what to cut first. Joints are drawn by the same functions as the things themselves, so what fits here fits there; mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path
from fabgen.figures.joints import PLAIN, Side, fingers, knob, lap, notches, panel
from fabgen.figures.kit import FitOf
from fabgen.figures.split import tiling
from fabgen.spec.load import Spec

GROUP, BOARD = "fit test", "board joint"
DEEP, LONG, STRIP = 14.0, 34.0, 14.0  # mm: a plate's depth and least length; the height of a strip that crosses another
ROUND = 2.0  # mm: the corners of a plate that meet nothing


def coupons(spec: Spec, fit_of: FitOf) -> list[Part]:
    """Two plates for each kind of joint in each material; none where nothing has fingers, laps or knobs."""
    found = {}
    for name, material, plates in _joints(spec, fit_of):
        for n, path in enumerate(plates, 1):
            key = f"{name} {n} of {material}"
            found[key] = Part(key, draw(Role.EDGE, path), 1, material, GROUP, by_thickness=name != BOARD)
    return list(found.values())


Joint = tuple[str, str, tuple[Path, ...]]  # what it is called, its material, the plates


def _joints(spec: Spec, fit_of: FitOf) -> Iterator[Joint]:
    game = spec.game
    cased = [game.box.material] if game.box else []
    cased += [game.board.lights.material] if game.board.build == "lights" else []
    for material in dict.fromkeys(cased):
        fit = fit_of(material)
        yield "finger joint", material, finger_plates(fit)
        yield "lap joint", material, lap_strips(fit)
    cut = tiling(game, fit_of(game.board.material))
    if cut is not None and cut.count > 1:
        fit, keyed = fit_of(game.board.material), game.board.joint == "keys"
        yield BOARD, game.board.material, seam_plates(game.board.cell, fit, keyed=keyed)


def finger_plates(fit: Fit) -> tuple[Path, Path]:
    """Two plates with fingers on one side each, as two walls of a box have them."""
    length = max(LONG, 15 * fit.thickness)
    radii = (0.0, 0.0, ROUND, ROUND)
    made = [panel((0, 0, length, DEEP + fit.thickness),
                  [fingers([(0, length)], fit, out=out), PLAIN, PLAIN, PLAIN], radii) for out in (True, False)]
    return made[0], made[1]


def lap_strips(fit: Fit) -> tuple[Path, Path]:
    """Two strips that cross, each slit to the middle."""
    slit = notches([LONG / 2], lap(STRIP, fit), fit)
    strip = panel((0, 0, LONG, STRIP), [PLAIN, PLAIN, slit, PLAIN])
    return strip, strip


def seam_plates(cell: float, fit: Fit, *, keyed: bool = False) -> tuple[Path, ...]:
    """Two plates along one seam of a parted board: a knob and its socket, or two sockets and the key for both."""
    one, box = knob(cell), (0.0, 0.0, LONG, DEEP + 4)
    middle, radii = LONG / 2, (0.0, 0.0, ROUND, ROUND)
    out, into = Side(one.out(middle)), Side(one.into(middle, fit.clearance))
    # the outside of a side is to its right, so below the plate
    knobbed, socket = (panel(box, [side, PLAIN, PLAIN, PLAIN], radii) for side in (out, into))
    return (socket, socket, one.key()) if keyed else (knobbed, socket)
