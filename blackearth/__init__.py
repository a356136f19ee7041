"""Black Earth: a referee, an opponent and a table for operational hex-and-counter wargames."""

__version__ = "0.1.0"
