"""NATO unit symbols in a box 49 wide and 29.6 high around the origin, drawn for counters: few, thick lines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

W = 24.5
H = 14.8
_CROSS = f"M-{W}-{H}L{W} {H}M-{W} {H}L{W}-{H}"
_SLASH = f"M-{W} {H}L{W}-{H}"
_TRACK = '<rect x="-14.6" y="-6.6" width="29.2" height="13.2" rx="6.6" fill="none"/>'

# The lines inside the box; None of them reaches outside it.
SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        "infantry": f'<path d="{_CROSS}"/>',
        "airborne": f'<path fill="none" d="{_CROSS}M-11.4 12.4a5.7 5.9 0 0 1 11.4 0a5.7 5.9 0 0 1 11.4 0"/>',
        "motorized": f'<path d="{_CROSS}M0-{H}V{H}"/>',
        "mechanized": f'<path d="{_CROSS}"/>{_TRACK}',
        "mountain": f'<path d="{_CROSS}"/><path class="bd" stroke-width="1" d="M-9.4 {H}L0 3.2L9.4 {H}z"/>',
        "security": f'<path d="{_CROSS}M-{W} 10H{W}" stroke-width="2.8"/>',
        "armour": _TRACK,
        "recon": f'<path d="{_SLASH}"/>{_TRACK}',
        "cavalry": f'<path d="{_SLASH}"/>',
        "artillery": '<circle class="bd" r="4.6" stroke="none"/>',
        "antitank": f'<path fill="none" d="M-{W} {H}L0-{H}L{W} {H}"/>',
        "headquarters": f'<path d="M-{W}-6.4H{W}M-17.6-6.4V{H}"/>',
        "airbase": '<path class="bd" stroke="none" d="M0 0C-5-8-15-8-15 0S-5 8 0 0S15-8 15 0S5 8 0 0z"/>',
    }
)
