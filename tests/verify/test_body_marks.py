"""Every body's marks are read back from the sheets as built: what is missing, moved or engraved besides is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from specs import changed, put

from fabgen.build import Result, build
from fabgen.verify import verify

BODIES = {
    "crossed": "{crossed: knight, base: 32 x 38 mm}",
    "disc": "{tile: disc, base: 32 mm, back: star}",
}


@pytest.fixture(scope="module", params=BODIES)
def sheets(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """A small game whose guards have a body, and whose lancers go on to the edge."""
    folder = tmp_path_factory.mktemp(request.param)
    text = changed(("{standee: pawn}", BODIES[request.param]), ("{standee: spear}", "{tile: square, base: 36 mm}"),
                   ("long: fW2, short: fW", "long: B, short: fW"))
    return build(str(put(folder, text)), folder / "out", only=["laser"])


def told(target: Path, edit: Callable[[str], str]) -> str:
    """What verify says once the text of the white pieces' SVG is edited; the file is put back."""
    path = target / "laser" / "white-pieces.svg"
    before = path.read_text()
    after = edit(before)
    assert after != before
    path.write_text(after)
    try:
        return "\n".join(map(str, verify(target)))
    finally:
        path.write_text(before)


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_sound_build_is_sound(sheets: Result) -> None:
    assert verify(sheets.target) == []


def carrier(text: str) -> str:
    """The id of a guard's part that carries the diagram."""
    found = re.search(r'id="(white-guard-(?:base|tile)-1)\.move-1"', text)
    assert found
    return found[1]


def element(text: str, id: str) -> re.Match[str]:
    """An element by its id; its data is the first group."""
    found = re.search(rf'<path d="([^"]*)"[^>]* id="{re.escape(id)}"[^>]*/>', text)
    assert found
    return found


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_mark_that_is_missing_is_reported(sheets: Result) -> None:
    said = told(sheets.target, lambda text: text.replace(element(text, f"{carrier(text)}.move-1")[0], ""))
    assert "the dot at 0,+1 is missing: the guard has" in said


@pytest.mark.slow
@pytest.mark.sample(1)
def test_a_mark_that_stands_in_the_place_of_another_is_reported(sheets: Result) -> None:
    def swap(text: str) -> str:
        dot, cross = (element(text, f"{carrier(text)}.{kind}-1")[1] for kind in ("move", "capture"))
        return text.replace(cross, dot)

    said = told(sheets.target, swap)
    assert "the cross at" in said
    assert "two marks of one kind stand on 0,+1" in said


@pytest.mark.slow
def test_slides_that_go_on_decode_on_a_tile(sheets: Result) -> None:
    """An arrowhead taken away says that the bishop stops there."""
    text = (sheets.target / "laser" / "white-pieces.svg").read_text()
    last = max(int(n) for n in re.findall(r'id="white-lancer-tile-1\.move-(\d+)"', text))
    head = element(text, f"white-lancer-tile-1.move-{last}")[0]
    assert "the arrowhead at +1,+1 is missing" in told(sheets.target, lambda text: text.replace(head, ""))
