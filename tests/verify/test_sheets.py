"""Each defect is planted alone on a good sheet, the manifest made to agree with it, and `verify` must tell it."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import shapely
from built import build_in_place, verify_in_place
from svgelements import Move
from svgelements import Path as SvgPath
from verify.planting import GAME, Planted, moved, numbers

from fabgen.build import build
from fabgen.spec.build_options import Options
from fabgen.verify import proof_summary, verify

GREEN = "laser/green-pieces.svg"
TOKENS = "laser/stop-tokens.svg"
BOARD = "laser/board.svg"
KNIGHT, SPEAR = "green-knight-base-1", "green-spearman-base-1"
SIDE = 300.0


def told(copy: Planted, *words: str) -> bool:
    """Whether one Problem holds all the words."""
    problems = [str(p) for p in copy.problems()]
    return any(all(word in problem for word in words) for problem in problems)


def all_paths(text: str, change: Callable[[str], str]) -> str:
    return re.sub(r' d="([^"]*)"', lambda m: f' d="{change(m[1])}"', text)


def cell_of(copy: Planted) -> float:
    """The side of a cell on the spearman's base, from two grid lines of the file: the base has three cells across."""
    ends = [[float(v) for v in re.findall(r"-?[\d.]+", copy.data(GREEN, f"{SPEAR}.grid-{n}"))] for n in range(1, 9)]
    longest = max(max(abs(e[0] - e[2]), abs(e[1] - e[3])) for e in ends)
    return longest / 3


def box(data: str) -> tuple[float, float, float, float]:
    """The box of the points of an outline."""
    points: list[tuple[float, float]] = []
    numbers(data, lambda x, y: points.append((x, y)) or (x, y))
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def area(data: str) -> shapely.Polygon:
    """The area inside an outline, its arcs in steps of 3 degrees and less."""
    ring = [(at.x, at.y) for segment in SvgPath(data) for at in (segment.point(n / 90) for n in range(91))
            if not isinstance(segment, Move)]
    return shapely.Polygon(ring)


def middle(copy: Planted, id: str) -> tuple[float, float]:
    """The middle of an element of the green sheet."""
    a, b, c, d = box(copy.data(GREEN, id))
    return (a + c) / 2, (b + d) / 2


@pytest.mark.slow
@pytest.mark.parametrize("like", ["lightburn", "grbl"])
def test_a_machine_may_score_some_marks_of_a_diagram_and_engrave_others(tmp_path: Path, like: str) -> None:
    """The own cell and the dots are followed, the point and the crosses swept: what is read is the same diagram."""
    (tmp_path / "mine.yaml").write_text(
        f"extends: {like}\nname: mine\nabout: mine\nroles: {{self: score, move: score}}\n")
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "rules.md").write_text("# Small\n")
    formats = ("svg", "gcode") if like == "grbl" else ("svg",)
    options = Options(machine=str(tmp_path / "mine.yaml"), sheet=(SIDE, SIDE), formats=formats)
    copy = Planted(build(str(tmp_path), tmp_path / "out", options, ["laser"]).target)
    assert "3 bases decoded" in proof_summary(copy.folder)
    assert 'stroke="#0000FF"' in copy.element(GREEN, f"{SPEAR}.move-1")
    copy.remove(GREEN, f"{SPEAR}.move-1")
    assert told(copy, f"({SPEAR})", "the dot at", "is missing")


@pytest.mark.slow
def test_a_good_folder_has_no_problem(copy: Planted) -> None:
    assert copy.problems() == []


@pytest.mark.slow
def test_correction_is_proven_on_another_machine_and_material(tmp_path: Path) -> None:
    options = Options(machine="glowforge", material="acrylic-5mm", kerf=0.13, spacing=3.0, sheet=(490.0, 278.0))
    assert verify_in_place(build_in_place("correction", tmp_path, options, ("laser",)).target) == []


@pytest.mark.slow
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_good_sheet_passes_however_it_is_turned(copy: Planted, quarters: int) -> None:
    def turn(x: float, y: float) -> tuple[float, float]:
        for _ in range(quarters):
            x, y = SIDE - y, x
        return x, y

    for file in (GREEN, BOARD, TOKENS):
        copy.write(file, all_paths(copy.text(file), lambda data: numbers(data, turn)))
    problems = copy.problems()
    assert problems, "the job's data say where each part lay"
    assert {problem.where.file for problem in problems} == {"laser/job.json"}


@pytest.mark.slow
def test_a_mirrored_sheet_is_reported(copy: Planted) -> None:
    copy.write(GREEN, all_paths(copy.text(GREEN), lambda data: numbers(data, lambda x, y: (SIDE - x, y), flip=True)))
    assert told(copy, GREEN, "green-knight-standee-1", "not the shape")
    assert told(copy, GREEN, SPEAR, "scored that should not be")


# The etched diagrams. The spearman moves to -1,0 and +1,0 and captures on 0,+1 and 0,+2.


@pytest.mark.slow
def test_a_dot_half_a_millimetre_off_is_reported(copy: Planted) -> None:
    copy.redraw(GREEN, f"{SPEAR}.move-1", moved(0.5, 0))
    assert told(copy, GREEN, f"({SPEAR}.move-1)", "the dot at -1,0 is 0.5 mm off")


@pytest.mark.slow
def test_a_dot_five_hundredths_off_is_reported(copy: Planted) -> None:
    copy.redraw(GREEN, f"{SPEAR}.move-1", moved(0.05, 0))
    assert told(copy, GREEN, f"({SPEAR})", "engraved that should not be")


@pytest.mark.slow
def test_a_dot_in_the_next_cell_is_reported(copy: Planted) -> None:
    copy.redraw(GREEN, f"{SPEAR}.move-1", moved(0, -cell_of(copy)))
    problems = [p.what for p in copy.problems()]
    assert any("the dot at -1,0 is missing" in what or "the dot at +1,0 is missing" in what for what in problems)
    assert any("there is a dot at" in what and "where the spearman cannot go" in what for what in problems)


@pytest.mark.slow
def test_a_lost_cross_is_reported(copy: Planted) -> None:
    copy.remove(GREEN, f"{SPEAR}.capture-2")
    assert told(copy, GREEN, f"({SPEAR})", "the cross at 0,+2 is missing", "a capture there")


@pytest.mark.slow
def test_an_extra_dot_is_reported(copy: Planted) -> None:
    """A dot on the cell ahead of the one to the left: one cell on, as the first cross lies from the own cell."""
    own, cross = middle(copy, f"{SPEAR}.self-1"), middle(copy, f"{SPEAR}.capture-2")
    other = middle(copy, f"{SPEAR}.capture-1")
    ahead = min((cross, other), key=lambda p: (p[0] - own[0]) ** 2 + (p[1] - own[1]) ** 2)
    far = max((cross, other), key=lambda p: (p[0] - own[0]) ** 2 + (p[1] - own[1]) ** 2)
    line, data = copy.element(GREEN, f"{SPEAR}.move-1"), copy.data(GREEN, f"{SPEAR}.move-1")
    extra = line.replace(".move-1", ".move-9").replace(data, moved(far[0] - ahead[0], far[1] - ahead[1])(data))
    copy.edit(GREEN, line, line + extra)
    assert told(copy, GREEN, f"({SPEAR})", "there is a dot at", ",+1, where the spearman cannot go")


@pytest.mark.slow
def test_swapped_marks_are_reported(copy: Planted) -> None:
    (x, y), (u, v) = middle(copy, f"{SPEAR}.move-1"), middle(copy, f"{SPEAR}.capture-1")
    copy.redraw(GREEN, f"{SPEAR}.move-1", moved(u - x, v - y))
    copy.redraw(GREEN, f"{SPEAR}.capture-1", moved(x - u, y - v))
    assert told(copy, GREEN, "there is a cross at -1,0, where the spearman has a move: a dot")
    assert told(copy, GREEN, "where the spearman has a capture: a cross", "there is a dot at 0,+")


@pytest.mark.slow
def test_a_mark_of_another_size_is_reported(copy: Planted) -> None:
    x, y = middle(copy, f"{SPEAR}.move-1")
    copy.redraw(
        GREEN,
        f"{SPEAR}.move-1",
        lambda data: numbers(data, lambda u, v: (x + (u - x) * 1.5, y + (v - y) * 1.5), factor=1.5),
    )
    assert told(copy, GREEN, f"({SPEAR}.move-1)", "is none of the marks")


@pytest.mark.slow
def test_a_mark_hidden_behind_the_slot_is_reported(copy: Planted) -> None:
    (x, y), (u, v) = middle(copy, f"{SPEAR}.move-1"), middle(copy, copy.letter(GREEN, SPEAR))
    line, data = copy.element(GREEN, f"{SPEAR}.move-1"), copy.data(GREEN, f"{SPEAR}.move-1")
    copy.edit(GREEN, line, line + line.replace(".move-1", ".move-9").replace(data, moved(u - x, v - y)(data)))
    assert told(copy, GREEN, f"({SPEAR})", "engraved that should not be")


@pytest.mark.slow
def test_the_spec_is_the_judge(copy: Planted) -> None:
    """With another movement in source/, the same sheet is wrong: no stored diagram is trusted."""
    copy.edit("source/game.yaml", "moves: fcW2smW", "moves: fcW2")
    assert told(copy, GREEN, "there is a dot at +1,0, where the spearman cannot go")


# True size


@pytest.mark.slow
def test_a_sheet_scaled_from_90_to_96_dots_is_reported(copy: Planted) -> None:
    k = 96 / 90
    copy.write(TOKENS, all_paths(copy.text(TOKENS), lambda data: numbers(data, lambda x, y: (x * k, y * k), factor=k)))
    assert told(copy, TOKENS, "stop-token-1 is drawn at 1.067 = 96/90 of its size")


@pytest.mark.slow
def test_a_whole_file_scaled_is_reported(copy: Planted) -> None:
    k = 96 / 90
    text = all_paths(copy.text(TOKENS), lambda data: numbers(data, lambda x, y: (x * k, y * k), factor=k))
    copy.write(TOKENS, text.replace('"300mm"', '"320mm"').replace("0 0 300 300", "0 0 320 320"))
    assert told(copy, TOKENS, "the file is 320 x 320 mm", "scaled by 1.067 = 96/90")
    assert told(copy, TOKENS, "the manifest says 300 x 300 mm")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("0 0 300 300", "0 0 320 320", "scaled by 0.9375 = 90/96"),
        ("0 0 300 300", "0 0 281.25 281.25", "scaled by 1.067 = 96/90"),
        ("0 0 300 300", "5 0 300 300", "the viewBox must be 0 0"),
        ('"300mm"', '"300"', "the size is not in mm"),
        ('"300mm"', '"30cm"', "the size is not in mm"),
        ('viewBox="0 0 300 300"', "", "no viewBox"),
    ],
)
def test_a_changed_frame_is_reported(copy: Planted, old: str, new: str, words: str) -> None:
    copy.edit(TOKENS, old, new)
    assert told(copy, TOKENS, words)


# Contours and lines


@pytest.mark.slow
@pytest.mark.parametrize("id", [f"{KNIGHT}.edge-1", f"{KNIGHT}.hole-1", f"{SPEAR}.move-1"])
def test_an_open_contour_is_reported(copy: Planted, id: str) -> None:
    copy.redraw(GREEN, id, lambda data: data.removesuffix(" Z"))
    assert told(copy, GREEN, f"({id})", "the contour is")


@pytest.mark.slow
def test_a_missing_side_of_a_contour_is_reported_with_its_gap(copy: Planted) -> None:
    copy.redraw(GREEN, f"{KNIGHT}.forward-1", lambda data: data.removesuffix(" Z"))
    assert told(copy, GREEN, f"({KNIGHT}.forward-1)", "open by")


@pytest.mark.slow
def test_the_same_contour_twice_is_reported(copy: Planted) -> None:
    line = copy.element(GREEN, f"{KNIGHT}.edge-1")
    copy.edit(GREEN, line, line + line.replace("edge-1", "edge-2"))
    assert told(copy, GREEN, f"({KNIGHT}.edge-1)", f"lie on a line of {KNIGHT}.edge-2")


@pytest.mark.slow
def test_a_short_common_stretch_of_lines_is_reported(copy: Planted) -> None:
    """0.05 mm of a score line on another one: the least that counts is 0.02 mm."""
    data = copy.data(GREEN, f"{SPEAR}.grid-1")
    x, y, u, v = (float(n) for n in re.findall(r"-?[\d.]+", data))
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    k = 0.05 / length
    line = copy.element(GREEN, f"{SPEAR}.grid-1")
    short = f"M {x:.3f} {y:.3f} L {x + (u - x) * k:.3f} {y + (v - y) * k:.3f}"
    copy.edit(GREEN, line, line + line.replace("grid-1", "grid-99").replace(data, short))
    assert told(copy, GREEN, "0.05 mm of this line lie on a line of", f"{SPEAR}.grid-99")


@pytest.mark.slow
def test_a_common_arc_is_reported_however_it_is_split(copy: Planted) -> None:
    """A token's rim again, as three arcs that begin elsewhere: no two points are the same."""
    rim = copy.data(TOKENS, "stop-token-1.edge-1")
    a, b, c, d = box(rim)
    x, y, r = (a + c) / 2, (b + d) / 2, max(c - a, d - b) / 2
    from math import cos, radians, sin

    p, q, s = ((x + r * cos(radians(t)), y + r * sin(radians(t))) for t in (17, 137, 257))
    arcs = f"M {p[0]:.3f} {p[1]:.3f}" + "".join(f" A {r:.3f} {r:.3f} 0 0 1 {e[0]:.3f} {e[1]:.3f}" for e in (q, s))
    line = copy.element(TOKENS, "stop-token-1.edge-1")
    copy.edit(
        TOKENS,
        line,
        line.replace("edge-1", "edge-2").replace(rim, f"{arcs} A {r:.3f} {r:.3f} 0 0 1 {p[0]:.3f} {p[1]:.3f} Z") + line,
    )
    problem = next(p for p in copy.problems() if "lie on a line of" in p.what)
    length = float(problem.what.split(" mm")[0])
    assert length == pytest.approx(2 * 3.14159 * r, rel=0.01)


@pytest.mark.slow
def test_a_score_under_a_cut_is_reported(copy: Planted) -> None:
    a, b, c, _ = box(copy.data(GREEN, f"{KNIGHT}.edge-1"))
    line = copy.element(GREEN, f"{KNIGHT}.grid-1")
    along = f"M {a + 10:.3f} {b:.3f} L {c - 10:.3f} {b:.3f}"
    copy.edit(
        GREEN, line, line + line.replace("grid-1", "grid-99").replace(copy.data(GREEN, f"{KNIGHT}.grid-1"), along)
    )
    assert told(copy, GREEN, f"({KNIGHT}.grid-99)", f"lie on a line of {KNIGHT}.edge-1")


# Kerf: 0.2 mm, so an outline lies 0.1 mm outside of the nominal one. A token has 9 mm radius, so 9.1 mm in the file.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("radius", "words"),
    [
        (8.9, "moved out by -0.1 mm; a kerf of 0.2 mm asks for 0.1 mm"),  # the wrong way
        (9.05, "moved out by 0.05 mm; a kerf of 0.2 mm asks for 0.1 mm"),  # half of it
        (9.2, "moved out by 0.2 mm; a kerf of 0.2 mm asks for 0.1 mm"),  # the full kerf on one side
        (9.0, "moved out by 0 mm; a kerf of 0.2 mm asks for 0.1 mm"),  # none
    ],
)
def test_a_wrong_kerf_is_reported(copy: Planted, radius: float, words: str) -> None:
    a, b, c, d = box(copy.data(TOKENS, "stop-token-1.edge-1"))
    x, y = (a + c) / 2, (b + d) / 2
    west, east, arc = f"{x - radius:.3f} {y:.3f}", f"{x + radius:.3f} {y:.3f}", f"A {radius} {radius} 0 0 0"
    circle = f"M {west} {arc} {east} {arc} {west} Z"
    copy.redraw(TOKENS, "stop-token-1.edge-1", lambda _: circle)
    assert told(copy, TOKENS, "(stop-token-1)", words)


@pytest.mark.slow
def test_a_slot_offset_the_wrong_way_is_reported(copy: Planted) -> None:
    """Half of the kerf is taken off all around the hole in the file; here it is put on: 0.2 mm further out."""
    hole = area(copy.data(GREEN, f"{KNIGHT}.hole-1")).buffer(0.2, join_style="mitre", quad_segs=64)
    points = [f"{x:.4f} {y:.4f}" for x, y in hole.exterior.coords[:-1]]
    copy.redraw(GREEN, f"{KNIGHT}.hole-1", lambda _: f"M {points[0]} L " + " L ".join(points[1:]) + " Z")
    assert told(copy, GREEN, f"({KNIGHT})", "a hole of", "moved out by 0.1 mm; a kerf of 0.2 mm asks for -0.1 mm")


@pytest.mark.slow
def test_another_kerf_in_the_options_is_reported(copy: Planted) -> None:
    copy.edit("source/options.json", '"kerf": null', '"kerf": 0.3')
    assert told(copy, GREEN, "a kerf of 0.3 mm asks for 0.15 mm")


@pytest.mark.slow
def test_another_shape_is_reported(copy: Planted) -> None:
    copy.redraw(GREEN, "green-knight-standee-1.edge-1", lambda _: copy.data(GREEN, "green-spearman-standee-1.edge-1"))
    assert told(copy, GREEN, "what is cut is not the shape of the green knight standee") or told(copy, GREEN, "holes")


# The sheet


@pytest.mark.slow
def test_a_part_off_the_sheet_is_reported(copy: Planted) -> None:
    copy.write(
        BOARD, all_paths(copy.text(BOARD), moved(0, 300 - 5 - box(copy.data(BOARD, "board-1.edge-1"))[3] + 5 + 3))
    )
    assert told(copy, BOARD, "(board-1.edge-1)", "3 mm of it lie off the sheet of 300 x 300 mm")


@pytest.mark.slow
def test_a_part_in_the_margin_is_reported(copy: Planted) -> None:
    copy.write(BOARD, all_paths(copy.text(BOARD), moved(0, 300 - 5 - box(copy.data(BOARD, "board-1.edge-1"))[3] + 1.5)))
    assert told(copy, BOARD, "(board-1.edge-1)", "it lies 1.5 mm inside the sheet's margin of 5 mm")


@pytest.mark.slow
def test_parts_too_near_are_reported(copy: Planted) -> None:
    """The two tokens that lie nearest to each other: rims of 9.1 mm, 1.9 mm apart where the spacing is 2 mm."""
    middles = {n: round_middle(copy.data(TOKENS, f"stop-token-{n}.edge-1")) for n in (1, 2, 3)}
    apart, a, b = min((math.dist(middles[i], middles[j]), i, j) for i, j in ((1, 2), (1, 3), (2, 3)))
    dx, dy = ((q - p) * (18.2 + 1.9 - apart) / apart for p, q in zip(middles[a], middles[b], strict=True))
    lines = [
        all_paths(line, moved(dx, dy)) if f"stop-token-{b}." in line else line
        for line in copy.text(TOKENS).splitlines(keepends=True)
    ]
    copy.write(TOKENS, "".join(lines))
    assert told(copy, TOKENS, f"stop-token-{a} and stop-token-{b} are 1.9 mm apart", "spacing of this job is 2 mm")


def round_middle(data: str) -> tuple[float, float]:
    """The middle of a circle that is drawn with arcs."""
    x0, y0, x1, y1 = SvgPath(data).bbox()
    return (x0 + x1) / 2, (y0 + y1) / 2


@pytest.mark.slow
def test_an_outline_before_its_hole_is_reported(copy: Planted) -> None:
    hole = copy.element(GREEN, f"{KNIGHT}.hole-1")
    copy.remove(GREEN, f"{KNIGHT}.hole-1")
    edge = copy.element(GREEN, f"{KNIGHT}.edge-1")
    copy.edit(GREEN, edge, edge + hole)
    assert told(copy, GREEN, f"({KNIGHT}.hole-1)", f"cut after its outline {KNIGHT}.edge-1")


@pytest.mark.slow
def test_a_cut_before_the_engraving_is_reported(copy: Planted) -> None:
    text = copy.text(GREEN)
    cut = text[text.index('  <g id="cut">') : text.index("</svg>")]
    copy.write(GREEN, text.replace(cut, "").replace('  <g id="engrave">', cut + '  <g id="engrave">'))
    assert told(copy, GREEN, "comes after a later step")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("#FF0000", "#FE0000", "a stroke of #FE0000 is not in the profile"),
        ("#FF0000", "red", "a stroke of red is not in the profile"),
        ('stroke="#FF0000"', 'stroke="#0000FF"', "score by its colour, but it stands in the group `cut`"),
        ('fill="none" id="board-1.edge-1"', 'fill="#000000" id="board-1.edge-1"', "either a fill or a stroke"),
        ("</svg>", '<text x="10" y="10">Small</text></svg>', "`text` element"),
        ("</svg>", "<style>path {stroke: red}</style></svg>", "`style` element"),
        ("</svg>", '<use href="#board-1.edge-1"/></svg>', "`use` element"),
        ('<g id="cut">', '<g id="cut" transform="scale(2)">', "`transform` attribute"),
        ('<g id="cut">', '<g id="cut" clip-path="url(#x)">', "`clip-path` attribute"),
        ('<g id="cut">', '<g id="cut" opacity="0">', "`opacity` attribute"),
    ],
)
def test_anything_outside_of_the_plain_subset_is_reported(copy: Planted, old: str, new: str, words: str) -> None:
    copy.edit(BOARD, old, new)
    assert told(copy, BOARD, words)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('fill="#000000"', 'fill="#000001"', "a fill of #000001 is not in the profile"),
        (f'fill="#000000" id="{KNIGHT}.move-1"', f'fill="none" id="{KNIGHT}.move-1"', "either a fill or a stroke"),
    ],
)
def test_an_engraving_of_another_paint_is_reported(copy: Planted, old: str, new: str, words: str) -> None:
    copy.edit(GREEN, old, new)
    assert told(copy, GREEN, words)


# What is on the sheets, together


@pytest.mark.slow
def test_a_missing_part_is_reported(copy: Planted) -> None:
    lines = copy.text(TOKENS).splitlines(keepends=True)
    copy.write(TOKENS, "".join(line for line in lines if "stop-token-2." not in line))
    assert told(copy, "stop-token-2 is on no sheet", "the kit has 3 of the stop token")


@pytest.mark.slow
def test_an_extra_part_is_reported(copy: Planted) -> None:
    text = copy.text(TOKENS)
    lines = text.splitlines(keepends=True)
    copied = [
        all_paths(line, moved(0, 150)).replace("stop-token-2.", "stop-token-4.")
        for line in lines
        if "stop-token-2." in line
    ]
    for line in copied:
        text = (
            text.replace("</svg>", f'<g id="{"cut" if "edge" in line else "engrave"}">{line}</g></svg>')
            if "edge" in line
            else text.replace('  <g id="cut">', f'  <g id="engrave">{line}</g>  <g id="cut">')
        )
    copy.write(TOKENS, text)
    assert told(copy, TOKENS, "stop-token-4 is not in the kit")


@pytest.mark.slow
def test_a_part_under_another_name_is_reported(copy: Planted) -> None:
    copy.edit(GREEN, "green-knight-standee-1.", "green-spearman-standee-3.")
    assert told(copy, "green-knight-standee-1 is on no sheet")
    assert told(copy, "green-spearman-standee-3 is not in the kit")


@pytest.mark.slow
def test_right_ids_do_not_hide_wrong_shapes(copy: Planted) -> None:
    """A knight's base under the name of a spearman's, and the other way round."""
    text = (
        copy.text(GREEN).replace(f"{KNIGHT}.", "swap.").replace(f"{SPEAR}.", f"{KNIGHT}.").replace("swap.", f"{SPEAR}.")
    )
    copy.write(GREEN, text)
    assert told(copy, GREEN, f"({KNIGHT})", "is missing: the knight has")
    assert told(copy, GREEN, f"({SPEAR})", "where the spearman cannot go")


@pytest.mark.slow
def test_a_lost_engraving_and_a_lost_score_are_reported(copy: Planted) -> None:
    copy.remove(GREEN, copy.letter(GREEN, KNIGHT))
    copy.remove(GREEN, f"{SPEAR}.move-1")
    copy.remove(BOARD, "board-1.grid-1")
    assert told(copy, GREEN, KNIGHT, "is not scored")
    assert told(copy, GREEN, SPEAR, "is missing: the spearman has a move there")
    assert told(copy, BOARD, "a line of board-1 is not scored")


# Files that are no files


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff\xfe",
        b"<svg",
        b"<svg/>",
        b"not xml at all",
        b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        b'<svg xmlns="http://www.w3.org/2000/svg" width="1e999mm" height="0mm" viewBox="0 0 nan 1"/>',
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
)
def test_garbage_is_a_problem(copy: Planted, data: bytes) -> None:
    (copy.folder / TOKENS).write_bytes(data)
    assert told(copy, TOKENS)


@pytest.mark.slow
def test_a_bomb_is_refused_unread(copy: Planted) -> None:
    entities = "".join(
        f'<!ENTITY a{n} "{"&a" + str(n - 1) + ";" if n else "x"}{"&a" + str(n - 1) + ";" if n else "x"}">'
        for n in range(60)
    )
    copy.write(TOKENS, f"<!DOCTYPE svg [{entities}]>\n<svg xmlns='http://www.w3.org/2000/svg'>&a59;</svg>")
    assert told(copy, TOKENS, "it is not read")


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_a_truncated_sheet_is_a_problem(copy: Planted, share: float) -> None:
    text = copy.text(GREEN)
    copy.write(GREEN, text[: int(len(text) * share)])
    assert told(copy, GREEN, "damaged")


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        "",
        "garbage",
        "M 1 1",
        "M 1 1 L x",
        "M 1 1 L 2",
        "m 1 1 l 5 5 z",
        "M 1 1 L 1e400 5 Z",
        "M 1 1 L 1e7 5 L 3 3 Z",
        "L 5 5 Z",
        "M 1 1 A 0 0 0 0 1 1 1 Z",
    ],
)
def test_damaged_path_data_is_a_problem(copy: Planted, data: str) -> None:
    copy.redraw(GREEN, f"{KNIGHT}.edge-1", lambda _: data)
    assert told(copy, GREEN, f"({KNIGHT}.edge-1)")


@pytest.mark.slow
def test_deep_nesting_is_a_problem(copy: Planted) -> None:
    copy.edit(TOKENS, "</svg>", "<g>" * 5000 + "</g>" * 5000 + "</svg>")
    assert told(copy, TOKENS, "nested")


@pytest.mark.slow
def test_the_options_decide_about_the_job(copy: Planted) -> None:
    options = json.loads(copy.text("source/options.json"))
    assert options["sheet"] == [300.0, 300.0]
    copy.write("source/options.json", json.dumps(options | {"sheet": [400.0, 300.0], "spacing": 30.0}))
    assert told(copy, GREEN, "the sheet of this job 400 x 300 mm")
    assert told(copy, GREEN, "spacing of this job is 30 mm")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_random_damage_is_never_a_traceback(copy: Planted, seed: int) -> None:
    chance = random.Random(seed)
    for file in (GREEN, BOARD, "diagrams/moves-knight.svg", "diagrams/moves-knight.pdf", "diagrams/board.png"):
        data = bytearray((copy.folder / file).read_bytes())
        for _ in range(chance.choice([1, 5, 50])):
            place = chance.randrange(len(data))
            data[place : place + chance.choice([0, 1, 20])] = bytes([chance.choice(b'09.-eMLAZ <>&"#/=\x00\xff')])
        (copy.folder / file).write_bytes(bytes(data))
    copy.problems()


# What a beam would do that areas and sampled points cannot tell


def line_of(copy: Planted, file: str, id: str) -> tuple[float, float, float, float]:
    x, y, u, v = (float(n) for n in re.findall(r"-?[\d.]+", copy.data(file, id)))
    return x, y, u, v


def between(ends: tuple[float, float, float, float], *shares: float) -> str:
    """Strokes along a line, from share to share of it."""
    x, y, u, v = ends
    points = [f"{x + (u - x) * s:.3f} {y + (v - y) * s:.3f}" for s in shares]
    return " ".join(f"M {a} L {b}" for a, b in zip(points[::2], points[1::2], strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("shares", [(0, 0.505, 0.51, 1), (0, 0.1, 0.11, 0.3, 0.31, 1), (0, 0.98), (0.02, 1)])
def test_a_gap_in_a_scored_line_is_reported(copy: Planted, shares: tuple[float, ...]) -> None:
    """The gaps are shorter than 4 mm: the board's lines are 120 mm long."""
    ends = line_of(copy, BOARD, "board-1.grid-1")
    copy.redraw(BOARD, "board-1.grid-1", lambda _: between(ends, *shares))
    assert told(copy, BOARD, "a line of board-1 is not scored")


@pytest.mark.slow
def test_a_dotted_scored_line_is_reported(copy: Planted) -> None:
    ends = line_of(copy, BOARD, "board-1.grid-1")
    copy.redraw(BOARD, "board-1.grid-1", lambda _: between(ends, *(n / 1200 for n in range(1200))))
    assert told(copy, BOARD, "a line of board-1 is not scored")


@pytest.mark.slow
@pytest.mark.parametrize("length", [0.1, 1.0, 3.0])
def test_a_short_slash_across_a_scored_line_is_reported(copy: Planted, length: float) -> None:
    x, y, u, v = line_of(copy, BOARD, "board-1.grid-1")
    a, b = x + (u - x) * 0.4, y + (v - y) * 0.4
    slash = f"M {a - length / 2:.3f} {b - length / 2:.3f} L {a + length / 2:.3f} {b + length / 2:.3f}"
    line = copy.element(BOARD, "board-1.grid-1")
    copy.edit(BOARD, line, line + line.replace("grid-1", "grid-99").replace(copy.data(BOARD, "board-1.grid-1"), slash))
    assert told(copy, BOARD, "a line of board-1 is scored that should not be")


@pytest.mark.slow
@pytest.mark.parametrize("away", [0.012, 0.015, 0.05])
def test_a_line_scored_again_beside_itself_is_reported(copy: Planted, away: float) -> None:
    line = copy.element(BOARD, "board-1.grid-1")
    copy.edit(BOARD, line, line + all_paths(line.replace("grid-1", "grid-99"), moved(away, away)))
    assert told(copy, BOARD, "board-1", "its lines are") or told(copy, BOARD, "is scored that should not be")


@pytest.mark.slow
@pytest.mark.parametrize("kerf", [0.0, 0.2])
def test_a_slit_from_outline_to_hole_is_reported(tmp_path: Path, kerf: float) -> None:
    """As a line there and back, and as a thin triangle: neither changes the area that is cut out."""
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "rules.md").write_text("# Small\n")
    options = Options(sheet=(300.0, 300.0), kerf=kerf)
    copy = Planted(build(str(tmp_path), tmp_path / "out", options, ("laser",)).target)
    assert copy.problems() == []
    a, b, c, d = box(copy.data(GREEN, f"{KNIGHT}.hole-1"))
    x, y, low = (a + c) / 2, (b + d) / 2, box(copy.data(GREEN, f"{KNIGHT}.edge-1"))[3]
    line, old = copy.element(GREEN, f"{KNIGHT}.edge-1"), copy.data(GREEN, f"{KNIGHT}.edge-1")
    good = copy.text(GREEN)
    for slit, words in (
        (f"M {x:.3f} {y:.3f} L {x:.3f} {low:.3f} Z", "bounds no area"),
        (f"M {x:.3f} {y:.3f} L {x - 0.3:.3f} {low:.3f} L {x + 0.3:.3f} {low:.3f} Z", "meets the cut"),
    ):
        copy.write(GREEN, good.replace(line, line.replace("edge-1", "hole-9").replace(old, slit) + line))
        assert told(copy, GREEN, words)


@pytest.mark.slow
def test_files_with_each_others_contents_are_reported(copy: Planted) -> None:
    one, other = copy.text(GREEN), copy.text(TOKENS)
    copy.write(GREEN, other)
    copy.write(TOKENS, one)
    assert told(copy, GREEN, "(stop-token-1)", "acrylic-3mm/red", "belongs into stop-tokens.svg")
    assert told(copy, TOKENS, f"({KNIGHT})", "acrylic-3mm/green", "belongs into green-pieces.svg")


@pytest.mark.slow
def test_a_ring_that_the_non_zero_rule_fills_is_reported(copy: Planted) -> None:
    """The inner circle of the own cell's ring, run the other way: still a ring by the even-odd rule."""
    for id in [f"{KNIGHT}.{role}-{n}" for role in ("self", "move", "mark", "forward") for n in range(1, 9)]:
        data = copy.data(GREEN, id) if f'id="{id}"' in copy.text(GREEN) else ""
        if data.count("M") == 2 and data.count("A") >= 4 and "L" not in data:
            break
    else:
        pytest.fail("no ring on the knight's base")
    first, inner = data.split(" M ")
    n = [float(v) for v in re.findall(r"-?[\d.]+", inner)]
    points = [(n[0], n[1]), *((n[i + 5], n[i + 6]) for i in range(2, len(n), 7))][::-1]
    sweep = 1 - int(n[6])
    turned = f"M {points[0][0]} {points[0][1]}" + "".join(
        f" A {n[2]} {n[2]} 0 0 {sweep} {x} {y}" for x, y in points[1:]
    )
    copy.redraw(GREEN, id, lambda _: f"{first} {turned} Z")
    assert told(copy, GREEN, f"({id})", "non-zero rule")
    assert not told(copy, GREEN, "is not engraved")


@pytest.mark.slow
def test_an_area_engraved_twice_is_reported(copy: Planted) -> None:
    line = copy.element(GREEN, f"{SPEAR}.move-1")
    copy.edit(GREEN, line, line + line.replace("move-1", "move-99"))
    assert told(copy, GREEN, f"({SPEAR}.move-99)", f"engraved by {SPEAR}.move-1 too")


@pytest.mark.slow
@pytest.mark.parametrize("width", ["5", "0", ""])
def test_another_stroke_width_is_reported(copy: Planted, width: str) -> None:
    line = copy.element(BOARD, "board-1.grid-1")
    copy.edit(BOARD, line, re.sub(r'stroke-width="[^"]*"', f'stroke-width="{width}"', line))
    assert told(copy, BOARD, "(board-1.grid-1)", f"the line is `{width}` wide")


@pytest.mark.slow
def test_an_element_in_a_path_or_of_another_namespace_is_reported(copy: Planted) -> None:
    line = copy.element(BOARD, "board-1.grid-1")
    copy.edit(BOARD, line, line.replace("/>", '><path d="M 20 20 L 30 30"/></path>'))
    assert told(copy, BOARD, "`path` element")
    copy.edit(BOARD, '><path d="M 20 20 L 30 30"/></path>', ' xmlns=""/>')
    assert told(copy, BOARD, "`path` element")


@pytest.mark.slow
def test_an_arc_too_small_for_its_chord_is_reported(copy: Planted) -> None:
    copy.redraw(TOKENS, "stop-token-1.edge-1", lambda data: re.sub(r"A [\d.]+ [\d.]+", "A 4 4", data))
    assert told(copy, TOKENS, "(stop-token-1.edge-1)", "an arc of radius 4 is too small")


@pytest.mark.slow
def test_a_circle_as_short_lines_is_reported(copy: Planted) -> None:
    """1200 sides on a rim of 9.1 mm: each 0.048 mm long, and nowhere 0.001 mm off the circle."""
    from math import cos, radians, sin

    a, b, c, d = box(copy.data(TOKENS, "stop-token-1.edge-1"))
    x, y, r = (a + c) / 2, (b + d) / 2, max(c - a, d - b) / 2
    points = [f"{x + r * cos(radians(n * 0.3)):.3f} {y + r * sin(radians(n * 0.3)):.3f}" for n in range(1200)]
    copy.redraw(TOKENS, "stop-token-1.edge-1", lambda _: "M " + " L ".join(points) + " Z")
    for words in ("have 0 arcs, the drawing", "have 1199 segments", "a segment of 0.04"):
        assert told(copy, TOKENS, "(stop-token-1)", words)


@pytest.mark.slow
def test_what_was_proven_is_counted(copy: Planted) -> None:
    """A board; a knight and two spearmen, each a standee and a base; three tokens."""
    assert proof_summary(copy.folder).startswith("3 laser sheets with 10 parts, 3 bases decoded; ")


@pytest.mark.slow
def test_a_folder_with_only_rules_claims_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "rules.md").write_text("# Small\n")
    target = build(str(tmp_path), tmp_path / "out", Options(), ("diagrams",)).target
    manifest = json.loads((target / "manifest.json").read_text())
    manifest["files"] = [entry for entry in manifest["files"] if entry["path"].startswith("source/")]
    (target / "manifest.json").write_text(json.dumps(manifest))
    assert "this folder was built, and the manifest lists no file of it" in [problem.what for problem in verify(target)]
    assert proof_summary(target) == "nothing but " + f"{len(manifest['files'])} unaltered files: " + (
        "no laser sheet, PDF or diagram was built"
    )


@pytest.mark.slow
def test_a_material_for_all_parts_names_the_sheets_as_it_names_the_stock(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / "game.yaml").write_text(GAME)
    (game / "rules.md").write_text("# Small\n")
    target = build(str(game), tmp_path / "out", Options(material="mdf-3mm", formats=("svg",)), ("laser",)).target
    assert verify(target) == []


@pytest.mark.slow
def test_parts_that_share_a_sheet_are_reported_by_its_name(copy: Planted) -> None:
    (copy.folder / TOKENS).rename(copy.folder / "laser/stop-tokens-and-board.svg")
    manifest = copy.folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace(TOKENS, "laser/stop-tokens-and-board.svg"))
    assert any("the sheet is called stop-tokens" in str(problem) for problem in verify(copy.folder))
