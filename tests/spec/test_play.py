"""A spec's rules, setup and examples become an engine and cases; what does not fit is told at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from plays import RACE, raced
from specs import put

from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec, with_players, with_readings

CHOICES: list[tuple[str, tuple[str, str], str, str]] = [
    ("unknown rule set", ("rules:\n", "rules:\n  set: standart\n"), "there is no rule set `standart`", "standard"),
    ("unknown option", ("  stuck:", "  stucc:"), "unknown key `stucc`", "stuck"),
    ("unknown zone", ("white: far", "white: fra"), "there is no zone `fra`", "far"),
    ("unknown player in a goal", ("{white: far,", "{whit: far,"), "`whit` is no player", "white"),
    ("unknown ruling", ("ruling: STUCK", "ruling: STUK"), "there is no ruling `STUK`", "STUCK"),
    ("unknown reading", ("reading: lose", "reading: loose"), "has no reading `loose`", "lose"),
    ("set-up off the board", ("runner: a5-d5", "runner: a6-d5"), "`a6` is not on the board", "a1 to d5"),
    ("set-up of nobody", ("  black: {runner: a5", "  blakc: {runner: a5"), "there is no player `blakc`", "black"),
    ("set-up of nothing", ("white: {runner: a1", "white: {runer: a1"), "there is no piece `runer`", "runner"),
    ("two on a cell", ("runner: a5-d5", "runner: a5-d5 a1"), "two pieces start on a1", "one cell"),
    ("no hands here", ("rules:\n", "hand: {white: {runner: 1}}\nrules:\n"), "no pieces in hand", "drops"),
    ("an action that cannot be played", ("a5-b4, a2-a3]", "a5-a3, a2-a3]"), "a5-a3", ""),
    ("not an action", ("[b4xa3]", "[b4*a3]"), "`b4*a3` is not an action", "c3-c4"),
    ("no turn", ("black: runner d5; turn: white", "black: runner d5"), "whose turn it is", "turn: white"),
]


@pytest.mark.sample(11)
@pytest.mark.parametrize(("pair", "what", "hint"), [case[1:] for case in CHOICES], ids=[case[0] for case in CHOICES])
def test_a_mistake_in_the_rules_is_reported_at_its_line(
    tmp_path: Path, pair: tuple[str, str], what: str, hint: str
) -> None:
    found = [p for p in check_spec(raced(tmp_path, pair)) if what in p.what]
    assert len(found) == 1
    assert hint in found[0].hint
    line = RACE.replace(*pair).splitlines()[found[0].where.line - 1]
    new = pair[1].strip().splitlines()[-1]
    assert new.split()[-1].strip("[]{},") in line or "id:" in line or "reading" in new or "rules" in new


CLAIMS: list[tuple[str, tuple[str, str], str]] = [
    ("exactly", ("[a1-a2, a1-b2]", "[a1-a2]"), "a1-b2 is legal too"),
    ("legal", ("legal: [b4xa3]", "legal: [b4xc3]"), "b4xc3 is not legal"),
    ("next", ("next: black", "next: white"), "black decides next, not white"),
    ("unknown next", ("next: black", "next: blak"), "there is no player `blak`"),
    ("unknown result", ("result: white", "result: whit"), "there is no player `whit`"),
    ("result", ("result: white", "result: draw"), "the result is `white`, not `draw`"),
]


@pytest.mark.parametrize(("pair", "what"), [case[1:] for case in CLAIMS], ids=[case[0] for case in CLAIMS])
def test_a_false_claim_is_reported(tmp_path: Path, pair: tuple[str, str], what: str) -> None:
    (found,) = check_spec(raced(tmp_path, pair))
    assert what in found.what


def test_a_sound_game_plays_from_its_setup(tmp_path: Path) -> None:
    spec = raced(tmp_path)
    assert check_spec(spec) == []
    assert spec.play is not None
    assert str(spec.play.show(spec.play.start())) == "white: runner a1 b1 c1 d1; black: runner a5 b5 c5 d5; turn: white"


FIRST = ("moves: fmWfF", "moves: fmWfFfimD"), ("      * o *\n      . @ .", "      . 1 .\n      * o *\n      . @ .")


@pytest.mark.parametrize("ruled", [True, False], ids=["by rules", "by movement alone"])
def test_an_example_from_the_start_has_all_pieces_unmoved(tmp_path: Path, ruled: bool) -> None:
    text = RACE
    for old, new in (*FIRST, ("[a1-a2, a1-b2]", "[a1-a2, a1-b2, a1-a3]")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    if not ruled:
        head, rest = text.split("rules:\n")
        text = f"{head}examples:\n{rest.split('examples:')[1].splitlines()[1]}\n"
    assert check_spec(load_spec(str(put(tmp_path, text)), allow_errors=True)) == []


def test_a_record_from_the_start_may_begin_with_a_first_move(tmp_path: Path) -> None:
    pasted = ("line: [a1-a2, a5-b4, a2-a3], legal: [b4xa3]", "line: [a1-a3, a5-b4], legal: [a3xb4]")
    assert check_spec(raced(tmp_path, *FIRST, ("[a1-a2, a1-b2]", "[a1-a2, a1-b2, a1-a3]"), pasted,
                            ("next: black", "next: white"))) == []
    moved = ("line: [a1-a2, a5-b4, a2-a3], legal: [b4xa3]", "line: [a1-a2, a5-b4, a2-a4], legal: [b4xa3]")
    found = check_spec(raced(tmp_path, *FIRST, ("[a1-a2, a1-b2]", "[a1-a2, a1-b2, a1-a3]"), moved))
    assert ["it has moved" in one.what for one in found] == [True]


@pytest.mark.parametrize(("repetition", "result"), [("2", "draw"), ("3", "open"), ("null", "open")])
def test_examples_know_how_often_a_position_may_come_up(tmp_path: Path, repetition: str, result: str) -> None:
    """After four steps to and fro the position of the start is there for the second time."""
    position = 'position: "white: runner a2; black: runner d5; turn: white"'
    there_and_back = f"{position}\n    line: [a2-b2, d5-c5, b2-a2, c5-d5]"
    spec = raced(
        tmp_path, ("moves: fmWfF", "moves: mWfF"),
        ("      * o *\n      . @ .", "      * o *\n      o @ o\n      . o ."),
        ("  stuck:", f"  repetition: {repetition}\n  stuck:"),
        ('position: "white: runner a4; black: runner d5; turn: white"\n    line: [a4-a5]', there_and_back),
        ("result: white", f"result: {result}"))
    assert [problem.what for problem in check_spec(spec)] == []


def test_another_reading_is_another_game(tmp_path: Path) -> None:
    """White's last man stands before a wall of its own making: stuck."""
    stuck = "white: runner a4; black: runner a5; turn: white"
    spec = raced(tmp_path, ("moves: fmWfF", "moves: fmW"), ("* o *", "o"), (". @ .\n", "@\n"))
    for reading, winner in (("lose", ("black",)), ("draw", ())):
        play = with_readings(spec, {"STUCK": reading}).play
        assert play is not None
        from fabgen.rules.position import Position

        outcome = play.outcome(play.read(Position.parse(stuck, spec.setting)))
        assert outcome is not None
        assert outcome.winners == winner


def test_a_disputed_claim_is_a_notice_with_the_reading_under_which_it_holds(tmp_path: Path) -> None:
    stuck = (
        '  - {id: stuck, title: Stuck, position: "white: runner a5; black: runner d2; turn: white", '
        "result: draw, disputed: STUCK}\nexamples_end"
    )
    pair = ("  - id: won", stuck.replace("examples_end", "  - id: won"))
    found = check_spec(raced(tmp_path, pair, ("    - reach: {white: far, black: near}", "    - capture: all")))
    told = [p for p in found if p.level == "notice"]
    assert len(told) == 1
    assert "disputed (STUCK, here lose)" in told[0].what
    assert told[0].what.endswith("it holds under the reading draw")


STUCK = (
    '  - {id: stuck, title: Stuck, position: "white: runner a5; black: runner d2; turn: white", '
    "result: draw, under: {STUCK: draw}}\n  - id: won"
)


def test_an_example_may_be_judged_under_another_reading(tmp_path: Path) -> None:
    """White's only man stands on the last row: he has lost, or it is a draw."""
    goal = ("    - reach: {white: far, black: near}", "    - capture: all")
    won = ("    result: white\n", "    result: open\n")
    spec = raced(tmp_path, ("  - id: won", STUCK), goal, won)
    told = check_spec(spec)
    assert [(p.level, p.what) for p in told if p.level != "warning"] == [
        ("notice", "this example is judged under STUCK (draw); the game has STUCK (lose)")
    ]
    assert not [p for p in check_spec(with_readings(spec, {"STUCK": "draw"})) if p.level != "warning"]
    false = raced(tmp_path, ("  - id: won", STUCK.replace("result: draw", "result: black")), goal, won)
    assert "the result is `draw`, not `black`" in [p.what for p in check_spec(false)]


@pytest.mark.parametrize(("under", "what"), [
    ("{STICK: draw}", "there is no ruling `STICK`"), ("{STUCK: drawn}", "the ruling STUCK has no reading `drawn`")])
def test_an_example_under_an_unknown_reading_is_reported(tmp_path: Path, under: str, what: str) -> None:
    found = check_spec(raced(tmp_path, ("  - id: won", STUCK.replace("{STUCK: draw}", under))))
    assert what in [p.what for p in found]


@pytest.mark.parametrize(("bad", "what"), [("a5-a1", "a5-a1: "), ("b4*a3", "`b4*a3` is not an action")])
def test_a_mistake_in_a_pasted_record_is_reported_at_its_own_line(tmp_path: Path, bad: str, what: str) -> None:
    block = f"line: |\n      white: a1-a2\n\n      black: {bad}\n      white: a2-a3\n    result"
    spec = raced(tmp_path, ("line: [a4-a5]\n    result", block),
                 ('    position: "white: runner a4; black: runner d5; turn: white"\n', ""))
    (found,) = [p for p in spec.problems if what in p.what]
    assert bad in spec.source.text.splitlines()[found.where.line - 1]


@pytest.mark.slow
def test_players_are_as_many_as_the_rule_set_allows() -> None:
    seats = {name: load_spec(name) for name in template_folders()}
    many = [spec for spec in seats.values() if spec.full_game is not None]
    assert many
    for spec in many:
        assert with_players(spec, 9).game.grid == (10, 10)
        assert len(with_players(spec, 12).setting.players) == 12
        with pytest.raises(FabgenError, match="no board for 13"):
            with_players(spec, 13)
    with pytest.raises(FabgenError, match="is a game for 2 players"):
        with_players(next(spec for spec in seats.values() if spec.full_game is None), 3)


NESTED = "moves: {ruling: STUCK, lose: {ruling: WAY, fast: fmWfF, slow: fmW}, draw: fK}"


@pytest.mark.parametrize(("way", "moves"), [("fast", "fmWfF"), ("slow", "fmW")])
def test_a_reading_may_depend_on_another_ruling(tmp_path: Path, way: str, moves: str) -> None:
    chosen = f"WAY: {{reading: {way}, others: [fast, slow]}}"
    spec = raced(tmp_path, ("moves: fmWfF", NESTED.replace("fK", "fmWfF")), ("rulings:", f"rulings:\n  {chosen}"))
    assert spec.problems == () or way == "slow"  # its examples are those of the fast one
    assert (spec.rules.movements["runner"].text, spec.game.betza("runner")) == (moves, moves)
    assert set(spec.rules.others["runner"]) == {"STUCK", "WAY"}


@pytest.mark.parametrize(("rulings", "key", "what"), [
    ("", "pieces.runner.moves.lose.ruling", "there is no ruling `WAY`"),
    ("\n  WAY: fst", "rulings.WAY", "the ruling WAY has no reading `fst`"),
    ("\n  WAY: fast", "pieces.runner.moves.draw", "`K` takes no direction"),
])
def test_a_mistake_in_such_a_reading_is_reported_at_its_place(
    tmp_path: Path, rulings: str, key: str, what: str
) -> None:
    found = raced(tmp_path, ("moves: fmWfF", NESTED), ("rulings:", f"rulings:{rulings}")).problems
    assert any(what in one.what and one.where.key == key for one in found), found
