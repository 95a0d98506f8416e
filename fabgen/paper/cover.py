"""A kit and its sheets → the first page: how to print, what is in the set and on which sheet, and how to put it
together.

A long list of parts continues on further pages; everything else is on the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fabgen.artwork.drawing import Drawing, Lettering, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import Chit, Leaf, Net, PaperKit
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.paper.duplex import FOLD_ASSEMBLY, Mode, PrintAssembly
from fabgen.paper.fold_steps import (
    BOARD_WIDTH,
    STANDEE_WIDTH,
    TOKEN_WIDTH,
    PictureSteps,
    standee_steps,
    tile_steps,
    token_steps,
)
from fabgen.paper.tiles import BOARD, BoardTile, PaperTiling
from fabgen.typeset.pages import (
    BODY,
    COVER,
    DISPLAY,
    HEADING,
    LEADING,
    PageItem,
    SheetBody,
    SheetFrame,
    draw_paragraph,
    shorten,
    wrap_text,
)
from fabgen.typeset.papers import Paper

ROW, LEAST_ROW = 10.5, 7.2  # mm: a line of the list of parts; lines are closer if the list then fits on one page
BELOW = 1.9  # mm of a line that its picture leaves free
LEAST_CAP = 1.17  # mm: words of 5 points; smaller ones are bars in pictures
GUTTER = 9.0  # mm between columns
TAG = 1.9  # mm: capitals of the labels of tiles on the small board
STEPS = 98.0  # mm at the foot of the page for the assembly
MOST_NEEDS = 5  # lines of what is needed


def count_cover_pages(kit: PaperKit, paper: Paper) -> int:
    """How many pages the cover takes. Needed before any sheet can be numbered."""
    rows, frame = len(kit.batches) + 1, SheetFrame(paper)
    over = max(0, rows - _rows_on_first(frame, kit)[0])
    return 1 + -(-over // (2 * _rows_on_further(frame)))


def make_cover_pages(kit: PaperKit, paper: Paper, tiling: PaperTiling, sheets: Mapping[str, Sequence[int]], total: int,
          assembly: PrintAssembly = FOLD_ASSEMBLY) -> list[SheetBody]:
    """The first page, and the pages on which its list continues. `sheets` holds the numbers of the sheets of each
    batch, and of the board under its name."""
    frame = SheetFrame(paper)
    rows = [_board_row(kit, tiling, sheets), *(_batch_row(kit, i, sheets) for i in range(len(kit.batches)))]
    first, pitch = _rows_on_first(frame, kit)
    head, y = _title(kit, frame)
    half = (frame.right - frame.left_edge - GUTTER) / 2
    right = frame.left_edge + half + GUTTER
    papers = _count_papers(kit, paper, sheets, total)
    left_column = _settings(kit, frame.left_edge, y, half, papers, assembly) + _board_picture(tiling, kit, frame, half)
    right_column = _list(
        rows[:first], right, y, half, kit.words.text("in_this_set"), kit.words, more=len(rows) > first, pitch=pitch
    )
    drawing = head + left_column + right_column + _assembly(kit, tiling, frame, assembly.mode)
    page = SheetBody(frame, kit.words.text("start_here"), (PageItem(drawing, id=COVER),), has_heading=False)
    return [page, *_further_pages(rows[first:], frame, half, kit.words)]


def _title(kit: PaperKit, frame: SheetFrame) -> tuple[Drawing, float]:
    """Title and designer at the upper left, and the height at which the columns start."""
    x, y = frame.left_edge, frame.height - frame.paper.margin - DISPLAY - 1
    room = frame.right - frame.left_edge - 62
    lines = wrap_text(kit.title, DISPLAY, room, bold=True)
    lines = [*lines[:1], *([shorten(" ".join(lines[1:]), DISPLAY, room, bold=True)] if lines[1:] else [])]
    title = draw_paragraph(lines, (x, y), DISPLAY, DISPLAY * 1.35, Role.TITLE, bold=True)
    y -= DISPLAY * 1.35 * (len(lines) - 1) + 7.5
    byline = kit.words.text("print_byline", designer=kit.designer,
                      version=kit.version)
    by = shorten(byline, BODY, frame.right - frame.left_edge)
    return title + draw_text(Role.NOTE, by, (x, y), BODY, anchor="start"), y - 12.0


def _heading(words: str, x: float, y: float, width: float) -> Drawing:
    """A heading under a line as wide as its column."""
    return draw(Role.TRIM, line((x, y + HEADING + 2.4), (x + width, y + HEADING + 2.4))) + draw_text(
        Role.TITLE, words, (x, y), HEADING, anchor="start", bold=True
    )


def _count_papers(kit: PaperKit, paper: Paper, sheets: Mapping[str, Sequence[int]], total: int) -> tuple[int, int]:
    """How many sheets are of card, and how many of paper: the cover, and leaves that players write on."""
    thin = {number for batch in kit.batches if isinstance(batch.thing, Leaf) and batch.thing.thin
            for number in sheets.get(batch.name, ())}
    count = count_cover_pages(kit, paper) + len(thin)
    return total - count, count


def _settings(
    kit: PaperKit, x: float, y: float, width: float, papers: tuple[int, int], assembly: PrintAssembly
) -> Drawing:
    """The print settings, large, and what is needed."""
    panel_top, deep = y + HEADING + 2.4, 33.0
    panel = draw(Role.GLUE, rectangle(x, panel_top - deep, width, deep, 2.0))
    big = draw_text(Role.TITLE, "100 %", (x + 5, panel_top - 14), DISPLAY, anchor="start", bold=True)
    beside = x + 5 + text_width("100 %", DISPLAY, bold=True) + 5
    beside_words = draw_paragraph(
        [kit.words.text("print_actual_size"), kit.words.text("not_fit_to_page"), *_turn_words(assembly, kit.words)],
        (beside, panel_top - (6.5 if assembly.is_double_sided else 8.0)), role=Role.TITLE, bold=True,
    )
    measure = wrap_text(kit.words.text("measure_sheets"), BODY, width - 10)
    below = draw_paragraph(measure, (x + 5, panel_top - 20.5), leading=4.2)
    y = panel_top - deep - 11.0
    needs = _needs(kit, papers, assembly)
    return (
        panel
        + big
        + beside_words
        + below
        + _heading(kit.words.text("you_need"), x, y, width)
        + draw_paragraph(needs, (x, y - 6.5))
    )


def _turn_words(assembly: PrintAssembly, words: Catalogue) -> list[str]:
    """The line that says how the paper is turned; none for printing on one side."""
    key = {"long": "flip_on_long", "short": "flip_on_short"}[assembly.flip]
    return [words.text(key)] if assembly.is_double_sided else []


def _needs(kit: PaperKit, papers: tuple[int, int], assembly: PrintAssembly) -> list[str]:
    """What is needed for this set, sheets of card and of paper first: nothing to score with where nothing is folded."""
    nets = any(isinstance(batch.thing, Net) for batch in kit.batches)
    folded = nets or (assembly.mode == "fold" and bool(kit.batches))
    card, plain = kit.words.count("sheets_of_card", papers[0]), kit.words.count("of_paper", papers[1])
    paper = kit.words.text("card_and_paper", card=card, paper=plain)
    keys = ("need_knife", *(["need_blunt"] if folded else []), "need_glue", *(["need_card"] if nets else []))
    return [paper, *map(kit.words.text, keys)]


def _board_picture(tiling: PaperTiling, kit: PaperKit, frame: SheetFrame, width: float) -> Drawing:
    """A small picture of the whole board with its seams and the labels of its tiles, and its size under it."""
    x0, y0, x1, y1 = tiling.board
    notes = wrap_text(kit.note, BODY, width) if kit.note else []
    foot = frame.bottom + STEPS + 12 + LEADING * len(notes)
    top = _title(kit, frame)[1] - 33.0 + HEADING - 11.0 - 6.5 - MOST_NEEDS * LEADING - 3.0
    factor = min(width / (x1 - x0), (top - foot) / (y1 - y0))
    small = kit.board.without(Role.COORDINATE, Role.TITLE, Role.LABEL, Role.ZONE).scaled(factor)
    seams = [
        *(line((t.box[2], y0), (t.box[2], y1)) for t in tiling.tiles if t.east and not t.north),
        *(line((x0, t.box[1]), (x1, t.box[1])) for t in tiling.tiles if t.south and not t.west),
    ]
    labels = (_tag(tile, factor) for tile in tiling.tiles if _has_room(tile, factor))
    tile_marks = combine_drawings([draw(Role.EDGE, *seams).scaled(factor), *labels]) if seams else Drawing()
    wide, high = x1 - x0, y1 - y0
    size = {"width": f"{wide:.0f}", "height": f"{high:.0f}", "across": f"{wide / 25.4:.1f}", "up": f"{high / 25.4:.1f}"}
    size_line = kit.words.count("board_size", len(tiling.tiles), **size)
    base = top - (y1 - y0) * factor
    caption = draw_paragraph([size_line, *notes], (frame.left_edge, base - 5.5), leading=LEADING)
    return (small + tile_marks).moved(frame.left_edge - x0 * factor, base - y0 * factor) + caption


def _has_room(tile: BoardTile, factor: float) -> bool:
    """True if a tile of the small board has room for its label."""
    left, bottom, right, top = tile.box
    return (right - left) * factor > _label_width(tile) and (top - bottom) * factor > TAG + 1.0


def _tag(tile: BoardTile, factor: float) -> Drawing:
    """A tile's label on a small field in its middle."""
    left, bottom, right, top = tile.box
    wide, x, y = _label_width(tile), (left + right) / 2 * factor, (bottom + top) / 2 * factor
    return draw(Role.GLUE, rectangle(x - wide / 2, y - TAG, wide, 2 * TAG, 0.8)) + draw_text(
        Role.TITLE, tile.label, (x, y - TAG / 2), TAG, bold=True
    )


def _label_width(tile: BoardTile) -> float:
    """The width in mm of the field of a tile's label."""
    return text_width(tile.label, TAG, bold=True) + 1.6


PartRow = tuple[Drawing, str, str, str]  # picture with its foot at the origin, count, name, sheets


def _board_row(kit: PaperKit, tiling: PaperTiling, sheets: Mapping[str, Sequence[int]]) -> PartRow:
    small = kit.board.only(Role.EDGE, Role.SHADE)
    x0, y0, x1, _ = small.bounds()
    return small.moved(-(x0 + x1) / 2, -y0), "1", kit.words.text("list_board"), _numbers(sheets.get(BOARD, ()))


def _batch_row(kit: PaperKit, index: int, sheets: Mapping[str, Sequence[int]]) -> PartRow:
    batch = kit.batches[index]
    icon = (
        batch.thing.icon
        if isinstance(batch.thing, Net | Leaf)
        else batch.thing.front.moved(0, batch.thing.size / 2 + batch.thing.bleed)
    )
    if isinstance(batch.thing, Leaf):
        wide, high = batch.thing.width, batch.thing.height
        icon = draw(Role.HOLE, rectangle(-wide / 2, 0, wide, high)) + icon
    return icon, str(batch.count), batch.name, _numbers(sheets.get(batch.name, ()))


def _numbers(numbers: Sequence[int]) -> str:
    """Sheet numbers in words, with a dash for a run of numbers.

    >>> _numbers([2, 3, 4]), _numbers([5])
    ('2–4', '5')
    """
    runs: list[list[int]] = []
    for n in sorted(numbers):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _list(rows: Sequence[PartRow], x: float, y: float, width: float, title: str, words: Catalogue, *,
          more: bool = False, pitch: float = ROW) -> Drawing:
    """The list of parts: a line for each with its picture, count, name and sheets. `more`: the list continues."""
    sheet_title = draw_text(Role.NOTE, words.text("list_sheet"), (x + width, y), BODY, anchor="end")
    items = [_heading(title, x, y, width), sheet_title]
    y -= 4.0
    for picture, count, name, numbers in rows:
        foot, high = y - pitch + BELOW / 2, pitch - BELOW
        base = foot + (high - BODY) / 2
        factor = min(1.0, high / picture.size()[1], 12.0 / picture.size()[0])
        items += [
            _legible(picture.scaled(factor)).moved(x + 7, foot + (high - picture.size()[1] * factor) / 2),
            draw_text(Role.TITLE, count, (x + 22, base), BODY, anchor="end", bold=True),
            draw_text(Role.NOTE, shorten(name, BODY, width - 44), (x + 25, base), BODY, anchor="start"),
            draw_text(Role.NOTE, shorten(numbers, BODY, 18), (x + width, base), BODY, anchor="end"),
        ]
        y -= pitch
    items += [draw_text(Role.NOTE, words.text("list_more"), (x + width, y - 2), BODY, anchor="end")] if more else []
    return combine_drawings(items)


def _legible(picture: Drawing) -> Drawing:
    """A picture with grey bars for words that are too small to be read."""
    return combine_drawings(_grey_bar(i) if isinstance(i, Lettering) and i.text.cap < LEAST_CAP else Drawing((i,))
                    for i in picture.items)


def _grey_bar(words: Lettering) -> Drawing:
    left, low, right, high = words.bounds()
    return draw(Role.SHADE, rectangle(left, low + (high - low) / 4, right - left, (high - low) / 2))


def _rows_on_first(frame: SheetFrame, kit: PaperKit) -> tuple[int, float]:
    """How many lines the first page has room for, and how far apart they are."""
    room, rows = _title(kit, frame)[1] - 4.0 - frame.bottom - STEPS - 10, len(kit.batches) + 1
    pitch = min(ROW, room / rows) if rows * LEAST_ROW <= room else ROW
    return int((room + 1e-6) // pitch), pitch


def _rows_on_further(frame: SheetFrame) -> int:
    return int((frame.top - 14 - frame.bottom) // ROW)


def _further_pages(rows: Sequence[PartRow], frame: SheetFrame, width: float, words: Catalogue) -> list[SheetBody]:
    fill = _rows_on_further(frame)
    columns = [rows[i : i + fill] for i in range(0, len(rows), fill)]
    pages = [columns[i : i + 2] for i in range(0, len(columns), 2)]
    xs = (frame.left_edge, frame.left_edge + width + GUTTER)
    return [
        SheetBody(
            frame,
            words.text("in_this_set_continued"),
            tuple(
                PageItem(_list(column, x, frame.top - 8, width, title, words), id=COVER)
                for column, x, title in zip(page, xs, (words.text("in_this_set_continued"), ""), strict=False)
            ),
        )
        for page in pages
    ]


def _assembly(kit: PaperKit, tiling: PaperTiling, frame: SheetFrame, mode: Mode) -> Drawing:
    """How to put the set together: up to three columns, each with a picture and numbered steps."""
    words = kit.words
    nets = [batch.thing for batch in kit.batches if isinstance(batch.thing, Net)]
    panels = [(words.text("panel_board"), BOARD_WIDTH, tile_steps(tiling, words))]
    panels += [(words.text("panel_pieces"), STANDEE_WIDTH, standee_steps(nets, words))] if nets else []
    chits = [batch.thing for batch in kit.batches if isinstance(batch.thing, Chit)]
    turned = any(chit.turns for chit in chits)
    panels += [(words.text("panel_tokens"), TOKEN_WIDTH, token_steps(mode, words, turned))] if chits else []
    x, top = frame.left_edge, frame.bottom + STEPS - HEADING - 4
    items = []
    for title, width, steps in panels:
        items.append(_panel(title, steps, x, top, width))
        x += width + (frame.right - frame.left_edge - BOARD_WIDTH - STANDEE_WIDTH - TOKEN_WIDTH) / 2
    return combine_drawings(items)


def _panel(title: str, steps: PictureSteps, x: float, y: float, width: float) -> Drawing:
    picture, texts = steps
    items = [_heading(title, x, y, width), picture.moved(x, y - 31)]
    base = y - 39
    for number, text in enumerate(texts, 1):
        lines = wrap_text(text, BODY, width - 5.5)
        items += [
            draw_text(Role.TITLE, str(number), (x, base), BODY, anchor="start", bold=True),
            draw_paragraph(lines, (x + 5, base), leading=4.0),
        ]
        base -= 4.0 * len(lines) + 1.6
    return combine_drawings(items)
