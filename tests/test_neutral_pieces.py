"""Pieces that nobody owns until a player gets them: in the rules, in what is checked, and on every output.

The game is the one of docs/recipes.md: red and blue shepherds, and six wild sheep that belong to nobody.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from built import build_in_place, verify_in_place
from click.testing import CliRunner
from recipe_games import RECIPES, find_problems, put_recipe

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Fit
from fabgen.authoring.fairy_export import fairy_text
from fabgen.cli import main
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.diagrams.legend import CELL, legend_rows
from fabgen.figures.positions.piece_icons import count_bars, draw_piece, player_letters
from fabgen.rules.match import Match, begin
from fabgen.rules.position import Piece, Position
from fabgen.serve.look import Look
from fabgen.serve.studio import Store, Studio
from fabgen.serve.table import play
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec, with_players

GAME = RECIPES["neutral-pieces"]
RULES = "# Two Shepherds\n\nHerd the sheep.\n\n![](setup)\n\n![](example:claim)\n\n![](components)\n\n![](legend)\n"


def put(folder: Path, *pairs: tuple[str, str]) -> Path:
    """The game in a folder, with some words replaced."""
    return put_recipe(folder, "neutral-pieces", RULES, *pairs)


def load(folder: Path, *pairs: tuple[str, str]) -> Spec:
    return load_spec(str(put(folder, *pairs)))


def problems(folder: Path, *pairs: tuple[str, str]) -> list[Problem]:
    """The Problems of a changed game."""
    return find_problems(lambda: load(folder, *pairs))


def play_on(spec: Spec, position: str, *actions: str) -> Match:
    """The match after some actions of the players whose turn it is."""
    assert spec.play
    match = begin(spec.play, spec.play.read(Position.parse(position, spec.play.setting)), None)
    for action in actions:
        (player,) = match.actors()
        match = match.play({player: action})
    return match


def after(spec: Spec, position: str, *actions: str) -> str:
    """The position after some actions, without whose turn it is."""
    match = play_on(spec, position, *actions)
    return re.sub("; turn: [a-z]+", "", str(match.rules.show(match.position)))


def finish(spec: Spec, position: str, *actions: str) -> str:
    """The outcome after some actions."""
    return str(play_on(spec, position, *actions).outcome())


START = "red: shepherd c3; blue: shepherd e7; wild: sheep b5 d5 f5; turn: red"


def test_a_shepherd_claims_the_sheep_next_to_where_it_stops(tmp_path: Path) -> None:
    """From c3 to c4 it comes next to b5 and d5, both diagonally; f5 is two files away. Blue then goes from e7 to e6,
    next to d5, which is red now, and f5, which is nobody's."""
    spec = load(tmp_path)
    assert after(spec, START, "c3-c4") == "red: shepherd c4, sheep b5 d5; blue: shepherd e7; wild: sheep f5"
    assert after(spec, START, "c3-c4", "e7-e6") == "red: shepherd c4, sheep b5 d5; blue: shepherd e6, sheep f5"


def test_by_sides_alone_nothing_is_claimed_diagonally(tmp_path: Path) -> None:
    """From c4 to c5 the shepherd is beside b5 and d5."""
    spec = load(tmp_path, ("claims: K", "claims: W"), ("    line: [c3-c4]\n    then: \"red: shepherd c4, sheep b5 d5; "
                "wild: sheep f5\"", "    line: [c3-c4]\n    then: \"wild: sheep b5 d5 f5\""))
    assert after(spec, START, "c3-c4") == "red: shepherd c4; blue: shepherd e7; wild: sheep b5 d5 f5"
    assert after(spec, START, "c3-c4", "e7-d7", "c4-c5").startswith("red: shepherd c5, sheep b5 d5")


def test_a_neutral_piece_is_captured_like_an_enemy(tmp_path: Path) -> None:
    spec = load(tmp_path)
    assert after(spec, "red: shepherd c4; blue: shepherd g7; wild: sheep c5 f2; turn: red", "c4xc5") == (
        "red: shepherd c5; blue: shepherd g7; wild: sheep f2")


def test_nobody_has_a_turn_for_them_and_they_win_nothing(tmp_path: Path) -> None:
    """Red has 2 pieces and Blue 1; the four of nobody would be the most."""
    spec = load(tmp_path)
    position = "red: shepherd a1 c1; blue: shepherd g7; wild: sheep b5 d5 e5 f5; turn: red"
    assert spec.play
    match = begin(spec.play, spec.play.read(Position.parse(position, spec.play.setting)), None)
    for player in ("red", "blue"):
        assert match.actors() == (player,)
        match = match.play({player: "pass"})
    outcome = match.outcome()
    assert outcome
    assert str(outcome) == "red won: 2 passes in a row, red has 2 pieces and blue has 1 piece"


def test_positions_read_back_and_name_no_turn_of_nobody(tmp_path: Path) -> None:
    spec = load(tmp_path)
    assert spec.play
    state = spec.play.start()
    assert spec.play.read(spec.play.show(state)) == state
    with pytest.raises(ValueError, match="neutral pieces never have the turn: write red or blue"):
        spec.play.read(Position.parse(START.replace("turn: red", "turn: wild"), spec.play.setting))


def test_a_player_without_pieces_has_lost_and_nobody_has_not(tmp_path: Path) -> None:
    """The goal is against red and blue. The last wild sheep is captured, and the game goes on."""
    spec = load(tmp_path, ("  stuck: most pieces\n", "  win: [{capture: all}]\n"), ("  passes: 2\n", ""),
                (PAGE_OF_MOST, ""))
    assert spec.play
    match = begin(spec.play, spec.play.read(Position.parse(
        "red: shepherd c4; blue: shepherd d6; wild: sheep c5; turn: red", spec.play.setting)), None)
    match = match.play({"red": "c4xc5"})
    assert match.outcome() is None
    match = match.play({"blue": "d6xc5"})
    assert str(match.outcome()) == "blue won: red has no piece left"


def test_a_piece_that_captures_itself_claims_nothing(tmp_path: Path) -> None:
    """On a1, the shepherd has no liberty between the sheep on a2 and b1: it leaves the board, and they stay wild."""
    spec = load(tmp_path, NO_EXAMPLES, ("  claims: K\n", "  claims: K\n  capture: surround\n"
                                                         "  surround: {suicide: allowed}\n"))
    start = "red: shepherd b2 g1; blue: shepherd g7; wild: sheep a2 b1; turn: red"
    assert after(spec, start, "b2-a1") == "red: shepherd g1; blue: shepherd g7; wild: sheep b1 a2"


def test_pieces_of_a_loser_go_and_neutral_ones_stay(tmp_path: Path) -> None:
    """Green loses the only piece on c5 and is out, and its sheep on a7 goes. The wild sheep stays on f2."""
    spec = load(tmp_path, *THREE, (WINS, "  win: [{capture: [shepherd]}]\n  losers: removed\n"))
    start = "red: shepherd c4; blue: shepherd g7; green: shepherd c5, sheep a7; wild: sheep f2; turn: red"
    assert after(spec, start, "c4xc5") == "red: shepherd c5; blue: shepherd g7; wild: sheep f2; out: green"
    assert with_players(spec, 2).problems == ()  # a game of two has no losers whose pieces could go


def test_a_player_gives_up_and_the_others_keep_neutral_pieces(tmp_path: Path) -> None:
    """Of two, the other has won; in a game of three, two play on. The neutral side is never the one who has won."""
    text = "red gave up: won by blue"
    assert text in CliRunner().invoke(main, ["play", str(put(tmp_path))], input="resign\n").output
    put(tmp_path, *THREE)
    result = CliRunner().invoke(main, ["play", str(tmp_path)], input="resign\nresign\n").output
    assert "red resigns; the others play on" in result
    assert "blue gave up: won by green" in result


def test_a_player_who_cannot_move_loses_by_that_alone(tmp_path: Path) -> None:
    """The shepherd in the corner is shut in by its own sheep. The reason is the same without neutral pieces."""
    spec = load(tmp_path, NO_EXAMPLES, (WINS, "  win: [{capture: [shepherd]}]\n"))
    start = "red: shepherd c4; blue: shepherd a1, sheep a2 b1 b2; wild: sheep f2; turn: red"
    assert finish(spec, start, "c4-c5") == "red won: blue cannot move"


def test_a_player_alone_has_not_won_before_the_goal(tmp_path: Path) -> None:
    """Red plays alone, with two sorts of neutral pieces: the first move ends nothing, the second reaches the pen."""
    spec = load(tmp_path, NO_EXAMPLES, *ALONE, (WINS, "  win: [{reach: {shepherd: pen}, pieces: any}]\n"), PEN)
    start = "red: shepherd a5; wild: sheep f3; grey: sheep c3; turn: red"
    assert finish(spec, start, "a5-a6") == "None"
    assert finish(spec, start, "a5-a6", "a6-a7").startswith("red won")


@pytest.mark.parametrize(("goals", "start", "action", "outcome"), [
    # The wild sheep are in a row from the start, and Red steps into the pen.
    ("  lose: [{line: 3}, {reach: {shepherd: pen}, pieces: any}]\n",
     "red: shepherd a6; blue: shepherd g1; wild: sheep c3 d3 e3; turn: red", "a6-a7",
     "blue won: the red shepherd has reached a7"),
    # No wild sheep is left; blue has one, and loses the last shepherd.
    ("  win: [{capture: [sheep]}, {capture: [shepherd]}]\n",
     "red: shepherd c4; blue: shepherd c5, sheep f5; turn: red", "c4xc5", "red won: blue has no shepherd left"),
])
def test_no_goal_is_explained_by_neutral_pieces(tmp_path: Path, goals: str, start: str, action: str, outcome: str
                                                ) -> None:
    blue_sheep = ("  blue: {shepherd: a7 g7}", "  blue: {shepherd: a7 g7, sheep: g6}")
    spec = load(tmp_path, NO_EXAMPLES, (WINS, goals), PEN, blue_sheep)
    assert finish(spec, start, action).startswith(outcome)


def test_an_example_of_a_player_alone_names_no_turn(tmp_path: Path) -> None:
    """Nobody else could have it."""
    example = 'examples:\n- {id: claim, title: A step, position: "red: shepherd a1; wild: sheep f3", legal: [a1-a2]}\n'
    rows = [*ALONE, (NO_EXAMPLES[0], example), (WINS, "  win: [{reach: {shepherd: pen}, pieces: any}]\n"), PEN]
    assert [problem.what for problem in problems(tmp_path, *rows) if problem.level == "error"] == []


def test_an_enemy_of_an_opening_is_the_other_player(tmp_path: Path) -> None:
    """Each places a sheep out of the hand of the other; no piece of nobody is placed."""
    spec = load(tmp_path, NO_EXAMPLES, ("rules:\n", "hand: {red: {sheep: 2}, blue: {sheep: 2}}\nrules:\n"),
                ("  claims: K\n", "  drops: {sheep: board}\n  opening: [{places: sheep, of: enemy}]\n"))
    assert spec.play
    match = begin(spec.play, spec.play.start(), None).play({"red": "sheep@d4"})
    pieces = spec.play.show(match.position).pieces
    assert str(pieces["d4"]) == "blue sheep"


def test_an_enemy_to_remove_may_be_neutral(tmp_path: Path) -> None:
    """They are enemies of every player."""
    spec = load(tmp_path, NO_EXAMPLES, ("  claims: K\n", "  opening: [{removes: enemy}]\n"))
    assert spec.play
    texts = begin(spec.play, spec.play.start(), None).texts("red")
    assert {*texts} == {"x(a7)", "x(g7)", "x(b3)", "x(d3)", "x(f3)", "x(b5)", "x(d5)", "x(f5)"}


@pytest.mark.parametrize(("goal", "doubt"), [
    ("line: 7", "{player} has 3 pieces, too few for a line of 7"),
    ("connect: {sheep: [pen, low]}", "no chain of pieces of {player} can ever join pen and low"),
    ("reach: {sheep: pen}, pieces: any", "no {player} sheep can ever stand in the zone `pen`"),
    ("ring: any", "no chain of pieces of {player} can ever close such a ring"),
])
def test_no_doubt_about_goals_is_about_neutral_pieces(tmp_path: Path, goal: str, doubt: str) -> None:
    """Without claims and moves, all pieces stay where they are: two shepherds and a sheep of each player, of which the
    doubts are, and six sheep of nobody."""
    found = problems(tmp_path, NO_EXAMPLES, ("  claims: K\n", ""), (WINS, f"  win: [{{{goal}}}]\n"), PEN,
                     ("moves: K, body", "moves: none, body"),
                     ("  red: {shepherd: a1 g1}", "  red: {shepherd: a1 g1, sheep: c2}"),
                     ("  blue: {shepherd: a7 g7}", "  blue: {shepherd: a7 g7, sheep: c6}"))
    about_goals = [problem.what for problem in found if problem.where.key.startswith("rules.win")]
    assert sorted(about_goals) == [doubt.format(player=player) for player in ("blue", "red")]


def test_stuck_players_are_those_who_have_turns(tmp_path: Path) -> None:
    """Nothing has to be said for the neutral ones, although passes end the game for all at once."""
    assert problems(tmp_path, ("  stuck: most pieces\n", "  stuck: {red: most pieces, blue: most pieces}\n")) == []


def test_the_legend_shows_a_piece_that_changes_sides_and_the_bars_of_a_disc(tmp_path: Path) -> None:
    """A shepherd is never claimed. The sheep is a disc, which has no foot."""
    spec = load(tmp_path)
    rows = legend_rows(spec, spec.words)
    assert [row.text for row in rows][-3:] == ["Red piece", "Blue piece: a bar in the foot", "Wild piece: two bars"]
    (sign,) = [row.sign for row in rows if row.text == "piece that changed sides"]
    sheep, shepherd = (draw_piece(spec, Piece("red", kind), CELL, is_pointed=False) for kind in ("sheep", "shepherd"))
    assert all(item in sign.items for item in sheep.items)
    assert not any(item in sign.items for item in shepherd.items)


def test_the_legend_gives_no_forward_to_pieces_that_nobody_moves(tmp_path: Path) -> None:
    """With shepherds and sheep that only go forward, Red goes up and Blue down."""
    spec = load(tmp_path, ("moves: K, body", "moves: fWfF, body"), ("moves: none, body: {tile: disc, face: plain}",
                                                                    "moves: fW, body: {tile: disc}"))
    assert [row.text for row in legend_rows(spec, spec.words)][-3:] == [
        "Red piece; forward is up", "Blue piece: a bar in the foot; forward is down", "Wild piece: two bars"]


def test_three_players_beside_neutral_pieces_have_bars_in_figures_as_on_paper(tmp_path: Path) -> None:
    """Three have turns. The sheep, which are discs, have bars at the edge. A second neutral side is one too many."""
    spec = load(tmp_path, *THREE[1:])
    assert player_letters(spec.game) == {}
    assert [count_bars(spec.game, player) for player in ("red", "blue", "green", "wild")] == [0, 1, 2, 3]
    assert [row.text for row in legend_rows(spec, spec.words)][-4:] == [
        "Red piece", "Blue piece: a bar in the foot", "Green piece: two bars in the foot", "Wild piece: three bars"]
    wild, green = (draw_piece(spec, Piece(player, "sheep"), CELL) for player in ("wild", "green"))
    assert [sum(item.role is Role.MARK for item in drawing.items) for drawing in (wild, green)] == [3, 2]
    assert make_paper_kit(spec).note == ("Signs in the feet of the pieces: red none, blue 1 bar and green 2 bars. "
                                         "Signs at the rear edges of the pieces: wild 3 bars.")
    grey = [("  wild: {neutral", "  grey: {neutral: true, material: mdf-3mm, colour: grey}\n  wild: {neutral"),
            ("setup:\n", "setup:\n  grey: {sheep: c4}\n"), ("green: 6, wild: 6", "green: 6, grey: 1, wild: 6")]
    text = GAME
    for old, new in [*THREE, *grey]:
        text = text.replace(old, new)
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    more = load_spec(str(tmp_path / "game.yaml"))
    assert [count_bars(more.game, player) for player in more.game.players] == [0, 0, 0, 0, 0]


def test_figures_and_tables_count_those_who_play(tmp_path: Path) -> None:
    """Three coins for each of red and blue, at the edges of the board, and none for the sheep."""
    coin = "tokens: {coin: {each: 3, size: 18 mm, material: mdf-3mm}}\n"
    seats = "seats: {2: {players: [red, blue], setup: {red: {shepherd: b1 f1}}}}\n"
    spec = load(tmp_path, *THREE[:4], ("setup:\n", f"{seats}setup:\n"), *THREE[5:], ("rules:\n", f"{coin}rules:\n"))
    fewer = draw_figure(spec, "seats", "2")
    assert fewer.caption == "The set-up for 2 players: red and blue."
    coins = [item.group for item in draw_figure(spec, "setup").drawing.items if item.group.startswith("piles/")]
    assert {group.split("/")[2].rpartition("-")[0] for group in coins} == {"red", "blue", "green"}


def test_a_table_of_hidden_pieces_is_not_seen_by_nobody(tmp_path: Path) -> None:
    spec = load(tmp_path, NO_EXAMPLES, ("  claims: K\n", "  hidden: {pieces: all}\n"))
    assert list(play(Studio(spec, Look(), Store()), {"line": []})["viewers"]) == ["", "red", "blue", "*"]


def test_fairy_stockfish_has_none(tmp_path: Path) -> None:
    with pytest.raises(FabgenError, match="Fairy-Stockfish has no neutral pieces, and the pieces of wild are neutral"):
        fairy_text(load(tmp_path))


def test_seats_without_rules(tmp_path: Path) -> None:
    rules = GAME[GAME.index("rules:\n"):]
    found = problems(tmp_path, *THREE[1:], (rules, ""))
    assert "with 2 players: `seats` needs `rules`, and there are none" in [problem.what for problem in found]


PAGE_OF_MOST = GAME[GAME.index("  - id: most"):]
NO_EXAMPLES = (GAME[GAME.index("examples:\n"):], "")
WINS = "  passing: always\n  passes: 2\n  stuck: most pieces\n"
PEN = ("material: birch-ply-3mm}\npieces", "material: birch-ply-3mm, zones: {pen: {cells: a7-g7}, low: {cells: a1-g1}}}"
       "\npieces")
ALONE = (("  blue: {forward: down, material: acrylic-3mm/blue}\n", ""), ("of: [red, blue]", "of: red"),
         ("  wild: {neutral: true, material: birch-ply-3mm, colour: wood}\n",
          "  wild: {neutral: true, material: birch-ply-3mm, colour: wood}\n"
          "  grey: {neutral: true, material: mdf-3mm, colour: grey}\n"),
         ("{red: 6, blue: 6, wild: 6}", "{red: 9, wild: 6, grey: 1}"), ("  blue: {shepherd: a7 g7}\n", ""),
         ("b5 d5 f5}\n", "b5 d5 f5}\n  grey: {sheep: c4}\n"))
THREE = (NO_EXAMPLES, ("  wild: {neutral", "  green: {forward: right, material: acrylic-3mm/green}\n  wild: {neutral"),
         ("red: 6, blue: 6, wild: 6", "red: 6, blue: 6, green: 6, wild: 6"),
         ("of: [red, blue]", "of: [red, blue, green]"), ("setup:\n", "seats: {2: [red, blue]}\nsetup:\n"),
         ("  blue: {shepherd: a7 g7}\n", "  blue: {shepherd: a7 g7}\n  green: {shepherd: a3 a4}\n"))
FAULTS = {
    "opening": ([("  claims: K\n", "  claims: K\n  opening: [{removes: own, by: wild}]\n")], "rules.opening[1].by",
                "`wild` is neutral and has no turn"),
    "opening of nobody": ([("  claims: K\n", "  claims: K\n  opening: [{removes: own, by: rde}]\n")],
                          "rules.opening[1].by", "no player is called `rde`"),
    "first move": ([("  claims: K\n", "  claims: K\n  moves_first: wild\n")], "rules.moves_first",
                   "`wild` is neutral and has no turn"),
    "komi": ([("  claims: K\n", "  claims: K\n  komi: {wild: 30}\n")], "rules.komi.wild",
             "`wild` is neutral and has no count"),
    "stuck": ([("  stuck: most pieces\n", "  stuck: {wild: draws}\n")], "rules.stuck.wild",
              "`wild` is neutral and has no turn"),
    "win": ([NO_EXAMPLES, PEN, (WINS, "  win: [{reach: {wild: pen}, pieces: any}]\n")], "rules.win[1].reach.wild",
            "`wild` is neutral and never wins"),
    "lose": ([NO_EXAMPLES, PEN, (WINS, "  lose: [{connect: {wild sheep: [pen, low]}}]\n")],
             "rules.lose[1].connect.wild sheep", "`wild sheep` is neutral and never loses"),
    "capture": ([NO_EXAMPLES, (WINS, "  win: [{capture: [sheep]}]\n")], "rules.win[1].capture",
                "goals leave out neutral pieces, and only wild has a sheep"),
    "capture alone": ([NO_EXAMPLES, *ALONE, (WINS, "  win: [{capture: all}]\n")], "rules.win[1].capture",
                      "goals leave out neutral pieces, and red plays alone, so there are no others to capture"),
    "drops": ([("  claims: K\n", "  claims: K\n  drops: {wild sheep: board}\n")], "rules.drops.wild sheep",
              "`wild sheep` is neutral and never placed"),
    "flies": ([("  claims: K\n", "  claims: K\n  flies: {wild: 3}\n")], "rules.flies.wild",
              "`wild` is neutral and never moves"),
    "view": ([("examples:\n", "positions: [{id: far, title: Far, view: wild, position: 'red: shepherd a1'}]\n"
                             "examples:\n")], "positions[1].view", "`wild` is neutral and sees nothing"),
    "view of an example": ([("  - id: claim\n", "  - id: claim\n    view: wild\n")], "examples[1].view",
                           "`wild` is neutral and sees nothing"),
    "promotion": ([PEN, ("  claims: K\n", "  claims: K\n  promotion: {sheep: {to: [shepherd], zone: {wild: pen}}}\n")],
                  "rules.promotion.sheep.zone.wild", "`wild` is neutral and never promoted"),
    "seat": ([*THREE[:4], ("setup:\n", "seats: {2: [red, blue, wild]}\nsetup:\n"), *THREE[5:]], "seats.2",
             "`wild` is neutral, so it takes no seat"),
    "nobody plays": ([("red: {forward: up,", "red: {neutral: true,"),
                      ("blue: {forward: down,", "blue: {neutral: true,")],
                     "players", "every one of `players` is neutral, so nobody plays"),
    "first": ([("  red: {forward", "  grey: {neutral: true, material: mdf-3mm, colour: grey}\n  red: {forward")],
              "players.grey", "neutral pieces are named after all players"),
    "in hand": ([("rules:\n", "hand: {wild: {sheep: 2}}\nrules:\n")], "hand.wild",
                "`wild` is neutral, and nobody holds its pieces"),
    "check": ([("  claims: K\n", "  claims: K\n  royal: [shepherd]\n")], "rules.royal",
              "check is not defined in games with neutral pieces"),
    "nothing to claim": ([("neutral: true,", "forward: left,")], "rules.claims",
                         "there are no neutral pieces to claim"),
    "no piece to put there": ([("each: {red: 6, blue: 6, wild: 6}", "each: {red: 6, wild: 6}")], "pieces.sheep",
                              "blue may get a neutral sheep, but no sheep is made for them to put in its place"),
    "turns": ([("  claims: K\n", "  claims: K\n  turns: [red, blue, wild]\n")], "rules.turns",
              "the turns of red, blue and wild are not one turn of each player"),
    "turns of others": ([("  claims: K\n", "  claims: K\n  turns: [red, bleu]\n")], "rules.turns",
                        "no player is called `bleu`"),
    "perhaps neutral": ([("neutral: true", "neutral: maybe")], "players.wild.neutral",
                        "`maybe` is not true or false"),
    "facts": ([("designer: Your name\n", "designer: Your name\nfacts: {players: 3}\n")], "facts.players",
              "`facts` say up to 3 players, but `players` has 2"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_neutral_pieces_cannot_be(name: str, tmp_path: Path) -> None:
    pairs, key, words = FAULTS[name]
    found = [(problem.where.key, problem.what) for problem in problems(tmp_path, *pairs)]
    assert (key, words) in found


def test_another_rule_set_refuses_them(tmp_path: Path) -> None:
    rules = GAME[GAME.index("rules:\n"):]
    found = problems(tmp_path, (rules, "rules: {set: chess-battle}\n"))
    assert "the rule set `chess-battle` has no neutral pieces" in [problem.what for problem in found]


def test_fewer_players_keep_them(tmp_path: Path) -> None:
    """A third player, green, does not play, and the sheep stay."""
    green = "  green: {forward: right, material: acrylic-3mm/green}\n"
    spec = load(tmp_path, ("  wild: {neutral", f"{green}  wild: {{neutral"),
                ("red: 6, blue: 6, wild: 6", "red: 6, blue: 6, green: 6, wild: 6"),
                ("of: [red, blue]", "of: [red, blue, green]"), ("setup:\n", "seats: {2: [red, blue]}\nsetup:\n"),
                ("  blue: {shepherd: a7 g7}\n", "  blue: {shepherd: a7 g7}\n  green: {shepherd: a3 a4}\n"))
    fewer = with_players(spec, 2)
    assert fewer.game.active_players == ("red", "blue")
    assert [*fewer.game.players] == ["red", "blue", "wild"]
    assert Counter(piece.player for piece in fewer.start.pieces.values()) == {"red": 2, "blue": 2, "wild": 6}


def test_they_are_cut_and_listed_once(tmp_path: Path) -> None:
    """Six sheep of each material; three markers would be one too many, and so would a third card."""
    spec = load(tmp_path, ("rules:\n", "tracks: {score: {last: 10}}\naids: {help: {kind: card, text: Two Shepherds}}\n"
                           "player_boards: {fold: {places: {pen: {holds: sheep, count: 2}}}}\nrules:\n"))
    counts = {part.name: (part.count, part.material) for part in make_laser_kit(spec, lambda _: Fit(3.0, 0.1))}
    assert counts["wild sheep tile"] == (6, "birch-ply-3mm")
    assert counts["red sheep tile"] == (6, "acrylic-3mm/red")
    assert "red score marker" in counts
    assert "wild score marker" not in counts
    assert "wild fold board" not in counts
    rows = {row.name: row for row in list_components(spec, spec.words)}
    assert rows["Sheep"].total == 18
    assert rows["Sheep"].each is None
    assert [*rows["Sheep"].sides] == ["6\N{NO-BREAK SPACE}Red", "6\N{NO-BREAK SPACE}Blue", "6\N{NO-BREAK SPACE}Wild"]


def test_every_output_is_built_and_proven(tmp_path: Path) -> None:
    """With markers, which a neutral side has none of, and a box with a compartment for its sheep."""
    extras = "tracks: {score: {last: 10}}\nbox: {}\nrules:\n"
    result = build_in_place(put(tmp_path, ("rules:\n", extras)), tmp_path / "out", Options())
    assert verify_in_place(result.target) == []
