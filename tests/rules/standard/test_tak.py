"""Tak as a game of options: flats and walls of one hand, first stones of the other colour, the end by a full board or
an empty hand: published counts, an independent program, and what else these options do."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rules.standard.roads import Tak
from rules.standard.specs import TWO, at, build, build_any, play, texts, why

from fabgen.rules.match import begin
from fabgen.rules.perft import perft
from fabgen.rules.protocol import OptionErrors

WAYS = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}
OPENING = [{"places": "flat", "of": "enemy"}] * 2
# https://github.com/MortenLohne/tiltak, src/tests/move_gen_5s_tests.rs: lines of play, and the counts of one, two and
# three actions after them; a finished game has none.
PUBLISHED = [
    ("", (25, 600, 43320)),
    ("d3 c3 c4 1d3< 1c4- Sc4", (87, 6155, 461800)),
    ("c2 c3 d3 b3 c4 1c2+ 1d3< 1b3> 1c4- Cc2 a1 1c2+ a2", (104, 7743, 592645)),
    ("c4 c2 d2 c3 b2 d3 1d2+ b3 d2 b4 1c2+ 1b3> 2d3< 1c4- d4 5c3<23 c2 c4 1d4< d3 1d2+ 1c3+ Cc3 2c4> 1c3< d2 c3 1d2+ "
     "1c3+ 1b4> 2b3>11 3c4-12 d2 c4 b4 c5 1b3> 1c4< 3c3- e5 e2", (85, 11204, 956736)),
]


def tak(size: int, stones: int, capstones: int, **rules: Any) -> Any:
    """Tak on a board of some size, with the reserve of each player."""
    last, hand = "abcdef"[size - 1], f"{stones} flat" + (f", {capstones} cap" if capstones else "")
    roads = [{"connect": {"white": pair, "black": pair}, "without": ["wall"]}
             for pair in (["west", "east"], ["north", "south"])]
    options = {
        "capture": "none", "drops": {"flat": "board", "wall": "board", "cap": "board"},
        "placed_as": {"flat": ["flat", "wall"]}, "opening": OPENING, "repetition": None,
        "stacks": {"onto": "any", "steps": "spread", "lifts": "any", "carry": size, "closed": ["wall", "cap"],
                   "flattens": {"cap": {"wall": "flat"}}, "uncounted": ["wall", "cap"], "counted": "top"},
        "ends": ["full board", "empty hand"], "stuck": "most pieces", "win": roads,
    }
    return build({"grid": (size, size), "pieces": {"flat": "W", "wall": "W", "cap": "W"},
                  "zones": {"west": f"a1-a{size}", "east": f"{last}1-{last}{size}",
                            "north": f"a{size}-{last}{size}", "south": f"a1-{last}1"},
                  "setup": f"white hand: {hand}; black hand: {hand}", "rules": {**options, **rules}})


def from_ptn(text: str) -> list[str]:
    """An action in the notation of Tak players, `Sc4` or `3c4-12`, as fabgen writes it: of a tower, or of all of it."""
    sign = next((sign for sign in WAYS if sign in text), "")
    if not sign:
        kind = {"S": "wall", "C": "cap"}.get(text[0], "flat")
        return [f"{kind}@{text[-2:]}"]
    head, _, drops = text.partition(sign)
    number, cell = (int(head[0]), head[1:]) if head[0].isdigit() else (1, head)
    left = [int(count) for count in drops] or [number]
    end = f"{chr(ord(cell[0]) + WAYS[sign][0] * len(left))}{int(cell[1]) + WAYS[sign][1] * len(left)}"
    move = f"{cell}-{end}" + ("".join(f"/{count}" for count in left) if len(left) > 1 else "")
    return [f"{number}*{move}", move]


def after_ptn(game: Any, line: str) -> Any:
    """The position after a line in the notation of Tak players."""
    position = game.start()
    for text in line.split():
        (player,) = game.actors(position)
        found = [move for written in from_ptn(text) if (move := game.action(position, player, written)) is not None]
        assert found, (text, why(game, position, from_ptn(text)[-1]))
        position = game.apply(position, {player: found[0]})
    return position


@pytest.mark.parametrize(("line", "counts"), PUBLISHED)
def test_perft_of_tak_is_as_published(line: str, counts: tuple[int, ...]) -> None:
    game = tak(5, 21, 1)
    position = after_ptn(game, line)
    assert tuple(perft(game, position, depth) for depth in (1, 2, 3)) == counts


@pytest.mark.slow
def test_published_count_of_four_actions() -> None:
    game = tak(5, 21, 1)
    assert perft(game, game.start(), 4) == 2999784


def test_published_counts_of_six_by_six() -> None:
    """https://github.com/Jakur/topaz-tak, benches/benchmark.rs."""
    game = tak(6, 30, 1)
    position = after_ptn(game, PUBLISHED[2][0])
    assert [perft(game, position, depth) for depth in (1, 2)] == [190, 20698]


@pytest.mark.parametrize(("size", "stones", "capstones", "depth"), [
    (3, 10, 0, 4), (3, 2, 1, 4), (4, 15, 0, 3), (4, 3, 1, 3),
])
def test_counts_are_those_of_the_plain_program(size: int, stones: int, capstones: int, depth: int) -> None:
    game, plain = tak(size, stones, capstones), Tak(size, stones, capstones)
    for number in range(1, depth + 1):
        assert perft(game, game.start(), number) == plain.lines(plain.start, number)


@pytest.mark.parametrize(("size", "stones", "capstones"), [(3, 10, 0), (3, 3, 1), (4, 15, 0), (4, 5, 2)])
def test_random_games_are_those_of_the_plain_program(size: int, stones: int, capstones: int) -> None:
    """To their ends, with the winner, and every position read back from its text."""
    game, plain = tak(size, stones, capstones), Tak(size, stones, capstones)
    ends = set()
    for seed in range(40):
        lot, position, state = random.Random(seed), game.start(), plain.start
        while not (result := plain.result(state)):
            assert game.outcome(position) is None
            assert game.read(game.show(position)) == position
            after = plain.actions(state)
            assert {*texts(game, position)} == {*after}
            # Placing more often than moving, as people do, fills boards and empties hands.
            placed = [text for text in sorted(after) if "@" in text and lot.random() < 0.9]
            text = lot.choice(placed or sorted(after))
            position, state = play(game, position, text), after[text]
        outcome = game.outcome(position)
        assert ", ".join(outcome.winners) == result.replace("draw", ""), game.show(position)
        assert game.actors(position) == ()
        assert game.read(game.show(position)) == position
        ends.add(outcome.why.split(",")[0].partition(" has ")[2] or outcome.why.split(",")[0])
    assert len(ends) >= 2, ends


def test_the_first_stones_are_of_the_other_colour_from_their_hand() -> None:
    game = tak(4, 15, 0)
    first = play(game, game.start(), "flat@b2")
    assert str(game.show(first)) == ("black: flat b2; white hand: 15 flat; black hand: 14 flat; opening: 1; "
                                     "turn: black")
    second = play(game, first, "flat@c3")
    assert str(game.show(second)) == ("white: flat c3; black: flat b2; white hand: 14 flat; black hand: 14 flat; "
                                      "turn: white")
    assert why(game, game.start(), "wall@b2") == "no such piece is placed in this turn, but as in `flat@a1`"
    assert why(game, first, "flat@b2") == "the black flat on b2 is in the way"


def test_a_wall_comes_from_the_hand_of_flats() -> None:
    game = tak(4, 15, 1)
    position = at(game, "white: flat a1; black: flat b2; white hand: 2 flat; black hand: 1 flat; turn: white")
    assert str(game.show(play(game, position, "wall@c3"))) == (
        "white: flat a1, wall c3; black: flat b2; white hand: 1 flat; black hand: 1 flat; turn: black")
    assert why(game, position, "cap@c3") == "no cap is in the hand"
    gone = at(game, "white: flat a1; black: flat b2; white hand: 1 cap; black hand: 1 flat; turn: white")
    assert why(game, gone, "wall@c3") == "no flat is in the hand"
    assert {text for text in texts(game, gone) if "@" in text} == {
        f"cap@{cell}" for cell in game.setting.lattice.cells if cell not in ("a1", "b2")}


ENDS = [
    ("white: flat a1 b2 c3, wall b1 c2; black: flat a2 c1, wall b3; white hand: 1 flat; black hand: 3 flat; "
     "turn: white", "wall@a3", "white won: the board is full, white has 3 pieces and black has 2 pieces"),
    ("white: flat a1; black: flat a2 b3 c1; white hand: 1 flat; black hand: 3 flat; turn: white", "wall@c3",
     "black won: white has nothing in hand, white has 1 piece and black has 3 pieces"),
    ("white: flat a1; black: flat a2 c1; white hand: 1 flat; black hand: 3 flat; turn: white", "flat@c3",
     "draw: white has nothing in hand, white has 2 pieces and black has 2 pieces"),
    # A tower counts once, for the flat on top; a road comes before the count.
    ("white: flat a1; under a1: 2 white flat; black: flat a3 c1; white hand: 1 flat; black hand: 3 flat; turn: white",
     "wall@c3", "black won: white has nothing in hand, white has 1 piece and black has 2 pieces"),
    ("white: flat a1 b1; black: flat a2 b2 a3 b3; white hand: 1 flat; black hand: 3 flat; turn: white", "flat@c1",
     "white won: white has joined west and east"),
]


@pytest.mark.parametrize(("position", "action", "end"), ENDS)
def test_how_a_game_ends(position: str, action: str, end: str) -> None:
    game = tak(3, 10, 0)
    assert str(game.outcome(play(game, at(game, position), action))) == end


def test_a_game_without_a_count_is_a_draw_when_it_ends() -> None:
    game = build({"grid": (2, 2), "pieces": {"man": "none"}, "setup": "white: man a1; black: man b2; turn: white",
                  "rules": {"drops": {"man": "board"}, "supply": "endless", "ends": ["full board"]}})
    end = play(game, game.start(), "man@b1", "man@a2")
    assert str(game.outcome(end)) == "draw: the board is full"
    assert str(game.outcome(at(game, "white: man a1 b1; black: man a2 b2"))) == "draw: the board is full"


def test_holes_belong_to_no_full_board() -> None:
    game = build({"grid": (2, 2), "pieces": {"man": "none"}, "zones": {"pit": "a2"},
                  "setup": "white: man a1; black: man b2; turn: white",
                  "rules": {"drops": {"man": "board"}, "supply": "endless", "ends": ["full board"],
                            "terrain": {"pit": {"open": "never"}}, "stuck": "most pieces"}})
    end = play(game, game.start(), "man@b1")
    assert str(game.outcome(end)) == "white won: the board is full, white has 2 pieces and black has 1 piece"


def test_a_full_board_ends_orders_at_the_same_time_too() -> None:
    game = build_any({"grid": (2, 2), "pieces": {"man": "none"}, "setup": "white: man a1; black: man b2",
                      "rules": {"simultaneous": {}, "drops": {"man": "board"}, "supply": "endless",
                                "ends": ["full board"], "stuck": "most pieces"}})
    end = begin(game).then("white: man@a2; black: man@b1")
    assert str(end.outcome()) == "draw: the board is full, white has 2 pieces and black has 2 pieces"


def test_a_hand_may_be_placed_as_other_pieces_alone() -> None:
    """An egg hatches as a dragon or a lizard, and is never placed itself; captured ones are eggs again."""
    game = build({"grid": (3, 3), "pieces": {"egg": "none", "dragon": "K", "lizard": "W"},
                  "setup": "white: dragon a1; black: lizard b2; white hand: 1 egg; turn: white",
                  "rules": {"captured": "hand", "hand_as": {"dragon": "egg", "lizard": "egg"},
                            "drops": {"dragon": "board", "lizard": "board"},
                            "placed_as": {"egg": ["dragon", "lizard"]}}})
    drops = {text.partition("@")[0] for text in texts(game, game.start()) if "@" in text}
    assert drops == {"dragon", "lizard"}
    taken = play(game, game.start(), "a1xb2")
    assert str(game.show(taken)) == "white: dragon b2; white hand: 1 egg; black hand: 1 egg; turn: black"
    assert why(game, game.start(), "egg@c3") == "the egg in hand is placed as dragon or lizard"


NO_HAND = "white: flat a1; black: flat c3"
HAND = f"{NO_HAND}; white hand: 2 flat; black hand: 2 flat"
FORMS = {"drops": {"flat": "board", "wall": "board"}, "placed_as": {"flat": ["flat", "wall"]}}
REFUSED = [
    ({**FORMS, "supply": "endless"}, NO_HAND, ("placed_as",),
     "pieces of an endless supply are placed as what they are"),
    ({**FORMS, "placed_as": {"flat": ["flat", "wal"]}}, HAND, ("placed_as", "flat", 1), "there is no piece `wal`"),
    ({**FORMS, "placed_as": {"flt": ["flat"]}}, HAND, ("placed_as", "flt"), "there is no piece `flt`"),
    ({"drops": {"flat": "board"}, "placed_as": {"flat": ["flat", "wall"]}}, HAND, ("placed_as", "flat", 1),
     "nothing says where a wall is placed"),
    (FORMS, HAND + ", 1 wall", ("placed_as", "flat", 1), "black has a wall in hand, which is placed from a flat alone"),
    ({**FORMS, "captured": "hand"}, HAND, ("placed_as", "flat", 1),
     "a wall that is captured would lie in a hand, and is placed from a flat alone"),
    ({"drops": {"flat": "board", "wall": "board", "cap": "board"},
      "placed_as": {"flat": ["flat", "wall"], "cap": ["wall", "cap"]}}, HAND, ("placed_as", "cap", 0),
     "a wall would come from the flat in hand and from the cap"),
    ({"opening": [{"removes": "own", "of": "enemy"}]}, NO_HAND, ("opening", 0, "of"),
     "`of` says whose piece is placed"),
    ({"drops": {"flat": "board"}, "ends": ["empty hand"]}, "white: flat a1; black: flat c3; white hand: 2 flat",
     ("ends", 0), "black has nothing in hand at the start, where the game would be over"),
    ({"ends": ["full board"]}, NO_HAND, ("ends", 0), "no piece is ever placed, so the board is never full"),
    ({"drops": {"flat": "board"}, "supply": "endless", "ends": ["full board", "empty hand"]}, NO_HAND, ("ends", 1),
     "nobody places pieces from a hand"),
    ({"drops": {"flat": "board"}, "ends": ["full board"], "stuck": {"white": "most pieces"}}, HAND, ("stuck",),
     "`ends` ends the game for all players at once"),
    ({"capture": "none", "stacks": {"onto": "any", "counted": "top"}}, NO_HAND, ("stacks", "counted"),
     "no pieces are counted at the end"),
    ({"capture": "none", "stacks": {"onto": "any"}, "opening": [{"removes": "own"}]}, NO_HAND,
     ("opening", 0, "removes"), "`removes` is not defined for towers of pieces"),
]


@pytest.mark.parametrize(("rules", "setup", "key", "words"), REFUSED)
def test_what_cannot_be_is_refused_at_its_place(rules: Any, setup: str, key: tuple[Any, ...], words: str) -> None:
    with pytest.raises(OptionErrors) as caught:
        build({"grid": (4, 4), "pieces": {"flat": "W", "wall": "W", "cap": "W"}, "setup": setup, "rules": rules})
    found = [mistake for mistake in caught.value.mistakes if mistake.key == key]
    assert found, [(mistake.key, mistake.what) for mistake in caught.value.mistakes]
    assert words in found[0].what
    assert found[0].hint


def test_of_three_players_nobody_places_a_piece_of_the_enemy() -> None:
    with pytest.raises(OptionErrors, match="with more than two players, `of: enemy` does not say whose piece it is"):
        build({"grid": (4, 4), "pieces": {"flat": "W"}, "players": {**TWO, "red": "left"},
               "setup": "white hand: 1 flat; black hand: 1 flat; red hand: 1 flat",
               "rules": {"drops": {"flat": "board"}, "opening": [{"places": "flat", "of": "enemy"}]}})


def test_nobody_places_a_hidden_piece_of_the_enemy() -> None:
    with pytest.raises(OptionErrors, match="who places an enemy's piece would know it"):
        build_any({"grid": (4, 4), "pieces": {"flat": "W", "wall": "W"},
                   "setup": "white hand: 1 flat, 1 wall; black hand: 1 flat, 1 wall",
                   "rules": {"drops": {"flat": "board", "wall": "board"}, "hidden": {"pieces": "all", "hands": True},
                             "opening": [{"places": "flat", "of": "enemy"}]}})
