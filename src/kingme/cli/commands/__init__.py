"""One file for each command of `kingme`."""
