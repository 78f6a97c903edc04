import type { StatusTimes } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Days } from './parties.ts';
import { nameAsOfToday } from './report.ts';
import { type StatusSum, statusTimesOf } from './status-report.ts';
import { type PeopleFilter, statusSums, type TimedPerson, timedPeople } from './status-spans.ts';

export type StatusRow = StatusTimes & Omit<TimedPerson, 'active'>;

/** A row for each person by extension, whoever has left only where some of their time is in these days. */
export async function statusRows(
  trx: Trx,
  caller: Caller,
  filter: PeopleFilter,
  { days, now }: { readonly days: Days; readonly now: Date },
): Promise<{ rows: StatusRow[]; sums: readonly StatusSum[] }> {
  const people = await timedPeople(trx, caller, filter);
  const ids = people.map(({ id }) => id);
  const sums = await statusSums(trx, ids, days, { slot: 'none', now, timeZone: caller.timeZone });
  const its = Map.groupBy(sums, ({ account }) => account);
  return {
    sums,
    rows: people
      .filter(({ id, active }) => active || its.has(id))
      .map(({ active, ...person }) => ({
        ...person,
        name: nameAsOfToday({ name: person.name, active }),
        ...statusTimesOf(its.get(person.id) ?? []),
      })),
  };
}
