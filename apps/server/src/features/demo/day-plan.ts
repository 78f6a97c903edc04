import { localTime } from '@alo/calendar';

import { demoAgents } from './organisation.ts';
import type { Random } from './random.ts';

/** Somebody is going to call somebody. */
export type PlannedCall = { readonly at: number } & (
  | { readonly kind: 'inbound'; readonly customer: string; readonly number: 'main' | 'office' | 'menu' }
  | { readonly kind: 'outbound'; readonly extension: string; readonly customer: string }
  | { readonly kind: 'internal'; readonly extension: string; readonly to: string }
);

const dayMs = 86_400_000;
/** Calls of a whole day, Monday to Sunday. */
const perWeekday = [64, 58, 55, 57, 52, 38, 30];
/** However late or early it is, the last hours have calls: the first look at a dashboard shows some. */
const latest = { hours: 2, calls: 8 } as const;
/** The last calls have had time to come to an end. */
const overMs = 20 * 60_000;
/** How calls spread over the hours 7 to 19: a peak before lunch, a lower one in the afternoon. */
const perHour = [1, 6, 11, 13, 10, 4, 5, 10, 11, 9, 5, 2, 1];
const firstHour = 7;

const extensions = demoAgents.map(({ extension }) => extension);

/** The calls of the days before `now`, in their order. `phones` are customers', and now and then a stranger calls. */
export function planCalls({
  random,
  now,
  days,
  timeZone,
  customers,
  stranger,
}: {
  readonly random: Random;
  readonly now: number;
  readonly days: number;
  readonly timeZone: string;
  readonly customers: readonly string[];
  readonly stranger: () => string;
}): readonly PlannedCall[] {
  const today = localTime(now, timeZone);
  const midnight = Math.floor(now / 60_000) * 60_000 - today.minute * 60_000;
  const calls: PlannedCall[] = [];
  for (let day = days; day >= 0; day--) {
    const start = midnight - day * dayMs;
    const { weekday } = localTime(start + dayMs / 2, timeZone);
    const usual = perWeekday[weekday - 1] ?? 0;
    const amount = Math.round(usual * (0.85 + random.next() * 0.3));
    for (let index = 0; index < amount; index++) {
      const at = start + (firstHour + hourOf(random)) * 3_600_000 + random.between(0, 3_599_999);
      calls.push(plannedCall(random, at, random.chance(0.8) ? random.pick(customers) : stranger()));
    }
  }
  const over = calls.filter(({ at }) => at < now - overMs);
  const since = now - overMs - latest.hours * 3_600_000;
  for (let missing = latest.calls - over.filter(({ at }) => at >= since).length; missing > 0; missing--) {
    over.push(plannedCall(random, random.between(since, now - overMs - 1), random.pick(customers)));
  }
  return over.sort((left, right) => left.at - right.at);
}

function plannedCall(random: Random, at: number, customer: string): PlannedCall {
  const kind = random.next();
  if (kind < 0.58) return { kind: 'inbound', at, customer, number: numberOf(random.next()) };
  const extension = random.pick(extensions);
  if (kind < 0.92) return { kind: 'outbound', at, extension, customer };
  return { kind: 'internal', at, extension, to: extensions.find((other) => other !== extension) ?? extension };
}

const numberOf = (share: number) => (share < 0.5 ? 'main' : share < 0.75 ? 'menu' : 'office');

function hourOf(random: Random): number {
  let rest = random.next() * perHour.reduce((sum, weight) => sum + weight, 0);
  return perHour.findIndex((weight) => (rest -= weight) < 0);
}
