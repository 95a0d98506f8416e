"""A translation file of a game: its names, titles and rules text in another language, everything else as it was; what
a translation must keep of its source; and what is printed where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from specs import GAME

from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.diagrams.legend import draw_legend
from fabgen.figures.positions.captions import write_claim_lines
from fabgen.figures.positions.position_words import describe_position
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.load import Spec, load_spec
from fabgen.spec.rules_file import read_rules_text
from fabgen.spec.translation import game_texts, read_translation, replace_texts, rules_passages
from fabgen.typeset.blocks import Heading, Listing, Paragraph, TextTable, plain_text

RULES = """\
# To begin

You *move* first, as `a1-a2` says: see [the end](#the-end).
It is **easy**.

![The board.](board)
![](setup)

- One item
- Two

> A note.

| Word | Number |
|:-----|-------:|
| one  | 1      |

# The end

You win.
"""
GERMAN = {
    "To begin": "Am Anfang",
    "You *move* first, as `a1-a2` says: see [the end](#the-end).\nIt is **easy**.":
        "Du *ziehst* zuerst, wie `a1-a2` sagt: siehe [das Ende](#the-end). Es ist **leicht**.",
    "![The board.](board)": "![Das Brett.](board)",
    "One item": "Ein Punkt",
    "Two": "Zwei",
    "A note.": "Ein Hinweis.",
    "Word": "Wort",
    "Number": "Zahl",
    "one": "eins | zwei",
    "The end": "Das Ende",
    "You win.": "Du gewinnst.",
}
TRANSLATED_RULES = """\
# Am Anfang

Du *ziehst* zuerst, wie `a1-a2` sagt: siehe [das
Ende](#das-ende). Es ist **leicht**.

![Das Brett.](board)
![](setup)

- Ein Punkt
- Zwei

> Ein Hinweis.

| Wort | Zahl |
|:-----|-------:|
| eins \\| zwei  | 1      |

# Das Ende

Du gewinnst.
"""


def entries(texts: dict[str, str]) -> list[dict[str, str]]:
    return [{"source": source, "text": text} for source, text in texts.items()]


def game(folder: Path, rules: list[dict[str, str]] | None = None, names: dict[str, Any] | None = None,
         **keys: Any) -> Path:
    """A small game with a German translation beside it."""
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "rules.md").write_text(RULES, "utf-8")
    data = {"language": "de", **keys, "game": names or {}, "rules": entries(GERMAN) if rules is None else rules}
    (folder / "de.yaml").write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    return folder


def german(folder: Path) -> Spec:
    return load_spec(str(folder), allow_errors=True, language="de")


def translation_problems(spec: Spec, level: str = "error") -> list[Problem]:
    return [problem for problem in spec.problems if problem.where.file.endswith("de.yaml") and problem.level == level]


def test_the_passages_of_a_text_are_what_has_words() -> None:
    assert [passage.text for passage in rules_passages(RULES)] == list(GERMAN)


def test_every_passage_is_translated_in_its_place_and_links_follow_the_headings(tmp_path: Path) -> None:
    assert read_rules_text(german(game(tmp_path))) == TRANSLATED_RULES


def test_the_blocks_of_the_book_are_the_same(tmp_path: Path) -> None:
    book = read_game_rulebook(german(game(tmp_path)))
    kinds = [type(block) for block in book.body]
    assert kinds[:2] == [Heading, Paragraph]
    assert [kinds.count(kind) for kind in (Heading, Listing, TextTable)] == [2, 1, 1]
    assert plain_text(book.body[0].text) == "Am Anfang"  # type: ignore[union-attr]
    assert (book.language, book.contents) == ("de", "Inhalt")


def test_names_are_translated_and_keys_stay(tmp_path: Path) -> None:
    source = load_spec(str(game(tmp_path))).game
    names = {key: {"source": text, "text": f"Neu {key.partition('.')[0]}"} for key, text in game_texts(source).items()}
    translated = german(game(tmp_path, names=names)).game
    assert list(translated.players) == list(source.players)
    assert list(translated.pieces) == list(source.pieces)
    player, piece = next(iter(source.players)), next(iter(source.pieces))
    assert translated.title == "Neu title"
    assert translated.player_name(player) == "Neu players"
    assert translated.piece_name(piece) == "Neu pieces"
    assert translated.piece_name(piece, 2) == "Neu pieces"
    assert translated.language == "de"
    assert {*game_texts(translated).values()} == {f"Neu {key.partition('.')[0]}" for key in game_texts(source)}


def test_words_of_the_key_of_a_board_are_translated() -> None:
    """What signs of the art mean, and what is said of framed spaces and of tokens."""
    for name, key, text in (("charing-cross", "art_key.h2", "White may move in"),
                            ("abstract-game", "meanings.red", "Red: open when the piece count is even")):
        game = load_spec(name).game
        assert game_texts(game)[key] == text
        board = replace_texts(game, lambda where, _, key=key: "Wort" if where == key else None).board
        assert [board.art_key.get("h2"), *(zone.meaning for zone in board.zones.values())].count("Wort") == 1
    game = load_spec("correction").game
    assert game_texts(game)["tokens.denial.meaning"] == "A denial token stops a move"
    made = replace_texts(game, lambda where, _: "Wort" if where == "tokens.denial.meaning" else None)
    assert (made.tokens["denial"].meaning, made.token_name("denial")) == ("Wort", "denial")


def test_names_of_several_aids_are_translated_too() -> None:
    texts = game_texts(load_spec("correction").game)
    assert (texts["aids.quick reference"], texts["aids.quick reference.plural"]) == (
        "quick reference", "quick references")
    spec = load_spec("correction", language="de")
    assert spec.game.aid_name("quick reference", 2, english=False) == "Kurzübersichten"


def test_what_is_not_translated_is_counted_in_one_warning(tmp_path: Path) -> None:
    rules = entries({**GERMAN, "You win.": "", "Two": ""})
    rules[0]["former"] = "Once it began"  # the source has changed since
    spec = german(game(tmp_path, rules))
    (warning,) = translation_problems(spec, "warning")
    strings = len(game_texts(load_spec(str(tmp_path)).game))
    assert warning.what.startswith(f"{strings + 3} of {strings + 11} texts are not translated, or changed since, and ")
    assert read_rules_text(spec).startswith("# To begin\n")
    assert "\n- Ein Punkt\n- Two\n" in read_rules_text(spec)


@pytest.mark.parametrize(("source", "text", "what"), [
    ("![The board.](board)", "![Das Brett.](setup)", 
     "compared with its source, this translation lacks the figure `board` and adds the figure `setup`"),
    ("You win.", "Du [gewinnst](#the-end).", "compared with its source, this translation adds the link `#the-end`"),
    ("A note.", "Ein `c3`.", "compared with its source, this translation adds the notation `c3`"),
    ("You win.", "1. Du gewinnst.",
     "this translation would be read as ordered list, its source is one passage of text"),
    ("You win.", "Du\n\ngewinnst.",
     "this translation would be read as several paragraphs, its source is one passage of text"),
])
def test_a_translation_that_loses_something_is_an_error_at_its_place(
    tmp_path: Path, source: str, text: str, what: str
) -> None:
    (problem,) = translation_problems(german(game(tmp_path, entries({**GERMAN, source: text}))))
    assert problem.what == what
    number = list(GERMAN).index(source) + 1
    assert problem.where.key == f"rules[{number}].text"
    lines = (tmp_path / "de.yaml").read_text("utf-8").splitlines()
    assert text.split("\n")[0].strip("'\"")[:8] in lines[problem.where.line - 1]


@pytest.mark.parametrize(("length", "what"), [(40, ""), (41, "41 characters are too many for the key of a board")])
def test_words_of_the_key_of_a_board_are_as_short_in_a_translation(tmp_path: Path, length: int, what: str) -> None:
    """They may have signs that names have not."""
    key, text = "tokens.flag.meaning", f"1: {'s' * (length - 3)}"
    folder = game(tmp_path, names={key: {"source": "no entry", "text": text}})
    spec_file = folder / "game.yaml"
    spec_file.write_text(spec_file.read_text("utf-8").replace("mark: star,", "mark: star, meaning: no entry,"), "utf-8")
    spec = german(folder)
    assert [problem.what for problem in translation_problems(spec)] == [what] * bool(what)
    assert what or spec.game.tokens["flag"].meaning == text


def test_a_name_with_signs_is_an_error_at_its_place(tmp_path: Path) -> None:
    piece = next(iter(load_spec(str(game(tmp_path))).game.pieces))
    spec = german(game(tmp_path, names={f"pieces.{piece}": {"source": piece, "text": "Bauer: 2"}}))
    (problem,) = translation_problems(spec)
    assert problem.what == "`Bauer: 2` cannot be a name"


def test_a_language_that_fabgen_does_not_speak_needs_words(tmp_path: Path) -> None:
    game(tmp_path)
    text = (tmp_path / "de.yaml").read_text("utf-8").replace("language: de", "language: pl")
    (tmp_path / "pl.yaml").write_text(text, "utf-8")
    spec = load_spec(str(tmp_path), allow_errors=True, language="pl")
    assert "fabgen does not speak `pl`: its own words are printed in English" in [p.what for p in spec.problems]
    assert spec.game.language == "en"


@pytest.mark.parametrize(("text", "what"), [
    (None, "the game is not translated into `de`: there is no file"),
    ("language: de\ncontents: Inhalt\n", "this is not the translation of a game: it has neither `game` nor `rules`"),
    ("language: de\nrules: [{text: x}]\n", "the key `source` is missing"),
    ("language: de\nrules: []\nrule: 1\n", "unknown key `rule`"),
])
def test_a_file_that_is_no_translation_is_refused(tmp_path: Path, text: str | None, what: str) -> None:
    if text is not None:
        (tmp_path / "de.yaml").write_text(text, "utf-8")
    with pytest.raises(FabgenError) as caught:
        read_translation(tmp_path, "de")
    (problem,) = caught.value.problems
    assert problem.what.startswith(what)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_correction_is_translated_as_a_whole(language: str) -> None:
    spec = load_spec("correction", language=language)
    assert [problem for problem in spec.problems if problem.where.file.endswith(f"{language}.yaml")] == []
    source = load_spec("correction")
    assert len(rules_passages(read_rules_text(spec))) == len(rules_passages(read_rules_text(source)))
    same = {*game_texts(spec.game).values()} & {*game_texts(source.game).values()}
    assert same <= {"Correction", "orange", "Orange"}
    left = {p.text for p in rules_passages(read_rules_text(spec))} & {
        p.text for p in rules_passages(read_rules_text(source))}
    assert left == set()


@pytest.mark.parametrize(("language", "lines", "zone", "token"), [
    ("de", ["Gespielt: a5 nach b6", "Die Antwort darf „passen“ oder „verbannen“ sein, aber nicht „Veto“.",
            "Orange antwortet."],
     "Startreihe von Grün", "Veto-Marker"),
    ("fr", ["Joué\N{NO-BREAK SPACE}: a5 vers b6",
            "La réponse peut être «\N{NO-BREAK SPACE}passer\N{NO-BREAK SPACE}» ou "
            "«\N{NO-BREAK SPACE}bannir\N{NO-BREAK SPACE}», mais pas «\N{NO-BREAK SPACE}veto\N{NO-BREAK SPACE}».",
            "Réponse\N{NO-BREAK SPACE}: Orange."],
     "rangée d’entrée de Vert", "jeton Veto"),
])
def test_captions_and_the_legend_have_the_translated_names(
    language: str, lines: list[str], zone: str, token: str
) -> None:
    spec = load_spec("correction", language=language)
    words = load_words(spec.game.language)
    (case,) = [case for case in spec.cases if case.example.id == "last-defence"]
    assert [plain_text(line.text) for line in write_claim_lines(spec, case, words)] == lines
    entries = draw_legend(spec, words)[1]
    assert zone in entries
    assert token in entries


def test_a_position_is_described_with_the_translated_names() -> None:
    spec = load_spec("correction", language="de")
    (case,) = [case for case in spec.cases if case.example.id == "recover"]
    assert describe_position(spec, case.start, load_words("de")) == (
        "Grün: 1 Bauer auf c3. Orange: 1 Springer auf d4. Ein Veto-Marker liegt auf d4. "
        "Orange hat im Vorrat: 4 Bauern und 1 Speerträger. Grün ist am Zug. Das Einsetzen ist abgeschlossen")


def test_the_words_of_a_game_for_captures_are_translated() -> None:
    game = load_spec("chess-battle").game
    keys = {key: text for key, text in game_texts(game).items() if key.startswith("terms.")}
    assert keys == {"terms.capture": "eliminate", "terms.captured": "eliminated"}
    terms = {"terms.capture": "ausschalten", "terms.captured": "ausgeschaltet"}
    translated = replace_texts(game, lambda key, _: terms.get(key))
    assert (translated.terms.capture, translated.terms.captured) == ("ausschalten", "ausgeschaltet")
