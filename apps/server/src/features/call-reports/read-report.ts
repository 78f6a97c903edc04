import type { AskedPurpose } from '@alo/contract';
import type { Trx } from '../../db/database.ts';
import type { WantedStay } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';
import { byHolders, holdersIn, momentsOf } from './holders-in.ts';
import { type Days, partiesIn } from './parties.ts';
import { partyKeysOf, type ReportFilter, reportOf } from './report.ts';
import { extensionsFor, peopleFor } from './reported-people.ts';

type Filter = ReportFilter & WantedStay & { readonly purpose?: AskedPurpose | undefined };

/** What a report of people in these days is made of, as far as the caller sees it; of one extension, where that is said. */
export async function readReport(trx: Trx, days: Days, filter: Filter, caller: Caller, extension?: string) {
  const holders = await holdersIn(trx, days);
  const all = await partiesIn(trx, days, {
    moments: momentsOf(holders, days),
    queue: filter,
    purpose: filter.purpose,
    caller,
  });
  const sums = extension === undefined ? all.sums : all.sums.filter((sum) => partyKeysOf(sum).includes(extension));
  return reportOf(byHolders({ ...all, sums }, holders), await peopleFor(trx, caller, holders), filter);
}

/** The same of extensions, whoever had them. */
export async function readReportOfExtensions(trx: Trx, days: Days, filter: Filter, caller: Caller) {
  const parties = await partiesIn(trx, days, { moments: [], queue: filter, purpose: filter.purpose, caller });
  return reportOf(parties, await extensionsFor(trx, caller, parties.sums), filter);
}
