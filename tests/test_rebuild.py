"""Building over a former build: what is replaced, what stays, and what a person is told of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from built import files, options_of, problems, share_build, within
from commands import tiny

from fabgen.build import Result, build
from fabgen.spec.build_options import Options
from fabgen.verify import verify

pytestmark = pytest.mark.slow


@pytest.fixture
def tiny_game(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small game, `tiny`, with its plain build beside it in `out`: copies, to change and to build
    over."""
    def make(folder: Path) -> Result:
        return build(str(tiny(folder / "tiny")), folder / "out")

    made = share_build(tmp_path_factory, "tiny", make)
    shutil.copytree(made.target.parent, tmp_path / "out")
    return Path(shutil.copytree(made.target.parents[1] / "tiny", tmp_path / "tiny"))


def test_building_again_changes_nothing(tiny_game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.is_file()}
    assert len(before) > 10
    build(str(tiny_game), out)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.is_file()} == before


def test_only_one_folder_is_rebuilt_and_the_others_stay_listed(tiny_game: Path, tmp_path: Path) -> None:
    rebuilt = tmp_path / "out" / "tiny"
    before = files(rebuilt)
    result = build(str(tiny_game), rebuilt.parent, Options(kerf=0.3, thickness=3.0), ["laser"])
    after = files(rebuilt)
    assert within(rebuilt, "laser").keys() == {path for path in before if path.startswith("laser/")}
    assert all(after[path] != before[path] for path in after if path.startswith("laser/"))
    assert {path: digest for path, digest in after.items() if path.startswith(("print/", "rules/", "diagrams/"))} == {
        path: digest for path, digest in before.items() if path.startswith(("print/", "rules/", "diagrams/"))}
    assert {one.path for one in result.manifest} | {"manifest.json"} == after.keys()
    assert [note.what for note in result.notes if "earlier state" in note.what] == []
    assert verify(rebuilt) == []


def test_what_stays_keeps_its_options_so_that_it_can_still_be_proven(tmp_path: Path) -> None:
    """Sheets for one machine, then a rulebook with the plain options: the sheets are still that machine's."""
    game = str(tiny(tmp_path / "tiny"))
    job = Options(machine="lightburn", material="birch-ply-3mm", kerf=0.25, sheet=(300.0, 250.0), spacing=3.0,
                  papers=("letter",))
    build(game, tmp_path, job, ["laser", "print"])
    result = build(game, tmp_path, Options(papers=("a4",)), ["rules"])
    kept = {"machine": "lightburn", "material": "birch-ply-3mm", "kerf": 0.25, "sheet": [300.0, 250.0], "spacing": 3.0,
            "papers": ["letter"]}
    found = options_of(result.target)
    assert {key: found[key] for key in kept} == kept
    assert verify(result.target) == []
    build(game, tmp_path, Options(), ["laser"])
    assert options_of(result.target)["machine"] == "generic"
    assert options_of(result.target)["papers"] == ["letter"]
    assert verify(result.target) == []


def test_a_first_build_of_one_folder_makes_that_folder(tmp_path: Path) -> None:
    result = build(str(tiny(tmp_path / "tiny")), tmp_path / "out", only=["diagrams"])
    assert {path.name for path in result.target.iterdir()} == {"diagrams", "source", "manifest.json"}


def test_folders_that_stay_from_an_earlier_state_are_reported_until_they_are_rebuilt(
    tiny_game: Path, tmp_path: Path
) -> None:
    home = tiny_game
    tiny(home, "title: Tiny", "title: Tiny Two")
    for _ in range(2):  # the second time, source/ holds the new spec already
        [note] = build(str(home), tmp_path / "out", Options(thickness=3.0), only=["laser"]).notes
        assert note.level == "warning"
        assert note.what.startswith("print, rules and diagrams were made from an earlier state")
    assert build(str(home), tmp_path / "out", only=["print", "rules", "diagrams"]).notes == ()


def test_only_the_rulebook_goes_stale_with_its_text(tiny_game: Path, tmp_path: Path) -> None:
    home = tiny_game
    tiny(home, rules="# Other words\n")
    notes = build(str(home), tmp_path / "out", Options(thickness=3.0), only=["laser"]).notes
    assert [note.what.partition(" ")[0] for note in notes] == ["rules"]


def test_a_comment_in_the_spec_makes_nothing_stale(tiny_game: Path, tmp_path: Path) -> None:
    home = tiny_game
    tiny(home, "title: Tiny", "# a remark\ntitle: 'Tiny'")
    assert build(str(home), tmp_path / "out", Options(thickness=3.0), only=["laser"]).notes == ()


def test_with_a_damaged_source_folder_nobody_knows_what_stays(tiny_game: Path, tmp_path: Path) -> None:
    game, target = str(tiny_game), tmp_path / "out" / "tiny"
    (target / "source/options.json").write_text('{"machine": "lightburn"}')
    found = problems(game, tmp_path / "out", None, "rules")
    assert len(found) == 1
    assert found[0].hint == "build without --only"
    build(game, tmp_path / "out")
    assert verify(target) == []


def test_former_files_go_and_the_users_own_stay(tiny_game: Path, tmp_path: Path) -> None:
    home, target = tiny_game, tmp_path / "out" / "tiny"
    (target / "laser/notes.txt").write_text("mine")
    (target / "diagrams/moves-pawn-old.svg").write_text("mine too")
    (target / "my folder").mkdir()
    tiny(home, "  pawn: {", "  soldier: {")
    build(str(home), tmp_path / "out", Options(papers=("letter",)))
    found = files(target)
    assert "diagrams/moves-soldier.svg" in found
    assert "diagrams/moves-pawn.svg" not in found
    assert not [path for path in found if path.startswith("print/") and "a4" in path]
    assert (target / "laser/notes.txt").read_text() == "mine"
    assert (target / "diagrams/moves-pawn-old.svg").read_text() == "mine too"
    assert (target / "my folder").is_dir()
    assert {problem.where.file for problem in verify(target)} == {"laser/notes.txt", "diagrams/moves-pawn-old.svg"}
