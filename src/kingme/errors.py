"""The base of every error that a user can cause."""


class KingMeError(ValueError):
    """Something that was asked for cannot be done; the message says what is wrong and what would be right."""
