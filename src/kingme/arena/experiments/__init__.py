"""The experiments of the five studies: each a TOML file in this folder, and the code that conducts it.

a.toml … e.toml  what is played, measured and claimed
experiment       reading these files
conduct          playing the runs and making the measurements, with resume
sampling         positions of played games to measure on
measure          what is measured apart from games: branching, pruning, times, throughput, errors
quantities       numbers with intervals, from runs and measurements
claims           what was claimed beside what was measured, and whether they agree
outcome          tables, plots, data and the page of an experiment
"""
