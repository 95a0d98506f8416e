"""Every kind of defect that `verify` must catch, planted alone; the manifest agrees with the changed file, so that
nothing but the meaning can be wrong. Other tests vary most of them; this is the list."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from verify.formplanting import Dxf
from verify.planting import GAME, Planted, moved, numbers
from verify.test_formats import all_formats, alone
from verify.test_sheets import BOARD, GREEN, KNIGHT, SPEAR, TOKENS, box

from fabgen.build import build
from fabgen.spec.build_options import Options

__all__ = ["all_formats"]
STANDEE = "green-knight-standee-1"
Plant = Callable[[Planted], object]


def problems(copy: Planted) -> str:
    return "\n".join(str(problem) for problem in copy.problems())


def each(copy: Planted, file: str, prefix: str, change: Callable[[str], str]) -> None:
    """New path data for every element whose id starts so."""
    for id in re.findall(rf'id="({re.escape(prefix)}[^"]*)"', copy.text(file)):
        copy.redraw(file, id, change)


def grown(factor: float, around: tuple[float, float] = (0.0, 0.0)) -> Callable[[str], str]:
    x0, y0 = around

    def change(data: str) -> str:
        return numbers(data, lambda x, y: (x0 + (x - x0) * factor, y0 + (y - y0) * factor), factor=factor)

    return change


def swap(copy: Planted, file: str, one: str, other: str) -> None:
    """Two drawings, each in the middle of the other's place."""
    first, second = copy.data(file, one), copy.data(file, other)
    (a, b, c, d), (p, q, r, s) = box(first), box(second)
    dx, dy = (p + r - a - c) / 2, (q + s - b - d) / 2
    copy.redraw(file, one, lambda _: moved(-dx, -dy)(second))
    copy.redraw(file, other, lambda _: moved(dx, dy)(first))


def again(copy: Planted, file: str, id: str, name: str, change: Callable[[str], str]) -> None:
    """An element once more, changed, under another name."""
    line, data = copy.element(file, id), copy.data(file, id)
    copy.edit(file, line, line + line.replace(f'id="{id}"', f'id="{name}"').replace(data, change(data)))


def hole_outside(copy: Planted) -> None:
    """The knight's eye beside the knight."""
    left, _, right, _ = box(copy.data(GREEN, f"{STANDEE}.edge-1"))
    copy.redraw(GREEN, f"{STANDEE}.hole-1", moved(right - left + 5, 0))


def hole_first(copy: Planted) -> None:
    hole, edge = copy.element(GREEN, f"{KNIGHT}.hole-1"), copy.element(GREEN, f"{KNIGHT}.edge-1")
    copy.write(GREEN, copy.text(GREEN).replace(hole, "").replace(edge, edge + hole))


def wider_slot(copy: Planted) -> None:
    """All points of the slot's right half 0.2 mm to the right."""
    left, _, right, _ = box(copy.data(GREEN, f"{KNIGHT}.hole-1"))
    middle = (left + right) / 2
    copy.redraw(GREEN, f"{KNIGHT}.hole-1", lambda data: numbers(data, lambda x, y: (x + 0.2 * (x > middle), y)))


def vertex(copy: Planted) -> None:
    copy.redraw(GREEN, f"{STANDEE}.edge-1",
                lambda data: re.sub(r"L (\S+) ", lambda m: f"L {float(m[1]) + 1:.3f} ", data, count=1))


def half_a_letter(copy: Planted) -> None:
    """The half of a stroke that is left of its middle, at the middle."""
    stroke = copy.letter(GREEN, KNIGHT)
    left, _, right, _ = box(copy.data(GREEN, stroke))
    copy.redraw(GREEN, stroke, lambda data: numbers(data, lambda x, y: (min(x, (left + right) / 2), y)))


def without_part(copy: Planted) -> None:
    lines = copy.text(TOKENS).splitlines(keepends=True)
    copy.write(TOKENS, "".join(line for line in lines if "stop-token-2." not in line))


def text_as_cut(copy: Planted) -> None:
    """A stroke of a name in the colour and among the lines of the cuts."""
    stroke = copy.element(GREEN, copy.letter(GREEN, KNIGHT))
    cut = stroke.replace("#0000FF", "#FF0000")
    copy.write(GREEN, copy.text(GREEN).replace(stroke, "").replace('<g id="cut">\n', '<g id="cut">\n' + cut))


def job(copy: Planted) -> None:
    data = json.loads(copy.text("laser/job.json"))
    data["sheets"][0]["kerf_mm"] = 0.3
    copy.write("laser/job.json", json.dumps(data))


SVG: dict[str, tuple[Plant, str]] = {
    "part shifted": (lambda c: each(c, GREEN, f"{STANDEE}.", moved(0.2, 0)), "the part does not lie at"),
    "mark shifted": (lambda c: each(c, GREEN, f"{SPEAR}.move-1", moved(0.2, 0)), "engraved that should not be"),
    "dot removed": (lambda c: c.remove(GREEN, f"{SPEAR}.move-1"), "is missing: the spearman has a move there"),
    "cross added": (lambda c: again(c, GREEN, f"{SPEAR}.capture-1", f"{SPEAR}.capture-9", moved(
        box(c.data(GREEN, f"{SPEAR}.move-1"))[0] - box(c.data(GREEN, f"{SPEAR}.self-1"))[0], 0)), "there is a cross"),
    "scaled by viewBox": (lambda c: c.edit(TOKENS, "0 0 300 300", "0 0 297.03 297.03"), "is scaled by 1.01"),
    "scaled by coordinates": (lambda c: each(c, TOKENS, "stop-token-", grown(1.01)), "moved out by 0.191 mm"),
    "line doubled": (lambda c: again(c, BOARD, "board-1.grid-1", "board-1.grid-99", lambda d: d), "lie on a line of"),
    "contour open": (lambda c: c.redraw(GREEN, f"{KNIGHT}.edge-1", lambda d: d.removesuffix(" Z")), "the contour is"),
    "colour swapped": (lambda c: c.edit(BOARD, "#FF0000", "#0000FF"), "score by its colour, but it stands in"),
    "labels swapped": (lambda c: swap(c, GREEN, c.letter(GREEN, KNIGHT), c.letter(GREEN, SPEAR)), "that should not be"),
    "hole outside": (hole_outside, f"{STANDEE} has 3 holes, it should have 4"),
    "hole 1.5 mm off": (lambda c: c.redraw(GREEN, f"{KNIGHT}.hole-1", moved(1.5, 0)), "is not the shape of the"),
    "edge before hole": (hole_first, f"the hole is cut after its outline {KNIGHT}.edge-1"),
    "slot +0.2": (wider_slot, "a hole of"),
    "part removed": (without_part, "stop-token-2 is on no sheet"),
    "stray line": (lambda c: again(c, BOARD, "board-1.grid-1", "board-1.grid-99", moved(0.7, 0.3)),
                   "is scored that should not be"),
    "text cut off": (half_a_letter, "is not scored"),
    "text as a cut": (text_as_cut, KNIGHT),
    "eye gone": (lambda c: c.remove(GREEN, f"{STANDEE}.hole-1"), f"{STANDEE} has 3 holes, it should have 4"),
    "grid line gone": (lambda c: c.remove(BOARD, "board-1.grid-1"), "a line of board-1 is not scored"),
    "vertex +1 mm": (vertex, f"({STANDEE})"),
    "letters gone": (lambda c: c.remove(GREEN, c.letter(GREEN, KNIGHT)), f"of {KNIGHT} is not"),
    "arrow of the own cell gone": (lambda c: c.remove(GREEN, f"{KNIGHT}.forward-1"), "own cell with its point"),
    "arrow of the own cell moved": (lambda c: c.redraw(GREEN, f"{KNIGHT}.forward-1", moved(0.6, 0)), f"({KNIGHT})"),
    "transform": (lambda c: c.edit(BOARD, '<g id="cut">', '<g id="cut" transform="translate(1)">'), "`transform`"),
    "kerf in job.json": (job, "kerf_mm): error: it is 0.3, it must be 0.2"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SVG)
def test_a_defect_of_an_svg_is_reported(copy: Planted, name: str) -> None:
    plant, words = SVG[name]
    plant(copy)
    found = problems(copy)
    assert words in found, found
    assert "sha256" not in found


def lbrn2(old: str, new: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        text = path.read_text()
        changed = re.sub(old, new, text, count=1)
        assert changed != text, "the defect was not planted"
        path.write_text(changed)

    return damage


def dxf(change: Callable[[Dxf], object]) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        opened = Dxf(path)
        change(opened)
        opened.save()

    return damage


def larger_page(path: Path) -> None:
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        document.pages[0].MediaBox = [0, 0, 900, 900]
        document.save(path)


OTHERS: dict[str, tuple[str, Callable[[Path], None], str]] = {
    "power": ("lbrn2", lbrn2(r'<maxPower Value="[^"]*" />', '<maxPower Value="99" />'), "the power of engrave is 99"),
    "least power": ("lbrn2", lbrn2(r'<minPower Value="[^"]*" />', '<minPower Value="1" />'), "the power in corners of"),
    "fill one by one": ("lbrn2", lbrn2(r'<scanOpt Value="mergeAll" />', '<scanOpt Value="individual" />'),
                        "the layer has scanOpt individual"),
    "another group": ("lbrn2", lbrn2(r'(Type="Group" CutIndex="\d+" Name=")', r"\1x"), "it is in the group `x"),
    "moved group": ("lbrn2", lbrn2(r'(Type="Group"[^>]*>\s*<XForm>1 0 0 1) 0', r"\1 7"),
                    "the group is turned, scaled or moved"),
    "priority": ("lbrn2", lbrn2(r'<priority Value="0" />', '<priority Value="3" />'), "is not after those of"),
    "kerf": ("lbrn2", lbrn2(r'<kerf Value="0" />', '<kerf Value="0.1" />'), "the layer has kerf 0.1"),
    "output off": ("lbrn2", lbrn2(r'<doOutput Value="1" />', '<doOutput Value="0" />'), "the layer has doOutput 0"),
    "XForm": ("lbrn2", lbrn2(r'("(?:Path|Ellipse)"[^>]*>\s*<XForm>)1 0 0 1 ', r"\g<1>2 0 0 2 "),
              "the shape is turned or scaled"),
    "Scan to Cut": ("lbrn2", lbrn2(r'type="Scan"', 'type="Cut"'), "is run as a stroke, engrave is a fill"),
    "mirror": ("lbrn2", lbrn2(r'MirrorX="False"', 'MirrorX="True"'), "MirrorX is `True`"),
    "inner to outer off": ("lbrn2", lbrn2(r'(<Optimize_InnerToOuter) Value="1"', r'\1 Value="0"'),
                           "Optimize_InnerToOuter is `0`, it must be `1`"),
    "inner to outer gone": ("lbrn2", lbrn2(r'<Optimize_InnerToOuter Value="1" />', ""), "Optimize_InnerToOuter is ``"),
    "another preference": ("lbrn2", lbrn2(r"</UIPrefs>", '<Optimize_Warp Value="1" /></UIPrefs>'),
                           "does not know the preference `Optimize_Warp`"),
    "DXF units": ("dxf", dxf(lambda d: d.document.header.__setitem__("$INSUNITS", 1)), "not in mm"),
    "DXF layer": ("dxf", dxf(lambda d: setattr(d.of("stop-token-1.edge-1")[0].dxf, "layer", "SCORE")),
                  "stop-token-1 is on no sheet"),
    "PDF page size": ("pdf", larger_page, "the manifest says 300 x 300 mm"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_a_defect_of_another_format_is_reported(all_formats: Path, tmp_path: Path, name: str) -> None:
    form, damage, words = OTHERS[name]
    copy = alone(all_formats, tmp_path, form)
    damage(copy.folder / f"laser/stop-tokens.{form}")
    found = problems(copy)
    assert words in found, found
    assert "sha256" not in found


@pytest.mark.slow
def test_a_lost_line_of_a_hatch_is_reported(tmp_path: Path) -> None:
    """Hatches end where they graze an outline, a little earlier or later by any reckoning: whole lines may not go."""
    home = tmp_path / "small"
    home.mkdir()
    (home / "game.yaml").write_text(GAME)
    (home / "rules.md").write_text("# Small\n")
    options = Options(engrave="hatch:0.4mm:45", formats=("svg",))
    copy = Planted(build(str(home), home / "out", options, ("laser",)).target)
    for id in re.findall(rf'id="({SPEAR}\.[^"]+)"', copy.text(GREEN)):
        line = re.fullmatch(r"M (\S+) (\S+) L (\S+) (\S+)", copy.data(GREEN, id))
        x, y, u, v = map(float, line.groups()) if line else (0.0, 0.0, 0.0, 0.0)
        if abs(abs(u - x) - abs(v - y)) < 0.01 and abs(u - x) > 0.5:
            copy.remove(GREEN, id)
            break
    else:
        pytest.fail("no line of a hatch on the spearman's base")
    assert f"a line of {SPEAR} is not scored" in problems(copy)
