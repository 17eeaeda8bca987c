"""People and players at a board, without screens, sockets or threads: who sits where, undo, hints, draws, results.

The web pages, the terminal and notebooks are thin above it.
"""
