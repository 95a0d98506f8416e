"""Parts → the same with their names etched where nobody sees them once they stand: on the tab of what goes into a slot.

A name is a label as large as the tab allows, shortened where it must be; where not even its letters have room, there is
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from fabgen.artwork.drawing import Drawing, Role, Shape, write
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path
from fabgen.artwork.text import DESCENT, text_width

RIM = 0.4  # mm between a name and the edges of its tab
LEAST, MOST = 1.42, 2.2  # mm: capitals; smaller ones have strokes under 0.18 mm and are lost


def named(parts: Sequence[Part], fit_of: Callable[[str], Fit], owners: Iterable[str] = ()) -> list[Part]:
    """The parts, those with a tab under y = 0 named on it; `owners` are the players after whom parts are named."""
    known = sorted(owners, key=len, reverse=True)  # of two that begin alike the longer one
    return [_named(part, fit_of(part.material), known) for part in parts]


def _named(part: Part, fit: Fit, owners: Sequence[str]) -> Part:
    tab = _tab(part, fit)
    if tab is None:
        return part
    x0, x1 = tab
    deep, wide = fit.thickness - 2 * RIM, x1 - x0 - 2 * RIM
    for text in _shorter(part.name, owners):
        cap = min(MOST, deep / (1 + DESCENT), wide / text_width(text, 1.0))
        if cap >= LEAST:
            low = -fit.thickness + RIM + (deep - (1 + DESCENT) * cap) / 2 + DESCENT * cap
            return replace(part, drawing=part.drawing + write(Role.LABEL, text, ((x0 + x1) / 2, low), cap))
    return part


def _tab(part: Part, fit: Fit) -> tuple[float, float] | None:
    """From where to where the tab of an upright reaches, of a split one its left leg; None for other parts."""
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


def _shorter(name: str, owners: Sequence[str]) -> list[str]:
    """A name, then without its owner, then without the kind of part too, then the first letters of its words."""
    owner = next((one for one in owners if name.startswith(f"{one} ")), "")
    own = name[len(owner) :].split()
    short = [name, " ".join(own), " ".join(own[:-1]), "".join(word[0].upper() for word in name.split())]
    return [text for text in dict.fromkeys(short) if text]
