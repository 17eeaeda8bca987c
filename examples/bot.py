"""A program that plays on a KingMe server, in plain Python: it takes a capture that takes most, or any other move.

    KINGME_TOKEN=kingme_… python examples/bot.py http://localhost:8064 --ladder 10
    KINGME_TOKEN=kingme_… python examples/bot.py http://localhost:8064

With --ladder it plays so many games against the server's levels, and is rated. Without, it waits for challenges. The
token comes from the account page; docs/bots.md describes the interface.
"""

import json
import os
import random
import sys
import threading
import urllib.request

SERVER = sys.argv[1].rstrip("/")
HEADERS = {"Authorization": f"Bearer {os.environ['KINGME_TOKEN']}", "Content-Type": "application/json"}


def ask(path, body=None):
    """An answer of the server; with a body it is a POST."""
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, HEADERS))


def follow(path):
    """The messages of a stream, one a line; empty lines only say that the server is still there."""
    with ask(path) as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def play(game):
    """Play a game to its end."""
    for message in follow(f"/api/bot/games/{game}/stream"):
        if message["type"] != "state":
            continue
        state = message["state"]
        if state["outcome"]:
            print(game, state["outcome"]["text"], flush=True)
            return
        seat = state["players"][state["turn"]]
        mine = state["shared"]["me"] == state["turn"] if state["shared"] else seat["kind"] == "human"
        if mine:
            move = max(state["legal"], key=lambda move: (len(move["captured"]), random.random()))
            ask(f"/api/bot/games/{game}", {"type": "move", "path": move["path"], "version": state["version"]})


if "--ladder" in sys.argv:
    for _ in range(int(sys.argv[-1])):
        play(json.load(ask("/api/bot/ladder", {}))["id"])
else:
    for event in follow("/api/bot/events"):
        if event["type"] == "challenge":
            for challenge in json.load(ask("/api/people/me"))["challenges"]:
                if challenge["to_me"]:
                    ask(f"/api/people/challenges/{challenge['id']}/accept", {})
        elif event["type"] == "start":
            threading.Thread(target=play, args=[event["game"]]).start()
