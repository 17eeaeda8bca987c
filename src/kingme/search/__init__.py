"""The searches in compiled Python, each written once for all games (`kingme.games.contract`)."""
