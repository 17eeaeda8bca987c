"""What the tests of kernels share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kingme.core.jit import PACKAGE


@pytest.fixture
def core_copy(tmp_path: Path) -> Path:
    """A copy of the package with nothing but its core, to change and to run with PYTHONPATH at its parent."""
    copy = tmp_path / "copy" / "kingme"
    shutil.copytree(PACKAGE / "core", copy / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "__init__.py", copy)
    return copy
