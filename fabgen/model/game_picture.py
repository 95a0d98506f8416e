"""A spec → the picture of the game as it will look, in a moment of play, on its table."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

import numpy as np
from PIL import Image

from fabgen.figures.assembly.assembly import StockOf
from fabgen.figures.assembly.part_places import assembled_things, loose_tokens
from fabgen.figures.components.kit import FitOf
from fabgen.model.model_parts import ModelPart, list_game_parts
from fabgen.model.model_picture import AROUND, draw_model
from fabgen.spec.load import Spec

FROM_CORNER = 17.0  # degrees from the first player's side: there figures that face any side show a face or a back
BACK = 0.8  # of a face: what a back is worth
SMALL = (450, 288)  # pixels of a picture that is 60 mm wide on paper
SMALL_SAMPLES, QUALITY = 2, 88


def draw_game(spec: Spec, fit_of: FitOf, stock_of: StockOf, width: int, height: int, samples: int = 3) -> Image.Image:
    """The picture, in pixels; `samples` squared rays are followed for each."""
    things = assembled_things(spec, fit_of, stock_of)
    tokens = loose_tokens(spec, fit_of, stock_of)
    items = [*list_game_parts(spec, things, stock_of, in_play=True, tokens=tokens)]
    return draw_model(items, width, height, samples, choose_side(items))


def choose_side(items: Sequence[ModelPart]) -> float:
    """From where most of the figures is seen, in degrees from the first player's side: nearly from there, or from the
    left or right of there."""
    facing = [np.array(item.solid.matrix, float)[:2, 2] for item in items]  # level parts: nowhere

    def shown_width(around: float) -> float:
        """The sum of the shares of their widths that figures show; a back counts less than a face."""
        turn = math.radians(around)
        shares = [float(way @ (math.sin(turn), -math.cos(turn))) for way in facing]
        return round(sum(max(share, -BACK * share) for share in shares), 6)

    return max((AROUND, -FROM_CORNER, FROM_CORNER), key=shown_width)


def draw_small_game(spec: Spec, fit_of: FitOf, stock_of: StockOf) -> bytes:
    """A small picture as a JPEG file, for the page of a document."""
    buffer = io.BytesIO()
    picture = draw_game(spec, fit_of, stock_of, *SMALL, SMALL_SAMPLES)
    picture.save(buffer, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    return buffer.getvalue()


__all__ = ["choose_side", "draw_game", "draw_small_game"]
