"""The engine with endgame tables, played out: a thousand won endgames are won, a thousand drawn ones are not lost.

`make endgame-play` runs this. Six pieces are left out where their tables have not been built.
"""

from itertools import islice

import pytest
from players.endgames import by_distance, play_out, random_endgames, result_for_first

from kingme import Game, Move
from kingme.endgame import load, outcome
from kingme.players import player

GAMES = {4: 300, 5: 300, 6: 400}
ENGINE = "engine:nodes=20000,tables=on,hash=4"
ATTACKER = "engine:nodes=3000,hash=4"

pytestmark = pytest.mark.slow


def needs(pieces: int) -> None:
    if load().pieces < pieces:
        pytest.skip(f"needs the tables of {pieces} pieces: kingme tablebase build --pieces {pieces}")


@pytest.mark.parametrize("pieces", GAMES)
def test_endgame_play_wins_what_is_won(pieces: int) -> None:
    """Against the longest defence: by distance where it is known, else by a search that puts off all progress."""
    needs(pieces)
    bot, defender = player(ENGINE), player(ENGINE)
    known = load().distance_pieces

    def defend(game: Game) -> Move:
        few = (game.board.black | game.board.white).bit_count() <= known
        return by_distance(game) if few else defender.choose(game)

    plies, quiet = [], []
    for board in islice(random_endgames(pieces, 1), GAMES[pieces]):
        bot.new_game()
        defender.new_game()
        game = play_out(board, bot.choose, defend)
        assert result_for_first(game) == 1, f"{board.fen()}: {game.outcome()}"
        plies.append(len(game.moves))
        quiet.append(max(game._quiet))
    print(
        f"\n{pieces} pieces: {len(plies)} won endgames, all won, in {sum(plies) / len(plies):.1f} plies on average and "
        f"{max(plies)} at most; never more than {max(quiet)} quiet plies in a row"
    )


@pytest.mark.parametrize("pieces", GAMES)
def test_endgame_play_holds_what_is_drawn(pieces: int) -> None:
    """Against an engine without tables that plays to win; no position on the way is lost, so no luck is needed."""
    needs(pieces)
    bot, attacker = player(ENGINE.replace("nodes=20000", "nodes=2000")), player(ATTACKER)

    def choose(game: Game) -> Move:
        move = bot.choose(game)
        after = game.copy()
        after.play(move)
        if after.outcome() is None:  # at the eightieth quiet ply even a lost position is drawn
            assert outcome(after.board) in (0, -1), f"{game.board.fen()} {move}"
        return move

    won = 0
    for board in islice(random_endgames(pieces, 0), GAMES[pieces]):
        bot.new_game()
        attacker.new_game()
        result = result_for_first(play_out(board, choose, attacker.choose))
        assert result >= 0, board.fen()
        won += result
    print(f"\n{pieces} pieces: {GAMES[pieces]} drawn endgames, none lost, {won} won")
