"""Programs that read what fabgen makes, where they are installed: tests that need one fail in CI without it, and
skip elsewhere with a reason."""

from __future__ import annotations

import importlib.util
import os
import shutil

import pytest


def needed(client: str) -> None:
    """A Python package or a command that a test cannot do without."""
    is_package = client in ("meerk40t", "resvg_py")
    if importlib.util.find_spec(client) if is_package else shutil.which(client):
        return
    reason = f"{client} is not installed"
    if os.environ.get("CI") and (is_package or not os.environ.get("FABGEN_NO_SYSTEM_CLIENTS")):
        pytest.fail(f"{reason}, and CI must have it: see .ci/run")
    pytest.skip(reason)
