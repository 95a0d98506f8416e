"""The frame of a board on paper: a darker band with words, strips in the colours of the seats, a heavy line."""

from __future__ import annotations

import pytest

from fabgen.artwork.drawing import Lettering, Role
from fabgen.artwork.themes import Theme, compute_contrast, load_theme, measure_lightness, resolve_ink
from fabgen.figures.boards.board import draw_board, draw_border_words
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.printed_frame import has_printed_frame, plan_printed_border
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.spec.load import load_spec, with_paper_cells

GAMES = ("correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross")


@pytest.mark.parametrize("game", GAMES)
def test_words_are_in_the_band_and_coordinates_are_not(game: str) -> None:
    """Title and designer lie within the band, outside of the strip; each coordinate between band and cells."""
    spec = load_spec(game)
    board = draw_board(spec.game, spec.lattice, tones=find_board_tones(spec))
    border = spec.game.board.border
    (band,) = board.only(Role.BAND).items
    inner = band.paths[1].bounds()[1]
    credits = [item.bounds() for item in board.only(Role.TITLE).items]
    assert len(credits) == 2
    assert all(low > 0.5 and high < inner for _, low, _, high in credits)
    below = [item.bounds() for item in board.only(Role.COORDINATE).items
             if isinstance(item, Lettering) and item.bounds()[3] < border]
    assert below
    assert all(inner + 0.2 < low and high < border - 1.4 for _, low, _, high in below)


@pytest.mark.parametrize("border", [12.0, 13.0, 14.0])
def test_the_designer_is_named_in_narrow_borders_too(border: float) -> None:
    """0.6 of the title's capitals would be 1.3 to 1.7 mm there, and words are 1.8 mm high at least."""
    game = load_spec("correction").game
    narrow = game.model_copy(update={"board": game.board.model_copy(update={"border": border})})
    words = draw_border_words(narrow, (240 + 2 * border,) * 2, plan=plan_printed_border(border)).only(Role.TITLE).items
    caps = {item.text.string: item.text.cap for item in words if isinstance(item, Lettering)}
    assert caps["Adam Kouzmanoff"] == pytest.approx(1.8)
    assert "Correction" in caps


@pytest.mark.parametrize(("game", "seats"), [("correction", 2), ("incorrect-checkers", 2), ("charing-cross", 2)])
def test_each_seat_has_a_strip_in_its_colour(game: str, seats: int) -> None:
    """The first player of these games sits below, the second above: their strips are on opposite sides of the cells."""
    spec = load_spec(game)
    board = draw_board(spec.game, spec.lattice, tones=find_board_tones(spec))
    strips = board.only(Role.PLAYER_STRIP).items
    tones = [player.tone(name) for name, player in spec.game.players.items()]
    assert [strip.tone for strip in strips] == tones
    near, far = (strip.bounds() for strip in strips)
    border, height = spec.game.board.border, board.bounds()[3]
    assert near[0] == far[0] == pytest.approx(near[1]), "a mitre begins in the corner, as far from both edges"
    assert near[3] < border
    assert near[1] + far[3] == pytest.approx(height), "as far from one edge as from the other"


def test_the_frame_has_the_tone_of_the_board() -> None:
    """Clear acrylic and wood; a theme makes it deep, and leaves its hue."""
    bands = {game: load_spec(game) for game in ("correction", "charing-cross")}
    tones = {game: draw_board(spec.game, spec.lattice, tones=find_board_tones(spec)).only(Role.BAND).items[0].tone
             for game, spec in bands.items()}
    assert tones == {"correction": "clear", "charing-cross": "wood"}


def _fill(theme: Theme, role: Role, tone: str) -> str | None:
    ink = resolve_ink(theme, role, tone)
    return ink.fill if ink else None


@pytest.mark.parametrize("tone", ["wood", "clear", "green", "white"])
def test_a_frame_is_deep_and_of_the_hue_of_its_board(tone: str) -> None:
    """46 L*, less than half of the lightness of pale cells, which have 93: dark frames are seen in grey, too. The order
    of red, green and blue is that of the tone; white has a grey frame."""
    theme = load_theme("colour")
    fill = _fill(theme, Role.BAND, tone)
    assert fill is not None
    assert measure_lightness(fill) == pytest.approx(46, abs=1.5)
    lights, deep = (tuple(int(colour[n:n + 2], 16) for n in (1, 3, 5)) for colour in (theme.palette[tone], fill))
    assert sorted(range(3), key=lights.__getitem__) == sorted(range(3), key=deep.__getitem__)


def test_words_on_the_band_are_light_in_full_colour_and_dark_in_less_ink() -> None:
    """Coordinates of a thin frame are on its band. White on 46 L* has a contrast of 4.5:1 and more."""
    kit = make_paper_kit(with_paper_cells(load_spec("correction")))
    words = [item for item in kit.board.items if isinstance(item, Lettering)]
    assert len(words) == 4 * 6
    for name, least in (("colour", 4.5), ("low", 4.5), ("bw", 4.5)):
        theme = load_theme(name)
        band = _fill(theme, Role.BAND, "clear") or "#ffffff"
        for word in words:
            fill = _fill(theme, word.role, word.tone)
            assert fill is not None
            assert compute_contrast(fill, band) >= least


def test_a_board_without_room_for_a_band_has_none() -> None:
    spec = load_spec("correction")
    narrow = spec.game.model_copy(update={"board": spec.game.board.model_copy(update={"border": 7.0})})
    assert has_printed_frame(spec.game)
    assert not has_printed_frame(narrow)


@pytest.mark.parametrize(("game", "border", "cell"), [("charing-cross", 8.3, 29.0), ("correction", 8.3, 27.0)])
def test_coordinates_are_alone_in_the_middle_of_a_thin_border(game: str, border: float, cell: float) -> None:
    """The strips end 1.8 mm outside of the cells, so that 8.3 - 1.8 = 6.5 mm are left, whose middle is 3.25 mm from the
    edge. Capitals of 2.4 mm stand on a line 1.2 mm below it. Title and designer would be jammed between them."""
    spec = with_paper_cells(load_spec(game))
    assert (spec.game.board.border, spec.game.board.cell) == (border, cell)
    board = draw_board(spec.game, spec.lattice, tones=find_board_tones(spec))
    words = [item for item in board.items if isinstance(item, Lettering)]
    near = [item for item in words if item.text.at[1] < border and item.text.at[0] > border]
    assert {len(item.text.string) for item in words} == {1}
    assert all(item.text.at[1] == pytest.approx(3.25 - 1.2) for item in near)
    (left,) = {item.text.at[0] for item in words if item.text.string == "1" and item.text.at[0] < border}
    assert left == pytest.approx(3.25), "numbers are centred, too"


@pytest.mark.parametrize("game", ["abstract-game", "incorrect-checkers"])
def test_sides_of_a_thin_border_where_nobody_sits_have_no_colour_of_a_player(game: str) -> None:
    """The band reaches to 0.6 mm from the cells; over it lie one black strip and one white one, and no dark line."""
    spec = with_paper_cells(load_spec(game))
    board = draw_board(spec.game, spec.lattice, tones=find_board_tones(spec))
    (band,) = board.only(Role.BAND).items
    assert band.paths[1].bounds()[1] == pytest.approx(8.3 - 0.6)
    strips = board.only(Role.PLAYER_STRIP).items
    assert sorted(strip.tone for strip in strips) == ["black", "white"]
    width = board.bounds()[2]
    around = [item for item in board.only(Role.MARK).items if item.bounds()[2] - item.bounds()[0] > width - 2 * 8.3]
    assert not around


def test_the_strips_of_four_seats_meet_in_the_corners_of_a_thin_border() -> None:
    """Each strip is a trapezium: from 1.8 mm outside of the cells, where it is longest, to 0.6 mm."""
    spec = with_paper_cells(load_spec("chess-battle"))
    board = draw_board(spec.game, spec.lattice, tones=find_board_tones(spec))
    width = 8 * 29 + 2 * 8.3  # 248.6 mm; 8.3 - 1.8 = 6.5 and 8.3 - 0.6 = 7.7
    assert board.bounds()[2] == pytest.approx(width)
    below = next(strip for strip in board.only(Role.PLAYER_STRIP).items if strip.tone == "blue")
    corners = {(round(x, 3), round(y, 3)) for x, y in below.paths[0].flatten(0.1)}  # type: ignore[union-attr]
    assert corners == {(6.5, 6.5), (7.7, 7.7), (240.9, 7.7), (242.1, 6.5)}
