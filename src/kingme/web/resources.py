"""`Resources`: what the parts of the server work with, made when it starts and closed when it ends."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from kingme.web.gate import PublicSpec
from kingme.web.limits import Limits
from kingme.web.prepare import Preparation
from kingme.web.searches import Searches
from kingme.web.settings import Settings
from kingme.web.store import Store
from kingme.web.writer import Writer

MOST_KNOWN = 256  # specs that need not be looked at again


@dataclass
class Resources:
    """Settings, store and searches, which know nothing of the parts of the site."""

    settings: Settings
    preparation: Preparation
    store: Store
    writer: Writer
    searches: Searches
    limits: Limits
    _players: dict[str, PublicSpec] = field(default_factory=dict, repr=False)

    async def public_spec(self, spec: str) -> PublicSpec:
        """The player of a spec; its module may have to be imported, which is slow the first time."""
        found = self._players.get(spec)
        if found is None:
            found = await asyncio.to_thread(PublicSpec, spec, self.settings)
            if len(self._players) >= MOST_KNOWN:
                self._players.clear()
            self._players[spec] = found
        return found
