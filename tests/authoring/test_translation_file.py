"""`fabgen translate` again after a change: what is translated stays, what is new is added, what has changed is marked,
and what is gone is kept at the end."""

from __future__ import annotations

from pathlib import Path

from specs import GAME

from fabgen.authoring.translation_file import TranslationReport, write_translation
from fabgen.spec.load import load_spec
from fabgen.spec.translation import TranslatedText, TranslationFile, parse_translation

RULES = "# Start\n\nThe first player takes one token from the pile.\n\n# Quick reference\n\nYou win.\n"


def translate(folder: Path, rules: str, former: TranslationFile | None) -> tuple[TranslationFile, TranslationReport]:
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "rules.md").write_text(rules, "utf-8")
    text, report = write_translation(load_spec(str(folder)), "de", former)
    return parse_translation(text, "de.yaml")[0], report


def fill(file: TranslationFile, texts: dict[str, str]) -> TranslationFile:
    rules = tuple(entry.model_copy(update={"text": texts.get(entry.source, entry.text)}) for entry in file.rules)
    return file.model_copy(update={"rules": rules})


def test_a_new_file_has_every_text_without_a_translation(tmp_path: Path) -> None:
    file, report = translate(tmp_path, RULES, None)
    assert [(entry.source, entry.text) for entry in file.rules] == [
        ("Start", ""),
        ("The first player takes one token from the pile.", ""),
        ("Quick reference", "Kurzübersicht"),  # fabgen's own word, by which the book finds the chapter
        ("You win.", ""),
    ]
    assert report.total == len(file.game) + 4
    assert (report.untranslated, report.stale, report.unused) == (report.total - 1, [], 0)


def test_a_second_time_nothing_changes(tmp_path: Path) -> None:
    file = fill(translate(tmp_path, RULES, None)[0], {"Start": "Beginn", "You win.": "Du gewinnst."})
    again, report = translate(tmp_path, RULES, file)
    assert again == file
    assert report.stale == []


def test_a_changed_passage_keeps_its_translation_and_says_what_was_translated(tmp_path: Path) -> None:
    old = "The first player takes one token from the pile."
    new = "The first player takes two tokens from the pile."
    file = fill(translate(tmp_path, RULES, None)[0], {old: "Der Startspieler nimmt einen Marker."})
    changed, report = translate(tmp_path, RULES.replace(old, new), file)
    stale = TranslatedText(source=new, text="Der Startspieler nimmt einen Marker.", former=old)
    assert changed.rules[1] == stale
    assert report.stale == [stale]
    # Once more, it stays marked; and with the former text back in the rules, it is a translation again.
    assert translate(tmp_path, RULES.replace(old, new), changed)[0] == changed
    restored, _ = translate(tmp_path, RULES, changed)
    assert restored == file


def test_a_new_passage_is_added_and_one_that_is_gone_kept_at_the_end(tmp_path: Path) -> None:
    file = fill(translate(tmp_path, RULES, None)[0], {"You win.": "Du gewinnst."})
    changed, report = translate(tmp_path, RULES.replace("You win.", "Nobody ever loses at all."), file)
    assert changed.rules[-1] == TranslatedText(source="Nobody ever loses at all.")
    assert changed.unused == (TranslatedText(source="You win.", text="Du gewinnst."),)
    assert report.unused == 1
    restored, _ = translate(tmp_path, RULES, changed)
    assert restored == file


def test_a_changed_title_is_marked(tmp_path: Path) -> None:
    file = translate(tmp_path, RULES, None)[0]
    title = file.game["title"].source
    entries = {**file.game, "title": TranslatedText(source="Old title", text="Alter Titel")}
    changed, report = translate(tmp_path, RULES, file.model_copy(update={"game": entries}))
    assert changed.game["title"] == TranslatedText(source=title, text="Alter Titel", former="Old title")
    assert report.stale == [changed.game["title"]]
