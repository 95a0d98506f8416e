"""Every game that comes with fabgen: sound, built, proven, and complete in its rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import files, share_template, verify_in_place
from pypdfium2 import PdfDocument

from fabgen.build import Result, load_valid_game
from fabgen.figures.diagrams.catalogue import figure_names
from fabgen.spec.build_options import DEFAULT_FOLDERS
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec

GAMES = sorted(template_folders())


@pytest.fixture(scope="module", params=GAMES)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Result:
    return share_template(tmp_path_factory, str(request.param))


def test_there_are_templates() -> None:
    assert "correction" in GAMES


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_a_template_is_sound_without_a_warning(slug: str) -> None:
    spec, notes = load_valid_game(slug)
    assert [note for note in notes if note.level != "notice"] == []
    assert spec.slug == slug


@pytest.mark.parametrize("slug", GAMES)
def test_its_rules_show_every_example_and_every_movement(slug: str) -> None:
    spec = load_spec(slug)
    text = (spec.folder / spec.game.rulebook).read_text(encoding="utf-8")
    names = figure_names(spec)
    wanted = [f"{kind}:{name}" for kind in ("moves", "example") for name in names.get(kind, ())]
    assert wanted
    shown = text.replace("](comic:", "](example:")
    assert [reference for reference in wanted if f"]({reference})" not in shown] == []


@pytest.mark.slow
def test_it_builds_into_all_folders_and_is_proven(built: Result) -> None:
    assert {path.partition("/")[0] for path in files(built.target)} == {*DEFAULT_FOLDERS, "source", "manifest.json"}
    known = ("slots are drawn for", "engraving takes")  # what a plain build cannot know, and what it may choose
    assert [note for note in built.notes if note.level != "notice" and not note.what.startswith(known)] == []
    assert verify_in_place(built.target) == []


@pytest.mark.slow
def test_its_rulebook_says_its_title_on_the_first_page(built: Result) -> None:
    """In capitals, as all titles of covers."""
    [path] = (built.target / "rules").glob("*-rules.pdf")
    assert built.manifest.title.upper() in words(path, 0)


def words(path: Path, page: int) -> str:
    """The text of a page, on one line."""
    return " ".join(PdfDocument(path)[page].get_textpage().get_text_range().split())
