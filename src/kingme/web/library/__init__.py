"""The library in the browser: the explorer of openings and games."""
