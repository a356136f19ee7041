"""Kursk: Operation Zitadelle: the third rulebook, with six scenarios from May to August 1943."""
