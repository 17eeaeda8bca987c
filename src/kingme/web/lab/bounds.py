"""How much of a search one request may look into."""

MOST_SIMULATIONS = 20_000  # of a search that is stepped through
MOST_STEPS = 100  # of one request,
MOST_DETAILED = 10  # and with scores and playouts
MOST_EVENTS = 2_000  # positions of a trace
TRACE_NODES = 300_000  # positions that a traced search may visit
SECONDS = 10.0  # that the search of one request may take
DEFAULT_DEPTH = 2  # of a traced search
