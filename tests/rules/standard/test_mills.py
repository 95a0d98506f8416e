"""Lines that remove an enemy, and pieces that fly: by hand, and against a plain program."""

import random

import pytest
from rules.standard.morris import MILLS, NINE, SPACES, morris_board, plain_count, plain_moves, plain_over
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.perft import perft
from fabgen.rules.position import Piece, Position
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.mills import mill_lines
from fabgen.rules.standard.rules import STANDARD


def test_the_board_has_24_points_and_16_mills():
    """The counts of the board in every book about it."""
    lines = mill_lines(morris_board(), "W", 3)
    assert len(lines) == 24
    assert len({frozenset((n, *others)) for n, through in enumerate(lines) for others, _ in through}) == 16
    assert {len(through) for through in lines} == {2}


def test_nine_mens_morris_begins_with_24_placements():
    """24, 24 x 23, and so on while no mill can be closed: a first mill takes five men."""
    game = build(NINE)
    assert [perft(game, game.start(), n) for n in (1, 2, 3)] == [24, 24 * 23, 24 * 23 * 22]


@pytest.mark.parametrize(
    ("before", "line", "then"),
    [
        # Placing closes a mill; the enemy's free man goes, not one of his mill.
        ("white: man a1 d1; black: man a7 d7 g7 b2; white hand: 1 man; black hand: 1 man; turn: white",
         "man@g1x(b2)", "white: man a1 d1 g1; black: man a7 d7 g7; black hand: 1 man; turn: black"),
        # All enemies stand in mills: any of them goes.
        ("white: man a1 d1 e4 f2; black: man a7 d7 g7 d5; turn: white", "e4-g4", ""),
        ("white: man a1 d1 g4 c3; black: man a7 d7 g7; turn: white", "g4-g1x(d7)",
         "white: man a1 d1 g1 c3; black: man a7 g7; turn: black"),
        # Three men fly.
        ("white: man a1 d1 c5; black: man a7 d7 b2 f4; turn: white", "c5-g1x(f4)",
         "white: man a1 d1 g1; black: man a7 d7 b2; turn: black"),
    ],
)
def test_mills_by_hand(before, line, then):
    game = build(NINE)
    position = at(game, before)
    if not then:
        assert line not in texts(game, position)
        return
    shown = game.show(play(game, position, line))
    assert shown.pieces == Position.parse(then, game.setting).pieces
    assert shown.turn == "black"


def test_who_has_two_men_left_has_lost():
    game = build(NINE)
    position = play(game, at(game, "white: man a1 d1 g4 c3; black: man a7 d7 g7; turn: white"), "g4-g1x(d7)")
    assert str(game.outcome(position)) == "white won: black has fewer than 3 pieces left"


def test_who_cannot_move_has_lost():
    """Four men in the corners of the outer square, shut in by the men between: a1, a7, g1 and g7 have two ways each."""
    game = build(NINE)
    position = at(game, "white: man a1 a7 g1 g7; black: man a4 d1 d7 g4; turn: white")
    assert str(game.outcome(position)) == "black won: white cannot move"


MOVED = "white: man a1 d1 g4 c3; black: man a7 d7 g7 b2; turn: white"
PLACED = "white: man a1 d1; black: man a7 d7 g7 b2; white hand: 2 man; black hand: 1 man; turn: white"


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (MOVED, "g4-g1", "a line of 3 removes an enemy: write which, as in `g4-g1x(b2)`"),
        (MOVED, "g4-g1x(d7)", "the black man on d7 stands in a line, and another does not: b2"),
        (MOVED, "g4-g1x(c3)", "no enemy stands on c3"),
        (MOVED, "g4-g1x(e5)", "no enemy stands on e5"),
        (MOVED, "g4-f4x(b2)", "no line of 3 is closed on f4, so nothing is removed"),
        (MOVED, "g4-g1x(a7)x(b2)", "a line of 3 removes an enemy: write which, as in `g4-g1x(b2)`"),
        (MOVED, "c3-g1", "the man flies only while white has 3 pieces at most, and white has 4"),
        (PLACED, "man@g1", "a line of 3 removes an enemy: write which, as in `man@g1x(b2)`"),
        (PLACED, "man@g1x(a7)", "the black man on a7 stands in a line, and another does not: b2"),
        (PLACED, "man@f4x(a7)", "no line of 3 is closed on f4, so nothing is removed"),
        (PLACED, "a1-a4", "pieces in hand are placed before anything moves"),
    ],
)
def test_refusals_name_the_rule(position, text, reason):
    game = build(NINE)
    assert why(game, at(game, position), text) == reason


def test_a_ruling_is_named():
    game = build(NINE, {"mill.in_line": "M-1", "flies": "M-2"})
    assert why(game, at(game, MOVED), "g4-g1x(d7)").endswith("another does not: b2 (M-1)")
    assert why(game, at(game, MOVED), "c3-g1").endswith("and white has 4 (M-2)")


def test_a_line_removes_as_many_as_there_are():
    game = build(NINE)
    nobody = at(game, "white: man a1 d1; white hand: 2 man; black hand: 3 man; turn: white")
    assert {text for text in texts(game, nobody) if "g1" in text} == {"man@g1"}
    two = build(NINE, mill={"two_lines": "remove two"})
    one = at(two, "white: man a4 a7 d1 g1; black: man b2; white hand: 1 man; black hand: 3 man; turn: white")
    assert {text for text in texts(two, one) if "a1" in text} == {"man@a1x(b2)"}


def test_two_mills_at_once():
    position = "white: man a4 a7 d1 g1 e5; black: man b2 d2 f4 f6; turn: white"
    flying = {"flies": {"man": 9}}
    one = build(NINE, **flying)
    assert len([text for text in texts(one, at(one, position)) if text.startswith("e5-a1")]) == 4
    two = build(NINE, mill={"two_lines": "remove two"}, **flying)
    expected = {f"e5-a1x({a})x({b})" for a, b in
                [("b2", "d2"), ("b2", "f4"), ("b2", "f6"), ("d2", "f4"), ("d2", "f6"), ("f4", "f6")]}
    assert {text for text in texts(two, at(two, position)) if text.startswith("e5-a1")} == expected
    assert why(two, at(two, position), "e5-a1x(b2)") == (
        "a line of 3 removes 2 enemies: write which, as in `e5-a1x(b2)x(d2)`"
    )


def test_a_flight_is_one_action_with_a_jump_to_the_same_cell():
    """Each of white's two men may fly to any of the twelve vacant cells; the one on a1 could also jump over b1 to c1.
    With three men white does not fly, but still jumps."""
    spec = {"grid": (4, 4), "pieces": {"man": "W"}, "rules": {"hops": {"man": [{"over": "any", "to": "W"}]},
            "flies": {"man": 2}, "repetition": None}, "setup": "white: man a1 b1; black: man b4 c4; turn: white"}
    game = build(spec)
    start = game.start()
    vacant = sorted(set(game.setting.lattice.cells) - {"a1", "b1", "b4", "c4"})
    assert sorted(texts(game, start)) == [f"{cell}-{to}" for cell in ("a1", "b1") for to in vacant]
    three = at(game, "white: man a1 b1 d4; black: man b4 c4; turn: white")
    assert "a1-c1" in texts(game, three)
    assert "a1-d1" not in texts(game, three)


def plain_game(mills, men):
    """A spec of morris on some lines, and the plain program's start."""
    board = morris_board(mills)
    spec = NINE | {"board": board, "setup": f"white hand: {men} man; black hand: {men} man"}
    return spec, (frozenset(), frozenset(), men, men)


SMALL = [line for line in MILLS if {*line} <= {cell for mill in (0, 7, 8, 15) for cell in MILLS[mill]}]


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ({}, {}),
        ({"each": True}, {"mill": {"two_lines": "remove two"}}),
        ({"spared": False}, {"mill": {"in_line": "removed"}}),
        ({"walked": True}, {"mill": {"by": "moves"}}),
    ],
)
def test_random_games_against_a_plain_program(options, changes):
    """Actions, results and ends of whole games on the full board."""
    spec, first = plain_game(MILLS, 6)
    game, removed = build(spec, **changes), 0
    for seed in range(6):
        dice, position, state, player = random.Random(seed), game.start(), first, "white"
        for _ in range(70):
            expected = dict(plain_moves(MILLS, state, **options))
            if plain_over(MILLS, state, **options):
                outcome = game.outcome(position)
                assert outcome is not None
                loses_itself = len(state[0]) + state[2] < 3 or not expected
                assert (player not in outcome.winners) == loses_itself
                break
            assert game.outcome(position) is None
            assert sorted(texts(game, position)) == sorted(expected)
            text = dice.choice([text for text in sorted(expected) if "x" in text] or sorted(expected))
            removed += text.count("x")
            position, state = play(game, position, text), expected[text]
            player = "black" if player == "white" else "white"
            men = {cell: Piece(player, "man") for cell in state[0]}
            other = "black" if player == "white" else "white"
            assert dict(game.show(position).pieces) == men | {cell: Piece(other, "man") for cell in state[1]}
    assert removed > 10


@pytest.mark.slow
def test_counts_of_a_little_board_against_a_plain_program():
    spec, first = plain_game(SMALL, 3)
    game = build(spec)
    assert [perft(game, game.start(), n) for n in range(1, 7)] == [plain_count(SMALL, first, n) for n in range(1, 7)]


DARA = {  # exactly three in a row count, and only moves
    "grid": (6, 5),
    "pieces": {"man": "W"},
    "rules": {
        "capture": "mill",
        "mill": {"longer": "not", "by": "moves"},
        "win": [{"capture": "all", "fewer_than": 3}],
    },
    "setup": "white: man a1 b1 d1 c2; black: man a5 b5 e5",
}


def test_four_in_a_row_may_be_no_mill():
    """By hand: c2-c1 makes a1 to d1, four in a row."""
    game = build(DARA)
    assert "c2-c1" in texts(game, game.start())
    longer = build(DARA, mill={})
    assert "c2-c1x(a5)" in texts(longer, longer.start())
    three = at(game, "white: man a1 b1 f1 c2; black: man a5 b5 e5; turn: white")
    assert {text for text in texts(game, three) if text.startswith("c2-c1")} == {
        "c2-c1x(a5)", "c2-c1x(b5)", "c2-c1x(e5)"
    }


def test_captured_men_may_come_to_a_hand():
    game = build(DARA, mill={}, captured="captor", drops={"man": "board"})
    after = play(game, game.start(), "c2-c1x(b5)")
    assert str(game.show(after)) == "white: man a1 b1 c1 d1; black: man a5 e5; white hand: 1 man; turn: black"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mill": {"line": 3}}, "no piece captures so: `capture` is `replace`"),
        ({"capture": "mill", "mill": {"line": 7}}, "no line of 7 has room on this board"),
        ({"capture": "mill", "captured": "flips"},
         "a piece that is captured by a line cannot change sides where it stands"),
        ({"flies": {"prince": 3}}, "`prince` is no player, no piece and no `player piece`"),
    ],
)
def test_bad_options_are_told(changes, message):
    with pytest.raises(OptionErrors) as error:
        build(DARA | {"rules": {}}, **changes)
    assert [mistake.what for mistake in error.value.mistakes] == [message]


def test_too_few_pieces_for_a_line_are_told():
    game = build(DARA | {"setup": "white: man a1 b1; black: man a5 b5"}, win=[])
    assert ("a line takes 3 pieces, and no player has more than 2", "error") in [
        (doubt.what, doubt.level) for doubt in STANDARD.doubts(game)
    ]


def test_nothing_in_these_games_is_doubted():
    for spec in (NINE, DARA):
        assert list(STANDARD.doubts(build(spec))) == []
    assert len(SPACES) == 24
