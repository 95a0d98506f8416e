"""Tokens of a drawn outline, read back from the sheets of a print-and-play set."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest
from specs import changed, put
from verify.planting import print_problems

from fabgen.build import build
from fabgen.spec.build_options import Options

SAIL = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm"><path d="M0 151 H227 L0 0 Z"/></svg>'


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sails")
    file = put(folder, changed(("flag: {count: 2, size: 20 mm,", "flag: {count: 2, size: 30 mm, shape: sail.svg,")))
    (file.parent / "sail.svg").write_text(SAIL, "utf-8")
    return build(str(file), folder / "out", Options(papers=("a4",)), ("print",)).target


def problems(folder: Path) -> str:
    return "\n".join(print_problems(folder))


def test_drawn_tokens_are_proven_and_one_too_few_is_found(good: Path, tmp_path: Path) -> None:
    """Each is printed once: nobody turns it over."""
    assert not problems(good)
    folder = Path(shutil.copytree(good, tmp_path / "copy"))
    spec = (folder / "source/game.yaml").read_text()
    assert "count: 2" in spec
    (folder / "source/game.yaml").write_text(spec.replace("count: 2", "count: 3"))
    assert "2 tokens of 30 x 20 mm are cut out of their ground along a line, the game needs 3" in problems(folder)


def test_a_token_without_its_cut_line_is_found(good: Path, tmp_path: Path) -> None:
    """The line alone is gone: the ink and the ids of the tokens are as they were."""
    folder = Path(shutil.copytree(good, tmp_path / "copy"))
    (path,) = folder.glob("print/*.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages[1:]:
            data = page.Contents.read_bytes()
            page.Contents = pdf.make_stream(data.replace(b" S\n", b" n\n").replace(b"\nS\n", b"\nn\n"))
        pdf.save(path)
    assert "0 tokens of 30 x 20 mm are cut out" in problems(folder)
