"""What a page can do to a game: one function for each message, called with the game's lock held."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.players.base import Analysis
from kingme.web.clients import Client
from kingme.web.play import offers
from kingme.web.play.creation import make_seat
from kingme.web.play.messages import Message
from kingme.web.play.rated import FORBIDDEN, HELP
from kingme.web.play.session import ClosedError, Session
from kingme.web.play.shared_session import SharedSession
from kingme.web.play.speaker import Speaker
from kingme.web.views import finite, line_texts, move_info, score_info

Action = Callable[[Any, Any, Any], Awaitable[None]]

ONLY_OWNER = "you can watch this game, but only the browser that began it can play"
ONLY_PLAYERS = "you can watch this game, but only its two players can play"
NOT_HERE = "that is not possible in this game"


async def handle(session: Session, client: Client | Speaker, message: Message) -> None:
    """Do what a page asks; whatever it may not do is answered with a sentence."""
    if message.type == "ping":
        client.post({"type": "pong"})
        return
    if message.type == "watch":
        if isinstance(client, Client):
            session.watch(client, message.on)
        return
    actions = SHARED_ACTIONS if isinstance(session, SharedSession) else ACTIONS
    if not client.is_owner:
        client.error(ONLY_PLAYERS if isinstance(session, SharedSession) else ONLY_OWNER)
        return
    async with session.lock:
        if session.is_closed:
            raise ClosedError("the game was loaded again")
        if message.type in HELP and session.state.rated is not None:
            client.error(FORBIDDEN)
            return
        try:
            if message.type not in actions:
                raise KingMeError(NOT_HERE)
            await actions[message.type](session, client, message)
        except KingMeError as error:
            if session.is_closed:
                raise
            client.error(str(error))


async def move(session: Session, client: Client, message: Any) -> None:
    """Play a move, or say why it is refused."""
    state, active = session.state, session.state.active
    try:
        active.check_running()
        active.check_turn(client.person)
        if message.version is not None and message.version < state.moved:
            raise KingMeError("the game has moved on: this is the position now")
        if len(active.game.plies) >= session.resources.settings.game_plies:
            raise KingMeError("the game is too long to go on: agree on a draw, or resign")
        chosen = active.game.board.find_move(message.path)
    except KingMeError as error:
        client.post(state.refusal(error, message.path))
        session.tell_state(client)
        return
    await session.play(chosen, "human")


async def undo(session: Session, client: Client, message: Any) -> None:
    """Take back the last move of a person, and the answers to it."""
    session.state.take_back()
    await session.commit(moved=True)


async def redo(session: Session, client: Client, message: Any) -> None:
    session.state.play_again()
    await session.commit(moved=True)


async def resign(session: Session, client: Client, message: Any) -> None:
    active = session.state.active
    active.game.resign(active.person(_color(message)))
    await session.commit(moved=True)


async def draw(session: Session, client: Client, message: Any) -> None:
    """Offer a draw, or accept the one that was offered; a player decides by what it expects of the game."""
    active = session.state.active
    color = active.person(_color(message))
    active.check_running()
    if active.seats[color.other].is_ai:
        _ask_player(session, client, color.other)
        return
    agreed = active.offer_draw(color)
    await session.commit(moved=agreed)
    if agreed:
        session.tell({"type": "draw", "accepted": True, "message": "The draw is agreed."})


def _ask_player(session: Session, client: Client, color: Color) -> None:
    """Have the analyst judge the game for the player of a side."""
    active = session.state.active
    active.check_offer()

    async def answer(analysis: Analysis) -> None:
        agreed = active.answer_offer(color, analysis)
        if agreed:
            await session.commit(moved=True)
        says = f"{active.name(color)} {'accepts' if agreed else 'declines'} the draw."
        session.tell({"type": "draw", "accepted": agreed, "message": says})

    def lapse() -> None:
        session.tell({"type": "draw", "accepted": False, "message": "The game went on: the offer has lapsed."})

    session.consult(client, answer, lapse)


async def hint(session: Session, client: Client, message: Any) -> None:
    """Ask for a good move; the answer goes to the page that asked."""
    active = session.state.active
    active.check_running()
    if active.seat.is_ai:
        raise KingMeError("wait for your turn to ask for a hint")

    async def answer(analysis: Analysis) -> None:
        if analysis.move is None:
            return
        board = active.game.board
        client.post(
            {
                "type": "hint",
                "move": move_info(board, analysis.move),
                "line": line_texts(board, analysis.pv or (analysis.move,)),
                "value": finite(analysis.value),
                "score": score_info(analysis.score),
            }
        )

    session.consult(client, answer)


async def level(session: Session, client: Client, message: Any) -> None:
    """Put another player into a seat; if it is its turn, it begins to think at once."""
    color = Color.parse(message.color)
    session.state.active.check_player(color)
    seat = await asyncio.to_thread(
        make_seat, message.spec, session.resources.settings, session.state.active.game.board.game.name
    )
    session.state.change_seat(color, seat)
    if session.state.active.game.turn is color:
        session.stop_turn()
    await session.commit(setup=True)


async def pause(session: Session, client: Client, message: Any) -> None:
    await session.pause(True)


async def resume(session: Session, client: Client, message: Any) -> None:
    await session.pause(False)


async def step(session: Session, client: Client, message: Any) -> None:
    """Let a player make one move of a game that is paused."""
    if session.state.active.outcome() is not None:
        raise KingMeError("the game is over")
    if not session.state.active.seat.is_ai:
        raise KingMeError("it is a person's turn")
    if not session.state.paused:
        raise KingMeError("pause the game first, then step through it")
    session.step()


async def speed(session: Session, client: Client, message: Any) -> None:
    if session.state.active.people:
        raise KingMeError("only a game between two players has a speed")
    await session.change_pace(message.delay)


async def stop(session: Session, client: Client, message: Any) -> None:
    """Have the player move at once, with the best it has found."""
    session.hurry()


def _color(message: Any) -> Color | None:
    return None if message.color is None else Color.parse(message.color)


ACTIONS: dict[str, Action] = {
    action.__name__: action
    for action in (move, undo, redo, resign, draw, hint, level, pause, resume, step, speed, stop)
}

SHARED_ACTIONS: dict[str, Action] = {"move": move} | offers.ACTIONS
"""Of a game between two people: neither gets hints, and what the other has to agree to is an offer."""
