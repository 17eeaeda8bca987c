"""The routes: `info` (the server), `games`, `library` (files and positions), `socket` (play)."""
