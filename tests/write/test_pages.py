"""A print-and-play set, read back by other people's parsers: sizes, rulers, margins, counts, folds, tiles that make the board again."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops
from pdfplumber.page import Page as Read

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import circle, line, polygon, rectangle
from fabgen.base import FabgenError
from fabgen.figures.nets import player_sign, standee_net, token_net
from fabgen.make.page import lay_out
from fabgen.make.paper import Batch, PaperKit, load_paper
from fabgen.make.theme import load_theme
from fabgen.write.pages import write_pages

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MM = 25.4 / 72
CELL, BORDER, CELLS = 40.0, 13.0, 6
SIDE = CELLS * CELL + 2 * BORDER
TOKENS, DISC = 7, 18.0


def board() -> Drawing:
    stops = [BORDER + CELL * i for i in range(CELLS + 1)]
    grid = draw(Role.GRID, *(line((s, BORDER), (s, SIDE - BORDER)) for s in stops), *(line((BORDER, s), (SIDE - BORDER, s)) for s in stops))
    names = together(write(Role.LABEL, f"f{i}r{j}", (BORDER + CELL * (i + 0.5), BORDER + CELL * (j + 0.5)), 3.0) for i in range(CELLS) for j in range(CELLS))
    return draw(Role.EDGE, rectangle(0, 0, SIDE, SIDE, 6)) + grid + names


@cache
def kit() -> PaperKit:
    shape = draw(Role.EDGE, polygon([(-9, 0), (9, 0), (0, 40)]))
    moves = draw(Role.GRID, rectangle(-9, -3, 18, 12)) + draw(Role.SELF, circle((0, 0), 1))
    nets = [Batch(f"{tone} scout", 4, standee_net(shape, moves, "scout", tone, player_sign(n), 32, 40, CELL), f"{tone} pieces") for n, tone in enumerate(["green", "orange"])]
    disc = token_net(draw(Role.MARK, circle((0, 1), 3)), draw(Role.MARK, rectangle(-2, 0, 4, 4)), "disc", DISC)
    seams = tuple(BORDER + CELL * i for i in range(1, CELLS))
    return PaperKit("Trial", "A. Designer", "0.3", board(), seams, seams, (*nets, Batch("coin", TOKENS, disc, "coins")))


@cache
def made(paper: str) -> bytes:
    return write_pages(lay_out(kit(), load_paper(paper)), load_theme("colour"), title="Trial", author="A. Designer", subject="print and play")


@pytest.fixture(params=sorted(PAPERS))
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def read(paper: str) -> list[Read]:
    return list(pdfplumber.open(io.BytesIO(made(paper))).pages)


def board_pages(paper: str) -> list[Read]:
    return [page for page in read(paper) if any(w["text"] == "Board," for w in page.extract_words())]


def test_every_page_is_the_paper_and_nothing_scales_it(paper: str) -> None:
    pdf = pikepdf.open(io.BytesIO(made(paper)))
    assert len(pdf.pages) > 4
    for page in pdf.pages:
        width, height = sorted(float(side) * MM for side in page.MediaBox[2:])
        assert (width, height) == pytest.approx(PAPERS[paper], abs=0.001)
        assert "/Rotate" not in page
    assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    assert str(pdf.docinfo["/Title"]) == "Trial"
    assert str(pdf.docinfo["/Author"]) == "A. Designer"


def test_fonts_are_embedded(paper: str) -> None:
    fonts = [page.Resources.Font[name] for page in pikepdf.open(io.BytesIO(made(paper))).pages for name in page.Resources.Font.keys()]
    assert fonts
    for font in fonts:
        assert "Helvetica" not in str(font.BaseFont)
        assert "/FontFile2" in font.FontDescriptor


def test_rulers_on_every_page_both_ways(paper: str) -> None:
    for page in read(paper):
        across = [l["width"] * MM for l in page.lines if l["height"] < 1e-3]
        along = [l["height"] * MM for l in page.lines if l["width"] < 1e-3]
        for lengths in (across, along):
            assert [x for x in lengths if abs(x - 100) < 0.5] == pytest.approx([100.0], abs=0.001)
            assert [x for x in lengths if abs(x - 101.6) < 0.5] == pytest.approx([101.6], abs=0.001)


def test_every_sheet_says_what_it_is(paper: str) -> None:
    pages = read(paper)
    for number, page in enumerate(pages, 1):
        text = page.extract_text()
        assert f"Sheet {number} of {len(pages)}" in text
        assert "Trial" in text
        assert "0.3" in text
        assert load_paper(paper).name in text
        assert "front" in text
        assert "Print at 100 % (actual size)" in text or number == 1


def test_nothing_is_inked_in_the_margin(paper: str) -> None:
    for page in pypdfium2.PdfDocument(made(paper)):
        image = page.render(scale=150 / 72).to_pil().convert("L")
        left, top, right, bottom = ImageChops.invert(image).point(lambda v: 255 * (v > 8)).getbbox()
        pixel = 25.4 / 150
        edges = (left, top, image.width - right, image.height - bottom)
        assert min(edges) * pixel >= 10 - 1.5 * pixel


@pytest.mark.parametrize(("name", "count"), [("a4", 2), ("letter", 4)])
def test_each_cell_stands_on_one_tile_at_true_size(name: str, count: int) -> None:
    pages = board_pages(name)
    assert len(pages) == count
    seen: list[str] = []
    for page in pages:
        at = {w["text"]: ((w["x0"] + w["x1"]) / 2 * MM, w["bottom"] * MM) for w in page.extract_words() if w["text"][0] == "f" and "r" in w["text"] and len(w["text"]) == 4}
        (first, (x, y)), *others = at.items()
        assert others
        for text, (u, v) in others:
            assert u - x == pytest.approx(CELL * (int(text[1]) - int(first[1])), abs=0.01)
            assert y - v == pytest.approx(CELL * (int(text[3]) - int(first[3])), abs=0.01)
        seen += at
    assert sorted(seen) == sorted(f"f{i}r{j}" for i in range(CELLS) for j in range(CELLS))


def test_tiles_stand_at_one_place_and_make_the_board_again(paper: str) -> None:
    """Tiles rendered, cut along their marks and laid over their neighbours' tabs give the board as drawn whole."""
    scale = 4  # pixels a mm
    whole = replace(kit(), batches=())
    document = pypdfium2.PdfDocument(made(paper))
    pages = lay_out(kit(), load_paper(paper))
    joined = Image.new("L", (round(SIDE * scale), round(SIDE * scale)), 255)
    corners = set()
    tiles = [(n, page) for n, page in enumerate(pages) if "tile" in page.title]
    with pdfplumber.open(io.BytesIO(made(paper))) as pdf:
        for n, page in reversed(tiles):
            box = trim_box(pdf.pages[n])
            corners.add((round(box[0], 2), round(box[1], 2)))
            name = next(w for w in pdf.pages[n].extract_words() if len(w["text"]) == 4 and w["text"][0] == "f" and w["text"][2] == "r")
            x, y = (name["x0"] + name["x1"]) / 2 * MM - box[0], name["bottom"] * MM - box[1]
            image = document[n].render(scale=scale * MM).to_pil().convert("L").crop(tuple(round(v * scale) for v in box))
            # a word's lower edge lies a fixed length under its base line, so it is compared with the word's own cell
            column, row = int(name["text"][1]), int(name["text"][3])
            left = BORDER + CELL * (column + 0.5) - x
            drop = drop_of(pdf.pages[n])
            top = SIDE - (BORDER + CELL * (row + 0.5)) + drop - y
            assert min(abs(left - s) for s in (0.0, *whole.seams_x)) < 0.02
            assert min(abs(top - s) for s in (0.0, *whole.seams_y)) < 0.02
            joined.paste(image, (round(left * scale), round(top * scale)))
    assert len(corners) == 1
    poster = render_board(scale)
    differing = ImageChops.difference(joined, poster).point(lambda v: 255 * (v > 128)).histogram()[255]
    assert differing <= 0.001 * joined.width * joined.height
    assert ImageChops.difference(Image.new("L", poster.size, 255), poster).point(lambda v: 255 * (v > 128)).histogram()[255] > 0.005 * joined.width * joined.height


def trim_box(page: Read) -> tuple[float, float, float, float]:
    """The tile's own box in mm from the upper left, from the clip of its drawing: seams lie 2 mm inside it, the board's edges on it."""
    operators = pikepdf.parse_content_stream(pikepdf.open(page.pdf.stream).pages[page.page_number - 1])
    boxes: list[list[float]] = []
    last: list[float] = []
    for operands, operator in operators:
        if str(operator) == "re":
            last = [float(v) * MM for v in operands]
        if str(operator) == "W":
            boxes.append(last)
    ((x, y, width, height),) = boxes
    label = next(w["text"] for w in page.extract_words() if len(w["text"]) == 2 and w["text"][0] in "AB" and w["text"][1] in "12")
    words = page.extract_text(), [w["text"] for w in page.extract_words(use_text_flow=True)]
    chars = "".join(c["text"] for c in page.chars)
    west, north = "A1" != label and f"onthetabof{chr(ord(label[0]) - 1)}{label[1]}" in chars.replace(" ", ""), f"onthetabof{label[0]}{int(label[1]) - 1}" in chars.replace(" ", "")
    east, south = f"glueunder{chr(ord(label[0]) + 1)}{label[1]}" in chars.replace(" ", ""), f"glueunder{label[0]}{int(label[1]) + 1}" in chars.replace(" ", "")
    assert words
    page_height = float(page.height) * MM
    return x + 2 * west, page_height - y - height + 2 * north, x + width - 2 * east, page_height - y - 2 * south


def drop_of(page: Read) -> float:
    """How far the lower edge that pdfplumber gives a word lies under its cell's middle, in mm: from the size of the type."""
    char = next(c for c in page.chars if c["text"] == "f")
    return float(char["bottom"] - (page.height - char["matrix"][5])) * MM


def render_board(scale: int) -> Image.Image:
    from fabgen.write.pdf import write_drawing

    art = board().without(Role.EDGE) + draw(Role.MOVE_CELL)
    page = pypdfium2.PdfDocument(write_drawing(Drawing(art.items[:-1]) + draw(Role.FOLD, rectangle(0, 0, SIDE, SIDE)), load_theme("colour"), margin=0))[0]
    return page.render(scale=scale * MM).to_pil().convert("L").resize((round(SIDE * scale), round(SIDE * scale)))


def test_backs_lie_behind_their_fronts(paper: str) -> None:
    page = next(p for p in read(paper) if any(w["text"] == "Coins" for w in p.extract_words()))
    discs = [c for c in page.curves if abs(c["width"] * MM - DISC) < 0.01 and not c["fill"]]
    assert len(discs) == 2 * TOKENS
    tops = sorted({round((c["top"] + c["bottom"]) / 2 * MM, 2) for c in discs})
    fold = (tops[0] + tops[-1]) / 2
    centres = sorted((round((c["x0"] + c["x1"]) / 2 * MM, 2), round((c["top"] + c["bottom"]) / 2 * MM - fold, 2)) for c in discs)
    fronts = [(x, y) for x, y in centres if y < 0]
    assert sorted((x, -y) for x, y in fronts) == pytest.approx([(x, y) for x, y in centres if y > 0], abs=0.02)
    assert len(fronts) == TOKENS
    assert min(y for _, y in centres if y > 0) >= DISC / 2 + 2 + 5 - 0.01  # bleed and 5 mm to the fold
    marks = [c for c in page.curves if abs(c["width"] * MM - 6) < 0.01]  # front marks: 1 mm above the middle of the disc
    assert len(marks) == TOKENS
    assert {round((c["top"] + c["bottom"]) / 2 * MM - fold + 1, 1) for c in marks} == {round(y, 1) for _, y in fronts}
    backs = [r for r in page.rects if abs(r["width"] * MM - 4) < 0.01]  # back marks: from the middle, upside down, so downwards on paper
    assert len(backs) == TOKENS
    assert {round(r["top"] * MM - fold, 1) for r in backs} == {round(-y, 1) for _, y in fronts}


def test_counts_and_sheets_of_the_list(paper: str) -> None:
    pages = read(paper)
    rows = [text.split() for text in pages[0].extract_text_lines() for text in [text["text"]]]
    for tone in ("green", "orange"):
        row = next(r for r in rows if r[-3:-1] == [tone, "scout"])
        assert row[-4] == "4"
        sheet = pages[int(row[-1]) - 1]
        assert sheet.extract_text().count("scout"[::-1]) + sum(w["text"] == "scout" for w in sheet.extract_words()) >= 4
        faces = [c for c in sheet.curves + sheet.lines + sheet.rects if c.get("fill") and abs(c["height"] * MM - 40) < 0.01]
        assert len(faces) == 8  # two of each of four standees
    (coins,) = [r for r in rows if r[-2:-1] == ["coin"]]
    assert coins[-3] == str(TOKENS)


def test_same_input_same_bytes(paper: str) -> None:
    made.cache_clear()
    first = made(paper)
    made.cache_clear()
    assert made(paper) == first


def test_all_that_does_not_fit_is_told_at_once() -> None:
    giant = replace(kit().batches[0].thing, height=400.0)  # type: ignore[type-var]
    wide = token_net(Drawing(), None, "disc", 100)
    broken = replace(kit(), seams_x=(), seams_y=(), batches=(Batch("giant", 1, giant, "g"), Batch("plate", 1, replace(wide, size=180), "p")))
    with pytest.raises(FabgenError) as caught:
        lay_out(broken, load_paper("a4"))
    assert len(caught.value.problems) == 3
    assert all(word in str(caught.value) for word in ("giant", "plate", "board"))


def test_no_pages_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="page"):
        write_pages([], load_theme("colour"))
