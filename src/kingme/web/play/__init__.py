"""Play: the part of the site where games are played."""
