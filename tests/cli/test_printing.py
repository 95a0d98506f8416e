"""The options of the print-and-play and the printer sheet, as people type them."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from commands import fabgen

from fabgen.cli import option_values as choices
from fabgen.core.problems import FabgenError
from fabgen.paper.print_and_play import warn_of_unused_options
from fabgen.spec.build_options import Options

GAME = """\
fabgen: 1
title: Two
designer: Nobody
players: {white: {forward: up, material: acrylic-3mm/clear}}
board: {grid: 3x3, cell: 40 mm, material: acrylic-3mm/clear}
pieces: {man: {moves: fW, body: {tile: disc, base: 30 mm}}}
"""


@pytest.mark.slow
def test_a_files_name_contains_paper_assembly_and_ink(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "rules.md").write_text("# Two\n\nMove.\n")
    args = ("--only", "print", "-q", "--paper", "tabloid,poster", "--assembly", "duplex", "--flip", "short", "--ink",
            "low", "--standees", "slotted", "--back-offset", "0.5,-1", "-o", "out")
    ended = fabgen("build", ".", *args, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    names = sorted(path.name.partition("-1-")[2] for path in tmp_path.glob("out/*/print/*.pdf"))
    assert names == [
        "board-poster-lowink.pdf",
        "pnp-tabloid-duplex-1-one-side-slotted-lowink.pdf",
        "pnp-tabloid-duplex-2-both-sides-short-slotted-lowink.pdf",
    ]


@pytest.mark.slow
def test_the_printer_sheet(tmp_path: Path) -> None:
    ended = fabgen("calibrate", "--paper", "a4,letter", "--flip", "short", "-o", "here", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    found = sorted(tmp_path.glob("here/*.pdf"))
    assert [path.name for path in found] == ["printer-a4-short.pdf", "printer-letter-short.pdf"]
    assert [len(pypdfium2.PdfDocument(path)) for path in found] == [2, 2]


@pytest.mark.parametrize("text", ["1", "1,2,3", "far,1", "6,0"])
def test_an_invalid_offset_is_reported(text: str) -> None:
    with pytest.raises((ValueError, FabgenError)):
        choices.read_back_offset(text)


def test_offsets_are_lengths() -> None:
    assert choices.read_back_offset("0.1in, -1mm") == (2.54, -1.0)


def test_options_without_effect_are_reported() -> None:
    assert [problem.what for problem in warn_of_unused_options(Options(flip="short", back_offset=(1.0, 0.0)))] == [
        "--flip changes nothing here", "--back-offset changes nothing here"]
    assert warn_of_unused_options(Options(assembly="duplex", flip="short", back_offset=(1.0, 0.0))) == ()
