"""Paper files → profiles: the sizes of ISO 216 and ANSI, and what a paper file may not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.core.problems import FabgenError
from fabgen.core.yaml_models import read_yaml
from fabgen.typeset.papers import Paper, load_paper, paper_names

SIZES = {"a3": (297.0, 420.0), "a4": (210.0, 297.0), "letter": (215.9, 279.4), "tabloid": (279.4, 431.8)}
# ISO 216; ANSI A and B: 8.5 x 11 in and 11 x 17 in


@pytest.mark.parametrize("name", sorted(SIZES))
def test_sizes_are_the_standard_ones(name: str) -> None:
    paper = load_paper(name)
    assert paper.size == pytest.approx(SIZES[name], abs=1e-9)
    assert paper.margin == 10


def test_all_papers_load() -> None:
    assert set(paper_names()) >= set(SIZES)
    assert all(load_paper(name).name for name in paper_names())


def test_unknown_paper_names_the_near_one() -> None:
    with pytest.raises(FabgenError, match=r"leter(.|\n)*letter"):
        load_paper("leter")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("name: X\nsize: 210 x 297 mm\nmargin: 5 mm", "6.35"),
        ("name: X\nsize: 100 x 297 mm", "196"),
        ("name: X\nsize: 210 x 297 mm\ncolour: red", "colour"),
        ("name: X\nsize: wide", "size"),
    ],
)
def test_a_bad_paper_is_a_problem(tmp_path: Path, text: str, word: str) -> None:
    (tmp_path / "paper.yaml").write_text(text)
    with pytest.raises(FabgenError) as caught:
        read_yaml(tmp_path / "paper.yaml", Paper)
    assert word in str(caught.value)
