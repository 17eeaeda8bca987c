"""Named configurations: the difficulty levels of study C, and every player that the five studies measured.

A study's preset never changes what it plays: no table, book or network is used unless its spec says so. The levels
of the ladder are engine settings and change with it; the highest have the book and the tables that come with KingMe.
"""

from __future__ import annotations

from typing import NamedTuple


class Preset(NamedTuple):
    """A spec under a name, with where it comes from."""

    spec: str
    title: str
    source: str
    rating: int | None = None  # Elo, `random` being 0: measured by the tournament in docs/ladder
    description: str = ""  # one sentence for whoever chooses an opponent
    elsewhere: str = ""  # the same for games without men to capture
    persona: str = ""  # what people call it on the page, where it has a face of its own


_A = "study A, Checkers AI Solution Proposal"
_B = "study B, Monte Carlo Tree Search and Enhancements"
_C = "study C, Monte Carlo Tree Search for Checkers"
_D = "study D, minimax player with a picture board"
_E = "study E, tournament agent with hybrid search"

_LADDER = "KingMe's own ladder"

_WORDS = (
    "Plays the first games of a life: sees a capture or two, and often gives a man away.",
    "Loves to attack: knows that men count, and overlooks what the other side threatens.",
    "Plays over coffee: sees simple exchanges, and falls for two-for-one shots.",
    "Plays every week: rarely loses a man for nothing, but plans one move at a time.",
    "Never misses a club evening: sees short combinations and punishes gross mistakes.",
    "Leads the club's table: loses few men, and knows how to use an extra one.",
    "Plays for the county: small slips only, and they must be found and proved.",
    "A patient master: next to no mistakes, and strong in the endgame.",
    "A grandmaster, never in a hurry: no slips, openings from the book and endgames from the tables.",
    "The champion, with all that KingMe has: a million positions for each move, an opening book, and perfect endgames.",
)

_WORDS_ELSEWHERE = (
    "Plays the first games of a life: looks a move ahead, and often takes the wrong one.",
    "Loves to attack: sees a good move of its own, and overlooks the answer.",
    "Plays over coffee: sees simple threats, and falls for double ones.",
    "Plays every week: rarely gives something for nothing, but plans one move at a time.",
    "Never misses a club evening: sees short combinations and punishes gross mistakes.",
    "Leads the club's table: slips seldom, and knows how to use an advantage.",
    "Plays for the county: small slips only, and they must be found and proved.",
    "A patient master: next to no mistakes, from the first move to the last.",
)

_LEVEL = "mcts:expansion=one,cutoff=20,cut=pieces"
_TREE_B = "expansion=all,cutoff=20,cut=evaluation,iterations=1000"
_WEIGHTS_E = "man:1/king:1/crown:4/edge:0.5/capture:1/further:3"
_AGENT_E = f"hybrid:iterations=20000,c=1.4,beta=0.5,policy=weighted,weights={_WEIGHTS_E},result=graded,amaf=on"

PRESETS: dict[str, Preset] = {
    "easy": Preset(f"{_LEVEL},iterations=20,c=1.41421", "Easy", _C, 530),
    "medium": Preset(f"{_LEVEL},iterations=50,c=2.23607", "Medium", _C, 680),
    "hard": Preset(f"{_LEVEL},iterations=150,c=3", "Hard", _C, 980),
    "expert": Preset(f"{_LEVEL},iterations=500,c=4", "Expert", _C, 1055),
    "level-1": Preset("engine:nodes=105,error=178", "Newcomer", _LADDER, 560, _WORDS[0], _WORDS_ELSEWHERE[0], "Pip"),
    "level-2": Preset("engine:nodes=210,error=125", "Beginner", _LADDER, 775, _WORDS[1], _WORDS_ELSEWHERE[1], "Rosa"),
    "level-3": Preset("engine:nodes=395,error=82", "Casual", _LADDER, 1010, _WORDS[2], _WORDS_ELSEWHERE[2], "Milo"),
    "level-4": Preset("engine:nodes=820,error=51", "Regular", _LADDER, 1250, _WORDS[3], _WORDS_ELSEWHERE[3], "Hana"),
    "level-5": Preset(
        "engine:nodes=1440,error=33", "Club player", _LADDER, 1465, _WORDS[4], _WORDS_ELSEWHERE[4], "Otto"
    ),
    "level-6": Preset(
        "engine:nodes=2640,error=18", "Strong club player", _LADDER, 1705, _WORDS[5], _WORDS_ELSEWHERE[5], "Amara"
    ),
    "level-7": Preset(
        "engine:nodes=5500,error=7", "County player", _LADDER, 1925, _WORDS[6], _WORDS_ELSEWHERE[6], "Victor"
    ),
    "level-8": Preset("engine:nodes=11500,error=2", "Master", _LADDER, 2095, _WORDS[7], _WORDS_ELSEWHERE[7], "Ingrid"),
    "level-9": Preset("engine:nodes=7500,tables=on,book=on", "Grandmaster", _LADDER, 2275, _WORDS[8], "", "Idris"),
    "level-10": Preset("engine:nodes=1000000,tables=on,book=on", "Champion", _LADDER, 2515, _WORDS[9], "", "Regina"),
    "a-greedy": Preset("greedy", "Greedy", _A),
    "a-minimax2": Preset("minimax:depth=2", "Minimax, depth 2", _A, 590),
    "a-minimax4": Preset("minimax:depth=4", "Minimax, depth 4", _A, 875),
    "a-flat100": Preset("flat:playouts=100", "Flat Monte Carlo, 100 playouts", _A, 720),
    "b-minimax": Preset("minimax:depth=3,evaluation=pieces-kings", "Minimax control", _B),
    "b-mcts": Preset(f"mcts:{_TREE_B}", "UCT", _B, 1245),
    "b-rave": Preset(f"rave:{_TREE_B},credit=tree", "RAVE", _B),
    "b-rave-path": Preset(f"rave:{_TREE_B}", "RAVE, credit along the path", _B),
    "b-heuristic-rave": Preset(f"heuristic-rave:{_TREE_B},credit=tree", "Heuristic RAVE", _B),
    "b-heuristic-rave-path": Preset(f"heuristic-rave:{_TREE_B}", "Heuristic RAVE, credit along the path", _B, 1220),
    "c-weighted": Preset("minimax:depth=4,evaluation=weighted", "Minimax with the weighted evaluation", _C),
    "d-depth3": Preset("minimax:depth=3,evaluation=capture-bonus", "Minimax, depth 3", _D),
    "d-depth5": Preset("minimax:depth=5,evaluation=capture-bonus", "Minimax, depth 5", _D, 1060),
    "e-1+0": Preset(f"{_AGENT_E},simulations=1+0", "Hybrid, 1+0 simulations", _E),
    "e-5+25": Preset(f"{_AGENT_E},simulations=5+25", "Hybrid, 5+25 simulations", _E),
    "e-5+100": Preset(f"{_AGENT_E},simulations=5+100", "Hybrid, 5+100 simulations", _E),
    "e-5+150": Preset(f"{_AGENT_E},simulations=5+150", "Hybrid, 5+150 simulations", _E),
    "e-5+200": Preset(f"{_AGENT_E},simulations=5+200", "Hybrid, 5+200 simulations", _E),
}
