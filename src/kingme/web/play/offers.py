"""What one of two people can do beside moving: one function for each message, called with the game's lock held."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from kingme.errors import KingMeError
from kingme.outcome import Color, Termination
from kingme.web.clients import Client
from kingme.web.people.chat import say
from kingme.web.play.shared import is_cancellable
from kingme.web.play.shared_session import SharedSession
from kingme.web.play.speaker import Speaker


def side_of(session: SharedSession, client: Client | Speaker, wanted: str | None = None) -> Color:
    """The side that somebody speaks for; one person may have both, having moved from one account into another."""
    sides = session.shared.sides_of(client.person)
    if not sides:
        raise KingMeError("you do not play in this game")
    if wanted is not None and Color.parse(wanted) not in sides:
        raise KingMeError("you can speak for your own side only")
    return Color.parse(wanted) if wanted is not None else sides[0]


async def resign(session: SharedSession, client: Client | Speaker, message: Any) -> None:
    """Lose the game."""
    side = side_of(session, client, message.color)
    session.state.active.check_running()
    session.state.active.game.resign(side)
    await session.commit(moved=True)


async def draw(session: SharedSession, client: Client | Speaker, message: Any) -> None:
    """Offer a draw, or accept the other side's."""
    side, active = side_of(session, client, message.color), session.state.active
    active.check_running()
    if active.draw_offer is None:
        session.check_offer("draw", side)
    agreed = active.offer_draw(side)
    await session.commit(moved=agreed)


async def undo(session: SharedSession, client: Client | Speaker, message: Any) -> None:
    """Ask to take back one's last move, or let the other side take back theirs."""
    side, active, shared = side_of(session, client), session.state.active, session.shared
    active.check_running()
    if shared.takeback is side.other:
        shared.takeback = None
        active.take_back_of(side.other)
        await session.commit(moved=True)
        return
    if shared.takeback is side:
        raise KingMeError("you have asked already: it is for the other side to answer")
    if active.last_turn_of(side) is None:
        raise KingMeError("there is no move of yours to take back")
    session.check_offer("takeback", side)
    shared.takeback = side
    await session.commit()


async def decline(session: SharedSession, client: Client | Speaker, message: Any) -> None:
    """Decline whatever the other side has offered, or withdraw what one has offered oneself."""
    side, active, shared = side_of(session, client), session.state.active, session.shared
    if active.draw_offer is None and shared.takeback is None and shared.rematch is None:
        raise KingMeError("there is nothing to decline")
    active.draw_offer, shared.takeback, shared.rematch = None, None, None
    await session.commit()
    session.tell_players({"type": "declined", "by": str(side).lower()})


async def rematch(session: SharedSession, client: Client | Speaker, message: Any) -> None:
    """Ask for another game with colours exchanged, or accept."""
    side, shared = side_of(session, client), session.shared
    if session.state.active.outcome() is None:
        raise KingMeError("finish this game first")
    if shared.tournament is not None:
        raise KingMeError("a tournament pairs its players itself")
    if shared.next is not None:
        raise KingMeError("the next game has begun")
    if shared.rematch is side.other:
        shared.next = await session.on_rematch(session)
        shared.rematch = None
    else:
        shared.rematch = side
    await session.commit()


async def claim(session: SharedSession, client: Client | Speaker, message: Any) -> None:
    """The other side has left: end the game."""
    side, active = side_of(session, client), session.state.active
    active.check_running()
    if not session.has_left(side.other):
        raise KingMeError("the other side has not been away long enough, or it is not their turn")
    if is_cancellable(active) and session.shared.tournament is None:
        await session.call_off(f"{active.name(side.other)} has left: the game is cancelled")
        return
    if message.result == "draw":
        active.game.agree_draw()
    else:
        active.game.forfeit(side.other, Termination.ABANDONED)
    await session.commit(moved=True)


async def cancel(session: SharedSession, client: Client | Speaker, message: Any) -> None:
    """Call off a game that has not begun for both."""
    side, active = side_of(session, client), session.state.active
    active.check_running()
    if not is_cancellable(active):
        raise KingMeError("the game has begun: resign, or offer a draw")
    if session.shared.tournament is not None:
        raise KingMeError("a game of a tournament cannot be cancelled: resign instead")
    await session.call_off(f"{active.name(side)} has cancelled the game")


async def chat(session: SharedSession, client: Client | Speaker, message: Any) -> None:
    """Say something to the other side."""
    side, resources = side_of(session, client), session.resources
    if not resources.limits.chat.allows(client.person):
        raise KingMeError("wait a moment before you write again")
    people = session.shared.people[Color.BLACK], session.shared.people[Color.WHITE]
    line = await resources.writer.submit(
        partial(say, game=session.state.id, side=side, people=people, text=message.text)
    )
    session.tell_players({"type": "chat", "lines": [line]})


ACTIONS: dict[str, Callable[[SharedSession, Any, Any], Awaitable[None]]] = {
    action.__name__: action for action in (resign, draw, undo, decline, rematch, claim, cancel, chat)
}
