"""What is collected and studied: games, puzzles and lessons, with what finds and checks them."""
