"""Custodial capture: cases of Brandub and Hasami Shogi from their rules, random positions against a plain program;
flipping: Othello by its published counts."""

import random

import pytest
from cases import cases
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.perft import perft
from fabgen.rules.position import Piece, Position
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.rules import STANDARD

BRANDUB = {  # the king is taken like others, but by four in the middle, and by three where he stands beside it
    "players": {"black": "up", "white": "down"},
    "grid": (7, 7),
    "pieces": {"man": "R", "king": "R"},
    "zones": {"throne": "d4", "corner": "a1 g1 a7 g7", "by throne": "d3 d5 c4 e4"},
    "rules": {
        "capture": "custodial",
        "custodial": {
            "hostile": {"man": ["throne", "corner"], "king": ["throne", "corner"]},
            "all_sides": {"king": ["throne", "by throne"]},
        },
        "forbidden": {"man": ["throne", "corner"]},
        "win": [{"reach": {"white king": "corner"}}, {"capture": ["king"]}],
    },
    "setup": "black: man d1 d2 a4 b4 f4 g4 d6 d7; white: king d4, man d3 d5 c4 e4",
}


def after(spec, text, line, **changes):
    """The pieces after a move, as text without the turn."""
    game = build(spec, **changes)
    return str(game.show(play(game, at(game, text), line))).rsplit(";", 1)[0]


@pytest.mark.parametrize(
    ("before", "line", "then"),
    [
        ("black: man b2 g2; white: king d4, man c2", "g2-d2", "black: man b2 d2; white: king d4"),
        ("black: man b2 c5; white: king d4, man c2", "c5-c3", "black: man b2 c3; white: king d4, man c2"),
        # Whoever moves between two enemies is safe.
        ("white: king d4, man c5; black: man b2 d2; turn: white", "c5-c2", "black: man b2 d2; white: king d4, man c2"),
        # Two in a row are not taken.
        ("black: man a2 g2; white: king d4, man b2 c2", "g2-d2", "black: man a2 d2; white: king d4, man b2 c2"),
        # Three at once.
        ("black: man b3 f3 d1 d7; white: king a4, man c3 e3 d2", "d7-d3", "black: man d1 b3 d3 f3; white: king a4"),
        # The corner is hostile to all.
        ("black: man c5; white: king d4, man b1", "c5-c1", "black: man c1; white: king d4"),
        ("white: king d4, man c5; black: man b1 g4; turn: white", "c5-c1", "black: man g4; white: man c1, king d4"),
        # The vacant throne is hostile; with the king on it a white man beside is safe, and a black one is taken.
        ("black: man a2; white: king f6, man d3", "a2-d2", "black: man d2; white: king f6"),
        ("black: man a2; white: king d4, man d3", "a2-d2", "black: man d2; white: man d3, king d4"),
        ("white: king d4, man a2; black: man d3 g7; turn: white", "a2-d2", "black: man g7; white: man d2, king d4"),
        # The king takes part.
        ("white: king a5, man e5; black: man d5 g6; turn: white", "a5-c5", "black: man g6; white: king c5, man e5"),
        # The king on the throne: by four, not by three.
        ("black: man d3 d5 c4 f5; white: king d4", "f5-e5", "black: man d3 c4 d5 e5; white: king d4"),
        ("black: man d3 d5 c4 e1; white: king d4", "e1-e4", "black: man d3 c4 e4 d5"),
        # Beside the throne: by three and the throne, not by two.
        ("black: man d2 c1 e3; white: king d3", "c1-c3", "black: man d2 c3 e3"),
        ("black: man c1 e3; white: king d3", "c1-c3", "black: man c3 e3; white: king d3"),
        # Elsewhere by two.
        ("black: man c6 e1; white: king d6", "e1-e6", "black: man c6 e6"),
        # A wall is no enemy.
        ("black: man c2; white: king d4, man c1", "c2-b2", "black: man b2; white: man c1, king d4"),
    ],
)
def test_brandub_by_hand(before, line, then):
    text = before if "turn" in before else f"{before}; turn: black"
    order = sorted(Position.parse(then, build(BRANDUB).setting).pieces.items())
    found = after(BRANDUB, text, line)
    assert sorted(Position.parse(found, build(BRANDUB).setting).pieces.items()) == order


def test_brandub_begins_with_40_moves():
    """By hand: d1 and its like 8 moves with their two neighbours 2, times four sides."""
    game = build(BRANDUB)
    found = texts(game, game.start())
    # d1 goes to b1, c1, e1, f1 (corners are shut); d2 to a2-c2 and e2-g2; four sides alike.
    assert len(texts(game, game.start(), "d1")) == 4
    assert len(texts(game, game.start(), "d2")) == 6
    assert len(found) == 40


def test_who_may_not_enter_is_told():
    game = build(BRANDUB)
    position = at(game, "black: man a4; white: king f6, man c2; turn: black")
    assert why(game, position, "a4-d4") == "d4 is forbidden to the black man: it lies in throne"
    assert "a4-e4" in texts(game, position)  # it may go over the vacant throne
    captured = at(game, "black: man a2; white: king f6, man c2; turn: black")
    assert "is in the way: no piece is captured by moving onto it" in why(game, captured, "a2xc2")


def test_the_king_wins_in_a_corner_and_loses_when_taken():
    game = build(BRANDUB)
    won = play(game, at(game, "white: king a3; black: man g4; turn: white"), "a3-a1")
    assert str(game.outcome(won)) == "white won: the white king has reached a1"
    lost = play(game, at(game, "black: man d3 d5 c4 e1; white: king d4, man g2; turn: black"), "e1-e4")
    assert str(game.outcome(lost)) == "black won: white has no king left"


HASAMI = {  # rows of any length are taken, and a man in a corner by two
    "grid": (9, 9),
    "pieces": {"man": "R"},
    "zones": {"corner": "a1 i1 a9 i9"},
    "rules": {
        "capture": "custodial",
        "custodial": {"run": "any", "all_sides": {"man": "corner"}, "edge": "closed"},
        "win": [{"capture": "all", "fewer_than": 2}],
    },
    "setup": "white: man a1-i1; black: man a9-i9",
}


@pytest.mark.parametrize(
    ("before", "line", "then"),
    [
        ("white: man b2 f5; black: man c2 d2 e2 a9", "f5-f2", "white: man b2 f2; black: man a9"),
        ("white: man b2 f5; black: man c2 e2 a9", "f5-f2", "white: man b2 f2; black: man c2 e2 a9"),
        ("white: man a2 b5; black: man a1 a9 b9", "b5-b1", "white: man b1 a2; black: man a9 b9"),
        ("white: man b5 c5; black: man a1 a9 b9", "b5-b1", "white: man b1 c5; black: man a1 a9 b9"),
        ("white: man b1 a5; black: man a1 a2 a9", "a5-a3", "white: man b1 a3; black: man a1 a2 a9"),
    ],
)
def test_hasami_shogi_by_hand(before, line, then):
    game = build(HASAMI)
    found = after(HASAMI, f"{before}; turn: white", line)
    assert Position.parse(found, game.setting).pieces == Position.parse(then, game.setting).pieces


def test_the_cell_that_was_left_is_vacant():
    """Who leaps over an enemy is not on both sides of it; but a hostile cell that he left is."""
    leapers = {"grid": (5, 5), "pieces": {"man": "D"}, "zones": {"corner": "a1"},
               "setup": "white: man a1; black: man e5",
               "rules": {"capture": "custodial", "custodial": {"hostile": {"man": "corner"}}}}
    game = build(leapers)
    stays = play(game, at(game, "white: man c1; black: man c2 e5; turn: white"), "c1-c3")
    assert str(game.show(stays)) == "white: man c3; black: man c2 e5; turn: black"
    gone = play(game, at(game, "white: man a1; black: man a2 e5; turn: white"), "a1-a3")
    assert str(game.show(gone)) == "white: man a3; black: man e5; turn: black"


# A plain program: men maps (x, y) to (player, kind).

AROUND = {"W": ((1, 0), (-1, 0), (0, 1), (0, -1)), "F": ((1, 1), (1, -1), (-1, 1), (-1, -1))}
AROUND["K"] = AROUND["W"] + AROUND["F"]


def taken(men, side, moved, rules):
    """The places of all enemies that the piece on `moved` takes, after it has come there."""
    player, kind = men[moved]
    around, found = AROUND[rules["to"]], set()
    armed = lambda place: place in men and men[place][0] == player and men[place][1] not in rules["unarmed"]  # noqa: E731
    shut = lambda place, who: place not in men and place in rules["hostile"].get(who, ())  # noqa: E731
    if kind in rules["unarmed"]:
        return set()
    for place, (owner, who) in men.items():
        if owner == player:
            continue
        x, y = place
        if place in rules["all_sides"].get(who, ()):
            sides = [(x + dx, y + dy) for dx, dy in around]
            off = [not (0 <= a < side and 0 <= b < side) for a, b in sides]
            closed = [
                rules["edge"] if out else armed(at_side) or shut(at_side, who)
                for at_side, out in zip(sides, off, strict=True)
            ]
            if moved in sides and all(closed):
                found.add(place)
            continue
        for dx, dy in around:
            # From the piece that has moved, so many steps to this enemy, and so many more to what is behind.
            for n in range(1, side if rules["many"] else 2):
                if (x - n * dx, y - n * dy) != moved:
                    continue
                between = [(x - k * dx, y - k * dy) for k in range(n)]
                k, row = 0, list(between)
                while True:
                    k += 1
                    behind = (x + k * dx, y + k * dy)
                    if not (rules["many"] and behind in men and men[behind][0] != player):
                        break
                    row.append(behind)
                plain = all(
                    cell in men and men[cell][0] != player and cell not in rules["all_sides"].get(men[cell][1], ())
                    for cell in row
                )
                last = men[(x + (k - 1) * dx, y + (k - 1) * dy)][1]
                if plain and (armed(behind) or shut(behind, last)):
                    found.add(place)
    return found


def slides(men, side, player):
    """Start and end of every move of a rook."""
    for (x, y), (owner, _) in men.items():
        for dx, dy in AROUND["W"] if owner == player else ():
            place = (x + dx, y + dy)
            while 0 <= place[0] < side and 0 <= place[1] < side and place not in men:
                yield (x, y), place
                place = (place[0] + dx, place[1] + dy)


def compare(seed, positions):
    """Random options and positions: every move and what it takes. The number of pieces taken."""
    dice, side, number = random.Random(seed), 6, 0
    places = [(x, y) for x in range(side) for y in range(side)]
    name = lambda place: "abcdef"[place[0]] + str(place[1] + 1)  # noqa: E731
    shut, ring = dice.sample(places, 4), dice.sample(places, dice.choice((1, 12)))
    to, many, edge = dice.choice("WFK"), dice.random() < 0.5, dice.random() < 0.5
    whom, unarmed = dice.choice((["man"], ["man", "king"], ["king"])), dice.choice(([], ["king"]))
    rules = {"to": to, "many": many, "edge": edge, "unarmed": unarmed,
             "hostile": dict.fromkeys(whom, shut), "all_sides": {"king": ring}}
    game = build({
        "grid": (side, side), "pieces": {"man": "R", "king": "R"},
        "zones": {"shut": " ".join(map(name, shut)), "ring": " ".join(map(name, ring))},
        "rules": {"capture": "custodial", "custodial": {
            "to": to, "run": "any" if many else "one", "edge": "closed" if edge else "open", "unarmed": unarmed,
            "hostile": dict.fromkeys(whom, "shut"), "all_sides": {"king": "ring"}}},
        "setup": "white: man a1; black: man b1",
    })
    for _ in range(positions):
        chosen = dice.sample(places, dice.randint(4, 20))
        men = {place: (dice.choice(("white", "black")), dice.choice(("man", "man", "king"))) for place in chosen}
        pieces = {name(place): Piece(*man) for place, man in men.items()}
        position = game.read(Position(game.setting, pieces, "white"))
        expected = {}
        for start, end in slides(men, side, "white"):
            moved = {place: man for place, man in men.items() if place != start} | {end: men[start]}
            gone = taken(moved, side, end, rules)
            number += len(gone)
            expected[f"{name(start)}-{name(end)}"] = {
                name(place): Piece(*man) for place, man in moved.items() if place not in gone
            }
        found = {
            game.text(position, move): dict(game.show(game.apply(position, {"white": move})).pieces)
            for move in game.actions(position, "white")
        }
        assert found == expected, (seed, str(game.show(position)))
    return number


def test_random_positions_against_a_plain_program():
    assert sum(compare(seed, 3) for seed in range(30)) > 50


@pytest.mark.slow
def test_many_random_positions_against_a_plain_program():
    assert sum(compare(seed, 10) for seed in range(100, 100 + cases(160))) > 100


OTHELLO = {
    "players": {"black": "up", "white": "down"},
    "pieces": {"disc": "none"},
    "rules": {
        "drops": {"disc": "board"},
        "supply": "endless",
        "capture": "custodial",
        "custodial": {"to": "K", "run": "any"},
        "captured": "flips",
        "compulsory": "always",
        "passing": "stuck",
        "stuck": "most pieces",
    },
    "setup": "black: disc d5 e4; white: disc d4 e5",
}


def test_othello_begins_as_published():
    game = build(OTHELLO)
    assert [perft(game, game.start(), n) for n in range(1, 6)] == [4, 12, 56, 244, 1396]
    assert sorted(texts(game, game.start())) == ["disc@c4", "disc@d3", "disc@e6", "disc@f5"]


@pytest.mark.slow
def test_othello_goes_on_as_published():
    game = build(OTHELLO)
    assert [perft(game, game.start(), n) for n in (6, 7)] == [8200, 55092]


def plain_othello(men, player):
    """Every place where a player may put a disc, with what it turns."""
    found = {}
    for x in range(8):
        for y in range(8):
            turned = set()
            for dx, dy in AROUND["K"] if (x, y) not in men else ():
                row, place = [], (x + dx, y + dy)
                while men.get(place, player) != player:
                    row.append(place)
                    place = (place[0] + dx, place[1] + dy)
                turned |= set(row) if men.get(place) == player else set()
            if turned:
                found[x, y] = turned
    return found


def test_whole_games_of_othello_against_a_plain_program():
    """Discs, passes, the end and its counts."""
    game, passes = build(OTHELLO), 0
    name = lambda x, y: "abcdefgh"[x] + str(y + 1)  # noqa: E731
    for seed in range(cases(40)):
        dice, position = random.Random(seed), game.start()
        men, player = {(3, 4): "black", (4, 3): "black", (3, 3): "white", (4, 4): "white"}, "black"
        while True:
            other = "white" if player == "black" else "black"
            places = plain_othello(men, player)
            outcome = game.outcome(position)
            if not places and not plain_othello(men, other):
                numbers = {who: list(men.values()).count(who) for who in ("black", "white")}
                most = [who for who in numbers if numbers[who] > numbers["white" if who == "black" else "black"]]
                assert outcome is not None
                assert list(outcome.winners) == most
                discs = [f"{who} has {n} piece{'s' * (n != 1)}" for who, n in numbers.items()]
                assert outcome.why == f"nobody can act, {' and '.join(discs)}"
                break
            assert outcome is None
            assert sorted(texts(game, position)) == (sorted(f"disc@{name(*p)}" for p in places) or ["pass"])
            if not places:
                passes += 1
                assert texts(game, position) == ["pass"]
                position = play(game, position, "pass")
            else:
                place = dice.choice(sorted(places))
                position = play(game, position, f"disc@{name(*place)}")
                men |= {place: player} | dict.fromkeys(places[place], player)
            assert dict(game.show(position).pieces) == {name(*p): Piece(who, "disc") for p, who in men.items()}
            player = other
    assert passes > 0


def test_a_disc_that_turns_nothing_is_refused():
    game = build(OTHELLO)
    assert why(game, game.start(), "disc@a1") == (
        "only what captures is an action: disc@d3, disc@c4, disc@f5 or disc@e6"
    )
    assert why(game, game.start(), "disc@d4") == "the white disc on d4 is in the way"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"captured": "flips"}, "a piece that is captured by moving onto it cannot change sides where it stands"),
        ({"custodial": {"run": "any"}}, "no piece captures so: `capture` is `replace`"),
        ({"supply": "endless"}, "nothing is dropped from the supply"),
        ({"capture": "custodial", "custodial": {"hostile": {"man": "hut"}}}, "there is no zone `hut`"),
        ({"capture": "custodial", "custodial": {"all_sides": {"prince": "corner"}}},
         "`prince` is no player, no piece and no `player piece`"),
        ({"capture": "custodial", "custodial": {"unarmed": ["prince"]}}, "there is no piece `prince`"),
    ],
)
def test_bad_options_are_told(changes, message):
    spec = HASAMI | {"rules": {}}
    with pytest.raises(OptionErrors) as error:
        build(spec, **changes)
    assert [mistake.what for mistake in error.value.mistakes] == [message]


def test_nothing_in_these_games_is_doubted():
    for spec in (BRANDUB, HASAMI, OTHELLO):
        assert list(STANDARD.doubts(build(spec))) == []
