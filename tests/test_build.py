"""The whole chain: which files a build makes, of a template and of a game of the user's own."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path

import pytest
from built import files, options_of, within
from commands import FOUR, tiny
from pypdfium2 import PdfDocument
from svgelements import SVG
from svgelements import Path as SvgPath

import fabgen
from fabgen.build import Result, build
from fabgen.core.manifest import Manifest
from fabgen.spec.build_options import Options
from fabgen.verify import verify
from fabgen.verify.sources import BuildSources


def test_a_plain_build_makes_what_the_readme_says(correction: Result) -> None:
    found = files(correction.target)
    assert {path for path in found if path.startswith("laser/")} == {
        "laser/job.json", "laser/job-sheet.pdf",
        *(f"laser/{name}.svg" for name in ("board", "green-pieces", "orange-pieces", "denial-tokens"))}
    assert {path for path in found if path.startswith("print/")} == {
        f"print/correction-1.01-pnp-{paper}-fold.pdf" for paper in ("a4", "letter")}
    assert {path for path in found if path.startswith("rules/")} == {
        f"rules/correction-1.01-rules{kind}.pdf" for kind in ("", "-booklet-a4", "-booklet-letter")}
    assert {f"diagrams/{name}.{suffix}" for name in ("board", "moves-pawn", "moves-knight", "moves-spearman")
            for suffix in ("svg", "pdf", "png")} <= found.keys()
    assert {path for path in found if path.startswith("source/")} == {
        f"source/{name}" for name in
        ("game.yaml", "rules.md", "machine.json", "shop.json", "options.json", "origins.json")}


def test_the_manifest_lists_every_file_with_purpose_size_checksum_and_version(correction: Result) -> None:
    manifest = json.loads((correction.target / "manifest.json").read_text())
    assert manifest["fabgen"] == fabgen.__version__
    assert {one["path"]: one["sha256"] for one in manifest["files"]} | {
        "manifest.json": files(correction.target)["manifest.json"]} == files(correction.target)
    assert all(one["purpose"] for one in manifest["files"])
    unsized = {one["path"] for one in manifest["files"] if "size_mm" not in one}
    assert unsized == {"laser/job.json", *within(correction.target, "source")}


def test_a_result_comes_back_from_another_process(tmp_path: Path) -> None:
    """`build all` gets its results from worker processes; compiled rules hold functions, which none can send."""
    sources = BuildSources(tmp_path)
    sources.__dict__["spec"] = lambda: None
    result = Result(tmp_path, Manifest("1", "tiny", "Tiny", ()), ("laser",), sources=sources)
    copy = pickle.loads(pickle.dumps(result))
    assert (copy, copy.sources) == (result, None)


@pytest.mark.parametrize(("paper", "size"), [("a4", (210.0, 297.0)), ("letter", (215.9, 279.4))])  # ISO 216, ANSI Y14.1
def test_print_and_play_is_laid_out_for_its_paper(correction: Result, paper: str, size: tuple[float, float]) -> None:
    path = f"print/correction-1.01-pnp-{paper}-fold.pdf"
    entry = next(one for one in correction.manifest if one.path == path)
    document = PdfDocument(correction.target / path)
    assert entry.size_mm == size
    assert entry.pages == len(document)
    for page in document:
        assert sorted(side / 72 * 25.4 for side in page.get_size()) == pytest.approx(size, abs=0.01)


@pytest.mark.slow
def test_a_build_passes_verify_also_later_and_elsewhere(correction: Result, tmp_path: Path) -> None:
    moved = Path(shutil.copytree(correction.target, tmp_path / "moved away"))
    assert verify(moved) == []


def test_nothing_is_left_beside_the_output(correction: Result) -> None:
    kept = {"lock", "result.pickle"}  # of the tests, which share this build
    assert {path.name for path in correction.target.parent.iterdir()} - kept == {"correction"}


@pytest.mark.slow
def test_progress_names_the_steps(tmp_path: Path) -> None:
    steps: list[str] = []
    build(str(tiny(tmp_path / "tiny")), tmp_path, only=("laser",), progress=steps.append)
    steps = [step for step in steps if not step.startswith("nesting")]
    assert steps == ["reading the game", "laser sheets", "job sheet", "verifying", "putting the files in place"]


@pytest.mark.slow
def test_a_game_of_ones_own_is_called_after_its_file(foursome: Result) -> None:
    assert foursome.target.name == "four"
    assert foursome.target.parent.name == "out ü x"
    names = {path for path in files(foursome.target) if path.startswith(("print/", "rules/"))}
    assert names == {"print/four-2.0-beta-1-pnp-a4-fold.pdf", "print/four-2.0-beta-1-pnp-letter-fold.pdf",
                     *(f"rules/four-2.0-beta-1-rules{kind}.pdf" for kind in ("", "-booklet-a4", "-booklet-letter"))}


@pytest.mark.slow
def test_it_has_a_sheet_for_each_player_and_material(foursome: Result) -> None:
    pieces = {f"{player}-pieces" for player in ("north", "south", "east", "west")}
    sheets = {Path(path).stem for path in within(foursome.target, "laser")}
    shared = {"board-and-west-pieces"}  # of one material and colour, which fit one sheet
    assert sheets == {"square-thing-tokens", "disc-tokens", "job", "job-sheet"} | pieces - {"west-pieces"} | shared


@pytest.mark.slow
def test_its_pieces_keep_their_names_in_file_names(foursome: Result) -> None:
    names = {Path(path).name for path in within(foursome.target, "diagrams") if path.endswith(".svg")}
    assert {"moves-king.svg", "moves-Duchess-of-the-x.svg", "moves-башня.svg"} <= names


@pytest.mark.slow
def test_its_sources_prove_it_wherever_they_are(foursome: Result, tmp_path: Path) -> None:
    moved = Path(shutil.copytree(foursome.target, tmp_path / "moved"))
    assert (moved / "source/game.yaml").read_text() == FOUR
    assert (moved / "source/texts/how to play.md").is_file()
    shop = json.loads((moved / "source/shop.json").read_text())
    assert shop["mats/oak.yaml/brown"]["thickness"] == 4.1
    chosen = {"machine": "generic", "kerf": 0.15, "sheet": [600.0, 400.0], "spacing": 4.0, "papers": ["a4", "letter"]}
    assert chosen.items() <= options_of(moved).items()
    assert verify(moved) == []


@pytest.mark.slow
def test_its_sources_are_a_game_that_builds_again(foursome: Result, tmp_path: Path) -> None:
    folders, options = ("laser", "diagrams"), Options(sheet=(600.0, 400.0), kerf=0.15, spacing=4.0)
    again = build(str(foursome.target / "source"), tmp_path, options, (*folders, "rules"))
    for folder in folders:
        one, other = (drawn(within(target, folder)) for target in (again.target, foursome.target))
        assert one == other
        assert one


def drawn(found: dict[str, str]) -> dict[str, str]:
    """Without the papers that name the game after its folder."""
    return {path: data for path, data in found.items() if "/job" not in path}


def test_the_slots_take_the_thickness_of_its_own_material(foursome: Result) -> None:
    """4.1 mm and 0.15 mm of clearance, less the kerf of 0.15 mm, which the laser takes itself."""
    sheet = SVG.parse(foursome.target / "laser/east-pieces.svg", ppi=25.4)
    slot = next(e for e in sheet.elements() if isinstance(e, SvgPath) and e.id == "east-king-base-1.hole-1")
    x0, y0, x1, y1 = slot.bbox()
    assert min(x1 - x0, y1 - y0) == pytest.approx(4.1 + 0.15 - 0.15, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["name.with.dots", "-dash", "con", "Ω x"])
def test_a_folder_of_any_name_is_built(tmp_path: Path, name: str) -> None:
    result = build(str(tiny(tmp_path / name)), tmp_path / "out", only=("diagrams", "rules"))
    assert result.target == tmp_path / "out" / name
    assert verify(result.target) == []


def test_a_long_version_still_makes_a_file_name(tmp_path: Path) -> None:
    game = tiny(tmp_path / "tiny", "title: Tiny", f"title: Tiny\nversion: {'ж' * 150}")
    assert build(str(game), tmp_path / "out", only=("rules",)).manifest.entries_in(["rules"])
