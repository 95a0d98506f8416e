"""Towers: Lasca against a plain program, captures by hand, positions as text, refusals, and options that do not fit."""

import random

import pytest
from pydantic import ValidationError
from rules.standard.lasca import LASCA, plain_perft, plain_results, position_text, shown_towers, start_towers
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.perft import perft
from fabgen.rules.position import Position, PositionError
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.options import StandardOptions

LIMITED = {**LASCA, "rules": {**LASCA["rules"], "stacks": {"limit": 3}}}
PLACES = {  # chains that turn, prisoners of several kinds, promotion by a jump, towers of both players that are freed
    "three ways": ({(2, 2): "w", (3, 3): "bB", (3, 5): "wb", (1, 5): "b", (5, 3): "bw", (0, 4): "b"}, "w"),
    "officers": ({(3, 3): "bbW", (2, 4): "wB", (4, 4): "Wb", (2, 2): "b", (4, 2): "B", (6, 6): "b", (0, 0): "w"}, "w"),
    "freed": ({(1, 1): "w", (2, 2): "wwb", (3, 5): "bbw", (4, 6): "b", (5, 5): "Bw", (6, 4): "b", (0, 6): "b"}, "b"),
    "high": ({(0, 0): "bbbbbW", (1, 1): "wB", (3, 3): "wb", (5, 5): "b", (5, 1): "b", (2, 6): "b", (4, 0): "w"}, "w"),
}


def test_the_start_of_lasca():
    """Six first moves, as in English draughts on 7 files: d4 has a way to each side, and so on. The plain program
    counts the rest."""
    game = build(LASCA)
    counts = [plain_perft(start_towers(), "w", depth) for depth in range(1, 7)]
    assert counts[0] == 6
    assert [perft(game, game.start(), depth) for depth in range(1, 7)] == counts


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("spec", [LASCA, LIMITED], ids=["any height", "three at most"])
def test_lasca_from_other_positions(name, spec):
    towers, player = PLACES[name]
    limit = 3 if spec is LIMITED else 1000
    if limit == 3:
        towers = {place: tower[-3:] for place, tower in towers.items()}
    game = build(spec)
    position = at(game, position_text(towers, player))
    for depth in range(1, 5):
        assert perft(game, position, depth) == plain_perft(towers, player, depth, limit)


@pytest.mark.parametrize("spec", [LASCA, LIMITED], ids=["any height", "three at most"])
def test_random_games_of_lasca(spec):
    """Each action leads where the plain program says, has a text of its own, and is found by it; each position is read
    as it is written."""
    game, dice, limit = build(spec), random.Random(1911), 3 if spec is LIMITED else 1000
    highest = 0
    for _ in range(25):
        position = game.start()
        for _ in range(60):
            actors = game.actors(position)
            if not actors:
                break
            shown = game.show(position)
            towers = shown_towers(shown)
            actions = game.actions(position, actors[0])
            after = [game.apply(position, {actors[0]: action}) for action in actions]
            results = [frozenset(shown_towers(game.show(state)).items()) for state in after]
            assert len(set(results)) == len(results)
            assert set(results) == plain_results(towers, actors[0][0], limit), str(shown)
            written = [game.text(position, action) for action in actions]
            assert len(set(written)) == len(written)
            assert [game.action(position, actors[0], text) for text in written] == actions
            assert Position.parse(str(shown), game.setting) == shown
            assert game.read(shown) == position
            highest = max(highest, *map(len, towers.values()))
            position = dice.choice(after)
    assert highest == 3 if spec is LIMITED else highest > 6


@pytest.mark.parametrize(
    ("before", "line", "then"),
    [
        # The man on top of d4 goes below the one from c3, what is below it stays and is white's again.
        ("white: man c3; black: man d4; under d4: white officer, black man; turn: white", "c3xe5",
         "white: man e5, officer d4; under d4: black man; under e5: black man; turn: black"),
        # The first prisoner is above the second.
        ("white: man c1; black: man d2 d4; black: officer d4; turn: white", "", ""),
        ("white: man c1; black: man d2, officer d4; turn: white", "c1xe3xc5",
         "white: man c5; under c5: black man, black officer; turn: black"),
        # A tower moves as a whole, and its top alone is promoted.
        ("white: man c6; black: man a7; under c6: black man, white man; turn: white", "c6-d7=officer",
         "white: officer d7; black: man a7; under d7: black man, white man; turn: black"),
    ],
)
def test_captures_and_moves_by_hand(before, line, then):
    game = build(LASCA)
    if not line:
        with pytest.raises(PositionError, match="two pieces stand on d4"):
            Position.parse(before, game.setting)
        return
    assert str(game.show(play(game, at(game, before), line))) == then


def test_two_ways_that_differ_in_the_order_of_their_prisoners():
    """The officer from d2 goes around d4 and takes c3, c5, e5 and e3, or these in the other order: the same tower only
    where the prisoners are alike."""
    game = build(LASCA)
    alike = at(game, "white: officer d2; black: man c3 c5 e5 e3; turn: white")
    assert len(texts(game, alike)) == 1
    mixed = at(game, "white: officer d2; black: man c5 e5 e3, officer c3; turn: white")
    assert sorted(texts(game, mixed)) == ["d2xb4xd6xf4xd2", "d2xf4xd6xb4xd2"]
    position = play(game, mixed, "d2xf4xd6xb4xd2")
    below = "black man, black man, black man, black officer".replace("black man, black man, black man", "3 black man")
    assert str(game.show(position)) == f"white: officer d2; under d2: {below}; turn: black"


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        ("white: man c3; black: man d4 g7; turn: white", "c3-b4", "a capture is compulsory: c3xe5"),
        ("white: man c3; black: man d4; under d4: white man; turn: white", "d4-c5",
         "the tower on d4, with a black man on top, belongs to black, it is white's turn"),
        ("white: officer c3; black: man d4; under d4: black man; turn: white", "c3xe5xc3",
         "a turn takes one piece from a tower, and that on d4 has lost its top piece already"),
        ("white: man c1; black: man d2 d4; turn: white", "c1xe3", "the chain must go on while it can: c1xe3xc5"),
        ("white: man c3; black: man d4; turn: white", "c3-d4", "the man on c3 cannot capture on d4"),
    ],
)
def test_refusals_name_the_rule(position, text, reason):
    game = build(LASCA)
    assert reason in why(game, at(game, position), text)


def test_a_refusal_about_a_tower_that_would_be_too_high():
    game = build(LIMITED, {"stacks.limit": "height"})
    position = at(game, "white: man c3; black: man d4; under c3: 2 black man; turn: white")
    assert why(game, position, "c3xe5") == "a tower has 3 pieces at most, and that from c3 would have 4 (height)"
    assert texts(game, position) == ["c3-b4"]
    chain = at(game, "white: man c1; black: man d2 d4; under c1: black man; turn: white")
    assert texts(game, chain) == ["c1xe3"]
    assert "3 pieces at most" in why(game, chain, "c1xe3xc5")


@pytest.mark.parametrize(
    ("text", "what", "hint"),
    [
        ("white: man c3; under c3: ", "", ""),
        ("white: man c3; under d4: black man", "no piece is on top of the tower on d4", "`white: man d4`"),
        ("white: man c3; under c3: black", "`black` names no piece of a player", "black man"),
        ("white: man c3; under c3: blak man", "`blak man` names no piece of a player", "black man"),
        ("white: man c3; under z9: black man", "z9", ""),
        ("white: man c3; under: black man", "no cell is named", "`under a1`"),
        ("white: man c3; under c3: black man; under c3: white man", "`under c3` is given twice", "keep one"),
        ("white: man c3; under c3: 3 black man", "the tower on c3 has more than 3 pieces", "2 below its top at most"),
    ],
)
def test_towers_that_cannot_be_read(text, what, hint):
    game = build(LIMITED)
    if not what:
        assert str(Position.parse(text, game.setting)) == "white: man c3"
        return
    with pytest.raises(PositionError) as found:
        Position.parse(text, game.setting)
    (mistake,) = found.value.mistakes
    assert what in mistake.what
    assert hint in mistake.hint


def test_a_game_without_towers_has_none_in_its_positions():
    game = build({"pieces": {"man": "W"}})
    with pytest.raises(PositionError, match="this game has no towers"):
        Position.parse("white: man c3; under c3: black man", game.setting)


def test_a_player_who_has_only_prisoners_has_lost():
    game = build(LASCA)
    position = play(game, at(game, "white: man c3; black: man d4; turn: white"), "c3xe5")
    assert str(game.outcome(position)) == "white won: black cannot move"


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"capture": "replace"}, "`capture: replace` is not defined for towers of pieces"),
        ({"capture": "custodial"}, "`capture: custodial` is not defined for towers of pieces"),
        ({"royal": ["man"]}, "`royal` is not defined for towers of pieces"),
        ({"terrain": {"top": {"open": "even"}}}, "`terrain` is not defined for towers of pieces"),
        ({"recurrence": "board"}, "`recurrence: board` is not defined for towers of pieces"),
        ({"hops": {"man": [{"over": "enemy", "takes": "hand"}]}, "stacks": {}}, "`takes: hand` is not defined"),
        ({"hops": {"man": [{"over": "enemy", "takes": "removed"}]}, "stacks": {}}, "no piece is ever put on or below"),
    ],
)
def test_options_that_do_not_go_with_towers(changes, what):
    with pytest.raises(OptionErrors) as found:
        build(LASCA, **changes)
    assert what in found.value.mistakes[0].what
    assert found.value.mistakes[0].hint


@pytest.mark.parametrize("stacks", [{"limit": 0}, {"limit": 1}, {"limit": "high"}, {"height": 3}])
def test_stacks_that_mean_nothing(stacks):
    with pytest.raises(ValidationError):
        StandardOptions.model_validate({"stacks": stacks})


def test_captured_pieces_that_leave_the_game_uncover_what_is_below():
    """An officer takes prisoners, a man removes what it takes: the top of a tower leaves the game, the rest stays."""
    hops = {
        "man": [{"over": "enemy", "to": "fF", "takes": "removed"}],
        "officer": [{"over": "enemy", "to": "F", "takes": "prisoner"}],
    }
    game = build(LASCA, hops=hops)
    position = at(game, "white: man c3; black: man d4; under d4: white man; turn: white")
    assert str(game.show(play(game, position, "c3xe5"))) == "white: man d4 e5; turn: black"
