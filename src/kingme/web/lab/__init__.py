"""The lab of the page: searches step by step, players side by side, instructive positions."""
