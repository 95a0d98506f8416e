"""A shape's name or a designer's own drawing → the outline of an upright piece, foot on y = 0, centred on x = 0, in mm.

Our own shapes are made for 3 mm acrylic (docs/look.md): outer corners 0.8 mm or more, inner 0.5 mm or more, no web
under 3 mm, feet wider than shoulders, one unmistakable feature each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from fabgen.artwork.path import Path, Point, circle, rounded_polygon, scale_matrix
from fabgen.artwork.svg_artwork import ART_HEIGHT, SvgArtwork, make_cutout
from fabgen.figures.silhouettes.outlines import (
    Corner,
    Rounded,
    Silhouette,
    bend,
    level_line,
    limit_radii,
    mirrored_gate,
    mirrored_half,
    open_line,
)
from fabgen.figures.silhouettes.shapes import ANIMALS, OBJECTS, PEOPLE
from fabgen.spec.drawings import DrawingPath

FOOT: tuple[Rounded, ...] = ((10.4, 0, 0.8), (10.4, 4.2, 1.8))  # the right side of a chess piece's foot
FOOT_LINE = level_line(4.4, 3.6)  # in the foot of a chess piece without a gate
LEAST_FOR_LINES = 0.8  # of the natural height: lower pieces have no lines, which would be too near to their outline


def pawn() -> Silhouette:
    """A ball on a collar over a slender, curved stem: low, for the most numerous piece."""
    return Silhouette(limit_radii(mirrored_half(
        *FOOT, (7.0, 6.0, 2.0), (3.9, 9.6, 9.0), (3.2, 18.0, 1.4), (6.8, 19.6, 1.0), (6.8, 22.2, 1.0),
        (4.0, 22.2, 0.8), *bend(0, 27.2, 6.4, -38, 90),
    )), lines=(FOOT_LINE,))


def spear() -> Silhouette:
    """A slender shaft with a guard under a tall leaf-shaped point."""
    return Silhouette(limit_radii(mirrored_half(
        *FOOT, (6.8, 6.0, 2.0), (4.1, 9.8, 9.0), (3.0, 27.0, 2.0), (7.6, 28.6, 1.0), (7.6, 31.4, 1.0),
        (3.0, 32.0, 1.4), (7.2, 40.0, 5.0), (4.4, 47.6, 20.0), (0, 54, 0.9),
    )), lines=(FOOT_LINE, open_line((0, 36, 0), (0, 47.4, 0))))


def knight() -> Silhouette:
    """A horse's head looking right, with an ear, a jaw, an eye and a mane in tufts."""
    return Silhouette(limit_radii([((x, y), r) for x, y, r in (
        (10.8, 0, 0.8), (10.8, 4.2, 1.8), (7.2, 6.0, 2.0), (5.4, 9.8, 7.0), (8.4, 17.6, 6.0), (3.8, 24.4, 2.2),
        (7.4, 25.4, 3.0), (10.8, 21.6, 1.8), (14.6, 22.2, 2.2), (15.8, 26.6, 2.6), (12.8, 31.2, 6.0), (8.1, 37.6, 4.0),
        (6.5, 46.0, 0.9), (2.6, 42.4, 1.2), (0.2, 44.2, 1.0), (-1.9, 40.8, 0.6), (-6.0, 40.4, 3.0), (-6.0, 35.4, 0.6),
        (-9.7, 34.0, 3.4), (-8.4, 28.4, 0.6), (-11.4, 25.8, 4.0), (-9.2, 17.8, 9.0), (-5.9, 11.8, 9.0),
        (-7.2, 6.0, 2.0), (-10.8, 4.2, 1.8), (-10.8, 0, 0.8),
    )]), (circle((5.4, 32.2), 1.4),), lines=(
        FOOT_LINE,
        open_line((0.8, 38.2, 0), (-2.6, 35.0, 5), (-4.2, 29.4, 0)),
        open_line((-5.4, 24.4, 0), (-5.2, 18.4, 9), (-2.2, 12.0, 0)),
    ))


def bishop() -> Silhouette:
    """A pointed mitre with a slit."""
    right = [*FOOT, (6.8, 6.0, 2.0), (3.8, 9.8, 9.0), (3.0, 19.6, 2.0), (6.8, 21.2, 1.0), (6.8, 24.0, 1.0),
             (4.2, 24.2, 1.0)]
    left = [(-x, y, r) for x, y, r in reversed(right)]
    mitre = [(10.2, 31.4, 5.0), (8.8, 36.6, 0.8), (2.2, 30.8, 1.0), (0.6, 32.6, 1.0), (7.2, 38.6, 0.8),
             (2.2, 43.4, 1.2), *bend(0, 45.3, 2.4, -40, 220), (-2.2, 43.4, 1.2), (-7.2, 38.6, 12.0), (-10.2, 31.4, 5.0)]
    return Silhouette(limit_radii([((x, y), r) for x, y, r in (*right, *mitre, *left)]),
                      lines=(FOOT_LINE,))


def rook() -> Silhouette:
    """A tower that tapers, with three crenels over a window and a gate."""
    return Silhouette(limit_radii(mirrored_half(
        *FOOT, (8.0, 5.8, 1.6), (7.2, 9.6, 7.0), (6.0, 26.4, 4.0), (9.5, 30.2, 1.4),
        (9.5, 41, 0.9), (6.0, 41, 0.9), (6.0, 36.6, 0.6), (2.8, 36.6, 0.6), (2.8, 41, 0.9),
    )), lines=(level_line(5, 32.2),),
        gates=(mirrored_gate((2.7, 4.4, 0.8), (2.45, 15.5, 2.4)), mirrored_gate((2.2, 19.3, 0.8), (2.1, 27.6, 2.1))))


SHAPES: dict[str, Callable[[], Silhouette]] = {
    "bishop": bishop,
    "knight": knight,
    "pawn": pawn,
    "rook": rook,
    "spear": spear,
    **PEOPLE,
    **ANIMALS,
    **OBJECTS,
}

@dataclass(frozen=True)
class ArtSilhouette:
    """A designer's own drawing with the interface of a Silhouette: an open path from the right end of the foot over the
    top to the left end, and holes. It has no lines and gates of ours."""

    top: Path
    holes: tuple[Path, ...] = ()
    lines: tuple[Path, ...] = ()
    gates: tuple[Path, ...] = ()

    @property
    def height(self) -> float:
        """The highest point in mm."""
        return self.top.bounds()[3]

    @property
    def foot(self) -> float:
        """Half the width that it stands on, in mm."""
        return self.top.start[0]

    @property
    def sign_field(self) -> tuple[float, float]:
        """Where a player's sign fits: its lower edge, and half its width, in mm."""
        return 0.4, self.sign_half_width

    @property
    def sign_half_width(self) -> float:
        """Half the width for which a player's sign is drawn, in mm."""
        return 0.75 * self.foot

    def scaled(self, factor: float) -> ArtSilhouette:
        """The silhouette enlarged by a factor."""
        m = scale_matrix(factor)
        return ArtSilhouette(self.top.transformed(m), tuple(hole.transformed(m) for hole in self.holes))

    def outline(self) -> Path:
        """The closed outline standing on y = 0."""
        return Path(self.top.start, self.top.segments, closed=True)

    def outline_on_tab(self, tab: Sequence[Corner]) -> Path:
        """The outline with the corners of a tab under its foot, from left to right."""
        right, left = self.top.start, self.top.segments[-1].to
        # The tab is rounded under a plain rectangle, whose sides are then replaced by the drawing.
        rectangle: list[Corner] = [(right, 0.0), ((right[0], self.height), 0.0), ((left[0], self.height), 0.0),
                                   (left, 0.0)]
        under = rounded_polygon([*rectangle, *tab])
        last = max(n for n, segment in enumerate(under.segments) if segment.to == left)
        return Path(right, (*self.top.segments, *under.segments[last + 1 :]), closed=True)


@dataclass(frozen=True)
class DrawnPlate:
    """A flat piece that is cut along a drawing, from above, with what figures need of a Silhouette: its closed outline,
    whose box stands on y = 0 with its middle on x = 0, what is left out of it, and where a player's sign fits: the
    middle of its lower edge, and half its width."""

    closed: Path
    holes: tuple[Path, ...]
    sign_place: Point
    sign_half_width: float
    lines: tuple[Path, ...] = ()  # none of ours
    gates: tuple[Path, ...] = ()

    @property
    def height(self) -> float:
        """The highest point in mm."""
        return self.closed.bounds()[3]

    @property
    def foot(self) -> float:
        """Half of its width, in mm."""
        return self.closed.bounds()[2]

    @property
    def sign_field(self) -> tuple[float, float]:
        """Where a player's sign fits: its lower edge, and half its width, in mm."""
        return self.sign_place[1], self.sign_half_width

    def scaled(self, factor: float) -> DrawnPlate:
        """The plate enlarged by a factor."""
        m, (x, y) = scale_matrix(factor), self.sign_place
        return DrawnPlate(self.closed.transformed(m), tuple(hole.transformed(m) for hole in self.holes),
                          (factor * x, factor * y), factor * self.sign_half_width)

    def outline(self) -> Path:
        """The closed outline standing on y = 0."""
        return self.closed


AnySilhouette = Silhouette | ArtSilhouette
PieceShape = AnySilhouette | DrawnPlate


def silhouette(name: str, height: float | None = None) -> AnySilhouette:
    """A shape by its name, or a designer's own drawing, scaled to a height in mm. Without one a shape has its natural
    height, a drawing ART_HEIGHT. KeyError for an unknown name."""
    if isinstance(name, DrawingPath):
        return art_silhouette(name.art, height)
    return _named_silhouette(name, height)


@lru_cache(maxsize=256)
def _named_silhouette(name: str, height: float | None) -> Silhouette:
    """A shape by its name. It is asked for once for each piece that is drawn in a figure."""
    shape = SHAPES[name]()
    if not height:
        return shape
    lines = shape.lines if height >= LEAST_FOR_LINES * shape.height else ()
    return replace(shape, lines=lines).scaled(height / shape.height).without_fine_holes()


def printed_lines(name: str, height: float | None = None) -> tuple[Path, ...]:
    """The lines of a shape at a height in mm, however low it is: ink needs no room beside them. None of a drawing."""
    if isinstance(name, DrawingPath):
        return ()
    shape = SHAPES[name]()
    return shape.scaled(height / shape.height).lines if height else shape.lines


def art_silhouette(art: SvgArtwork, height: float | None) -> ArtSilhouette:
    """A drawing as it is cut at a height in mm; ART_HEIGHT if None."""
    shape = make_cutout(art, height or ART_HEIGHT)
    return ArtSilhouette(shape.top, shape.holes)


__all__ = ["SHAPES", "AnySilhouette", "ArtSilhouette", "Corner", "DrawnPlate", "PieceShape", "Silhouette",
           "mirrored_half", "printed_lines", "silhouette"]
