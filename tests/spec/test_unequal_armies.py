"""Armies that differ: every count of the spec is the count that is cut, printed, ordered, drawn and listed."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from built import build_in_place, verify_in_place

from fabgen.artwork.drawing import Lettering
from fabgen.artwork.part import Fit
from fabgen.check.game import check_spec
from fabgen.core.languages import load_words
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.components.order_items import make_movement_cards, make_order_items
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.diagrams.catalogue import draw_figure, make_figure_library
from fabgen.figures.positions.captions import describe_case, write_claim_lines
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import BookFigure

SPEC = """\
fabgen: 1
title: Court and Horde
designer: A. Stranger
players:
  court: {forward: up, material: acrylic-3mm/blue}
  horde: {forward: down, material: acrylic-3mm/red}
board: {grid: 8x8, cell: 40 mm, material: birch-ply-3mm}
pieces:
  king: {of: court, moves: K, body: {standee: king}}
  knight: {each: {court: 2, horde: 1}, moves: N, body: {standee: knight}}
  pawn: {of: [court], each: 8, moves: fmWfcF, body: {standee: pawn}}
  horde-pawn: {of: horde, each: 16, name: raider, moves: fmWfcFsW, body: {tile: disc}}
setup:
  court: {king: e1, knight: b1 g1, pawn: a2-h2}
  horde: {knight: d8, horde-pawn: a6-h7}
rules: {set: standard, win: [{capture: [king]}, {capture: all}]}
"""
RULES = "# Rules\n\n![](components)\n\n![](setup)\n\n![](moves:horde-pawn)\n"
# Counted by hand from the spec above.
COUNTS = {("court", "king"): 1, ("court", "knight"): 2, ("court", "pawn"): 8, ("horde", "knight"): 1,
          ("horde", "horde-pawn"): 16}


def write(folder: Path, *changes: tuple[str, str]) -> Path:
    text = SPEC
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text)
    (folder / "rules.md").write_text(RULES)
    return folder


def problems(folder: Path, *changes: tuple[str, str]) -> list[tuple[str, str, str]]:
    found = check_spec(load_spec(str(write(folder, *changes)), allow_errors=True))
    return [(problem.level, problem.where.key, problem.what) for problem in found]


def test_every_product_has_the_same_counts(tmp_path: Path) -> None:
    spec = load_spec(str(write(tmp_path)))
    assert {pair: spec.game.count_of(*pair) for pair in spec.game.armies} == COUNTS
    kit = make_laser_kit(spec, lambda material: Fit(3.0, 0.1))
    cut = {part.name: part.count for part in kit if part.group.endswith("pieces")}
    uprights = {f"{player} {kind} {part}": count for (player, kind), count in COUNTS.items()
                for part in (("standee", "base") if kind != "horde-pawn" else ("tile",))}
    assert cut == uprights
    printed = {batch.id: batch.count for batch in make_paper_kit(spec).batches}
    assert printed == {f"{player} {kind}": count for (player, kind), count in COUNTS.items()}
    ordered = {item.name: item.count for item in make_order_items(spec) if item.name != "board"}
    assert ordered == {"court king": 1, "court knight": 2, "court pawn": 8, "horde knight": 1, "horde raider": 16}
    assert {part.title for part in kit if part.name.startswith("horde horde-pawn")} == {"horde raider tile"}
    assert [card.name for card in make_movement_cards(spec)][-1] == "raider card"
    assert [card.count for card in make_movement_cards(spec)] == [1, 2, 1, 1]  # one for each player who has the kind
    rows = {row.name: (row.each, row.total, row.sides) for row in list_components(spec, load_words("en"))[1:]}
    no_break = "\N{NO-BREAK SPACE}"
    assert rows == {
        "King": (None, 1, ("Court",)),  # the number is that of all
        "Knights": (None, 3, (f"2{no_break}Court", f"1{no_break}Horde")),
        "Pawns": (None, 8, ("Court",)),
        "Raiders": (None, 16, ("Horde",)),
    }
    on_board = Counter((piece.player, piece.kind) for piece in spec.start.pieces.values())
    assert on_board == Counter(COUNTS)


def test_two_kinds_of_one_name_are_ordered_by_their_keys(tmp_path: Path) -> None:
    """Files of an order are named after what they show, and two files cannot have one name."""
    spec = load_spec(str(write(tmp_path, ("knight: {each", "rider: {each: {horde: 1}, name: Raider, moves: N, "
                                          "body: {tile: disc}}\n  knight: {each"))))
    names = [item.name for item in make_order_items(spec)]
    assert {"horde rider", "horde horde-pawn"} <= {*names}
    assert len(names) == len({*names})


def test_it_is_sound_and_of_one_kind_alike(tmp_path: Path) -> None:
    assert problems(tmp_path) == []
    same = problems(tmp_path, ("of: court, moves: K", "each: {court: 1}, moves: K"))
    assert same == []


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        ("king: {of: court", "king: {of: curt", "pieces.king.of", "there is no player `curt`"),
        ("{court: 2, horde: 1}", "{court: 2, hord: 1}", "pieces.knight.each", "there is no player `hord`"),
        ("of: horde, each: 16", "of: horde, each: 15", "pieces.horde-pawn.each",
         "horde starts with 16 raiders, but only 15 are made"),
        ("{court: 2, horde: 1}", "{court: 2}", "pieces.knight.each",
         "horde starts with 1 knight, but none are made for horde"),
        ("king: {of: court, ", "king: {", "pieces.king.each", "horde starts with no king, and 1 is made for horde"),
        ("{court: 2, horde: 1}", "{court: 0, horde: 0}", "pieces.knight.each", "nobody has any of these"),
        ("king: {of: court,", "king: {of: court, each: {court: 1},", "pieces.king.of",
         "`of` and `each` say the same twice"),
        ("{court: 2, horde: 1}", "{court: 2, horde: -1}", "pieces.knight.each.horde", "`-1` is too small"),
    ],
)
def test_contradictory_numbers_are_reported(tmp_path: Path, old: str, new: str, key: str, what: str) -> None:
    found = problems(tmp_path, (old, new))
    assert (key, what) in [(where, said) for _, where, said in found], found


@pytest.mark.parametrize(("old", "new"), [
    ("{court: 2, horde: 1}", "{court: 0, horde: 0}"), ("king: {of: court,", "king: {of: court, each: {court: 1},"),
    ("{court: 2, horde: 1}", "many"), ("{court: 2, horde: 1}", "{court: 2, crowd: 1}"),
])
def test_a_bad_number_is_one_problem(tmp_path: Path, old: str, new: str) -> None:
    """The piece stays known, so that its place in the setup is not reported too."""
    assert len(problems(tmp_path, (old, new))) == 1


def test_promotion_may_give_a_kind_that_no_player_starts_with(tmp_path: Path) -> None:
    queen = ("  horde-pawn:", "  queen: {of: court, each: 2, moves: Q, body: {standee: queen}}\n  horde-pawn:")
    zone = ("material: birch-ply-3mm}", "material: birch-ply-3mm, zones: {top: {cells: a8-h8}}}")
    promoted = "rules: {set: standard, promotion: {pawn: {zone: {court: top}, to: [queen]}}, win:"
    assert problems(tmp_path, queen, zone, ("rules: {set: standard, win:", promoted)) == []


def example(text: str) -> tuple[str, str]:
    return ("rules: {set", f"examples:\n  - {{id: x, title: T, {text}}}\nrules: {{set")


def test_an_example_may_not_hold_more_than_the_box(tmp_path: Path) -> None:
    nine = example('position: "court: pawn a2-h2 a3, king e1; horde: knight d8; turn: court", legal: [a3-a4]')
    assert problems(tmp_path, nine) == [
        ("error", "examples[1].position", "court has 9 pawns here, but 8 are made")]
    eight = example('position: "court: pawn a2-h2, king e1; horde: knight d8; turn: court", legal: [a2-a3]')
    assert problems(tmp_path, eight) == []


RULED = ("fmWfcFsW, body", "{ruling: SIDE, slow: fmWfcFsW, quick: fmWfcFsR}, body")
RULINGS = (
    "rules: {set",
    "rulings: {SIDE: {reading: slow, others: [quick]}, OTHER: {reading: a, others: [b]}}\nrules: {set",
)
RAIDER = 'position: "court: king e1; horde: horde-pawn a6; turn: horde"'


def test_an_example_under_another_reading_says_so(tmp_path: Path) -> None:
    """The horde's raider goes one step sideways here; far to the side only under the other reading."""
    quick = example(f"{RAIDER}, legal: [a6-d6], under: {{SIDE: quick}}")
    spec = load_spec(str(write(tmp_path, RULED, RULINGS, quick)))
    (case,) = spec.cases
    words = load_words("en")
    sentence = "Variant: quick."
    lines = ["".join(run.text for run in line.text) for line in write_claim_lines(spec, case, words)]
    assert sentence in lines
    assert describe_case(spec, case, words).startswith(sentence)


def test_the_reading_is_drawn_in_a_figure_that_stands_alone(tmp_path: Path) -> None:
    """In a book it is one of the lines under the figure, and the drawing does not repeat it."""
    quick = example(f"{RAIDER}, legal: [a6-d6], under: {{SIDE: quick}}")
    spec = load_spec(str(write(tmp_path, RULED, RULINGS, quick)))
    (bound,) = make_figure_library(spec).draw("example", "x", "")
    assert isinstance(bound, BookFigure)
    sentences = [[i.text.string for i in drawing.items if isinstance(i, Lettering) and "Variant" in i.text.string]
                 for drawing in (draw_figure(spec, "example", "x").drawing, bound.drawing)]
    assert sentences == [["Variant: quick."], []]


@pytest.mark.parametrize(("ruling", "move", "level"), [
    ("SIDE", "a6-d6", "notice"),  # it holds where SIDE is read as quick
    ("OTHER", "a6-d6", "error"),  # a ruling that does not decide it
    ("SIDE", "a6-d7", "error"),  # it holds under no reading
])
def test_disputed_is_no_excuse(tmp_path: Path, ruling: str, move: str, level: str) -> None:
    claim = example(f"{RAIDER}, legal: [{move}], disputed: {ruling}")
    found = [p for p in problems(tmp_path, RULED, RULINGS, claim) if p[1] == "examples[1].disputed"]
    assert [found_level for found_level, _, _ in found] == [level]


@pytest.mark.slow
def test_it_is_built_and_proven(tmp_path: Path) -> None:
    """25 uprights of two parts, of the raiders one each, and a board: counted by hand."""
    folder = tmp_path / "game"
    folder.mkdir()
    built = build_in_place(write(folder), tmp_path / "out")
    assert verify_in_place(built.target) == []
    svg = "".join(path.read_text() for path in (built.target / "laser").glob("*.svg"))
    assert len(re.findall(r'id="court-pawn-standee-\d+\.edge-', svg)) == 8
    assert svg.count('id="horde-king') == 0
    document = pypdfium2.PdfDocument(built.target / "laser/job-sheet.pdf")
    job_sheet = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
    document.close()
    assert "horde raider tile" in job_sheet
    assert "horde-pawn" not in job_sheet  # people read the name, not the key
