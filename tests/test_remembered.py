"""What is remembered in tests is what would be computed again: for equal arguments only, and never shared between those
who change it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from remembered import Memory, copied, drawing_games, verifying
from verify import conftest as planted
from verify.planting import Planted

import fabgen.verify.sheets as sheets
from fabgen.model import game_picture
from fabgen.verify import verify
from fabgen.verify.readers import READERS, svg

small = planted.small
copy = planted.copy


def test_equal_arguments_are_computed_once_and_others_anew() -> None:
    calls: list[tuple[object, ...]] = []

    def work(*given: object) -> list[object]:
        calls.append(given)
        return [*given]

    remembered = Memory(work, lambda *given: given, most=2)
    assert remembered(1, np.zeros(2)).pop() is not None
    assert len(remembered(1, np.zeros(2))) == 2  # a list of its own
    assert len(calls) == 1
    remembered(1, np.ones(2))
    remembered(1.0, np.ones(2))
    assert len(calls) == 3
    remembered(1, np.zeros(2))  # only the last two were kept
    assert len(calls) == 4


def test_arguments_without_a_content_are_computed_each_time() -> None:
    calls: list[object] = []
    remembered = Memory(calls.append, lambda *given: given)
    thing = object()
    remembered(thing)
    remembered(thing)
    assert calls == [thing, thing]


@pytest.mark.slow
@pytest.mark.parametrize("planting", ["nothing", "a shape", "a mark", "another size"])
def test_verify_finds_with_and_without_it_the_same(copy: Planted, planting: str) -> None:
    """First it is asked about the good folder, so that all of that is remembered, then about a defect in a copy."""
    with verifying():
        assert verify(copy.folder) == []
    assert not isinstance(sheets.check_part, Memory)
    sheet = "laser/green-pieces.svg"
    knight = "green-knight-base-1"
    if planting == "a shape":
        copy.redraw(sheet, f"{knight}.edge-1", lambda data: data.replace("A", "L 3 3 A", 1))
    elif planting == "a mark":
        copy.redraw(sheet, f"{knight}.move-1", lambda data: data.replace("M ", "M 1", 1))  # its order stays
    elif planting == "another size":
        copy.edit("source/game.yaml", "cell: 40 mm", "cell: 41 mm")
    found: list[Any] = copy.problems()
    assert bool(found) is (planting != "nothing")
    with verifying():
        assert verify(copy.folder) == found
        assert verify(copy.folder) == found


def test_what_is_remembered_is_there() -> None:
    """A function that was renamed would no longer be remembered, and tests would only be slower."""
    with verifying():
        assert isinstance(sheets.check_part, Memory)
        assert sum(isinstance(reader, Memory) for reader in READERS.values()) == 4
        assert isinstance(svg.read_svg, Memory)


def test_who_adds_to_a_result_adds_to_it_for_nobody_else() -> None:
    known = (["a", ["b"]], 1)
    words, _ = copied(known)
    words[1].append("c")
    assert known == (["a", ["b"]], 1)


def test_a_finished_game_is_drawn_once_for_equal_parts_and_anew_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def draw(items: Sequence[object], *size: int) -> Image.Image:
        drawn.append(items)
        return Image.new("RGB", (2, len(items)))

    monkeypatch.setattr(game_picture, "draw_model", draw)
    with drawing_games(tmp_path):
        first = game_picture.draw_model(["pawn"], 4, 3)  # type: ignore[list-item]
        again = game_picture.draw_model(["pawn"], 4, 3)  # type: ignore[list-item]
        other = game_picture.draw_model(["pawn", "rook"], 4, 3)  # type: ignore[list-item]
        larger = game_picture.draw_model(["pawn"], 5, 3)  # type: ignore[list-item]
    assert drawn == [["pawn"], ["pawn", "rook"], ["pawn"]]
    assert first.size == again.size == larger.size == (2, 1)
    assert other.size == (2, 2)
    assert game_picture.draw_model is draw
