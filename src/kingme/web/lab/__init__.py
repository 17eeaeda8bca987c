"""The laboratory of the page: searches step by step, instructive positions, and a page on each algorithm."""
