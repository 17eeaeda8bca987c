"""A stored game of a run as the page shows games: the same shape as a game that was played in the browser."""

from __future__ import annotations

from typing import Any

from kingme.arena.pdn_export import to_game
from kingme.arena.record import PlayedGame
from kingme.arena.store import RunInfo
from kingme.game import Game
from kingme.web.arena.runs import MissingError, Runs, find_run
from kingme.web.gate import shown_spec
from kingme.web.views import encode, outcome_info, ply_texts


def find_game(lab: Runs, run_id: int, number: int) -> tuple[RunInfo, PlayedGame, Game]:
    """A game by its number, from 0."""
    with lab.store() as store:
        info = find_run(store, run_id)
        played = store.game(run_id, number)
    if played is None:
        raise MissingError("this game has not been played yet" if number < info.games else "there is no such game")
    return info, played, to_game(played, info)


def state_text(lab: Runs, run_id: int, number: int) -> str:
    """The game as JSON; the shape is `schemas.ArenaGame`."""
    info, played, game = find_game(lab, run_id, number)
    authors = ["opening"] * played.opening_plies + ["ai"] * (len(game.plies) - played.opening_plies)
    plies = ply_texts(game, authors)
    specs = {player.name: shown_spec(player.spec) for player in info.plan.players}
    fens = [game.start.named_fen(), *(ply.fen for ply in plies[-2:])]
    address = f"/lab/arena/{run_id}/games/{number}"
    head: dict[str, Any] = {
        "id": f"{run_id}-{number}",
        "version": 1,
        "owner": False,
        "fen": fens[-1],
        "start_fen": fens[0],
        "previous_fen": fens[-2] if plies else None,
        "turn": "white" if game.turn else "black",
        "legal": [],
        "must_capture": False,
        "outcome": outcome_info(game.outcome(), game.board.game),
        "players": {
            color: {"kind": "ai", "spec": specs.get(name, name), "title": name, "name": name, "rating": None}
            for color, name in (("black", played.record.black), ("white", played.record.white))
        },
        "clock": None,
        "rated": None,
        "shared": None,
        "can_undo": False,
        "can_redo": False,
        "paused": False,
        "autoplay": None,
        "rules": game.rules.text(),
        "opening": played.opening,
        "thinking": None,
        "draw_offer": None,
        "created": played.started,
        "updated": played.started + played.seconds,
        "files": f"/api/arena/runs/{run_id}/games/{number}",
        "address": address,
    }
    return f'{encode(head)[:-1]},"plies":[{",".join(ply.text for ply in plies)}]}}'
