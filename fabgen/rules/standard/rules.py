"""The standard rule set as one of the `Rules`: numbers inside, the notation and positions of specs outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from fabgen.core.english import join_words
from fabgen.rules.boards import Cell
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Piece, Position, Setting
from fabgen.rules.protocol import (
    DRAWN,
    ROLLED,
    Doubt,
    Features,
    OptionErrors,
    Outcome,
    PromotedPieces,
    Remark,
    RuleSet,
    RuleSetInput,
)
from fabgen.rules.standard.castling import castle_patterns
from fabgen.rules.standard.chance import ASIDE, ChanceRules, chance_mistakes, say_chance, source_of_chance
from fabgen.rules.standard.compile import compile_game, has_hands, places_pieces
from fabgen.rules.standard.compiled_game import GameSource
from fabgen.rules.standard.engine import StandardEngine, explain_outcome
from fabgen.rules.standard.hop_tables import jumps
from fabgen.rules.standard.impossibilities import impossibilities
from fabgen.rules.standard.legality import Wording
from fabgen.rules.standard.mills import Mills
from fabgen.rules.standard.note_names import (
    DONE,
    EARLIER,
    EN_PASSANT,
    HOMELESS,
    HOPPED,
    LEFT,
    OPENING,
    OUT,
    PASSES,
    QUIET,
    SWAPS,
)
from fabgen.rules.standard.options import Push, Reach, Stacks, StandardOptions
from fabgen.rules.standard.refusals import OtherReadings, Refusals
from fabgen.rules.standard.secret_pieces import REVEALED, SecretRules, say_secrets, secret_mistakes
from fabgen.rules.standard.shared_cells import SharedCells, sharing_of_enemies
from fabgen.rules.standard.simultaneous import SimultaneousRules, say_simultaneous, simultaneous_mistakes
from fabgen.rules.standard.stacks import NO_LIMIT
from fabgen.rules.standard.state import NOBODY, Move, State
from fabgen.rules.standard.tables import piece_codes
from fabgen.rules.standard.text import ActionWriter, PositionNotes

HANDS = "hand"
ONTO_WORDS = {
    "friend": "rule_tower_onto_friend",
    "enemy": "rule_tower_onto_enemy",
    "any": "rule_tower_onto_any",
}


class _TurnState(NamedTuple):
    """What can be done in a position: the moves, the players who may act, and the result (None: the game goes on)."""

    position: State
    moves: list[Move]
    actors: tuple[str, ...]
    result: int | None


class StandardRules:
    """A game of the standard rule set; see `rules.protocol.Rules` for the protocol.

    `cites`: the ruling behind an option by the option's key, such as `chain.final` or `hops.knight`; a refusal that
    rests on the option ends with it. `others`: by ruling, the options under each of its other readings. Raises
    OptionErrors with everything that is wrong with the options.
    """

    def __init__(
        self,
        movements: Movements,
        zones: Mapping[str, tuple[Cell, ...]],
        options: StandardOptions,
        start: Position,
        cites: Mapping[str, str] | None = None,
        others: Mapping[str, tuple[StandardOptions, ...]] | None = None,
    ) -> None:
        self.setting: Setting = start.setting
        self.options, self.first = options, start
        source = GameSource(movements, zones, options, start)
        compiled, mistakes = compile_game(source)
        if compiled is None:
            raise OptionErrors(mistakes)
        self.source, self.game = source, compiled
        self.engine = StandardEngine(compiled)
        self._codes = piece_codes(self.setting)
        self.pieces: Mapping[int, Piece] = {code: piece for piece, code in self._codes.items()}
        self._players = tuple(self.setting.players)
        along, replaces, removes = self.engine.along, compiled.captures_by_moving, isinstance(compiled.enclosure, Mills)
        self.writer = ActionWriter(
            self.setting.lattice, dict(self.pieces), compiled.hops, along, replaces, removes, compiled.sharing
        )
        wording = Wording(compiled, self.setting.lattice, self.pieces, options, zones, dict(cites or {}))
        self._refusals = Refusals(self.engine, self.writer, wording, OtherReadings(source, others or {}))
        history, walked = self.engine.history, compiled.goals.walk_only_cells
        self._notes = PositionNotes(
            self._players,
            self.pieces,
            self.setting.lattice,
            history,
            walked,
            compiled.memory,
            compiled.is_neutral,
            compiled.no_progress,
        )
        self._last: _TurnState | None = None

    @property
    def repetition(self) -> int | None:
        """How often a position must occur for a draw, or None. `Match` keeps the record and counts."""
        return self.options.repetition

    @property
    def quick(self) -> StandardEngine:
        """The engine itself, for perft. It trusts that actions are legal."""
        return self.engine

    def inside(self, before: State, after: State) -> bool:
        """Whether the turn goes on: a piece has to be re-placed, or a part of the turn is left."""
        return self.engine.inside(after)

    def hops(self, action: Move) -> bool:
        """Whether an action jumps over a piece."""
        return bool(action.path)

    def start(self) -> State:
        """The set-up position. The first player in `turns` begins. Where the set-up lists no unmoved pieces, all pieces
        that have a first move of their own count as unmoved."""
        return self.engine.resolve_state(self.first_position())

    def first_position(self) -> State:
        """The set-up position before any goal is judged."""
        state = self.read_position(self.first)
        castling = self.game.castling.codes if self.game.castling else frozenset()
        codes = self.game.codes_with_first_moves | castling
        fresh = state.fresh or frozenset(cell for cell, code in enumerate(state.board) if code in codes)
        fresh = self.engine.fresh_cells(state.board, fresh)
        state = state._replace(fresh=fresh, turn=self.game.first_player if self.options.turns else state.turn)
        if self.game.memory.is_needed:
            state = state._replace(past=self.game.memory.first_past())
        if self.game.opening and self.game.opening.steps[0].player != NOBODY:
            state = state._replace(turn=self.game.opening.steps[0].player)
        return state

    def actors(self, position: State) -> tuple[str, ...]:
        """The one player who may act, or no player when the game is over."""
        return self._turn_state(position).actors

    def actions(self, position: State, player: str) -> list[Move]:
        """The actions of the player who has to act; none for the others."""
        turn = self._turn_state(position)
        return turn.moves[:] if player in turn.actors else []

    def _turn_state(self, position: State) -> _TurnState:
        """What can be done in a position. The last answer is kept, because callers ask for the actors and then for the
        actions."""
        if self._last is None or self._last.position is not position:
            moves = self.engine.actions(position)
            result = self.engine.result(position, moves)
            actors = () if result is not None else (self._players[self.engine.actor(position)],)
            self._last = _TurnState(position, moves, actors, result)
        return self._last

    def apply(self, position: State, actions: Mapping[str, Move]) -> State:
        """The position after the actor's action. Raises ValueError for any other action."""
        if len(actions) != 1:
            raise ValueError(f"one player acts at a time, not {len(actions)}")
        ((player, move),) = actions.items()
        turn = self._turn_state(position)
        if player not in turn.actors or move not in turn.moves:
            raise ValueError(f"that is not an action of {player} now: {tuple(move)}")
        return self.engine.apply(position, move)

    def outcome(self, position: State) -> Outcome | None:
        """The winners and the reason, or None while the game goes on."""
        result = self._turn_state(position).result
        return None if result is None else self.explain_result(position, result)

    def explain_result(self, position: State, result: int) -> Outcome:
        """How a game ended in a position, by the winner's number."""
        outcome = explain_outcome(
            self.engine, position, result, self._players, self.setting.lattice.numbered_cells, self.pieces
        )
        if position.winner != NOBODY:
            return outcome
        stuck = f"stuck.{self._players[position.turn]}"
        keys: tuple[str, ...] = (stuck, "passing") if self.options.passing == "never" else ("passing",)
        if self.engine.has_only_captures(position):
            keys = ("stuck_when", *keys)
        return replace(outcome, why=self._refusals.wording.cite_ruling(outcome.why, *keys))

    def goes_on_without(self, position: State, player: str) -> bool:
        """Whether the game goes on when a player gives up: two others or more are still in it, and turns are as they
        are for good. The actions of an opening say who does what, which others cannot do for them."""
        if position.past.opening:
            return False
        out_bits = position.out & (1 << len(self._players)) - 1
        return len(self._players) - out_bits.bit_count() > 2

    def resign(self, position: State, player: str) -> State:
        """The position after a player has given up."""
        return self.engine.resign(position, self._players.index(player))

    def text(self, position: State, action: Move) -> str:
        """An action as people write it: see the module `text`."""
        return self.writer.text(position, action)

    def action(self, position: State, player: str, text: str) -> Move | None:
        """The action that a text stands for; None for no action, or for several.

        A text may be as `text` writes it. A chain of jumps may also be written by another way to the same end that
        takes the same pieces, or by its first and last cell where only one action has them.
        """
        moves = self.actions(position, player)
        written = self.writer.parts(text) if self.setting.lattice.regular else None  # names on a map may hold others
        ends = (written.cells[0], written.cells[-1]) if written else None
        exact = (
            move
            for move in moves
            if ends in (None, (move.origin, move.target)) and self.text(position, move) == text.strip()
        )
        return next(exact, None) or self._refusals.understand(position, moves, text)

    def repetition_key(self, position: State) -> State:
        """What of a position counts for draws by repetition: all but the number of actions without progress."""
        return position._replace(quiet=0) if position.quiet else position

    def closed_cells(self, position: State) -> tuple[Cell, ...]:
        """The cells of terrain that the number of pieces on the board closes now to an action that takes none."""
        ground, board = self.game.ground, position.board
        closed = ground.closed_cells(len(board) - board.count(0), 0)
        return tuple(self.setting.lattice.numbered_cells[cell] for cell in sorted(closed)
                     if ground.opens[cell] in (0, 1))

    def further_moves(self, position: State, action: Move) -> tuple[tuple[Cell, Cell], ...]:
        """The move of the partner where an action castles, or of the pieces that are pushed or go along in a row."""
        names = (*self.setting.lattice.numbered_cells, "")
        pairs = (action.partner,) if action.partner else action.row
        return tuple((names[start], names[end]) for start, end in pairs)

    def show(self, position: State) -> Position:
        """The position as people write it."""
        lattice = self.setting.lattice
        pieces = {lattice.numbered_cells[cell]: self.pieces[code] for cell, code in enumerate(position.board) if code}
        lower_pieces = {
            lattice.numbered_cells[cell]: tuple(self.pieces[code] for code in tower)
            for cell, tower in enumerate(position.towers)
            if tower
        }
        hands: dict[tuple[str, str], dict[str, int]] = {}
        for code, number in enumerate(position.hands):
            if number:
                piece = self.pieces[code]
                hands.setdefault((piece.player, HANDS), {})[piece.kind] = number
        return Position(
            self.setting,
            pieces,
            self._players[position.turn],
            frozenset(lattice.numbered_cells[cell] for cell in position.fresh),
            hands,
            notes={**self._notes.note_texts(position), **self._passed_note(position)},
            further_pieces=lower_pieces if self.game.sharing else {},
            below={} if self.game.sharing else lower_pieces,
        )

    def view(self, position: State, player: str) -> Position:
        """What a player sees of a position: all of it."""
        return self.show(position)

    def why_not_under(self, position: State, player: str, text: str, names: Mapping[int, Piece]) -> str:
        """Why a text is no action of a player now, with other names for some pieces by their codes."""
        pieces = {**self.pieces, **names}
        refusals = replace(
            self._refusals,
            writer=replace(self.writer, pieces=pieces),
            wording=replace(self._refusals.wording, pieces=pieces),
        )
        return refusals.explain(self.show(position), position, player, text, self.actors(position))

    def _passed_note(self, state: State) -> dict[str, str]:
        """The note about the piece that may be captured in passing, where there is one."""
        if not state.passed:
            return {}
        cell, *crossed = state.passed
        is_only = len(self._movers_over(state, frozenset(crossed))) == 1
        return {EN_PASSANT: self._notes.passed_text(crossed, cell, is_only)}

    def _movers_over(self, state: State, crossed: frozenset[int]) -> list[tuple[int, tuple[int, ...]]]:
        """The pieces of players who are not to move that may just have crossed some cells, and all that they
        crossed."""
        passing, is_own = self.game.en_passant, self.engine.own_tables[state.turn]
        movers = passing.movers(state, crossed) if passing else ()
        return [(cell, way) for cell, way in movers if not is_own[state.board[cell]]]

    def read(self, position: Position) -> State:
        """The inverse of `show`. Where the position names no turn, the first player in `turns` has it. Goals that are
        met already count. Raises ValueError for a note that means nothing."""
        return self.engine.resolve_state(self.read_position(position))

    def read_position(self, position: Position) -> State:
        """The state that a position describes, before any goal is judged."""
        order = self.setting.lattice.order
        board = bytearray(len(self.setting.lattice.numbered_cells))
        for cell, piece in position.pieces.items():
            board[order[cell]] = self._codes[piece]
        hands = [0] * (1 + len(self._codes))
        for (player, _), counts in position.held.items():
            for kind, number in counts.items():
                hands[self._codes[Piece(player, kind)]] = number
        if position.turn in self.setting.neutral:
            raise ValueError(f"`turn: {position.turn}`: neutral pieces never have the turn: "
                             f"write {join_words(self.setting.active_players, 'or')}")
        turn = self._players.index(position.turn) if position.turn else self.game.first_player
        fresh = frozenset(order[cell] for cell in position.unmoved)
        held = tuple(hands) if self.game.has_hands else ()
        towers = self.game.stacks.empty_towers(len(board))
        if position.below:
            below = {order[cell]: pieces for cell, pieces in position.below.items()}
            codes = (bytes(self._codes[piece] for piece in below.get(cell, ())) for cell in range(len(board)))
            towers = tuple(codes)
        if self.game.sharing:
            towers = self._read_shared_cells(position, self.game.sharing)
        fresh = self.engine.fresh_cells(bytes(board), fresh)
        state = State(bytes(board), turn, held, fresh, out=self.game.neutral, towers=towers)
        return self._read_passed(position, self._notes.read(position, state))

    def _read_shared_cells(self, position: Position, sharing: SharedCells) -> tuple[bytes, ...]:
        """The pieces beside the first of each cell. Raises ValueError for a cell with more pieces than it holds."""
        lattice, towers = self.setting.lattice, [b""] * len(self.setting.lattice.numbered_cells)
        for cell, pieces in position.further_pieces.items():
            number, limit = 1 + len(pieces), sharing.limits[lattice.order[cell]]
            if number > limit:
                holds = "one piece" if limit == 1 else f"{limit} pieces at most"
                raise ValueError(f"{number} pieces are on {lattice.title(cell)}, which holds {holds}")
            towers[lattice.order[cell]] = bytes(sorted(self._codes[piece] for piece in pieces))
        return tuple(towers)

    def _read_passed(self, position: Position, state: State) -> State:
        """The state with the piece that may be captured in passing, where the position notes one and such a capture is
        legal. Raises ValueError for cells that no piece, or one of several, can have crossed."""
        note = self._notes.read_passed(position)
        if note is None:
            return state
        crossed, cell = note
        movers = [(mover, way) for mover, way in self._movers_over(state, crossed) if cell in (mover, -1)]
        text, names = position.notes[EN_PASSANT], self.setting.lattice.numbered_cells
        if not movers:
            what = "no piece that can be captured in passing has come over"
            raise ValueError(f"`{EN_PASSANT}: {text}`: {what} {join_words([names[to] for to in sorted(crossed)])}")
        if len(movers) > 1:
            listed = join_words([f"`{text} of {names[mover]}`" for mover, _ in movers], "or")
            raise ValueError(f"`{EN_PASSANT}: {text}`: several pieces can have come over it: write {listed}")
        ((mover, way),) = movers
        ordered = tuple(to for to in way if to in crossed)
        return self.engine.with_passed(state, mover, ordered)

    def word_actions(self) -> tuple[str, ...]:
        """The actions that name no cell."""
        return "pass", "swap"

    def why_not(self, position: State, player: str, text: str) -> str:
        """Why a text is no action of a player now; empty where it is one."""
        if self.action(position, player, text) is not None:
            return ""
        if outcome := self.outcome(position):
            return f"the game is over: {outcome}"
        return self._refusals.explain(self.show(position), position, player, text, self.actors(position))


def _setting(base: Setting, options: StandardOptions, tokens: tuple[str, ...]) -> Setting:
    """The setting with what positions of this game may hold besides pieces: hands, and the notes that its options
    need."""
    takes = options.capture_fates
    hidden = options.hidden
    needed_notes = {
        HOMELESS: "home" in takes,
        OUT: len(base.active_players) > 2,
        DONE: options.in_turn == "move and capture",
        LEFT: isinstance(options.in_turn, int),
        SWAPS: options.swap,
        PASSES: bool(options.passes),
        EARLIER: options.recurrence != "free",
        OPENING: bool(options.opening),
        EN_PASSANT: bool(options.en_passant),
        QUIET: options.no_progress is not None,
        ROLLED: options.roll is not None,
        DRAWN: options.draw is not None,
        ASIDE: options.draw is not None and options.draw.shuffled == "when empty",
        REVEALED: bool(hidden and hidden.pieces and hidden.revealed_by != "nothing"),
        HOPPED: any(isinstance(goal, Reach) and goal.by == "moves" for goal in (*options.win, *options.lose)),
    }
    notes = tuple(note for note, needed in needed_notes.items() if needed)
    limit = (options.stacks.limit if options.stacks else None) or NO_LIMIT
    tower_limit = limit if options.has_towers else 1
    held, shares = (HANDS,) if has_hands(options) else (), options.sharing is not None
    return replace(base, held=held, notes=notes, tower_limit=tower_limit, shares_cells=shares)


AnyRules = StandardRules | ChanceRules | SecretRules | SimultaneousRules


def _make(source: RuleSetInput) -> AnyRules:
    """The game of a spec. Raises OptionErrors."""
    setting = source.start.setting
    if source.options.simultaneous:
        mistakes = [*simultaneous_mistakes(source.options, setting)]
    else:
        mistakes = [*chance_mistakes(source.options, setting), *secret_mistakes(source.options, source.start)]
    if mistakes:
        raise OptionErrors(mistakes)
    rules = StandardRules(source.movements, source.zones, source.options, source.start, source.cites, source.others)
    if source.options.simultaneous:
        return SimultaneousRules(rules, source.options)
    if source.options.hidden:
        return SecretRules(rules, source.options)
    dice_or_deck = source_of_chance(source.options)
    return ChanceRules(rules, rules.engine, rules.source, dice_or_deck, rules.pieces) if dice_or_deck else rules


def _impossibilities(rules: AnyRules) -> Iterator[Doubt]:
    """What can never happen in a game."""
    if isinstance(rules, ChanceRules):
        yield from rules.doubts()
    yield from impossibilities(rules.source, rules.engine.game)


def _remarks(options: StandardOptions) -> tuple[Remark, ...]:
    """What books say beside the movements of pieces."""
    mills = [Remark("rule_mill", number=options.mill.line, captures=True)] if options.capture == "mill" else []
    claim_words = "rule_claims_diagonally" if options.claims == "K" else "rule_claims"
    claims = [Remark(claim_words, of_movers=True)] if options.claims else []
    flights = [Remark("rule_flies", whose, number) for whose, number in options.flies.items()]
    stops = [Remark("rule_until_stopped", kind) for kind in options.until_stopped]
    pushes = [remark for kind, push in options.pushes.items() for remark in _push_remarks(kind, push)]
    chances = [Remark(key) for key in say_chance(options)]
    forms = [Remark("rule_placed_as", form, piece=held) for held, forms in options.placed_as.items()
             for form in forms if form != held]
    shared = [*claims, *forms, *_tower_remarks(options), *_sharing_remarks(options)]
    return *mills, *flights, *pushes, *stops, *chances, *shared, *say_secrets(options), *say_simultaneous(options)


def _sharing_remarks(options: StandardOptions) -> Iterator[Remark]:
    """What books say about pieces that share cells."""
    if options.sharing is None:
        return
    limit = options.sharing.limit
    for zone, number in ((("", limit),) if isinstance(limit, int) else limit.items()):
        if number > 1 or zone:
            is_board = zone in ("", "board")
            if number == 1:
                key = "rule_sharing_single" if is_board else "rule_sharing_zone_single"
            else:
                key = "rule_sharing" if is_board else "rule_sharing_zone"
            yield Remark(key, "", number, zone="" if is_board else zone)
    enemies = sharing_of_enemies(options)
    # Who enters a space with enemies captures there: it is closed to pieces that never capture.
    peaceful_key = "" if enemies == "beside" else "rule_sharing_closed"
    yield Remark(SHARING_WORDS[enemies], captures=options.capture == "replace", peaceful_key=peaceful_key)


SHARING_WORDS = {
    "all captured": "rule_sharing_all",
    "one captured": "rule_sharing_one",
    "captured if alone": "rule_sharing_alone",
    "beside": "rule_sharing_beside",
    "closed": "rule_sharing_closed",
}


def _tower_remarks(options: StandardOptions) -> Iterator[Remark]:
    """What books say about towers."""
    stacks = options.stacks or Stacks()
    if not options.has_towers:
        return
    if stacks.onto != "nothing":
        yield Remark(ONTO_WORDS[stacks.onto], captures=True, of_movers=True)
    yield Remark("rule_tower_splits" if stacks.lifts == "any" else "rule_tower")
    if stacks.steps == "height":
        yield Remark("rule_tower_part_height" if stacks.lifts == "any" else "rule_tower_height")
    if stacks.steps == "spread":
        yield Remark("rule_tower_spreads")
    if stacks.carry:
        yield Remark("rule_tower_carry", number=stacks.carry)
    if stacks.vacant == "closed":
        yield Remark("rule_tower_no_vacant")
    for kind in stacks.closed:
        yield Remark("rule_tower_closed", kind)
    for kind in stacks.flattens:
        yield Remark("rule_tower_flattens", kind)
    if stacks.surrounded == "stays":
        yield Remark("rule_tower_surrounded")
    for kind in stacks.anchors:
        yield Remark("rule_tower_anchor", kind)
    if stacks.counted == "top":
        yield Remark("rule_tower_counts_top")
    for kind in stacks.uncounted:
        yield Remark("rule_tower_uncounted", kind)
    if stacks.limit:
        yield Remark("rule_tower_limit", number=stacks.limit)


def _push_remarks(kind: str, push: Push) -> Iterator[Remark]:
    """What books say about a kind of piece that pushes."""
    if push.row > 1:
        yield Remark("rule_row", kind, push.row)
    if push.sideways:
        yield Remark("rule_sideways", kind)
    if push.enemies == "fewer":
        yield Remark("rule_pushes_fewer", kind)
    elif push.enemies:
        yield Remark("rule_pushes", kind, push.enemies)
    if push.edge == "open":
        yield Remark("rule_pushes_off", kind, captures=True)


def _features(options: StandardOptions) -> Features:
    """What figures and rulebooks ask about the options."""
    fates = options.capture_fates
    hidden = options.hidden
    return Features(
        gained_kinds=frozenset(kind for promotion in options.promotion.values() for kind in promotion.to)
        | {form for held, forms in options.placed_as.items() for form in forms if form != held},
        gains_captured=bool(fates & {"captor", "flips"} or options.claims),
        turns_over="flips" in fates,
        promotions=tuple(
            PromotedPieces(kind, frozenset(rule.zone), rule.to) for kind, rule in options.promotion.items()
        ),
        captures=options.capture == "replace",
        encloses=options.capture in ("custodial", "surround"),
        unarmed=frozenset(options.custodial.unarmed) if options.capture == "custodial" else frozenset(),
        remarks=_remarks(options),
        captured_fate=options.captured if options.capture == "replace" else "",
        has_hands=has_hands(options),
        places=places_pieces(options) or "home" in fates,
        repetition=None if source_of_chance(options) else options.repetition,
        royal=frozenset(options.royal),
        in_passing=dict(options.en_passant),
        towers=options.has_towers,
        room=_room(options),
        hidden_kinds=frozenset(hidden.pieces) if hidden and hidden.pieces != "all" else frozenset(),
        hides_all_kinds=hidden is not None and hidden.pieces == "all",
        hides=hidden is not None,
    )


def _room(options: StandardOptions) -> dict[str, int]:
    """How many pieces the cells of each zone hold; those of the board by an empty name."""
    limit = options.sharing.limit if options.sharing else {}
    if isinstance(limit, int):
        return {"": limit}
    return {"" if zone == "board" else zone: number for zone, number in limit.items()}


STANDARD = RuleSet(
    "standard",
    StandardOptions,
    _setting,
    _make,
    jumps=jumps,
    castles=castle_patterns,
    doubts=_impossibilities,
    features=_features,
)
