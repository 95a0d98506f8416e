"""Figures other than movement diagrams: every line, mark and word of them must be what the spec asks for.

The manifest agrees with every planted defect, so that only the meaning of the file can be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageDraw
from verify.planting import GAME, Planted, moved, numbers

from fabgen.artwork.drawing import Role
from fabgen.artwork.themes import load_theme
from fabgen.build import build
from fabgen.core.problems import FabgenError
from fabgen.diagrams.files import check_built_theme
from fabgen.spec.build_options import Options
from fabgen.verify.figures import NEAR, _is_near_any

EXAMPLES = """\
rules: {set: standard}
setup: {green: {knight: b1, spearman: a1 c1}}
examples:
  - {id: leap, title: Sideways, position: "green: spearman a1; turn: green", line: [a1-b1], legal: [b1-c1]}
"""
POSITIONS = """\
positions:
  - {id: fork, title: A fork, view: green, arrows: [b1-c3], frames: c3, shade: a1 b1, labels: {b1: it}}
"""
BOARD, SETUP = "diagrams/board.svg", "diagrams/setup.svg"
INKS = load_theme("colour").inks


@pytest.fixture
def told(copy: Planted) -> Callable[..., bool]:
    return lambda *words: any(all(word in str(p) for word in words) for p in copy.problems())


@pytest.mark.parametrize("count", [0, 1, 40, 300])
def test_points_that_are_near_others_are_those_of_a_table_of_all_pairs(count: int) -> None:
    """Points anywhere, and on a grid, where many share a row; others a little nearer or farther than they may be."""
    chance = np.random.default_rng(count)
    anywhere, on_grid = chance.uniform(0, 60, (count, 2)), chance.integers(0, 9, (count, 2)) * 7.0
    points = np.concatenate([anywhere, on_grid])
    steps = chance.choice([-1.02 * NEAR, -0.98 * NEAR, 0.0, 0.98 * NEAR, 1.02 * NEAR], points.shape)
    others = (points + steps)[chance.permutation(len(points))][: len(points) * 2 // 3]
    others = np.concatenate([others, chance.uniform(0, 60, (20, 2))])
    table = (np.abs(points[:, None, :] - others[None, :, :]).max(axis=2) <= NEAR).any(axis=1)
    assert _is_near_any(points, others).tolist() == table.tolist()
    assert count < 40 or {*table.tolist()} == {True, False}


def lines(copy: Planted, file: str, words: str) -> list[str]:
    return [line for line in copy.text(file).splitlines(keepends=True) if words in line]


def redrawn(line: str, change: Callable[[str], str]) -> str:
    return re.sub(r' d="([^"]*)"', lambda m: f' d="{change(m[1])}"', line)


def letter(copy: Planted) -> str:
    """The name of a file or rank on the figure of the board: filled, with curves."""
    return next(line for line in lines(copy, BOARD, 'class="coordinate"') if " C " in line)


def grid(copy: Planted) -> str:
    return lines(copy, BOARD, 'class="grid"')[-1]


@pytest.mark.slow
def test_letters_that_are_gone_are_reported(copy: Planted, told: Callable[..., bool]) -> None:
    copy.edit(BOARD, letter(copy), "")
    assert told(BOARD, "” is missing or changed")


@pytest.mark.slow
def test_letters_that_are_swapped_are_reported(copy: Planted, told: Callable[..., bool]) -> None:
    """One label drawn a second time in the place of the next: as large, as dark, and wrong."""
    first, second, *_ = (line for line in lines(copy, BOARD, 'class="coordinate"') if " C " in line)
    x, y, u, v = (float(n) for line in (first, second) for n in re.findall(r'd="M ([\d.]+) ([\d.]+)', line)[0])
    copy.edit(BOARD, second, redrawn(first, moved(u - x, v - y)))
    assert told(BOARD, "is missing or changed")
    assert told(BOARD, "fabgen verify does not know a shape")


@pytest.mark.slow
def test_a_grid_line_that_is_gone_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    copy.edit(BOARD, grid(copy), "")
    assert told(BOARD, "the border of a cell is missing or changed")


@pytest.mark.slow
@pytest.mark.parametrize("off", [1.0, 0.01])
def test_a_vertex_that_is_off_is_reported(copy: Planted, told: Callable[..., bool], off: float) -> None:
    """One corner of one piece of the start position, by so many mm."""
    line = next(line for line in lines(copy, SETUP, "<path ") if " L " in line and " A " in line)
    copy.edit(SETUP, line, re.sub(r" L ([\d.]+) ", lambda m: f" L {float(m[1]) + off:.3f} ", line, count=1))
    assert told(SETUP, "is missing or changed")


@pytest.mark.slow
def test_an_eye_that_is_gone_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    """The knight's eye is a hole in its silhouette: a circle of its own at the end of the path."""
    holed = lines(copy, SETUP, 'fill-rule="evenodd"')
    line = next(line for line in holed if line.count(" Z M ") == 1)
    copy.edit(SETUP, line, redrawn(line, lambda data: data[: data.index(" Z M ") + 2]))
    assert told(SETUP, "the piece is missing or changed")


@pytest.mark.slow
def test_a_colour_that_is_swapped_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    colour = INKS[Role.COORDINATE].fill
    copy.edit(BOARD, f".coordinate {{ fill: {colour} }}", ".coordinate { fill: #c02020 }")
    assert told(BOARD, "is #c02020, the theme says")


@pytest.mark.slow
def test_a_stray_line_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    line = grid(copy)
    copy.edit(BOARD, line, line + redrawn(line, moved(0.7, 0.7)))
    assert told(BOARD, "fabgen verify does not know a shape that is painted here")


@pytest.mark.slow
def test_a_doubled_line_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    line = grid(copy)
    copy.edit(BOARD, line, line + line)
    assert told(BOARD, "fabgen verify does not know a shape that is painted here")


@pytest.mark.slow
def test_a_scaled_figure_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    grow = lambda data: numbers(data, lambda x, y: (x * 1.01, y * 1.01), factor=1.01)  # noqa: E731
    copy.write(BOARD, re.sub(r' d="([^"]*)"', lambda m: f' d="{grow(m[1])}"', copy.text(BOARD)))
    assert told(BOARD, "is missing or changed")


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("old", "new", "words"), [
    ("<path ", '<path transform="translate(1 0)" ', "does not know the attribute `transform`"),
    ("</svg>", '<text x="5" y="5" font-size="3">?</text></svg>', "does not know the words “?” that are painted here"),
    ("</svg>", '<text x="5">?</text></svg>', "the place of these words is damaged"),
    ("</svg>", "<style>path { opacity: 0 }</style></svg>", "does not know this rule: path { opacity: 0 }"),
    (".grid {", ".grid { opacity: 0;", "does not know `opacity` of `.grid`"),
    (".grid {", ".mesh {", "there is no rule for the class `grid`"),
    ('id="board-lines"', 'id="lines"', "the border of a cell is in the group `lines`, not in `board-lines`"),
    ("</svg>", '<image href="a.png"/></svg>', "does not know the element `image`"),
    ('id="figure-board"', 'id="figure-setup"', "says that it is the figure setup, not board"),
    ("<title>", "<title>Not ", "its title is “Not"),
    ("<desc>", "<desc>Not ", "its description is “Not"),
])
def test_a_thing_that_no_figure_has_is_reported(
    copy: Planted, told: Callable[..., bool], old: str, new: str, words: str
) -> None:
    text = copy.text(BOARD)
    copy.write(BOARD, text.replace(old, new, 1))
    assert told(BOARD, words)


@pytest.mark.slow
def test_a_covered_thing_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    """A light area that belongs under the grid, painted after it: the grid is gone from sight."""
    area = lines(copy, BOARD, 'class="shade')[0]
    copy.write(BOARD, copy.text(BOARD).replace(area, "").replace("</svg>", area + "</svg>"))
    assert told(BOARD, "is painted under things that belong under it")


@pytest.mark.slow
def test_the_spec_is_the_judge(copy: Planted, told: Callable[..., bool]) -> None:
    copy.edit("source/game.yaml", "pattern: dots", "pattern: stripes")
    assert told(BOARD, "the zone is missing or changed")
    assert told("diagrams/board.pdf", "the zone is missing or changed")


@pytest.mark.slow
def test_a_figure_that_the_spec_does_not_ask_for_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    copy.edit("manifest.json", "diagrams/legend.", "diagrams/dice.")
    for suffix in ("svg", "pdf", "png"):
        (copy.folder / f"diagrams/legend.{suffix}").rename(copy.folder / f"diagrams/dice.{suffix}")
    assert told("diagrams/dice.svg", "fabgen verify does not know this figure")
    assert told("there is no legend.svg")


@pytest.mark.slow
def test_words_that_are_gone_from_the_pdf_are_reported(copy: Planted, told: Callable[..., bool]) -> None:
    path = copy.folder / "diagrams/board.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        steps = list(pikepdf.parse_content_stream(pdf.pages[0]))
        place = max(n for n, step in enumerate(steps) if str(step.operator) == "Tj")
        pdf.pages[0].Contents = pdf.make_stream(pikepdf.unparse_content_stream(steps[:place] + steps[place + 1:]))
        pdf.save(path)
    assert told("diagrams/board.pdf", "” is missing or changed")


@pytest.mark.slow
def test_a_picture_that_lost_a_line_is_reported(copy: Planted, told: Callable[..., bool]) -> None:
    path = copy.folder / "diagrams/board.png"
    with Image.open(path) as image:
        changed, dpi = image.convert("RGB"), image.info["dpi"]
    ImageDraw.Draw(changed).rectangle((100, 100, 300, 300), fill="white")
    changed.save(path, dpi=dpi)
    assert told("diagrams/board.png", "it does not look like board.pdf")


# Arrows: an example of a game that is played


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("played") / "small"
    home.mkdir()
    (home / "game.yaml").write_text(GAME + EXAMPLES)
    (home / "rules.md").write_text("# Small\n")
    return build(str(home), home / "out", Options(), ("diagrams",)).target


EXAMPLE = "diagrams/example-leap.svg"


def arrow_of(copy: Planted) -> str:
    (line,) = [line for line in lines(copy, EXAMPLE, 'class="path"') if line.count(" L ") == 6]
    return line


@pytest.mark.slow
@pytest.mark.parametrize("change", [lambda _: "", lambda line: redrawn(line, moved(1.0, 0.0))])
def test_an_arrow_that_is_gone_or_moved_is_reported(played: Path, tmp_path: Path, change: Callable[[str], str]) -> None:
    import shutil

    copy = Planted(Path(shutil.copytree(played, tmp_path / "copy")))
    assert copy.problems() == []
    line = arrow_of(copy)
    copy.edit(EXAMPLE, line, change(line))
    problems = [str(problem) for problem in copy.problems()]
    assert any(EXAMPLE in problem and "the arrow is missing or changed" in problem for problem in problems)




# Figures for a layout: words as text, no ground, and EPS


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("laid_out") / "small"
    home.mkdir()
    (home / "game.yaml").write_text(GAME + EXAMPLES + POSITIONS)
    (home / "rules.md").write_text("# Small\n")
    options = Options(diagram_formats=("svg", "pdf", "png", "eps"), diagram_text="live", diagram_ground="transparent")
    return build(str(home), home / "out", options, ("diagrams",)).target


FORK = "diagrams/position-fork.svg"
BOARD_EPS, BOARD_PNG = "diagrams/board.eps", "diagrams/board.png"


def cover_ground(copy: Planted, file: str, text: str) -> None:
    first = text.index("<g ")
    paper = '<path fill="#ffffff" d="M 0 0 L {0} 0 L {0} {1} L 0 {1} Z"/>'.format(
        *re.findall(r'viewBox="0 0 (\S+) (\S+)"', text)[0])
    copy.write(file, text[:first] + paper + text[first:])


@pytest.mark.slow
@pytest.mark.parametrize(("file", "change", "words"), [
    (BOARD, lambda text: text.replace(">a</text>", ">b</text>", 1), "the “a” is missing or changed"),
    (BOARD, lambda text: re.sub(r'x="([\d.]+)"', lambda m: f'x="{float(m[1]) + 0.5}"', text, count=1), "is missing"),
    (BOARD, lambda text: text.replace('font-size="', 'font-size="1', 1), "is missing or changed"),
    (BOARD, lambda text: text.replace('text-anchor="middle"', 'text-anchor="end"', 1), "is missing or changed"),
    (BOARD, lambda text: text.replace("<text ", '<text font-weight="bold" ', 1), "is missing or changed"),
    (BOARD_EPS, lambda text: re.sub(r"(% group: board/lines\nn\n(?:.* m\n.* l\n){2}.* m\n).* l\n", r"\1", text),
     "the border of a cell is missing or changed"),
    (FORK, lambda text: text.replace(">it</text>", ">is</text>", 1), "the “it” is missing or changed"),
    (FORK, lambda text: re.sub(r'<path class="free-line".*\n', "", text, count=1), "the free line is missing"),
    (BOARD_EPS, lambda text: text.replace("%%EndProlog", "%%EndProlog\nshowpage", 1), "does not know the word"),
    (BOARD_EPS, lambda text: re.sub(r"0\.\d+ (0\.\d+ 0\.\d+ setrgbcolor)", r"1 \1", text), ", elsewhere"),
])
def test_a_changed_figure_for_a_layout_is_reported(
    laid_out: Path, tmp_path: Path, file: str, change: Callable[[str], str], words: str
) -> None:
    import shutil

    copy = Planted(Path(shutil.copytree(laid_out, tmp_path / "copy")))
    changed = change(copy.text(file))
    assert changed != copy.text(file)
    copy.write(file, changed)
    assert any(file in str(problem) and words in str(problem) for problem in copy.problems())


@pytest.mark.slow
def test_figures_for_a_layout_are_what_the_options_say(laid_out: Path, tmp_path: Path) -> None:
    import shutil

    copy = Planted(Path(shutil.copytree(laid_out, tmp_path / "copy")))
    assert copy.problems() == []
    cover_ground(copy, BOARD, copy.text(BOARD))
    with Image.open(copy.folder / BOARD_PNG) as image:
        assert image.mode == "RGBA"
        assert image.getpixel((0, 0))[3] == 0
        opaque, dpi = image.convert("RGB"), image.info["dpi"]
    opaque.save(copy.folder / BOARD_PNG, dpi=dpi)
    copy.edit("source/options.json", '"live"', '"outlines"')
    copy.edit("manifest.json", "diagrams/legend.eps", "diagrams/legend.ps")
    (copy.folder / "diagrams/legend.eps").rename(copy.folder / "diagrams/legend.ps")
    problems = [str(problem) for problem in copy.problems()]
    for file, words in ((BOARD, "it has a white ground"), (BOARD, "its words are text, not outlines"),
                        (BOARD_PNG, "the picture has a white ground"),
                        ("diagrams/legend.ps", "fabgen verify does not know this figure"),
                        ("diagrams", "there is no legend.eps")):
        assert any(file in problem and words in problem for problem in problems), words


# Figures in a designer's own colours

MINE = """\
extends: colour
palette: {green: "#123456"}
inks:
  grid: {stroke: "#999999", width: 0.2}
  move: {fill: "#7a2d8f"}
"""


@pytest.fixture(scope="module")
def own_colours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("own_colours") / "small"
    home.mkdir()
    (home / "game.yaml").write_text(GAME + EXAMPLES)
    (home / "rules.md").write_text("# Small\n")
    (home.parent / "mine.yaml").write_text(MINE)
    options = Options(diagram_theme=str(home.parent / "mine.yaml"))
    target = build(str(home), home / "out", options, ("diagrams",)).target
    (home.parent / "mine.yaml").unlink()  # a build is proven by its own files
    return target


def copy_of(build: Path, folder: Path) -> Planted:
    import shutil

    return Planted(Path(shutil.copytree(build, folder / "copy")))


@pytest.mark.slow
def test_a_build_in_ones_own_colours_is_proven_by_its_own_files(own_colours: Path, tmp_path: Path) -> None:
    copy = copy_of(own_colours, tmp_path)
    assert copy.problems() == []
    assert ".grid { fill: none; stroke: #999999; stroke-width: 0.2;" in copy.text(BOARD)
    assert ".move { fill: #7a2d8f }" in copy.text("diagrams/moves-knight.svg")
    assert ".piece-green { fill: #123456;" in copy.text(SETUP)
    assert '"diagram_theme": "mine.yaml"' in copy.text("source/options.json")  # no path of the person's disk
    assert str(own_colours.parent.parent) not in copy.text("source/diagram-theme.yaml")


@pytest.mark.slow
def test_the_theme_in_source_makes_the_same_bytes(own_colours: Path, tmp_path: Path) -> None:
    again = Options(diagram_theme=str(own_colours / "source/diagram-theme.yaml"))
    target = build(str(own_colours / "source"), tmp_path, again, ("diagrams",)).target
    names = sorted(path.name for path in (own_colours / "diagrams").iterdir())
    assert sorted(path.name for path in (target / "diagrams").iterdir()) == names
    for name in names:
        assert (target / "diagrams" / name).read_bytes() == (own_colours / "diagrams" / name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(("file", "old", "new", "words"), [
    (BOARD, "stroke: #999999", "stroke: #4a535c", "is #4a535c, the theme says #999999"),
    ("source/diagram-theme.yaml", '"#7a2d8f"', '"#00664b"', "the theme says #00664b"),
    ("source/diagram-theme.yaml", '"#7a2d8f"', '"mauve"', "damaged"),
    ("source/options.json", '"mine.yaml"', "null", "does not know"),
])
def test_colours_that_are_not_those_of_the_theme_are_reported(
    own_colours: Path, tmp_path: Path, file: str, old: str, new: str, words: str
) -> None:
    copy = copy_of(own_colours, tmp_path)
    copy.edit(file, old, new)
    assert any(words in str(problem) for problem in copy.problems())


@pytest.mark.slow
def test_a_theme_that_hides_the_cells_of_moves_is_proven_too(own_colours: Path, tmp_path: Path) -> None:
    target = build(str(own_colours / "source"), tmp_path, Options(diagram_theme="etched"), ("diagrams",)).target
    assert Planted(target).problems() == []
    assert "diagram-theme.yaml" not in [path.name for path in (target / "source").iterdir()]


@pytest.mark.slow
def test_figures_that_stay_keep_their_theme(own_colours: Path, tmp_path: Path) -> None:
    copy = copy_of(own_colours, tmp_path)
    copy.folder.rename(tmp_path / "small")
    build(str(own_colours.parent.parent), tmp_path, Options(books=("a5",)), ("rules",))
    kept = Planted(tmp_path / "small")
    assert kept.problems() == []
    assert '"diagram_theme": "mine.yaml"' in kept.text("source/options.json")


@pytest.mark.parametrize(("text", "key", "words"), [
    ('{move: {stroke: "#112233"}}', "inks.move", "areas without an outline"),
    ('{capture: {stroke: "#112233"}}', "inks.capture", "areas without an outline"),
    ('{grid: {fill: "#ffffff"}}', "inks.grid", "lines alone"),
    ('{move cell: {stroke: "#ffffff"}}', "inks.move cell", "no outline"),
    ("{}\npatterns: {green: rising}", "", ""),
    ('{piece: {hatch: "#000000"}}\npatterns: {green: rising}', "patterns", "with patterns"),
])
def test_a_theme_that_no_build_could_prove_is_refused_where_it_says_so(
    tmp_path: Path, text: str, key: str, words: str
) -> None:
    (tmp_path / "mine.yaml").write_text(f"extends: colour\ninks: {text}\n")
    path = str(tmp_path / "mine.yaml")
    if not key:
        check_built_theme(path)
        return
    with pytest.raises(FabgenError, match=words) as refused:
        check_built_theme(path)
    assert [problem.where.key for problem in refused.value.problems] == [key]
