"""Many games by machine: running them over processes, counting them, and checking that every system keeps its contract."""
