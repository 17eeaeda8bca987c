"""The games that KingMe plays: `contract` says what a game is, `registry` lists them, and each has a folder."""
