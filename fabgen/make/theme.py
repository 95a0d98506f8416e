"""Role and tone → ink on paper or screen. A theme answers for every role, or it does not load.

Widths are in mm. A colour is `#rrggbb`, or `tone` (the colour of the item's tone), `tint` (a light mix of it with
white) or `shade` (a dark mix, for lines and words on white).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from fabgen.artwork.drawing import Role
from fabgen.declared import Declared, read_yaml

Colour = Annotated[str, Field(pattern=r"^(#[0-9a-f]{6}|tone|tint|shade)$")]


class Ink(Declared):
    """How a role is inked: `stroke` its line colour, `width` in mm, `fill` its area and its text, `dash` lengths in mm
    on and off. A role with an empty ink is left out."""

    stroke: Colour | None = None
    width: float = 0.25
    fill: Colour | None = None
    dash: tuple[float, float] | None = None


class Theme(Declared):
    """One look: an ink for every role, and a palette of tones."""

    name: str
    inks: dict[Role, Ink]
    palette: dict[str, Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]]

    @model_validator(mode="after")
    def _complete(self) -> Theme:
        missing = [role.value for role in Role if role not in self.inks]
        if missing:
            raise ValueError(f"this theme says nothing of {', '.join(missing)}")
        return self


@dataclass(frozen=True)
class Inked:
    """An ink with its colours resolved, ready for a writer: colours as `#rrggbb` or None."""

    stroke: str | None
    width: float
    fill: str | None
    dash: tuple[float, float] | None


def ink(theme: Theme, role: Role, tone: str) -> Inked | None:
    """The resolved ink of a role under a tone (unknown tones are grey); None where the theme leaves the role out."""
    chosen = theme.inks[role]
    if chosen.stroke is None and chosen.fill is None:
        return None
    base = theme.palette.get(tone, "#6b7280")
    return Inked(_resolved(chosen.stroke, base), chosen.width, _resolved(chosen.fill, base), chosen.dash)


def _resolved(colour: str | None, base: str) -> str | None:
    mixes = {"tone": base, "tint": mix(base, "#ffffff", 0.72), "shade": mix(base, "#000000", 0.45)}
    return mixes.get(colour, colour) if colour else None


def mix(colour: str, other: str, share: float) -> str:
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
    return read_yaml(Path(str(files("fabgen") / "profiles" / "inks" / f"{name}.yaml")), Theme).value
