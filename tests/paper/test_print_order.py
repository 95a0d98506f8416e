"""Print on demand: pixels as the services ask, nothing but the ground near the cut, the same bytes each time."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from specs import GAME, loaded

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.paper_things import PrintProduct, ProductKind, SafeArea
from fabgen.artwork.path import circle, rectangle
from fabgen.artwork.themes import load_theme
from fabgen.core.problems import FabgenError, problem_error
from fabgen.paper.print_on_demand import PodImage as Side
from fabgen.paper.print_on_demand import image_png, load_service, place_orders, service_names
from fabgen.production.orders import OrderFile, make_pod_order
from fabgen.spec.load import load_spec
from fabgen.verify.pod_order import check_order

SAFE = {"makeplayingcards": 0.12}  # inches from the cut; 1/8 in the guides of the others
# Published sizes: pixels at 300 dpi with the bleed, inches when cut.
SIZES = {
    "Quarter Board": ((1575, 1575), (5, 5)), "Square Board": ((2475, 2475), (8, 8)),
    "Half Board": ((1575, 3075), (5, 10)), "Large Square Board": ((3075, 3075), (10, 10)),
    "Bi-Fold Board": ((2775, 5475), (9, 18)), "Quad-Fold Board": ((5475, 5475), (18, 18)),
    "Large Quad-Fold Board": ((6075, 6075), (20, 20)), "Six-Fold Board": ((8175, 5475), (27, 18)),
    "Medium Six-Fold Board": ((4875, 4875), (16, 16)),
    "Small Circle Chit": ((225, 225), (0.5, 0.5)), "Medium Circle Chit": ((300, 300), (0.75, 0.75)),
    "Large Circle Chit": ((375, 375), (1, 1)), "Mini Circle Tile": ((450, 450), (1.25, 1.25)),
    "Mini Square Tile": ((450, 450), (1.25, 1.25)),
    "Small Square Tile": ((675, 675), (2, 2)), "Large Square Tile": ((1125, 1125), (3.5, 3.5)),
    "Poker Deck": ((825, 1125), (2.5, 3.5)), "Tarot Deck": ((900, 1500), (2.75, 4.75)),
    "Large Booklet": ((1575, 2475), (5, 8)), "Poker Size Card": ((822, 1122), (2.5, 3.5)),
    "Bridge Size Card": ((747, 1122), (2.25, 3.5)), "Tarot Size Card": ((897, 1497), (2.75, 4.75)),
    "Mini Size Card": ((597, 822), (1.75, 2.5)), "Business Size Card": ((672, 1122), (2, 3.5)),
    "Domino Size Card": ((597, 1122), (1.75, 3.5)), "Micro Size Card": ((447, 597), (1.25, 1.75)),
    "Poker Card": ((825, 1125), (2.5, 3.5)),
}
GAMES = [("correction", "game-crafter"), ("correction", "drivethru"), ("correction", "makeplayingcards"),
         ("incorrect-checkers", "game-crafter")]


@cache
def made(game: str, service: str) -> OrderFile:
    return make_pod_order(load_spec(game), service)


def rows(data: bytes) -> tuple[zipfile.ZipFile, list[dict[str, str]]]:
    archive = zipfile.ZipFile(io.BytesIO(data))
    text = archive.read("contents.csv").decode("utf-8-sig")
    return archive, list(csv.DictReader(io.StringIO(text)))


def stray(image: Image.Image, cut: tuple[float, float], *, disc: bool, safe: float = 0.125) -> int:
    """How many pixels between the bleed's edge and the safe line differ from those of the edge straight outside of
    them, on a disc from that of the corner, by more than a pattern does that is tone on tone: 40 of 255 levels of
    lightness."""
    pixels = np.asarray(image.convert("L")).astype(int)
    height, width = pixels.shape
    y, x = np.arange(height) + 0.5 - height / 2, np.arange(width) + 0.5 - width / 2
    across, down = ((side / 2 - safe) * 300 for side in cut)
    if disc:
        beyond = np.hypot(x[None, :], y[:, None]) > across
        return int((beyond & (abs(pixels - pixels[0, 0]) > 40)).sum())
    high, wide = int((y > down).sum()), int((x > across).sum())
    level = pixels[high : height - high]
    bands = [(pixels[:high], pixels[0]), (pixels[height - high :], pixels[-1]),
             (level[:, :wide], level[:, :1]), (level[:, width - wide :], level[:, -1:])]
    return sum(int((abs(band - edge) > 40).sum()) for band, edge in bands)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "service"), GAMES)
def test_every_image_has_its_pixels_and_an_empty_cut_zone(game: str, service: str) -> None:
    archive, listed = rows(made(game, service).data)
    assert archive.testzip() is None
    assert {row["file"] for row in listed} == {name for name in archive.namelist() if name.endswith(".png")}
    assert len(listed) >= 4
    for row in listed:
        image = Image.open(io.BytesIO(archive.read(row["file"])))
        size, cut = SIZES[row["product"]]
        assert image.size == size == (int(row["width px"]), int(row["height px"]))
        assert image.mode == "RGB"
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        safe = SAFE.get(service, 0.125)
        assert stray(image, cut, disc="Circle" in row["product"], safe=safe) == 0, row["file"]
        assert row["product"] == "Large Booklet" or any(low < high for low, high in image.getextrema())


def test_a_mark_in_the_cut_zone_would_be_noticed() -> None:
    product = next(one for one in load_service("game-crafter").products if one.name == "Poker Deck")
    edge = product.cut_size[0] / 2 - 0.125 * 25.4
    for beyond, expected in ((0.2, True), (-0.6, False)):
        drawing = draw(Role.MARK, rectangle(edge + beyond - 0.5, 0, 0.5, 3))
        picture = Image.open(io.BytesIO(image_png(Side("x", "front", 1, product, drawing), load_theme("colour"))))
        assert bool(stray(picture, (2.5, 3.5), disc=False)) is expected


@pytest.mark.slow
def test_counts_are_those_of_the_spec() -> None:
    _, listed = rows(made("correction", "game-crafter").data)
    copies = {row["thing"]: int(row["copies"]) for row in listed if row["side"] == "front"}
    assert copies == {"board": 1, "green pawn": 4, "green knight": 1, "green spearman": 1, "orange pawn": 4,
                      "orange knight": 1, "orange spearman": 1, "denial token": 20, "quick reference": 2}
    sides = {(row["thing"], row["side"]) for row in listed}
    assert {(thing, side) for thing in copies for side in ("front", "back") if thing != "board"} <= sides


@pytest.mark.slow
def test_a_token_of_18_mm_is_ordered_on_the_nearest_chit() -> None:
    """0.75 in are 19.05 mm; half an inch and an inch are farther off."""
    _, listed = rows(made("correction", "game-crafter").data)
    assert {row["product"] for row in listed if row["thing"] == "denial token"} == {"Medium Circle Chit"}


@pytest.mark.slow
def test_a_booklet_has_a_multiple_of_four_pages_and_ends_with_the_reference() -> None:
    archive, listed = rows(made("correction", "game-crafter").data)
    pages = [row["file"] for row in listed if row["product"] == "Large Booklet"]
    assert len(pages) % 4 == 0
    assert pages == sorted(pages)
    for path in (pages[0], pages[-1]):
        assert np.asarray(Image.open(io.BytesIO(archive.read(path)))).min() < 128, "the covers are not blank"


@pytest.mark.slow
def test_what_a_service_does_not_make_is_reported_in_the_zip() -> None:
    order = made("correction", "drivethru")
    assert any("no boards" in note for note in order.notes)
    archive, listed = rows(order.data)
    assert all(note in archive.read("README.txt").decode() for note in order.notes)
    assert {row["thing"] for row in listed} == {"quick reference", "pawn card", "knight card", "spearman card"}


@pytest.mark.slow
def test_cards_go_to_the_size_that_is_nearest() -> None:
    """MakePlayingCards has seven sizes. Cards of 63.5 x 88.9 mm are poker cards."""
    _, listed = rows(made("correction", "makeplayingcards").data)
    assert {row["product"] for row in listed} == {"Poker Size Card"}
    assert {row["thing"] for row in listed} == {"quick reference", "pawn card", "knight card", "spearman card"}


@pytest.mark.slow
def test_hexagonal_tiles_are_ordered_with_their_diagrams(tmp_path: Path) -> None:
    """Triskel's riders are hexagons, ordered as rounds of 31.75 mm, of which 25.4 mm are safe. Every player's rider has
    its diagram, whatever the player's sign."""
    spec = load_spec(str(Path(__file__).parents[1] / "templates" / "triskel"))
    made_order = make_pod_order(spec, "game-crafter")
    path = tmp_path / made_order.name
    path.write_bytes(made_order.data)
    assert check_order(path) == []
    assert [note for note in made_order.notes if "rider" in note] == [
        "rider: round, because hexagons are not among the sizes of services"], "and no other: the diagram has room"
    archive, listed = rows(made_order.data)
    riders = [row for row in listed if row["thing"].endswith("rider") and row["side"] == "front"]
    assert len(riders) == 3
    for row in riders:
        image = Image.open(io.BytesIO(archive.read(row["file"])))
        assert stray(image, (1.25, 1.25), disc=True) == 0
        red = np.asarray(image.convert("RGB")).astype(int)
        crosses = (red[..., 0] - red[..., 1] > 90) & (red[..., 0] - red[..., 2] > 90)
        assert crosses.sum() > 250, "the crosses of its two captures"


def test_the_same_order_has_the_same_bytes_and_no_date(tmp_path: Path) -> None:
    assert GAME
    first, second = (make_pod_order(loaded(tmp_path), "drivethru") for _ in range(2))
    assert first.data == second.data
    assert {info.date_time for info in zipfile.ZipFile(io.BytesIO(first.data)).infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert first.name == "skirmish-1-pod-drivethru.zip"


@pytest.mark.parametrize(("service", "is_first_hand"),
                         [("drivethru", True), ("game-crafter", False), ("makeplayingcards", False)])
def test_an_order_says_whether_its_sizes_are_the_services_own(service: str, is_first_hand: bool) -> None:
    archive, _ = rows(made("correction", service).data)
    words = archive.read("README.txt").decode()
    assert load_service(service).first_hand == is_first_hand
    assert ("That is not the service's own page" in words) is not is_first_hand


def test_flat_pieces_have_the_colour_of_their_player_and_no_word_that_tells_nothing() -> None:
    """Checkers have one kind of piece, whose diagram no round of The Game Crafter has room for: a ring on black, and a
    ring on white, on both sides."""
    archive, listing = rows(made("incorrect-checkers", "game-crafter").data)
    sides = {row["file"]: Image.open(io.BytesIO(archive.read(row["file"]))).convert("L") for row in listing
             if "piece" in row["file"] and "tile" in row["file"]}
    assert len(sides) == 4
    for name, image in sides.items():
        dark = "black" in name
        corners = [image.getpixel(spot) for spot in ((0, 0), (449, 0), (0, 449), (449, 449))]
        assert all((tone < 60) if dark else (tone > 250) for tone in corners)  # L* of 20 and less, or of paper
        middle = image.crop((150, 205, 300, 245))  # where a name would stand
        assert len(set(middle.tobytes())) == 1
        assert len(set(image.crop((60, 60, 390, 390)).tobytes())) > 1  # the ring


# --- which product ----------------------------------------------------------------------------------------------


def order(kind: ProductKind, size: float, most: float, least: float = 0.0, name: str = "thing") -> PrintProduct:
    """Something square or round whose drawing needs a room of `least` mm."""

    def sides(room: SafeArea) -> tuple[Drawing, ...]:
        if room.width < least:
            raise problem_error("the drawing does not fit", "larger")
        return (draw(Role.MARK, circle((0, 0), 1)),)

    return PrintProduct(name, kind, 3, (size, size), (most, most), sides)


@pytest.mark.parametrize(("kind", "size", "most", "least", "product"), [
    ("square", 25, 40, 0, "Large Square Chit"),
    ("square", 25, 40, 22, "Mini Square Tile"),  # an inch less two safe zones is 19.05 mm
    ("disc", 13, 40, 0, "Small Circle Chit"),
    ("disc", 100, 40, 0, "Mini Circle Tile"),  # no larger than its cell
    ("board", 190, 190, 0, "Square Board"),  # 8 in less two safe zones are 196.85 mm
    ("board", 200, 200, 0, "Large Square Board"),
])
def test_the_nearest_product_with_room_is_taken(kind: ProductKind, size: float, most: float, least: float,
                                                product: str) -> None:
    found = place_orders([order(kind, size, most, least)], load_service("game-crafter"))
    assert [image.product.name for image in found.images] == [product]


def test_a_board_that_is_too_large_is_made_smaller_and_reported() -> None:
    """The largest safe square: 20 in less two safe zones are 501.65 mm."""
    found = place_orders([order("board", 600, 600)], load_service("game-crafter"))
    assert found.images[0].product.name == "Large Quad-Fold Board"
    assert any("84%" in note for note in found.notes)


def test_a_board_that_nearly_fits_a_smaller_product_is_reported() -> None:
    found = place_orders([order("board", 205, 205, name="board")], load_service("game-crafter"))
    assert found.notes == ("at 96.0% the board would fit a Square Board instead of the Large Square Board: --fit 96%",)


def test_notes_name_the_track_that_they_are_about() -> None:
    """A track is ordered as a board, and is not the board of the game. 501.65 mm is the largest safe side."""
    orders = [order("board", 600, 600, name="board"), order("board", 800, 800, name="score track"),
              order("board", 205, 205, name="money track")]
    assert place_orders(orders, load_service("game-crafter")).notes == (
        "the board is printed at 84%: The Game Crafter makes none that is larger than the Large Quad-Fold Board",
        "the score track is printed at 63%: The Game Crafter makes none that is larger than the Large Quad-Fold Board",
        "at 96.0% the money track would fit a Square Board instead of the Large Square Board: --fit 96%")
    (note,) = place_orders(orders[2:], load_service("game-crafter"), 0.96).notes
    assert note == "the money track is printed at 96.0%, as --fit 96% allows: it fits the Square Board"


@pytest.mark.parametrize(("fit", "product"), [(0.96, "Square Board"), (0.97, "Large Square Board")])
def test_a_board_is_made_smaller_where_that_is_allowed(fit: float, product: str) -> None:
    """8 in less two safe zones are 196.85 mm: 0.9602 of 205 mm."""
    found = place_orders([order("board", 205, 205)], load_service("game-crafter"), fit)
    assert found.images[0].product.name == product
    x0, _, x1, _ = found.images[0].drawing.without(Role.SHADE).bounds()
    assert x1 - x0 <= 196.85 + 1e-6 or product != "Square Board"


@pytest.mark.slow
def test_a_piece_whose_diagram_has_no_room_is_ordered_with_its_name() -> None:
    """The diagram of a hopper has 5 x 5 cells of 4 mm at the least; the largest round chit has room for 25.4 mm."""
    order = made("incorrect-checkers", "game-crafter")
    _, listed = rows(order.data)
    copies = {(row["thing"], row["side"]): int(row["copies"]) for row in listed if "piece" in row["thing"]}
    assert copies == {(f"{player} piece", side): 12 for player in ("black", "white") for side in ("front", "back")}
    assert [note for note in order.notes if "black piece" in note] == [
        "black piece: on the Mini Circle Tile without its diagram, for which no size has room"]


def test_what_is_missing_in_an_order_is_reported_once_with_its_count() -> None:
    """The Mini Circle Tile is the largest: 1.25 in less two safe zones are 25.4 mm."""
    lone = order("disc", 25, 40, 60)
    found = place_orders([lone, lone, order("board", 190, 190)], load_service("game-crafter"))
    assert [image.product.kind for image in found.images] == ["board"]
    assert found.notes == ("NOT in this order: 3 x thing. The drawing does not fit: larger",)


def test_an_order_without_any_product_writes_no_zip() -> None:
    with pytest.raises(FabgenError, match="can print nothing"):
        place_orders([order("disc", 20, 40)], load_service("drivethru"))
    with pytest.raises(FabgenError, match="game-crafter"):
        load_service("game-craftr")


def test_the_services_have_the_published_sizes() -> None:
    """An eighth of an inch of bleed on each side, which MakePlayingCards rounds down to 36 dots: 0.12 in."""
    known = {one.name: (one.px, one.trim) for name in service_names() for one in load_service(name).products}
    assert {name: known[name] for name in SIZES} == SIZES
    for name in service_names():
        service, bleed = load_service(name), 0.24 if name == "makeplayingcards" else 0.25
        assert re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", service.read)
        assert service.source
        for one in service.products:
            (across, down), (wide, high) = one.px, one.trim
            assert (across / 300 - wide, down / 300 - high) == pytest.approx((bleed, bleed))


@pytest.mark.slow
def test_an_order_in_another_language_says_so_in_its_name_and_its_list() -> None:
    order = make_pod_order(load_spec("correction", language="de"), "makeplayingcards")
    assert order.name.endswith("-pod-makeplayingcards-de.zip")
    assert "poker-size-card/Karte--Springer-back.png" in order.files


STONES = """fabgen: 1
title: Stones
designer: Nobody
players:
  light: {forward: up, material: acrylic-2mm/white}
  dark: {forward: down, material: acrylic-2mm/black}
board: {grid: 4x4, cell: 20 mm, border: 10 mm, material: card-2mm}
pieces:
  stone: {each: 4, moves: W, body: {tile: disc, base: 14 mm, face: plain}}
setup:
  light: {stone: a1-d1}
  dark: {stone: a4-d4}
"""


def test_the_name_of_a_small_stone_keeps_off_the_cut(tmp_path: Path) -> None:
    """A piece of 14 mm is ordered as a disc of half an inch, of which a quarter of an inch is safe from the cut."""
    (tmp_path / "game.yaml").write_text(STONES, "utf-8")
    (tmp_path / "rules.md").write_text("# Stones\n\nPut your stones on the near row.\n", "utf-8")
    order = make_pod_order(load_spec(str(tmp_path)), "game-crafter")
    file = tmp_path / "stones.zip"
    file.write_bytes(order.data)
    assert [str(problem) for problem in check_order(file)] == []
