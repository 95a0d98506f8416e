"""A paper's name → its profile: a new paper is one file in `paper/papers`, and no code."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from pydantic import AfterValidator

from fabgen.artwork.paper_things import PaperBatch, PaperKit
from fabgen.core.profiles import load_built_in as load
from fabgen.core.profiles import profile_names as names
from fabgen.core.units import Length, Size
from fabgen.core.yaml_models import YamlModel

LEAST_MARGIN = 6.35  # a quarter of an inch: what ink-jet printers leave white at their worst edge
LEAST_SIDE, MOST_SIDE = 196.0, 5000.0  # mm: the room that the words need, and the largest page of a PDF


def _printable(margin: float) -> float:
    if margin < LEAST_MARGIN:
        raise ValueError(f"a margin of {margin:g} mm is not printable\nhome printers need {LEAST_MARGIN:g} mm or more")
    return margin


def _sheet(size: tuple[float, float]) -> tuple[float, float]:
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in size):
        raise ValueError(
            f"a sheet of {size[0]:g} x {size[1]:g} mm is out of range\n"
            f"from {LEAST_SIDE:g} mm (rulers and words need it) to {MOST_SIDE:g} mm a side"
        )
    return size[0], size[1]


class Paper(YamlModel):
    """A sheet of paper: its name for people, width and height in mm held upright, and the margin that stays white."""

    name: str
    size: Annotated[Size, AfterValidator(_sheet)]
    margin: Annotated[Length, AfterValidator(_printable)] = 10.0


def paper_names() -> list[str]:
    """The built-in papers, in order of their names."""
    return names("papers")


@cache
def load_paper(name: str) -> Paper:
    """A built-in paper by name. Raises FabgenError for an unknown one."""
    return load(name, "papers", Paper, "paper")


__all__ = ["LEAST_MARGIN", "Paper", "PaperBatch", "PaperKit", "load_paper", "paper_names"]
