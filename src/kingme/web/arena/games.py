"""The finished games of a run in a list."""

from __future__ import annotations

from kingme.arena.store import Outline
from kingme.outcome import Color, Outcome, Termination
from kingme.web.arena.runs import Runs, find_run
from kingme.web.arena.schemas import Games, Listed


def list_games(lab: Runs, run_id: int, player: str, result: str, ending: str, offset: int, limit: int) -> Games:
    """Games that fit, the latest first."""
    with lab.store() as store:
        names = [item.name for item in find_run(store, run_id).plan.players]
        games = store.outlines(run_id)
    place = names.index(player) if player in names else None
    found = [
        game
        for game in reversed(games)
        if (not player or place in (game.black, game.white))
        and (not result or _fits(game, result, place))
        and (not ending or game.termination == ending)
    ]
    return Games(total=len(found), games=[_listed(game, names) for game in found[offset : offset + limit]])


def _fits(game: Outline, result: str, place: int | None) -> bool:
    if result in ("black", "white"):
        return game.winner == int(Color.parse(result))
    if result == "draw" or game.winner is None or place is None:
        return result == "draw" and game.winner is None
    won = (game.black, game.white)[game.winner] == place
    return won == (result == "won")


def _listed(game: Outline, names: list[str]) -> Listed:
    winner = None if game.winner is None else Color(game.winner)
    outcome = Outcome(Termination(game.termination), winner)
    return Listed(
        number=game.number,
        black=names[game.black],
        white=names[game.white],
        result=outcome.result(),
        ending=game.termination,
        reason=game.reason,
        plies=game.plies,
        opening=game.opening,
        seconds=game.seconds,
    )
