"""Puzzles: positions with exactly one move that wins, or exactly one that saves the game.

    games ──► finder ──► only_move (is there one move, and does it stay clear?)
                │
                ├──► solution (the line to find)   themes (what kind)   difficulty (how hard)
                ▼
            collection (a file of them) ──► puzzle_check (verify every one)

The method is told in `docs/puzzles.md`.
"""
