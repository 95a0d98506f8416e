"""Capture by surrounding, superko, passes that end a game, and areas: Go by hand and against a plain program."""

import random
from itertools import product

import pytest
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.perft import perft
from fabgen.rules.position import Piece, Position
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.rules import STANDARD


def go(side, white=0.5, **changes):
    rules = {
        "drops": {"stone": "board"},
        "supply": "endless",
        "capture": "surround",
        "recurrence": "board",
        "passing": "always",
        "passes": 2,
        "stuck": "most area",
        "komi": {"white": white},
        "repetition": None,
    }
    return {"players": {"black": "up", "white": "down"}, "grid": (side, side), "pieces": {"stone": "none"},
            "rules": rules | changes}


# A plain program: stones maps (x, y) to a colour.


def around(place, side):
    x, y = place
    return [(a, b) for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if 0 <= a < side and 0 <= b < side]


def chain(stones, place, side):
    """The stones that are joined with one, and the vacant places next to them."""
    group, free, todo = {place}, set(), [place]
    for one in todo:
        for other in around(one, side):
            if other not in stones:
                free.add(other)
            elif stones[other] == stones[place] and other not in group:
                group.add(other)
                todo.append(other)
    return group, free


def put(stones, place, colour, side):
    """The stones after one is put; None where that is suicide."""
    after = stones | {place: colour}
    for other in around(place, side):
        if other in after and after[other] != colour:
            group, free = chain(after, other, side)
            if not free:
                after = {one: who for one, who in after.items() if one not in group}
    return after if chain(after, place, side)[1] else None


def choices(stones, colour, side, seen):
    """What stands after each stone that may be put, by place."""
    found = {}
    for place in product(range(side), repeat=2):
        if place not in stones:
            after = put(stones, place, colour, side)
            if after is not None and frozenset(after.items()) not in seen:
                found[place] = after
    return found


def count(stones, colour, side, seen, passes, depth):
    """How many ways there are to play on for some turns."""
    if depth == 0:
        return 1
    if passes == 2:
        return 0
    other = "white" if colour == "black" else "black"
    total = count(stones, other, side, seen, passes + 1, depth - 1)
    for after in choices(stones, colour, side, seen).values():
        total += count(after, other, side, seen | {frozenset(after.items())}, 0, depth - 1)
    return total


def area(stones, side):
    """Black's and white's area: their stones, and what can be reached from one colour alone."""
    areas = {"black": 0, "white": 0}
    for place in product(range(side), repeat=2):
        if place in stones:
            areas[stones[place]] += 1
            continue
        seen, todo, colours = {place}, [place], set()
        for one in todo:
            for other in around(one, side):
                if other in stones:
                    colours.add(stones[other])
                elif other not in seen:
                    seen.add(other)
                    todo.append(other)
        for colour in colours if len(colours) == 1 else ():
            areas[colour] += 1
    return areas


EMPTY = frozenset({frozenset()})


@pytest.mark.parametrize(("side", "depth"), [(2, 5), (3, 3), (5, 2), (7, 2)])
def test_counts_against_a_plain_program(side, depth):
    game = build(go(side))
    counts = [perft(game, game.start(), n) for n in range(1, depth + 1)]
    assert counts == [count({}, "black", side, EMPTY, 0, n) for n in range(1, depth + 1)]
    assert counts[0] == side * side + 1


@pytest.mark.slow
@pytest.mark.parametrize(("side", "depth"), [(2, 8), (3, 5), (5, 3)])
def test_more_counts_against_a_plain_program(side, depth):
    game = build(go(side))
    assert perft(game, game.start(), depth) == count({}, "black", side, EMPTY, 0, depth)


@pytest.mark.parametrize(("side", "legal"), [(1, 1), (2, 57), (3, 12675)])
def test_legal_positions_are_as_many_as_published(side, legal):
    """Tromp and Farnebäck, Combinatorics of Go: boards on which every group has a liberty."""
    groups = build(go(max(side, 2)) | {"grid": (side, side)}).game.groups
    boards = (bytes(board) for board in product((0, 1, 2), repeat=side * side))
    assert legal == sum(
        not any(code and groups.group_without_liberty(board, cell) for cell, code in enumerate(board))
        for board in boards
    )


def games_against_the_program(side, games, seed):
    """Random games: what may be done in each position, what stands there, and the score. How many stones were taken,
    and how many places superko forbade."""
    game, taken, barred = build(go(side, 3.5)), 0, 0
    name = lambda place: "abcdefg"[place[0]] + str(place[1] + 1)  # noqa: E731
    for n in range(games):
        dice, position = random.Random(f"{seed} {n}"), game.start()
        stones, seen, colour, passes = {}, EMPTY, "black", 0
        for _ in range(side * side * 4):
            found = choices(stones, colour, side, seen)
            barred += len(choices(stones, colour, side, set())) - len(found)
            assert set(texts(game, position)) == {f"stone@{name(place)}" for place in found} | {"pass"}
            if not found or dice.random() < 0.03:
                position, passes = play(game, position, "pass"), passes + 1
            else:
                place = dice.choice(sorted(found))
                position = play(game, position, f"stone@{name(place)}")
                taken += len(stones) + 1 - len(found[place])
                stones, passes = found[place], 0
                seen |= {frozenset(stones.items())}
            assert dict(game.show(position).pieces) == {name(p): Piece(who, "stone") for p, who in stones.items()}
            assert game.read(game.show(position)) == position
            colour = "white" if colour == "black" else "black"
            if passes == 2:
                areas = area(stones, side)
                black, white = areas["black"], areas["white"] + 3.5
                outcome = game.outcome(position)
                assert outcome.winners == (("black",) if black > white else ("white",))
                assert f"black has {black} cell" in outcome.why
                assert f"white has {white:g} cells" in outcome.why
                break
            assert game.outcome(position) is None
    return taken, barred


def test_random_games_against_a_plain_program():
    taken, barred = games_against_the_program(3, 20, 1)
    assert taken > 50
    assert barred > 5


@pytest.mark.slow
@pytest.mark.parametrize(("side", "games"), [(5, 15), (7, 6)])
def test_larger_random_games_against_a_plain_program(side, games):
    assert games_against_the_program(side, games, 2)[0] > 20


@pytest.mark.parametrize(
    ("before", "line", "then"),
    [
        # One stone, a group, two groups at once, in the corner.
        ("black: stone b1 a2 c2; white: stone b2", "stone@b3", "black: stone b1 a2 c2 b3"),
        ("black: stone a2 b2; white: stone a1 b1", "stone@c1", "black: stone c1 a2 b2"),
        ("black: stone a1 c1 a3 b3 c2; white: stone b1 a2", "stone@b2", "black: stone a1 c1 b2 c2 a3 b3"),
        # Whoever takes has liberties afterwards, though there were none.
        ("black: stone a2 b1 d1 c2; white: stone b2 c1 a3 b3", "stone@d4", None),
        ("black: stone b1 c2; white: stone a2 b2 c1 d1 d2 c3", "stone@a1", "suicide"),
        ("black: stone a2; white: stone b1 a3 b2; ", "stone@a1", "suicide"),
    ],
)
def test_captures_by_hand(before, line, then):
    game = build(go(5))
    position = at(game, f"{before}; turn: black")
    if then == "suicide":
        cell = line.split("@")[1]
        reason = f"a piece on {cell} would be in a group with no vacant cell next to it"
        assert why(game, position, line) == reason
        assert line not in texts(game, position)
    elif then:
        found = game.show(play(game, position, line)).pieces
        assert found == Position.parse(then, game.setting).pieces
    else:
        assert line in texts(game, position)


KO = "black: stone b1 a2 b3; white: stone b2 c1 d2 c3; turn: black"


def test_a_ko_is_not_taken_back_at_once():
    """Black takes b2 by c2; white may not take c2 by b2 before something else is played."""
    game = build(go(5))
    taken = play(game, at(game, KO), "stone@c2")
    assert "b2" not in game.show(taken).pieces
    assert "stone@b2" not in texts(game, taken)
    assert why(game, taken, "stone@b2") == "the board would be as it was before"
    later = play(game, taken, "stone@e5", "stone@a5")
    assert "stone@b2" in texts(game, later)
    free = build(go(5, recurrence="free"))
    assert "stone@b2" in texts(free, play(free, at(free, KO), "stone@c2"))


def test_suicide_where_it_is_allowed():
    game = build(go(5, surround={"suicide": "allowed"}))
    position = play(game, at(game, "black: stone a2; white: stone b1 a3 b2; turn: black"), "stone@a1")
    assert game.show(position).pieces == Position.parse("white: stone b1 b2 a3", game.setting).pieces


def test_the_turn_counts_for_situational_superko():
    """A pass changes whose turn it is: the same board may come back for the other player."""
    board, turn = build(go(2)), build(go(2, recurrence="board and turn"))
    line = ("stone@a1", "pass", "stone@b2")
    assert set(texts(board, play(board, board.start(), *line))) == set(texts(turn, play(turn, turn.start(), *line)))
    depths = [[perft(game, game.start(), n) for n in (5, 6, 7)] for game in (board, turn)]
    assert depths[0] < depths[1]


def test_two_passes_end_the_game_and_areas_are_counted():
    """A wall on b and one on d of five: black 10, white 10 and komi, the middle is nobody's."""
    game = build(go(5, 0.5))
    walls = "black: stone b1-b5; white: stone d1-d5; turn: black"
    one = play(game, at(game, walls), "pass")
    assert game.outcome(one) is None
    assert game.show(one).notes == {"passes": "1"}
    assert str(game.outcome(play(game, one, "pass"))) == (
        "white won: 2 passes in a row, black has 10 cells and white has 10.5 cells"
    )
    assert game.outcome(play(game, one, "stone@c1", "pass")) is None  # a stone between the passes
    drawn = build(go(5, 0))
    assert str(drawn.outcome(play(drawn, at(drawn, walls), "pass", "pass"))).startswith("draw: 2 passes in a row")


def test_earlier_boards_are_read():
    game = build(go(2))
    position = play(game, game.start(), "stone@a1", "stone@b2")
    text = str(game.show(position))
    assert text == "black: stone a1; white: stone b2; earlier: ...., 1...; turn: black"
    assert at(game, text) == position
    with pytest.raises(ValueError, match=r"`earlier: 1\.\.` is no board: it has 4 letters, digits and points"):
        at(game, text.replace("1...", "1.."))
    with pytest.raises(ValueError, match="`passes: 3` is no number from 1 to 2"):
        at(game, "black: stone a1; passes: 3")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"passing": "stuck"}, "players may not pass so often in a row"),
        ({"komi": {"green": 1}}, "no player is called `green`"),
        ({"stuck": "loses"}, "nothing is counted at the end"),
        (
            {"stuck": {"white": "most area", "black": "loses"}},
            "passes end the game for all players at once, which is not both loses and most area",
        ),
        (
            {"stuck": {"white": "most area", "black": "most pieces"}},
            "passes end the game for all players at once, which is not both most area and most pieces",
        ),
        (
            {"captured": "flips"},
            "a piece that is captured in a group without a liberty cannot change sides where it stands",
        ),
        ({"capture": "replace", "stuck": "most pieces", "surround": {"suicide": "allowed"}},
         "no piece captures so: `capture` is `replace`"),
    ],
)
def test_bad_options_are_told(changes, message):
    with pytest.raises(OptionErrors) as error:
        build(go(5, **changes))
    assert [mistake.what for mistake in error.value.mistakes] == [message]


def test_nothing_in_go_is_doubted():
    assert list(STANDARD.doubts(build(go(5)))) == []


WALKING = {  # suicide by a move; the king b2 has no liberty on a1
    "players": {"black": "up", "white": "down"},
    "grid": (5, 5),
    "pieces": {"man": "W", "king": "K"},
    "zones": {"bottom": "c1-e1"},
    "rules": {"capture": "surround", "surround": {"suicide": "allowed"}},
}
CORNERED = "black: king b2, man e5; white: man a2 b1; turn: black"


@pytest.mark.parametrize(
    ("captured", "then"),
    [
        ("removed", "white: man b1 a2; black: man e5; turn: white"),
        ("hand", "white: man b1 a2; black: man e5; black hand: 1 king; turn: white"),
        ("captor", "white: man b1 a2; black: man e5; black hand: 1 king; turn: white"),
        ("home", "white: man b1 a2; black: man e5; homeless: black king; turn: white"),
    ],
)
def test_suicide_by_a_move(captured, then):
    game = build(WALKING, captured=captured, homes={"black": "bottom"})
    position = at(game, CORNERED)
    assert "b2-a1" in texts(game, position, "b2")
    after = play(game, position, "b2-a1")
    assert after == at(game, then)


@pytest.mark.parametrize("captured", ["hand", "captor"])
def test_suicide_by_a_drop(captured):
    game = build(WALKING, captured=captured, drops={"man": "board", "king": "board"})
    position = at(game, "black: man e5; white: man a2 b1; black hand: 1 man; turn: black")
    after = play(game, position, "man@a1")
    assert after == at(game, "black: man e5; white: man a2 b1; black hand: 1 man; turn: white")


def test_suicide_of_a_group_gives_back_each_kind():
    """The man a2 and the king who joins him on a1 are lost together."""
    drop = build(WALKING, captured="hand", drops={"king": "board"})
    before = at(drop, "black: man a2 e5; white: man a3 b1 b2; black hand: 1 king; turn: black")
    assert play(drop, before, "king@a1") == at(
        drop, "black: man e5; white: man a3 b1 b2; black hand: 1 man, 1 king; turn: white"
    )


@pytest.mark.parametrize("compulsory", [True, "most"])
def test_suicide_is_no_capture(compulsory):
    """The king may take his life on a1, go anywhere else, and the man may go. Nothing is to be taken."""
    game = build(WALKING, compulsory=compulsory)
    free = {"b2-a1", "b2-c1", "b2-c2", "b2-a3", "b2-b3", "b2-c3", "e5-d5", "e5-e4"}
    assert {*texts(game, at(game, CORNERED))} == free
    always = build(WALKING, compulsory="always", drops={"man": "board"}, supply="endless")
    assert texts(always, at(always, CORNERED)) == []


def test_suicide_is_the_quiet_part_of_a_turn():
    """Black takes e1 by a man on e2 after it."""
    game = build(WALKING, in_turn="move and capture")
    position = at(game, "black: king b2, man d1 e3; white: man a2 b1 e1; turn: black")
    moved = play(game, position, "b2-a1")
    assert game.show(moved).notes == {"done": "moved"}
    assert texts(game, moved) == ["e3-e2", "pass"]


@pytest.mark.parametrize("in_turn", ["one action", 2, 4])
def test_actions_are_listed_without_playing_on(in_turn, monkeypatch):
    """Whether a board recurs needs the board alone, however many actions a turn has."""
    game = build(go(9, in_turn=in_turn))
    start = game.start()
    monkeypatch.setattr(game.engine, "resolve_state", None)
    assert len(texts(game, start)) == 81 + 1


def test_a_board_before_a_re_placement_is_not_remembered():
    """White takes b3, and black puts the man on a1: two boards, that before and that after both."""
    game = build(
        {"players": {"black": "up", "white": "down"}, "grid": (3, 3), "pieces": {"man": "K"}, "zones": {"home": "a1"},
         "rules": {"captured": "home", "homes": {"white": "home", "black": "home"}, "recurrence": "board"}}
    )
    before = "..2..121."
    position = play(game, at(game, "white: man a3 c1; black: man b3 c2; turn: white"), "a3xb3")
    assert game.show(position).notes == {"homeless": "black man", "earlier": before}
    assert at(game, str(game.show(position))) == position
    replaced = play(game, position, "man@a1")
    assert game.show(replaced).notes == {"earlier": before}
    assert at(game, str(game.show(replaced))) == replaced
    assert game.show(play(game, replaced, "c2-c3")).notes == {"earlier": "..2..121., 1.2..1.2."}


def test_the_turn_that_counts_is_that_of_a_player_who_is_not_out():
    """c is out: a and b walk to and fro. After b1 and b3 stood there with a to move, they may not again."""
    game = build(
        {"players": {"a": "up", "b": "down", "c": "up"}, "grid": (3, 3), "pieces": {"man": "W"},
         "rules": {"recurrence": "board and turn"}}
    )
    position = at(game, "a: man a1; b: man a3; c: man c1; out: c; turn: a")
    position = play(game, position, "a1-b1", "a3-b3", "b1-a1", "b3-c3", "a1-b1")
    assert {"c3-b3", "c3-c2"} & {*texts(game, position)} == {"c3-c2"}
    assert why(game, position, "c3-b3") == "the board would be as it was before"
    assert at(game, str(game.show(position))) == position


def test_three_players_who_can_be_out_for_want_of_an_action():
    """Whether an action recurs does not ask what the next player can do."""
    game = build(
        {"players": {"a": "up", "b": "down", "c": "up"}, "grid": (3, 3), "pieces": {"man": "W"},
         "setup": "a: man a1; b: man a3; c: man c1", "rules": {"recurrence": "board"}}
    )
    assert texts(game, game.start()) == ["a1-a2", "a1-b1"]
