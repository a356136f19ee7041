"""The rules panel: each step of a player turn in our own words, with the numbers of the rules."""

from __future__ import annotations

from typing import Any

#: Step title to its paragraphs: (title, text, rules).
_PANEL: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {
    "Set-up": (
        ("Order", "Soviet infantry comes first, then everything German, then the Soviet mobile units.", ("16.1", "16.2")),
        ("The line", "Each side's front must be closed: every way through it has to meet a unit or a ZOC link.", ("16.1", "10.3")),
        ("Reserves", "Any unit may start in reserve, but not next to an enemy.", ("14.1", "16.1")),
    ),
    "Replacements": (
        ("Income", "Steps arrive by turn, leg and mobile apart, and may be saved.", ("6.1", "6.2")),
        ("Rebuilding", "A reduced unit in supply takes back any number of steps of its type, even next to an enemy.", ("6.3",)),
        ("Return", "A unit from the Eliminated Unit Box comes back in a friendly hex that is in supply and not next to an enemy.", ("6.4", "6.41")),
        ("Types", "Motor rifle and airborne take leg steps, German recon takes mobile ones.", ("6.3",)),
    ),
    "Movement": (
        ("Cost", "Clear ground 1; forest 1 on foot and 2 for mobile units; a road half a point whatever else is there. A minor river adds 1, "
         "the Donets 2 on foot and 4 for mobile units; bridges are part of the road.", ("11.52", "11.53")),
        ("Links", "Two units two hexes apart bar the hex, or the hexside, between them. Zones of control alone do nothing.", ("10.3", "10.4")),
        ("Strategic", "Twice the allowance, through friendly hexes never next to an enemy.", ("11.7",)),
        ("One hex", "Every unit can always go one hex that is not barred, for all its points.", ("11.2",)),
        ("Stacks", "Units that began together may move together and split; once another stack moves, the first is done.", ("11.4", "11.41")),
        ("Reserve", "A unit that spent at most half its points and is not next to an enemy may be put into reserve.", ("14.1",)),
        ("Interdiction", "An air unit makes a hex dearer for the enemy: 2 more on foot, 4 for mobile units.", ("13.1",)),
        ("Supply", "A unit without a supply line when the phase begins has half its movement.", ("15.1", "15.4")),
        ("Stacking", "Four regimental equivalents a hex at the end; a Soviet division counts three.", ("9.1", "9.3")),
    ),
    "Tank combat": (
        ("Who must", "Tank units next to enemy tank units fight, unless a major river lies between.", ("12.11", "12.14")),
        ("Fire", "One hex against one hex. The best rating fires first, the defender first among equals; a die up to the rating "
         "hits, and a 1 by a rating of 4 hits twice. Losses count at once.", ("12.12",)),
        ("Once", "Each unit fires once in the segment. Defenders in hexes nobody engaged fire at the end.", ("12.13",)),
        ("Advance", "Who fought may enter a hex that was emptied.", ("12.15",)),
    ),
    "Air strikes": (
        ("Strike", "One air unit, one target, one die: up to its rating takes a step. A unit in reserve that is hit loses the marker.", ("13.2", "14.51")),
        ("Missions", "An air unit flies once a game turn: interdiction, strike or ground support.", ("13.0",)),
    ),
    "Combat": (
        ("Declare", "All attacks first, then aircraft and barrages on them. A hex is attacked once, by all who take part together.", ("12.32", "12.34")),
        ("Reserves", "Then the defender brings reserves within half their movement into hexes under attack.", ("14.5",)),
        ("Odds", "Halved over a minor river, quartered over the Donets (mobile units not at all), halved out of supply. Worse than 1:3 is not "
         "allowed.", ("12.5", "12.36", "15.3")),
        ("Columns", "Forest, town and fortification one left each; concentric attack and each air unit (two at most) one right; a barrage on a "
         "fortification three right, and it cancels the works.", ("12.41", "12.42", "12.43", "12.61", "12.62", "12.63")),
        ("Maximum Effort", "Doubles both sides' losses; an attacker's zero becomes one. Works then cost the Soviets a step more, the Germans one less.", ("12.64", "12.65")),
        ("Losses", "Defender first; every unit loses one step before any loses two. There are no retreats.", ("12.7", "12.71")),
        ("Advance", "Into an emptied hex, at once, through links too.", ("12.72",)),
    ),
    "Reserve movement": (
        ("Half", "Only units in reserve move, up to half their points; no strategic movement, no guaranteed hex.", ("14.4", "11.2")),
    ),
    "Reserve tank combat": (
        ("Second chance", "Reserves that stand next to enemy tanks fight; defenders may fire again, at these alone.", ("12.16",)),
    ),
    "Reserve air strikes": (("Strike", "As before, with what has not flown.", ("13.2",)),),
    "Reserve combat": (
        ("Who", "Only reserves may attack; all else is as in the Combat Phase. Those that moved or attacked lose the marker afterwards.", ("12.8", "14.4")),
    ),
}  # fmt: skip


def panel() -> dict[str, list[dict[str, Any]]]:
    """The paragraphs of every step."""
    return {
        step: [
            {"title": title, "text": text, "cites": [f"rof:{c}" for c in cites]} for title, text, cites in paragraphs
        ]
        for step, paragraphs in _PANEL.items()
    }
