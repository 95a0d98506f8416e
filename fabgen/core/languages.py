"""A language → its catalogue: the words that fabgen puts into books, figures and sheets of paper, each by its key.

A catalogue is one YAML file. The English one says which keys there are, which of them are counted, and what is filled
in where. What a file of one's own lacks is taken from fabgen's catalogue of the same language, else from the English
one, and is listed in one warning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

from fabgen.core.english import join_words
from fabgen.core.files import MISSING, read_text
from fabgen.core.former_words import convert_former_words, find_former_mistakes, has_former_keys, warn_of_former_words
from fabgen.core.game_files import read_game_text
from fabgen.core.plurals import allowed_forms, knows_language, language_name, needed_forms, plural_form
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint, problem_error
from fabgen.core.units import format_number
from fabgen.core.yaml_models import YamlSource, parse_data

BUILT_IN_WORDS = Path(str(files("fabgen") / "core" / "words"))
LANGUAGE = "language"  # the key of the language's tag
# Keys that start so are for the sections and the notes of positions, and for actions that are words; rule sets of other
# packages may have more of them. Each with what can be filled in.
OPEN_KEYS = {"section_": "", "note_": "{value}", "action_": ""}
PRIVATE = "x-"  # the start of tags that no registry knows
MOST_SAMPLES = 4  # numbers that a message names for a plural form
MOST_KEYS = 12  # keys that a warning names
Entry = str | Mapping[str, str]  # a text, or the texts of its plural forms


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The words of one language: a text by its key, or a text for each plural form.

    `language` is its BCP 47 tag, `plural_language` the tag of the language whose forms it has: another one only where
    CLDR does not know the language, or where the file was written before there were plural forms.
    """

    language: str
    entries: Mapping[str, Entry]
    plural_language: str
    warnings: tuple[Problem, ...] = ()

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def text(self, key: str, /, **values: object) -> str:
        """The text of a key with its values filled in."""
        entry = self.entries[key]
        assert isinstance(entry, str), f"`{key}` is counted"
        return entry.format(**values)

    def count(self, key: str, number: int, /, **values: object) -> str:
        """The text of a key in the plural form for a number. `{count}` is the number, unless `values` say otherwise."""
        forms = self.entries[key]
        assert not isinstance(forms, str), f"`{key}` is not counted"
        return forms[plural_form(self.plural_language, number)].format(**{"count": number, **values})

    def number(self, value: float, places: int = 6) -> str:
        """A number in digits, with at most `places` decimal places after the language's decimal sign."""
        return format_number(value, places).replace(".", self.text("decimal_sign"))


def load_words(language: str = "en", folder: Path = BUILT_IN_WORDS) -> Catalogue:
    """The words of a built-in language by its short name, or of a file beside a spec by its path from there. Raises
    FabgenError for a language that does not exist or lacks words."""
    if language.endswith((".yaml", ".yml")):
        return _parse_catalogue(_read_words(language, folder), str(folder / language))
    known = built_in_languages()
    if language not in known:
        hint = f"fabgen speaks {join_words(known)}; or write the name of a .yaml file beside the spec, with its words"
        raise problem_error(f"there are no words in the language `{language}`", hint)
    return _read_built_in(language)


def built_in_languages() -> tuple[str, ...]:
    """The tags of the languages that fabgen speaks."""
    return tuple(sorted(path.stem for path in BUILT_IN_WORDS.glob("*.yaml")))


def nearest_built_in(tag: str) -> str:
    """The language that fabgen speaks and that is nearest to another one: itself, its first part (`de` for `de-CH`),
    else English."""
    known = built_in_languages()
    return next((part for part in (tag, tag.partition("-")[0]) if part in known), "en")


def _read_words(language: str, folder: Path) -> str:
    """The text of a game's own language file."""
    try:
        return read_game_text(folder, language)
    except FabgenError as error:
        if error.problems[0].code != MISSING:
            raise
        raise problem_error(
            f"the words of the language are missing: there is no file {folder / language}",
            f"`fabgen new-words TAG -o {language}` writes a file to translate there, TAG being "
            "the language, such as pl; or leave `language` out",
        ) from None


@cache
def _read_built_in(language: str) -> Catalogue:
    """The words of fabgen's own file, which tests hold against the English one: no mistakes are looked for here."""
    data = _built_in_data(language)
    tag = data[LANGUAGE]
    entries = {key: entry for key, entry in data.items() if key != LANGUAGE}
    return Catalogue(tag, entries, tag)


@cache
def _built_in_data(language: str) -> dict[str, Any]:
    path = BUILT_IN_WORDS / f"{language}.yaml"
    data, _ = parse_data(read_text(path), str(path))
    return data


@cache
def english_entries() -> dict[str, Entry]:
    """Every entry that a catalogue must have, in English, in the order of the file."""
    return {key: entry for key, entry in _built_in_data("en").items() if key != LANGUAGE}


def read_catalogue(path: Path) -> Catalogue:
    """The catalogue of a file. Raises FabgenError with a Problem for everything that is wrong or missing in it."""
    return _parse_catalogue(read_text(path), str(path))


@lru_cache(maxsize=8)
def _parse_catalogue(text: str, file: str) -> Catalogue:
    """The catalogue of a file's text, completed with fabgen's own words and with warnings of what it lacks. Raises
    FabgenError with every Problem in it."""
    data, source = parse_data(text, file)
    language = _language_tag(data, source)
    entries = {key: entry for key, entry in data.items() if key != LANGUAGE}
    places: dict[str, tuple[str, ...]] = {key: (key,) for key in entries}
    warnings = [*_warn_of_unknown_language(language, source)]
    plural_language = language if knows_language(language) else "en"
    is_former = has_former_keys(entries)
    if is_former:
        if mistakes := [*find_former_mistakes(entries, source)]:
            raise FabgenError(mistakes)
        warnings.append(warn_of_former_words(language, source))
        entries, places = convert_former_words(entries, english_entries())
        plural_language = "en"  # one text for 1 and one for all other numbers
    problems = [*_find_mistakes(entries, plural_language, places, source)]
    problems += [] if is_former else _find_unsaid_numbers(entries, plural_language, source)
    if problems:
        raise FabgenError(problems)
    warnings += _warn_of_unknown_keys(entries, source)
    if missing := _fill_missing_words(entries, language, plural_language):
        warnings.append(_warn_of_missing_words(missing, language, source))
    for key, example in english_entries().items():
        if not isinstance(example, str):
            entries[key] = _forms_of(entries[key], plural_language)
    return Catalogue(language, entries, plural_language, tuple(warnings))


def _language_tag(data: Mapping[str, Any], source: YamlSource) -> str:
    """The tag of the language that a file of words names. Raises FabgenError where it names none."""
    language = data.get(LANGUAGE)
    if isinstance(language, str) and language:
        return language
    what = _not_text(language, LANGUAGE) if LANGUAGE in data else f"the key `{LANGUAGE}` is missing"
    hint = f'write the tag of the language in quotes, as in {LANGUAGE}: "pl"'
    raise problem_error(what, hint, source.key_location(LANGUAGE))


def _warn_of_unknown_language(language: str, source: YamlSource) -> Iterator[Problem]:
    if not knows_language(language) and not language.startswith(PRIVATE):
        yield Problem(
            source.key_location(LANGUAGE),
            f"`{language}` is not the tag of a language that CLDR knows",
            "its plural forms are those of English; tags are such as pl, pt-BR or x-elvish",
            "warning",
            "words.unknown-language",
        )


def _fill_missing_words(entries: dict[str, Any], language: str, plural_language: str) -> list[str]:
    """Adds the texts and the plural forms that a file lacks, as fabgen itself says them in that language, else in
    English. Returns their keys, in the order of the English file."""
    missing = list[str]()
    for key, example in english_entries().items():
        lacking = _lacking_keys(key, entries.get(key), example, plural_language)
        if not lacking:
            continue
        missing += lacking
        fallback = load_words(nearest_built_in(language)).entries[key]
        if isinstance(fallback, str):
            entries[key] = fallback
        else:
            forms = _forms_of(entries.get(key), plural_language) or {}
            entries[key] = {**example_forms(fallback, plural_language), **forms}
    return missing


def _lacking_keys(key: str, entry: Any, example: Entry, plural_language: str) -> list[str]:
    """What an entry of a file lacks: the key itself where there is no text, else the keys of the plural forms without
    one, such as `sheets.few`."""
    if isinstance(example, str):
        return [] if entry is not None else [key]
    forms = _forms_of(entry, plural_language)
    if not forms:
        return [key]
    return [f"{key}.{form}" for form in needed_forms(plural_language) if form not in forms]


def _warn_of_missing_words(missing: list[str], language: str, source: YamlSource) -> Problem:
    """The one warning that lists what a file lacks."""
    near = nearest_built_in(language)
    fallback = "English" if near == "en" else f"fabgen's own {language_name(near)}"
    count = "1 text is missing and is" if len(missing) == 1 else f"{len(missing)} texts are missing and are"
    return Problem(
        source.key_location(LANGUAGE),
        f"{count} printed in {fallback}: {_list_keys(missing)}",
        f"`fabgen new-words {language} --from {source.file} -o NEW.yaml` writes your texts with these added, "
        "to be translated",
        "warning",
        "words.missing",
    )


def _warn_of_unknown_keys(entries: Mapping[str, Any], source: YamlSource) -> Iterator[Problem]:
    """The one warning that lists the keys that fabgen does not ask for."""
    english = english_entries()
    unknown = [key for key in entries if key not in english and not key.startswith(tuple(OPEN_KEYS))]
    if unknown:
        yield Problem(
            source.key_location(unknown[0]),
            f"{'this key is' if len(unknown) == 1 else 'these keys are'} unknown and not used: {_list_keys(unknown)}",
            nearest_hint(unknown[0], [LANGUAGE, *english])
            if len(unknown) == 1
            else "compare them with `fabgen new-words`, or delete them",
            "warning",
            "words.unknown-keys",
        )


def _list_keys(keys: list[str]) -> str:
    """The first keys of a list, and how many more there are."""
    listed, more = keys[:MOST_KEYS], len(keys) - MOST_KEYS
    return ", ".join(listed) + (f" and {more} more" if more > 0 else "")


def _find_mistakes(
    entries: Mapping[str, Any], language: str, places: Mapping[str, tuple[str, ...]], source: YamlSource
) -> Iterator[Problem]:
    """A Problem for each text that is no text or cannot be filled in. `places` says at which key of the file an entry
    is written."""
    for key, example in english_entries().items():
        if key not in entries:
            continue
        if isinstance(example, str):
            yield from _text_mistakes(key, entries[key], example, source.key_location(*places[key]))
        else:
            place_of = partial(source.key_location, *places[key])
            yield from _plural_mistakes(key, entries[key], example, language, place_of)
    for key, entry in entries.items():
        pattern = next((pattern for start, pattern in OPEN_KEYS.items() if key.startswith(start)), None)
        if pattern is not None and key not in english_entries():
            yield from _text_mistakes(key, entry, pattern, source.key_location(*places[key]))


def _text_mistakes(key: str, entry: Any, example: str, where: Location) -> Iterator[Problem]:
    if isinstance(entry, dict):
        yield Problem(
            where,
            f"`{key}` is one text, without plural forms",
            f"write it like this, translated: {entry_line(key, example, 'en')}",
        )
    elif not isinstance(entry, str):
        yield Problem(where, _not_text(entry, key), "put it in quotes to keep it as text")
    else:
        yield from _brace_mistakes(entry, {*_fields(example)}, where)


def _plural_mistakes(
    key: str, entry: Any, example: Mapping[str, str], language: str, place_of: Callable[..., Location]
) -> Iterator[Problem]:
    """A Problem for each form of a counted entry; `place_of` tells where a form of it is written, or the entry."""
    needed = needed_forms(language)
    forms = _forms_of(entry, language)
    if forms is None:
        yield Problem(
            place_of(),
            f"`{key}` depends on a number: it needs a text for each plural form of {language_name(language)}",
            f"write it like this, translated: {entry_line(key, example, language)}",
        )
        return
    fields = {"count", *(field for text in example.values() for field in _fields(text))}
    for form, text in forms.items():
        if form not in allowed_forms(language):
            yield Problem(
                place_of(form),
                f"`{key}` has a plural form `{form}`, and {language_name(language)} has none of that name",
                f"its forms are {join_words(needed)}",
            )
        elif not isinstance(text, str):
            yield Problem(place_of(form), _not_text(text, f"{key}.{form}"), "put it in quotes to keep it as text")
        else:
            yield from _brace_mistakes(text, fields, place_of(form))


def _forms_of(entry: Any, language: str) -> dict[str, Any] | None:
    """The plural forms of an entry; None where it is something else. A text stands for the only form that there is."""
    if isinstance(entry, str) and [*needed_forms(language)] == ["other"]:
        return {"other": entry}
    return entry if isinstance(entry, dict) else None


def _find_unsaid_numbers(entries: Mapping[str, Any], language: str, source: YamlSource) -> Iterator[Problem]:
    """A Problem for each form that is for several numbers and does not say which: `one` is for 21 too in Russian."""
    for key, example in english_entries().items():
        if isinstance(example, str) or not {"count", "number"} & {*_fields(example["other"])}:
            continue
        field = "number" if "number" in _fields(example["other"]) else "count"
        forms = _forms_of(entries.get(key), language) or {}
        for form, numbers in needed_forms(language).items():
            text = forms.get(form)
            if isinstance(text, str) and len(numbers) > 1 and not ("{count}" in text or f"{{{field}}}" in text):
                what = f"the form `{form}` of `{key}` is for {_samples(numbers)}, and does not say which"
                yield Problem(source.key_location(key, form), what, f"write {{{field}}} where the number goes")


def _brace_mistakes(text: str, fields: set[str], where: Location) -> Iterator[Problem]:
    """A Problem for each thing in braces that is not filled in."""
    try:
        unknown = [field for field in _fields(text) if field not in fields]
    except ValueError:
        yield Problem(where, f"a brace in `{text}` has no partner", "write {{ or }} for a brace that is to be printed")
        return
    for field in unknown:
        names = [f"{{{name}}}" for name in sorted(fields)]
        yield Problem(
            where,
            f"`{{{field}}}` is not filled in here",
            f"what can be filled in: {join_words(names)}" if names else "here nothing is: write it out",
        )


def _fields(text: str) -> list[str]:
    """What is filled in, as it is written between the braces: a name, unless somebody has written more."""
    parts = [part for part in Formatter().parse(text) if part[1] is not None]
    return [
        f"{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}"
        for _, name, spec, conversion in parts
    ]


def _samples(numbers: tuple[int, ...]) -> str:
    """`1`, or `numbers such as 2, 3, 4 and 22`."""
    return f"numbers such as {join_words(numbers[:MOST_SAMPLES])}" if len(numbers) > 1 else str(numbers[0])


def _not_text(value: object, key: str) -> str:
    if value is None:
        return f"`{key}` is empty"
    return f"`{str(value).lower() if isinstance(value, bool) else value}` is not text"


def example_forms(example: Mapping[str, str], language: str) -> dict[str, str]:
    """The texts of a counted entry under the plural forms that another language needs: that of `one` for 1 alone."""
    other = example.get("other", [*example.values()][-1])
    return {
        form: example.get("one", other) if numbers == (1,) else other
        for form, numbers in needed_forms(language).items()
    }


def entry_line(key: str, example: Entry, language: str) -> str:
    """An entry in one line of YAML, with the plural forms that a language needs."""
    if isinstance(example, str):
        return yaml_line(key, example)
    forms = [yaml_line(form, text) for form, text in example_forms(example, language).items()]
    return f"{key}: {{{', '.join(forms)}}}"


def yaml_line(key: str, text: str) -> str:
    """A key and its text in quotes, which hold any text."""
    return f"{key}: {json.dumps(text, ensure_ascii=False)}"
