"""Every game that comes with fabgen, on every machine and in every way of paper: built, and proven by the build."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.build import build
from fabgen.make.profile import machine_names
from fabgen.options import EVERY_BOOK, Options
from fabgen.spec.load import template_folders

GAMES = sorted(template_folders())
# Every way to assemble and every ink.
PAPER = [("fold", "long", "full"), ("fold", "long", "bw"), ("duplex", "long", "low"), ("duplex", "short", "bw"),
         ("duplex", "short", "full"), ("single", "long", "low"), ("single", "long", "full")]


@pytest.mark.parametrize("machine", sorted(machine_names()))
@pytest.mark.parametrize("game", GAMES)
def test_laser(tmp_path: Path, game: str, machine: str) -> None:
    made = build(game, tmp_path, Options(machine=machine), ["laser"])
    assert made.told["laser"]


@pytest.mark.parametrize(("assembly", "flip", "ink"), PAPER)
@pytest.mark.parametrize("game", GAMES)
def test_paper(tmp_path: Path, game: str, assembly: str, flip: str, ink: str) -> None:
    papers = ("a4", "letter") if ink == "full" else ("a4",)
    build(game, tmp_path, Options(papers=papers, assembly=assembly, flip=flip, ink=ink), ["print"])


@pytest.mark.parametrize("game", GAMES)
def test_books(tmp_path: Path, game: str) -> None:
    build(game, tmp_path, Options(books=EVERY_BOOK), ["rules"])
