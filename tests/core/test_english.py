"""Lists, articles and plurals read as English does."""

from __future__ import annotations

import pytest

from fabgen.core.english import count_things, join_words, name_owned_piece, pluralize, with_article


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


@pytest.mark.parametrize(("player", "piece", "name"), [
    ("white", "knight", "white knight"), ("raiders", "raider", "raider"), ("Wolves", "wolf", "wolf"),
    ("white", "White", "White"), ("court", "courtier", "court courtier"),
])
def test_a_piece_that_is_named_after_its_player_is_named_once(player: str, piece: str, name: str) -> None:
    assert name_owned_piece(player, piece) == name
