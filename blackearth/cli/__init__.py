"""The command line. Heavy imports stand inside the commands, so that help appears at once."""
