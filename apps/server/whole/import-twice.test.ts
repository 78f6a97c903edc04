import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOfAccount } from '../src/features/identity/account-callers.ts';
import { inboundRule } from '../src/features/routing/inbounds.ts';
import type { By } from '../src/kernel/by.ts';
import type { ImportOrder } from '../src/resource/importing/import-order.ts';
import { importOf } from '../src/resource/importing/importable.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { heldUpBy } from '../testing/held-up-by.ts';
import { postFile, testImports } from '../testing/imports.ts';
import { testWorkers } from '../testing/workers.ts';

let app: TestApp;
let demo: TestTenant;
const workers = testWorkers();

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});
afterAll(async () => {
  await workers.kill();
  await app.close();
});

const many = 300;
const file = [
  'Tên quy tắc,Thứ tự,Điểm đến,Ghi âm',
  ...Array.from({ length: many }, (_, nth) => `Chi nhánh ${nth},${nth},Kết thúc cuộc gọi,Luôn ghi âm`),
].join('\n');

/** `POST /importInbound`, as it stands in the specification. */
async function bring(): Promise<string> {
  const answer = await postFile(app, demo.admin, '/telephony/importInbound', { name: 'dinh-tuyen.csv', content: file });
  expect(answer.statusCode).toBe(202);
  return answer.json().job_id;
}
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const rules = () =>
  app.db.inTenant(demo.id, (trx) => trx.selectFrom('inbound_rule').select(['name', 'recording']).execute());

test('the same file, brought twice and run at the same time, and once more afterwards, is one set of rules', async () => {
  await workers.start(app);
  await workers.start(app);
  const { settled, step } = testImports(app, demo);
  const tried = async (id: string) => {
    const { mapping } = await settled(id);
    return (await step(id, 'check', { mapping, existing: 'update' })).counts;
  };
  const both = await Promise.all([bring(), bring()]);
  for (const id of both) expect(await tried(id)).toMatchObject({ rows: many, created: many, bad: 0 });
  const ran = await Promise.all(both.map((id) => step(id, 'run')));
  expect(sorted(ran.map(({ counts }) => counts?.created ?? -1))).toEqual([0, many]);
  expect(sorted(ran.map(({ counts }) => counts?.same ?? -1))).toEqual([0, many]);
  const oneMore = await bring();
  expect(await tried(oneMore)).toMatchObject({ created: 0, same: many });
  expect((await step(oneMore, 'run')).counts).toMatchObject({ created: 0, changed: 0, same: many });
  const stored = await rules();
  expect([stored.length, new Set(stored.map(({ name }) => name)).size, stored[0]?.recording]).toEqual([
    many,
    many,
    'always',
  ]);
});

test('two batches that look at once before either is there take turns', async () => {
  const caller = await app.db.inTenant(demo.id, (trx) => callerOfAccount(trx, demo.admin.accountId));
  if (caller === undefined) throw new Error('nobody imports');
  const by: By = { caller, via: 'job', network: '', requestId: crypto.randomUUID() };
  const order = (): ImportOrder => ({
    mapping: { name: 0, destination: 1 },
    existing: 'update',
    given: {},
    seen: new Set(),
  });
  const batch = () =>
    app.db.inTenant(demo.id, (trx) =>
      importOf(inboundRule).batch(trx, by, [{ number: 2, cells: ['Cùng lúc', 'Kết thúc cuộc gọi'] }], order()),
    );
  const outcomes = await Promise.all([batch(), batch(), batch()]);
  expect(sorted(outcomes.map(({ created }) => created.length))).toEqual([0, 0, 1]);
});

test('a row that somebody changes while the file is taken is told as one that was not taken', async () => {
  const caller = await app.db.inTenant(demo.id, (trx) => callerOfAccount(trx, demo.admin.accountId));
  if (caller === undefined) throw new Error('nobody imports');
  const by: By = { caller, via: 'job', network: '', requestId: crypto.randomUUID() };
  const rows = (priority: number) =>
    ['Đang sửa', 'Để yên'].map((name, at) => ({ number: at + 2, cells: [name, priority, 'Kết thúc cuộc gọi'] }));
  const batch = (priority: number) =>
    app.db.inTenant(demo.id, (trx) =>
      importOf(inboundRule).batch(trx, by, rows(priority), {
        mapping: { name: 0, priority: 1, destination: 2 },
        existing: 'update',
        given: {},
        seen: new Set(),
      }),
    );
  expect((await batch(1)).created).toHaveLength(2);
  const colleague = new pg.Client({ connectionString: app.url });
  await colleague.connect();
  await colleague.query('begin');
  await colleague.query("update inbound_rule set note = 'đồng nghiệp', version = version + 1 where name = 'Đang sửa'");
  const taking = batch(2);
  await expect.poll(() => heldUpBy(colleague)).toBeGreaterThan(0);
  await colleague.query('commit');
  await colleague.end();
  const { changed, same, bad } = await taking;
  expect([changed.length, same]).toEqual([1, 0]);
  expect(bad.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'Vừa được người khác thay đổi, hãy nhập lại dòng này'],
  ]);
});
