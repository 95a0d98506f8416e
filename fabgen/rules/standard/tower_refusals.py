"""A move of a tower that is not possible → the first rule that forbids it, in words. See `tower_moves` for what is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fabgen.core.english import count_things
from fabgen.rules.standard.compiled_game import CompiledGame
from fabgen.rules.standard.legality import WHOM, Footprint, LegalityRule, Wording, narrow, why_forbidden
from fabgen.rules.standard.state import State
from fabgen.rules.standard.tower_moves import Spread, TowerMoves, connected_row


@dataclass(frozen=True)
class TowerCandidate:
    """The top pieces of a tower, `number` of them, that would go from one cell to another. `side`: what each cell holds
    for the player to move. `parts`: how many would go to each cell on the way."""

    game: CompiledGame
    rules: TowerMoves
    state: State
    side: bytes
    start: int
    end: int
    number: int
    parts: tuple[int, ...] = ()
    is_last: bool = True  # whether `end` is the last cell of the move

    @property
    def height(self) -> int:
        """How many pieces the tower has."""
        return 1 + len(self.state.towers[self.start])

    @property
    def reaches(self) -> bool:
        """Whether so many pieces of that kind go to the end, whatever is there."""
        if self.rules.spreads:
            return bool(self.spread) and self.spread[-1][0] == self.end
        return self.end in self.rules.targets(self.state.board, self.start, self.number)

    @property
    def spread(self) -> Spread:
        """The cells up to the end, with what goes to each; empty where the pieces do not go there in so many steps."""
        parts = self.parts or (self.number,)
        rows = map(connected_row, self.rules.lines[self.state.board[self.start]][self.start])
        row = next((row for row in rows if self.end in row[: len(parts)]), [])
        return tuple(zip(row, parts, strict=False)) if len(row) >= len(parts) else ()

    @property
    def obstacle(self) -> TowerCandidate:
        """The part that goes to the first cell to which none may go; the last part where they may go to all."""
        spread = self.spread if self.rules.spreads else ((self.end, self.number),)
        (end, number), *_ = self.rules.first_obstacle(self.state, self.side, self.start, spread) or spread[-1:]
        return replace(self, end=end, number=number, is_last=end == (spread[-1][0] if spread else self.end))

    @property
    def may_cover(self) -> bool:
        """Whether what is on the end may be covered, as far as its kind goes."""
        board = self.state.board
        return self.rules.may_cover(board[self.start], board[self.end], self.number, is_last=self.is_last)

    @property
    def footprint(self) -> Footprint:
        """What the move does to the ground."""
        board = self.state.board
        return Footprint(self.game, board, board[self.start], (self.start, self.end), self.end, 0)


Candidates = Sequence[TowerCandidate]


def _why_too_few(wording: Wording, candidates: Candidates) -> str:
    """The sentence about more pieces than a tower has."""
    tower = candidates[0]
    return f"the tower on {wording.name(tower.start)} has {count_things(tower.height, 'piece')}, not {tower.number}"


def _why_whole(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a tower that cannot be split."""
    what = f"a tower moves as a whole, and that on {wording.name(candidates[0].start)}"
    return wording.cite_ruling(f"{what} has {count_things(candidates[0].height, 'piece')}", "stacks.lifts", "stacks")


def _why_not_reached(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a cell to which the pieces do not go."""
    tower = candidates[0]
    start, end = wording.name(tower.start), wording.name(tower.end)
    kind = wording.kind(tower.state.board[tower.start])
    if tower.rules.spreads:
        steps = "one step" if len(tower.parts) < 2 else f"{len(tower.parts)} steps, one for each part"
        return wording.cite_ruling(f"{end} is not {steps} from {start} in a direction of the {kind}", "stacks.steps")
    if not tower.rules.by_height:
        return f"the {kind} does not go from {start} to {end}"
    pieces = count_things(tower.number, "piece")
    verb = "goes" if tower.number == 1 else "go"
    far = f"{'one cell' if tower.number == 1 else f'{tower.number} cells'} in a direction of the {kind}"
    return wording.cite_ruling(f"{pieces} {verb} exactly {far}, which {end} is not", "stacks.steps", "stacks")


def _why_vacant(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a vacant cell where towers only go onto others."""
    end = wording.name(candidates[0].end)
    return wording.cite_ruling(f"towers move onto other pieces alone, and {end} is vacant", "stacks.vacant", "stacks")


def _why_not_onto(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a piece that no tower is put on."""
    tower = candidates[0]
    whom = f"towers are put on {WHOM[tower.rules.onto]} alone" if tower.rules.onto else "no tower is put on another"
    what = f"{wording.what_is_on(tower.state, tower.end).removesuffix(',')} is in the way: {whom}"
    return wording.cite_ruling(what, "stacks.onto", "stacks")


def _why_too_high(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a tower that would become too high."""
    tower = candidates[0]
    height = tower.number + (1 + len(tower.state.towers[tower.end]) if tower.side[tower.end] else 0)
    what = f"a tower has {tower.rules.limit} pieces at most, and that on {wording.name(tower.end)} would have {height}"
    return wording.cite_ruling(what, "stacks.limit", "stacks")


def _why_no_spread(wording: Wording, candidates: Candidates) -> str:
    """The sentence about parts that are no parts of what moves."""
    tower = candidates[0]
    if not tower.rules.spreads:
        return wording.cite_ruling("a tower leaves no pieces on its way", "stacks.steps", "stacks")
    return f"{' and '.join(map(str, tower.parts))} pieces are not {tower.number}"


def _why_too_many(wording: Wording, candidates: Candidates) -> str:
    """The sentence about more pieces than may move at once."""
    tower = candidates[0]
    what = f"{count_things(tower.rules.carry, 'piece')} at most move at once, and these are {tower.number}"
    return wording.cite_ruling(what, "stacks.carry", "stacks")


def _why_closed_kind(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a kind of piece that nothing is put on."""
    tower = candidates[0]
    closed = tower.state.board[tower.end]
    flat = sorted({wording.kind(code) for code, covered in tower.rules.flattens if covered == closed})
    whom = f"nothing but a {' or '.join(flat)} alone, at its last step," if flat else "nothing"
    what = f"{whom} is put on a {wording.kind(closed)}, and one is on {wording.name(tower.end)}"
    return wording.cite_ruling(what, "stacks.closed", "stacks")


def _why_surrounded(wording: Wording, candidates: Candidates) -> str:
    """The sentence about a tower that has others on every side."""
    where = wording.what_is_on(candidates[0].state, candidates[0].start).removesuffix(",")
    return wording.cite_ruling(f"{where} has others on every side, and stays", "stacks.surrounded", "stacks")


LIFT_RULES: tuple[LegalityRule[TowerCandidate], ...] = (
    LegalityRule(lambda tower: not tower.rules.is_surrounded(tower.side, tower.start), _why_surrounded),
    LegalityRule(lambda tower: tower.number <= tower.height, _why_too_few),
    LegalityRule(lambda tower: tower.rules.splits or tower.number == tower.height, _why_whole),
    LegalityRule(lambda tower: tower.number <= tower.rules.carry, _why_too_many),
    LegalityRule(
        lambda tower: not tower.parts or (tower.rules.spreads and sum(tower.parts) == tower.number), _why_no_spread
    ),
    LegalityRule(lambda tower: tower.reaches, _why_not_reached),
)
LANDING_RULES: tuple[LegalityRule[TowerCandidate], ...] = (
    LegalityRule(lambda tower: not tower.rules.needs_piece or tower.side[tower.end] > 0, _why_vacant),
    LegalityRule(lambda tower: tower.may_cover, _why_closed_kind),
    LegalityRule(
        lambda tower: not tower.side[tower.end] or bool(tower.side[tower.end] & tower.rules.onto), _why_not_onto
    ),
    LegalityRule(
        lambda tower: tower.end not in tower.footprint.shut,
        lambda wording, candidates: why_forbidden(wording, candidates[0].footprint),
    ),
    LegalityRule(
        lambda tower: tower.rules.fits(tower.state.towers, tower.side, tower.end, tower.number), _why_too_high
    ),
)


def why_no_tower_move(wording: Wording, candidate: TowerCandidate) -> str:
    """The reason of the first rule that a move of a tower breaks; empty where it breaks none."""
    reason = narrow(LIFT_RULES, [candidate], wording)[1]
    return reason or narrow(LANDING_RULES, [candidate.obstacle], wording)[1]
