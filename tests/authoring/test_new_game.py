"""`fabgen new`: what it writes is sound, builds, and stands in nobody's way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from commands import tiny
from recipe_games import RECIPES

from fabgen.authoring.recipes import read_recipes
from fabgen.build import build, load_valid_game
from fabgen.cli import main
from fabgen.spec.game_folder import template_folders


def new(*args: str) -> Result:
    result = CliRunner().invoke(main, ["new", *args], prog_name="fabgen")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.mark.sample(1)
@pytest.mark.parametrize(("args", "runners"), [
    ((), 8), (("--board", "4x4"), 4), (("--board", "5x9", "--players", "1"), 5), (("--players", "3"), 4),
    (("--board", "6x9", "--players", "4"), 2), (("--board", "11x11", "--players", "2"), 11),
])
def test_a_new_game_is_sound(here: Path, args: tuple[str, ...], runners: int) -> None:
    assert new("my-game", *args).exit_code == 0
    spec, notes = load_valid_game("my-game")
    assert notes == []
    assert spec.game.title == "My Game"
    assert spec.play is not None
    men = spec.play.show(spec.play.start()).pieces
    assert len(men) == runners * len(spec.game.players)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "runners"), [  # by the number of players from 1; a rim of a hexagon is two sides
    ("hexagon:3", (5, 5, 1, 1)), ("hexagon:5", (9, 9, 5, 3)), ("rhombus:6x6", (6, 6)), ("triangle:7", (7, 3, 3)),
    ("points:8x8", (8, 8, 4, 4)), ("points:hexagon:4", (7, 7, 3, 1)),
])
def test_a_new_game_on_another_board_is_sound(here: Path, board: str, runners: tuple[int, ...]) -> None:
    for players, count in enumerate(runners, 1):
        name = f"game-{players}"
        assert new(name, "--board", board, "--players", str(players)).exit_code == 0
        spec, notes = load_valid_game(name)
        assert notes == []
        assert spec.game.board.points == board.startswith("points:")
        assert spec.play is not None
        men = spec.play.show(spec.play.start()).pieces
        assert [sum(man.player == player for man in men.values()) for player in spec.game.players] == [count] * players
    result = new("more", "--board", board, "--players", str(len(runners) + 1))
    assert result.exit_code == (1 if len(runners) < 4 else 2)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["hexagon:5", "rhombus:6x6", "triangle:7", "points:6x6"])
def test_a_new_game_on_another_board_builds(here: Path, board: str) -> None:
    new("pond", "--board", board)
    assert build("pond", here).target == here / "pond"


@pytest.mark.slow
def test_a_new_game_builds(here: Path) -> None:
    new("races/crossing")
    assert build("races/crossing", here).target == here / "crossing"


@pytest.mark.parametrize("recipe", read_recipes())
def test_a_game_from_a_recipe_is_sound_and_shows_all_of_it(here: Path, recipe: str) -> None:
    """Nothing is to be said about it, notices neither: each example is shown, and each chapter has words."""
    assert new("mine", "--from", recipe).exit_code == 0
    spec, notes = load_valid_game("mine")
    assert [note for note in notes if note.level != "notice"] == []
    assert (spec.game.title, spec.game.source) == ("Mine", None)
    text = Path("mine", "rules.md").read_text()
    assert all(f"![](example:{example.id})" in text for example in spec.game.examples)
    assert new("mine", "--from", recipe).exit_code == 1


@pytest.mark.parametrize("name", ["null", "True", "false", "no"])
def test_a_name_that_yaml_would_read_otherwise_is_a_title(here: Path, name: str) -> None:
    assert new(name).exit_code == 0
    assert load_valid_game(name)[0].game.title.casefold() == name.casefold()


def test_recipes_are_listed_and_the_nearest_is_offered(here: Path) -> None:
    listed = CliRunner().invoke(main, ["list", "recipes"]).output
    assert [line.split()[0] for line in listed.splitlines()] == [*RECIPES]
    assert "one set of tiles for both players" in listed
    result = new("mine", "--from", "shogy")
    assert result.exit_code == 2
    assert "there is no game or recipe `shogy`\n  did you mean shogi?" in result.output
    assert not Path("mine").exists()


@pytest.mark.sample(1)
@pytest.mark.parametrize("template", sorted(template_folders()))
def test_a_copy_of_a_template_is_sound_and_names_its_source(here: Path, template: str) -> None:
    assert new("mine", "--from", template).exit_code == 0
    spec, notes = load_valid_game("mine")
    assert [note for note in notes if note.level != "notice"] == []
    assert spec.game.title == "Mine"
    assert spec.game.source is not None
    assert spec.game.source.startswith("begun from ")


@pytest.mark.parametrize(("args", "code", "words"), [
    (("--board", "hexagon:2"), 1, "a hexagon of 2 is out of range"),
    (("--board", "rhombus:6"), 2, "write rhombus:6x6"), (("--board", "points:9"), 2, "hexagon:5, rhombus:6x6"),
    (("--board", "3x3"), 1, "a board of 3x3 is out of range"), (("--board", "8"), 2, "`8` is not a grid"),
    (("--board", "5x5", "--players", "3"), 1, "for 3 players"), (("--players", "9"), 2, "9 is not in the range"),
    (("--from", "corection"), 2, "did you mean correction?"),
    (("--from", "correction", "--board", "5x5"), 2, "exclude each other"),
])
def test_what_cannot_be_started_is_reported(here: Path, args: tuple[str, ...], code: int, words: str) -> None:
    result = new("mine", *args)
    assert result.exit_code == code
    assert words in result.stderr
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("thing", ["folder", "file", "link"])
def test_what_is_there_stays(here: Path, thing: str) -> None:
    mine = here / "mine"
    if thing == "folder":
        mine.mkdir()
    elif thing == "file":
        mine.write_text("mine")
    else:
        mine.symlink_to(here / "nowhere")
    result = new("mine")
    assert result.exit_code == 1
    assert "stays as it is" in result.stderr
    assert [path.name for path in here.iterdir()] == ["mine"]


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
def test_a_copy_holds_the_files_of_its_folder_and_nothing_else(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(here / "tiny")
    (here / "secret.txt").write_text("a secret")
    os.mkfifo(here / "tiny/pipe")
    (here / "tiny/notes.txt").write_text("notes")
    assert new("mine", "--from", "tiny").exit_code == 0
    assert sorted(os.listdir("mine")) == ["game.yaml", "notes.txt", "rules.md", "schema.json"]
    (here / "tiny/link.txt").symlink_to("../secret.txt")
    refused = new("other", "--from", "tiny")
    assert (refused.exit_code, "tiny/link.txt: error: this link leads out" in refused.stderr) == (1, True)
    assert not (here / "other").exists()
    (here / "tiny/link.txt").unlink()
    monkeypatch.setattr("fabgen.authoring.new_game.LARGEST_COPY", 100)
    assert "fabgen reads at most" in new("other", "--from", "tiny").stderr


def test_a_copy_of_a_spec_that_is_not_utf_8(here: Path) -> None:
    spec = tiny(here / "tiny") / "game.yaml"
    spec.write_bytes(spec.read_bytes().replace(b"Nobody", b"J\xfcrgen"))
    refused = new("other", "--from", "tiny")
    assert (refused.exit_code, "game.yaml:3:12: error: the file is not UTF-8 text" in refused.stderr) == (1, True)


def test_a_folder_that_may_not_be_entered(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.stat

    def refuse(path: object, **options: object) -> os.stat_result:
        if str(path).startswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", refuse)
    refused = new("closed/mine")
    assert (refused.exit_code, refused.stderr) == (1, "closed/mine: error: cannot look there: permission denied\n")
