"""The looks of materials in a picture: colours in linear light, grain, and how surfaces shine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from PIL import Image

from fabgen.artwork.colour_vision import choose_distinct
from fabgen.artwork.themes import FROST
from fabgen.model.model_parts import SolidLook

GRAIN_SEED, GRAIN_SIZE = 18, 512  # of the pattern that all wood has a piece of
# The tables in the order in which they are tried: early wood, and late wood, which is darker. Walnut, as it is; pale
# oak; and smoked oak, nearly black.
TABLES = {"#8a5c3d": "#3f2618", "#d8c3a2": "#b59a74", "#3b2c23": "#1f1611"}
# How much the ground of a board differs from its table at least, for everybody, and on a clear board its frost, whose
# lines alone are seen.
STANDS_OUT, CLEAR_STANDS_OUT = 22.0, 50.0
ACRYLIC_SHINE, CLEAR_SHINE, DULL = 0.04, 0.03, 0.006  # of light that a face reflects like a mirror, seen from above
THROUGH = 0.45  # of the light on the back of a vivid sheet that is seen on its face
SHEEN = np.float32(0.1)  # light that the polished edges of opaque acrylic reflect from all sides
RIM_LIGHT = np.float32(0.28)  # light along the border of a dark face, which tells it from what is dark around it
# What an upright face has of its own, so that a dark or saturated figure is told from its base: light in a saturated
# sheet, of its colour; a sheen on black, brighter towards the top; and light in frost, of what falls on it.
FACE_GLOW, FACE_SHEEN, FROST_GLOW = 0.45, np.float32(0.08), 1.5
ACRYLIC_RIM = 0.6  # how much of the colour of its edge a face of acrylic shows along its border
DARK_GRAIN = 2.5  # how much stronger the grain of dark wood is than that of white wood would be
BROWNED = 0.75  # the same of the brown edge of wood
DEEP = np.float32(0.012)  # of light, by which a glossy sheet is deeper in colour than print
FADED = 0.25  # how much paler wood is than its colour in print
FROST_COVER, PAINT_COVER, BURN_COVER = 0.95, 0.98, 0.95  # how much of a surface frost, paint and a burn hide


def linear_colour(colour: str) -> Any:
    """`#rrggbb` in linear light (the inverse of the transfer function of sRGB, IEC 61966-2-1)."""
    shares = np.array([int(colour[n:n + 2], 16) for n in (1, 3, 5)]) / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4).astype(np.float32)


def display_levels(light: Any) -> Any:
    """Linear light as levels of sRGB from 0 to 255. What is brighter than white is pressed together softly."""
    knee = 0.8
    over = np.maximum(light - knee, 0)
    light = np.where(light > knee, knee + (1 - knee) * over / (over + (1 - knee)), np.maximum(light, 0))
    shares = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.clip(np.rint(shares * 255), 0, 255).astype(np.uint8)


@dataclass(frozen=True)
class SheetSurface:
    """How one material looks. `shine`: the share of light that its faces reflect as a mirror does."""

    colour: Any
    edge: Any
    marks: Any
    shine: float
    glow: float  # of its edges: light that a sheet gathers and lets out there
    grain: str
    cover: float  # how much of the surface a mark hides
    is_clear: bool
    rim: float = 0.0  # how much of the colour of its border a face shows there
    border: Any = None  # that colour
    through: float = 0.0  # of the light on its back that is seen on its face
    face_glow: float = 0.0  # of upright faces, as `glow` of edges
    sheen: float = 0.0  # light at the top of upright faces that is added to their colour
    mark_glow: float = 0.0  # of marks on upright faces
    grain_depth: float = 1.0  # how many times as strong its grain is as that of birch


def surface_of_look(look: SolidLook) -> SheetSurface:
    """The surface of a material."""
    colour, marks = linear_colour(look.colour), linear_colour(look.marks)
    is_frosted = look.marks == FROST
    cover = FROST_COVER if is_frosted else PAINT_COVER
    grey = colour @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    if look.family == "acrylic":
        pale = float(grey)
        colour = np.maximum(colour - DEEP, DEEP / 2)
        # Black and white let no light through their edges, which shine on black; a colour does.
        vivid = float(colour.max() - colour.min()) / max(float(colour.max()), 1e-3)
        edge = np.clip(colour * (1.35 - 0.35 * pale) + 0.06 * vivid + SHEEN * (1 - pale), 0, 1).astype(np.float32)
        if look.alpha < 1:
            edge = linear_colour("#c9ece8")
        dark, is_clear = (1 - pale) ** 4, look.alpha < 1
        border = edge + RIM_LIGHT * np.float32(dark * (1 - vivid))
        return SheetSurface(colour, edge, marks, CLEAR_SHINE if is_clear else ACRYLIC_SHINE,
                            0.8 if is_clear else 0.4 * vivid, "", cover, is_clear, ACRYLIC_RIM, border,
                            0.0 if is_clear else THROUGH * vivid, FACE_GLOW * vivid * dark,
                            float(FACE_SHEEN * np.float32(dark * (1 - vivid))),
                            FROST_GLOW * dark if is_frosted else 0.0)
    colour = colour + (grey - colour) * np.float32(FADED)
    edge = colour * np.array([0.30, 0.20, 0.13], np.float32)
    grain = look.family if look.family in ("plywood", "MDF") else "card"
    if look.family == "card":
        edge = colour * np.float32(0.75)
    rim = BROWNED if grain != "card" else 0.0
    return SheetSurface(colour, edge, marks, DULL, 0.0, grain, BURN_COVER, False, rim, edge,
                        grain_depth=1 + DARK_GRAIN * float(1 - grey) ** 4)


@cache
def _noise(width: int, height: int, seed: int) -> Any:
    """Smooth noise without seams from 0 to 1, whose spots are about one texel in a grid of `width` x `height`."""
    values = np.random.default_rng((GRAIN_SEED, seed)).random((height, width), np.float32)
    tiled = np.pad(values, 2, mode="wrap")
    scale_x, scale_y = GRAIN_SIZE / width, GRAIN_SIZE / height
    image = Image.fromarray(tiled).resize(
        (round((width + 4) * scale_x), round((height + 4) * scale_y)), Image.Resampling.BICUBIC)
    left, top = round(2 * scale_x), round(2 * scale_y)
    return np.asarray(image, np.float32)[top:top + GRAIN_SIZE, left:left + GRAIN_SIZE]


@cache
def grain_pattern(kind: str) -> Any:
    """A square of GRAIN_SIZE texels, about 1 on average, that repeats without a seam: the grain runs along x."""
    if kind == "plywood":
        wave = _noise(4, 16, 1) + 0.5 * _noise(8, 64, 2)
        rows = np.arange(GRAIN_SIZE, dtype=np.float32)[:, None] / GRAIN_SIZE
        rings = 0.5 + 0.5 * np.sin(2 * np.pi * (9 * rows + 2.2 * wave))
        pores = 0.07 * _noise(16, 256, 3) + 0.08 * _noise(32, 512, 4) - 0.075
        return (1 + 0.07 * (rings - 0.5) + pores).astype(np.float32)
    if kind == "table":  # from 0, late wood, to 1
        wave = _noise(2, 4, 5) + 0.3 * _noise(4, 16, 6)
        rows = np.arange(GRAIN_SIZE, dtype=np.float32)[:, None] / GRAIN_SIZE
        rings = np.mod(6 * rows + 3.0 * wave, 1)  # they grow slowly dark, and end at once
        rings = np.minimum(1 - rings, 5 * rings) ** 1.3
        broad, streaks, pores = _noise(2, 6, 10), _noise(8, 96, 7), _noise(48, 512, 11)
        tone = 0.06 + 0.38 * rings + 0.42 * broad + 0.22 * (streaks - 0.5) - 0.5 * np.maximum(pores - 0.75, 0)
        return np.clip(tone, 0, 1).astype(np.float32)
    fine = _noise(256, 256, 8) + _noise(64, 64, 9) - 1
    return (1 + (0.07 if kind == "MDF" else 0.025) * fine).astype(np.float32)


GRAIN_MM = {"plywood": (0.9, 0.22), "table": (2.4, 0.6), "MDF": (0.2, 0.2), "card": (0.2, 0.2)}  # mm for each texel


def grain_at(kind: str, x: Any, y: Any) -> Any:
    """The grain at points in mm."""
    across, along = GRAIN_MM[kind]
    column, row = x / across, y / along
    left, low = np.floor(column).astype(np.int32), np.floor(row).astype(np.int32)
    right_share, high_share = column - left, row - low
    pattern = grain_pattern(kind)
    left, low, right, high = left % GRAIN_SIZE, low % GRAIN_SIZE, (left + 1) % GRAIN_SIZE, (low + 1) % GRAIN_SIZE
    lower = pattern[low, left] * (1 - right_share) + pattern[low, right] * right_share
    upper = pattern[high, left] * (1 - right_share) + pattern[high, right] * right_share
    return lower * (1 - high_share) + upper * high_share


def choose_table(look: SolidLook) -> str:
    """The first of TABLES from which a board stands out, a clear one by its frost; else the one from which it stands
    out most."""
    tables = {table: table for table in TABLES}
    if look.family == "acrylic" and look.alpha < 1:
        return choose_distinct(tables, [look.marks], CLEAR_STANDS_OUT)
    return choose_distinct(tables, [look.colour], STANDS_OUT)


def table_colour(table: str, x: Any, y: Any) -> Any:
    """The colour of a table of TABLES at points in mm; its grain runs along x."""
    dark, pale = (linear_colour(colour) for colour in (TABLES[table], table))
    return dark + (pale - dark) * grain_at("table", x, y)[:, None]


__all__ = ["TABLES", "SheetSurface", "choose_table", "display_levels", "grain_at", "linear_colour", "surface_of_look",
           "table_colour"]
