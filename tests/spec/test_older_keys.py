"""Games written for older keys still load, with a note for each key that has a better form today."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.check.game import check_spec
from fabgen.spec.load import load_spec
from fabgen.spec.older_keys import OLDER_KEYS

GAME = """\
fabgen: 1
title: Old Ways
designer: Nobody
players:
  one: {forward: up, material: acrylic-3mm/yellow}
  two: {forward: up, material: acrylic-3mm/red}
board:
  cell: 40 mm
  material: birch-ply-3mm
  map: {spaces: {hall: "0,0 80,0 80,80 0,80", yard: "80,0 160,0 160,80 80,80"}NAMES}
pieces:
  man: {moves: W, body: {tile: discMAN}}
  dog: {moves: W, body: {tile: squareDOG}}
setup: {one: {man: hall}, two: {dog: yard}}
rules: {set: standard, win: [{capture: all}]}
"""


def load(folder: Path, **changes: str):
    text = GAME
    for word in ("NAMES", "MAN", "DOG"):
        text = text.replace(word, changes.get(word.lower(), ""))
    (folder / "game.yaml").write_text(text)
    (folder / "rules.md").write_text("# Old Ways\n\nMove.\n")
    return load_spec(str(folder / "game.yaml"))


def notes(spec) -> list[tuple[str, str, str]]:
    return [(problem.where.key, problem.what, problem.hint) for problem in spec.problems if problem.level == "notice"]


def test_a_game_of_today_has_no_notes(tmp_path: Path) -> None:
    assert notes(load(tmp_path, man=", face: plain", dog=", base: 30 mm")) == []


def test_what_is_on_a_base_was_said_by_base(tmp_path: Path) -> None:
    """Two of them are one note, at the first; a size stays a size."""
    spec = load(tmp_path, man=", base: plain", dog=", base: plain")
    what = "`base: plain` is an older form, 2 times here: `base` is the size of the base"
    assert notes(spec) == [("pieces.man.body.base", what, "write `face: plain`")]
    assert [piece.body.face for piece in spec.game.pieces.values()] == ["plain", "plain"]
    assert [piece.body.base for piece in spec.game.pieces.values()] == [None, None]
    assert "base: plain" in "".join(str(problem) for problem in check_spec(spec, book=False))
    spec = load(tmp_path, man=", base: name", dog=", base: 30 mm")
    assert spec.game.pieces["man"].body.face == "name"
    assert spec.game.pieces["dog"].body.base == (30.0, 30.0)


def test_a_note_stands_at_its_line(tmp_path: Path) -> None:
    (problem,) = (p for p in load(tmp_path, dog=", base: plain").problems if p.level == "notice")
    assert problem.where.line == GAME.split("\n").index("  dog: {moves: W, body: {tile: squareDOG}}") + 1


def test_spaces_have_their_names_as_keys(tmp_path: Path) -> None:
    """The names are read as before."""
    spec = load(tmp_path, names=", names: {hall: Great Hall}")
    assert spec.lattice.title("hall") == "Great Hall"
    (note,) = notes(spec)
    assert note[0] == "board.map.names"
    assert note[2].startswith('write `spaces: {Great Hall: "..."}`, with `ids: {Great Hall: hall}`')


def test_a_wrong_value_beside_an_older_key_is_still_an_error(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="is not"):
        load(tmp_path, man=", base: plain, side: bottom")


def test_every_row_has_a_better_form() -> None:
    assert {older.key for older in OLDER_KEYS} == {"base", "names"}
    assert all(older.reason for older in OLDER_KEYS)
