"""What is collected and studied: puzzles and lessons, with what finds and checks them."""
