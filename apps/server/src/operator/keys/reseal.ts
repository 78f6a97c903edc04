import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { keyIdBytes, type OneKey, type ServerKey } from '../../kernel/key-ring.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';

/** So many rows are sealed anew in one transaction: whoever wants one of them waits for no more than these. */
const batch = 200;

/** What one round over all secrets came to. */
export interface ResealSummary {
  /** Rows that were sealed anew. */
  readonly sealed: number;
  /** Rows that no key opens: they were lost before, and stay as they are. */
  readonly unreadable: number;
}

type Row = { readonly key: string | Buffer; readonly about: string; readonly value: Buffer };

/**
 * Seals by the newest key whatever in the database is sealed by another one, company by company, a few rows at a time, each row under
 * its lock. It can be ended at any moment and done again.
 */
export async function reseal(db: Pick<Db, 'inTenant' | 'directory'>, serverKey: ServerKey): Promise<ResealSummary> {
  let [sealed, unreadable] = [0, 0];
  for (const { id: tenantId } of await db.directory.everyTenant()) {
    const done = await resealEach((work) => db.inTenant(tenantId, work), { tenantId, serverKey }, sealedColumns);
    sealed += done.sealed;
    unreadable += done.unreadable;
  }
  return { sealed, unreadable };
}

/** The same of one company, in these columns, within a transaction that sees no other company's rows. */
export const resealCompany = (
  trx: Trx,
  of: { readonly tenantId: string; readonly serverKey: ServerKey },
  columns: readonly SealedColumn[],
): Promise<ResealSummary> => resealEach((work) => work(trx), of, columns);

async function resealEach(
  within: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
  of: { readonly tenantId: string; readonly serverKey: ServerKey },
  columns: readonly SealedColumn[],
): Promise<ResealSummary> {
  let [sealed, unreadable] = [0, 0];
  for (const column of columns) {
    let after: Row['key'] | undefined;
    do {
      const from = after;
      const done = await within((trx) => resealBatch(trx, { ...of, column, from }));
      sealed += done.sealed;
      unreadable += done.unreadable;
      after = done.last;
    } while (after !== undefined);
  }
  return { sealed, unreadable };
}

async function resealBatch(
  trx: Trx,
  {
    tenantId,
    column,
    serverKey,
    from,
  }: { tenantId: string; column: SealedColumn; serverKey: ServerKey; from: Row['key'] | undefined },
): Promise<ResealSummary & { readonly last: Row['key'] | undefined }> {
  const [table, key, name] = [sql.table(column.table), sql.ref(column.key), sql.ref(column.column)];
  const bytes = column.as === 'bytes' ? name : sql`decode(${name}, 'base64')`;
  const newest = serverKey.sealing();
  const { rows } = await sql<Row>`
    select ${key} as key, ${bytes} as value, ${aboutOf(column)} as about from ${table}
    where ${name} is not null and substring(${bytes} from 1 for ${keyIdBytes}::int) <> ${newest.id}
      and ${from === undefined ? sql`true` : sql`${key} > ${from}`}
    order by 1 limit ${batch} for update`.execute(trx);
  const seals = column.seals(serverKey);
  let sealed = 0;
  for (const row of rows) {
    const place = column.placeOf(tenantId, row.about);
    const text = column.unsealed?.(serverKey, row.value) ?? seals.open(place, row.value);
    if (text === undefined) continue;
    const anew = seals.seal(place, text);
    const value = column.as === 'bytes' ? anew : anew.toString('base64');
    await sql`update ${table} set ${name} = ${value} where ${key} = ${row.key}`.execute(trx);
    sealed += 1;
  }
  return { sealed, unreadable: rows.length - sealed, last: rows.length < batch ? undefined : rows.at(-1)?.key };
}

/** How many rows each key has sealed, by its id in hexadecimal digits; `''` of what has no id of these. */
export async function sealedBy(
  db: Pick<Db, 'inTenant' | 'directory'>,
  keys: readonly OneKey[],
): Promise<ReadonlyMap<string, number>> {
  const known = new Set(keys.map(({ id }) => id.toString('hex')));
  const counts = new Map<string, number>();
  for (const { id: tenantId } of await db.directory.everyTenant()) {
    for (const { table, column, as } of sealedColumns) {
      const name = sql.ref(column);
      const bytes = as === 'bytes' ? name : sql`decode(${name}, 'base64')`;
      const { rows } = await db.inTenant(tenantId, (trx) =>
        sql<{ id: string; n: number }>`
          select encode(substring(${bytes} from 1 for ${keyIdBytes}::int), 'hex') as id, count(*)::int as n
          from ${sql.table(table)} where ${name} is not null group by 1`.execute(trx),
      );
      for (const { id, n } of rows) {
        const of = known.has(id) ? id : '';
        counts.set(of, (counts.get(of) ?? 0) + n);
      }
    }
  }
  return counts;
}

const aboutOf = ({ key, about = key }: SealedColumn) =>
  about === 'key_digest' ? sql`encode(${sql.ref(about)}, 'hex')` : sql`${sql.ref(about)}::text`;
