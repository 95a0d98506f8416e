"""`fabgen new-words`: a file to translate, and a former file written anew; what `fabgen check` says of both."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli.test_commands import run
from commands import tiny

from fabgen.core.languages import load_words, read_catalogue

FORMER = Path(__file__).parents[1] / "core" / "former_words.yaml"


@pytest.fixture
def folder(here: Path) -> Path:
    """A small game whose words are in old.yaml, written in the former way."""
    path = tiny(here / "tiny") / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("\ntitle:", "\nlanguage: old.yaml\ntitle:", 1), "utf-8")
    shutil.copy(FORMER, here / "tiny" / "old.yaml")
    return here / "tiny"


def test_a_language_has_its_plural_forms_to_fill_in(here: Path) -> None:
    result = run("new-words", "pl", "-o", "pl.yaml")
    assert (result.exit_code, result.stdout) == (
        0,
        "pl.yaml: translate what is in quotes, and keep what is in braces\n",
    )
    text = (here / "pl.yaml").read_text("utf-8")
    assert text == run("new-words", "pl").stdout
    assert 'players:\n  one: "1 player"\n  few: "{count} players"\n  many: "{count} players"\n' in text
    assert "# ---- The rulebook\n" in text
    words = read_catalogue(here / "pl.yaml")
    assert (words.language, words.warnings) == ("pl", ())
    assert words.entries.keys() == load_words().entries.keys()


def test_english_comes_out_as_it_is(here: Path) -> None:
    run("new-words", "en-GB", "-o", "en.yaml")
    assert read_catalogue(here / "en.yaml").entries == load_words().entries


def test_a_translation_is_not_overwritten_unless_forced(here: Path) -> None:
    (here / "pl.yaml").write_text("mine")
    result = run("new-words", "pl", "-o", "pl.yaml")
    assert (result.exit_code, (here / "pl.yaml").read_text()) == (2, "mine")
    assert "`pl.yaml` is there already: --force overwrites it" in result.stderr
    assert run("new-words", "pl", "-o", "pl.yaml", "--force").exit_code == 0


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("p l",), 2, "`p l` is not the tag of a language"),
        (("pl", "--from", "none.yaml"), 1, "none.yaml: error: cannot read the file"),
        (("pl", "-o", "none/pl.yaml"), 1, "error: no such file or directory"),
    ],
)
def test_words_that_cannot_be_written_are_reported(here: Path, args: tuple[str, ...], code: int, message: str) -> None:
    result = run("new-words", *args)
    assert (result.exit_code, message in result.stderr) == (code, True)


def test_former_words_are_warned_of_once_and_written_anew_by_the_command_that_the_warning_names(folder: Path) -> None:
    result = run("check", "tiny", "-q")
    assert (result.exit_code, result.stderr.count("warning: these words are written as before")) == (0, 1)
    old, new = folder / "old.yaml", folder / "new.yaml"
    assert f"`fabgen new-words en-GB --from {Path('tiny') / 'old.yaml'} -o NEW.yaml`" in result.stderr
    assert run("new-words", "en-GB", "--from", str(old), "-o", str(new)).exit_code == 0
    path = folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("old.yaml", "new.yaml"), "utf-8")
    assert "words" not in run("check", "tiny", "-q").stderr


def test_a_language_that_fabgen_speaks_comes_with_its_texts(here: Path) -> None:
    assert 'contents: "Inhalt"\n' in run("new-words", "de-CH").stdout


@pytest.mark.slow
def test_check_warns_once_of_what_is_missing(folder: Path) -> None:
    run("new-words", "pl", "-o", "tiny/old.yaml", "--force")
    path = folder / "old.yaml"
    text = path.read_text("utf-8").replace('  few: "{count} rings"\n', "").replace('contents: "Contents"\n', "")
    path.write_text(text, "utf-8")
    result = run("check", "tiny", "-q")
    line = text.split("language:")[0].count("\n") + 1
    assert result.exit_code == 0
    assert (
        f"old.yaml:{line}:1 (language): warning: 2 texts are missing and are printed in English: contents, rings.few"
        in result.stderr
    )
    assert result.stderr.count("rings") == 1
