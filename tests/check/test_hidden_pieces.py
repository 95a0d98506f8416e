"""Bodies of pieces that the rules hide from opponents, and figures as a player sees them."""

from pathlib import Path

import pytest
from rules.outside.hidden_games import HIDING
from specs import put

from fabgen.check.game import check_spec
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.spec.load import load_spec

FRIEND, THIEF = "{tile: square, back: eye, face: sign, sign: heart}", "{tile: square, back: eye, face: sign, sign: key}"


def problems(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    text = HIDING
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = put(tmp_path, text)
    path.with_name("rules.md").write_text("# Masks\n\nCells are named by column and row: `b2-b3` moves.\n", "utf-8")
    found = check_spec(load_spec(str(path), allow_errors=True), book=False)
    return [f"{problem.where.key}: {problem.what}" for problem in found]


def test_tiles_with_one_back_are_sound(tmp_path: Path) -> None:
    assert problems(tmp_path) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([(FRIEND, "{standee: pawn}")],
         ["pieces.friend.body: the friend is hidden from opponents, and its body shows it"]),
        ([(THIEF, THIEF.replace("eye", "moon"))],
         ["pieces.thief.body: the thief and the friend are hidden from opponents, and differ from behind"]),
        ([(THIEF, THIEF.replace("square", "disc"))],
         ["pieces.thief.body: the thief and the friend are hidden from opponents, and differ from behind"]),
        ([(FRIEND, FRIEND.replace("back: eye, ", "")), (THIEF, THIEF.replace("back: eye, ", ""))], []),
        ([(FRIEND, FRIEND.replace("back: eye, ", "")), (THIEF, THIEF.replace("back: eye, ", "")),
          ("acrylic-3mm/white", "acrylic-3mm/clear")],
         ["pieces.friend.body: the friend of white is hidden from opponents, and its face is seen through clear",
          "pieces.thief.body: the thief of white is hidden from opponents, and its face is seen through clear"]),
    ],
)
def test_bodies_that_show_what_the_rules_hide(tmp_path: Path, changes: list, expected: list[str]) -> None:
    found = [problem for problem in problems(tmp_path, *changes) if "hidden from opponents" in problem]
    assert len(found) == len(expected)
    for problem, start in zip(sorted(found), expected, strict=True):
        assert problem.startswith(start)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("view: black\n    position", "view: blak\n    position", "examples[2].view: there is no player `blak`"),
        ("  hidden: {pieces: [friend, thief]}\n", "", "examples[1].view: every player sees everything in this game"),
    ],
)
def test_views_of_examples_that_do_not_fit(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert expected in problems(tmp_path, (old, new))


def figure_words(tmp_path: Path, kind: str, name: str):
    path = put(tmp_path, HIDING)
    spec = load_spec(str(path))
    return draw_figure(spec, kind, name)


def test_a_figure_tells_what_its_viewer_sees(tmp_path: Path) -> None:
    """White's pieces are named, black's are not; after the line, everybody knows the one that has captured."""
    secret = figure_words(tmp_path, "example", "secret").alt
    assert "White has 4 friends on b1, d1, b2 and d2; 3 thieves on" in secret
    assert "Black has 7 hidden pieces on b4, c4, d4, e4, b5, c5 and d5" in secret
    assert "As White sees it." in secret
    caught = figure_words(tmp_path, "example", "caught").alt
    assert "White has 3 hidden pieces on a1, b2 and c3" in caught
    assert "White has 1 friend on c4; 2 hidden pieces on a1 and b2" in caught
    both, blacks = (figure_words(tmp_path, "position", name).alt for name in ("both", "blacks"))
    assert "hidden" not in both
    assert "White has 3 hidden pieces on a1, b2 and c3" in blacks
    assert "thief on d5" in blacks


def test_a_hidden_piece_is_a_figure_of_its_own(tmp_path: Path) -> None:
    assert figure_words(tmp_path, "piece", "black-hidden").caption == "Hidden piece of Black"
