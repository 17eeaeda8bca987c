"""`kingme account`: what whoever runs the server can do for people with accounts, whether it is running or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli.arguments import JsonOption

if TYPE_CHECKING:
    from kingme.web.people.account import Account
    from kingme.web.people.person import Person
    from kingme.web.store import Store

EXAMPLES = (
    "kingme account list",
    "kingme account reset 'Ann Smith'",
    "kingme account admin 'Ann Smith'",
    "kingme account delete 'Ann Smith'",
)
CODE_HOURS = 24

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")]

app = typer.Typer(no_args_is_help=True, epilog="\n\n".join(("Examples:", *EXAMPLES)))


@app.callback()
def account() -> None:
    """Accounts of the web app: list them, print a code for a new password, log out, delete."""


@app.command("list")
def list_accounts(json: JsonOption = False) -> None:
    """List all accounts, the most recently used first."""
    from datetime import datetime

    from kingme.cli.output import console, print_json, table
    from kingme.database.connection import transaction
    from kingme.web.people.account import all_accounts

    with _store() as store, transaction(store.engine, store.place) as connection:
        found = all_accounts(connection)
    if json:
        print_json([{"name": one.name, "created": one.created, "seen": one.seen} for one in found])
        return
    if not found:
        typer.echo("There are no accounts.")
        return
    shown = table("Name", "Since", "Seen")
    for one in found:
        shown.add_row(one.name, *(f"{datetime.fromtimestamp(time):%Y-%m-%d %H:%M}" for time in (one.created, one.seen)))
    console().print(shown)


@app.command("reset")
def reset(name: NameArgument) -> None:
    """Print a code for choosing a new password: it works once and for one day."""
    import time

    from kingme.database.connection import transaction
    from kingme.web.people.account import hand_out_code

    with _store() as store, transaction(store.engine, store.place, write=True) as connection:
        person, known = _find(connection, name)
        code = hand_out_code(connection, known, CODE_HOURS * 3600.0, time.time())
    typer.echo(f"{person.name} can choose a new password with this code, once, within {CODE_HOURS} hours:")
    typer.echo(f"    {code}")


@app.command("logout")
def log_out(name: NameArgument) -> None:
    """Log a person out in all browsers."""
    from kingme.database.connection import transaction
    from kingme.web.people.account import end_sessions

    with _store() as store, transaction(store.engine, store.place, write=True) as connection:
        person, _ = _find(connection, name)
        end_sessions(connection, person.id)
    typer.echo(f"{person.name} is logged out everywhere.")


@app.command("delete")
def delete(
    name: NameArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete an account permanently, with all its games, classes, reviews and progress."""
    from kingme.database.connection import transaction
    from kingme.web.people import account, belongings, office

    with _store() as store:
        with transaction(store.engine, store.place) as connection:
            person, _ = _find(connection, name)
        if not yes:
            typer.confirm(f"Delete {person.name} with everything that belongs to the account?", abort=True)
        with transaction(store.engine, store.place, write=True) as connection:
            belongings.delete_all(connection, person.id)
            office.forget(connection, person.id)
            account.delete(connection, person.id)
    typer.echo(f"Deleted {person.name}.")


@app.command("admin")
def make_administrator(
    name: NameArgument,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the rights again.")] = False,
) -> None:
    """Make a person an administrator, and print the secret for the authenticator app; a new one each time."""
    from kingme.database.connection import transaction
    from kingme.errors import KingMeError
    from kingme.web.people import office
    from kingme.web.people.totp import address_for_apps

    with _store() as store, transaction(store.engine, store.place, write=True) as connection:
        person, _ = _find(connection, name)
        if remove:
            if not office.dismiss(connection, person.id):
                raise KingMeError(f"{person.name} is no administrator")
            typer.echo(f"{person.name} is an administrator no more.")
            return
        secret = office.appoint(connection, person.id)
    typer.echo(f"{person.name} is an administrator, with a code of an authenticator app on the page /admin:")
    typer.echo(f"    {secret}")
    typer.echo(f"    {address_for_apps(secret, person.name)}")
    typer.echo("Add this secret to the app now: it is not shown again.")


def _store() -> Store:
    from kingme.web.settings import Settings
    from kingme.web.store import Store

    return Store(Settings.from_environment().database)


def _find(connection: object, name: str) -> tuple[Person, Account]:
    """The account of this name."""
    from sqlalchemy import Connection

    from kingme.errors import KingMeError
    from kingme.web.people.account import find_named

    assert isinstance(connection, Connection)
    found = find_named(connection, name)
    if found is None:
        raise KingMeError(f"there is no account {name[:40]!r}: `kingme account list` lists them")
    return found
