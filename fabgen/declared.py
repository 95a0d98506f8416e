"""A YAML file → a frozen model, or every Problem in it with line, column and key. The only module that knows YAML.

A file is data: plain scalars, lists and mappings of a sane size. Whatever a model rejects is reported at its place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from fabgen.base import FabgenError, Problem, Where, nearest

LARGEST_FILE = 1_000_000
LARGEST_TREE = 50_000
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Declared(BaseModel):
    """Base of everything a person writes: frozen, unknown keys forbidden, no silent conversions between types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False, allow_inf_nan=False)


T = TypeVar("T", bound=Declared)
Key = tuple[str | int, ...]


@dataclass(frozen=True)
class Source:
    """The text that a value came from: answers where a key or its value stands."""

    file: str
    places: dict[Key, tuple[int, int]] = field(repr=False)
    values: dict[Key, tuple[int, int, bool]] = field(repr=False)

    def where(self, *key: str | int) -> Where:
        """The place of a key; of its nearest parent where the key itself is not written."""
        known = next((key[:n] for n in range(len(key), 0, -1) if key[:n] in self.places), ())
        line, column = self.places.get(known, (1, 1))
        return Where(self.file, line, column, dotted(key))

    def inside(self, *key: str | int, line: int = 0, column: int = 0) -> Where:
        """A place inside a text value, line and column counted from 0 in that text."""
        if key not in self.values:
            return self.where(*key)
        first, start, block = self.values[key]
        if block:
            return Where(self.file, first + 1 + line, start + column, dotted(key))
        return Where(self.file, first + line, (start + column) if not line else column + 1, dotted(key))


@dataclass(frozen=True)
class Document(Generic[T]):
    """A declared value and the source it was read from."""

    value: T
    source: Source


def dotted(key: Key) -> str:
    """A key path as people write it: `pieces.pawn.moves`, `examples[2].title`."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in key)
    return text.removeprefix(".")


def read_text(path: Path, largest: int = LARGEST_FILE) -> str:
    """The text of a file a person wrote; a missing, huge or not UTF-8 file is a Problem."""
    try:
        length = path.stat().st_size
        if length > largest:
            raise FabgenError([Problem(Where(str(path)), f"the file has {length / 1e6:.1f} MB; "
                               f"fabgen reads at most {largest / 1e6:g} MB", "a game spec has a few kilobytes: is this the right file?")])
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FabgenError([Problem(Where(str(path)), f"the file is not UTF-8 text (byte {error.start + 1})",
                                   "save it as UTF-8 in your editor")]) from None
    except OSError as error:
        raise FabgenError([Problem(Where(str(path)), f"cannot read the file: {(error.strerror or str(error)).lower()}")]) from None


def read_yaml(path: Path, model: type[T], base: dict[str, Any] | None = None) -> Document[T]:
    """The model's value from a YAML file; raises FabgenError with every Problem found. `base` gives values to inherit."""
    document, problems = salvage(read_text(path), str(path), model, base)
    if problems or not document:
        raise FabgenError(problems)
    return document


def salvage(text: str, file: str, model: type[T], base: dict[str, Any] | None = None) -> tuple[Document[T] | None, list[Problem]]:
    """The model's value and the Problems in its text, so that what is sound can still be checked for meaning.

    What is wrong is left out, or replaced by its field's example where it is needed; None where that does not help.
    """
    data, source = parse_data(text, file)
    data = _merged(base, data) if base else data
    found: list[Problem] = []
    for _ in range(4):
        try:
            return Document(model.model_validate(data), source), sorted(found)
        except ValidationError as error:
            errors = error.errors()
            found = found or [_problem(one, source, model) for one in errors]
            for one in errors:
                _mend(data, tuple(one["loc"]), one["type"], model)
    return None, sorted(found)


def _mend(data: Any, loc: Key, kind: str, model: Any) -> None:
    """Take what is wrong out of plain data, or put its field's example there."""
    for n, part in enumerate(loc[:-1]):
        if isinstance(data, dict) and part not in data and n:
            continue  # the tag of a union is not a key of the file
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return
    if not loc:  # the whole does not hold together: no single value to mend
        return
    last = loc[-1]
    field = _field(model, loc)
    if isinstance(data, dict) and field and field.is_required() and field.examples:
        data[str(last)] = field.examples[0]
    elif isinstance(data, dict):
        data.pop(last, None)
    elif isinstance(data, list) and isinstance(last, int) and last < len(data):
        del data[last]


def _field(model: Any, loc: Key) -> Any:
    """The field that a path of keys names, if it names one."""
    kinds = [model]
    for part in loc[:-1]:
        kinds = [k for kind in kinds for k in _step(kind, part)] or kinds
    return next((f for kind in kinds for name, f in getattr(kind, "model_fields", {}).items() if (f.alias or name) == loc[-1]), None)


def parse_data(text: str, file: str) -> tuple[dict[str, Any], Source]:
    """The plain data of a YAML mapping and where each key stands."""
    root = _compose(text, file)
    places: dict[Key, tuple[int, int]] = {}
    values: dict[Key, tuple[int, int, bool]] = {}
    problems: list[Problem] = []
    source = Source(file, places, values)
    if not isinstance(root, yaml.MappingNode):
        raise FabgenError([Problem(Where(file, 1, 1), "this is not a mapping of keys to values",
                                   "a spec starts with lines such as `fabgen: 1` and `title: My Game`")])
    data = _build(root, (), source, problems, [0], ())
    if problems:
        raise FabgenError(problems)
    return data, source


def _compose(text: str, file: str) -> yaml.Node | None:
    try:
        node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
        return node
    except RecursionError:
        raise FabgenError([Problem(Where(file), "lists or mappings are nested too deeply to read")]) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = Where(file, mark.line + 1, mark.column + 1) if mark else Where(file)
        line = text.splitlines()[mark.line] if mark and mark.line < len(text.splitlines()) else ""
        raise FabgenError([_syntax(where, line, error)]) from None
    except yaml.reader.ReaderError as error:
        place = _position(text, error.position)
        raise FabgenError([Problem(Where(file, *place), f"the character U+{_code(error):04X} cannot stand in YAML")]) from None
    except yaml.YAMLError as error:
        raise FabgenError([Problem(Where(file), f"this is not YAML: {error}")]) from None


def _syntax(where: Where, line: str, error: yaml.MarkedYAMLError) -> Problem:
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent or "\\t" in str(error.problem):
        return Problem(where, "a tab indents this line; YAML takes spaces only", "replace each tab by two spaces")
    hints = {
        "mapping values are not allowed": "is a colon in the text? Put the text in quotes. Or is the line indented too far?",
        "could not find expected ':'": "a key needs a colon and a space after it",
        "found undefined alias": "`*name` refers to an anchor `&name`; to write a star, put the text in quotes",
    }
    what = str(error.problem or error).strip()
    hint = next((hint for start, hint in hints.items() if start in what), "")
    return Problem(where, f"this is not YAML: {what}", hint)


def _code(error: Any) -> int:
    return ord(error.character) if isinstance(error.character, str) else int(error.character)


def _position(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def _build(node: yaml.Node, key: Key, source: Source, problems: list[Problem], count: list[int], above: tuple[int, ...]) -> Any:
    """Plain data from a node; counts nodes as they would stand without aliases, so that an alias bomb stops early."""
    count[0] += 1
    if count[0] > LARGEST_TREE or id(node) in above or len(above) > 40:
        what = "aliases (`*name`) repeat so much that the file would never end" if count[0] > LARGEST_TREE \
            else "lists or mappings are nested too deeply, or contain themselves"
        raise FabgenError([Problem(source.where(*key), what, "write the values out instead")])
    source.places.setdefault(key, (node.start_mark.line + 1, node.start_mark.column + 1))
    inside = (*above, id(node))
    if isinstance(node, yaml.SequenceNode):
        return [_build(child, (*key, i), source, problems, count, inside) for i, child in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return {name: _build(child, (*key, name), source, problems, count, inside)
                for name, child in _entries(node, key, source, problems)}
    return _scalar(node, key, source, problems)


def _entries(node: yaml.MappingNode, key: Key, source: Source, problems: list[Problem]) -> Iterator[tuple[str, yaml.Node]]:
    seen: set[str] = set()
    for name, child in node.value:
        place = Where(source.file, name.start_mark.line + 1, name.start_mark.column + 1, dotted(key))
        if not isinstance(name, yaml.ScalarNode):
            problems.append(Problem(place, "a key must be a word", 'text that starts with { or [ needs quotes'))
            continue
        if name.value in seen:
            problems.append(Problem(place, f"the key `{name.value}` stands twice here", "keep one of the two"))
        seen.add(name.value)
        source.places[(*key, name.value)] = (place.line, place.column)
        yield name.value, child


def _scalar(node: yaml.Node, key: Key, source: Source, problems: list[Problem]) -> Any:
    line, column = node.start_mark.line + 1, node.start_mark.column + 1
    block = node.style in ("|", ">")
    if block:
        first = node.start_mark.buffer.splitlines()[line:] if node.start_mark.buffer else []
        column = next((len(t) - len(t.lstrip()) + 1 for t in first if t.strip()), 1)
    elif node.style in ("'", '"'):
        column += 1
    source.values[key] = (line, column, block)
    try:
        return _SCALARS.construct(node)
    except (yaml.YAMLError, ValueError):
        problems.append(Problem(Where(source.file, line, column, dotted(key)), f"cannot read the value {node.value!r}",
                                "put it in quotes to keep it as text"))
        return None


class _Scalars(yaml.constructor.SafeConstructor):
    """YAML's own reading of plain scalars, except that dates stay text: no spec key is a date."""

    def construct(self, node: yaml.Node) -> Any:
        if node.tag == "tag:yaml.org,2002:timestamp":
            return node.value
        return self.construct_object(node)


_SCALARS = _Scalars()


def _merged(base: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """`data` laid over `base`, mappings key by key."""
    both = dict(base)
    for key, value in data.items():
        old = both.get(key)
        both[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return both


def _problem(error: Any, source: Source, model: type[BaseModel]) -> Problem:
    """A pydantic error in the designer's words, at the key's place."""
    loc: Key = tuple(error["loc"])
    key = tuple(part for n, part in enumerate(loc) if loc[: n + 1] in source.places or n == len(loc) - 1)
    kind, value = error["type"], error.get("input")
    shown = _shown(value)
    if kind == "extra_forbidden":
        return Problem(source.where(*key), f"unknown key `{loc[-1]}`", nearest(str(loc[-1]), _keys(model, loc[:-1])))
    if kind == "missing":
        return Problem(source.where(*key[:-1]), f"the key `{loc[-1]}` is missing", f"add `{loc[-1]}: ...`" + (f" to {dotted(key[:-1])}" if key[:-1] else ""))
    if kind in ("literal_error", "enum"):
        valid = [v.strip("'") for v in str(error["ctx"]["expected"]).replace(" or ", ", ").split(", ")]
        return Problem(source.where(*key), f"{shown} is not known here", nearest(str(value), valid))
    if kind == "value_error":
        what, _, hint = str(error["ctx"]["error"]).partition("\n")
        return Problem(source.where(*key), what, hint)
    wanted = _WANTED.get(kind)
    if wanted:
        return Problem(source.where(*key), f"{shown} is not {wanted[0]}", wanted[1])
    return Problem(source.where(*key), f"{shown}: {error['msg'][0].lower()}{error['msg'][1:]}")


_WANTED = {
    "string_type": ("text", "put it in quotes to keep it as text"),
    "int_type": ("a whole number", ""), "int_parsing": ("a whole number", ""), "int_from_float": ("a whole number", ""),
    "float_type": ("a number", ""), "float_parsing": ("a number", ""), "finite_number": ("a finite number", ""),
    "bool_type": ("true or false", ""), "bool_parsing": ("true or false", ""),
    "list_type": ("a list", "write it like [one, two] or one `- item` on each line"),
    "tuple_type": ("a list", "write it like [one, two] or one `- item` on each line"),
    "dict_type": ("a mapping", "write `key: value` lines, indented under it"),
    "model_type": ("a mapping", "write `key: value` lines, indented under it"),
    "model_attributes_type": ("a mapping", "write `key: value` lines, indented under it"),
}


def _shown(value: object) -> str:
    if value is None:
        return "an empty value"
    text = str(value) if isinstance(value, str) else repr(value)
    kind = {dict: "a mapping", list: "a list"}.get(type(value))
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return kind or f"`{text if len(text) <= 40 else text[:37] + '...'}`"


def _keys(model: Any, path: Key) -> list[str]:
    """The keys that are valid at a path of a model, looking through lists, mappings and unions."""
    kinds = [model]
    for part in path:
        kinds = [k for kind in kinds for k in _step(kind, part)] or kinds
    found = {f.alias or name: None for kind in kinds if hasattr(kind, "model_fields") for name, f in kind.model_fields.items()}
    return list(found)


def _step(kind: Any, part: str | int) -> list[Any]:
    fields = getattr(kind, "model_fields", {})
    names = {f.alias or name: f for name, f in fields.items()}
    return _leaves(names[str(part)].annotation) if part in names else []


def _leaves(annotation: Any) -> list[Any]:
    """The models inside an annotation; containers are looked through, so a path's own keys and indices fall away."""
    parts = getattr(annotation, "__args__", ())
    return [leaf for part in parts for leaf in _leaves(part)] if parts else [annotation]
