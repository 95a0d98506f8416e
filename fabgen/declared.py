"""A YAML file → a frozen model, or every Problem in it with line, column and key. The only module that knows YAML.

A file is data: plain scalars, lists and mappings of a sane size. Whatever a model rejects is reported at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from fabgen.base import FabgenError, Problem, Where
from fabgen.faults import Key, dotted, faults, mend, syntax, unclosed

LARGEST_FILE = 1_000_000
LARGEST_TREE = 50_000
DEEPEST = 40
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ROUNDS = 4  # of mending: an example that replaces a value may need one in its turn


class Declared(BaseModel):
    """Base of everything a person writes: frozen, unknown keys forbidden, no infinite numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False, allow_inf_nan=False)


class Decimal(float):
    """A number that remembers how it was written: a version 1.10 is not 1.1."""

    written: str

    def __new__(cls, value: float, written: str) -> Decimal:
        number = super().__new__(cls, value)
        number.written = written
        return number

    def __str__(self) -> str:
        return self.written


T = TypeVar("T", bound=Declared)


@dataclass(frozen=True)
class Source:
    """The text that a value came from: answers where a key or its value stands."""

    file: str
    text: str = field(repr=False)
    places: dict[Key, tuple[int, int]] = field(repr=False)
    values: dict[Key, yaml.ScalarNode] = field(repr=False)

    def where(self, *key: str | int) -> Where:
        """The place of a key; of its nearest parent where the key itself is not written."""
        known = next((key[:n] for n in range(len(key), 0, -1) if key[:n] in self.places), ())
        line, column = self.places.get(known, (1, 1))
        return Where(self.file, line, column, dotted(key))

    def inside(self, *key: str | int, line: int = 0, column: int = 0) -> Where:
        """A place inside a text value, line and column counted from 0 in that text."""
        if key not in self.values:
            return self.where(*key)
        node = self.values[key]
        before = node.value.split("\n")[:line]
        offset = sum(len(one) + 1 for one in before) + column
        return Where(self.file, *_position(self.text, _aligned(self.text, node, offset)), dotted(key))


@dataclass(frozen=True)
class Document(Generic[T]):
    """A declared value and the source it was read from."""

    value: T
    source: Source


def read_text(path: Path, largest: int = LARGEST_FILE) -> str:
    """The text of a file a person wrote, lines ended by `\\n`; a missing, huge or not UTF-8 file is a Problem."""
    try:
        if (length := path.stat().st_size) > largest:
            raise _unread(path, f"the file has {length / 1e6:.1f} MB; fabgen reads at most {largest / 1e6:g} MB",
                          "a game spec has a few kilobytes: is this the right file?")
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unread(path, f"the file is not UTF-8 text (byte {error.start + 1})",
                      "save it as UTF-8 in your editor") from None
    except OSError as error:
        raise _unread(path, f"cannot read the file: {(error.strerror or str(error)).lower()}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _unread(path: Path, what: str, hint: str = "") -> FabgenError:
    return FabgenError([Problem(Where(str(path)), what, hint)])


def read_yaml(path: Path, model: type[T], base: dict[str, Any] | None = None) -> Document[T]:
    """The model's value from a YAML file, laid over the plain data of `base`; raises FabgenError with every Problem."""
    document, problems = salvage(read_text(path), str(path), model, base)
    if problems or not document:
        raise FabgenError(problems)
    return document


def salvage(text: str, file: str, model: type[T],
            base: dict[str, Any] | None = None) -> tuple[Document[T] | None, list[Problem]]:
    """The model's value and the Problems in its text, so that what is sound can still be checked for meaning.

    What is wrong is left out, or replaced by its field's example where it is needed; None where that does not help.
    Raises FabgenError where the text is not YAML at all.
    """
    data, source, problems = _parse(text, file)
    data = merge_data(base, data) if base else data
    found: list[Problem] = []
    for _ in range(_ROUNDS):
        try:
            return Document(model.model_validate(data), source), sorted({*problems, *found})
        except ValidationError as error:
            errors = error.errors()
            found = found or faults(errors, source, model)  # later rounds see what mending left
            for one in errors:
                mend(data, one, model)
    return None, sorted({*problems, *found})


def parse_data(text: str, file: str) -> tuple[dict[str, Any], Source]:
    """The plain data of a YAML mapping and where each key stands."""
    data, source, problems = _parse(text, file)
    if problems:
        raise FabgenError(problems)
    return data, source


def _parse(text: str, file: str) -> tuple[dict[str, Any], Source, list[Problem]]:
    root = _compose(text, file)
    source, problems = Source(file, text, {}, {}), list[Problem]()
    if not isinstance(root, yaml.MappingNode):
        raise FabgenError([Problem(Where(file, 1, 1), "this is not a mapping of keys to values",
                                   "a spec starts with lines such as `fabgen: 1` and `title: My Game`")])
    return _build(root, (), source, problems, [0], ()), source, problems


def _compose(text: str, file: str) -> yaml.Node | None:
    if stray := yaml.reader.Reader.NON_PRINTABLE.search(text):
        where = Where(file, *_position(text, stray.start()))
        raise FabgenError([Problem(where, f"the character U+{ord(stray.group()):04X} cannot stand in YAML")])
    try:
        _measure(text, file)
        node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
        return node
    except yaml.MarkedYAMLError as error:
        raise FabgenError([_syntax(text, file, error)]) from None
    except yaml.YAMLError as error:
        raise FabgenError([Problem(Where(file), f"this is not YAML: {error}")]) from None


def _measure(text: str, file: str) -> None:
    """Refuse what is nested too deeply before the C composer sees it, which would crash."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise FabgenError([Problem(Where(file, *_place(event)), _DEEP, _FLAT)])


def _place(thing: yaml.Node | yaml.Event | yaml.Token) -> tuple[int, int]:
    """Line and column, from 1, of where a node or an event begins."""
    mark: Any = thing.start_mark
    return mark.line + 1, mark.column + 1


_DEEP = "lists or mappings are nested too deeply, or contain themselves"
_BOMB = "aliases (`*name`) repeat so much that the file would never end"
_FLAT = "write the values out instead"


def _syntax(text: str, file: str, error: yaml.MarkedYAMLError) -> Problem:
    mark: Any = error.problem_mark or error.context_mark
    if "quoted scalar" in str(error.context) and error.context_mark:
        return unclosed(Where(file, error.context_mark.line + 1, error.context_mark.column + 1), 0)
    if quote := _astray(text, mark.index) if mark else None:
        return unclosed(Where(file, *_place(quote)), quote.end_mark.line + 1)
    where = Where(file, mark.line + 1, mark.column + 1) if mark else Where(file)
    line = text.split("\n")[mark.line] if mark and mark.line <= text.count("\n") else ""
    return syntax(where, line, str(error.problem or error).strip())


def _astray(text: str, index: int) -> Any:
    """The text in quotes over several lines whose closing quote stands right before what cannot be read."""
    last: Any = None
    try:
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, yaml.ScalarToken) and token.end_mark.index <= index:
                last = token
    except yaml.YAMLError:
        pass
    several = last and last.style in ("'", '"') and last.end_mark.line > last.start_mark.line
    return last if several and "\n" not in text[last.end_mark.index:index] else None


def _position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of a character counted from 0."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _aligned(text: str, node: yaml.ScalarNode, offset: int) -> int:
    """Where in the file the character stands that is number `offset` of a scalar's value.

    File and value are walked side by side, blanks left out, since YAML folds lines and strips indentation.
    """
    steps = _written(text, node)
    at = next(steps)
    for _ in re.finditer(r"\S", node.value[:offset]):
        at = next(steps, at)
    if offset < len(node.value) and not node.value[offset].isspace():
        return next(steps, at)
    gap = offset - len(node.value[:offset].rstrip())
    return min(at + 1 + gap, len(text)) if node.value[:offset].strip() else at


def _written(text: str, node: yaml.ScalarNode) -> Iterator[int]:
    """Where a scalar begins, and then where each character of it that is no blank stands in the file."""
    start, style = _opened(text, node), node.style or ""
    yield start
    one = {'"': r"\\\n|\\(?:x..|u.{4}|U.{8}|.)|\S", "'": r"''|\S"}.get(style, r"\S")
    yield from (m.start() for m in re.compile(one).finditer(text, start) if m.group() not in _BLANKS)


_BLANKS = tuple("\\" + letter for letter in "\n \tntr_NLP")  # escapes for what the value holds as a blank


def _opened(text: str, node: yaml.ScalarNode) -> int:
    """Where a scalar's own characters begin: behind its anchor, its quote or the header line of its block."""
    properties = re.compile(r"(?:[&!]\S*\s+)*").match(text, node.start_mark.index)
    start = properties.end() if properties else node.start_mark.index
    if node.style not in ("|", ">"):
        return start + (1 if node.style in ("'", '"') else 0)
    body = text.find("\n", start) + 1
    first = re.compile(r"\s*").match(text, body)
    return first.end() if body and first else len(text)


def _build(node: yaml.Node, key: Key, source: Source, problems: list[Problem], count: list[int],
           above: tuple[int, ...]) -> Any:
    """Plain data from a node; counts nodes as they would stand without aliases, so that an alias bomb stops early."""
    count[0] += 1
    if count[0] > LARGEST_TREE or id(node) in above or len(above) > DEEPEST:
        raise FabgenError([Problem(source.where(*key), _BOMB if count[0] > LARGEST_TREE else _DEEP, _FLAT)])
    source.places.setdefault(key, _place(node))
    inside = (*above, id(node))
    if isinstance(node, yaml.SequenceNode):
        return [_build(child, (*key, i), source, problems, count, inside) for i, child in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return {name: _build(child, (*key, name), source, problems, count, inside)
                for name, child in _entries(node, key, source, problems)}
    assert isinstance(node, yaml.ScalarNode), "YAML has three kinds of nodes"
    return _scalar(node, key, source, problems)


def _entries(node: yaml.MappingNode, key: Key, source: Source,
             problems: list[Problem]) -> Iterator[tuple[str, yaml.Node]]:
    seen: set[str] = set()
    for name, child in node.value:
        place = Where(source.file, *_place(name), dotted(key))
        if not isinstance(name, yaml.ScalarNode):
            problems.append(Problem(place, "a key must be a word", "text that starts with { or [ needs quotes"))
            continue
        if name.value in seen:
            problems.append(Problem(place, f"the key `{name.value}` stands twice here", "keep one of the two"))
            continue
        seen.add(name.value)
        source.places[(*key, name.value)] = (place.line, place.column)
        yield name.value, child


def _scalar(node: yaml.ScalarNode, key: Key, source: Source, problems: list[Problem]) -> Any:
    source.values[key] = node
    try:
        value = _SCALARS.construct(node)
    except (yaml.YAMLError, ValueError):
        problems.append(Problem(source.inside(*key), f"cannot read the value {node.value!r}",
                                "put it in quotes to keep it as text"))
        return None
    return Decimal(value, node.value) if isinstance(value, float) else value


class _Scalars(yaml.constructor.SafeConstructor):
    """YAML's own reading of plain scalars, except that dates stay text: no spec key is a date."""

    def construct(self, node: yaml.Node) -> Any:
        if node.tag == "tag:yaml.org,2002:timestamp":
            return node.value
        return self.construct_object(node)


_SCALARS = _Scalars()


def merge_data(base: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """`data` laid over `base`, mappings key by key."""
    both = dict(base)
    for key, value in data.items():
        old = both.get(key)
        both[key] = merge_data(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return both
