"""Errors of Pydantic in plain data → Problems in the words of the person who wrote the data, and the data without the
wrong values.

Each Problem is at its key in the file. Rejected values are left out or replaced by an example, never guessed.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Sequence, Sized
from typing import Any, Protocol

from pydantic import BaseModel

from fabgen.core.english import count_things, join_words
from fabgen.core.problems import Location, Problem, close_words, nearest_hint, shorten

Key = tuple[str | int, ...]


class KeyPlaces(Protocol):
    """Knows where the keys of a file are."""

    @property
    def places(self) -> dict[Key, tuple[int, int]]:
        """Line and column of each key, from 1."""

    def key_location(self, *key: str | int) -> Location:
        """The place of a key, or of its nearest parent that is in the file."""

    def written_value(self, *key: str | int) -> str:
        """The value of a key in the letters of the file; empty for a group of keys, a list and what is not there."""


class MistakeAtKey(ValueError):
    """A mistake that a validator of a whole model finds at one of its keys. `key` leads there from the model; the
    message says what is wrong and, on a line of its own, what would be right."""

    def __init__(self, key: Key, message: str) -> None:
        super().__init__(message)
        self.key = key


def dotted_key(key: Key) -> str:
    """A key path as people write it: `pieces.pawn.moves`, `examples[2].title`."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in key)
    return text.removeprefix(".")


def problems_of_errors(errors: Iterable[Any], source: KeyPlaces, model: type[BaseModel]) -> list[Problem]:
    """Pydantic's errors in the designer's words, at the places of their keys. A value that may have several types gets
    one Problem, not one for each type."""
    errors_by_key: dict[Key, list[Any]] = {}
    for error in errors:
        errors_by_key.setdefault(_file_key(error, source), []).append(error)
    parents = {key[:n] for key in errors_by_key for n in range(len(key))}
    meant_keys = {_meant_key(key, model) for key, [error, *_] in errors_by_key.items()
                  if error["type"] == "extra_forbidden"}
    problems: list[Problem] = []
    for key, key_errors in errors_by_key.items():
        if key in meant_keys and all(error["type"] == "missing" for error in key_errors):
            continue  # it is there, and the hint at its misspelling names it
        if key not in parents or not all(map(_is_wrong_kind, key_errors)):
            problems += _problems_at_key(key, key_errors, source, model)
    return problems


def _meant_key(key: Key, model: type[BaseModel]) -> Key:
    """The key that a misspelled one means most likely; itself if none is close."""
    *parents, word = key
    close = close_words(str(word), _keys(model, key[:-1]))
    nearest = difflib.get_close_matches(str(word), close, n=1, cutoff=0.0)
    return (*parents, nearest[0]) if nearest else key


def _is_wrong_kind(error: Any) -> bool:
    """Whether an error only says that a list or mapping should be of another type, while another error says what is
    wrong inside it."""
    return error["type"] in {*_EXPECTED_TYPES, *_CHOICES} and isinstance(error["input"], dict | list)


def _problem_of_error(error: Any, source: KeyPlaces, model: type[BaseModel]) -> Problem:
    """One error in the designer's words, at the place of its key."""
    key = _file_key(error, source)
    what, hint = _explain_error(error, _error_path(error), key, model)
    what, hint = _as_written(error.get("input"), source.written_value(*key), what, hint)
    return Problem(source.key_location(*(key[:-1] if error["type"] == "missing" else key)), what, hint)


def _as_written(value: object, written: str, what: str, hint: str) -> tuple[str, str]:
    """A message and its hint with a switch in the letters of the file: YAML takes words such as *no* for one."""
    if not isinstance(value, bool) or written.lower() in ("", "true", "false"):
        return what, hint
    hint = f"YAML takes `{written}` for {show_value(value)[1:-1]}: {hint}" if hint == _TEXT[1] else hint
    return what.replace(show_value(value), f"`{written}`"), hint


def _problems_at_key(key: Key, errors: list[Any], source: KeyPlaces, model: type[BaseModel]) -> list[Problem]:
    """The Problems of one key. A value that fits none of several types has an error for each type. Where it has the
    right type for one of them, what is wrong with it there says more than that it has not the type of another."""
    within_type = [error for error in errors if error["type"] not in {*_EXPECTED_TYPES, *_CHOICES}]
    if len(errors) == 1 or within_type:
        return [_problem_of_error(error, source, model) for error in within_type or errors]
    value = errors[0]["input"]
    choices = [word for error in errors for word in _choices(error)]
    is_close = isinstance(value, str) and close_words(value, choices)
    kinds = [
        _EXPECTED_TYPES[error["type"]][0]
        for error in errors
        if error["type"] in _EXPECTED_TYPES and not _choices(error)
    ]
    hint = nearest_hint(str(value), choices) if is_close else join_words([*choices, *kinds], "or")
    hint += f"\n{like}" if not is_close and kinds and (like := _example_hint(model, key)) else ""
    what, hint = _as_written(value, source.written_value(*key), f"{show_value(value)} cannot stand here", hint)
    return [Problem(source.key_location(*key), what, hint)]


def _choices(error: Any) -> list[str]:
    """The words that one of several types accepts."""
    if error["type"] in ("bool_type", "bool_parsing"):
        return ["true", "false"]
    expected = str(error["ctx"]["expected"]) if error["type"] in _CHOICES else ""
    return [word.strip("'") for word in expected.replace(" or ", ", ").split(", ") if word]


def _file_key(error: Any, source: KeyPlaces) -> Key:
    """The keys of the file that lead to an error, without the names of types that Pydantic inserts."""
    mistake = error.get("ctx", {}).get("error")
    further_keys = mistake.key if isinstance(mistake, MistakeAtKey) else ()
    *parents, last = (*_error_path(error), *further_keys) or ("",)
    key: Key = ()
    for part in parents:
        key = (*key, part) if (*key, part) in source.places else key
    if error["type"] == "extra_forbidden" and (*key, last) not in source.places:
        key = key[:-1]  # the name of a type is by chance a key of the file too
    if error["type"] != "missing" and (*key, last) not in source.places and (*key[:-1], last) in source.places:
        key = key[:-1]  # likewise, and another key beside it is wrong
    is_in_file = (*key, last) in source.places or error["type"] == "missing" or isinstance(last, int)
    return (*key, last) if is_in_file else key


def _example_hint(model: type[BaseModel], key: Key) -> str:
    """An example of how the key, or the nearest key around it, may be written. Empty if there is none."""
    for n in range(len(key), 0, -1):
        field = _field(model, key[:n])
        if field and field.examples and isinstance(field.examples[0], dict | list):
            return f"like {key[n - 1]}: {_flow_text(field.examples[0])}"
    return ""


def _written_like(model: type[BaseModel], key: Key) -> str:
    """How a key that is missing may be written, after a comma. Empty if it has no example."""
    field = _field(model, key)
    return f", like `{key[-1]}: {_flow_text(field.examples[0])}`" if field and field.examples else ""


def _flow_text(value: object) -> str:
    """Plain data as one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow_text, value)) + "]"
    if isinstance(value, str) and "," in value:
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def _error_path(error: Any) -> Key:
    """The keys that lead to an error, without the marker that Pydantic adds for a key that is itself wrong."""
    return tuple(part for part in error["loc"] if part != "[key]")


def _explain_error(error: Any, loc: Key, key: Key, model: type[BaseModel]) -> tuple[str, str]:
    """The message and the hint of an error. `loc` is its path as Pydantic says it, `key` its path in the file."""
    kind, value = error["type"], error.get("input")
    if kind == "extra_forbidden":
        return _explain_unknown_key(loc[-1], value, key[:-1], model)
    if kind == "missing":
        return _explain_missing_key(loc[-1], key, model)
    if kind in _CHOICES:
        return f"{show_value(value)} is not known here", nearest_hint(str(value), _choices(error))
    if kind == "union_tag_not_found":
        return _explain_unknown_kind(value, key, model)
    if kind == "value_error":
        what, _, hint = str(error["ctx"]["error"]).partition("\n")
        return what, hint
    if kind in _EXPECTED_TYPES:
        return _explain_wrong_type(kind, value, key, model)
    bounds = _explain_bounds(kind, value, error.get("ctx", {}))
    return bounds or (f"{show_value(value)} cannot stand here", error["msg"])


def _explain_unknown_key(name: str | int, value: object, parent: Key, model: type[BaseModel]) -> tuple[str, str]:
    """The message and the hint about a key that the model at `parent` does not have."""
    valid = _keys(model, parent)
    if name in valid:  # it belongs to another one of several models, and the other keys do not
        hint = f"`{name}` does not go with the other keys here: write it as an item of its own"
        return f"unknown key `{name}`", hint
    hint = _field_word_hint(model, parent, name, valid) or nearest_hint(str(name), valid)
    if value is None and not close_words(str(name), valid):
        hint = f"{_COMMA}\nelse {hint}"
    return f"unknown key `{name}`", hint


def _explain_missing_key(name: str | int, key: Key, model: type[BaseModel]) -> tuple[str, str]:
    """The message and the hint about a key, or an item of a list, that is needed and not there."""
    if isinstance(name, int):
        return f"item {name + 1} of this list is missing", ""
    place = dotted_key(key[:-1]) or "the file"
    return f"the key `{name}` is missing", f"add `{name}: ...` to {place}{_written_like(model, key)}"


def _explain_unknown_kind(value: object, key: Key, model: type[BaseModel]) -> tuple[str, str]:
    """The message and the hint about a group of keys that could be of several models, and has the keys of none."""
    if not isinstance(value, dict):
        return f"{show_value(value)} is not {_MAPPING[0]}", _example_hint(model, key) or _MAPPING[1]
    fields = [pair for kind in _kinds(model, key) for pair in getattr(kind, "model_fields", {}).items()]
    needed = list(dict.fromkeys(name for name, field in fields if field.is_required()))
    first_key = next(iter(value), "nothing")
    hint = _field_word_hint(model, key, first_key, needed) or nearest_hint(str(first_key), needed)
    return f"`{first_key}` is not known here", hint


def _explain_wrong_type(kind: str, value: object, key: Key, model: type[BaseModel]) -> tuple[str, str]:
    """The message and the hint about a value of another type than the one that an error of this kind expects."""
    expected, hint = _EXPECTED_TYPES[kind]
    if value is None:
        return _empty_text(key[-1] if key else ""), hint if expected == _MAPPING[0] else _AFTER
    if isinstance(value, bool) and kind in ("model_type", "model_attributes_type"):
        return f"{show_value(value)} is not {expected}", _switch_hint(value, key, model) or hint
    types = (dict, list) if expected == _TEXT[0] else (object,)
    has_example = expected in (_TEXT[0], _LIST[0], _MAPPING[0]) and isinstance(value, types)
    example = has_example and _example_hint(model, key)
    if expected == _TEXT[0] and value and isinstance(value, list) and all(isinstance(item, str) for item in value):
        hint = "write one text without brackets, in quotes if it has commas"
    elif expected == _TEXT[0] and isinstance(value, dict | list):
        hint = "write one text" + _written_like(model, key)
    return f"{show_value(value)} is not {expected}", example or hint


def _switch_hint(is_on: bool, key: Key, model: type[BaseModel]) -> str:
    """What stands instead of yes or no, or true or false, for a group of keys of which none is required; else empty."""
    kinds = [kind for kind in _kinds(model, key) if hasattr(kind, "model_fields")]
    if not key or not any(all(not f.is_required() for f in kind.model_fields.values()) for kind in kinds):
        return ""
    return f"write `{key[-1]}: {{}}` for all as usual, or with its keys" if is_on else f"leave `{key[-1]}` out"


_AFTER = "write it after the colon"
_COMMA = "does it belong to the text before it? In braces a comma ends a text: put a text that has commas in quotes"


def _empty_text(key: str | int) -> str:
    """The message that a value is empty."""
    return "an empty item stands in this list" if isinstance(key, int) else f"the {key} is empty"


def _explain_bounds(kind: str, value: object, bounds: Any) -> tuple[str, str] | None:
    """The message that a value is out of its bounds, and the bounds. Lengths are given in mm, as bounds are."""
    if kind in _BOUNDS:
        size, bound, hint = _BOUNDS[kind]
        unit = " mm" if isinstance(value, str) and value.strip()[-1:].isalpha() else ""
        return f"{show_value(value)} is too {size}", f"{bounds[bound]:g}{unit} {hint}"
    if kind in ("string_too_long", "string_too_short"):
        size, bound = ("long", "max_length") if kind == "string_too_long" else ("short", "min_length")
        least = "at most" if size == "long" else "at least"
        return f"{show_value(value)} is too {size}", f"{count_things(bounds[bound], 'character')} {least}"
    if kind == "too_short":
        count = bounds.get("actual_length")
        what = f"only {count} of at least {bounds['min_length']}" if count else "too few stand here"
        return "nothing stands here" if not value else what, f"{bounds['min_length']} or more"
    if kind == "too_long":
        count = bounds.get("actual_length") or (len(value) if isinstance(value, Sized) else None)
        return f"{count} are too many" if count else "too many stand here", f"{bounds['max_length']} or fewer"
    if kind == "string_pattern_mismatch":
        return f"{show_value(value)} is not written as it must be here", f"by the pattern {bounds['pattern']}"
    return None


_BOUNDS = {
    "greater_than_equal": ("small", "ge", "or more"), "greater_than": ("small", "gt", "is already too small"),
    "less_than_equal": ("large", "le", "or less"), "less_than": ("large", "lt", "is already too large"),
}
_LIST = ("a list", "write it like [one, two] or one `- item` on each line")
_CHOICES = ("literal_error", "enum")
_WHOLE, _NUMBER = ("a whole number", "write it in digits, like 4"), ("a number", "write it in digits, like 4 or 2.5")
_BOOL = ("true or false", "write one of the two, without quotes")
_TEXT = ("text", "put it in quotes to keep it as text")
_MAPPING = ("a group of keys", "write `key: value` lines, indented under it")
_EXPECTED_TYPES = {
    "string_type": _TEXT,
    "int_type": _WHOLE, "int_parsing": _WHOLE, "int_from_float": _WHOLE,
    "float_type": _NUMBER, "float_parsing": _NUMBER, "finite_number": ("a finite number", _NUMBER[1]),
    "bool_type": _BOOL, "bool_parsing": _BOOL,
    "list_type": _LIST, "tuple_type": _LIST,
    "dict_type": _MAPPING, "model_type": _MAPPING, "model_attributes_type": _MAPPING,
}


def show_value(value: object) -> str:
    """A value as messages quote it: in backquotes, shortened."""
    if value is None:
        return "an empty value"
    if isinstance(value, dict | list):
        return "a group of keys" if isinstance(value, dict) else "a list"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{shorten(text)}`"


_SYNTAX = {
    "mapping values are not allowed": "is a colon in the text? Put the text in quotes. "
                                      "Or is the line indented too far?",
    "could not find expected ':'": "a key needs a colon and a space after it",
    "did not find expected ',' or '}'": "a mapping in braces is written {a: 1, b: 2}: is a comma or the } missing?",
    "did not find expected ',' or ']'": "a list in brackets is written [a, b]: is a comma or the ] missing?",
    "did not find expected key": "is the line indented like those that belong to it, or is a quote too much in it?",
    "did not find expected '-' indicator": "each item of the list starts with `- `, as far in as the others",
    "cannot start any token": "text that starts with @, % or ` needs quotes",
    "Unicode character escape": "no character has this number; write the character itself",
    "hexdecimal number": "\\x takes 2 digits from 0 to F, \\u takes 4 and \\U takes 8",
    "unknown escape character": "in double quotes write \\\\ for a backslash, or take single quotes",
    "block sequence entries are not allowed": "an item `- ` starts a line of its own under its key",
    "did not find": "put text that has other signs than letters and digits in quotes",
    "found undefined alias": "`*name` refers to an anchor `&name`; to write a star, put the text in quotes",
}


def yaml_syntax_problem(where: Location, line: str, message: str) -> Problem:
    """The message of a YAML parser about a line, in the designer's words."""
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent or "\\t" in message:
        return Problem(where, "a tab indents this line; YAML takes spaces only", "replace each tab by two spaces")
    hint = next((hint for start, hint in _SYNTAX.items() if start in message), "")
    return Problem(where, f"this is not YAML: {message}", hint)


def unclosed_quote_problem(where: Location, last: int) -> Problem:
    """The Problem of a quoted text that continues to line `last`, where the quote is closed; 0: to the end of the
    file."""
    if not last:
        return Problem(where, "the quote that opens here is never closed", "end the text with the same quote")
    return Problem(where, f"the quote that opens here is closed only in line {last}: is one missing in this line?",
                   "end the text with the same quote")


def drop_invalid_value(data: Any, error: Any, model: type[BaseModel]) -> None:
    """Removes the value that an error of Pydantic names from plain data, or replaces it by an example."""
    loc = _without_last_tag(data, _error_path(error))
    for n, part in enumerate(loc[:-1]):
        if isinstance(data, dict) and part not in data and n:
            continue  # the tag of a union is not a key of the file
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return
    if loc:  # without a key the error is about the whole, and no single value can be removed
        _drop_or_replace(data, loc[-1], _field(model, loc))


def _without_last_tag(data: Any, loc: Key) -> Key:
    """The path without the name of a type at its end, which Pydantic adds. Inside a number or a text there is no
    key."""
    for part in loc[:-1]:
        if isinstance(data, dict | list):
            is_inside = part in data if isinstance(data, dict) else isinstance(part, int) and part < len(data)
            data = data[part] if is_inside else data  # type: ignore[index]
    return loc if isinstance(data, dict | list) else loc[:-1]


def _drop_or_replace(data: Any, last: str | int, field: Any) -> None:
    """Removes a value from a mapping or list, or replaces it by its example if it is required."""
    # A default of None means that one of several keys is needed, and this may be the one.
    is_needed = field and (field.is_required() or field.default is None)
    if isinstance(data, dict) and is_needed and field.examples:
        data[str(last)] = field.examples[0]
    elif isinstance(data, dict):
        data.pop(last, None)
    elif isinstance(data, list) and isinstance(last, int) and last < len(data):
        del data[last]


def _field(model: Any, loc: Key) -> Any:
    """The field that a path of keys leads to. None if there is none."""
    fields = [getattr(kind, "model_fields", {}) for kind in _kinds(model, loc[:-1])]
    return next((f for named in fields for name, f in named.items() if (f.alias or name) == loc[-1]), None)


def _field_word_hint(model: Any, path: Key, word: object, keys: Sequence[str]) -> str:
    """What to write instead of a word of the field that is no key at a path of a model; empty for any other word. A
    misspelled word counts where none of the `keys` is closer to it."""
    hints: dict[str, str] = {}
    for kind in reversed(_kinds(model, path)):
        hints |= getattr(kind, "field_words", {})
    written = str(word).lower().replace("-", "_").replace(" ", "_")
    if written in hints:
        return hints[written]
    closest = difflib.get_close_matches(written, [*keys, *hints], n=1, cutoff=0.75)
    return hints.get(closest[0], "") if closest else ""


def _keys(model: Any, path: Key) -> list[str]:
    """The keys that are valid at a path of a model, looking through lists, mappings and unions."""
    fields = [getattr(kind, "model_fields", {}) for kind in _kinds(model, path)]
    return list(dict.fromkeys(f.alias or name for named in fields for name, f in named.items()))


def _kinds(model: Any, path: Key) -> list[Any]:
    """The models that a path of keys leads to."""
    kinds = [model]
    for part in path:
        kinds = [k for kind in kinds for k in _step(kind, part)] or kinds
    return kinds


def _step(kind: Any, part: str | int) -> list[Any]:
    """The models of the field with this key, if the model has it."""
    names = {f.alias or name: f for name, f in getattr(kind, "model_fields", {}).items()}
    return _leaves(names[str(part)].annotation) if part in names else []


def _leaves(annotation: Any) -> list[Any]:
    """The models inside a type annotation. Containers are skipped, so that the keys and indices within them are ignored
    in paths."""
    parts = getattr(annotation, "__args__", ())
    return [leaf for part in parts for leaf in _leaves(part)] if parts else [annotation]
