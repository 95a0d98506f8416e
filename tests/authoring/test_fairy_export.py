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

from fabgen.authoring.fairy_export import NAMES, fairy_text, variant_name
from fabgen.authoring.fairy_variant import MOVES as NAMED_MOVES
from fabgen.authoring.fairy_variant import fairy_files
from fabgen.cli.export import export
from fabgen.core.problems import FabgenError
from fabgen.rules.perft import perft
from fabgen.spec.load import Spec, load_spec

DEPTH = 3
TEMPLATES = Path(__file__).parents[2] / "templates"
MOVES = (
    "K", "W", "F", "N", "R", "B", "Q", "A", "D", "H", "C", "Z", "G", "J", "L", "WD", "fWbF", "fsW", "ffN", "R3", "B2",
    "Q2", "mRcB", "mWcF", "fmWfcF", "nN", "nA", "nD", "lW", "frF", "rbN", "fRsW", "vWsF", "fhN", "fmWbcF", "fNbWbF",
    "cQmK", "rW", "lfN", "mNcR",
)


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
    royal = "kind9" if draw.random() < 0.4 else ""
    cells = [f"{'abcdefg'[x]}{y + 1}" for y in range(2) for x in range(files)]
    taken = draw.sample(cells, draw.randint(4, len(cells) - 1))
    rows = {cell: draw.choice(kinds) for cell in taken}
    if royal:
        kinds.append(royal)
        rows[taken[0]] = royal
    opposite = {cell: f"{cell[0]}{ranks + 1 - int(cell[1])}" for cell in cells}
    homes = {kind: [cell for cell in sorted(rows) if rows[cell] == kind] for kind in kinds if kind in rows.values()}
    setup = {"white": {kind: " ".join(home) for kind, home in homes.items()},
             "black": {kind: " ".join(opposite[cell] for cell in home) for kind, home in homes.items()}}
    moves = {kind: draw.choice((*MOVES, *NAMED_MOVES.values())) for kind in kinds}
    if royal:
        moves[royal] = draw.choice(("K", "W", "F", "KN", "Q", "fsWbF"))
    zones = {"top": {"cells": f"a{ranks}-{'abcdefg'[files - 1]}{ranks}", "pattern": "none"},
             "bottom": {"cells": f"a1-{'abcdefg'[files - 1]}1", "pattern": "none"},
             "middle": {"cells": f"b{(ranks + 1) // 2}-c{(ranks + 1) // 2}", "pattern": "none"}}
    rules: dict[str, Any] = {"set": "standard", "stuck": draw.choice(("loses", "draws", "wins"))}
    if royal:
        rules["royal"] = [royal]
    if draw.random() < 0.3:
        rules["turns"] = ["black", "white"]
    if draw.random() < 0.3:
        rules["compulsory"] = True
    elif draw.random() < 0.2:
        rules["capture"] = "none"
    if draw.random() < 0.5:
        common = [kind for kind in kinds if kind != royal]
        promoted = draw.sample(common, draw.randint(1, 2))
        into = draw.sample([kind for kind in common if kind not in promoted] or common, 1)
        rules["promotion"] = {kind: {"zone": {"white": "top", "black": "bottom"}, "to": into,
                                     "choice": "may" if seed % 2 else "must"} for kind in promoted if kind not in into}
    goals: list[dict[str, Any]] = []
    if draw.random() < 0.4:
        goals.append(draw.choice(({"reach": {"white": "top", "black": "bottom"}}, {"reach": {kinds[0]: "middle"}},
                                  {"reach": {f"white {kinds[0]}": "top", "black": "bottom"}})))
    if draw.random() < 0.2:
        goals.append({"line": draw.randint(4, 6), "to": draw.choice("WFK")})
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
    depth = DEPTH if counts_here(spec, 2)[1] < 500 else DEPTH - 1
    assert counts_here(spec, depth) == counts_there(variant_name(spec), text, depth), text


@pytest.mark.parametrize("moves", NAMES)
def test_a_named_piece_moves_as_it_does_there(tmp_path: Path, moves: str) -> None:
    """A piece of each name that both directions know, in the middle of a board, with friends and enemies around."""
    game = random_game(0) | {
        "board": {"grid": "9x9", "cell": "60 mm", "material": "acrylic-3mm/clear"},
        "pieces": {kind: {"each": 5, "moves": text, "body": {"tile": "disc"}}
                   for kind, text in (("star", moves), ("guard", "fhN"))},
        "setup": {"white": {"star": "e5", "guard": "d4 e7 h5 b3"}, "black": {"guard": "f6 c5 e2 g3 d7", "star": "g7"}},
        "rules": {"set": "standard", "stuck": "loses"},
    }
    spec = written(tmp_path / f"named-{moves}", game)
    text, _ = fairy_text(spec)
    assert f"{NAMES[moves]} = s" in text
    assert counts_here(spec, 2) == counts_there(variant_name(spec), text, 2)


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
    name = variant_name(chess) + re.sub(r"\W", "", fen)[:12]
    text = text.replace(f"[{variant_name(chess)}]", f"[{name}]")
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
    for seed in range(10):
        game = written(tmp_path / f"first-{seed}", random_game(seed))
        (tmp_path / "variants.ini").write_text(fairy_text(game)[0], "utf-8")
        again = imported(tmp_path / "variants.ini", variant_name(game), tmp_path / f"second-{seed}")
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
    assert counts_here(spec, 3) == counts_there(variant_name(spec), text, 3)
    assert counts_here(spec, 1) == [1 + 3]  # the rook to a2; the king to a2, b2 and c1
    (tmp_path / "variants.ini").write_text(text, "utf-8")
    again = imported(tmp_path / "variants.ini", variant_name(spec), tmp_path / "again")
    assert counts_here(again, 3) == counts_here(spec, 3)


@pytest.mark.parametrize(("rules", "key"), [
    ({"hops": {"kind0": [{"over": "enemy", "takes": "removed"}]}}, "rules.hops"),
    ({"compulsory": "most", "hops": {"kind0": [{"over": "enemy", "takes": "removed"}]}}, "rules.compulsory"),
    ({"stuck": {"white": "wins", "black": "loses"}}, "rules.stuck"),
    ({"win": [{"reach": {"white": "top", "black": "bottom"}, "pieces": "all"}]}, "rules.win[1]"),
    ({"win": [{"ring": "any"}]}, "rules.win[1]"),
    ({"passing": "always"}, "rules.passing"),
    ({"swap": True}, "rules.swap"),
    ({"roll": "d2"}, "rules.roll"),
    ({"no_progress": {"actions": 51}}, "rules.no_progress.actions"),
    ({"capture": "custodial"}, "rules.capture"),
    ({"captured": "home", "homes": {"white": "bottom", "black": "top"}}, "rules.captured"),
    ({"captured": "hand", "win": [{"capture": "all"}]}, "rules.captured"),
    ({"captured": "hand", "drops": {"kind0": "board"}}, "rules.drops"),
])
def test_a_rule_that_it_does_not_have_is_an_error_at_its_place(tmp_path: Path, rules: dict[str, Any], key: str) -> None:
    game = random_game(0)
    spec = written(tmp_path / "game", game | {"rules": {"set": "standard", **rules}})
    with pytest.raises(FabgenError) as caught:
        fairy_text(spec)
    problems = caught.value.problems
    assert (key, "error") in [(problem.where.key, problem.level) for problem in problems]
    assert all(problem.where.line for problem in problems)
    assert {problem.hint for problem in problems} == {"without it, the variant would be another game"}


def corridor(rules: dict[str, Any]) -> dict[str, Any]:
    """Two pieces that step to and fro beside two that never move."""
    return random_game(0) | {
        "board": {"grid": "3x4", "cell": "60 mm", "material": "acrylic-3mm/clear"},
        "pieces": {kind: {"each": 1, "moves": moves, "body": {"tile": "disc"}}
                   for kind, moves in (("runner", "mW"), ("post", "none"))},
        "setup": {"white": {"runner": "a1", "post": "b1"}, "black": {"runner": "a4", "post": "b4"}},
        "rules": {"set": "standard", "stuck": "loses", **rules},
    }


@pytest.mark.parametrize(("stuck", "sign"), [("loses", -1), ("draws", 0), ("wins", 1)])
def test_a_player_who_cannot_move_has_the_same_result(tmp_path: Path, stuck: str, sign: int) -> None:
    import pyffish

    game = corridor({"stuck": stuck}) | {"setup": {"white": {"post": "b1"}, "black": {"runner": "a4"}}}
    spec = written(tmp_path / f"stuck-{stuck}", game)
    pyffish.load_variant_config(fairy_text(spec)[0])
    name = variant_name(spec)
    result = pyffish.game_result(name, pyffish.start_fen(name), [])
    assert (result > 0) - (result < 0) == sign


@pytest.mark.parametrize(("rules", "last"), [
    # Four moves bring the start back: the second time it is there after 4 moves, the third time after 8.
    ({"repetition": 2}, 4), ({"repetition": 3}, 8), ({"repetition": None}, None),
    ({"repetition": None, "no_progress": {"actions": 6}}, 6),
])
def test_draws_come_at_the_same_move(tmp_path: Path, rules: dict[str, Any], last: int | None) -> None:
    import pyffish

    spec = written(tmp_path / re.sub(r"\W+", "-", f"draw-{rules}"), corridor(rules))
    pyffish.load_variant_config(fairy_text(spec)[0])
    name, line = variant_name(spec), ["a1a2", "a4a3", "a2a1", "a3a4"] * 3
    ends = [n for n in range(len(line) + 1)
            if pyffish.is_optional_game_end(name, pyffish.start_fen(name), line[:n])[0]]
    assert (ends[0] if ends else None) == last


@pytest.mark.parametrize(("moves", "is_said"), [("fW", True), ("fWbF", True), ("fsW", False), ("mW", False)])
def test_moves_that_cannot_be_taken_back_are_progress(tmp_path: Path, moves: str, is_said: bool) -> None:
    """The engine counts on where a move of such a piece could be taken back."""
    import pyffish

    game = corridor({"repetition": None, "no_progress": {"actions": 2, "moves_of": ["runner"]}})
    game["pieces"]["runner"]["moves"] = moves
    spec = written(tmp_path / f"progress-{moves}", game)
    if not is_said:
        with pytest.raises(FabgenError, match="a move that a runner can take back is no progress"):
            fairy_text(spec)
        return
    pyffish.load_variant_config(fairy_text(spec)[0])
    name = variant_name(spec)
    assert not pyffish.is_optional_game_end(name, pyffish.start_fen(name), ["a1a2", "a4a3"])[0]


def test_all_that_cannot_be_said_is_listed_at_once(tmp_path: Path) -> None:
    rules = {"set": "standard", "passing": "always", "swap": True, "win": [{"ring": "any"}]}
    with pytest.raises(FabgenError) as caught:
        fairy_text(written(tmp_path / "game", random_game(0) | {"rules": rules}))
    assert [problem.where.key for problem in caught.value.problems] == ["rules.passing", "rules.swap", "rules.win[1]"]


def test_where_captured_pieces_lie_is_a_warning_and_changes_no_count(tmp_path: Path) -> None:
    spec = written(tmp_path / "aside", random_game(0) | {"rules": {"set": "standard", "captured": "captor"}})
    text, [problem] = fairy_text(spec)
    assert (problem.where.key, problem.level) == ("rules.captured", "warning")
    assert counts_here(spec, 3) == counts_there(variant_name(spec), text, 3)


def test_a_game_with_the_name_of_a_variant_of_the_engine_is_another_variant(tmp_path: Path) -> None:
    """The engine passes over a section with a name that it knows, and would play its own game."""
    spec = written(tmp_path / "atomic", random_game(0))
    text, _ = fairy_text(spec)
    assert counts_here(spec, 1) == counts_there(variant_name(spec), text, 1) != counts_there("atomic", text, 1)


def test_the_name_of_a_folder_cannot_end_the_name_of_a_section(tmp_path: Path) -> None:
    spec = written(tmp_path / "odd name [x:y]", random_game(0))
    text, _ = fairy_text(spec)
    assert text.startswith("# Random 0, by Nobody\n[fabgen-odd-name-x-y-]\n")
    assert counts_here(spec, 1) == counts_there(variant_name(spec), text, 1)


def test_a_first_move_and_a_rider_are_told(tmp_path: Path) -> None:
    game = random_game(0)
    game["pieces"]["kind0"]["moves"] = "WiF"
    game["pieces"]["kind1"]["moves"] = "WDD"
    with pytest.raises(FabgenError) as caught:
        fairy_text(written(tmp_path / "game", game))
    assert [problem.where.key for problem in caught.value.problems] == ["pieces.kind0.moves", "pieces.kind1.moves"]


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
    assert "fabgen-duel" in pyffish.variants()


@pytest.mark.parametrize("words", [[], ["--fairy", "--pod", "drivethru"]])
def test_what_to_export_must_be_said(words: list[str]) -> None:
    done = CliRunner().invoke(export, ["correction", *words])
    assert done.exit_code == 2
    assert "either --pod with a service" in done.output
