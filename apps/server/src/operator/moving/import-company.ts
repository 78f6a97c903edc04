import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { limitOf, shareNames } from '@alo/contract';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import type { Config } from '../../config.ts';
import { pathOf } from '../../storage/file-store.ts';
import { openFiles } from '../../storage/open-files.ts';
import { serverKey } from '../../storage/server-key.ts';
import { measureFile } from '../backup/copy-file.ts';
import { fileOfTable } from '../backup/manifest.ts';
import { columnList, refuseWithoutRights } from '../backup/tables.ts';
import { type Unwrapping, unwrappedBy } from '../backup/wrapping.ts';
import { Refused } from '../command.ts';
import { holdKeys } from '../keys/keys-lock.ts';
import { resealCompany } from '../keys/reseal.ts';
import { sealedColumns } from '../keys/sealed-columns.ts';
import { openForOperator, withClient } from '../open-database.ts';
import { keyOfExport, tell } from './export-company.ts';
import { type MovedCompany, pathInExport, readMovedCompany } from './moved-company.ts';
import { movedTables } from './moved-tables.ts';
import { trxOn } from './one-client.ts';

/** What came in, how many of its secrets nobody can open, and what another operator had said of it. */
export type ImportSummary = MovedCompany & Put;

interface Put {
  readonly unreadable: number;
  /** Numbers whose proof was another operator's word. */
  readonly unproven: number;
  /** How much it may have, by what: as it was given where it came from. */
  readonly limits: Readonly<Record<string, number>>;
}

/**
 * Puts an exported company into this installation, beside those that it has: its files first, then its rows in one transaction, so that it is there whole or not at all.
 * Ids stay as they are. What only one company may have (its code, its domain, its numbers, the places of its carriers) and another one here has is refused in words.
 */
export async function importCompany(
  config: Config,
  { from, identityFile }: { readonly from: string; readonly identityFile: string },
): Promise<ImportSummary> {
  const folder = resolve(from);
  const unwrapping = await unwrappedBy(identityFile);
  const moved = await readMovedCompany(folder, unwrapping);
  await verify(folder, moved, unwrapping);
  const opened = await openForOperator(config);
  try {
    return await withClient(opened.ownerUrl, async (client) => {
      await refuseWithoutRights(client);
      await holdKeys(client, 'copy');
      await refuseOtherSteps(client, moved);
      const put = await putIn({ config, client, folder, moved, unwrapping });
      await tell(opened.db, moved.company.id, 'moved-in');
      return { ...moved, ...put };
    });
  } finally {
    await opened.close();
  }
}

/** Every file is there and is what was written. */
async function verify(folder: string, { files, tables }: MovedCompany, { pathOf: at }: Unwrapping): Promise<void> {
  for (const file of files) {
    const found = await measureFile(await at(folder, pathInExport(file))).catch(() => undefined);
    if (found?.sha256 !== file.sha256) throw new Refused(`Bản xuất thiếu hoặc hỏng tệp ${pathInExport(file)}.`);
  }
  for (const { name } of tables) {
    const known = name === 'tenant' || (movedTables as readonly string[]).includes(name);
    if (!known) throw new Refused(`Bản xuất có bảng lạ: ${name}.`);
    const found = await measureFile(await at(folder, fileOfTable(name))).catch(() => undefined);
    if (found === undefined) throw new Refused(`Bản xuất thiếu bảng ${name}.`);
  }
}

async function refuseOtherSteps(client: pg.Client, { steps }: MovedCompany): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from public.migration');
  const here = new Set(rows.map(({ name }) => name));
  if (steps.length !== here.size || steps.some((step) => !here.has(step)))
    throw new Refused('Hai cài đặt khác phiên bản: nâng cấp cả hai lên cùng một phiên bản, rồi xuất lại.');
}

interface Putting {
  readonly config: Config;
  readonly client: pg.Client;
  readonly folder: string;
  readonly moved: MovedCompany;
  readonly unwrapping: Unwrapping;
}

async function putIn({ config, client, folder, moved, unwrapping }: Putting): Promise<Put> {
  const { id } = moved.company;
  const { rows } = await client.query('select from tenant where id = $1', [id]);
  if (rows.length > 0) throw new Refused(`Công ty ${moved.company.code} đã có ở cài đặt này.`);
  const keys = await serverKey(config.dataFolder);
  await client.query('begin');
  try {
    for (const month of moved.months) await client.query('select create_call_month($1::date)', [month]);
    // Rows come as they were: nothing is counted, checked or told anew.
    await client.query('set local session_replication_role = replica');
    for (const { name, columns, rows: count } of moved.tables) {
      const into = client.query(
        copyFrom(`copy public.${pg.escapeIdentifier(name)} (${columnList(columns)}) from stdin`),
      );
      await pipeline(await unwrapping.open(folder, fileOfTable(name)), createGunzip(), into);
      if (into.rowCount !== count) throw new Error(`${name}: ${into.rowCount} rows came in, ${count} were written.`);
    }
    await refuseRowsOfOthers(client, moved);
    await refuseTaken(client, id);
    await refuseInside(client, id);
    const unproven = await unprove(client, id);
    const { unreadable } = await resealed(client, id, {
      all: () => [...keys.all(), ...keyOfExport(moved).all()],
      sealing: () => keys.sealing(),
    });
    await aheadOf(client, moved);
    await client.query('update tenant set active = true where id = $1', [id]);
    await putFiles({ config, client, folder, moved, unwrapping });
    const limits = await limitsOf(client, id);
    await client.query('commit');
    return { unreadable, unproven, limits };
  } catch (error) {
    await client.query('rollback');
    for (const area of ['recordings', 'prompts'])
      await rm(join(config.dataFolder, area, id), { recursive: true, force: true });
    throw inWords(error);
  }
}

/** Nobody who made a file by hand puts a row into a company that is here. */
async function refuseRowsOfOthers(client: pg.Client, { company: { id }, tables }: MovedCompany): Promise<void> {
  for (const { name, rows } of tables) {
    const own = name === 'tenant' ? 'id' : 'tenant_id';
    const { rows: found } = await client.query<{ n: number }>(
      `select count(*)::int as n from public.${pg.escapeIdentifier(name)} where ${own} = $1`,
      [id],
    );
    if (found[0]?.n !== rows) throw new Refused(`Bản xuất có dòng không thuộc công ty này trong bảng ${name}.`);
  }
}

/** What the rules of the tables, which were not asked, would have said of numbers and carriers that another company has. */
async function refuseTaken(client: pg.Client, id: string): Promise<void> {
  await client.query("select set_config('app.tenant', $1, true)", [id]);
  const { rows: numbers } = await client.query<{ number: string }>(
    `select number from service_number
      where tenant_id = $1 and number <> ''
        and (is_anothers_number(id, array[number, carrier_form]) or is_given_to_another(array[number, carrier_form]))`,
    [id],
  );
  if (numbers.length > 0)
    throw new Refused(
      `Công ty khác ở cài đặt này đã có, hoặc đã được giao, đầu số ${numbers.map(({ number }) => number).join(', ')}.`,
    );
  const { rows: carriers } = await client.query<{ name: string }>(
    `select name from trunk where tenant_id = $1 and host <> 'bots.invalid'
      and is_anothers_carrier(array[carrier_name(host)] || array(select carrier_name(one) from unnest(backups) as one) || addresses)`,
    [id],
  );
  if (carriers.length > 0)
    throw new Refused(
      `Công ty khác ở cài đặt này đã khai nơi của nhà mạng ${carriers.map(({ name }) => name).join(', ')}: giao nhà mạng (carrier assign) hoặc xoá đường truyền trước khi chuyển.`,
    );
}

/** The same of where its carriers are: what the operator of before let be inside is not inside here because a file says so. */
async function refuseInside(client: pg.Client, id: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct name from trunk, lateral (
        select carrier_name(host) as place, port, true as calls
        union all select carrier_name(one), carrier_port(one), true from unnest(backups) as one
        union all select one, null, false from unnest(addresses) as one
      ) as its, carrier_network(place) as network
      where tenant_id = $1 and kind <> 'gateway' and case
        when host = 'bots.invalid' then place not in ('bots.invalid', '127.0.0.1', '::1')
        when calls then its.port < 1024
          or not coalesce(is_of_the_internet(network), place ~ '[.][^.]*[a-z][^.]*$')
        else coalesce(is_too_wide(network) or not is_of_the_internet(network), true) end
      order by name`,
    [id],
  );
  if (rows.length > 0)
    throw new Refused(
      `Đường truyền ${rows.map(({ name }) => name).join(', ')} ở trong mạng nội bộ, trên cổng dưới 1024 hoặc nhận cuộc gọi từ dải mạng quá rộng: xoá trước khi chuyển, giao nhà mạng (carrier assign) rồi khai lại ở đây.`,
    );
}

/** Whose a number is this installation's operator says, or a call. */
async function unprove(client: pg.Client, id: string): Promise<number> {
  const { rowCount } = await client.query(
    `update service_number set proven_at = null, proven_by = '' where tenant_id = $1 and proven_at is not null
      and not exists (select from trunk where trunk.id = trunk_id and trunk.tenant_id = $1 and host = 'bots.invalid')`,
    [id],
  );
  return rowCount ?? 0;
}

async function limitsOf(client: pg.Client, id: string): Promise<Put['limits']> {
  const columns = [...shareNames.map((share) => `${limitOf(share)} as ${share}`), 'seats'];
  const { rows } = await client.query<Record<string, string | number | null>>(
    `select ${columns.join(', ')} from tenant where id = $1`,
    [id],
  );
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).flatMap(([name, most]) => (most === null ? [] : [[name, Number(most)]])),
  );
}

/** Its secrets by the key of this installation, and no other company's. */
async function resealed(
  client: pg.Client,
  tenantId: string,
  serverKey: Parameters<typeof resealCompany>[1]['serverKey'],
) {
  await client.query('set local role alo_owner');
  const done = await resealCompany(
    trxOn(client),
    { tenantId, serverKey },
    sealedColumns.filter(({ table }) => (movedTables as readonly string[]).includes(table)),
  );
  await client.query('set local role none');
  return done;
}

/** Numbers that rows are given one after the other go on behind those that came. */
async function aheadOf(client: pg.Client, { tables }: MovedCompany): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(format('public.%I', c.relname), a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and pg_get_serial_sequence(format('public.%I', c.relname), a.attname) is not null`,
  );
  const moved = new Set(tables.map(({ name }) => name));
  for (const { table, column, sequence } of rows.filter((row) => moved.has(row.table))) {
    const of = `public.${pg.escapeIdentifier(table)}`;
    await client.query(
      `select setval($1::regclass, greatest((select coalesce(max(${pg.escapeIdentifier(column)}), 1) from ${of}), (select last_value from ${sequence})))`,
      [sequence],
    );
  }
}

/** Into this machine's data folder, sealed where recordings are: from there they go on as what is recorded here. */
async function putFiles({ config, folder, moved, unwrapping }: Putting): Promise<void> {
  const files = openFiles({ ...config, s3: undefined }, await serverKey(config.dataFolder));
  for (const file of moved.files) {
    const key = { area: file.area, name: file.name, tenantId: moved.company.id };
    if (pathOf(key) === undefined) throw new Refused(`Bản xuất có tệp lạ: ${file.name}.`);
    await files.put(key, await unwrapping.open(folder, pathInExport(file)));
  }
}

/** What only one company may have. */
const taken: Readonly<Record<string, string>> = {
  tenant_code_key: 'mã doanh nghiệp',
  tenant_sip_domain_key: 'tên miền SIP',
  service_number_number_key: 'đầu số',
  api_key_secret: 'khoá API',
};

function inWords(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return error;
  const what = taken[error.constraint ?? ''];
  return what === undefined
    ? error
    : new Refused(`Công ty khác ở cài đặt này đã có ${what} của công ty này (${error.detail ?? ''}).`);
}
