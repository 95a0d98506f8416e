"""Decks of cards: what is on them, how many there are, and what a designer reads where a card cannot be made."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from fabgen.artwork.drawing import Drawing, Lettering
from fabgen.artwork.paper_things import CardPack
from fabgen.artwork.picture import PictureArea
from fabgen.check.game import check_spec
from fabgen.core.languages import load_words
from fabgen.figures.components.card_backs import draw_card_back
from fabgen.figures.components.cards import draw_card_faces, order_cards
from fabgen.figures.components.component_list import list_components
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.spec.load import load_spec

HARBOUR = Path(__file__).parents[2] / "templates" / "harbour"


def with_decks(tmp_path: Path, decks: str) -> Path:
    """The harbour game with other decks, written in flow style."""
    folder = Path(shutil.copytree(HARBOUR, tmp_path / "harbour"))
    before, key, _ = (folder / "game.yaml").read_text().partition("\ndecks:")  # its last key
    (folder / "game.yaml").write_text(f"{before}{key} {decks}\n")
    return folder


def problems_of(folder: Path) -> list[str]:
    return [str(problem) for problem in check_spec(load_spec(str(folder), allow_errors=True))]


def words_on(drawing: Drawing) -> str:
    return " ".join(item.text.string for item in drawing.items if isinstance(item, Lettering))


def test_a_deck_has_each_card_as_often_as_the_spec_says() -> None:
    spec = load_spec(str(HARBOUR))
    packs = {batch.id: batch.thing for batch in make_paper_kit(spec).batches if isinstance(batch.thing, CardPack)}
    weather = packs["weather deck"]
    kinds = Counter(card.id.partition(" card")[0] for card in weather.cards)
    assert kinds == {"weather 1": 3, "weather 2": 2, "weather 3": 1, "weather 4": 4}
    assert (weather.width, weather.height) == (63.5, 88.9)  # a poker card: 2.5 x 3.5 in
    assert (packs["cargo deck"].width, packs["cargo deck"].height) == (44.45, 63.5)  # 1.75 x 2.5 in
    ordered = Counter({item.name: item.count for item in order_cards(spec)})
    assert ordered == {"weather 01": 3, "weather 02": 2, "weather 03": 1, "weather 04": 4,
                       "cargo 01": 3, "cargo 02": 1, "cargo 03": 2}
    totals = {row.name: row.total for row in list_components(spec)}
    assert totals["Weather cards"] == 10
    assert totals["Cargo cards"] == 6


def test_a_face_has_its_words_its_picture_and_nothing_outside_its_frame() -> None:
    spec = load_spec(str(HARBOUR))
    faces = draw_card_faces(spec, "weather", 57.5, 82.9, load_words("en"))
    assert words_on(faces[0]) == "Storm Nobody may move a ship this turn."
    assert [isinstance(item, PictureArea) for item in faces[0].items].count(True) == 1
    for face in faces:
        x0, y0, x1, y1 = face.bounds()
        assert (x0, y0, x1, y1) == pytest.approx((0, 0, 57.5, 82.9))


def test_a_back_with_words_does_not_tell_which_way_a_card_was_held() -> None:
    back = draw_card_back(load_spec(str(HARBOUR)), "weather", 57.5, 82.9).moved(-57.5 / 2, -82.9 / 2)
    places, turned = ({(item.text.string, round(x, 3), round(y, 3)) for item in drawing.items
                       if isinstance(item, Lettering) for x, y in [_middle(item)]}
                      for drawing in (back, back.turned(180)))
    assert places == turned
    assert {string for string, _, _ in places} == {"Weather"}


def _middle(item: Lettering) -> tuple[float, float]:
    x0, y0, x1, y1 = item.bounds()
    return (x0 + x1) / 2, (y0 + y1) / 2


WAVE = "The wind turns and every boat drifts one cell towards the shore. "


@pytest.mark.parametrize(("decks", "what", "hint"), [
    ("{w: {size: pokr, cards: [{title: A}]}}", "`pokr` is not a size of cards", "poker"),
    ("{w: {size: 10 x 90 mm, cards: [{title: A}]}}", "10 x 90 mm are out of range", "35 mm to 150 mm"),
    ("{w: {cards: [{title: A, count: 0}]}}", "decks.w.cards[1].count", "1"),
    ("{w: {cards: []}}", "the deck `w` has no cards", "like cards: [{title: Storm"),
    ("{w: {cards: [{count: 2}]}}", "this card is empty", "a `title`, a `text`"),
    ("{w: {cards: [{picture: art/none.png}]}}", "art/none.png: there is no such file", "art/storm.png"),
    ("{w: {cards: [{picture: art/storm.gif}]}}", "`art/storm.gif` is not the path of a picture", "PNG, JPEG or SVG"),
    ("{w: {cards: [{picture: rules.png}]}}", "this is not a PNG or JPEG picture", "save it again"),
    ("{w: {cards: [{picture: large.png}]}}", "the file has 50.0 MB; fabgen reads at most 20 MB", "right file"),
    ("{w: {cards: [{diagram: 'moves:shp'}]}}", "the game has no figure `moves:shp`", "moves:ship"),
    ("{w: {colour: blu, cards: [{title: A}]}}", "the colour `blu` of the deck `w` is not known", "blue"),
    (f"{{w: {{size: mini, cards: [{{title: Wave, text: '{8 * WAVE}'}}]}}}}",
     "the text of the card `Wave` does not fit a mini card in type of 7 points", "`size: "),
])
def test_one_message_says_what_is_wrong_and_what_would_do(tmp_path: Path, decks: str, what: str, hint: str) -> None:
    folder = with_decks(tmp_path, decks)
    (folder / "rules.png").write_text("no picture")
    with open(folder / "large.png", "wb") as file:
        file.truncate(50_000_000)
    problems = problems_of(folder)
    assert len(problems) == 1
    assert what in problems[0]
    assert hint in problems[0]


def test_the_size_that_is_named_has_room(tmp_path: Path) -> None:
    decks = f"{{w: {{size: mini, cards: [{{title: Wave, text: '{8 * WAVE}'}}]}}}}"
    (problem,) = problems_of(with_decks(tmp_path, decks))
    size = re.search(r"`size: ([^`]+)`", problem)
    assert size
    shutil.rmtree(tmp_path / "harbour")
    assert not problems_of(with_decks(tmp_path, decks.replace("mini", size[1])))
