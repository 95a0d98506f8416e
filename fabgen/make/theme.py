"""Role and tone → ink on paper or screen. A theme without an ink for every role does not load.

Widths are in mm. A colour is `#rrggbb`, or `tone` (the colour of the item's tone), `tint` (a light mix of it with
white), `faint` (a lighter one still) or `shade` (a dark mix, for lines and words on white).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import Field, model_validator

from fabgen.artwork.drawing import Role
from fabgen.declared import YamlModel, read_yaml
from fabgen.make.builtin import folder
from fabgen.make.hatch import HATCHES

Colour = Annotated[str, Field(pattern=r"^(#[0-9a-f]{6}|tone|tint|faint|shade)$")]

UNKNOWN_TONE, UNKNOWN_TONE_GREY = "#6b7280", "#707070"  # the colour of an unknown tone


class Ink(YamlModel):
    """How a role is inked: `stroke` is the colour of its lines, `width` theirs in mm, `fill` the colour of its areas
    and text, `dash` lengths in mm on and off, `hatch` the colour of its tone's pattern over the fill. A role with an
    empty ink is not drawn."""

    stroke: Colour | None = None
    width: float = 0.25
    fill: Colour | None = None
    dash: tuple[float, float] | None = None
    hatch: Colour | None = None


class Theme(YamlModel):
    """A theme: an ink for every role, a palette of tones, and the names of the patterns of tones. With `grey`, all its
    colours are greys, and files hold them as greys."""

    name: str
    inks: dict[Role, Ink]
    palette: dict[str, Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]]
    patterns: dict[str, str] = Field(default_factory=dict)
    grey: bool = False

    @model_validator(mode="after")
    def _complete(self) -> Theme:
        missing = [role.value for role in Role if role not in self.inks]
        if missing:
            raise ValueError(f"this theme says nothing of {', '.join(missing)}")
        if unknown := [name for name in self.patterns.values() if name not in HATCHES]:
            raise ValueError(f"there is no pattern {unknown[0]}\nthere are {', '.join(HATCHES)}")
        named = [c for ink in self.inks.values() for c in (ink.stroke, ink.fill, ink.hatch) if c and c[0] == "#"]
        if self.grey and (coloured := [c for c in [*named, *self.palette.values()] if len(set(_rgb(c))) > 1]):
            raise ValueError(f"{coloured[0]} is no grey, and this theme says it is all grey")
        return self


@dataclass(frozen=True)
class ResolvedInk:
    """An ink with its colours resolved, ready for a writer: colours as `#rrggbb` or None. `hatch` is the colour of the
    pattern over the fill, `pattern` its name; `grey` whether colours are to be written as greys."""

    stroke: str | None
    width: float
    fill: str | None
    dash: tuple[float, float] | None
    hatch: str | None = None
    pattern: str = "plain"
    grey: bool = False


def resolve_ink(theme: Theme, role: Role, tone: str) -> ResolvedInk | None:
    """The resolved ink of a role in a tone; unknown tones are grey. None where the theme leaves the role out."""
    chosen = theme.inks[role]
    if chosen.stroke is None and chosen.fill is None:
        return None
    base = theme.palette.get(tone, UNKNOWN_TONE_GREY if theme.grey else UNKNOWN_TONE)
    stroke, fill, lines = (_resolve_colour(colour, base) for colour in (chosen.stroke, chosen.fill, chosen.hatch))
    pattern = theme.patterns.get(tone, "plain") if lines else "plain"
    return ResolvedInk(stroke, chosen.width, fill, chosen.dash, lines, pattern, theme.grey)


def _resolve_colour(colour: str | None, base: str) -> str | None:
    mixes = {"tone": base, "tint": mix_colours(base, "#ffffff", 0.72), "faint": mix_colours(base, "#ffffff", 0.88),
             "shade": mix_colours(base, "#000000", 0.45)}
    return mixes.get(colour, colour) if colour else None


@cache
def mix_colours(colour: str, other: str, share: float) -> str:
    """A colour with a share (0 to 1) of another one.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(_rgb(colour), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share + 1e-9):02x}" for a, b in pairs)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def load_theme(name: str) -> Theme:
    """A built-in theme by name."""
    return read_yaml(folder("inks") / f"{name}.yaml", Theme).value
