"""The sheets of shapes and marks: all of them, at true size, none over another."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner
from measure import extent, things
from svgelements import SVG

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.cli import main
from fabgen.figures.diagrams.marks import MARKS
from fabgen.figures.silhouettes.contact_sheets import CONTACT_SHEETS, mark_sheet, shape_sheet
from fabgen.figures.silhouettes.silhouettes import SHAPES


@pytest.mark.parametrize(("what", "names"), [("shapes", SHAPES), ("marks", MARKS)])
def test_every_name_stands_there_once(what: str, names: dict[str, object]) -> None:
    said = [item.text.string for item in CONTACT_SHEETS[what]().items if isinstance(item, Lettering)]
    assert sorted(said) == sorted(names)


@pytest.mark.slow
def test_shapes_stand_at_their_own_height_and_at_25_mm() -> None:
    drawn = things(shape_sheet(), Role.PIECE)
    assert len(drawn) == 2 * len(SHAPES)
    assert [extent(small)[1] for small in drawn[1::2]] == pytest.approx([25.0] * len(SHAPES), rel=0.06)
    assert extent(drawn[sorted(SHAPES).index("king") * 2])[1] == pytest.approx(55, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize(("sheet", "role"), [(shape_sheet, Role.PIECE), (mark_sheet, Role.EDGE)])
def test_nothing_lies_over_anything(sheet: Callable[[], Drawing], role: Role) -> None:
    drawn = things(sheet(), role)
    assert all(one.distance(other) > 2 for one, other in combinations(drawn, 2))


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_the_command_writes_it(here: Path, suffix: str) -> None:
    result = CliRunner().invoke(main, ["list", "shapes", "--sheet", f"shapes.{suffix}"])
    assert result.exit_code == 0
    data = (here / f"shapes.{suffix}").read_bytes()
    assert data[:4] == {"svg": b"<?xm", "pdf": b"%PDF", "png": b"\x89PNG"}[suffix]
    if suffix == "svg":
        assert SVG.parse(str(here / "shapes.svg"), ppi=25.4).width == pytest.approx(264, abs=14)  # as its fullest row


@pytest.mark.parametrize(("args", "said"), [
    (["games", "--sheet", "a.svg"], "games cannot be drawn"), (["marks", "--sheet", "a.dxf"], "does not end in .svg"),
    (["marks", "--sheet", "none/a.svg"], "there is no folder"),
])
def test_what_cannot_be_written_is_reported(here: Path, args: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["list", *args])
    assert result.exit_code == 2
    assert said in result.stderr
