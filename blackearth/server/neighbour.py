"""Whether a request comes from the person at this machine, who may see every game kept here; see docs/server.md."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

#: Where Linux tells whose each connection is. Elsewhere the address alone must do.
TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
#: A proxy on this machine brings strangers in under an address of this machine.
_FORWARDED = ("forwarded", "via", "x-forwarded-", "x-real-ip")

Address = tuple[str, int]


def is_owner(
    client: Address | None, server: Address | None, headers: Mapping[str, str], tables: Iterable[Path] = TABLES
) -> bool:
    """Whether the user of this machine who runs the server sent a request, and not through a proxy.

    Args:
        client: where the connection comes from.
        server: where it ends.
        headers: of the request, with names in lower case.
        tables: the system's connections.
    """
    if client is None or server is None or not _loopback(client[0]) or _proxied(headers):
        return False
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return False
    if sys.platform != "linux":
        return True
    return _user_of(client, server, tables) == os.getuid()


def _proxied(headers: Mapping[str, str]) -> bool:
    return any(name.startswith(_FORWARDED) for name in headers)


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _user_of(client: Address, server: Address, tables: Iterable[Path]) -> int | None:
    """The user whose socket the client's end of a connection is."""
    ends = [(a, b) for a, b in zip(_written(client), _written(server), strict=True)]
    for table in tables:
        try:
            rows = table.read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for fields in map(str.split, rows):
            if (fields[1], fields[2]) in ends:
                return int(fields[7])
    return None


def _written(address: Address) -> tuple[str, str]:
    """An address in the system's table: words of 32 bits in the machine's order, and the port; alone, and for version
    4 within one of version 6, too.
    """
    host = ipaddress.ip_address(address[0])
    short = host.packed
    long = short if host.version == 6 else socket.inet_pton(socket.AF_INET6, f"::ffff:{host}")
    return _words(short, address[1]), _words(long, address[1])


def _words(data: bytes, port: int) -> str:
    words = (int.from_bytes(data[n : n + 4], sys.byteorder) for n in range(0, len(data), 4))
    return "".join(f"{word:08X}" for word in words) + f":{port:04X}"
