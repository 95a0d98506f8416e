"""Drawings from anybody: each is read, or refused in one Problem that names the file, the element and what is wrong,
within the time and the memory of its budget; and what is kept of one is what was understood."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fabgen.artwork import drawing_budget
from fabgen.artwork.drawing_budget import MOST_BYTES, MOST_DEPTH, MOST_ELEMENTS, MOST_SEGMENTS, OVER_BUDGET
from fabgen.artwork.svg_artwork import SvgArtwork, make_cutout, read_art, read_cut
from fabgen.artwork.svg_document import parse_document
from fabgen.core.problems import FabgenError, Problem

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
PAGE = 'width="100mm" height="100mm" viewBox="0 0 100 100"'
SQUARE = '<rect width="9" height="9"/>'


def svg(body: str, page: str = PAGE) -> str:
    return f"{HEAD}{page}>\n{body}</svg>"


def written(folder: Path, text: str) -> Path:
    file = folder / "a.svg"
    file.write_text(text, encoding="utf-8")
    return file


def refusal(folder: Path, text: str) -> Problem:
    """The one Problem of a drawing; the same whatever the drawing is for."""
    file = written(folder, text)
    problems = []
    for read in (read_art, read_cut, lambda file: read_art(file, "etch")):
        with pytest.raises(FabgenError) as caught:
            read(file)
        [problem] = caught.value.problems
        problems.append(str(problem))
    assert len({*problems}) == 1
    assert problem.where.file == str(file)
    assert problem.hint
    return problem


LINE = "2"  # of the element: the body begins on the second line
NUMBERS = [
    *((f'<path id="p" d="M0 0H{size}V20H0Z"/>', '`d` of `<path id="p">`', size) for size in ("1e999", "1e308", "1e20")),
    ('<path id="p" d="M0 0H1e-308V20H0Z"/>', '`d` of `<path id="p">`', "1e-308, which is too close to 0"),
    ('<path d="M0 0A1e308 1e308 0 0 1 20 20Z"/>', "`d` of `<path>`", "1e308"),
    ('<path d="M0 0 L10 nan Z"/>', "`d` of `<path>`", "cannot be read from `L10 nan Z` on"),
    (f'<g id="g" transform="scale(1e308)">{SQUARE}</g>', '`transform` of `<g id="g">`', "1e308"),
    (f'<g transform="rotate(left)">{SQUARE}</g>', "`transform` of `<g>`", "`rotate(left)`"),
    ('<rect width="1e308" height="9"/>', "`width` of `<rect>`", "1e308"),
    ('<rect width="-1" height="9"/>', "`width` of `<rect>`", "less than 0"),
    ('<rect x="1e20" width="9" height="9"/>', "`x` of `<rect>`", "1e20"),
    ('<rect width="9" height="9" stroke="red" stroke-width="nan"/>', "`stroke-width` of `<rect>`", "`nan`"),
    ('<polygon points="0,0 9,0 9"/>', "`points` of `<polygon>`", "`0,0 9,0 9`"),
    ('<rect id="r" width="9" height="9" style="stroke:red;stroke-width:1e20"/>', '`stroke-width` of `<rect id="r">`',
     "1e20"),
    ('<use id="u" xlink:href="other.svg#a"/>', '`xlink:href` of `<use id="u">`', "leads out of the file"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "where", "what"), NUMBERS)
def test_a_value_that_cannot_be_is_named_with_its_element_and_its_line(
    tmp_path: Path, body: str, where: str, what: str
) -> None:
    problem = refusal(tmp_path, svg(body))
    assert where in problem.what
    assert what in problem.what
    assert str(problem.where.line) == LINE


@pytest.mark.parametrize(("page", "what"), [
    ('viewBox="nan nan nan nan"', "`viewBox` of `<svg>` is `nan nan nan nan`"),
    ('viewBox="0 0 0 0"', "without a width and a height over 0"),
    ('viewBox="0 0 10"', "`viewBox` of `<svg>` is `0 0 10`"),
    ('width="-5mm" height="5mm"', "`width` of `<svg>` is `-5mm`, which is less than 0"),
    ('width="0" height="5mm"', "the page is 0 x 5 mm"),
    ('width="1e8" height="5mm"', "the page is 2.65e+07 x 5 mm"),
    ('width="wide" height="5mm"', "`width` of `<svg>` is `wide`, which is not a length"),
])
def test_a_page_that_cannot_be_is_refused(tmp_path: Path, page: str, what: str) -> None:
    assert what in refusal(tmp_path, svg(SQUARE, page)).what


@pytest.mark.parametrize(("body", "what"), [
    ('<rect id="r" x="1e8" width="9" height="9"/>', '`<rect id="r">` reaches 1e+08 mm far'),
    ('<g transform="scale(1e9) scale(1e9) scale(1e9)"><rect width="9" height="9"/></g>', "`<rect>` reaches 9e+27 mm"),
    ('<rect id="r" width="9" height="9" stroke="red" stroke-width="1e9"/>', 'the stroke of `<rect id="r">` is 1e+09'),
    ('<g transform="scale(0)"><rect width="9" height="9"/></g>', "nothing that is drawn here has an area"),
])  # fmt: skip
def test_what_no_page_holds_is_refused(tmp_path: Path, body: str, what: str) -> None:
    assert what in refusal(tmp_path, svg(body)).what


@pytest.mark.parametrize(("body", "what"), [
    ('<use id="u" xlink:href="#u"/>', 'the clone `<use id="u">` shows `<use id="u">`, which contains the clone'),
    ('<g id="a"><use id="u" xlink:href="#b"/></g><g id="b"><use id="v" xlink:href="#a"/></g>',
     'the clone `<use id="v">` shows `<g id="a">`, which contains the clone'),
    ('<g id="a"><rect width="9" height="9"/><use href="#a"/></g>', 'the clone `<use>` shows `<g id="a">`'),
])
def test_a_clone_of_itself_is_refused(tmp_path: Path, body: str, what: str) -> None:
    assert what in refusal(tmp_path, svg(body)).what


@pytest.mark.parametrize(("text", "what"), [
    ("<!DOCTYPE html>\n<html><body><svg></svg></body></html>", "its first element is `<html>`, not `<svg>`"),
    ("<html><head><meta charset=utf-8></head>", "`<html>`"),
    ("", "this is not an SVG drawing: the file is empty"),
    ("\ufeff hello", "this is not an SVG drawing: the file holds something else"),
    ("<svg", "this is not XML"),
    ('<?xml version="1.0" encoding="klingon"?><svg/>', "the encoding that this file declares is not known"),
    ('<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>', "the file declares entities"),
])
def test_what_is_no_drawing_is_refused(tmp_path: Path, text: str, what: str) -> None:
    assert what in refusal(tmp_path, text).what


def test_a_picture_of_pixels_is_called_so_and_what_would_do() -> None:
    with pytest.raises(FabgenError) as caught:
        parse_document(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "moon.svg")
    (problem,) = caught.value.problems
    assert problem.what == "this is not an SVG drawing: it is a PNG picture, which is made of pixels"
    assert "Trace Bitmap" in problem.hint
    assert ".png" in problem.hint


# ---- the budget

CLONES = '<g id="c0"><path d="M0 0h1v1z"/></g>' + "".join(
    f'<g id="c{n}">{f"""<use xlink:href="#c{n - 1}"/>""" * 10}</g>' for n in range(1, 8))
ROW = [f'<rect x="{n % 100}" y="{n // 100}" width="1.3" height="1.3"/>' for n in range(9000)]
BIG = {
    "clones of clones": (svg(f'<defs>{CLONES}</defs><use xlink:href="#c7"/>'), "over 2,000 elements"),
    "many segments": (svg(f'<polygon points="{" ".join(f"{n % 89},{n % 97}" for n in range(20_000))}"/>'),
                      "over 10,000 segments"),
    "many shapes": (svg("".join(ROW[:3000])), "over 2,000 elements"),
    "groups in groups": (svg("<g>" * 5000 + SQUARE + "</g>" * 5000), "more than 60 deep"),
    "clones in clones": (svg("".join(f'<g id="d{n}"><use xlink:href="#d{n + 1}"/></g>' for n in range(900))
                             + f'<g id="d900">{SQUARE}</g>'), "more than 60 deep"),
    "many bytes": (svg(SQUARE) + " " * 5_000_000, "reads at most 5 MB"),
    "a large curve": (svg('<ellipse cx="40" cy="40" rx="40" ry="30"/>' * 20,
                          'width="90000mm" height="90000mm" viewBox="0 0 90 90"'), "over 30,000 corners"),
    "lines across each other": (svg("".join(f'<path stroke="red" stroke-width=".1" d="M0 {n}H100M{n} 0V100"/>'
                                            for n in range(100))), "cross each other at over 20,000 places"),
    "a line across itself": (svg(f'<path d="M{" L".join(f"{n % 2 * 90} {n * 37 % 97}" for n in range(400))}Z"/>'),
                             "cross themselves at over 15,000 places"),
    "shapes upon each other": (svg('<rect width="20" height="20"/>' * 1900), "over 100,000 pairs of its shapes"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("text", "what"), BIG.values(), ids=[*BIG])
def test_the_limit_that_is_passed_is_named(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        read_art(written(tmp_path, text), "etch")
    [problem] = caught.value.problems
    assert what in problem.what
    assert problem.code == OVER_BUDGET or "MB" in what
    assert problem.hint


STAR = [f"{50 + (5 + n % 2 * 40) * math.cos(n * math.pi / 2400):.3f},"
        f"{50 + (5 + n % 2 * 40) * math.sin(n * math.pi / 2400):.3f}" for n in range(4800)]
NEAR = {
    **BIG,
    "nearly too many shapes": (svg("".join(ROW[:1998])), ""),
    "nearly too many segments": (svg(f'<path d="M0 50{"l.01 .02l0 -.02" * 4995}V60H0Z"/>'), ""),
    "nearly too many strokes": (svg("".join(f'<path d="M{n % 100} {n // 100}h.9" stroke="red" stroke-width=".3"/>'
                                            for n in range(1990))), ""),
    "curls": (svg(f'<path d="M0 50{"c.01 .01 .02 .01 .005 0" * 9900}V60H0Z"/>'), ""),
    "a star": (svg(f'<polygon points="{" ".join(STAR)}"/>'), ""),
    "a comb": (svg(f'<path d="M0 90{"v-80h.02v80h.02" * 2400}v5H0Z"/>'), ""),
}  # fmt: skip
READ = """
import re, sys
from pathlib import Path
import numpy, shapely, svgelements
from fabgen.artwork.svg_artwork import make_cutout, read_art, read_cut
from fabgen.core.problems import FabgenError
try:
    read_art(Path(sys.argv[1]), "etch") if sys.argv[2] == "etch" else make_cutout(read_cut(Path(sys.argv[1])), 40.0)
except FabgenError as error:
    print([str(problem) for problem in error.problems])
print(int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024)
"""


@pytest.mark.slow
@pytest.mark.parametrize("use", ["etch", "cut"])
@pytest.mark.parametrize("text", [case[0] for case in NEAR.values()], ids=[*NEAR])
def test_reading_ends_and_keeps_within_its_memory(tmp_path: Path, text: str, use: str) -> None:
    """It ends, and takes 300 MB at most. How long it takes is in docs/performance.md."""
    file = written(tmp_path, text)
    command = [sys.executable, "-c", READ, str(file), use]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert float(ran.stdout.split()[-1]) < 300  # MB


def test_the_page_on_drawings_lists_the_limits() -> None:
    text = (Path(__file__).parents[2] / "docs" / "look.md").read_text("utf-8")
    section = text.partition("### Own drawings")[2].partition("\n## ")[0]
    for limit in (MOST_BYTES // 1_000_000, MOST_DEPTH, MOST_ELEMENTS, MOST_SEGMENTS, drawing_budget.MOST_CORNERS,
                  drawing_budget.MOST_MAP_CORNERS, drawing_budget.MOST_STROKE_CORNERS, drawing_budget.MOST_OVERLAPS,
                  drawing_budget.MOST_CROSSINGS, int(drawing_budget.LARGEST_LENGTH / 1000)):  # fmt: skip
        assert re.search(rf"(?<![\d,]){limit:,}(?!,?\d)", section), limit


# ---- cutting


@pytest.mark.slow
@pytest.mark.parametrize(("body", "what"), [
    ('<rect width="90" height=".001"/>', "at a height of 40 mm it is more than 1000 mm wide"),
    (f'<path d="M0 90{"v-80h.02v80h.02" * 2400}v5H0Z"/>', "too many corners too close to each other"),
])
def test_an_outline_that_cannot_be_cut_is_refused(tmp_path: Path, body: str, what: str) -> None:
    art = read_cut(written(tmp_path, svg(body)))
    with pytest.raises(FabgenError) as caught:
        make_cutout(art, 40.0)
    [problem] = caught.value.problems
    assert what in problem.what


# ---- what is kept

UNSAFE = """\
<?xml version="1.0"?>
<?xml-stylesheet href="https://example.com/a.css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40mm" height="40mm"
  viewBox="0 0 40 40" onload="alert(1)">
<script>alert(2)</script><script xlink:href="https://example.com/a.js"/>
<style>@import url(https://example.com/b.css); .k{fill:#123456;background:url(javascript:alert(3))}</style>
<metadata>where I live</metadata><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>
<a xlink:href="javascript:alert(4)" href="https://example.com"><rect id="r" class="k" width="9" height="9"
  onclick="alert(5)" data-note="mine" style="fill-opacity:1;-x:javascript:alert(6)"/></a>
<animate attributeName="href" to="javascript:alert(7)"/>
<set attributeName="onclick" to="alert(8)"/>
<path d="M10 10A5 5 0 0 1 20 10Z" fill="url('https://example.com/c.svg#g')"/>
</svg>
"""


def test_what_is_kept_has_no_scripts_and_no_links(tmp_path: Path) -> None:
    kept = parse_document(UNSAFE.encode(), "a.svg").to_bytes(shapes_only=True).decode()
    for word in ("script", "alert", "example.com", "onload", "onclick", "metadata", "foreign", "data-note", "style"):
        assert word not in kept
    assert 'fill="#123456"' in kept
    assert read_art(written(tmp_path, kept)) == read_art(written(tmp_path, UNSAFE))


GOOD = [
    UNSAFE,
    svg('<defs><g id="g" transform="translate(3,4)"><circle r="2"/></g></defs><use xlink:href="#g" x="20" y="20"/>'),
    svg('<path d="M1 1h5v5h-5zm20,20a5 3 10 01 9-.5e1z" transform="rotate(10) scale(1.5,.5)" fill="rgb(1,2,3)"/>'),
    svg('<style>rect{fill:none;stroke:#000}#b{stroke-width:3px}</style><rect id="b" width="9" height="9" rx="2"/>'),
    svg('<polyline points="0,0 10,0 10,10" stroke="red" stroke-linecap="round" stroke-width="2" fill="none"/>'),
]


@pytest.mark.parametrize("text", GOOD)
def test_what_is_kept_is_read_as_the_same_and_kept_as_it_is(tmp_path: Path, text: str) -> None:
    def art(content: str) -> SvgArtwork:
        return read_art(written(tmp_path, content), "etch")

    kept = parse_document(text.encode(), "a.svg").to_bytes()
    assert parse_document(kept, "a.svg").to_bytes() == kept
    assert art(kept.decode()) == art(text)


def test_a_copy_without_words_is_the_same_when_it_is_copied_again() -> None:
    """A group that holds words alone is empty in the copy, and written as an empty element at once."""
    text = svg('<defs><text>a</text></defs><g><image href="#a"/></g><rect width="9" height="9"/>').encode()
    kept = parse_document(text, "a.svg").to_bytes(shapes_only=True)
    assert parse_document(kept, "a.svg").to_bytes() == kept
