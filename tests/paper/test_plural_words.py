"""A game in Polish: a file of words beside its spec, and the plural forms that it has on the sheets of the set.

The forms are CLDR's: one for 1; few for 2 to 4, 22 to 24 and so on; many for 0, 5 to 21, 25 to 31 and so on.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdfium2 import PdfDocument
from specs import changed, put

from fabgen.authoring.words_file import write_words_text
from fabgen.check.game import check_language
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.production.print_files import make_print_files
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec

TOKENS = {"raz": 1, "dwa": 2, "piec": 5, "dwanascie": 12, "sto": 22, "inny": 25}
NOUNS = {1: "żeton", 2: "żetony", 5: "żetonów", 12: "żetonów", 22: "żetony", 25: "żetonów"}
POLISH = (
    (
        '\ntokens:\n  one: "{token} token"\n  few: "{token} tokens"\n  many: "{token} tokens"\n',
        '\ntokens:\n  one: "żeton {token}"\n  few: "żetony {token}"\n  many: "żetonów {token}"\n',
    ),
    (
        '  one: "1 sheet of card, 160 to 200 g/m²"\n  few: "{count} sheets of card, 160 to 200 g/m²"\n'
        '  many: "{count} sheets of card, 160 to 200 g/m²"\n',
        '  one: "{count} arkusz kartonu"\n  few: "{count} arkusze kartonu"\n  many: "{count} arkuszy kartonu"\n',
    ),
    (
        '  one: "Board, {files} × {ranks}"\n  few: "Board, {files} × {ranks}"\n'
        '  many: "Board, {files} × {ranks}"\n',
        '  one: "Plansza, {files} × {ranks} pole"\n  few: "Plansza, {files} × {ranks} pola"\n'
        '  many: "Plansza, {files} × {ranks} pól"\n',
    ),
)


@pytest.fixture
def game(tmp_path: Path) -> Spec:
    """The small game with six kinds of tokens, and with its words in Polish where these tests look."""
    words = write_words_text("pl")
    for english, polish in POLISH:
        assert words.count(english) == 1
        words = words.replace(english, polish)
    flag = "  flag: {count: 2, size: 20 mm, mark: star, material: acrylic-3mm/red}\n"
    tokens = "".join(flag.replace("flag", name).replace("2,", f"{count},") for name, count in TOKENS.items())
    language = ("title: Skirmish", "title: Skirmish\nlanguage: pl.yaml")
    spec = load_spec(str(put(tmp_path, changed((flag, tokens), language))))
    (spec.folder / "pl.yaml").write_text(words, "utf-8")
    return spec


def test_the_words_are_sound(game: Spec) -> None:
    assert [*check_language(game)] == []


def test_the_kit_names_tokens_in_the_form_of_their_number(game: Spec) -> None:
    names = {batch.count: batch.name for batch in make_paper_kit(game).batches if batch.id.endswith(" token")}
    assert names == {count: f"{NOUNS[count]} {name}" for name, count in TOKENS.items()}


@pytest.mark.slow
def test_the_list_of_parts_says_so_too(game: Spec) -> None:
    (pdf,) = make_print_files(game, Options(papers=("a4",)), lambda _: None)
    first, *others = PdfDocument(pdf.data)
    lines = first.get_textpage().get_text_bounded().split("\r\n")
    rows = [line.rpartition(" ")[0] for line in lines
            if line.split()[1:2] and line.split()[1].lower() in NOUNS.values()]
    assert rows == [
        "1 Żeton raz",
        "2 Żetony dwa",
        "5 Żetonów piec",
        "12 Żetonów dwanascie",
        "22 Żetony sto",
        "25 Żetonów inny",
    ]
    assert len(others) == 5  # each token is printed once
    assert "5 arkuszy kartonu (2–6), and 1 of paper (1)" in lines


@pytest.mark.parametrize(("grid", "name"), [("5x5", "5 × 5 pól"), ("5x7", "5 × 7 pól"), ("5x22", "5 × 22 pola")])
def test_the_component_list_counts_cells(game: Spec, grid: str, name: str) -> None:
    path = Path(game.source.file)
    path.write_text(path.read_text("utf-8").replace("grid: 5x5", f"grid: {grid}"), "utf-8")
    assert list_components(load_spec(str(path)))[0].name == f"Plansza, {name}"
