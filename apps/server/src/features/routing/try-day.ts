import { setImmediate } from 'node:timers/promises';
import { localTime } from '@alo/calendar';
import type { DataAnswer, DataQuery, Rehearsal, RoutingPlan } from '@alo/call-core';
import { tryDay } from '@alo/contract';

import { whereaboutsBy } from '../../domain/whereabouts.ts';
import { type Route, route } from '../../http/route.ts';

const dayMinutes = 1_440;
/** A change that is undone within less than this is not looked for. */
const everyMinutes = 15;

/** A stretch of a day, in minutes from midnight. */
interface Band {
  readonly from: number;
  readonly to: number;
  readonly place: string;
}

/** What calls that are tried go by, of a company. */
export interface CallsTried {
  /** The plan; of block lists it has what they say of these numbers. */
  planOf(tenantId: string, numbers: readonly string[]): Promise<RoutingPlan>;
  /** What its data says of the customers at these numbers. */
  dataOf(tenantId: string, numbers: readonly string[]): Promise<(question: DataQuery) => DataAnswer | undefined>;
  /** How long its own sounds and those of the product are, in milliseconds. */
  lengthsOf(tenantId: string): Promise<(file: string) => number | undefined>;
}

/** Plays a call through all of a day: see `tryDay`. */
export const tryDayRoute = ({ planOf, dataOf }: CallsTried): Route =>
  route(tryDay, async ({ caller, body }) => {
    const from: Rehearsal['from'] =
      body.from_extension === ''
        ? { kind: 'outside', number: body.caller }
        : { kind: 'extension', extension: body.from_extension };
    const midnight = startOf(body.day, caller.timeZone);
    const people = Object.fromEntries(body.people.map(({ extension, phone }) => [extension, phone]));
    const whereabouts = whereaboutsBy(await planOf(caller.tenantId, [body.caller, body.dialled]), people, midnight);
    const data = await dataOf(caller.tenantId, [body.caller]);
    const bands = await bandsOf((minute) => {
      const at = midnight + minute * 60_000;
      return whereabouts({ from, at, dialled: body.dialled, outside: body.outside, keys: body.keys, data });
    });
    return { bands };
  });

/** Stretches of a day in which it is the same: looked at now and then, and where that differs from one look to the next to the minute. */
async function bandsOf(at: (minute: number) => { key: string; words: string }): Promise<Band[]> {
  const bands: (Band & { key: string })[] = [];
  const begin = (from: number, { key, words }: { key: string; words: string }) => {
    const last = bands.pop();
    if (last !== undefined) bands.push({ ...last, to: from });
    bands.push({ from, to: dayMinutes, key, place: words });
  };
  let before = at(0);
  begin(0, before);
  for (let minute = everyMinutes; minute <= dayMinutes; minute += everyMinutes) {
    // Others are answered in between.
    await setImmediate();
    const now = at(Math.min(minute, dayMinutes - 1));
    if (now.key === before.key) continue;
    let [same, other] = [minute - everyMinutes, Math.min(minute, dayMinutes - 1)];
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (at(middle).key === before.key) same = middle;
      else other = middle;
    }
    begin(other, now);
    before = now;
  }
  return bands.map(({ from, to, place }) => ({ from, to, place }));
}

/** The first moment of a day in a time zone. */
function startOf(day: string, timeZone: string): number {
  const guess = Date.parse(`${day}T00:00:00Z`);
  const { date, minute } = localTime(guess, timeZone);
  const daysOff = (Date.parse(`${date}T00:00:00Z`) - guess) / 86_400_000;
  return guess - (daysOff * dayMinutes + minute) * 60_000;
}
