"""The name of a pattern and a box in mm → the lines that fill the box with it. The caller clips them to a shape.

Patterns tell players apart without colour. A 300 dpi laser printer can still separate their lines: 0.25 mm wide or
more, and 1.3 mm or more apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from fabgen.artwork.path import Path, circle, line

Box = tuple[float, float, float, float]
PITCH = 1.5  # mm between lines
WIDE = 2.2  # mm between the lines of patterns of two sets of lines, and between dots
WIDTH = 0.3  # mm
DOT, DISC = 0.3, 0.62  # mm: radius


def hatch_box(name: str, box: Box) -> tuple[list[Path], list[Path]]:
    """Lines to stroke 0.3 mm wide, and dots to fill, both around the middle of the box. Raises KeyError for an unknown
    name."""
    paths = list(HATCHES[name](box))
    return [path for path in paths if not path.closed], [path for path in paths if path.closed]


def _steps(reach: float, pitch: float) -> Iterator[float]:
    """Places from -reach to reach, one at 0."""
    count = math.ceil(reach / pitch)
    yield from (pitch * n for n in range(-count, count + 1))


def _parallel_lines(box: Box, angle: float, pitch: float = PITCH) -> Iterator[Path]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    reach = math.hypot(box[2] - box[0], box[3] - box[1]) / 2
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for off in _steps(reach, pitch):
        u, v = x - off * s, y + off * c
        yield line((u - reach * c, v - reach * s), (u + reach * c, v + reach * s))


def _crossed_lines(box: Box, angle: float) -> Iterator[Path]:
    yield from _parallel_lines(box, angle, WIDE)
    yield from _parallel_lines(box, angle + 90, WIDE)


def _dots(box: Box, radius: float = DOT) -> Iterator[Path]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    half = WIDE / 2
    for row, up in enumerate(_steps((box[3] - box[1]) / 2, half)):
        for across in _steps((box[2] - box[0]) / 2, WIDE):
            yield circle((x + across + (half if row % 2 else 0.0), y + up), radius)


HATCHES: dict[str, Callable[[Box], Iterator[Path]]] = {
    "plain": lambda _: iter(()),
    "rising": lambda box: _parallel_lines(box, 45),
    "falling": lambda box: _parallel_lines(box, 135),
    "level": lambda box: _parallel_lines(box, 0),
    "upright": lambda box: _parallel_lines(box, 90),
    "diamonds": lambda box: _crossed_lines(box, 45),
    "squares": lambda box: _crossed_lines(box, 0),
    "dots": _dots,
    "discs": lambda box: _dots(box, DISC),
    "dense": lambda box: _parallel_lines(box, 45, PITCH / 2),
}
