"""A slip to write on → its drawing, empty for print-and-play, or filled in for a figure of the rulebook.

What is written is in lines of one stroke that lean to the right, as a pencil writes. All lengths are in mm, with the
lower left corner of the slip at the origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.paper_things import draw_fold_mark
from fabgen.artwork.path import Path, line, rectangle
from fabgen.artwork.single_line import missing_stroke_characters, text_strokes
from fabgen.artwork.text import TextLine, text_width
from fabgen.figures.components.aid_sizes import LOW_LABEL, RIM, TITLE, aid_size, field_edges, is_low_slip
from fabgen.spec.game import Aid, capitalize_first
from fabgen.spec.load import Spec

LABEL = 2.1  # mm: capitals of labels
SLIP_HEAD, SLIP_INSET, FIELD_INSET = 4.8, 2.8, 1.5  # mm: the head of a low slip; from a cut to words; over labels
WRITING, FIELD_GAP, INDENT = 3.0, 3.2, 0.6  # mm: from a cut up to the lines of a low slip; between two; before words
# mm from the cuts of a low slip: both ends of the marks of its fold, clear of the marks of cuts; down to its name
FOLD_MARK, UNDER_CUT = (0.9, 5.0), 2.2
WRITTEN, LEAN, FLAT = 3.1, 0.22, 0.02  # mm: capitals of what is written; how far it leans; mm: flattening of curves
OVER_LINE = 0.5  # mm: from a line to what is written on it
BETWEEN, IN_ROW = 4.0, 2  # mm: between slips of a figure; how many are side by side


def draw_slip(spec: Spec, name: str, aid: Aid, written: Sequence[str] = (), *, is_folded: bool = True) -> Drawing:
    """A slip: its name, and for each label a line to write on, with what is written there.
    One that nobody folds has no mark of the fold, and its fields are equally wide."""
    labels, places = _low_slip(spec, name, aid, is_folded) if is_low_slip(aid) else _high_slip(spec, name, aid)
    return labels + combine_drawings(_write(text, *place) for text, place in zip(written, places, strict=False))


def draw_filled_slips(spec: Spec, name: str, rows: Sequence[Sequence[str]]) -> Drawing:
    """A slip for each row of words, cut out, two side by side."""
    aid = spec.game.aids[name]
    width, height = aid_size(aid)
    slips = list[Drawing]()
    for number, written in enumerate(rows):
        line_number, column = divmod(number, IN_ROW)
        paper = draw(Role.SHADE, rectangle(0, 0, width, height), tone="white")
        cut = draw(Role.GRID, rectangle(0, 0, width, height))
        slip = paper + draw_slip(spec, name, aid, written, is_folded=False) + cut
        slips.append(slip.moved(column * (width + BETWEEN), -line_number * (height + BETWEEN)))
    return combine_drawings(slips).in_group("slips")


def find_slips(spec: Spec, labels: Sequence[str]) -> str | None:
    """The name of the slips that have exactly these labels; None where there are none."""
    return next((name for name, aid in spec.game.aids.items()
                 if aid.kind == "slips" and [*aid.lines] == [*labels]), None)


def find_writing_room(aid: Aid) -> tuple[float, float]:
    """How long the lines of a slip are that has its labels below each other, and how far from each other."""
    width, height = aid_size(aid)
    labels = max(text_width(label, LABEL, bold=True) for label in aid.lines)
    return width - 2 * RIM - labels - 3.0, (height - 2 * RIM - TITLE) / len(aid.lines)


def draw_aid_title(spec: Spec, name: str, width: float, height: float) -> Drawing:
    """The game's title at the left and the aid's name at the right; the name alone where both do not fit."""
    baseline, cap, title = height - RIM - LABEL, 1.7, spec.game.title
    name = spec.game.aid_name(name)
    aid_name = draw_text(Role.COORDINATE, name, (width - RIM, baseline), cap, anchor="end")
    if text_width(title, cap, bold=True) + text_width(name, cap) + 4 > width - 2 * RIM:
        return aid_name
    return aid_name + draw_text(Role.COORDINATE, title, (RIM, baseline), cap, anchor="start", bold=True)


def _high_slip(spec: Spec, name: str, aid: Aid) -> tuple[Drawing, list[tuple[float, float, float]]]:
    """A slip with its labels below each other, each before a line; and where to write: left end, base and room."""
    width, height = aid_size(aid)
    long, pitch = find_writing_room(aid)
    drawings, places = [draw_aid_title(spec, name, width, height)], list[tuple[float, float, float]]()
    for number, label in enumerate(aid.lines, 1):
        baseline = height - RIM - TITLE - pitch * number + 1.0
        drawings.append(draw_text(Role.LABEL, label, (RIM, baseline), LABEL, anchor="start", bold=True))
        drawings.append(draw(Role.GRID, line((width - RIM - long, baseline - 0.6), (width - RIM, baseline - 0.6))))
        places.append((width - RIM - long + 1.0, baseline - 0.6 + OVER_LINE, long - 2.0))
    return combine_drawings(drawings), places


def _low_slip(spec: Spec, name: str, aid: Aid, is_folded: bool) -> tuple[Drawing, list[tuple[float, float, float]]]:
    """A slip with its name on a tinted head, and below it, side by side, each label over a line to write on. Its edges
    are the cuts, which neighbours share; if it is folded, one line ends before the fold and the next begins behind it.
    And where to write: left end, base and room."""
    (width, height), count = aid_size(aid), len(aid.lines)
    shares = field_edges(count) if is_folded else [number / count for number in range(count + 1)]
    foot_of_head, edges = height - SLIP_HEAD, [width * share for share in shares]
    head = draw(Role.GLUE, rectangle(0, foot_of_head, width, SLIP_HEAD))
    cuts = draw(Role.CUT_LINE, rectangle(0, 0, width, height))
    starts = [x + (SLIP_INSET if number == 0 else FIELD_GAP / 2) for number, x in enumerate(edges[:-1])]
    ends = [x - (SLIP_INSET if number == count else FIELD_GAP / 2) for number, x in enumerate(edges[1:], 1)]
    rules = draw(Role.GRID, *(line((start, WRITING), (end, WRITING)) for start, end in zip(starts, ends, strict=True)))
    # A slip is folded in half once it is written on, with the writing inside: both ends of the fold are marked, between
    # two fields.
    fold = Drawing()
    if is_folded and has_fold(aid):
        upright = draw_fold_mark(FOLD_MARK, False).turned(90)
        fold = (upright + upright.turned(180).moved(0, height)).moved(width / 2, 0)
    labels = [draw_text(Role.LABEL, label, (x, foot_of_head - FIELD_INSET - LOW_LABEL), LOW_LABEL, anchor="start")
              for x, label in zip(starts, aid.lines, strict=True)]
    title = draw_text(Role.LABEL, capitalize_first(spec.game.aid_name(name)),
                      (SLIP_INSET, height - UNDER_CUT - LOW_LABEL), LOW_LABEL, anchor="start", bold=True)
    places = [(start + INDENT, WRITING + OVER_LINE, end - start - 2 * INDENT)
              for start, end in zip(starts, ends, strict=True)]
    return combine_drawings([head, cuts, rules, fold, title, *labels]), places


def has_fold(aid: Aid) -> bool:
    """Whether the ends of a fold are marked on a slip."""
    return is_low_slip(aid) and len(aid.lines) > 1


def _write(text: str, left: float, base: float, room: float) -> Drawing:
    """Words in pencil from a place on, smaller where they are longer than the room; in letters of the book where the
    font of single lines lacks a character."""
    cap = min(WRITTEN, room / max(text_width(text, 1.0), 0.1))
    if missing_stroke_characters(text):
        return draw_text(Role.LABEL, text, (left, base), cap, anchor="start")
    strokes = text_strokes(TextLine(text, (left, base), cap, "start")) if text else ()
    return draw(Role.GRID, *_lean(strokes, base)) if strokes else Drawing()


def _lean(strokes: Sequence[Path], base: float) -> Iterator[Path]:
    """Strokes that lean to the right from a base line on."""
    for stroke in strokes:
        yield line(*((x + LEAN * (y - base), y) for x, y in stroke.trace(FLAT)))


__all__ = ["LABEL", "draw_aid_title", "draw_filled_slips", "draw_slip", "find_slips", "find_writing_room", "has_fold"]
