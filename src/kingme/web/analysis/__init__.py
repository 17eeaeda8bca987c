"""What players think, for the page: streams of searches, reviews of games, what tables and rules say of a position."""
