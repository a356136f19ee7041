"""The server: games with seats and spectators over HTTP and WebSocket, kept in one SQLite file."""
