"""The lines and gates of a standing silhouette and a `Fit` → openings that are cut through it, in mm.

A collar or a mane that is engraved is on one face only: whoever sits opposite sees a blank one. A slot shows on both.
Through a gate marks on the base are seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from fabgen.artwork.part import Fit
from fabgen.artwork.path import Path
from fabgen.artwork.regions import path_polygon
from fabgen.figures.silhouettes.outlines import broad_line
from fabgen.figures.silhouettes.silhouettes import PieceShape

if TYPE_CHECKING:
    from shapely import Polygon

NARROWEST = 1.0  # mm: a slot that is narrower is not seen from across the table
OPENING_WEB, LEAST_WEB = 0.6, 2.0  # beside an opening: the share of the material's `web`, and the least width in mm
FLAT = 0.005  # mm: how far flattened curves may be from the true ones


def slot_width(fit: Fit) -> float:
    """The width in mm of all slots in the figures of a material: its narrowest hole."""
    return max(NARROWEST, fit.least_hole)


def opening_web(web: float) -> float:
    """The least width in mm of a strip beside an opening, for the `web` of its material. It is narrower than that
    `web`, because what is beside an opening is held by a strip on each of its sides."""
    return min(web, max(LEAST_WEB, OPENING_WEB * web))


def cut_slots(shape: PieceShape, fit: Fit) -> tuple[Path, ...]:
    """The lines of a silhouette as slots with round ends. Nothing unless all of them fit."""
    return _cut_slots(shape.outline(), (*shape.holes, *shape.gates), shape.lines, slot_width(fit), opening_web(fit.web))


def are_gates_cut(shapes: Iterable[PieceShape], fit: Fit) -> bool:
    """Whether the gates of some figures, all that stand in a game, keep enough of a material beside them; a set in
    which some are open and others are not would look like a mistake."""
    return all(_keep_web(shape.outline(), shape.holes, shape.gates, opening_web(fit.web)) for shape in shapes)


@lru_cache(maxsize=256)
def _keep_web(outline: Path, holes: tuple[Path, ...], gates: tuple[Path, ...], web: float) -> bool:
    """Whether gates keep `web` mm from the outline, the holes and each other."""
    openings = [path_polygon(path, FLAT) for path in (*holes, *gates)]
    body = path_polygon(outline, FLAT)
    return all(_is_clear(gate, body, openings[:n], web) for n, gate in enumerate(openings) if n >= len(holes))


def are_lines_cut(shapes: Iterable[PieceShape], fit: Fit) -> bool:
    """Whether the lines of all standing figures of a game are cut, in a material: those of some cut and of others
    engraved would look like a mistake."""
    return all(cut_slots(shape, fit) for shape in shapes if shape.lines)


@lru_cache(maxsize=256)
def _cut_slots(outline: Path, holes: tuple[Path, ...], lines: tuple[Path, ...], width: float, web: float
               ) -> tuple[Path, ...]:
    """Slots `width` mm wide along the lines, if all keep `web` mm from the outline, the holes and each other."""
    if not lines:
        return ()
    slots = tuple(broad_line(path, width) for path in lines)
    body = path_polygon(outline, FLAT)
    openings = [path_polygon(hole, FLAT) for hole in holes]
    for slot in slots:
        area = path_polygon(slot, FLAT)
        if not area.is_valid or not body.contains(area) or not _is_clear(area, body, openings, web):
            return ()
        openings.append(area)
    return slots


def _is_clear(slot: Polygon, body: Polygon, openings: list[Polygon], web: float) -> bool:
    """Whether a slot keeps `web` mm from the edge of a body and from other openings."""
    near = min(map(slot.distance, [body.exterior, *openings]))
    return bool(near >= web - FLAT)


__all__ = ["are_gates_cut", "are_lines_cut", "cut_slots", "opening_web", "slot_width"]
