"""Pieces that nobody owns until a player gets them: in the rules, in what is checked, and on every output.

The game is the one of docs/recipes.md: red and blue shepherds, and six wild sheep that belong to nobody.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from built import build_in_place, verify_in_place

from fabgen.artwork.part import Fit
from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.kit import make_laser_kit
from fabgen.rules.match import begin
from fabgen.rules.position import Position
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec, with_players

PAGE = (Path(__file__).parents[1] / "docs" / "recipes.md").read_text("utf-8")
(GAME,) = re.findall(r"<!-- recipe: neutral-pieces -->\n```yaml\n(.*?)```", PAGE, re.S)
RULES = "# Two Shepherds\n\nHerd the sheep.\n\n![](setup)\n\n![](example:claim)\n\n![](components)\n\n![](legend)\n"


def put(folder: Path, *pairs: tuple[str, str]) -> Path:
    """The game in a folder, with some words replaced, each of which occurs once."""
    text = GAME
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "game.yaml"
    path.write_text(text, "utf-8")
    path.with_name("rules.md").write_text(RULES, "utf-8")
    return path


def load(folder: Path, *pairs: tuple[str, str]) -> Spec:
    return load_spec(str(put(folder, *pairs)))


def problems(folder: Path, *pairs: tuple[str, str]) -> list[Problem]:
    """The Problems of loading a changed game, or else of checking it."""
    try:
        spec = load(folder, *pairs)
    except FabgenError as error:
        return list(error.problems)
    return [problem for problem in check_spec(spec) if problem.level != "notice"]


def after(spec: Spec, position: str, *actions: str) -> str:
    """The position after some actions of the players whose turn it is."""
    assert spec.play
    match = begin(spec.play, spec.play.read(Position.parse(position, spec.play.setting)), None)
    for action in actions:
        (player,) = match.actors()
        match = match.play({player: action})
    return str(spec.play.show(match.position)).partition("; turn:")[0]


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


PAGE_OF_MOST = GAME[GAME.index("  - id: most"):]
FAULTS = {
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
