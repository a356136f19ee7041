"""Ring of Fire: The Fourth Battle for Kharkov, August 1943. One module a chapter; `sequence` has the outline of
play.
"""
