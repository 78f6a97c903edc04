import type { ResultOf, RowChange, routingDraft } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { pathFaults } from '../../domain/path-faults.ts';
import type { PartFault, PartKind } from '../../domain/plan-faults.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Bulkable } from '../../resource/bulk/bulkable.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { differencesOf, holidayScreen } from './differences.ts';
import { conflictsIn, type DraftRow, draftInTurn, draftRows, laidRow, refuseTakenNumbers } from './draft.ts';
import { lay } from './lay.ts';
import { type Columns, knownRow, type LaidRow, type PlaceName, places, textIn } from './places.ts';

type Draft = ResultOf<typeof routingDraft>;

/** What laying these rows over the others comes to, and, meanwhile, what else one wants to see; nothing of it stays. */
async function lookedAt(
  trx: Trx,
  by: By,
  bulkables: readonly Bulkable[],
  rows: readonly LaidRow[],
  meanwhile: () => Promise<void>,
): Promise<{ changes: RowChange[]; broken: string }> {
  await sql`savepoint looked_at`.execute(trx);
  try {
    await sql`select set_config('app.routing', 'overlay', true)`.execute(trx);
    const changes = await differencesOf(trx, by, bulkables, rows, () => lay(trx, rows, 'overlay'));
    await meanwhile();
    return { changes, broken: '' };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'draft_broken') throw error;
    return { changes: [], broken: error.message };
  } finally {
    await sql`rollback to savepoint looked_at`.execute(trx);
  }
}

export const versionOutlook = (trx: Trx, by: By, bulkables: readonly Bulkable[], rows: readonly LaidRow[]) =>
  lookedAt(trx, by, bulkables, rows, async () => undefined);

/** The draft as its page shows it. */
export async function draftOutlook(trx: Trx, by: By, bulkables: readonly Bulkable[]): Promise<Draft> {
  await draftInTurn(trx);
  const rows = await draftRows(trx);
  if (rows.length === 0) return { changes: [], broken: '', warnings: [], conflicts: [] };
  const planNow = async () =>
    (await loadTelephonyConfig((_, work) => work(trx), by.caller.tenantId, undefined, [])).plan;
  const live = await pathFaults(trx, await planNow());
  let faults: readonly PartFault[] = [];
  const conflicts = await conflictsIn(trx, rows);
  const outlook = await lookedAt(trx, by, bulkables, rows.map(laidRow), async () => {
    await refuseTakenNumbers(trx, rows);
    faults = await pathFaults(trx, await planNow());
  });
  const { changes } = outlook;
  const shownOf = (row: DraftRow) => {
    const { table, id } = knownRow({ ...row, row: row.draft ?? row.base });
    const screen = bulkables.find((one) => one.table === table)?.subject ?? holidayScreen;
    const named = changes.find((one) => one.screen === screen && one.id === id);
    return { screen, id, name: named?.name ?? calledIn(row.draft ?? row.base) };
  };
  const known = new Set(live.flatMap(({ key, words }) => words.map((word) => `${key} ${word}`)));
  return {
    ...outlook,
    warnings: faults.map(({ kind, key, name, words }) => ({
      screen: screenOf[kind],
      id: key,
      name,
      words: [...words],
      is_new: words.some((word) => !known.has(`${key} ${word}`)),
    })),
    conflicts: onceEach(conflicts.map(shownOf)),
    // What cannot be laid over the others is told by its names, so that one can let go of it.
    ...(outlook.broken === ''
      ? {}
      : { changes: onceEach(rows.filter(isKnown).map((row) => unlaid(row, shownOf(row)))) }),
  };
}

const isKnown = ({ place }: DraftRow) => !('owner' in places[place]);

const unlaid = ({ base, draft }: DraftRow, shown: { screen: string; id: string; name: string }): RowChange => ({
  ...shown,
  action: base === null ? 'create' : draft === null ? 'delete' : 'update',
  before: null,
  after: null,
});

const onceEach = <One extends { readonly screen: string; readonly id: string }>(all: readonly One[]): One[] => [
  ...new Map(all.map((one) => [`${one.screen} ${one.id}`, one])).values(),
];

const calledIn = (row: Columns | null): string => textIn(row, 'name') || textIn(row, 'number');

/** Where a part of a plan is looked after. */
export const screenOf: Readonly<Record<PartKind, string>> = {
  code: 'code-questions',
  customer: 'customer-conditions',
  direct: 'subscribers',
  group: 'ringgroup',
  ivr: 'ivr-details',
  lastcall: 'last-calls',
  msg: 'notifications',
  queue: 'queue',
  survey: 'survey-campaign',
  time: 'conditions',
  voicemail: 'voicemail-boxes',
};

/** Of one row that people know, with its parts: what the draft changes of it. */
export const draftRowsOf = (rows: readonly DraftRow[], table: PlaceName, id: string): DraftRow[] =>
  rows.filter((row) => {
    const known = knownRow({ ...row, row: row.draft ?? row.base });
    return known.table === table && known.id === id;
  });
