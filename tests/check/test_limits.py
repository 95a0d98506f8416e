"""What is too much for a game is refused at once, by one Problem that names the limit; as much as the limit is fine."""

from __future__ import annotations

from pathlib import Path

import pytest
from specs import loaded, problems

from fabgen.artwork.part import Fit
from fabgen.check.board import check_boards
from fabgen.check.game import check_amounts, check_rulebook, check_zones
from fabgen.core.problems import Problem
from fabgen.figures.pieces.bodies import count_parts, make_piece_parts, make_player_piece
from fabgen.figures.rulebook.rules_text import FigureLibrary, read_blocks
from fabgen.spec.build_options import Options


def slips(*counts: int) -> tuple[str, str]:
    """The game with so many slips of several kinds."""
    row = "  slip{n}: {{kind: slips, count: {count}, lines: [x]}}\n"
    kinds = "".join(row.format(n=n, count=count) for n, count in enumerate(counts))
    return "rulings:\n", f"aids:\n{kinds}rulings:\n"


def tokens(*counts: int) -> tuple[str, str]:
    """The game with so many tokens of several kinds."""
    line = "flag{n}: {{count: {count}, size: 20 mm, material: acrylic-3mm/red}}"
    return ("flag: {count: 2, size: 20 mm, mark: star, material: acrylic-3mm/red}",
            "\n  ".join(line.format(n="abcde"[n], count=count) for n, count in enumerate(counts)))


@pytest.mark.parametrize(("last", "words"), [
    (483, []), (484, ["2001 parts of pieces and tokens are too many for one game"]),
])
def test_a_game_has_2000_parts_of_pieces_and_tokens(tmp_path: Path, last: int, words: list[str]) -> None:
    """Two players with 3 guards and a lancer have 8 standees of two parts; with 1501 tokens they are 1517."""
    found = [*check_amounts(loaded(tmp_path, tokens(500, 500, 500, 1, last)))]
    assert [p.what for p in found] == words
    assert [p.where.key for p in found] == ["tokens"] * len(words)
    assert all("2000 at most" in p.hint for p in found)


def test_more_pieces_than_tokens_are_reported_at_the_pieces(tmp_path: Path) -> None:
    kinds = "".join(f"  x{c}: {{each: 200, moves: W, body: {{tile: disc}}}}\n" for c in "abcde")
    [found] = check_amounts(loaded(tmp_path, ("pieces:\n", f"pieces:\n{kinds}")))
    assert (found.what.split()[0], found.where.key) == ("2018", "pieces")  # 2 x 5 x 200, 8 standees and 2 tokens


@pytest.mark.parametrize("body", [
    {"standee": "pawn"}, {"crossed": "rook"}, {"stack": "disc"}, {"stack": "hex", "layers": 5}, {"tile": "disc"},
    {"tile": "disc", "back": "star"},
])
def test_as_many_parts_are_counted_as_are_made(tmp_path: Path, body: dict[str, object]) -> None:
    words = ", ".join(f"{key}: {value}" for key, value in body.items())
    spec = loaded(tmp_path, ("moves: fmWfcF\n    body: {standee: pawn}", f"moves: fmWfcF\n    body: {{{words}}}"))
    piece = make_player_piece(spec, "white", "guard", Fit(3.0, 0.1))
    assert count_parts(spec.game.pieces["guard"].body) == len([*make_piece_parts(piece)])


@pytest.mark.parametrize(("counts", "words"), [
    ((500, 500), []), ((500, 500, 1), ["1001 slips, cards and sheets are too many for one game"]),
])
def test_a_game_has_1000_leaves(tmp_path: Path, counts: tuple[int, ...], words: list[str]) -> None:
    found = [*check_amounts(loaded(tmp_path, slips(*counts)))]
    assert [p.what for p in found] == words
    assert all((p.where.key, p.hint) == ("aids", "1000 at most, of all aids together") for p in found)


@pytest.mark.parametrize(("sheet", "words"), [
    ((112.0, 92.0), []), ((92.0, 92.0), ["a board of 346 x 346 mm would be cut in 64 parts"]),
])
def test_a_board_is_cut_in_50_parts_at_most(tmp_path: Path, sheet: tuple[float, float], words: list[str]) -> None:
    """Cells of 40 mm, a border of 13 mm and knobs: sheets of 92 mm hold one cell each."""
    spec = loaded(tmp_path, ("grid: 5x5", "grid: 8x8"), ("a5-e5", "a8-h8"))
    found = [p for p in check_boards(spec, Options(sheet=sheet)) if "parts" in p.what]
    assert [p.what for p in found] == words
    assert all(p.where.key == "board.cell" and "50 at most" in p.hint for p in found)


def zones(count: int) -> tuple[str, str]:
    """The game with so many zones that draw nothing."""
    more = "".join(f"    z{n}: {{cells: a1-e5, pattern: none}}\n" for n in range(count - 2))
    return "    far:", f"{more}    far:"


@pytest.mark.parametrize(("count", "words"), [(60, []), (61, ["61 are too many"])])
def test_a_board_has_60_zones_at_most(tmp_path: Path, count: int, words: list[str]) -> None:
    spec = loaded(tmp_path, zones(count))
    assert [p.what for p in spec.problems if p.level == "error"] == words
    assert [*check_zones(spec)] == []


def read(text: str) -> list[Problem]:
    return read_blocks(text, "rules.md", FigureLibrary({}, lambda *_: ()))[1]


@pytest.mark.parametrize(("text", "line", "what"), [
    ("![" * 50_000, 0, "a text with 50000 `[` has too many links and figures"),
    ("[a]\n\n" * 2001, 0, "a text with 2001 `[` has too many links and figures"),
    ("# Overview\n\n" + "*a* " * 1250 + "*", 3, "a paragraph of 5001 characters is too long"),
    ("- word\n- " + "'a\" " * 1300 + "b", 2, "a paragraph of 5201 characters is too long"),
    ("# Overview\n\n" + "|a" * 101 + "\n" + "|-" * 101 + "\n" + "|\n" * 5000, 3,
     "a line with 101 `|` is too wide for a table"),
    ("# Overview\n" + "## Part\n" * 500, 501, "501 headings are too many for a book"),
])
def test_a_rules_text_beyond_a_limit_is_one_problem(text: str, line: int, what: str) -> None:
    """A reader of Markdown would need minutes for some of these."""
    found = read(text)
    assert [(p.where.line, p.what) for p in found] == [(line, what)]
    assert "at most" in found[0].hint


@pytest.mark.slow
@pytest.mark.parametrize("text", [
    "\\[" * 2000, "word " * 999 + "words", "# Overview\n" + "".join(f"## Part {n}\n\nText.\n" for n in range(499)),
    "| a | b |\n|---|---|\n" + "| one | two |\n" * 800,
])
def test_a_rules_text_at_a_limit_is_read(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(("size", "count"), [(200_000, 0), (200_001, 1)])
def test_a_rules_text_has_200_kb_at_most(tmp_path: Path, size: int, count: int) -> None:
    spec = loaded(tmp_path)
    spec.folder.joinpath("rules.md").write_bytes(b"# A\n\n" + b"\n" * (size - 10) + b"Text\n")
    found = [*check_rulebook(spec)]
    assert [p.what for p in found] == ["the file has 200.0 kB; fabgen reads at most 200 kB"] * count
    assert problems(tmp_path) == []
