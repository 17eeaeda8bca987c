"""What can be played here: levels, algorithms with their parameters, rule profiles, and the limits of this server."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal

from pydantic import Field

from kingme import __version__
from kingme.book.opened_book import has_shipped_book
from kingme.games.contract import Game
from kingme.games.draughts.game import Draughts
from kingme.games.english.game import English
from kingme.games.registry import find_game, game_names
from kingme.opening_names import named_openings, three_move_openings
from kingme.players.base import Player
from kingme.players.game_ratings import ratings_in
from kingme.players.parameters import kind as parameter_type
from kingme.players.parameters import spec_name
from kingme.players.presets import PRESETS, Preset
from kingme.profile import PROFILES, Rules
from kingme.web.catalogue import available_players, known_presets, rating_of
from kingme.web.gate import openings, shown_spec
from kingme.web.schemas import Outgoing
from kingme.web.settings import Settings

STUDY_GAMES = ("free", "optional", "single")  # the ways of draughts that the studies play
STUDY_LEVELS = ("easy", "medium", "hard", "expert")


class Level(Outgoing):
    name: str
    title: str
    persona: str = Field(description="what people call it; empty where that is its title")
    spec: str
    rating: int | None
    source: str
    description: str
    elsewhere: str = Field(description="what is said of it in games without men to capture")
    group: Literal["ladder", "levels", "own", "study"]


class Parameter(Outgoing):
    name: str
    help: str
    type: Literal["int", "float", "bool", "str", "choice"]
    default: int | float | bool | str | None
    low: float | None
    high: float | None
    choices: list[str]


class Algorithm(Outgoing):
    name: str
    summary: str
    parameters: list[Parameter]


class RuleProfile(Outgoing):
    name: str
    title: str


class Openings(Outgoing):
    count: int = Field(description="three-move openings in the deck in use")
    listed: int = Field(
        description="three-move openings of the federation's list; those not in the deck are barred as lost"
    )
    names: list[str] = Field(description="openings that have a name")


class Limits(Outgoing):
    upload_bytes: int
    message_bytes: int
    move_seconds: float
    analysis_seconds: float
    threads: int
    games: int
    game_plies: int


class GameChoice(Outgoing):
    name: str
    title: str
    summary: str = Field(description="one sentence on how it is played")
    family: Literal["draughts", "studies", "other"]
    levels: list[str] = Field(description="names of the levels that can play it")
    ratings: dict[str, int] = Field(description="their ratings in this game, of those that were measured")


class Config(Outgoing):
    version: str
    games: list[GameChoice]
    levels: list[Level]
    algorithms: list[Algorithm]
    rules: list[RuleProfile]
    openings: Openings
    limits: Limits


def make_config(settings: Settings) -> Config:
    """All that can be chosen; every player's module is imported for it."""
    players = available_players()
    summaries = {cls.name: cls.summary for cls in players}
    return Config.model_validate(
        {
            "version": __version__,
            "games": [_game(find_game(name)) for name in game_names()],
            "levels": make_levels(summaries),
            "algorithms": [_algorithm(cls) for cls in players],
            "rules": [
                {"name": name, "title": rules_title(rules)}
                for name, rules in PROFILES.items()
                if name not in game_names()
            ],
            "openings": {
                "count": len(openings("three-move").lines),
                "listed": len(three_move_openings()),
                "names": [opening.name for opening in named_openings()],
            },
            "limits": {
                "upload_bytes": settings.upload_bytes,
                "message_bytes": settings.message_bytes,
                "move_seconds": settings.move_seconds,
                "analysis_seconds": settings.analysis_seconds,
                "threads": settings.search_threads,
                "games": settings.games_per_owner,
                "game_plies": settings.game_plies,
            },
        }
    )


def _game(game: Game) -> dict[str, Any]:
    family = "studies" if game.name in STUDY_GAMES else "draughts" if isinstance(game, English | Draughts) else "other"
    ratings = ratings_in(game.name)
    levels = [
        name
        for name, preset in known_presets().items()
        if can_play(preset.spec, game) and (not ratings or name in ratings or not is_ladder(name))
    ]
    about = {"name": game.name, "title": game.title, "summary": game.summary, "family": family}
    return about | {"levels": levels, "ratings": {name: ratings[name] for name in levels if name in ratings}}


def is_ladder(name: str) -> bool:
    return name.startswith("level-")


def can_play(spec: str, game: Game) -> bool:
    """Whether a player has what its spec asks for in a game: tables, a book, an evaluation, a way of playouts."""
    given = dict(part.split("=", 1) for part in spec.partition(":")[2].split(",") if "=" in part)
    return (
        (game.TABLES or given.get("tables") != "on")
        and (given.get("book") != "on" or has_shipped_book(game.name))
        and given.get("evaluation", "built-in") in {"built-in", *game.EVALUATIONS}
        and given.get("policy", "uniform") in game.POLICIES
    )


def make_levels(summaries: dict[str, str]) -> list[dict[str, Any]]:
    """All presets whose player is there: the ladder, the levels of study C, the user's own, then the studies'."""
    users_levels = set(known_presets()) - set(PRESETS)
    order = ("ladder", "levels", "own", "study")
    levels = []
    for name, preset in known_presets().items():
        algorithm = preset.spec.partition(":")[0]
        if algorithm not in summaries:
            continue
        group = _group(name, users_levels)
        levels.append(
            {
                "name": name,
                "title": preset.title,
                "persona": getattr(preset, "persona", ""),
                "spec": shown_spec(preset.spec),
                "rating": rating_of(preset),
                "source": preset.source,
                "description": _description(preset, summaries[algorithm]),
                "elsewhere": getattr(preset, "elsewhere", ""),
                "group": group,
            }
        )
    return sorted(levels, key=lambda level: order.index(str(level["group"])))


def _group(name: str, users_levels: set[str]) -> str:
    if is_ladder(name):
        return "ladder"
    return "levels" if name in STUDY_LEVELS else "own" if name in users_levels else "study"


def _description(preset: Preset, summary: str) -> str:
    given = getattr(preset, "description", "")
    return str(given) if given else summary


def _algorithm(cls: type[Player]) -> dict[str, Any]:
    """An algorithm with the parameters that a browser may set."""
    parameters = []
    for item in fields(cls.parameters_class):
        if not item.metadata["public"]:
            continue
        meta, choices = item.metadata, list(item.metadata["choices"])
        parameters.append(
            {
                "name": spec_name(item),
                "help": meta["help"],
                "type": "choice" if choices else parameter_type(item).__name__,
                "default": item.default,
                "low": meta["low"],
                "high": meta["high"],
                "choices": choices,
            }
        )
    return {"name": cls.name, "summary": cls.summary, "parameters": parameters}


def rules_title(rules: Rules) -> str:
    """A rule profile in words."""
    if rules.name == "official":
        return "Official rules"
    parts = []
    parts.append(f"draw at {rules.repetition} repetitions" if rules.repetition else "no repetition rule")
    parts.append(f"{rules.quiet_limit} quiet plies" if rules.quiet_limit else "no quiet-move rule")
    if rules.move_cap:
        parts.append(f"at most {rules.move_cap} plies")
    if rules.stuck == "draw":
        parts.append("a stuck side draws")
    return f"{rules.name.replace('-', ' ').title()}: {', '.join(parts)}"
