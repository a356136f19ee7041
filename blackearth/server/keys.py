"""Secret links, and the cookie by which a browser finds its games again.

A key opens one seat of one game (or the stand of the spectators). It has 128 bits and is derived from the server's
signing key, so that the list of somebody's own games can show the links again, while the database holds hashes only.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, Signer

COOKIE = "blackearth"
WATCH = "watch"


def hash_key(key: str) -> str:
    """What the database keeps of a key. Keys are random, so that a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def fresh_id() -> str:
    """A name for a game: 60 random bits, 12 letters and digits."""
    return base64.b32encode(secrets.token_bytes(8)).decode().lower().rstrip("=")[:12]


class Keyring:
    """Derives keys and signs cookies.

    Args:
        secret: the signing key, at least 32 bytes.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._signer = Signer(secret, salt="browser", digest_method=hashlib.sha256)

    @classmethod
    def load(cls, path: Path) -> Keyring:
        """The keyring of a file, which is made (readable for its owner only) when missing."""
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            secret = path.read_bytes()
            if len(secret) >= 32:
                return cls(secret)
            handle = os.open(path, os.O_WRONLY | os.O_TRUNC, 0o600)
        secret = secrets.token_bytes(32)
        with os.fdopen(handle, "wb") as file:
            file.write(secret)
        return cls(secret)

    def key(self, game: str, seat: str, nonce: str) -> str:
        """The key of a seat: 22 characters that fit into a URL."""
        message = f"{game}\0{seat}\0{nonce}".encode()
        return base64.urlsafe_b64encode(hmac.digest(self._secret, message, "sha256")[:16]).decode().rstrip("=")

    def new_browser(self) -> tuple[str, str]:
        """A browser's identity and the cookie that carries it."""
        browser = secrets.token_urlsafe(16)
        return browser, self._signer.sign(browser).decode()

    def browser(self, cookie: str | None) -> str | None:
        """The identity in a cookie, None when there is none or it is forged."""
        if not cookie:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
