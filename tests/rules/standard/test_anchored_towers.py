"""Towers that have to stay joined to an anchor, that are held by others around them, and the order of placing: DVONN on
small boards against a plain program, cases by hand, and options that do not fit."""

import random

import pytest
from rules.standard.ringed import plain_actions, plain_lines, plain_score, plain_start
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.boards import rhombus_board
from fabgen.rules.perft import perft
from fabgen.rules.position import Position
from fabgen.rules.protocol import OptionErrors

STACKS = {"onto": "any", "vacant": "closed", "steps": "height", "surrounded": "stays", "anchors": ["ring"],
          "uncounted": ["ring"]}
RULES = {"capture": "none", "drops": {"ring": "board", "man": "board"}, "drops_first": "in order",
         "moves_first": "white", "stacks": STACKS, "passing": "stuck", "stuck": "most pieces", "repetition": None}
PLAYERS = {"w": "white", "b": "black"}


def ringed(files, ranks, hands, **changes):
    """The game on a rhombus of hexagons."""
    return build({"board": rhombus_board(files, ranks), "pieces": {"ring": "none", "man": "W"}, "rules": RULES,
                  "setup": hands}, **changes)


def shown_towers(game, position):
    """The towers of a position as the plain program writes them."""
    shown = game.show(position)
    return {game.setting.lattice.place(cell): "".join("R" if piece.kind == "ring" else piece.player[0]
                                                      for piece in shown.tower(cell)) for cell in shown.pieces}


SMALL = "white hand: 1 ring, 2 man; black hand: 1 ring, 2 man"


def test_all_lines_of_a_small_board():
    """On 3x2: 6, 5, 4 ... places, then moves."""
    game, places = ringed(3, 2, SMALL), [(x, y) for x in range(3) for y in range(2)]
    state = plain_start("Rww", "Rbb")
    counts = [plain_lines(state, places, depth) for depth in range(1, 9)]
    assert counts[:4] == [6, 30, 120, 360]
    assert [perft(game, game.start(), depth) for depth in range(1, 9)] == counts


@pytest.mark.parametrize(
    ("files", "ranks", "white", "black"), [(3, 3, "RRwww", "Rbbb"), (4, 4, "RRwwwwww", "Rbbbbbbb")]
)
def test_random_games_against_the_plain_program(files, ranks, white, black):
    """Every action of every position has the text and the result of the plain program, up to the result of the game;
    positions are read as they are written. White places last and moves first."""
    hands = ", ".join(f"{white.count(c)} {n}" for c, n in (("R", "ring"), ("w", "man")))
    hands = f"white hand: {hands}; black hand: {black.count('R')} ring, {black.count('b')} man"
    game, places = ringed(files, ranks, hands), [(x, y) for x in range(files) for y in range(ranks)]
    removals = passes = 0
    for seed in range(12):
        dice, position, state = random.Random(seed), game.start(), plain_start(white, black)
        while expected := plain_actions(state, places):
            player = PLAYERS[state[2]]
            assert game.actors(position) == (player,)
            actions = {game.text(position, action): action for action in game.actions(position, player)}
            assert actions.keys() == expected.keys()
            assert game.read(Position.parse(str(game.show(position)), game.setting)) == position
            text = dice.choice(sorted(expected))
            for other_text in [text, *sorted(expected)[:3]]:
                after = game.apply(position, {player: actions[other_text]})
                assert shown_towers(game, after) == expected[other_text][0]
            before = sum(map(len, state[0].values()))
            position, state = game.apply(position, {player: actions[text]}), expected[text]
            removals += sum(map(len, state[0].values())) < before
            passes += text == "pass"
        white_count, black_count = plain_score(state[0])
        outcome = game.outcome(position)
        winners = ("white",) if white_count > black_count else ("black",) if black_count > white_count else ()
        assert outcome.winners == winners
        assert not game.actors(position)
    assert removals > 2
    assert files < 4 or passes


@pytest.mark.parametrize("seed", range(6))
def test_counts_from_filled_boards(seed):
    """From boards of 4x3 that are full, all lines of three moves."""
    letters = [*"RRwwwwwbbbbb"]
    random.Random(seed).shuffle(letters)
    places = [(x, y) for y in range(3) for x in range(4)]
    game = ringed(4, 3, SMALL)
    towers = dict(zip(places, letters, strict=True))
    pieces = {"w": "white: man", "b": "black: man"}
    sections = [f"{pieces[c]} " + " ".join("abcd"[x] + str(y + 1) for (x, y), one in towers.items() if one == c)
                for c in "wb"]
    rings = " ".join("abcd"[x] + str(y + 1) for (x, y), one in towers.items() if one == "R")
    text = "; ".join([sections[0] + f", ring {rings}", sections[1], "turn: white"])
    position, state = at(game, text), (towers, {"w": "", "b": ""}, "w")
    assert [perft(game, position, n) for n in (1, 2, 3)] == [plain_lines(state, places, n) for n in (1, 2, 3)]


def test_what_is_not_joined_leaves_the_board():
    """White goes from b1 onto a1: c1 and d1 are joined to the ring on a1 no longer. A tower with the ring in it holds
    its neighbours."""
    game = ringed(4, 2, SMALL)
    position = at(game, "white: ring a1, man b1; black: man c1 d1; under c1: white man; turn: white")
    assert str(game.show(play(game, position, "b1-a1"))) == (
        "white: man a1; under a1: white ring; turn: black")
    kept = at(game, "white: man b1; black: man c1 d1 a1; under a1: white ring; turn: white")
    assert str(game.show(play(game, kept, "b1-c1"))) == "black: man a1; under a1: white ring; turn: black"


def test_a_tower_with_others_on_every_side_stays():
    game = ringed(3, 3, SMALL)
    full = at(game, "white: ring a1, man b2; black: man b1 c1 a2 c2 a3 b3 c3; turn: white")
    assert texts(game, full) == ["pass"]
    assert why(game, full, "b2-b3") == "the white man on b2 has others on every side, and stays"
    gap = at(game, "white: ring a1, man b2; black: man b1 c1 a2 c2 b3 c3; turn: white")  # nobody on a3
    assert "b2-b3" in texts(game, gap)


def test_placing_goes_in_order():
    game = ringed(3, 2, SMALL)
    assert why(game, game.start(), "man@a1") == "the ring in hand is placed before the man"
    assert texts(game, game.start())[0] == "ring@a1"


def test_what_counts_for_nobody():
    """Two towers that cannot move: white's has two pieces, the ring on top of three counts for nobody."""
    game = ringed(4, 4, SMALL)
    towers = "under a1: white ring; under d4: 2 white man"
    position = at(game, f"white: man a1, ring d4; black: man b4; {towers}; turn: white")
    outcome = str(game.outcome(position))
    assert outcome == "white won: nobody can act, white has 2 pieces and black has 1 piece"


@pytest.mark.parametrize("by", ["any action", "moves"])
def test_who_moves_first_where_jumps_into_a_goal_do_not_count(by):
    """Black places the last piece, and black moves first."""
    spec = {"grid": (3, 3), "pieces": {"man": "W"}, "zones": {"top": "c3"},
            "rules": {"drops": {"man": "board"}, "drops_first": True, "moves_first": "black",
                      "win": [{"reach": {"white": "top"}, "by": by}], "repetition": None},
            "setup": "white hand: 1 man; black hand: 1 man; turn: white"}
    game = build(spec)
    assert game.actors(play(game, game.start(), "man@a1", "man@b1")) == ("black",)


@pytest.mark.parametrize("captured", ["hand", "captor"])
def test_a_first_mover_does_not_go_with_captures_into_hands(captured):
    """All pieces would be placed, and that player would have the turn, once for each capture."""
    spec = {"grid": (3, 3), "pieces": {"man": "W"}, "rules": {"drops": {"man": "board"}, "drops_first": True,
            "moves_first": "black", "captured": captured}, "setup": "white hand: 1 man; black hand: 1 man"}
    with pytest.raises(OptionErrors) as found:
        build(spec)
    assert [mistake.key for mistake in found.value.mistakes] == [("moves_first",)]
    assert build(spec, captured="removed")


def test_a_goal_that_is_met_by_what_is_cut_off():
    """Towers that only prisoners make. White's man leaves b1 and stays joined by a2; black's man on c1 is joined to no
    anchor any more, and black has one piece left."""
    spec = {"grid": (4, 4), "pieces": {"man": "W", "red": "W"},
            "rules": {"capture": "none", "hops": {"man": [{"over": "enemy", "to": "W", "takes": "prisoner"}]},
                      "stacks": {"anchors": ["red"]}, "win": [{"capture": "all", "fewer_than": 2}]},
            "setup": "white: man b1 a2, red b2; black: man c1, red b3; turn: white"}
    game = build(spec)
    after = play(game, game.start(), "b1-a1")
    assert {*game.show(after).pieces} == {"a1", "a2", "b2", "b3"}
    assert game.outcome(after).winners == ("white",)


@pytest.mark.parametrize(
    ("changes", "key", "what"),
    [
        ({"stacks": {**STACKS, "anchors": ["rng"]}}, ("stacks", "anchors", 0), "there is no piece `rng`"),
        ({"stacks": {**STACKS, "uncounted": ["rng"]}}, ("stacks", "uncounted", 0), "there is no piece `rng`"),
        ({"stuck": "draws"}, ("stacks", "uncounted"), "no pieces are counted at the end"),
        ({"moves_first": "whit"}, ("moves_first",), "no player is called `whit`"),
        ({"drops_first": False}, ("moves_first",), "nothing says that all pieces are placed before the first move"),
        ({"hops": {"man": [{"over": "enemy", "takes": "captor"}]}}, ("moves_first",),
         "captured pieces come into hands, so all pieces are placed more than once"),
        ({"in_turn": 2}, ("moves_first",), "`moves_first` goes with turns of one action alone"),
    ],
)
def test_options_that_do_not_fit(changes, key, what):
    with pytest.raises(OptionErrors) as found:
        ringed(3, 3, SMALL, **changes)
    mistakes = [mistake for mistake in found.value.mistakes if mistake.key == key]
    assert what in mistakes[0].what
    assert mistakes[0].hint
