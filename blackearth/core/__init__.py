"""What every game has: state, frames, offers, actions, refusals, tallies, events, dice, saves. Knows hexes but no
terrain and no rule.
"""
