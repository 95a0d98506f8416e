"""Games as variants of Fairy-Stockfish: pyffish 0.0.90 counts the lines of play that fabgen counts."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from clients.clients import needed
from yaml import safe_dump

from fabgen.authoring.fairy_export import fairy_text
from fabgen.authoring.fairy_variant import fairy_files
from fabgen.cli.export import export
from fabgen.core.problems import FabgenError
from fabgen.rules.perft import perft
from fabgen.spec.load import Spec, load_spec

TEMPLATES = Path(__file__).parents[2] / "templates"
MOVES = [
    "K", "W", "F", "N", "R", "B", "Q", "A", "D", "H", "C", "Z", "G", "J", "L", "WD", "fWbF", "fsW", "ffN", "R3",
    "B2", "Q2", "mRcB", "mWcF", "fmWfcF", "nN", "nA", "nD", "lW", "frF", "rbN", "fRsW", "vWsF", "fhN", "fmWbcF",
    "fNbWbF", "cQmK", "rW", "lfN", "mNcR",
]  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def engine() -> None:
    needed("pyffish")


def counts_there(name: str, text: str, depth: int) -> list[int]:
    """Lines of play to each depth by pyffish, which goes on after the end of a game unless it is asked."""
    import pyffish

    pyffish.load_variant_config(text)
    start = pyffish.start_fen(name)

    def count(moves: list[str], left: int) -> int:
        if moves and pyffish.is_immediate_game_end(name, start, moves)[0]:
            return 0
        legal = pyffish.legal_moves(name, start, moves)
        return len(legal) if left == 1 else sum(count([*moves, move], left - 1) for move in legal)

    return [count([], n + 1) for n in range(depth)]


def counts_here(spec: Spec, depth: int) -> list[int]:
    assert spec.play
    return [perft(spec.play, spec.play.start(), n + 1) for n in range(depth)]


def written(folder: Path, game: dict[str, Any]) -> Spec:
    folder.mkdir()
    (folder / "game.yaml").write_text(safe_dump(game, sort_keys=False), "utf-8")
    return load_spec(str(folder))


def random_game(seed: int) -> dict[str, Any]:
    """A small game of pieces that are drawn by lot, with some of the rules that both programs have."""
    draw = random.Random(seed)
    files, ranks = draw.randint(4, 7), draw.randint(5, 8)
    kinds = [f"kind{n}" for n in range(draw.randint(2, 4))]
    cells = [f"{'abcdefg'[x]}{y + 1}" for y in range(2) for x in range(files)]
    taken = draw.sample(cells, draw.randint(4, len(cells) - 1))
    rows = {cell: draw.choice(kinds) for cell in taken}
    opposite = {cell: f"{cell[0]}{ranks + 1 - int(cell[1])}" for cell in cells}
    homes = {kind: [cell for cell in sorted(rows) if rows[cell] == kind] for kind in kinds if kind in rows.values()}
    setup = {"white": {kind: " ".join(home) for kind, home in homes.items()},
             "black": {kind: " ".join(opposite[cell] for cell in home) for kind, home in homes.items()}}
    moves = {kind: draw.choice(MOVES) for kind in kinds}
    zones = {"top": {"cells": f"a{ranks}-{'abcdefg'[files - 1]}{ranks}", "pattern": "none"},
             "bottom": {"cells": f"a1-{'abcdefg'[files - 1]}1", "pattern": "none"},
             "middle": {"cells": f"b{ranks // 2}-c{ranks // 2 + 1}", "pattern": "none"}}
    rules: dict[str, Any] = {"set": "standard", "stuck": draw.choice(("loses", "draws", "wins"))}
    if draw.random() < 0.3:
        rules["compulsory"] = True
    elif draw.random() < 0.2:
        rules["capture"] = "none"
    if draw.random() < 0.5:
        promoted = draw.sample(kinds, draw.randint(1, 2))
        into = draw.sample([kind for kind in kinds if kind not in promoted] or kinds, 1)
        rules["promotion"] = {kind: {"zone": {"white": "top", "black": "bottom"}, "to": into,
                                     "choice": "may" if seed % 2 else "must"} for kind in promoted if kind not in into}
    goals: list[dict[str, Any]] = []
    if draw.random() < 0.4:
        goals.append(draw.choice(({"reach": {"white": "top", "black": "bottom"}}, {"reach": {kinds[0]: "middle"}})))
    if draw.random() < 0.5 and rules.get("capture") != "none":
        goals.append(draw.choice(({"capture": "all"}, {"capture": [next(iter(setup["white"]))]},
                                  {"capture": "all", "fewer_than": 3})))
    if goals:
        rules["win"] = goals
    return {
        "fabgen": 1, "title": f"Random {seed}", "designer": "Nobody",
        "players": {"white": {"forward": "up", "material": "acrylic-3mm/white"},
                    "black": {"forward": "down", "material": "acrylic-3mm/black"}},
        "board": {"grid": f"{files}x{ranks}", "cell": "60 mm", "material": "acrylic-3mm/clear", "zones": zones},
        "pieces": {kind: {"each": len(taken), "moves": moves[kind], "body": {"tile": "disc"}} for kind in kinds},
        "setup": setup, "rules": rules,
    }


@pytest.mark.parametrize("seed", range(30))
def test_a_random_game_is_counted_alike(tmp_path: Path, seed: int) -> None:
    spec = written(tmp_path / f"random-{seed}", random_game(seed))
    text, problems = fairy_text(spec)
    assert [problem.what for problem in problems] == []
    depth = 3 if counts_here(spec, 2)[1] < 500 else 2
    assert counts_here(spec, depth) == counts_there(spec.slug, text, depth), text


CHESS = "[mine:chess]\n"  # what `fabgen new --from-fairy` makes a game of


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Spec:
    """Chess with castling, capture in passing and promotion."""
    folder = tmp_path_factory.mktemp("chess")
    (folder / "variants.ini").write_text(CHESS, "utf-8")
    return imported(folder / "variants.ini", "mine", folder / "mine")


def imported(file: Path, name: str, folder: Path) -> Spec:
    """The game of a variant that can be said without a rest."""
    files, problems = fairy_files(file, name, folder)
    assert problems == []
    folder.mkdir()
    for path, data in files.items():
        (folder / path).write_bytes(data)
    return load_spec(str(folder))


@pytest.mark.parametrize(("fen", "counts"), [
    ("", [20, 400, 8902]),
    # positions 2 to 5 of the Chess Programming Wiki's perft results: castling, captures in passing, promotion, checks
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486]),
], ids=["start", "2", "3", "4", "5"])
def test_chess_has_the_published_counts(chess: Spec, fen: str, counts: list[int]) -> None:
    text, problems = fairy_text(chess)
    assert problems == []
    name = chess.slug + re.sub(r"\W", "", fen)[:12]
    text = text.replace(f"[{chess.slug}]", f"[{name}]")
    if fen:
        start = next(line for line in text.splitlines() if line.startswith("startFen"))
        text = text.replace(start, f"startFen = {fen.translate(letters(start, START))}")
    assert counts_there(name, text, len(counts)) == counts


START = "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def letters(ours: str, usual: str) -> dict[int, int]:
    """From the usual letters of pieces to those of a variant, by one position in both."""
    return {ord(b): ord(a) for a, b in zip(ours.partition(" w ")[0], usual.partition(" w ")[0], strict=True)}


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """The other direction, `fabgen new --from-fairy`, makes a game with the same lines of play."""
    for seed in (1, 4, 8):
        game = written(tmp_path / f"first-{seed}", random_game(seed))
        (tmp_path / "variants.ini").write_text(fairy_text(game)[0], "utf-8")
        again = imported(tmp_path / "variants.ini", game.slug, tmp_path / f"second-{seed}")
        assert counts_here(again, 2) == counts_here(game, 2)


def test_holes_are_walls(tmp_path: Path) -> None:
    """A rook on a1 behind a hole on a3 and b1 occupied by its king: it goes to a2 alone."""
    board = {"grid": "4x4", "holes": "a3 c2", "cell": "60 mm", "material": "acrylic-3mm/clear"}
    game = random_game(0) | {"board": board,
                             "pieces": {kind: {"each": 1, "moves": moves, "body": {"tile": "disc"}}
                                        for kind, moves in (("rook", "R"), ("king", "K"))},
                             "setup": {"white": {"rook": "a1", "king": "b1"}, "black": {"king": "d4"}},
                             "rules": {"set": "standard", "stuck": "loses"}}
    spec = written(tmp_path / "holes", game)
    text, _ = fairy_text(spec)
    assert "startFen = 3i/*3/2*1/RI2 w - - 0 1" in text
    assert counts_here(spec, 3) == counts_there(spec.slug, text, 3)
    assert counts_here(spec, 1) == [1 + 3]  # the rook to a2; the king to a2, b2 and c1


@pytest.mark.parametrize(("rules", "key"), [
    ({"hops": {"kind0": [{"over": "enemy", "takes": "removed"}]}}, "rules.hops"),
    ({"compulsory": "most", "hops": {"kind0": [{"over": "enemy", "takes": "removed"}]}}, "rules.compulsory"),
    ({"stuck": {"white": "wins", "black": "loses"}}, "rules.stuck"),
    ({"win": [{"reach": {"white": "top", "black": "bottom"}, "pieces": "all"}]}, "rules.win[1]"),
    ({"win": [{"ring": "any"}]}, "rules.win[1]"),
    ({"passing": "always"}, "rules.passing"),
    ({"swap": True}, "rules.swap"),
    ({"no_progress": {"actions": 51}}, "rules.no_progress.actions"),
])
def test_a_rule_that_it_does_not_have_is_told_at_its_place(tmp_path: Path, rules: dict[str, Any], key: str) -> None:
    game = random_game(0)
    spec = written(tmp_path / "game", game | {"rules": {"set": "standard", **rules}})
    problems = fairy_text(spec)[1]
    assert (key, "warning") in [(problem.where.key, problem.level) for problem in problems]
    assert all(problem.where.line for problem in problems)


def test_a_first_move_and_a_rider_are_told(tmp_path: Path) -> None:
    game = random_game(0)
    game["pieces"]["kind0"]["moves"] = "WiF"
    game["pieces"]["kind1"]["moves"] = "WDD"
    problems = fairy_text(written(tmp_path / "game", game))[1]
    assert [problem.where.key for problem in problems] == ["pieces.kind0.moves", "pieces.kind1.moves"]


@pytest.mark.parametrize(("game", "what"), [
    ("correction", "plays games by the `standard` rule set alone"),
    ("chess-battle", "plays games by the `standard` rule set alone"),
])
def test_a_game_that_is_none_for_the_engine_is_refused(game: str, what: str) -> None:
    with pytest.raises(FabgenError, match=what):
        fairy_text(load_spec(str(TEMPLATES / game)))


@pytest.mark.parametrize(("change", "what"), [
    ({"board": {"grid": "13x4", "cell": "60 mm", "material": "acrylic-3mm/clear"}}, "a board of 13x4 is too large"),
    ({"board": {"hexagon": 3, "cell": "60 mm", "material": "acrylic-3mm/clear"}}, "plays on squares alone"),
])
def test_a_board_that_is_none_for_the_engine_is_refused(tmp_path: Path, change: dict[str, Any], what: str) -> None:
    game = random_game(0) | change | {"rules": {"set": "standard"}, "setup": {"white": {"kind0": "a1"}}}
    game["pieces"] = {"kind0": {"each": 1, "moves": "W", "body": {"tile": "disc"}}}
    with pytest.raises(FabgenError, match=what):
        fairy_text(written(tmp_path / "game", game))


def test_the_command_writes_a_file_that_the_engine_reads(tmp_path: Path) -> None:
    written(tmp_path / "duel", random_game(1) | {"title": "Duel"})
    (tmp_path / "duel" / "rules.md").write_text("# Duel\n", "utf-8")
    done = CliRunner().invoke(export, [str(tmp_path / "duel"), "--fairy", "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    import pyffish

    [file] = (tmp_path / "out").iterdir()
    assert file.name == "duel.ini"
    pyffish.load_variant_config(file.read_text("utf-8"))
    assert "duel" in pyffish.variants()


@pytest.mark.parametrize("words", [[], ["--fairy", "--pod", "drivethru"]])
def test_what_to_export_must_be_said(words: list[str]) -> None:
    done = CliRunner().invoke(export, ["correction", *words])
    assert done.exit_code == 2
    assert "either --pod with a service, or --fairy" in done.output
