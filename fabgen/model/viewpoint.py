"""The parts of a game on its table → from where they are seen best: marks that nothing hides, figures that show a face
or a back and not an edge, and no other figure before it, all as large as the picture lets them be.

The eye stands before the first player's side or up to LAST_TURN degrees to the left or right of there, so that words on
the board are not upside down; from less far aside they are read more easily.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fabgen.artwork.drawing import Drawing, Lettering
from fabgen.artwork.regions import even_odd_area
from fabgen.model.camera import fill_picture
from fabgen.model.model_parts import ModelPart
from fabgen.model.model_picture import AROUND, outline_bounds, plate_corners
from fabgen.model.solids import mark_areas, outline_rings

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

DOWN = 51.0  # degrees from the zenith: over figures that stand one looks at the marks before and behind them
LAST_TURN = 34.0  # degrees
TURNS = (AROUND, *(way * turn for turn in (17.0, 28.0, LAST_TURN) for way in (-1, 1)))
BACK = 0.8  # of a face: what a back is worth
WIDTH_SEEN = 0.25, 0.7  # of its width: a figure that shows no more is an edge, one that shows so much is seen well
MARKS_SEEN = 0.45, 0.9  # of the marks of a piece: fewer say nothing, so many say all
FIGURE_SEEN = 0.75, 0.95  # of the outline of a figure: with less it runs into what is before it; so much is all of it
SIZE, WORDS = 0.75, 0.7  # the powers by which the size of the game in the picture and its level words count
MARK_POINTS, FIGURE_POINTS = 8, 32  # on the outline of each mark and each figure, where it is asked if it is seen
CLEAR = 1e-6  # of the way to the eye: what is not so far away hides nothing
COARSE = 0.1  # mm by which outlines may be off
LEVEL, STANDING = 0.9, 0.1  # how far faces look up at least that count as level, and at most that count as upright
BOARD = "board 1:"  # how the names of the parts of a board begin


@dataclass(frozen=True)
class Viewpoint:
    """Where the eye stands, in degrees from the first player's side and from the zenith, and how much pieces show from
    there: 1 where all figures and marks are seen, as large as can be, with words of the board nearly level."""

    around: float
    down: float
    shown: float


@dataclass(frozen=True)
class _FlatPart:
    """A part in space: columns across, along, out; its origin; its outline; its thickness in mm."""

    axes: Any
    origin: Any
    outline: BaseGeometry
    thickness: float

    def hides(self, points: Any, eye: Any) -> Any:
        """Whether its middle lies between points (rows) and the eye."""
        import shapely

        starts, end = (points - self.origin) @ self.axes, (eye - self.origin) @ self.axes
        rise = end[2] - starts[:, 2]
        share = (self.thickness / 2 - starts[:, 2]) / np.where(np.abs(rise) > 1e-9, rise, 1e-9)
        x, y = (starts[:, axis] + (end[axis] - starts[:, axis]) * share for axis in (0, 1))
        left, low, right, high = self.outline.bounds
        is_hidden = (share > CLEAR) & (share < 1) & (x > left) & (x < right) & (y > low) & (y < high)
        is_hidden[is_hidden] = shapely.contains_xy(self.outline, x[is_hidden], y[is_hidden])
        return is_hidden

    def points_around(self) -> Any:
        """Points on its outline, in the middle of its thickness: rows of x, y, z."""
        import shapely

        pieces = shapely.get_parts(self.outline)
        ring = max(pieces, key=lambda piece: float(piece.area)).exterior
        shares = np.arange(FIGURE_POINTS) / FIGURE_POINTS
        spots = [point.coords[0] for point in shapely.line_interpolate_point(ring, shares, normalized=True)]
        return np.column_stack([spots, np.full(len(spots), self.thickness / 2)]) @ self.axes.T + self.origin


def choose_viewpoint(items: Sequence[ModelPart], width: int, height: int) -> Viewpoint:
    """The place from which pieces that stand show most, for a picture of so many pixels; the one of TURNS at which the
    board is largest where nothing stands."""
    corners = np.concatenate([plate_corners(item, outline_bounds(item)) for item in items])
    standing = [item for item in items if not item.name.startswith(BOARD) and abs(_axes(item)[2, 2]) < STANDING]
    figures = [_flat_part(item) for item in standing]
    things = [_thing(item) for item in standing]
    marked = [*_marks_in_space([item for item in items if _thing(item) in {*things}])]
    groups = [*(figure.points_around() for figure in figures), *marked]
    points = np.concatenate(groups) if groups else np.zeros((0, 3))
    ends = np.cumsum([len(group) for group in groups])

    def look(around: float) -> tuple[float, float]:
        """What is shown, as a share of all, and how far the eye is away."""
        camera = fill_picture(corners, width, height, around, DOWN)
        turn = math.radians(around)
        to_eye = np.array([math.sin(turn), -math.cos(turn)])
        hidden = np.zeros(len(points), bool)
        for figure, thing in zip(figures, things, strict=True):
            hides = figure.hides(points, camera.eye)
            for end, other in zip(ends, things, strict=False):  # no figure hides itself
                if other == thing:
                    hides[end - FIGURE_POINTS:end] = False
            hidden |= hides
        seen = [1 - float(group.mean()) for group in np.split(hidden, ends[:-1])] if groups else []
        widths = dict.fromkeys(things, 0.0)  # of crossed panels, which are one figure, the one that is seen best counts
        for figure, thing, share in zip(figures, things, seen, strict=False):
            width_seen = _seen_width(float(figure.axes[:2, 2] @ to_eye))
            widths[thing] = max(widths[thing], width_seen * _ramp(share, *FIGURE_SEEN))
        seen_shares = [*widths.values(), *(_ramp(share, *MARKS_SEEN) for share in seen[len(figures):])]
        far = float(np.linalg.norm(camera.eye - corners.mean(axis=0)))
        return sum(seen_shares) / len(seen_shares) if seen_shares else 1.0, far

    seen = {around: look(around) for around in TURNS}
    nearest = min(far for _, far in seen.values())
    views = [Viewpoint(around, DOWN, round(shown * (nearest / far) ** SIZE * _read_words(around), 6))
             for around, (shown, far) in seen.items()]
    return max(views, key=lambda view: view.shown)


def _read_words(around: float) -> float:
    """What words along the near side of the board are worth, by their length across the picture, of the greatest."""
    return float((math.cos(math.radians(around)) / math.cos(math.radians(AROUND))) ** WORDS)


def _thing(item: ModelPart) -> str:
    """The name of the thing to which a part belongs."""
    return item.name.partition(":")[0]


def _seen_width(share: float) -> float:
    """What a figure is worth that shows a share of its width; below 0: of its back."""
    return _ramp(abs(share), *WIDTH_SEEN) * (1.0 if share > 0 else BACK)


def _ramp(value: float, low: float, high: float) -> float:
    """0 up to a value, 1 from another one on, and evenly between them."""
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _marks_in_space(items: Sequence[ModelPart]) -> Iterator[Any]:
    """For each part whose marks look up, points on these marks (rows of x, y, z); words are no marks."""
    import shapely

    known = dict[Drawing, Any]()
    for item in items:
        drawing, axes = item.solid.placed.part.drawing, _axes(item)
        if axes[2, 2] < LEVEL:
            continue
        if drawing not in known:
            marks = Drawing(tuple(mark for mark in drawing.items if not isinstance(mark, Lettering)))
            rings = [area.exterior for area in mark_areas(marks, COARSE, item.solid.score_width)]
            shares = np.arange(MARK_POINTS) / MARK_POINTS
            known[drawing] = np.array([point.coords[0] for ring in rings
                                       for point in shapely.line_interpolate_point(ring, shares, normalized=True)])
        points = known[drawing]
        if len(points):
            local = np.column_stack([points, np.full(len(points), item.solid.placed.thickness)])
            yield local @ axes.T + _origin(item)


def _flat_part(item: ModelPart) -> _FlatPart:
    """The part with its outline, in which holes are left out."""
    import shapely

    outline = even_odd_area([shapely.Polygon(ring) for ring in outline_rings(item.solid.placed.part.drawing, COARSE)])
    shapely.prepare(outline)
    return _FlatPart(_axes(item), _origin(item), outline, item.solid.placed.thickness)


def _axes(item: ModelPart) -> Any:
    return np.array(item.solid.matrix, float)[:, :3]


def _origin(item: ModelPart) -> Any:
    return np.array(item.solid.matrix, float)[:, 3]


__all__ = ["Viewpoint", "choose_viewpoint"]
