"""An action that a player wants to make → the first rule that it breaks, in words. Each rule is one row: its guard, and
beside it the sentence for a player who breaks it. The rows stand in the order in which they are explained.

The generator of actions reads the same rows. Where it must be fast it reads them as masks (drops), as tables by cell
(closed cells, in `tables` and `hop_tables`) or as one expression (`ChainContext.admits`); tests play random games and
compare these with the rows, one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from fabgen.core.english import join_words, with_article
from fabgen.rules.boards import Board, Cell
from fabgen.rules.movement import Movement, Walk
from fabgen.rules.position import Piece
from fabgen.rules.standard.castling import CastleLine
from fabgen.rules.standard.compiled_game import CompiledGame
from fabgen.rules.standard.hop_tables import HopLeg, HopTables
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.shared_cells import BESIDE, CLOSED, LONE, SharedCells
from fabgen.rules.standard.stacks import NO_LIMIT
from fabgen.rules.standard.state import EMPTY, ENEMY, FRIEND, NEVER, NOWHERE, WALL, ChainRule, Move, State
from fabgen.rules.standard.tables import mask

C = TypeVar("C")
Cells = tuple[int, ...]
WHOM = {FRIEND: "own pieces", ENEMY: "enemies", FRIEND | ENEMY: "pieces"}


@dataclass(frozen=True)
class Wording:
    """What the sentences of one game need: the names of cells and pieces, and the ruling behind each option by the
    option's key."""

    game: CompiledGame
    lattice: Board
    pieces: Mapping[int, Piece]
    options: StandardOptions
    zones: Mapping[str, tuple[Cell, ...]]
    cites: Mapping[str, str]

    def name(self, cell: int) -> str:
        """The name of a cell."""
        return self.lattice.title(self.lattice.numbered_cells[cell])

    def names(self, cells: Sequence[int], conjunction: str) -> str:
        """The names of some cells, joined by a conjunction such as `or`."""
        return join_words([self.name(cell) for cell in cells], conjunction)

    def kind(self, code: int) -> str:
        """The kind of piece of a code."""
        return self.pieces[code].kind

    def piece_on(self, board: bytes, cell: int) -> str:
        """The piece on a cell: `the white pawn on c3`."""
        return f"the {self.pieces[board[cell]]} on {self.name(cell)}"

    def what_is_on(self, state: State, cell: int) -> str:
        """The piece on a cell, or the tower with its top piece, or all pieces that share the cell."""
        if self.game.sharing:
            return f"what stands on {self.name(cell)}"
        if state.towers and state.towers[cell]:
            return f"the tower on {self.name(cell)}, with {with_article(str(self.pieces[state.board[cell]]))} on top,"
        return self.piece_on(state.board, cell)

    def list_pieces(self, codes: Iterable[int]) -> str:
        """Some pieces by number and kind, in the order of their codes: `2 red army pieces and a red fleet`."""
        groups = [(str(self.pieces[code]), number) for code, number in sorted(Counter(codes).items())]
        return join_words(f"{number} {piece} pieces" if number > 1 else with_article(piece) for piece, number in groups)

    def cite_ruling(self, text: str, *keys: str) -> str:
        """A reason with the ruling behind the first of these options that has one. A ruling counts for the option
        itself, for a part of it, or for the nearest option that it is a part of."""
        ruling = self.ruling(*keys)
        return f"{text} ({ruling})" if ruling else text

    def ruling(self, *keys: str) -> str:
        """The ruling behind the first of some options that has one; empty where none has."""
        for key in keys:
            parts = key.split(".")
            wholes = (".".join(parts[:n]) for n in range(len(parts) - 1, 0, -1))
            for candidate in (key, *(option for option in self.cites if option.startswith(f"{key}.")), *wholes):
                if candidate in self.cites:
                    return self.cites[candidate]
        return ""


@dataclass(frozen=True)
class LegalityRule(Generic[C]):
    """One row: `allows` says whether the rule allows a candidate; `reason` is the sentence where it allows none of
    several candidates that a text may stand for."""

    allows: Callable[[C], bool]
    reason: Callable[[Wording, Sequence[C]], str]


def narrow(
    rules: Sequence[LegalityRule[C]], candidates: Sequence[C], wording: Wording
) -> tuple[Sequence[C], str]:
    """The candidates that every rule allows; or none, and the reason of the first rule that leaves none."""
    for rule in rules if candidates else ():
        allowed = [candidate for candidate in candidates if rule.allows(candidate)]
        if not allowed:
            return (), rule.reason(wording, candidates)
        candidates = allowed
    return candidates, ""


def is_legal(rules: Sequence[LegalityRule[C]], candidate: C) -> bool:
    """Whether every rule allows a candidate."""
    return all(rule.allows(candidate) for rule in rules)


# Closed cells: they bind drops, moves and jumps alike.


@dataclass(frozen=True)
class Footprint:
    """What an action does to the ground: the code that acts, the cells that it touches, the cell where it ends, and the
    number of pieces that it takes (-1: it adds one). `hurdle`: the cell of the piece that it jumps over, None where it
    is no jump."""

    game: CompiledGame
    board: bytes
    code: int
    cells: Cells
    end: int
    losses: int
    hurdle: int | None = None

    @property
    def shut(self) -> frozenset[int]:
        """The cells where this action may never end, however many pieces are on the board."""
        ground = self.game.ground
        return ground.forbidden[self.code] if self.hurdle is None else ground.no_landing(self.code)

    @property
    def closed_cells(self) -> list[int]:
        """The cells it touches that are closed to it now."""
        ground = self.game.ground
        closed = ground.closed_cells(len(self.board) - self.board.count(0), self.losses)
        passable = ground.passable if self.hurdle is not None else NOWHERE
        return [cell for cell in self.cells if cell in closed and not (cell == self.hurdle and cell in passable)]


def why_forbidden(wording: Wording, footprint: Footprint) -> str:
    """The sentence about a cell that is forbidden to a kind of piece, with the first zone that it lies in."""
    piece, end = wording.pieces[footprint.code], wording.name(footprint.end)
    key = next(key for key in (str(piece), piece.player, piece.kind) if key in wording.options.forbidden)
    named = wording.options.forbidden[key]
    zones = [named] if isinstance(named, str) else named
    cell = wording.lattice.numbered_cells[footprint.end]
    zone = next((zone for zone in zones if cell in wording.zones.get(zone, ())), zones[0])
    return wording.cite_ruling(
        f"{end} is forbidden to the {piece}: it lies in {zone}", f"forbidden.{key}", "forbidden_to"
    )


def _why_closed(wording: Wording, footprint: Footprint) -> str:
    """The sentence about the first closed cell that an action touches, with the rulings about its terrain."""
    ground, board, cell = footprint.game.ground, footprint.board, footprint.closed_cells[0]
    count = ground.count(board, cell, footprint.losses)
    zone = next(name for name, cells in ground.zones.items() if cell in cells)
    act = "capture" if footprint.losses > 0 else "drop"
    after = "" if count == ground.count(board, cell, 0) else f" after the {act}"
    why = "" if ground.opens[cell] == NEVER else f": {count} pieces are on the board{after}"
    over = wording.cites.get(f"terrain.{zone}.over", "") if cell == footprint.hurdle else ""
    rulings = (wording.ruling(f"terrain.{zone}.count", f"terrain.{zone}.open"), over)
    cited = ", ".join(ruling for ruling in dict.fromkeys(rulings) if ruling)
    return f"{wording.name(cell)} is {zone} and closed{why}{f' ({cited})' if cited else ''}"


# Drops. Their guards are masks: they answer for all cells at once.


@dataclass(frozen=True)
class DropRule:
    """One row for drops: the mask of the cells where the rule allows a drop of a code, and the sentence for any other
    cell."""

    cells: Callable[[CompiledGame, State, int], int]
    reason: Callable[[Wording, State, int, int], str]


def _earlier_codes(game: CompiledGame, state: State, code: int) -> list[int]:
    """The codes of pieces in the same hand whose kind comes before that of a code."""
    low = code - (code - 1) % game.kinds
    return [earlier for earlier in range(low, game.drawn_from[code]) if state.hands and state.hands[earlier]]


def _vacant(game: CompiledGame, state: State, code: int) -> int:
    """The mask of the empty cells; where pieces share cells, of those that have room for one more."""
    if game.sharing:
        player = game.sharing.owner[code]
        return mask({cell for cell in range(game.cells) if game.sharing.may_enter(state, cell, player)})
    return int.from_bytes(state.board.translate(VACANT), "little")


def _why_not_vacant(wording: Wording, state: State, code: int, cell: int) -> str:
    """The sentence about a cell that takes no drop because of the pieces there."""
    if wording.game.sharing:
        return why_no_room(wording, wording.game.sharing, state, cell, wording.game.sharing.owner[code])
    return f"{wording.piece_on(state.board, cell)} is in the way"


def why_no_room(wording: Wording, sharing: SharedCells, state: State, cell: int, player: int) -> str:
    """The sentence about a cell that a piece may not enter without a capture because of the pieces there."""
    name, enemies = wording.name(cell), sharing.enemies_on(state, cell, player)
    if enemies and sharing.enemies != BESIDE:
        what = f"{wording.list_pieces(enemies)} {'is' if len(enemies) == 1 else 'are'} on {name}"
        why = {
            LONE: "an enemy is captured only where it is alone",
            CLOSED: "a piece does not enter where enemies are",
        }.get(sharing.enemies, "a piece is placed only where no enemy is")
        return wording.cite_ruling(f"{what}: {why}", "sharing.enemies", "sharing")
    limit = sharing.limits[cell]
    holds = "holds one piece" if limit == 1 else f"holds {limit} pieces at most"
    return wording.cite_ruling(f"{name} is full: it {holds}", "sharing.limit", "sharing")


VACANT = b"\1" + bytes(255)  # translates a board: 1 for an empty cell, 0 for any piece


def _why_not_itself(wording: Wording, state: State, code: int, cell: int) -> str:
    """The sentence about a piece that is placed from a hand as other kinds alone."""
    forms = join_words([wording.kind(form) for form in wording.game.forms[code]], "or")
    kind = wording.kind(code)
    return wording.cite_ruling(f"the {kind} in hand is placed as {forms}", f"placed_as.{kind}", "placed_as")


DROP_RULES = (
    DropRule(
        lambda game, state, code: game.every_cell if game.has_endless_supply or game.drawn_from[code] else 0,
        _why_not_itself,
    ),
    DropRule(
        lambda game, state, code: game.every_cell if game.has_endless_supply or (
            state.hands and state.hands[game.drawn_from[code]]) else 0,
        lambda wording, state, code, cell: f"no {wording.kind(wording.game.drawn_from[code])} is in the hand",
    ),
    DropRule(
        lambda game, state, code: 0 if game.drops_in_order and _earlier_codes(game, state, code) else game.every_cell,
        lambda wording, state, code, cell: wording.cite_ruling(
            f"the {wording.kind(_earlier_codes(wording.game, state, code)[0])} in hand is placed before the "
            f"{wording.kind(code)}", "drops_first"
        ),
    ),
    DropRule(_vacant, _why_not_vacant),
    DropRule(
        lambda game, state, code: game.drop_masks[code],
        lambda wording, state, code, cell: wording.cite_ruling(
            f"a {wording.kind(code)} is not dropped on {wording.name(cell)}", f"drops.{wording.kind(code)}", "drops"
        ),
    ),
    DropRule(
        lambda game, state, code: game.open_masks[(len(state.board) - state.board.count(0)) % 2],
        lambda wording, state, code, cell: _why_closed(
            wording, Footprint(wording.game, state.board, code, (cell,), cell, -1)
        ),
    ),
)


def drop_cells(game: CompiledGame, state: State, code: int) -> int:
    """The mask of the cells where a piece of a code may be dropped."""
    cells = game.every_cell
    for rule in DROP_RULES:
        cells &= rule.cells(game, state, code)
        if not cells:
            break
    return cells


def why_no_drop(wording: Wording, state: State, code: int, cell: int) -> str:
    """The sentence of the first rule that forbids a drop; empty where no rule does."""
    for rule in DROP_RULES:
        if not rule.cells(wording.game, state, code) >> 8 * cell & 1:
            return rule.reason(wording, state, code, cell)
    return ""


# Moves: steps, leaps and slides. Whether a movement leads to a cell at all is explained by `rules.legal_moves`.


class StepCandidate(NamedTuple):
    """One way by which a piece goes to a cell, and whether it would take a piece there."""

    footprint: Footprint
    captures: bool

    @property
    def stop(self) -> int:
        """The cell where it stops, if it is a slide that goes on until something stops it; else its end."""
        start, end = self.footprint.cells[:2]
        return self.footprint.game.stops.stop(self.footprint.board, start, end)


def _why_slides_on(wording: Wording, steps: Sequence[StepCandidate]) -> str:
    """The sentence about a slide that ends before anything stops it."""
    kind, end = wording.kind(steps[0].footprint.code), wording.name(steps[0].stop)
    return wording.cite_ruling(f"the {kind} slides on until something stops it: to {end}", "until_stopped")


STEP_RULES: tuple[LegalityRule[StepCandidate], ...] = (
    LegalityRule(
        lambda step: step.footprint.game.captures_by_moving or not step.captures,
        lambda wording, steps: wording.cite_ruling(
            f"{wording.piece_on(steps[0].footprint.board, steps[0].footprint.end)} is in the way: "
            "no piece is captured by moving onto it",
            "capture",
        ),
    ),
    LegalityRule(
        lambda step: step.footprint.end not in step.footprint.shut,
        lambda wording, steps: why_forbidden(wording, steps[0].footprint),
    ),
    LegalityRule(
        lambda step: not step.footprint.closed_cells, lambda wording, steps: _why_closed(wording, steps[0].footprint)
    ),
    LegalityRule(lambda step: step.captures or step.stop == step.footprint.end, _why_slides_on),
)


def step_candidates(
    game: CompiledGame, lattice: Board, forward: str, movement: Movement, state: State, start: int, end: int
) -> list[StepCandidate]:
    """The ways of a movement by which a piece gets from one cell to another with no other piece between. Closed cells
    do not matter yet: the rules ask about them."""
    board, captures = state.board, bool(state.board[end])
    candidates = []
    for way in movement.ways:
        if not isinstance(way, Walk) or not (way.capture if captures else way.quiet):
            continue
        if way.first and start not in state.fresh:
            continue
        for direction in way.directions:
            path = [start]
            for offset, ends in way.path(direction):
                cell = lattice.neighbour(start, offset, forward)
                if cell is None:
                    break
                path.append(cell)
                if cell == end and ends:
                    # The two ends come first: a closed one of them is named before a cell between.
                    cells = (start, end, *path[1:-1])
                    footprint = Footprint(game, board, board[start], cells, end, int(captures))
                    candidates.append(StepCandidate(footprint, captures))
                if board[cell]:
                    break
    return candidates


# Jumps and chains of jumps.


class ChainSoFar(NamedTuple):
    """The jumps that a piece has made in its turn.

    * `cell`: where it is now.
    * `taken`, `over`: the cells of the pieces that it took, and of those that it jumped over.
    * `used`: what it has used of the budgets, as packed numbers.
    * `path`: its cells from the start.
    * `heading`: the direction of its last jump; -1: none yet.
    """

    cell: int
    taken: Cells
    over: Cells
    used: int
    path: Cells
    heading: int

    def joined_by(self, leg: HopLeg) -> ChainSoFar:
        """The chain with one more jump."""
        taken = (*self.taken, leg.hurdle) if leg.takes else self.taken
        used = self.used + leg.unit | leg.axis
        return ChainSoFar(leg.land, taken, (*self.over, leg.hurdle), used, (*self.path, leg.land), leg.heading)


@dataclass
class ChainContext:
    """What all chains of one piece share.

    * `hops`: the jumps of the piece; `rule`: the rule of chains.
    * `side`: what each cell holds, with the piece lifted off its own cell; a WALL may stand there instead.
    * `start`: the cell of the piece.
    * `parity`: the parity of the pieces on the board.
    * `forward`: how far forward each cell lies.
    * `stops`: the cells where a chain ends because the piece is promoted.
    * `room`: how many pieces it may take, so that its tower does not become too high.
    * `ordered`: whether it matters in which order they are taken.
    """

    hops: HopTables
    rule: ChainRule
    side: bytearray
    start: int
    parity: int
    forward: Cells
    stops: frozenset[int]
    room: int = NO_LIMIT
    ordered: bool = False

    def admits(self, chain: ChainSoFar, leg: HopLeg) -> bool:
        """Whether one more jump fits the chain: all rows of JUMP_RULES at once, except those about closed cells, which
        are in the tables of legs, and the one about jumping over a piece twice."""
        turns = self.rule.straight and chain.over and leg.heading != chain.heading
        return self.is_open(leg, chain.used, len(chain.taken)) and not (leg.hurdle in chain.taken or turns)

    def is_open(self, leg: HopLeg, used: int, taken: int) -> bool:
        """Whether the pieces on the board allow a jump to a chain that has used some budgets and taken a number of
        pieces."""
        blocked = self.side[leg.land] or not self.side[leg.hurdle] & leg.whom
        spent = used & leg.budget >= leg.limit or used & leg.cross or (leg.takes and taken >= self.room)
        return not (blocked or spent)

    def repeats(self, over: Cells, leg: HopLeg) -> bool:
        """Whether a jump goes a second time over a piece that may be jumped over only once in a turn."""
        return leg.hurdle in over and bool(self.rule.once & self.side[leg.hurdle])

    def goes_on(self, cell: int, jumps: int) -> bool:
        """Whether a chain that has come to a cell by a number of jumps may have one more."""
        return jumps < self.rule.most and (cell not in self.stops or not jumps)

    def is_far_enough(self, cell: int) -> bool:
        """Whether a chain may end on a cell as far as going forward is concerned."""
        return not self.rule.further or self.forward[cell] > self.forward[self.start]

    def may_end(self, cell: int, taken: Cells | int) -> bool:
        """Whether a chain may end on a cell: far enough forward, and not where it began unless it took a piece.
        `taken`: what it took, or how many pieces."""
        if self.rule.further and self.forward[cell] <= self.forward[self.start]:
            return False
        return cell != self.start or bool(taken)


@dataclass(frozen=True)
class JumpCandidate:
    """One more jump of a chain. `hurdle` and `takes` are what a text says about it: the cell that it goes over (-1: the
    text does not say), and whether it takes the piece there."""

    context: ChainContext
    game: CompiledGame
    board: bytes
    code: int
    chain: ChainSoFar
    leg: HopLeg
    hurdle: int
    takes: bool

    @property
    def footprint(self) -> Footprint:
        """What the jump does to the ground."""
        leg = self.leg
        cells = (self.chain.cell, leg.hurdle, leg.land, *self.passed_cells)
        losses = len(self.chain.taken) + leg.takes
        return Footprint(self.game, self.board, self.code, cells, leg.land, losses, leg.hurdle)

    @property
    def passed_cells(self) -> Cells:
        """The empty cells that a far jump goes over; none for a near jump."""
        for ray, leg, _ in self.context.hops.anywhere.rays(self.chain.cell):
            if (leg.kind, leg.heading) == (self.leg.kind, self.leg.heading):
                return tuple(cell for cell in ray[: ray.index(self.leg.land)] if cell != self.leg.hurdle)
        return ()

    @property
    def on_hurdle(self) -> int:
        """The piece that the jump goes over: FRIEND, ENEMY, or 0 for none."""
        return self.context.side[self.leg.hurdle] & (FRIEND | ENEMY)


def _why_no_hurdle_named(wording: Wording, jumps: Sequence[JumpCandidate]) -> str:
    """The sentence about a text that does not say which of several pieces a jump goes over."""
    hurdles = [jump.leg.hurdle for jump in jumps]
    ends = f"{wording.name(jumps[0].chain.cell)} to {wording.name(jumps[0].leg.land)}"
    return (
        f"from {ends} it goes over {wording.names(hurdles, 'or')}: write which, as in `x({wording.name(hurdles[0])})`"
    )


def _why_not_over(wording: Wording, jumps: Sequence[JumpCandidate]) -> str:
    """The sentence about a piece that may not be jumped over, such as a friend."""
    chain, leg, kind = jumps[0].chain, jumps[0].leg, wording.kind(jumps[0].code)
    whom = join_words(dict.fromkeys(WHOM[jump.leg.whom] for jump in jumps), "or")
    return wording.cite_ruling(
        f"{wording.piece_on(jumps[0].board, leg.hurdle)} cannot be hopped that way: the {kind} hops "
        f"from {wording.name(chain.cell)} to {wording.name(leg.land)} only over {whom}",
        *(f"hops.{kind}.{jump.leg.kind}.over" for jump in jumps),
    )


def _why_spent(wording: Wording, jumps: Sequence[JumpCandidate]) -> str:
    """The sentence about a kind of jump that has been used up for this turn."""
    leg = jumps[0].leg
    limit = leg.limit // leg.unit
    times = "one hop" if limit == 1 else f"{limit} hops"
    return wording.cite_ruling(
        f"one turn has {times} over {WHOM[leg.whom]}, and {wording.name(leg.hurdle)} is one more",
        f"hops.{wording.kind(jumps[0].code)}.{leg.kind}.per_turn",
    )


def _why_taken_already(wording: Wording, jumps: Sequence[JumpCandidate]) -> str:
    """The sentence about a piece, or a tower, that the chain has taken from before."""
    cell = wording.name(jumps[0].leg.hurdle)
    if jumps[0].game.stacks.used:
        return f"a turn takes one piece from a tower, and that on {cell} has lost its top piece already"
    return f"the piece on {cell} is taken already"


def _why_too_high(wording: Wording, jumps: Sequence[JumpCandidate]) -> str:
    """The sentence about a tower that would become too high."""
    limit, start = jumps[0].game.stacks.limit, wording.name(jumps[0].context.start)
    return wording.cite_ruling(
        f"a tower has {limit} pieces at most, and that from {start} would have {limit + 1}", "stacks.limit"
    )


JUMP_RULES: tuple[LegalityRule[JumpCandidate], ...] = (
    LegalityRule(
        lambda jump: jump.context.side[jump.leg.land] != WALL,
        lambda wording, jumps: wording.cite_ruling(
            f"the chain started on {wording.name(jumps[0].leg.land)}, which counts as taken", "chain.start"
        ),
    ),
    LegalityRule(
        lambda jump: jump.on_hurdle != EMPTY,
        lambda wording, jumps: (
            f"no piece stands on {wording.names([jump.leg.hurdle for jump in jumps], 'or')} to hop over"
        ),
    ),
    LegalityRule(lambda jump: jump.hurdle == jump.leg.hurdle, _why_no_hurdle_named),
    LegalityRule(
        lambda jump: jump.context.side[jump.leg.land] == EMPTY,
        lambda wording, jumps: f"{wording.piece_on(jumps[0].board, jumps[0].leg.land)} is in the way",
    ),
    LegalityRule(lambda jump: bool(jump.on_hurdle & jump.leg.whom), _why_not_over),
    LegalityRule(
        lambda jump: jump.takes == jump.leg.takes,
        lambda wording, jumps: (
            f"the hop is written {wording.name(jumps[0].chain.cell)}{'x' if jumps[0].leg.takes else '-'}"
            f"{wording.name(jumps[0].leg.land)}"
        ),
    ),
    LegalityRule(
        lambda jump: jump.leg.land not in jump.footprint.shut,
        lambda wording, jumps: why_forbidden(wording, jumps[0].footprint),
    ),
    LegalityRule(
        lambda jump: not jump.footprint.closed_cells, lambda wording, jumps: _why_closed(wording, jumps[0].footprint)
    ),
    # The rules from here on depend on the jumps that the piece has made before in this turn.
    LegalityRule(
        lambda jump: jump.leg.hurdle not in jump.chain.taken,
        _why_taken_already,
    ),
    LegalityRule(lambda jump: not jump.leg.takes or len(jump.chain.taken) < jump.context.room, _why_too_high),
    LegalityRule(
        lambda jump: not jump.context.repeats(jump.chain.over, jump.leg),
        lambda wording, jumps: wording.cite_ruling(
            f"the piece on {wording.name(jumps[0].leg.hurdle)} is hopped twice", "chain.same_piece"
        ),
    ),
    LegalityRule(lambda jump: jump.chain.used & jump.leg.budget < jump.leg.limit, _why_spent),
    LegalityRule(
        lambda jump: not jump.chain.used & jump.leg.cross,
        lambda wording, jumps: wording.cite_ruling(
            f"the hops over {WHOM[jumps[0].leg.whom]} of one turn go along one axis, and that over "
            f"{wording.name(jumps[0].leg.hurdle)} does not",
            f"hops.{wording.kind(jumps[0].code)}.{jumps[0].leg.kind}.along",
        ),
    ),
    LegalityRule(
        lambda jump: not jump.context.rule.straight or jump.chain.heading in (-1, jump.leg.heading),
        lambda wording, jumps: wording.cite_ruling("a chain does not turn", "chain.turning"),
    ),
)


@dataclass(frozen=True)
class ChainCandidate:
    """A whole chain. `longer`: the text of a chain that continues it, empty where none can."""

    context: ChainContext
    code: int
    chain: ChainSoFar
    longer: str

    @property
    def crossed_stops(self) -> list[int]:
        """The cells before its end where it should have stopped."""
        return [cell for cell in self.chain.path[1:-1] if cell in self.context.stops]


def _why_too_long(wording: Wording, chains: Sequence[ChainCandidate]) -> str:
    """The sentence about a chain with too many jumps."""
    limit = chains[0].context.rule.most
    return wording.cite_ruling(f"one turn has {'one hop' if limit == 1 else f'{limit} hops at most'}", "chain.hops")


def _why_not_further(wording: Wording, chains: Sequence[ChainCandidate]) -> str:
    """The sentence about a chain that does not end further forward than it began."""
    start, end = wording.name(chains[0].context.start), wording.name(chains[0].chain.cell)
    return wording.cite_ruling(
        f"a chain must end further forward than {start}, and {end} does not lie further", "chain.final"
    )


def _why_promoted(wording: Wording, chains: Sequence[ChainCandidate]) -> str:
    """The sentence about a chain that goes on from a cell where it ends with a promotion."""
    kind = wording.kind(chains[0].code)
    return wording.cite_ruling(
        f"the chain ends on {wording.name(chains[0].crossed_stops[0])}, where the {kind} is promoted",
        f"promotion.{kind}.in_chain",
    )


CHAIN_RULES: tuple[LegalityRule[ChainCandidate], ...] = (
    LegalityRule(lambda chain: len(chain.chain.over) <= chain.context.rule.most, _why_too_long),
    LegalityRule(lambda chain: not chain.crossed_stops, _why_promoted),
    LegalityRule(lambda chain: chain.context.is_far_enough(chain.chain.cell), _why_not_further),
    LegalityRule(
        lambda chain: not (chain.context.rule.must and chain.longer),
        lambda wording, chains: wording.cite_ruling(
            f"the chain must go on while it can: {chains[0].longer}", "chain.again"
        ),
    ),
    # A chain back to its start that takes nothing changes nothing. There is no special sentence for it.
    LegalityRule(lambda chain: chain.context.may_end(chain.chain.cell, chain.chain.taken), lambda wording, chains: ""),
)


# Castling. The generator asks `CastleLine.is_blocked` and the cells that are attacked; the rows say the same in turn.


class CastleCandidate(NamedTuple):
    """A piece that would castle along a line. `attacked`: the cells that it leaves and crosses where it could be
    captured."""

    game: CompiledGame
    state: State
    start: int
    line: CastleLine
    attacked: Callable[[], Sequence[int]]

    @property
    def partners(self) -> list[int]:
        """The cells of the pieces of the partner's kind that are far enough along the line."""
        return [cell for cell in self.line.cells[self.line.steps - 1 :] if self.state.board[cell] == self.line.partner]

    @property
    def unmoved_partners(self) -> list[int]:
        """Those that have not moved, where the piece has not moved either."""
        return [cell for cell in self.partners if {cell, self.start} <= self.state.fresh]

    @property
    def obstacle(self) -> int:
        """The cell of the first piece on the line, where that is no unmoved partner; else -1."""
        first = self.line.partner_cell(self.state.board)
        return -1 if first in self.unmoved_partners else first

    @property
    def footprint(self) -> Footprint:
        """What castling does to the ground, up to the partner."""
        board, cells = self.state.board, self.line.cells
        cells = cells[: cells.index(self.unmoved_partners[0]) + 1]
        return Footprint(self.game, board, board[self.start], cells, self.line.cells[self.line.steps - 1], 0)


def _castle_key(wording: Wording, castle: CastleCandidate) -> str:
    """The key of the option by which a piece castles."""
    piece = wording.pieces[castle.state.board[castle.start]]
    key = next(key for key in (str(piece), piece.player, piece.kind) if key in wording.options.castling)
    return f"castling.{key}.{castle.line.number}"


def _why_no_partner(wording: Wording, castles: Sequence[CastleCandidate]) -> str:
    """The sentence about a line without a piece to castle with."""
    castle = castles[0]
    what = f"there is no {wording.kind(castle.line.partner)} on that line to castle with"
    return wording.cite_ruling(what, _castle_key(wording, castle), "castling")


def _why_moved(wording: Wording, castles: Sequence[CastleCandidate]) -> str:
    """The sentence about pieces that have moved before."""
    castle = castles[0]
    board = castle.state.board
    named = f"{wording.piece_on(board, castle.start)} or {wording.piece_on(board, castle.partners[0])}"
    return wording.cite_ruling(f"{named} has moved before, and castling is for unmoved pieces",
                               _castle_key(wording, castle), "castling")


def _why_attacked_crossing(wording: Wording, castles: Sequence[CastleCandidate]) -> str:
    """The sentence about a royal piece that would castle out of or over an attack."""
    castle = castles[0]
    kind, cells = wording.kind(castle.state.board[castle.start]), wording.names(castle.attacked(), "and")
    what = f"the {kind} castles neither out of an attack nor over one, and it could be captured on {cells}"
    return wording.cite_ruling(what, _castle_key(wording, castle), "castling", "royal")


CASTLE_RULES: tuple[LegalityRule[CastleCandidate], ...] = (
    LegalityRule(lambda castle: bool(castle.partners), _why_no_partner),
    LegalityRule(lambda castle: bool(castle.unmoved_partners), _why_moved),
    LegalityRule(
        lambda castle: castle.obstacle < 0,
        lambda wording, castles: f"{wording.piece_on(castles[0].state.board, castles[0].obstacle)} is in the way",
    ),
    LegalityRule(
        lambda castle: not castle.footprint.closed_cells,
        lambda wording, castles: _why_closed(wording, castles[0].footprint),
    ),
    LegalityRule(lambda castle: not castle.attacked(), _why_attacked_crossing),
)


# What a move or drop brings about, where it breaks no other rule.


@dataclass(frozen=True)
class ResultCandidate:
    """A move or a drop by what it brings about. `group`: whether it leaves the piece in a group without a liberty;
    `recurs`: whether it brings back what may not come again; `exposed`: the cells of royal pieces of the player that
    could be captured then."""

    end: int
    group: bool
    exposed: Sequence[int]
    recurs: Callable[[], bool]


def _why_exposed(wording: Wording, cells: Sequence[int]) -> str:
    """The sentence about royal pieces that could be captured."""
    named = wording.names(cells, "and")
    return wording.cite_ruling(f"what stands on {named} is royal and could be captured then", "royal")


RESULT_RULES: tuple[LegalityRule[ResultCandidate], ...] = (
    LegalityRule(
        lambda result: not result.group,
        lambda wording, results: wording.cite_ruling(
            f"a piece on {wording.name(results[0].end)} would be in a group with no vacant cell next to it",
            "surround.suicide",
        ),
    ),
    LegalityRule(lambda result: not result.exposed, lambda wording, results: _why_exposed(wording, results[0].exposed)),
    LegalityRule(
        lambda result: not result.recurs(),
        lambda wording, results: wording.cite_ruling("the board would be as it was before", "recurrence"),
    ),
)


# Duties: rules about all actions of a position together, and about passing.


@dataclass(frozen=True)
class Duty:
    """One row for what a player must do.

    * `keep`: the moves that the duty leaves, of all that are otherwise legal.
    * `binds`: whether the duty is in force, given one of the moves that it leaves.
    * `reason`: the sentence for any other move, given the texts of some moves that are left.
    """

    keep: Callable[[CompiledGame, list[Move]], list[Move]]
    binds: Callable[[CompiledGame, Move], bool]
    reason: Callable[[Wording, str], str]


def _keep_drops(game: CompiledGame, moves: list[Move]) -> list[Move]:
    """Only the drops, where the game wants them first and there is any."""
    drops = [move for move in moves if move.origin < 0] if game.drops_first else []
    return drops or moves


def _keep_captures(game: CompiledGame, moves: list[Move]) -> list[Move]:
    """Only the captures (or only the largest), where they are compulsory and there is any."""
    if not game.compulsory:
        return moves
    if game.only_captures:
        return [move for move in moves if game.enemies_taken(move)]
    counts = [game.enemies_taken(move) for move in moves]
    most_taken = max(counts, default=0)
    least_taken = most_taken if game.must_take_most else 1
    return [move for move, count in zip(moves, counts, strict=True) if count >= least_taken] if most_taken else moves


DROPS_FIRST = Duty(
    _keep_drops,
    lambda game, move: game.drops_first and move.origin < 0 and bool(move.becomes),
    lambda wording, texts: wording.cite_ruling("pieces in hand are placed before anything moves", "drops_first"),
)
CAPTURES_FIRST = Duty(
    _keep_captures,
    lambda game, move: game.compulsory and bool(game.enemies_taken(move) or game.only_captures),
    lambda wording, texts: wording.cite_ruling(
        f"only what captures is an action: {texts}"
        if wording.game.only_captures
        else f"a capture is compulsory{' and takes as many as can be' if wording.game.must_take_most else ''}: {texts}",
        "compulsory",
    ),
)
DUTIES = (DROPS_FIRST, CAPTURES_FIRST)


@dataclass(frozen=True)
class PassCandidate:
    """To pass: the other moves of the position, the finished part of a turn with two parts, whether the player can only
    capture and counts as stuck because of it, and the cells of the player's royal pieces that could be captured."""

    game: CompiledGame
    moves: Sequence[Move]
    half: int
    is_barred: Callable[[], bool]
    attacked: Callable[[], Collection[int]]


PASSING = {"never": "nobody may pass", "stuck": "a player may pass only if they can do nothing else"}


def _may_pass(candidate: PassCandidate) -> bool:
    """Whether the option `passing` and the state of the turn allow to pass."""
    passing = candidate.game.passing
    if candidate.half or passing == "always":
        return True
    return passing == "stuck" and (not candidate.moves or candidate.is_barred())


def _why_no_pass(wording: Wording, candidates: Sequence[PassCandidate]) -> str:
    """The sentence about a pass that is not allowed."""
    game = candidates[0].game
    first = " before a part of the turn is done" if game.has_two_part_turns else ""
    return wording.cite_ruling(f"{PASSING[game.passing]}{first}", "passing")


PASS_RULES: tuple[LegalityRule[PassCandidate], ...] = (
    LegalityRule(_may_pass, _why_no_pass),
    LegalityRule(
        lambda passing: not passing.attacked(),
        lambda wording, candidates: _why_exposed(wording, sorted(candidates[0].attacked())),
    ),
    # The sentence is empty here: the duty that is in force has its own.
    LegalityRule(
        lambda passing: not (passing.moves and CAPTURES_FIRST.binds(passing.game, passing.moves[0])),
        lambda wording, candidates: "",
    ),
)
