"""A theme for paper → the same for a figure drawn larger or smaller: lines and dashes scale with it, down to the
thinnest that prints. Areas and words belong to the drawing; only line widths are the theme's.
"""

from __future__ import annotations

from fabgen.make.theme import Ink, Theme

LEAST = 0.18  # mm: half a point, the thinnest line that printers hold at 300 dpi
LEAST_DASH = (0.4, 0.35)  # mm on and off


def scale_theme(theme: Theme, scale: float) -> Theme:
    """The theme with every line `scale` times as wide, 0.18 mm at least."""
    return theme.model_copy(update={"inks": {role: _scale_ink(ink, scale) for role, ink in theme.inks.items()}})


def _scale_ink(ink: Ink, scale: float) -> Ink:
    dash = ink.dash and (max(LEAST_DASH[0], ink.dash[0] * scale), max(LEAST_DASH[1], ink.dash[1] * scale))
    return ink.model_copy(update={"width": max(LEAST, ink.width * scale), "dash": dash})
