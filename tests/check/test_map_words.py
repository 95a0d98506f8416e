"""A map whose spaces have names with blanks and accents: problems and figures call them as people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.artwork.drawing import Lettering
from fabgen.check.game import check_spec
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.spec.load import load_spec

SPEC = """\
fabgen: 1
title: Two Shores
designer: Nobody
players:
  swedes: {forward: up, material: acrylic-3mm/blue}
  danes: {forward: down, material: acrylic-3mm/red}
board:
  cell: 40 mm
  material: birch-ply-3mm
  map:
    spaces:
      Skåne: "0,0 60,0 60,60 0,60"
      North Småland: "60,0 120,0 120,60 60,60"
      Öland: "120,0 180,0 180,60 120,60"
pieces:
  fleet: {each: 2, moves: W, body: {tile: disc}}
rules: {set: standard}
examples:
  - id: one
    title: A capture
    position: "swedes: fleet Skåne; danes: fleet North Småland; turn: swedes"
    CLAIM
"""


def write(folder: Path, claim: str) -> Path:
    (folder / "game.yaml").write_text(SPEC.replace("CLAIM", claim))
    (folder / "rules.md").write_text("# Rules\n\n![](example:one)\n")
    return folder


@pytest.mark.parametrize(("claim", "what"), [
    ("legal: [Skåne - Öland]", "Skåne – Öland is not legal: "),
    ("illegal: [Skåne x North Småland]", "Skåne × North Småland is legal"),
])
def test_a_false_claim_names_spaces_as_people_write_them(tmp_path: Path, claim: str, what: str) -> None:
    problems = check_spec(load_spec(str(write(tmp_path, claim)), allow_errors=True))
    (false,) = [problem for problem in problems if problem.where.key.startswith("examples")]
    assert false.what.startswith(what)
    assert false.hint.splitlines()[-1] == "legal: Skåne × North Småland"


def test_a_close_up_of_a_space_has_its_name(tmp_path: Path) -> None:
    spec = load_spec(str(write(tmp_path, "line: [Skåne x North Småland]\n    next: danes")))
    items = draw_figure(spec, "example", "one").drawing.items
    names = [item.text.string for item in items if isinstance(item, Lettering) and item.group.startswith("insets/")]
    assert names == ["North Småland"]


@pytest.mark.parametrize(("islands", "what"), [
    ("", ["the dashed curve from Skåne to Öland crosses North Småland"]),  # from edge to edge of the map
    ('      Gotska: "0,100 60,100 60,160 0,160"\n', []),  # so that there is sea above
])
def test_a_curve_over_another_space_is_told_at_its_pair(tmp_path: Path, islands: str, what: list[str]) -> None:
    path = write(tmp_path, "next: swedes")
    text = (path / "game.yaml").read_text("utf-8")
    text = text.replace("pieces:\n", f"{islands}    joined: [Skåne - Öland]\npieces:\n", 1)
    (path / "game.yaml").write_text(text, "utf-8")
    problems = check_spec(load_spec(str(path)), book=False)
    assert [problem.what for problem in problems if problem.where.key == "board.map.joined[1]"] == what
