"""What routes about games between people take and give. Nobody's id is in it: it would be as good as a key."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kingme.web.people.names import PersonName
from kingme.web.schemas import ColorName, Fen, GameId, GameName, Incoming, Outgoing, Speed

Place = Literal["link", "lobby", "quick"]


class ChallengeStart(Incoming):
    """Where the game begins, if not at its usual start."""

    fen: Fen | None = None
    opening: Literal["random"] | None = Field(None, description="a three-move opening, picked at random")


class NewChallenge(Incoming):
    """A game that one would like to play."""

    name: PersonName | None = Field(None, description="what to be called; needed once, until it is changed")
    place: Place = Field("link", description="who may accept: whoever has the link, everybody in the lobby")
    opponent: PersonName | None = Field(None, description="only this account or program may accept")
    game: GameName | None = None
    start: ChallengeStart | None = None
    rules: Annotated[str, StringConstraints(max_length=100)] | None = None
    clock: Annotated[str, StringConstraints(max_length=40)] | None = Field(None, examples=["5+3"])
    days: Annotated[int, Field(ge=1, le=30, description="for each move, instead of a clock")] | None = None
    color: Literal["black", "white", "random"] = Field("random", description="your own side")
    rated: bool = False
    delay: Annotated[int, Field(ge=0, le=900, description="seconds that spectators are behind")] = 0


class ChallengeReport(Outgoing):
    id: str
    mine: bool = Field(description="whether you have made it")
    name: str = Field(description="who has made it")
    rating: int | None
    to_me: bool
    opponent: str | None
    place: Place
    game: str = Field(description="the name of the game that is to be played")
    title: str = Field(description="what the game is called")
    fen: str | None = Field(description="of a position to begin from")
    opening: Literal["random"] | None
    rules: str | None
    clock: str | None
    days: float | None
    speed: Speed
    color: Literal["black", "white", "random"] = Field(description="of whoever has made it")
    rated: bool
    delay: int
    created: float
    until: float
    accepted: str | None = Field(description="the id of the game that it has led to")


class Acceptance(Incoming):
    name: PersonName | None = Field(None, description="what to be called; needed once")


class Naming(Incoming):
    name: PersonName


class BegunGame(Outgoing):
    game: str


class PairingReport(Outgoing):
    """Either the game that was found, or the challenge that waits; ask again every few seconds."""

    game: str | None
    waiting: ChallengeReport | None


class RunningGame(Outgoing):
    """A game of yours that goes on."""

    id: str
    color: ColorName
    opponent: str
    my_turn: bool
    game: str
    speed: Speed
    rated: bool
    fen: str
    plies: int
    clock: str | None
    deadline: float | None = Field(description="when it ends by itself, in seconds since 1970")
    updated: float


class BlockedPerson(Outgoing):
    number: int
    name: str


class MeetingReport(Outgoing):
    """Who you are among people, and what waits for you."""

    name: str | None
    kind: Literal["guest", "account", "bot", "level"]
    games: list[RunningGame]
    challenges: list[ChallengeReport] = Field(description="that you have made, and that are for you")
    blocked: list[BlockedPerson]


class WatchableGame(Outgoing):
    id: str
    black: str
    white: str
    black_rating: int | None
    white_rating: int | None
    game: str
    title: str
    speed: Speed
    rated: bool
    fen: str
    plies: int
    watchers: int | None = Field(description="spectators; null if another process of the site knows")


class PersonHere(Outgoing):
    name: str
    kind: Literal["guest", "account", "bot", "level"]
    playing: bool
    me: bool


class ListedTournament(Outgoing):
    """A tournament that is not over."""

    id: str
    title: str
    kind: Literal["round-robin", "arena"]
    game: str
    game_title: str
    clock: str
    rated: bool
    players: int
    started: float | None
    owner: bool = Field(description="whether you have made it")
    joined: bool


class LobbyReport(Outgoing):
    challenges: list[ChallengeReport]
    games: list[WatchableGame]
    tournaments: list[ListedTournament] = Field(description="public ones, and those that you have made or joined")
    people: list[PersonHere]
    here: int = Field(description="how many are here, those without a name included")


class BlockRequest(Incoming):
    """Whoever plays this side of a game that is also yours."""

    game: GameId
