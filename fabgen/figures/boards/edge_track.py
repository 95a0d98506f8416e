"""The track around a board → its spaces at the edge of the board, in mm, and their drawing.

The spaces go round clockwise from the lower left corner. Each corner has a square; the spaces of a side are equally
long, and the sides share the numbers so that the shortest space is as long as possible. A number stands at the outer
end of its space, to be read from that side of the table, where a marker does not hide it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import Path, Point, line, rectangle, rotation, translation
from fabgen.artwork.text import text_width
from fabgen.core.units import format_number
from fabgen.figures.boards.turned_names import is_ambiguous
from fabgen.spec.components import LEAST_SPACE, TRACK_MARGIN, Track
from fabgen.spec.game import Game

CAP, SHARE = 0.22, 0.7  # of a space's depth: capitals of its number; of its length: the width that a number may take
FOOT = 0.1  # of a space's depth: from its outer end to the foot of its number
FIFTH = 5  # every fifth number is bold
UNDERLINE, UNDERLINE_GAP = 0.1, 0.16  # of its capitals: thickness of the line under a number, the gap between them
SEAM_CLEARANCE = 0.8  # mm between a number and a seam of the board
CORNERS = 4


@dataclass(frozen=True)
class EdgeSpace:
    """A space of a track around a board: its number, its box on the board in mm, and by how many degrees its number is
    turned."""

    number: int
    box: tuple[float, float, float, float]
    turn: float

    @property
    def is_corner(self) -> bool:
        """Whether it is at a corner of the board."""
        return self.turn % 90 != 0

    @property
    def middle(self) -> Point:
        """The middle of its box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


def _count_by_side(track: Track, width: float, height: float) -> tuple[int, ...]:
    """How many spaces are on the left, above, on the right and below, between the corners. `width` and `height` are
    those between the corners, in mm."""
    lengths, counts = (height, width, height, width), [1, 1, 1, 1]
    for _ in range(len(track.numbers) - 2 * CORNERS):
        # A side is given a space where its spaces stay the longest. Rounded, so that equal sides are taken in turn.
        side = max(range(CORNERS), key=lambda n: (round(lengths[n] / (counts[n] + 1), 6), -n))
        counts[side] += 1
    return tuple(counts)


def _inner_size(track: Track, size: Point) -> Point:
    """Width and height in mm between the corners of a track around a board of this size."""
    return size[0] - 2 * track.edge_width, size[1] - 2 * track.edge_width


def shortest_space(track: Track, size: Point) -> float:
    """The length in mm of the shortest space between the corners of a track around a board of this size."""
    width, height = _inner_size(track, size)
    lengths = height, width, height, width
    return min(length / count for length, count in zip(lengths, _count_by_side(track, width, height), strict=True))


def most_numbers(track: Track, size: Point) -> int:
    """The most numbers for which a track around a board of this size has room."""
    return CORNERS + 2 * sum(int(length / track.least_space + 1e-6) for length in _inner_size(track, size))


def crowded_track_messages(game: Game, size: Point) -> Iterator[str]:
    """A message on a track around a board of this size that has more numbers than there is room for."""
    track = game.tracks[game.edge_track] if game.edge_track else None
    if track and (length := shortest_space(track, size)) < track.least_space - 1e-6:
        least = f"{format_number(track.least_space)} mm are needed"
        yield (f"a track of {len(track.numbers)} numbers around a board of {size[0]:g} x {size[1]:g} mm has spaces of "
               f"{format_number(length, 1)} mm: {least}{' for a marker' if track.least_space > LEAST_SPACE else ''}")


def edge_spaces(track: Track, size: Point) -> list[EdgeSpace]:
    """The spaces of a track around a board of this size, by their numbers."""
    (right, top), near, far = size, TRACK_MARGIN, track.edge_width
    width, height = _inner_size(track, size)
    left_count, top_count, right_count, bottom_count = _count_by_side(track, width, height)
    up = [(near, low, far, high) for low, high in _stretches(far, height, left_count)]
    across = [(low, top - far, high, top - near) for low, high in _stretches(far, width, top_count)]
    down = [(right - far, low, right - near, high) for low, high in reversed(_stretches(far, height, right_count))]
    back = [(low, near, high, far) for low, high in reversed(_stretches(far, width, bottom_count))]
    corners = [(near, near, far, far), (near, top - far, far, top - near),
               (right - far, top - far, right - near, top - near), (right - far, near, right - near, far)]
    places = list[tuple[tuple[float, float, float, float], float]]()
    for corner, boxes, turn in zip(corners, (up, across, down, back), (270.0, 180.0, 90.0, 0.0), strict=True):
        places += [(corner, turn + 45.0), *((box, turn) for box in boxes)]
    return [EdgeSpace(number, box, turn) for number, (box, turn) in zip(track.numbers, places, strict=True)]


def _stretches(start: float, length: float, count: int) -> list[tuple[float, float]]:
    """So many equal stretches of a length, as their ends."""
    return [(start + n * length / count, start + (n + 1) * length / count) for n in range(count)]


def draw_edge_track(game: Game, size: Point, cuts_x: Sequence[float] = (), cuts_y: Sequence[float] = (), *,
                    cap: float | None = None, every: int = 1) -> Drawing:
    """The track around a board of this size, if it has one. No number crosses a seam at one of the x positions `cuts_x`
    or the y positions `cuts_y`. In figures numbers may have capitals of another height, `cap` mm, and be on `every`
    fifth space alone, or on none where that is 0."""
    if not game.edge_track:
        return Drawing()
    track = game.tracks[game.edge_track]
    spaces = edge_spaces(track, size)
    widest = max(text_width(str(number), 1.0, bold=True) for number in track.numbers)
    if cap is None:
        cap = min(CAP * track.cell, SHARE * min(track.cell, shortest_space(track, size)) / widest)
    numbered = [space for space in spaces if every and space.number % every == 0]
    texts = {str(space.number) for space in numbered}
    numbers = [_draw_number(track, space, cap, cuts_y if space.turn in (90, 270) else cuts_x,
                            is_underlined=is_ambiguous(str(space.number), texts)) for space in numbered]
    return (draw(Role.GRID, *_edge_lines(track, size, spaces)) + combine_drawings(numbers)).in_group("track")


def draw_track_numbers(game: Game, size: Point, cuts_x: Sequence[float], cuts_y: Sequence[float]) -> Drawing:
    """The numbers alone of the track around a board of this size, clear of seams."""
    return draw_edge_track(game, size, cuts_x, cuts_y).only(Role.TITLE)


def _edge_lines(track: Track, size: Point, spaces: Sequence[EdgeSpace]) -> list[Path]:
    """The borders of the spaces, each once."""
    (right, top), near, far = size, TRACK_MARGIN, track.edge_width
    lines = [line((low, y), (right - low, y)) for low, y in
             ((near, near), (far, far), (far, top - far), (near, top - near))]
    lines += [line((x, low), (x, top - low)) for low, x in
              ((near, near), (far, far), (far, right - far), (near, right - near))]
    for space, following in zip(spaces, [*spaces[1:], spaces[0]], strict=True):
        (x0, y0, x1, y1), (u0, v0, u1, v1) = space.box, following.box
        low, high = (max(x0, u0), max(y0, v0)), (min(x1, u1), min(y1, v1))  # what two neighbours share
        lines.append(line(low, high))
    return lines


def _draw_number(track: Track, space: EdgeSpace, cap: float, cuts: Sequence[float], *, is_underlined: bool) -> Drawing:
    """The number of a space at its outer end, clear of the seams that cross the space."""
    text, is_bold = str(space.number), space.number % FIFTH == 0
    angle = math.radians(space.turn)
    inward = -math.sin(angle), math.cos(angle)
    x, y = space.middle
    if space.is_corner:
        # The foot of the number is as far from the corner as half the number is wide, and a little more.
        out = track.cell / math.sqrt(2) - text_width(text, cap, bold=is_bold) / 2 - FOOT * track.cell
    else:
        out, axis = track.cell / 2 - FOOT * track.cell, 0 if space.turn in (0, 180) else 1
        at, cap = _clear_of_seams(text, cap, space.box[axis], space.box[axis + 2], cuts)
        x, y = (at, y) if axis == 0 else (x, at)
    foot = x - out * inward[0], y - out * inward[1]
    number = draw_text(Role.TITLE, text, foot, cap, bold=is_bold, angle=space.turn)
    if not is_underlined:
        return number
    width = text_width(text, cap, bold=is_bold)
    bar = rectangle(-width / 2, -(UNDERLINE_GAP + UNDERLINE) * cap, width, UNDERLINE * cap)
    return number + draw(Role.TITLE, bar.transformed(rotation(space.turn)).transformed(translation(*foot)))


def _clear_of_seams(text: str, cap: float, low: float, high: float, cuts: Sequence[float]) -> tuple[float, float]:
    """The middle of a number along its space, and its capitals in mm: in the middle of the space, or of its longest
    piece where a seam would come too near."""
    middle, half = (low + high) / 2, text_width(text, cap, bold=True) / 2 + SEAM_CLEARANCE
    if not any(middle - half < cut < middle + half for cut in cuts):
        return middle, cap
    ends = [low, *sorted(cut for cut in cuts if low < cut < high), high]
    start, end = max(pairwise(ends), key=lambda piece: round(piece[1] - piece[0], 6))
    return (start + end) / 2, min(cap, cap * (end - start - 2 * SEAM_CLEARANCE) / (2 * half - 2 * SEAM_CLEARANCE))


__all__ = ["EdgeSpace", "crowded_track_messages", "draw_edge_track", "draw_track_numbers", "edge_spaces",
           "most_numbers", "shortest_space"]
