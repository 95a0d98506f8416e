"""A file of words as it was written before the catalogue had plural forms → the entries of today. For one release.

Such a file has some keys in pairs (`one_player` and `players`), and under `phrases` other texts by their English
words. To be deleted in release 0.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fabgen.core.problems import Location, Problem, nearest_hint
from fabgen.core.yaml_models import YamlSource

PHRASES = "phrases"
REWORDED = {  # English texts of today, and what they were in such files
    "line: a piece where a step ends blocks the way":
        "a line: a piece where a step or leap of it ends is in the way",
    "poster, {width} × {height} mm": "poster, {width} x {height} mm",
    "{width} × {depth} mm": "{width} x {depth} mm",
    "The board: {width} × {height} mm, {across} × {up} in, on 1 sheet.":
        "The board: {width} x {height} mm, {across} x {up} in, on 1 sheet.",
    "The board: {width} × {height} mm, {across} × {up} in, on {count} sheets.":
        "The board: {width} x {height} mm, {across} x {up} in, on {count} sheets.",
    "match the half-diamonds": "half-diamonds: make whole",
    "a blunt tool to score (press a line along) each fold": "something blunt to score folds with",
    "a glue stick, or white glue, spread thin": "glue: a stick, or white glue, thin",
    "Score the three folds across the block, then cut the strips apart.":
        "Score the three folds of each strip, then cut it out from mark to mark.",
    "Glue both flaps onto thick card as large as the base: {sizes}.":
        "Glue both flaps onto thick card, cut to the size of the base: {sizes}.",
    "Fold the middle, print outside. Glue both faces together, not the flaps.":
        "Middle fold: print outside. Glue the two faces back to back; leave the flaps free.",
    "Fold the middle, print outside. Glue both faces together, tabs too.":
        "Middle fold: print outside. Glue the two faces back to back, tabs too.",
    "Score the middle fold across the block, cut the strips apart, then cut along the grey lines.":
        "Score the middle fold, cut each strip out from mark to mark, then along the grey lines: the base "
        "comes off, a tab stays at each face.",
    "When it is dry, cut from mark to mark, or along the lines.": "When it is dry, cut the tokens out.",
    "Cut round the board, outside the marks. Glue it onto thick board.":
        "Cut the board out, from mark to mark.",
    "When it is dry, cut both together, from mark to mark.": "Glue it to thick board, and it lies flat.",
    "Glue it onto thick board. When it is dry, trim both from mark to mark.":
        "Trim the outside from mark to mark. Thick board under it keeps it flat.",
    "Cut everything out, from the front.": "Cut the tokens out, from the front.",
}
_RETIRED_PHRASES = {  # what fabgen does not say any more: sides and folds of a piece, a single length of bars
    "Then measure the bars on every sheet, across and along: 100 mm, and 4 in. More than half a millimetre out? "
    "Check the settings.",
    "Cut along the upper and left seams, where “onto” stands. Keep the grey tabs and the white rim.",
    "4 in = 101.6 mm",
    "rear:",
    "front:",
    "flap",
    "middle",
    "base",
    "tab",
    "name",
    "diagram",
    "Flap folds: print inside. The diagram flap is the front: it points at your opponent. The name flap is the rear: "
    "it points at you.",
    "Push the tab into the slit, the diagram in front of the piece. The diagram points at your opponent, the name at "
    "you.",
}
_QUOTES = "put it in quotes to keep it as text"
_GONE = ("one_player", "win", "choose", "answer", "legend_bar", "legend_flat_bar", PHRASES)
_KEPT_KEYS = """
contents quick_reference byline players rules separator design edition published source made_by picture component each
all may may_not exactly exactly_all nothing played wins drawn goes_on next chooses answers disputed hop_any hop_friend
hop_enemy hop_near hop_far hop_takes hop_home hop_hand hop_captor no_capture caption_board caption_setup caption_placing
caption_components caption_moves alt_board alt_zones alt_setup alt_hands alt_beside alt_placing alt_components alt_moves
alt_moves_round alt_position alt_played alt_then alt_area alt_claim legend legend_own legend_own_round legend_move
legend_capture legend_both legend_line legend_actor legend_way legend_path legend_played legend_number legend_lifted
legend_out legend_out_sent legend_token legend_area legend_zone legend_letters legend_letter legend_taken
legend_taken_sent legend_entered legend_put legend_refused legend_bare legend_goes legend_bars legend_flat_bars
legend_on legend_first_move legend_first_capture legend_first_both legend_hop legend_locust legend_either
legend_hop_move legend_locust_move legend_either_move fate_taken fate_home fate_hand fate_captor figure_number
figure_link rulings ruling_answer index component_board component_tokens alt_tokens alt_count alt_cover notes
booklet_sheet
"""
_KEPT = tuple(_KEPT_KEYS.split())
_FORMER_FORMS = {  # counted entries of today: what their texts for 1 and for other numbers were called
    "players": ("one_player", "players"),
    "wins": ("wins", "win"),
    "chooses": ("chooses", "choose"),
    "answers": ("answers", "answer"),
    "pages": ("page {page}", "pages {pages}"),
    "questions": ("question {number}", "questions {numbers}"),
    "questions_first": ("Question {number}", "Questions {numbers}"),
    "exact_steps": ("exactly {steps}", "exactly {steps}"),
    "steps_up_to": ("one to {steps}", "one to {steps}"),
    "times_up_to": ("one to {times} times in the same direction", "one to {times} times in the same direction"),
}
_FORMER_FIELDS = {  # what was filled in under another name
    "pages": ("{page}", "{pages}"),
    "questions": ("{number}", "{numbers}"),
    "questions_first": ("{number}", "{numbers}"),
    "times_up_to": ("{times}", "{number}"),
}
# Their former texts were for one bar and for two, in words: today there are three bars too, and these stay English.
_FOR_TWO_BARS = ("legend_bars", "legend_flat_bars")
_ONE_OR_TWO = ("one_or_two_steps", "one or {steps}")


def has_former_keys(entries: Mapping[str, Any]) -> bool:
    """Whether a file of words is written in the former way."""
    return any(key in entries for key in _GONE)


def warn_of_former_words(language: str, source: YamlSource) -> Problem:
    """The warning that such a file gets, and how to have it written anew."""
    return Problem(
        Location(source.file, 1, 1),
        "these words are written as before fabgen had plural forms: it reads them so until the next release",
        f"`fabgen new-words {language} --from {source.file} -o NEW.yaml` writes your texts as they are written now",
        "warning",
        "words.former",
    )


def find_former_mistakes(entries: Mapping[str, Any], source: YamlSource) -> Iterator[Problem]:
    """A Problem for each key that is missing or unknown in such a file, and for each value that is no text."""
    keys = [*_KEPT, *_GONE]
    for key in keys:
        if key not in entries:
            yield Problem(Location(source.file, 1, 1, key), f"the key `{key}` is missing", f"add `{key}: ...`")
    for key, value in entries.items():
        where = source.key_location(key)
        if key not in keys:
            yield Problem(
                where,
                f"unknown key `{key}` in words that are written as before (with `{PHRASES}`)",
                nearest_hint(key, keys),
            )
        elif key == PHRASES and not isinstance(value, dict):
            yield Problem(where, f"`{PHRASES}` is not a mapping", "write `English: translated` lines under it")
        elif key != PHRASES and not isinstance(value, str):
            yield Problem(where, f"`{key}` is not text", _QUOTES)
    for phrase, text in _phrases(entries).items():
        if not isinstance(text, str):
            yield Problem(source.key_location(PHRASES, phrase), f"the phrase `{phrase}` is not text", _QUOTES)


def convert_former_words(
    entries: Mapping[str, Any], english: Mapping[str, str | Mapping[str, str]]
) -> tuple[dict[str, Any], dict[str, tuple[str, ...]]]:
    """The entries of today, counted ones with the forms `one` and `other`, and the place of each in the file.

    A phrase was found by its English text, which is the English text of today's entry too. One that the file lacked
    stayed English, and so it does here.
    """
    texts = _FormerTexts(entries)
    converted: dict[str, Any] = {}
    places: dict[str, tuple[str, ...]] = {}
    for key, example in english.items():
        if key in _FOR_TWO_BARS:
            converted[key], name = example, key
        elif key == _ONE_OR_TWO[0]:
            name = _ONE_OR_TWO[1]
            converted[key] = (
                texts.read(name).replace("{steps}", texts.read("{number} steps")).replace("{number}", texts.read("two"))
            )
        elif isinstance(example, str):
            name = key if key in _KEPT else example
            converted[key] = texts.read(name)
        else:
            one, name = texts.names_of_forms(key, example)
            converted[key] = {
                "one": texts.read_form(key, one, "{number} step"),
                "other": texts.read_form(key, name, "{number} steps"),
            }
        places[key] = texts.place(name)
    for phrase in texts.unread_phrases():  # the sections of positions that rule sets of other packages have
        converted[f"section_{phrase}"] = texts.read(phrase)
        places[f"section_{phrase}"] = texts.place(phrase)
    return converted, places


class _FormerTexts:
    """The texts of such a file by their keys, and by their English phrases."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        self.entries, self.phrases = entries, _phrases(entries)
        self.read_names: set[str] = set()

    def read(self, name: str) -> str:
        """The text of a key or of a phrase. A phrase that is not there is its own text."""
        self.read_names.add(name)
        former = REWORDED.get(name, name)
        self.read_names.add(former)
        return str(self.entries.get(name, self.phrases.get(former, name)))

    def place(self, name: str) -> tuple[str, ...]:
        return (name,) if name in self.entries else (PHRASES, name)

    def names_of_forms(self, key: str, example: Mapping[str, str]) -> tuple[str, str]:
        """What the texts of a counted entry were called: for 1, and for other numbers."""
        if key in _FORMER_FORMS:
            return _FORMER_FORMS[key]
        if key in _KEPT:
            return key, key
        has_one = example["one"] in self.phrases or example["other"] not in self.phrases
        return example["one" if has_one else "other"], example["other"]

    def read_form(self, key: str, name: str, steps: str) -> str:
        """The text of a form, with what is filled in under its name of today."""
        if key in _FORMER_FIELDS:
            return self.read(name).replace(*_FORMER_FIELDS[key])
        return self.read(name).replace("{steps}", self.read(steps))

    def unread_phrases(self) -> list[str]:
        known = self.read_names | _RETIRED_PHRASES
        return [phrase for phrase in self.phrases if phrase not in known and "{" not in phrase]


def _phrases(entries: Mapping[str, Any]) -> dict[str, Any]:
    phrases = entries.get(PHRASES)
    return phrases if isinstance(phrases, dict) else {}
