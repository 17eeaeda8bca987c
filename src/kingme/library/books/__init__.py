"""Building opening books: which position to expand next, who searches it, and how nothing of it is lost."""
