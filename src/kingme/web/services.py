"""`Services`: what every part of the server shares, made when it starts and closed when it ends."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kingme.web.limits import Limits
from kingme.web.prepare import Preparation
from kingme.web.searches import Searches
from kingme.web.settings import Settings
from kingme.web.store import Store
from kingme.web.writer import Writer

if TYPE_CHECKING:
    from kingme.web.analysis.reviews import Reviews
    from kingme.web.arena.runs import Runs
    from kingme.web.clients import Client
    from kingme.web.config import Config
    from kingme.web.sessions import Sessions


@dataclass
class Services:
    """The parts of a running server."""

    settings: Settings
    preparation: Preparation
    store: Store
    writer: Writer
    searches: Searches
    limits: Limits
    sessions: Sessions = field(init=False)
    runs: Runs = field(init=False)
    reviews: Reviews = field(init=False)
    desks: set[Client] = field(default_factory=set)  # pages that watch analyses
    uploading: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))  # files looked into at once
    looking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))  # searches stepped through at once
    reporting: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))  # reports drawn at once
    config: Config | None = None  # made when it is first asked for
