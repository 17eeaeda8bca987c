"""All that the server knows of somebody, as one JSON file that is made while it is being sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kingme import __version__
from kingme.database.connection import transaction
from kingme.web.people.accounts import Standing
from kingme.web.people.belongings import BELONGINGS
from kingme.web.store import Store
from kingme.web.views import encode


def export(store: Store, owner: str, standing: Standing) -> Iterator[bytes]:
    """The file in pieces: who somebody is, and a list of each kind of what belongs to them."""
    yield f'{{"kingme":"{__version__}","person":{encode(_person(standing))}'.encode()
    for belonging in BELONGINGS:
        yield f',"{belonging.title}":['.encode()
        with transaction(store.engine, store.place) as connection:
            for number, row in enumerate(belonging.export(connection, owner)):
                yield (("," if number else "") + encode(row)).encode()
        yield b"]"
    yield b"}"


def _person(standing: Standing) -> dict[str, Any]:
    person, account, sessions, tokens, _ = standing
    return {
        "name": None if person is None else person.name,
        "created": None if person is None else person.created,
        "seen": None if person is None else person.seen,
        "email": None if account is None else account.email,
        "password_changed": None if account is None else account.changed,
        "logged_in": [{"browser": known.browser, "created": known.created, "used": known.used} for known in sessions],
        "tokens": [
            {"title": token.title, "scopes": token.scopes.split(), "created": token.created, "used": token.used}
            for token in tokens
        ],
    }
