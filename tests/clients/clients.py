"""Programs that drive lasers or draw files, where they are installed: tests that need one fail in CI without it, and
skip elsewhere with a reason."""

from __future__ import annotations

import importlib.util
import os
import shutil

import pytest


def needed(client: str) -> None:
    """A Python package or a command that a test cannot do without."""
    if importlib.util.find_spec(client) or shutil.which(client):
        return
    system = client not in ("meerk40t", "resvg_py")
    told = f"{client} is not installed"
    if os.environ.get("CI") and not (system and os.environ.get("FABGEN_NO_SYSTEM_CLIENTS")):
        pytest.fail(f"{told}, and CI must have it: see .ci/run")
    pytest.skip(told)
