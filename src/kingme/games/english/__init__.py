"""English draughts: 8x8, twelve men a side, men move and capture forward, kings step one square, Black begins."""
