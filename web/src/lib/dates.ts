const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `1943-08-03` as the turn track shows it; anything else stays as it is. */
export function shortDate(date: string): string {
  const match = /^\d{4}-(\d{2})-(\d{2})$/.exec(date);
  return match ? `${MONTHS[Number(match[1]) - 1]} ${Number(match[2])}` : date;
}
