"""Openings: pieces taken off the board and handicaps, by hand and against a plain program."""

import pytest
from rules.standard.specs import at, build, coloured, play, texts, why

from fabgen.rules.perft import perft
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.rules import STANDARD

KONANE = {  # on 6x6, with the stones of the corners and of the middle to begin with
    "grid": (6, 6),
    "pieces": {"stone": "none"},
    "zones": {"middle": "c3 d3 c4 d4", "corner": "a1 f1 a6 f6"},
    "rules": {
        "turns": ["black", "white"],
        "opening": [{"removes": "own", "where": ["middle", "corner"]}, {"removes": "own", "next_to": "gap"}],
        "hops": {"stone": [{"over": "enemy", "to": "W", "takes": "removed"}]},
        "chain": {"turning": "never"},
    },
    "setup": f"black: stone {coloured(6, 6, 0)}; white: stone {coloured(6, 6, 1)}",
}


def plain_konane(side, depth):
    """How many ways there are to begin a game of Konane: stones by colour of their cells, two by two."""
    stones = {(x, y): (x + y) % 2 for x in range(side) for y in range(side)}
    middle = {(x, y) for x in (side // 2 - 1, side // 2) for y in (side // 2 - 1, side // 2)}
    corners = {(x, y) for x in (0, side - 1) for y in (0, side - 1)}
    around = ((1, 0), (-1, 0), (0, 1), (0, -1))

    def count(left, player, depth):
        """The ways to play so many more turns."""
        if not depth:
            return 1
        total = 0
        for (x, y), owner in left.items():
            for dx, dy in around if owner == player else ():
                after, n = dict(left), 0
                while True:
                    over, to = (x + dx * (n + 1), y + dy * (n + 1)), (x + dx * (n + 2), y + dy * (n + 2))
                    fits = 0 <= to[0] < side and 0 <= to[1] < side and over in left and to not in left
                    if not fits or left[over] == player:
                        break
                    n += 2
                    del after[over]
                    gone = {place: who for place, who in after.items() if place != (x, y)} | {to: player}
                    total += count(gone, 1 - player, depth - 1)
        return total

    total = 0
    for first in sorted(middle | corners):
        if stones[first] == 0:
            if depth == 1:
                total += 1
                continue
            for dx, dy in around:
                second = (first[0] + dx, first[1] + dy)
                if second in stones:
                    rest = {place: owner for place, owner in stones.items() if place not in (first, second)}
                    total += count(rest, 0, depth - 2)
    return total


def test_konane_begins_with_four_stones_and_their_neighbours():
    """By hand on 6x6: black has two stones in the middle and two in corners, with four and two white stones beside
    them: 2 x 4 + 2 x 2 ways."""
    game = build(KONANE)
    assert sorted(texts(game, game.start())) == ["x(a1)", "x(c3)", "x(d4)", "x(f6)"]
    assert sorted(texts(game, play(game, game.start(), "x(a1)"))) == ["x(a2)", "x(b1)"]
    assert [perft(game, game.start(), n) for n in (1, 2)] == [4, 12]


def test_konane_goes_on_as_a_plain_program_says():
    game = build(KONANE)
    assert [perft(game, game.start(), n) for n in range(1, 6)] == [plain_konane(6, n) for n in range(1, 6)]


def test_positions_note_what_is_left_of_the_opening():
    game = build(KONANE)
    assert str(game.show(game.start())).endswith("; opening: 2; turn: black")
    middle = play(game, game.start(), "x(c3)")
    assert str(game.show(middle)).endswith("; opening: 1; turn: white")
    assert game.read(game.show(middle)) == middle
    begun = play(game, middle, "x(c4)")
    assert "opening" not in str(game.show(begun))
    assert game.read(game.show(begun)) == begun


def test_refusals_name_the_rule():
    game = build(KONANE, {"opening": "K-1"})
    start, second = game.start(), play(game, game.start(), "x(c3)")
    assert why(game, start, "c1-c3") == "this turn is of the opening and removes a piece, as in `x(a1)` (K-1)"
    assert why(game, start, "x(b2)") == "b2 does not lie in middle or corner, where the opening is (K-1)"
    assert why(game, start, "x(d3)") == "the white stone on d3 is not to be removed in this turn (K-1)"
    assert why(game, second, "x(a2)") == "no vacant cell is next to a2 (K-1)"
    assert why(game, second, "x(c3)") == "no piece on c3 is to be removed in this turn (K-1)"
    assert why(game, second, "pass") == "this turn is of the opening and removes a piece, as in `x(c2)` (K-1)"


GO = {
    "grid": (5, 5),
    "players": {"black": "up", "white": "down"},
    "pieces": {"stone": "none"},
    "zones": {"stars": "b2 d2 b4 d4"},
    "rules": {
        "opening": [{"places": "stone", "by": "black", "where": "stars"}] * 2,
        "drops": {"stone": "board"},
        "supply": "endless",
        "capture": "surround",
        "passing": "always",
        "passes": 2,
        "stuck": "most area",
    },
}


def test_a_handicap_is_placed_by_one_player():
    """Two stones on four points, one after the other: 4 x 3; then white plays on 23 points, or passes."""
    game = build(GO)
    assert sorted(texts(game, game.start())) == ["stone@b2", "stone@b4", "stone@d2", "stone@d4"]
    assert [perft(game, game.start(), n) for n in (1, 2, 3)] == [4, 12, 12 * 24]
    placed = play(game, game.start(), "stone@b2", "stone@d4")
    assert game.actors(placed) == ("white",)
    assert why(game, game.start(), "stone@c3") == "c3 does not lie in stars, where the opening is"
    assert why(game, play(game, game.start(), "stone@b2"), "stone@b2") == "the black stone on b2 is in the way"


def test_pieces_of_the_opening_come_out_of_the_hand():
    hand = {"setup": "black: stone a1; white: stone e5; black hand: 2 stone; turn: black"}
    game = build(GO | hand, drops={}, supply="hand", opening=[{"places": "stone", "where": "stars"}],
                 capture="replace", passing="never", passes=None, stuck="loses")
    assert str(game.show(play(game, game.start(), "stone@b2"))) == (
        "black: stone a1 b2; white: stone e5; black hand: 1 stone; turn: white"
    )


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({}, "this action neither removes nor places"),
        ({"removes": "own", "places": "stone"}, "this action both removes and places"),
        ({"places": "prince"}, "there is no piece `prince`"),
        ({"removes": "own", "where": "marsh"}, "there is no zone `marsh`"),
        ({"removes": "own", "by": "red"}, "no player is called `red`"),
    ],
)
def test_bad_options_are_told(action, message):
    with pytest.raises(OptionErrors) as error:
        build(KONANE | {"rules": {}}, opening=[action])
    assert [mistake.what for mistake in error.value.mistakes] == [message]


def test_a_note_of_more_actions_than_the_opening_has_is_refused():
    with pytest.raises(ValueError, match="`opening: 3` is no number from 1 to 2"):
        at(build(KONANE), "black: stone a1; white: stone b1; opening: 3")


def test_nothing_in_these_games_is_doubted():
    for spec in (KONANE, GO):
        assert list(STANDARD.doubts(build(spec))) == []
