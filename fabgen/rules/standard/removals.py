"""What a text says that a move removes → why it may not, in words. See `mills` for what may be removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.rules.standard.groups import board_after
from fabgen.rules.standard.legality import LegalityRule, Wording, narrow
from fabgen.rules.standard.mills import Mills
from fabgen.rules.standard.state import Move


@dataclass(frozen=True)
class RemovalCandidate:
    """A move that breaks no other rule, the board after it, the cells that its text removes pieces from, and the text
    without them."""

    mills: Mills
    move: Move
    board: bytes
    removed: tuple[int, ...]
    text: str

    @property
    def number(self) -> int:
        """How many enemies the move removes."""
        return self.mills.removal_count(self.board, self.move)

    @property
    def choices(self) -> list[tuple[int, ...]]:
        """What it may remove."""
        return self.mills.removals(self.board, self.move.target, self.number) if self.number else [()]

    @property
    def cells_without_enemy(self) -> list[int]:
        """The cells to remove a piece from where no enemy stands."""
        owner = self.mills.owner
        player = owner[self.board[self.move.target]]
        return [cell for cell in self.removed if not self.board[cell] or owner[self.board[cell]] == player]

    @property
    def spared_cells(self) -> list[int]:
        """The cells to remove a piece from that stands in a line."""
        return [cell for cell in self.removed if self.mills.closed_lines(self.board, cell)]


def _why_none(wording: Wording, candidates: Sequence[RemovalCandidate]) -> str:
    """The sentence about a removal for which no line is closed."""
    candidate = candidates[0]
    if candidate.mills.walked and candidate.move.origin < 0:
        return wording.cite_ruling("a piece that has just been placed closes no line", "mill.by")
    end = wording.name(candidate.move.target)
    return wording.cite_ruling(
        f"no line of {candidate.mills.length} is closed on {end}, so nothing is removed", "mill.line", "capture"
    )


def _why_number(wording: Wording, candidates: Sequence[RemovalCandidate]) -> str:
    """The sentence about a text that removes too few pieces, or too many."""
    candidate = candidates[0]
    example = "".join(f"x({wording.name(cell)})" for cell in candidate.choices[0])
    enemies = "an enemy" if candidate.number == 1 else f"{candidate.number} enemies"
    return wording.cite_ruling(
        f"a line of {candidate.mills.length} removes {enemies}: write which, as in `{candidate.text}{example}`",
        "mill.two_lines" if candidate.mills.each or len(candidate.removed) > 1 else "capture",
    )


def _why_spared(wording: Wording, candidates: Sequence[RemovalCandidate]) -> str:
    """The sentence about a piece in a line."""
    candidate = candidates[0]
    free = wording.names(sorted({cell for cells in candidate.choices for cell in cells}), "or")
    return wording.cite_ruling(
        f"{wording.piece_on(candidate.board, candidate.spared_cells[0])} stands in a line, "
        f"and another does not: {free}",
        "mill.in_line",
    )


REMOVAL_RULES: tuple[LegalityRule[RemovalCandidate], ...] = (
    LegalityRule(lambda removal: not removal.removed or removal.number > 0, _why_none),
    LegalityRule(lambda removal: len(removal.removed) == removal.number, _why_number),
    LegalityRule(
        lambda removal: not removal.cells_without_enemy,
        lambda wording, removals: f"no enemy stands on {wording.names(removals[0].cells_without_enemy, 'or')}",
    ),
    LegalityRule(lambda removal: removal.removed in removal.choices, _why_spared),
)


def why_no_removal(wording: Wording, board: bytes, move: Move, removed: Sequence[int], text: str) -> str:
    """The reason why a move cannot remove what its text says; empty where it can, or where no lines remove anything."""
    mills = wording.game.enclosure
    if not isinstance(mills, Mills):
        return ""
    candidate = RemovalCandidate(mills, move, bytes(board_after(board, move)), tuple(sorted(removed)), text)
    return narrow(REMOVAL_RULES, [candidate], wording)[1]
