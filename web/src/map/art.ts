import { api } from "../lib/api";
import type { Form } from "../lib/layout";
import type { Sheet, UnitId } from "../lib/types";

type Faces = Record<string, Record<string, string>>;
interface ArtFile { defs?: string; units?: Record<UnitId, Faces>; chips?: Record<string, string>; markers?: Record<string, string> }

/** Drawings of the counters: one SVG fragment a unit, number of steps (or entrenched side) and form, in a box of 100 x 100. */
export class CounterArt {
  private constructor(private readonly sheet: Sheet, private readonly file: ArtFile) {}

  static async load(sheet: Sheet): Promise<CounterArt> {
    return new CounterArt(sheet, await api.json<ArtFile>(sheet.art.counters));
  }

  get defs(): string {
    return this.file.defs ?? "";
  }

  fragment(unit: UnitId, steps: number, form: Form, entrenched = false): string {
    const faces = this.file.units?.[unit];
    if (!faces) return this.blank(unit);
    const face = (entrenched ? faces["entrenched"] : undefined) ?? faces[String(steps)] ?? faces[String(Math.max(...Object.keys(faces).map(Number).filter(Number.isFinite)))];
    return face?.[form] ?? face?.["D"] ?? this.blank(unit);
  }

  chip(mark: string): string {
    return this.file.chips?.[mark] ?? "";
  }

  marker(kind: string, side: string | undefined): string {
    const markers = this.file.markers ?? {};
    return markers[`${kind}-${side ?? ""}`] ?? markers[kind] ?? "";
  }

  /** A unit without a drawing still shows its name: a table never hides a piece. */
  private blank(unit: UnitId): string {
    const name = (this.sheet.units[unit]?.name ?? unit).slice(0, 11).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
    return `<rect width="100" height="100" rx="9" fill="#6d6656"/><text x="50" y="58" font-size="16" text-anchor="middle" fill="#fff">${name}</text>`;
  }
}
