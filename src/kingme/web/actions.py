"""What a page can do to a game: one function for each message, called with the game's lock held."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.players.base import Analysis
from kingme.web.clients import Client
from kingme.web.messages import Message
from kingme.web.seats import color_name, make_seat
from kingme.web.session import ClosedError, Session
from kingme.web.state import refusal_info
from kingme.web.thinking import Answer
from kingme.web.views import finite, line_texts, move_info, score_info

Action = Callable[[Session, Client, Any], Awaitable[None]]

LEVEL_PLIES = 60
"""A level game is drawn by a player that is asked after this many moves, and played on before."""


async def handle(session: Session, client: Client, message: Message) -> None:
    """Do what a page asks; whatever it may not do is answered with a sentence."""
    if message.type == "ping":
        client.post({"type": "pong"})
        return
    if message.type == "watch":
        session.watch(client, message.on)
        return
    if not client.is_owner:
        client.error("you can watch this game, but only the browser that began it can play")
        return
    async with session.lock:
        if session.is_closed:
            raise ClosedError("the game was loaded again")
        try:
            await ACTIONS[message.type](session, client, message)
        except KingMeError as error:
            if session.is_closed:
                raise
            client.error(str(error))


async def move(session: Session, client: Client, message: Any) -> None:
    """Play a move, or say why it is refused."""
    game = session.game
    try:
        if (outcome := session.outcome()) is not None:
            raise KingMeError(f"the game is over: {outcome}")
        if session.seats[game.turn].is_ai:
            raise KingMeError(f"it is {game.turn}'s turn, and {session.name(game.turn)} plays {game.turn}")
        if message.version is not None and message.version < session.moved:
            raise KingMeError("the game has gone on meanwhile: this is the position now")
        if len(game.plies) >= session.services.settings.game_plies:
            raise KingMeError("the game is too long to go on: agree on a draw, or resign")
        chosen = game.board.find_move(message.path)
    except KingMeError as error:
        client.post(refusal_info(session, error, message.path))
        session.tell_state(client)
        return
    await session.play(chosen, "human")


async def undo(session: Session, client: Client, message: Any) -> None:
    """Take back the last move of a person, and the answers to it."""
    target = session.undo_target()
    if target is None:
        raise KingMeError("there is no move to take back")
    await session.go_to(target)


async def redo(session: Session, client: Client, message: Any) -> None:
    target = session.redo_target()
    if target is None:
        raise KingMeError("there is no move to play again")
    await session.go_to(target)


async def resign(session: Session, client: Client, message: Any) -> None:
    color = _person(session, message.color)
    session.game.resign(color)
    await session.commit(moved=True)


async def draw(session: Session, client: Client, message: Any) -> None:
    """Offer a draw, or accept the one that was offered; a player decides by what it expects of the game."""
    color = _person(session, message.color)
    if (outcome := session.outcome()) is not None:
        raise KingMeError(f"the game is over: {outcome}")
    if session.seats[color.other].is_ai:
        _ask_player(session, client, color)
    elif session.draw_offer is None:
        session.draw_offer = color
        await session.commit()
    elif session.draw_offer is color:
        raise KingMeError("you have offered a draw already: it is for the other side to answer")
    else:
        session.draw_offer = None
        session.game.agree_draw()
        await session.commit(moved=True)
        session.tell({"type": "draw", "accepted": True, "message": "The draw is agreed."})


def _ask_player(session: Session, client: Client, color: Color) -> None:
    """Have the analyst judge the game for the player on the other side."""
    if session.declined == session.moved:
        raise KingMeError("the draw was declined: make a move before you offer it again")

    async def answer(analysis: Analysis) -> None:
        name = session.name(color.other)
        if not accepts_draw(session, analysis, color.other):
            session.declined = session.moved
            session.tell({"type": "draw", "accepted": False, "message": f"{name} declines the draw."})
            return
        session.game.agree_draw()
        await session.commit(moved=True)
        session.tell({"type": "draw", "accepted": True, "message": f"{name} accepts the draw."})

    def lapse() -> None:
        session.tell({"type": "draw", "accepted": False, "message": "The game went on: the offer has lapsed."})

    _consult(session, client, answer, lapse)


def _consult(session: Session, client: Client, answer: Answer, lapse: Callable[[], None] | None = None) -> None:
    """Put a question to the analyst, which takes one at a time."""
    if not session.consult(client, answer, lapse):
        raise KingMeError("one question at a time: wait for the answer")


def accepts_draw(session: Session, analysis: Analysis, color: Color) -> bool:
    """Whether a side takes a draw: gladly when it is worse, when level only late in the game."""
    game = session.game
    sign = 1 if game.turn is color else -1
    late = len(game.plies) >= LEVEL_PLIES
    if analysis.value is not None:
        value = analysis.value if sign == 1 else 1 - analysis.value
        return value < 0.45 or (value <= 0.55 and late)
    lead = sign * (analysis.score.lead if analysis.score is not None else 0.0)
    return lead < 0 or (lead == 0 and late)


async def hint(session: Session, client: Client, message: Any) -> None:
    """Ask for a good move; the answer goes to the page that asked."""
    if (outcome := session.outcome()) is not None:
        raise KingMeError(f"the game is over: {outcome}")
    if session.seats[session.game.turn].is_ai:
        raise KingMeError("wait for your turn to ask for a hint")

    async def answer(analysis: Analysis) -> None:
        if analysis.move is None:
            return
        board = session.game.board
        client.post(
            {
                "type": "hint",
                "move": move_info(board, analysis.move),
                "line": line_texts(board, analysis.pv or (analysis.move,)),
                "value": finite(analysis.value),
                "score": score_info(analysis.score),
            }
        )

    _consult(session, client, answer)


async def level(session: Session, client: Client, message: Any) -> None:
    """Put another player into a seat; if it is its turn, it begins to think at once."""
    color = Color.parse(message.color)
    if not session.seats[color].is_ai:
        raise KingMeError(f"{color} is played by a person")
    if session.outcome() is not None:
        raise KingMeError("the game is over: choose the level of the next one")
    seat = await asyncio.to_thread(make_seat, message.spec, session.services.settings)
    session.seats[color] = seat
    session.game.tags[str(color)] = seat.title
    seats = session.setup["seats"] | {color_name(color): seat.data()}
    session.setup = session.setup | {"seats": seats, "tags": dict(session.game.tags)}
    if session.game.turn is color:
        session.stop_turn()
        if any(not other.is_ai for other in session.seats.values()):
            session.paused = False  # the player before it may have failed; two players go on when they are told to
    await session.commit(setup=True)


async def pause(session: Session, client: Client, message: Any) -> None:
    await _set_paused(session, True)


async def resume(session: Session, client: Client, message: Any) -> None:
    await _set_paused(session, False)


async def _set_paused(session: Session, paused: bool) -> None:
    if session.outcome() is not None:
        raise KingMeError("the game is over")
    if session.paused is not paused:
        session.paused, session.steps = paused, 0
        await session.commit()


async def step(session: Session, client: Client, message: Any) -> None:
    """Let a player make one move of a game that is paused."""
    if session.outcome() is not None:
        raise KingMeError("the game is over")
    if not session.seats[session.game.turn].is_ai:
        raise KingMeError("it is a person's turn")
    if not session.paused:
        raise KingMeError("pause the game first, then step through it")
    session.steps = 1
    session.drive()
    session.tell_state()


async def speed(session: Session, client: Client, message: Any) -> None:
    if not all(seat.is_ai for seat in session.seats.values()):
        raise KingMeError("only a game between two players has a speed")
    session.setup = session.setup | {"autoplay": message.delay}
    if session.turn is not None:
        session.turn.change_pace()
    await session.commit(setup=True)


async def stop(session: Session, client: Client, message: Any) -> None:
    """Have the player move at once, with the best it has found."""
    if session.turn is not None:
        session.turn.stop()


def _person(session: Session, wanted: str | None) -> Color:
    """The side that a person speaks for: the one they name, the only one they play, or the side to move."""
    people = [color for color, seat in session.seats.items() if not seat.is_ai]
    if not people:
        raise KingMeError("no person plays in this game")
    if wanted is not None:
        color = Color.parse(wanted)
        if color not in people:
            raise KingMeError(f"{color} is played by {session.name(color)}")
        return color
    return people[0] if len(people) == 1 else session.game.turn


ACTIONS: dict[str, Action] = {
    action.__name__: action
    for action in (move, undo, redo, resign, draw, hint, level, pause, resume, step, speed, stop)
}
