"""A spec → the picture of the game as it will look, in a moment of play, on its table."""

from __future__ import annotations

import io

from PIL import Image

from fabgen.figures.assembly.assembly import StockOf
from fabgen.figures.assembly.part_places import assembled_things
from fabgen.figures.components.kit import FitOf
from fabgen.model.scene import has_sideways_standees, scene_items
from fabgen.model.scene_picture import AROUND, draw_scene
from fabgen.spec.load import Spec

FROM_CORNER = 28.0  # degrees from the first player's side: there nobody's figures are seen edge-on
SMALL = (450, 288)  # pixels of a picture that is 60 mm wide on paper
SMALL_SAMPLES, QUALITY = 2, 88


def draw_game(spec: Spec, fit_of: FitOf, stock_of: StockOf, width: int, height: int, samples: int = 3) -> Image.Image:
    """The picture, in pixels; `samples` squared rays are followed for each."""
    things = assembled_things(spec, fit_of, stock_of)
    around = FROM_CORNER if has_sideways_standees(spec) else AROUND
    return draw_scene([*scene_items(spec, things, stock_of, in_play=True)], width, height, samples, around)


def draw_small_game(spec: Spec, fit_of: FitOf, stock_of: StockOf) -> bytes:
    """A small picture as a JPEG file, for the page of a document."""
    buffer = io.BytesIO()
    picture = draw_game(spec, fit_of, stock_of, *SMALL, SMALL_SAMPLES)
    picture.save(buffer, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    return buffer.getvalue()


__all__ = ["draw_game", "draw_small_game"]
