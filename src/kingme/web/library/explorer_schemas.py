"""What the routes of the explorer take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kingme.web.schemas import MoveInfo, Outgoing, ScoreInfo

Text = Annotated[str, StringConstraints(max_length=100)]

OWN = "@own"
"""In place of a collection: the games of this browser."""


class ExplorerMove(MoveInfo):
    """A legal move, and the games in which it was played here."""

    fen: str
    name: str | None = Field(description="the opening that the move leads to, if that has a name")
    games: int
    black_won: int
    white_won: int
    drawn: int
    rating: int | None = Field(description="of those who played it, on average")
    value: Literal["win", "draw", "loss"] | None = Field(description="what the endgame tables say, for who moves here")
    distance: int | None = Field(description="plies to the end, where the tables have them")
    score: ScoreInfo | None = Field(description="what the opening book says, for who moves here")
    book_depth: int | None = Field(description="plies that the book's score rests on; none where it has not the move")
    yours_won: int | None = Field(description="of your own games: those you won")
    yours_lost: int | None


class ExplorerGame(Outgoing):
    """A game, in the archive by its number or of this browser by its name."""

    id: str
    collection: str
    black: str
    white: str
    black_rating: int | None
    white_rating: int | None
    event: str
    date: str
    result: str
    plies: int
    opening: str


class ExplorerCollection(Outgoing):
    name: str
    games: int


class ExplorerReport(Outgoing):
    fen: str
    name: str | None
    games: int
    moves: list[ExplorerMove]
    latest: list[ExplorerGame]
    older: int | None = Field(description="where the next page of games begins")
    collections: list[ExplorerCollection]


class ExplorerGames(Outgoing):
    games: list[ExplorerGame]
    older: int | None


class GameText(Outgoing):
    pdn: str
