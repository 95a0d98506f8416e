"""The track around a printed board → every Problem of it: its numbers go round in their order, clockwise from the lower
left corner, each between two lines of its own.

Where a number or a line stands is measured on the sheets, which are laid together as their tiles say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from fabgen.core.english import join_words
from fabgen.core.problems import Problem
from fabgen.spec.components import Track
from fabgen.verify.files import AGAIN
from fabgen.verify.printed_things import BESIDE_TRACK, TILE_BLEED, PrintedSet, board_extent, tile_place
from fabgen.verify.readers.page_pdf import PrintedPage
from fabgen.verify.readers.pdf import Box, Spot

NEAR = 0.15  # mm by which the end of a line may be off
SAME = 0.004  # of a side of the board: two equal things that are nearer are one
SIDES = 4.0  # of a board: a place on its edge is a number from 0 to 4


def check_edge_tracks(printed: PrintedSet) -> Iterator[Problem]:
    """Every Problem of the track around the board of a set."""
    boards = [side for side in printed.sides if printed.shows_board(side) and side.clips]
    for name, track in printed.spec.game.tracks.items():
        if track.around and boards:
            yield from (Problem(printed.location, f"the {name} track around the board {fault}", AGAIN)
                        for fault in _track_faults(printed, track, boards))


def _track_faults(printed: PrintedSet, track: Track, boards: list[PrintedPage]) -> Iterator[str]:
    """What is wrong with a track around the board."""
    size = board_extent(printed)
    origins = _tile_origins(printed, boards)
    printed_numbers, printed_borders = list[tuple[float, str]](), list[tuple[float, str]]()
    for side, origin in zip(boards, origins, strict=True):
        clip = _clip_of(side)
        for word in side.words:
            x, y = (word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2
            if re.fullmatch(r"-?\d+", word.text) and _is_within((x, y), clip):
                spot = x - origin[0], y - origin[1]
                if _depth(spot, size) < BESIDE_TRACK + track.cell:
                    printed_numbers.append((_place_on_edge(spot, size, track), word.text))
        for line in side.lines:
            first, last = ((x - origin[0], y - origin[1]) for x, y in line)
            x, y = (line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2
            if _is_within((x, y), clip) and _is_border(first, last, size, track):
                printed_borders.append((_place_on_edge((x - origin[0], y - origin[1]), size, track), ""))
    numbers, borders = _without_doubles(printed_numbers), [place for place, _ in _without_doubles(printed_borders)]
    found = [text for _, text in numbers]
    wanted = [str(number) for number in range(track.first, track.last + 1)]
    if missing := [text for text in wanted if text not in found]:
        yield f"lacks {join_words(missing)}"
    elif found != wanted:
        yield f"does not have the numbers from {track.first} to {track.last} in their order, each once"
    if len(borders) != len(wanted):
        yield f"has {len(borders)} lines between its spaces, not {len(wanted)}"
    elif found == wanted:
        places = [place for place, _ in numbers]
        for text, (place, following) in zip(wanted, pairwise([*places, SIDES]), strict=True):
            if sum(place < border < following for border in borders) != 1:
                yield f"has no line after {text}"


def _clip_of(side: PrintedPage) -> Box:
    """The box of the board on a page, without the ink beyond its cuts."""
    x0, y0, x1, y1 = max(side.clips, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    return x0 + TILE_BLEED, y0 + TILE_BLEED, x1 - TILE_BLEED, y1 - TILE_BLEED


def _tile_origins(printed: PrintedSet, boards: list[PrintedPage]) -> list[Spot]:
    """Where the lower left corner of the whole board would be on each page."""
    places = [tile_place(printed.tile(side)) for side in boards]
    clips = [_clip_of(side) for side in boards]
    widths = {column: clip[2] - clip[0] for (column, _), clip in zip(places, clips, strict=True)}
    heights = {row: clip[3] - clip[1] for (_, row), clip in zip(places, clips, strict=True)}
    return [(clip[0] - sum(width for number, width in widths.items() if number < column),
             clip[1] - sum(height for number, height in heights.items() if number > row))
            for (column, row), clip in zip(places, clips, strict=True)]


def _is_within(spot: Spot, box: Box) -> bool:
    """Whether a place lies in a box or on its edge: what is on a seam is seen on two tiles."""
    return box[0] - NEAR < spot[0] < box[2] + NEAR and box[1] - NEAR < spot[1] < box[3] + NEAR


def _without_doubles(things: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Places on the edge with their texts, in their order; what is on a seam, and so on two tiles, once."""
    things = sorted(things)
    return [thing for number, thing in enumerate(things) if not number or thing[1] != things[number - 1][1]
            or thing[0] - things[number - 1][0] > SAME]


def _depth(spot: Spot, size: Spot) -> float:
    """How far a place is from the edge of the board."""
    return min(spot[0], spot[1], size[0] - spot[0], size[1] - spot[1])


def _place_on_edge(spot: Spot, size: Spot, track: Track) -> float:
    """The place on the edge, from 0 in the lower left corner clockwise to 4. Each corner is one place."""
    (x, y), (width, height), track_depth = spot, size, BESIDE_TRACK + track.cell - NEAR
    left, right, low, high = x < track_depth, x > width - track_depth, y < track_depth, y > height - track_depth
    for corner, is_there in enumerate((left and low, left and high, right and high, right and low)):
        if is_there:
            return float(corner)
    if left:
        return y / height
    if high:
        return 1 + x / width
    return 3 - y / height if right else 4 - x / width


def _is_border(first: Spot, last: Spot, size: Spot, track: Track) -> bool:
    """Whether a line leads straight across the track."""
    width, height = abs(first[0] - last[0]), abs(first[1] - last[1])
    is_straight = min(width, height) < NEAR
    has_length = abs(max(width, height) - track.cell) < NEAR
    depths = sorted((_depth(first, size), _depth(last, size)))
    wanted_depths = BESIDE_TRACK, BESIDE_TRACK + track.cell
    is_across = all(abs(depth - wanted) < NEAR for depth, wanted in zip(depths, wanted_depths, strict=True))
    return is_straight and has_length and is_across


__all__ = ["check_edge_tracks"]
