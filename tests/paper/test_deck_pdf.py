"""The deck that a service takes as one PDF: pages, boxes, inks and order as PDF/X-1a:2003 and DriveThruCards ask for
them, read by pikepdf and pdfplumber; and every planted defect is found."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pdfplumber
import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from fabgen.artwork.export.press_pages import InkChoice
from fabgen.artwork.press_inks import PressInks, convert_picture
from fabgen.artwork.themes import load_theme
from fabgen.build import load_valid_game
from fabgen.paper.print_on_demand import load_service
from fabgen.production.orders import make_pod_order
from fabgen.verify.deck_pdf import check_deck
from fabgen.verify.pod_order import check_order

HARBOUR = Path(__file__).parents[1] / "templates" / "harbour"
Plant = Callable[[pikepdf.Pdf], None]
MOST = 240.0  # %: what DriveThruCards prints
COLOUR = ("k", "K", "g", "G", "rg", "RG", "cs", "CS", "sc", "scn", "SC", "SCN")


@cache
def order() -> bytes:
    """The order of a game with cards that have pictures and backs, and of cards that have none."""
    return make_pod_order(load_valid_game(str(HARBOUR))[0], "drivethru").data


def archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(order()))


def deck() -> bytes:
    return archive().read("deck.pdf")


def sides() -> list[tuple[str, str, int]]:
    rows = csv.DictReader(io.StringIO(archive().read("contents.csv").decode("utf-8-sig")))
    return [(row["thing"], row["side"], int(row["copies"])) for row in rows]


def images() -> dict[tuple[str, str], bytes]:
    rows = csv.DictReader(io.StringIO(archive().read("contents.csv").decode("utf-8-sig")))
    return {(row["thing"], row["side"]): archive().read(row["file"]) for row in rows}


def test_each_card_is_there_as_often_as_it_is_ordered_its_back_first() -> None:
    """Three storms come first: the back says Weather twice, and the front what a storm does."""
    cards = sum(copies for _, side, copies in sides() if side == "front")
    with pdfplumber.open(io.BytesIO(deck())) as pdf:
        assert len(pdf.pages) == 2 * cards
        for page in range(0, 6, 2):
            assert "Weather" in pdf.pages[page].extract_text()
            assert "Storm" not in pdf.pages[page].extract_text()
            assert "Storm" in pdf.pages[page + 1].extract_text()
        assert "Storm" not in pdf.pages[7].extract_text()


def test_pages_have_the_boxes_of_the_cut_and_of_the_bleed() -> None:
    """2.5 x 3.5 in are 180 x 252 points; an eighth of an inch around them is 9."""
    with pikepdf.open(io.BytesIO(deck())) as pdf:
        assert pdf.pages
        for page in pdf.pages:
            assert [float(side) for side in page.obj.TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.01)
            for box in (page.obj.BleedBox, page.obj.MediaBox):
                assert [float(side) for side in box] == pytest.approx([0, 0, 198, 270], abs=0.01)


def test_the_document_is_what_the_standard_asks_for() -> None:
    data = deck()
    assert data.startswith(b"%PDF-1.4")
    assert b"/ObjStm" not in data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert str(pdf.docinfo.GTS_PDFXVersion) == "PDF/X-1a:2003"
        assert str(pdf.docinfo.Trapped) == "/False"
        assert str(pdf.docinfo.Title)
        assert pdf.docinfo.CreationDate == pdf.docinfo.ModDate
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
        assert intent.DestOutputProfile.N == 4
        pictures = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)
                    and thing.get("/Subtype") == "/Image"]
        assert pictures
        assert {str(picture.ColorSpace) for picture in pictures} == {"/DeviceCMYK"}
        assert not any("/SMask" in picture for picture in pictures)
        operators = {str(one.operator) for page in pdf.pages for one in pikepdf.parse_content_stream(page)}
        assert operators & {*COLOUR} <= {"k", "K", "g", "G"}


def test_a_good_order_is_proven_and_the_same_again(tmp_path: Path) -> None:
    (tmp_path / "order.zip").write_bytes(order())
    assert check_order(tmp_path / "order.zip") == []
    assert make_pod_order(load_valid_game(str(HARBOUR))[0], "drivethru").data == order()


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 0xFFFFFF), st.sampled_from([150.0, 240.0, 300.0]))
def test_no_colour_takes_more_ink_than_the_service_prints(number: int, most: float) -> None:
    """And as much black as without the limit."""
    inks, colour = PressInks(load_theme("colour")), f"#{number:06x}"
    limited = InkChoice(inks, most).convert(colour)
    assert sum(limited) <= most + 1e-9
    assert limited[3] == inks.convert(colour)[3]
    assert all(0 <= one <= whole for one, whole in zip(limited, inks.convert(colour), strict=True))


def test_no_dot_of_a_picture_takes_more_ink_than_the_service_prints() -> None:
    """Every colour of a cube of 16 x 16 x 16; white stays paper."""
    steps = np.linspace(0, 255, 16).astype(np.uint8)
    cube = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(64, 64, 3)
    inks = np.asarray(convert_picture(Image.fromarray(cube), MOST)).astype(int)
    assert (inks.sum(axis=2) <= MOST / 100 * 255 + 1e-9).all()
    free = np.asarray(convert_picture(Image.fromarray(cube))).astype(int)
    assert (free.sum(axis=2) > MOST / 100 * 255).any(), "without a limit some take more"
    white = np.asarray(convert_picture(Image.new("RGB", (1, 1), "white")))
    assert white.max() <= 2


def screen_colour(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[1]
    page.contents_coalesce()
    page.Contents.write(b"1 0 0 rg 20 20 50 50 re f\n" + page.Contents.read_bytes())


def much_ink(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[1]
    page.contents_coalesce()
    page.Contents.write(b"1 1 1 0.5 k 20 20 50 50 re f\n" + page.Contents.read_bytes())


def no_trim(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[2].obj.TrimBox


def no_name(pdf: pikepdf.Pdf) -> None:
    del pdf.docinfo["/GTS_PDFXVersion"]


def no_condition(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.OutputIntents


def transparent(pdf: pikepdf.Pdf) -> None:
    state = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, ca=0.5))
    resources = pdf.pages[0].obj.Resources
    resources.ExtGState = pikepdf.Dictionary(Pale=state)


def drop(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[-1]


def fronts_first(pdf: pikepdf.Pdf) -> None:
    """Every front is where a back should be."""
    pages = list(pdf.pages)
    for number in range(0, len(pages), 2):
        pdf.pages[number], pdf.pages[number + 1] = pages[number + 1], pages[number]


def other_copy(pdf: pikepdf.Pdf) -> None:
    """The second storm has the front of another card."""
    pdf.pages[3] = pdf.pages[7]


@pytest.mark.parametrize(("plant", "words"), [
    (screen_colour, "is painted in DeviceRGB, which is no ink"),
    (much_ink, "takes 350 % of ink; 240 % is the most"),
    (no_trim, "its TrimBox is not that of a Poker Card: page 3"),
    (no_name, "it does not say that it is PDF/X-1a:2003"),
    (no_condition, "it names no printing condition"),
    (transparent, "something is transparent"),
    (drop, "pages; "),
    (fronts_first, "is not what its image shows"),
    (other_copy, "copies of the weather 01 differ"),
])
def test_a_planted_defect_is_found(plant: Plant, words: str) -> None:
    with pikepdf.open(io.BytesIO(deck())) as pdf:
        plant(pdf)
        stream = io.BytesIO()
        pdf.save(stream, force_version="1.4", object_stream_mode=pikepdf.ObjectStreamMode.disable)
    service, data = load_service("drivethru"), stream.getvalue()
    found = [str(problem) for problem in check_deck(data, "deck.pdf", service, service.products[0], sides(), images())]
    assert any(words in problem for problem in found), found


def test_a_newer_version_of_pdf_is_found() -> None:
    with pikepdf.open(io.BytesIO(deck())) as pdf:
        stream = io.BytesIO()
        pdf.save(stream, min_version="1.6", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    service = load_service("drivethru")
    found = [problem.what for problem in
             check_deck(stream.getvalue(), "deck.pdf", service, service.products[0], sides(), images())]
    assert found == ["it is PDF 1.6; the standard has 1.4 at most"]


def test_an_order_without_its_deck_is_found(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "order.zip", "w") as copy:
        for name in archive().namelist():
            if name != "deck.pdf":
                copy.writestr(name, archive().read(name))
    assert [str(problem) for problem in check_order(tmp_path / "order.zip")] == [
        "deck.pdf: error: the file is missing from the zip\n  export the game again"]
