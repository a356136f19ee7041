import { actionText } from "../lib/action";
import * as offer from "../lib/choices";
import type { AmountChoice, ButtonChoice, Choice, Hex, HexChoice, UnitId } from "../lib/types";
import type { Picks } from "./picks.svelte";
import type { Session } from "./session.svelte";

/** Sends what the player has in hand as an action, or says why the rules do not allow it. */
export class Orders {
  /** Whether a button that cannot be taken back asks again. */
  askFirst: () => boolean = () => true;
  private readonly session: Session;

  constructor(private readonly picks: Picks) {
    this.session = picks.session;
  }

  async press(choice: ButtonChoice, sure = false): Promise<void> {
    if (choice.blocked || this.session.blocked) return;
    if (choice.confirm && !sure && this.askFirst()) {
      this.picks.asking = choice;
      return;
    }
    this.picks.asking = null;
    await this.session.act(actionText({ verb: choice.verb, word: choice.word ?? "" }));
  }

  /** Act with the selected units (put into reserve, advance). */
  async useUnits(choice: Choice): Promise<void> {
    await this.send(choice, this.picks.selection);
  }

  async declare(): Promise<void> {
    const choice = this.picks.target === null ? null : this.picks.attackOn(this.picks.target);
    if (!choice || this.picks.selection.length === 0 || this.picks.target === null) return;
    const units = this.picks.selection;
    if (await this.session.act(actionText({ verb: choice.verb, units, hexes: this.picks.struck, word: choice.word ?? "" }))) this.picks.closeAttack();
  }

  async share(): Promise<void> {
    const choice = this.picks.allocate;
    if (!choice) return;
    const units = Object.entries(this.picks.given).filter(([, n]) => n > 0);
    await this.session.act(actionText({ verb: choice.verb, units, word: choice.word ?? "" }));
  }

  async useAmount(choice: AmountChoice): Promise<void> {
    const unit = this.picks.selection[0];
    const parts = unit === undefined ? { amount: this.picks.amount } : { units: [[unit, this.picks.amount] as [UnitId, number]] };
    if (await this.session.act(actionText({ verb: choice.verb, word: choice.word ?? "", ...parts }))) this.picks.drop();
  }

  /** Leave the map: at once if there is only one hex to leave from, else the hex is asked. */
  leave(edge: string): void {
    const hexes = Object.keys(this.picks.advice.reach?.exits?.[edge] ?? {});
    if (hexes.length === 1) void this.leaveFrom(edge, hexes[0]!);
    else this.picks.exit = this.picks.exit === edge ? null : edge;
  }

  async leaveFrom(edge: string, hex: Hex): Promise<void> {
    const choice = this.picks.route;
    const from = this.picks.here();
    if (!choice || from === null) return;
    const path = hex === from ? [from] : (await this.picks.advice.pathTo(choice.verb, this.picks.selection, hex, edge))?.path;
    if (path && path.length > 0) await this.session.act(actionText({ verb: choice.verb, units: this.picks.selection, hexes: path, word: edge }));
  }

  async travel(hex: Hex): Promise<void> {
    const choice = this.picks.route;
    if (!choice || this.session.blocked) return;
    const units = this.picks.selection;
    const answer = await this.picks.advice.pathTo(choice.verb, units, hex);
    if (!answer || answer.path.length < 2) return void (await this.whyNot(hex));
    await this.session.act(actionText({ verb: choice.verb, units, hexes: answer.path, word: choice.word ?? "" }));
  }

  /** Answer a hex choice; units waiting in a box are taken as they come. */
  answer(choice: HexChoice, hex: Hex): void {
    const view = this.picks.shown();
    const fitting = view !== null && offer.fits(choice, this.picks.selection, view);
    const able = choice.hexes_of ? choice.units.filter((u) => choice.hexes_of![u]?.includes(hex)) : choice.units;
    const units = choice.units.length === 0 ? [] : fitting ? this.picks.selection : able.slice(0, choice.count ?? 1);
    void this.send(choice, units, [hex]);
  }

  async send(choice: Choice, units: readonly UnitId[], hexes: readonly Hex[] = []): Promise<void> {
    // Where units march, others come in one after the other; an aircraft that takes off is asked for each time.
    const again = this.picks.armed >= 0 && choice.kind === "hex" && choice.units.length > 0 && this.picks.choices.some((c) => c.kind === "route") ? choice.verb : "";
    const done = await this.session.act(actionText({ verb: choice.verb, units, hexes, word: choice.word ?? "" }));
    if (!done) return;
    const next = again && this.picks.choices.find((c) => c.verb === again && c.kind === "hex");
    if (next) return this.picks.arm(next);
    // Units put into reserve stay in hand while they could still march.
    if (choice.kind !== "units" || !this.picks.choices.some((c) => c.kind === "route")) this.picks.selection = this.picks.asked();
  }

  async whyNot(hex: Hex): Promise<void> {
    const choice = this.picks.route;
    const from = this.picks.here();
    const map = this.session.map;
    const asked = this.picks.selection;
    if (!choice || from === null || !map) return;
    await this.refuse(choice, asked, map.shortest(from, hex));
  }

  /** Say why the rules do not allow it; `otherwise` if they have nothing to say. */
  async refuse(choice: Choice, units: readonly UnitId[], hexes: readonly Hex[], otherwise = ""): Promise<void> {
    const asked = this.picks.selection;
    const action = actionText({ verb: choice.verb, units, hexes, word: choice.word ?? "" });
    try {
      const refusals = await this.session.query("why", { action });
      if (this.picks.selection !== asked) return;
      if (refusals.length > 0) this.session.say({ kind: "refused", refusals });
      else if (otherwise) this.tell(otherwise);
    } catch (error) {
      this.session.say({ kind: "problem", text: error instanceof Error ? error.message : String(error) });
    }
  }

  tell(text: string): void {
    this.session.say({ kind: "refused", refusals: [{ text, cite: "" }] });
  }
}
