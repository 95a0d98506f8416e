"""The tinted head of the first page of a set → the same in the colour of the game's book, with its motif: it is seen at
once that both belong together. Words are on a quiet ground: it is light, or nearly black with white words where the
book is; the motif is barely lighter, and ends before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, combine_drawings, draw
from fabgen.artwork.motif import Motif
from fabgen.artwork.path import Box, Path, polygon
from fabgen.artwork.themes import MIX_SHARES, WHITE, load_theme, measure_lightness, mix_colours, tone_colour

FLAT = 0.05  # mm: the tolerance of flat lines of the motif
THIN = 0.6  # of the width of the motif's lines: those of the head
LEAST_LIGHT, MOST_LIGHTER = 88.0, 2.4  # L*: the ground at least; by how much the motif is lighter at most
DARKEST, LIGHTER_ON_DARK = 25.0, 0.035  # L*: the darkest colours, whose words are white; the share of white in a motif
DARK_HEAD = 33.0  # L* of the head in such a colour: a contrast of 8 with white words (WCAG AAA asks 7)
OFF_WORDS, ROUND = 2.5, 1.5  # mm from words to the motif; what is narrower between them has none


def colour_head(page: Drawing, colour: str, motif: Motif | None, quiet: Sequence[Box] = ()) -> Drawing:
    """A page whose first tinted area, its head, has a tone, lighter unless that is light or nearly black, and a motif
    that is barely lighter, which keeps off the words in the head and off some `quiet` boxes; as it is without a
    tone."""
    number = next((n for n, item in enumerate(page.items) if item.role is Role.GLUE), None)
    if not colour or number is None:
        return page
    head = page.items[number]
    assert isinstance(head, Shape)
    is_dark = is_nearly_black(colour)
    role, tone = (Role.ETCHING, _soften_dark(colour)) if is_dark else (Role.SHADE, lighten_ground(colour))
    left, low, right, top = head.bounds()

    def is_within(box: Box) -> bool:
        return left < box[0] and box[2] < right and low < box[1] and box[3] < top

    words = [item.bounds() for item in page.items if isinstance(item, Lettering)]
    within = tuple(box for box in (*words, *quiet) if is_within(box))
    lines = draw_motif(motif, head.paths[0], within) if motif else ()
    lighter = mix_colours(tone, WHITE, LIGHTER_ON_DARK) if is_dark else find_motif_tone(tone)
    pattern = combine_drawings(draw(role, *outlines, tone=lighter) for outlines in lines)
    others = Drawing(tuple(replace(item, role=Role.ETCHING, tone="white")
                           if is_dark and isinstance(item, Lettering) and is_within(item.bounds()) else item
                           for item in page.items[number + 1:]))
    return combine_drawings([Drawing(page.items[:number]), Drawing((replace(head, role=role, tone=tone),)), pattern,
                             others])


def is_nearly_black(colour: str) -> bool:
    """Whether a head in a colour is so dark that its words are white."""
    return bool(colour) and measure_lightness(_find_base(colour)) <= DARKEST


def _soften_dark(colour: str) -> str:
    """The dark colour of a head: with as much white as makes it DARK_HEAD light. That takes less ink than the colour
    itself, and the strip of the players' colours is seen below it."""
    base = _find_base(colour)
    mixed = (mix_colours(base, WHITE, share / 100) for share in range(101))
    return next(tone for tone in mixed if measure_lightness(tone) >= DARK_HEAD)


def _find_base(tone: str) -> str:
    """The colour of a tone in print as `#rrggbb`."""
    return tone_colour(load_theme("colour"), tone)


def lighten_ground(colour: str) -> str:
    """The tone itself, or the one with the least white in it whose tint is light enough for small words."""
    if _measure_tint(colour) >= LEAST_LIGHT:
        return colour
    base = _find_base(colour)
    mixed = (mix_colours(base, WHITE, share / 100) for share in range(1, 101))
    return next(tone for tone in mixed if _measure_tint(tone) >= LEAST_LIGHT)


def find_motif_tone(ground: str) -> str:
    """The tone whose tint is MOST_LIGHTER lighter than that of the ground, or a little less."""
    base, most = _find_base(ground), _measure_tint(ground) + MOST_LIGHTER
    mixed = (mix_colours(base, WHITE, share / 100) for share in range(100, -1, -1))
    return next(tone for tone in mixed if _measure_tint(tone) <= most)


def _measure_tint(tone: str) -> float:
    """The lightness L* of the tint of a tone."""
    return measure_lightness(mix_colours(_find_base(tone), *MIX_SHARES["tint"]))


@lru_cache(maxsize=16)  # a set is laid out on each paper, and a cover is set again where its list is long
def draw_motif(motif: Motif, frame: Path, words: tuple[Box, ...] = ()) -> tuple[tuple[Path, ...], ...]:
    """The lines of a motif as areas, each with its holes, within a closed outline and off the boxes of words; a field
    is in the middle of the outline."""
    import shapely

    middles = shapely.MultiLineString([path.flatten(FLAT) for path in motif.lines])
    lines = middles.buffer(THIN * motif.width / 2, quad_segs=2).simplify(FLAT)
    head = shapely.Polygon(frame.flatten(FLAT))
    left, low, right, top = head.bounds
    middle, (wide, high) = ((left + right) / 2, (low + top) / 2), motif.size
    across, up = (int(((far - near) / 2 + motif.reach) // pitch) + 1
                  for near, far, pitch in ((left, right, wide), (low, top, high)))
    fields = [shapely.affinity.translate(lines, middle[0] + column * wide, middle[1] + row * high)
              for column in range(-across, across + 1) for row in range(-up, up + 1)]
    around = shapely.union_all([shapely.box(*box) for box in words]).buffer(OFF_WORDS + ROUND).buffer(-ROUND)
    area = head.difference(around)
    # Neighbours overlap where their lines meet: all are of one colour, and to unite them would take long.
    pattern = [field if area.contains(field) else field.intersection(area) for field in fields]
    return tuple(tuple(polygon([*ring.coords][:-1]) for ring in (part.exterior, *part.interiors))
                 for part in shapely.get_parts(pattern) if part.geom_type == "Polygon" and not part.is_empty)


__all__ = ["colour_head", "draw_motif", "find_motif_tone", "is_nearly_black", "lighten_ground"]
