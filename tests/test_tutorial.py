"""docs/tutorial.md is true: its commands run in their order and answer what the page says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabgen.cli import main

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[1] / "docs" / "tutorial.md").read_text("utf-8")
BLOCK = re.compile(r"(?:<!-- (?P<file>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```", re.S)
TYPED = re.compile(r"^\w+> (.*)$", re.M)


def put(file: Path, block: str) -> None:
    """A block of the page in its file: parts of a spec in the place of those of their names, or a whole text."""
    if file.suffix != ".yaml":
        file.write_text(block, "utf-8")
        return
    text = file.read_text("utf-8")
    for part in re.split(r"^(?=\w+:)", block, flags=re.M)[1:]:
        key = part.partition(":")[0]
        text, count = re.subn(rf"^{key}:.*\n(?:[ ].*\n|\n(?=[ ]))*", lambda _, part=part: part.rstrip() + "\n", text,
                              flags=re.M)  # fmt: skip
        assert count == 1, key
    file.write_text(text, "utf-8")


def commands(block: str) -> Iterator[tuple[list[str], str]]:
    """Each command of a block, and what it is to answer."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, answer = part.partition("\n")
        yield shlex.split(command), answer


def run(words: list[str], answer: str) -> None:
    typed = "\n".join(TYPED.findall(answer))
    result = CliRunner().invoke(main, words[1:], input=typed + "\n", prog_name="fabgen")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    wanted = r"[\s\S]*".join(map(re.escape, TYPED.sub("...", answer).rstrip("\n").split("...")))
    assert re.fullmatch(wanted, result.output.rstrip("\n")), f"{' '.join(words)}\n{result.output}"


def test_the_page_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FABGEN_SHOP", "none")
    run_count = 0
    for block in BLOCK.finditer(PAGE):
        if block["kind"] == "console":
            for words, answer in commands(block["text"]):
                run(words, answer)
                run_count += 1
        else:
            put(tmp_path / "harbour" / block["file"], block["text"])
    assert run_count >= 12
