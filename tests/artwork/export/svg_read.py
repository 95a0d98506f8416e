"""SVG files → shapes in mm, by svgelements: a reader that is not ours. y runs down, as in the file."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import numpy as np
from svgelements import SVG, Close, Line, Move
from svgelements import Path as Elements
from svgelements import Shape as Element


@dataclass(frozen=True)
class Seen:
    """One element as a program sees it: subpaths as dense points, and whether each is closed."""

    id: str
    group: str
    stroke: str | None
    fill: str | None
    subpaths: tuple[np.ndarray[Any, Any], ...]
    closed: tuple[bool, ...]
    segments: tuple[Any, ...]


def read(data: bytes) -> tuple[tuple[float, float], list[Seen]]:
    """The page in mm and its elements in document order; 25.4 units to the inch make a unit a millimetre."""
    svg = SVG.parse(io.BytesIO(data), ppi=25.4, reify=True)
    found = [
        _seen(child, group.id or "")
        for group in svg
        for child in (group if isinstance(group, list) else [group])
        if isinstance(child, Element)
    ]
    return (float(svg.width), float(svg.height)), found


def _seen(element: Any, group: str) -> Seen:
    parts = [Elements(sub) for sub in Elements(element).as_subpaths()]
    closed = tuple(any(isinstance(s, Close) for s in part) for part in parts)
    return Seen(
        element.id or "",
        group,
        _colour(element.stroke),
        _colour(element.fill),
        tuple(_points(part) for part in parts),
        closed,
        tuple(s for part in parts for s in part),
    )


def _colour(colour: Any) -> str | None:
    return None if colour is None or colour.value is None else str(colour.hex).upper()


def _points(path: Any) -> np.ndarray[Any, Any]:
    out = []
    for segment in path:
        if isinstance(segment, Move):
            out.append((segment.end.x, segment.end.y))
        elif isinstance(segment, Line | Close):
            out += [(segment.end.x, segment.end.y)] if segment.end is not None else []
        else:
            out += [tuple(p) for p in segment.npoint(np.linspace(0, 1, 65)[1:])]
    return np.array(out)
