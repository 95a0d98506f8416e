"""Plug-ins that fail in every way are Problems that name their package; whoever does not use them notices nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from commands import fabgen, tiny

from fabgen.check.game import check_spec
from fabgen.cli import main
from fabgen.core.problems import FabgenError
from fabgen.rules.games.correction.rules import CORRECTION
from fabgen.rules.rule_sets import PLUGIN_FAILED, load_rule_sets, package_warnings, rule_sets
from fabgen.spec.load import load_spec

OWN = ["chess-battle", "correction", "standard"]
ENTRY = "[fabgen.rules]\nrace = racerules:RACE\n"
SOUND = """\
import sys
from fabgen.core.yaml_models import YamlModel
from fabgen.rules.protocol import RuleSet

class Options(YamlModel):
    set: str

class Race:
    def __init__(self, given): self.setting, self.first = given.start.setting, given.start
    def start(self): return self.first
    def actors(self, position): return ("green",)
    def actions(self, position, player): return ["go"]
    def apply(self, position, actions): raise ValueError("nobody goes")
    def outcome(self, position): return None
    def text(self, position, action): return action
    def show(self, position): return position
    def read(self, position): return position
    def why_not(self, position, player, text): return ""

def setting(base, options, tokens): return base
RACE = RuleSet("race", Options, setting, Race)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an installed package with a sound rule set."""
    folder = tmp_path / "installed"
    install(folder, SOUND)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield folder  # type: ignore[misc]
    sys.modules.pop("racerules", None)


def install(folder: Path, module: str | None, entry: str = ENTRY) -> None:
    info = folder / "racerules-2.5.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: racerules\nVersion: 2.5\n")
    (info / "entry_points.txt").write_text(entry)
    (folder / "racerules.py").write_text(module or "")


def race(folder: Path) -> str:
    """A game that is played by the plug-in."""
    return str(tiny(folder / "tiny", "title: Tiny", "title: Tiny\nrules: race"))


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args), prog_name="fabgen")


def test_a_sound_plug_in_is_found_and_played(package: Path, tmp_path: Path) -> None:
    assert sorted(rule_sets()) == sorted([*OWN, "race"])
    assert package_warnings() == []
    play = load_spec(race(tmp_path)).play
    assert play is not None
    assert play.actions(play.start(), "green") == ["go"]
    assert play.read(play.show(play.start())) == play.start()
    with pytest.raises(ValueError, match="nobody goes"):  # an answer of the protocol, no failure
        play.apply(play.start(), {})


BROKEN = {
    "a library is missing": ("import nothing_there\n", "ModuleNotFoundError: No module named 'nothing_there'"),
    "no Python": ("def (\n", "SyntaxError"),
    "it ends the program": ("import sys\nsys.exit(3)\n", "SystemExit: 3 (racerules.py, line 2)"),
    "it fails": ("\n1/0\n", "ZeroDivisionError: division by zero (racerules.py, line 2)"),
    "the name is missing": ("x = 1\n", "AttributeError: module 'racerules' has no attribute 'RACE'"),
    "no rule set": ("RACE = 7\n", "is no RuleSet: it is `int`"),
    "options of another kind": (SOUND.replace("Options, setting", "int, setting"), "are no YamlModel"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", BROKEN)
def test_a_plug_in_that_cannot_be_loaded(package: Path, tmp_path: Path, case: str) -> None:
    module, words = BROKEN[case]
    install(package, module)
    loaded, problems = load_rule_sets()
    assert sorted(loaded) == OWN
    assert [(p.level, p.code, words in p.what, "the package racerules 2.5" in p.what) for p in problems] == [
        ("warning", PLUGIN_FAILED, True, True)]
    with pytest.raises(FabgenError) as caught:
        load_spec(race(tmp_path))
    [problem] = caught.value.problems
    assert (problem.where.line, problem.where.key, problem.code) == (3, "rules.set", PLUGIN_FAILED)
    assert words in problem.what
    assert [p for p in check_spec(load_spec("correction")) if "race" in p.what] == []


@pytest.mark.parametrize("case", BROKEN)
def test_the_schema_has_the_other_rule_sets(package: Path, case: str) -> None:
    install(package, BROKEN[case][0])
    result = run("schema")
    assert result.exit_code == 0
    assert result.stderr.startswith("warning: ")
    assert result.stderr.count("warning") == 1
    assert '"correction"' in result.stdout
    assert '"race"' not in result.stdout


FAILS = {
    "setting": ("def setting(base, options, tokens): return base", "def setting(base, options, tokens): return 1/0",
                "ZeroDivisionError"),
    "setting of another kind": ("tokens): return base", "tokens): return None", "`NoneType` where Setting is needed"),
    "make exits": ("def __init__(self, given): ", "def __init__(self, given): sys.exit(3); ", "SystemExit: 3"),
    "make of another kind": ("setting, Race)", "setting, lambda given: 7)", "has no attribute"),
    "start": ("def start(self): return self.first", "def start(self): return self.last", "no attribute 'last'"),
    "outcome": ("def outcome(self, position): return None", "def outcome(self, position): sys.exit()", "SystemExit"),
    "doubts": ("setting, Race)", "setting, Race, doubts=lambda rules: (1/0 for n in [1]))", "ZeroDivisionError"),
    "features": ("setting, Race)", "setting, Race, features=lambda options: 1/0)", "ZeroDivisionError"),
    "jumps": ("setting, Race)", "setting, Race, jumps=lambda options, compass: 7)", "`int` where Mapping is needed"),
    "options": ("    set: str", "    set: str\n    def model_post_init(self, context): 1/0", "ZeroDivisionError"),
}


@pytest.mark.parametrize("case", FAILS)
def test_a_plug_in_that_fails_at_work(package: Path, tmp_path: Path, case: str) -> None:
    old, new, words = FAILS[case]
    assert SOUND.count(old) == 1
    install(package, SOUND.replace(old, new))
    result = run("check", race(tmp_path))
    assert result.exit_code == 1
    assert result.stderr.count("error: ") == 1
    assert "error: the rule set `race` of the package racerules 2.5 failed: " in result.stderr
    assert words in result.stderr


def test_own_rule_sets_keep_their_traceback_and_their_names(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(package, SOUND, ENTRY.replace("race =", "correction ="))
    assert rule_sets()["correction"]() is CORRECTION
    [warning] = package_warnings()
    assert warning.what == ("the rule set `correction` of the package racerules 2.5 is left out: the name is taken")


@pytest.mark.parametrize("entry", ["[fabgen.rules]\n??? broken\n=\n", "[fabgen.rules]\nrace\n"])
def test_entry_points_that_cannot_be_read(package: Path, tmp_path: Path, entry: str) -> None:
    install(package, SOUND, entry)
    assert set(OWN) <= set(rule_sets())
    [warning] = package_warnings()
    assert warning.what.startswith("the entry points of the package racerules 2.5 cannot be read: ")
    assert [p for p in check_spec(load_spec("correction")) if p.code == PLUGIN_FAILED] == [warning]
    with pytest.raises(FabgenError) as caught:
        load_spec(race(tmp_path))
    [problem] = caught.value.problems
    assert problem.what == "there is no rule set `race`"
    assert warning.what in problem.hint


@pytest.mark.slow
def test_a_whole_process_beside_a_damaged_package(tmp_path: Path) -> None:
    """pydantic reads the entry points of all packages too, for plug-ins of its own."""
    install(tmp_path / "installed", SOUND, "[fabgen.rules]\n??? broken\n=\n")
    ended = fabgen("check", "correction", "-q", cwd=tmp_path, env={"PYTHONPATH": ":".join(
        [str(tmp_path / "installed"), *sys.path])})
    assert ended.returncode == 0
    assert ended.stderr.splitlines()[0].startswith("warning: the entry points of the package racerules 2.5")
