"""A name and a `Fit` → two upright panels that interlock and the base in which both stand, like an egg crate.

The face is slit from below and keeps its top; the side is slit from above. Both slits end a clearance and a relief past
each other, so that the panels rest on the base and not on each other. At the natural size and in 3 mm material there is
at least as much material beside a slit as the sheet is thick; the checks report other sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.part import Fit
from fabgen.artwork.path import Path, Point, circle, rounded_polygon
from fabgen.figures.pieces.bases import LEAD_IN, RELIEF, tab_corners
from fabgen.figures.silhouettes.outlines import Corner, Silhouette, limit_radii, mirrored_half
from fabgen.figures.silhouettes.silhouettes import SHAPES, AnySilhouette, ArtSilhouette, silhouette
from fabgen.spec.drawings import DrawingPath


@dataclass(frozen=True)
class CrossedPanels:
    """A piece's two silhouettes on equal feet: the face, which shows its shape, and the side, which crosses it."""

    face: AnySilhouette
    side: Silhouette

    def scaled(self, factor: float) -> CrossedPanels:
        """The panels enlarged by a factor."""
        face = self.face.scaled(factor)
        return CrossedPanels(
            face.without_fine_holes() if isinstance(face, Silhouette) else face, self.side.scaled(factor)
        )

    @property
    def foot(self) -> float:
        """Half the width of the wider of the two feet."""
        return max(self.face.foot, self.side.foot)

    @property
    def top(self) -> float:
        """The height of the side over the axis, where its slit opens."""
        return _edge_over_axis(self.side.corners)[0][0][1]

    def lap_height(self, fit: Fit) -> float:
        """The height where both slits meet: the middle of what both panels have in common, the tabs included."""
        return (self.top - fit.thickness) / 2

    def least_beside(self, fit: Fit) -> float:
        """The least material in mm on either side of a slit, and of its mouth."""
        near, lap = fit.slot / 2, self.lap_height(fit)
        legs = [abs(x) for x, y in _outline_points(self.face) if y <= lap]
        prongs = [abs(x) for (x, y), _ in self.side.corners if lap <= y <= self.top]
        (mouth, _), radius = _edge_over_axis(self.side.corners)[0]
        return min(*legs, *prongs, mouth - radius + LEAST_BESIDE - min(LEAD_IN, fit.thickness / 2)) - near


def _outline_points(face: AnySilhouette) -> list[Point]:
    """The corners of an outline; points along it where the designer drew it."""
    if isinstance(face, ArtSilhouette):
        return [point for point in face.outline().flatten(0.05) if point[1] > 0]
    return [corner for corner, _ in face.corners]


def _edge_over_axis(corners: tuple[Corner, ...]) -> tuple[Corner, Corner]:
    """The two corners of the level edge over the axis."""
    return next((p, q) for p, q in pairwise(corners) if p[0][0] > 0 > q[0][0])


LEAST_BESIDE = 1.0  # mm: less beside a slit burns away
SIDE, SLIT = 0.5, 5.0  # the top of a derived side, of the height; mm around a slit that stay without holes
FOOT = ((10.0, 0.0, 0.8), (10.0, 4.0, 1.8))  # the foot of all crossed pieces


def pawn() -> CrossedPanels:
    """A round cap on a stalk, from every side."""
    stalk = (*FOOT, (6.4, 7.0, 3.0), (5.0, 15.5, 1.6), (9.2, 15.5, 1.6))
    face = mirrored_half(*stalk, (9.2, 29.5, 9.2))
    return CrossedPanels(Silhouette(face), Silhouette(mirrored_half(*stalk, (9.2, 26.0, 5.2))))


def bishop() -> CrossedPanels:
    """A mitre with its slit; a smaller mitre crosses it."""
    stem = (*FOOT, (6.2, 7.0, 3.0), (4.9, 19.5, 1.2), (8.0, 19.5, 1.2), (8.0, 23.0, 1.2), (4.9, 23.0, 0.8))
    right: list[Corner] = [((x, y), r) for x, y, r in stem]
    left: list[Corner] = [((-x, y), r) for (x, y), r in reversed(right)]
    mitre: list[Corner] = [((10.0, 30.5), 2.8), ((8.23, 32.98), 0.8), ((1.31, 28.04), 0.6), ((-0.44, 30.48), 0.6),
                           ((6.48, 35.42), 0.8), ((0.0, 44.5), 2.0), ((-10.0, 30.5), 2.8)]
    side = mirrored_half(*stem, (9.0, 29.0, 2.5), (6.0, 35.5, 2.0))
    return CrossedPanels(Silhouette((*right, *mitre, *left)), Silhouette(side))


def rook() -> CrossedPanels:
    """A tower with three crenels on its face; its side has a gap where the face stands."""
    tower = (*FOOT, (7.2, 7.0, 3.0), (6.6, 23.0, 2.0), (10.0, 26.5, 1.2), (10.0, 38.0, 0.8))
    face = (*tower, (6.3, 38.0, 0.8), (6.3, 33.4, 0.6), (2.7, 33.4, 0.6), (2.7, 38.0, 0.8))
    side = (*tower, (5.4, 38.0, 0.8), (5.4, 33.4, 0.6))
    return CrossedPanels(Silhouette(mirrored_half(*face)), Silhouette(mirrored_half(*side)))


def knight() -> CrossedPanels:
    """A horse's head, looking right; its broad chest crosses it."""
    face: tuple[Corner, ...] = (
        ((10.0, 0.0), 0.8), ((10.0, 4.0), 1.8), ((7.6, 6.6), 2.0), ((9.0, 14.0), 7.0), ((3.4, 20.6), 1.6),
        ((7.0, 21.2), 1.5), ((12.0, 17.0), 1.8), ((16.2, 20.6), 1.9), ((15.2, 24.8), 2.2), ((7.0, 34.0), 4.6),
        ((6.0, 42.0), 0.9), ((1.0, 37.4), 1.1), ((-8.0, 35.4), 7.4), ((-11.0, 20.0), 12.0), ((-7.8, 6.6), 2.2),
        ((-10.0, 4.0), 1.8), ((-10.0, 0.0), 0.8),
    )
    chest = mirrored_half(*FOOT, (6.4, 7.0, 3.0), (5.4, 13.0, 3.0), (7.4, 23.0, 3.0))
    return CrossedPanels(Silhouette(face, (circle((5.8, 28.4), 1.25),)), Silhouette(chest))


def spear() -> CrossedPanels:
    """A leaf-shaped point over a guard; the guard is there from every side."""
    shaft = (*FOOT, (6.2, 7.0, 3.0), (4.9, 14.5, 1.2), (9.0, 14.5, 1.2), (9.0, 18.8, 1.2))
    leaf = mirrored_half(*shaft, (3.2, 18.8, 1.2), (7.4, 28.5, 2.5), (0.0, 44.5, 0.9))
    return CrossedPanels(Silhouette(leaf), Silhouette(mirrored_half(*shaft)))


def derive_panels(face: AnySilhouette) -> CrossedPanels:
    """A silhouette crossed by a plain stem half as high on the same foot, without holes that the slit would meet, and
    without lines."""
    top = SIDE * face.height
    stem = (face.foot, 0.0, 0.8), (face.foot, 4.5, 1.8), (6.4, 7.0, 3.0), (5.4, 0.56 * top, 3.0), (7.4, top, 3.0)
    holes = tuple(hole for hole in face.holes if not _meets_slit(hole.bounds(), top / 2))
    return CrossedPanels(replace(face, holes=holes, lines=(), gates=()), Silhouette(limit_radii(mirrored_half(*stem))))


def _meets_slit(box: tuple[float, float, float, float], lap: float) -> bool:
    """Whether a hole comes near the slit or its ends."""
    left, low, right, _ = box
    return left < SLIT and right > -SLIT and low < lap + SLIT


def _derive_by_name(name: str) -> CrossedPanels:
    """The panels derived from one of our silhouettes."""
    return derive_panels(SHAPES[name]())


CROSSED: dict[str, Callable[[], CrossedPanels]] = {
    "bishop": bishop,
    "knight": knight,
    "pawn": pawn,
    "rook": rook,
    "spear": spear,
    **{name: partial(_derive_by_name, name) for name in SHAPES
       if name not in ("bishop", "knight", "pawn", "rook", "spear")},
}


def make_panels(name: str, height: float | None = None) -> CrossedPanels:
    """The panels of a shape, by name or of a designer's own drawing, at their natural height or with a face `height` mm
    high."""
    return derive_panels(silhouette(name, height)) if isinstance(name, DrawingPath) else _named_panels(name, height)


@lru_cache(maxsize=256)
def _named_panels(name: str, height: float | None) -> CrossedPanels:
    """The panels of a shape by its name. They are asked for once for each piece that is drawn in a figure."""
    pair = CROSSED[name]()
    return pair.scaled(height / pair.face.height) if height else pair


def face_outline(pair: CrossedPanels, tab: float, fit: Fit) -> Path:
    """The panel that is slit from below, with its tab in two legs."""
    slit_top = pair.lap_height(fit) + fit.clearance / 2 + RELIEF
    return pair.face.outline_on_tab(tab_corners(tab / 2, fit, slit_top))


def side_outline(pair: CrossedPanels, tab: float, fit: Fit) -> Path:
    """The panel that is slit from above."""
    near, end = fit.slot / 2, pair.lap_height(fit) - fit.clearance / 2 - RELIEF
    relief, lead = min(RELIEF, near), min(LEAD_IN, fit.thickness / 2)
    slit: list[Corner] = [((near, pair.top), lead), ((near, end), relief), ((-near, end), relief),
                          ((-near, pair.top), lead)]
    corners = list(pair.side.corners)
    right, _ = _edge_over_axis(pair.side.corners)
    place = corners.index(right) + 1
    return rounded_polygon([*corners[:place], *slit, *corners[place:], *tab_corners(tab / 2, fit)])


def crossed_drawings(pair: CrossedPanels, tab: float, fit: Fit) -> Iterator[tuple[str, Drawing]]:
    """The two panels with the names of their parts."""
    drawing = draw(Role.EDGE, face_outline(pair, tab, fit))
    for hole in pair.face.holes:
        drawing += draw(Role.HOLE, hole)
    yield "face", drawing
    yield "side", draw(Role.EDGE, side_outline(pair, tab, fit))
