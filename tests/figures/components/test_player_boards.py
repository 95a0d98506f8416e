"""Player boards: their places, slots and sizes on every product, and what a designer reads where one cannot be made."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.artwork.drawing import Lettering, Role, Shape
from fabgen.artwork.paper_things import Leaf
from fabgen.artwork.part import Fit
from fabgen.check.game import check_spec
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.components.kit import make_laser_kit, make_player_pieces
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.figures.components.player_boards import draw_player_board, find_slot, player_board_size
from fabgen.figures.components.storage_box import box_layout
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.paper.print_on_demand import load_service, place_orders
from fabgen.spec.game import Box
from fabgen.spec.load import Spec, load_spec
from fabgen.spec.translation import game_texts

GAME = """fabgen: 1
title: Port
designer: A stranger
players:
  north: {forward: up, material: acrylic-3mm/blue}
  south: {forward: down, material: acrylic-3mm/red, name: The Reds}
board: {grid: 5x5, cell: 30 mm, material: acrylic-3mm/clear}
pieces:
  ship: {each: 4, moves: W, body: {tile: disc, base: 20 mm}}
  tower: {each: 1, moves: K, body: {standee: rook, height: 30 mm}}
tokens:
  coin: {shape: disc, size: 18 mm, count: 20, material: acrylic-3mm/yellow, mark: star}
  crate: {shape: square, size: 14 mm, count: 10, material: birch-ply-3mm}
dice: {luck: {count: 2}}
decks: {cargo: {size: mini, cards: [{title: Fish, count: 3}]}}
setup: {north: {ship: a1-d1, tower: e1}, south: {ship: a5-d5, tower: e5}}
"""
HARBOUR = """player_boards:
  harbour:
    places:
      supply: {holds: ship, count: 4}
      captured: {holds: [ship, tower], count: 2}
      treasury: {holds: coin, count: 6}
      score: {numbers: 0-10, holds: crate}
      cargo: {holds: cargo}
      luck: {holds: luck, name: dice of luck}
      notes: {size: 40 x 30 mm}
    text: Take one coin for each ship in your supply.
"""


def write_game(folder: Path, boards: str = HARBOUR) -> str:
    (folder / "game.yaml").write_text(GAME + boards)
    (folder / "rules.md").write_text("# Port\n\nSail.\n")
    return str(folder)


def find_errors(folder: str) -> list[str]:
    """What `fabgen check` says is wrong with a game."""
    try:
        problems = check_spec(load_spec(folder, allow_errors=True))
    except FabgenError as error:
        problems = error.problems
    return [str(problem) for problem in problems if problem.level == "error"]


@pytest.fixture
def port(tmp_path: Path) -> Spec:
    return load_spec(write_game(tmp_path))


def test_slots_are_two_millimetres_larger_than_what_they_hold(port: Spec) -> None:
    places = port.game.player_boards["harbour"].places
    slots = {name: find_slot(port.game, place) for name, place in places.items()}
    assert {name: (slot.width, slot.depth) for name, slot in slots.items()} == {
        "supply": (22.0, 22.0),  # a disc of 20 mm
        "captured": (27.5, 27.5),  # the base of a tower: 0.85 x 30 mm
        "treasury": (20.0, 20.0),
        "score": (16.0, 16.0),
        "cargo": (46.45, 65.5),  # a card of 44.45 x 63.5 mm
        "luck": (18.0, 18.0),
        "notes": (40.0, 30.0),  # as the spec says
    }
    assert [name for name, slot in slots.items() if slot.is_round] == ["supply", "treasury"]


def test_no_places_overlap_and_all_lie_on_the_board(port: Spec) -> None:
    """Every slot is drawn, 4 + 2 + 6 + 11 + 1 + 1 + 1 = 26, and no two come nearer than 2 mm."""
    width, height = player_board_size(port.game, "harbour")
    drawing = draw_player_board(port.game, "harbour", "north")
    shapes = [item for item in drawing.only(Role.GRID).items if isinstance(item, Shape)]
    slots = [path.bounds() for shape in shapes for path in shape.paths if path.closed]
    assert len(slots) == 26
    for number, (x0, y0, x1, y1) in enumerate(slots):
        assert 6 - 1e-6 <= x0 < x1 <= width - 6 + 1e-6
        assert 6 - 1e-6 <= y0 < y1 <= height - 6 + 1e-6
        for other in slots[number + 1:]:
            apart = max(other[0] - x1, x0 - other[2], other[1] - y1, y0 - other[3])
            assert apart >= 2 - 1e-6
    words = {item.text.string: item.bounds() for item in drawing.items if isinstance(item, Lettering)}
    assert all(0 < x0 < x1 < width and 0 < y0 < y1 < height for x0, y0, x1, y1 in words.values())
    for string, (x0, y0, x1, y1) in words.items():
        touched = [slot for slot in slots
                   if min(x1, slot[2]) > max(x0, slot[0]) and min(y1, slot[3]) > max(y0, slot[1])]
        assert len(touched) == string.isdigit(), string  # only numbers lie in slots, each in its own


def test_a_board_without_a_size_fits_usual_paper_where_it_can(tmp_path: Path) -> None:
    """A4 has room for 158 x 260 mm beside the rulers of a sheet, US Letter for 164 x 242 mm."""
    game = load_spec(write_game(tmp_path, HARBOUR.replace("      cargo: {holds: cargo}\n", ""))).game
    shorter, longer = sorted(player_board_size(game, "harbour"))
    assert shorter <= 158
    assert longer <= 242


def test_a_board_has_the_names_that_people_read(port: Spec) -> None:
    words = {item.text.string for item in draw_player_board(port.game, "harbour", "south").items
             if isinstance(item, Lettering)}
    assert words >= {"Harbour", "The Reds", "Supply", "Captured", "Treasury", "Score", "Cargo", "Dice of luck", "Notes",
                     "Take one coin for each ship in your supply.", "0", "10"}


def test_a_board_for_a_piece_whose_drawing_is_missing_is_not_judged(tmp_path: Path) -> None:
    """The drawing is the only mistake: nothing is said of places whose size depends on it."""
    path = write_game(tmp_path)
    (tmp_path / "game.yaml").write_text((GAME + HARBOUR).replace("tile: disc, base", "tile: Boat.svg, base"))
    errors = [problem for problem in check_spec(load_spec(path, allow_errors=True), book=False)
              if problem.level == "error"]
    assert [problem.where.key for problem in errors] == ["pieces.ship.body.tile"]
    assert "there is no such file" in errors[0].what


def test_boards_differ_by_name_sign_and_colour(port: Spec) -> None:
    north, south = (draw_player_board(port.game, "harbour", player) for player in ("north", "south"))
    assert [bool(board.only(Role.MARK).items) for board in (north, south)] == [False, True]
    assert [board.only(Role.SHADE).items[0].tone for board in (north, south)] == ["blue", "red"]


def test_a_part_and_a_leaf_for_each_player(port: Spec) -> None:
    """Cut from the material of the board, without the tint of the head; printed on card, with it."""
    parts = [part for part in make_laser_kit(port, lambda _: Fit(3.0, 0.1)) if part.group == "player boards"]
    assert [(part.name, part.count, part.material) for part in parts] == [
        ("north harbour board", 1, "acrylic-3mm/clear"), ("south harbour board", 1, "acrylic-3mm/clear")]
    assert not any(part.drawing.only(Role.SHADE).items for part in parts)
    leaves = {batch.id: batch for batch in make_paper_kit(port).batches if batch.id.endswith("harbour board")}
    assert {id: batch.name for id, batch in leaves.items()} == {
        "north harbour board": "north harbour board", "south harbour board": "The Reds harbour board"}
    size = player_board_size(port.game, "harbour")
    for batch in leaves.values():
        assert isinstance(batch.thing, Leaf)
        assert (batch.thing.width, batch.thing.height) == size
        assert batch.thing.drawing.only(Role.SHADE).items


def test_a_box_is_higher_by_the_boards_in_it(tmp_path: Path) -> None:
    """Two boards of 3 mm lie on the board."""
    (tmp_path / "without").mkdir()
    heights = []
    for game in (load_spec(write_game(tmp_path)), load_spec(write_game(tmp_path / "without", ""))):
        kinds = make_player_pieces(game, lambda _: Fit(3.0, 0.1))
        layout = box_layout(game.game, kinds, lambda _: Fit(3.0, 0.1), Box(), game.spaces)
        heights.append(layout.box.height)
    assert heights[0] - heights[1] == pytest.approx(6.0)


def test_spare_room_is_divided_between_the_rows(tmp_path: Path) -> None:
    """Frame 6, head 9, then two rows of 5 + 4 + 20 mm, frame 6: 79 mm are the least. 6 mm more are 2 mm for each row
    and for the foot: half of it over the first row, 2 mm between the rows."""
    boards = "player_boards: {hall: {size: %s, places: {a: {holds: coin}, b: {holds: coin, count: 6}}}}\n"

    def slot_tops(size: str) -> list[float]:
        game = load_spec(write_game(tmp_path, boards % size)).game
        shapes = draw_player_board(game, "hall", "north").only(Role.GRID).items
        return [round(path.bounds()[3], 6) for shape in shapes if isinstance(shape, Shape) for path in shape.paths
                if path.closed]

    assert slot_tops("150 x 79 mm") == [79 - 24, *[79 - 53] * 6]
    assert slot_tops("150 x 85 mm") == [85 - 24 - 1, *[85 - 53 - 3] * 6]


def test_translations_have_every_text(port: Spec) -> None:
    texts = {key: text for key, text in game_texts(port.game).items() if key.startswith("player_boards.")}
    assert texts["player_boards.harbour"] == "harbour"
    assert texts["player_boards.harbour.text"].startswith("Take one coin")
    assert texts["player_boards.harbour.places.luck"] == "dice of luck"
    assert len(texts) == 9


def test_the_rules_text_can_show_a_board(port: Spec) -> None:
    figure = draw_figure(port, "player-board", "harbour", load_words("de"))
    assert figure.caption == "Harbour-Tableau."
    assert "Treasury: 6" in figure.alt
    assert figure.drawing.size()[0] == pytest.approx(114.0)


def test_boards_are_ordered_at_true_size_or_not_at_all(tmp_path: Path) -> None:
    """The game board may be printed smaller, a player board never: nothing would fit its slots. DriveThruCards prints
    cards alone, The Game Crafter boards of 8 x 8 in at least where one of 150 x 150 mm is asked for."""
    boards = "player_boards: {h: {size: %s, places: {p: {holds: coin}}}}\n"
    items = [item for item in make_order_items(load_spec(write_game(tmp_path, boards % "200 x 200 mm")))
             if item.kind == "board"]
    assert [item.name for item in items] == ["board", "north h board", "south h board"]
    crafter = load_service("game-crafter")
    placed = place_orders(items, crafter, 0.9)
    assert {image.name: image.product.name for image in placed.images if image.name != "board"} == {
        "north h board": "Large Square Board", "south h board": "Large Square Board"}  # 8 in are 203 mm with a safe rim
    few = crafter.model_copy(update={"products": [product for product in crafter.products
                                                  if product.name == "Square Board"]})
    notes = place_orders(items, few, 0.9).notes
    assert any("NOT in this order: 1 x north h board" in note and "200 x 200 mm" in note for note in notes)


@pytest.mark.parametrize(("line", "what", "hint"), [
    ("{h: {places: {p: {holds: coins}}}}", "the place `p` holds `coins`, which is no piece", "coin"),
    ("{h: {places: {p: {count: 2}}}}", "this place holds nothing", "holds: coin"),
    ("{h: {places: {p: {holds: coin, size: 20 x 20 mm}}}}", "has `holds` and `size`", "keep one"),
    ("{h: {places: {p: {holds: coin, count: 2, numbers: 0-4}}}}", "has `count` and `numbers`", "keep one"),
    ("{h: {places: {p: {holds: coin, numbers: 4-0}}}}", "`4-0` are out of range", "lower one first"),
    ("{h: {places: {p: {holds: coin, numbers: many}}}}", "`many` are no numbers", "0-10"),
    ("{h: {places: {}}}", "player_boards.h.places", ""),
    ("{h: {size: 10 x 90 mm, places: {p: {holds: coin}}}}", "a player board of 10 x 90 mm is out of range", "40 mm"),
    # frame 6, head 9, 5, a name of 2.4 and 1.6 over it, 20, frame 6
    ("{h: {size: 60 x 45 mm, places: {p: {holds: coin}}}}", "`h` of 60 x 45 mm has no room for its places",
     "`size: 60 x 50 mm` has room"),
    ("{h: {size: 60 x 60 mm, places: {p: {holds: coin, count: 60}}}}", "`h` of 60 x 60 mm has no room", "`size: "),
    ("{h: {places: {p: {size: 200 x 240 mm}, q: {size: 200 x 240 mm}}}}", "`h` has more places than fit", "two boards"),
    ("{h: {material: gold, places: {p: {holds: coin}}}}", "gold", ""),
    ("{h: {text: 日本, places: {p: {holds: coin}}}}", "the font has no character", "Latin"),
])
def test_one_message_says_what_is_wrong_and_what_would_do(tmp_path: Path, line: str, what: str, hint: str) -> None:
    folder = write_game(tmp_path, f"player_boards: {line}\n")
    problems = find_errors(folder)
    assert len(problems) == 1, problems
    assert what in problems[0]
    assert hint in problems[0]


def test_the_size_that_a_message_names_has_room(tmp_path: Path) -> None:
    boards = "player_boards: {h: {size: %s, places: {p: {holds: coin, count: 60}}}}\n"
    (problem,) = find_errors(write_game(tmp_path, boards % "60 x 60 mm"))
    size = problem.partition("`size: ")[2].partition("`")[0]
    assert not find_errors(write_game(tmp_path, boards % size))


def test_a_name_of_two_sorts_is_refused(tmp_path: Path) -> None:
    folder = Path(write_game(tmp_path, "player_boards: {h: {places: {p: {holds: cargo}}}}\n"))
    text = (folder / "game.yaml").read_text().replace("  crate:", "  cargo:")
    (folder / "game.yaml").write_text(text)
    (problem,) = find_errors(str(folder))
    assert "`cargo` is the name of tokens and decks" in problem
