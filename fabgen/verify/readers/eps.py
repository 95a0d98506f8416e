"""A figure's EPS → the things that are painted on it, in their order; mm, y up.

Read by a small interpreter of the PostScript that figures have: paths, colours, fills, strokes and one scale. Every
other word is a Problem, because it might paint anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from fabgen.core.problems import Location, Problem
from fabgen.verify.readers.painted_things import PaintedFigure, PaintedThing
from fabgen.verify.readers.pdf import POINT
from fabgen.verify.readers.xml_text import read_text

_ALIAS = re.compile(r"/(\w+) \{(\w+)\} bind def")
_BOX = re.compile(r"^%%HiResBoundingBox: 0 0 ([\d.]+) ([\d.]+)$", re.MULTILINE)
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
Place = tuple[float, float]


def read_painted_eps(path: Path, file: str) -> tuple[PaintedFigure | None, list[Problem]]:
    """The figure and the Problems of the file; None where it cannot be read."""
    text, problems = read_text(path, file)
    if text is None:
        return None, problems
    box = _BOX.search(text)
    if not text.startswith("%!PS-Adobe-3.0 EPSF-3.0\n") or not box:
        return None, [Problem(Location(file), "this is no EPS with a size", "build the game again")]
    page = _PostScript(file)
    prolog, _, body = text.partition("%%EndProlog")
    page.aliases = dict(_ALIAS.findall(prolog))
    for line in [*_prolog_words(prolog), *body.splitlines()]:
        for word in () if line.startswith("%") else line.split():
            page.run(word)
    width, height = float(box[1]) * POINT, float(box[2]) * POINT
    return PaintedFigure(file, "", None, None, width, height, tuple(page.things)), page.problems


def _prolog_words(prolog: str) -> list[str]:
    """The lines of a prolog without its definitions."""
    return [line for line in prolog.splitlines() if not _ALIAS.fullmatch(line)]


@dataclass
class _PostScript:
    """The state of the interpreter, and what it has painted so far."""

    file: str
    aliases: dict[str, str] = field(default_factory=dict)
    things: list[PaintedThing] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    stack: list[float] = field(default_factory=list)
    scale: float = POINT  # mm a unit
    colour: str = ""
    ends: list[Place] = field(default_factory=list)
    middles: list[Place] = field(default_factory=list)
    first: int = 0  # the place of the subpath's start among the ends
    is_line: bool = False  # whether the last step was a line
    is_filled: bool = False  # whether the area of the path is the thing that was painted last
    saved: list[str] = field(default_factory=list)  # colours

    def run(self, word: str) -> None:
        """Obeys one word."""
        if _NUMBER.fullmatch(word):
            self.stack.append(float(word))
            return
        operator = _OPERATORS.get(self.aliases.get(word, word))
        try:
            if operator is None:
                raise ValueError(f"fabgen verify does not know the word `{word[:40]}`")
            count, obey = operator
            if len(self.stack) < count:
                raise ValueError(f"`{word}` needs {count} numbers")
            values = [self.stack.pop() for _ in range(count)][::-1]
            obey(self, *values)
        except ValueError as error:
            self.problems.append(Problem(Location(self.file), str(error), "build the game again"))

    def begin_path(self) -> None:
        """Forgets the path."""
        self.ends, self.middles, self.is_filled = [], [], False

    def start(self, x: float, y: float) -> None:
        """Begins a subpath."""
        self.first, self.is_line = len(self.ends), False
        self.ends.append((x * self.scale, y * self.scale))

    def go(self, x: float, y: float) -> None:
        """Adds the end of a line."""
        self.is_line = True
        self.ends.append((x * self.scale, y * self.scale))

    def close(self) -> None:
        """Ends a subpath at its start. A line that leads there already is the one that closes it."""
        if self.is_line and len(self.ends) > self.first + 1 and self.ends[-1] == self.ends[self.first]:
            self.ends.pop()

    def curve(self, *values: float) -> None:
        """Adds a cubic Bézier."""
        if not self.ends:
            raise ValueError("a curve begins nowhere")
        (a, b), scaled = self.ends[-1], [value * self.scale for value in values]
        (c, d, e, f, g, h) = scaled
        self.middles.append(((a + 3 * c + 3 * e + g) / 8, (b + 3 * d + 3 * f + h) / 8))
        self.ends.append((g, h))
        self.is_line = False

    def set_colour(self, *levels: float) -> None:
        """Takes red, green and blue, or one grey, each 0 to 1."""
        shades = levels if len(levels) == 3 else levels * 3
        self.colour = "#" + "".join(f"{round(level * 255):02x}" for level in shades)

    def fill(self) -> None:
        """Paints the area of the path."""
        self.things.append(replace(self._thing(), fill=self.colour))
        self.is_filled = True

    def stroke(self) -> None:
        """Paints the lines of the path; of an area that was just painted they are the outline."""
        if self.is_filled:
            self.things[-1] = replace(self.things[-1], stroke=self.colour)
        else:
            self.things.append(replace(self._thing(), stroke=self.colour))

    def save(self) -> None:
        """Keeps the colour. Figures change nothing else between `gsave` and `grestore` that is read here."""
        self.saved.append(self.colour)

    def restore(self) -> None:
        """Takes the colour that was kept last."""
        self.colour = self.saved.pop() if self.saved else ""

    def enlarge(self, across: float, up: float) -> None:
        """Changes the mm a unit."""
        if across != up:
            raise ValueError("the figure is stretched")
        self.scale *= across

    def _thing(self) -> PaintedThing:
        if not self.ends:
            raise ValueError("an empty path is painted")
        return PaintedThing("", "", "", np.array(self.ends), np.array(self.middles).reshape(-1, 2))


def _ignore(page: _PostScript, *values: float) -> None:
    """What changes no point and no colour."""


def _copy(page: _PostScript, value: float) -> None:
    page.stack += [value, value]


def _dash(page: _PostScript, *values: float) -> None:
    """A dash pattern: its numbers are on the stack since `[`."""
    page.stack.clear()


# How many numbers each word takes, and what it does.
_Obey = Callable[..., None]
_OPERATORS: dict[str, tuple[int, _Obey]] = {
    "newpath": (0, _PostScript.begin_path),
    "moveto": (2, _PostScript.start),
    "lineto": (2, _PostScript.go),
    "curveto": (6, _PostScript.curve),
    "closepath": (0, _PostScript.close),
    "setrgbcolor": (3, _PostScript.set_colour),
    "setgray": (1, _PostScript.set_colour),
    "eofill": (0, _PostScript.fill),
    "fill": (0, _PostScript.fill),
    "stroke": (0, _PostScript.stroke),
    "scale": (2, _PostScript.enlarge),
    "gsave": (0, _PostScript.save),
    "grestore": (0, _PostScript.restore),
    "dup": (1, _copy),
    "setdash": (0, _dash),
    **dict.fromkeys(("dict", "setlinewidth", "setlinecap", "setlinejoin"), (1, _ignore)),
    **dict.fromkeys(("begin", "end", "[", "]"), (0, _ignore)),
}

__all__ = ["read_painted_eps"]
