"""What a newcomer does wrong is told in words, once, with what would be right."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from specs import changed, marked, problems, put

from fabgen.check.game import check_halves, check_spec
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.positions.piece_icons import player_tone
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import load_machine
from fabgen.materials.material import Material, load_material
from fabgen.spec.load import load_spec

DIAGRAM = ("    diagram: |\n      x o x\n      . @ .\n", "")
UNPROVEN = ("    piece: c2\n    exactly: [c2-c3, c2xb3]\n    illegal: [c2xd3]\n", "    illegal: [c2-d5]\n")
WHITE = "{forward: up, material: acrylic-3mm/white}"


@dataclass(frozen=True)
class Said:
    what: str
    hint: str
    level: str = "error"


def told(found: Problem) -> Said:
    return Said(found.what, found.hint, found.level)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("old", "new", "what", "hint"), [
    ("title: Skirmish", "¤title:", "the title is empty", "write it after the colon"),
    ("title: Skirmish", "¤title: ' '", "the title is empty", "write it after the colon"),
    ("title: Skirmish", '¤title: "a\\nb"', "one line of text is needed here", "write all words in one line"),
    ("grid: 5x5", "¤grid: 6", "`6` is not a grid", "write files x ranks, like 6x6"),
    ("fabgen: 1", "¤fabgen: 2", "this spec is of version 2; this fabgen reads versions up to 1", "get a newer fabgen"),
    ("fabgen: 1", "¤fabgen: 0", "there is no version `0` of specs", "write `fabgen: 1`"),
    ("id: strike", "¤id: Strike It", "`Strike It` cannot be an id",
     "small letters, digits and hyphens, like long-spear"),
    ("id: strike", "¤id: " + "x" * 61, f"`{'x' * 40}...{'x' * 17}` is too long", "60 characters at most"),
    ("each: 3", "¤each: 0", "`0` is too small", "1 or more"),
    ("each: 3", "¤each: 300", "`300` is too large", "200 or less"),
    ("piece: c2", "piece: ¤d4", "no piece stands on d4", "its pieces stand on c2, a1 and b3"),
    ("black: guard b3", "¤blakc: guard b3", "no player is called `blakc`", "did you mean black?"),
    ("black: guard b3", "¤nobody: guard b3", "no player is called `nobody`", "one of white or black"),
    ("turn: white", "¤tunr: white", "no player is called `tunr`", "did you mean turn?"),
    ("title: Skirmish", 'title: ¤"Skirmish',
     "the quote that opens here is closed only in line 32: is one missing in this line?",
     "end the text with the same quote"),
    ("[c2xd3]", "[¤'c2xd3]", "the quote that opens here is never closed", "end the text with the same quote"),
])
def test_mistakes_in_a_spec_are_reported(tmp_path: Path, old: str, new: str, what: str, hint: str) -> None:
    text, at = marked(changed((old, new)))
    try:
        found = check_spec(load_spec(str(put(tmp_path, text)), allow_errors=True))
    except FabgenError as error:
        found = list(error.problems)
    mine = [p for p in found if p.what == what]
    assert [(p.where.line, p.where.column) for p in mine] == [at]
    assert mine[0].hint == hint
    assert len(found) == 1 or "turn" in what + hint  # without a `turn` that can be read, that is told too


def test_a_game_without_players_is_an_error(tmp_path: Path) -> None:
    text = changed((", of: white", ""), (", of: black", ""))
    start = text.index("players:")
    text = text[:start] + "players: {}\n" + text[text.index("board:"):]
    with pytest.raises(FabgenError) as caught:
        load_spec(str(put(tmp_path, text)), allow_errors=True)
    assert list(map(told, caught.value.problems)) == [Said("nothing stands here", "1 or more")]


def test_a_year_may_be_a_word(tmp_path: Path) -> None:
    assert problems(tmp_path, ("designer: Nobody", "designer: Nobody\nyear: twenty")) == []


# --- follow-ups -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [
    ("forward: up", "forward: upp"), ("grid: 5x5", "grid: 5y5"), ("forward: down,", "forward: dwon,")])
def test_one_mistake_in_players_or_grid_brings_no_other(tmp_path: Path, pair: tuple[str, str]) -> None:
    assert len(problems(tmp_path, pair)) == 1


def test_a_misspelt_piece_is_reported_once_an_example(tmp_path: Path) -> None:
    found = problems(tmp_path, ("  guard:\n", "  gaurd:\n"), ("black: guard b3", "black: guard b3, guard d4"))
    assert [(p.where.key, p.what) for p in found] == [("examples[1].position", "no piece is called `guard`")]


# --- colours ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "tone"), [
    ("{forward: up, material: acrylic-3mm/red}", "red"), ("{forward: up, material: acrylic-3mm}", "white"),
    ("{forward: up, material: acrylic-3mm/red, colour: sky}", "sky"),
    ("{forward: up, material: acrylic-3mm/}", "white"),
    ("{forward: up, material: mats/oak.yaml/red}", "red"), ("{forward: up, material: mats/oak.yaml}", "white"),
])
def test_a_player_has_the_colour_of_the_material(tmp_path: Path, player: str, tone: str) -> None:
    spec = load_spec(str(put(tmp_path, changed((WHITE, player)))))
    assert player_tone(spec.game, "white") == tone


def test_colours_that_paper_does_not_have_or_cannot_tell_apart(tmp_path: Path) -> None:
    colours = ("green, orange, blue, sky, red, purple, pink, yellow, black, white, grey, clear, wood, wine, denim or "
               "walnut")
    known = f"add `colour:` with one of {colours}"
    (found,) = problems(tmp_path, (WHITE, "{forward: up, material: acrylic-3mm/oak}"))
    assert found.where.key == "players.white.material"
    assert told(found) == Said("the pieces of white are grey on paper: the colour `oak` is not known", known, "warning")
    (found,) = problems(tmp_path, (WHITE, "{forward: up, material: acrylic-3mm/white, colour: lila}"))
    assert found.where.key == "players.white.colour"
    (found,) = problems(tmp_path, ("acrylic-3mm/white", "acrylic-3mm/black"))
    assert found.where.key == "players.black"
    what = "white and black are both black on paper"
    assert told(found) == Said(what, "give one of them another `colour`", "warning")


# --- pieces and zones -------------------------------------------------------------------------------------------------


def test_a_base_that_is_too_narrow_says_what_would_do(tmp_path: Path) -> None:
    """The pawn is 33.6 mm high on a foot of 20.8 mm: on 22 mm its foot may have 20 mm, so it may be 32.3 mm high."""
    (found,) = problems(tmp_path, ("standee: pawn", "standee: pawn, base: 22 mm"))
    assert told(found) == Said(
        "the base of the guard, 22 mm, is too narrow for its foot of 20.8 mm: 1 mm must stay on each side",
        "a base of 22.8 mm or more, or a `height` of 32 mm or less")


def test_check_finds_pieces_that_do_not_fit_on_paper(tmp_path: Path) -> None:
    """`fR8fmR9` is drawn 10 cells deep: on paper 54 mm with the name, for which 60 mm do. On a base its marks reach
    from 0.24 of a cell behind the piece to 9.25 ahead of it: 41.3 mm in cells of 4.35 mm. With a slot of 3.1 mm 6 mm
    from the edge, 1 mm before it and 1.6 mm at the rear that is 53 mm, 0.85 of 62.3 mm."""
    found = problems(tmp_path, ("fmWfcF", "fR8fmR9"), ("grid: 5x5", "grid: 10x10"), DIAGRAM, UNPROVEN,
                     ("standee: pawn", "standee: pawn, base: 36 mm"))
    (one,) = [p for p in found if p.level == "error"]  # acrylic lacks room too: told once, with what serves both
    assert one.where.key == "pieces.guard.body"
    assert "too small to read" in one.what
    assert one.hint == (
        "cells of 63 mm or more have room for it where no `base` is given; a board of them is 656 x 656 mm and is cut "
        "in parts from sheets of 600 x 400 mm; or `face: plain`, without the diagram")


@pytest.mark.usefixtures("plain_bases")
def test_pieces_that_fail_only_on_paper_are_reported_too(tmp_path: Path) -> None:
    """Seven cells of 4 mm, 9 mm for the name and two rims of 1 mm are 39 mm, nine tenths of 43.3 mm."""
    found = problems(tmp_path, ("fmWfcF", "R3"), ("cell: 40 mm", "cell: 43 mm"), DIAGRAM, UNPROVEN)
    (paper,) = [p for p in found if p.level == "error"]
    assert told(paper) == Said("the paper standee of Guard does not fit a cell of 43 mm with its diagram",
                               "cells of 44 mm or more have room for it")


WIDE = [("  grid: 5x5", "  hexagon: 6"), ("fmWfcF", "mW3"), ("    diagram: |\n      x o x\n      . @ .\n", ""),
        ("  zones:\n    near: {cells: a1-e1, of: white}\n    far: {cells: a5-e5, of: black}\n", ""), UNPROVEN]


def test_one_kind_of_fault_is_reported_once_with_what_mends_it(tmp_path: Path) -> None:
    """Players' signs leave bases of different room: of two sizes the smaller is told. The base that is named is sound,
    one a millimetre smaller is not."""
    def faults(base: int) -> list[str]:
        body = f"crossed: pawn, base: {base} mm"
        return [p.hint for p in problems(tmp_path, ("standee: pawn", body)) if "too small to read" in p.what]

    (hint,) = faults(22)
    named = int(hint.split()[3])
    assert faults(named) == []
    assert len(faults(named - 1)) == 1


@pytest.mark.slow
def test_a_piece_and_a_sheet_that_no_cell_serves_are_reported_together(tmp_path: Path) -> None:
    """Three steps to all sides are seven cells across; a hexagon of six cells a side is eleven across and has one piece
    alone: it cannot be parted."""
    found = [p for p in problems(tmp_path, *WIDE) if p.where.key == "pieces.guard.body"]
    assert found
    for one in found:
        cell, most = (int(number) for number in re.findall(r"cells of (\d+) mm", one.hint))
        assert "no cell serves both" in one.hint
        assert most < cell
        sizes = [(tmp_path / str(size), size) for size in (most, cell)]
        for folder, size in sizes:
            folder.mkdir(exist_ok=True)
            again = {p.where.key for p in problems(folder, *WIDE, ("cell: 40 mm", f"cell: {size} mm"))}
            assert ("pieces.guard.body" in again) == (size == most)


def test_zones_that_look_alike(tmp_path: Path) -> None:
    far = "far: {cells: a5-e5, of: black}"
    (found,) = problems(tmp_path, (far, "far: {cells: a2-e2, pattern: stripes}"))
    assert found.where.key == "board.zones.far"
    assert told(found) == Said("the zones `near` and `far` touch, and both have stripes",
                               "give one of them another `pattern`", "warning")
    assert problems(tmp_path, (far, "far: {cells: a3-e3, pattern: stripes}")) == []
    (found,) = problems(tmp_path, (far, "far: {cells: a5}\n    b: {cells: b5}\n    c: {cells: c5}\n    d: {cells: d5}\n"
                                        "    e: {cells: e5}\n    f: {cells: a3}\n    g: {cells: c3}\n"
                                        "    h: {cells: e3}\n    i: {cells: b3}\n    j: {cells: d3}"))
    assert found.where.key == "board.zones.j"
    assert told(found) == Said("there are 11 zones and 10 patterns: some zones look alike",
                               "make one zone of those that mean the same, or give each the `pattern` that you mean",
                               "warning")


def test_zones_that_look_alike_on_purpose(tmp_path: Path) -> None:
    """Those of several players have the patterns that they were given, some twice; one that has none of its own is
    told."""
    chosen = [("near: {cells: a1-e1, of: white}", "near: {cells: a1, of: white, pattern: dots}"),
              ("far: {cells: a5-e5, of: black}", "far: {cells: a5, of: black, pattern: dots}\n"
               "    b: {cells: c1, of: white, pattern: stripes}\n    c: {cells: c5, of: black, pattern: stripes}\n"
               "    d: {cells: e3, of: white, pattern: corners}\n    e: {cells: d3, of: white, pattern: arcs}\n"
               "    f: {cells: a3, of: white, pattern: frame}\n    g: {cells: b3, of: white, pattern: dashes}\n"
               "    h: {cells: e1, of: white, pattern: double}\n    i: {cells: c3, of: white, pattern: falling}\n"
               "    j: {cells: e5, of: white, pattern: stripes}")]
    assert problems(tmp_path, *chosen) == []
    (other := tmp_path / "other").mkdir()
    (found,) = problems(other, *chosen[:1], (chosen[1][0], chosen[1][1].replace(", pattern: stripes", "")))
    assert "look alike" in found.what


# --- the rules text and the laser -------------------------------------------------------------------------------------


def test_a_figure_whose_name_has_spaces(tmp_path: Path) -> None:
    path = put(tmp_path)
    rules = path.with_name("rules.md")
    rules.write_text("# A\n\nText\n![x](moves:two words)\n\nAs `![x](a b)`.\n")
    (found,) = check_spec(load_spec(str(path)))
    assert (found.where.file, found.where.line, found.where.column) == (str(rules), 4, 5)
    assert told(found) == Said("spaces in `moves:two words`: such a name needs angle brackets",
                               "write ![x](<moves:two words>)")


@pytest.mark.parametrize(("kerf", "asked"), [
    (0.0, True), (0.04, True), (0.05, False), (0.2, False), (0.5, False), (0.51, True), (1.5, True)])
def test_an_unusual_kerf_is_asked_about(kerf: float, asked: bool) -> None:
    job, material = LaserJob(load_machine("generic"), kerf=kerf), load_material("acrylic-3mm").material
    assert job.errors(material) == []
    hint = "measure it with a test cut; it is the full width of a cut"
    said = [Said(f"a kerf is usually about 0.2 mm: is {kerf:g} mm right?", hint, "warning")]
    assert [told(p) for p in job.warnings(material)] == (said if asked else [])


def thin(thickness: float) -> Material:
    return load_material("acrylic-3mm").material.model_copy(update={"thickness": thickness})


@pytest.mark.parametrize(("kerf", "thickness", "refused"), [
    (1.5, 3.0, False), (1.51, 3.0, True), (0.2, 0.3, False), (0.6, 1.0, True)])
def test_a_kerf_of_over_half_the_thickness_is_refused(kerf: float, thickness: float, refused: bool) -> None:
    found = LaserJob(load_machine("generic"), kerf=kerf).errors(thin(thickness))
    said = f"a kerf of {kerf:g} mm is over half the thickness of acrylic-3mm, {thickness:g} mm"
    assert [p.what for p in found] == ([said] if refused else [])


def test_a_half_of_a_token_has_a_known_colour() -> None:
    spec = load_spec("abstract-game")
    parity = spec.game.tokens["parity"].model_copy(update={"halves": ("red", "skye")})
    (problem,) = check_halves(replace(spec, game=spec.game.model_copy(update={"tokens": {"parity": parity}})))
    assert problem.what == "the colour `skye` is not known"
    assert problem.hint
    assert "sky" in problem.hint


@pytest.mark.parametrize(("mark", "what"), [
    ("star", "no line of the mark `star` lies in its upper half alone, or none in its lower half, so that a colour "
             "would fill nothing"),
    ("ring", "no line of the mark `ring` lies in its upper half alone, or none in its lower half, so that a colour "
             "would fill nothing"),
    (None, "these tokens have no mark whose halves the colours could fill"),
])
def test_a_mark_has_lines_in_both_halves_that_have_colours(mark: str | None, what: str) -> None:
    """The outline of a star and both circles of a ring cross the middle. The mark of the game has a word in each."""
    spec = load_spec("abstract-game")
    assert not [*check_halves(spec)]
    parity = spec.game.tokens["parity"].model_copy(update={"mark": mark})
    (problem,) = check_halves(replace(spec, game=spec.game.model_copy(update={"tokens": {"parity": parity}})))
    assert told(problem) == Said(what, "take `halves` away, or choose a `mark` with a closed line above its middle and "
                                       "one below")
