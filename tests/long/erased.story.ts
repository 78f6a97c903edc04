import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allProfileStatus, askAboutData, carryOutDataRequest, customers, dataRequests } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';
import { removeOld } from '../../apps/server/src/background/retention.ts';
import { postgresBus } from '../../apps/server/src/bus/postgres-bus.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { asideFolder, forgetAside } from '../../apps/server/src/storage/aside-rows.ts';
import { openFiles } from '../../apps/server/src/storage/open-files.ts';
import { serverKey } from '../../apps/server/src/storage/server-key.ts';
import { type PersonApi, signInByApi, theCallSince } from '../e2e/support/api.ts';
import { type DeskPhone, databaseUrl, deskPhone, hire, inDatabase } from '../e2e/support/desk-phones.ts';
import { operate } from '../e2e/support/operator.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

/** As it is in every spelling of the number: at home, abroad, dialled, in an address. */
const digits = '987654317';
const number = `0${digits}`;
const name = 'Khách Xoá Hết';

/** Rows of any table, the queue of jobs included, that have it: table and text. */
async function inRows(product: Product, what: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await inDatabase(product, async (client) => {
    const { rows: tables } = await client.query<{ table: string }>(
      `select format('%I.%I', schemaname, tablename) as table from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    for (const { table } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `select text from (select to_jsonb(its)::text as text from ${table} as its) as every where text like any($1)`,
        [what.map((one) => `%${one}%`)],
      );
      found.push(...rows.map(({ text }) => `${table}: ${text}`));
    }
  });
  return found;
}

/** Files that have it, or are named for it. PostgreSQL's are left out: it writes over the pages of old rows when it needs them. */
async function inFiles(folder: string, what: readonly string[]): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || path.startsWith(join(folder, 'postgres/'))) continue;
    const bytes = await readFile(path).catch(() => Buffer.alloc(0)); // gone meanwhile
    if (what.some((one) => path.includes(one) || bytes.includes(one))) found.push(path);
  }
  return found;
}

/** A person on a desk phone of theirs calls, long enough for a recording and its trace. Answers the call and its recordings. */
async function talkWith(product: Product, { admin, phone, number: called }: Caller): Promise<readonly string[]> {
  const since = Date.now();
  const call = await phone.call(called);
  await call.until('talking');
  call.audio.speak(600);
  await sleep(3_000);
  await call.hangUp();
  const row = await theCallSince(admin, since);
  expect(row.recording).toBe('ready');
  const recordings: string[] = [];
  await inDatabase(product, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from recording where call_id = $1', [row.id]);
    recordings.push(...rows.map(({ id }) => id));
  });
  expect(recordings).not.toEqual([]);
  return recordings;
}

interface Caller {
  readonly admin: PersonApi;
  readonly phone: DeskPhone['phone'];
  readonly number: string;
}

async function begin(): Promise<{ readonly product: Product } & Omit<Caller, 'number'>> {
  const product = await startProduct();
  onTestFinished(() => product.close());
  await hire(product, ['201']);
  await product.replaceServer();
  const { phone } = await deskPhone(product, '201');
  onTestFinished(() => phone.close());
  return { product, admin: await signInByApi(product.address, 'admin'), phone };
}

/** What is looked for is found while it is there. */
async function expectThere(product: Product, what: readonly string[]): Promise<void> {
  for (const one of what) {
    expect(await inRows(product, [one])).not.toEqual([]);
    expect(await inFiles(product.dataFolder, [one])).not.toEqual([]);
  }
}

async function expectNothing(of: Product, what: readonly string[]): Promise<void> {
  // The journal's next snapshot comes behind the erasure, and behind a start.
  await until('no file has anything of them', async () => (await inFiles(of.dataFolder, what)).length === 0, 120_000);
  expect(await inRows(of, what)).toEqual([]);
  for (const one of what) expect(of.output()).not.toContain(one);
}

/** Whatever ends and starts, none of it is there: in rows and files of the product, of its backup, and of what is restored from that. */
async function expectNothingEver(product: Product, what: readonly string[]): Promise<void> {
  await expectNothing(product, what);
  await product.killServer();
  await expectNothing(product, what);
  await product.replaceServer();
  await expectNothing(product, what);
  await product.kill();
  await product.start();
  await expectNothing(product, what);

  const top = await mkdtemp(join(tmpdir(), 'alo-erased-'));
  onTestFinished(() => rm(top, { recursive: true, force: true, maxRetries: 5 }));
  const [kept, folder] = [join(top, 'kept'), join(top, 'data')];
  await operate(product.dataFolder, 'backup', '--to', kept);
  expect(await inFiles(kept, what)).toEqual([]);
  await operate(folder, 'restore', '--from', kept);
  const restored = await startProduct({}, folder);
  onTestFinished(() => restored.close());
  await expectNothing(restored, what);
}

test('who is erased comes back by nothing: neither a kill, nor an upgrade, a power cut, a backup and its restore', async () => {
  const { product, admin, phone } = await begin();
  const recordings = await talkWith(product, { admin, phone, number });
  const { data: statuses } = await admin.call(allProfileStatus, {});
  const card = { name, phone: number, status: statuses[0]?.id };
  const { id: customer } = await admin.call(customers.create, { body: customers.input.parse(card) });
  await expectThere(product, [digits, ...recordings]);
  expect(await inRows(product, [name])).not.toEqual([]);

  const body = { kind: 'erase', note: 'qua điện thoại' } as const;
  const { id } = await admin.call(askAboutData, { params: { id: customer }, body });
  await admin.call(carryOutDataRequest, { params: { id } });
  await until(
    'they are erased',
    async () => (await admin.call(dataRequests, {})).data.some((one) => one.id === id && one.state === 'done'),
    120_000,
  );
  await expectNothingEver(product, [digits, name, ...recordings]);
}, 600_000);

test('calls that are kept no longer come back by nothing either, with their numbers, events and recordings', async () => {
  const { product, admin, phone } = await begin();
  const recordings = await talkWith(product, { admin, phone, number });
  const what = [digits, ...recordings];
  await expectThere(product, what);
  await passDays(product, 3);
  await expectNothingEver(product, what);
}, 600_000);

/** What the worker does at night, so many days later, where calls are kept for one. */
async function passDays(product: Product, days: number): Promise<void> {
  await inDatabase(product, async (client) => {
    await client.query(`insert into system_setting (tenant_id, keep_recordings_days, keep_calls_days)
      select id, 1, 1 from tenant on conflict (tenant_id) do update set keep_recordings_days = 1, keep_calls_days = 1`);
  });
  const url = await databaseUrl(product);
  const db = openDatabase({ url, size: 2 });
  const bus = await postgresBus({ url, log: { warn: () => undefined } });
  try {
    await removeOld(
      {
        db,
        files: openFiles(
          { dataFolder: product.dataFolder, s3: undefined, sealsRecordings: false },
          await serverKey(product.dataFolder),
        ),
        beside: {
          forgetAside: (tenantId, isGone) => forgetAside(asideFolder(product.dataFolder), tenantId, isGone),
          callsErased: (tenantId) => bus.publish('calls-erased', tenantId, []),
        },
      },
      Date.now() + days * 86_400_000,
    );
  } finally {
    await bus.close();
    await db.close();
  }
}
