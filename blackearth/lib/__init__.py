"""Mechanisms that more than one rulebook uses, their differences as parameters; knows no system."""
