const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `1943-08-03` as the turn track shows it; anything else stays as it is. */
export function shortDate(date: string): string {
  const match = /^\d{4}-(\d{2})-(\d{2})$/.exec(date);
  return match ? `${MONTHS[Number(match[1]) - 1]} ${Number(match[2])}` : date;
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [["year", 31_536_000], ["month", 2_592_000], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];

/** How long ago a moment was, in words; both in seconds since 1970. */
export function ago(then: number, now: number): string {
  const [unit, size] = STEPS.find(([, seconds]) => now - then >= seconds) ?? ["second", 0];
  if (size === 0) return "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor((now - then) / size), unit);
}
