"""What pydantic rejects in plain data → Problems in the words of people who write, and the data without it.

Each Problem stands at its key in the file; what is taken out is never guessed, only left out or shown by example.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

from pydantic import BaseModel

from fabgen.base import Problem, Where, nearest

Key = tuple[str | int, ...]


class Places(Protocol):
    """What knows where a key stands."""

    @property
    def places(self) -> dict[Key, tuple[int, int]]: ...

    def where(self, *key: str | int) -> Where: ...


def dotted(key: Key) -> str:
    """A key path as people write it: `pieces.pawn.moves`, `examples[2].title`."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in key)
    return text.removeprefix(".")


def fault(error: Any, source: Places, model: type[BaseModel]) -> Problem:
    """A pydantic error in the designer's words, at the key's place."""
    loc = _path(error)
    key = tuple(part for n, part in enumerate(loc) if loc[: n + 1] in source.places or n == len(loc) - 1)
    what, hint = _said(error, loc, key, model)
    return Problem(source.where(*(key[:-1] if error["type"] == "missing" else key)), what, hint)


def _path(error: Any) -> Key:
    """The keys that lead to what is wrong; pydantic's word for a key that is wrong itself left out."""
    return tuple(part for part in error["loc"] if part != "[key]")


def _said(error: Any, loc: Key, key: Key, model: type[BaseModel]) -> tuple[str, str]:
    kind, value = error["type"], error.get("input")
    if kind == "extra_forbidden":
        return f"unknown key `{loc[-1]}`", nearest(str(loc[-1]), _keys(model, loc[:-1]))
    if kind == "missing":
        return f"the key `{loc[-1]}` is missing", f"add `{loc[-1]}: ...` to {dotted(key[:-1]) or 'the file'}"
    if kind in ("literal_error", "enum"):
        valid = [v.strip("'") for v in str(error["ctx"]["expected"]).replace(" or ", ", ").split(", ")]
        return f"{_shown(value)} is not known here", nearest(str(value), valid)
    if kind == "value_error":
        what, _, hint = str(error["ctx"]["error"]).partition("\n")
        return what, hint
    if kind in _WANTED:
        wanted, hint = _WANTED[kind]
        return f"{_shown(value)} is not {wanted}", hint
    return f"{_shown(value)}: {error['msg'][0].lower()}{error['msg'][1:]}", ""


_LIST = ("a list", "write it like [one, two] or one `- item` on each line")
_MAPPING = ("a mapping", "write `key: value` lines, indented under it")
_WANTED = {
    "string_type": ("text", "put it in quotes to keep it as text"),
    "int_type": ("a whole number", ""), "int_parsing": ("a whole number", ""), "int_from_float": ("a whole number", ""),
    "float_type": ("a number", ""), "float_parsing": ("a number", ""), "finite_number": ("a finite number", ""),
    "bool_type": ("true or false", ""), "bool_parsing": ("true or false", ""),
    "list_type": _LIST, "tuple_type": _LIST,
    "dict_type": _MAPPING, "model_type": _MAPPING, "model_attributes_type": _MAPPING,
}


def _shown(value: object) -> str:
    if value is None:
        return "an empty value"
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{text if len(text) <= 40 else text[:37] + '...'}`"


def mend(data: Any, error: Any, model: type[BaseModel]) -> None:
    """Take what a pydantic error names out of plain data, or put its field's example there."""
    loc = _path(error)
    for n, part in enumerate(loc[:-1]):
        if isinstance(data, dict) and part not in data and n:
            continue  # the tag of a union is not a key of the file
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return
    if loc:  # else the whole does not hold together, and there is no single value to mend
        _replace(data, loc[-1], _field(model, loc))


def _replace(data: Any, last: str | int, field: Any) -> None:
    if isinstance(data, dict) and field and field.is_required() and field.examples:
        data[str(last)] = field.examples[0]
    elif isinstance(data, dict):
        data.pop(last, None)
    elif isinstance(data, list) and isinstance(last, int) and last < len(data):
        del data[last]


def _field(model: Any, loc: Key) -> Any:
    """The field that a path of keys names, if it names one."""
    fields = [getattr(kind, "model_fields", {}) for kind in _kinds(model, loc[:-1])]
    return next((f for named in fields for name, f in named.items() if (f.alias or name) == loc[-1]), None)


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
    names = {f.alias or name: f for name, f in getattr(kind, "model_fields", {}).items()}
    return _leaves(names[str(part)].annotation) if part in names else []


def _leaves(annotation: Any) -> list[Any]:
    """The models inside an annotation; containers are looked through, so a path's own keys and indices fall away."""
    parts = getattr(annotation, "__args__", ())
    return [leaf for part in parts for leaf in _leaves(part)] if parts else [annotation]
