"""Geometry of hex maps: cells, sets of hexes as integers, hexsides and path search. Knows no terrain and no rule."""
