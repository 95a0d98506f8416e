"""Role and tone → ink on paper or screen. A theme without an ink for every role does not load, but for the few roles
that themes of before do not know.

Widths are in mm. A colour is `#rrggbb`, or `tone` (the colour of the item's tone), `tint` (a light mix of it with
white), `medium`, `deep` and `rich` (ones with less and less white, `rich` with least of it in black), `faint` (the
lightest), `dim` (a darker mix), `shade` (a dark one, for lines and words on white), `calm` (a mix for patterns on the
tint: contrast enough to be seen, and no more), `frost` (white or dark, for patterns on the deep tint), `pale` or
`muted` (mixes of a stated lightness, for the light and the dark cells of boards: pieces of every colour must be told
from them), `framing` (a darker one, for the border around them), or `signal` (the tone of an item that has one, else a
dark blue).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from fabgen.artwork.drawing import OPTIONAL_INKS, Role
from fabgen.artwork.path import Box, Path, circle, line
from fabgen.core.english import join_words
from fabgen.core.profiles import YAML, load_profile
from fabgen.core.profiles import profile_folder as folder
from fabgen.core.yaml_models import YamlModel, read_yaml

PITCH = 1.5  # mm between the lines of a pattern
WIDE = 2.2  # mm between dots, and between lines of patterns that consist of two sets of lines
WIDTH = 0.3  # mm: the width of a pattern's lines
WAVE, RING_PITCH = 1.1, 3.0  # mm: half the length of a wave; between the middles of rings
DOT, DISC = 0.4, 0.7  # mm: the radius of a small and of a large dot


def hatch_box(name: str, box: Box) -> tuple[list[Path], list[Path]]:
    """Lines to stroke 0.3 mm wide, and dots to fill, both centred on the box. Raises KeyError for an unknown name."""
    paths = list(HATCHES[name](box))
    return [path for path in paths if not path.closed], [path for path in paths if path.closed]


def _steps(reach: float, pitch: float) -> Iterator[float]:
    """Multiples of `pitch` that cover -reach to reach."""
    count = math.ceil(reach / pitch)
    yield from (pitch * n for n in range(-count, count + 1))


def _parallel_lines(box: Box, angle: float, pitch: float = PITCH) -> Iterator[Path]:
    """Lines at an angle in degrees that cover a box, one of them through its middle."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    reach = math.hypot(box[2] - box[0], box[3] - box[1]) / 2
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for offset in _steps(reach, pitch):
        u, v = x - offset * s, y + offset * c
        yield line((u - reach * c, v - reach * s), (u + reach * c, v + reach * s))


def _crossed_lines(box: Box, angle: float, pitch: float = WIDE) -> Iterator[Path]:
    """Two sets of lines at right angles that cover a box."""
    yield from _parallel_lines(box, angle, pitch)
    yield from _parallel_lines(box, angle + 90, pitch)


def _dots(box: Box, radius: float = DOT) -> Iterator[Path]:
    """Dots in staggered rows that cover a box."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    half = WIDE / 2
    for row, up in enumerate(_steps((box[3] - box[1]) / 2, half)):
        for across in _steps((box[2] - box[0]) / 2, WIDE):
            yield circle((x + across + (half if row % 2 else 0.0), y + up), radius)


def _waves(box: Box) -> Iterator[Path]:
    """Level zigzags that cover a box."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    count = math.ceil((box[2] - box[0]) / 2 / WAVE) + 1
    for up in _steps((box[3] - box[1]) / 2, WIDE):
        corners = [(x + WAVE * n, y + up + (WAVE if n % 2 else 0.0)) for n in range(-count, count + 1)]
        yield line(*corners)


def _rings(box: Box) -> Iterator[Path]:
    """Squares on their points, in rows, that cover a box."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for up in _steps((box[3] - box[1]) / 2, RING_PITCH):
        for across in _steps((box[2] - box[0]) / 2, RING_PITCH):
            u, v, r = x + across, y + up, RING_PITCH * 0.35
            yield line((u - r, v), (u, v + r), (u + r, v), (u, v - r), (u - r, v))


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
    "waves": lambda box: _waves(box),
    "rings": lambda box: _rings(box),
    "mesh": lambda box: _crossed_lines(box, 45, PITCH / 2),  # so dense that it looks dark
}


# What a colour of a mix has of another one, and which share (0 to 1).
MIX_SHARES = {"tint": ("#ffffff", 0.72), "medium": ("#ffffff", 0.6), "deep": ("#ffffff", 0.38),
              "rich": ("#ffffff", 0.2), "faint": ("#ffffff", 0.88), "dim": ("#000000", 0.3),
              "shade": ("#000000", 0.45)}
RICH_BLACK, BLACKEST = ("#ffffff", 0.08), 25.0  # the `rich` mix of tones up to this L*: dark beside those of colours
CALM, FROSTED = "calm", "frost"
LEAST_FROST = 2.5  # the contrast of white lines on a deep tint; on a lighter one they are dark
WHITE, BLACK = "#ffffff", "#000000"
CALM_CONTRAST = 3.2  # of a calm colour against the tint of its tone; WCAG 2.1 asks 3 of graphics (1.4.11)
# L* (CIE 1976) of the mixes for cells and for the border around them, of the lightest at least: black pieces and white
# ones differ by 20 or more from dark cells, and pieces that are darker than these from light ones. Dark cells and light
# ones have a contrast of 1.6 or more, in grey too.
CELL_LIGHTNESS = {"pale": 93.0, "muted": 74.0, "framing": 46.0}
DEEPEST = 9  # the highest power of the lights of a tone that makes it darker
DULL = 0.45  # of a deep border: the share of the tone with black
SIGNAL, SIGNAL_COLOUR = "signal", "#0b4f8a"  # the tone of a thing that has one, else a dark blue
MIXES = ("tone", *MIX_SHARES, CALM, FROSTED, *CELL_LIGHTNESS, SIGNAL)


def _read_hex(text: str) -> str:
    """A colour as `#rrggbb` in small letters. Raises ValueError for anything else."""
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise ValueError(f"`{text}` is not a colour here\nwrite it as six digits, like \"#0b4f8a\", in quotes")
    return text.lower()


def _read_colour(text: str) -> str:
    """A colour of an ink. Raises ValueError for anything else."""
    if text in MIXES:
        return text
    try:
        return _read_hex(text)
    except ValueError as error:
        raise ValueError(f"{error}, or as one of {', '.join(MIXES)}") from None


def _read_pattern(name: str) -> str:
    """The name of a pattern. Raises ValueError for an unknown one."""
    if name not in HATCHES:
        raise ValueError(f"there is no pattern `{name}`\nthere are {', '.join(HATCHES)}")
    return name


def _read_font(name: str) -> str:
    """The name of a family of fonts. Raises ValueError for what no style sheet could name."""
    if not re.fullmatch(r"[\w][\w .-]{0,99}", name):
        hint = "write the family, like Fira Sans: letters, digits, spaces"
        raise ValueError(f"`{name}` is not the name of a font\n{hint}")
    return name


Length = Annotated[float, Field(gt=0, le=50)]  # mm
Hex = Annotated[str, AfterValidator(_read_hex)]
Colour = Annotated[str, AfterValidator(_read_colour)]
Pattern = Annotated[str, AfterValidator(_read_pattern)]

UNKNOWN_TONE, UNKNOWN_TONE_GREY = "#6b7280", "#707070"  # the colour of an unknown tone, in colour and in grey themes


class Ink(YamlModel):
    """How a role is inked. `stroke` is the colour of its lines and `width` their width in mm, `fill` the colour of its
    areas and text, `dash` the lengths of dashes and gaps in mm, and `hatch` the colour of its tone's pattern over the
    fill. A role with neither stroke nor fill is not drawn."""

    stroke: Colour | None = None
    width: Annotated[float, Field(gt=0, le=5)] = 0.25
    fill: Colour | None = None
    dash: tuple[Length, Length] | None = None
    hatch: Colour | None = None


def _add_optional_inks(inks: dict[Role, Ink]) -> dict[Role, Ink]:
    """The inks of a theme, with that of another role, or an empty one, for each role that it may leave out and does.
    Another role may be one of these, if it stands before the role in `OPTIONAL_INKS`."""
    for role, other in OPTIONAL_INKS.items():
        inks = {role: inks.get(other, Ink()) if other else Ink()} | inks
    return inks


class Theme(YamlModel):
    """A theme: an ink for every role, a palette of tones, and the names of the patterns of tones. With `grey`, all its
    colours are greys, and files hold them as greys. `font` is the family of live text; `extends` is the theme that says
    what this one leaves out."""

    name: str
    inks: Annotated[dict[Role, Ink], AfterValidator(_add_optional_inks)]
    palette: dict[str, Hex]
    patterns: dict[str, Pattern] = Field(default_factory=dict)
    grey: bool = False
    font: Annotated[str, AfterValidator(_read_font)] | None = None
    extends: str | None = None

    @model_validator(mode="after")
    def _check_complete(self) -> Theme:
        """A theme has an ink for every role, and only greys if it is grey."""
        missing = [role.value for role in Role if role not in self.inks]
        if missing:
            raise ValueError(f"this theme says nothing of {join_words(missing)}\n"
                             "write an ink for each, `{}` for a role that is not drawn, or `extends: colour`")
        named = [(f"inks.{role.value}", colour) for role, ink in self.inks.items()
                 for colour in (ink.stroke, ink.fill, ink.hatch) if colour and colour not in MIXES]
        named += [(f"palette.{tone}", colour) for tone, colour in self.palette.items()]
        for key, colour in named if self.grey else ():
            if len(set(split_hex(colour))) > 1:
                raise ValueError(f"`{colour}` of `{key}` is no grey, and this theme says it is all grey\n"
                                 "write a grey, or `grey: false`")
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
    """The resolved ink of a role in a tone. Unknown tones are grey. None if the theme leaves the role out."""
    ink = theme.inks[role]
    if ink.stroke is None and ink.fill is None:
        return None
    base = tone_colour(theme, tone) if tone or SIGNAL not in (ink.stroke, ink.fill) else SIGNAL_COLOUR
    stroke, fill, hatch = (_resolve_colour(colour, base) for colour in (ink.stroke, ink.fill, ink.hatch))
    pattern = theme.patterns.get(tone, "plain") if hatch else "plain"
    return ResolvedInk(stroke, ink.width, fill, ink.dash, hatch, pattern, theme.grey)


def tone_colour(theme: Theme, tone: str) -> str:
    """The colour of a tone as `#rrggbb`: that of the palette, or one that is written so. Unknown tones are grey."""
    if tone.startswith("#"):
        return "#" + f"{round(255 * sum(_grey_parts(tone))):02x}" * 3 if theme.grey else tone
    return theme.palette.get(tone, UNKNOWN_TONE_GREY if theme.grey else UNKNOWN_TONE)


def _resolve_colour(colour: str | None, base: str) -> str | None:
    """A colour of an ink as `#rrggbb`, where `base` is the colour of the tone."""
    if colour == "rich" and measure_lightness(base) <= BLACKEST:
        return mix_colours(base, *RICH_BLACK)
    if colour in MIX_SHARES:
        return mix_colours(base, *MIX_SHARES[colour])
    if colour == CALM:
        return mix_colours(base, *calm_mix(base))
    if colour == FROSTED:
        return frost_colour(base)
    if colour in CELL_LIGHTNESS:
        return mix_colours(base, *cell_mix(base, colour))
    return base if colour in ("tone", SIGNAL) else colour


@cache
def mix_colours(colour: str, other: str, share: float) -> str:
    """A colour with a share (0 to 1) of another one.

    >>> mix_colours("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(split_hex(colour), split_hex(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share + 1e-9):02x}" for a, b in pairs)


@cache
def calm_mix(tone: str) -> tuple[str, float]:
    """White or black, and the share of it (0 to 1) that gives a tone `#rrggbb` the least contrast with its tint that is
    still enough for a pattern.

    >>> calm_mix("#ffffff")
    ('#000000', 0.44)
    """
    tint = mix_colours(tone, *MIX_SHARES["tint"])
    darker = [("#000000", n / 100) for n in range(101)]
    lighter = [("#ffffff", n / 100) for n in range(101)]
    for other, share in [*reversed(lighter), *darker]:
        if compute_contrast(mix_colours(tone, other, share), tint) >= CALM_CONTRAST:
            return other, share
    return darker[-1]


def frost_colour(tone: str) -> str:
    """The colour of lines on the deep tint of a tone `#rrggbb`: white, as engraved acrylic is, or dark on a light one.

    >>> frost_colour("#2b2b2b"), frost_colour("#f0e442")
    ('#ffffff', '#847d24')
    """
    deep = mix_colours(tone, *MIX_SHARES["deep"])
    return WHITE if compute_contrast(WHITE, deep) >= LEAST_FROST else mix_colours(tone, *MIX_SHARES["shade"])


def compute_contrast(colour: str, other: str) -> float:
    """The ratio of contrast of two colours `#rrggbb`, 1 to 21, as WCAG 2.1 defines it.

    >>> round(compute_contrast("#000000", "#ffffff"), 6)
    21.0
    """
    low, high = sorted(map(luminance, (colour, other)))
    return (high + 0.05) / (low + 0.05)


@cache
def cell_mix(tone: str, mix: str) -> tuple[str, float]:
    """White or black, and the least share of it (0 to 1, in hundredths) that makes a tone `#rrggbb` as light as a
    `pale` or a `muted` cell or a `framing` border. A tone that is lighter than a pale cell stays as it is. A border
    that is darker than its tone is all of a deeper one, as stained wood is: with black alone it would be dull.

    >>> cell_mix("#000000", "muted"), cell_mix("#ffffff", "muted"), cell_mix("#ffffff", "pale")
    (('#ffffff', 0.72), ('#000000', 0.29), ('#ffffff', 0.0))
    """
    lightness, present = CELL_LIGHTNESS[mix], measure_lightness(tone)
    shares = [n / 100 for n in range(101)]
    if present <= lightness:
        lighter = (share for share in shares if measure_lightness(mix_colours(tone, WHITE, share)) >= lightness)
        return WHITE, next(lighter)
    if mix == "pale":
        return WHITE, 0.0
    black = next(share for share in shares if measure_lightness(mix_colours(tone, BLACK, share)) <= lightness)
    if mix == "framing" and (deep := _deepen(tone, lightness)):
        return mix_colours(deep, mix_colours(tone, BLACK, black), DULL), 1.0
    return BLACK, black


def _deepen(tone: str, lightness: float) -> str:
    """A tone `#rrggbb` as dark as a lightness, with each of its three lights raised to the same power: its hue stays,
    and is richer. Empty where that would take more than DEEPEST, as of white."""
    lights = [int(tone[n:n + 2], 16) / 255 for n in (1, 3, 5)]
    for tenths in range(10, DEEPEST * 10 + 1):
        deep = "#" + "".join(f"{round(255 * light ** (tenths / 10)):02x}" for light in lights)
        if measure_lightness(deep) <= lightness:
            return deep
    return ""


def measure_lightness(colour: str) -> float:
    """The lightness L* (CIE 1976) of a colour `#rrggbb`, 0 to 100.

    >>> round(measure_lightness("#777777"))
    50
    """
    light = luminance(colour)
    return 116 * light ** (1 / 3) - 16 if light > (6 / 29) ** 3 else light * (29 / 3) ** 3


LEAST_LIGHTNESS = 20.0  # L*: from this difference on areas are told apart at a glance


def tone_lightness(tone: str) -> float:
    """The lightness L* of a tone in full colour, 0 to 100."""
    return measure_lightness(tone_colour(load_theme("colour"), tone))


FROST, LEAST_CONTRAST = "#ffffff", 3.0  # engraved acrylic; its contrast, as of graphics by WCAG 2.2 (1.4.11)


def shows_frost(colour: str) -> bool:
    """Whether a player can read an engraving, which is frost, on acrylic of a colour `#rrggbb`. Elsewhere it needs dark
    paint.

    >>> shows_frost("#2b2b2b"), shows_frost("#f0e442")
    (True, False)
    """
    return compute_contrast(FROST, colour) >= LEAST_CONTRAST


def _grey_parts(colour: str) -> Iterator[float]:
    """What red, green and blue add to the grey of a colour, 0 to 1 together."""
    return (w * channel / 255 for w, channel in zip((0.2126, 0.7152, 0.0722), split_hex(colour), strict=True))


def luminance(colour: str) -> float:
    """The relative luminance of a colour, 0 to 1."""
    linear = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
              for part in (channel / 255 for channel in split_hex(colour)))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def split_hex(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rrggbb`, each 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def load_theme(name: str) -> Theme:
    """A built-in theme by name."""
    return read_yaml(folder("inks") / f"{name}.yaml", Theme).value


def read_theme(name: str) -> Theme:
    """A built-in theme by name, or the theme of a user's own YAML file by its path, with everything that it extends.
    Raises FabgenError for every mistake in the file."""
    return load_profile(name, "inks", Theme) if name.endswith(YAML) else load_theme(name)


LEAST = 0.18  # mm: half a point, the thinnest line that printers print evenly at 300 dpi
LEAST_DASH = (0.4, 0.35)  # mm on and off


def scale_theme(theme: Theme, scale: float) -> Theme:
    """The theme with every line `scale` times as wide, but at least 0.18 mm wide."""
    return theme.model_copy(update={"inks": {role: _scale_ink(ink, scale) for role, ink in theme.inks.items()}})


def _scale_ink(ink: Ink, scale: float) -> Ink:
    dash = ink.dash and (max(LEAST_DASH[0], ink.dash[0] * scale), max(LEAST_DASH[1], ink.dash[1] * scale))
    return ink.model_copy(update={"width": max(LEAST, ink.width * scale), "dash": dash})
