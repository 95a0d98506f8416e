"""A print-and-play PDF as it was read, with what it should be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from fabgen.core.languages import Phrases, load_words
from fabgen.core.problems import Location
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec
from fabgen.verify.pdfpaths import Box, Spot
from fabgen.verify.pdfsides import Document, Side

SIZE = 0.02  # mm
LARGE = 8.0  # mm: the least chit


@dataclass(frozen=True)
class PrintSet:
    """A file, what it should be, and what is in it."""

    where: Location
    paper: str
    spec: Spec
    options: Options
    read: Document
    path: Path = Path()

    @property
    def said(self) -> Phrases:
        """The phrases of the game's language."""
        return load_words(self.spec.game.language, self.spec.folder).translations

    @property
    def poster(self) -> bool:
        return self.paper == "poster"

    @property
    def duplex(self) -> bool:
        return self.options.assembly == "duplex" and not self.poster

    def tile(self, side: Side) -> str:
        """The label of the board's tile that a side shows; empty where it shows none."""
        titled = re.escape(self.said("Board, tile {tile}", tile="@@")).replace("@@", r"([A-Z]+\d+)")
        found = re.search(f"^{titled}$", side.text, re.MULTILINE)
        return found[1] if found else ""

    def boarded(self, side: Side) -> bool:
        """Whether a side shows the board, or a tile of it."""
        return bool(self.tile(side)) or self.said("Board") in side.text.split("\n")

    def on(self, place: int) -> Location:
        return Location(self.where.file, key=f"page {place}")


def middle(box: Box) -> Spot:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def near(one: Spot, other: Spot) -> bool:
    """Whether two places are one, to a twentieth of a millimetre."""
    return abs(one[0] - other[0]) < 0.05 and abs(one[1] - other[1]) < 0.05


def is_round(box: Box) -> bool:
    """Whether a box is as wide as high, and as large as a chit."""
    width, height = box[2] - box[0], box[3] - box[1]
    return width > LARGE - SIZE and abs(width - height) < SIZE
