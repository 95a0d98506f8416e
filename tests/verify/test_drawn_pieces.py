"""Flat pieces along drawings, measured in the files by other people's parsers; and defects that `verify` finds."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
import shapely
from built import build_in_place, share_build
from clients import readers
from pond import FISH_AREA, FISH_SIZE, LEAF_AREA, LEAF_SIZE, SHELL_AREA, SHELL_SIZE, put_pond
from verify.planting import Planted

from fabgen.artwork.paper_things import Chit
from fabgen.build import build
from fabgen.core.problems import FabgenError
from fabgen.spec.build_options import Options

KERF = 0.2  # mm of acrylic on the generic machine
REED = "laser/reed-pieces.svg"
CUT = "#FF0000"
SIZES = {"fish": (FISH_SIZE, FISH_AREA), "leaf": (LEAF_SIZE, LEAF_AREA), "shell": (SHELL_SIZE, SHELL_AREA)}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(papers=("a4",))
    return share_build(tmp_path_factory, "pond", lambda folder: build_in_place(
        put_pond(folder), folder / "out", options, ("laser", "print"))).target


@pytest.fixture
def copy(good: Path, tmp_path: Path) -> Planted:
    return Planted(Path(shutil.copytree(good, tmp_path / "copy")))


def told(copy: Planted, *words: str) -> bool:
    """Whether one Problem holds all the words."""
    return any(all(word in str(problem) for word in words) for problem in copy.problems())


def test_each_piece_is_cut_once_along_a_closed_line_half_a_kerf_outside(good: Path) -> None:
    """The shell of two colours is cut once from either colour for each of the two players, the leaf with its back."""
    counts = Counter[tuple[str, str]]()
    for player in ("reed", "mud"):
        seen = readers.read("svg", (good / f"laser/{player}-pieces.svg").read_bytes())
        cuts = [contour for contour in seen.contours if contour.look == ("stroke", CUT)]
        assert all(contour.closed for contour in cuts)
        for contour in cuts:
            area = shapely.Polygon(contour.points)
            assert area.is_valid
            [kind] = (kind for kind in SIZES if kind in contour.id)
            (width, depth), mm2 = SIZES[kind]
            x0, y0, x1, y1 = area.buffer(-KERF / 2, join_style="mitre").bounds
            assert sorted((x1 - x0, y1 - y0)) == pytest.approx(sorted((width, depth)), abs=0.03)
            assert area.buffer(-KERF / 2, join_style="mitre").area == pytest.approx(mm2, rel=0.004)
            counts[player, kind] += 1
    assert counts == Counter({(player, kind): count for player in ("reed", "mud")
                              for kind, count in (("fish", 3), ("leaf", 4), ("shell", 2))})


def test_the_job_sheet_says_how_players_are_told_apart(good: Path) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(good / "laser/job-sheet.pdf")
    text = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert "reed: no line along the edge" in text
    assert "mud: a line along the edge" in text


def test_a_missing_piece_is_found(copy: Planted) -> None:
    lines = copy.text(REED).splitlines(keepends=True)
    copy.write(REED, "".join(line for line in lines if 'id="reed-fish-tile-2.' not in line))
    assert told(copy, "reed-fish-tile-2 is on no sheet")


def test_a_wrong_outline_is_found(copy: Planted) -> None:
    """One corner of a shell is moved by a millimetre."""
    copy.redraw(REED, "reed-shell-tile-1.edge-1", lambda data: re.sub(
        r" L ([\d.]+)", lambda corner: f" L {float(corner[1]) - 1}", data, count=1))
    assert told(copy, "reed-shell-tile-1")


def test_a_lost_line_of_a_player_is_found(copy: Planted) -> None:
    """The pieces of the second player would look like those of the first."""
    mud = "laser/mud-pieces.svg"
    kept = [line for line in copy.text(mud).splitlines(keepends=True) if 'id="mud-fish-tile-1.zone' not in line]
    copy.write(mud, "".join(kept))
    assert told(copy, "mud-fish-tile-1")


def test_a_piece_too_few_on_paper_is_found(copy: Planted) -> None:
    """Three for each of two players are printed once: nobody turns them over."""
    copy.edit("source/game.yaml", "fish: {each: 3,", "fish: {each: 4,")
    assert told(copy, "6 pieces named fish of 40.8 x 27.2 mm are cut out of their ground along a line", "needs 8")


def test_a_drawing_of_the_same_size_and_another_area_is_found_on_paper(copy: Planted) -> None:
    copy.edit("source/art/leaf.svg", "L 0 0 Z", "L 30 0 L 0 0 Z")
    assert told(copy, "0 pieces named leaf of 32 x 24 mm are cut out of their ground along a line", "needs 8")


def test_a_cut_line_that_is_gone_is_found_on_paper(copy: Planted) -> None:
    [path] = copy.folder.glob("print/*.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages[1:]:
            data = page.Contents.read_bytes()
            page.Contents = pdf.make_stream(data.replace(b" S\n", b" n\n").replace(b"\nS\n", b"\nn\n"))
        pdf.save(path)
    assert told(copy, "0 pieces named shell of 30 x 22.5 mm are cut out")


DUPLEX = Options(papers=("a4",), assembly="duplex")


def test_on_both_sides_the_mirrored_drawing_must_be_behind_each_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                                      ) -> None:
    game = str(put_pond(tmp_path))
    build(game, tmp_path / "good", DUPLEX, ("print",))
    monkeypatch.setattr(Chit, "back_outline", Chit.outline)
    with pytest.raises(FabgenError) as caught:
        build(game, tmp_path / "wrong", DUPLEX, ("print",))
    assert any("no mirrored drawing stands behind what is cut out" in problem.what
               for problem in caught.value.problems)


def test_a_diagram_on_a_square_piece_is_not_taken_for_something_that_is_cut_out(tmp_path: Path) -> None:
    square = ("{tile: art/fish.svg}", "{tile: square}")
    no_rounds = ("face: sign, sign: star, back: ring}", "face: plain}")
    game = str(put_pond(tmp_path, square, no_rounds))
    assert build(game, tmp_path / "out", DUPLEX, ("print",)).target.is_dir()
