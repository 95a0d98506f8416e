"""The tinted head of the first page of a set → the same in the colour of the game's book, with its motif: it is seen at
once that both belong together."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw
from fabgen.artwork.motif import Motif
from fabgen.artwork.path import Path, polygon
from fabgen.artwork.themes import load_theme, mix_colours, tone_colour

FLAT = 0.05  # mm: the tolerance of flat lines of the motif
THIN = 0.6  # of the width of the motif's lines: those of the head
LIGHTER = 0.3  # of white in the tone of the motif


def colour_head(page: Drawing, colour: str, motif: Motif | None) -> Drawing:
    """A page whose first tinted area, its head, has a tone and a motif that is a little lighter, so that words on it
    are read; as it is without a tone."""
    number = next((n for n, item in enumerate(page.items) if item.role is Role.GLUE), None)
    if not colour or number is None:
        return page
    head = page.items[number]
    assert isinstance(head, Shape)
    ground = Drawing((replace(head, role=Role.SHADE, tone=colour),))
    lighter = mix_colours(tone_colour(load_theme("colour"), colour), "#ffffff", LIGHTER)
    lines = draw_motif(motif, head.paths[0]) if motif else ()
    pattern = combine_drawings(draw(Role.SHADE, *outlines, tone=lighter) for outlines in lines)
    return combine_drawings([Drawing(page.items[:number]), ground, pattern, Drawing(page.items[number + 1:])])


@lru_cache(maxsize=16)  # a set is laid out on each paper, and a cover is set again where its list is long
def draw_motif(motif: Motif, frame: Path) -> tuple[tuple[Path, ...], ...]:
    """The lines of a motif as areas, each with its holes, within a closed outline; a field is in the middle of it."""
    import shapely

    middles = shapely.MultiLineString([path.flatten(FLAT) for path in motif.lines])
    lines = middles.buffer(THIN * motif.width / 2, quad_segs=2).simplify(FLAT)
    area = shapely.Polygon(frame.flatten(FLAT))
    left, low, right, top = area.bounds
    middle, (wide, high) = ((left + right) / 2, (low + top) / 2), motif.size
    across, up = (int(((far - near) / 2 + motif.reach) // pitch) + 1
                  for near, far, pitch in ((left, right, wide), (low, top, high)))
    fields = [shapely.affinity.translate(lines, middle[0] + column * wide, middle[1] + row * high)
              for column in range(-across, across + 1) for row in range(-up, up + 1)]
    # Neighbours overlap where their lines meet: all are of one colour, and to unite them would take long.
    pattern = [field if area.contains(field) else field.intersection(area) for field in fields]
    return tuple(tuple(polygon([*ring.coords][:-1]) for ring in (part.exterior, *part.interiors))
                 for part in shapely.get_parts(pattern) if part.geom_type == "Polygon" and not part.is_empty)


__all__ = ["colour_head", "draw_motif"]
