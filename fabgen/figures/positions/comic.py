"""A worked example with a line of play → its comic and its film, in mm: the position before the line and after each
step, and in a film once more at the end.

Every picture is a position that the rules have reached, drawn as figures of examples are. The picture of a step shows
what this step changed; the end of a film shows the position alone. On boards of squares all pictures show the same
close-up.
A comic has its pictures side by side, and enlarges a shared cell only where that looks otherwise than before. A film
has them in one place, to be shown one after another, and a still for where nothing moves: the end of the line with all
that was played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile

from fabgen.artwork.drawing import Drawing, Item, Role, combine_drawings, draw_text
from fabgen.artwork.path import Box
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.figures.positions.captions import name_step
from fabgen.figures.positions.claims import (
    FigureClaims,
    Trace,
    case_after,
    closed_cells,
    coloured_areas,
    make_step_trace,
    make_trace,
    played_steps,
)
from fabgen.figures.positions.close_up import (
    crop_box,
    find_action_cells,
    is_kept_whole,
    list_wider_windows,
    window_width,
)
from fabgen.figures.positions.fates import find_fates
from fabgen.figures.positions.position import draw_position
from fabgen.rules.boards import Cell
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec

ROW = 4  # pictures in a row at most
BOOK, LEAST_CELL = 112.0, 6.5  # mm: the width of figures in a book; the cells of a comic there, if need be in more rows
COLUMN = 74.0  # mm: the width of figures where the text of a book runs in two columns
BETWEEN, ABOVE, TITLE_CAP = 0.5, 0.35, 0.28  # of the cell: between pictures, over one to its title; capitals of titles
OVERHANG = 0.6  # of the cell: how far rows of held things may reach between the pictures of a comic
LEADING = 1.6  # of the height of its capitals: from one line of a title to the next

FILM, STILL = "film", "film/still"  # groups: those of a film's pictures are film/1, film/2 and so on


@dataclass(frozen=True)
class _TitledPicture:
    """A position of a line, and the title over it."""

    drawing: Drawing
    title: str

    def title_lines(self, side: float) -> tuple[str, ...]:
        """The title in one line or, where the picture is too narrow for it, in two that are as equal as can be."""
        words = self.title.split(" ")
        if _text_width(self.title) * TITLE_CAP * side <= self.drawing.size()[0] or len(words) == 1:
            return (self.title,)
        pairs = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        return min(pairs, key=lambda lines: max(map(_text_width, lines)))

    def title_size(self, side: float) -> float:
        """The height in mm of the title's capitals: less than usual where the picture is narrow."""
        return min(TITLE_CAP * side, self.drawing.size()[0] / max(map(_text_width, self.title_lines(side))))

    def with_title(self, side: float, cap: float) -> Drawing:
        """The picture with its title over it, which begins at the left edge of the board."""
        left, _, _, top = self.drawing.bounds()
        left = min((item.bounds()[0] for item in self.drawing.items if item.group.startswith("board/")), default=left)
        foots = ((text, top + ABOVE * side + number * LEADING * cap)
                 for number, text in enumerate(reversed(self.title_lines(side))))
        words = [draw_text(Role.LABEL, text, (left, y), cap, anchor="start", bold=True) for text, y in foots]
        return self.drawing + combine_drawings(words).in_group("labels")


def _text_width(text: str) -> float:
    """The width of a part of a title whose capitals are 1 mm high."""
    return text_width(text, 1.0, bold=True)


def draw_comic(spec: Spec, case: Case, side: float, words: Catalogue, room: float = BOOK,
               window: Collection[Cell] = ()) -> Drawing:
    """The pictures of a case in rows of up to four, or of as few as two where cells would else be too small in a `room`
    of so many mm, as equal as can be, with cells of `side` mm. The picture of the last step shows how the line ends.
    With a `window`, the pictures show these cells, in rows as without it. Raises IndexError for a case without a line.
    """
    titled = _draw_pictures(spec, case, side, words, window)[:-1]
    cap = min(picture.title_size(side) for picture in titled)
    pictures = [picture.with_title(side, cap) for picture in _without_repeated_insets(titled)]
    x0, y0, x1, y1 = combine_drawings(pictures).bounds()  # over each other: they show one part of the board
    x1 = max(_split_rows(picture)[0].bounds()[2] for picture in pictures)
    more = 0.0
    if window and (own := _find_window(spec, case)):
        more = window_width(spec.lattice, window) - window_width(spec.lattice, own)
    most = int((room / LEAST_CELL + BETWEEN) / ((x1 - x0) / side - more + BETWEEN))  # in a row with cells of that size
    rows = -(-len(pictures) // min(max(2, most), ROW))
    per_row = -(-len(pictures) // rows)
    width, height = x1 - x0 + BETWEEN * side, y1 - y0 + BETWEEN * side
    placed = []
    for number, picture in enumerate(pictures):
        row, column = divmod(number, per_row)
        placed.append(picture.moved(column * width - x0, -row * height - y1).in_group(f"comic/{number + 1}"))
    return combine_drawings(placed)


def _move_rows_inwards(pictures: Sequence[_TitledPicture], most: float) -> list[_TitledPicture]:
    """The pictures, with the rows of held things further to the left where they would reach more than `most` mm beyond
    what is above them on the right: as far as the names of ranks, and equally far in all pictures. Rows would else say
    how far apart the pictures are."""
    above, rows = zip(*[_split_rows(picture.drawing) for picture in pictures], strict=True)
    all_rows = combine_drawings(rows)
    if not all_rows.items:
        return [*pictures]
    left, _, right, _ = combine_drawings(above).bounds()
    first, _, last, _ = all_rows.bounds()
    inwards = max(0.0, min(last - right, first - left)) if last - right > most else 0.0
    return [replace(picture, drawing=board + held.moved(-inwards, 0.0))
            for picture, board, held in zip(pictures, above, rows, strict=True)]


def _split_rows(drawing: Drawing) -> tuple[Drawing, Drawing]:
    """A picture without the rows of held things below its board, and these."""
    is_held = [item.group.partition("/")[0] == "held" for item in drawing.items]
    return (Drawing(tuple(item for item, held in zip(drawing.items, is_held, strict=True) if not held)),
            Drawing(tuple(item for item, held in zip(drawing.items, is_held, strict=True) if held)))


def _without_repeated_insets(pictures: Sequence[_TitledPicture]) -> Iterator[_TitledPicture]:
    """The pictures, each without the enlarged cells that look as they did in the last picture that showed them, unless
    their pieces are there alone. The paper around pieces, which steps bring along, does not count."""
    shown = dict[str, list[Item]]()
    for picture in pictures:
        insets = dict[str, list[Item]]()
        for item in picture.drawing.items:
            if item.group.startswith("insets/") and not (item.role is Role.SHADE and item.tone == "white"):
                insets.setdefault(item.group, []).append(item)
        on_board = {item.group for item in picture.drawing.items}
        repeated = {group for group, items in insets.items()
                    if shown.get(group) == items and group.replace("insets/", "pieces/") in on_board}
        shown |= insets
        yield replace(picture, drawing=Drawing(tuple(
            item for item in picture.drawing.items if item.group not in repeated)))


def draw_film(spec: Spec, case: Case, side: float, words: Catalogue) -> Drawing:
    """The pictures of a case over each other, each in a group of its own, with cells of `side` mm. What all of them
    begin with, such as the board, is there once, in no picture's group. Raises IndexError for a case without a line."""
    titled = _draw_pictures(spec, case, side, words)
    cap = min(picture.title_size(side) for picture in titled)  # words that change their size would jump
    step_count = len(titled) - 2
    still = _TitledPicture(_draw_end(spec, case, side), titled[1].title if step_count == 1 else f"1–{step_count}")
    pictures = [picture.with_title(side, cap) for picture in (*titled, still)]
    shared = _count_shared(pictures)
    names = [*(f"{FILM}/{number}" for number in range(1, len(titled) + 1)), STILL]
    changing = (Drawing(picture.items[shared:]).in_group(name) for picture, name in zip(pictures, names, strict=True))
    return combine_drawings([Drawing(pictures[0].items[:shared]), *changing])


def _count_shared(pictures: list[Drawing]) -> int:
    """How many items all pictures begin with."""
    layers = zip(*(picture.items for picture in pictures), strict=False)
    return sum(1 for _ in takewhile(lambda items: len({*items}) == 1, layers))


def film_pictures(drawing: Drawing) -> list[Drawing]:
    """The pictures of a film in their order, without the still."""
    return [_one_picture(drawing, name) for name in film_groups(drawing) if name != STILL]


def film_groups(drawing: Drawing) -> list[str]:
    """The groups of a film's pictures in their order, the still last."""
    groups = ("/".join(item.group.split("/")[:2]) for item in drawing.items if _is_in_picture(item.group))
    return [*dict.fromkeys(groups)]


def _is_in_picture(group: str) -> bool:
    """True for the group of a thing that is not in every picture of a film."""
    return group.startswith(f"{FILM}/")


def _one_picture(drawing: Drawing, name: str) -> Drawing:
    """What is seen of a film while the picture in the group `name` is shown."""
    return Drawing(tuple(item for item in drawing.items
                         if not _is_in_picture(item.group) or f"{item.group}/".startswith(f"{name}/")))


def _draw_end(spec: Spec, case: Case, side: float) -> Drawing:
    """The position after the line, with everything that was played."""
    claims = _claims_of_pictures(case)
    return draw_position(spec, case.seen_position, claims, side, make_trace(case), coloured_areas(case),
                         box=(box := _find_box(spec, case, side)), runs_on=bool(box))


def _claims_of_pictures(case: Case) -> FigureClaims:
    """What the picture of the last position of a case shows besides what was played: the tokens beside its board,
    whether zones are there, and closed cells."""
    return FigureClaims(beside=case.example.beside, shows_zones=case.example.show_areas, closed=closed_cells(case))


def _find_box(spec: Spec, case: Case, side: float) -> Box | None:
    """The part of the board that all pictures of a case show; None for the whole board."""
    return crop_box(spec.lattice, _find_window(spec, case), side)


def _find_window(spec: Spec, case: Case) -> set[Cell]:
    """The cells at the corners of what all pictures of a case show, and others in it; none for the whole board."""
    assert case.match is not None, "a case with a line has a match"
    if is_kept_whole(spec, case):
        return set()
    first = case.match.rules.show(case.match.positions[0])
    return find_action_cells(spec.lattice, first, FigureClaims(), make_trace(case)) | case.shown_cells


def list_wider_comics(spec: Spec, case: Case) -> list[tuple[float, set[Cell]]]:
    """Wider windows for the pictures of a case, and by how many cells each picture is wider. Where the example says
    which cells it shows, no other pieces and tokens come in."""
    assert case.match is not None, "a case with a line has a match"
    window = _find_window(spec, case)
    if not window or not spec.lattice.compass.has_square_cells:
        return []
    shown = map(case.as_seen, case.match.positions)
    on_board = {cell for position in shown for cell in (*position.pieces, *chain(*position.tokens.values()))}
    box = crop_box(spec.lattice, window, 1.0)
    assert box, "a window has cells"
    others = {cell for cell in on_board if not box[0] <= spec.lattice.place(cell)[0] < box[2]}
    return [(more, cells) for more, cells in list_wider_windows(spec.lattice, window)
            if not case.shown_cells or others.isdisjoint(cells)]


def _draw_pictures(spec: Spec, case: Case, side: float, words: Catalogue, window: Collection[Cell] = ()
                   ) -> list[_TitledPicture]:
    """The pictures in their order, each with its title. Pieces that go home or into a hand are not called captured, nor
    those whose capture is only declared. With a `window`, they show these cells."""
    assert case.match is not None, "a case with a line has a match"
    shown = [case.as_seen(position) for position in case.match.positions]
    steps, box = played_steps(case), crop_box(spec.lattice, window or _find_window(spec, case), side)
    leaves_game = {*find_fates(spec)} <= {"removed"}

    def draw_picture(number: int, trace: Trace, title: str) -> _TitledPicture:
        """The position after so many steps."""
        areas = coloured_areas(case_after(case, number))
        claims = _claims_of_pictures(case_after(case, number))
        picture = draw_position(spec, shown[number], claims, side, trace, areas, box=box, runs_on=bool(box))
        return _TitledPicture(picture, title)

    pictures = [draw_picture(0, Trace(), words.text("comic_before"))]
    for number, step in enumerate(steps):
        is_declared = shown[number].pieces == shown[number + 1].pieces  # and may still be denied
        said = name_step(spec, shown[number], step, words, names_captured=leaves_game and not is_declared)
        title = f"{number + 1}. {said}"
        pictures.append(draw_picture(number + 1, make_step_trace(case, number), title))
    return _move_rows_inwards([*pictures, draw_picture(len(steps), Trace(), words.text("comic_after"))],
                              OVERHANG * side)


__all__ = ["BOOK", "COLUMN", "STILL", "draw_comic", "draw_film", "film_groups", "film_pictures",
           "list_wider_comics"]
