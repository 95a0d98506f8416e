"""Variants of Fairy-Stockfish as games: counts of pyffish 0.0.90, and every key that cannot be said."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from fabgen.authoring.fairy_variant import fairy_files
from fabgen.check.game import check_spec
from fabgen.cli.new import new
from fabgen.core.problems import FabgenError
from fabgen.rules.perft import perft
from fabgen.spec.load import load_spec

VARIANTS = """
# Comments, and a key that changes no rule.
[centaurking:chess]
king = k:KN

[indiangreat]
pieceToCharTable = PNBRQ..VW
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
archbishop = v
chancellor = w
amazon = g
maxRank = 10
maxFile = 10
startFen = rnbqkgvbnr/ppppwwpppp/4pp4/10/10/10/10/4PP4/PPPPWWPPPP/RNBVGKQBNR w - - 0 1
promotionRegionWhite = *10
promotionRegionBlack = *1
promotionPieceTypes = q
doubleStep = false
castling = false

[capture:chess]
mustCapture = true

[crossing:kingofthehill]
flagRegionWhite = *5
flagRegionBlack = *4

[4x5chess:gardner]
maxRank = 5
maxFile = d
startFen = rnbk/pppp/4/PPPP/RNBK w - - 0 1

[breakthrough5:breakthrough]
maxFile = 5
maxRank = 5
startFen = ppppp/ppppp/5/PPPPP/PPPPP w 0 1
flagRegionWhite = *5
flagRegionBlack = *1

[wide:chess]
maxFile = 10
startFen = r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1
castlingKingsideFile = i
castlingQueensideFile = c

[small:losalamos]
[custom:chess]
customPiece1 = w:fmWfceF
startFen = 4k3/8/8/8/8/8/WWWWWWWW/4K3 w - - 0 1

[house:chess]
pieceDrops = true
flyingGeneral = true
nFoldValue = loss
[orphan:janus]
[circle:ring]
[ring:circle]
[crowd:chess]
startFen = rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
[stranger:chess]
startFen = znbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
[word:chess]
nFoldRule = three
[far:chess]
castlingKingsideFile = 77x
[nowhere:chess]
flagPiece = k
flagRegion = d4 somewhere
"""
COUNTS = {  # by pyffish 0.0.90
    "centaurking": (22, 484, 11888),
    "indiangreat": (24, 576),
    "capture": (20, 400, 8067),
    "crossing": (20, 400, 8902),
    "4x5chess": (6, 35, 227),
    "breakthrough5": (13, 156, 1924),
    "small": (10, 100, 1212),
    "wide": (28, 674),
}


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    """A configuration file."""
    path = tmp_path / "variants.ini"
    path.write_text(VARIANTS, encoding="utf-8")
    return path


def loaded(variants: Path, name: str):
    """The game of a variant that can be said without a rest."""
    files, problems = fairy_files(variants, name, variants.parent / name)
    assert problems == []
    folder = variants.parent / name
    folder.mkdir()
    for path, data in files.items():
        (folder / path).write_bytes(data)
    return load_spec(str(folder / "game.yaml"))


@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_those_of_pyffish(variants, name):
    play = loaded(variants, name).play
    assert tuple(perft(play, play.start(), depth + 1) for depth in range(len(COUNTS[name]))) == COUNTS[name]


def test_the_game_of_a_variant_is_sound(variants):
    assert [str(problem) for problem in check_spec(loaded(variants, "small"))] == []


def test_custom_pieces_are_read_in_betza_notation(variants):
    spec = loaded(variants, "custom")
    assert str(spec.rules.movements["piece-w"]) == "fmWfcF"


def test_keys_that_cannot_be_said_are_told_with_their_lines(variants):
    _, problems = fairy_files(variants, "house", variants.parent)
    lines = VARIANTS.splitlines()
    assert [(lines[problem.where.line - 1], problem.what, problem.level) for problem in problems] == [
        (text, f"`{text}` cannot be said", "warning")
        for text in ("nFoldValue = loss", "pieceDrops = true", "flyingGeneral = true")
    ]


@pytest.mark.parametrize(
    ("name", "what", "hint"),
    [
        ("captur", "there is no variant `captur` in this file", "did you mean capture?"),
        ("orphan", "the variant `orphan` inherits from `janus`, which is not in this file", "known without a file:"),
        ("circle", "the variant `ring` inherits from `circle`, and so from itself", ""),
        ("crowd", "`startFen` does not fit a board of 8x8, or has more than pieces on it", ""),
        ("stranger", "`startFen` has a piece `z` that the variant `stranger` does not name", ""),
        ("word", "`nFoldRule = three` is not a number", "such as 3"),
        ("far", "`castlingKingsideFile = 77x` is no file of a board", "such as `h` or 8"),
        ("nowhere", "`flagRegion = d4 somewhere`: `somewhere` is no square and no rank", "such as `d4` or `*8`"),
    ],
)
def test_bad_files_have_one_message(variants, name, what, hint):
    with pytest.raises(FabgenError) as error:
        fairy_files(variants, name, variants.parent)
    assert [problem.what for problem in error.value.problems] == [what]
    assert error.value.problems[0].hint.startswith(hint)


def test_the_command_writes_a_game_and_tells_what_is_left_out(variants):
    folder = variants.parent / "games" / "house"
    result = CliRunner().invoke(new, [str(folder), "--from-fairy", str(variants), "house"])
    assert result.exit_code == 0
    assert "`pieceDrops = true` cannot be said" in result.output
    assert {path.name for path in folder.iterdir()} == {"game.yaml", "rules.md", "schema.json"}


def test_the_command_refuses_two_starts(variants):
    result = CliRunner().invoke(new, ["x", "--from-fairy", str(variants), "house", "--board", "9x9"])
    assert result.exit_code == 2
    assert "--board and --from-fairy exclude each other" in result.output
