"""kursk:crt-EX, crt-halfEX, KUR-10, KUR-A19 - the attacker pays for an exchange with whole units of his choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Units
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer
from blackearth.core.refusals import Refusal
from blackearth.lib.combat import round_up
from blackearth.systems.kursk import odds
from blackearth.systems.kursk.board import State, reading, roster
from blackearth.systems.kursk.charts import Result
from blackearth.systems.kursk.fights import destroy_all
from blackearth.systems.kursk.retreat import Retreat


def price_of(s: State, defenders: Iterable[int], result: Result) -> int:
    """kursk:crt-EX, crt-halfEX, KUR-10 - strength an exchange costs: what the defenders fought with, or half of it,
    rounded up.
    """
    return round_up(odds.total(s, defenders, attacking=False) * result.exchange, 2)


def fewest(worth: Iterable[int], price: int) -> int:
    """Units of the shortest payment; all if they are worth less than the price."""
    values = sorted(worth, reverse=True)
    if sum(values) < price:
        return len(values)
    paid, count = 0, 0
    while paid < price:
        paid, count = paid + values[count], count + 1
    return count


def cheapest(units: Sequence[tuple[int, int]], price: int) -> int:
    """The fewest victory points a payment gives away; units are (strength, points)."""
    if sum(worth for worth, _ in units) < price:
        return sum(points for _, points in units)
    best = {0: 0}
    for worth, points in units:
        for paid, given in list(best.items()):
            total = min(price, paid + worth)
            best[total] = min(best.get(total, given + points), given + points)
    return best[price]


class Pay(Offer):
    """kursk:crt-EX - name the units that are lost."""

    verb = "pay"

    def __init__(self, frame: Exchange) -> None:
        self.frame = frame

    def choice(self, state: State) -> Choice:
        f = self.frame
        useful = tuple(u for u in f.units if f.worth_of(u) or reading(state, "KUR-A19") == "a")
        r = roster(state)
        weak = ", ".join(f"{r.ids[u]} {f.worth_of(u)}" for u in useful if f.worth_of(u) != r.attack[u])
        note = f"Each counts its attack strength{f', but {weak}' if weak else ''}."
        return Units(
            verb=self.verb, label=f"Pay {f.price}", cite=f.cite, units=useful, least=fewest(f.worth, f.price),
            most=len(useful), note=note,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        f, units = self.frame, action.units
        if not units or action.hexes or action.amounts or action.word or len(set(units)) < len(units):
            yield Refusal(f.cite, "name the units that are lost")
            return
        if strangers := tuple(u for u in units if u not in f.units):
            yield Refusal(f.cite, f"{roster(state).text(strangers)}: not in this attack", strangers)
            return
        paid = sum(f.worth_of(u) for u in units)
        if paid < f.price:
            yield Refusal(f.cite, f"{f.price} must be paid, these units give {paid}", units)
        elif reading(state, "KUR-A19") == "b" and (spare := f.spare(units)):
            yield Refusal(f.cite, f"{roster(state).text(spare)} could be spared", spare)

    def do(self, state: State, action: Action) -> None:
        self.frame.pay(state, action.units)

    def sample(self, state: State, random: Random) -> Action:
        return Action(self.verb, self.frame.draw(random))


class Exchange(Frame, frozen=True, tag="kursk.exchange"):
    """kursk:crt-EX, crt-halfEX - attackers of at least a price are lost, or all if they fought with less.

    Attributes:
        units: the attackers.
        worth: strength each of them fought with.
        price: strength to be lost.
        heirs: those that leave a Kampfgruppe.
        targets: the attacked hexes.
        cite: rule id of the result.
    """

    units: tuple[int, ...]
    worth: tuple[int, ...]
    price: int
    heirs: tuple[int, ...]
    targets: tuple[int, ...]
    cite: str

    def worth_of(self, unit: int) -> int:
        """Strength a unit fought with."""
        return self.worth[self.units.index(unit)]

    def needed(self) -> tuple[int, ...]:
        """Units without which the price cannot be paid."""
        return tuple(u for u in self.units if sum(self.worth) - self.worth_of(u) < self.price)

    def spare(self, units: Iterable[int]) -> tuple[int, ...]:
        """Units of a payment any one of which could be left out."""
        paid = tuple(units)
        over = sum(self.worth_of(u) for u in paid) - self.price
        return tuple(u for u in paid if self.worth_of(u) <= over)

    def draw(self, random: Random) -> tuple[int, ...]:
        """A payment without a unit to spare, drawn at random."""
        chosen: list[int] = []
        for unit in random.sample(self.units, len(self.units)):
            if sum(self.worth_of(u) for u in chosen) < self.price:
                chosen.append(unit)
        while spare := self.spare(chosen):
            chosen.remove(random.choice(spare))
        return tuple(sorted(chosen))

    def step(self, state: State) -> Decision | None:
        """Take what leaves no choice; else ask the attacker."""
        if sum(self.worth) < self.price:
            self.pay(state, self.units)
            return None
        needed = self.needed()
        enough = sum(self.worth_of(u) for u in needed) >= self.price
        if enough and (reading(state, "KUR-A19") == "b" or len(needed) == len(self.units)):
            self.pay(state, needed)
            return None
        prompt = f"Exchange: lose attackers with a strength of at least {self.price}."
        return Decision(state.active, "Exchange", prompt, self.cite, (Pay(self),))

    def pay(self, state: State, units: tuple[int, ...]) -> None:
        """Units are lost; what remains of mobile divisions retreats."""
        state.pop()
        remnants = tuple(u for u in units if u in self.heirs)
        destroy_all(state, (u for u in units if u not in remnants), "exchange", self.cite)
        if remnants:
            state.push(Retreat(remnants, self.targets, self.cite, remnants=True))
