import type { Trx } from '../../db/database.ts';
import type { WantedStay } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Days, partiesIn, peopleFor } from './parties.ts';
import { type ReportFilter, reportOf } from './report.ts';

/** What a report of these days is made of, as far as the caller sees it. */
export async function readReport(trx: Trx, days: Days, filter: ReportFilter & WantedStay, caller: Caller) {
  const parties = await partiesIn(trx, days, filter, caller);
  return reportOf(parties, await peopleFor(trx, caller, parties.sums), filter);
}
