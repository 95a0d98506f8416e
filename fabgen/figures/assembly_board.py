"""A board of several parts → how it goes together: parts of a sheet side by side, an inlay's layers, the layers and
walls of a light board. One entry for each way to build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from fabgen.artwork.part import Part
from fabgen.figures.assembly import Assembly, tone_of
from fabgen.figures.board import square_centre
from fabgen.figures.boards import boards
from fabgen.figures.inlay import spaces
from fabgen.figures.isometric import Solid, dotted, facing, flat, sideways, solid, view
from fabgen.figures.kit import FitOf
from fabgen.figures.lightboard import FOOT, LIP, crate
from fabgen.figures.scene import (
    JOINED,
    SPREAD,
    bounds_of,
    called,
    deep,
    drawn_apart,
    laid,
    middle_of,
    parted,
    posts,
    standing,
)
from fabgen.figures.split import BoardSeams, tiling
from fabgen.spec.load import Spec

OVER = 0.5  # of a plate's height in the picture: how far the next one hangs over it
HOVER = 14.0  # mm: how far a key hangs over its seam


def board_assemblies(spec: Spec, fit_of: FitOf) -> Iterator[Assembly]:
    """How the board goes together; nothing where it is one part."""
    made = boards(spec, fit_of)
    if len(made) > 1:
        arrange, tell = BUILDS[spec.game.board.build]
        shown = view(list(arrange(spec, made, fit_of)))
        yield Assembly("The board", shown, tuple(tell(spec, made)), tuple(part.name for part in made), large=True)


def _keyed(parts: Sequence[Part], name: str) -> bool:
    return any(part.name == f"{name} key" for part in parts)


def _joining(parts: Sequence[Part], name: str, what: str) -> list[str]:
    """How the parts of a plate are joined, where it has several."""
    if len(parted(parts, name)) < 2:
        return []
    how = ("Lay the parts of the {} side by side and press a key into each pair of sockets." if
           _keyed(parts, name.removesuffix(" base")) else
           "Lay the parts of the {} flat and lower each knob into its socket from above; it needs no glue.")
    return [how.format(what)]


def _keys(spec: Spec, parts: Sequence[Part], name: str, fit_of: FitOf, level: float) -> Iterator[Solid]:
    """A plate's keys over their seams; `level` is the height of its upper side."""
    key = next((part for part in parts if part.name == f"{name} key"), None)
    cut = tiling(spec.game, fit_of(key.material)) if key else None
    if key is None or cut is None:
        return
    thick, seams = fit_of(key.material).thickness, BoardSeams(spec.game, cut, fit_of(key.material).clearance)
    plates = [part for part in parts if part.name.startswith(name) and part is not key]
    middle = middle_of(bounds_of(plates))
    spots = [(drawn_apart(middle_of(box), middle), box) for box, _ in seams.joints()]
    for n, ((x, y), box) in enumerate(sorted(spots, key=lambda one: one[0][0] - one[0][1])):
        turn = 90.0 if box[2] - box[0] < box[3] - box[1] else 0.0  # a key reaches less far than it is wide
        pose = flat(turn).moved(x, y, level + HOVER)
        yield dotted([((x, y, level + HOVER), (x, y, level))])
        yield solid(key.drawing, pose, thick, tone_of(key.material), called(key) if n == len(spots) - 1 else "")


def _sheet(spec: Spec, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """The parts side by side, keys over their seams."""
    yield from laid(parted(parts, "board"), fit_of)
    yield from _keys(spec, parts, "board", fit_of, fit_of(spec.game.board.material).thickness)


def _tell_sheet(_: Spec, parts: Sequence[Part]) -> list[str]:
    return _joining(parts, "board", "board")


def _inlay(spec: Spec, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """Base, frame and spaces over each other."""
    base, frame = parted(parts, "board base"), parted(parts, "board frame")
    thick, box = fit_of(spec.game.board.material).thickness, bounds_of(base)
    lift = OVER * deep(box) + thick
    yield from laid(base, fit_of)
    yield from _keys(spec, parts, "board", fit_of, thick)
    yield posts(box, thick, lift)
    yield from laid(frame, fit_of, flat().moved(0, 0, lift))
    border, side = spec.game.board.border, spec.game.board.cell
    grid = (border, border, box[2] - border, box[3] - border)
    yield posts(grid, lift + thick, 2 * lift)
    kinds = {part.name: part for part in parts}
    shown = dict[str, Solid]()
    middle, every = middle_of(box), list[tuple[float, float, str]]()
    for cell, space in spaces(spec).items():
        x, y = square_centre(spec.lattice, cell, side)
        every.append((*drawn_apart((x + border, y + border), middle), f"{space.name} space"))
    last = {name: n for n, (_, _, name) in enumerate(sorted(every, key=_nearness))}
    for n, (x, y, name) in enumerate(sorted(every, key=_nearness)):
        part = kinds[name]
        if name not in shown:
            shown[name] = solid(part.drawing, flat(), fit_of(part.material).thickness, tone_of(part.material))
        yield shown[name].moved((x, y, 2 * lift), called(part) if last[name] == n else "")


def _nearness(spot: tuple[float, float, str]) -> float:
    return spot[0] - spot[1]


def _tell_inlay(spec: Spec, parts: Sequence[Part]) -> list[str]:
    frames = "Glue the frame on the base" if len(parted(parts, "board frame")) == 1 else (
        "Glue the parts of the frame on the base")
    return [*_joining(parts, "board base", "base"), f"{frames}, flush with its edge.",
            "Lay the spaces into the frame as they lie here; glue them in only when all of them fit."]


def _lights(spec: Spec, parts: Sequence[Part], fit_of: FitOf) -> Iterator[Solid]:
    """Feet, the layer of lamps with the walls around it, the crate, the top."""
    game, floor = spec.game, parted(parts, "lamp layer")
    fit, box = fit_of(game.board.lights.material), bounds_of(floor)
    thick, high = fit.thickness, game.board.lights.depth
    gap = high + thick + SPREAD * max(box[2], box[3]) / 2
    yield from _feet(parts, fit_of, box)
    yield from standing([("case front", facing(box[3] - thick / 2 + gap, thick).moved(LIP, 0)),
                         ("case side", sideways(box[0] + thick / 2 - gap, thick).moved(0, LIP))], parts, fit_of,
                        named=False)
    yield from laid(floor, fit_of)
    yield from _keys(spec, parts, "lamp layer", fit_of, thick)
    yield from standing([("case side", sideways(box[2] - thick / 2 + gap, thick).moved(0, LIP)),
                         ("case front", facing(box[1] + thick / 2 - gap, thick).moved(LIP, 0))], parts, fit_of)
    level = OVER * deep(box) + thick
    made = crate(game, fit)
    inner = (made.x[0], made.y[0], made.x[1], made.y[1])
    yield posts(inner, thick, level)
    yield from standing([("strip along ranks", facing(y, thick).moved(made.x[0], 0, level))
                         for y in reversed(made.along)], parts, fit_of)
    level += 2 * high
    yield from standing([("strip along files", sideways(x, thick).moved(0, made.y[0], level))
                         for x in made.across], parts, fit_of)
    top = parted(parts, "board")
    level += high + OVER * deep(box)
    yield posts(box, level - OVER * deep(box), level)
    yield from laid(top, fit_of, flat().moved(0, 0, level))
    yield from _keys(spec, parts, "board", fit_of, level + fit_of(game.board.material).thickness)


def _feet(parts: Sequence[Part], fit_of: FitOf, box: tuple[float, float, float, float]) -> Iterator[Solid]:
    """Two discs on each other under each corner."""
    foot = next(part for part in parts if part.name == "case foot")
    thick, near = fit_of(foot.material).thickness, FOOT / 2
    one = solid(foot.drawing, flat(), thick, tone_of(foot.material))
    spots = [(box[0] + near, box[3] - near), (box[0] + near, box[1] + near), (box[2] - near, box[3] - near),
             (box[2] - near, box[1] + near)]
    for n, (x, y) in enumerate(spots):
        low = -FOOT - 0.1 * deep(box)
        yield one.moved((x, y, low))
        yield one.moved((x, y, low + 2 * thick), called(foot) if n == len(spots) - 1 else "")


def _tell_lights(_: Spec, parts: Sequence[Part]) -> list[str]:
    walls = ("case front", "case side", "strip along ranks", "strip along files")
    return [
        *_joining(parts, "lamp layer", "lamp layer"), *_joining(parts, "board", "board"),
        *([JOINED] if any(len(parted(parts, name)) > 1 for name in walls) else []),
        "Stick the lamps under the lamp layer, each over its hole; glue two feet on each other under each corner.",
        "Glue the walls around the lamp layer, fingers into gaps, the case front at the front and at the back.",
        "Put the strips along the ranks into the case, their slits up, and push those along the files down onto them.",
        "Lay the board on top. It stands out a little all round; leave it loose, so that you can reach the lamps.",
    ]


Arrange = Callable[[Spec, Sequence[Part], FitOf], Iterator[Solid]]
Tell = Callable[[Spec, Sequence[Part]], list[str]]
BUILDS: dict[str, tuple[Arrange, Tell]] = {
    "sheet": (_sheet, _tell_sheet), "inlay": (_inlay, _tell_inlay), "lights": (_lights, _tell_lights),
}
