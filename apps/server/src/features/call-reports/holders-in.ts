import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Days, SumsOfTimes } from './parties.ts';
import type { Parties } from './report.ts';

/** Who had an extension in some of the days, from when to when. */
export interface ExtensionHolder {
  readonly extension: string;
  readonly accountId: string;
  readonly from: number;
  readonly to: number;
}

export async function holdersIn(trx: Trx, { begin, end }: Days): Promise<ExtensionHolder[]> {
  const { rows } = await sql<Record<'extension' | 'accountId', string> & Record<'from' | 'to', Date>>`
    select extension, account_id as "accountId", greatest(from_at, ${begin}) as from, least(to_at, ${end}) as to
    from extension_holder where from_at < ${end} and to_at > ${begin} order by from_at`.execute(trx);
  return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }));
}

/** When in these days an extension changed hands. */
export function momentsOf(holders: readonly ExtensionHolder[], { begin, end }: Days): number[] {
  const all = new Set(holders.flatMap(({ from, to }) => [from, to]));
  return [...all].filter((moment) => moment > begin.getTime() && moment < end.getTime()).toSorted((a, b) => a - b);
}

/** Sums of extensions as those of who had them: of an extension that nobody had they stay its own. */
export function byHolders({ sums, talks }: SumsOfTimes, holders: readonly ExtensionHolder[]): Parties {
  const its = Map.groupBy(holders, ({ extension }) => extension);
  const holderOf = (extension: string, since: number) =>
    its.get(extension)?.find(({ from, to }) => since >= from && since < to)?.accountId ?? extension;
  return {
    sums: sums.map(({ since, from, to, others, ...sum }) => ({
      ...sum,
      from: holderOf(from, since),
      to: holderOf(to, since),
      others: others.map((other) => holderOf(other, since)),
    })),
    talks: talks.map(({ since, by, ...talk }) => ({ ...talk, by: holderOf(by, since) })),
  };
}
