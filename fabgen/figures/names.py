"""Parts → the same with their names engraved where the assembled game hides them: on the tab that goes into a slot.

A name is a label as large as the tab allows, shortened if necessary. A tab without room even for initials has no name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Role, Shape, draw_text
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path
from fabgen.artwork.text import DESCENT, text_width

RIM = 0.4  # mm between a name and the edges of its tab
LEAST, MOST_ENGRAVED = 1.42, 2.2  # mm: capitals; smaller ones have strokes under 0.18 mm and are lost


def engrave_names(parts: Sequence[Part], fit_of: Callable[[str], Fit], owners: Iterable[str] = ()) -> list[Part]:
    """The parts, with names on those that have a tab under y = 0; `owners` are the players in names of parts."""
    by_length = sorted(owners, key=len, reverse=True)  # the longer of two names that start alike comes first
    return [_name_part(part, fit_of(part.material), by_length) for part in parts]


def _name_part(part: Part, fit: Fit, owners: Sequence[str]) -> Part:
    tab = _find_tab(part, fit)
    if tab is None:
        return part
    x0, x1 = tab
    depth, width = fit.thickness - 2 * RIM, x1 - x0 - 2 * RIM
    for text in _shorten_name(part.name, owners):
        cap = min(MOST_ENGRAVED, depth / (1 + DESCENT), width / text_width(text, 1.0))
        if cap >= LEAST:
            baseline = -fit.thickness + RIM + (depth - (1 + DESCENT) * cap) / 2 + DESCENT * cap
            return replace(part, drawing=part.drawing + draw_text(Role.LABEL, text, ((x0 + x1) / 2, baseline), cap))
    return part


def _find_tab(part: Part, fit: Fit) -> tuple[float, float] | None:
    """The left and right end of an upright's tab in mm, or of the left leg of a split one; None for other parts."""
    import shapely

    edge = part.drawing.only(Role.EDGE)
    if not part.into or part.back or abs(edge.bounds()[1] + fit.thickness) > 0.01:
        return None
    body = shapely.union_all([shapely.Polygon(path.flatten(0.01)) for path in _paths(edge)])
    middle = -fit.thickness / 2
    line = body.intersection(shapely.LineString([(-1000, middle), (1000, middle)]))
    legs = sorted((leg.bounds[0], leg.bounds[2]) for leg in getattr(line, "geoms", [line]))
    return legs[0] if legs else None


def _paths(drawing: Drawing) -> list[Path]:
    return [path for item in drawing.items if isinstance(item, Shape) for path in item.paths]


def _shorten_name(name: str, owners: Sequence[str]) -> list[str]:
    """A name, then without its owner, then also without the kind of part, then its initials."""
    owner = next((player for player in owners if name.startswith(f"{player} ")), "")
    rest = name[len(owner) :].split()
    candidates = [name, " ".join(rest), " ".join(rest[:-1]), "".join(word[0].upper() for word in name.split())]
    return [text for text in dict.fromkeys(candidates) if text]
