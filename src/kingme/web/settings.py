"""`Settings`: where the server keeps its games, and how much it lets a client have."""

from __future__ import annotations

import math
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from kingme.errors import KingMeError

DEFAULT_PORT = 8064  # a board has 8 x 8 squares, 64


def data_folder() -> Path:
    """Where games are kept: `KINGME_DATA_DIR`, or the user's data directory."""
    chosen = os.environ.get("KINGME_DATA_DIR")
    return Path(chosen) if chosen else user_data_path("kingme")


def _cores() -> int:
    return os.cpu_count() or 1


def arena_place() -> str:
    """The store of the arena, the same as the command line's: `KINGME_STORE`, or `kingme.sqlite` in this folder.

    Where this folder cannot be written, the store is in the data directory.
    """
    chosen = os.environ.get("KINGME_STORE", "")
    if "://" in chosen:
        return chosen
    path = Path(chosen or "kingme.sqlite").expanduser().absolute()
    if not chosen and not path.exists() and not os.access(path.parent, os.W_OK):
        path = data_folder() / path.name
    return str(path)


def _idle_seconds() -> float:
    text = os.environ.get("KINGME_IDLE_SECONDS") or "60"
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise KingMeError(f"KINGME_IDLE_SECONDS is a number of seconds above zero, such as 60, not {text[:40]!r}")
    return seconds


@dataclass(frozen=True)
class Settings:
    """Everything that can be set about a server; the defaults suit one person, or a class room."""

    data_dir: Path = field(default_factory=data_folder)
    host: str = "127.0.0.1"
    allowed_hosts: tuple[str, ...] = ()
    """Further names that the server may be reached by; addresses, `localhost` and `host` always may."""

    operator_token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    """What whoever runs the server shows to lead its jobs; a new one at each start."""

    prepare: bool = True
    """Compile in a background process; tests that have a warm cache may do without."""

    # --- thinking ---
    search_workers: int = field(default_factory=lambda: 2 * _cores() + 2)
    """More than there are cores, so that a quick player need not wait until the slow ones have finished."""
    fresh_searches: int = field(default_factory=lambda: _cores() + 1)
    """Searches that may be in their first moments at once."""
    search_waiting: int = 256
    """Searches that may wait for a worker, over all games."""
    waiting_per_address: int = 128
    """Searches from one address that may wait for a worker."""
    searches_per_owner: int = 32
    """Searches of one browser that may run or wait at once; further ones are put off."""
    move_seconds: float = 10.0
    """A player that thinks longer than this has to play the best it has found."""
    hint_seconds: float = 3.0
    analysis_seconds: float = 120.0
    """An analysis without a limit ends after this time."""
    analyses_per_address: int = 8
    """Analyses from one address that may run or wait at once."""
    analyses_at_once: int = 64
    """Analyses that may run or wait in all."""
    reviews_per_address: int = 3
    """Reviews from one address that may be worked on at once."""
    reviews_at_once: int = 12
    """Reviews that may be worked on in all."""
    long_share: float = 10.0
    """While others wait for an analysis, each may last this long."""
    search_threads: int = field(default_factory=_cores)
    """The most threads that a spec may ask for."""
    search_nodes: int = 1_000_000_000
    """The most positions or simulations of any search, and the most that a spec or a limit may ask for."""
    search_megabytes: int = 128
    """The most memory that a spec may ask for, and what it gets where its own default is higher."""
    search_megabytes_in_all: int = 512
    """Memory for the trees and tables of all searches together."""
    idle_seconds: float = 60.0
    """Memory that no search has used for so long goes back to the system."""

    # --- arena ---
    arena_store: str = field(default_factory=arena_place)
    arena_runs: int = 2
    """Runs and experiments that are played at once for browsers."""
    arena_runs_per_address: int = 1
    """How many of them for one address; for this machine itself, all."""
    arena_workers: int = field(default_factory=_cores)
    arena_players: int = 16
    arena_games: int = 40_000
    """Games of a run, or of an experiment in all."""
    arena_move_seconds: float = 60.0
    """A player that thinks longer than this has to play the best it has found."""
    arena_seconds: float = 12 * 3600.0
    """A run or an experiment that has been played for so long is stopped; it can be resumed."""

    # --- clients ---
    games_per_owner: int = 2000
    games_per_minute: int = 120
    """New games from one address."""
    uploads_per_minute: int = 60
    reviews_per_minute: int = 30
    steps_per_minute: int = 1200
    """Requests from one address that look into a search."""
    looks_per_address: int = 8
    """How many of them may wait or be answered at once."""
    sockets_per_owner: int = 64
    sockets_per_address: int = 256
    messages_per_second: float = 30.0
    """A page that sends more over one socket is read more slowly."""
    idle_sessions: int = 64
    """Games without a page that stay in memory."""

    # --- sizes, in bytes ---
    body_bytes: int = 16 << 10
    upload_bytes: int = 2 << 20
    """Bodies that may carry a file: imports, and games that start from one."""
    message_bytes: int = 4 << 10
    upload_games: int = 1000
    """Games of one file that are listed; the rest is only counted."""
    game_plies: int = 1500
    """The longest game that can be loaded or played on."""

    @property
    def long_searches(self) -> int:
        """Analyses that may run at once: two workers are always left for games."""
        return max(1, self.search_workers - 2)

    @property
    def database(self) -> Path:
        return self.data_dir / "web.sqlite"

    @classmethod
    def from_environment(cls, *, host: str = "127.0.0.1") -> Settings:
        """The defaults, with what the environment says.

        `KINGME_DATA_DIR`, `KINGME_ALLOWED_HOSTS` (names, commas) and `KINGME_IDLE_SECONDS`.
        """
        names = os.environ.get("KINGME_ALLOWED_HOSTS", "")
        hosts = tuple(filter(None, (name.strip() for name in names.split(","))))
        return cls(host=host, allowed_hosts=hosts, idle_seconds=_idle_seconds())
