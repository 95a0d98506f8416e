"""Towers: Lasca against a plain program, captures by hand, positions as text, refusals, and options that do not fit."""

import random

import pytest
from pydantic import ValidationError
from rules.standard.heights import ALL_EIGHT, SIX, SQUARE, plain_count, plain_tower_moves, text_of
from rules.standard.lasca import LASCA, plain_perft, plain_results, position_text, shown_towers, start_towers
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.boards import rhombus_board
from fabgen.rules.perft import perft
from fabgen.rules.position import Position, PositionError
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.rules import STANDARD

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
         "the tower on d4, with a black man on top, belongs to black, it is the turn of white"),
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


FOCUS = {"onto": "any", "steps": "height", "lifts": "any", "limit": 5}
RULES = {  # the options, and what the plain program calls them
    "by height": ({"onto": "any", "vacant": "closed", "steps": "height"},
                  {"onto": "any", "vacant": False, "height": True, "splits": False, "limit": 99}),
    "split": (FOCUS, {"onto": "any", "vacant": True, "height": True, "splits": True, "limit": 5}),
    "friends": ({"onto": "friend", "lifts": "any", "limit": 3},
                {"onto": "friend", "vacant": True, "height": False, "splits": True, "limit": 3}),
    "spread": ({"onto": "any", "steps": "spread", "lifts": "any", "carry": 3, "limit": 6},
               {"onto": "any", "vacant": True, "height": False, "splits": True, "limit": 6, "carry": 3}),
    "spread whole": ({"onto": "friend", "steps": "spread", "limit": 4},
                     {"onto": "friend", "vacant": True, "height": False, "splits": False, "limit": 4, "carry": 99}),
    "enemies": ({"onto": "enemy"}, {"onto": "enemy", "vacant": True, "height": False, "splits": False, "limit": 99}),
}
PLAIN_WAYS = {"W": SQUARE, "K": ALL_EIGHT, "hexagons": SIX}
FIVE = [(x, y) for x in range(5) for y in range(4)]


def tower_game(stacks, moves="W", **rules):
    """Men on 5x4 who move one step, as towers with these options."""
    board = {"board": rhombus_board(5, 4)} if moves == "hexagons" else {"grid": (5, 4)}
    setup = "white: man a1-e1 b2 d2; black: man a4-e4 b3 d3"
    return build({**board, "pieces": {"man": "W" if moves == "hexagons" else moves}, "setup": setup,
                  "rules": {"capture": "none", "stacks": stacks, **rules}})


def tower_start():
    return {(x, y): "w" if y < 2 else "b" for x, y in FIVE if y in (0, 3) or x in (1, 3)}


PAIRS = [*((name, "W") for name in RULES), ("split", "K"), ("by height", "hexagons"), ("spread", "hexagons")]


@pytest.mark.parametrize(("name", "moves"), PAIRS)
def test_towers_against_a_plain_program(name, moves):
    """Counts from the start; in random games every action has the text and the result of the plain program, and every
    other text of a move is refused with a reason."""
    stacks, plain = RULES[name]
    game, ways = tower_game(stacks, moves), PLAIN_WAYS[moves]
    for depth in (1, 2, 3):
        assert perft(game, game.start(), depth) == plain_count(tower_start(), "w", FIVE, ways, plain, depth)
    dice, players = random.Random(3), {"white": "w", "black": "b"}
    for _ in range(2):
        position = game.start()
        for ply in range(30):
            shown = game.show(position)
            towers = {game.setting.lattice.place(cell): "".join(players[piece.player] for piece in shown.tower(cell))
                      for cell in shown.pieces}
            expected = plain_tower_moves(towers, players[shown.turn], FIVE, ways, plain)
            actions = game.actions(position, shown.turn)
            assert {game.text(position, action) for action in actions} == {*expected}
            if not actions:
                break
            assert game.read(Position.parse(text_of(towers, players[shown.turn]), game.setting)) == position
            for action in actions:
                text = game.text(position, action)
                assert game.action(position, shown.turn, text) == action
                after = game.show(game.apply(position, {shown.turn: action}))
                assert {game.setting.lattice.place(cell): "".join(players[piece.player] for piece in after.tower(cell))
                        for cell in after.pieces} == expected[text]
            if ply == 14:
                check_refusals(game, position, shown, expected)
            position = game.apply(position, {shown.turn: dice.choice(actions)})


def check_refusals(game, position, shown, expected):
    """Each move of a tower or a part of it that the plain program does not have is refused, each that it has is not."""
    own = [cell for cell, piece in shown.pieces.items() if piece.player == shown.turn]
    for cell in own[:4]:
        height = len(shown.tower(cell))
        for number in range(1, height + 2):
            for to in set(game.setting.lattice.cells) - {cell}:
                for parts in ("", "/1/1", "/1/2", "/2/1", "/1/1/1"):
                    text = f"{number}*{cell}-{to}{parts}"
                    is_legal = (f"{cell}-{to}" if number == height and not parts else text) in expected
                    assert (game.why_not(position, shown.turn, text) == "") == is_legal, text
                    assert "not among the actions" not in game.why_not(position, shown.turn, text)


@pytest.mark.parametrize(
    ("name", "position", "text", "reason"),
    [
        ("by height", "white: man a1 a2; black: man a3; under a2: black man; turn: white", "a2-a3",
         "2 pieces go exactly 2 cells in a direction of the man, which a3 is not"),
        ("by height", "white: man a1 a2; black: man c1; turn: white", "a1-b1",
         "towers move onto other pieces alone, and b1 is vacant"),
        ("by height", "white: man a1 c1; black: man b1; under a1: black man; turn: white", "1*a1-b1",
         "a tower moves as a whole, and that on a1 has 2 pieces"),
        ("split", "white: man a1; black: man b1; under a1: 2 black man; turn: white", "2*a1-c1", ""),
        ("split", "white: man a1; black: man c1; under a1: 2 black man; under c1: 3 white man; turn: white",
         "2*a1-c1", "a tower has 5 pieces at most, and that on c1 would have 6"),
        ("split", "white: man a1; black: man b1; turn: white", "2*a1-c1", "the tower on a1 has 1 piece, not 2"),
        ("friends", "white: man a1; black: man b1; under b1: white man; turn: white", "a1-b1",
         "the tower on b1, with a black man on top is in the way: towers are put on own pieces alone"),
        ("friends", "white: man a1; black: man e4; turn: white", "a1-c1", "the man does not go from a1 to c1"),
    ],
)
def test_refusals_of_towers_name_the_rule(name, position, text, reason):
    game = tower_game(RULES[name][0])
    assert why(game, at(game, position), text) == reason


SPREAD = "white: man a1; black: man b1 e4; under a1: white man, black man; turn: white"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3*a1-c1/1/2", ""),
        ("3*a1-c1/2/2", "2 and 2 pieces are not 3"),
        ("3*a1-d1/1/2", "d1 is not 2 steps, one for each part from a1 in a direction of the man"),
        ("2*a1-c1", "c1 is not one step from a1 in a direction of the man"),
        ("4*a1-b1", "the tower on a1 has 3 pieces, not 4"),
    ],
)
def test_refusals_of_towers_that_spread(text, reason):
    game = tower_game(RULES["spread"][0])
    assert why(game, at(game, SPREAD), text) == reason


def test_a_tower_that_spreads_by_hand():
    """The lowest piece of three stays on b1, on top of black's; the two others go on to c1."""
    game = tower_game(RULES["spread"][0])
    position = at(game, SPREAD)
    assert str(game.show(play(game, position, "3*a1-c1/1/2"))) == (
        "white: man c1; black: man b1 e4; under b1: black man; under c1: white man; turn: black"
    )
    assert game.text(position, game.action(position, "white", "3 * a1-c1 /1 / 2")) == "3*a1-c1/1/2"
    high = at(game, "white: man a1; black: man e4; under a1: 4 white man; turn: white")
    assert why(game, high, "4*a1-b1") == "3 pieces at most move at once, and these are 4"
    assert why(tower_game(FOCUS), at(tower_game(FOCUS), SPREAD), "3*a1-c1/1/2") == "a tower leaves no pieces on its way"


def test_a_part_of_a_tower_where_nothing_splits():
    game = build(LASCA)
    position = at(game, "white: man c3; black: man g7; under c3: black man; turn: white")
    assert why(game, position, "1*c3-b4") == "nothing moves in parts here: write c3-b4"
    assert texts(game, position) == ["c3-b4", "c3-d4"]


def test_a_part_of_a_tower_by_hand():
    """Two pieces of five go two cells, onto one: three stay, with a black one on top."""
    game = tower_game(FOCUS)
    position = at(game, "white: man a1; black: man c1; under a1: white man, black man, 2 white man; turn: white")
    assert str(game.show(play(game, position, "2*a1-c1"))) == (
        "white: man c1; black: man a1; under a1: 2 white man; under c1: white man, black man; turn: black"
    )
    assert game.text(position, game.action(position, "white", "2 * a1-c1")) == "2*a1-c1"


def test_most_pieces_are_those_in_the_towers_of_a_player():
    """No tower can reach another: white has three pieces in one tower, black one."""
    stacks = {"onto": "any", "vacant": "closed", "steps": "height"}
    game = tower_game(stacks, passing="stuck", stuck="most pieces")
    position = at(game, "white: man a1; black: man e4; under a1: 2 black man; turn: white")
    assert str(game.outcome(position)) == "white won: nobody can act, white has 3 pieces and black has 1 piece"


@pytest.mark.parametrize(
    ("stacks", "moves", "what"),
    [
        ({}, "W", "no piece is ever put on or below another"),
        ({"vacant": "closed"}, "W", "no piece is ever put on or below another"),
        ({"onto": "any", "steps": "height"}, "nN", "the man has moves with conditions"),
        ({"onto": "any", "steps": "height"}, "iW", "the man has moves with conditions"),
    ],
)
def test_towers_that_cannot_move_so(stacks, moves, what):
    with pytest.raises(OptionErrors) as found:
        tower_game(stacks, moves)
    assert what in found.value.mistakes[0].what
    assert found.value.mistakes[0].hint


def test_goals_are_judged_by_what_is_on_top():
    """White covers the last black piece; white goes away and leaves a black piece on the goal of black."""
    stacks = {"onto": "any", "lifts": "any"}
    game = tower_game(stacks, win=[{"capture": "all"}])
    covered = play(game, at(game, "white: man a1; black: man b1; turn: white"), "a1-b1")
    assert str(game.outcome(covered)) == "white won: black has no piece left"
    spec = {"grid": (5, 4), "pieces": {"man": "W"}, "zones": {"bottom": "a1-e1"}}
    goal = [{"reach": {"black": "bottom"}}]
    race = build({**spec, "setup": "white: man a1; black: man a4"}, capture="none", stacks=stacks, win=goal)
    left = play(race, at(race, "white: man a1; black: man a4; under a1: black man; turn: white"), "1*a1-b1")
    assert str(race.outcome(left)) == "black won: the black man has reached a1"


def test_check_knows_that_towers_cover_pieces():
    """Who is covered counts no longer, so the goal is possible; where nothing is covered or taken, it is not."""
    covering = tower_game({"onto": "enemy"}, win=[{"capture": "all"}])
    assert [doubt.what for doubt in STANDARD.doubts(covering)] == []
    still = tower_game({"onto": "friend"}, win=[{"capture": "all"}])
    assert [doubt.key[:2] for doubt in STANDARD.doubts(still)] == []
    without = tower_game(None, win=[{"capture": "all"}])
    assert any(doubt.key[:2] == ("rules", "win") for doubt in STANDARD.doubts(without))


def test_a_tower_that_jumps_where_it_may_go_by_its_height_does_one_action():
    """Two men go two cells, over the piece between or by jumping over it: the same. One of them alone only jumps."""
    spec = {"grid": (4, 4), "pieces": {"man": "K"},
            "setup": "white: man b2; under b2: white man; black: man c3; turn: white",
            "rules": {"capture": "none", "hops": {"man": [{"over": "enemy", "to": "K"}]},
                      "stacks": {"onto": "enemy", "steps": "height", "lifts": "any"}}}
    game = build(spec)
    assert sorted(texts(game, game.start())) == [
        "1*b2-a1", "1*b2-a2", "1*b2-a3", "1*b2-b1", "1*b2-b3", "1*b2-c1", "1*b2-c2", "1*b2-c3", "b2-b4", "b2-d2",
        "b2-d4"]
