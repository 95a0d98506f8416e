"""Fewer players than a spec has, by the standard rules: against the same game written for these alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from built import build_in_place, verify_in_place
from click.testing import CliRunner

from fabgen.authoring.summary import summarize_game
from fabgen.check.play import check_counts, check_seats
from fabgen.cli import main
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.components.player_aids import read_chapter
from fabgen.figures.diagrams.catalogue import draw_figure, stand_alone_figures
from fabgen.figures.pieces.bases import make_base
from fabgen.figures.positions.piece_icons import count_bars, draw_piece, player_letters
from fabgen.figures.positions.setup import draw_setup
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.laser.job import make_laser_job
from fabgen.rules.boards import Board
from fabgen.rules.perft import perft
from fabgen.rules.position import Piece
from fabgen.spec.build_options import Options
from fabgen.spec.fewer_players import game_for, with_seating
from fabgen.spec.game import Aid, SeatPlan
from fabgen.spec.load import load_spec, with_players
from fabgen.typeset.blocks import BookFigure, walk_blocks
from fabgen.verify.figures import expected_figures

THREE = """\
fabgen: 1
title: Three Corners
designer: Nobody
facts: {players: 2-3}
players:
  red: {forward: up, material: acrylic-3mm/red}
  blue: {forward: down, material: acrylic-3mm/blue}
  green: {forward: up, material: acrylic-3mm/white}
SEATSboard:
  grid: 5x5
  cell: 36 mm
  material: birch-ply-3mm
  zones: {top: {cells: a5-e5, of: green}, low: {cells: a1-e1}, green: {cells: c3}}
pieces:
  man: {each: {red: 3, blue: 2, green: 4}, moves: K, body: {tile: disc, face: plain}}
  rook: {of: [blue, green], moves: R, body: {tile: square, face: plain}}
setup:
  red: {man: a1 b1 c1}
  blue: {man: a5 b5, rook: c5}
  green: {man: e1 e2 e3 d2, rook: e4}
rules:
  set: standard
  turns: [green, red, blue]
  forbidden: {green rook: low, blue rook: green}
  homes: {green: green, red: low}
  captured: home
  stuck: {green: draws, red: loses}
  win:
    - {reach: {green: top}, pieces: any}
    - {reach: {red: top, green man: top, blue: low}, pieces: all}
    - {capture: all}
"""
EXAMPLE = """\
examples:
  - {id: meeting, title: They meet, position: "red: man a1; green: man b2; blue: man e5; turn: red", legal: [a1xb2]}
"""
TWO = """\
fabgen: 1
title: Three Corners
designer: Nobody
players:
  red: {forward: up, material: acrylic-3mm/red}
  blue: {forward: down, material: acrylic-3mm/blue}
board:
  grid: 5x5
  cell: 36 mm
  material: birch-ply-3mm
  zones: {top: {cells: a5-e5}, low: {cells: a1-e1}, green: {cells: c3}}
pieces:
  man: {each: {red: 3, blue: 2}, moves: K, body: {tile: disc, face: plain}}
  rook: {of: [blue], moves: R, body: {tile: square, face: plain}}
setup:
  red: {man: a1 b1 c1}
  blue: {man: a5 b5, rook: c5}
rules:
  set: standard
  turns: [red, blue]
  forbidden: {blue rook: green}
  homes: {red: low}
  captured: home
  stuck: {red: loses}
  win: [{reach: {red: top, blue: low}, pieces: all}, {capture: all}]
"""


def write(folder: Path, text: str, seats: str = "") -> str:
    """The game in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text.replace("SEATS", f"seats: {seats}\n" if seats else ""))
    (folder / "rules.md").write_text("# Three Corners\n\nMove a man.\n")
    return str(folder)


def test_the_game_is_that_of_these_players_alone(tmp_path: Path) -> None:
    fewer = with_players(load_spec(write(tmp_path / "three", THREE, "{2: [red, blue]}")), 2)
    alone = load_spec(write(tmp_path / "two", TWO))
    assert fewer.problems == ()
    assert fewer.play
    assert alone.play
    assert str(fewer.start) == str(alone.start)
    assert fewer.options == alone.options
    counts = [perft(alone.play, alone.play.start(), depth) for depth in (1, 2, 3)]
    assert [perft(fewer.play, fewer.play.start(), depth) for depth in (1, 2, 3)] == counts
    assert [fewer.game.count_of(*army) for army in fewer.game.armies] == [3, 2, 1]
    assert fewer.game.board.zones["top"].of is None


def test_the_whole_game_is_as_before(tmp_path: Path) -> None:
    spec = load_spec(write(tmp_path, THREE, "{2: [red, blue]}"))
    assert [*spec.game.players] == ["red", "blue", "green"]
    assert with_players(spec, 3) is spec


def test_towers_without_those_who_are_gone() -> None:
    """Each boat that lies below another in Nineteen Isles is of the player of the packet on top."""
    text = (Path(__file__).parents[1] / "templates" / "nineteen-isles" / "game.yaml").read_text()
    folder = str(Path(__file__).parents[1] / "templates" / "nineteen-isles")

    def seat(spec: str) -> str:
        return spec.replace("facts:", "seats: {2: [red, blue], 3: [blue, red, green]}\nfacts:", 1)

    assert "seats" not in text
    spec = load_spec(folder, edit=seat)
    fewer = with_players(spec, 2)
    assert [*fewer.game.players] == ["red", "blue"]
    standing = {spec.lattice.title(cell): str(piece) for cell, piece in fewer.start.pieces.items()}
    assert standing == {"North Skerry": "red packet", "Gull Rock": "red smack", "Fårö": "red smack",
                        "St. Brannoc": "blue packet", "Port-na-Craig": "blue smack", "Old Man's Chair": "blue smack"}
    assert {cell: [*map(str, pieces)] for cell, pieces in fewer.start.below.items()} == {
        "northskerry": ["red smack"] * 2, "stbrannoc": ["blue smack"] * 2}
    assert [*with_players(spec, 3).game.players] == ["red", "blue", "green"]  # in the order of the spec


def test_a_player_whose_name_is_in_another(tmp_path: Path) -> None:
    """A tower of a player `redder` is not one of `red`, whatever its pieces are called."""
    game = load_spec(write(tmp_path, THREE, "{2: [red, blue]}")).game
    players = {"red": game.players["red"], "redder": game.players["blue"], "grey": game.players["green"]}
    setup = {"redder": {"man": "a1 b1"}, "grey": {"man": "c1"},
             "under": {"a1": "2 redder man", "b1": "1 red man, redder redling"}}
    three = game.model_copy(update={"players": players, "setup": setup})
    assert game_for(three, ("redder", "grey"), Board(5, 5)).setup["under"] == {
        "a1": "2 redder man", "b1": " redder redling"}


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ({"losers": "removed"}, {}),
        ({"drops": {"red man": "top", "green man": "low", "rook": "low"}},
         {"drops": {"red man": "top", "rook": "low"}}),
        ({"drops": {"green": "low"}, "captured": "captor"}, {"captured": "captor"}),
        ({"moves_first": "green"}, {}),
        ({"moves_first": "blue"}, {"moves_first": "blue"}),
        ({"promotion": {"man": {"zone": {"green": "top"}, "to": ["rook"]}}}, {}),
        ({"promotion": {"man": {"zone": {"green": "top", "red": "low"}, "to": ["rook"]},
                        "rook": {"zone": {"green": "low"}, "to": ["man"]}}},
         {"promotion": {"man": {"zone": {"red": "low"}, "to": ["rook"]}}}),
    ],
)
def test_options_that_name_a_player_who_is_gone(tmp_path: Path, options: dict[str, Any], left: dict[str, Any]) -> None:
    """With red and blue alone, nothing is left of what was said of green, and of losers where the first one ends the
    game."""
    game = load_spec(write(tmp_path, THREE, "{2: [red, blue]}")).game
    fewer = game_for(game.model_copy(update={"rules": options}), ("red", "blue"), Board(5, 5))
    assert fewer.rules == left


def test_losers_are_still_removed_with_three_of_four(tmp_path: Path) -> None:
    game = load_spec(write(tmp_path, THREE, "{2: [red, blue]}")).game
    players = {**game.players, "grey": game.players["red"]}
    four = game.model_copy(update={"rules": {"losers": "removed"}, "players": players})
    assert game_for(four, ("red", "blue", "green"), Board(5, 5)).rules == {"losers": "removed"}


def test_the_problem_of_the_game_for_fewer_is_said(tmp_path: Path) -> None:
    """Green alone has a hand to hide."""
    options = "  hidden: {hands: true}\n  drops: {green: low}\n  captured: removed\n"
    text = THREE.replace("  captured: home\n", options).replace("  homes: {green: green, red: low}\n", "")
    game = write(tmp_path, text, "{2: [red, blue]}")
    problems = [problem.what for problem in with_players(load_spec(game), 2).problems if problem.level == "error"]
    assert problems == ["nobody has pieces in hand"]
    result = CliRunner().invoke(main, ["moves", game, "--players", "2", "--after", "a1-a2"])
    assert result.exit_code
    assert problems[0] in result.output
    assert "no `rules` of play" not in result.output


@pytest.mark.parametrize(
    ("seats", "number", "message"),
    [
        ("", 2, "Three Corners is a game for 3 players, not 2"),
        ("{2: [red, blue]}", 1, "Three Corners is a game for 2 or 3, not 1"),
        ("{2: [red, blue]}", 4, "Three Corners is a game for 2 or 3, not 4"),
    ],
)
def test_other_numbers_are_refused(tmp_path: Path, seats: str, number: int, message: str) -> None:
    spec = load_spec(write(tmp_path, THREE, seats))
    with pytest.raises(FabgenError) as caught:
        with_players(spec, number)
    assert [problem.what for problem in caught.value.problems] == [message]
    assert number > 3 or "`seats" in caught.value.problems[0].hint or "under `seats`" in caught.value.problems[0].hint


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ("{2: [red, bleu]}", "no player is called `bleu`"),
        ("{2: [red]}", "this needs 2 different players, not red"),
        ("{2: [red, red]}", "this needs 2 different players, not red and red"),
        ("{3: [red, blue, green]}", "the game has 3 players"),
    ],
)
def test_seats_that_mean_nothing(tmp_path: Path, seats: str, message: str) -> None:
    with pytest.raises(FabgenError) as caught:
        load_spec(write(tmp_path, THREE, seats))
    (problem,) = caught.value.problems
    assert problem.what == message
    assert problem.where.key.startswith("seats.")
    assert problem.where.line > 1


def test_check_says_what_is_wrong_with_fewer(tmp_path: Path) -> None:
    """Without blue, red has reached nothing and green nothing, but a game of red alone is over at once."""
    spec = load_spec(write(tmp_path, THREE, "{2: [red, blue]}"))
    assert [*check_seats(spec)] == []
    over = THREE.replace("red: {man: a1 b1 c1}", "red: {man: a5 b1 c1}").replace("blue: {man: a5 b5", "blue: {man: b5")
    over = over.replace("- {reach: {red: top, green man: top, blue: low}, pieces: all}", "- {reach: {red: top}}")
    spec = load_spec(write(tmp_path, over, "{2: [red, blue]}"), allow_errors=True)
    (problem,) = check_seats(spec)
    assert problem.where.key == "seats.2"
    assert problem.what.startswith("with 2 players: the game is over before it starts: red won")


def test_a_card_shows_examples_of_the_whole_game(tmp_path: Path) -> None:
    """The quick reference shows an example with pieces of green, also where green does not play."""
    folder = Path(write(tmp_path / "game", THREE + EXAMPLE, "{2: [red, blue]}"))
    (folder / "rules.md").write_text("# Three Corners\n\nMove.\n\n# Quick reference\n\n![](example:meeting)\n")
    fewer = with_players(load_spec(str(folder)), 2)
    blocks = read_chapter(fewer, "card", Aid(kind="card"), load_words())
    (figure,) = [block for block in blocks if isinstance(block, BookFigure)]
    assert figure.anchor == "figure/example-meeting"


OWN_START = """{2: {players: [red, blue], board: {grid: 4x4, zones: {top: a4-d4, low: a1-d1, green: b2}},
          setup: {red: {man: a1 d1}, blue: {man: b4, rook: a4}}}}"""


def test_two_have_a_board_and_a_start_of_their_own(tmp_path: Path) -> None:
    """Against the game for two with this board and this set-up."""
    fewer = with_players(load_spec(write(tmp_path / "three", THREE, OWN_START)), 2)
    text = TWO.replace("5x5", "4x4").replace("a5-e5", "a4-d4").replace("a1-e1", "a1-d1").replace("c3}", "b2}")
    text = text.replace("a1 b1 c1", "a1 d1").replace("man: a5 b5, rook: c5", "man: b4, rook: a4")
    alone = load_spec(write(tmp_path / "two", text))
    assert fewer.problems == ()
    assert fewer.play
    assert alone.play
    assert fewer.game.board == alone.game.board
    assert str(fewer.start) == str(alone.start)
    assert [perft(fewer.play, fewer.play.start(), n) for n in (1, 2, 3)] == [
        perft(alone.play, alone.play.start(), n) for n in (1, 2, 3)]


GATE = THREE.replace("low: {cells: a1-e1}", "low: {cells: a1-e1}, gate: {cells: e5, of: green}")


@pytest.mark.parametrize(
    ("board", "gate"),
    [
        ("", None),  # nobody is left for it
        (", board: {grid: 4x4, zones: {top: a4-d4, green: b2}}", None),  # e5 is not on this board
        (", board: {grid: 4x4, zones: {top: a4-d4, low: a1-d1, green: b2, gate: ''}}", None),
        (", board: {grid: 4x4, zones: {top: a4-d4, low: a1-d1, green: b2, gate: d4}}", "d4"),  # asked for
    ],
)
def test_a_zone_of_an_absent_player_is_left_out(tmp_path: Path, board: str, gate: str | None) -> None:
    """Green's gate is named by no rule; green's `top` is where red goes, and stays."""
    seats = f"{{2: {{players: [red, blue], setup: {{red: {{man: a1}}, blue: {{man: b4}}}}{board}}}}}"
    text = GATE.replace("low: {cells: a1-e1}", "low: {cells: a1-d1}")
    spec = load_spec(write(tmp_path, text, seats))
    assert [*check_seats(spec)] == []
    zones = with_players(spec, 2).game.board.zones
    assert [*zones] == ["top", "low"] + ["gate"] * (gate is not None) + ["green"]
    assert gate is None or (zones["gate"].cells, zones["gate"].of) == (gate, None)
    assert spec.game.board.zones["gate"].of == "green"


def test_a_zone_that_a_rule_names_cannot_be_left_out(tmp_path: Path) -> None:
    seats = OWN_START.replace("top: a4-d4", "top: ''")
    problems = [*check_seats(load_spec(write(tmp_path, THREE, seats)))]
    assert problems
    assert all("there is no zone `top`" in problem.what for problem in problems)


def test_other_rule_sets_keep_zones_of_absent_players(tmp_path: Path) -> None:
    """They may look for a zone that none of their options names."""
    game = load_spec(write(tmp_path, GATE, "{2: [red, blue]}")).game
    other = game.model_copy(update={"rules": {"set": "gates"}})
    assert "gate" in game_for(other, ("red", "blue"), Board(5, 5)).board.zones
    assert "gate" not in game_for(game, ("red", "blue"), Board(5, 5)).board.zones


def test_hints_say_how_another_board_goes_without_zones_and_holes(tmp_path: Path) -> None:
    text = THREE.replace("  grid: 5x5\n", "  grid: 5x5\n  holes: d5\n").replace("a5-e5", "a5-c5")
    seats = OWN_START.replace(", green: b2", "").replace("low: a1-d1", "low: ''")

    def hint_of(problem_key: str, seats: str) -> str:
        problems = [*check_seats(load_spec(write(tmp_path, text, seats)))]
        return next(problem.hint for problem in problems if f"`{problem_key}` of the whole game" in problem.what)

    assert hint_of("board.holes", seats).endswith('`holes: ""` for none')
    with_holes = seats.replace("grid: 4x4,", "grid: 4x4, holes: '',").replace("top: a4-d4, ", "")
    assert hint_of("board.zones.top.cells", with_holes).endswith('`top: ""` for no such zone')


def test_hands_of_fewer_players() -> None:
    spec = load_spec("abstract-game")
    game, hand = spec.game, {"white": {"pawn": 2}}
    assert with_seating(game, SeatPlan(players=("white",), hand=hand), spec.lattice).hand == hand
    assert with_seating(game, SeatPlan(players=("white",), hand=hand), spec.lattice).setup == game.setup
    held = game.model_copy(update={"hand": {"white": {"pawn": 1}, "black": {"pawn": 3}}})
    assert with_seating(held, SeatPlan(players=("white", "black"), hand=hand), spec.lattice).hand == {
        "white": {"pawn": 2}, "black": {"pawn": 3}}


@pytest.mark.parametrize(
    ("setup", "blue"),
    [
        ("{red: {man: b1 d1}}", {"a5": "blue man", "b5": "blue man", "c5": "blue rook"}),
        ("{red: {man: b1 d1}, blue: {rook: e5}}", {"e5": "blue rook"}),
        ("{red: {man: b1 d1}, blue: {}}", {}),
    ],
)
def test_who_is_not_named_starts_as_in_the_whole_game(tmp_path: Path, setup: str, blue: dict[str, str]) -> None:
    spec = load_spec(write(tmp_path, THREE, f"{{2: {{players: [red, blue], setup: {setup}}}}}"))
    pieces = with_players(spec, 2).start.pieces
    assert {str(cell): str(piece) for cell, piece in pieces.items()} == {"b1": "red man", "d1": "red man"} | blue


def test_towers_stay_below_the_pieces_that_stay() -> None:
    """Of the towers of the whole game, those under pieces that start elsewhere are gone."""
    spec = load_spec(str(Path(__file__).parents[1] / "templates" / "nineteen-isles"))
    players = tuple(spec.game.players)
    red = {"red": {"packet": "Gull Rock"}}
    fewer = with_seating(spec.game, SeatPlan(players=players, setup=red), spec.lattice)
    assert fewer.setup["blue"] == spec.game.setup["blue"]
    assert [*fewer.setup["under"]] == ["Isla Peñón", "stbrannoc", "South Skerry"]
    assert fewer.setup["under"]["stbrannoc"] == "2 blue smack"


def test_on_another_board_each_player_needs_a_start(tmp_path: Path) -> None:
    """The set-up of the whole game is for its board: who is not named there has no pieces, and that is an error."""
    seats = OWN_START.replace(", blue: {man: b4, rook: a4}", "")
    assert seats != OWN_START
    spec = load_spec(write(tmp_path, THREE, seats))
    (problem,) = check_seats(spec)
    assert (problem.level, problem.where.key, problem.what) == (
        "error", "seats.2.setup", "with 2 players: blue has no pieces on this board")
    assert "`setup: {blue: ...}`" in problem.hint
    with pytest.raises(FabgenError, match="blue has no pieces on this board"):
        with_players(spec, 2)
    empty = with_players(load_spec(write(tmp_path, THREE, seats.replace("a1 d1}", "a1 d1}, blue: {}"))), 2)
    assert [*empty.game.setup] == ["red"]


def test_the_book_and_a_diagram_show_the_start_of_two(tmp_path: Path) -> None:
    """Beside the set-up where the text does not refer to it, else where it does, once."""
    folder = Path(write(tmp_path, THREE, OWN_START))
    for text, anchors in (("![](setup)", ["figure/setup", "figure/seats-2"]),
                          ("![](seats:2)\n\nLater.\n\n![](setup)", ["figure/seats-2", "figure/setup"])):
        (folder / "rules.md").write_text(f"# Three Corners\n\nMove a man.\n\n{text}\n")
        spec = load_spec(str(folder))
        figures = [block for block in walk_blocks(read_game_rulebook(spec).body) if isinstance(block, BookFigure)]
        assert [figure.anchor for figure in figures] == anchors
    figure = draw_figure(spec, "seats", "2")
    assert figure.caption == "The set-up for 2 players: red and blue."
    assert figure.drawing == draw_setup(with_players(spec, 2), 11.0)
    assert [*expected_figures(spec)] == [f"{kind}-{name}".strip("-") for kind, name in stand_alone_figures(spec)]
    summary = [*summarize_game(spec, make_laser_job(spec, Options()))]
    assert "  2 players: red and blue, with another `setup` and another `board`" in summary


@pytest.mark.parametrize(
    ("seats", "key", "message"),
    [
        ("{2: {players: [red, blue], setup: {red: {man: a1 b1 c1 d1}, blue: {man: b4}}}}", "seats.2",
         "with 2 players: red starts with 4 men, but only 3 are made"),
        ("{2: {players: [red, blue], setup: {red: {man: a1 z9}, blue: {man: b4}}}}", "seats.2.setup.red.man",
         "with 2 players: `z9` is not on the board"),
        ("{2: {players: [red, blue], setup: {green: {man: a1}, blue: {man: b4}}}}", "seats.2.setup.green",
         "with 2 players: there is no player `green`"),
        ("{2: {players: [red, blue], board: {grid: 4x4}}}", "seats.2.board",
         "with 2 players: `a5` is not on the board (`board.zones.top.cells` of the whole game)"),
    ],
)
def test_check_names_the_place_of_a_fault_under_seats(tmp_path: Path, seats: str, key: str, message: str) -> None:
    problems = [*check_seats(load_spec(write(tmp_path, THREE, seats)))]
    assert problems
    assert all(problem.level == "error" and problem.what.startswith("with 2 players: ") for problem in problems)
    assert any(problem.what.startswith(message) and problem.where.key.startswith(key) for problem in problems)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ("{2: {players: [red, blue], board: {hexagon: 4}}}", "the board is a grid, and for fewer players a hexagon"),
        ("{2: {players: [red, blue], board: {zones: {tops: a1}}}}", "there is no zone `tops`"),
        ("{2: {setup: {red: {man: a1}}}}", "players"),
        ("{2: {players: [red]}}", "this needs 2 different players, not red"),
    ],
)
def test_another_board_must_suit_the_game(tmp_path: Path, seats: str, message: str) -> None:
    with pytest.raises(FabgenError) as caught:
        load_spec(write(tmp_path, THREE, seats))
    assert any(message in f"{problem.what} {problem.where.key}" for problem in caught.value.problems)


@pytest.mark.slow
def test_laser_and_print_for_two_of_three(tmp_path: Path) -> None:
    """Six pieces and a board are cut: three men of red, two and a rook of blue, nothing of green."""
    game = write(tmp_path / "game", THREE, "{2: [red, blue]}")
    built = build_in_place(game, tmp_path / "out", Options(players=2, print_players=2), only=["laser", "print"])
    assert verify_in_place(built.target) == []
    sheets = sorted(entry.name for entry in (built.target / "laser").iterdir())
    assert not any("green" in name for name in sheets)


@pytest.mark.parametrize(("seats", "is_warned"), [
    ("{2: [red, blue]}", True),
    ("{2: {players: [red, blue], setup: {blue: {man: b5, rook: c5}}}}", False),
])
def test_a_piece_may_be_made_for_fewer_players_alone(tmp_path: Path, seats: str, is_warned: bool) -> None:
    text = THREE.replace("blue: {man: a5 b5, rook: c5}", "blue: {man: a5 b5}")
    assert text != THREE
    problems = [*check_counts(load_spec(write(tmp_path, text, seats)))]
    assert ("blue starts with no rook, and 1 is made for blue" in [problem.what for problem in problems]) is is_warned


def test_a_player_has_the_same_sign_whoever_plays(tmp_path: Path) -> None:
    """Green is the third of three: two bars and the third outline of bases, also where Blue does not play."""
    spec = load_spec(write(tmp_path, THREE, "{2: [red, green]}"))
    fewer = with_players(spec, 2)
    for game in (spec.game, fewer.game):
        assert (game.sign_number("red"), game.sign_number("green")) == (0, 2)
        assert count_bars(game, "green") == 2
    piece = Piece("green", "man")
    assert draw_piece(fewer, piece, 20.0) == draw_piece(spec, piece, 20.0)
    assert make_base(fewer.game, "green", "man") == make_base(spec.game, "green", "man")
    assert make_paper_kit(fewer).note == "Signs at the rear edges of the pieces: red none and green 2 bars."


def test_black_and_white_have_signs_where_a_third_player_could_play(tmp_path: Path) -> None:
    """In a game of these two alone, White would have none on paper, and Black the sign of the second."""
    three = (THREE.replace("acrylic-3mm/red", "acrylic-3mm/white").replace("acrylic-3mm/blue", "acrylic-3mm/black")
             .replace("up, material: acrylic-3mm/white}\nSEATS", "up, material: acrylic-3mm/green}\nSEATS"))
    spec = load_spec(write(tmp_path, three, "{2: [blue, red]}"))
    fewer = with_players(spec, 2).game
    assert sorted(player.tone(name) for name, player in fewer.players.items()) == ["black", "white"]
    assert [fewer.sign_number(player) for player in ("red", "blue")] == [0, 1]
    assert not fewer.has_black_and_white


def test_letters_of_many_players_stay_when_few_play(tmp_path: Path) -> None:
    """Four players have letters, the second B of them an L."""
    four = THREE.replace("SEATS", "  black: {forward: down, material: acrylic-3mm/grey}\nSEATS").replace(
        "red: 3, blue: 2, green: 4", "red: 3, blue: 2, green: 4, black: 1").replace(
        "green: {man: e1 e2 e3 d2, rook: e4}", "green: {man: e1 e2 e3 d2, rook: e4}\n  black: {man: a3}").replace(
        "[green, red, blue]", "[green, red, blue, black]")
    spec = load_spec(write(tmp_path, four, "{2: [red, black]}"))
    assert player_letters(spec.game) == {"red": "R", "blue": "B", "green": "G", "black": "L"}
    assert player_letters(with_players(spec, 2).game) == {"red": "R", "black": "L"}
