"""What the routes of accounts take and give. Passwords are never answered, not even in what is wrong with a request."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr, StringConstraints

from kingme.web.people.names import PersonName
from kingme.web.schemas import Incoming, Outgoing

LONGEST_SENT = 512

Password = Annotated[SecretStr, Field(min_length=1, max_length=LONGEST_SENT, examples=["a few words make one"])]
GivenName = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Code = Annotated[SecretStr, Field(min_length=1, max_length=80, examples=["ABCDE-FGHJK-MNPQR-STUVW"])]
_EMAIL = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$"

Email = Annotated[str, StringConstraints(max_length=254, pattern=_EMAIL), Field(examples=["ann@example.org"])]


class NewAccount(Incoming):
    name: PersonName = Field(examples=["Ann Smith"])
    password: Password
    email: Email | None = Field(None, description="for a code if the password is forgotten; nobody else sees it")


class LogIn(Incoming):
    name: GivenName = Field(examples=["Ann Smith"])
    password: Password
    bring: bool = Field(True, description="let what this browser has without an account be the account's")


class PasswordChange(Incoming):
    old: Password
    new: Password


class EmailChange(Incoming):
    password: Password
    email: Email | None


class Confirmation(Incoming):
    """The password of an account; a guest has none."""

    password: Password | None = None


class ResetRequest(Incoming):
    name: GivenName = Field(examples=["Ann Smith"])


class Reset(Incoming):
    """A new password, for whoever was given a code."""

    name: GivenName = Field(examples=["Ann Smith"])
    code: Code
    password: Password


class SessionInfo(Outgoing):
    """A browser in which somebody is logged in."""

    id: str
    browser: str
    created: float
    used: float
    current: bool


class NewToken(Incoming):
    title: Annotated[PersonName, Field(max_length=40)] = Field(description="of the program", examples=["My bot"])
    scopes: list[Literal["read", "play"]] = Field(min_length=1, max_length=2)
    password: Password


class TokenInfo(Outgoing):
    """A token without its secret."""

    id: str
    title: str
    scopes: list[Literal["read", "play"]]
    created: float
    used: float | None


class MadeToken(Outgoing):
    token: str = Field(description="the only time that it can be read")


class NoticeChoice(Incoming):
    on: bool = Field(description="tell me by e-mail when it is my turn in a game with days for a move")


class AccountReport(Outgoing):
    """Who the browser's person is."""

    kind: Literal["guest", "account", "bot"]
    name: str | None
    offered: bool = Field(description="whether pages should offer accounts: a server for one person need not")
    mail: bool = Field(description="whether codes for a new password can be sent by e-mail")
    email: str | None = None
    notices: bool = Field(False, description="whether e-mail tells when it is one's turn in a game without a clock")
    created: float | None = None
    changed: float | None = Field(None, description="when the password was chosen")
    sessions: list[SessionInfo] = Field(default_factory=list)
    tokens: list[TokenInfo] = Field(default_factory=list)
    rights: Literal["locked", "open"] | None = Field(None, description="of an administrator, in this browser")


class Told(Outgoing):
    message: str
