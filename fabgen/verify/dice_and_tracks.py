"""The nets of dice and the score tracks on print-and-play sheets → every Problem of them: each face has its words or
its pips, each fold the length of a face, each track its numbers and the size of its spaces.

How many there are is proven with the ids of all things (`printed_things`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from fabgen.core.problems import Problem
from fabgen.verify.files import AGAIN
from fabgen.verify.paper_cuts import MARK_END, SIZE
from fabgen.verify.printed_things import PrintedSet
from fabgen.verify.readers.page_pdf import PrintedPage, PrintedThing
from fabgen.verify.readers.pdf import Box

ID = re.compile(r"(.+) (die|track) (\d{1,2})(?:-to-(\d{1,2}))?")
ALL_PIPS = 21  # of a die: 1 + 2 + 3 + 4 + 5 + 6
FOLDS = 12  # of a net: 4 across, 8 upright, each as long as a face
AROUND = 5.0 + MARK_END  # mm from the spaces of a track to the outer ends of its cut marks: its frame, and a mark
INSIDE = 0.3  # mm by which a line may reach over the box of its thing


def check_dice_and_tracks(printed: PrintedSet) -> Iterator[Problem]:
    """Every Problem of the dice and the tracks of a set."""
    game = printed.spec.game
    if printed.poster or not (game.dice or game.tracks):
        return
    for place, side in enumerate(printed.sides, 1):
        for thing in side.things:
            match = ID.fullmatch(thing.id)
            copies = int(match[4] or match[3]) - int(match[3]) + 1 if match else 0
            if match and match[2] == "die" and match[1] in game.dice:
                faults = _die_faults(printed, match[1], side, thing, copies)
            elif match and match[2] == "track" and match[1] in game.own_tracks:
                faults = _track_faults(printed, match[1], thing)
            else:
                continue
            yield from (Problem(printed.on(place), fault, AGAIN) for fault in faults)


def _die_faults(printed: PrintedSet, name: str, side: PrintedPage, thing: PrintedThing, copies: int) -> Iterator[str]:
    """What is wrong with some nets of a die."""
    die = printed.spec.game.dice[name]
    words = Counter(word for text in thing.words for word in text.split())
    if not die.faces:
        pips = sum(_is_round_within(area, thing.box, die.size) for area in side.areas)
        if pips != ALL_PIPS * copies:
            yield f"{thing.id} has {pips} pips, not {ALL_PIPS * copies}"
    wanted = Counter(word for text in die.faces for word in text.split() for _ in range(copies))
    if words != wanted:
        yield f"the faces of {thing.id} say {', '.join(sorted(words.elements())) or 'nothing'}"
    folds = sum(_has_length(line, die.size) and _is_within((*line[0], *line[1]), thing.box) for line in side.lines)
    if folds != FOLDS * copies:
        yield f"{thing.id} has {folds} folds of {die.size:g} mm, not {FOLDS * copies}"


def _track_faults(printed: PrintedSet, name: str, thing: PrintedThing) -> Iterator[str]:
    """What is wrong with a track."""
    track = printed.spec.game.tracks[name]
    numbers = [word for text in thing.words for word in text.split()]
    if sorted(numbers) != sorted(str(number) for number in range(track.first, track.last + 1)):
        yield f"{thing.id} does not have the numbers from {track.first} to {track.last}, each once"
    total = track.last - track.first + 1
    wanted = sorted(number * track.cell for number in (min(total, track.row), -(-total // track.row)))
    x0, y0, x1, y1 = thing.box
    sizes = sorted((x1 - x0 - 2 * AROUND, y1 - y0 - 2 * AROUND))
    if any(abs(size - side) > INSIDE for size, side in zip(sizes, wanted, strict=True)):
        yield f"the spaces of {thing.id} take {sizes[0]:.1f} x {sizes[1]:.1f} mm, not {wanted[0]:g} x {wanted[1]:g} mm"


def _is_round_within(area: Box, box: Box, size: float) -> bool:
    """Whether an area is as wide as high, smaller than a quarter of a face, and within a thing."""
    width, height = area[2] - area[0], area[3] - area[1]
    return abs(width - height) < SIZE and width < size / 4 and _is_within(area, box)


def _is_within(box: Box, outer: Box) -> bool:
    """Whether the corners of a box, in any order, lie within another one."""
    return all(outer[n % 2] - INSIDE < value < outer[n % 2 + 2] + INSIDE for n, value in enumerate(box))


def _has_length(line: tuple[tuple[float, float], tuple[float, float]], length: float) -> bool:
    """Whether a level or upright line is so long, in mm."""
    (x0, y0), (x1, y1) = line
    return abs(abs(x1 - x0) + abs(y1 - y0) - length) < SIZE and min(abs(x1 - x0), abs(y1 - y0)) < SIZE


__all__ = ["check_dice_and_tracks"]
