"""A spec and the fits of its materials → small plates with the same joints as its box, its split or inlaid board and
its crates, to be cut first; mm. The joints are drawn by the same functions as those of the game, so plates that fit
show that the game will fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, rectangle
from fabgen.core.languages import Catalogue
from fabgen.figures.assembly.assembly import AssemblyFigure, AssemblyStep, draw_exploded_view
from fabgen.figures.assembly.isometric import flat, tone_of
from fabgen.figures.boards.board_split import split_board
from fabgen.figures.boards.inlay import LEAST_FRAME, SPACE_CORNER, inlay_gap, inlay_spaces
from fabgen.figures.components.kit import FitOf, make_laser_kit
from fabgen.figures.components.part_names import PartNames
from fabgen.figures.joints.joints import PLAIN, PanelSide, fingers, knob, lap_depth, notches, panel
from fabgen.figures.joints.panel_split import CELL
from fabgen.spec.game import capitalize_first
from fabgen.spec.load import Spec

GROUP, BOARD, PANEL = "fit test", "board joint", "panel joint"
CASES = ("box", "light case")  # groups, beside boards, whose parts may be split
DEEP, LONG, STRIP = 14.0, 34.0, 14.0  # mm: a plate's depth and least length; the height of a strip that crosses another
SPACE = 24.0  # mm: the side of a cell of an inlay, at most
ROUND = 2.0  # mm: radius of the free corners of a plate


def coupon_parts(spec: Spec, fit_of: FitOf) -> list[Part]:
    """Two plates for each kind of joint in each material, and for an inlay a frame with a space of each material; none
    where the game has no such joint. They go on the sheets of the pieces of their material, if there are any, so that
    they need no extra sheet."""
    plate_parts = {}
    for name, material, plates in _joints(spec, fit_of):
        for n, path in enumerate(plates, 1):
            key = f"{name} {n} of {material}"
            by_thickness = name not in (BOARD, PANEL)
            plate_parts[key] = Part(key, draw(Role.EDGE, path), 1, material, GROUP, by_thickness=by_thickness)
    inlay = inlay_coupons(spec, fit_of) if spec.game.board.build == "inlay" else ()
    homes = {options.material: f"{name} pieces" for name, options in reversed(spec.game.players.items())}
    return [replace(part, group=homes.get(part.material, GROUP)) for part in (*plate_parts.values(), *inlay)]


Joint = tuple[str, str, tuple[Path, ...]]  # its name, its material, the plates


def _joints(spec: Spec, fit_of: FitOf) -> Iterator[Joint]:
    """The kinds of joints that the game has in its materials."""
    game = spec.game
    case_materials = [game.box.material] if game.box else []
    case_materials += [game.board.lights.material] if game.board.build == "lights" else []
    for material in dict.fromkeys(case_materials):
        fit = fit_of(material)
        yield "finger joint", material, finger_plates(fit)
        yield "lap joint", material, lap_strips(fit)
    kit = make_laser_kit(spec, fit_of) if case_materials else []
    for material in dict.fromkeys(part.material for part in kit if part.group in CASES and part.name[-1].isdigit()):
        yield PANEL, material, seam_plates(CELL, fit_of(material))  # only parts of a split panel end in a number
    cut = split_board(game, fit_of(game.board.material))
    if cut is not None and cut.count > 1:
        fit, keyed = fit_of(game.board.material), game.board.joint == "keys"
        yield BOARD, game.board.material, seam_plates(game.board.cell, fit, keyed=keyed)


def inlay_coupons(spec: Spec, fit_of: FitOf) -> Iterator[Part]:
    """A frame around one space, and a space of each material, with the same gap as on the board: this tests the kerfs
    of both materials."""
    board, between = spec.game.board, inlay_gap(spec, fit_of)
    side = min(board.cell, SPACE)
    window, outside = side + between, side + between + 2 * LEAST_FRAME
    frame = draw(Role.EDGE, rectangle(-outside / 2, -outside / 2, outside, outside, ROUND))
    frame += draw(Role.HOLE, rectangle(-window / 2, -window / 2, window, window, SPACE_CORNER))
    yield Part(f"inlay frame of {board.material}", frame, 1, board.material, GROUP, by_thickness=False)
    size = side - between
    tile = draw(Role.EDGE, rectangle(-size / 2, -size / 2, size, size, SPACE_CORNER))
    for material in dict.fromkeys(space.material for space in inlay_spaces(spec).values()):
        yield Part(f"inlay space of {material}", tile, 1, material, GROUP, by_thickness=False)


def finger_plates(fit: Fit) -> tuple[Path, Path]:
    """Two plates with fingers on one side each, like two walls of a box."""
    length = max(LONG, 15 * fit.thickness)
    radii = (0.0, 0.0, ROUND, ROUND)
    box = (0.0, 0.0, length, DEEP + fit.thickness)
    first, second = (panel(box, [fingers([(0, length)], fit, out=out), PLAIN, PLAIN, PLAIN], radii)
                     for out in (True, False))
    return first, second


def lap_strips(fit: Fit) -> tuple[Path, Path]:
    """Two strips that cross, each slit to the middle."""
    slit = notches([LONG / 2], lap_depth(STRIP, fit), fit)
    strip = panel((0, 0, LONG, STRIP), [PLAIN, PLAIN, slit, PLAIN])
    return strip, strip


def seam_plates(cell: float, fit: Fit, *, keyed: bool = False) -> tuple[Path, ...]:
    """Two plates along a seam of a split board: a knob and its socket, or two sockets and the key for both."""
    joint, box = knob(cell), (0.0, 0.0, LONG, DEEP + 4)
    middle, radii = LONG / 2, (0.0, 0.0, ROUND, ROUND)
    out, into = PanelSide(joint.knob_corners(middle)), PanelSide(joint.socket_corners(middle, fit.clearance))
    knob_plate, socket = (panel(box, [side, PLAIN, PLAIN, PLAIN], radii) for side in (out, into))
    return (socket, socket, joint.key_outline()) if keyed else (knob_plate, socket)


def coupon_assemblies(spec: Spec, fit_of: FitOf, words: Catalogue | None = None) -> list[AssemblyFigure]:
    """How the plates of seams are joined: each pressed straight down beside the one before it, a key over both."""
    names = PartNames(spec.game, words or spec.words)
    assemblies = []
    for name, material, plates in _joints(spec, fit_of):
        if name in (BOARD, PANEL):
            parts = [Part(f"{name} {n} of {material}", draw(Role.EDGE, path), 1, material, GROUP)
                     for n, path in enumerate(plates, 1)]
            poses = (flat(), flat(180).moved(LONG, 0), flat().moved(LONG / 2, 0))
            ends = ((), ((0.0, 0.0), (LONG, 0.0)), ((0.0, 0.0),))
            steps = [AssemblyStep(part, pose, names.coupon(f"{name} {n}"), lines)
                     for n, (part, pose, lines) in enumerate(zip(parts, poses, ends, strict=False), 1)]
            view = draw_exploded_view(steps, fit_of(material), tone_of(material))
            title = names.title(f"{name} of {material}")
            part_names = tuple(part.name for part in parts)
            instruction = names.words.text("step_coupon")
            assemblies.append(AssemblyFigure(capitalize_first(title), view, (instruction,), part_names))
    return assemblies
