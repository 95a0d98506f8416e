"""Rows that push, rows that go sideways, and slides that something stops: by hand, and against a plain program."""

import random

import pytest
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.boards import hexagon_board
from fabgen.rules.perft import perft
from fabgen.rules.position import Piece, Position
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.rules import STANDARD

BOARD = hexagon_board(5)
ABALONE = {
    "board": BOARD,
    "players": {"black": "up", "white": "down"},
    "pieces": {"ball": "mW"},
    "rules": {
        "capture": "none",
        "pushes": {"ball": {"row": 3, "edge": "open", "sideways": True}},
        "win": [{"capture": "all", "fewer_than": 9}],
    },
    "setup": "black: ball e1-i1 d1 e2 f2 g2 h2 i2 e3 f3 g3; white: ball a5 b6 c7 d8 e9 a4 b5 c6 d7 e8 f8 c5 d6 e7",
}
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # the six ways on hexagons, in a frame of two axes


def start_of_abalone():
    """Both players' balls by place: rows of five, six, and three in the middle of the third."""
    places = [BOARD.place(cell) for cell in BOARD.cells]
    rows = {}
    for x, y in places:
        rows.setdefault(y, []).append((x, y))
    balls = {}
    for player, order in (("black", range(9)), ("white", range(8, -1, -1))):
        near, nearer, third = (sorted(rows[y]) for y in list(order)[:3])
        balls |= dict.fromkeys([*near, *nearer, *third[2:5]], player)
    return balls


def name(place):
    return BOARD.cell(*place)


def plus(place, way, times=1):
    return place[0] + way[0] * times, place[1] + way[1] * times


def plain_moves(balls, player, longest=3):
    """Every position after a move, by text: rows are chosen as sets of balls, not from their ends."""
    board = {BOARD.place(cell) for cell in BOARD.cells}
    own = {place for place, owner in balls.items() if owner == player}
    found = {}
    rows = [(place,) for place in own]
    for place in own:
        for axis in AROUND[:3]:
            for size in range(2, longest + 1):
                row = tuple(plus(place, axis, n) for n in range(size))
                if own.issuperset(row):
                    rows.append(row)
    for row in rows:
        for way in AROUND:
            along = len(row) > 1 and way in (plus(row[1], row[0], -1), plus(row[0], row[1], -1))
            if len(row) == 1 or not along:
                ends = [plus(place, way) for place in row]
                if all(end in board and end not in balls for end in ends):
                    after = {place: owner for place, owner in balls.items() if place not in row}
                    first, last = sorted((row[0], row[-1]), key=lambda place: BOARD.order[name(place)])
                    label = name(first) if len(row) == 1 else f"{name(first)}..{name(last)}"
                    found[f"{label}-{name(plus(first, way))}"] = after | dict.fromkeys(ends, player)
                continue
            back = row[0] if plus(row[0], way) == row[1] else row[-1]
            ahead, pushed = plus(back, way, len(row)), []
            while ahead in balls and balls[ahead] != player:
                pushed.append(ahead)
                ahead = plus(ahead, way)
            fits = len(pushed) < len(row) and ahead not in balls and (ahead in board or pushed)
            if fits:
                after = {place: owner for place, owner in balls.items() if place not in (back, *pushed)}
                after |= {plus(place, way): balls[place] for place in pushed if plus(place, way) in board}
                after[plus(back, way, len(row))] = player
                found[f"{name(back)}-{name(plus(back, way))}"] = after
    return found


def test_abalone_begins_with_44_moves():
    """44 is published; the second player has as many, whatever the first does."""
    game = build(ABALONE)
    balls = {BOARD.place(cell): piece.player for cell, piece in game.show(game.start()).pieces.items()}
    assert balls == start_of_abalone()
    assert [perft(game, game.start(), n) for n in (1, 2)] == [44, 44 * 44]


def compare(game, position, balls, player):
    """One position: all texts, and what follows them. How many of them push enemies off the board."""
    expected = plain_moves(balls, player)
    actions = {game.text(position, move): move for move in game.actions(position, player)}
    assert sorted(actions) == sorted(expected)
    for text, move in actions.items():
        pieces = {name(place): Piece(owner, "ball") for place, owner in expected[text].items()}
        assert dict(game.show(game.quick.apply(position, move)).pieces) == pieces, text
    return sum(len(after) < len(balls) for after in expected.values())


def test_random_positions_of_abalone_against_a_plain_program():
    game, fallen, dice = build(ABALONE), 0, random.Random(7)
    places = [BOARD.place(cell) for cell in BOARD.cells]
    for _ in range(40):
        chosen = dice.sample(places, 36)
        balls = {place: "black" if n < 18 else "white" for n, place in enumerate(chosen)}
        player = dice.choice(("black", "white"))
        pieces = {name(place): Piece(owner, "ball") for place, owner in balls.items()}
        position = game.read(Position(game.setting, pieces, player))
        fallen += compare(game, position, balls, player)
    assert fallen > 40


SUMITO = {
    "grid": (7, 3),
    "pieces": {"man": "mK"},
    "rules": {"capture": "none", "pushes": {"man": {"row": 3, "edge": "open", "sideways": True}},
              "win": [{"capture": "all", "fewer_than": 2}]},
    "setup": "white: man a1 b1 c1; black: man d1 e1 g3",
}


@pytest.mark.parametrize(
    ("before", "line", "then"),
    [
        ("white: man a1 b1; black: man c1 g3", "a1-b1", "white: man b1 c1; black: man d1 g3"),
        ("white: man a1 b1 c1; black: man d1 e1 g3", "a1-b1", "white: man b1 c1 d1; black: man e1 f1 g3"),
        ("white: man d1 e1 f1; black: man g1 g3", "d1-e1", "white: man e1 f1 g1; black: man g3"),
        ("white: man c1 d1 e1; black: man f1 g1 g3 a3", "c1-d1", "white: man d1 e1 f1; black: man g1 g3 a3"),
        ("white: man a1 b1 c1; black: man g3 f3", "a1-b1", "white: man b1 c1 d1; black: man g3 f3"),
        ("white: man a1 b1 c1; black: man g3 f3", "a1..c1-a2", "white: man a2 b2 c2; black: man g3 f3"),
        ("white: man a1 b1 c1; black: man g3 f3", "c1..a1-d2", "white: man b2 c2 d2; black: man g3 f3"),
        ("white: man a1 b2; black: man c3 g3 f3", "a1-b2", "white: man b2 c3; black: man g3 f3"),
    ],
)
def test_pushes_by_hand(before, line, then):
    game = build(SUMITO)
    after = game.show(play(game, at(game, f"{before}; turn: white"), line))
    assert after.pieces == Position.parse(then, game.setting).pieces


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        ("white: man a1 b1; black: man c1 d1 g3", "a1-b1",
         "2 pieces push 1 enemy at most, and from c1 on there are 2"),
        ("white: man a1 g1; black: man b1 g3", "a1-b1", "1 piece pushes no enemy, and from b1 on there is 1"),
        ("white: man a1 b1 d1; black: man c1 g3", "a1-b1", "the white man on d1 stands behind the row"),
        ("white: man a1 b1 c1 d1; black: man f1 g3", "a1-b1",
         "4 pieces of the player stand in a row from a1 on: 3 move together at most"),
        ("white: man f1 g1; black: man a1 g3", "f1-g1",
         "the white man on g1 stands at the edge, and only enemies are pushed off the board"),
        ("white: man a1 b1; black: man b2 g3", "a1..b1-a2", "the black man on b2 is in the way of the row"),
        ("white: man a1 c1; black: man b3 g3", "a1..c1-a2", "no piece of the player stands on b1"),
        ("white: man a1 b1 c1 d1; black: man f1 g3", "a1..d1-a2", "4 pieces stand in a1..d1: 3 move together at most"),
        ("white: man a1 b1; black: man f1 g3", "a1..b1-a3", "a row moves by one step, and a3 is not beside a1"),
        ("white: man a1 b1; black: man f1 g3", "a1..b3-a2", "a1..b3 is no row in a direction of the man"),
        ("white: man a3 b3; black: man f1 g3", "b3..a3-c2", ""),
    ],
)
def test_refusals_name_the_rule(position, text, reason):
    game = build(SUMITO)
    assert why(game, at(game, f"{position}; turn: white"), text) == reason


@pytest.mark.parametrize(
    ("captured", "then"),
    [
        ("captor", "white: man e1 f1 g1; black: man g3 a3; white hand: 1 man; turn: black"),
        ("hand", "white: man e1 f1 g1; black: man g3 a3; black hand: 1 man; turn: black"),
    ],
)
def test_who_is_pushed_off_goes_where_captured_pieces_go(captured, then):
    game = build(SUMITO, captured=captured, drops={"man": "board"})
    before = at(game, "white: man d1 e1 f1; black: man g1 g3 a3; turn: white")
    assert game.show(play(game, before, "d1-e1")) == Position.parse(then, game.setting)


def test_a_row_encloses_nobody():
    """The man on d1 would be between c1 and e1 after the push; a step of one man takes him."""
    game = build(SUMITO, capture="custodial")
    before = at(game, "white: man a1 b1 e1; black: man d1 g3 g2; turn: white")
    assert len(game.show(play(game, before, "a1-b1")).pieces) == 6
    assert len(game.show(play(game, before, "b1-c1")).pieces) == 5


def test_a_ruling_is_named():
    game = build(SUMITO, {"pushes.man.enemies": "P-1", "until_stopped": "P-2"})
    position = at(game, "white: man a1 b1; black: man c1 d1 g3; turn: white")
    assert why(game, position, "a1-b1").endswith("on there are 2 (P-1)")


SOKOBAN = {  # one player; crates are pieces of his that never move by themselves; c2 is a wall
    "grid": (5, 3),
    "players": {"keeper": "up"},
    "pieces": {"man": "mW", "crate": "none"},
    "zones": {"wall": "c2", "store": "e1 e3"},
    "rules": {
        "capture": "none",
        "terrain": {"wall": {"open": "never"}},
        "pushes": {"man": {"row": 2, "enemies": 0}},
        "win": [{"reach": {"crate": "store"}, "pieces": "all"}],
        "repetition": None,
    },
    "setup": "keeper: man b2, crate c1 b3",
}


def test_a_storekeeper_pushes_one_crate():
    """By hand, as on any board of Sokoban: walls and a second crate stop it, and nothing is pulled."""
    game = build(SOKOBAN)
    start = game.start()
    assert sorted(texts(game, start)) == ["b2-a2", "b2-b1"]  # b3 is at the edge, c2 a wall
    refusal = why(game, start, "b2-b3")
    assert refusal == "the keeper crate on b3 stands at the edge, and no piece is pushed off the board"
    pushed = play(game, start, "b2-b1", "b1-c1")
    assert str(game.show(pushed)) == "keeper: man c1, crate d1 b3; turn: keeper"
    won = play(game, pushed, "c1-d1", "d1-c1", "c1-b1", "b1-a1", "a1-a2", "a2-a3", "a3-b3", "b3-c3", "c3-d3")
    assert str(game.outcome(won)) == "keeper won: all pieces of keeper stand in store"
    two = at(game, "keeper: man a1, crate b1 c1")
    assert why(game, two, "a1-b1") == (
        "3 pieces of the player stand in a row from a1 on: 2 move together at most"
    )
    wall = at(game, "keeper: man a2, crate b2")
    assert why(game, wall, "a2-b2") == "c2 is closed to the row"


ICE = {
    "grid": (5, 5),
    "pieces": {"robot": "R"},
    "zones": {"goal": "c3"},
    "rules": {"until_stopped": ["robot"], "win": [{"reach": {"white": "goal", "black": "goal"}}]},
    "setup": "white: robot a1; black: robot e5",
}


def test_slides_go_on_until_something_stops_them():
    game = build(ICE)
    assert sorted(texts(game, game.start())) == ["a1-a5", "a1-e1"]
    assert why(game, game.start(), "a1-a3") == "the robot slides on until something stops it: to a5"
    position = at(game, "white: robot a3; black: robot d3 e5; turn: white")
    assert sorted(texts(game, position)) == ["a3-a1", "a3-a5", "a3-c3", "a3xd3"]
    won = play(game, position, "a3-c3")
    assert str(game.outcome(won)) == "white won: the white robot has reached c3"
    assert why(game, position, "a3-b3") == "the robot slides on until something stops it: to c3"


def test_slides_of_random_positions_against_a_walk():
    """A plain walk from cell to cell; robots stop at each other and at the edge."""
    game, dice = build(ICE, capture="none"), random.Random(3)
    square = lambda place: "abcde"[place[0]] + str(place[1] + 1)  # noqa: E731
    for _ in range(60):
        places = dice.sample([(x, y) for x in range(5) for y in range(5) if (x, y) != (2, 2)], 7)
        expected = set()
        for start in places[:4]:
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                end = start
                while all(0 <= n < 5 for n in plus(end, way)) and plus(end, way) not in places:
                    end = plus(end, way)
                expected |= {f"{square(start)}-{square(end)}"} - {f"{square(start)}-{square(start)}"}
        pieces = {square(place): Piece("white" if n < 4 else "black", "robot") for n, place in enumerate(places)}
        assert {*texts(game, game.read(Position(game.setting, pieces, "white")))} == expected


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pushes": {"prince": {"row": 2}}}, "there is no piece `prince`"),
        ({"pushes": {"man": {"row": 1}}},
         "one piece pushes nothing: it pushes no enemy, and no piece of its own player"),
        ({"pushes": {"man": {"enemies": 1, "sideways": True}}}, "one piece is no row to move sideways"),
        ({"pushes": {"man": {"row": 2, "to": "N"}}}, "`N` leads further than to neighbours"),
        ({"capture": "custodial", "captured": "flips", "pushes": {"man": {"row": 2, "edge": "open"}}},
         "a piece that is pushed off the board cannot change sides where it stands"),
        ({"until_stopped": ["man"]}, "the man does not slide"),
        ({"until_stopped": ["prince"]}, "there is no piece `prince`"),
    ],
)
def test_bad_options_are_told(changes, message):
    with pytest.raises(OptionErrors) as error:
        build(SUMITO | {"rules": {}}, **changes)
    assert [mistake.what for mistake in error.value.mistakes] == [message]


def test_nothing_in_these_games_is_doubted():
    for spec in (ABALONE, SUMITO, SOKOBAN, ICE):
        assert list(STANDARD.doubts(build(spec))) == []
