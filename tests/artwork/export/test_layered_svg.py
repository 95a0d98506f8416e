"""SVG for layout programs: groups with stable ids, a class a role, words as text or as outlines."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.export.layered_svg import LayeredStyle, group_id, write_layered
from fabgen.artwork.path import circle, line, rectangle
from fabgen.artwork.themes import load_theme

SVG = "{http://www.w3.org/2000/svg}"
COLOUR = load_theme("colour")
BOARD = draw(Role.SHADE, rectangle(0, 0, 20, 10), tone="green").in_group("board/zones/home")
PIECE = draw(Role.PIECE, circle((5, 5), 3), tone="green").in_group("pieces/c3")
SIGN = draw(Role.MARK, circle((15, 5), 1)).in_group("pieces/d4")
NAME = draw_text(Role.COORDINATE, "a", (5, -3), 2.0).in_group("coordinates")


def root_of(drawing: Drawing, style: LayeredStyle | None = None, theme: str = "colour") -> ElementTree.Element:
    return ElementTree.fromstring(write_layered(drawing, load_theme(theme), style))


def outline(node: ElementTree.Element) -> list[object]:
    """The groups and the classes of paths under an element."""
    return [(child.get("id"), outline(child)) if child.tag == f"{SVG}g" else child.get("class")
            for child in node if child.tag in (f"{SVG}g", f"{SVG}path", f"{SVG}text")]


def rules_of(root: ElementTree.Element) -> dict[str, str]:
    return dict(re.findall(r"(\S+) \{ ([^}]*) \}", root.findtext(f"{SVG}style", "")))


def test_items_are_in_the_groups_that_they_name() -> None:
    assert outline(root_of(BOARD + PIECE + SIGN + NAME)) == [
        "ground",
        ("board", [("board-zones", [("board-zones-home", ["shade-green"])])]),
        ("pieces", [("pieces-c3", ["piece-green"]), ("pieces-d4", ["mark"])]),
        ("coordinates", ["coordinate"]),
    ]


def test_a_group_that_comes_again_over_others_has_a_number() -> None:
    """The order of painting is not given up for a tidy tree."""
    ids = [node.get("id") for node in root_of(PIECE + BOARD + SIGN + PIECE).iter(f"{SVG}g")]
    assert ids == ["pieces", "pieces-c3", "board", "board-zones", "board-zones-home", "pieces-2", "pieces-d4",
                   "pieces-c3-2"]


def test_ids_hold_letters_of_any_language_and_nothing_else() -> None:
    assert group_id("pieces/König's Cross/é_1-2") == "pieces-König-s-Cross-é_1-2"


def test_an_item_without_a_group_is_at_the_top() -> None:
    assert outline(root_of(PIECE + draw(Role.GRID, line((0, 0), (9, 0))))) == [
        "ground", ("pieces", [("pieces-c3", ["piece-green"])]), "grid"]


def test_a_role_is_one_class_whose_rule_says_the_ink_of_the_theme() -> None:
    """The values are those of `paper/inks/colour.yaml`; the shade of green #009e73 is 72 % white."""
    rules = rules_of(root_of(BOARD + PIECE + NAME))
    pen = "stroke-linecap: round; stroke-linejoin: round"
    assert rules == {
        ".coordinate": "fill: #3a424a", ".ground": "fill: #ffffff",
        ".piece-green": f"fill: #009e73; stroke: #1d2329; stroke-width: 0.4; {pen}",
        ".shade-green": "fill: #b8e4d8",
    }


def test_no_look_is_an_attribute() -> None:
    text = write_layered(BOARD + PIECE + NAME, COLOUR).decode()
    body = text.partition("</style>")[2]
    assert not re.search(r'\b(fill|stroke|style)="', body)


def test_open_lines_of_a_role_that_is_filled_are_not_filled() -> None:
    rules = rules_of(root_of(draw(Role.PATH, line((0, 0), (9, 0))) + draw(Role.PATH, circle((3, 3), 1))))
    assert rules[".path-line"].startswith("fill: none; stroke: #0b4f8a")
    assert rules[".path"].startswith("fill: #0b4f8a; stroke: #0b4f8a")


def test_words_are_outlines_without_a_font_unless_they_are_asked_for_as_text() -> None:
    assert "font" not in write_layered(NAME, COLOUR).decode()
    root = root_of(NAME, LayeredStyle(has_live_text=True))
    (text,) = root.iter(f"{SVG}text")
    assert (text.text, text.get("text-anchor"), text.get("class")) == ("a", "middle", "coordinate")
    # Source Sans Pro has capitals of 660 of its 1000 units, so that capitals of 2 mm are set in 3.0303 mm.
    assert float(text.get("font-size", "")) == pytest.approx(2.0 * 1000 / 660, abs=1e-4)
    assert rules_of(root)["text"] == "font-family: 'Source Sans Pro', 'Source Sans 3', 'Arial', sans-serif"


def test_turned_text_is_turned_about_its_own_place() -> None:
    drawing = draw(Role.GRID, rectangle(0, 0, 20, 20)) + draw_text(Role.LABEL, "up", (5, 8), 2.0, angle=90, bold=True)
    (text,) = root_of(drawing, LayeredStyle(margin=2.0, has_live_text=True)).iter(f"{SVG}text")
    assert (text.get("x"), text.get("y")) == ("7", "14")  # 2 mm of margin; 24 mm high, so 24 - 10
    assert text.get("transform") == "rotate(-90 7 14)"
    assert text.get("font-weight") == "bold"


def test_the_font_of_a_theme_comes_first() -> None:
    theme = COLOUR.model_copy(update={"font": "Fira Sans"})
    text = write_layered(NAME, theme, LayeredStyle(has_live_text=True)).decode()
    assert "font-family: 'Fira Sans', 'Source Sans Pro', " in text


def test_there_is_no_ground_where_none_is_wanted() -> None:
    assert outline(root_of(PIECE, LayeredStyle(has_ground=False))) == [("pieces", [("pieces-c3", ["piece-green"])])]


def test_a_pattern_is_in_the_group_of_its_shape() -> None:
    """In greys, green is rising lines over white, with the outline again on top."""
    (_, (_, [(_, classes)])) = outline(root_of(PIECE, theme="bw"))  # type: ignore[misc]
    assert classes == ["piece", "piece-pattern", "piece-outline"]


def test_the_same_drawing_has_the_same_bytes() -> None:
    drawing = BOARD + PIECE + SIGN + NAME
    assert write_layered(drawing, COLOUR) == write_layered(drawing, COLOUR)
