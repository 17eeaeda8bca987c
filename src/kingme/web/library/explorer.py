"""The explorer: what was played in a position, in the library of this server or in one's own games."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any

from kingme import book
from kingme.board import Board
from kingme.errors import KingMeError
from kingme.library.archive.archive import Archive, StoredGame, archive_place
from kingme.library.archive.game_search import Question, search_games
from kingme.library.archive.moves_here import mirrored, moves_here
from kingme.opening_names import name_of_position
from kingme.score import Score
from kingme.web.library.explorer_schemas import OWN
from kingme.web.library.own_games import OwnGames
from kingme.web.views import move_info, score_info

log = logging.getLogger("kingme.web")

PAGE = 20


class Shelf:
    """The archive of this server, which is opened when it is first asked for and may not be there yet."""

    def __init__(self) -> None:
        self._archive: Archive | None = None
        self._lock = threading.Lock()

    def archive(self) -> Archive | None:
        """The archive; None as long as nobody has imported anything."""
        place = archive_place()
        with self._lock:
            if self._archive is not None and self._archive.place == place:
                return self._archive
            self.close()
            if "://" not in place and not Path(place).expanduser().exists():
                return None
            self._archive = Archive(place)
            return self._archive

    def close(self) -> None:
        if self._archive is not None:
            self._archive.close()
            self._archive = None


def explorer_report(
    shelf: Shelf, own: OwnGames, owner: str, board: Board, collection: str, is_mirrored: bool
) -> dict[str, Any]:
    """What was played here; the shape is `explorer_schemas.ExplorerReport`."""
    archive = shelf.archive()
    counts: dict[Any, Any] = {}
    results: dict[Any, tuple[int, int]] = {}
    latest: list[dict[str, Any]] = []
    older = None
    if collection == OWN:
        counts, results, latest = own.played(owner, board)
    elif archive is not None:
        found = (mirrored if is_mirrored else moves_here)(archive, board, collection or None)
        counts = {item.move: item for item in found}
        page = search_games(archive, Question(board, mirrored=is_mirrored, collection=collection), PAGE)
        latest, older = [game_info(item) for item in page.games], page.older
    else:
        need_no_collection(collection)
    values, said = _table_values(board), _book_moves(board)
    moves = []
    for move in board.legal_moves():
        count, mine = counts.get(move), results.get(move)
        after = board.play_code(move.code)
        value, distance = values.get(move, (None, None))
        score, depth = said.get(move, (None, None))
        moves.append(
            move_info(board, move)
            | {name: getattr(count, name, 0) for name in ("games", "black_won", "white_won", "drawn")}
            | {"fen": after.fen(), "name": name_of_position(after), "rating": count.rating if count else None}
            | {"value": value, "distance": distance, "score": score_info(score), "book_depth": depth}
            | {"yours_won": mine and mine[0], "yours_lost": mine and mine[1]}
        )
    best = {move: place for place, move in enumerate(said)}
    order = {item["text"]: best.get(move, len(best)) for item, move in zip(moves, board.legal_moves(), strict=True)}
    moves.sort(key=lambda item: (-item["games"], order[item["text"]]))
    collections = [] if archive is None else [{"name": c.name, "games": c.games} for c in archive.collections()]
    return {
        "fen": board.fen(),
        "name": name_of_position(board),
        "games": sum(item["games"] for item in moves),
        "moves": moves,
        "latest": latest,
        "older": older,
        "collections": collections,
    }


def need_no_collection(name: str) -> None:
    """Refuse a collection where there is no library."""
    if name:
        raise KingMeError(f"there is no collection {name[:40]!r}: the library is empty")


def _table_values(board: Board) -> dict[Any, tuple[str, int | None]]:
    """What the endgame tables say of each move, where they know the position."""
    from kingme import endgame

    tables = endgame.load()
    if len(board.pieces()) > tables.pieces or endgame.find(board, tables) is None:
        return {}
    return {item.move: (item.value.name, item.value.plies) for item in endgame.rank_moves(board, tables)}


def _book_moves(board: Board) -> dict[Any, tuple[Score | None, int]]:
    """Score and depth of the moves that the shipped book has, best first."""
    try:
        return {item.move: (item.score, item.depth) for item in book.moves(board)}
    except book.BookError as error:
        log.warning("%s", error)
        return {}


def found_games(shelf: Shelf, question: Question, before: int | None) -> dict[str, Any]:
    """A page of games; the shape is `explorer_schemas.ExplorerGames`."""
    question.check()
    archive = shelf.archive()
    if archive is None:
        need_no_collection(question.collection)
        return {"games": [], "older": None}
    page = search_games(archive, question, PAGE, before)
    return {"games": [game_info(item) for item in page.games], "older": page.older}


def game_info(item: StoredGame) -> dict[str, Any]:
    """A game of the archive as the page has it."""
    return {
        "id": str(item.id),
        "collection": item.collection,
        "black": item.black,
        "white": item.white,
        "black_rating": item.black_rating,
        "white_rating": item.white_rating,
        "event": item.event,
        "date": item.date,
        "result": item.result,
        "plies": item.plies,
        "opening": item.opening,
    }
