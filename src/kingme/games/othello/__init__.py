"""Othello: discs that turn over."""
