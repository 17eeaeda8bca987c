"""Accounts: register, log in and out, new passwords, and all that one has, to take along or to delete."""

from __future__ import annotations

import datetime
import time
from collections.abc import Awaitable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Request
from starlette.responses import Response, StreamingResponse

from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer
from kingme.web.cookies import cookie_header, new_owner_secret, session_digest, session_header
from kingme.web.people import exporting, notices, office
from kingme.web.people.account import NoAccountError
from kingme.web.people.account_schemas import (
    AccountReport,
    Confirmation,
    EmailChange,
    LogIn,
    MadeToken,
    NewAccount,
    NewToken,
    NoticeChoice,
    PasswordChange,
    Reset,
    ResetRequest,
    Told,
)
from kingme.web.people.accounts import Entry
from kingme.web.people.browsers import browser_name
from kingme.web.people.guesses import TooManyGuessesError
from kingme.web.people.measures import ForbiddenError
from kingme.web.people.names import NameRefusedError
from kingme.web.people.passwords import PasswordRefusedError
from kingme.web.schemas import refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api/account", tags=["account"])

SHOWN = 12  # characters of a session's digest that name it

CODE_SENT = "if there is such an account with an e-mail address, a code is on its way to it"
ASK_FOR_CODE = "ask the person who runs this server for a code: this server sends no e-mail"


def get_session(request: Request) -> str | None:
    """The session that the browser is logged in with, if it is."""
    found: str | None = request.state.session
    return found


def need_session(request: Request) -> str:
    found = get_session(request)
    if found is None:
        raise HTTPException(401, "log in first")
    return found


SessionDep = Annotated[str | None, Depends(get_session)]
NeededSession = Annotated[str, Depends(need_session)]


@router.get("", summary="Who you are", response_model=AccountReport, responses=refusals(503))
async def get(services: ServicesDep, owner: OwnerDep, session: SessionDep) -> Response:
    """A guest has a name at most; an account also tells where it is logged in."""
    return json_answer(await _report(services, owner, session))


@router.post(
    "", status_code=201, summary="Make an account", response_model=AccountReport, responses=refusals(403, 409, 422, 429)
)
async def register(
    request: Request, wanted: NewAccount, services: ServicesDep, owner: OwnerDep, session: SessionDep
) -> Response:
    """Choose a name and a password; all that this browser has as a guest is the account's from then on."""
    if services.settings.accounts == "off":
        raise HTTPException(403, "this server has no accounts")
    if session is not None:
        raise HTTPException(409, "you are logged in: log out to make another account")
    work = services.accounts.register(
        owner, wanted.name, wanted.password.get_secret_value(), wanted.email, address_of(request), _browser(request)
    )
    return await _entered(request, services, await _answered(work), 201)


@router.post("/login", summary="Log in", response_model=AccountReport, responses=refusals(401, 403, 409, 422, 429))
async def log_in(
    request: Request, given: LogIn, services: ServicesDep, owner: OwnerDep, session: SessionDep
) -> Response:
    """Begin a session in this browser. What it has as a guest moves into the account, unless `bring` is false."""
    if session is not None:
        raise HTTPException(409, "you are logged in already: log out first")
    guest = owner if given.bring else None
    work = services.accounts.log_in(
        guest, given.name, given.password.get_secret_value(), address_of(request), _browser(request)
    )
    return await _entered(request, services, await _answered(work))


@router.post("/logout", status_code=204, summary="Log out", responses=refusals(401))
async def log_out(request: Request, services: ServicesDep, owner: OwnerDep, session: NeededSession) -> Response:
    """End the session of this browser; its pages are closed."""
    await services.accounts.log_out(owner, session)
    return _left(request)


@router.post("/logout-elsewhere", status_code=204, summary="Log out everywhere else", responses=refusals(401))
async def log_out_elsewhere(services: ServicesDep, owner: OwnerDep, session: NeededSession) -> None:
    """End all sessions but that of this browser."""
    await services.accounts.log_out_elsewhere(owner, session)


@router.post(
    "/password", summary="Change the password", response_model=AccountReport, responses=refusals(401, 403, 422, 429)
)
async def change_password(
    request: Request, given: PasswordChange, services: ServicesDep, owner: OwnerDep, session: NeededSession
) -> Response:
    """Needs the old one; every other browser is logged out."""
    old, new = given.old.get_secret_value(), given.new.get_secret_value()
    work = services.accounts.change_password(owner, old, new, address_of(request), _browser(request))
    return await _entered(request, services, await _answered(work, 403))


@router.post(
    "/email", summary="Change the e-mail address", response_model=AccountReport, responses=refusals(401, 403, 422, 429)
)
async def set_email(
    request: Request, given: EmailChange, services: ServicesDep, owner: OwnerDep, session: NeededSession
) -> Response:
    """Where a code is sent to if the password is forgotten; null for none. Needs the password."""
    work = services.accounts.set_email(owner, given.password.get_secret_value(), given.email, address_of(request))
    await _answered(work, 403)
    return json_answer(await _report(services, owner, session))


@router.post(
    "/notices", summary="Be told of your turn", response_model=AccountReport, responses=refusals(401, 409, 422)
)
async def choose_notices(
    request: Request, given: NoticeChoice, services: ServicesDep, owner: OwnerDep, session: NeededSession
) -> Response:
    """By e-mail, in games with days for a move or without a clock: at most once for each turn; or no more."""
    if given.on and not services.accounts.mail.is_set_up:
        raise HTTPException(409, "this server sends no e-mail")
    site = request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"
    await services.writer.submit(partial(notices.ask, id=owner, site=site, on=given.on))
    return json_answer(await _report(services, owner, session))


@router.post("/reset", status_code=202, summary="Ask for a code for a new password", responses=refusals(422, 429))
async def ask_for_code(request: Request, given: ResetRequest, services: ServicesDep) -> Told:
    """The answer is the same whether there is such an account or not."""
    await _answered(services.accounts.send_code(given.name, address_of(request)))
    return Told(message=CODE_SENT if services.accounts.mail.is_set_up else ASK_FOR_CODE)


@router.post(
    "/reset/complete",
    summary="Choose a new password by a code",
    response_model=AccountReport,
    responses=refusals(401, 403, 409, 422, 429),
)
async def reset(request: Request, given: Reset, services: ServicesDep, session: SessionDep) -> Response:
    """A code is good for one new password; all sessions end, and this browser is logged in."""
    if session is not None:
        raise HTTPException(409, "you are logged in already: log out first")
    code, password = given.code.get_secret_value(), given.password.get_secret_value()
    work = services.accounts.reset(given.name, code, password, address_of(request), _browser(request))
    return await _entered(request, services, await _answered(work))


@router.post(
    "/tokens",
    status_code=201,
    summary="Make a token for a program",
    responses=refusals(401, 403, 409, 422, 429),
)
async def make_token(
    request: Request, wanted: NewToken, services: ServicesDep, owner: OwnerDep, session: NeededSession
) -> MadeToken:
    """Needs the password. With the scope `play` the account is that of a program from then on, and marked as one."""
    work = services.accounts.make_token(
        owner, wanted.password.get_secret_value(), wanted.title, wanted.scopes, address_of(request)
    )
    return MadeToken(token=await _answered(work, 403))


@router.delete("/tokens/{id}", status_code=204, summary="Revoke a token", responses=refusals(401, 404, 422))
async def revoke_token(
    id: Annotated[str, Path(pattern=r"^[0-9a-f]{12}$")], services: ServicesDep, owner: OwnerDep, session: NeededSession
) -> None:
    """What was opened with it is closed."""
    if not await services.accounts.revoke_token(owner, id):
        raise HTTPException(404, "there is no such token")


@router.get(
    "/export",
    summary="Download all that you have here",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/json": {}}}, **refusals(503)},
)
async def export(services: ServicesDep, owner: OwnerDep, session: SessionDep) -> StreamingResponse:
    """Everything that the server knows of you, an account or a guest, as one JSON file."""
    standing = await services.accounts.standing(owner, is_logged_in=session is not None)
    name = f"kingme-data-{datetime.date.today().isoformat()}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(
        exporting.export(services.store, owner, standing), media_type="application/json", headers=headers
    )


@router.post(
    "/delete", status_code=204, summary="Delete all that you have here", responses=refusals(401, 403, 422, 429)
)
async def delete(
    request: Request, given: Confirmation, services: ServicesDep, owner: OwnerDep, session: SessionDep
) -> Response:
    """Delete the account, or the guest, with all games, classes, reviews and progress, for good."""
    password = None if given.password is None else given.password.get_secret_value()
    work = services.accounts.delete(owner, password, address_of(request), is_logged_in=session is not None)
    await _answered(work, 403)
    return _left(request)


async def _answered(work: Awaitable[Any], wrong: int = 401) -> Any:
    """What is refused gets its status; `wrong` is that of a wrong password."""
    try:
        return await work
    except NoAccountError as error:
        raise HTTPException(wrong, str(error)) from None
    except ForbiddenError as error:
        raise HTTPException(403, str(error)) from None
    except TooManyGuessesError as error:
        raise HTTPException(429, str(error)) from None
    except (NameRefusedError, PasswordRefusedError) as error:
        raise HTTPException(422, str(error)) from None


async def _entered(request: Request, services: Services, entry: Entry, status: int = 200) -> Response:
    """Give a browser the cookies of its new session, and a new one for the guest that it is afterwards."""
    answer = json_answer(await _report(services, entry.id, session_digest(entry.session_secret)), status)
    _set_cookies(request, answer, entry.session_secret, entry.owner_secret)
    return answer


def _left(request: Request) -> Response:
    """Take the cookie of a session away."""
    answer = Response(status_code=204)
    _set_cookies(request, answer, "", new_owner_secret())
    return answer


def _set_cookies(request: Request, answer: Response, session: str, owner: str) -> None:
    secure = request.state.is_secure
    answer.headers.append("set-cookie", session_header(session, secure=secure))
    answer.headers.append("set-cookie", cookie_header(owner, secure=secure))


def _browser(request: Request) -> str:
    return browser_name(request.headers.get("user-agent", ""))


async def _report(services: Services, owner: str, session: str | None) -> dict[str, Any]:
    person, account, sessions, tokens, is_administrator = await services.accounts.standing(
        owner, is_logged_in=session is not None
    )
    report: dict[str, Any] = {
        "kind": "guest" if account is None or person is None else person.kind,
        "name": None if person is None else person.name,
        "offered": services.settings.offers_accounts,
        "mail": services.accounts.mail.is_set_up,
        "email": None,
        "notices": False,
        "created": None,
        "changed": None,
        "sessions": [],
        "tokens": [],
        "rights": None,
    }
    if account is None:
        return report
    look = partial(office.is_unlocked, id=owner, session=session, now=time.time())
    if is_administrator:
        report["rights"] = "open" if await services.accounts.read(look) else "locked"
    return report | {
        "email": account.email,
        "notices": await services.accounts.read(partial(notices.wants, id=owner)),
        "created": None if person is None else person.created,
        "changed": account.changed,
        "sessions": [
            {
                "id": known.id[:SHOWN],
                "browser": known.browser,
                "created": known.created,
                "used": known.used,
                "current": known.id == session,
            }
            for known in sessions
        ],
        "tokens": [
            {
                "id": token.id[:SHOWN],
                "title": token.title,
                "scopes": token.scopes.split(),
                "created": token.created,
                "used": token.used,
            }
            for token in tokens
        ],
    }
