"""A language is one file: with every word of it changed, no English word that fabgen says is left in anything that a
player or a maker reads; the code and the catalogue have the same keys; what is wrong in a file is reported where it
stands, and what it lacks once, in one warning."""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import yaml
from fontTools.ttLib import TTFont
from pypdfium2 import PdfDocument

import fabgen.artwork
from fabgen.core.languages import BUILT_IN_WORDS, Catalogue, english_entries, load_words, read_catalogue
from fabgen.core.plurals import FORMS
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.diagrams.catalogue import draw_all_figures
from fabgen.production.print_files import make_print_files
from fabgen.production.rulebook_files import make_rulebooks
from fabgen.rules.betza import parse_betza
from fabgen.spec.build_options import Options
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec

LATIN, OTHER = "abcdefghijklmnopqrstuvwxyz", "абцдефгхийклмнопярстувъьыз"
TABLE = str.maketrans(LATIN + LATIN.upper(), OTHER + OTHER.upper())
NEUTRAL = {"fabgen", "mm", "Letter", "in", "m"}  # names and units
GAMES = ("correction", "incorrect-checkers", "chess-battle")


def foreign(text: str) -> str:
    """The text in letters that no English word has; what is filled in keeps its name."""
    return "".join(part if part.startswith("{") else part.translate(TABLE) for part in re.split(r"(\{\w+\})", text))


def foreign_entries() -> dict[str, Any]:
    """The English entries with every word changed."""
    return {key: foreign(entry) if isinstance(entry, str) else {form: foreign(text) for form, text in entry.items()}
            for key, entry in english_entries().items()}


def language() -> dict[str, Any]:
    """A file with these words, in a language that nobody speaks."""
    return {"language": "x-test", **foreign_entries()}


def game(name: str, folder: Path) -> Path:
    """A template in that language: its titles and its book too, but for the names that its rules and notation use."""
    shutil.copytree(template_folders()[name], folder / name)
    (folder / name / "words.yaml").write_text(yaml.safe_dump(language(), allow_unicode=True), "utf-8")
    path = folder / name / "game.yaml"
    value = yaml.safe_load(path.read_text("utf-8")) | {"language": "words.yaml"}
    for key in ("title", "designer", "summary", "source"):
        value |= {key: foreign(value[key])} if key in value else {}
    for figure in [*value["examples"], *value.get("positions", [])]:
        figure["title"] = foreign(figure["title"])
    for ruling in value.get("rulings", {}).values():
        if isinstance(ruling, dict):
            ruling |= {key: foreign(str(ruling[key])) for key in ("question", "answer", "why") if key in ruling}
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), "utf-8")
    figures = [f"![](moves:{piece})" for piece in value["pieces"]]
    figures += [f"![](example:{example['id']})" for example in value["examples"]]
    text = ["# 1", "![](components)", "![](setup)", "![](legend)", *figures, f"# {foreign('Quick reference')}", "2."]
    (folder / name / "rules.md").write_text("\n\n".join(text) + "\n", "utf-8")
    return path


def named(path: Path) -> set[str]:
    """The words of a spec that stand in books as they are: names, notation with that of its rules, readings of
    rulings."""
    setting = load_spec(str(path)).setting
    value = yaml.safe_load(path.read_text("utf-8"))
    texts = [*_strings({key: value.get(key) for key in ("players", "pieces", "tokens", "aids", "rulings", "terms")}),
             *_strings([{k: v for k, v in e.items() if k != "title"} for e in value["examples"]]),
             *_strings(value["board"].get("zones", {})), *_strings(value.get("setup", "")),
             *map(str, setting.notes), "turn", "pending"]
    return {word.casefold() for text in texts for word in re.findall(r"[A-Za-z]+", text)}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from map(str, value)
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _strings(one)
    elif isinstance(value, str):
        yield value


def read(data: bytes, tag: str = "x-test") -> Iterator[str]:
    """What can be read in a PDF of a language: on its pages, in its bookmarks, its metadata, and by who cannot see its
    figures."""
    for page in PdfDocument(data):
        yield page.get_textpage().get_text_bounded()
    with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_outline() as outline:
        yield from (item.title for item in outline.root)
        yield str(pdf.docinfo.get("/Title", ""))
        assert pdf.Root.Lang == tag
        yield from (str(one.Alt) for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one)


def read_page(page: str) -> Iterator[str]:
    """What can be read in a web page: its words, those of its pictures, and what it says of itself."""
    assert '<html lang="x-test">' in page
    without_style = re.sub(r"<style>.*?</style>", " ", page, flags=re.S)
    yield unescape(re.sub(r"<[^>]*>", " ", without_style))
    yield from (unescape(text) for text in re.findall(r'<meta name="(?:author|description)" content="([^"]*)"', page))


def english(texts: Iterator[str], known: set[str]) -> set[str]:
    """English words; upright ones that a PDF runs together are told apart by their capitals."""
    found = {word for text in texts for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text) if len(word) > 1}
    return {word for word in found if word not in NEUTRAL and word.casefold() not in known}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_in_books_and_figures(name: str, tmp_path: Path) -> None:
    path = game(name, tmp_path)
    spec, known = load_spec(str(path)), named(path)
    for made in make_rulebooks(spec, Options(books=("a5", "booklet-a4", "html")), lambda _: None):
        if made.path.endswith(".html"):
            assert english(read_page(made.data.decode()), known) == set()
        else:
            assert english(read(made.data) if "booklet" not in made.path else _pages(made.data), known) == set()
    assert english((text for one in draw_all_figures(spec) for text in (one.caption, one.alt)), known) == set()


def _pages(data: bytes) -> Iterator[str]:
    for page in PdfDocument(data):
        yield page.get_textpage().get_text_bounded()


@pytest.mark.slow
@pytest.mark.parametrize(("assembly", "standees"), [("fold", "tent"), ("duplex", "slotted"), ("single", "tent")])
@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_on_sheets(name: str, assembly: str, standees: str, tmp_path: Path) -> None:
    path = game(name, tmp_path)
    options = Options(papers=("a4", "poster"), assembly=assembly, standees=standees)
    files = [*make_print_files(load_spec(str(path)), options, lambda _: None)]
    assert files
    for made in files:
        assert english(read(made.data), named(path)) == set()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["none", "fmWfcF", "K", "N", "nN", "fN", "bsN", "lN", "B", "R3", "fW2", "mWcF",
                                  "fimW2", "D", "nA", "nZ", "vWlF", "fhN"])
def test_no_english_is_left_in_what_is_said_of_movement(text: str) -> None:
    told = parse_betza(text).words(Catalogue("x-test", foreign_entries(), "en"))
    assert told
    assert re.findall("[A-Za-z]", told) == []


# ---- Keys

KEY = re.compile(r"[a-z]+(_[a-z0-9]+)*")


def said() -> Iterator[tuple[str, bool]]:
    """The keys that code asks for by their names, and whether it counts; of a key whose end it chooses, as `number_2`,
    the start."""
    for path in sorted((Path(__file__).parents[2] / "fabgen").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("text", "count") and node.args:
                first = node.args[0]
                for choice in [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]:
                    start = choice.values[0] if isinstance(choice, ast.JoinedStr) else choice
                    if isinstance(start, ast.Constant) and KEY.fullmatch(str(start.value).rstrip("_")):
                        yield str(start.value), ast.unparse(node.func).endswith(".count")


def constants() -> set[str]:
    """Every text in the code."""
    return {node.value for path in (Path(__file__).parents[2] / "fabgen").rglob("*.py")
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.slow
def test_the_code_and_the_catalogue_have_the_same_keys() -> None:
    english, calls, written = english_entries(), dict(said()), constants()
    starts = {key for key in calls if key.endswith("_")}
    assert len(calls) > 150
    assert starts == {"number_", "direction_", "action_", "held_", "pattern_", "place_"}
    counted = {key: not isinstance(entry, str) for key, entry in english.items()}
    assert {key: counted.get(key) for key in calls if key not in starts} == {
        key: counts for key, counts in calls.items() if key not in starts}
    named = {key for key in english if key in written or key.startswith((*starts, "section_", "note_"))}
    assert english.keys() - named == set(), "no code asks for these"


# ---- What is wrong in a file


def polish(**changed: Any) -> dict[str, Any]:
    """A whole file of words with the plural forms of Polish, in English; None takes an entry out."""
    entries = {key: entry if isinstance(entry, str) else
               {"one": entry["one"], "few": entry["other"], "many": entry["other"]}
               for key, entry in english_entries().items()}
    return {key: entry for key, entry in ({"language": "pl"} | entries | changed).items() if entry is not None}


def written(folder: Path, data: dict[str, Any]) -> Path:
    (folder / "words.yaml").write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    return folder / "words.yaml"


def problems(folder: Path, data: dict[str, Any]) -> list[Problem]:
    with pytest.raises(FabgenError) as caught:
        read_catalogue(written(folder, data))
    return list(caught.value.problems)


PLAYERS = {"one": "{count} gracz", "few": "{count} graczy", "many": "{count} graczy"}
WRONG = [
    ("players", PLAYERS | {"few": None}, "`players.few` is empty", "put it in quotes to keep it as text"),
    ("players", PLAYERS | {"two": "dwa"}, "`players` has a plural form `two`, and Polish has none of that name",
     "its forms are one, few and many"),
    ("players", PLAYERS | {"many": "wielu"},
     "the form `many` of `players` is for numbers such as 0, 5, 6 and 7, and does not say which",
     "write {count} where the number goes"),
    ("steps", {"one": "krok", "few": "{count} kroki", "many": "kroków"},
     "the form `many` of `steps` is for numbers such as 0, 5, 6 and 7, and does not say which",
     "write {number} where the number goes"),
    ("players", "{count} graczy", "`players` depends on a number: it needs a text for each plural form of Polish",
     'write it like this, translated: '
     'players: {one: "1 player", few: "{count} players", many: "{count} players"}'),
    ("contents", PLAYERS, "`contents` is one text, without plural forms",
     'write it like this, translated: contents: "Contents"'),
    ("contents", 12, "`12` is not text", "put it in quotes to keep it as text"),
    ("number_0", False, "`false` is not text", "put it in quotes to keep it as text"),
    ("byline", "Gra {autor}", "`{autor}` is not filled in here", "what can be filled in: {designer}"),
    ("byline", "Gra {designer!r:>5}", "`{designer!r:>5}` is not filled in here",
     "what can be filled in: {designer}"),
    ("notes", "{count}", "`{count}` is not filled in here", "here nothing is: write it out"),
    # Filled in until the bases of standing pieces were a grid, of which the sheet is said.
    ("tent_bases", "Klej {sizes}.", "`{sizes}` is not filled in here", "what can be filled in: {sheets}"),
    ("byline", "Gra {designer", "a brace in `Gra {designer` has no partner",
     "write {{ or }} for a brace that is to be printed"),
    ("section_reserve", 3, "`3` is not text", "put it in quotes to keep it as text"),
    ("note_mine_clock", "Zegar: {time}", "`{time}` is not filled in here", "what can be filled in: {value}"),
]


@pytest.mark.parametrize(("key", "value", "what", "hint"), WRONG)
def test_what_is_wrong_in_a_file_is_said_once(tmp_path: Path, key: str, value: Any, what: str, hint: str) -> None:
    (problem,) = problems(tmp_path, polish(**{key: value}))
    assert (problem.what, problem.hint, problem.level) == (what, hint, "error")
    assert problem.where.file == str(tmp_path / "words.yaml")
    assert problem.where.key.split(".")[0] == key
    line = (tmp_path / "words.yaml").read_text("utf-8").splitlines()[problem.where.line - 1]
    if value is not None:
        assert line.split(":")[0].strip() in (key, problem.where.key.partition(".")[2])


def test_what_is_missing_is_english_and_listed_in_one_warning(tmp_path: Path) -> None:
    words = read_catalogue(written(tmp_path, polish(contents=None, rings={"one": "1 obwódka"}, players=None)))
    (warning,) = words.warnings
    assert (warning.level, warning.code, warning.where.line) == ("warning", "words.missing", 1)
    assert warning.what == "4 texts are missing and are printed in English: contents, players, rings.few, rings.many"
    assert f"`fabgen new-words pl --from {tmp_path / 'words.yaml'} -o NEW.yaml`" in warning.hint
    assert words.text("contents") == "Contents"
    assert [words.count("players", number) for number in (1, 3)] == ["1 player", "3 players"]
    assert [words.count("rings", number) for number in (1, 3, 5)] == ["1 obwódka", "3 rings", "5 rings"]


def test_what_is_missing_is_taken_from_the_shipped_language_of_the_same_tag(tmp_path: Path) -> None:
    words = read_catalogue(written(tmp_path, {"language": "de-CH", "board_title": "Brett"}))
    (warning,) = words.warnings
    assert "are printed in fabgen's own German: contents, quick_reference, byline" in warning.what
    assert warning.what.endswith(" more")
    assert (words.text("board_title"), words.text("contents"), words.count("pages", 2, pages="2")) == (
        "Brett", "Inhalt", "Seiten 2")


def test_a_file_with_nothing_but_its_language_loads(tmp_path: Path) -> None:
    words = read_catalogue(written(tmp_path, {"language": "pl"}))
    assert len(words.warnings) == 1
    assert words.text("contents") == "Contents"
    assert [words.count("players", number) for number in (1, 3, 5)] == ["1 player", "3 players", "5 players"]


@pytest.mark.parametrize(("keys", "what", "hint"), [
    (["notse"], "this key is unknown and not used: notse", "did you mean notes?"),
    (["notse", "byelin"], "these keys are unknown and not used: notse, byelin",
     "compare them with `fabgen new-words`, or delete them"),
])
def test_unknown_keys_are_listed_in_one_warning(tmp_path: Path, keys: list[str], what: str, hint: str) -> None:
    (warning,) = read_catalogue(written(tmp_path, polish(**dict.fromkeys(keys, "x")))).warnings
    assert (warning.what, warning.hint, warning.where.key) == (what, hint, "notse")


@pytest.mark.parametrize(("tag", "what", "hint"), [
    (None, "the key `language` is missing", 'write the tag of the language in quotes, as in language: "pl"'),
    (False, "`false` is not text", 'write the tag of the language in quotes, as in language: "pl"'),  # Norwegian: no
])
def test_a_file_says_its_language(tmp_path: Path, tag: Any, what: str, hint: str) -> None:
    (problem,) = problems(tmp_path, polish(language=tag))
    assert (problem.what, problem.hint) == (what, hint)


def test_other_is_allowed_where_only_fractions_have_it(tmp_path: Path) -> None:
    words = read_catalogue(written(tmp_path, polish(players=PLAYERS | {"other": "{count} gracza"})))
    assert words.count("players", 5) == "5 graczy"


def test_a_language_with_one_form_needs_no_forms(tmp_path: Path) -> None:
    entries = {key: entry if isinstance(entry, str) else entry["other"] for key, entry in english_entries().items()}
    words = read_catalogue(written(tmp_path, entries | {"language": "ja", "players": "{count} 人"}))
    assert [words.count("players", number) for number in (1, 2)] == ["1 人", "2 人"]


@pytest.mark.parametrize(("tag", "warned"), [("polish", True), ("pl_PL", True), ("x-elvish", False), ("de-CH", False)])
def test_a_language_that_cldr_lacks_has_the_forms_of_english(tmp_path: Path, tag: str, warned: bool) -> None:
    words = read_catalogue(written(tmp_path, {"language": tag, **foreign_entries()}))
    assert (words.count("players", 1), words.count("players", 2)) == (foreign("1 player"), foreign("2 players"))
    assert [(problem.code, problem.level) for problem in words.warnings] == (
        [("words.unknown-language", "warning")] if warned else [])


def test_a_section_of_another_rule_set_may_have_words(tmp_path: Path) -> None:
    words = read_catalogue(written(tmp_path, polish(section_reserve="rezerwa")))
    assert words.text("section_reserve") == "rezerwa"
    assert "section_reserve" not in load_words()


def test_a_note_of_another_rule_set_may_have_words(tmp_path: Path) -> None:
    words = read_catalogue(written(tmp_path, polish(note_mine_clock="Zegar: {value}.")))
    assert words.text("note_mine_clock", value=3) == "Zegar: 3."


def test_english_has_the_forms_of_english() -> None:
    forms = [[*entry] for entry in english_entries().values() if not isinstance(entry, str)]
    assert len(forms) > 20
    assert all(each == ["one", "other"] for each in forms)
    assert {"one", "other"} <= {*FORMS}


@pytest.mark.parametrize("name", ["../words.yaml", "link.yaml", "a\0.yaml", "pipe.yaml", "folder.yaml", "none.yaml"])
def test_a_language_of_ones_own_is_a_file_in_the_folder_of_the_game(tmp_path: Path, name: str) -> None:
    if os.name != "posix":
        pytest.skip("links and pipes of POSIX")
    words = (BUILT_IN_WORDS / "en.yaml").read_text("utf-8")
    (tmp_path / "words.yaml").write_text(words, "utf-8")
    game = tmp_path / "game"
    (game / "folder.yaml").mkdir(parents=True)
    (game / "words.yaml").write_text(words, "utf-8")
    (game / "link.yaml").symlink_to("../words.yaml")
    os.mkfifo(game / "pipe.yaml")
    assert load_words("words.yaml", game).language == load_words("en").language
    with pytest.raises(FabgenError) as caught:
        load_words(name, game)
    assert len(caught.value.problems) == 1


# ---- The languages that are shipped

SHIPPED = ("de", "en", "es", "fr", "nl")
FORMS_OF_ALL = ["one", "other"]  # CLDR's for whole numbers up to 1000, in each of these languages


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_five_languages_are_shipped() -> None:
    assert tuple(sorted(path.stem for path in BUILT_IN_WORDS.glob("*.yaml"))) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_language_has_every_key_with_the_same_placeholders_and_all_forms(name: str) -> None:
    words = read_catalogue(BUILT_IN_WORDS / f"{name}.yaml")
    assert words.warnings == ()
    assert load_words(name).entries == words.entries, "which nobody looks for mistakes when it is loaded"
    assert list(words.entries) == list(english_entries())
    for key, example in english_entries().items():
        entry = words.entries[key]
        if isinstance(example, str):
            assert isinstance(entry, str), key
            assert fields(entry) == fields(example), key
        else:
            assert not isinstance(entry, str)
            assert list(entry) == FORMS_OF_ALL, key
            assert fields(entry["other"]) == fields(example["other"]), key


@pytest.mark.parametrize("name", SHIPPED)
def test_the_fonts_have_every_character_of_a_shipped_language(name: str) -> None:
    characters = set((BUILT_IN_WORDS / f"{name}.yaml").read_text("utf-8")) - {"\n"}
    fonts = sorted((Path(fabgen.artwork.__file__).parent / "fonts").glob("*.ttf"))
    assert fonts
    for font in fonts:
        assert characters <= {chr(code) for code in TTFont(font).getBestCmap()}, font.name


@pytest.mark.parametrize("name", ["de", "es", "fr", "nl"])
def test_a_shipped_language_is_not_left_in_english(name: str) -> None:
    """A few short entries are the same word in both languages; no sentence is."""
    words = read_catalogue(BUILT_IN_WORDS / f"{name}.yaml")
    same = [entry for key, entry in english_entries().items() if entry == words.entries[key]]
    words_alone = [re.sub(r"\{\w+\}", "", entry) for entry in same if isinstance(entry, str)]
    assert [text for text in words_alone if len(re.findall(r"\w+", text)) > 4] == []
    assert len(same) < 40


@pytest.mark.parametrize(("name", "sentence"), [
    ("de", "Zieht ein Feld diagonal nach vorn oder in L-Form (zwei Felder zur Seite und eins nach vorn), "
           "über alles dazwischen hinweg."),
    ("fr", "Déplacement\N{NO-BREAK SPACE}: une case en diagonale vers l’avant, ou en L (deux cases sur le côté et une "
           "en avant), par-dessus tout ce qui se trouve en chemin."),
    ("es", "Movimiento: una casilla en diagonal hacia delante, o en forma de L (dos casillas hacia un lado y una hacia "
           "delante), saltando por encima de todo lo que haya en medio."),
    ("nl", "Zet één veld schuin vooruit, of in een L-vorm (twee velden opzij en één vooruit), over alles heen wat "
           "ertussen staat."),
])
def test_a_movement_reads_as_a_sentence(name: str, sentence: str) -> None:
    assert parse_betza("fmFfsmN").words(load_words(name)) == sentence


@pytest.mark.parametrize(("name", "none", "one", "two"), [
    ("de", "0 Felder", "1 Feld", "2 Felder"),
    ("fr", "0 case", "1 case", "2 cases"),  # French counts 0 as one
    ("es", "0 casillas", "1 casilla", "2 casillas"),
    ("nl", "0 velden", "1 veld", "2 velden"),
])
def test_numbers_take_the_form_of_their_language(name: str, none: str, one: str, two: str) -> None:
    assert [load_words(name).count("spaces", number) for number in (0, 1, 2)] == [none, one, two]
