import type { Hex, Link, SupplyLine, UnitId, Zones } from "../lib/types";
import type { Session } from "./session.svelte";

export type AreaLayer = "none" | "supply" | "supply-area" | "control";

/** Overlays the player switches on. At most one of supply and control at a time; zones may join any. */
export class Layers {
  area = $state<AreaLayer>("none");
  zonesOn = $state(false);
  hideCounters = $state(false);
  liftNames = $state(false);
  /** Without links where the game has none. */
  zones = $state.raw<{ zone: Set<Hex>; armour: Set<Hex>; links?: Link[] | undefined } | null>(null);
  supply = $state.raw<Record<UnitId, SupplyLine> | null>(null);
  supplyArea = $state.raw<Set<Hex> | null>(null);
  /** Length of the supply line from every supplied hex, and the most it may have; where the game counts hexes. */
  supplyReach = $state.raw<{ hexes: Record<Hex, number>; limit: number | null } | null>(null);
  lit = $state.raw<{ units: UnitId[]; hexes: Hex[] }>({ units: [], hexes: [] });
  private litTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {}

  toggleZones(): void {
    this.zonesOn = !this.zonesOn;
  }

  /** Off, then supply lines, then the whole supplied area, then off. */
  cycleSupply(): void {
    this.area = this.area === "supply" ? "supply-area" : this.area === "supply-area" ? "none" : "supply";
  }

  toggleControl(): void {
    this.area = this.area === "control" ? "none" : "control";
  }

  /** Show units and hexes on the map, for 2 seconds or while a link is pointed at. */
  light(units: UnitId[], hexes: Hex[], forever = false): void {
    clearTimeout(this.litTimer);
    this.lit = { units, hexes };
    if (!forever) this.litTimer = setTimeout(() => (this.lit = { units: [], hexes: [] }), 2000);
  }

  unlight(): void {
    this.light([], [], true);
  }

  private async refreshArea(side: string): Promise<void> {
    if (this.session.sheet?.["supply_reach"]) {
      this.supplyReach = await this.session.query("supply_reach", { side });
      this.supplyArea = new Set(Object.keys(this.supplyReach.hexes));
    } else this.supplyArea = new Set(await this.session.query("supply_area", { side }));
  }

  /** `side` is the side that looks: its own supply, the other side's zones. */
  async refresh(side: string, enemy: string, units: readonly UnitId[]): Promise<void> {
    try {
      if (this.zonesOn) {
        const answer: Zones = await this.session.query("zones", { side: enemy });
        this.zones = { zone: new Set(answer.zone), armour: new Set(answer.armour), links: answer.links };
      }
      if (this.area === "supply") this.supply = await this.session.query("supply", units.length > 0 ? { units } : { side });
      if (this.area === "supply-area") await this.refreshArea(side);
    } catch (error) {
      this.session.say({ kind: "problem", text: error instanceof Error ? error.message : String(error) });
    }
  }
}
