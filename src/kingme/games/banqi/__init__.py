"""Banqi with every piece face up: the game of study E."""
