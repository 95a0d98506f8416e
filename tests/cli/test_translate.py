"""`fabgen translate` at a terminal, and a build in the language of the file that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.test_commands import run
from commands import tiny


def translated(folder: Path) -> Path:
    """A small game whose title and one name are translated."""
    tiny(folder)
    assert run("translate", str(folder), "de").exit_code == 0
    path = folder / "de.yaml"
    lines = path.read_text("utf-8").splitlines()
    title = lines.index('  "title":')
    lines[title + 2] = '    text: "Winzig"'
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_the_file_lies_beside_the_game_and_says_what_is_left(here: Path) -> None:
    tiny(here / "tiny")
    result = run("translate", "tiny", "de")
    assert result.exit_code == 0
    path = Path("tiny") / "de.yaml"
    assert result.stdout.startswith(f"{path}: ")
    assert result.stdout.rstrip().endswith("to translate")
    assert path.read_text("utf-8").count('language: "de"') == 1


def test_what_has_changed_is_listed(here: Path) -> None:
    path = translated(here / "tiny")
    text = path.read_text("utf-8")
    source = next(line for line in text.splitlines() if line.startswith("    source:"))
    path.write_text(text.replace(source, '    source: "Another title"', 1), "utf-8")
    result = run("translate", "tiny", "de")
    assert "changed since it was translated: “Another title”\n  now: “" in result.stdout
    assert "1 to correct: each has a line `former:`" in result.stdout
    assert '    former: "Another title"\n    text: "Winzig"\n' in path.read_text("utf-8")


@pytest.mark.parametrize(("args", "code", "message"), [
    (("translate", "correction", "de"), 2, "comes with fabgen: write the file elsewhere with -o FILE"),
    (("translate", "correction", "d e"), 2, "`d e` is not the tag of a language"),
    (("build", "correction", "--language", "xx"), 1, "the game is not translated into `xx`: there is no file"),
])
def test_what_cannot_be_is_reported(here: Path, args: tuple[str, ...], code: int, message: str) -> None:
    result = run(*args)
    assert (result.exit_code, message in result.stderr) == (code, True)


@pytest.mark.slow
def test_a_build_in_another_language_has_its_own_folder_and_can_be_verified(here: Path) -> None:
    translated(here / "tiny")
    result = run("build", "tiny", "--language", "de", "--only", "rules", "--book", "a5,html", "-q")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("not translated") == 1
    folder = here / "output" / "tiny-de"
    assert sorted(path.name for path in (folder / "rules").iterdir()) == ["tiny-1-rules-de.html", "tiny-1-rules-de.pdf"]
    assert (folder / "source" / "de.yaml").read_bytes() == (here / "tiny" / "de.yaml").read_bytes()
    page = (folder / "rules" / "tiny-1-rules-de.html").read_text("utf-8")
    assert '<html lang="de">' in page
    assert "Winzig" in page
    assert run("verify", str(folder)).exit_code == 0
    (folder / "source" / "de.yaml").write_text((here / "tiny" / "de.yaml").read_text("utf-8").replace("Winzig", "Groß"))
    assert run("verify", str(folder)).exit_code == 1
