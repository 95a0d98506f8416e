"""A language → a file of words to translate, in as many plural forms as the language has. Its texts are English, or
fabgen's own where it speaks the language."""

from __future__ import annotations

import re
from pathlib import Path

from fabgen.core.files import read_text
from fabgen.core.languages import (
    BUILT_IN_WORDS,
    LANGUAGE,
    Entry,
    english_entries,
    example_forms,
    load_words,
    nearest_built_in,
    read_catalogue,
    yaml_line,
)


def write_words_text(language: str, source: Path | None = None) -> str:
    """The text of the file, with the texts of `source` where it is given: another file of words, which may be written
    as before there were plural forms. Raises FabgenError where that file cannot be read."""
    catalogue = read_catalogue(source) if source else load_words(nearest_built_in(language))
    entries = dict(catalogue.entries)
    if catalogue.plural_language != language:
        entries = {
            key: entry if isinstance(entry, str) else example_forms(entry, language) for key, entry in entries.items()
        }
    lines = []
    for line in read_text(BUILT_IN_WORDS / "en.yaml").splitlines():
        key = match[1] if (match := re.match(r"(\w+):", line)) else ""
        if key == LANGUAGE:
            lines.append(yaml_line(LANGUAGE, language))
        elif key:
            lines += _entry_lines(key, entries[key])
        elif not line.startswith(" "):
            lines.append(line)  # a comment, or an empty line
    for key in (key for key in entries if key not in english_entries()):
        lines += _entry_lines(key, entries[key])
    return "\n".join(lines) + "\n"


def _entry_lines(key: str, entry: Entry) -> list[str]:
    if isinstance(entry, str):
        return [yaml_line(key, entry)]
    return [f"{key}:", *(f"  {yaml_line(form, text)}" for form, text in entry.items())]
