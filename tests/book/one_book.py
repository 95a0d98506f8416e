"""A small book for tests of its writers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import rectangle
from fabgen.typeset.blocks import Block, Book, TextRun


def book(*body: Block, reference: tuple[Block, ...] = (), **changes: Any) -> Book:
    cover = draw(Role.GRID, rectangle(0, 0, 60, 60))
    made = Book("Gambit", "A game by Ada", "Summary.", "2 players", "Ada", "Contents", "en-GB", cover,
                ((TextRun("Design by Ada."),),), body, reference)
    return replace(made, **changes)
