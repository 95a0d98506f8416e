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
BELOW = 1.9  # mm: the part of a line's height that its picture leaves free
LEAST_CAP = 1.17  # mm: the capitals of type of 5 points; pictures show smaller words as grey bars
GUTTER = 9.0  # mm between columns
TAG = 1.9  # mm: capitals of the labels of tiles on the small board
STEPS = 98.0  # mm: the height kept at the foot of the page for the assembly
MOST_NEEDS = 5  # lines: the longest list under "You need"


def count_cover_pages(kit: PaperKit, paper: Paper) -> int:
    """The number of pages that the cover takes. Needed before any sheet can be numbered."""
    rows, frame = len(kit.batches) + 1, SheetFrame(paper)
    remaining = max(0, rows - _count_first_rows(frame, kit)[0])
    return 1 + -(-remaining // (2 * _count_further_rows(frame)))


def make_cover_pages(kit: PaperKit, paper: Paper, tiling: PaperTiling, sheets: Mapping[str, Sequence[int]], total: int,
          assembly: PrintAssembly = FOLD_ASSEMBLY) -> list[SheetBody]:
    """The first page, and the pages on which its list of parts continues. `sheets` maps the name of each batch, and
    BOARD for the board, to the numbers of their sheets; `total` is the number of all sheets."""
    frame = SheetFrame(paper)
    rows = [_board_row(kit, tiling, sheets), *(_batch_row(kit, i, sheets) for i in range(len(kit.batches)))]
    first_rows, pitch = _count_first_rows(frame, kit)
    title, y = _draw_title(kit, frame)
    column_width = (frame.right - frame.left_edge - GUTTER) / 2
    right_column_x = frame.left_edge + column_width + GUTTER
    papers = _count_papers(kit, paper, sheets, total)
    left_column = _draw_settings(kit, frame.left_edge, y, column_width, papers, assembly) + _draw_board_overview(
        tiling, kit, frame, column_width
    )
    right_column = _parts_list(
        rows[:first_rows],
        right_column_x,
        y,
        column_width,
        kit.words.text("in_this_set"),
        kit.words,
        continues=len(rows) > first_rows,
        pitch=pitch,
    )
    drawing = title + left_column + right_column + _draw_assembly(kit, tiling, frame, assembly.mode)
    page = SheetBody(frame, kit.words.text("start_here"), (PageItem(drawing, id=COVER),), has_heading=False)
    return [page, *_make_further_pages(rows[first_rows:], frame, column_width, kit.words)]


def _draw_title(kit: PaperKit, frame: SheetFrame) -> tuple[Drawing, float]:
    """Title and designer at the upper left, and the height in mm at which the columns start."""
    left, y = frame.left_edge, frame.height - frame.paper.margin - DISPLAY - 1
    room = frame.right - frame.left_edge - 62
    lines = wrap_text(kit.title, DISPLAY, room, bold=True)
    lines = [*lines[:1], *([shorten(" ".join(lines[1:]), DISPLAY, room, bold=True)] if lines[1:] else [])]
    title = draw_paragraph(lines, (left, y), DISPLAY, DISPLAY * 1.35, Role.TITLE, bold=True)
    y -= DISPLAY * 1.35 * (len(lines) - 1) + 7.5
    byline = kit.words.text("print_byline", designer=kit.designer,
                      version=kit.version)
    designer_line = shorten(byline, BODY, frame.right - frame.left_edge)
    return title + draw_text(Role.NOTE, designer_line, (left, y), BODY, anchor="start"), y - 12.0


def _draw_heading(words: str, x: float, y: float, width: float) -> Drawing:
    """A heading under a line as wide as its column."""
    return draw(Role.TRIM, line((x, y + HEADING + 2.4), (x + width, y + HEADING + 2.4))) + draw_text(
        Role.TITLE, words, (x, y), HEADING, anchor="start", bold=True
    )


def _count_papers(kit: PaperKit, paper: Paper, sheets: Mapping[str, Sequence[int]], total: int) -> tuple[int, int]:
    """The numbers of sheets of card and of paper. The cover is paper, and so are leaves that players write on."""
    thin = {number for batch in kit.batches if isinstance(batch.thing, Leaf) and batch.thing.thin
            for number in sheets.get(batch.name, ())}
    count = count_cover_pages(kit, paper) + len(thin)
    return total - count, count


def _draw_settings(
    kit: PaperKit, x: float, y: float, width: float, papers: tuple[int, int], assembly: PrintAssembly
) -> Drawing:
    """The print settings in large type, and the list of the material and tools that the set needs."""
    panel_top, panel_height = y + HEADING + 2.4, 33.0
    panel = draw(Role.GLUE, rectangle(x, panel_top - panel_height, width, panel_height, 2.0))
    percent = draw_text(Role.TITLE, "100 %", (x + 5, panel_top - 14), DISPLAY, anchor="start", bold=True)
    words_x = x + 5 + text_width("100 %", DISPLAY, bold=True) + 5
    beside_words = draw_paragraph(
        [kit.words.text("print_actual_size"), kit.words.text("not_fit_to_page"), *_flip_words(assembly, kit.words)],
        (words_x, panel_top - (6.5 if assembly.is_double_sided else 8.0)), role=Role.TITLE, bold=True,
    )
    measure = wrap_text(kit.words.text("measure_sheets"), BODY, width - 10)
    measure_text = draw_paragraph(measure, (x + 5, panel_top - 20.5), leading=4.2)
    y = panel_top - panel_height - 11.0
    needs = _list_needs(kit, papers, assembly)
    return (
        panel
        + percent
        + beside_words
        + measure_text
        + _draw_heading(kit.words.text("you_need"), x, y, width)
        + draw_paragraph(needs, (x, y - 6.5))
    )


def _flip_words(assembly: PrintAssembly, words: Catalogue) -> list[str]:
    """The line that says over which edge the paper is turned. Empty for printing on one side."""
    key = {"long": "flip_on_long", "short": "flip_on_short"}[assembly.flip]
    return [words.text(key)] if assembly.is_double_sided else []


def _list_needs(kit: PaperKit, papers: tuple[int, int], assembly: PrintAssembly) -> list[str]:
    """The material and tools for this set, sheets of card and of paper first. A tool to score with is listed only if
    something is folded."""
    nets = any(isinstance(batch.thing, Net) for batch in kit.batches)
    folded = nets or (assembly.mode == "fold" and bool(kit.batches))
    card, plain = kit.words.count("sheets_of_card", papers[0]), kit.words.count("of_paper", papers[1])
    paper = kit.words.text("card_and_paper", card=card, paper=plain)
    keys = ("need_knife", *(["need_blunt"] if folded else []), "need_glue", *(["need_card"] if nets else []))
    return [paper, *map(kit.words.text, keys)]


def _draw_board_overview(tiling: PaperTiling, kit: PaperKit, frame: SheetFrame, width: float) -> Drawing:
    """A small picture of the whole board with its seams and the labels of its tiles, and its size below."""
    x0, y0, x1, y1 = tiling.board
    notes = wrap_text(kit.note, BODY, width) if kit.note else []
    foot = frame.bottom + STEPS + 12 + LEADING * len(notes)
    top = _draw_title(kit, frame)[1] - 33.0 + HEADING - 11.0 - 6.5 - MOST_NEEDS * LEADING - 3.0
    factor = min(width / (x1 - x0), (top - foot) / (y1 - y0))
    small = kit.board.without(Role.COORDINATE, Role.TITLE, Role.LABEL, Role.ZONE).scaled(factor)
    seams = [
        *(line((t.box[2], y0), (t.box[2], y1)) for t in tiling.tiles if t.east and not t.north),
        *(line((x0, t.box[1]), (x1, t.box[1])) for t in tiling.tiles if t.south and not t.west),
    ]
    labels = (_draw_tag(tile, factor) for tile in tiling.tiles if _has_room(tile, factor))
    tile_marks = combine_drawings([draw(Role.EDGE, *seams).scaled(factor), *labels]) if seams else Drawing()
    board_width, board_height = x1 - x0, y1 - y0
    size = {
        "width": f"{board_width:.0f}",
        "height": f"{board_height:.0f}",
        "across": f"{board_width / 25.4:.1f}",
        "up": f"{board_height / 25.4:.1f}",
    }
    size_line = kit.words.count("board_size", len(tiling.tiles), **size)
    base = top - (y1 - y0) * factor
    caption = draw_paragraph([size_line, *notes], (frame.left_edge, base - 5.5), leading=LEADING)
    return (small + tile_marks).moved(frame.left_edge - x0 * factor, base - y0 * factor) + caption


def _has_room(tile: BoardTile, factor: float) -> bool:
    """True if a tile of the small board has room for its label."""
    left, bottom, right, top = tile.box
    return (right - left) * factor > _label_width(tile) and (top - bottom) * factor > TAG + 1.0


def _draw_tag(tile: BoardTile, factor: float) -> Drawing:
    """A tile's label on a small field in its middle."""
    left, bottom, right, top = tile.box
    width, x, y = _label_width(tile), (left + right) / 2 * factor, (bottom + top) / 2 * factor
    return draw(Role.GLUE, rectangle(x - width / 2, y - TAG, width, 2 * TAG, 0.8)) + draw_text(
        Role.TITLE, tile.label, (x, y - TAG / 2), TAG, bold=True
    )


def _label_width(tile: BoardTile) -> float:
    """The width in mm of the field of a tile's label."""
    return text_width(tile.label, TAG, bold=True) + 1.6


PartRow = tuple[Drawing, str, str, str]  # picture with its foot at the origin, count, name, sheets


def _board_row(kit: PaperKit, tiling: PaperTiling, sheets: Mapping[str, Sequence[int]]) -> PartRow:
    """The line of the board in the list of parts."""
    small = kit.board.only(Role.EDGE, Role.SHADE)
    x0, y0, x1, _ = small.bounds()
    return small.moved(-(x0 + x1) / 2, -y0), "1", kit.words.text("list_board"), _format_runs(sheets.get(BOARD, ()))


def _batch_row(kit: PaperKit, index: int, sheets: Mapping[str, Sequence[int]]) -> PartRow:
    """The line of a batch in the list of parts."""
    batch = kit.batches[index]
    icon = (
        batch.thing.icon
        if isinstance(batch.thing, Net | Leaf)
        else batch.thing.front.moved(0, batch.thing.size / 2 + batch.thing.bleed)
    )
    if isinstance(batch.thing, Leaf):
        width, height = batch.thing.width, batch.thing.height
        icon = draw(Role.HOLE, rectangle(-width / 2, 0, width, height)) + icon
    return icon, str(batch.count), batch.name, _format_runs(sheets.get(batch.name, ()))


def _format_runs(numbers: Sequence[int]) -> str:
    """Sheet numbers, with a dash for a run of numbers.

    >>> _format_runs([2, 3, 4]), _format_runs([5])
    ('2–4', '5')
    """
    runs: list[list[int]] = []
    for n in sorted(numbers):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _parts_list(rows: Sequence[PartRow], x: float, y: float, width: float, title: str, words: Catalogue, *,
          continues: bool = False, pitch: float = ROW) -> Drawing:
    """The list of parts: a line for each with its picture, count, name and sheets. `continues`: on another page."""
    sheet_title = draw_text(Role.NOTE, words.text("list_sheet"), (x + width, y), BODY, anchor="end")
    items = [_draw_heading(title, x, y, width), sheet_title]
    y -= 4.0
    for picture, count, name, numbers in rows:
        picture_foot, picture_height = y - pitch + BELOW / 2, pitch - BELOW
        base = picture_foot + (picture_height - BODY) / 2
        factor = min(1.0, picture_height / picture.size()[1], 12.0 / picture.size()[0])
        items += [
            _make_legible(picture.scaled(factor)).moved(
                x + 7, picture_foot + (picture_height - picture.size()[1] * factor) / 2
            ),
            draw_text(Role.TITLE, count, (x + 22, base), BODY, anchor="end", bold=True),
            draw_text(Role.NOTE, shorten(name, BODY, width - 44), (x + 25, base), BODY, anchor="start"),
            draw_text(Role.NOTE, shorten(numbers, BODY, 18), (x + width, base), BODY, anchor="end"),
        ]
        y -= pitch
    items += (
        [draw_text(Role.NOTE, words.text("list_more"), (x + width, y - 2), BODY, anchor="end")] if continues else []
    )
    return combine_drawings(items)


def _make_legible(picture: Drawing) -> Drawing:
    """A picture with grey bars for words that are too small to be read."""
    return combine_drawings(_draw_grey_bar(i) if isinstance(i, Lettering) and i.text.cap < LEAST_CAP else Drawing((i,))
                    for i in picture.items)


def _draw_grey_bar(words: Lettering) -> Drawing:
    """A grey bar half as high as the words it replaces."""
    left, low, right, high = words.bounds()
    return draw(Role.SHADE, rectangle(left, low + (high - low) / 4, right - left, (high - low) / 2))


def _count_first_rows(frame: SheetFrame, kit: PaperKit) -> tuple[int, float]:
    """The number of lines that the first page has room for, and their distance in mm."""
    room, rows = _draw_title(kit, frame)[1] - 4.0 - frame.bottom - STEPS - 10, len(kit.batches) + 1
    pitch = min(ROW, room / rows) if rows * LEAST_ROW <= room else ROW
    return int((room + 1e-6) // pitch), pitch


def _count_further_rows(frame: SheetFrame) -> int:
    """The number of lines that a column of a further page has room for."""
    return int((frame.top - 14 - frame.bottom) // ROW)


def _make_further_pages(rows: Sequence[PartRow], frame: SheetFrame, width: float, words: Catalogue) -> list[SheetBody]:
    """The pages on which the list of parts continues, two columns on each."""
    column_rows = _count_further_rows(frame)
    columns = [rows[i : i + column_rows] for i in range(0, len(rows), column_rows)]
    pages = [columns[i : i + 2] for i in range(0, len(columns), 2)]
    xs = (frame.left_edge, frame.left_edge + width + GUTTER)
    return [
        SheetBody(
            frame,
            words.text("in_this_set_continued"),
            tuple(
                PageItem(_parts_list(column, x, frame.top - 8, width, title, words), id=COVER)
                for column, x, title in zip(page, xs, (words.text("in_this_set_continued"), ""), strict=False)
            ),
        )
        for page in pages
    ]


def _draw_assembly(kit: PaperKit, tiling: PaperTiling, frame: SheetFrame, mode: Mode) -> Drawing:
    """How to put the set together: up to three columns, each with a picture and numbered steps."""
    words = kit.words
    nets = [batch.thing for batch in kit.batches if isinstance(batch.thing, Net)]
    panels = [(words.text("panel_board"), BOARD_WIDTH, tile_steps(tiling, words))]
    panels += [(words.text("panel_pieces"), STANDEE_WIDTH, standee_steps(nets, words))] if nets else []
    chits = [batch.thing for batch in kit.batches if isinstance(batch.thing, Chit)]
    has_own_backs = any(chit.turns for chit in chits)
    panels += [(words.text("panel_tokens"), TOKEN_WIDTH, token_steps(mode, words, has_own_backs))] if chits else []
    x, top = frame.left_edge, frame.bottom + STEPS - HEADING - 4
    items = []
    for title, width, steps in panels:
        items.append(_draw_panel(title, steps, x, top, width))
        x += width + (frame.right - frame.left_edge - BOARD_WIDTH - STANDEE_WIDTH - TOKEN_WIDTH) / 2
    return combine_drawings(items)


def _draw_panel(title: str, steps: PictureSteps, x: float, y: float, width: float) -> Drawing:
    """A heading, a picture and its numbered steps; x, y is the left end of the heading's baseline."""
    picture, texts = steps
    items = [_draw_heading(title, x, y, width), picture.moved(x, y - 31)]
    base = y - 39
    for number, text in enumerate(texts, 1):
        lines = wrap_text(text, BODY, width - 5.5)
        items += [
            draw_text(Role.TITLE, str(number), (x, base), BODY, anchor="start", bold=True),
            draw_paragraph(lines, (x + 5, base), leading=4.0),
        ]
        base -= 4.0 * len(lines) + 1.6
    return combine_drawings(items)
