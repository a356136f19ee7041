"""Kharkov 1943 and Rostov 1941: the second rulebook."""
