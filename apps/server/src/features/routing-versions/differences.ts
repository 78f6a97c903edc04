import type { RowChange } from '@alo/contract';

import type { AuditEntry } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import type { Bulkable, RecordedRow } from '../../resource/bulk/bulkable.ts';
import { rowsNow } from './lay.ts';
import { knownRow, type LaidRow, type PlaceName } from './places.ts';

type Values = RowChange['before'];

/** A row that people know, with the screen that it stands on. */
interface Known {
  readonly screen: string;
  readonly table: PlaceName;
  readonly id: string;
  readonly name: string;
  readonly row: Values;
}

/** What `work` does to these rows, as people see them: read before and behind it. */
export async function differencesOf(
  trx: Trx,
  by: By,
  bulkables: readonly Bulkable[],
  rows: readonly LaidRow[],
  work: () => Promise<void>,
): Promise<(RowChange & { table: PlaceName })[]> {
  const before = await knownRows(trx, by, bulkables, rows);
  await work();
  const after = await knownRows(trx, by, bulkables, rows);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const either = is ?? was;
    if (either === undefined || (was !== undefined && is !== undefined && isSame(was.row, is.row))) return [];
    const action = was === undefined ? 'create' : is === undefined ? 'delete' : 'update';
    const { screen, table, id, name } = either;
    return [{ screen, table, id, name, action, before: was?.row ?? null, after: is?.row ?? null } as const];
  });
}

async function knownRows(
  trx: Trx,
  by: By,
  bulkables: readonly Bulkable[],
  rows: readonly LaidRow[],
): Promise<ReadonlyMap<string, Known>> {
  const found = new Map<string, Known>();
  const add = (known: Known) => void found.set(`${known.screen}/${known.id}`, known);
  const byTable = Map.groupBy(rows.map(knownRow), ({ table }) => table);
  for (const [table, its] of byTable) {
    const ids = [...new Set(its.map(({ id }) => id).filter(Boolean))];
    if (table === 'holiday_year') for (const known of await holidayYears(trx, ids)) add(known);
    const bulkable = bulkables.find((one) => one.table === table);
    if (bulkable === undefined) continue;
    const recorded: readonly RecordedRow[] = await bulkable.recorded(trx, by, ids);
    for (const { id, name, row } of recorded) add({ screen: bulkable.subject, table, id, name, row });
  }
  return found;
}

/** They stand on the page of time groups, and are no resource. */
async function holidayYears(trx: Trx, years: readonly string[]): Promise<Known[]> {
  const found = await rowsNow(
    trx,
    years.map((key) => ({ place: 'holiday_year', key })),
  );
  return years.flatMap((year) => {
    const row = found.get(`holiday_year/${year}`);
    const name = `Lịch nghỉ lễ ${year}`;
    return row === undefined
      ? []
      : [{ screen: holidayScreen, table: 'holiday_year', id: year, name, row: { days: row['days'] } }];
  });
}

export const holidayScreen = 'time-groups';

const stamps: ReadonlySet<string> = new Set(['version', 'created_at', 'updated_at']);

const isSame = (one: Values, other: Values): boolean => textOf(one) === textOf(other);
const textOf = (row: Values) => JSON.stringify(Object.entries(row ?? {}).filter(([name]) => !stamps.has(name)));

/** As the audit trail keeps it. */
export const entryOf = ({ action, table, id, before, after }: RowChange & { table: PlaceName }): AuditEntry => ({
  action,
  subject: table,
  subjectId: id,
  ...(before === null ? {} : { before }),
  ...(after === null ? {} : { after }),
});
