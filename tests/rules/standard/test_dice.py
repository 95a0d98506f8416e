"""Dice before a turn: probabilities by hand and by an enumeration of distances alone, records, refusals."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from yaml import safe_dump

from fabgen.check.game import check_spec
from fabgen.cli.play import play
from fabgen.core.problems import FabgenError
from fabgen.rules.dice import DiceSum
from fabgen.rules.match import Match, NotPlayable, begin, replay
from fabgen.rules.perft import perft
from fabgen.rules.position import Position
from fabgen.rules.standard.chance import WITHOUT_CHANCE
from fabgen.serve.look import Look
from fabgen.serve.studio import Store, Studio
from fabgen.serve.table import play as on_table
from fabgen.spec.load import Spec, load_spec


@pytest.mark.parametrize(("text", "low", "ways"), [
    ("d2", 1, [1, 1]),
    ("d6", 1, [1, 1, 1, 1, 1, 1]),
    ("2d6", 2, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]),
    ("3d6", 3, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]),  # Cardano's and Galileo's count
    ("4d2-4", 0, [1, 4, 6, 4, 1]),  # four dice of two sides each, marked or not
])
def test_chances_are_those_of_the_dice(text: str, low: int, ways: list[int]) -> None:
    assert DiceSum.parse(text).chances() == {low + n: Fraction(number, sum(ways)) for n, number in enumerate(ways)}
    assert str(DiceSum.parse(text)) == text


def lane(length: int, roll: str, **rules: Any) -> dict[str, Any]:
    """A runner of each player on a lane of its own, so many steps from its end."""
    end = length + 1
    return {
        "fabgen": 1, "title": "Lanes", "designer": "Nobody",
        "players": {"white": {"forward": "up", "material": "acrylic-3mm/white"},
                    "black": {"forward": "up", "material": "acrylic-3mm/black"}},
        "board": {"grid": f"2x{end}", "cell": "60 mm", "material": "acrylic-3mm/clear",
                  "zones": {"end": {"cells": f"a{end} b{end}", "pattern": "none"},
                            "start": {"cells": "a1 b1", "pattern": "none"}}},
        "pieces": {"runner": {"each": 1, "moves": "fR", "body": {"tile": "disc"}}},
        "setup": {"white": {"runner": "a1"}, "black": {"runner": "b1"}},
        "rules": {"set": "standard", "roll": roll, "win": [{"reach": {"white": "end", "black": "end"}}], **rules},
    }


def written(folder: Path, game: dict[str, Any]) -> Spec:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(safe_dump(game, sort_keys=False), "utf-8")
    return load_spec(str(folder))


def rules_of(folder: Path, game: dict[str, Any]) -> Any:
    spec = written(folder, game)
    assert spec.play
    return spec.play


def solved(rules: Any, value_of_turn: int) -> Fraction:
    """By the protocol alone, where nobody has a choice: the probability that white wins, or with `value_of_turn` 1 the
    expected number of rolls. Positions may come again, so it is the solution of one equation for each of them."""
    positions, rows = [rules.start()], []
    for position in positions:
        row: dict[Any, Fraction] = {position: Fraction(1)}
        constant = Fraction(0)
        chances = rules.chances(position)
        assert sum(chances.values()) == (1 if chances else 0)
        [actor] = rules.actors(position)
        actions = rules.actions(position, actor)
        assert chances or len(actions) == 1
        for action in actions:
            chance = chances.get(action, Fraction(1))
            constant += chance * value_of_turn if chances else 0
            after = rules.apply(position, {actor: action})
            if outcome := rules.outcome(after):
                constant += chance * (outcome.winners == ("white",) and not value_of_turn)
                continue
            if after not in positions:
                positions.append(after)
            row[after] = row.get(after, Fraction(0)) - chance
        rows.append([row, constant])
    for n, position in enumerate(positions):  # Gauss
        row, constant = rows[n]
        pivot = row[position]
        row, constant = {key: value / pivot for key, value in row.items()}, constant / pivot
        rows[n] = [row, constant]
        for other in rows:
            factor = other[0].get(position, Fraction(0))
            if other[0] is not row and factor:
                for key, value in row.items():
                    other[0][key] = other[0].get(key, Fraction(0)) - factor * value
                other[1] -= factor * constant
    return rows[0][1]


def race(length: int, chances: dict[int, Fraction]) -> Fraction:
    """The same from distances alone: first(a, b) is the probability that who rolls next, with `a` steps to go, is first
    when the other has `b`. A roll of more than `a` changes nothing, so first(a, b) and first(b, a) have an equation
    each."""
    known: dict[tuple[int, int], Fraction] = {}

    def parts(a: int, b: int) -> tuple[Fraction, Fraction]:
        """What of first(a, b) is known, and the probability that nobody moves."""
        value, idle = Fraction(0), Fraction(0)
        for roll, chance in chances.items():
            if roll == a:
                value += chance
            elif 0 < roll < a:
                value += chance * (1 - known[b, a - roll])
            else:
                idle += chance
        return value, idle

    for total in range(2, 2 * length + 1):
        for a in range(max(1, total - length), min(length, total - 1) + 1):
            b = total - a
            (mine, idle), (theirs, still) = parts(a, b), parts(b, a)
            # first(a, b) = mine + idle (1 - first(b, a)) and first(b, a) = theirs + still (1 - first(a, b))
            known[a, b] = (mine + idle * (1 - theirs - still)) / (1 - idle * still)
    return known[length, length]


def test_a_lane_of_one_step_by_hand(tmp_path: Path) -> None:
    """With d2, 1 wins and 2 passes: p = 1/2 + 1/4 p, and 2 rolls on average."""
    rules = rules_of(tmp_path / "game", lane(1, "d2"))
    assert solved(rules, 0) == Fraction(2, 3) == race(1, DiceSum(1, 2).chances())
    assert solved(rules, 1) == 2


@pytest.mark.parametrize(("length", "roll", "ways"), [
    (2, "d2", {1: 1, 2: 1}), (3, "d3", {1: 1, 2: 1, 3: 1}), (4, "d6", {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}),
    (4, "4d2-4", {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}),
])
def test_a_race_has_the_probabilities_of_its_distances(tmp_path: Path, length: int, roll: str, ways: dict[int, int]
                                                       ) -> None:
    chances = {number: Fraction(many, sum(ways.values())) for number, many in ways.items()}
    assert solved(rules_of(tmp_path / "game", lane(length, roll)), 0) == race(length, chances)


def test_seeded_games_come_out_as_often_as_they_should(tmp_path: Path) -> None:
    """Within four standard deviations, over 1,500 games; and so does each sum of two dice in 3,000 rolls."""
    rules, games = rules_of(tmp_path / "game", lane(2, "d2")), 1500
    chance, won = race(2, DiceSum(1, 2).chances()), 0
    for seed in range(games):
        match = begin(rules, None, None).roll(str(seed))
        while actors := match.actors():
            [text] = match.texts(actors[0])
            match = match.play({actors[0]: text}).roll(str(seed))
        outcome = match.outcome()
        won += outcome is not None and outcome.winners == ("white",)
    assert (won - games * chance) ** 2 <= 16 * games * chance * (1 - chance)
    two, rolls = rules_of(tmp_path / "two", lane(12, "2d6")), 3000
    shown = [begin(two).roll(str(seed)).played[0][0][1] for seed in range(rolls)]
    for total in range(2, 13):
        p = Fraction(6 - abs(total - 7), 36)
        assert (shown.count(str(total)) - rolls * p) ** 2 <= 16 * rolls * p * (1 - p)


def test_a_turn_is_a_roll_and_a_move_and_counts_once(tmp_path: Path) -> None:
    """On a lane of three steps each roll of d3 has one move; after 1 or 2 black has three rolls, after 3 nobody."""
    rules = rules_of(tmp_path / "game", lane(3, "d3"))
    assert [perft(rules, rules.start(), depth) for depth in (1, 2)] == [3, 6]


def test_a_page_that_plays_throws_the_dice_itself(tmp_path: Path) -> None:
    written(tmp_path / "game", lane(12, "d3"))
    studio = Studio(load_spec(str(tmp_path / "game")), Look(), Store())
    table = on_table(studio, {})
    assert table["player"] == "white"
    [first] = table["line"]
    assert first in ("dice: 1", "dice: 2", "dice: 3")
    [action] = table["actions"]
    then = on_table(studio, {"line": table["line"], "player": "white", "text": action["text"]})
    assert [line.partition(":")[0] for line in then["line"]] == ["dice", "white", "dice"]
    assert then["line"][:1] == [first]
    assert on_table(studio, {"line": then["line"]})["line"] == then["line"]


def match_of(rules: Any, *lines: str) -> Match:
    return replay(rules, lines, None, None)


def test_the_record_keeps_the_rolls_and_is_replayed(tmp_path: Path) -> None:
    rules = rules_of(tmp_path / "game", lane(4, "d3"))
    match = match_of(rules, "dice: 3", "white: a1-a4", "dice: 1", "black: b1-b2", "dice: 2", "pass")
    assert match.record().splitlines() == ["dice: 3", "white: a1-a4", "dice: 1", "black: b1-b2", "dice: 2",
                                           "white: pass"]
    assert replay(rules, match.record().splitlines(), None, None) == match


def test_a_seed_and_a_number_of_steps_give_one_roll(tmp_path: Path) -> None:
    match = begin(rules_of(tmp_path / "game", lane(12, "2d6")))
    assert match.roll("4") == match.roll("4").roll("4")
    assert len({match.roll(str(seed)).record() for seed in range(40)}) > 5


def test_to_undo_takes_back_a_decision_and_no_earlier_roll(tmp_path: Path) -> None:
    rules = rules_of(tmp_path / "game", lane(4, "d3"))
    match = match_of(rules, "dice: 3", "white: a1-a4", "dice: 1")
    assert match.undo_decision().record() == "dice: 3"
    assert match_of(rules, "dice: 3").undo_decision().record() == "dice: 3"


def test_a_position_says_what_the_dice_show(tmp_path: Path) -> None:
    rules = rules_of(tmp_path / "game", lane(4, "d3"))
    text = "white: runner a2; black: runner b1; rolled: 2; turn: black"
    position = rules.read(Position.parse(text, rules.setting))
    assert str(rules.show(position)) == text
    assert rules.actors(position) == ("black",)
    assert [rules.text(position, action) for action in rules.actions(position, "black")] == ["b1-b3"]
    for wrong in ("4", "0", "two"):
        with pytest.raises(ValueError, match=rf"`rolled: {wrong}` is no roll of d3: 1 to 3"):
            rules.read(Position.parse(text.replace("rolled: 2", f"rolled: {wrong}"), rules.setting))


@pytest.mark.parametrize(("lines", "said", "why"), [
    ([], "white: a1-a2", "dice has to decide now, not white"),
    ([], "dice: 4", "4 is no roll of d3: 1 to 3"),
    (["dice: 2"], "a1-a2", "a1-a2 goes 1 step, and 2 was rolled"),
    (["dice: 2"], "pass", "white can go 2 steps, and passes only otherwise"),
    (["dice: 2"], "b1-b3", "belongs to black"),
    (["dice: 2"], "dice: 3", "white has to decide now, not dice"),
    (["dice: 3", "a1-a4", "dice: 3", "b1-b4", "dice: 3"], "a4-a5", "a4-a5 goes 1 step, and 3 was rolled"),
    (["dice: 3", "a1-a4", "dice: 3", "b1-b4", "dice: 3"], "a4-b5", "no piece of white can go 3 steps: write `pass`"),
])
def test_a_refusal_names_the_roll(tmp_path: Path, lines: list[str], said: str, why: str) -> None:
    match = match_of(rules_of(tmp_path / "game", lane(4, "d3")), *lines)
    with pytest.raises(NotPlayable, match=why.replace("(", r"\(")):
        match.then(said)


def test_a_captured_runner_goes_home_without_a_roll(tmp_path: Path) -> None:
    game = lane(4, "d3", captured="home", homes={"white": "start", "black": "start"})
    game["setup"] = {"white": {"runner": "a1"}, "black": {"runner": "a3"}}
    match = match_of(rules_of(tmp_path / "game", game), "dice: 2", "a1xa3")
    assert match.actors() == ("black",)
    assert sorted(match.texts("black")) == ["runner@a1", "runner@b1"]
    assert match.then("runner@b1").actors() == ("dice",)


def test_a_line_of_a_map_is_a_track(tmp_path: Path) -> None:
    """Pieces go along it as many spaces as the dice show, whichever way it bends: from the inn to the oak, its
    neighbour, it is three steps."""
    game = lane(1, "d3")
    corners = {"inn": (0, 0), "mill": (40, 0), "ford": (40, 40), "oak": (0, 40), "church": (0, 80)}
    spaces = {name: f"{x},{y} {x + 40},{y} {x + 40},{y + 40} {x},{y + 40}" for name, (x, y) in corners.items()}
    game["board"] = {"cell": "40 mm", "material": "acrylic-3mm/clear",
                     "map": {"spaces": spaces, "lines": {"f": ["inn mill ford oak church"]}}}
    game["setup"] = {"white": {"runner": "inn"}, "black": {"runner": "mill"}}
    del game["rules"]["win"]
    rules = rules_of(tmp_path / "game", game)
    match = match_of(rules, "dice: 2", "pass", "dice: 3")
    assert [*match.texts("black")] == ["mill-church"]
    alone = rules.read(Position.parse("white: runner inn; black: runner church; turn: white; rolled: 3", rules.setting))
    assert [rules.text(alone, action) for action in rules.actions(alone, "white")] == ["inn-oak"]


@pytest.mark.parametrize(("roll", "hint"), [
    ("", "write `d6`"), ("6", "write `d6`"), ("d1", "1 to 10 dice of 2 to 100 sides"), ("11d6", "1 to 10 dice"),
    ("0d6", "write `d6`|1 to 10"), ("d101", "2 to 100 sides"), ("2d6-3", "take off 2 at most"), ("2d6+1", "write `d6`"),
])
def test_what_is_no_dice_is_refused_at_its_place(tmp_path: Path, roll: str, hint: str) -> None:
    with pytest.raises(FabgenError) as caught:
        written(tmp_path / "game", lane(4, roll))
    [problem] = caught.value.problems
    assert problem.where.key == "rules.roll"
    assert problem.where.line
    assert any(part in problem.hint for part in hint.split("|"))


@pytest.mark.parametrize(("name", "value"), [
    ("opening", [{"removes": "own"}]), ("in_turn", 2), ("first_turn", 2), ("swap", True),
    ("hops", {"runner": [{"over": "any"}]}), ("pushes", {"runner": {"row": 2}}), ("royal", ["runner"]),
    ("castling", {"runner": [{"partner": "runner"}]}), ("en_passant", {"runner": ["runner"]}),
    ("drops", {"runner": "board"}), ("compulsory", True), ("passes", 2), ("recurrence", "board"), ("repetition", 4),
    ("no_progress", {"actions": 9}),
])
def test_options_that_do_not_go_with_dice_are_refused(tmp_path: Path, name: str, value: Any) -> None:
    assert name in WITHOUT_CHANCE
    with pytest.raises(FabgenError) as caught:
        written(tmp_path / "game", lane(4, "d3", **{name: value}))
    assert (f"rules.{name}", f"`{name}` does not go with `roll`, which moves one piece by what the dice show") in [
        (problem.where.key, problem.what) for problem in caught.value.problems
    ]


@pytest.mark.parametrize("word", ["dice", "die", "chance", "rolls"])
def test_words_of_the_field_point_to_the_option(tmp_path: Path, word: str) -> None:
    with pytest.raises(FabgenError, match="`roll: 2d6`, for dice before each turn"):
        written(tmp_path / "game", lane(4, "d3", **{word: "d6"}))


def test_a_player_called_dice_is_refused(tmp_path: Path) -> None:
    text = safe_dump(lane(4, "d3"), sort_keys=False).replace("white:", "dice:")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    with pytest.raises(FabgenError, match="a player is called `dice`"):
        load_spec(str(tmp_path))


@pytest.mark.parametrize(("length", "roll", "level", "what"), [
    (3, "4d2", "error", "no roll of 4d2 can ever be played: a piece goes 3 steps at most"),
    (3, "d6", "warning", "a roll of more than 3 can never be played: no piece goes so far"),
])
def test_rolls_that_nobody_can_play_are_found(tmp_path: Path, length: int, roll: str, level: str, what: str) -> None:
    problems = check_spec(written(tmp_path / "game", lane(length, roll)))
    assert ("rules.roll", level, what) in [(problem.where.key, problem.level, problem.what) for problem in problems]


def test_play_rolls_by_the_seed_and_shows_and_keeps_the_rolls(tmp_path: Path) -> None:
    written(tmp_path / "game", lane(12, "d2"))

    def played(name: str, text: str, seed: str = "5") -> tuple[str, str]:
        words = [str(tmp_path / "game"), "--seed", seed, "-o", str(tmp_path / name)]
        done = CliRunner().invoke(play, words, input=text)
        assert done.exit_code == 0, done.output
        return done.output, (tmp_path / name).read_text("utf-8")

    _, first = played("first", "quit\n")
    roll = int(first.removeprefix("dice: "))
    output, record = played("second", f"a1-a{1 + roll}\n")
    lines = record.splitlines()
    assert lines[:2] == [first.strip(), f"white: a1-a{1 + roll}"]
    assert f"\n{lines[2]}\n" in output
    assert f"rolled: {roll}" in output
    assert played("third", f"a1-a{1 + roll}\nundo\na1-a{1 + roll}\n")[1] == record  # the same rolls
    assert played("second", "", seed="6")[1] == record  # replayed from the record, whatever the seed
