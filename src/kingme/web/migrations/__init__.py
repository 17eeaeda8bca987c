"""The steps from each version of the web app's tables to the next; `kingme.database.migration` takes them."""
