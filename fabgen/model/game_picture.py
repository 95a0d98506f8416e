"""A spec → the picture of the game as it will look, in a moment of play, on its table."""

from __future__ import annotations

import io
from operator import itemgetter

from PIL import Image

from fabgen.figures.assembly.assembly import StockOf
from fabgen.figures.assembly.part_places import assembled_things, loose_tokens
from fabgen.figures.components.kit import FitOf
from fabgen.figures.positions.cover_position import CoverPosition, rate_moments_of_play
from fabgen.model.model_parts import ModelPart, list_parts_in_play
from fabgen.model.model_picture import draw_model
from fabgen.model.viewpoint import Viewpoint, choose_viewpoint
from fabgen.spec.load import Spec

MOST_MOMENTS = 6  # the liveliest moments of play among which the picture is chosen
SEEN = 2  # the power of what is shown by which it counts beside liveliness
SMALL = (450, 288)  # pixels of a picture that is 60 mm wide on paper
SMALL_SAMPLES, QUALITY = 2, 88


def draw_game(spec: Spec, fit_of: FitOf, stock_of: StockOf, width: int, height: int, samples: int = 3) -> Image.Image:
    """The picture, in pixels; `samples` squared rays are followed for each."""
    items, view = choose_scene(spec, fit_of, stock_of, width, height)
    return draw_model(items, width, height, samples, view.around, view.down)


def choose_scene(spec: Spec, fit_of: FitOf, stock_of: StockOf, width: int, height: int
                 ) -> tuple[list[ModelPart], Viewpoint]:
    """The parts of a lively moment of play, and the place of the eye, which together show most of the pieces."""
    things = assembled_things(spec, fit_of, stock_of)
    tokens = loose_tokens(spec, fit_of, stock_of)
    rated = sorted(rate_moments_of_play(spec), key=itemgetter(1), reverse=True)[:MOST_MOMENTS]
    moments: list[tuple[CoverPosition | None, float]] = [*rated] or [(None, 1.0)]
    scenes = list[tuple[float, list[ModelPart], Viewpoint]]()
    for moment, liveliness in moments:
        items = [*list_parts_in_play(spec, things, stock_of, moment, tokens)]
        view = choose_viewpoint(items, width, height)
        scenes.append((liveliness * view.shown ** SEEN, items, view))
    _, items, view = max(scenes, key=itemgetter(0))
    return items, view


def draw_small_game(spec: Spec, fit_of: FitOf, stock_of: StockOf) -> bytes:
    """A small picture as a JPEG file, for the page of a document."""
    buffer = io.BytesIO()
    picture = draw_game(spec, fit_of, stock_of, *SMALL, SMALL_SAMPLES)
    picture.save(buffer, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    return buffer.getvalue()


__all__ = ["choose_scene", "draw_game", "draw_small_game"]
