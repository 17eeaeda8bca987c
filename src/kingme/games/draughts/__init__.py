"""Games of draughts beside English: one generator, compiled for each from the traits in which their rules differ."""
