"""Pieces that nothing is put on, and those that flatten them: walls and capstones of Tak on small boards, against a
plain program; cases by hand; options that do not fit."""

import random

import pytest
from rules.standard.roads import KINDS, OWN, has_road, road_actions, road_lines
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.perft import perft
from fabgen.rules.position import Position
from fabgen.rules.protocol import OptionErrors

STACKS = {"onto": "any", "steps": "spread", "lifts": "any", "carry": 3, "closed": ["wall", "cap"],
          "flattens": {"cap": {"wall": "flat"}}}


def roads(size, **changes):
    last = "abcd"[size - 1]
    zones = {"west": f"a1-a{size}", "east": f"{last}1-{last}{size}", "south": f"a1-{last}1",
             "north": f"a{size}-{last}{size}"}
    sides = [["west", "east"], ["south", "north"]]
    rules = {
        "capture": "none", "drops": {"flat": "board", "wall": "board", "cap": "board"}, "supply": "endless",
        "stacks": STACKS, "repetition": None,
        "win": [{"connect": {"white": pair, "black": pair}, "without": ["wall"]} for pair in sides],
    }
    return build({"grid": (size, size), "pieces": {"flat": "W", "wall": "W", "cap": "W"}, "zones": zones,
                  "rules": rules}, **changes)


def letters(game, position):
    """The stacks of a position as the plain program writes them."""
    shown = game.show(position)
    code = {(player, KINDS[letter]): letter for player, own in OWN.items() for letter in own}
    return {game.setting.lattice.place(cell): "".join(code[piece.player, piece.kind] for piece in shown.tower(cell))
            for cell in shown.pieces}


def test_the_first_lines_on_nine_cells():
    """27 ways to place something, then 24 beside it and the moves of what is there; the plain program counts on."""
    game = roads(3)
    counts = [road_lines({}, "white", 3, 3, depth) for depth in (1, 2, 3)]
    assert counts[0] == 27
    assert [perft(game, game.start(), depth) for depth in (1, 2, 3)] == counts


def test_random_games_against_the_plain_program():
    """On 4x4: every action has the text and the result of the plain program, and roads end the game, the one of the
    player who has moved first."""
    game, roads_made, flattened = roads(4), 0, 0
    for seed in range(16):
        dice, position, stacks, player = random.Random(seed), game.start(), {}, "white"
        for _ in range(40):
            other = "black" if player == "white" else "white"
            if has_road(stacks, other, 4) or has_road(stacks, player, 4):
                winner = other if has_road(stacks, other, 4) else player
                assert game.outcome(position).winners == (winner,)
                roads_made += 1
                break
            expected = road_actions(stacks, player, 4, 3)
            actions = {game.text(position, action): action for action in game.actions(position, player)}
            assert actions.keys() == expected.keys()
            assert game.read(Position.parse(str(game.show(position)), game.setting)) == position
            moves = sorted(text for text in expected if "@" not in text)
            flats = sorted(text for text in expected if text.startswith("flat@"))
            kinds = [moves, flats, flats, sorted(expected)]
            text = dice.choice(dice.choice([texts for texts in kinds if texts]))
            for tried in {text, *moves[::7]}:
                after = letters(game, game.apply(position, {player: actions[tried]}))
                assert after == expected[tried]
                flattened += sum(c in "WB" for s in stacks.values() for c in s) > sum(
                    c in "WB" for s in after.values() for c in s)
            position, stacks, player = game.apply(position, {player: actions[text]}), expected[text], other
    assert roads_made > 2
    assert flattened > 3


WALLS = "white: cap a1, flat c3; black: wall b1 a2, flat c1; under a1: white flat, black flat; turn: white"


def test_a_capstone_lays_a_wall_flat():
    game = roads(3)
    position = at(game, WALLS)
    assert str(game.show(play(game, position, "1*a1-b1"))) == (
        "white: flat a1 c3, cap b1; black: flat c1, wall a2; under a1: black flat; under b1: black flat; turn: black")
    assert "2*a1-b1" not in texts(game, position)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2*a1-b1", "nothing but a cap alone, at its last step, is put on a wall, and one is on b1"),
        ("2*a1-c1/1/1", "nothing but a cap alone, at its last step, is put on a wall, and one is on b1"),
        ("1*a1-b1", ""),
    ],
)
def test_refusals_of_closed_pieces(text, reason):
    game = roads(3)
    assert why(game, at(game, WALLS), text) == reason


def test_nothing_goes_onto_a_capstone():
    game = roads(3)
    position = at(game, "white: cap a1; black: cap b1; turn: white")
    assert why(game, position, "a1-b1") == "nothing is put on a cap, and one is on b1"


def test_walls_are_no_road():
    game = roads(3)
    walls = at(game, "white: flat a1 b1, wall c1; black: flat a3; turn: black")
    assert game.outcome(walls) is None
    caps = at(game, "white: flat a1 b1, cap c1; black: flat a3; turn: black")
    assert str(game.outcome(caps)).startswith("white won: white has joined")


@pytest.mark.parametrize(
    ("stacks", "key", "what"),
    [
        ({"closed": ["wal"]}, ("stacks", "closed", 0), "there is no piece `wal`"),
        ({"flattens": {"cap": {"flat": "wall"}}}, ("stacks", "flattens", "cap", "flat"),
         "anything may be put on a flat"),
        ({"flattens": {"cap": {"wall": "fla"}}}, ("stacks", "flattens", "cap", "wall"), "there is no piece `fla`"),
        ({"flattens": {"cap": {"wall": "cap"}}}, ("stacks", "flattens", "cap", "wall"),
         "a wall that is covered becomes one kind of piece that is not closed"),
        ({"flattens": {"cop": {"wall": "flat"}}}, ("stacks", "flattens", "cop"), "there is no piece `cop`"),
    ],
)
def test_options_of_closed_pieces_that_do_not_fit(stacks, key, what):
    with pytest.raises(OptionErrors) as found:
        roads(3, stacks={**STACKS, **stacks})
    mistakes = [mistake for mistake in found.value.mistakes if mistake.key == key]
    assert what in mistakes[0].what
    assert mistakes[0].hint
