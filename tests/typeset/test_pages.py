"""A print-and-play set, read back by other people's parsers: sizes, rulers, margins, counts, folds, tiles that make
the board again."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from pdfplumber.page import Page as Read
from PIL import Image, ImageChops

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import PaperBatch, PaperKit
from fabgen.artwork.path import circle, line, polygon, rectangle
from fabgen.artwork.themes import load_theme
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.components.paper_pieces import draw_player_sign, make_standee_net, make_token_chit
from fabgen.paper.sheets import lay_out_set
from fabgen.typeset.pages import PageItem, SheetPage, write_pages
from fabgen.typeset.papers import load_paper

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MM = 25.4 / 72
EDGES = ("x0", "top", "x1", "bottom")  # of a character
CELL, BORDER, CELLS = 40.0, 13.0, 6
SIDE = CELLS * CELL + 2 * BORDER
TOKENS, DISC = 7, 18.0


def board() -> Drawing:
    stops = [BORDER + CELL * i for i in range(CELLS + 1)]
    grid = draw(
        Role.GRID,
        *(line((s, BORDER), (s, SIDE - BORDER)) for s in stops),
        *(line((BORDER, s), (SIDE - BORDER, s)) for s in stops),
    )
    names = combine_drawings(
        draw_text(Role.LABEL, f"f{i}r{j}", (BORDER + CELL * (i + 0.5), BORDER + CELL * (j + 0.5)), 3.0)
        for i in range(CELLS)
        for j in range(CELLS)
    )
    return draw(Role.EDGE, rectangle(0, 0, SIDE, SIDE, 6)) + grid + names


@cache
def kit() -> PaperKit:
    shape = draw(Role.EDGE, polygon([(-9, 0), (9, 0), (0, 40)]))
    moves = draw(Role.GRID, rectangle(-9, -3, 18, 12)) + draw(Role.SELF, circle((0, 0), 1))
    nets = [
        PaperBatch(
            f"{tone} scout",
            4,
            make_standee_net(shape, moves, "scout", tone, draw_player_sign(n, 9), 32, 40, CELL),
            f"{tone} pieces",
        )
        for n, tone in enumerate(["green", "orange"])
    ]
    faces = draw(Role.MARK, circle((0, 1), 3)), draw(Role.MARK, rectangle(-2, 0, 4, 4))
    disc = replace(make_token_chit(*faces, "disc", DISC), turns=True)
    seams = tuple(BORDER + CELL * i for i in range(1, CELLS))
    return PaperKit(
        "Trial", "A. Designer", "0.3", board(), seams, seams, (*nets, PaperBatch("coin", TOKENS, disc, "coins")),
        ("green", "orange"), board, load_words(),
    )


@cache
def made(paper: str) -> bytes:
    return write_pages(
        lay_out_set(kit(), load_paper(paper)).one_sided,
        load_theme("colour"),
        title="Trial",
        author="A. Designer",
        subject="print and play",
    )


@pytest.fixture(params=sorted(PAPERS))
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def read(paper: str) -> list[Read]:
    return list(pdfplumber.open(io.BytesIO(made(paper))).pages)


def board_pages(paper: str) -> list[Read]:
    return [page for page in read(paper) if any(w["text"] == "Board," for w in page.extract_words())]


def test_every_page_is_the_paper_and_nothing_scales_it(paper: str) -> None:
    pdf = pikepdf.open(io.BytesIO(made(paper)))
    assert len(pdf.pages) >= 4  # the first sheet, the board on one or more, pieces and tokens
    for page in pdf.pages:
        width, height = sorted(float(side) * MM for side in page.MediaBox[2:])
        assert (width, height) == pytest.approx(PAPERS[paper], abs=0.001)
        assert page.get("/Rotate", 0) == 0
    assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    assert str(pdf.docinfo["/Title"]) == "Trial"
    assert str(pdf.docinfo["/Author"]) == "A. Designer"


def test_fonts_are_embedded(paper: str) -> None:
    pdf = pikepdf.open(io.BytesIO(made(paper)))
    fonts = [font for page in pdf.pages for font in page.Resources.Font.values()]
    assert fonts
    for font in fonts:
        assert "Helvetica" not in str(font.BaseFont)
        assert "/FontFile2" in font.FontDescriptor


@pytest.mark.slow
@pytest.mark.sample(1)
def test_rulers_on_every_page_both_ways(paper: str) -> None:
    """100 mm and 4 in on the first sheet, 50 mm and 2 in on all others."""
    pages = read(paper)
    assert pages
    for page in pages:
        across = [bar["width"] * MM for bar in page.lines if bar["height"] < 1e-3]
        along = [bar["height"] * MM for bar in page.lines if bar["width"] < 1e-3]
        for lengths in (across, along):
            for bar in (100.0, 101.6) if page.page_number == 1 else (50.0, 50.8):
                assert [x for x in lengths if abs(x - bar) < 0.25] == pytest.approx([bar], abs=0.001)


@pytest.mark.slow
@pytest.mark.sample(1)
def test_every_sheet_says_what_it_is(paper: str) -> None:
    pages = read(paper)
    assert pages
    for number, page in enumerate(pages, 1):
        text = page.extract_text()
        assert f"Sheet {number} of {len(pages)}" in text
        assert "Trial" in text
        assert "version 0.3" in text
        assert load_paper(paper).name in text
        assert "print one side only" in text
        assert ("Print at actual size" if number == 1 else "Print at 100 % (actual size)") in text


@pytest.mark.sample(1)
def test_no_word_touches_a_ruler(paper: str) -> None:
    """The lengths of the bars stand beside the level ones, 1.5 mm from other words; no word is nearer than 0.5 mm to
    the upright ones, which are from 10 to 15 mm from the edge of the paper."""
    pages = read(paper)
    assert pages
    for page in pages:
        length, words = (100, "100mm4in") if page.page_number == 1 else (50, "50mm2in")
        bars = [bar for bar in page.lines if bar["width"] < 1e-3 and abs(bar["height"] * MM - length) < 0.1]
        (upright,) = bars
        chars = [char for char in page.chars if char["text"].strip()]
        lowest = max(char["bottom"] for char in chars)
        label = [char for char in chars if char["text"] in words and lowest - char["bottom"] < 6 / MM
                 and length < (char["x0"] * MM - 17) < length + 30]
        assert "".join(char["text"] for char in label) == words
        x0, top, x1, bottom = (
            pick(c[edge] for c in label) for pick, edge in zip((min, min, max, max), EDGES, strict=True)
        )
        gap, others = 1.5 / MM, [char for char in chars if char not in label]
        assert not [c["text"] for c in others if c["x0"] < x1 + gap and c["x1"] > x0 - gap
                    and c["top"] < bottom + gap and c["bottom"] > top - gap]
        assert not [c["text"] for c in chars if c["x0"] < 15.5 / MM and c["top"] < upright["bottom"]
                    and c["bottom"] > upright["top"]]


@pytest.mark.sample(1)
def test_nothing_is_inked_in_the_margin(paper: str) -> None:
    pages = [*pypdfium2.PdfDocument(made(paper))]
    assert pages
    for page in pages:
        image = page.render(scale=150 / 72).to_pil().convert("L")
        left, top, right, bottom = ImageChops.invert(image).point(lambda v: 255 * (v > 8)).getbbox()
        pixel = 25.4 / 150
        edges = (left, top, image.width - right, image.height - bottom)
        assert min(edges) * pixel >= 10 - 1.5 * pixel


def cell_words(page: Read) -> dict[str, tuple[float, float]]:
    """Each cell's word on a page, with the middle of its base line in mm from the lower left corner."""
    words = page.extract_words(return_chars=True)
    return {
        w["text"]: ((w["x0"] + w["x1"]) / 2 * MM, w["chars"][0]["matrix"][5] * MM)
        for w in words
        if re.fullmatch(r"f\dr\d", w["text"])
    }


def corner_of_board(page: Read) -> tuple[float, float]:
    """Where the board's lower left corner lies on the page, as every cell's word says."""
    corners = [
        (x - BORDER - CELL * (int(w[1]) + 0.5), y - BORDER - CELL * (int(w[3]) + 0.5))
        for w, (x, y) in cell_words(page).items()
    ]
    assert len(corners) > 1
    for x, y in corners:
        assert (x, y) == pytest.approx(corners[0], abs=0.01)  # true size
    return corners[0]


def tile_box(page: Read, number: int, paper: str) -> list[float]:
    """The tile's box on the board in mm: the clip of its drawing without the 2 mm that it is inked beyond a seam."""
    clip: list[float] = []
    last: list[float] = []
    pdf = pikepdf.open(io.BytesIO(made(paper)))
    for operands, operator in pikepdf.parse_content_stream(pdf.pages[number]):
        last = [float(v) * MM for v in operands] if str(operator) == "re" else last
        clip = last if str(operator) in ("W", "W*") else clip
    x, y = corner_of_board(page)
    low, high = (clip[0] - x, clip[1] - y), (clip[0] + clip[2] - x, clip[1] + clip[3] - y)
    return [v if v < 0.02 else v + 2 for v in low] + [v if v > SIDE - 0.02 else v - 2 for v in high]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "count"), [("a4", 2), ("letter", 4)])
def test_each_cell_stands_on_one_tile_at_true_size(name: str, count: int) -> None:
    pages = board_pages(name)
    assert len(pages) == count
    seen = [word for page in pages for word in cell_words(page)]
    assert sorted(seen) == sorted(f"f{i}r{j}" for i in range(CELLS) for j in range(CELLS))


@pytest.mark.slow
@pytest.mark.sample(1)
def test_tiles_stand_at_one_place_and_make_the_board_again(paper: str) -> None:
    """Tiles, cut where they meet and laid side by side, give the board as it is drawn whole; a tab lies
    beyond each seam, from 0.4 mm to 10 mm."""
    document, scale = pypdfium2.PdfDocument(made(paper)), 4
    joined = Image.new("L", (round(SIDE * scale), round(SIDE * scale)), 255)
    area, corners = 0.0, list[tuple[float, float]]()
    for page in board_pages(paper):
        number = page.page_number - 1
        left, bottom, right, top = tile_box(page, number, paper)
        for stop in (left, bottom, right, top):  # the ground goes on for 2 mm beyond the edge of the board
            assert min(abs(stop - s) for s in (-2, *kit().seams_x, SIDE + 2)) < 0.02
        left, bottom, right, top = max(0.0, left), max(0.0, bottom), min(SIDE, right), min(SIDE, top)
        x, y = corner_of_board(page)
        area += (right - left) * (top - bottom)
        corners.append((left + x, top + y))
        down = float(page.height) * MM - y
        image = document[number].render(scale=scale * MM).to_pil().convert("L")
        box = [round(v * scale) for v in (left + x, down - top, right + x, down - bottom)]
        joined.paste(image.crop(tuple(box)), (round(left * scale), round((SIDE - top) * scale)))
        assert tabs(page) == (right < SIDE - 1) + (bottom > 1)
    assert area == pytest.approx(SIDE * SIDE, rel=1e-4)
    assert all(corner == pytest.approx(corners[0], abs=0.02) for corner in corners)
    poster = whole_board(scale)
    assert dark(ImageChops.difference(joined, poster)) <= 0.001
    assert dark(ImageChops.difference(joined, poster.rotate(180))) > 0.001  # the measure can fail


def tabs(page: Read) -> int:
    """How many tinted shapes on the page are 9.6 mm deep: tabs without the ink that they leave at the seam."""
    tint = (0xE9 / 255, 0xEC / 255, 0xEF / 255)
    shapes = [
        c for c in page.curves + page.rects if c["fill"] and c["non_stroking_color"] == pytest.approx(tint, abs=0.01)
    ]
    return sum(abs(min(c["width"], c["height"]) * MM - 9.6) < 0.01 for c in shapes)


def whole_board(scale: int) -> Image.Image:
    """The board on one page, its outline left out, as on tiles."""
    page = SheetPage(SIDE, SIDE, (PageItem(board().without(Role.EDGE)),), "board")
    image = pypdfium2.PdfDocument(write_pages([page], load_theme("colour")))[0].render(scale=scale * MM).to_pil()
    return image.convert("L").crop((0, 0, round(SIDE * scale), round(SIDE * scale)))


def dark(image: Image.Image) -> float:
    """The share of pixels that differ by more than a half."""
    return float(image.point(lambda v: 255 * (v > 128)).histogram()[255]) / (image.width * image.height)


@pytest.mark.slow
@pytest.mark.sample(1)
def test_backs_lie_behind_their_fronts(paper: str) -> None:
    page = next(p for p in read(paper)[1:] if any(w["text"].lower() == "coins" for w in p.extract_words()))
    round_things = [c for c in page.curves if abs(c["width"] * MM - DISC) < 0.01 and c["fill"]]
    discs = [c for c in round_things  # heads of pieces on the same sheet are as wide, and further apart
             if any(c["top"] == o["top"] and 0 < abs(c["x0"] - o["x0"]) * MM < DISC + 5 for o in round_things)]
    assert len(discs) == 2 * TOKENS
    tops = sorted({round((c["top"] + c["bottom"]) / 2 * MM, 2) for c in discs})
    fold = (tops[0] + tops[-1]) / 2
    centres = sorted(
        (round((c["x0"] + c["x1"]) / 2 * MM, 2), round((c["top"] + c["bottom"]) / 2 * MM - fold, 2)) for c in discs
    )
    fronts = [(x, y) for x, y in centres if y < 0]
    behind = sorted((x, -y) for x, y in centres if y > 0)
    for front, back in zip(sorted(fronts), behind, strict=True):
        assert front == pytest.approx(back, abs=0.02)
    assert len(fronts) == TOKENS
    assert min(y for _, y in centres if y > 0) >= DISC / 2 + 1.9 + 5 - 0.01  # white card and 5 mm to the fold
    reach = 0.82 * (DISC - 2 * 1.1)  # mm: the width of the circle in which a sign is: of what is in the rim
    marks = [c for c in page.curves if abs(c["width"] * MM - reach) < 0.01]
    assert len(marks) == TOKENS
    assert {round((c["top"] + c["bottom"]) / 2 * MM - fold, 1) for c in marks} == {round(y, 1) for _, y in fronts}
    backs = [r for r in page.rects if abs(r["width"] * MM - reach / 2**0.5) < 0.01]  # squares
    assert len(backs) == TOKENS
    assert {round((r["top"] + r["bottom"]) / 2 * MM - fold, 1) for r in backs} == {round(-y, 1) for _, y in fronts}


@pytest.mark.sample(1)
def test_counts_and_sheets_of_the_list(paper: str) -> None:
    pages = read(paper)
    rows = [row["text"].split() for row in pages[0].extract_text_lines()]
    scouts = [next(r for r in rows if r[-3:-1] == [tone, "scout"]) for tone in ("Green", "Orange")]
    assert [row[-4] for row in scouts] == ["4", "4"]
    sheets = [pages[number - 1] for number in sorted({int(row[-1]) for row in scouts})]  # strips may lie on their sides
    faces = [c for page in sheets for c in page.curves
             if c.get("fill") and min(abs(c[side] * MM - 40) for side in ("height", "width")) < 0.01]
    assert len(faces) == 2 * 4 * 2  # both faces of four standees of two players
    (coins,) = [r for r in rows if r[-2:-1] == ["Coin"]]
    assert coins[-3] == str(TOKENS)


@pytest.mark.slow
def test_same_input_same_bytes(paper: str) -> None:
    made.cache_clear()
    first = made(paper)
    made.cache_clear()
    assert made(paper) == first


def test_all_that_does_not_fit_is_reported_at_once() -> None:
    giant = replace(kit().batches[0].thing, height=400.0)  # type: ignore[type-var]
    wide = make_token_chit(Drawing(), None, "disc", 100)
    broken = replace(
        kit(),
        seams_x=(),
        seams_y=(),
        batches=(PaperBatch("giant", 1, giant, "g"), PaperBatch("plate", 1, replace(wide, size=180), "p")),
    )
    with pytest.raises(FabgenError) as caught:
        lay_out_set(broken, load_paper("a4"))
    assert len(caught.value.problems) == 3
    assert all(word in str(caught.value) for word in ("giant", "plate", "board"))


def test_no_pages_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="page"):
        write_pages([], load_theme("colour"))
