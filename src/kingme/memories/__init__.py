"""Memories between games: what players keep of a game for the next one.

remembered   one memory: its positions, how a game is added, what is forgotten
memory_file  a memory as a file: read, added to by several processes, described, forgotten
"""
