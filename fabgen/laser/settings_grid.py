"""A material and its settings → squares to cut with different speeds and powers, from the weakest to the strongest.

Each square is a step of its own: a layer in a LightBurn project, a colour elsewhere. A program that distinguishes only
a few colours gets no grid. The page is larger than the plate by the machine's margin on all sides, so that no line is
on its edge. Lengths in mm, y up, speeds in mm/s, powers in per cent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from fabgen.artwork.path import Path, rectangle, translation
from fabgen.artwork.text import TextLine, text_outlines, text_width
from fabgen.laser.machine import Machine
from fabgen.materials.material import LaserSetting
from fabgen.materials.operations import Operation

SIDE, PITCH, LEFT, TOP, EDGE = 8.0, 12.0, 16.0, 12.0, 5.0  # a square, from square to square, margins for labels, rim
CAP = 2.2  # capitals of the labels
SPEEDS, POWERS = (0.5, 0.7, 1.0, 1.4, 2.0), (0.5, 0.65, 0.8, 1.0, 1.25)  # of the settings to try first
SHAPES = ((5, 5), (5, 4), (4, 4), (4, 3), (3, 3), (3, 2), (2, 2))  # speeds x powers, as colours allow
LABELS, OUTLINE = "labels", "outline"


@dataclass(frozen=True)
class GridStep:
    """All paths that are cut or scored with one setting, with the name and the colour of this step."""

    name: str
    colour: str
    setting: LaserSetting
    paths: tuple[Path, ...]


@dataclass(frozen=True)
class SettingsGrid:
    """The page of the plate and its steps in working order: labels, squares from the weakest, the outline last.
    `line_width` in mm is that of the machine's cuts."""

    title: str
    width: float
    height: float
    steps: tuple[GridStep, ...]
    line_width: float

    @property
    def squares(self) -> tuple[GridStep, ...]:
        """The steps of the squares, from the weakest."""
        return self.steps[1:-1]


def make_settings_grid(
    title: str, machine: Machine, settings: dict[Operation, LaserSetting], colours: Sequence[str]
) -> SettingsGrid | None:
    """The grid with a square for each colour, up to 25. None for fewer than four colours."""
    shape = next((shape for shape in SHAPES if shape[0] * shape[1] <= len(colours)), None)
    if shape is None:
        return None
    cut, looks = settings[Operation.CUT_OUTER], machine.operations
    speeds, powers = _speeds(cut, shape[0]), _powers(cut, shape[1])
    width = max(text_width(_heading(title), CAP) + 2 * EDGE, LEFT + PITCH * len(speeds) + EDGE - (PITCH - SIDE))
    height = TOP + PITCH * len(powers) + EDGE
    spots = {(speed, power): (LEFT + PITCH * i, EDGE + PITCH * j)
             for (i, speed), (j, power) in product(enumerate(speeds), enumerate(powers))}
    order = sorted(spots, key=lambda setting: (setting[1] / setting[0], setting[1]))
    squares = [
        GridStep(
            f"{speed:g} mm/s {power:g} %",
            colour,
            LaserSetting(speed=speed, power=power, passes=cut.passes),
            (rectangle(*spots[speed, power], SIDE, SIDE),),
        )
        for (speed, power), colour in zip(order, colours, strict=False)
    ]
    labels = GridStep(LABELS, looks[Operation.SCORE].colour, settings[Operation.SCORE],
                  _labels(title, speeds, powers, height))
    outline = GridStep(OUTLINE, looks[Operation.CUT_OUTER].colour, cut, (rectangle(0, 0, width, height, 2.0),))
    margin = machine.margin
    steps = tuple(replace(step, paths=tuple(path.transformed(translation(margin, margin)) for path in step.paths))
                  for step in (labels, *squares, outline))
    line_width = looks[Operation.CUT_OUTER].width or 0.1
    return SettingsGrid(title, width + 2 * margin, height + 2 * margin, steps, line_width)


def _speeds(cut: LaserSetting, count: int) -> list[float]:
    """The speeds around the one to try first, slowest first."""
    first = (len(SPEEDS) - count) // 2
    return [round(cut.speed * share, 1) for share in SPEEDS[first : first + count]]


def _powers(cut: LaserSetting, count: int) -> list[float]:
    """The powers around the one to try first, weakest first; all different, none over 100 %."""
    strongest = min(100.0, cut.power * POWERS[-1])
    weakest = min(cut.power, strongest) * POWERS[0]
    return [float(round(weakest + (strongest - weakest) * n / (count - 1))) for n in range(count)]


def _heading(title: str) -> str:
    """The name of the plate as its file name says it."""
    return f"{title}: mm/s across, % up"


def _labels(title: str, speeds: Sequence[float], powers: Sequence[float], height: float) -> tuple[Path, ...]:
    """The name of the plate, speeds over the columns, powers before the rows."""
    texts = [TextLine(_heading(title), (EDGE, height - 5), CAP, "start")]
    texts += [
        TextLine(f"{speed:g}", (LEFT + PITCH * i + SIDE / 2, height - 9.6), CAP) for i, speed in enumerate(speeds)
    ]
    texts += [TextLine(f"{power:g}", (LEFT - 3, EDGE + PITCH * j + SIDE / 2 - CAP / 2), CAP, "end")
              for j, power in enumerate(powers)]
    return tuple(path for text in texts for glyph in text_outlines(text) for path in glyph)


def choose_step_colours(machine: Machine) -> list[str]:
    """The colours that a program can run as separate steps, without those of labels and outline. For a program without
    a palette, 25 colours by rising hex value."""
    if machine.palette:
        return unused_colours(machine, machine.palette)
    return [f"#{16 + 9 * n:02X}{53 * n % 200:02X}{97 * n % 200:02X}" for n in range(25)]


def unused_colours(machine: Machine, colours: Sequence[str]) -> list[str]:
    """The colours without those of labels and outline."""
    used = {machine.operations[operation].colour.upper() for operation in (Operation.SCORE, Operation.CUT_OUTER)}
    return [colour for colour in colours if colour.upper() not in used]
