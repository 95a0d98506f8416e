"""Path data as files hold it → polylines within a stated tolerance, in mm, y up. Knows no part and no game.

Parsed by svgelements, so that no code of `write` is trusted; arcs and Béziers are flattened here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

FLAT = 0.001  # mm: the greatest distance of a polyline from its curve; claims of 0.01 mm rest on it
STEP = math.radians(3)  # the greatest turn of an arc between two points; overlaps are told by direction
BEZIER_FLAT = 0.002  # mm, for Béziers: outlines of letters
REACH = 0.005  # mm that an arc's ends may lie farther apart than its diameter, by rounding
FAR = 1e5  # mm: no number in a file is larger
_N = r"\s-?(?:0|[1-9]\d{0,5})(?:\.\d+)?"
_STEP = rf"\s(?:L{_N}{_N}|C(?:{_N}){{6}}|A{_N}{_N}\s0\s[01]\s[01]{_N}{_N}|Z)"
_DATA = re.compile(rf"(?:M{_N}{_N}(?:{_STEP})*(?:\s(?=M)|$))+")


@dataclass(frozen=True)
class Ring:
    """One subpath as a polyline: points in mm; where the file closes it, its last point is its first."""

    points: Points
    closed: bool
    gap: float  # mm from the last drawn point to the first
    steps: tuple[float, ...] = ()  # mm from end to end of each command that draws
    arcs: int = 0  # of the commands: arcs, or the curves that stand for them

    @property
    def spot(self) -> tuple[float, float]:
        """A point of it, to say where it lies."""
        return float(self.points[0, 0]), float(self.points[0, 1])


def rings(data: str, scale: tuple[float, float], height: float) -> tuple[Ring, ...]:
    """The subpaths of path data in absolute commands; `scale` is mm a unit in x and y, `height` turns y up.

    Raises ValueError, in words, for data that is not path data or leads nowhere.
    """
    if not _DATA.fullmatch(data):
        raise ValueError("the path data holds more than M, L, C, A and Z with plain numbers, one command each")
    if "A" in data:
        _check_arcs(data)
    segments = _parsed(data)
    found = [one for part in _subpaths(segments) if (one := _ring(part, scale, height)) is not None]
    if not found:
        raise ValueError("the path draws nothing")
    return tuple(found)


def _check_arcs(data: str) -> None:
    """Programs that must enlarge an arc to reach its end do so in different ways, or leave it out."""
    here = [0.0, 0.0]
    for command, rest in re.findall(r"([MLCA])([^MLCAZ]*)", data):
        values = [float(v) for v in rest.split()]
        if command == "A" and math.dist(here, values[5:]) > 2 * min(values[:2]) + REACH:
            raise ValueError(f"an arc of radius {min(values[:2]):g} is too small to reach its end")
        here = values[-2:]


def _parsed(data: str) -> list[Any]:
    from svgelements import Path

    try:
        return list(Path(data))
    except (ValueError, IndexError, TypeError, AttributeError, ZeroDivisionError, OverflowError):
        raise ValueError("the path data is damaged") from None


def _subpaths(segments: list[Any]) -> list[list[Any]]:
    parts: list[list[Any]] = []
    for segment in segments:
        if type(segment).__name__ == "Move":
            parts.append([])
        parts[-1].append(segment)
    return [part for part in parts if len(part) > 1]


def _ring(segments: list[Any], scale: tuple[float, float], height: float) -> Ring | None:
    closed = type(segments[-1]).__name__ == "Close"
    drawn = segments[1 : len(segments) - closed]
    arcs = sum(type(segment).__name__ == "Arc" for segment in drawn)
    return _joined([[_pair(segments[0].end)], *map(_flat, drawn)], arcs, closed, scale, height)


def ring(start: Points, steps: list[tuple[Points, bool]], closed: bool) -> Ring | None:
    """A subpath in mm from its first point and its steps, each the points after the former one and whether it is bent;
    None where it leads nowhere. Raises ValueError for numbers that are no places on a sheet."""
    return _joined([start.reshape(1, 2), *(piece for piece, _ in steps)], sum(bent for _, bent in steps), closed)


def _joined(
    pieces: Sequence[Points | list[tuple[float, float]]],
    arcs: int,
    closed: bool,
    scale: tuple[float, float] | None = None,
    height: float = 0.0,
) -> Ring | None:
    """The pieces as one ring; with a `scale` they are points of a file whose y runs down."""
    points: Points = np.concatenate(pieces)
    if scale:
        points = np.array([0.0, height]) + points * scale * [1.0, -1.0]
    if not np.isfinite(points).all() or np.abs(points).max() > FAR:
        raise ValueError("the path holds numbers that are no places on a sheet")
    ends = points[np.cumsum([len(piece) for piece in pieces]) - 1]
    gap = float(math.dist(points[0], points[-1]))
    if closed:
        points = np.concatenate([points, points[:1]])
    kept = np.concatenate([[True], np.abs(np.diff(points, axis=0)).max(axis=1) > 1e-9])
    points = points[kept]
    if closed and len(points) > 1:
        points[-1] = points[0]
    lengths = tuple(np.hypot(*np.diff(ends, axis=0).T).tolist())
    return Ring(points, closed, gap, lengths, arcs) if len(points) > 1 else None


def _flat(segment: Any) -> Points | list[tuple[float, float]]:
    """The points of a segment after its first, as the file counts."""
    kind = type(segment).__name__
    if kind == "Arc":
        return _flat_arc(segment)
    if kind == "CubicBezier":
        return flat_bezier(
            np.array([_pair(p) for p in (segment.start, segment.control1, segment.control2, segment.end)])
        )
    if kind == "QuadraticBezier":
        p, q, r = (np.array(_pair(v)) for v in (segment.start, segment.control, segment.end))
        return flat_bezier(np.array([p, p + (q - p) * 2 / 3, r + (q - r) * 2 / 3, r]))
    return [_pair(segment.end)]


def _flat_arc(arc: Any) -> Points:
    radius = max(arc.rx, arc.ry)
    if not (arc.sweep and math.isfinite(arc.sweep) and 0 < radius < FAR):
        return np.array([_pair(arc.end)])
    if abs(arc.rx - arc.ry) > 1e-6 * radius:
        count = max(1, math.ceil(abs(arc.sweep) / _step(radius)))
        return np.asarray(arc.npoint(np.linspace(0, 1, count + 1)[1:]), dtype=float)
    centre = _pair(arc.center)
    first = math.atan2(arc.start.y - centre[1], arc.start.x - centre[0])
    return flat_turn(centre, radius, first, arc.sweep, _pair(arc.end))


def _step(radius: float) -> float:
    return min(STEP, 2 * math.acos(max(0.0, 1 - FLAT / radius)))


def flat_turn(
    centre: tuple[float, float], radius: float, first: float, sweep: float, end: tuple[float, float]
) -> Points:
    """Points of a circular arc after its first, from its first angle and its signed sweep in radians to its end."""
    count = max(1, math.ceil(abs(sweep) / _step(radius)))
    angles = first + sweep * np.arange(1, count + 1) / count
    points: Points = np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], axis=1)
    points[-1] = end
    return points


def flat_bezier(controls: Points) -> Points:
    """Points of a cubic Bézier after its first, from its four points; within BEZIER_FLAT."""
    bend = float(np.hypot(*np.diff(controls, n=2, axis=0).T).max())
    count = min(400, max(1, math.ceil(math.sqrt(0.75 * bend / BEZIER_FLAT))))
    flat: Points = _basis(count) @ controls
    return flat


@lru_cache(maxsize=64)
def _basis(count: int) -> Points:
    """The weights of a cubic Bézier's four points at `count` steps after its first."""
    t = np.arange(1, count + 1) / count
    u = 1 - t
    weights: Points = np.stack([u**3, 3 * u * u * t, 3 * u * t * t, t**3], axis=1)
    return weights


def _pair(point: Any) -> tuple[float, float]:
    return float(point.x), float(point.y)
