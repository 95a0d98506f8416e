"""Defects planted in the web page of a rulebook are found and named: words, links, figures, marks, scripts."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from built import share_written_game
from verify.planting import GAME

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Problem
from fabgen.spec.build_options import Options
from fabgen.verify.rulebook_html import check_html
from fabgen.verify.sources import BuildSources

TEXT = """# Start

Put the **knight** in the *middle*. See [the end](#the-end), [its moves](moves:knight) or
[a page elsewhere](https://example.org/a?b=1&c=2).

![](components)

![The board.](board)

1. First `a1-b2`.
2. Then rest.

> **Mind.** Words in a note.

![How a knight goes.](moves:knight) ![How a spearman goes.](moves:spearman)

### Deep

| mark | what |
|---|---|
| dot | move |

# The end

Some words.

![The signs.](legend)

# Quick reference

![](moves:knight)
"""
Made = tuple[Path, list[ManifestEntry]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The page of a small game, verified by its build."""
    result = share_written_game(tmp_path_factory, "web page", GAME, TEXT, Options(books=("html",)), ("rules",))
    return result.target, list(result.manifest)


def find_problems(made: Made, tmp_path: Path, change: Callable[[str], str]) -> list[Problem]:
    """What is found once the page is changed."""
    folder = Path(shutil.copytree(made[0], tmp_path / "out"))
    (entry,) = [entry for entry in made[1] if entry.path.endswith(".html")]
    path = folder / entry.path
    page = path.read_text("utf-8")
    altered = change(page)
    assert altered != page, "the defect was not planted"
    path.write_text(altered, "utf-8")
    return check_html(folder, made[1], BuildSources(folder))


def test_an_unaltered_page_has_no_problem(made: Made) -> None:
    assert check_html(*made, BuildSources(made[0])) == []
    assert [entry.path for entry in made[1] if entry.folder == "rules"] == ["rules/small-1-rules.html"]


def replace(old: str, new: str) -> Callable[[str], str]:
    return lambda page: page.replace(old, new, 1)


def find_svg(page: str, words: str) -> str:
    """The first inline picture with these words."""
    return next(svg for svg in re.findall(r"<svg .*?</svg>", page, re.S) if words in svg)


def swap_figures(page: str) -> str:
    """The diagrams of the knight and of the spearman, each in the place of the other."""
    knight, spearman = find_svg(page, "a knight goes"), find_svg(page, "a spearman goes")
    return page.replace(knight, "KNIGHT").replace(spearman, knight).replace("KNIGHT", spearman)


def swap_shapes(page: str) -> str:
    """The shapes alone, under the right titles."""
    knight, spearman = find_svg(page, "a knight goes"), find_svg(page, "a spearman goes")
    shapes = [svg[svg.index("<path"):] for svg in (knight, spearman)]
    return page.replace(knight, knight.replace(*shapes)).replace(spearman, spearman.replace(*reversed(shapes)))


def remove_mark(page: str) -> str:
    """The last mark of the knight's diagram."""
    knight = find_svg(page, "a knight goes")
    mark = re.findall(r"<path [^>]*#b02a0c[^>]*>", knight)[-1]
    return page.replace(knight, knight.replace(mark, "", 1))


def move_mark(page: str) -> str:
    knight = find_svg(page, "a knight goes")
    mark = re.findall(r'<path d="M ([0-9.]+) [^>]*#b02a0c', knight)[-1]
    return page.replace(knight, knight.replace(f"M {mark} ", f"M {float(mark) + 0.1:g} ", 1))


def change_use(old: str, new: str) -> Callable[[str], str]:
    """Changes the first shape of the board that is drawn elsewhere, too."""
    return lambda page: re.sub(r"<use [^>]*>", lambda match: re.sub(old, new, match[0], count=1), page, count=1)


def swap_reading_order(page: str) -> str:
    first, second = "<p>Some words.</p>", '<h2 id="the-end">The end</h2>'
    return page.replace(first, "FIRST").replace(second, first).replace("FIRST", second)


@pytest.mark.parametrize(("change", "where", "what"), [
    (replace("Some words.", "Some other words."), "the-end", "says “Some other words.”, the book “Some words.”"),
    (swap_figures, "a knight goes.”", "here is the figure “3. How a spear"),
    (swap_shapes, "a knight goes.”", "is missing or changed"),
    (remove_mark, "a knight goes.”", "the capture is missing or changed"),
    (move_mark, "a knight goes.”", "the capture is missing or changed"),
    (replace("How a knight goes.</p>", "How a horse goes.</p>"), "figure/moves-knight", "a horse goes.”, the book"),
    (replace("</main>", "<script>alert(1)</script></main>"), "", "there is a script in the page"),
    (replace("</main>", '<img src="https://example.org/x.png"></main>'), "", "the element `img` loads `https://exam"),
    (replace("https://example.org/a?b=1", "https://example.com/a?b=1"), "start",
     "lead to `https://example.com/a?b=1&c=2`, in the book to `https://example.org/a?b=1&c=2`"),
    (replace("Some words.", '<a href="https://example.org">Some words.</a>'), "the-end",
     "the words “Some words.” lead to `https://example.org`, in the book nowhere"),
    (replace("</p>", ' <a href="https://example.com/">more</a></p>'), "",
     "a link leads to `https://example.com/`, which is not in the rules text"),
    (replace('href="#the-end"', 'href="#deep"'), "", "lead to `#deep`, in the book to `#the-end`"),
    (replace('href="#the-end"', 'href="#nowhere"'), "", "leads to `#nowhere`, which is not in the page"),
    (replace("<style>", "<style>@import 'https://example.org/x.css';"), "style", "the style sheet loads something"),
    (replace("<style>", "<style>p { display: none }"), "style", "the style sheet hides something"),
    (replace("<style>", "<style>p::after { content: 'x' }"), "style", "the style sheet writes words of its own"),
    (replace("<p>Some words.</p>", '<p onclick="x()">Some words.</p>'), "", "the attribute `onclick` of `p`"),
    (replace("<p>Some words.</p>", '<p style="color:red">Some words.</p>'), "", "the attribute `style` of `p`"),
    (replace("<p>Some words.</p>", "<p>Some words.</p>More."), "the-end", "does not know the words “More.”"),
    (replace("<p>Some words.</p>", ""), "", "`p` with “Some words.” is missing"),
    (replace("<p>Some words.</p>", "<p>Some words.</p><p>More.</p>"), "the-end", "“More.” is not in the book"),
    (replace("<em>middle</em>", "middle"), "start", "do not look as in the book"),
    (replace('<th scope="col">mark</th>', "<td>mark</td>"), "", "is in the place of `th[col]` with “mark”"),
    (swap_reading_order, "", "is missing"),
    (replace('lang="en-GB"', 'lang="de"'), "", "the page says that its language is `de`, not en-GB"),
    (replace('content="Nobody"', 'content="Somebody"'), "", "its author is “Somebody”, not “Nobody”"),
    (replace("<desc ", "<desc>x</desc><desc "), "", "not labelled by its title and its description"),
    (replace("Movement of the knight", "Movement of the king"), "a knight goes.”", "its description is “Mov"),
    (replace('id="the-end"', 'id="start"'), "start", "2 elements have this id"),
    (replace('role="img"', 'role="none"'), "", "not labelled by its title"),
    (replace('viewBox="0 0 ', 'viewBox="9 0 '), "", "the picture is cropped"),
    (lambda page: re.sub(r'(<svg [^>]*width=")\d+', r"\g<1>999", page), "", "the picture is stretched"),
    (replace("</p>\n", "\n"), "", "the element"),
    (change_use(r' x="', ' x="3'), "", "is missing or changed"),
    (change_use(r"#shape\.\d+", "#shape.99"), "", "leads to `#shape.99`, which is not in the page"),
    (change_use(r"#shape\.\d+", "#shape.99"), "shape.99", "this is no shape that was drawn earlier"),
    (change_use(r"#shape\.\d+", "#start"), "#start", "this is no shape that was drawn earlier"),
    (change_use(r"#shape", "https://example.org/x.svg#shape"), "", "the element `use` loads `https://example.org/x.svg"),
    (change_use(r"<use", '<use transform="scale(2)"'), "", "the attribute `transform` of `use`"),
    (change_use(r"<use", '<use x="wide"'), "", "the attribute `x` is there twice"),
    (lambda page: re.sub(r"(<text [^>]*>)this piece;", r"\1this piece,", page), "The signs", "the “this piece; its"),
    (replace('textLength="', 'textLength="1'), "The signs", "is missing or changed"),
    (replace(' textLength="', ' data-length="'), "", "are as wide as the reader's font makes them"),
    (replace(' lengthAdjust="spacingAndGlyphs"', ""), "", "are as wide as the reader's font makes them"),
    (replace("</main>", "<!-- more --></main>"), "", "does not know this comment"),
])
def test_a_defect_is_named(made: Made, tmp_path: Path, change: Callable[[str], str], where: str, what: str) -> None:
    problems = find_problems(made, tmp_path, change)
    assert any(where in str(problem.where) and what in problem.what for problem in problems), problems


def test_a_figure_of_another_scale_is_named(made: Made, tmp_path: Path) -> None:
    def enlarge(page: str) -> str:
        knight = find_svg(page, "a knight goes")
        larger = re.sub(r'(width|height)="([0-9.]+)"', lambda m: f'{m[1]}="{2 * float(m[2]):g}"', knight, count=2)
        return page.replace(knight, larger)

    [problem] = find_problems(made, tmp_path, enlarge)
    assert problem.what == "cells are 36.0 to 72.0 pixels wide: the figures have not one scale"
