"""Kernels that search any game and need no player (`kingme.games.contract` says what a game is)."""
