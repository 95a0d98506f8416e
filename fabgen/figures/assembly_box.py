"""A box → how it goes together: bottom, walls and lid, and the tray that stands in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabgen.artwork.part import Part
from fabgen.figures.assembly import Assembly
from fabgen.figures.bodies import Made
from fabgen.figures.box import PLAY, RAIL, Boxed, box_parts, boxed
from fabgen.figures.casing import Casing
from fabgen.figures.isometric import Pose, Solid, facing, flat, sideways, view
from fabgen.figures.kit import FitOf
from fabgen.figures.scene import JOINED, bounds_of, deep, laid, parted, posts, standing
from fabgen.spec.load import Spec

OVER = 0.55  # of a plate's height in the picture: how far the next one hangs over it
GAP = 12.0  # mm between a wall and the bottom, at least


def box_assemblies(spec: Spec, kinds: Sequence[Made], fit_of: FitOf) -> Iterator[Assembly]:
    """The box with its lid, and the tray; nothing where the spec has no box."""
    parts = box_parts(spec.game, kinds, fit_of, spec.spaces)
    if spec.game.box is None or not parts:
        return
    one = boxed(spec.game, kinds, fit_of, spec.game.box, spec.spaces)
    for title, name, arrange, steps in (("The box", "box", _box, BOX[one.slides]), ("The tray", "tray", _tray, TRAY)):
        own = [part for part in parts if part.name.startswith(f"{name} ")]
        joined = [JOINED] if any(len(parted(own, base)) > 1 for base in _things(own)) else []
        yield Assembly(title, view(list(arrange(one, own, fit_of))), (*joined, *steps),
                       tuple(part.name for part in own), large=True)


def _things(parts: Sequence[Part]) -> list[str]:
    return list(dict.fromkeys(part.name.rstrip("0123456789").rstrip() for part in parts))


BOX = {
    False: ("Glue the walls around the bottom, fingers into gaps: fronts at the front and at the back, then the sides.",
            "Glue the rim under the lid, as far from each edge: it goes into the box."),
    True: ("Glue the walls around the bottom, fingers into gaps, the lines on the sides inside.",
           "Glue two rails to each side: the top of the lower one at the line, the other at the upper edge.",
           "Slide the lid in from the front, its hole towards you."),
}
TRAY = ("Glue the walls around the bottom, fingers into gaps, the slits of both fronts up.",
        "Lower the dividers: their hooks lie in the slits, their feet stand on the bottom.",
        "Put the board and the book into the box, and the tray on top of them.")


def _walls(case: Casing, names: tuple[str, str, str, str], gap: float) -> tuple[list[tuple[str, Pose]],
                                                                              list[tuple[str, Pose]]]:
    """The walls behind a bottom and those before it: back, left; right, front. Their faces are those of the
    drawings: a right side is drawn from its inside where it differs from the left one."""
    thick, (back, left, right, front) = case.wall, names
    east = sideways(case.width - thick / 2 + gap, thick)
    if right != left:
        east = Pose((case.width + gap, case.depth, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0))
    behind = [(back, facing(case.depth - thick / 2 + gap, thick)), (left, sideways(thick / 2 - gap, thick))]
    return behind, [(right, east), (front, facing(thick / 2 - gap, thick))]


def _around(bottom: Sequence[Solid], behind: Sequence[tuple[str, Pose]], before: Sequence[tuple[str, Pose]],
            parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """A bottom between its walls; of two equal ones the nearer has the name."""
    near = {name for name, _ in before}
    for wall in behind:
        yield from standing([wall], parts, fit_of, named=wall[0] not in near)
    yield from bottom
    yield from standing(before, parts, fit_of)


def _box(one: Boxed, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    case, gap = one.box, GAP + 0.5 * one.box.height
    names = ("box back", "box left side", "box right side", "box front") if one.slides else (
        "box front", "box side", "box side", "box front")
    behind, before = _walls(case, names, gap)
    bottom = parted(parts, "box bottom")
    yield from _around(laid(bottom, fit_of), behind, before, parts, fit_of)
    box, high = bounds_of(bottom), case.height
    level = high + OVER * deep(box)
    yield from (_sliding if one.slides else _lifted)(one, parts, fit_of, level)


def _lifted(one: Boxed, parts: Sequence[Part], fit_of: FitOf, level: float) -> Iterator[Solid]:
    """The rim, and the lid over it."""
    less, lid = one.box.wall + PLAY / 2, parted(parts, "box lid")
    rim = (less, less, one.box.width - less, one.box.depth - less)
    yield posts(rim, one.box.height, level)
    yield from laid(parted(parts, "box lid rim"), fit_of, flat().moved(less, less, level))
    upper = level + 0.3 * deep(rim)
    yield posts(rim, level + one.fit.thickness, upper)
    yield from laid(lid, fit_of, flat().moved(0, 0, upper))


def _sliding(one: Boxed, parts: Sequence[Part], fit_of: FitOf, level: float) -> Iterator[Solid]:
    """Two rails on either side, and the lid between them."""
    case, thick, tall = one.box, one.fit.thickness, RAIL * one.fit.thickness
    inset, apart = 2 * thick + (PLAY / 2), 3 * tall

    def pair(x: float) -> list[tuple[str, Pose]]:
        return [("box rail", sideways(x, thick).moved(0, inset, level + up)) for up in (-apart, apart)]

    lid = parted(parts, "box lid")
    yield from laid(parted(parts, "box rail"), fit_of, pair(1.5 * thick)[0][1], named=False)
    yield from laid(lid, fit_of, flat().moved(thick + PLAY / 2, -2 * GAP, level))
    yield from laid(parted(parts, "box rail"), fit_of, pair(1.5 * thick)[1][1], named=False)
    yield from standing(pair(case.width - 1.5 * thick), parts, fit_of)


def _tray(one: Boxed, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    case, gap = one.tray, GAP + 0.5 * one.tray.height
    behind, before = _walls(case, ("tray front", "tray side", "tray side", "tray front"), gap)
    bottom = parted(parts, "tray bottom")
    yield from _around(laid(bottom, fit_of), behind, before, parts, fit_of)
    level = case.height + 0.4 * deep(bounds_of(bottom))
    poses = [("tray divider", sideways(x, case.wall).moved(0, 0, level)) for x in one.dividers]
    yield from standing(poses, parts, fit_of)
