"""A spec and the fits of its materials → small plates that go together as its box, its parted or inlaid board and its
crates do: what to cut first. Joints are drawn by the same functions as the things themselves, so what fits here fits
there; mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, rectangle
from fabgen.figures.assembly import Assembly, Step, exploded, tone_of
from fabgen.figures.inlay import CORNER, LEAST_FRAME, gap, spaces
from fabgen.figures.isometric import flat
from fabgen.figures.joints import PLAIN, PanelSide, fingers, knob, lap, notches, panel
from fabgen.figures.kit import FitOf, laser_kit
from fabgen.figures.parting import CELL
from fabgen.figures.split import tiling
from fabgen.spec.load import Spec

GROUP, BOARD, PANEL = "fit test", "board joint", "panel joint"
CASES = ("box", "light case")  # groups of what may be parted beside boards
DEEP, LONG, STRIP = 14.0, 34.0, 14.0  # mm: a plate's depth and least length; the height of a strip that crosses another
SPACE = 24.0  # mm: the side of a cell of an inlay, at most
ROUND = 2.0  # mm: the corners of a plate that meet nothing


def coupons(spec: Spec, fit_of: FitOf) -> list[Part]:
    """Two plates for each kind of joint in each material, and of an inlay a pocket with a space of each material; none
    where nothing has fingers, laps, knobs or pockets. They lie with the pieces of their material, if any: one sheet
    each."""
    found = {}
    for name, material, plates in _joints(spec, fit_of):
        for n, path in enumerate(plates, 1):
            key = f"{name} {n} of {material}"
            found[key] = Part(key, draw(Role.EDGE, path), 1, material, GROUP, by_thickness=name not in (BOARD, PANEL))
    inlay = inlaid(spec, fit_of) if spec.game.board.build == "inlay" else ()
    homes = {one.material: f"{player} pieces" for player, one in reversed(spec.game.players.items())}
    return [replace(part, group=homes.get(part.material, GROUP)) for part in (*found.values(), *inlay)]


Joint = tuple[str, str, tuple[Path, ...]]  # what it is called, its material, the plates


def _joints(spec: Spec, fit_of: FitOf) -> Iterator[Joint]:
    game = spec.game
    cased = [game.box.material] if game.box else []
    cased += [game.board.lights.material] if game.board.build == "lights" else []
    for material in dict.fromkeys(cased):
        fit = fit_of(material)
        yield "finger joint", material, finger_plates(fit)
        yield "lap joint", material, lap_strips(fit)
    kit = laser_kit(spec, fit_of) if cased else []
    for material in dict.fromkeys(part.material for part in kit if part.group in CASES and part.name[-1].isdigit()):
        yield PANEL, material, seam_plates(CELL, fit_of(material))  # the parts of a panel have numbers
    cut = tiling(game, fit_of(game.board.material))
    if cut is not None and cut.count > 1:
        fit, keyed = fit_of(game.board.material), game.board.joint == "keys"
        yield BOARD, game.board.material, seam_plates(game.board.cell, fit, keyed=keyed)


def inlaid(spec: Spec, fit_of: FitOf) -> Iterator[Part]:
    """A frame around one space, and a space of each material, each as much smaller as on the board: the kerfs of both
    materials show."""
    board, between = spec.game.board, gap(spec, fit_of)
    side = min(board.cell, SPACE)
    window, outside = side + between, side + between + 2 * LEAST_FRAME
    frame = draw(Role.EDGE, rectangle(-outside / 2, -outside / 2, outside, outside, ROUND))
    frame += draw(Role.HOLE, rectangle(-window / 2, -window / 2, window, window, CORNER))
    yield Part(f"inlay frame of {board.material}", frame, 1, board.material, GROUP, by_thickness=False)
    own = side - between
    tile = draw(Role.EDGE, rectangle(-own / 2, -own / 2, own, own, CORNER))
    for material in dict.fromkeys(space.material for space in spaces(spec).values()):
        yield Part(f"inlay space of {material}", tile, 1, material, GROUP, by_thickness=False)


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
    out, into = PanelSide(one.out(middle)), PanelSide(one.into(middle, fit.clearance))
    # the outside of a side is to its right, so below the plate
    knobbed, socket = (panel(box, [side, PLAIN, PLAIN, PLAIN], radii) for side in (out, into))
    return (socket, socket, one.key()) if keyed else (knobbed, socket)


def coupon_assemblies(spec: Spec, fit_of: FitOf) -> list[Assembly]:
    """How the plates of seams go together: each pressed straight down beside the one before it, a key over both."""
    found = []
    for name, material, plates in _joints(spec, fit_of):
        if name in (BOARD, PANEL):
            made = [Part(f"{name} {n} of {material}", draw(Role.EDGE, path), 1, material, GROUP)
                    for n, path in enumerate(plates, 1)]
            poses = (flat(), flat(180).moved(LONG, 0), flat().moved(LONG / 2, 0))
            ends = ((), ((0.0, 0.0), (LONG, 0.0)), ((0.0, 0.0),))
            steps = [Step(part, pose, f"{name} {n}", lines)
                     for n, (part, pose, lines) in enumerate(zip(made, poses, ends, strict=False), 1)]
            shown = exploded(steps, fit_of(material), tone_of(material))
            how = "Press them together from above, with a thumb: without force, and without play."
            found.append(Assembly(f"{name} of {material}".capitalize(), shown, (how,), tuple(p.name for p in made)))
    return found
