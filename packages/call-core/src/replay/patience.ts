/** How long somebody waited, and whether it was they who gave up: of those who were answered it is only known that they had waited so long. */
export type ObservedWait = { readonly ms: number; readonly gaveUp: boolean };

/** A point of a survival curve: of all, this share is still waiting after so long. */
export type Survival = { readonly ms: number; readonly share: number };

/**
 * How many are still willing to wait after how long, by Kaplan and Meier's product: at each moment at which some gave up, the share of
 * those who were there until then and did not. Whoever was answered before counts only as long as they waited, so that a quick
 * day does not look like an impatient one.
 */
export function patienceOf(waits: readonly ObservedWait[]): readonly Survival[] {
  const sorted = waits.toSorted((one, other) => one.ms - other.ms);
  const curve: Survival[] = [];
  let share = 1;
  for (let index = 0; index < sorted.length; ) {
    const ms = sorted[index]?.ms ?? 0;
    let [end, gaveUp] = [index, 0];
    for (; end < sorted.length && sorted[end]?.ms === ms; end += 1) if (sorted[end]?.gaveUp === true) gaveUp += 1;
    if (gaveUp > 0) {
      share *= 1 - gaveUp / (sorted.length - index);
      curve.push({ ms, share });
    }
    index = end;
  }
  return curve;
}

/** The share of those who are still willing after so long. */
export function stillWaiting(curve: readonly Survival[], ms: number): number {
  let share = 1;
  for (const point of curve) {
    if (point.ms > ms) break;
    share = point.share;
  }
  return share;
}

/**
 * How long somebody waits who has waited `sinceMs` and did not give up: `chance`, from 0 to 1, says how patient they are among those who
 * have. Beyond what anybody was seen to do nobody knows, and they wait on.
 */
export function patienceFrom(curve: readonly Survival[], sinceMs: number, chance: number): number {
  const share = stillWaiting(curve, sinceMs) * chance;
  for (const point of curve) if (point.ms > sinceMs && point.share <= share) return point.ms;
  return Number.POSITIVE_INFINITY;
}
