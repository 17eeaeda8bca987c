"""Protocols: be an engine that other programs drive, and drive the engines of others.

`hub_text` is the language of the Hub protocol; `hub` speaks it as an engine, `hub_client` as the program that drives
one, with `process` and `leash` keeping the engine in bounds; `hub_player` makes such an engine a `Player`, and `specs`
finds the player for any spec string or player file.
"""
