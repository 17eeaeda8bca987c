"""`Services`: the parts of a running server, for the routes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from kingme.web.analysis.reviews import Reviews
from kingme.web.arena.runs import Runs
from kingme.web.clients import Client
from kingme.web.config import Config
from kingme.web.library.explorer import Shelf
from kingme.web.library.own_games import OwnGames
from kingme.web.open_pages import OpenPages
from kingme.web.people.accounts import Accounts
from kingme.web.people.conductor import Conductor
from kingme.web.people.examiner import Examiner
from kingme.web.people.identities import Identities
from kingme.web.people.matchmaker import Matchmaker
from kingme.web.people.notices import Notices
from kingme.web.play.abandoned import Abandoned
from kingme.web.play.coach import Coach
from kingme.web.play.referee import Referee
from kingme.web.play.sessions import Sessions
from kingme.web.relay import Relay
from kingme.web.resources import Resources


@dataclass
class Services(Resources):
    """The resources, and the parts of the site that use them."""

    sessions: Sessions = field(init=False)
    abandoned: Abandoned = field(init=False)
    relay: Relay = field(init=False)
    referee: Referee = field(init=False)
    matchmaker: Matchmaker = field(init=False)
    examiner: Examiner = field(init=False)
    conductor: Conductor = field(init=False)
    notices: Notices = field(init=False)
    identities: Identities = field(init=False)
    accounts: Accounts = field(init=False)
    pages: OpenPages = field(init=False)
    runs: Runs = field(init=False)
    reviews: Reviews = field(init=False)
    own_games: OwnGames = field(init=False)
    shelf: Shelf = field(default_factory=Shelf)
    desks: set[Client] = field(default_factory=set)  # pages that watch analyses
    uploading: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))  # files looked into at once
    looking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))  # searches stepped through at once
    reporting: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))  # reports drawn at once
    coach: Coach = field(init=False)
    health: tuple[float, str] = (float("-inf"), "")  # when it was looked at last, and what is wrong
    config: Config | None = None  # made when it is first asked for
