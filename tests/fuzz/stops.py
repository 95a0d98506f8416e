"""Real builds that are stopped at random moments: the old files or the new ones, and the next build is as ever.

By hand, from the folder `tests`: `python -m fuzz.stops 200 --seed 1`.
"""

from __future__ import annotations

import argparse
import collections
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from built import files
from fuzz.targets import SMALL

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
LATEST = 1.15  # of the time that a build takes: some are over before the signal comes


@dataclass(frozen=True)
class Stage:
    """A game in two states, the files that a build makes of each, and how many seconds the second build takes."""

    folder: Path
    old: dict[str, str]
    new: dict[str, str]
    seconds: float

    @property
    def former(self) -> Path:
        """The folder with the build of the first state, to be copied."""
        return self.folder / "former"


def start_build(game: Path, out: Path) -> subprocess.Popen[bytes]:
    """The command as a person starts it: the rulebook and the diagrams, which are two folders, in one form each."""
    command = [sys.executable, "-m", "fabgen", "build", str(game), "-o", str(out), "--only", "rules,diagrams",
               "--book", "a5", "--diagram-formats", "svg"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))


def prepare_stage(folder: Path) -> Stage:
    """Builds a small game twice, the second time with another title."""
    game = Path(shutil.copytree(SMALL / "squares", folder / "squares"))
    assert start_build(game, folder / "former").wait() == 0
    spec = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(spec.replace("title: ", "title: Another ", 1), "utf-8")
    start = time.monotonic()
    assert start_build(game, folder / "latter").wait() == 0
    seconds = time.monotonic() - start
    return Stage(folder, files(folder / "former"), files(folder / "latter"), seconds)


def stop_build(stage: Stage, seed: int) -> tuple[str, list[str]]:
    """Stops one build; what was there afterwards ("old" or "new"), and everything that is wrong."""
    chance = random.Random(f"stop {seed}")
    sent, moment = chance.choice(SIGNALS), chance.uniform(0.0, LATEST) * stage.seconds
    with tempfile.TemporaryDirectory() as folder:
        out = Path(shutil.copytree(stage.former, Path(folder) / "out"))
        build = start_build(stage.folder / "squares", out)
        try:
            build.wait(moment)
        except subprocess.TimeoutExpired:
            build.send_signal(sent)
        _, errors = build.communicate()
        # Before fabgen's first line, Python itself answers Ctrl-C: that traceback names no file of fabgen.
        is_ours = b"Traceback" in errors and b"fabgen" in errors
        wrong = [f"{sent.name}: a traceback: {errors.decode()[-3000:]}"] if is_ours else []
        visible = {name: digest for name, digest in files(out).items() if not name.startswith(".")}
        state = "old" if visible == stage.old else "new" if visible == stage.new else "mixed"
        if state == "mixed":
            wrong.append(f"{sent.name}: neither the old files nor the new ones")
        if start_build(stage.folder / "squares", out).wait() != 0 or files(out) != stage.new:
            wrong.append(f"{sent.name}: the next build is not as ever, or something is left beside it")
        return state, wrong


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("builds", type=int)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    states, findings = collections.Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        stage = prepare_stage(Path(folder))
        for seed in range(chosen.seed, chosen.seed + chosen.builds):
            state, wrong = stop_build(stage, seed)
            states[state] += 1
            findings += len(wrong)
            for text in wrong:
                print(f"seed {seed}: {text}")
    counts = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
    print(f"{chosen.builds} builds of {stage.seconds:.1f} s stopped: {counts}; {findings} findings")


if __name__ == "__main__":
    main()
