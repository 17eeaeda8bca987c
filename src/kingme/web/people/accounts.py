"""`Accounts`: registering, logging in and out, new passwords, export and the end of an account.

Log-in, and a reset by a code, answer alike and take as long whether there is such a name or not. Each try is counted
before its password is looked at, so that nobody gets more tries by making many at once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

import sqlalchemy as sa

from kingme.database.connection import transaction
from kingme.web.cookies import new_owner_secret, new_session_secret, session_digest
from kingme.web.open_pages import OpenPages
from kingme.web.people import account, belongings, guesses, measures, office, person, places, recount, tokens
from kingme.web.people.account import Account, AccountSession, NoAccountError
from kingme.web.people.identities import Identities
from kingme.web.people.mail import Mail
from kingme.web.people.names import name_key, person_name
from kingme.web.people.passwords import Hashing, check_password, needs_new_hash
from kingme.web.people.person import Person
from kingme.web.people.tokens import Scope, Token
from kingme.web.play import rated
from kingme.web.play.sessions import Sessions
from kingme.web.resources import Resources

T = TypeVar("T")

CODE_SECONDS = 10 * 60.0  # of a code by e-mail
TRIES_HERE, TRIES_BY_NAME, TRIES_BY_ADDRESS = 10, 40, 200  # of a password, at once and again in an hour
NEW_BY_ADDRESS = 60  # accounts: a class room has one address
CODES_BY_NAME, CODES_BY_ADDRESS = 3, 30

WRONG = "the name or the password is wrong"
WRONG_CODE = "the name or the code is wrong, or the code was used or is too old"


class Standing(NamedTuple):
    """Who somebody is."""

    person: Person | None
    account: Account | None
    sessions: list[AccountSession]
    tokens: Sequence[Token] = ()
    is_administrator: bool = False


@dataclass(frozen=True)
class Entry:
    """What a browser gets that has logged in: the secret of its session, and a new one as a guest for afterwards."""

    id: str
    session_secret: str
    owner_secret: str


class Accounts:
    """The accounts of one server."""

    def __init__(
        self, resources: Resources, sessions: Sessions, identities: Identities, pages: OpenPages, mail: Mail
    ) -> None:
        self._resources = resources
        self._sessions = sessions
        self._identities = identities
        self._pages = pages
        self._hashing = Hashing()
        self.mail = mail

    async def standing(self, owner: str, *, is_logged_in: bool) -> Standing:
        """What is known of a person."""

        def read(connection: sa.Connection) -> Standing:
            found = person.find(connection, owner)
            if not is_logged_in:
                return Standing(found, None, [])
            own = account.find(connection, owner)
            sessions = account.sessions_of(connection, owner, time.time())
            known = tokens.tokens_of(connection, owner)
            return Standing(found, own, sessions, known, office.is_administrator(connection, owner))

        return await self.read(read)

    async def read(self, look: Callable[[sa.Connection], T]) -> T:
        """Ask the store."""
        store = self._resources.store

        def read() -> T:
            with transaction(store.engine, store.place) as connection:
                return look(connection)

        return await asyncio.to_thread(read)

    # --- coming and going -----------------------------------------------------------------------------------------

    async def register(
        self, owner: str, name: str, password: str, email: str | None, address: str, browser: str
    ) -> Entry:
        """Turn a guest into a person with an account, who keeps all that the guest has."""
        check_password(password, person_name(name))
        await self._take(guesses.allowances("register", [((address,), NEW_BY_ADDRESS)]))
        kept = await self._hashing.hash(password)

        def write(connection: sa.Connection, session: str) -> None:
            places.note(connection, owner, address, time.time())
            measures.check(connection, owner, "ban", time.time())  # also one of guests from this address
            account.create(connection, owner, name, kept, email)
            recount.keep_games_against_levels(connection, owner)
            account.begin_session(connection, owner, session, browser)

        return await self._enter(owner, write)

    async def log_in(self, guest: str | None, name: str, password: str, address: str, browser: str) -> Entry:
        """Begin a session; what a guest has is the account's from then on."""
        found = await self._prove(name, password, address)

        def write(connection: sa.Connection, session: str) -> None:
            measures.check(connection, found.id, "ban", time.time())
            places.note(connection, found.id, address, time.time())
            account.begin_session(connection, found.id, session, browser)
            person.touch(connection, found.id)
            if guest is not None:
                belongings.move_all(connection, guest, found.id)
                connection.execute(sa.delete(person.people).where(person.people.c.id == guest))

        if guest is not None:
            await self._sessions.close_all_of(guest)
        entry = await self._enter(found.id, write)
        if guest is not None:
            await self._sessions.close_all_of(guest)  # one may have been loaded meanwhile
            await self._pages.close(guest)
        return entry

    async def _enter(self, id: str, write: Callable[[sa.Connection, str], None]) -> Entry:
        entry = Entry(id, new_session_secret(), new_owner_secret())
        session = session_digest(entry.session_secret)
        await self._write(lambda connection: write(connection, session))
        self._identities.forget(id)
        await self._pages.close(id, sessions=frozenset((None,)))  # they were opened as a guest's
        return entry

    async def log_out(self, id: str, session: str) -> None:
        """End a session, and close the pages that were opened with it."""
        await self._write(partial(account.end_session, session=session))
        await self._ended(id, (session,))

    async def log_out_elsewhere(self, id: str, session: str) -> None:
        """End every session of an account but this one."""
        await self._write(partial(account.end_sessions, id=id, but=session))
        self._identities.forget()
        await self._pages.close(id, but=session)

    # --- passwords ------------------------------------------------------------------------------------------------

    async def prove(self, id: str, password: str | None, address: str) -> Account:
        """The account of somebody who is logged in, with its password again."""
        standing = await self.standing(id, is_logged_in=True)
        if standing.person is None or standing.account is None:
            raise NoAccountError("there is no such account any more")
        return await self._prove(standing.person.name, password or "", address, "the password is wrong")

    async def change_password(self, id: str, old: str, new: str, address: str, browser: str) -> Entry:
        """A new password; every other browser is logged out, and this one gets a new session."""
        known = await self.prove(id, old, address)
        return await self._choose(known, new, browser)

    async def reset(self, name: str, code: str, password: str, address: str, browser: str) -> Entry:
        """A new password for somebody who was handed a code."""
        check_password(password, name)
        allowances = _tries(name, address)
        await self._take(allowances)
        found = await self.read(partial(account.find_named, name=name))
        if found is None or not account.takes_code(found[1], code, time.time()):
            raise NoAccountError(WRONG_CODE)
        await self._give_back(allowances)
        return await self._choose(found[1], password, browser)

    async def _choose(self, known: Account, password: str, browser: str) -> Entry:
        holder = (await self.standing(known.id, is_logged_in=False)).person
        check_password(password, "" if holder is None else holder.name)
        kept = await self._hashing.hash(password)

        def write(connection: sa.Connection, session: str) -> None:
            current = account.find(connection, known.id)
            if current is None or (current.password, current.code) != (known.password, known.code):
                raise NoAccountError(WRONG_CODE)  # somebody was quicker: a code is good for one password
            measures.check(connection, known.id, "ban", time.time())
            account.change_password(connection, current, kept)
            account.begin_session(connection, known.id, session, browser)

        entry = await self._enter(known.id, write)
        self._identities.forget()
        await self._pages.close(known.id)
        self._tell(known, "Your password was changed", "The password of your KingMe account was changed.")
        return entry

    async def send_code(self, name: str, address: str) -> None:
        """Send a code for a new password to the e-mail address of an account, if there is one."""
        await self._take(guesses.allowances("code", [((address,), CODES_BY_ADDRESS)]))
        own = guesses.allowances("code", [((name_key(name), "name"), CODES_BY_NAME)])

        def write(connection: sa.Connection) -> tuple[str, str] | None:
            found = account.find_named(connection, name)
            try:
                guesses.take(connection, own, time.time())
            except guesses.TooManyGuessesError:
                return None  # whoever asks learns nothing, and nobody's mailbox is filled
            if found is None or found[1].email is None:
                return None
            return found[1].email, account.hand_out_code(connection, found[1], CODE_SECONDS, time.time())

        if not self.mail.is_set_up:
            return
        sent = await self._write(write)
        if sent is not None:
            text = (
                f"With this code you can choose a new password within {CODE_SECONDS / 60:.0f} minutes:\n\n    {sent[1]}"
                "\n\nIf you did not ask for it, ignore this message: nothing has changed.\n"
            )
            self.mail.send(sent[0], "A code for a new password", text)

    async def set_email(self, id: str, password: str, email: str | None, address: str) -> None:
        """Change where codes are sent to; the old address is told."""
        known = await self.prove(id, password, address)
        await self._write(partial(account.set_email, account=known, email=email))
        self._tell(known, "Your e-mail address was changed", "The e-mail address of your KingMe account was changed.")

    def _tell(self, known: Account, subject: str, text: str) -> None:
        if known.email is not None:
            self.mail.send(
                known.email, subject, f"{text}\n\nIf that was not you, ask whoever runs the server for help.\n"
            )

    # --- tokens -----------------------------------------------------------------------------------------------------

    async def make_token(self, id: str, password: str, title: str, scopes: Sequence[Scope], address: str) -> str:
        """A token for a program that acts for this account."""
        known = await self.prove(id, password, address)
        return await self._write(partial(tokens.create, owner=known.id, title=title, scopes=scopes))

    async def revoke_token(self, id: str, token: str) -> bool:
        """Revoke a token, and close what was opened with it; False if there is none."""
        found = await self._write(partial(tokens.revoke, owner=id, id=token))
        if found is not None:
            await self._pages.close(id, sessions=frozenset((None,)))
        return found is not None

    async def shut_out(self, id: str) -> None:
        """Close everything of somebody who was banned."""
        self._identities.forget()
        await self._sessions.close_all_of(id)
        await self._pages.close(id)

    # --- the end --------------------------------------------------------------------------------------------------

    async def delete(self, id: str, password: str | None, address: str, *, is_logged_in: bool) -> None:
        """Delete somebody with all that is theirs; an account asks for its password."""
        if is_logged_in:
            await self.prove(id, password, address)
        await self._sessions.close_all_of(id, deleted=True)

        def write(connection: sa.Connection) -> None:
            rated.give_up(connection, id)
            belongings.delete_all(connection, id)
            office.forget(connection, id)
            account.delete(connection, id)

        await self._write(write)
        self._identities.forget()
        await self._pages.close(id)

    # --- parts ----------------------------------------------------------------------------------------------------

    async def _prove(self, name: str, password: str, address: str, wrong: str = WRONG) -> Account:
        """The account of this name, if that is its password."""
        allowances = _tries(name, address)
        await self._take(allowances)
        found = await self.read(partial(account.find_named, name=name))
        kept = None if found is None else found[1].password
        if not await self._hashing.matches(kept, password) or found is None:
            raise NoAccountError(wrong)
        await self._give_back(allowances)
        known = found[1]
        if needs_new_hash(known.password):
            renewed = await self._hashing.hash(password)
            await self._write(partial(account.renew_hash, account=known, password=renewed))
        return known

    async def _ended(self, id: str, sessions: Sequence[str]) -> None:
        self._identities.forget(*sessions)
        await self._pages.close(id, sessions=frozenset(sessions))

    async def _take(self, allowances: Sequence[guesses.Allowance]) -> None:
        await self._write(partial(guesses.take, wanted=allowances, now=time.time()))

    async def _give_back(self, allowances: Sequence[guesses.Allowance]) -> None:
        await self._write(partial(guesses.give_back, wanted=allowances, now=time.time()))

    async def _write(self, work: Callable[[sa.Connection], T]) -> T:
        return await self._resources.writer.submit(work)


def _tries(name: str, address: str) -> list[guesses.Allowance]:
    """What a try of a password or a code uses up, whether there is such a name or not."""
    key = name_key(name)
    return guesses.allowances(
        "password",
        [((key, address), TRIES_HERE), ((key,), TRIES_BY_NAME), ((address, "address"), TRIES_BY_ADDRESS)],
    )
