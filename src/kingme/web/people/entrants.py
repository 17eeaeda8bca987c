"""Specs on the strength ladder: whoever has written a player names it, and the server plays its games.

An entrant is a program in all that others see: it has a name that nobody else can have, a profile and a place in the
table. Nobody logs in as one. Which games count for the ladder stands in `ladder_games`: those that the server has
scheduled, for entrants and for programs that have asked for one with their token.

Functions take a connection: those that write are called within a transaction of the `Writer`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.web.people import guesses, measures, person, rating_store
from kingme.web.people.names import NameRefusedError, person_name
from kingme.web.store import ConflictError, checksum_column, games, metadata, plies

State = Literal["playing", "done", "stopped", "failed"]

MOST_OF_ONE = 5  # entrants of one account, and new ones at once and again in an hour
MOST_FROM_ONE = 30  # from one address, whatever the accounts: a class has one
MOST_PLAYING = 200  # on a server

ladder_entrants = sa.Table(
    "ladder_entrants",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("spec", sa.String(400), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("message", sa.String(200), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    checksum_column(),
    sa.Index("ladder_entrants_of_owner", "owner"),
)
ladder_games = sa.Table(
    "ladder_games",
    metadata,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("program", sa.String(64), nullable=False),
    sa.Index("ladder_games_of_program", "program"),
)


@dataclass(frozen=True)
class Entrant:
    """A spec that the server plays for its author."""

    person: str
    owner: str
    spec: str
    state: State
    message: str
    created: float

    @property
    def handle(self) -> str:
        """What pages call it: nobody is told the id."""
        return guesses.digest("entrant", self.person)[:16]


# --- reading ----------------------------------------------------------------------------------------------------------


def find(connection: sa.Connection, id: str) -> Entrant | None:
    found = _all(connection, ladder_entrants.c.person == id)
    return found[0] if found else None


def of_owner(connection: sa.Connection, owner: str) -> list[Entrant]:
    """Those of one author, the latest first."""
    return _all(connection, ladder_entrants.c.owner == owner)


def playing(connection: sa.Connection) -> list[Entrant]:
    """Those that have games to play, those that have waited for longest first."""
    return _all(connection, ladder_entrants.c.state == "playing")[::-1]


def specs_of(connection: sa.Connection) -> dict[str, str]:
    """What stands behind each entrant, for everybody to see."""
    return {one.person: one.spec for one in _all(connection)}


# --- writing ----------------------------------------------------------------------------------------------------------


def enter(connection: sa.Connection, owner: str, address: str, name: str, spec: str) -> Entrant:
    """Let a spec, which has passed the gate, take part under a name of its own."""
    now = time.time()
    for measure in measures.ALL:  # its name is for everybody to read
        measures.check(connection, owner, measure, now)
    if len(of_owner(connection, owner)) >= MOST_OF_ONE:
        raise ConflictError(f"you have {MOST_OF_ONE} players on the ladder: remove one first")
    if len(playing(connection)) >= MOST_PLAYING:
        raise ConflictError("many players are waiting for their games already: try again tomorrow")
    name = person_name(name)
    if person.find_by_name(connection, name) is not None:
        raise NameRefusedError(f"the name {name} belongs to somebody else: choose another")
    often = [((owner,), MOST_OF_ONE), ((address, "address"), MOST_FROM_ONE)]
    guesses.take(connection, guesses.allowances("entrant", often), now)
    entrant = Entrant(secrets.token_hex(32), owner, spec, "playing", "", now)
    person.put(connection, entrant.person, name, "bot")
    connection.execute(sa.insert(ladder_entrants), _row(entrant))
    return entrant


def put(connection: sa.Connection, id: str, state: State, message: str = "") -> None:
    """Another state; nothing happens if it was removed meanwhile."""
    found = find(connection, id)
    if found is not None:
        row = _row(replace(found, state=state, message=message[:200]))
        connection.execute(sa.update(ladder_entrants).where(ladder_entrants.c.person == id).values(row))


def remove(connection: sa.Connection, id: str) -> None:
    """Delete an entrant with its games and its rating."""
    own = sa.select(games.c.id).where(games.c.owner == id)
    connection.execute(sa.delete(plies).where(plies.c.game.in_(own)))
    connection.execute(sa.delete(games).where(games.c.owner == id))
    connection.execute(sa.delete(ladder_games).where(ladder_games.c.program == id))
    rating_store.leave(connection, id)
    connection.execute(sa.delete(ladder_entrants).where(ladder_entrants.c.person == id))
    connection.execute(sa.delete(person.people).where(person.people.c.id == id))


def count_game(connection: sa.Connection, game: str, program: str) -> None:
    """A game that the server has scheduled counts for the ladder."""
    connection.execute(sa.insert(ladder_games), {"game": game, "program": program})


def _all(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> list[Entrant]:
    query = sa.select(ladder_entrants).where(*where).order_by(ladder_entrants.c.created.desc())
    return [_entrant(row) for row in connection.execute(query).mappings() if _is_sound(row)]


def _row(entrant: Entrant) -> dict[str, Any]:
    row = asdict(entrant)
    return row | {"checksum": row_checksum("ladder_entrants", row)}


def _is_sound(row: Mapping[Any, Any]) -> bool:
    return bool(row["checksum"] == row_checksum("ladder_entrants", row))


def _entrant(row: Mapping[Any, Any]) -> Entrant:
    return Entrant(**{name: row[name] for name in Entrant.__dataclass_fields__})
