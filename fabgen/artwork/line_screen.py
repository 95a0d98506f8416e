"""A picture of dots, a PNG or JPEG file → areas that a laser engraves: level lines that swell where the picture is
dark, as in an engraved portrait, and break up into dashes where it is light.

A beam marks or does not mark, so that greys are a matter of how much is marked. As areas they land in every laser
format, are swept like any other area, and can be proven; a picture inside of a file can be none of these. Lines of one
direction also sweep quickly: the head runs along them.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.path import Path, polygon
from fabgen.artwork.picture import picture_size
from fabgen.artwork.svg_artwork import SvgArtwork
from fabgen.core.problems import problem_error

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_DOTS = 24  # across and down: under this a picture shows nothing
LEAST_LINES, MOST_LINES = 16, 128  # lines of a picture
HEIGHT = 100.0  # mm: of the art before it is scaled to its place
# Shares of the pitch, which is the distance between two lines:
THIN, THICK = 0.36, 0.82  # the thinnest and the thickest line
LIGHTEST = 0.04  # of what is marked: lighter places stay blank
DASH = 3.0  # the length in which a light line is one dash and one gap
SHORT = 0.4  # the shortest dash
GAP = 0.3  # the shortest gap
STATION = 0.5  # between two places where the thickness of a line is looked up
SMOOTH = 0.03  # that the edge of a line may be off where places are left out


def read_line_screen(data: bytes, lines: int) -> SvgArtwork:
    """The art that a picture becomes, in so many lines (16 to 128). Raises FabgenError for a file that is no PNG or
    JPEG, has too few or too many dots, or is blank."""
    across, down = picture_size(data, hint="save it smaller: about 1000 x 1000 dots are more than a laser shows")
    if min(across, down) < LEAST_DOTS:
        what = f"the picture has {across} x {down} dots; to be engraved it needs at least {LEAST_DOTS} x {LEAST_DOTS}"
        raise problem_error(what, "save it larger: about 500 x 500 dots")
    count = max(LEAST_LINES, min(MOST_LINES, lines))
    pitch = HEIGHT / count
    columns = max(4, round(across / down * count / STATION))
    marked = _read_darkness(data, columns, count) * THICK
    width = columns * STATION * pitch
    if float(marked.max()) < LIGHTEST:
        raise problem_error("nothing in the picture is darker than white", "what is dark is engraved")
    areas = [path for row in range(count)
             for path in _screen_row(marked[row].tolist(), pitch, HEIGHT - (row + 0.5) * pitch, row)]
    if not areas:
        raise problem_error("the picture is too light: no line of it would be engraved", "give it more contrast")
    return SvgArtwork(tuple(areas), (), (width, HEIGHT))


def _read_darkness(data: bytes, columns: int, rows: int) -> NDArray[np.float64]:
    """How dark each place of the picture is on white ground, from 0 to 1, from the top down."""
    import numpy as np
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=["PNG", "JPEG"]) as file:
            layers = ImageOps.exif_transpose(file).convert("RGBA")
    except (OSError, SyntaxError, ValueError):
        raise problem_error("the picture is damaged", "save it again as PNG") from None
    image = Image.alpha_composite(Image.new("RGBA", layers.size, "#ffffff"), layers).convert("L")
    greys = image.resize((columns, rows), Image.Resampling.BOX)
    return 1.0 - np.asarray(greys, dtype=float) / 255


def _screen_row(marked: Sequence[float], pitch: float, y: float, row: int) -> Iterator[Path]:
    """The lines of one row whose middle is at y. `marked` is the share to be marked at each station."""
    step = STATION * pitch
    period = round(DASH / STATION)
    shift = period // 2 * (row % 2)  # dashes of neighbouring rows are set like bricks
    blocks = [range(max(0, n - shift), min(len(marked), n - shift + period))
              for n in range(0, len(marked) + shift, period)]
    runs: list[list[tuple[float, float]]] = []  # of stations: x, and half the thickness there
    for block in (block for block in blocks if block):
        is_solid = min(marked[n] for n in block) >= THIN
        runs += _solid_run(marked, block, step, pitch) if is_solid else _dash(marked, block, step, pitch)
    for run in _join_runs(runs, GAP * pitch):
        stations = _thin_out(run, SMOOTH * pitch)
        above = [(x, y + half) for x, half in stations]
        below = [(x, y - half) for x, half in reversed(stations)]
        yield polygon([*below[::-1], *above[::-1]])


def _solid_run(marked: Sequence[float], block: range, step: float, pitch: float) -> list[list[tuple[float, float]]]:
    return [[(n * step + edge, max(THIN, marked[n]) * pitch / 2) for n in block for edge in (0.0, step)]]


def _dash(marked: Sequence[float], block: range, step: float, pitch: float) -> list[list[tuple[float, float]]]:
    """One dash as long as the block's darkness asks for, around its darkest place; none where it is blank."""
    share = sum(marked[n] for n in block) / len(block)
    if share < LIGHTEST:
        return []
    weight = sum(marked[n] for n in block)
    # As thick as its dark places are, so that a dash at the edge of something dark ends there.
    thickness = min(THICK, max(THIN, sum(marked[n] ** 2 for n in block) / weight))
    left, right = block[0] * step, (block[-1] + 1) * step
    length = min(right - left, max(SHORT * pitch, share / thickness * (right - left)))
    middle = sum((n + 0.5) * step * marked[n] for n in block) / weight
    start = min(max(left, middle - length / 2), right - length)
    return [[(start, thickness * pitch / 2), (start + length, thickness * pitch / 2)]]


def _join_runs(runs: Sequence[list[tuple[float, float]]], least_gap: float) -> list[list[tuple[float, float]]]:
    """The runs with those joined that are less than `least_gap` mm apart."""
    joined: list[list[tuple[float, float]]] = []
    for run in runs:
        if joined and run[0][0] - joined[-1][-1][0] < least_gap:
            joined[-1] += run
        else:
            joined.append(list(run))
    return joined


def _thin_out(run: Sequence[tuple[float, float]], limit: float) -> list[tuple[float, float]]:
    """A run without the stations that lie on a line between others within a limit, and no two at one place."""
    merged = [(a[0], (a[1] + b[1]) / 2) if math.isclose(a[0], b[0], abs_tol=1e-9) else a for a, b in pairwise(run)]
    stations: list[tuple[float, float]] = []
    for station in [*merged, run[-1]]:
        if not stations or station[0] - stations[-1][0] > 1e-9:
            stations.append(station)
    kept = [stations[0]]
    for n in range(1, len(stations) - 1):
        (x0, a), (x1, b), (x2, c) = kept[-1], stations[n], stations[n + 1]
        if abs(a + (c - a) * (x1 - x0) / (x2 - x0) - b) > limit:
            kept.append((x1, b))
    return [*kept, stations[-1]]


__all__ = ["read_line_screen"]
