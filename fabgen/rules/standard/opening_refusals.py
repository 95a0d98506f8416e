"""A text that is no action of the opening → the reason in words. See `openings` for what is."""

from __future__ import annotations

from fabgen.rules.standard.legality import Wording
from fabgen.rules.standard.openings import OpeningStep
from fabgen.rules.standard.state import State


def why_no_opening(wording: Wording, state: State, text: str, example: str) -> str:
    """The reason why a text is no action of the opening. `example`: an action of it."""
    opening = wording.game.opening
    step = opening.step(state)
    key = f"opening.{len(opening.steps) - state.past.opening}"
    cell = _cell_of(wording, step, text)
    if cell < 0:
        deed = "places a piece" if step.places else "removes a piece"
        return wording.cite_ruling(f"this turn is of the opening and {deed}, as in `{example}`", key, "opening")
    name = wording.name(cell)
    if cell not in step.cells:
        return wording.cite_ruling(f"{name} does not lie in {step.zone}, where the opening is", key, "opening")
    if step.places and state.board[cell]:
        return f"{wording.piece_on(state.board, cell)} is in the way"
    if not step.places and state.board[cell] not in step.codes[state.turn]:
        there = f"{wording.piece_on(state.board, cell)} is not" if state.board[cell] else f"no piece on {name} is"
        return wording.cite_ruling(f"{there} to be removed in this turn", key, "opening")
    if step.beside_gap and not opening.has_gap_beside(state, cell):
        return wording.cite_ruling(f"no vacant cell is next to {name}", f"{key}.next_to", "opening")
    return wording.cite_ruling(f"no such piece is placed in this turn, but as in `{example}`", key, "opening")


def _cell_of(wording: Wording, step: OpeningStep, text: str) -> int:
    """The cell that a text of the opening's form names, `x(d4)` or `man@d4`; -1 for any other text."""
    text = text.strip()
    is_removal = text.startswith("x(") and text.endswith(")")
    name = text.partition("@")[2].strip() if step.places else text[2:-1] if is_removal else ""
    return wording.lattice.order.get(name, -1)
