"""The frames of cells, broad bands of many lines → one line each, for pictures in which a board is small: lines keep
their width there, and would run into each other."""

from __future__ import annotations

from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Item, Role, Shape
from fabgen.artwork.path import Path

NEAR = 1.5  # mm between two lines of a frame, or of a double one
MIDDLE = 0.01  # mm by which the middles of lines around one another may differ


def thin_frames(drawing: Drawing) -> Drawing:
    """The drawing with the innermost line alone of each frame: of closed lines around one another that are near."""
    return Drawing(tuple(map(_thin, drawing.items)))


def _thin(item: Item) -> Item:
    """A pattern without the outer lines of its frames; other items as they are."""
    if not isinstance(item, Shape) or item.role not in (Role.FROST, Role.GRID, Role.ZONE):
        return item
    around = dict[tuple[int, int], list[Path]]()
    others = list[Path]()
    for path in item.paths:
        if path.closed:
            x0, y0, x1, y1 = path.bounds()
            around.setdefault((round((x0 + x1) / MIDDLE), round((y0 + y1) / MIDDLE)), []).append(path)
        else:
            others.append(path)
    return replace(item, paths=(*(path for paths in around.values() for path in _innermost(paths)), *others))


def _innermost(paths: list[Path]) -> list[Path]:
    """Of lines around one another, from the outermost on, those without another one near inside them."""
    ordered = sorted(paths, key=_width, reverse=True)
    return [path for path, inner in zip(ordered, [*ordered[1:], None], strict=True)
            if inner is None or (_width(path) - _width(inner)) / 2 > NEAR]


def _width(path: Path) -> float:
    left, _, right, _ = path.bounds()
    return right - left


__all__ = ["thin_frames"]
