"""A position and a player → what the player sees of it: a position in which hidden pieces have the kind HIDDEN.

Where rules say nothing about it, everybody sees everything.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from fabgen.rules.boards import Cell
from fabgen.rules.position import HIDDEN, Counts, Piece, Position, Setting
from fabgen.rules.protocol import Rules, RulesWithSecrets, RulesWithViews

__all__ = ["HIDDEN", "HiddenThings", "describe_reveals", "hides", "view", "view_setting"]


def view(rules: Rules[Any], position: Any, player: str) -> Position:
    """What a player sees of a position; for a name that is no player, what everybody sees."""
    return rules.view(position, player) if isinstance(rules, RulesWithViews) else rules.show(position)


def hides(rules: Rules[Any]) -> bool:
    """Whether there is anything that a player may not see."""
    return isinstance(rules, RulesWithSecrets)


def view_setting(setting: Setting) -> Setting:
    """The setting of views: that of the game, and the kind of the pieces whose kind is not seen."""
    if HIDDEN in setting.kinds:
        return setting
    return replace(setting, kinds=(*setting.kinds, HIDDEN))


def describe_reveals(rules: Rules[Any], position: Any, action: Any) -> tuple[str, ...]:
    """The pieces that everybody gets to know by an action, in words: `black flag on c4`."""
    if not isinstance(rules, RulesWithSecrets):
        return ()
    title = rules.setting.lattice.title
    return tuple(f"{piece} on {title(cell)}" for cell, piece in rules.reveals(position, action))


@dataclass(frozen=True)
class HiddenThings:
    """What opponents do not see.

    * `kinds`: the kinds of pieces that look alike to them on the board.
    * `hands`: the sections of pieces beside the board of which they see the number alone.
    * `notes`: the sections that list cells by what their pieces are, which leave out cells of hidden pieces.
    """

    kinds: frozenset[str] = frozenset()
    hands: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def seen_by(self, player: str, position: Position, revealed: Collection[Cell]) -> Position:
        """What a player sees of a position in which the pieces on some cells are revealed."""
        masked = {cell for cell, piece in position.pieces.items()
                  if piece.player != player and piece.kind in self.kinds and cell not in revealed}
        pieces = {cell: Piece(piece.player, HIDDEN) if cell in masked else piece
                  for cell, piece in position.pieces.items()}
        held: dict[tuple[str, str], Counts] = {
            (owner, section): {HIDDEN: sum(counts.values())} if section in self.hands and owner != player else counts
            for (owner, section), counts in position.held.items()
        }
        notes = {name: _without_cells(text, masked) if name in self.notes else text
                 for name, text in position.notes.items()}
        return replace(
            position,
            setting=view_setting(position.setting),
            pieces=pieces,
            held=held,
            unmoved=position.unmoved - masked,
            notes={name: text for name, text in notes.items() if text},
        )


def _without_cells(text: str, cells: Collection[Cell]) -> str:
    """A list of cells without some of them."""
    return ", ".join(name for name in map(str.strip, text.split(",")) if name not in cells)
