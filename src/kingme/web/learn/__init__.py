"""Learn: the pages on algorithms."""
