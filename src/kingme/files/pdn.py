"""PDN, the Portable Draughts Notation: games in and out of the files that draughts players share.

    [Event "Club evening"]               tags: [Name "value"]
    [Result "1-0"]                       1-0: Black, who moves first, has won
    1. 11-15 {the old fourteenth} 23-19  a move number, two moves, a comment
    2. 8-11! 22-17 (22-18 15x22)         a good move; a variation, which replaces the move before it
    3. 4-8 {[%clk 0:04:57]} 1-0          the time left; the result

`read_games` takes these files as they are, dirt included; `write_game` writes PDN 3.0. The work is done by `pdn_tokens`
(words), `pdn_builder` (one game), `pdn_reader` (a file of games, problems), `pdn_writer` and `pdn_tags` (their names);
`pdn_text` holds what reading and writing share.
"""

from kingme.files.pdn_reader import PdnProblem, read_games
from kingme.files.pdn_tags import TagChange
from kingme.files.pdn_writer import write_game

__all__ = ["PdnProblem", "TagChange", "read_games", "write_game"]
