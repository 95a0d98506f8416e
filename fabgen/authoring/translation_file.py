"""A game and its former translation file → the file brought up to date, for a translator.

What is translated stays. New texts are added without a translation, texts that have changed keep their former
translation with the text that it was made from, and translations of texts that are gone are kept at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from fabgen.core.languages import load_words, nearest_built_in, yaml_line
from fabgen.core.problems import FabgenError
from fabgen.spec.load import Spec
from fabgen.spec.rules_file import read_rules_text
from fabgen.spec.translation import TranslatedText, TranslationFile, game_texts, rules_passages

SIMILAR = 0.6  # of two passages, from 0 to 1: less is another passage, not a changed one
_HEAD = """\
# The words of {title} in another language. Write each translation behind `text:`. Keep everything else: what stands in
# round brackets or in backquotes, and codes such as {code}, is the same in every language. Where there is a line
# `former:`, the source has changed since it was translated: correct the text, then delete that line.
# docs/languages.md says more.
"""


@dataclass
class TranslationReport:
    """What a translator has to do: how many texts there are, how many have no translation, which ones have changed
    since they were translated, and how many translations no longer belong to a text."""

    total: int = 0
    untranslated: int = 0
    stale: list[TranslatedText] = field(default_factory=list)
    unused: int = 0


def write_translation(spec: Spec, language: str, former: TranslationFile | None) -> tuple[str, TranslationReport]:
    """The text of a game's translation file, and what is left to do in it. Raises FabgenError where the rules text
    cannot be read."""
    report = TranslationReport()
    former_file = former or TranslationFile(language=language)
    sources = game_texts(spec.game)
    passages = list(dict.fromkeys(passage.text for passage in rules_passages(read_rules_text(spec))))
    game = {key: _update(source, former_file.game.get(key)) for key, source in sources.items()}
    rules = _update_passages(passages, former_file, _known_headings(spec, language))
    used_texts = {entry.text for entry in (*game.values(), *rules)}
    gone = [entry for key, entry in former_file.game.items() if key not in sources]
    gone += [entry for entry in (*former_file.rules, *former_file.unused) if entry.text not in used_texts]
    unused = [entry for entry in gone if entry.text.strip()]
    for entry in (*game.values(), *rules):
        report.total += 1
        report.untranslated += not entry.text.strip()
        report.stale += [entry] if entry.text.strip() and entry.former is not None else []
    report.unused = len(unused)
    code = next(iter(spec.game.rulings), "RULE-1")
    lines = [_HEAD.format(title=spec.game.title, code=code) + yaml_line("language", former_file.language)]
    lines += [yaml_line("words", former_file.words)] if former_file.words else []
    lines += ["", f"# ---- {spec.source.file.rpartition('/')[2]}", "", "game:"]
    for key, entry in game.items():
        lines += [f"  {_quote_key(key)}:", *_entry_lines(entry, "    ", "    ")]
    lines += ["", f"# ---- {spec.game.rulebook}", "", "rules:"]
    for entry in rules:
        lines += _entry_lines(entry, "  - ", "    ")
    if unused:
        lines += ["", "# ---- Translations of texts that the game no longer has", "", "unused:"]
        for entry in unused:
            lines += _entry_lines(entry, "  - ", "    ")
    return "\n".join(lines) + "\n", report


def _known_headings(spec: Spec, language: str) -> dict[str, str]:
    """The headings that fabgen itself has a word for: the quick reference."""
    try:
        source, target = spec.words, load_words(nearest_built_in(language))
    except FabgenError:
        return {}
    if source.language == target.language:
        return {}
    return {source.text("quick_reference"): target.text("quick_reference")}


def _update(source: str, entry: TranslatedText | None) -> TranslatedText:
    """The entry of a text, with the translation that a former entry has."""
    if entry is None or not entry.text.strip():
        return TranslatedText(source=source)
    if entry.source == source:
        return entry
    if entry.former == source:  # the text is again what was translated
        return TranslatedText(source=source, text=entry.text)
    former = entry.source if entry.former is None else entry.former
    return TranslatedText(source=source, text=entry.text, former=former)


def _update_passages(
    passages: list[str], former_file: TranslationFile, known: Mapping[str, str]
) -> list[TranslatedText]:
    """The entries of the rules text. A passage that has changed gets the translation of the former passage that is
    most like it, if none else has it."""
    entries = [entry for entry in (*former_file.rules, *former_file.unused) if entry.text.strip()]
    by_source = {entry.source: entry for entry in reversed(entries)}
    free = [entry for entry in entries if entry.source not in passages]
    updated = []
    for passage in passages:
        entry = by_source.get(passage)
        if entry is None and passage in known:
            entry = TranslatedText(source=passage, text=known[passage])
        if entry is None and (entry := _most_similar(passage, free)):
            free.remove(entry)
        updated.append(_update(passage, entry))
    return updated


def _most_similar(passage: str, entries: Iterable[TranslatedText]) -> TranslatedText | None:
    """The entry whose source is most like a passage; None where none is like it."""
    best, ratio = None, SIMILAR
    for entry in entries:
        matcher = SequenceMatcher(None, entry.source, passage)
        if matcher.real_quick_ratio() >= ratio and matcher.quick_ratio() >= ratio and matcher.ratio() >= ratio:
            best, ratio = entry, matcher.ratio()
    return best


def _entry_lines(entry: TranslatedText, first: str, other: str) -> Iterator[str]:
    yield first + yaml_line("source", entry.source)
    if entry.former is not None:
        yield other + yaml_line("former", entry.former)
    yield other + yaml_line("text", entry.text)


def _quote_key(key: str) -> str:
    """A key as YAML, in quotes."""
    return yaml_line("", key).removeprefix(": ")
