import { dayMs } from '../../../domain/advertising-law.ts';
import type { DayOfCalls } from '../dialling.ts';
import type { Rehearsal } from './rehearsal-plan.ts';

/** What the last day came to, as it goes on: what is older than a day counts no more. */
export function lastDayOf({ lately }: Pick<Rehearsal, 'lately'>) {
  const calls = lately.map((one) => ({ ...one }));
  const noted: (typeof calls)[number][] = [];
  const own = { called: 0, reached: 0, abandoned: 0 };
  const all = { called: 0, reached: 0, abandoned: 0 };
  const count = (one: (typeof calls)[number], n: 1 | -1) => {
    for (const sums of one.own ? [own, all] : [all]) {
      sums.called += n;
      if (one.reached) sums.reached += n;
      if (one.abandoned) sums.abandoned += n;
    }
  };
  for (const one of calls.toSorted((a, b) => a.at - b.at)) {
    noted.push(one);
    count(one, 1);
  }
  let from = 0;
  return {
    note(call: { readonly at: number; readonly reached: boolean; readonly abandoned: boolean }): void {
      const one = { ...call, own: true };
      noted.push(one);
      count(one, 1);
    },
    /** Calls are over in nearly the order of their beginning: a few seconds matter to nobody. */
    at(now: number): { readonly own: DayOfCalls; readonly all: DayOfCalls } {
      for (let one = noted[from]; one !== undefined && one.at <= now - dayMs; one = noted[from]) {
        count(one, -1);
        from += 1;
      }
      return { own: { ...own }, all: { ...all } };
    },
  };
}
