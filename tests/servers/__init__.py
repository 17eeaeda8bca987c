"""Real servers for tests, in processes of their own and with their data in a folder that is thrown away."""
