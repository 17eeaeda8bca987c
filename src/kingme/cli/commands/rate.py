"""`kingme rate`: where a player stands on the ladder of the levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingme.cli.arena_options import Workplace, with_options
from kingme.cli.arguments import GameOption
from kingme.games.registry import DEFAULT

if TYPE_CHECKING:
    from kingme.arena.placement import Anchor, Placement

EXAMPLES = (
    "kingme rate mcts:iterations=2000",
    "kingme rate mine.toml --limit time=0.1 --games 400",
    "kingme rate mcts:iterations=2000 --game othello",
    "kingme rate 'hub:command=./engine hub' --limit time=0.1 --error 40",
)
ROUND = 10  # games against one opponent before the next is chosen


@with_options
def rate(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="SPEC, NAME=SPEC or a player file (.toml).")],
    where: Workplace,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=ROUND, help="Play at most this many games.")
    ] = 200,
    error: Annotated[
        float, typer.Option("--error", metavar="ELO", min=0, help="Stop when the error (95 %) is at most this.")
    ] = 40.0,
    limit: Annotated[
        str, typer.Option("--limit", "-l", metavar="LIMIT", help="Limit per move of this player, such as time=0.1.")
    ] = "",
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Another seed gives another sample of games.")] = 0,
    game: GameOption = DEFAULT,
) -> None:
    """Give a player a rating on the scale of the levels, from games against those that tell most about it.

    Ten games at a time, in pairs from the three-move openings (in other games from four random plies) by the official
    rules, as the levels themselves were rated in that game. The games with each opponent are a run in the store
    (`kingme runs`). If stopped, the same command resumes.
    """
    from kingme.arena.live import claim_folder
    from kingme.arena.participant import Participant
    from kingme.arena.placement import Placement, Points, ladder
    from kingme.arena.plan import Plan
    from kingme.arena.run_options import RunOptions
    from kingme.arena.store import Store
    from kingme.cli.running import check_hands, compile_players, failures, play_plan, say_how_it_ended
    from kingme.core.folders import data_folder
    from kingme.players.limit import Limit

    check_hands(where.workers, where.cluster)
    hero = Participant.parse(player, Limit.parse(limit) if limit else None)
    placement = Placement(ladder(game))
    folder = claim_folder(data_folder(), where.store)
    with failures(), Store(where.store) as store:
        while placement.games + ROUND <= games and _error(placement) > error:
            anchor = placement.next_anchor()
            met = placement.results.get(anchor.spec, Points()).games + ROUND
            options = RunOptions(game=game, games=met, seed=seed)
            plan = Plan.parse("match", (hero, Participant("", anchor.spec)), options)
            compile_players(plan)
            result = play_plan(plan, store, folder, where, known=met - ROUND)
            say_how_it_ended(result, where.store)  # which ends the command if a game is missing
            tally = result.standings[0].tally
            placement.record(anchor.spec, Points(tally.points, tally.games))
            _say(placement, anchor)
    show(placement, json=where.json)


def show(placement: Placement, *, json: bool) -> None:
    """Print the rating and the opponents that it comes from."""
    from kingme.cli.output import console, print_json, table

    if json:
        print_json(as_data(placement))
        return
    screen = console()
    rows = table("opponent", "", "rating", "points", "games")
    for column in rows.columns[2:]:
        column.justify = "right"
    for anchor in placement.anchors.values():
        if anchor.spec in placement.results:
            points, games = placement.results[anchor.spec]
            rows.add_row(anchor.spec, anchor.title, f"{anchor.rating:g}", f"{points:g}", str(games))
    screen.print(rows)
    screen.print(f"Rating {_text(placement)} (95 % interval) after {placement.games} games: {_place(placement)}.")


def as_data(placement: Placement) -> dict[str, Any]:
    """The rating as plain data."""
    value, low, high = placement.strength
    opponents = [
        {"player": spec, "rating": placement.anchors[spec].rating, "points": points, "games": games}
        for spec, (points, games) in placement.results.items()
    ]
    return {"rating": value, "low": low, "high": high, "games": placement.games, "opponents": opponents}


def _error(placement: Placement) -> float:
    _, low, high = placement.strength
    return (high - low) / 2


def _say(placement: Placement, anchor: Anchor) -> None:
    from kingme.cli.output import note

    points, games = placement.results[anchor.spec]
    note(f"{placement.games} games: {_text(placement)} ({points:g} of {games} against {anchor.spec})")


def _text(placement: Placement) -> str:
    return f"{placement.strength.value:.0f} ± {_error(placement):.0f}"


def _place(placement: Placement) -> str:
    """Between which levels a rating lies."""
    below, above = (
        None if anchor is None else f"{anchor.spec} ({anchor.title}, {anchor.rating:g})"
        for anchor in placement.neighbours()
    )
    if below is None or above is None:
        return f"above {below}" if below else f"below {above}"
    return f"between {below} and {above}"
