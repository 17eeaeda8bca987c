"""The arena: matches, tournaments and experiments, and the statistics that judge them.

What is pure comes first and imports nothing of the rest: `intervals`, `elo`, `sprt` and `ratings` are arithmetic on
counts; `record` says what is kept of a game and `stats` makes every table from records; `openings`, `schedule` and
`adjudication` decide what is played. Whatever plays, stores and draws stands on these.
"""
