"""A language is one file: with every word of it changed, no English word that fabgen says is left in anything that a
player or a maker reads; and every phrase that the code says stands in the catalogue."""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import yaml
from pypdfium2 import PdfDocument

from fabgen.build import make_print_files, make_rulebooks
from fabgen.core.languages import BUILT_IN_WORDS, Phrases, load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.diagrams.catalogue import draw_all_figures
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


def language() -> dict[str, Any]:
    """The English catalogue with every word changed."""
    english = yaml.safe_load((BUILT_IN_WORDS / "en.yaml").read_text("utf-8"))
    phrases = {key: foreign(text) for key, text in english.pop("phrases").items()}
    return {key: foreign(text) for key, text in english.items()} | {"language": "x-test", "phrases": phrases}


def game(name: str, folder: Path) -> Path:
    """A template in that language: its titles and its book too, but for the names that its rules and notation use."""
    shutil.copytree(template_folders()[name], folder / name)
    (folder / name / "words.yaml").write_text(yaml.safe_dump(language(), allow_unicode=True), "utf-8")
    path = folder / name / "game.yaml"
    value = yaml.safe_load(path.read_text("utf-8")) | {"language": "words.yaml"}
    for key in ("title", "designer", "summary", "source"):
        value |= {key: foreign(value[key])} if key in value else {}
    for example in value["examples"]:
        example["title"] = foreign(example["title"])
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
    texts = [*_strings({key: value.get(key) for key in ("players", "pieces", "tokens", "aids", "rulings")}),
             *_strings([{k: v for k, v in e.items() if k != "title"} for e in value["examples"]]),
             *value["board"].get("zones", {}), *_strings(value.get("setup", "")),
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


def read(data: bytes) -> Iterator[str]:
    """What can be read in a PDF: on its pages, in its bookmarks, its metadata, and by who cannot see its figures."""
    for page in PdfDocument(data):
        yield page.get_textpage().get_text_bounded()
    with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_outline() as outline:
        yield from (item.title for item in outline.root)
        yield str(pdf.docinfo.get("/Title", ""))
        assert pdf.Root.Lang == "x-test"
        yield from (str(one.Alt) for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one)


def english(texts: Iterator[str], known: set[str]) -> set[str]:
    """English words; upright ones that a PDF runs together are told apart by their capitals."""
    found = {word for text in texts for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text) if len(word) > 1}
    return {word for word in found if word not in NEUTRAL and word.casefold() not in known}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_in_books_and_figures(name: str, tmp_path: Path) -> None:
    path = game(name, tmp_path)
    spec, known = load_spec(str(path)), named(path)
    for made in make_rulebooks(spec, Options(books=("a5", "booklet-a4")), lambda _: None):
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
    for made in make_print_files(load_spec(str(path)), options, lambda _: None):
        assert english(read(made.data), named(path)) == set()


@pytest.mark.parametrize("text", ["none", "fmWfcF", "K", "N", "nN", "fN", "bsN", "lN", "B", "R3", "fW2", "mWcF",
                                  "fimW2", "D", "nA", "nZ", "vWlF", "fhN"])
def test_no_english_is_left_in_what_is_said_of_movement(text: str) -> None:
    told = parse_betza(text).words(Phrases(language()["phrases"]))
    assert told
    assert re.findall("[A-Za-z]", told) == []


def said() -> Iterator[str]:
    """The phrases that code says by their English text."""
    for path in sorted((Path(__file__).parents[2] / "fabgen").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _called(node.func) in ("said", "translate") and node.args:
                first = node.args[0]
                choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                yield from (str(one.value) for one in choices if isinstance(one, ast.Constant))


def _called(function: ast.expr) -> str:
    return getattr(function, "id", getattr(function, "attr", ""))


@pytest.mark.slow
def test_every_phrase_stands_in_the_catalogue() -> None:
    phrases, found = load_words().phrases, list(said())
    assert len(found) > 40
    assert [text for text in found if text not in phrases] == []
    assert [text for text, told in phrases.items() if text != told] == [], "English says what the code says"


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
