"""Connect Four: discs that fall; four in a line win."""
