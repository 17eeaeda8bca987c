"""The web app: a server that knows the rules and keeps the games, and a page that shows them.

In the order of dependency:

- `settings`; `schemas` and `messages` (what goes over the wire); `prepare` (compile in the background)
- `gate` (what a browser may name: every spec, plan and set of openings passes it)
- `store` and `writer` (games on disk); `seats` and `config` (who can play, within which limits)
- `pool` and `searches` (players thinking in threads, in a fair queue); `clients` (open pages)
- `timer`, `thinking`, `state`, `session` and `actions` (one game)
- `uploads`, `creation`, `export` and `sessions` (all games)
- `security` and `limits`; `pages` (the static files); `api` (the routes); `app` (the factory); `server` (run it)
"""
