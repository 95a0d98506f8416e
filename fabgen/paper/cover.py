"""A kit and its sheets → the first page: how to print, what is in the set and on which sheet, and how to put it
together.

Typst sets it, as `cover.typ` says. A long list of parts continues on further pages; everything else is on the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import TypeGuard

from fabgen.artwork.clipped_drawing import clip_drawing
from fabgen.artwork.drawing import GROUNDS, Drawing, Lettering, Role, combine_drawings, draw
from fabgen.artwork.export.typst import quote, write_mm
from fabgen.artwork.paper_things import CardPack, Chit, Leaf, Net, PaperBatch, PaperKit, draw_player_strip
from fabgen.artwork.path import Box, circle, line, rectangle
from fabgen.artwork.text import point_size, replace_missing
from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.core.units import format_number
from fabgen.paper.chit_blocks import draw_cut_out, is_folded, put_on_square_card
from fabgen.paper.cover_head import colour_head, is_nearly_black
from fabgen.paper.duplex import FOLD_ASSEMBLY, PrintAssembly, make_side_imprint
from fabgen.paper.fold_steps import (
    LEAST_CAP,
    Step,
    aid_step,
    fit_picture,
    make_legible,
    standee_steps,
    tile_steps,
    token_steps,
)
from fabgen.paper.strip_blocks import BASES
from fabgen.paper.tiles import BOARD, PaperTiling
from fabgen.spec.game import capitalize_first
from fabgen.typeset.pages import (
    BODY,
    COVER,
    COVER_INSET,
    DISPLAY,
    HEAD_BAND,
    HEADING,
    PageItem,
    SheetBody,
    SheetFrame,
    measure_cover_imprint,
)
from fabgen.typeset.papers import Paper
from fabgen.typeset.typst_process import MAIN
from fabgen.typeset.word_places import PlacedPage, add_drawing, set_pages

PICTURE, LEAST_PICTURE = (12.6, 12.6), 3.7  # mm: the room of a picture in the list; its height in the closest list
IMPRINT = 8.0  # mm: the room over the title for the number of the sheet
STRIP = 1.8  # mm: the height of the strip of the players' colours
MOST_ZOOM, MOST_ZOOM_IN_LITTLE_INK = 1.8, 1.0  # of their drawn size: the largest pictures of steps
MOST_STEPS = (3, 4, 5)  # side by side: the numbers that are tried
UPPERMOST = 0.3  # of the height of the picture in the head: what may be beside the line over the title
DOT = 0.55  # mm: the radius of the dot before an item of a list
# Minutes that somebody with some practice takes: to begin and to print, for each tile, net, flat thing and leaf; for a
# flat thing that is cut along a line.
BEGIN, EACH_TILE, EACH_NET, EACH_CHIT, EACH_LEAF, EACH_CUT_LINE = 15.0, 6.0, 4.0, 1.0, 0.75, 2.0
BACKING = 10.0  # mm by which the board under the printed board is wider and higher: both are trimmed together
LONGEST_HEADING = 40  # characters of the heading that names the player aids: two lines of a narrow column
MOST_ICONS, ICON_PITCH = 4, 1.15  # pictures in one line of the list; of their widths from one to the next
# What needs thick card, by the heading of the steps for it.
CARD_FOR = {"panel_flat": "need_card_flat", "panel_tokens": "need_card_tokens",
            "panel_flat_and_tokens": "need_card_flat_and_tokens"}
_Section = tuple[str, list[Step]]  # a heading, and the steps below it
SHORT, STEP = 90.0, 15.0  # minutes: shorter times are said in steps of so many minutes, longer ones in hours


def make_cover_pages(kit: PaperKit, paper: Paper, tiling: PaperTiling, batch_names: Sequence[Iterable[str]],
                     assembly: PrintAssembly = FOLD_ASSEMBLY, backs: int = 0) -> list[SheetBody]:
    """The first page, and the pages on which its list of parts continues. `batch_names` are those on each sheet behind
    the cover, in order: names of batches, and BOARD for the board. The last `backs` sheets are printed on both sides.

    The cover says the numbers of these sheets. It is set again until it has as many pages as they are numbered for.
    """
    frame, words = SheetFrame(paper), kit.words
    covers = 1
    while True:
        sheets: dict[str, list[int]] = {}
        for number, names in enumerate(batch_names, covers + 1):
            for name in names:
                sheets.setdefault(name, []).append(number)
        text = _CoverText(kit, paper, tiling, assembly, sheets, (covers + len(batch_names), covers, backs))
        pages = text.set()
        if len(pages) <= covers:
            break
        covers = len(pages)
    pages += [PlacedPage((), Drawing, 0.0)] * (covers - len(pages))
    titles = [words.text("start_here"), *[words.text("in_this_set_continued")] * (covers - 1)]
    imprint = text.find_imprint()
    return [
        SheetBody(frame, title, (PageItem(drawing.moved(0, frame.height), id=COVER),),
                  has_heading=number > 0, has_long_bars=number == 0,
                  has_dark_head=number == 0 and is_nearly_black(kit.colour))
        for number, (title, page) in enumerate(zip(titles, pages, strict=True))
        for drawing in [_draw_page(kit, page, imprint, is_first=number == 0)]
    ]


def _draw_page(kit: PaperKit, page: PlacedPage, imprint: Box, *, is_first: bool) -> Drawing:
    """A page, the first one with its head in the colour of the game; the line over the title will be in the box
    `imprint`."""
    drawing = page.draw(Role.NOTE, Role.TITLE)
    return colour_head(drawing, kit.colour, kit.motif, (imprint,)) if is_first else drawing


@dataclass
class _CoverText:
    """The cover as a Typst project. `sheets` are the numbers of the sheets of each batch; `counts` those of all sheets,
    of the cover's pages, and of the sheets that are printed on both sides."""

    kit: PaperKit
    paper: Paper
    tiling: PaperTiling
    assembly: PrintAssembly
    sheets: Mapping[str, Sequence[int]]
    counts: tuple[int, int, int]
    drawings: list[Drawing] = field(default_factory=list)
    places: dict[int, tuple[Drawing, str]] = field(default_factory=dict)  # by the identity of a drawing: see `_place`

    def set(self) -> list[PlacedPage]:
        """The pages."""
        self.drawings = [draw(Role.NOTE, circle((DOT, -BODY / 2), DOT))]
        values = self._values()
        content = "".join(f"  {key}: {value},\n" for key, value in values.items())
        main = f'#import "cover.typ": cover\n#cover((\n{content}))\n'
        return set_pages({MAIN: main, "cover.typ": (files("fabgen") / "paper" / "cover.typ").read_text("utf-8")},
                         self.drawings)

    def _values(self) -> dict[str, str]:
        """What the cover says and shows, in Typst code."""
        kit, words, frame = self.kit, self.kit.words, SheetFrame(self.paper)
        margins = {"left": frame.left_edge, "right": frame.width - frame.right, "top": frame.height - frame.top,
                   "bottom": frame.bottom}
        strip = draw_player_strip(kit.tones, frame.right - frame.left_edge, STRIP)
        picture = make_legible(kit.draw_picture(), 0.0)
        byline = words.text("print_byline", designer=kit.designer, version=kit.version)
        sections, aids = [*map(_fit_pictures, self._sections())], self._aid_section()
        aids = _fit_pictures(aids) if aids else None
        plans = [_plan_steps(sections, aids, most, has_aids) for most in MOST_STEPS for has_aids in (True, False)]
        return {
            "sizes": _array(f"{format_number(point_size(cap), 4)}pt" for cap in (BODY, HEADING, DISPLAY)),
            "capital": write_mm(BODY),
            "paper": _array(map(write_mm, (frame.width, frame.height))),
            "margins": f"({', '.join(f'{side}: {write_mm(length)}' for side, length in margins.items())})",
            "band": write_mm(HEAD_BAND),
            "inset": write_mm(COVER_INSET),
            "imprint": write_mm(IMPRINT),
            "picture": f"({self._place(picture)})",
            "picture-start": write_mm(_find_upper_left(picture)),
            "imprint-width": write_mm(self._measure_imprint()),
            "strip": f"({self._place(strip)})",
            "title": _text(kit.title),
            "byline": _text(byline),
            "pitch": _text(kit.pitch),
            "players": _text(" · ".join(kit.facts)),
            "time": _text(f"{capitalize_first(_making_time(kit, self.tiling))}."),
            "settings": _texts([words.text("print_actual_size"), words.text("not_fit_to_page"), *self._flip_words()]),
            "measure": _text(words.text("measure_sheets")),
            "needs-title": _text(words.text("you_need")),
            "needs": _texts(self._list_needs()),
            "facts": _texts(self._list_facts()),
            "list-title": _text(words.text("in_this_set")),
            "continued": _text(words.text("in_this_set_continued")),
            "sheet": _text(words.text("list_sheet")),
            "more": _text(words.text("list_more")),
            "parts": _array(self._list_parts()),
            "groups": _array(self._list_groups()),
            "most-zoom": format_number(MOST_ZOOM_IN_LITTLE_INK if kit.saves_ink else MOST_ZOOM, 2),
            "least-zoom": format_number(_find_least_zoom(plans[-1][0]), 3),
            # Of equal plans the last: of plans that are as good, the last is chosen.
            "plans": _array([*dict.fromkeys(self._write_plan(*plan) for plan in reversed(plans))][::-1]),
        }

    def _place(self, drawing: Drawing) -> str:
        """The number of a drawing and its size, in Typst code; one that several plans show is added once."""
        if id(drawing) not in self.places:
            self.places[id(drawing)] = drawing, add_drawing(self.drawings, drawing)
        return self.places[id(drawing)][1]

    def find_imprint(self) -> Box:
        """The box in mm of the line over the title, with y from the upper edge of the paper."""
        frame = SheetFrame(self.paper)
        left, top = frame.left_edge + COVER_INSET, -frame.paper.margin - COVER_INSET
        return left, top - BODY, left + self._measure_imprint(), top

    def _measure_imprint(self) -> float:
        """How wide the line over the title is, in mm."""
        imprint = make_side_imprint(SheetFrame(self.paper), FOLD_ASSEMBLY, 1, self.counts[0], self.kit.words)
        mode = self.kit.words.text("on_plain_paper", mode=imprint.print_mode)
        return measure_cover_imprint(self.paper, replace(imprint, print_mode=mode))

    def _flip_words(self) -> list[str]:
        """The lines that say which sheets are printed on both sides, and over which edge these are turned. Empty where
        there are none."""
        total, _, backs = self.counts
        key = {"long": "flip_on_long", "short": "flip_on_short"}[self.assembly.flip]
        words = self.kit.words
        return [words.text("both_sides_from", first=total - backs + 1), words.text(key)] if backs else []

    def _list_facts(self) -> list[str]:
        """The sizes of the board and of its cells, how players' pieces are told apart, and what may replace them."""
        kit, words = self.kit, self.kit.words
        cells = [_keep_together(words.text("cells_on_paper", cell=format_number(kit.cell)))] if kit.cell else []
        return [" ".join([_board_size(self.tiling, words), *cells]), *filter(None, (kit.note, kit.substitute))]

    def _list_papers(self) -> tuple[list[int], list[int]]:
        """The numbers of the sheets of card and of paper. The cover is paper, and so are leaves that players write
        on."""
        total, covers, _ = self.counts
        of_card, of_paper = set[int](), {*range(1, covers + 1)}
        for batch in self.kit.batches:
            (of_paper if batch.is_thin else of_card).update(self.sheets.get(batch.name, ()))
        of_paper -= of_card  # a sheet with both is of card
        return [number for number in range(1, total + 1) if number not in of_paper], sorted(of_paper)

    def _list_needs(self) -> list[str]:
        """The material and the tools for this set, sheets of card and of paper first. A tool to score with is listed
        only if something is folded."""
        nets = any(isinstance(batch.thing, Net) for batch in self.kit.batches)
        things, words = [batch.thing for batch in self.kit.batches], self.kit.words
        chits = [thing for thing in things if isinstance(thing, Chit)]
        flat = [chit for chit in chits if not is_folded(chit, self.assembly)]
        folded = nets or len(flat) < len(chits) or (self.assembly.mode == "fold" and any(
            isinstance(thing, CardPack) or (isinstance(thing, Leaf) and (thing.fold or thing.is_net))
            for thing in things))
        on_card = bool(flat) and not self.assembly.is_double_sided
        card, plain = (f"{words.count(key, len(numbers))} ({_keep_together(_format_runs(numbers))})" for key, numbers
                       in zip(("sheets_of_card", "of_paper"), self._list_papers(), strict=True))
        paper = words.text("card_and_paper", card=card, paper=plain)
        x0, y0, x1, y1 = self.tiling.board
        board = words.text("need_board", width=f"{x1 - x0 + BACKING:.0f}", height=f"{y1 - y0 + BACKING:.0f}")
        if nets and on_card and _flat_title(flat) == "panel_tokens":
            cards = ["need_card_bases_and_tokens"]
        else:
            cards = [*(["need_card"] if nets else []), *([CARD_FOR[_flat_title(flat)]] if on_card else [])]
        keys = ("need_knife", *(["need_blunt"] if folded else []), "need_glue", *cards)
        return [paper, *map(words.text, keys), board, words.text("need_rulebook"), *self.kit.bought]

    def _list_parts(self) -> list[str]:
        """The lines of the list of parts: picture, count, name and sheets."""
        are_standing = [isinstance(batch.thing, Net) for batch in self.kit.batches]
        return [self._board_line(), *self._add_bases(map(self._batch_line, self.kit.batches), are_standing)]

    def _add_bases(self, lines: Iterable[str], are_standing: Sequence[bool]) -> list[str]:
        """Lines of the list, with one for the bases that are printed after the last of those that have standing pieces;
        with their number where no sheet of strips lacks its bases."""
        listed = [*lines]
        standing = [number for number, is_standing in enumerate(are_standing, 1) if is_standing]
        if standing and BASES in self.sheets:
            of_strips = {number for batch in self.kit.batches if isinstance(batch.thing, Net)
                         for number in self.sheets.get(batch.name, ())}
            of_bases = {*self.sheets[BASES]}
            are_all_printed = of_strips <= of_bases or not of_bases <= of_strips
            count = sum(batch.count for batch in self.kit.batches if isinstance(batch.thing, Net))
            icon = draw(Role.HOLE, rectangle(-6.0, 0, 12.0, 8.0))
            listed.insert(standing[-1], self._line(icon, count if are_all_printed else None,
                                                   self.kit.words.text("list_bases"), self.sheets[BASES]))
        return listed

    def _list_groups(self) -> list[str]:
        """The list of parts with one line for all pieces of a player, and their markers of tracks, where the longer one
        has no room on the first page."""
        lines, are_standing = list[str](), list[bool]()
        for group in dict.fromkeys(batch.group for batch in self.kit.batches):
            batches = [batch for batch in self.kit.batches if batch.group == group]
            if len(batches) == 1 or not all(isinstance(batch.thing, Net | Chit) for batch in batches):
                lines += map(self._batch_line, batches)
                are_standing += [isinstance(batch.thing, Net) for batch in batches]
                continue
            sheets = {number for batch in batches for number in self.sheets.get(batch.name, ())}
            icon = _draw_row([_icon_of(batch) for batch in batches])
            lines.append(self._line(icon, sum(batch.count for batch in batches), group, [*sheets]))
            are_standing.append(any(isinstance(batch.thing, Net) for batch in batches))
        return [self._board_line(), *self._add_bases(lines, are_standing)]

    def _board_line(self) -> str:
        return self._line(_fields_of(self.kit), 1, self.kit.words.text("list_board"),
                          self.sheets.get(BOARD, ()))

    def _batch_line(self, batch: PaperBatch) -> str:
        return self._line(_icon_of(batch), batch.count, batch.name, self.sheets.get(batch.name, ()))

    def _line(self, icon: Drawing, count: int | None, name: str, sheets: Sequence[int]) -> str:
        """A line of a list of parts."""
        return _array([f"({self._place(_shrink_picture(icon))})", _text(str(count or "")),
                       _text(capitalize_first(name)), _text(_format_runs(sheets))])

    def _write_plan(self, rows: Sequence[Sequence[_Section]], aids: _Section | None) -> str:
        """A way to arrange the steps, in Typst code."""
        sections = _array(f"(sections: {_array(map(self._section, row))}, columns: {_count_steps(row)})"
                          for row in rows)
        return _array([sections, self._section(aids) if aids else "none"])

    def _sections(self) -> list[_Section]:
        """The board, standing pieces, and tokens, each with a heading and its steps."""
        words, things = self.kit.words, [batch.thing for batch in self.kit.batches]
        nets = [thing for thing in things if isinstance(thing, Net)]
        chits = [thing for thing in things if isinstance(thing, Chit)]
        sections = [(words.text("panel_board"), tile_steps(self.tiling, words, _fields_of(self.kit)))]
        if nets:
            bases = _format_runs(self.sheets.get(BASES, ()))
            sections.append((words.text("panel_pieces"), standee_steps(nets, words, bases)))
        if chits:
            flat = [chit for chit in chits if not is_folded(chit, self.assembly)]
            mode = "single" if len(flat) == len(chits) and not self.assembly.is_double_sided else self.assembly.mode
            lined = [chit for chit in chits if put_on_square_card(chit).has_cut_line]
            straight = [chit for chit in chits if chit not in lined]
            steps = token_steps(mode, words, has_own_backs=any(chit.turns for chit in chits),
                                faces=[*map(draw_cut_out, straight or lined)], has_cut_lines=bool(lined),
                                along_line=_draw_chit_icon(lined[0]) if lined and straight else Drawing())
            if 0 < len(flat) < len(chits):
                picture, text = steps[-1]
                steps[-1] = picture, f"{text} {words.text('no_fold_glue')}"
            sections.append((words.text(_flat_title(chits)), steps))
        return sections

    def _aid_section(self) -> _Section | None:
        """Player aids and cards, in one step; None where there are none."""
        texts = self._list_aid_steps()
        return (capitalize_first(self._name_aids()), [aid_step(" ".join(texts))]) if texts else None

    def _name_aids(self) -> str:
        """What player aids and cards are called: by their own names, as in the list of parts, or where that is
        long, all together."""
        things = [batch for batch in self.kit.batches if isinstance(batch.thing, CardPack) or _is_aid(batch.thing)]
        names = dict.fromkeys(batch.group if isinstance(batch.thing, CardPack) else batch.name for batch in things)
        words = self.kit.words
        heading = join_words(names, words.text("and"))
        return heading if 0 < len(heading) <= LONGEST_HEADING else words.text("aids")

    def _list_aid_steps(self) -> list[str]:
        """What is done with player aids and cards. Printed on both sides, they need no fold."""
        things = [batch.thing for batch in self.kit.batches]
        leaves = [thing for thing in things if _is_aid(thing)]
        folds = self.assembly.mode != "duplex"
        keys = {"cut_slips" if leaf.thin else "fold_aids" if leaf.fold and folds else "cut_aids" for leaf in leaves}
        if any(isinstance(thing, CardPack) for thing in things):
            keys.add("fold_aids" if self.assembly.mode == "fold" else "cut_aids")
        keys -= {"cut_aids"} if "cut_slips" in keys else set()  # which says it for cards, too
        return [self.kit.words.text(key) for key in ("fold_aids", "cut_aids", "cut_slips") if key in keys]

    def _section(self, section: _Section) -> str:
        """A heading and its steps, in Typst code."""
        title, steps = section
        return _array([_text(title),
                       _array(_array([f"({self._place(picture)})", _text(text)]) for picture, text in steps)])


def _fit_pictures(section: _Section) -> _Section:
    """A section with pictures that are as large as those of other steps."""
    title, steps = section
    return title, [(fit_picture(picture), text) for picture, text in steps]


def _plan_steps(sections: Iterable[_Section], aids: _Section | None, most: int, has_aids: bool
                ) -> tuple[list[list[_Section]], _Section | None]:
    """A way to arrange the steps: sections in rows of at most `most` steps if they are no longer, each in the first row
    that has room for it. With `has_aids`, player aids are in the last row that has room, or in one of their own; else
    they are the second value."""
    rows = list[list[_Section]]()
    for section in sections:
        row = next((row for row in rows if _count_steps([*row, section]) <= most), None)
        if row is None:
            rows.append([section])
        else:
            row.append(section)
    if aids is None:
        return rows, None
    if not has_aids:
        return rows, aids
    row = next((row for row in reversed(rows) if _count_steps([*row, aids]) <= most), None)
    if row is None:
        rows.append([aids])
    else:
        row.append(aids)
    return rows, None


def _count_steps(row: Iterable[_Section]) -> int:
    return sum(len(steps) for _, steps in row)


def _is_aid(thing: object) -> TypeGuard[Leaf]:
    """Whether a thing is a player aid."""
    return isinstance(thing, Leaf) and thing.is_aid


def _fields_of(kit: PaperKit) -> Drawing:
    """The board with its fields alone, as straight cuts leave it, for small pictures."""
    ground = clip_drawing(kit.ground, kit.board.bounds()) if kit.ground.items else kit.ground
    return (ground + kit.board).only(Role.EDGE, Role.BAND, *GROUNDS)


def _flat_title(chits: Sequence[Chit]) -> str:
    """The key of the heading for flat things: pieces, tokens or both."""
    kinds = {chit.is_piece for chit in chits}
    return "panel_flat" if kinds == {True} else "panel_tokens" if kinds == {False} else "panel_flat_and_tokens"


def _making_time(kit: PaperKit, tiling: PaperTiling) -> str:
    """About how long it takes to make the set, in words."""
    each = {Net: EACH_NET, Chit: EACH_CHIT, Leaf: EACH_LEAF, CardPack: EACH_LEAF}
    parts = sum((EACH_CUT_LINE if isinstance(batch.thing, Chit) and batch.thing.shape in ("corner", "drawn")
                 else each[type(batch.thing)]) * batch.count for batch in kit.batches)
    minutes = BEGIN + EACH_TILE * len(tiling.tiles) + parts
    if minutes <= SHORT:
        return kit.words.text("make_minutes", minutes=f"{STEP * -(-minutes // STEP):.0f}")
    return kit.words.count("make_hours", round(minutes / 60 + 0.25))


def _board_size(tiling: PaperTiling, words: Catalogue) -> str:
    """The size of the board in mm and inches, and the number of its sheets."""
    x0, y0, x1, y1 = tiling.board
    across, up = (f"{side / 25.4:.1f}".replace(".", words.text("decimal_sign")) for side in (x1 - x0, y1 - y0))
    size = {"width": f"{x1 - x0:.0f}", "height": f"{y1 - y0:.0f}", "across": across, "up": up}
    return words.count("board_size", len(tiling.tiles), **size)


def _keep_together(text: str) -> str:
    """A text that is not broken at its spaces."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


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


def _icon_of(batch: PaperBatch) -> Drawing:
    """The picture of the parts of a batch; paper has an outline."""
    thing = batch.thing
    if _is_aid(thing) and not thing.thin:
        return _draw_card_icon(thing.width, thing.height)
    if isinstance(thing, Leaf | CardPack):
        return draw(Role.HOLE, rectangle(-thing.width / 2, 0, thing.width, thing.height)) + thing.icon
    return _draw_chit_icon(thing) if isinstance(thing, Chit) else thing.icon


def _draw_chit_icon(chit: Chit) -> Drawing:
    """A flat thing with its cut: a white piece would look smaller than a black one on the white page."""
    outline = draw(Role.HOLE, put_on_square_card(chit).outline())
    return draw_cut_out(chit) + outline if chit.front.items else outline


def _draw_card_icon(width: float, height: float) -> Drawing:
    """A card of words: its outline, a bar for its heading, and lines."""
    left, right = -0.36 * width, 0.36 * width
    lines = [line((left, share * height), (right, share * height)) for share in (0.56, 0.38, 0.2)]
    heading = draw(Role.MARK, rectangle(left, 0.72 * height, 0.5 * width, 0.1 * height))
    return draw(Role.HOLE, rectangle(-width / 2, 0, width, height)) + heading + draw(Role.GRID, *lines)


def _draw_row(icons: Sequence[Drawing]) -> Drawing:
    """Pictures side by side, on one line, at the scale that they have."""
    placed, left = list[Drawing](), 0.0
    for icon in icons[:MOST_ICONS]:
        x0, y0, x1, _ = icon.bounds()
        placed.append(icon.moved(left - x0, -y0))
        left += (x1 - x0) * ICON_PITCH
    return combine_drawings(placed)


def _find_upper_left(picture: Drawing) -> float:
    """How far to the right of a picture's left side its uppermost part begins, in mm."""
    left, low, right, top = picture.bounds()
    uppermost = clip_drawing(picture, (left, top - UPPERMOST * (top - low), right, top))
    return uppermost.bounds()[0] - left


def _shrink_picture(picture: Drawing) -> Drawing:
    """A picture of a part as large as the list has room for, with thin outlines, and with grey bars for words that are
    too small to be read where the lines of the list are close."""
    picture = Drawing(tuple(replace(item, role=Role.HOLE) if item.role is Role.EDGE else item
                            for item in picture.items))
    width, height = picture.size()
    factor = min(1.0, PICTURE[0] / width, PICTURE[1] / height)
    return make_legible(picture.scaled(factor), min(1.0, LEAST_PICTURE / (height * factor)))


def _find_least_zoom(rows: Sequence[Sequence[_Section]]) -> float:
    """How small the pictures of steps may become, of their size: their words are read then."""
    caps = [item.text.cap for row in rows for _, steps in row for picture, _ in steps for item in picture.items
            if isinstance(item, Lettering)]
    return max([0.5, *(LEAST_CAP / cap for cap in caps)])


def _text(string: str) -> str:
    """A text as Typst code; a sign stands for each character that the font lacks."""
    return quote(replace_missing(string))


def _texts(strings: Sequence[str]) -> str:
    return _array(map(_text, strings))


def _array(codes: Iterable[str]) -> str:
    return f"({''.join(f'{code}, ' for code in codes)})"
