import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import { stepsDone } from '../../db/migrate.ts';
import { Refused } from '../command.ts';
import { type FileDigest, writeMeasured } from './copy-file.ts';
import type { Manifest } from './manifest.ts';
import type { Wrapping } from './wrapping.ts';

type Contents = Pick<Manifest, 'steps' | 'months' | 'sequences'> & {
  readonly tables: readonly Omit<Manifest['tables'][number], 'rows'>[];
};

/** Whoever copies must see every company's rows, and put them back without the rules that bind those who serve. */
export async function refuseWithoutRights(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ super: boolean }>(
    'select rolsuper as super from pg_roles where rolname = current_user',
  );
  if (rows[0]?.super === true) return;
  throw new Refused(
    'Lệnh này cần một tài khoản PostgreSQL có quyền superuser: đặt ALO_DATABASE_OWNER_URL cho lần chạy này, ' +
      'hoặc sao lưu cơ sở dữ liệu bằng công cụ của nhà cung cấp.',
  );
}

/** What there is to copy, as the transaction sees it. */
export async function contentsOf(client: pg.ClientBase): Promise<Contents> {
  const tables = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migration'
    group by c.relname order by c.relname`);
  const months = await client.query<{ month: string }>(`
    select to_char(to_date(substring(child.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM'), 'YYYY-MM-DD') as month
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'public.call'::regclass and child.relname ~ '[0-9]{4}_[0-9]{2}$' order by 1`);
  const sequences = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return {
    steps: await stepsDone(client),
    months: months.rows.map(({ month }) => month),
    tables: tables.rows,
    sequences: sequences.rows,
  };
}

/** Columns as a statement names them. */
export const columnList = (columns: readonly string[]) =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Writes the rows of a table, all or those of a condition, into a file. Answers how many there are, and what is in the file. */
export async function copyOut(
  client: pg.ClientBase,
  { name, columns }: Contents['tables'][number],
  path: string,
  wrapping: Wrapping,
  { schema = 'public', only = '' }: { readonly schema?: 'public' | 'pg_temp'; readonly only?: string } = {},
): Promise<FileDigest & { rows: number }> {
  const from = `${schema}.${pg.escapeIdentifier(name)}`;
  const rows = client.query(copyTo(`copy (select ${columnList(columns)} from ${from} ${only}) to stdout`));
  const written = await writeMeasured(`${path}${wrapping.suffix}`, rows, [
    createGzip({ level: 1 }),
    ...wrapping.write(),
  ]);
  return { ...written, rows: rows.rowCount };
}

/** Puts everything into a database that has taken the same migrations: rows that those put there give way. */
export async function copyIn(
  client: pg.ClientBase,
  manifest: Manifest,
  open: (table: string) => Promise<Readable>,
): Promise<void> {
  await client.query('begin');
  for (const month of manifest.months) await client.query('select create_call_month($1::date)', [month]);
  // Rows come as they were: nothing is counted, checked or told anew.
  await client.query('set local session_replication_role = replica');
  const tables = manifest.tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
  await client.query(`truncate ${tables.join(', ')}`);
  for (const { name, columns, rows } of manifest.tables) {
    const into = client.query(copyFrom(`copy public.${pg.escapeIdentifier(name)} (${columnList(columns)}) from stdin`));
    await pipeline(await open(name), createGunzip(), into);
    if (into.rowCount !== rows) throw new Error(`${name}: ${into.rowCount} rows came in, ${rows} were written.`);
  }
  for (const { name, value } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [`public.${pg.escapeIdentifier(name)}`, value]);
  }
  await client.query('commit');
  await client.query('analyze');
}

/** What was to be done when the backup was made is handed to the workers again: the queue's own tables are not part of it. */
export async function queueAgain(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from public.tenant');
  for (const { id } of rows) {
    await client.query('begin');
    await client.query("select set_config('app.tenant', $1, true)", [id]);
    await client.query(
      "select queue_job(id) from public.job where tenant_id = current_tenant() and state in ('queued', 'running')",
    );
    await client.query('commit');
  }
}
