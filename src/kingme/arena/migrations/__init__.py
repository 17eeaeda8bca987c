"""The steps from each version of the arena's tables to the next; `kingme.database.migration` takes them."""
