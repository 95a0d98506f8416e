"""Colours of a screen → the inks of a printing press: cyan, magenta, yellow and black, each 0 to 100 %.

A colour of fabgen's themes has the inks that `press/inks.yaml` states, and a mix of such a colour with white or black
is mixed from them. Any other grey is black ink alone. Any other colour, such as one of a user's own theme, has two
colours and black, which stands for what three colours have of grey: vivid ones as the profile of the printing condition
mixes them, muted ones in the proportions of their red, green and blue. No colour takes more than 300 % in all.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import AfterValidator, Field

from fabgen.artwork.themes import (
    BLACK,
    CELL_LIGHTNESS,
    MIX_SHARES,
    RICH_BLACK,
    UNKNOWN_TONE,
    WHITE,
    Hex,
    Theme,
    calm_mix,
    cell_mix,
    mix_colours,
    split_hex,
)
from fabgen.core.yaml_models import YamlModel, read_yaml

MOST_INK = 300.0  # %: more does not dry
# Red, green and blue of a grey differ by at most so much, of 255: in dark colours and in light ones.
DARK_GREY, LIGHT_GREY = 15, 4
LIGHT = 160  # of 255: where light colours begin
MUTED = 60  # of 255: they differ by at most so much in a muted colour, which a profile would mix of three inks
BLACK_POINT = 0x2000  # a flag of Little CMS: black stays black
SOLID = 80.0  # %: a grey that is as dark as this is solid black, because a screen would blur the edges of letters
FOLDER = Path(str(files("fabgen"))) / "artwork" / "press"
PROFILE = FOLDER / "FOGRA39L_coated.icc"  # offset printing on coated paper, ISO 12647-2; its licence is beside it


def _check_total(inks: Cmyk) -> Cmyk:
    """The inks of a colour. Raises ValueError if they are too many."""
    if sum(inks) > MOST_INK:
        raise ValueError(f"these inks take {sum(inks):g} %, more than {MOST_INK:g} %")
    return inks


Percent = Annotated[float, Field(ge=0, le=100)]
Cmyk = tuple[Percent, Percent, Percent, Percent]


class PressTable(YamlModel):
    """The stated inks of colours."""

    inks: dict[Hex, Annotated[Cmyk, AfterValidator(_check_total)]]


class PressInks:
    """The inks of a theme's colours and of all others. `stated` has those of the theme: colour → inks."""

    def __init__(self, theme: Theme) -> None:
        table = stated_inks()
        self.stated = dict(table)
        for tone in (*theme.palette.values(), UNKNOWN_TONE):
            cells = [mixed for mix in CELL_LIGHTNESS if (mixed := cell_mix(tone, mix))[0] in (WHITE, BLACK)]
            for mixed_in, share in (*MIX_SHARES.values(), RICH_BLACK, calm_mix(tone), *cells):
                if tone in table:
                    self.stated.setdefault(mix_colours(tone, mixed_in, share), _mix(table[tone], mixed_in, share))

    def convert(self, colour: str) -> Cmyk:
        """The inks of a colour `#rrggbb`."""
        return self.stated.get(colour) or compute_inks(colour)


@cache
def stated_inks() -> dict[str, Cmyk]:
    """The table of stated inks."""
    return read_yaml(FOLDER / "inks.yaml", PressTable).value.inks


def _mix(inks: Cmyk, mixed_in: str, share: float) -> Cmyk:
    """Inks with a share (0 to 1) of white or black."""
    black = 0.0 if mixed_in == "#ffffff" else 100.0
    cyan, magenta, yellow, key = (round(ink * (1 - share), 1) for ink in inks)
    return cyan, magenta, yellow, round(key + black * share, 1)


@cache
def compute_inks(colour: str) -> Cmyk:
    """The inks of a colour `#rrggbb` that no table states.

    >>> compute_inks("#808080")
    (0.0, 0.0, 0.0, 50.0)
    >>> compute_inks("#1a1a1a")
    (0.0, 0.0, 0.0, 100.0)
    """
    channels = split_hex(colour)
    spread, mean = max(channels) - min(channels), sum(channels) / 3
    if spread <= (LIGHT_GREY if mean >= LIGHT else DARK_GREY):
        black = round(100 * (1 - mean / 255))
        return 0.0, 0.0, 0.0, float(black if black < SOLID else 100)
    light = [channel / 255 for channel in channels] if spread <= MUTED else _reflected_light(channels)
    brightest = max(light)
    cyan, magenta, yellow = (round(100 * (1 - part / brightest)) for part in light)
    return cyan, magenta, yellow, round(100 * (1 - brightest))


def _reflected_light(channels: tuple[int, int, int]) -> list[float]:
    """What the inks with which the printing condition shows a colour of sRGB, relative to its paper, leave of red,
    green and blue, each 0 to 1."""
    from PIL import Image

    pixel = _transform().apply(Image.new("RGB", (1, 1), channels)).getpixel((0, 0))
    *colours, black = (value / 255 for value in pixel)
    return [(1 - ink) * (1 - black) for ink in colours]


@cache
def _transform() -> Any:
    """What converts a picture in sRGB into one in the inks of the printing condition."""
    from PIL import ImageCms

    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, cast(Any, BLACK_POINT)
    return ImageCms.buildTransform(ImageCms.createProfile("sRGB"), str(PROFILE), "RGB", "CMYK", intent, flags)


def convert_picture(picture: Any, most_ink: float = MOST_INK) -> Any:
    """A Pillow picture in colours of a screen in the inks of the printing condition, as it mixes them, at most
    `most_ink` % in all: where it would take more, it has less of the three colours, and as much black."""
    import numpy as np
    from PIL import Image

    inks = np.asarray(_transform().apply(picture.convert("RGB")), dtype=np.float64)
    colours, black = inks[..., :3], inks[..., 3:]
    total = colours.sum(axis=2, keepdims=True)
    room = np.maximum(0.0, most_ink / 100 * 255 - black)
    factor = np.minimum(1.0, np.divide(room, total, out=np.ones_like(total), where=total > 0))
    limited = np.concatenate([np.floor(colours * factor), black], axis=2).astype(np.uint8)
    return Image.fromarray(limited, "CMYK")
