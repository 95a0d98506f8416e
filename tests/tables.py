"""The picture of a position on the table, in perspective, as covers draw it."""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing
from fabgen.figures.positions.table_view import PieceMaker, TableView
from fabgen.rules.position import Position
from fabgen.spec.load import Spec


def draw_table(spec: Spec, position: Position) -> Drawing:
    return TableView(spec, position, {}, PieceMaker(spec)).draw()
