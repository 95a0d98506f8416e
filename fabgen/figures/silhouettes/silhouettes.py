"""A shape's name or a designer's own drawing → the outline of an upright piece, foot on y = 0, centred on x = 0, in mm.

Our own shapes are made for 3 mm acrylic (docs/look.md): outer corners 0.8 mm or more, inner 0.5 mm or more, no web
under 3 mm, feet wider than shoulders, one unmistakable feature each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fabgen.artwork.path import Path, circle, rounded_polygon, scale_matrix
from fabgen.artwork.svg_artwork import ART_HEIGHT, SvgArtwork, make_cutout
from fabgen.figures.silhouettes.outlines import Corner, Silhouette, bend, limit_radii, mirrored_half
from fabgen.figures.silhouettes.shapes import ANIMALS, OBJECTS, PEOPLE
from fabgen.spec.drawings import DrawingPath


def pawn() -> Silhouette:
    """A ball on a collar over a slender cone: low, for the most numerous piece."""
    half = mirrored_half(
        (12, 0, 0.8),
        (12, 4.5, 2),
        (7.6, 7.5, 3),
        (4.2, 18.6, 1.2),
        (7.8, 18.6, 1.2),
        (7.8, 21.6, 1.2),
        (3.8, 21.6, 0.7),
        *bend(0, 27, 6.6, -30, 90),
    )
    return Silhouette(limit_radii(half))


def spear() -> Silhouette:
    """A shaft with a guard under a tall leaf-shaped point."""
    return Silhouette(
        mirrored_half(
            (12, 0, 0.8),
            (12, 4.5, 2),
            (6.5, 7.5, 3),
            (3.8, 26, 1.2),
            (9, 26, 1.2),
            (9, 30.5, 1.2),
            (3.2, 30.5, 1.2),
            (8, 39, 2.5),
            (0, 54, 0.9),
        )
    )


def knight() -> Silhouette:
    """A horse's head looking right, with an ear, a jaw, an eye and a mane in tufts."""
    corners = (
        ((12.5, 0), 0.8),
        ((12.5, 4.5), 2.0),
        ((8.6, 7.0), 2.0),
        ((9.8, 15.0), 8.0),
        ((3.4, 22.6), 1.8),
        ((7.4, 23.2), 1.6),
        ((13.0, 18.6), 2.0),
        ((17.6, 22.6), 2.0),
        ((16.6, 27.0), 2.4),
        ((7.6, 37.0), 5.0),
        ((6.6, 46.0), 0.9),
        ((1.4, 41.4), 1.0),
        ((-4.6, 42.4), 1.2),
        ((-4.2, 37.8), 0.8),
        ((-8.8, 37.6), 1.2),
        ((-7.4, 32.2), 0.8),
        ((-11.4, 30.6), 1.2),
        ((-9.2, 25.0), 0.8),
        ((-12.4, 22.4), 1.2),
        ((-9.6, 16.6), 1.0),
        ((-8.8, 7.0), 2.4),
        ((-12.5, 4.5), 2.0),
        ((-12.5, 0), 0.8),
    )
    return Silhouette(corners, (circle((6.4, 31.0), 1.3),))


def bishop() -> Silhouette:
    """A pointed mitre with a slit."""
    return Silhouette(
        (
            ((12, 0), 0.8),
            ((12, 4.5), 2),
            ((6.5, 7.5), 3),
            ((3.4, 22), 1.2),
            ((8.6, 22), 1.2),
            ((8.6, 25.4), 1.2),
            ((4.8, 25.4), 0.8),
            ((10.8, 33.6), 2.8),
            ((9.0, 36.0), 0.8),
            ((1.0, 30.0), 0.6),
            ((-1.04, 32.72), 0.6),
            ((6.96, 38.72), 0.8),
            ((0, 48), 2),
            ((-10.8, 33.6), 2.8),
            ((-4.8, 25.4), 0.8),
            ((-8.6, 25.4), 1.2),
            ((-8.6, 22), 1.2),
            ((-3.4, 22), 1.2),
            ((-6.5, 7.5), 3),
            ((-12, 4.5), 2),
            ((-12, 0), 0.8),
        )
    )


def rook() -> Silhouette:
    """A tower with three crenels."""
    return Silhouette(
        mirrored_half(
            (13, 0, 0.8),
            (13, 4.5, 2),
            (9.4, 7.5, 3),
            (8.4, 25, 2),
            (11.6, 28.5, 1.2),
            (11.6, 41, 0.8),
            (6.8, 41, 0.8),
            (6.8, 36.4, 0.6),
            (3.1, 36.4, 0.6),
            (3.1, 41, 0.8),
        )
    )


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
    top to the left end, and holes."""

    top: Path
    holes: tuple[Path, ...] = ()

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


AnySilhouette = Silhouette | ArtSilhouette


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
    return shape.scaled(height / shape.height).without_fine_holes() if height else shape


def art_silhouette(art: SvgArtwork, height: float | None) -> ArtSilhouette:
    """A drawing as it is cut at a height in mm; ART_HEIGHT if None."""
    shape = make_cutout(art, height or ART_HEIGHT)
    return ArtSilhouette(shape.top, shape.holes)


__all__ = ["SHAPES", "AnySilhouette", "ArtSilhouette", "Corner", "Silhouette", "mirrored_half", "silhouette"]
