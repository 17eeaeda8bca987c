"""`Resources`: what the parts of the server work with, made when it starts and closed when it ends."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingme.web.broker import Alone, Broker
from kingme.web.limits import Limits
from kingme.web.people.hub import Hub
from kingme.web.prepare import Preparation
from kingme.web.searches import Searches
from kingme.web.settings import Settings
from kingme.web.store import Store
from kingme.web.writer import Writer


@dataclass
class Resources:
    """Settings, store and searches, which know nothing of the parts of the site."""

    settings: Settings
    preparation: Preparation
    store: Store
    writer: Writer
    searches: Searches
    limits: Limits
    broker: Broker = field(default_factory=Alone)
    hub: Hub = field(default_factory=Hub)
