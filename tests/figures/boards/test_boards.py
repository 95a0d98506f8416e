"""Every way of building a board, and a box, goes from spec to files and is proven from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import build_in_place, verify_in_place
from specs import changed, put

from fabgen.spec.build_options import Options

ZONES = "  zones:\n    near"
BOARDS = {
    "knobs": ("  chequered: true\n", (180.0, 180.0)),
    "keys": ("  joint: keys\n", (180.0, 180.0)),
    "inlay": ("  build: inlay\n  spaces: [acrylic-3mm/grey, birch-ply-3mm]\n", None),
    "parted inlay": ("  build: inlay\n", (180.0, 180.0)),
    "lights": ("  build: lights\n  lights: {led_pitch: 33.3 mm, depth: 20 mm}\n", None),
    "parted lights": ("  build: lights\n", (240.0, 140.0)),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOARDS)
def test_a_board_is_built_and_proven(tmp_path: Path, kind: str) -> None:
    keys, sheet = BOARDS[kind]
    game = put(tmp_path, changed((ZONES, f"{keys}{ZONES}")))
    made = build_in_place(game.parent, tmp_path / "out", Options(sheet=sheet), ["laser"])
    assert verify_in_place(made.target) == []
    assert not [note for note in made.notes if note.level == "warning" and "board" in note.where.key]


@pytest.mark.slow
@pytest.mark.parametrize("lid", ["lift", "slide"])
def test_a_box_is_built_and_proven(tmp_path: Path, lid: str) -> None:
    game = put(tmp_path, changed(("tokens:\n", f"box: {{lid: {lid}, material: acrylic-3mm/clear}}\ntokens:\n")))
    made = build_in_place(game.parent, tmp_path / "out", Options(), ["laser"])
    assert verify_in_place(made.target) == []
    names = {path.name for path in (made.target / "laser").glob("*.svg")}
    assert any(name.startswith("box") for name in names)


@pytest.mark.slow
def test_a_board_that_must_not_be_parted_says_how_it_would_fit(tmp_path: Path) -> None:
    from built import problems

    game = put(tmp_path, changed((ZONES, f"  split: never\n{ZONES}")))
    [found] = problems(game.parent, tmp_path / "out", Options(sheet=(180.0, 180.0)), "laser")
    assert found.where.key == "board.cell"
    assert found.hint.splitlines()[-1] == (
        "let it be parted (take `split: never` out), or a cell of 28.5 mm would fit, but then the lancer is 54 mm high "
        "on a base of 24.22 mm and tips over")
