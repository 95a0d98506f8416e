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

![](moves:knight) ![](moves:spearman)
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


def read_key(page: str) -> list[str]:
    """The entries of the only key, each with its mark and its words."""
    (key,) = re.findall(r'<ul class="key">(.*?)</ul>', page, re.S)
    return re.findall(r"<li>.*?</li>\n", key, re.S)


def remove_second_entry(page: str) -> str:
    return page.replace(read_key(page)[1], "")


def remove_key(page: str) -> str:
    return re.sub(r'<ul class="key">.*?</ul>\n', "", page, flags=re.S)


def repeat_first_entry(page: str) -> str:
    first = read_key(page)[0]
    return page.replace(first, first + first)


def find_mark(entry: str) -> str:
    return re.findall(r"<svg .*?</svg>\n", entry, re.S)[0]


def swap_marks(page: str) -> str:
    first, second = (find_mark(entry) for entry in read_key(page)[:2])
    return page.replace(first, "FIRST").replace(second, first).replace("FIRST", second)


def remove_shape_of_mark(page: str) -> str:
    first = read_key(page)[0]
    return page.replace(first, re.sub(r"<(path|use) [^>]*>(?!.*<(path|use) )", "", first, count=1, flags=re.S))


def move_mark_to_next_words(page: str) -> str:
    """Both marks before the words of the second entry, in the same order."""
    first, second = read_key(page)[:2]
    mark = find_mark(first)
    return page.replace(first + second, first.replace(mark, "") + second.replace("<li>\n", "<li>\n" + mark))


def title_mark(page: str) -> str:
    first = read_key(page)[0]
    titled = first.replace('aria-hidden="true"', 'role="img" aria-labelledby="mark"', 1)
    return page.replace(first, re.sub(r"(<svg [^>]*>)", r'\1<title id="mark">A mark</title>', titled, count=1))


@pytest.mark.parametrize(("change", "what"), [
    (replace("may move here</p>", "may rest here</p>"), "the page says “may rest here”, the book “may move here”"),
    (remove_second_entry, "“may move here only to capture” is missing"),
    (remove_second_entry, "pictures, the book"),
    (remove_key, "`ul` is missing"),
    (repeat_first_entry, "“may move here” is not in the book"),
    (swap_marks, "is missing or changed"),
    (remove_shape_of_mark, "is missing or changed"),
    (move_mark_to_next_words, "`svg` is missing"),
    (title_mark, "screen readers do not pass over the mark"),
    (replace('aria-hidden="true"', 'aria-hidden="false"'), "screen readers do not pass over the mark"),
    (replace('role="img"', 'role="img" aria-hidden="true"'), "the picture is not labelled by its title"),
    (replace("may move here</p>", "may move here</p><span>or not</span>"), "does not know the element `span`"),
])
def test_a_defect_in_the_key_of_the_quick_reference_is_named(
        made: Made, tmp_path: Path, change: Callable[[str], str], what: str) -> None:
    problems = find_problems(made, tmp_path, change)
    assert any(what in problem.what for problem in problems), problems


def test_the_key_of_a_single_diagram_is_in_its_caption(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
                                                       ) -> None:
    text = TEXT.replace("\n![](moves:knight) ![](moves:spearman)\n", "\n![](moves:knight)\n")
    result = share_written_game(tmp_path_factory, "key in caption", GAME, text, Options(books=("html",)), ("rules",))
    made = result.target, list(result.manifest)
    assert check_html(*made, BuildSources(made[0])) == []
    assert "`ul` is missing" in {problem.what for problem in find_problems(made, tmp_path, remove_key)}


def test_a_figure_of_another_scale_is_named(made: Made, tmp_path: Path) -> None:
    def enlarge(page: str) -> str:
        knight = find_svg(page, "a knight goes")
        larger = re.sub(r'(width|height)="([0-9.]+)"', lambda m: f'{m[1]}="{2 * float(m[2]):g}"', knight, count=2)
        return page.replace(knight, larger)

    [problem] = find_problems(made, tmp_path, enlarge)
    assert problem.what == "cells are 36.0 to 72.0 pixels wide: the figures have not one scale"
