"""A plotter's name → what its camera looks for on a printed sheet, and where the sheet is free of that.

A plotter is a YAML file in `paper/plotters`, or the user's own: a new one needs no code.
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.path import Box, Path, Point, circle, polygon, rectangle
from fabgen.core.english import join_words
from fabgen.core.problems import problem_error
from fabgen.core.profiles import load_profile
from fabgen.core.units import Length
from fabgen.core.yaml_models import YamlModel
from fabgen.typeset.papers import Paper

INCH = 25.4  # mm
NUMBERS = ("arm", "line", "inset", "width", "height")  # that steps may hold, in inches: those of the page at the end
TARGET_GROUND = (8.0, 9.0)  # mm: half the white ground of a target
RING = 3.0  # mm: the outer radius of the inner ring of a target
DOT = 0.99  # mm: the radius of its dot
BAR = 6.49  # mm from its middle to that of the bar above it
LEAST_ROOM = 60.0  # mm: a plotter's room on a page that is not worth a try
LEAST_INSET = 6.35  # mm: what printers leave white at an edge; marks there are not printed whole
# mm: from the least to the greatest length of each part of a mark. What is beyond is a length in another unit.
PLAUSIBLE = {"size": (2.0, 30.0), "arm": (3.0, 100.0), "line": (0.25, 5.0), "inset": (LEAST_INSET, 100.0)}
Short = Annotated[Length, Field(ge=0, le=100)]
Picture = Annotated[Length, Field(ge=LEAST_ROOM, le=2000)]


class Plotter(YamlModel):
    """A cutting plotter with a camera. `source` is where its numbers were found, in the month `read`.

    * `marks`: `corners` are a square at the upper left, and two corners of lines; `targets` are rings in the corners;
      `none`: the plotter's program prints its own, and takes the sheet as a picture.
    * `inset`: from the left and right, and from the upper and lower edge: to the lines of corners, to the middles of
      targets.
    * `size`: the side of the square, or the diameter of a target; `arm`: the length of a corner's lines; `line`: their
      width; `clear`: what stays free around marks.
    * `largest`: width and height of a picture.
    * `steps`: what to do in the plotter's program, a line each.
    """

    name: str
    source: str
    read: str
    marks: Literal["corners", "targets", "none"]
    inset: tuple[Short, Short] = (0.0, 0.0)
    size: Short = 0.0
    arm: Short = 0.0
    line: Short = 0.0
    clear: Short = 0.0
    largest: tuple[Picture, Picture] | None = None
    steps: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _needs_what_its_marks_consist_of(self) -> Plotter:
        """The lengths that marks of this kind have."""
        needed = {"corners": ("size", "arm", "line"), "targets": ("size", "line"), "none": ("largest",)}[self.marks]
        if missing := [name for name in needed if not getattr(self, name)]:
            raise ValueError(f"marks of the kind `{self.marks}` need {' and '.join(f'`{name}`' for name in missing)}")
        return self

    @field_validator(*PLAUSIBLE)
    @classmethod
    def _is_as_long_as_a_mark(cls, value: float | tuple[float, float], info: ValidationInfo
                              ) -> float | tuple[float, float]:
        """Lengths that a camera finds on a printed sheet; 0 is none."""
        low, high = PLAUSIBLE[info.field_name or ""]
        for length in value if isinstance(value, tuple) else (value,):
            if length and not low <= length <= high:
                raise ValueError(f"{length:.3g} mm is not what a camera finds on a printed sheet\n{low:g} to {high:g} "
                                 "mm; a number without a unit is in mm, one in inches is written like 0.394in")
        return value

    @field_validator("steps")
    @classmethod
    def _name_numbers(cls, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Steps may hold some numbers in braces."""
        for step in steps:
            try:
                step.format(**dict.fromkeys(NUMBERS, 1.0))
            except (KeyError, IndexError, ValueError, AttributeError):
                raise ValueError(f"a step has braces around something else than a number: {step[:60]}\nwrite "
                                 f"{join_words([f'{{{name}}}' for name in NUMBERS], 'or')}, or no braces") from None
        return steps

    def page_size(self, paper: Paper) -> Point:
        """Width and height in mm of what is printed: the upright paper, or the picture."""
        return self.largest if self.marks == "none" and self.largest else paper.size

    def room(self, paper: Paper) -> Box:
        """The part of the page in which things may lie, in mm: left, bottom, right, top. Raises FabgenError where the
        marks leave hardly any."""
        left, bottom, right, top = room = self._free_box(paper)
        if min(right - left, top - bottom) < LEAST_ROOM:
            free = " x ".join(f"{max(0.0, side):.0f}" for side in (right - left, top - bottom))
            raise problem_error(f"the marks of {self.name} leave {free} mm of {paper.name} free",
                                "a smaller `inset` or `arm`, or a larger paper")
        return room

    def _free_box(self, paper: Paper) -> Box:
        """What the marks leave of the page, however little."""
        width, height = self.page_size(paper)
        if self.marks == "none":
            return 0.0, 0.0, width, height
        if self.marks == "targets":
            across, along = self.inset[0], self.inset[1] + TARGET_GROUND[1] + self.clear
        else:
            beside = self.inset[0] + self.line / 2 + self.clear
            across, along = beside, self.inset[1] + max(self.size, self.arm) + self.line / 2 + self.clear
        return across, along, width - across, height - along

    def draw_marks(self, paper: Paper) -> Drawing:
        """The marks on the upright paper."""
        if self.marks == "none":
            return Drawing()
        width, height = paper.size
        x, y = self.inset
        if self.marks == "targets":
            middles = [(x, y), (width - x, y), (x, height - y), (width - x, height - y)]
            return draw(Role.REGISTRATION, *(path for middle in middles for path in self._target(middle)))
        square = rectangle(x, height - y - self.size, self.size, self.size)
        corners = (self._corner((width - x, height - y), (-1, -1)), self._corner((x, y), (1, 1)))
        return draw(Role.REGISTRATION, square, *corners)

    def _corner(self, corner: Point, ways: Point) -> Path:
        """Two lines that meet in a corner, as one area: their middles start there and go in two ways."""
        half, end = self.line / 2, self.arm + self.line / 2
        points = [(-half, -half), (end, -half), (end, half), (half, half), (half, end), (-half, end)]
        return polygon([(corner[0] + ways[0] * x, corner[1] + ways[1] * y) for x, y in points])

    def _target(self, middle: Point) -> list[Path]:
        """Two rings and a dot, each ring between two circles, and the bar above them."""
        x, y = middle
        radii = (self.size / 2, self.size / 2 - self.line, RING, RING - self.line, DOT)
        half = self.size / 2
        bar = rectangle(x - half, y + BAR - self.line / 2, self.size, self.line)
        return [*(circle(middle, radius) for radius in radii), bar]

    def write_steps(self, paper: Paper) -> list[str]:
        """The steps with their numbers, in inches."""
        width, height = self.page_size(paper)
        lengths = (self.arm, self.line, self.inset[0], width, height)
        numbers = {name: length / INCH for name, length in zip(NUMBERS, lengths, strict=True)}
        return [step.format(**numbers) for step in self.steps]


def load_plotter(name: str) -> Plotter:
    """A built-in plotter by name, or the one in a YAML file. Raises FabgenError with every mistake in it."""
    return load_profile(name, "plotters", Plotter, FilePath())
