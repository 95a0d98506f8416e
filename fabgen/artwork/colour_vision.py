"""Two colours → how far they are apart for everybody: with full colour vision, and with each of three kinds of colour
blindness.

Colour blindness is simulated as G. M. Machado, M. M. Oliveira and L. A. F. Fernandes describe it in A
Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE Transactions on Visualization and Computer
Graphics 15 (6), 2009, for a severity of 1. Differences are distances in CIELAB (CIE 1976), for the white of sRGB.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from fabgen.artwork.themes import split_hex

Rows = Sequence[Sequence[float]]
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
ALL_COLOURS: Rows = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
TO_XYZ: Rows = ((0.412456, 0.357576, 0.180438), (0.212673, 0.715152, 0.072175), (0.019334, 0.119192, 0.950304))


def least_difference(colour: str, other: str) -> float:
    """The difference of two colours `#rrggbb` for the eyes that see least of it; black and white differ by 100.

    >>> round(least_difference("#000000", "#ffffff")), least_difference("#0b4f8a", "#0b4f8a")
    (100, 0.0)
    """
    return min(math.dist(_lab(colour, view), _lab(other, view)) for view in (ALL_COLOURS, *BLINDNESS.values()))


def choose_distinct(candidates: Mapping[str, str], colours: Iterable[str], enough: float) -> str:
    """The name of the first candidate whose colour differs by `enough` from each of some colours, for everybody; where
    none does, of the one that differs most. `candidates` are colours `#rrggbb` by their names, at least one.

    >>> choose_distinct({"navy": "#000080", "red": "#ff0000"}, ["#000000"], 60.0)
    'red'
    """
    colours, differences = [*colours], dict[str, float]()
    for name, candidate in candidates.items():
        differences[name] = min(least_difference(candidate, colour) for colour in colours)
        if differences[name] >= enough:
            return name
    return max(differences, key=lambda name: differences[name])


@cache
def _lab(colour: str, view: Rows) -> tuple[float, float, float]:
    """L*, a* and b* of a colour `#rrggbb` as somebody sees it."""
    linear = [_to_linear(part / 255) for part in split_hex(colour)]
    seen = [min(1.0, max(0.0, part)) for part in _multiply(view, linear)]
    xyz = _multiply(TO_XYZ, seen)
    x, y, z = (_root(part / sum(row)) for part, row in zip(xyz, TO_XYZ, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _to_linear(part: float) -> float:
    """The light of a code value, both 0 to 1 (sRGB)."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _root(share: float) -> float:
    """The function of CIELAB that makes equal differences look equal."""
    return float(share ** (1 / 3)) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29


def _multiply(matrix: Rows, values: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


__all__ = ["BLINDNESS", "choose_distinct", "least_difference"]
