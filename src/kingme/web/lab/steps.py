"""Steps of a tree search and the trace of a minimax search as plain data; the shapes are told in `docs/web.md`, "Lab".

Nothing is kept between two requests. A request says how many simulations were made before; with the seed in its spec
they come out the same again, and a thousand of them take a few milliseconds.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kingme.errors import KingMeError
from kingme.game import Game
from kingme.move import Move
from kingme.players.amaf import OFF
from kingme.players.base import Limit
from kingme.players.evaluations import write_score
from kingme.players.limit import Cap
from kingme.players.minimax_trace import TraceEvent
from kingme.players.simulation import ChildChoice, DescentStep, Simulation
from kingme.players.stepper import Stepper
from kingme.web.gate import PublicSpec
from kingme.web.lab.bounds import DEFAULT_DEPTH, MOST_EVENTS, MOST_SIMULATIONS, SECONDS, TRACE_NODES
from kingme.web.views import color_name, move_info


def with_seed(spec: PublicSpec) -> PublicSpec:
    """The spec with a seed of its own, if it has none."""
    if getattr(spec.parameters, "seed", 0) is not None:
        return spec
    return spec.having(seed=secrets.randbelow(10**6))


def take_steps(game: Game, spec: PublicSpec, done: int, count: int, *, detailed: bool) -> dict[str, Any]:
    """Make `count` simulations after `done` others, and tell what happened in each."""
    made = spec.make()
    if done >= MOST_SIMULATIONS:
        raise KingMeError(f"a search is stepped through for {MOST_SIMULATIONS:,} simulations at most")
    stepper = Stepper(made, game)
    simulations: list[dict[str, Any]] = []
    with _in_time(stepper):
        if done:
            stepper.run(done)
        while len(simulations) < count and stepper.simulations < MOST_SIMULATIONS:
            step = stepper.step(detailed=detailed)
            if step is None:
                break
            simulations.append(_simulation(step))
    options = stepper.options
    return {
        "player": made.label,
        "spec": spec.text,
        "c": options.c,
        "amaf": options.amaf != OFF,
        "final": made.parameters.final,
        "done": stepper.simulations,
        "proved": stepper.is_proved,
        "fen": game.board.named_fen(),
        "turn": color_name(game.board.turn),
        "simulations": simulations,
    }


@contextmanager
def _in_time(stepper: Stepper) -> Iterator[None]:
    """Stop a search that takes longer than one request may."""
    watchdog = threading.Timer(SECONDS, stepper.stop)
    watchdog.daemon = True
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()


def _simulation(step: Simulation) -> dict[str, Any]:
    opened = [
        {"id": item.node, "parent": item.parent, "move": _move(item.move), "fen": item.board.named_fen()}
        for item in step.opened
    ]
    data: dict[str, Any] = {
        "number": step.number,
        "count": step.count,
        "path": list(step.path),
        "opened": opened,
        "ending": step.ending,
        "result": step.result,
        "plies": step.plies,
        "counts": [list(entry) for entry in step.counts],
    }
    if step.levels:
        data |= {
            "levels": [_level(level) for level in step.levels],
            "playout": [
                {"move": _move(move), "fen": board.named_fen()}
                for move, board in zip(step.playout, step.boards, strict=True)
            ],
            "backed_up": [
                {"id": item.node, "gain": item.gain, "visits": item.visits, "value": item.value}
                for item in step.backed_up
            ],
        }
    return data


def _level(level: DescentStep) -> dict[str, Any]:
    return {
        "id": level.node,
        "fen": level.board.named_fen(),
        "visits": level.visits,
        "reason": level.reason,
        "children": [_candidate(child) for child in level.candidates],
    }


def _candidate(child: ChildChoice) -> dict[str, Any]:
    return {
        "id": child.node,
        "move": str(child.move),
        "visits": child.visits,
        "value": child.value,
        "exploit": child.exploit,
        "explore": child.explore,
        "score": child.score,
        "proof": child.proof,
        "chosen": child.chosen,
        "rave": child.rave or None,
    }


def _move(move: Move) -> dict[str, Any]:
    return {"path": list(move.path), "captured": list(move.captured), "text": str(move)}


# --- minimax ----------------------------------------------------------------------------------------------------------


def trace_search(game: Game, spec: PublicSpec) -> dict[str, Any]:
    """Search with minimax and tell every position in the order in which it was visited."""
    made = spec.make()
    if not made.can_trace:
        raise KingMeError(f"{made.name} leaves no trace of its search: choose minimax")
    label = made.label
    made = spec.having(trace="on", events=MOST_EVENTS, compare="off").make()
    if not game.board.legal_moves():
        raise KingMeError(f"{game.board.turn} has no legal move here, so there is nothing to search")
    depth = made.parameters.depth or DEFAULT_DEPTH
    analysis = made.analyse(game, Limit(depth=depth, nodes=TRACE_NODES), cap=Cap(time=SECONDS))
    board = game.board
    way, events = [board], []
    for event in analysis.trace:
        del way[event.ply + 1 :]
        if event.move is not None:
            del way[event.ply :]
            way.append(way[-1].play_code(event.move.code))
        events.append(_event(event, way[-1].named_fen()))
    last = analysis.details["last"]
    best = None if analysis.move is None else move_info(board, analysis.move)
    return {
        "player": label,
        "spec": spec.text,
        "fen": board.named_fen(),
        "turn": color_name(board.turn),
        "pruning": bool(made.parameters.pruning),
        "depth": int(analysis.depth),
        "wanted": depth,
        "move": best,
        "score": None if analysis.score is None else write_score(analysis.score, 1.0),
        "score_text": "" if analysis.score is None else str(analysis.score),
        "pv": [str(move) for move in analysis.pv],
        "nodes": last["nodes"],
        "evaluated": last["evaluated"],
        "cutoffs": analysis.details["cutoffs"],
        "complete": len(events) < MOST_EVENTS or last["nodes"] + 1 <= MOST_EVENTS,
        "events": events,
    }


def _event(event: TraceEvent, fen: str) -> dict[str, Any]:
    return {
        "node": event.node,
        "ply": event.ply,
        "depth": event.depth,
        "move": None if event.move is None else _move(event.move),
        "value": write_score(event.value, 1.0),
        "alpha": None if event.alpha is None else write_score(event.alpha, 1.0),
        "beta": None if event.beta is None else write_score(event.beta, 1.0),
        "texts": [None if score is None else str(score) for score in (event.value, event.alpha, event.beta)],
        "kind": event.kind,
        "skipped": event.skipped,
        "fen": fen,
    }
