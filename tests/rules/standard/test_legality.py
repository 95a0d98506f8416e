"""The rows of `legality` against the fast generator: random games, every candidate filtered row by row."""

from collections import Counter

import pytest
from hypothesis import given
from rules.standard.random_specs import games
from rules.standard.specs import ABSTRACT, CHECKERS, DRAUGHTS, build
from rules.standard.test_properties import CALM, SEEDS, walk

from fabgen.rules.standard.hop_tables import open_far_hops
from fabgen.rules.standard.legality import (
    CHAIN_RULES,
    DROP_RULES,
    DUTIES,
    JUMP_RULES,
    STEP_RULES,
    ChainCandidate,
    ChainSoFar,
    JumpCandidate,
    drop_cells,
    is_legal,
    step_candidates,
)

MOST_CHAINS = 400  # of one piece: there are positions with millions


def piece_cells(game, state):
    """The cells of the player to move."""
    low = game.engine.first_codes[state.turn]
    return [cell for cell, code in enumerate(state.board) if low <= code < low + game.game.kinds]


def steps_by_rows(game, state):
    """Start, end and pieces taken of every step, leap and slide that the rows allow."""
    found = set()
    lattice, side = game.setting.lattice, state.board.translate(game.engine.side_tables[state.turn])
    for start in piece_cells(game, state):
        piece = game.writer.pieces[state.board[start]]
        forward, movement = game.setting.players[piece.player], game.source.movements.movements[piece.kind]
        for end in range(game.game.cells):
            steps = step_candidates(game.game, lattice, forward, movement, state, start, end)
            if side[end] != 1 and any(is_legal(STEP_RULES, step) for step in steps):
                found.add((start, end, (end,) if side[end] else ()))
    return found


def jumps_by_rows(game, state, start, context, chain):
    """The jumps that may follow a chain, of all that the piece has on an open board."""
    hops, code = context.hops, state.board[start]
    far = open_far_hops(hops.anywhere.rays(chain.cell), context.side, frozenset())
    for leg in (*hops.anywhere.legs(chain.cell), *far):
        jump = JumpCandidate(context, game.game, state.board, code, chain, leg, leg.hurdle, leg.takes)
        if is_legal(JUMP_RULES, jump):
            yield leg


def chains_by_rows(game, state, start):
    """End and pieces taken of every chain that the rows allow; None where there are too many."""
    context = game.engine.chain_search(state, start)
    if context is None:
        return set()
    ends, code = set(), state.board[start]
    queue = [ChainSoFar(start, (), (), 0, (start,), -1)]
    for chain in queue:
        longer = [chain.joined_by(leg) for leg in jumps_by_rows(game, state, start, context, chain)]
        fits = (ChainCandidate(context, code, other, "") for other in longer)
        longer = [other.chain for other in fits if all(rule.allows(other) for rule in CHAIN_RULES[:2])]
        if chain.over and is_legal(CHAIN_RULES, ChainCandidate(context, code, chain, "longer" if longer else "")):
            ends.add((chain.cell, tuple(sorted(chain.taken))))
        queue += longer
        if len(queue) > MOST_CHAINS:
            return None
    return ends


@pytest.mark.slow
@CALM
@given(games(), SEEDS)
def test_the_rows_and_the_generator_agree(made, seed):
    _, game = made
    for state, actions, _ in walk(game, seed, 6):
        if actions and not state.homeless:
            rows_agree(game, state)


def rows_agree(game, state):
    engine = game.engine
    side, cells = engine._own_pieces(state)
    assert {move[:3] for move in engine.walks(state, side, cells)} == steps_by_rows(game, state)
    compared = 0
    for cell in cells:
        by_rows = chains_by_rows(game, state, cell)
        if by_rows is not None and engine.hops.game.hops[state.board[cell]]:
            moves = []
            engine.hops.add(state, engine.parity(state.board), side, [cell], moves)
            free = {(move.target, move.taken) for move in moves}
            assert free == by_rows, (str(game.show(state)), cell)
            compared += len(free)
    return compared


def test_a_far_jump_does_not_go_over_closed_ground():
    """c1 jumps over c2 and takes it: five pieces are left, an odd number, so c3 on its way to c4 is closed. Were c2 not
    taken, six pieces would keep c3 open."""
    for fate, is_open in (("removed", False), ("nothing", True)):
        spec = {
            "grid": (6, 4),
            "players": {"one": "up", "two": "up"},
            "pieces": {"man": "W", "king": "W"},
            "zones": {"swamp": "c3"},
            "rules": {
                "hops": {"man": [{"over": "friend", "to": "W", "far": True, "takes": fate}]},
                "terrain": {"swamp": {"open": "even", "count": "after"}},
            },
            "setup": "one: man a1 b1 c1 d1 e1 c2",
        }
        game = build(spec)
        state = game.start()
        why = game.why_not(state, "one", "c1xc4" if fate == "removed" else "c1-c4")
        assert why == ("" if is_open else "c3 is swamp and closed: 5 pieces are on the board after the capture")
        rows_agree(game, state)


@pytest.mark.slow
@CALM
@given(games(), SEEDS)
def test_drops_and_duties_by_rows(made, seed):
    _, game = made
    for state, actions, _ in walk(game, seed, 12):
        if not actions or state.homeless:
            continue
        low = game.engine.first_codes[state.turn]
        drops = {
            (code, cell)
            for code in range(low, low + game.game.kinds)
            for cell in range(game.game.cells)
            if all(rule.cells(game.game, state, code) >> 8 * cell & 1 for rule in DROP_RULES)
        }
        assert {(move.becomes, move.target) for move in game.engine._drops(state)} == drops
        moves = [move for move in actions if move.target >= 0]
        for duty in DUTIES:
            assert duty.keep(game.game, moves) == moves


def test_the_number_of_pieces_on_terrain_that_counts_after_a_drop():
    """With five pieces on the board a drop makes six: even terrain is open to it, odd terrain is closed."""
    rules = {"drops": {"piece": "board"}, "terrain": {"red": {"open": "even", "count": "after"}}}
    for number, is_open in ((5, True), (4, False)):
        cells = " ".join(["a1", "b1", "c1", "e1", "b2"][:number])
        spec = {**ABSTRACT, "rules": rules, "setup": f"white: piece {cells}; white hand: 1 piece; turn: white"}
        game = build(spec)
        state = game.start()
        c6 = game.setting.lattice.order["c6"]
        assert bool(drop_cells(game.game, state, 1) >> 8 * c6 & 1) is is_open
        why = game.why_not(state, "white", "piece@c6")
        assert why == ("" if is_open else "c6 is red and closed: 5 pieces are on the board after the drop")


@pytest.mark.slow
def test_the_comparison_sees_chains():
    """Known games have chains, of every way to search for them."""
    seen = Counter()
    for name, spec in (("free", CHECKERS), ("compulsory", DRAUGHTS)):
        game = build(spec)
        for seed in range(3):
            for state, actions, _ in walk(game, seed, 30):
                if actions:
                    seen[name] += rows_agree(game, state)
    assert seen["free"] > 100
    assert seen["compulsory"] > 5
