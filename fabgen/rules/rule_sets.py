"""The entry-point group `fabgen.rules` → the rule sets that are installed.

Those of other packages are plug-ins, and every call of one is guarded: whatever it raises that the protocol does not
know, or a `sys.exit`, becomes one Problem that names the package. Games that do not use it are not affected.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.yaml_models import YamlModel
from fabgen.rules.boards import TextError
from fabgen.rules.position import Setting
from fabgen.rules.protocol import Features, OptionErrors, Rules, RuleSet, RuleSetInput

GROUP = "fabgen.rules"
PLUGIN_FAILED = "rules.plug-in-failed"  # code of a problem
LONGEST_REASON = 200  # characters of what a plug-in raised
METHODS = ("start", "actors", "actions", "apply", "outcome", "text", "show", "read", "why_not")
MORE_METHODS = (  # that rules may have
    "inside", "action", "hops", "areas", "further_moves", "repetition_key", "view", "seen_text", "reveals",
)  # fmt: skip
REFUSING_METHODS = ("apply", "read", "action")  # a ValueError of these is an answer
HINT = "update the package, remove it, or tell its author; games with other rules are not affected"


def rule_sets() -> dict[str, Callable[[], RuleSet]]:
    """Every rule set that is installed, by name, not yet loaded. To load a plug-in that fails raises FabgenError."""
    return {entry.name: partial(_load_rule_set, entry) for entry in _find_entries()[0]}


def load_rule_sets() -> tuple[dict[str, RuleSet], list[Problem]]:
    """Every rule set that can be loaded, by name, and a warning for each plug-in that cannot."""
    loaded, problems = dict[str, RuleSet](), package_warnings()
    for name, load in rule_sets().items():
        try:
            loaded[name] = load()
        except FabgenError as error:
            problems += [replace(problem, level="warning") for problem in error.problems]
    return loaded, problems


def package_warnings() -> list[Problem]:
    """A warning for each package whose entry points cannot be read, or which offers a rule set under a name that is
    taken."""
    return _find_entries()[1]


def validate_options(rule_set: RuleSet, values: Mapping[str, Any]) -> Any:
    """The options of a rule set. Raises pydantic's ValidationError, and FabgenError where a plug-in fails."""
    with _blame(rule_set.name, rule_set.package, ValidationError):
        return rule_set.options.model_validate(values)


def _find_entries() -> tuple[list[EntryPoint], list[Problem]]:
    """The entry points of all rule sets, sorted by name, fabgen's own before others; and warnings."""
    entries, problems = _sort_entries(_state_of_packages())
    return list(entries), list(problems)


def _state_of_packages() -> tuple[tuple[str, int], ...]:
    """The folders of installed packages, each with the time when one of them was last added or removed."""
    state = []
    for folder in sys.path:
        try:
            state.append((folder, os.stat(folder or ".").st_mtime_ns))
        except OSError:
            state.append((folder, 0))
    return tuple(state)


@lru_cache(maxsize=2)
def _sort_entries(_: tuple[tuple[str, int], ...]) -> tuple[Sequence[EntryPoint], Sequence[Problem]]:
    """The entry points for a state of the packages: a game is loaded often, and packages are read slowly."""
    entries, problems = _read_entries()
    by_name = dict[str, EntryPoint]()
    for entry in sorted(entries, key=lambda entry: (entry.name, bool(_package_of(entry)))):
        if by_name.setdefault(entry.name, entry).value != entry.value:
            what = f"the rule set `{entry.name}` of {_package_of(entry)} is left out: the name is taken"
            problems.append(_plugin_problem(what, "warning"))
    return list(by_name.values()), problems


def _read_entries() -> tuple[list[EntryPoint], list[Problem]]:
    """The entry points of all packages that offer rule sets, and a warning for each package whose own cannot be
    read."""
    try:
        return [*entry_points(group=GROUP)], []
    except Exception:  # one package is damaged, whatever that raises: they are read one by one
        entries, problems = list[EntryPoint](), list[Problem]()
    for package in distributions():
        try:
            entries += package.entry_points.select(group=GROUP)
        except Exception as error:
            what = f"the entry points of {_package_name(package)} cannot be read: {_first_line(error)}"
            problems.append(_plugin_problem(what, "warning"))
    return entries, problems


def _load_rule_set(entry: EntryPoint) -> RuleSet:
    """The rule set of an entry point, guarded if it is a plug-in."""
    name, package = entry.name, _package_of(entry)
    with _blame(name, package):
        loaded: object = entry.load()
    if not isinstance(loaded, RuleSet):
        raise FabgenError([_plugin_problem(f"`{name}` of {package} is no RuleSet: it is `{type(loaded).__name__}`")])
    if not (isinstance(loaded.options, type) and issubclass(loaded.options, YamlModel)):
        raise FabgenError([_plugin_problem(f"the options of the rule set `{name}` of {package} are no YamlModel")])
    return _guard_rule_set(replace(loaded, package=package)) if package else loaded


def _guard_rule_set(plugin: RuleSet) -> RuleSet:
    """A rule set whose functions, and the methods of whose rules, are guarded."""

    def make(rule_set_input: RuleSetInput) -> Any:
        with _blame(plugin.name, plugin.package, OptionErrors):
            return GuardedRules(plugin.make(rule_set_input), plugin)

    def find_doubts(rules: Any) -> Any:
        assert plugin.doubts is not None, "only asked where there are any"
        with _blame(plugin.name, plugin.package):
            return tuple(plugin.doubts(rules.rules if isinstance(rules, GuardedRules) else rules))

    return replace(
        plugin,
        setting=_guard_call(plugin, plugin.setting, ValueError, kind=Setting),
        make=make,
        table=plugin.table and _guard_call(plugin, plugin.table, OptionErrors, kind=Setting),
        jumps=_guard_call(plugin, plugin.jumps, TextError, kind=Mapping),
        castles=_guard_call(plugin, plugin.castles, TextError, kind=Mapping),
        doubts=plugin.doubts and find_doubts,
        features=_guard_call(plugin, plugin.features, kind=Features),
    )


class GuardedRules:
    """The rules of a plug-in, every method guarded. What else they have is found on `rules`."""

    def __init__(self, rules: Rules[Any], plugin: RuleSet) -> None:
        self.rules = rules
        self.setting = rules.setting
        for name in (*METHODS, *(name for name in MORE_METHODS if hasattr(rules, name))):
            refusals = (ValueError,) if name in REFUSING_METHODS else ()
            setattr(self, name, _guard_call(plugin, getattr(rules, name), *refusals))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["rules"], name)


def _guard_call(
    plugin: RuleSet, call: Callable[..., Any], *refusals: type[Exception], kind: type = object
) -> Callable[..., Any]:
    """A function of a plug-in, guarded: what it raises but for its `refusals`, and a result of another `kind`, is the
    plug-in's failure."""

    def run_guarded(*values: Any) -> Any:
        with _blame(plugin.name, plugin.package, *refusals):
            value = call(*values)
            if not isinstance(value, kind):
                raise TypeError(f"it gave `{type(value).__name__}` where {kind.__name__} is needed")
            return value

    return run_guarded


@contextmanager
def _blame(name: str, package: str, *refusals: type[Exception]) -> Iterator[None]:
    """Turns what a plug-in raises into a FabgenError that names it; `refusals` are answers and pass. Does nothing for
    fabgen's own rule sets, which have no `package`: their errors are fabgen's."""
    answers: tuple[type[BaseException], ...] = (FabgenError, KeyboardInterrupt, *refusals)
    try:
        yield
    except answers:
        raise
    except BaseException as error:  # a plug-in may also call sys.exit
        if not package:
            raise
        what = f"the rule set `{name}` of {package} failed: {_first_line(error)}{_place_of(error)}"
        raise FabgenError([_plugin_problem(what)]) from None


def _plugin_problem(what: str, level: Any = "error") -> Problem:
    return Problem(Location(), what, HINT, level, PLUGIN_FAILED)


def _package_of(entry: EntryPoint) -> str:
    """The package that an entry point comes from, in words; empty for fabgen itself."""
    if entry.value.startswith("fabgen.rules."):
        return ""
    return _package_name(entry.dist) if entry.dist else f"the package of `{entry.value}`"


def _package_name(package: Distribution) -> str:
    try:
        return f"the package {package.name} {package.version}"
    except Exception:  # its metadata is damaged too
        return f"the package in {package.locate_file('')}"


def _first_line(error: BaseException) -> str:
    """The kind of an exception and the first line of what it says."""
    lines = str(error).splitlines() or [""]
    return f"{type(error).__name__}: {lines[0][:LONGEST_REASON]}".removesuffix(": ")


def _place_of(error: BaseException) -> str:
    """The last file and line before an exception that belong neither to this module nor to Python's import."""
    paths = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    paths = [(path, line) for path, line in paths if "importlib" not in str(path) and path.name != Path(__file__).name]
    return f" ({paths[-1][0].name}, line {paths[-1][1]})" if paths else ""
