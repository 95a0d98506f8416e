"""Pieces that share cells: a map, squares and hexagons against a plain program, captures by hand, texts, refusals, and
options that do not fit."""

import random

import pytest
from cases import cases
from rules.standard.crowds import Crowds, crowd_text, crowds_of
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.boards import map_board
from fabgen.rules.perft import perft
from fabgen.rules.position import Position
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.options import StandardOptions

NAMES = ("ash", "bay", "cape", "dune", "elm", "fen")
BORDERS = (("ash", "bay"), ("bay", "cape"), ("cape", "dune"), ("dune", "elm"), ("elm", "fen"), ("fen", "ash"),
           ("bay", "elm"))
LAND = map_board(NAMES, BORDERS)
NEXT = {name: [b if a == name else a for a, b in BORDERS if name in (a, b)] for name in NAMES}
PEACE = ("beside", "closed")
WAYS = ("all captured", "one captured", "captured if alone", *PEACE)
START = {"ash": [("black", "army"), ("white", "army")], "bay": [("white", "army"), ("white", "fleet")],
         "dune": [("black", "army"), ("black", "fleet")], "fen": [("white", "army")]}
APART = {"ash": [("white", "army"), ("white", "army"), ("white", "fleet")], "bay": [("white", "fleet")],
         "dune": [("black", "army"), ("black", "army"), ("black", "fleet")], "elm": [("black", "fleet")]}


def land_game(enemies, limit, position, goal=True):
    """A game on the map. A fleet captures, and moves to vacant spaces; an army only moves where nobody is captured."""
    return build({
        "board": LAND, "pieces": {"army": "W", "fleet": "W"}, "zones": {"ports": "bay elm"},
        "setup": crowd_text(position, "white", ("white", "black"), ("army", "fleet")),
        "rules": {"sharing": {"limit": limit, "enemies": enemies}, "repetition": None,
                  **({"capture": "none"} if enemies in PEACE else {}),
                  "win": [{"capture": "all"}] if goal else []},
    })


def land_program(enemies, limits):
    return Crowds(("white", "black"), {"army": NEXT, "fleet": NEXT}, limits, enemies)


@pytest.mark.parametrize("enemies", WAYS)
@pytest.mark.parametrize("start", [START, APART], ids=["mixed", "apart"])
def test_counts_on_a_map(enemies, start):
    game = land_game(enemies, 3, start)
    plain = land_program(enemies, dict.fromkeys(NAMES, 3))
    counts = [plain.perft(start, 0, depth) for depth in range(1, 5)]
    assert min(counts) > 0
    assert [perft(game, game.start(), depth) for depth in range(1, 5)] == counts


@pytest.mark.parametrize("enemies", WAYS)
def test_counts_with_a_number_for_each_zone(enemies):
    """Ports hold four pieces, all other spaces two."""
    limits = {name: 4 if name in ("bay", "elm") else 2 for name in NAMES}
    game = land_game(enemies, {"board": 2, "ports": 4}, START)
    counts = [land_program(enemies, limits).perft(START, 0, depth) for depth in range(1, 5)]
    assert [perft(game, game.start(), depth) for depth in range(1, 5)] == counts


SQUARES = [f"{'abcd'[x]}{y + 1}" for x in range(4) for y in range(4)]


def square(cell, dx, dy):
    x, y = "abcd".index(cell[0]) + dx, int(cell[1]) - 1 + dy
    return f"{'abcd'[x]}{y + 1}" if 0 <= x < 4 and 0 <= y < 4 else None


SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
STEPS = {cell: [to for dx, dy in SIDES if (to := square(cell, dx, dy))] for cell in SQUARES}
LINES = {cell: [[to for n in range(1, 4) if (to := square(cell, n * dx, n * dy))] for dx, dy in SIDES]
         for cell in SQUARES}
CROWD = {"a1": [("white", "guard"), ("white", "rook")], "b1": [("white", "guard")], "b2": [("white", "rook")],
         "d4": [("black", "guard"), ("black", "rook")], "c4": [("black", "guard")], "c3": [("black", "rook")]}


@pytest.mark.parametrize("enemies", WAYS)
def test_counts_on_squares_with_slides(enemies):
    """A piece that slides stops where pieces are: it does not cross a cell because it has room."""
    game = build({
        "grid": (4, 4), "pieces": {"guard": "W", "rook": "R"},
        "setup": crowd_text(CROWD, "white", ("white", "black"), ("guard", "rook")),
        "rules": {"sharing": {"limit": 2, "enemies": enemies}, "repetition": None,
                  **({"capture": "none"} if enemies in PEACE else {}), "win": [{"capture": "all"}]},
    })
    plain = Crowds(("white", "black"), {"guard": STEPS}, dict.fromkeys(SQUARES, 2), enemies, {"rook": LINES})
    for depth in range(1, 4):
        assert perft(game, game.start(), depth) == plain.perft(CROWD, 0, depth)


@pytest.mark.parametrize("enemies", WAYS)
def test_random_games_go_as_the_plain_program_plays_them(enemies):
    """Each action leads where the plain program says, has a text of its own and is found by it; each position is read
    as it is written; what is not among the actions has a reason."""
    game, dice = land_game(enemies, 3, START), random.Random(7)
    plain = land_program(enemies, dict.fromkeys(NAMES, 3))
    for _ in range(cases(24)):
        position = game.start()
        for _ in range(40):
            actors = game.actors(position)
            if not actors:
                break
            shown, player = game.show(position), actors[0]
            actions = game.actions(position, player)
            after = [game.apply(position, {player: action}) for action in actions]
            results = [crowds_of(game.show(state)) for state in after]
            expected = [*plain.moves(crowds_of(shown), player).values()]
            assert sorted(map(repr, map(sorted_items, results))) == sorted(map(repr, map(sorted_items, expected)))
            written = [game.text(position, action) for action in actions]
            assert len({*written}) == len(written)
            assert [game.action(position, player, text) for text in written] == actions
            assert Position.parse(str(shown), game.setting) == shown
            assert game.read(shown) == position
            for start in NAMES:
                for end in NAMES:
                    text = f"{start}-{end}"
                    assert game.action(position, player, text) is not None or game.why_not(position, player, text)
            position = dice.choice(after)


def sorted_items(cells):
    return sorted(cells.items())


def test_what_a_capture_leaves():
    """By hand: white enters dune with two armies and a fleet of black."""
    rest = "black: army dune dune, fleet dune"
    whole = land_game("all captured", 3, APART)
    position = at(whole, f"white: fleet cape; {rest}, fleet fen; turn: white")
    assert str(whole.show(play(whole, position, "cape x dune"))) == (
        "white: fleet dune; black: fleet fen; turn: black")
    single = land_game("one captured", 3, APART)
    position = at(single, f"white: fleet cape; {rest}; turn: white")
    assert texts(single, position) == ["cape-bay", "capexdune/army", "capexdune/fleet"]
    assert str(single.show(play(single, position, "cape x dune/army"))) == (
        "white: fleet dune; black: army dune, fleet dune; turn: black")
    lone = land_game("captured if alone", 3, APART)
    position = at(lone, f"white: fleet cape; {rest}; turn: white")
    assert texts(lone, position) == ["cape-bay"]
    position = at(lone, "white: fleet cape; black: army dune, fleet elm; turn: white")
    assert texts(lone, position) == ["cape-bay", "capexdune"]


def test_goals_see_every_piece_of_a_cell():
    """The second and third piece of a cell count as the first does, whoever's is first."""
    spec = {"board": LAND, "pieces": {"army": "W", "fleet": "W"}, "zones": {"ports": "elm"},
            "rules": {"sharing": {"limit": 3, "enemies": "beside"}, "capture": "none", "repetition": None,
                      "win": [{"reach": {"black fleet": "ports"}}, {"capture": ["fleet"]}]}}
    game = build(spec, None, None)
    position = at(game, "white: army elm, fleet ash; black: army elm, fleet dune; turn: black")
    assert game.outcome(position) is None
    after = play(game, position, "dune-elm")
    assert str(game.outcome(after)) == "black won: the black fleet has reached elm"
    all_there = build({**spec, "rules": {**spec["rules"], "win": [{"reach": {"white": "ports"}, "pieces": "all"}]}})
    position = at(all_there, "white: army elm, fleet bay; black: army elm, fleet dune; turn: white")
    assert all_there.outcome(position) is None
    assert str(all_there.outcome(play(all_there, position, "bay-elm"))) == (
        "white won: all pieces of white stand in ports")


def test_most_pieces_counts_those_that_share():
    game = build({"board": LAND, "pieces": {"army": "W"}, "setup": "white: army ash; black: army elm",
                  "rules": {"sharing": {"limit": 3, "enemies": "beside"}, "capture": "none", "passing": "always",
                            "passes": 2, "stuck": "most pieces", "repetition": None}})
    position = at(game, "white: army ash ash; black: army ash, elm elm; turn: white".replace("ash, elm", "ash elm"))
    after = play(game, position, "pass", "pass")
    assert "black has 3 pieces" in str(game.outcome(after))
    assert "white has 2 pieces" in str(game.outcome(after))


def test_drops_and_what_returns():
    """Reinforcements go where there is room; what is captured comes back into the captor's hand; or home."""
    spec = {"board": LAND, "pieces": {"army": "W"}, "setup": "white: army ash ash; black: army dune",
            "rules": {"sharing": {"limit": 2}, "drops": {"army": "board"}, "captured": "captor", "repetition": None}}
    game = build(spec)
    position = at(game, "white: army ash ash; black: army dune bay; turn: white; white hand: 1 army")
    drops = [text for text in texts(game, position) if "@" in text]
    assert drops == ["army@cape", "army@elm", "army@fen"]
    assert why(game, position, "army@ash") == "ash is full: it holds 2 pieces at most"
    assert "a piece is placed only where no enemy is" in why(game, position, "army@dune")
    after = play(game, position, "ash x bay")
    assert str(game.show(after)) == (
        "white: army ash bay; black: army dune; white hand: 2 army; turn: black")
    home = build({**spec, "rules": {"sharing": {"limit": 2}, "captured": "home", "repetition": None,
                                    "homes": {"black": "gate", "white": "gate"}}, "zones": {"gate": "elm"}})
    position = at(home, "white: army cape; black: army elm dune; turn: white")
    after = play(home, position, "cape x dune")
    assert texts(home, after) == ["army@elm"]
    assert str(home.show(play(home, after, "army@elm"))) == "white: army dune; black: army elm elm; turn: black"


@pytest.mark.parametrize(
    ("enemies", "position", "text", "reason"),
    [
        ("all captured", "white: army ash ash ash, fleet bay; black: army elm; turn: white", "bay-ash",
         "ash is full: it holds 3 pieces at most"),
        ("all captured", "white: army ash, fleet ash; black: army elm; turn: white", "ash-bay",
         "army and fleet are on ash: name the piece that goes, `army*ash-bay` or `fleet*ash-bay`"),
        ("all captured", "white: army ash, fleet bay; black: army elm; turn: white", "fleet*ash-fen",
         "no fleet of white is on ash, only army"),
        ("all captured", "white: army ash; black: army elm; turn: white", "ash-cape",
         "the army on ash cannot reach cape"),
        ("all captured", "white: army ash; black: army bay bay; turn: white", "ash-bay",
         "the move is written `ash × bay`"),
        ("all captured", "white: army ash; black: army elm; turn: white", "ash x bay",
         "the move is written `ash-bay`"),
        ("one captured", "white: army ash; black: army bay, fleet bay; turn: white", "ash x bay",
         "one piece on bay is captured: name it, `ash × bay/army` or `ash × bay/fleet`"),
        ("captured if alone", "white: army ash; black: army bay bay; turn: white", "ash x bay",
         "2 black army pieces are on bay: an enemy is captured only where it is alone"),
        ("closed", "white: army ash; black: army bay; turn: white", "ash-bay",
         "a black army is on bay: a piece does not enter where enemies are"),
        ("beside", "white: army ash; black: army bay bay bay; turn: white", "ash-bay",
         "bay is full: it holds 3 pieces at most"),
        ("beside", "white: army ash; black: army bay; turn: white", "bay-cape", "no piece of white is on bay"),
    ],
)
def test_a_refusal_names_the_rule_that_forbids_the_action(enemies, position, text, reason):
    game = land_game(enemies, 3, APART)
    assert why(game, at(game, position), text) == reason


def test_a_refusal_has_the_article_that_a_colour_needs():
    game = build({
        "board": LAND, "pieces": {"army": "W", "fleet": "W"}, "players": {"white": "up", "orange": "down"},
        "setup": "white: army ash; orange: army bay, fleet bay; turn: white",
        "rules": {"sharing": {"limit": 3, "enemies": "closed"}, "repetition": None, "capture": "none"},
    })
    assert why(game, game.start(), "ash-bay") == (
        "an orange army and an orange fleet are on bay: a piece does not enter where enemies are")


def test_positions_with_too_many_pieces():
    game = land_game("beside", {"board": 2, "ports": 1}, {"ash": [("white", "army")], "elm": [("black", "army")]})
    with pytest.raises(ValueError, match="3 pieces are on ash, which holds 2 pieces at most"):
        at(game, "white: army ash ash ash; black: army elm; turn: white")
    with pytest.raises(ValueError, match="2 pieces are on elm, which holds one piece"):
        at(game, "white: army ash; black: army elm elm; turn: white")


def mistakes(**rules):
    with pytest.raises(OptionErrors) as caught:
        build({"board": LAND, "pieces": {"army": "W"}, "zones": {"ports": "bay elm", "south": "elm fen"},
               "setup": "white: army ash; black: army elm", "rules": rules})
    return [(mistake.key, mistake.what) for mistake in caught.value.mistakes]


def test_options_that_do_not_fit():
    assert mistakes(sharing={"limit": 1}) == [(("sharing", "limit"), "no cell holds more than one piece")]
    assert mistakes(sharing={"limit": {"ports": 2, "south": 3}}) == [
        (("sharing", "limit", "south"), "elm is in ports too, where a cell holds 2")]
    assert mistakes(sharing={"limit": {"harbours": 2}})[0][1] == "there is no zone `harbours`"
    assert mistakes(sharing={"limit": 2, "enemies": "beside"}) == [
        (("sharing", "enemies"), "with `enemies: beside` nothing is captured by moving onto it")]
    assert mistakes(sharing={"limit": 2, "enemies": "one captured"}, capture="none") == [
        (("sharing", "enemies"), "`enemies: one captured` captures, and with `capture: none` nothing is captured")]
    assert ("hops",) in [key for key, _ in mistakes(sharing={"limit": 2}, hops={"army": [{"over": "enemy"}]})]
    assert mistakes(sharing={"limit": 2}, recurrence="board")[0][0] == ("recurrence",)
    assert mistakes(sharing={"limit": 2}, win=[{"connect": {"white": ["ports", "south"]}}])[0] == (
        ("win", 0), "a goal `connect` is not defined for pieces that share cells")
    assert "`sharing: {limit: 3}`" in StandardOptions.field_words["capacity"]


def test_a_start_with_too_many_pieces():
    with pytest.raises(OptionErrors, match="3 pieces start on ash, which holds 2"):
        build({"board": LAND, "pieces": {"army": "W"}, "setup": "white: army ash ash ash; black: army elm",
               "rules": {"sharing": {"limit": 2}}})
