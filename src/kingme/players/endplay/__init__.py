"""Endgames as players play them: all that they do with the endgame tables, and the search for endgames without them.

`at_hand` opens the tables, or says that there are none; `verdict` tells compiled searches what they say of a position,
and how that scores; `root` values the moves of a root that they know; `decision` is the engine's choice there.
`endgame_search` is the alpha-beta search that `hybrid` hands over to. No other part of `kingme.players` reads tables.
"""
