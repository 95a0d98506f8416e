"""Programs that read what fabgen makes, where they are installed: tests that need one fail in CI without it, and
skip elsewhere with a reason."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

import pytest

NODE_PACKAGES = Path(__file__).parents[2] / ".ci" / "web" / "node_modules"


def needed(client: str) -> None:
    """A Python package or a command that a test cannot do without."""
    is_package = client in ("meerk40t", "resvg_py", "pyffish")
    if not (importlib.util.find_spec(client) if is_package else shutil.which(client)):
        _report_missing(client, is_package)


def needed_file(path: str) -> Path:
    """A file of an npm package that `.ci/web/package-lock.json` locks, by its path from there: `axe-core/axe.js`."""
    if not (NODE_PACKAGES / path).exists():
        _report_missing(f"the npm package {path.partition('/')[0]}", is_package=False)
    return NODE_PACKAGES / path


def _report_missing(client: str, is_package: bool) -> None:
    """Skips the test, or fails in CI: always for a Python package, else where packages of the system can be had."""
    reason = f"{client} is not installed"
    if os.environ.get("CI") and (is_package or not os.environ.get("FABGEN_NO_SYSTEM_CLIENTS")):
        pytest.fail(f"{reason}, and CI must have it: see .ci/run")
    pytest.skip(reason)
