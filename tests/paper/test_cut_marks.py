"""Marks: those of neighbours keep clear of each other, and a key explains what its sheet uses and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw
from fabgen.artwork.paper_things import Chit, Fold, Leaf, Net, PaperBatch, chit_outline
from fabgen.artwork.path import circle
from fabgen.core.languages import load_words
from fabgen.paper.cut_marks import GAP, MARK
from fabgen.paper.imposition import impose_batches
from fabgen.paper.sheet_blocks import make_leaf_block
from fabgen.paper.strip_blocks import BASES
from fabgen.typeset.pages import HEAD_BAND, SheetBody
from fabgen.typeset.papers import load_paper

PLAIN = Drawing()
STRIP = Net(PLAIN, 32, 90, (Fold(10, "valley"), Fold(45, "mountain"), Fold(80, "valley")), PLAIN)
FACE = draw(Role.SHADE, circle((0, 0), 11))
COIN = Chit(FACE, FACE, "disc", 18, 2)
TILE = Chit(FACE, FACE, "square", 18, 2)
CORNER = Chit(FACE, FACE, "corner", 18, 2, arm=5)


def sheet(thing: Net | Chit, count: int = 3) -> SheetBody:
    (body,) = impose_batches([PaperBatch("thing", count, thing, "things")], load_paper("a4"), load_words())
    return body


def explained(body: SheetBody) -> list[str]:
    assert body.corner
    return [item.text.string for item in body.corner.items if isinstance(item, Lettering)]


def test_marks_of_neighbours_keep_clear() -> None:
    assert GAP - 2 * MARK[1] >= 0.5
    paths = [p for i in sheet(STRIP).items[0].drawing.items if isinstance(i, Shape) for p in i.paths]
    spans = [(x0, x1) for x0, y0, x1, y1 in (p.bounds() for p in paths) if y1 - y0 < 1e-9]
    left = min(x for x, _ in spans) + MARK[1]  # where the first strip begins
    for gap in (left + 32 + GAP / 2, left + 64 + GAP + GAP / 2):  # halfway between two strips
        assert all(x1 < gap - 0.25 or x0 > gap + 0.25 for x0, x1 in spans)


def test_a_key_lists_what_the_sheet_uses() -> None:
    assert explained(sheet(STRIP)) == ["cut", "middle fold: print outside", "flap folds: print inside"]
    assert explained(sheet(COIN)) == ["cut"]
    assert explained(sheet(CORNER)) == ["cut on the grey line"]
    assert explained(sheet(replace(CORNER, turns=True))) == ["cut on the grey line", "fold: print outside"]
    assert explained(sheet(replace(TILE, turns=True))) == ["cut", "fold: print outside"]


def test_corners_are_cut_on_a_light_line_and_others_by_marks() -> None:
    assert sheet(CORNER).items[0].drawing.only(Role.CUT_LINE).items
    assert not sheet(COIN).items[0].drawing.only(Role.CUT_LINE).items
    assert not sheet(TILE).items[0].drawing.only(Role.CUT_LINE).items


def test_blocks_keep_the_order_of_the_game() -> None:
    tall = Net(PLAIN, 32, 100, STRIP.folds, PLAIN)
    batches = [PaperBatch("low", 1, STRIP, "g"), PaperBatch("tall", 1, tall, "g")]
    (body,) = impose_batches(batches, load_paper("a4"), load_words())
    assert body.batch_names == ("low", "tall", BASES)


def test_a_key_keeps_clear_of_the_marks_of_the_blocks_below_it() -> None:
    """Strips, coins and corners on one sheet use five marks. Blocks begin 4.2 mm under the head of 13 mm, their
    marks 3.6 mm above them; words go 0.6 mm under their lines."""
    batches = [PaperBatch("strips", 2, STRIP, "things"), PaperBatch("coins", 3, replace(COIN, turns=True), "things"),
               PaperBatch("corners", 1, CORNER, "things")]
    (body,) = impose_batches(batches, load_paper("a4"), load_words())
    assert explained(body) == ["cut", "cut on the grey line", "flap folds: print inside", "fold: print outside"]
    assert body.corner
    lowest = body.corner.bounds()[1] - 0.2
    assert lowest > -(HEAD_BAND + 4.2 - 3.6)
    boxes = [item.bounds() for item in body.corner.items]
    assert all(a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
               for n, a in enumerate(boxes) for b in boxes[n + 1:])


def test_cut_lines_on_dark_chits_are_between_light_ones() -> None:
    """A rim of light paper, 0.35 mm to both sides of a cut of 18 mm, below the line; light chits have none."""
    for tone, rims in (("black", [(18.7, 17.3)] * 2), ("yellow", [])):
        face = draw(Role.BODY, chit_outline("corner", 18, 5, 2), tone=tone)
        drawing = sheet(Chit(face, face.mirrored(), "corner", 18, 2, True, arm=5), 1).items[0].drawing
        light = [item for item in drawing.items if isinstance(item, Shape) and item.role is Role.SHADE]
        sizes = [tuple(round(p.bounds()[2] - p.bounds()[0], 1) for p in item.paths) for item in light]
        assert sizes == rims  # a front and a back
        roles = [item.role for item in drawing.items]
        assert not light or roles.index(Role.CUT_LINE) > max(n for n, r in enumerate(roles) if r is Role.SHADE)


def test_each_folded_card_has_the_ends_of_its_fold() -> None:
    """Three cards below each other: a tick of 6 mm across each of the two cuts between them, at the fold, and marks of
    7.2 mm across the outer ones."""
    block = make_leaf_block("aid", Leaf(PLAIN, 180, 80, 90), 3, 1)
    paths = [p for item in block.drawing.items if isinstance(item, Shape) for p in item.paths]
    spans = sorted((y0, y1) for x0, y0, x1, y1 in (p.bounds() for p in paths) if x0 == x1 == 90 and 0 < y0 < 240)
    ticks = [(y0, y1) for y0, y1 in spans if y0 > 4 and y1 < 236]
    assert ticks == [(77, 83), (157, 163)]
    ends = [y for path in paths for x0, y0, x1, y1 in [path.bounds()] if x0 == x1 == 90 for y in (y0, y1)]
    assert (min(ends), max(ends)) == pytest.approx((-3.6, 243.6), abs=1)
    assert max(y for y in ends if y < 50) > 2.5
    assert min(y for y in ends if y > 190) < 237.5
