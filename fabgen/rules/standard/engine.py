"""A compiled game and a position → every action, the position after an action, and how the game ended. Whatever never
changes during a game is in tables made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress

from fabgen.core.english import count_things, join_words
from fabgen.rules.position import Piece
from fabgen.rules.protocol import Outcome
from fabgen.rules.standard.attacks import LARGEST_KNOWN_BOARD, RoyalGuard
from fabgen.rules.standard.chains import ChainSearch, HopGenerator
from fabgen.rules.standard.compiled_game import CompiledGame, MoveCondition
from fabgen.rules.standard.connections import ConnectAim, RingAim
from fabgen.rules.standard.goals import Aim, FillAim, LineAim, PieceMinimum, StandAim, layered_goals
from fabgen.rules.standard.groups import board_after
from fabgen.rules.standard.known_moves import KnownMoves
from fabgen.rules.standard.legality import CAPTURES_FIRST, PASS_RULES, PassCandidate, drop_cells, is_legal
from fabgen.rules.standard.ordinary_moves import MOST_ARMIES, OrdinaryMoves
from fabgen.rules.standard.state import (
    CAPTURED,
    COUNTED,
    DRAWN,
    EMPTY,
    ENEMY,
    FRIEND,
    FULL_BOARD,
    MOVED,
    NOBODY,
    NOWHERE,
    PASS,
    SWAP,
    SWAP_NOW,
    Fate,
    HistoryBits,
    Move,
    Past,
    State,
)
from fabgen.rules.standard.tables import WHOLE_CELL, LazyTable, mask

Cells = tuple[int, ...]
FreshAfterMove = Mapping[Cells, frozenset[int]]  # by the cells of a move: those of unmoved pieces after it
new_state = tuple.__new__  # faster than the constructor of a NamedTuple


def _has_other_actions(game: CompiledGame) -> bool:
    """Whether players do, or must do, anything besides ordinary moves. Most games have less to ask in a position."""
    has_other_moves = any(game.hops) or any(game.conditional_moves) or bool(game.flights or game.pushes)
    has_other_pieces = game.has_hands or game.has_endless_supply or bool(game.tower_moves or game.sharing)
    has_rules_of_turns = game.passing != "never" or game.has_two_part_turns or game.memory.is_needed
    has_duties = game.compulsory or game.needs_quiet
    return has_other_moves or has_other_pieces or has_rules_of_turns or has_duties or bool(game.enclosure)


class ActionGenerator:
    """The actions of one compiled game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.cells = range(game.cells)
        self.all_cells_mask = int.from_bytes(b"\1" * game.cells, "little")
        self.owner = (NOBODY, *(player for player in range(game.players) for _ in range(game.kinds)))  # by code
        self.first_codes = tuple(1 + player * game.kinds for player in range(game.players))  # by player: the lowest
        # By player, tables for `bytes.translate`: what a code is to the player, and whether it is the player's own.
        self.side_tables = tuple(self._by_code(player, FRIEND, ENEMY) for player in range(game.players))
        self.own_tables = tuple(self._by_code(player, 1, 0) for player in range(game.players))

        # What makes the moves. Parts that a game does not have are None, so that nothing is asked of them.
        self.hops = HopGenerator(game)
        self.has_hops = any(game.hops)
        self.known_moves = tuple(KnownMoves(walks, game.cells) for walks in game.walks)  # by parity of the pieces
        self.conditions = tuple(self._conditions_of_player(player) for player in range(game.players))
        self.flights, self.pushes, self.stops = game.flights or None, game.pushes or None, game.stops or None
        self.sharing = game.sharing
        self.tower_moves = game.sharing or game.tower_moves  # both make the moves of all pieces
        self.memory = game.memory if game.memory.is_needed else None
        self.guard = (
            RoyalGuard(game.attacks, game.royal, self.own_tables, self.cells, game.has_hands or game.has_endless_supply)
            if game.royal and game.attacks_are_lines
            else None
        )
        self.ordinary = (
            OrdinaryMoves(game, self.known_moves[0], self.guard, self.own_tables, self.side_tables)
            if self._has_ordinary_moves_alone() and game.cells <= LARGEST_KNOWN_BOARD
            else None
        )
        self.goals = layered_goals(game.goals, game.sharing.layered_cells) if game.sharing else game.goals
        self.history = HistoryBits(game.players)
        self.castlers = game.castling.codes if game.castling else NOWHERE
        self.captor_places = game.en_passant.captor_places if game.en_passant else (None,) * len(self.owner)
        self.fresh_masks: LazyTable[frozenset[int], int] = LazyTable(lambda fresh: mask(fresh) * WHOLE_CELL)
        self.known_fresh: dict[tuple[frozenset[int], int], FreshAfterMove] = {}
        self._last_fresh: tuple[bytes, frozenset[int], FreshAfterMove] = b"", NOWHERE, {}

        # What each position is asked. A look-up in two steps, through `game`, would cost a few per cent.
        self.claim_cells = game.claim_cells
        self.next_player, self.no_progress, self.en_passant = game.next_player, game.no_progress, game.en_passant
        self.watched, self.has_goals = game.goals.watched, game.goals.any
        self.may_end = bool(game.goals.any or game.goals.watched or game.no_progress)
        self.has_two_part_turns, self.needs_quiet = game.has_two_part_turns, game.needs_quiet
        has_moves_of_chess = bool(game.royal or game.castling or game.en_passant)
        self.has_more_than_moves = _has_other_actions(game) or has_moves_of_chess
        # Whether nobody ever passes or swaps.
        self.has_only_actions = game.passing == "never" and not game.has_two_part_turns and not game.memory.swap
        self.has_duties = bool(game.compulsory or game.needs_quiet)
        self.remembers = game.has_two_part_turns or bool(game.goals.walk_only_cells) or self.memory is not None
        # Whether any move may end the game: by the loss of a turn, or by what a tower covers or leaves behind.
        covers = bool(game.tower_moves or game.stacks.anchors)
        self.is_for_several = game.players - game.neutral.bit_count() > 2  # players may drop out while others play on
        self.always_resolves = self.is_for_several or (covers and game.goals.any) or bool(game.ends)
        # Whether a move onto an enemy does nothing but remove it from the game.
        self.replaces = game.captures_by_moving and game.fate is Fate.REMOVED
        self.is_plain = self._changes_little()

    def _conditions_of_player(self, player: int) -> tuple[tuple[int, MoveCondition], ...]:
        """The movement under conditions of a player's pieces, each with the code that it is for."""
        return tuple((code, condition) for code in self._codes_of(player)
                     for condition in self.game.conditional_moves[code])

    def _codes_of(self, player: int) -> range:
        """The codes of a player's pieces."""
        return range(self.first_codes[player], self.first_codes[player] + self.game.kinds)

    def _has_ordinary_moves_alone(self) -> bool:
        """Whether all actions are moves along the tables of `known_moves`, castling and captures in passing."""
        game = self.game
        is_guarded = self.guard is not None or not game.royal
        is_closed_at_times = bool(game.ground.opens)
        return is_guarded and not (
            _has_other_actions(game) or self.stops or is_closed_at_times or game.fate is Fate.HOME
        )

    def _changes_little(self) -> bool:
        """Whether an ordinary move changes nothing but the board, the turn, and who has moved."""
        game = self.game
        takes_at_target = self.replaces or not game.captures_by_moving
        changes_other_cells = game.enclosure or game.stacks.used or game.sharing
        if not takes_at_target or changes_other_cells:
            return False
        return self.has_one_action_turns and not self.remembers and not self.always_resolves

    @property
    def has_one_action_turns(self) -> bool:
        """Whether every action ends a turn."""
        homes = self.game.fate is Fate.HOME or any(hops and hops.fate is Fate.HOME for hops in self.game.hops)
        return not homes and not self.game.has_two_part_turns and self.game.memory.actions == 1

    def _by_code(self, player: int, own_value: int, other_value: int) -> bytes:
        """One byte for each code: `own_value` for the player's own pieces, `other_value` for those of the others; code
        0 stays EMPTY."""
        values = bytes(own_value if owner == player else other_value for owner in self.owner[1:])
        return (bytes((EMPTY,)) + values).ljust(256, bytes((EMPTY,)))

    def parity(self, board: bytes) -> int:
        """The parity of the number of pieces on the board; 0 where no terrain asks for it."""
        return (len(board) - board.count(0)) & 1 if self.game.ground.opens else 0

    def actions(self, state: State) -> list[Move]:
        """Every action of the player who has to act, each once, in a fixed order. Empty when the game is over or the
        player can do nothing."""
        if state.winner != NOBODY:
            return []
        if self.ordinary and (moves := self.ordinary.moves(state)) is not None:
            return moves
        return self.find_actions(state)

    def find_actions(self, state: State) -> list[Move]:
        """As `actions` while the game goes on, for all games."""
        if state.homeless:
            return self._rehoming_moves(state)
        if not self.has_more_than_moves:
            return self.walks(state, *self._own_pieces(state))
        if state.past.opening:
            return list(self.game.opening.moves(state))
        if self.has_only_actions:
            return self._actions_without_pass(state)
        if self.has_two_part_turns and self.history.half_turn(state):
            return self._actions_of_other_part(state)
        moves = self._actions_without_pass(state)
        if state.past.swap == SWAP_NOW and not state.past.under_way:
            moves = [*moves, SWAP]
        if not self._may_pass(state, moves):
            return moves
        if moves:
            return [*moves, PASS]
        return [PASS] if self.game.memory.passes or not self._all_pass(state) else []

    def _may_pass(self, state: State, moves: list[Move]) -> bool:
        """Whether the player to move may pass, given the other moves that are legal."""
        return is_legal(PASS_RULES, self.to_pass(state, moves))

    def to_pass(self, state: State, moves: list[Move]) -> PassCandidate:
        """The pass as the rules of `legality` judge it."""
        return PassCandidate(
            self.game,
            moves,
            self.history.half_turn(state),
            lambda: self.has_only_captures(state),
            lambda: self.attacked_cells(state),
        )

    def _own_pieces(self, state: State) -> tuple[bytes, list[int]]:
        """For the player to move: what each cell holds (EMPTY, FRIEND or ENEMY), and the cells of their own pieces."""
        board, turn = state.board, state.turn
        own_cells = list(compress(self.cells, board.translate(self.own_tables[turn])))
        return board.translate(self.side_tables[turn]), own_cells

    def _actions_without_pass(self, state: State) -> list[Move]:
        """Every action of the player to move, except to pass and to swap."""
        return self._without_recurring(state, self._dutiful_actions(state))

    def _without_recurring(self, state: State, moves: list[Move]) -> list[Move]:
        """The moves without those that bring back what may not come again."""
        if self.memory and self.memory.recurrence:
            return [move for move in moves if not self.recurs(state, move)]
        return moves

    def _can_act(self, state: State) -> bool:
        """Whether the player to move can do anything except to pass and to swap."""
        return any(not self.recurs(state, move) for move in self._dutiful_actions(state))

    def recurs(self, state: State, move: Move) -> bool:
        """Whether an action brings back what may not come again. Where a piece is to be re-placed first, it does
        not."""
        memory = self.game.memory
        if not memory.recurrence:
            return False
        after = self.after_move(state, move)
        if any(not after.board[cell] for code in after.homeless for cell in self.game.homes[code]):
            return False
        return memory.key(self._with_turn(self._record_history(state, move, after))) in state.past.boards

    def _with_turn(self, state: State) -> State:
        """The position with the turn passed on to the next player who is still in the game. A player who is about to
        drop out because they cannot act keeps the turn here: whether an action recurs must not depend on the actions
        of the next player."""
        turn, out_bits = state.turn, state.out & (1 << self.game.players) - 1
        while out_bits >> turn & 1 and out_bits != (1 << self.game.players) - 1:
            turn = self.game.next_player[turn]
        return state._replace(turn=turn)

    def _dutiful_actions(self, state: State) -> list[Move]:
        """Every action that duties leave to the player to move, except to pass and to swap."""
        moves = self._drops_or_all_moves(state)
        if not self.has_duties:
            return moves
        # What may not be done is no duty.
        moves = self._without_recurring(state, moves)
        if self.needs_quiet and self.game.passing == "never" and all(map(self.game.enemies_taken, moves)):
            return []
        return CAPTURES_FIRST.keep(self.game, moves)

    def has_only_captures(self, state: State) -> bool:
        """Whether the player to move can only capture and counts as stuck because of it."""
        if not self.needs_quiet or state.homeless or self.history.half_turn(state):
            return False
        moves = self._drops_or_all_moves(state)
        return bool(moves) and all(map(self.game.enemies_taken, moves))

    def _drops_or_all_moves(self, state: State) -> list[Move]:
        """The drops alone, where they come first and there is one that may be made; else every move, jump and drop.
        Other duties are not considered yet."""
        side, cells = self._own_pieces(state)
        if self.game.drops_first and (drops := list(self._drops(state))):
            self.hops.budget.renew()
            drops = self._without_recurring(state, self._with_effects(state, side, drops))
            if drops:
                return drops
        return self._moves_of_pieces(state, side, cells)

    def _actions_of_other_part(self, state: State) -> list[Move]:
        """The actions of the second part of a turn with two parts. To leave that part out is to pass."""
        moves = self._moves_of_other_part(state)
        return [*moves, PASS] if self._may_pass(state, moves) else moves

    def _moves_of_other_part(self, state: State) -> list[Move]:
        """The captures of a player who has moved, or the quiet actions of one who has captured."""
        candidates = self._drops_or_all_moves(state)
        captures = self.history.half_turn(state) == MOVED
        moves = [move for move in candidates if bool(self.game.enemies_taken(move)) is captures]
        return CAPTURES_FIRST.keep(self.game, moves) if captures else moves

    def chain_search(self, state: State, cell: int) -> ChainSearch | None:
        """The search for the chains of the piece on a cell; None where it does not jump."""
        hops = self.game.hops[state.board[cell]]
        if hops is None:
            return None
        side = state.board.translate(self.side_tables[state.turn])
        return self.hops.search(hops, state, self.parity(state.board), side, cell)

    def along(self, state: State, move: Move) -> tuple[int, ...]:
        """The cell of the piece that each leg of a chain takes; -1 where it takes none."""
        search = self.chain_search(state, move.origin) if move.path else None
        return search.along(move.path, move.taken) or () if search else ()

    def walks(self, state: State, side: bytes, cells: Iterable[int]) -> list[Move]:
        """The ordinary moves of the pieces on some cells. `side`: what each cell holds, as in `sides`."""
        board, fresh = state.board, state.fresh
        parity = self.parity(board) if self.game.ground.opens else 0
        by_code = self.known_moves[parity].by_code
        sight = int.from_bytes(side, "little")
        moves: list[Move] = []
        for cell in cells:
            relevant, moves_by_sight, unmoved = by_code[board[cell]][cell]
            if unmoved is not None and cell in fresh:
                moves_by_sight = unmoved
            moves += moves_by_sight[sight & relevant]
        return self.stops.keep(board, moves) if self.stops else moves

    def _moves_of_pieces(self, state: State, side: bytes, cells: list[int]) -> list[Move]:
        """Every action of a game with jumps, conditions or hands, before duties are considered."""
        self.hops.budget.renew()
        return self._with_effects(state, side, self._candidates(state, side, cells))

    def _candidates(self, state: State, side: bytes, cells: list[int], *, crosses_attacks: bool = False) -> list[Move]:
        """Every move, jump and drop, without what they enclose, whatever becomes of royal pieces. With
        `crosses_attacks`, pieces also castle over cells where they could be captured."""
        tower_moves = self.tower_moves
        moves = list(tower_moves.moves(state, side, cells)) if tower_moves else self.walks(state, side, cells)
        if self.conditions[state.turn]:
            moves = self._with_conditional(state, side, cells, moves)
        if self.pushes:
            moves += self.pushes.moves(state.board, side, cells)
        if self.flights:
            moves = list(dict.fromkeys((*moves, *self.flights.moves(state, cells))))
        if self.has_hops:
            self.hops.add(state, self.parity(state.board), side, cells, moves)
        if state.hands or self.game.has_endless_supply:
            moves += self._drops(state)
        if self.game.castling and state.fresh:
            castles = self.game.castling.moves(state, self._codes_of(state.turn))
            moves += [
                move
                for move, crossed in castles
                if crosses_attacks or not self._is_seen_crossing(state, move.origin, crossed)
            ]
        if state.passed and self.game.en_passant:
            moves += self.game.en_passant.captures(state, state.passed[0], state.passed[1:])
        return moves

    def attacked_crossings(self, state: State, move: Move) -> list[int]:
        """The cells that a royal piece leaves and crosses by castling where it could be captured."""
        castling, royal = self.game.castling, self.game.royal
        if not castling or not royal or not royal[state.turn][state.board[move.origin]]:
            return []
        lines = castling.lines[state.board[move.origin]][move.origin]
        line = next(line for line in lines if line.move(move.origin, move.partner[0]) == move)
        return [cell for cell in line.crossing_cells(move.origin) if self._could_be_captured(state, move.origin, cell)]

    def _is_seen_crossing(self, state: State, start: int, crossed: tuple[int, ...]) -> bool:
        """Whether a piece that castles is royal and could be captured on a cell that it leaves or crosses."""
        royal, guard = self.game.royal, self.guard
        if not royal or not royal[state.turn][state.board[start]]:
            return False
        if not guard:
            return any(self._could_be_captured(state, start, cell) for cell in crossed)
        pieces = int.from_bytes(state.board, "little")
        return any(guard.could_be_captured(state, pieces, start, cell) for cell in crossed)

    def _could_be_captured(self, state: State, start: int, cell: int) -> bool:
        """Whether the royal piece on `start` could be captured if it stood on a vacant cell instead."""
        if self.guard:
            return self.guard.could_be_captured(state, int.from_bytes(state.board, "little"), start, cell)
        board = bytearray(state.board)
        board[start], board[cell] = 0, state.board[start]
        return cell in self.attacked_cells(state._replace(board=bytes(board), passed=()))

    def _with_effects(self, state: State, side: bytes, moves: list[Move]) -> list[Move]:
        """The moves with what they enclose, without those that leave a royal piece where it can be captured."""
        if self.game.enclosure:
            moves = self.game.enclosure.complete(state.board, side, moves)
        if self.guard:
            return self.guard.legal_moves(state, moves)
        # Replies are searched for each move, all within the budget for chains of one position.
        return [move for move in moves if not self.exposed_cells(state, move)] if self.game.royal else moves

    def exposes(self, state: State, move: Move) -> bool:
        """Whether a move of the player to move leaves a royal piece of theirs where it can be captured."""
        if self.guard:
            return not self.guard.legal_moves(state, [move])
        self.hops.budget.renew()
        return bool(self.game.royal) and bool(self.exposed_cells(state, move))

    def exposed_cells(self, state: State, move: Move) -> list[int]:
        """The cells of the royal pieces of the player to move that could be captured after a move, or are lost by it,
        in the order of the board."""
        royal, placed = self.game.royal[state.turn], board_after(state.board, move)
        lost = {cell for cell in move.taken if royal[state.board[cell] or placed[cell]]}
        after = self.after_move(state, move)._replace(turn=state.turn)
        return sorted(lost | self.attacked_cells(after))

    def is_attacked(self, state: State) -> bool:
        """Whether a royal piece of the player to move could be captured if the other player moved instead."""
        self.hops.budget.renew()
        return bool(self.attacked_cells(state._replace(passed=())))

    def attacked_cells(self, state: State) -> set[int]:
        """The cells of the royal pieces of the player to move that could be captured if the other player moved
        instead. Duties of the other player do not matter."""
        if self.guard:
            return self.guard.attacked_cells(state.board, state.fresh, state.turn)
        royal = state.board.translate(self.game.royal[state.turn]) if self.game.royal else b""
        if 1 not in royal:
            return set()
        reply_state = state._replace(turn=self.game.next_player[state.turn])
        side, cells = self._own_pieces(reply_state)
        # `crosses_attacks`: castling asks which cells are attacked. If attacks asked about castling in turn, the two
        # would call each other without end.
        moves = self._candidates(reply_state, side, cells, crosses_attacks=True)
        if self.game.enclosure:
            moves = self.game.enclosure.complete(reply_state.board, side, moves)
        return {cell for move in moves for cell in move.taken if royal[cell]}

    def after_move(self, state: State, move: Move) -> State:
        """What a move or a drop changes by itself: the board, hands, the next player, and pieces to be re-placed.
        Nothing is resolved yet. Pieces that the move takes are cleared after it has been made, because a move may take
        the piece that has moved too."""
        board, turn, hands, fresh, _, out, _, past, _, quiet, towers = state
        if self.sharing:
            return self._after_shared_move(state, move)
        origin, target, taken, path, becomes, partner, row, _, _, _, _ = move
        if origin < 0 or partner or row:
            cells = board_after(board, move)
        else:
            cells = bytearray(board)
            cells[origin] = 0
            cells[target] = becomes or board[origin]
        homeless: tuple[int, ...] = ()
        if origin < 0:
            hands = self._hands_after_drop(hands, becomes)
        if taken and (path or not self.replaces or taken != (target,)):
            homeless, hands = self._take_pieces(board, cells, move, hands, turn)
        if towers:
            towers = self.game.stacks.after_move(board, towers, move, cells)
        if self.claim_cells:
            self._claim_pieces(cells, target, turn)
        moved = bytes(cells)
        if fresh and (origin in fresh or target in fresh or taken or row):
            fresh = self._fresh_after_move(board, moved, move, fresh)
        if self.no_progress:
            quiet = 0 if taken or becomes or board[origin] in self.game.progress else quiet + 1
        following = self.next_player[turn]
        after = new_state(State, (moved, following, hands, fresh, homeless, out, NOBODY, past, (), quiet, towers))
        passing = self.en_passant
        if passing and origin >= 0 and not taken and not path and passing.captors[board[origin]]:
            return self.after_crossing(after, board, origin, target)
        return after

    def _claim_pieces(self, cells: bytearray, target: int, turn: int) -> None:
        """Makes the neutral pieces next to the cell where an action has ended those of the player who acted."""
        if self.owner[cells[target]] != turn:  # the piece that has moved is gone
            return
        for cell in self.claim_cells[target]:
            if cells[cell] and self.game.is_neutral(self.owner[cells[cell]]):
                cells[cell] = self.first_codes[turn] + (cells[cell] - 1) % self.game.kinds

    def _hands_after_drop(self, hands: tuple[int, ...], code: int) -> tuple[int, ...]:
        """What players hold once a piece of this code has been placed; the same where the supply has no end."""
        if self.game.has_endless_supply:
            return hands
        counts = list(hands)
        counts[self.game.drawn_from[code]] -= 1
        return tuple(counts)

    def _take_pieces(self, board: bytes, cells: bytearray, move: Move, hands: tuple[int, ...], turn: int
                     ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Takes the captured pieces off the `cells` after a move, or turns them over; returns the pieces to be
        re-placed and what players then hold. `board` is as it was before the move."""
        taken, homeless = move.taken, tuple[int, ...]()
        hops = self.game.hops[board[move.origin]] if move.path else None
        fate = hops.fate if hops else self.game.fate
        if fate is Fate.FLIPS:
            for cell in taken:
                cells[cell] = self.first_codes[turn] + (board[cell] - 1) % self.game.kinds
            return homeless, hands
        if fate is not Fate.REMOVED and fate is not Fate.PRISONER:
            # A move onto an enemy takes what stood there; suicide takes the piece that has moved.
            codes = [board[cell] or cells[cell] for cell in taken]
            homeless, hands = self._return_taken_pieces(codes, fate, hands, turn)
        for cell in taken if not move.row else ():
            if cell != move.target or not board[cell]:
                cells[cell] = 0
        return homeless, hands

    def _fresh_after_move(self, board: bytes, moved: bytes, move: Move, fresh: frozenset[int]) -> frozenset[int]:
        """Those cells of unmoved pieces that still count after a move, from `board` to `moved`."""
        origin, target, taken, row = move.origin, move.target, move.taken, move.row
        castling = self.game.castling
        castlers = castling.codes if castling else NOWHERE
        has_right = castling and (taken or row or board[origin] in castlers or board[target] in castlers)
        fresh = fresh.difference((origin, target, *taken, *move.partner, *(start for start, _ in row)))
        return self.fresh_cells(moved, fresh) if has_right and fresh else fresh

    def _after_shared_move(self, state: State, move: Move) -> State:
        """As `after_move`, where pieces share cells."""
        assert self.sharing
        board, towers = self.sharing.after_move(state, move)
        homeless, hands = state.homeless, state.hands
        if move.origin < 0:
            hands = self._hands_after_drop(hands, move.becomes)
        if move.victims and self.game.fate is not Fate.REMOVED:
            homeless, hands = self._return_taken_pieces(move.victims, self.game.fate, hands, state.turn)
        is_progress = move.victims or move.becomes or move.piece in self.game.progress
        quiet = (0 if is_progress else state.quiet + 1) if self.no_progress else 0
        turn, fresh = self.next_player[state.turn], state.fresh - {move.origin, move.target}
        return state._replace(board=board, towers=towers, turn=turn, hands=hands, homeless=homeless, quiet=quiet,
                              fresh=fresh, passed=())

    def after_crossing(self, after: State, board: bytes, origin: int, target: int) -> State:
        """The position after a move on a board, with a note where the piece may be captured on a cell that it has
        crossed."""
        passing = self.en_passant
        crossed = passing.crossed_cells(board, board[origin], origin, target) if passing else ()
        return self.with_passed(after, target, crossed) if crossed else after

    def fresh_cells(self, board: bytes, fresh: frozenset[int]) -> frozenset[int]:
        """Those cells of unmoved pieces where it matters that they have not moved: for a first move of their own, or
        for castling."""
        castling, unmoved = self.game.castling, self.game.codes_with_first_moves
        if not castling:
            return fresh
        rights = castling.cells_with_rights(board, fresh)
        lost = [cell for cell in fresh if board[cell] not in unmoved and cell not in rights]
        return fresh.difference(lost) if lost else fresh

    def with_passed(self, state: State, cell: int, crossed: tuple[int, ...]) -> State:
        """The position in which the piece on a cell has crossed some cells by the last move: noted where a capture in
        passing is legal."""
        passing = self.game.en_passant

        def is_legal(after: State, move: Move) -> bool:
            return not self.exposes(after, move)

        # The player who has the next turn may capture so; one who is out has none.
        passed = passing.passed_note(self._with_turn(state), cell, crossed, is_legal) if passing else ()
        return state._replace(passed=passed) if passed else state

    def _record_history(self, state: State, move: Move, after: State) -> State:
        """The position with what it has to remember: the finished part of a turn, and pieces that jumped into a goal
        where jumps do not count."""
        hopped = self.history.hop_arrivals(state) - {move.origin, *move.taken, *(start for start, _ in move.row)}
        if move.path and move.target in self.game.goals.walk_only_cells.get(after.board[move.target], ()):
            hopped |= {move.target}
        if self.has_two_part_turns and not self.history.half_turn(state):
            finished_part = CAPTURED if self.game.enemies_taken(move) else MOVED
            after = self.history.replace(after._replace(turn=state.turn), finished_part, hopped)
        else:
            after = self.history.replace(after, 0, hopped)
        return self._record_past(state, move, after) if self.memory else after

    def _record_past(self, state: State, move: Move, after: State) -> State:
        """The position with what the game remembers of earlier turns. `after`: the same, with the turn of the next
        player."""
        memory, past = self.game.memory, state.past
        if move == SWAP:
            return after._replace(turn=state.turn, past=past._replace(swap=0, passes=0))
        actions_left = 0 if move == PASS else memory.actions_ahead(past) - 1
        swap = past.swap if actions_left else max(0, past.swap - 1)
        is_turn_begun = past.under_way or (self.has_two_part_turns and self.history.half_turn(state))
        passes = past.passes + 1 if move == PASS and memory.passes and not is_turn_begun else 0
        turn = state.turn if actions_left else after.turn
        return after._replace(turn=turn, past=Past(actions_left, swap, passes, past.boards))

    def hands_after(self, captured: Sequence[int], hands: tuple[int, ...], turn: int) -> tuple[int, ...]:
        """The hands after pieces of some codes have been captured, which go to a hand or leave the game."""
        if self.game.fate not in (Fate.HAND, Fate.CAPTOR):
            return hands
        return self._return_taken_pieces(captured, self.game.fate, hands, turn)[1]

    def _return_taken_pieces(
        self, taken: Sequence[int], fate: Fate, hands: tuple[int, ...], turn: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Where captured pieces of some codes go that neither leave the game nor stay: the codes that have to be
        re-placed, and the hands afterwards.

        The codes are in the order of players and pieces. In the order of cells, a mirrored game would play differently.
        """
        codes = tuple(sorted(taken))
        if fate is Fate.HOME:
            return codes, hands
        counts = list(hands)
        for code in codes:
            owner = self.owner[code] if fate is Fate.HAND else turn
            counts[self.first_codes[owner] + (self.game.hand_as[code] - 1) % self.game.kinds] += 1
        return (), tuple(counts)

    def _with_conditional(self, state: State, side: bytes, pieces: Iterable[int], moves: list[Move]) -> list[Move]:
        """The ordinary moves and those quiet moves whose condition holds."""
        board, lacking = state.board, self.cells_without_friends(side)
        conditional: list[Move] = []
        for code, condition in self.conditions[state.turn]:
            walks = condition.walks[self.parity(board)]
            cells = pieces if self.game.kinds == 1 else [cell for cell in pieces if board[cell] == code]
            if condition.goals is None:
                cells = [cell for cell in cells if self._none_in_reach(condition, state, cell)]
            else:
                cells = condition.fulfilling_cells(cells, lacking)
            for cell in cells:
                for to, move in walks[cell].quiet:
                    if not side[to]:
                        conditional.append(move)
        if self.game.may_repeat_moves:
            return list(dict.fromkeys((*moves, *conditional)))
        moves += conditional
        return moves

    def cells_without_friends(self, side: bytes) -> int:
        """The mask of the cells that hold no piece of the player to move."""
        return int.from_bytes(side, "little") & self.all_cells_mask ^ self.all_cells_mask

    def holds(self, condition: MoveCondition, state: State, cell: int) -> bool:
        """Whether the piece on a cell meets a condition."""
        if condition.goals is None:
            return self._none_in_reach(condition, state, cell)
        side = state.board.translate(self.side_tables[state.turn])
        return bool(condition.fulfilling_cells((cell,), self.cells_without_friends(side)))

    def _none_in_reach(self, condition: MoveCondition, state: State, cell: int) -> bool:
        """True when the piece can come to no vacant goal cell by any number of moves and jumps while no other piece
        moves."""
        reached, unvisited = {cell}, [cell]
        while unvisited:
            start = unvisited.pop()
            board = bytearray(state.board)
            board[cell], board[start] = 0, state.board[cell]
            moved = state._replace(board=bytes(board))
            side = moved.board.translate(self.side_tables[state.turn])
            moves = self.walks(moved, side, [start])
            self.hops.add(moved, self.parity(moved.board), side, [start], moves)
            targets = {move.target for move in moves if not move.taken} - reached
            if targets & condition.zone:
                return False
            reached |= targets
            unvisited += targets
        return True

    @cached_property
    def _drop_moves(self) -> tuple[Mapping[int, Move], ...]:
        """The drops of each code by cell."""

        def row(code: int) -> Mapping[int, Move]:
            return LazyTable(lambda cell: Move(NOBODY, cell, becomes=code))

        return tuple(map(row, range(len(self.owner))))

    def _drops(self, state: State) -> Iterator[Move]:
        """Every drop of the player to move."""
        is_endless = self.game.has_endless_supply
        if not is_endless and not any(state.hands):
            return
        for code in self._codes_of(state.turn):
            if is_endless or state.hands[self.game.drawn_from[code]]:
                cells = drop_cells(self.game, state, code).to_bytes(self.game.cells, "little")
                yield from map(self._drop_moves[code].__getitem__, compress(self.cells, cells))

    def _rehoming_moves(self, state: State) -> list[Move]:
        """The moves of the first piece that must be returned to a home: one to each of its vacant home cells."""
        code = state.homeless[0]
        homes = self.game.homes[code]
        if self.sharing:
            player = self.owner[code]
            return [Move(NOBODY, cell, becomes=code) for cell in homes if self.sharing.may_enter(state, cell, player)]
        return [Move(NOBODY, cell, becomes=code) for cell in homes if not state.board[cell]]

    def actor(self, state: State) -> int:
        """The player who has to act: the owner of a piece that has to be re-placed, or else the player whose turn it
        is."""
        return self.owner[state.homeless[0]] if state.homeless else state.turn

    def _all_pass(self, state: State) -> bool:
        """Whether no player who is still in the game can do anything but pass."""
        return not any(
            self._can_act(state._replace(turn=player))
            for player in range(self.game.players)
            if not state.out >> player & 1
        )


class StandardEngine(ActionGenerator):
    """Actions and their results for one compiled game."""

    def apply(self, state: State, move: Move) -> State:
        """The position after one of its actions. The action is not checked: any other gives a meaningless position.

        In many games an ordinary move changes nothing but the board, the turn, and who has moved. For such a move this
        is `apply_any` without its questions: perft and players spend most of their time here.
        """
        origin, target, taken, path, becomes, partner, row, _, _, _, _ = move
        if not self.is_plain or origin < 0 or path or partner or row or (taken and taken[0] != target):
            return self.apply_any(state, move)
        board, turn, hands, fresh, _, out, _, past, _, quiet, towers = state
        cells = bytearray(board)
        code = cells[origin]
        cells[target] = becomes or code
        cells[origin] = 0
        moved = bytes(cells)
        if fresh and (origin in fresh or target in fresh):
            fresh = self._fresh_after_moves(board, fresh)[origin, target]
        if self.no_progress:
            quiet = 0 if taken or becomes or code in self.game.progress else quiet + 1
        following = self.next_player[turn]
        after = new_state(State, (moved, following, hands, fresh, (), out, NOBODY, past, (), quiet, towers))
        places = self.captor_places[code]
        if places is not None and not taken and target in places[origin]:
            for captor, cell in places[origin][target]:
                if board[cell] == captor:
                    after = self.after_crossing(after, board, origin, target)
                    break
        if self.may_end:
            may_meet_goal = target in self.watched or (self.has_goals and (taken or becomes))
            if may_meet_goal or (self.no_progress and quiet >= self.no_progress):
                return self.resolve_state(after)
        return after

    def positions_after(self, state: State) -> list[State]:
        """The position after each action, in the order of the actions.

        Where ordinary moves change nothing but the board, the turn, and who has moved, all positions are made at once:
        what they share is looked up once.
        """
        is_last = bool(self.no_progress) and state.quiet + 1 >= self.no_progress
        is_plain = self.ordinary and self.is_plain and state.winner == NOBODY and not is_last
        changes = self.ordinary.changes(state) if self.ordinary and is_plain else None
        if changes is None:
            return [self.apply(state, move) for move in self.actions(state)]
        board, turn, hands, fresh, _, out, _, past, _, quiet, towers = state
        number, size, following = int.from_bytes(board, "little"), len(board), self.next_player[turn]
        waiting = quiet + 1 if self.no_progress else quiet
        fresh_after = None
        positions = []
        for origin, target, cells, kept_mask, put_mask, is_progress, may_entail_more, move in changes:
            if may_entail_more and may_entail_more(board):
                positions.append(self.apply(state, move))
                continue
            remaining = fresh
            if origin in fresh or target in fresh:
                if fresh_after is None:
                    fresh_after = self._fresh_after_moves(board, fresh)
                remaining = fresh_after[cells]
            moved = (number & kept_mask | put_mask).to_bytes(size, "little")
            quiet = 0 if is_progress else waiting
            entries = moved, following, hands, remaining, (), out, NOBODY, past, (), quiet, towers
            positions.append(new_state(State, entries))
        return positions

    def _fresh_after_moves(self, board: bytes, fresh: frozenset[int]) -> FreshAfterMove:
        """By the cells of a move: those of unmoved pieces after it. The last answer is kept, because callers ask for
        many moves of one position."""
        last_board, last_fresh, table = self._last_fresh
        if last_board is not board or last_fresh is not fresh:
            key = fresh, int.from_bytes(board, "little") & self.fresh_masks[fresh]
            known_table = self.known_fresh.get(key)
            table = self._new_fresh_table(key) if known_table is None else known_table
            self._last_fresh = board, fresh, table
        return table

    def _new_fresh_table(self, key: tuple[frozenset[int], int]) -> FreshAfterMove:
        """The cells of unmoved pieces after each move, for the cells of those before it and what stands there."""
        fresh, pieces = key
        board = pieces.to_bytes(self.game.cells, "little")

        def unmoved_after(cells: Cells) -> frozenset[int]:
            remaining = fresh.difference(cells)
            may_end_rights = any(board[cell] in self.castlers for cell in cells)
            return self.fresh_cells(board, remaining) if may_end_rights else remaining

        if len(self.known_fresh) >= MOST_ARMIES:
            self.known_fresh.clear()
        table = self.known_fresh[key] = LazyTable(unmoved_after)
        return table

    def apply_any(self, state: State, move: Move) -> State:
        """As `apply`, for all games and actions."""
        if state.homeless:
            return self._apply_rehoming(state, move)
        if self.memory and state.past.opening:
            return self.resolve_state(self.game.opening.apply(state, move, self.game.next_player))
        if move.target < 0:
            return self._apply_pass(state, move)
        after = self.after_move(state, move)
        if self.game.moves_first != NOBODY and move.origin < 0 and not any(after.hands):
            after = after._replace(turn=self.game.moves_first)
        if self.remembers:
            return self.resolve_state(self._record_history(state, move, after))
        has_consequences = after.homeless or self.always_resolves or move.origin < 0 or move.row
        may_meet_goal = move.target in self.watched or ((move.taken or move.becomes) and self.game.goals.any)
        lacks_progress = self.no_progress and after.quiet >= self.no_progress
        return self.resolve_state(after) if has_consequences or may_meet_goal or lacks_progress else after

    def _apply_pass(self, state: State, move: Move) -> State:
        """The position after a pass, or a swap of sides."""
        passed = state.passed if move == SWAP else ()
        quiet = state.quiet + 1 if self.game.no_progress else 0
        after = state._replace(turn=self.game.next_player[state.turn], passed=passed, quiet=quiet)
        if self.has_two_part_turns:
            after = self.history.replace(after, 0, self.history.hop_arrivals(state))
        if self.memory:
            after = self._record_past(state, move, after)
        return self.resolve_state(after)

    def resign(self, state: State, player: int) -> State:
        """The position after a player has given up, whose turn it is or whose piece has to be re-placed: as if they had
        lost, with nothing left of their turn. A piece may have to be re-placed in the turn of another player, who then
        goes on."""
        homeless = tuple(code for code in state.homeless if self.owner[code] != player)
        state = state._replace(out=state.out | 1 << player, homeless=homeless)
        if player != state.turn:
            return self.resolve_state(state)
        state = state._replace(passed=(), past=state.past._replace(left=0))
        if self.has_two_part_turns:
            state = self.history.replace(state, 0, self.history.hop_arrivals(state))
        return self.resolve_state(state)

    def without_losers(self, state: State) -> State:
        """The position without the pieces of players who are out, where these leave the board."""
        out_bits = state.out & (1 << self.game.players) - 1 & ~self.game.neutral
        if not self.game.clears_losers or not out_bits:
            return state
        stays = [not out_bits >> owner & 1 if owner != NOBODY else False for owner in self.owner]
        hands = tuple(number if owner_stays else 0 for number, owner_stays in zip(state.hands, stays, strict=False))
        homeless = tuple(code for code in state.homeless if stays[code])
        board, towers = state.board, state.towers
        if self.sharing:
            cells = [bytes(code for code in self.sharing.codes(board, towers, cell) if stays[code])
                     for cell in self.cells]
            board, towers = bytes(codes[0] if codes else 0 for codes in cells), tuple(codes[1:] for codes in cells)
        else:
            board = bytes(code if stays[code] else 0 for code in board)
        fresh = frozenset(cell for cell in state.fresh if board[cell])
        passed = state.passed if state.passed and board[state.passed[0]] else ()
        state = state._replace(
            board=board, towers=towers, hands=hands, homeless=homeless, fresh=fresh, passed=passed)
        hopped = self.history.hop_arrivals(state)
        remaining = frozenset(cell for cell in hopped if board[cell])
        return state if hopped == remaining else self.history.replace(state, self.history.half_turn(state), remaining)

    def _apply_rehoming(self, state: State, move: Move) -> State:
        """The position after a piece has been returned to a home."""
        towers, board = state.towers, state.board
        if self.sharing:
            board, towers = self.sharing.after_move(state, move)
        else:
            board = _with_piece(board, move.target, move.becomes)
        return self.resolve_state(state._replace(board=board, towers=towers, homeless=state.homeless[1:]))

    def resolve_state(self, state: State) -> State:
        """A position with everything that follows without a decision: goals that are met, pieces whose homes are all
        taken, turns of players who are out."""
        state = self.without_losers(self._apply_goals(state))
        while state.winner == NOBODY and state.homeless and not self._rehoming_moves(state):
            state = self.without_losers(self._apply_goals(state._replace(homeless=state.homeless[1:])))
        if self.game.ends and state.winner == NOBODY and self.end_cause(state) is not None:
            return state._replace(winner=self.end_winner(state))
        state = self._remember(state, self._with_turn(state))
        if self.has_two_part_turns and self._is_turn_finished(state):
            after = state._replace(turn=self.game.next_player[state.turn])
            state = self.history.replace(after, 0, self.history.hop_arrivals(state))
        if self.memory:
            state = self._resolve_memory(state)
        while (
            self.is_for_several
            and state.winner == NOBODY
            and not state.homeless
            and (skipped := self._skip_turn(state))
        ):
            state = self.without_losers(skipped)
        if self.game.no_progress and state.quiet >= self.game.no_progress and state.winner == NOBODY:
            # A player who cannot act has lost or is stuck, and that decides the game before this draw does.
            state = state._replace(winner=DRAWN) if self.actions(state) else state
        return self._remember(state, state)

    def end_cause(self, state: State) -> int | None:
        """What ends a game by `ends` in a position: FULL_BOARD, or the number of a player with nothing in hand; None
        while it goes on."""
        if not self.game.ends or state.homeless or state.past.opening:
            return None
        if "full board" in self.game.ends and all(state.board[cell] for cell in self.game.open_cells):
            return FULL_BOARD
        if "empty hand" in self.game.ends:
            for player, first_code in enumerate(self.first_codes):
                if not state.out >> player & 1 and not any(state.hands[first_code : first_code + self.game.kinds]):
                    return player
        return None

    def end_winner(self, state: State) -> int:
        """Who wins a game that ends by itself: by the count, where one decides, else nobody."""
        return self._leader(state) if self.counts_at_end(state) else DRAWN

    def explain_end(self, state: State, players: Sequence[str]) -> str:
        """Why a game is over by `ends` in a position; empty where it goes on, or a goal has decided it."""
        cause = self.end_cause(state)
        if cause is None or self._apply_goals(state._replace(winner=NOBODY)).winner != NOBODY:
            return ""
        return "the board is full" if cause == FULL_BOARD else f"{players[cause]} has nothing in hand"

    def _remember(self, state: State, board: State) -> State:
        """The position with a board, and whose turn it is there, among those that may not come again. While a piece
        waits to be re-placed, the board is not complete."""
        if not self.game.memory.recurrence or state.homeless:
            return state
        return state._replace(past=state.past._replace(boards=state.past.boards | {self.game.memory.key(board)}))

    def _resolve_memory(self, state: State) -> State:
        """The position after a turn whose last actions cannot be played, or at the end that passes bring about."""
        if state.winner != NOBODY or state.homeless or state.past.opening:
            return state
        if state.past.under_way and not self._can_act(state):
            swap = max(0, state.past.swap - 1)
            state = state._replace(turn=self.game.next_player[state.turn], past=state.past._replace(left=0, swap=swap))
        memory = self.game.memory
        if memory.passes and state.past.passes >= memory.passes:
            return state._replace(winner=self._leader(state) if self.counts_at_end(state) else DRAWN)
        return state

    def _is_turn_finished(self, state: State) -> bool:
        """Whether one part of a turn with two parts is finished and the other cannot be played."""
        if not self.history.half_turn(state) or state.winner != NOBODY or state.homeless:
            return False
        return bool(state.out >> state.turn & 1) or not self._moves_of_other_part(state)

    def _skip_turn(self, state: State) -> State | None:
        """With more than two players: the position in which the next player has the turn, because this one is out or is
        out now for want of an action. None where the player can act."""
        if not state.out >> state.turn & 1 and (
            self.game.stuck[state.turn] != "loses" or self.game.passing != "never" or self.actions(state)
        ):
            return None
        out = state.out | 1 << state.turn
        remaining = [player for player in range(self.game.players) if not out >> player & 1]
        if len(remaining) < 2:
            return state._replace(out=out, winner=remaining[0] if remaining else DRAWN)
        passed = state.passed if out == state.out else ()  # the next turn is lost, and so is a capture in passing
        return state._replace(out=out, turn=self.game.next_player[state.turn], passed=passed)

    def _apply_goals(self, state: State) -> State:
        """The position with its winner, if its pieces meet a goal. The goals of the player who moved last come
        first."""
        board, turn, hands, _, homeless, out, _, past, _, _, _ = state
        goes_on = past.under_way or (self.has_two_part_turns and self.history.half_turn(state))
        mover = turn if goes_on else self.game.next_player.index(turn)
        hopped = self.history.hop_arrivals(state) if self.remembers else NOWHERE
        if self.sharing:
            board = self.goal_board(state)
        winner, out = self.goals.verdict(board, hands, homeless, mover, out, hopped)
        return state if winner == NOBODY and out == state.out else state._replace(winner=winner, out=out)

    def goal_board(self, state: State) -> bytes:
        """The board on which `goals` look for pieces."""
        return self.sharing.layered_board(state) if self.sharing else state.board

    def result(self, state: State, moves: list[Move] | None = None) -> int | None:
        """The winner's number, DRAWN, or None while the game goes on. `moves`: the actions of the position, where they
        are known."""
        if state.winner != NOBODY:
            return state.winner
        moves = self.actions(state) if moves is None else moves
        if moves:
            return None
        stuck = self.game.stuck[state.turn]
        if self.game.royal and self.is_attacked(state):
            return self.game.next_player[state.turn]
        if self.counts_at_end(state):
            return self._leader(state)
        if stuck == "draws" or self.game.passing != "never" or self.game.next_player[state.turn] == state.turn:
            return DRAWN
        return state.turn if stuck == "wins" else self.game.next_player[state.turn]

    def counts_at_end(self, state: State) -> bool:
        """Whether counts decide a game in which the player to move cannot act, or players pass."""
        return self.game.stuck[state.turn] in COUNTED

    def _leader(self, state: State) -> int:
        """The player with the highest count; DRAWN where two have as many."""
        counts = self.end_counts(state)
        playing = [player for player in range(self.game.players) if not self.game.is_neutral(player)]
        highest = max(counts[player] for player in playing)
        leaders = [player for player in playing if counts[player] == highest]
        return DRAWN if leaders[1:] else leaders[0]

    def end_counts(self, state: State) -> list[float]:
        """What each player has at the end: pieces on the board, or cells of their area, and their komi."""
        if self.game.stuck[state.turn] == "most area":
            counts = self.game.groups.areas(state.board, self.game.players)
        else:
            uncounted = self.game.stacks.uncounted
            board = state.board.translate(uncounted)
            counts = [sum(board.translate(self.own_tables[player])) for player in range(self.game.players)]
            for code, below in zip(board, state.towers, strict=False):  # no towers in most games
                if self.sharing:
                    for owner in map(self.owner.__getitem__, below):
                        counts[owner] += 1
                elif code and not self.game.stacks.counts_tops:
                    counts[self.owner[code]] += len(below)
        return [count + komi for count, komi in zip(counts, self.game.komi, strict=True)]

    def inside(self, state: State) -> bool:
        """Whether a turn is not over yet: a piece has to be re-placed, or a part of the turn is left."""
        begun = state.homeless or state.past.under_way or (self.has_two_part_turns and self.history.half_turn(state))
        return bool(begun) and state.winner == NOBODY


def _with_piece(board: bytes, cell: int, code: int) -> bytes:
    """The board with a piece put on a cell."""
    cells = bytearray(board)
    cells[cell] = code
    return bytes(cells)


def explain_outcome(
    engine: StandardEngine,
    state: State,
    result: int,
    players: Sequence[str],
    cells: Sequence[str],
    pieces: Mapping[int, Piece],
) -> Outcome:
    """The winner, if any, and the goal, the loss or the lack of actions that decided the game."""
    winners = (players[result],) if result >= 0 else ()
    if state.winner == NOBODY and engine.game.royal and engine.is_attacked(state):
        return Outcome(winners, f"{players[state.turn]} is in check and cannot help it")
    if state.winner == DRAWN and engine.game.no_progress and state.quiet >= engine.game.no_progress:
        return Outcome((), f"{state.quiet} actions in a row without progress")
    ended = engine.explain_end(state, players)
    passed = bool(engine.memory and engine.memory.passes) and state.past.passes >= engine.game.memory.passes
    if (passed or ended or state.winner == NOBODY) and engine.counts_at_end(state):
        what = COUNTED[engine.game.stuck[state.turn]]
        counts = engine.end_counts(state)
        listed = [f"{player} has {_describe_count(counts[number], what)}" for number, player in enumerate(players)
                  if not engine.game.is_neutral(number)]
        why = ended or (f"{count_things(state.past.passes, 'pass')} in a row" if passed else "nobody can act")
        return Outcome(winners, f"{why}, {join_words(listed)}")
    if ended:
        return Outcome(winners, ended)
    if passed:
        return Outcome(winners, f"{count_things(state.past.passes, 'pass')} in a row")
    if state.winner == NOBODY:
        return Outcome(
            winners,
            f"{players[state.turn]} can only capture"
            if engine.has_only_captures(state)
            else f"{players[state.turn]} cannot {'move' if engine.game.passing == 'never' else 'do anything but pass'}",
        )
    goals, hopped = engine.goals, engine.history.hop_arrivals(state)
    board = engine.goal_board(state)
    for aim in goals.win:
        if aim.player == result and aim.is_met(board, hopped) and not aim.waits(state.homeless):
            return Outcome(winners, _explain_goal(aim, board, hopped, players, cells, pieces))
    for aim in goals.lose:
        if aim.player != result and aim.is_met(board, hopped):
            return Outcome(winners, _explain_goal(aim, board, hopped, players, cells, pieces))
    for need in goals.needs:
        if need.player != result and need.count_left(board, state.hands, state.homeless) < need.least:
            return Outcome(winners, _describe_loss(need, players[need.player]))
    return Outcome(winners, "nobody else is left")


def _describe_count(number: float, what: str) -> str:
    """A count in words: `13 cells`, `7.5 cells`."""
    return count_things(int(number), what) if number == int(number) else f"{number:g} {what}s"


def _explain_goal(
    aim: Aim,
    board: bytes,
    hopped: frozenset[int],
    players: Sequence[str],
    cells: Sequence[str],
    pieces: Mapping[int, Piece],
) -> str:
    """The sentence about a goal that is met."""
    player = players[aim.player]
    if isinstance(aim, LineAim):
        return f"{player} has {aim.length} in a line"
    if isinstance(aim, FillAim):
        return f"{player} fills {aim.name}"
    if isinstance(aim, ConnectAim):
        return f"{player} has joined {aim.name}"
    if isinstance(aim, RingAim):
        ringed = [cells[cell] for cell in aim.ringed_cells(board)]
        return f"{player} has a ring around {join_words(ringed)}"
    assert isinstance(aim, StandAim)
    ignored = hopped if aim.walked else NOWHERE
    arrived = [(code, cell) for code, zone in aim.zones for cell in sorted(zone - ignored) if board[cell] == code]
    if aim.every:
        return f"all pieces of {player} stand in {aim.name}"
    return f"the {pieces[arrived[0][0]]} has reached {cells[arrived[0][1] % len(cells)]}"


def _describe_loss(need: PieceMinimum, player: str) -> str:
    """The sentence about a player who has too few pieces left."""
    return (
        f"{player} has no {need.name} left"
        if need.least == 1
        else f"{player} has fewer than {count_things(need.least, need.name)} left"
    )
