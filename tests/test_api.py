"""The public calls, and the examples of docs/api.md, run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import tiny

from fabgen.api import build, check, load
from fabgen.core.problems import FabgenError
from fabgen.spec.build_options import Options

PAGE = Path(__file__).parents[1] / "docs/api.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("script", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_of_the_page_runs(here: Path, capsys: pytest.CaptureFixture[str], script: str) -> None:
    exec(compile(script, "docs/api.md", "exec"), {"__name__": "__main__"})
    out = capsys.readouterr().out
    assert ("Correction by Adam Kouzmanoff" in out and "laser/board.svg" in out) or "black: a3-b4\nwhite: c6-d5" in out


def test_there_are_two_examples() -> None:
    assert len(EXAMPLES) == 2


def test_check_tells_what_is_wrong_and_load_raises_it(here: Path) -> None:
    game = tiny(here / "tiny", "designer: Nobody", "desinger: Nobody")
    problems = check(game)
    assert {problem.level for problem in problems} == {"error"}
    assert (3, 1) in [(problem.where.line, problem.where.column) for problem in problems]
    with pytest.raises(FabgenError):
        load(game)
    with pytest.raises(FabgenError):
        build(game, here)
    assert [path.name for path in here.iterdir()] == ["tiny"]


@pytest.mark.slow
def test_build_takes_paths_and_says_its_steps(here: Path) -> None:
    steps: list[str] = []
    result = build(tiny(here / "tiny"), here / "out", Options(kerf=0.3), only=["laser"], progress=steps.append)
    assert result.target == here / "out" / "tiny"
    assert steps[0] == "reading the game"
    assert result.built_folders == ("laser",)


def test_an_unknown_game_is_reported() -> None:
    with pytest.raises(FabgenError):
        check("nosuch")
