import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customer } from '../src/features/customers/customers.ts';
import { callerOfAccount } from '../src/features/identity/account-callers.ts';
import { blockedCaller } from '../src/features/routing/block-lists.ts';
import type { By } from '../src/kernel/by.ts';
import type { ImportOrder } from '../src/resource/importing/import-order.ts';
import { importOf } from '../src/resource/importing/importable.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';

/** However a file is spelt, cut and broken off, what is there afterwards is one set of customers, each once. */
let app: TestApp;
let demo: TestTenant;
let by: By;
const target = importOf(customer);

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** A line as somebody wrote it, and whose it is; `undefined` is a number that is none. */
interface Line {
  readonly name: string;
  readonly written: string;
  readonly number: string | undefined;
}

const spellings = (digits: string) => [
  `0${digits}`,
  `84${digits}`,
  `+84 ${digits.slice(0, 3)}.${digits.slice(3)}`,
  digits,
  `(0${digits.slice(0, 3)}) ${digits.slice(3)}`,
];
const line: fc.Arbitrary<Line> = fc
  .record({
    name: fc.constantFrom('An', 'Bình', 'Chi', ''),
    digits: fc.constantFrom('901000001', '901000002', '901000003', '901000004', undefined),
    spelling: fc.nat({ max: 4 }),
  })
  .map(({ name, digits, spelling }) => ({
    name,
    written: digits === undefined ? '12' : (spellings(digits)[spelling] ?? ''),
    number: digits === undefined ? undefined : `0${digits}`,
  }));

const run = fc.record({
  lines: fc.array(line, { maxLength: 12 }),
  existing: fc.constantFrom('update' as const, 'skip' as const),
  /** Where a batch ends, and before which the process is killed: what was not committed is done again. */
  cut: fc.integer({ min: 1, max: 5 }),
  killedBefore: fc.nat({ max: 4 }),
});
type Run = typeof run extends fc.Arbitrary<infer One> ? One : never;

/** What a file makes of customers, by their number: the first good line of a number is the one. */
function afterwards(before: ReadonlyMap<string, string>, { lines, existing }: Run): Map<string, string> {
  const now = new Map(before);
  const seen = new Set<string>();
  for (const { name, number } of lines) {
    if (number === undefined || seen.has(number)) continue;
    const isThere = now.has(number);
    if (isThere && existing === 'skip') seen.add(number);
    // An empty cell leaves what is there as it is.
    else if (name !== '' || isThere) {
      seen.add(number);
      if (name !== '') now.set(number, name);
    }
  }
  return now;
}

const killed = new Error('killed');

/** As the job does it: a batch a transaction, and after a kill on behind the last that was committed. */
async function imported({ lines, existing, cut, killedBefore }: Run): Promise<void> {
  const rows = lines.map(({ name, written }, at) => ({ number: at + 2, cells: [name, written] }));
  const batches = Array.from({ length: Math.ceil(rows.length / cut) }, (_, at) => rows.slice(at * cut, (at + 1) * cut));
  const fresh = (): ImportOrder => ({ mapping: { name: 0, phone: 1 }, existing, given: {}, seen: new Set() });
  let order = fresh();
  const wereBad = new Set<number>();
  for (const [at, batch] of batches.entries()) {
    if (at === killedBefore) {
      const broken = app.db.inTenant(demo.id, async (trx) => {
        await target.batch(trx, by, batch, order);
        throw killed;
      });
      await broken.catch((error: unknown) => {
        if (error !== killed) throw error;
      });
      order = fresh();
      const taken = batches.slice(0, at).flat();
      target.remember(
        taken.filter(({ number }) => !wereBad.has(number)),
        order,
      );
    }
    const { bad } = await app.db.inTenant(demo.id, (trx) => target.batch(trx, by, batch, order));
    for (const { row } of bad) wereBad.add(row);
  }
}

async function stored(): Promise<Map<string, string>> {
  const { data } = (await demo.admin.call('GET', '/get-data-filter?per_page=100')).json();
  expect(new Set(data.map(({ phone }: { phone: string }) => phone)).size).toBe(data.length);
  return new Map(data.map(({ phone, name }: { phone: string; name: string }) => [phone, name]));
}
const sorted = (all: ReadonlyMap<string, string>) => [...all].toSorted(([a], [b]) => a.localeCompare(b));

test('what files make of customers is what a set would be: in any spelling, cut anywhere, killed half-way, and twice', async () => {
  let companies = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 3 }), async (runs) => {
      companies += 1;
      demo = await app.tenant(`cty-${companies}`);
      await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' });
      const caller = await app.db.inTenant(demo.id, (trx) => callerOfAccount(trx, demo.admin.accountId));
      if (caller === undefined) throw new Error('nobody imports');
      by = { caller, via: 'job', network: '', requestId: crypto.randomUUID() };
      let model = new Map<string, string>();
      for (const one of runs) {
        model = afterwards(model, one);
        await imported(one);
        expect(sorted(await stored())).toEqual(sorted(model));
        // Once more: what is there is the set that it was.
        model = afterwards(model, one);
        await imported(one);
        expect(sorted(await stored())).toEqual(sorted(model));
      }
    }),
    { numRuns: 25 },
  );
});

test('what a file says in another spelling than the one that is kept is the same, and is not written again', async () => {
  const company = await app.tenant('nhu-nhau');
  const caller = await app.db.inTenant(company.id, (trx) => callerOfAccount(trx, company.admin.accountId));
  if (caller === undefined) throw new Error('nobody imports');
  const who: By = { caller, via: 'job', network: '', requestId: crypto.randomUUID() };
  const take = (rows: string[][]) =>
    app.db.inTenant(company.id, (trx) =>
      importOf(blockedCaller).batch(
        trx,
        who,
        rows.map((cells, at) => ({ number: at + 2, cells })),
        { mapping: { kind: 0, value: 1, reason: 2, expires_at: 3 }, existing: 'update', given: {}, seen: new Set() },
      ),
    );
  const counts = async (rows: string[][]) => {
    const { created, changed, same, bad } = await take(rows);
    return [created.length, changed.length, same, bad.length];
  };
  const until = '31/01/2099';
  expect(await counts([['Một số', '0912 000 111', 'quấy rối', until]])).toEqual([1, 0, 0, 0]);
  for (const spelt of ['0912000111', '+84912000111', '84 912.000.111']) {
    expect([spelt, await counts([['Một số', spelt, 'quấy rối', until]])]).toEqual([spelt, [0, 0, 1, 0]]);
  }
  expect(await counts([['Một số', '0912000111', 'nợ cước', until]])).toEqual([0, 1, 0, 0]);
});
