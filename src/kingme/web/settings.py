"""`Settings`: where the server keeps its games, and how much it lets a client have."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kingme.core.folders import data_folder
from kingme.errors import KingMeError
from kingme.web.addresses import is_loopback

if TYPE_CHECKING:
    from kingme.players.limit import Cap

DEFAULT_PORT = 8064  # a board has 8 x 8 squares, 64
MOST = 10**12  # of anything that the environment may set
SETTINGS_MOST = {"search_processes": 256}


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


@dataclass(frozen=True)
class Settings:
    """Everything that can be set about a server; the defaults suit one person, or a class room."""

    data_dir: Path = field(default_factory=data_folder)
    database_url: str = field(default="", repr=False)
    """The database of the games, where that is not the SQLite file in `data_dir`; it may hold a password."""

    host: str = "127.0.0.1"
    allowed_hosts: tuple[str, ...] = ()
    """Further names that the server may be reached by; addresses, `localhost` and `host` always may."""

    operator_token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    """What whoever runs the server shows to lead its jobs; a new one at each start."""

    accounts: str = "auto"
    """Whether pages offer accounts: `on`, `off`, or `auto`: unless the server is for this machine alone."""
    smtp: str = field(default="", repr=False)
    """Where e-mail is handed in, such as `smtp://user:password@mail.example.org:587`; empty: there is no e-mail."""
    mail_from: str = ""

    redis: str = field(default="", repr=False)
    """Redis or Valkey between several processes, such as `redis://127.0.0.1:6379`; empty: there is one process."""
    lease_seconds: float = 5.0
    """A process of which nobody has heard for so long loses its games to the others."""
    log: str = "text"
    """Lines for people, or `json` for programs."""
    metrics_token: str = field(default="", repr=False)
    """With it, `/api/metrics` can be read from other machines."""

    prepare: bool = True
    """Compile in a background process; tests that have a warm cache may do without."""

    # --- thinking ---
    search_workers: int = field(default_factory=lambda: 2 * _cores() + 2)
    """More than there are cores, so that a quick player need not wait until the slow ones have finished."""
    search_processes: int = 0
    """Processes of their own for searches; without, they run in threads of the server."""
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
    memory_idle_seconds: float = 60.0
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

    # --- connections ---
    connections: int = 1024
    """Connections that may be open at once: a page has up to six for files and one for its game."""
    connections_per_address: int = 512
    """Half of all. A class room behind one address has 30 pages with up to 12 connections each."""
    header_seconds: float = 10.0
    """From the connection, or the first byte of a further request, until its headers are complete."""
    body_seconds: float = 60.0
    """From the headers to the end of the body: a file of 2 MB needs 280 kbit/s."""
    idle_seconds: float = 5.0
    """Between two requests on one connection."""
    stall_seconds: float = 20.0
    """A client that takes nothing of an answer for this long is cut off."""
    traffic_megabytes: int = 64
    """What all requests that are arriving and all answers that are not read yet may hold in memory."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed when they say where a request comes from."""

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

    # --- people ---
    shared_games_per_person: int = 100
    """Games with other people that are not over."""
    challenges_per_minute: int = 60
    """Challenges from one address, made or accepted; whoever goes on looking for an opponent makes no new one."""
    chat_per_minute: int = 20
    """Lines that one person may write."""
    ladder: str = "on"
    """Whether the server plays for specs that their authors enter for the strength ladder: `on` or `off`."""
    ladder_games: int = 200
    """The most games that it plays for each of them."""

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

    def search_cap(self, seconds: float) -> Cap:
        """What a search that a browser starts may take, whichever page asked for it: so long, and no more than this."""
        from kingme.players.limit import Cap  # here, so that commands can read settings without loading players

        return Cap(seconds, self.search_nodes, self.search_megabytes)

    @property
    def offers_accounts(self) -> bool:
        if self.accounts == "auto":
            return bool(self.trusted_proxies) or not (self.host == "localhost" or is_loopback(self.host))
        return self.accounts == "on"

    @property
    def database(self) -> str:
        """Where games are kept: a database URL, or a file in the data directory."""
        return self.database_url or str(self.data_dir / "web.sqlite")

    @classmethod
    def from_environment(cls, *, host: str = "127.0.0.1") -> Settings:
        """The defaults, with what the environment says; `docs/web.md` lists the variables."""
        numbers = {name: number for name in NUMBERS if (number := _number(name)) is not None}
        return cls(
            database_url=os.environ.get("KINGME_DATABASE", ""),
            host=host,
            allowed_hosts=_list("KINGME_ALLOWED_HOSTS"),
            trusted_proxies=_list("KINGME_TRUSTED_PROXIES"),
            accounts=_choice("KINGME_ACCOUNTS", ("auto", "on", "off")),
            smtp=os.environ.get("KINGME_SMTP", "").strip(),
            mail_from=os.environ.get("KINGME_MAIL_FROM", "").strip(),
            redis=os.environ.get("KINGME_REDIS", "").strip(),
            ladder=_choice("KINGME_LADDER", ("on", "off")),
            log=_choice("KINGME_LOG", ("text", "json")),
            metrics_token=os.environ.get("KINGME_METRICS_TOKEN", "").strip(),
            **numbers,  # type: ignore[arg-type]
        )


NUMBERS = (
    "connections",
    "connections_per_address",
    "header_seconds",
    "body_seconds",
    "idle_seconds",
    "stall_seconds",
    "traffic_megabytes",
    "sockets_per_owner",
    "sockets_per_address",
    "games_per_minute",
    "uploads_per_minute",
    "reviews_per_minute",
    "steps_per_minute",
    "shared_games_per_person",
    "challenges_per_minute",
    "chat_per_minute",
    "ladder_games",
    "looks_per_address",
    "analyses_per_address",
    "analyses_at_once",
    "reviews_per_address",
    "reviews_at_once",
    "waiting_per_address",
    "search_processes",
    "search_nodes",
    "search_megabytes",
    "search_megabytes_in_all",
    "memory_idle_seconds",
    "arena_runs",
    "arena_runs_per_address",
    "arena_games",
    "arena_move_seconds",
    "arena_seconds",
    "lease_seconds",
)
"""Settings that an environment variable may change: `KINGME_` and the name in capitals."""


def _number(name: str) -> float | None:
    """The number that the environment gives for a setting, which must be positive, and whole where the default is."""
    variable = f"KINGME_{name.upper()}"
    text = os.environ.get(variable, "").strip()
    if not text:
        return None
    default = getattr(Settings, name)
    is_whole = isinstance(default, int)
    if text == "0" == str(default):
        return 0
    most = SETTINGS_MOST.get(name, MOST)
    try:
        number = int(text) if is_whole else float(text)
    except ValueError:
        number = 0
    if not 0 < number <= most:
        raise KingMeError(
            f"{variable} must be a {'whole ' if is_whole else ''}number above zero, at most {most:,}, not {text!r}"
        )
    return number


def _choice(variable: str, choices: tuple[str, ...]) -> str:
    """One of several words, the first if there is none."""
    text = os.environ.get(variable, "").strip() or choices[0]
    if text not in choices:
        raise KingMeError(f"{variable} must be {', '.join(choices[:-1])} or {choices[-1]}, not {text!r}")
    return text


def _list(variable: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in os.environ.get(variable, "").split(","))))
