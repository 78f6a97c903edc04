import { chooseCaller } from '../caller-number.ts';
import { usualTickMs } from '../dial-now.ts';
import type { Rehearsal } from './rehearsal-plan.ts';

/** Which number a call is placed with: its place, null where routing chooses; or until when all of them rest; or that there is none for it. */
export type RehearsedCaller = { readonly shown: number | null } | { readonly restsUntil: number } | 'none';

/** The numbers that a campaign calls with, and when each has called. */
export function campaignCallers({ callers }: Pick<Rehearsal, 'callers'>) {
  const numbers = callers.numbers.map(({ calledAt, ...one }) => ({ ...one, calledAt: [...calledAt], from: 0 }));
  const spanMs = callers.minutes * 60_000;
  return {
    choose(number: string, at: number): RehearsedCaller {
      if (numbers.length === 0) return { shown: null };
      for (const one of numbers)
        while ((one.calledAt[one.from] ?? Number.POSITIVE_INFINITY) <= at - spanMs) one.from += 1;
      const chosen = chooseCaller(
        numbers.map(({ number: own, carrier, calledAt, from }) => {
          const last = calledAt.at(-1);
          return {
            number: own,
            carrier,
            recent: calledAt.length - from,
            last: last === undefined ? null : new Date(last),
          };
        }),
        callers,
        number,
      );
      if (chosen.refused === null) return { shown: numbers.findIndex((one) => one.number === chosen.shown) };
      if (chosen.refused.reason !== 'callers-rest') return 'none';
      const frees = numbers.map(({ calledAt }) => calledAt.at(-(callers.calls ?? 1)) ?? at);
      return { restsUntil: Math.max(at + usualTickMs, Math.min(...frees) + spanMs) };
    },

    called: (shown: number, at: number): unknown => numbers[shown]?.calledAt.push(at),
  };
}
