"""Many games by machine: running and counting them, and checking that every system keeps its contract."""
