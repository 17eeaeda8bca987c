"""Where KingMe keeps what belongs to the user."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path, user_data_path


def data_folder() -> Path:
    """Games, tables, and what the arena tells of its runs: `KINGME_DATA_DIR`, or the user's data directory."""
    chosen = os.environ.get("KINGME_DATA_DIR")
    return Path(chosen) if chosen else user_data_path("kingme")


def config_folder() -> Path:
    """Settings such as the user's own levels: `KINGME_CONFIG_DIR`, or the user's configuration directory."""
    chosen = os.environ.get("KINGME_CONFIG_DIR")
    return Path(chosen) if chosen else user_config_path("kingme")
