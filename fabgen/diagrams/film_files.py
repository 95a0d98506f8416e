"""A film of a line of play → a GIF, or an SVG that moves by style rules alone, without a script.

Both show the pictures one after another, each for its time. The SVG does so on screens whose users have not asked for
less motion. In print, for these users and in programs that know no animations it shows the still.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from fabgen.artwork.export.layered_svg import LayeredStyle, group_id, write_layered
from fabgen.artwork.themes import Theme
from fabgen.core.problems import problem_error
from fabgen.core.units import format_number
from fabgen.figures.diagrams.catalogue import NamedFigure
from fabgen.figures.positions.comic import STILL, film_groups, film_pictures

SECONDS, LAST_SECONDS = 2.0, 3.0  # how long a picture is shown, and the last one
MOST_DOTS = 4000  # of the longer side of a GIF
MOTION = "@media screen and (prefers-reduced-motion: no-preference)"
TICKS = 100  # a GIF counts hundredths of a second


@dataclass(frozen=True)
class FilmTiming:
    """How long the pictures of a film are shown, in seconds: each its own time, or all the same one; nothing for the
    usual times. A film begins again at its end, unless it `plays_once`."""

    seconds: tuple[float, ...] = ()
    plays_once: bool = False

    def picture_times(self, count: int) -> list[float]:
        """The time of each of so many pictures in seconds. Raises FabgenError where the film has another number of
        pictures than there are times."""
        if not self.seconds:
            return [*[SECONDS] * (count - 1), LAST_SECONDS]
        if len(self.seconds) == 1:
            return [*self.seconds] * count
        if len(self.seconds) != count:
            what = f"there are {len(self.seconds)} times, and the film has {count} pictures"
            raise problem_error(what, "give a time for each picture with --seconds, or a single one for all")
        return [*self.seconds]


def write_film_svg(figure: NamedFigure, theme: Theme, style: LayeredStyle, timing: FilmTiming, name: str) -> bytes:
    """A film as SVG. `name` is a part of its id. Raises FabgenError for times that do not fit the film."""
    groups = [group for group in film_groups(figure.drawing) if group != STILL]
    rules = _animation_rules([group_id(group) for group in groups], timing)
    moving = LayeredStyle(style.margin, style.has_live_text, style.has_ground, frozenset(groups), tuple(rules))
    return write_layered(figure.drawing, theme, moving, figure.caption, figure.alt, figure.language, name)


def _animation_rules(ids: Sequence[str], timing: FilmTiming) -> Iterator[str]:
    """The rules that show the groups with these ids one after another in place of the still."""
    times = timing.picture_times(len(ids))
    ends = [*accumulate(times)]
    length = ends[-1]
    repeats = "1 forwards" if timing.plays_once else "infinite"
    yield f"{MOTION} {{"
    yield f"  #{group_id(STILL)} {{ visibility: hidden }}"
    for id in ids:
        yield f"  #{id} {{ animation: {id} {format_number(length)}s step-end {repeats} }}"
    yield "}"
    for id, start, end in zip(ids, [0.0, *ends], ends, strict=False):
        yield f"@keyframes {id} {{ {' '.join(_key_frames(start / length, end / length))} }}"


def _key_frames(start: float, end: float) -> Iterator[str]:
    """The key frames of a picture that is seen from `start` to `end`, in shares of the film."""
    if start > 0:
        yield "0% { visibility: hidden }"
    yield f"{format_number(100 * start, 4)}% {{ visibility: visible }}"
    yield f"{format_number(100 * end, 4)}% {{ visibility: {'hidden' if end < 1 else 'visible'} }}"
    if end < 1:
        yield "100% { visibility: hidden }"


def write_film_gif(figure: NamedFigure, theme: Theme, margin: float, dpi: int, timing: FilmTiming) -> bytes:
    """A film as GIF on white, with the alt text as its comment. Raises FabgenError for times that do not fit the film,
    and for a picture that is too large."""
    from PIL import Image

    from fabgen.artwork.export.pdf import write_pages
    from fabgen.artwork.export.png import render_pages

    pictures = film_pictures(figure.drawing)
    times = timing.picture_times(len(pictures))
    dots = (max(figure.drawing.size()) + 2 * margin) / 25.4 * dpi
    if dots > MOST_DOTS:
        what = f"this GIF would be {dots:.0f} dots wide or high, and may have {MOST_DOTS}"
        raise problem_error(what, f"write --dpi {int(dpi * MOST_DOTS / dots)} or less, or a smaller --width")
    pages = render_pages(write_pages(pictures, figure.drawing.bounds(), theme, margin), dpi)
    first, *others = [Image.open(io.BytesIO(page)) for page in pages]
    stream = io.BytesIO()
    loop = {} if timing.plays_once else {"loop": 0}
    first.save(stream, "GIF", save_all=True, append_images=others, disposal=1, optimize=False,
               duration=[round(time * TICKS) * 1000 // TICKS for time in times], comment=figure.alt.encode(), **loop)
    return stream.getvalue()


__all__ = ["FilmTiming", "write_film_gif", "write_film_svg"]
