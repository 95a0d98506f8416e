"""A click leads to the lines of the spec, and from there into the user's editor."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from chromium import Browser

from fabgen.core.problems import FabgenError
from fabgen.serve.editor import check_editor, editor_words
from fabgen.serve.watch import GameFiles

from .conftest import Served, copy_game
from .test_page import LONG, browser, open_tab

__all__ = ["browser"]


@pytest.mark.parametrize(("command", "words"), [
    ("code", ["code", "-g", "{path}:7"]),
    ("code --wait", ["code", "--wait", "-g", "{path}:7"]),
    ("/usr/bin/subl", ["/usr/bin/subl", "{path}:7"]),
    ("gvim", ["gvim", "+7", "{path}"]),
    ("kate", ["kate", "-l", "7", "{path}"]),
    ("notes", ["notes", "{path}"]),
    ("idea --line {line} {file}", ["idea", "--line", "7", "{path}"]),
    ("'my editor' {file}#{line}", ["my editor", "{path}#7"]),
])
def test_each_editor_is_told_the_line_in_its_way(command: str, words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "a; touch b.yaml"  # a shell would do something else with it
    assert editor_words(command, file, 7) == [word.replace("{path}", str(file.resolve())) for word in words]


@pytest.mark.parametrize("command", ["", "no-such-program-here", "'open"])
def test_a_command_that_names_no_program_is_refused(command: str) -> None:
    with pytest.raises(FabgenError, match="--editor"):
        check_editor(command)


def test_only_texts_of_the_game_have_lines(tmp_path: Path) -> None:
    for name in ("game.yaml", "rules.md", "art/map.svg", "art/photo.png", ".hidden.yaml"):
        (tmp_path / "game" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "game" / name).write_text("x", "utf-8")
    (tmp_path / "beside.yaml").write_text("x", "utf-8")
    files = GameFiles(tmp_path / "game" / "game.yaml")
    assert sorted(files.texts()) == ["art/map.svg", "game.yaml", "rules.md"]
    assert files.name_of(str(tmp_path / "game" / "art" / "map.svg")) == "art/map.svg"
    assert files.name_of(str(tmp_path / "beside.yaml")) == "beside.yaml"


@pytest.mark.slow
def test_the_editor_is_started_for_a_text_of_the_game_only(serve: Callable[..., Served], tmp_path: Path) -> None:
    note = tmp_path / "opened.txt"
    script = f"import sys; open({str(note)!r}, 'a').write(' '.join(sys.argv[1:]) + '\\n')"
    command = shlex.join([sys.executable, "-c", script, "{file}", "{line}"])
    served = serve(copy_game("correction", tmp_path / "game"), "--editor", command)
    (tmp_path / "beside.yaml").write_text("x", "utf-8")
    origin = f"http://127.0.0.1:{served.port}"

    def open_at(file: object, line: object, **headers: str) -> int:
        return served.ask("open", "POST", json.dumps({"file": file, "line": line}).encode(), **headers)[0]

    assert served.value("source", line=1, file="rules.md")["has_editor"]
    for file in ("../beside.yaml", str(tmp_path / "beside.yaml"), str(served.folder / "rules.md"), "./rules.md",
                 "/etc/passwd", "", "-c", ["rules.md"], None):
        assert open_at(file, 1, Origin=origin) == 404
    for line in (0, -1, "1; x", 1.5, None, 10**9):
        assert open_at("rules.md", line, Origin=origin) == 404
    assert open_at("rules.md", 3) == 400
    assert open_at("rules.md", 3, Origin="http://evil.example") == 403
    assert open_at("rules.md", 3, Origin=origin) == 200
    served.wait_until(lambda: note.exists() and note.read_text("utf-8").endswith("\n"))
    assert note.read_text("utf-8") == f"{(served.folder / 'rules.md').resolve()} 3\n"


@pytest.mark.slow
def test_without_an_editor_nothing_is_started(correction: Served) -> None:
    origin = f"http://127.0.0.1:{correction.port}"
    assert not correction.value("source", line=1)["has_editor"]
    assert correction.ask("open", "POST", b'{"file": "game.yaml", "line": 1}', Origin=origin)[0] == 400
    for file in ("../correction/game.yaml", "/etc/passwd", str(correction.folder / "game.yaml"), "game.yaml/../x"):
        assert correction.ask(f"source?line=1&file={file}")[:2] == (404, b"")


@pytest.mark.slow
def test_a_click_on_a_zone_or_a_piece_shows_its_lines(browser: Browser, correction: Served) -> None:
    spec = (correction.folder / "game.yaml").read_text("utf-8").splitlines()
    press = """[...document.querySelectorAll('.spots path')].find(path => path.textContent === %s)
        .dispatchEvent(new MouseEvent('click', {bubbles: true}))"""
    first = "document.querySelector('#details .lines code span')?.textContent"
    with open_tab(browser, correction, "board") as page:
        page.click('.card[data-view="figure:setup"]')
        page.wait_for("document.querySelector('.spots path') !== null", LONG)
        lines = {"green spawn row": "    green spawn row:", "knight": "  knight:", "denial": "  denial:"}
        for name, line in lines.items():
            page.evaluate(press % json.dumps(name))
            number = next(n for n, text in enumerate(spec, 1) if text.startswith(line))
            page.wait_for(f"{first} === {json.dumps(f'{number}{spec[number - 1]}')}", LONG)
        assert page.errors == []
