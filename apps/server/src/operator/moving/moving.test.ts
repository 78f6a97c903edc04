import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { type TestApp, testApp } from '../../../testing/app.ts';
import { ownedTestDatabase } from '../../../testing/database.ts';
import { storeCall, storeRecording } from '../../../testing/stored-calls.ts';
import { readConfig } from '../../config.ts';
import { demoCode, seedDemo } from '../../features/demo/seed.ts';
import { hasCode } from '../../kernel/has-code.ts';
import { folderStore } from '../../storage/folder-store.ts';
import { openText, sealText } from '../../storage/sealed-text.ts';
import { serverKey } from '../../storage/server-key.ts';
import { auditVerify } from '../audit-verify.ts';
import { makeIdentity } from '../backup/wrapping.ts';
import { sealedColumns } from '../keys/sealed-columns.ts';
import { withClient } from '../open-database.ts';
import { tenantExport, tenantImport } from './commands.ts';
import { movedTables, stayingTables } from './moved-tables.ts';

/** A company moves from one installation to another, each with a database and a data folder of its own. */
let top: string;
let identity: string;
let recipient: string;
let source: Installation;
let target: Installation;

type Installation = Awaited<ReturnType<typeof installation>>;

async function installation(name: string) {
  const dataFolder = join(top, name);
  const key = await serverKey(dataFolder);
  const app: TestApp = await testApp({ serverKey: key, files: folderStore(dataFolder) });
  const config = readConfig({
    ALO_DATA_DIR: dataFolder,
    DATABASE_URL: app.url,
    ALO_LOG_LEVEL: 'silent',
    ALO_BACKUP_RECIPIENT: recipient,
  });
  const said: string[] = [];
  const around = { config, say: (line: string) => void said.push(line), askSecret: async () => '' };
  return { app, key, dataFolder, config, said, around };
}

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'alo-moving-'));
  identity = join(top, 'identity.txt');
  recipient = await makeIdentity(identity);
  source = await installation('source');
  target = await installation('target');
});
afterEach(async () => {
  await source.app.close();
  await target.app.close();
  await rm(top, { recursive: true });
});

/** The demo company after a few days, among them one of work, with a carrier's password, a recording and a sound. */
async function demoAt({ app, key }: Installation) {
  const { tenantId } = await seedDemo(app.db, { hashPassword: async () => 'x', days: 4 });
  const secret = 'mat-khau-nha-mang';
  await app.db.inTenant(tenantId, (trx) =>
    trx
      .updateTable('trunk')
      .set({ secret: sealText(key, tenantId, secret) })
      .execute(),
  );
  const { recordingId } = await storeCall(app.db, tenantId, { recording: {} });
  const wav = await storeRecording(app.files, tenantId, recordingId);
  return { tenantId, secret, recordingId, wav };
}

const move = async (closes = true, to = join(top, 'moved')) => {
  await tenantExport.run(['--company', demoCode, '--to', to, ...(closes ? ['--close'] : [])], source.around);
  return tenantImport.run(['--from', to, '--identity', identity], target.around);
};

/** Each table's rows as texts, but for what is sealed, which looks different each time. */
const rowsOf = ({ app }: Installation, tenantId: string) =>
  withClient(app.url, async (client) => {
    const rows: Record<string, unknown[]> = {};
    for (const table of movedTables) {
      const sealed = sealedColumns.filter((one) => one.table === table).map(({ column }) => `- '${column}'`);
      const found = await client.query<{ row: unknown }>(
        `select (to_jsonb(its) ${sealed.join(' ')})::text as row from ${table} as its where tenant_id = $1 order by 1`,
        [tenantId],
      );
      rows[table] = found.rows.map(({ row }) => row);
    }
    return rows;
  });

test('every table of a company is known to move or to stay, and none that moves refers to one that stays', async () => {
  await using database = await ownedTestDatabase();
  const { rows: tables } = await database.owner.query<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`);
  const known = [...movedTables, ...Object.keys(stayingTables)];
  expect(known.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  const { rows: references } = await database.owner.query<{ from: string; to: string }>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`);
  const moved: readonly string[] = movedTables;
  expect(references.filter(({ from, to }) => moved.includes(from) && Object.hasOwn(stayingTables, to))).toEqual([]);
  // What only one company may have is looked for, or said in words, by the import; of what is drawn by lot no two are the same.
  const { rows: unique } = await database.owner.query<{ name: string }>(
    `
    select x.relname as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
    where i.indisunique and not c.relispartition and not t.attnum = any(i.indkey::int2[]) and c.relname = any($1)`,
    [moved],
  );
  expect(unique.map(({ name }) => name).toSorted()).toEqual([
    'api_key_secret',
    'service_number_number_key',
    'survey_link_token_hash_key',
  ]);
});

test('a company arrives as it was, with its secrets, recordings and trail, and is closed where it was', async () => {
  const { tenantId, secret, recordingId, wav } = await demoAt(source);
  const before = await rowsOf(source, tenantId);
  expect(await move()).toBe(true);
  const after = await rowsOf(target, tenantId);
  const { audit: trail = [], ...others } = after;
  const { audit: trailBefore = [], ...othersBefore } = before;
  for (const table of ['audit_head', 'audit_link', 'audit_anchor', 'row_tally']) {
    delete others[table];
    delete othersBefore[table];
  }
  expect(others).toEqual(othersBefore);
  // Its trail goes on with how it came.
  expect(trail).toEqual(expect.arrayContaining(trailBefore));
  expect(trail).toHaveLength(trailBefore.length + 1);
  expect(await auditVerify.run(['--company', demoCode], target.around)).toBe(true);

  const carriers = await target.app.db.inTenant(tenantId, (trx) => trx.selectFrom('trunk').select('secret').execute());
  expect(carriers.length).toBeGreaterThan(0);
  for (const { secret: sealed } of carriers) expect(openText(target.key, tenantId, sealed ?? '')).toBe(secret);
  const file = await target.app.files.find({ area: 'recordings', tenantId, name: `${recordingId}.wav` });
  expect(file && (await buffer(await file.read())).equals(wav)).toBe(true);

  expect((await target.app.db.directory.tenantByCode(demoCode))?.id).toBe(tenantId);
  expect(await source.app.db.directory.tenantByCode(demoCode)).toBeUndefined();
  const held = await source.app.db.inTenant(tenantId, (trx) =>
    trx.selectFrom('tenant_lease').select('holder').execute(),
  );
  expect(held).toEqual([{ holder: 'moved-out' }]);
  expect(source.said.join('\n')).toContain('đã đóng');
});

test('nothing in an export can be read without the private key', async () => {
  const { secret } = await demoAt(source);
  const to = join(top, 'moved');
  await tenantExport.run(['--company', demoCode, '--to', to], source.around);
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    expect(entry.name.endsWith('.age')).toBe(true);
    expect(bytes.includes(secret)).toBe(false);
  }
  // It was not asked to close.
  expect(await source.app.db.directory.tenantByCode(demoCode)).toBeDefined();
  const plain = { ...source.around, config: { ...source.config, backupRecipients: [] } };
  await expect(tenantExport.run(['--company', demoCode, '--to', join(top, 'x')], plain)).rejects.toThrow('mã hoá');
});

test('a company that has a call stays as it is', async () => {
  const { tenantId } = await demoAt(source);
  await storeCall(source.app.db, tenantId, { status: 'in_progress' });
  await expect(move()).rejects.toThrow('đang có 1 cuộc gọi');
  expect(await source.app.db.directory.tenantByCode(demoCode)).toBeDefined();
  const held = await source.app.db.inTenant(tenantId, (trx) => trx.selectFrom('tenant_lease').selectAll().execute());
  expect([held, await readdir(top)]).toEqual([[], expect.not.arrayContaining(['moved', 'moved.unfinished'])]);
});

test('what another company of the installation has is refused in words, and nothing of it or of the newcomer changes', async () => {
  const { tenantId } = await demoAt(source);
  const { number } = await source.app.db.inTenant(tenantId, (trx) =>
    trx.selectFrom('service_number').select('number').where('number', '<>', '').executeTakeFirstOrThrow(),
  );
  const other = await target.app.tenant('hang-xom');
  await target.app.db.inTenant(other.id, async (trx) => {
    const trunk = { id: crypto.randomUUID(), name: 'Nhà mạng', host: 'sip.hang-xom.vn' };
    await trx.insertInto('trunk').values(trunk).execute();
    const added = { id: crypto.randomUUID(), number, trunk_id: trunk.id, name: 'Của hàng xóm' };
    await trx.insertInto('service_number').values(added).execute();
  });
  const theirs = await rowsOf(target, other.id);
  await expect(move()).rejects.toThrow('đầu số');
  expect(await rowsOf(target, other.id)).toEqual(theirs);
  expect(await target.app.db.directory.tenantByCode(demoCode)).toBeUndefined();
  const left = await readdir(join(target.dataFolder, 'recordings', tenantId)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  expect(left).toEqual([]);

  // The neighbour gives the number up, and the same export comes in; a second time it is here already.
  await target.app.db.inTenant(other.id, (trx) => trx.deleteFrom('service_number').execute());
  const again = () => tenantImport.run(['--from', join(top, 'moved'), '--identity', identity], target.around);
  expect(await again()).toBe(true);
  await expect(again()).rejects.toThrow('đã có ở cài đặt này');
  expect((await rowsOf(target, tenantId)).service_number).toHaveLength(
    (await rowsOf(source, tenantId)).service_number?.length ?? -1,
  );
});

test('who comes back from where they went is the same company', async () => {
  const { tenantId } = await demoAt(source);
  await move(true);
  const there = await rowsOf(target, tenantId);
  const third = await installation('third');
  try {
    const back = join(top, 'back');
    await tenantExport.run(['--company', demoCode, '--to', back], target.around);
    expect(await tenantImport.run(['--from', back, '--identity', identity], third.around)).toBe(true);
    const here = await rowsOf(third, tenantId);
    // The trail goes on with each move, and what is to be counted was.
    for (const table of movedTables.filter((one) => !/^audit|^row_tally/.test(one))) {
      expect([table, here[table]]).toEqual([table, there[table]]);
    }
  } finally {
    await third.app.close();
  }
});

test('an export that was changed on its way is refused before anything is written', async () => {
  await demoAt(source);
  const to = join(top, 'moved');
  await tenantExport.run(['--company', demoCode, '--to', to], source.around);
  const [file = ''] = await readdir(join(to, 'files', 'recordings'));
  await rm(join(to, 'files', 'recordings', file));
  await expect(tenantImport.run(['--from', to, '--identity', identity], target.around)).rejects.toThrow(
    'thiếu hoặc hỏng',
  );
});

test('what another operator said of a company is not so here: carriers inside, proofs, and how much it may have', async () => {
  const { tenantId } = await demoAt(source);
  const [inside, wide] = [crypto.randomUUID(), crypto.randomUUID()];
  const carrier = crypto.randomUUID();
  await withClient(source.app.url, async (client) => {
    await client.query(
      `insert into trunk (tenant_id, id, name, host, addresses) values ($1, $2, 'Trong nhà', '10.7.0.5', '{}'),
        ($1, $3, 'Rộng', 'sip.rong.vn', '{113.160.0.0/12}'), ($1, $4, 'Của mình', 'sip.cua-minh.vn', '{}')`,
      [tenantId, inside, wide, carrier],
    );
    await client.query(
      `insert into service_number (tenant_id, id, name, number, trunk_id, proven_at, proven_by)
        values ($1, gen_random_uuid(), 'Hotline', '+842873995590', $2, now(), 'operator')`,
      [tenantId, carrier],
    );
    await client.query('update tenant set most_calls = 900 where id = $1', [tenantId]);
  });
  await expect(move()).rejects.toThrow(/Rộng, Trong nhà ở trong mạng nội bộ/);

  await withClient(source.app.url, async (client) => {
    await client.query('update tenant set active = true where id = $1', [tenantId]);
    await client.query('delete from tenant_lease where tenant_id = $1', [tenantId]);
    await client.query('delete from trunk where id = any($1)', [[inside, wide]]);
  });
  expect(await move(true, join(top, 'again'))).toBe(true);
  const { rows } = await withClient(target.app.url, (client) =>
    client.query("select proven_at, proven_by from service_number where number = '+842873995590'"),
  );
  expect(rows).toEqual([{ proven_at: null, proven_by: '' }]);
  expect(target.said.join('\n')).toContain('1 đầu số phải xác minh lại');
  expect(target.said.join('\n')).toContain('cuộc gọi cùng lúc 900');
});

test('a number that the operator gave another company comes in by no file', async () => {
  const { tenantId } = await demoAt(source);
  const { number } = await source.app.db.inTenant(tenantId, (trx) =>
    trx.selectFrom('service_number').select('number').where('number', '<>', '').executeTakeFirstOrThrow(),
  );
  const other = await target.app.tenant('duoc-giao');
  await withClient(target.app.url, (client) =>
    client.query(
      `insert into carrier_share (tenant_id, id, name, numbers) values ($1, gen_random_uuid(), 'Phần', $2)`,
      [other.id, [number]],
    ),
  );
  await expect(move()).rejects.toThrow('đã được giao, đầu số');
});
