"""The engine: a modern alpha-beta searcher with a learned evaluation.

Its files in the order of dependency:
`memory` (a thread's working memory) · `transpositions` · `network` and `evaluate` (what a position is worth) ·
`search` (the tree) · `think` (iterative deepening) · `weights` (what was learned) · `player` (the `Player`) ·
`selfplay`, `regression` and `tune` (how it is learned).
"""
