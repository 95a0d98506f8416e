"""Problems read like a compiler's messages, all of them, in the order of their places."""

from __future__ import annotations

import pytest

from fabgen.core.problems import (
    FabgenError,
    Location,
    Problem,
    close_words,
    count_things,
    join_words,
    name_owned_piece,
    nearest_hint,
    pluralize,
    problem_error,
    with_article,
)


@pytest.mark.parametrize(("where", "shown"), [
    (Location(), ""),
    (Location("game.yaml"), "game.yaml"),
    (Location("game.yaml", 3, 7), "game.yaml:3:7"),
    (Location("game.yaml", 3, 7, "board.cell"), "game.yaml:3:7 (board.cell)"),
])
def test_a_place_is_file_line_column_and_key(where: Location, shown: str) -> None:
    assert str(where) == shown


def test_a_problem_shows_place_level_and_its_hint_line_by_line() -> None:
    text = str(Problem(Location("g.yaml", 1, 2), "too small", "first\nsecond", "warning"))
    assert text == "g.yaml:1:2: warning: too small\n  first\n  second"
    assert str(Problem(Location(), "lost")) == "error: lost"


def test_an_error_holds_each_problem_once_and_in_order() -> None:
    late, early, other = (Problem(Location("g.yaml", n), "x") for n in (12, 3, 3))
    error = FabgenError([late, early, other])
    assert [p.where.line for p in error.problems] == [3, 12]
    assert str(error) == "g.yaml:3:0: error: x\ng.yaml:12:0: error: x"


def test_problem_is_ready_to_raise() -> None:
    with pytest.raises(FabgenError) as caught:
        raise problem_error("nothing there", "look again")
    assert caught.value.problems == (Problem(Location(), "nothing there", "look again"),)


@pytest.mark.parametrize(("items", "shown"), [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), ([1, 2, 3], "1, 2 and 3"),
])
def test_a_list_in_words_has_and_before_its_last_item(items: list[object], shown: str) -> None:
    assert join_words(items) == shown


@pytest.mark.parametrize(("words", "expected"), [
    ("red army", "a red army"), ("orange pawn", "an orange pawn"), ("Indigo rook", "an Indigo rook"),
    ("unicorn", "a unicorn"), ("one-eyed king", "a one-eyed king"), ("umbrella", "an umbrella"),
])
def test_an_article_fits_the_sound_of_the_next_word(words: str, expected: str) -> None:
    assert with_article(words) == expected


def test_a_number_comes_with_its_noun_in_the_singular_or_plural() -> None:
    assert [count_things(n, "sheet") for n in (0, 1, 2)] == ["0 sheets", "1 sheet", "2 sheets"]


@pytest.mark.parametrize(("word", "hint"), [
    ("pwan", "did you mean pawn?"),
    ("PAWN", "did you mean pawn?"),
    ("xyz", "one of pawn, Knight or spear"),
    ("knigth", "did you mean Knight?"),
])
def test_nearest_names_the_close_words_else_all(word: str, hint: str) -> None:
    assert nearest_hint(word, ["pawn", "Knight", "spear"]) == hint


def test_nearest_of_nothing_is_nothing() -> None:
    assert nearest_hint("pawn", []) == ""


@pytest.mark.parametrize(("one", "several"), [
    ("wolf", "wolves"), ("werewolf", "werewolves"), ("Dwarf", "Dwarves"), ("elf", "elves"), ("thief", "thieves"),
    ("wife", "wives"), ("knife", "knives"), ("leaf", "leaves"), ("shelf", "shelves"), ("chief", "chiefs"),
    ("gulf", "gulfs"), ("cliff", "cliffs"), ("giraffe", "giraffes"), ("lynx", "lynxes"), ("witch", "witches"),
    ("fox", "foxes"), ("bush", "bushes"), ("bus", "buses"), ("monarch", "monarchs"), ("lady", "ladies"),
    ("monkey", "monkeys"), ("hero", "heroes"), ("man", "men"), ("woman", "women"), ("spearman", "spearmen"),
    ("human", "humans"), ("shaman", "shamans"), ("Mouse", "Mice"), ("house", "houses"), ("goose", "geese"),
    ("mongoose", "mongooses"), ("ox", "oxen"), ("foot", "feet"), ("child", "children"), ("Person", "People"),
    ("sheep", "sheep"), ("jellyfish", "jellyfish"), ("grey wolf", "grey wolves"), ("order slip", "order slips"),
])
def test_plurals_follow_english(one: str, several: str) -> None:
    assert (pluralize(one, 1), pluralize(one, 2), pluralize(one, 0)) == (one, several, several)
    assert count_things(2, one) == f"2 {several}"


def test_the_code_of_a_problem_is_only_for_programs() -> None:
    plain, coded = (
        Problem(Location("game.yaml", 3), "too wide"),
        Problem(Location("game.yaml", 3), "too wide", code="x.wide"),
    )
    assert plain == coded
    assert not plain < coded
    assert str(plain) == str(coded)
    assert FabgenError([coded]).problems[0].code == "x.wide"


def test_close_words_are_found_whatever_their_capitals() -> None:
    assert close_words("PAWM", ["pawn", "Pawn", "king"]) == ["pawn", "Pawn"]
    assert close_words("queen", ["pawn"]) == []


@pytest.mark.parametrize(("word", "valid", "expected"), [
    ("Koma.svg", ["koma.svg", "koma2.svg"], ["koma.svg"]),  # only the capitals differ
    ("knigt", ["knight", "king"], ["knight"]),  # 10 of 11 letters of both are shared with one, 6 of 9 with the other
    ("sand", ["band", "hand"], ["band", "hand"]),  # 3 of 4 letters with each
])
def test_a_word_that_is_much_closer_is_meant_alone(word: str, valid: list[str], expected: list[str]) -> None:
    assert close_words(word, valid) == expected


@pytest.mark.parametrize(("player", "piece", "name"), [
    ("white", "knight", "white knight"), ("raiders", "raider", "raider"), ("Wolves", "wolf", "wolf"),
    ("white", "White", "White"), ("court", "courtier", "court courtier"),
])
def test_a_piece_that_is_named_after_its_player_is_named_once(player: str, piece: str, name: str) -> None:
    assert name_owned_piece(player, piece) == name
