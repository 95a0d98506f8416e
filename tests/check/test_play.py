"""What cannot be right about how a game plays is told, with place and hint."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from plays import race, raced

from fabgen.check.examples import check_examples
from fabgen.check.game import check_spec
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec

DRAWN = "    diagram: |\n      * o *\n      . @ .\n"
CASES: dict[str, tuple[list[tuple[str, str]], str, str, str]] = {  # what to change; key, level, words
    "won at the start": (
        [("runner: a1-d1}", "runner: a1-c1 d4}"), ("cells: a5-d5", "cells: d4")],
        "setup",
        "error",
        "the game is over before it starts: white won: the white runner has reached d4",
    ),
    "lost at the start": (
        [("runner: a1-d1}", "runner: a5-b5}"), ("runner: a5-d5}", "runner: c5-d5}"), ("cells: a5-d5", "cells: d4")],
        "setup",
        "error",
        "the game is over before it starts: black won: white cannot move (STUCK)",
    ),
    "two pieces start on one cell": (
        [("black: {runner: a5-d5}", "black: {runner: a5-d5 d1}")],
        "setup.black.runner",
        "error",
        "two pieces start on d1: white runner and black runner",
    ),
    "starts beside the board": (
        [("black: {runner: a5-d5}", "black: {runner: a5-d6}")],
        "setup.black.runner",
        "error",
        "`d6` is not on the board",
    ),
    "goal out of reach": (
        [
            ("fmWfF", "fF"),
            (DRAWN, ""),
            ("cells: a5-d5", "cells: a5 c5"),
            ("white: far,", "white: far, black: far}\n    - reach: {"),
            ("runner: a1-d1}", "runner: b1 d1}"),
            ("far, black: far", "far"),
        ],
        "rules.win[1].reach.white",
        "error",
        "no white piece can ever stand in the zone `far`",
    ),
    "too many for the zone": (
        [
            ("cells: a5-d5", "cells: a5-c5"),
            ("fmWfF", "fmWfmF"),
            (DRAWN, ""),
            ("black: near}", "black: near}\n      pieces: all"),
        ],
        "rules.win[1].reach",
        "error",
        "4 pieces of white must all stand in `far`, which has 3 cells",
    ),
    "too few to fill it": (
        [("cells: a5-d5", "cells: a5-d5 a4"), ("black: near}", "black: near}\n      pieces: fill")],
        "rules.win[1].reach",
        "error",
        "white has 4 pieces to fill the 5 cells of `far`",
    ),
    "can never move": (
        [
            ("moves: fmWfF", "moves: G"),
            (DRAWN, ""),
            ("grid: 4x5", "grid: 4x3"),
            ("cells: a5-d5", "cells: a3-d3"),
            ("runner: a5-d5}", "runner: a3-d3}"),
        ],
        "pieces.runner.moves",
        "warning",
        "the runner can never move on this board",
    ),
    "can never move, a game without rules": (
        [
            ("moves: fmWfF", "moves: H"),
            (DRAWN, ""),
            ("grid: 4x5", "grid: 3x3"),
            ("cells: a5-d5", "cells: a3-c3"),
            ("cells: a1-d1", "cells: a1-c1"),
            ("runner: a5-d5}", "runner: a3-c3}"),
            ("runner: a1-d1}", "runner: a1-c1}"),
            (
                "rules:\n  win:\n    - reach: {white: far, black: near}\n"
                "  stuck: {ruling: STUCK, lose: loses, draw: draws}\n",
                "",
            ),
        ],
        "pieces.runner.moves",
        "warning",
        "the runner can never move on this board",
    ),
    "an action that is none": (
        [("exactly: [a1-a2, a1-b2]}", "illegal: [swapp]}")],
        "examples[1].illegal[1]",
        "error",
        "`swapp` is not an action of this game in any position",
    ),
    "a cell that is no action": (
        [("exactly: [a1-a2, a1-b2]}", "illegal: [a2]}")],
        "examples[1].illegal[1]",
        "error",
        "`a2` is not an action of this game in any position",
    ),
    "a placement of a piece that is none": (
        [("exactly: [a1-a2, a1-b2]}", "illegal: [runer@a2]}")],
        "examples[1].illegal[1]",
        "error",
        "there is no piece `runer`",
    ),
    "another piece stands there then": (
        [("legal: [b4xa3], next: black", 'then: "black: runner a5 b4 c5 d5; turn: black"')],
        "examples[2].then",
        "error",
        "then it is `black: runner b4 b5 c5 d5`, not `black: runner b4 a5 c5 d5`",
    ),
    "claims after the end": (
        [("    result: white\n", "    next: black\n")],
        "examples[3].next",
        "error",
        "nobody decides next, not black",
    ),
    "a side for nobody": (
        [("body: {standee: pawn}", "body: {tile: disc, reverse: other player}")],
        "pieces.runner.body",
        "warning",
        "the runner has a side in each colour, and no rule turns it over",
    ),
    "turned over without another side": (
        [("rules:\n", "rules:\n  capture: custodial\n  captured: flips\n"), (DRAWN, ""), ("fmWfF", "fmW"),
         (", legal: [b4xa3]", ""), ("a5-b4, ", "a5-a4, "), (", a2-a3", ""),
         ("exactly: [a1-a2, a1-b2]", "legal: [a1-a2]")],
        "pieces.runner.body",
        "warning",
        "the runner is turned over to change sides, and its other side does not show whose it is then",
    ),
    "too few made": (
        [("each: 4", "each: 3")],
        "pieces.runner.each",
        "error",
        "white and black start with 4 runners each, but only 3 are made for each",
    ),
    "too many made": (
        [("each: 4", "each: 5")],
        "pieces.runner.each",
        "warning",
        "5 runners are made for each player, but nobody starts with more than 4",
    ),
    "never comes into play": (
        [("setup:\n", "  idler:\n    moves: W\n    body: {standee: pawn}\nsetup:\n")],
        "pieces.idler",
        "warning",
        "the idler never comes into play",
    ),
    "hand for nothing": (
        [("rules:\n", "hand: {white: {runner: 1}}\nrules:\n  drops: {black: board}\n"), ("each: 4", "each: 5")],
        "hand.white.runner",
        "warning",
        "white has a runner in hand and may never place it",
    ),
    "nothing can be captured, though pieces promote": (
        [
            ("fmWfF", "fmWfmF"),
            (DRAWN, ""),
            ("    - reach: {white: far, black: near}", "    - capture: all"),
            ("setup:\n", "  chief:\n    moves: mK\n    body: {standee: pawn}\nsetup:\n"),
            ("rules:\n", "rules:\n  promotion: {runner: {zone: {white: far, black: near}, to: [chief]}}\n"),
        ],
        "rules.win[1].capture",
        "error",
        "white and black can never lose a piece: no piece captures it, neither by moving nor by hopping",
    ),
    "compulsory for nothing": (
        [("fmWfF", "fmWfmF"), (DRAWN, ""), ("rules:\n", "rules:\n  compulsory: true\n")],
        "rules.compulsory",
        "warning",
        "no piece ever captures, so there is no capture to be compulsory",
    ),
    "a name that means a piece of a player and another piece": (
        [
            ("setup:\n", "  white runner:\n    moves: W\n    body: {standee: pawn}\nsetup:\n"),
            ("reach: {white: far", "reach: {white runner: far"),
        ],
        "rules.win[1].reach.white runner",
        "error",
        "`white runner` could mean the piece `white runner` or the piece `runner` of the player `white`",
    ),
    "a name that means a player and a piece": (
        [
            ("setup:\n", "  white:\n    moves: W\n    body: {standee: pawn}\nsetup:\n"),
            ("rules:\n", "rules:\n  forbidden: {white: near}\n"),
            ("    - reach: {white: far, black: near}", "    - capture: all"),
        ],
        "rules.forbidden.white",
        "error",
        "`white` could mean the player `white` or the piece `white`",
    ),
    "more made than start, where pieces are placed": (
        [("each: 4", "each: 9"), ("rules:\n", "rules:\n  drops: {runner: board}\n")],
        "pieces.runner.each",
        "warning",
        "9 runners are made for each player, but nobody starts with more than 4, on the board and in hand",
    ),
    "ruling for nothing": (
        [("  STUCK: {", "  OTHER: lose\n  STUCK: {")],
        "rulings.OTHER",
        "warning",
        "nothing in this spec depends on the ruling OTHER",
    ),
    "reading that no ruling lists": (
        [("draw: draws}", "draw: draws, win: wins}")],
        "rules.stuck.win",
        "warning",
        "the ruling STUCK does not list the reading `win`",
    ),
    "movement that no ruling lists": (
        [("fmWfF", "{ruling: STUCK, lose: fmWfF, win: W}"), (DRAWN, "")],
        "pieces.runner.moves.win",
        "warning",
        "the ruling STUCK does not list the reading `win`",
    ),
    "zone for nothing": (
        [("    near:", "    middle: {cells: b3}\n    near:")],
        "board.zones.middle",
        "warning",
        "no rule names the zone `middle`",
    ),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize(("pairs", "key", "level", "what"), CASES.values(), ids=CASES)
def test_each_fault_is_reported(tmp_path: Path, pairs: list[tuple[str, str]], key: str, level: str, what: str) -> None:
    found = check_spec(raced(tmp_path, *pairs))
    (one,) = [problem for problem in found if problem.what == what]
    assert (one.where.key, one.level) == (key, level)
    assert one.where.line
    assert one.hint


def test_pieces_that_promote_into_what_can_be_captured_may_be_lost(tmp_path: Path) -> None:
    """Runners cannot be taken, chiefs can: so a side may lose all that it has."""
    chief = "  {}:\n    moves: {}\n    body: {{standee: pawn}}\n"
    pairs = [("fmWfF", "fmWfmF"), (DRAWN, ""), ("    - reach: {white: far, black: near}", "    - capture: [runner]"),
             ("setup:\n", chief.format("chief", "mK") + "setup:\n"),
             ("rules:\n", "rules:\n  promotion: {runner: {zone: {white: far, black: near}, to: [chief]}}\n")]
    assert not [one for one in check_spec(raced(tmp_path, *pairs)) if "can never lose" in one.what]


def test_kinds_that_promotion_gives_may_be_made_in_excess(tmp_path: Path) -> None:
    """More chiefs than start are for the runners that become chiefs."""
    pairs = [("setup:\n", "  chief:\n    each: 5\n    moves: K\n    body: {standee: pawn}\nsetup:\n"),
             ("white: {runner: a1-d1}", "white: {runner: a1-d1, chief: a2}"),
             ("black: {runner: a5-d5}", "black: {runner: a5-d5, chief: a4}")]
    promotion = ("rules:\n", "rules:\n  promotion: {runner: {zone: {white: far, black: near}, to: [chief]}}\n")
    without, with_promotion = ([one.what for one in check_spec(raced(tmp_path, *more)) if "nobody starts" in one.what]
                               for more in (pairs, [*pairs, promotion]))
    assert without == ["5 chiefs are made for each player, but nobody starts with more than 1"]
    assert with_promotion == []


@pytest.mark.parametrize(("chief", "zone", "where", "hint"), [
    ("of: black", "white: far, black: near", "rules.promotion.runner.to", "each: 1 under the piece "
     "`chief` instead of `of`\nor promote to another piece"),
    ("each: {white: 0, black: 2}", "runner: far", "rules.promotion.runner.to", "each: {white: 1, black: 2} under the "
     "piece `chief`\nor promote to another piece"),
    ("of: black", "black: near", "", ""),  # white runners stay runners
    ("each: 1", "white: far, black: near", "", ""),
])
def test_a_kind_that_promotion_gives_is_in_the_box(
    tmp_path: Path, chief: str, zone: str, where: str, hint: str
) -> None:
    """White's runners cannot become chiefs where all chiefs are black's."""
    pairs = [("setup:\n", f"  chief:\n    {chief}\n    moves: K\n    body: {{standee: pawn}}\nsetup:\n"),
             ("rules:\n", f"rules:\n  promotion: {{runner: {{zone: {{{zone}}}, to: [chief]}}}}\n")]
    found = [one for one in check_spec(raced(tmp_path, *pairs)) if "becomes a chief" in one.what]
    assert [(one.where.key, one.level, one.what, one.hint) for one in found] == (
        [(where, "warning", "a runner of white becomes a chief, but no chief is made for them", hint)] if where else [])


@pytest.mark.parametrize(("name", "word"), [("draw", "draw"), ("Open", "open"), ("salt and pepper", "and")])
def test_no_player_is_called_by_a_word_of_results(tmp_path: Path, name: str, word: str) -> None:
    """`result: draw` would be read in two ways, `next: salt and pepper` as two players."""
    path = race(tmp_path)
    path.write_text(path.read_text().replace("white", name))
    found = load_spec(str(path), allow_errors=True).problems
    assert (f"a player cannot be called `{name}`", f"`result` and `next` of examples use the word `{word}`") in [
        (one.what, one.hint) for one in found]


def test_several_players_decide_in_the_plural() -> None:
    """All four players of Chess Battle write their orders at once."""
    spec = load_spec("chess-battle")
    case = next(case for case in spec.cases if case.example.id == "void")
    example = case.example.model_copy(update={"next": "blue"})
    cases = (replace(case, example=example),)
    assert [one.what for one in check_examples(replace(spec, cases=cases))] == [
        "blue, orange, black and white decide next, not blue"]


@pytest.mark.slow
def test_chess_battles_frozen_piece_could_move_if_it_were_not_frozen(tmp_path: Path) -> None:
    """The rook on h3 of the example `frozen` may only stay. Without the note `frozen`, the same position gives it the
    moves that the example denies it."""
    folder = shutil.copytree(template_folders()["chess-battle"], tmp_path / "chess-battle")
    text = (folder / "game.yaml").read_text("utf-8")
    assert text.count('; frozen: white; spent: blue"') == 1
    (folder / "game.yaml").write_text(text.replace('; frozen: white; spent: blue"', '"'), "utf-8")
    frozen, free = (next(case for case in load_spec(game).cases if case.example.id == "frozen")
                    for game in ("chess-battle", str(folder)))
    assert frozen.start.pieces == free.start.pieces
    assert (frozen.actions["white"], frozen.expected_actions()) == (("stay",), ())
    assert {str(action) for action in frozen.illegal} <= {*free.actions["white"]}


def test_a_sound_game_has_no_problem(tmp_path: Path) -> None:
    assert check_spec(raced(tmp_path)) == []


def test_a_zone_with_its_own_material_needs_no_rule(tmp_path: Path) -> None:
    zone = "    middle: {cells: b3, material: acrylic-3mm/black}\n    near:"
    assert not [one for one in check_spec(raced(tmp_path, ("    near:", zone))) if "names the zone" in one.what]


def test_one_player_may_have_fewer(tmp_path: Path) -> None:
    """A cell may be missing, or the armies differ: then the numbers are written by player."""
    (notice,) = check_spec(raced(tmp_path, ("runner: a1-d1}", "runner: a1-c1}")))
    assert notice.level == "notice"
    assert notice.what == "white starts with 3 runners, and 4 are made for white"
    assert notice.hint == "is a cell missing under `setup`? else each: {white: 3, black: 4}"


@pytest.mark.parametrize(("more", "levels"), [(" question: What then?,", ["notice"]), ("", []),
                                             (" question: What then?, answer: One loses.,", [])])
def test_a_question_wants_an_answer_in_words(tmp_path: Path, more: str, levels: list[str]) -> None:
    found = check_spec(raced(tmp_path, ("STUCK: {reading: lose,", "STUCK: {reading: lose," + more)))
    assert [(one.where.key, one.level) for one in found] == [("rulings.STUCK", level) for level in levels]


def test_zones_in_a_list_are_named(tmp_path: Path) -> None:
    zones = "    marsh: {cells: b3}\n    ford: {cells: c3}\n    near:"
    rules = ("  stuck: {ruling", "  forbidden: {black: [marsh, ford]}\n  stuck: {ruling")
    named = check_spec(raced(tmp_path, ("    near:", zones), rules))
    assert not [one for one in named if "names the zone" in one.what]
    one = check_spec(raced(tmp_path, ("    near:", zones), (rules[0], rules[1].replace(", ford", ""))))
    assert [found.what for found in one if "names the zone" in found.what] == ["no rule names the zone `ford`"]


def test_too_many_chains_are_told_at_the_setup_and_at_the_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Around the four men between a2, c2, c4 and a4 a runner has seven chains; the search may have three here."""
    monkeypatch.setattr("fabgen.rules.standard.chains.MOST_CHAINS", 3)
    text = "    position: \"white: runner a4; black: runner d5; turn: white\"\n    line: [a4-a5]\n    result: white\n"
    spec = raced(
        tmp_path,
        ("runner: a1-d1}", "runner: a2}"),
        ("runner: a5-d5}", "runner: b2 a3 c3 b4}"),
        ("rules:\n", "rules:\n  hops: {runner: [{over: enemy, to: W, takes: removed}]}\n  chain: {}\n"),
        (", piece: a1, exactly: [a1-a2, a1-b2]", ", legal: [a2xc2]"),
        ("  - {id: line, title: Three steps, line: [a1-a2, a5-b4, a2-a3], legal: [b4xa3], next: black}\n", ""),
        (text, text.replace("a4;", "a2;").replace("d5;", "b2 a3 c3 b4;").replace("a4-a5", "a2xc2")),
    )
    errors = [problem for problem in check_spec(spec, book=False) if problem.code == "rules.too-many-chains"]
    assert [problem.where.key for problem in errors] == ["setup", "examples[1]", "examples[2].position"]


def test_legal_orders_at_the_same_time_are_listed_player_by_player(tmp_path: Path) -> None:
    """A runner goes one step ahead, straight or to the side; on an outer file there is one side."""
    spec = raced(
        tmp_path,
        ("runner: a1-d1}", "runner: a1}"),
        ("runner: a5-d5}", "runner: a5}"),
        ("  stuck: {", "  simultaneous: {}\n  stuck: {"),
        (", piece: a1, exactly: [a1-a2, a1-b2]", ", legal: [a1-a3]"),
        ("  - {id: line, title: Three steps, line: [a1-a2, a5-b4, a2-a3], legal: [b4xa3], next: black}\n", ""),
        ("  - id: won\n", ""),
        ("    title: A step to the far row\n", ""),
        ('    position: "white: runner a4; black: runner d5; turn: white"\n', ""),
        ("    line: [a4-a5]\n    result: white\n", ""),
    )
    (problem,) = check_examples(spec)
    assert problem.hint.splitlines()[-1] == "legal: white: a1-a2 and a1-b2; black: a5-a4 and a5-b4"


IDLER = "  idler:\n    of: white\n    moves: none\n    body: {standee: cat}\n"


def test_a_piece_may_lie_beside_the_board(tmp_path: Path) -> None:
    """What is meant to lie there is not warned of, and the warning says how to mean it."""
    (warning,) = check_spec(raced(tmp_path, ("setup:\n", IDLER + "setup:\n")))
    assert (warning.what, warning.level) == ("the idler never comes into play", "warning")
    assert "`beside_board: true`" in warning.hint
    assert not [*check_spec(raced(tmp_path, ("setup:\n", IDLER + "    beside_board: true\nsetup:\n")))]


def test_a_piece_of_the_setup_does_not_lie_beside_the_board(tmp_path: Path) -> None:
    (problem,) = check_spec(raced(tmp_path, ("setup:\n", IDLER + "    beside_board: true\nsetup:\n"),
                                  ("white: {runner: a1-d1}", "white: {runner: a1-d1, idler: d3}")))
    assert (problem.where.key, problem.level) == ("pieces.idler.beside_board", "error")
    assert "idler" in problem.what



CHIEF_ON_BACK = [("body: {standee: pawn}", "body: {tile: disc, back: {piece: chief}}"),
                 ("setup:\n", "  chief:\n    moves: K\n    body: {tile: disc}\nsetup:\n")]


@pytest.mark.parametrize(("runners", "chiefs", "is_told"), [("a1-c1", "d1", False), ("a1-d1", "a2", True)])
def test_nobody_starts_with_more_sides_than_tiles(tmp_path: Path, runners: str, chiefs: str, *, is_told: bool) -> None:
    """Of 4 tiles, 3 may lie with the runner up and 1 with the chief; 4 and 1 are 5."""
    pairs = [*CHIEF_ON_BACK, ("runner: a1-d1}", f"runner: {runners}, chief: {chiefs}}}")]
    found = [one for one in check_spec(raced(tmp_path, *pairs)) if "tiles" in one.what]
    assert [(one.where.key, one.what) for one in found] == ([
        ("setup.white.chief", "white starts with 4 runners and 1 chief, but only 4 tiles are made: the chief is the "
                              "other side of the runner")] if is_told else [])


def test_a_side_of_a_tile_that_is_too_often_there_asks_for_tiles(tmp_path: Path) -> None:
    """5 chiefs and no runner need 5 tiles of the 4, and `each` of the chief may not be written."""
    pairs = [*CHIEF_ON_BACK, ("runner: a1-d1}", "chief: a1-d1 a2}")]
    (found,) = [problem for problem in check_spec(raced(tmp_path, *pairs)) if "made" in problem.what]
    assert (found.where.key, found.what) == (
        "setup.white.chief", "white starts with 5 chiefs, but only 4 tiles are made: the chief is the other side of "
                             "the runner")
    assert found.hint == "fewer of them, or `each: 5` under the piece `runner`"


def test_fewer_players_have_enough_tiles_too(tmp_path: Path) -> None:
    """With two of three players, white starts with 3 runners and 2 chiefs on 4 tiles."""
    seats = "seats:\n  2:\n    players: [white, black]\n    setup:\n      white: {runner: a1-c1, chief: a2 b2}\n"
    third = "  green: {forward: right, material: acrylic-3mm/green}\n"
    pairs = [*CHIEF_ON_BACK, ("board:\n", f"{third}board:\n"), ("rules:\n", f"{seats}rules:\n")]
    found = [problem for problem in check_spec(raced(tmp_path, *pairs)) if "tiles" in problem.what]
    assert [(problem.where.key, problem.what, problem.hint) for problem in found] == [
        ("seats.2.setup.white.chief",
         "with 2 players: white starts with 3 runners and 2 chiefs, but only 4 tiles are made: the chief is the other "
         "side of the runner", "fewer of them, or `each: 5` under the piece `runner`")]


@pytest.mark.parametrize(("runners", "chief"), [("a1-c1", "d1"), ("a1-d1", "")])
def test_nobody_is_told_to_count_sides_that_lie_below(tmp_path: Path, runners: str, chief: str) -> None:
    """White has 4 tiles, and a chief up on one of them or on none. Neither is a runner or a chief too many: `each` may
    not be written for chiefs, and of 3 runners no tile would be left for the chief."""
    chiefs = f", chief: {chief}" if chief else ""
    found = [*check_spec(raced(tmp_path, *CHIEF_ON_BACK, ("runner: a1-d1}", f"runner: {runners}{chiefs}}}")))]
    assert not [one for one in found if "made" in one.what]


def test_a_tile_is_turned_over_to_what_is_on_its_other_side(tmp_path: Path) -> None:
    """Guards have no chief on their other side, runners have."""
    promotion = "{zone: {white: far, black: near}, to: [chief]}"
    pairs = [CHIEF_ON_BACK[0], ("setup:\n", "  guard: {moves: W, body: {tile: disc}}\n" + CHIEF_ON_BACK[1][1]),
             ("rules:\n", f"rules:\n  promotion: {{runner: {promotion}, guard: {promotion}}}\n")]
    found = [one for one in check_spec(raced(tmp_path, *pairs)) if "becomes a chief" in one.what]
    assert [(one.where.key, one.what) for one in found] == [
        ("rules.promotion.guard.to", "a guard becomes a chief, which is not on its other side")]


@pytest.mark.parametrize(("each", "cells"), [(4, "a1 b1"), (1, "a1")])
def test_a_game_without_pieces_on_the_board_lacks_a_setup(tmp_path: Path, each: int, cells: str) -> None:
    """The example has no more pieces than are made."""
    path = race(tmp_path, ("each: 4", f"each: {each}"))
    text = path.read_text()
    start, end = text.index("setup:"), text.index("rules:")
    path.write_text(text[:start] + text[end:])
    (found,) = [one for one in check_spec(load_spec(str(path), allow_errors=True)) if "before it starts" in one.what]
    example = f"`setup: {{white: {{runner: {cells}}}}}`"
    assert found.hint == f"no piece is on the board: say where they start, like {example}"


def test_pieces_of_two_colours_may_go_to_their_captor(tmp_path: Path) -> None:
    """A captured runner changes sides through the captor's hand, so that its other colour is needed."""
    pairs = [("body: {standee: pawn}", "body: {tile: disc, reverse: other player}"),
             ("rules:\n", "rules:\n  captured: captor\n  drops: {runner: board}\n")]
    assert not [one for one in check_spec(raced(tmp_path, *pairs)) if "colour" in one.what or "made" in one.what]
