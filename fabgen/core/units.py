"""Lengths as people write them → millimetres; millimetres → the numbers that files hold. No other module converts
units."""

from __future__ import annotations

import math
import re
from typing import Annotated

from pydantic import BeforeValidator

from fabgen.core.model_problems import show_value

MM_PER = {"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4}
POINTS_PER_MM = 72 / 25.4
_LENGTH = re.compile(r'\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*(mm|cm|in|")?\s*')


def parse_length(text: object) -> float:
    """A length in mm from `40 mm`, `4cm`, `1.5 in` or a bare number, which is in mm. Raises ValueError for anything
    else.

    >>> parse_length("1.5 in")
    38.1
    """
    is_scalar = isinstance(text, str | int | float) and not isinstance(text, bool)
    match = _LENGTH.fullmatch(str(text)) if is_scalar else None
    length = float(match[1]) * MM_PER[match[2] or "mm"] if match else math.inf
    if not math.isfinite(length):
        raise ValueError(f"{show_value(text)} is not a length\nwrite it like 40 mm, 4 cm or 1.5 in")
    return round(length, 9)


def parse_size(text: object) -> tuple[float, float]:
    """Width and height in mm from `600 x 400 mm`, `60cm x 40cm` or `24x16 in`; a unit at the end is for both. Raises
    ValueError for anything else."""
    parts = re.split(r"\s*[x×]\s*", text.strip()) if isinstance(text, str) else []
    if len(parts) != 2:
        raise ValueError(f"{show_value(text)} is not a size\nwrite it like 600 x 400 mm")
    unit = re.search(r'(mm|cm|in|")\s*$', parts[1])
    if unit and not re.search(r'[a-z"]\s*$', parts[0]):
        parts[0] += unit[1]
    return parse_length(parts[0]), parse_length(parts[1])


def _is_pair(value: object) -> bool:
    """Whether a value is a list or tuple of two."""
    return isinstance(value, tuple | list) and len(value) == 2


def format_number(value: float, places: int = 3) -> str:
    """A number as files hold it: at most three decimals (1 µm in mm), no trailing zeros, no minus zero.

    >>> format_number(-0.0001), format_number(12.50)
    ('0', '12.5')
    """
    text = f"{value:.3f}" if places == 3 else f"{value:.{places}f}"  # the first form takes half of the time
    if places:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def show_length(length: float, shortest: float, longest: float) -> str:
    """A length out of bounds in a few digits, or in as many as show that it is out of them.

    >>> show_length(7.999999, 8, 120), show_length(7.51234567, 8, 120)
    ('7.999999', '7.51235')
    """
    text = f"{length:g}"
    return text if shortest <= length <= longest or not shortest <= float(text) <= longest else f"{length:.12g}"


Length = Annotated[float, BeforeValidator(parse_length)]
Size = Annotated[
    tuple[float, float], BeforeValidator(lambda v: [parse_length(p) for p in v] if _is_pair(v) else parse_size(v))
]
