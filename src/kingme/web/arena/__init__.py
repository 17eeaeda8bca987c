"""The arena for the browser: runs are begun, watched, stopped and looked at here.

    schemas     what the page sends and gets
    orders      from a form to a plan, within the limits of this server
    jobs        what was asked for, in a file, so that a server that comes back knows
    job         the process that plays: `python -m kingme.web.arena.job`
    runs        begins, stops and resumes jobs; lists runs
    tables      standings with their errors from the results so far
    stream      server-sent events
    replay      a stored game as the page shows games
    reports     HTML reports, made in a process of their own

Games stand in the store of the arena (`kingme.arena.store`), the same that the command line uses. Processes that play
tell how far they are by way of `kingme.arena.live`, whoever started them.
"""
