"""A file of words as it was written before there were plural forms loads as it did, with one warning.

`former_words.yaml` is the English file of that time.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from core.test_languages import foreign

from fabgen.authoring.words_file import write_words_text
from fabgen.core.languages import Catalogue, english_entries, read_catalogue
from fabgen.core.problems import FabgenError

FORMER = yaml.safe_load((Path(__file__).parent / "former_words.yaml").read_text("utf-8"))
NEW_KEYS = {
    "legend_bars", "legend_flat_bars",  # such a file had texts for one bar and for two, in words
    "group_of_one_set", "signs_of_one_set", "legend_changed_sides", "rule_claims", "rule_claims_diagonally",
    "alt_closed", "legend_closed", "component_with_back",
    "glue_under", "onto", "version_of_set",
    "half_title", "upper_half", "lower_half", "left_half", "right_half", "glue_under_half", "cut_here",
    "cut_lower_half", "cut_right_half", "keep_tab_of_half", "glue_halves",
    "legend_on_along", "legend_passage",
    "pattern_stripes", "pattern_dots", "pattern_frame", "pattern_crosshatch", "pattern_dashes", "pattern_corners",
    "pattern_arcs", "pattern_double", "pattern_falling", "pattern_frames",
    "legend_jump_ring_hop", "legend_jump_ring_locust", "legend_jump_ring_either",
    "edition_note", "alt_finished_game", "cut_test", "legend_hidden", "hidden_piece", "alt_seen_by", "other_readings",
    "marked_moves", "tent_sides", "slotted_sides", "key_net_folds", "key_inside_fold",
    "cut_upper_seams", "cut_upper_seams_but", "cut_left_seams", "cut_left_seams_but", "cut_both_seams", "keep_tabs",
    "glue_tiles", "glue_rows", "on_tab", "on_plain_paper",
    "tent_bases", "tent_card", "bases_to_cut", "bar_inches", "short_bar_metric", "short_bar_inches", "set_for_players",
    "measure_sheets", "dry_cut_by_marks",
    "held_hand",
    "need_card_flat", "need_card_tokens", "need_card_bases_and_tokens",
    "need_card_flat_and_tokens", "no_fold_glue", "glue_blocks",
    "start_of_game", "list_bases",
    "need_board", "cells_on_paper", "chess_pieces_serve", "checkers_pieces_serve",
    "signs_on_drawn_pieces", "edge_plain", "edge_line", "edge_dashes",
    "edge_two_lines", "edge_further_in", "inner_line", "inner_dashes", "said_captured",
    "said_captures", "said_jumps", "said_moves",
    "cut_aids", "cut_slips", "fold_aids", "key_further",
    "disc_both_cut", "disc_left_cut", "disc_right_cut",
    "held_things",
    "cards_of_deck",
    "group_of_decks",
    "dice_with_sides",
    "group_of_dice", "names_of_dice",
    "rolls",
    "rolls_next",
    "turns_by_enclosing",
    "takes_no_part_in_captures",
    "legend_placed",
    "legend_turned",
    "draws",
    "draws_next",
    "rule_roll_die",
    "rule_roll_dice",
    "note_standard_rolled",
    "count_to_buy",
    "track_title",
    "track_on_board",
    "group_of_tracks",
    "markers_of_player",
    "component_markers",
    "player_board_title", "component_player_boards", "group_of_player_boards", "caption_player_board",
    "alt_player_board", "step_tray_fill_player_boards",
    "castles",
    "castles_unattacked",
    "captures_in_passing",
    "royal_piece",
    "captures_by_enclosing",
    "legend_move_first_capture",
    "legend_capture_first_move",
    "legend_also_hop",
    "legend_also_locust",
    "legend_also_either",
    "legend_refused_beside",
    "legend_inset",
    "legend_returned",
    "margin_both", "margin_capture", "margin_hop", "margin_locust", "margin_locust_home", "margin_move",
    "margin_slide",
    "legend_shaded",
    "legend_framed",
    "pattern_shaded",
    "pattern_framed",
    "place_space",
    "place_square",
    "place_cell",
    "legend_link",
    "legend_tower",
    "tower_pieces",
    "hop_prisoner",
    "fate_prisoner",
    "skip_link",
    "in_words",
    *(key for key in english_entries() if key.startswith(("position_", "note_", "action_", "rule_"))),
    # the words of the job sheet, but for those that such a file had as a phrase
    *(key for key, entry in english_entries().items() if str(entry) not in FORMER["phrases"] and key.startswith((
        "job_", "hazard_", "base_", "operation_", "shape_", "whole_sheet", "cut_list", "assembly", "alt_assembly",
        "step_", "part_", "space_")) and key not in ("step_to_neighbour", "base_size", "base_size_up_to")),
    "player_note",
    "decimal_sign",
    "alt_sheet",
    "alt_view",
    "seat_of_player",
    "alt_free",
    "free_arrow",
    "free_frame",
    "free_shade",
    "free_label",
    "caption_piece",
    "alt_piece",
    "caption_side",
    "caption_top",
    "alt_side",
    "alt_side_flat",
    "alt_top",
    "alt_assembled",
    "answers_all",
    "answers_all_but",
    "answers_not",
    "quoted",
    "term_capture",
    "term_captured",
    "no_moves",
    "no_moves_of_piece",
    "said_placed",
    "said_moved",
    "caption_line",
    "comic_before",
    "comic_after",
    "players_range",
    "age",
    "minutes",
    "minutes_range",
    "copyright",
    "licence",
    "card_of_aid",
    "need_rulebook",
    "make_minutes",
    "both_sides_from",
    "caption_seats",
    "make_hours",
    "panel_flat",
    "panel_flat_and_tokens",
    "held_pieces",
    "alt_upright",
    "alt_turned",
}  # of which such a file knows nothing: they stay English
FORMER_PHRASES = {  # phrases whose English text is another one today
    "legend_leaps": "a line: a piece where a step or leap of it ends is in the way",
    "key_diamonds": "half-diamonds: make whole",
    "need_blunt": "something blunt to score folds with",
    "need_glue": "glue: a stick, or white glue, thin",
    "dry_cut": "When it is dry, cut the tokens out.",
    "tent_cut": "Score the three folds of each strip, then cut it out from mark to mark.",
    "tent_glue": "Glue both flaps onto thick card, cut to the size of the base: {sizes}.",
    "tent_fold": "Middle fold: print outside. Glue the two faces back to back; leave the flaps free.",
    "slotted_fold": "Middle fold: print outside. Glue the two faces back to back, tabs too.",
    "slotted_cut": "Score the middle fold, cut each strip out from mark to mark, then along the grey lines: the "
                   "base comes off, a tab stays at each face.",
    "duplex_cut": "Cut the tokens out, from the front.",
    "poster": "poster, {width} x {height} mm",
    "base_size": "{width} x {depth} mm",
    "cut_board": "Cut the board out, from mark to mark.",
    "glue_board": "Glue it to thick board, and it lies flat.",
    "trim_board": "Trim the outside from mark to mark. Thick board under it keeps it flat.",
}
FORMER_FORMS = {  # as they were in such files
    "board_size": {"one": "The board: {width} x {height} mm, {across} x {up} in, on 1 sheet.",
                   "other": "The board: {width} x {height} mm, {across} x {up} in, on {count} sheets."},
}
REWORDED = {"component_board", "alt_board", "alt_zones"}  # counted entries whose English text is another one today
# Today's English forms for one thing that such a file had no words for, or the wrong ones: `1 parity tokens`.
NEW_SINGULARS = {"up_to_players", "points", "spaces", "hexagons", "times_up_to", "for_players", "alt_tokens",
                  "component_tokens"}


def translated(**changed: Any) -> dict[str, Any]:
    """Such a file in another language; None takes an entry out."""
    phrases = {key: foreign(text) for key, text in FORMER["phrases"].items()}
    words = {key: foreign(text) for key, text in FORMER.items() if key not in ("language", "phrases")}
    data = {"language": "pl", **words, "phrases": phrases} | changed
    return {key: entry for key, entry in data.items() if entry is not None}


def read(folder: Path, data: dict[str, Any]) -> Catalogue:
    (folder / "old.yaml").write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    return read_catalogue(folder / "old.yaml")


def test_nothing_is_lost(tmp_path: Path) -> None:
    words = read(tmp_path, translated())
    english = english_entries()
    assert english
    for key, entry in english.items():
        if key in NEW_KEYS:
            assert words.entries[key] == entry, key
        elif isinstance(entry, str):
            assert words.entries[key] == foreign(FORMER.get(key, FORMER_PHRASES.get(key, entry))), key
        elif key in REWORDED:
            assert words.entries[key] == dict.fromkeys(("one", "other"), foreign(FORMER[key])), key
        elif key == "wins":  # worded since then so that it needs no number
            assert words.entries[key] == {"one": foreign(FORMER["wins"]), "other": foreign(FORMER["win"])}
        elif key in FORMER_FORMS:
            assert words.entries[key] == {form: foreign(text) for form, text in FORMER_FORMS[key].items()}
        elif key not in NEW_SINGULARS:
            assert words.entries[key] == {form: foreign(text) for form, text in entry.items()}, key
        else:
            assert words.entries[key] == dict.fromkeys(("one", "other"), foreign(entry["other"])), key


def test_one_is_for_1_alone_and_the_other_text_for_all_other_numbers_as_before(tmp_path: Path) -> None:
    words = read(tmp_path, translated(one_player="1 gracz", players="{count} graczy"))
    assert [words.count("players", number) for number in (1, 2, 22)] == ["1 gracz", "2 graczy", "22 graczy"]


def test_there_is_one_warning_that_says_what_to_do(tmp_path: Path) -> None:
    (warning,) = read(tmp_path, translated()).warnings
    assert (warning.level, warning.code) == ("warning", "words.former")
    assert warning.where.file == str(tmp_path / "old.yaml")
    assert f"`fabgen new-words pl --from {tmp_path / 'old.yaml'} -o NEW.yaml`" in warning.hint


def test_a_phrase_that_is_missing_stays_english(tmp_path: Path) -> None:
    data = translated()
    data["phrases"] = {key: text for key, text in data["phrases"].items() if key not in ("1 ring", "cut", "two")}
    words = read(tmp_path, data)
    assert words.count("rings", 1) == foreign("{count} rings").format(count=1)
    assert words.text("key_cut") == "cut"
    assert words.text("number_2") == "two"


def test_a_phrase_for_a_section_of_another_rule_set_is_kept(tmp_path: Path) -> None:
    data = translated()
    data["phrases"]["reserve"] = "rezerwa"
    assert read(tmp_path, data).text("section_reserve") == "rezerwa"


@pytest.mark.parametrize(
    ("changed", "key", "what"),
    [
        ({"contents": None}, "contents", "the key `contents` is missing"),
        ({"one_player": None}, "one_player", "the key `one_player` is missing"),
        ({"phrases": None}, "phrases", "the key `phrases` is missing"),
        ({"phrases": 1}, "phrases", "`phrases` is not a mapping"),
        ({"phrases": {"cut": 1}}, "phrases.cut", "the phrase `cut` is not text"),
        ({"players": {"one": "1 gracz"}}, "players", "`players` is not text"),
        ({"contets": "x"}, "contets", "unknown key `contets` in words that are written as before (with `phrases`)"),
        ({"byline": "Gra {autor}"}, "byline", "`{autor}` is not filled in here"),
    ],
)
def test_what_is_wrong_in_such_a_file_is_said(tmp_path: Path, changed: dict[str, Any], key: str, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        read(tmp_path, translated(**changed))
    (problem,) = caught.value.problems
    assert (problem.where.key, problem.what) == (key, what)
    assert problem.where.line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tag", "numbers"),
    [
        ("pl", (1, 2, 5, 22, 25)),
        ("ar", (0, 1, 2, 3, 11, 100)),
        ("x-test", (1, 2, 5)),
        ("ru", (2, 5, 21, 22)),
        ("ja", (2, 5, 22)),  # their texts for 1 are for other numbers too: the general text it is
    ],
)
def test_it_is_written_anew_without_loss(tmp_path: Path, tag: str, numbers: tuple[int, ...]) -> None:
    former = read(tmp_path, translated(language=tag))
    (tmp_path / "new.yaml").write_text(write_words_text(tag, tmp_path / "old.yaml"), "utf-8")
    words = read_catalogue(tmp_path / "new.yaml")
    assert (words.language, words.warnings) == (tag, ())
    for key, entry in former.entries.items():
        values = {name: f"<{name}>" for name in re.findall(r"{(\w+)}", str(entry))}
        if isinstance(entry, str):
            assert words.text(key, **values) == former.text(key, **values)
        else:
            values.pop("count", "")
            for number in numbers:
                assert words.count(key, number, **values) == former.count(key, number, **values)
