"""The archive: a database of games that is asked by position.

schema         the tables
record         a game as it goes into the tables: its positions, its material, its digest
archive        the database: add games, get them back, count them
game_import    whole files into the archive, and what could not be read
moves_here     what was played in a position, and with what success
game_search    games by position, material, opening, players, result and date
"""
