import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allProfileStatus, askAboutData, carryOutDataRequest, customers, dataRequests } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';

import { signInByApi, theCallSince } from '../e2e/support/api.ts';
import { deskPhone, hire, inDatabase } from '../e2e/support/desk-phones.ts';
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

test('who is erased comes back by nothing: neither a kill, nor an upgrade, a power cut, a backup and its restore', async () => {
  const product = await startProduct();
  onTestFinished(() => product.close());
  await hire(product, ['201']);
  await product.replaceServer();
  const admin = await signInByApi(product.address, 'admin');
  const { phone } = await deskPhone(product, '201');
  onTestFinished(() => phone.close());
  const since = Date.now();
  const call = await phone.call(number);
  await call.until('talking', 30_000);
  call.audio.speak(600);
  // Long enough for a recording and its trace.
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
  const { data: statuses } = await admin.call(allProfileStatus, {});
  const card = { name, phone: number, status: statuses[0]?.id };
  const { id: customer } = await admin.call(customers.create, { body: customers.input.parse(card) });

  const what = [digits, name, ...recordings];
  // What is looked for is found while it is there.
  expect(await inRows(product, what)).not.toEqual([]);
  for (const one of [digits, ...recordings]) expect(await inFiles(product.dataFolder, [one])).not.toEqual([]);

  const body = { kind: 'erase', note: 'qua điện thoại' } as const;
  const { id } = await admin.call(askAboutData, { params: { id: customer }, body });
  await admin.call(carryOutDataRequest, { params: { id } });
  await until(
    'they are erased',
    async () => (await admin.call(dataRequests, {})).data.some((one) => one.id === id && one.state === 'done'),
    120_000,
  );

  async function expectNothing(of: Product): Promise<void> {
    // The journal's next snapshot comes behind the erasure, and behind a start.
    await until('no file has anything of them', async () => (await inFiles(of.dataFolder, what)).length === 0, 120_000);
    expect(await inRows(of, what)).toEqual([]);
    expect(of.output()).not.toContain(digits);
  }
  await expectNothing(product);
  await product.killServer();
  await expectNothing(product);
  await product.replaceServer();
  await expectNothing(product);
  await product.kill();
  await product.start();
  await expectNothing(product);

  const top = await mkdtemp(join(tmpdir(), 'alo-erased-'));
  onTestFinished(() => rm(top, { recursive: true, force: true, maxRetries: 5 }));
  const [kept, folder] = [join(top, 'kept'), join(top, 'data')];
  await operate(product.dataFolder, 'backup', '--to', kept);
  expect(await inFiles(kept, what)).toEqual([]);
  await operate(folder, 'restore', '--from', kept);
  const restored = await startProduct({}, folder);
  onTestFinished(() => restored.close());
  await expectNothing(restored);
}, 600_000);
