import { spelt, spoilt, unclearLandlines } from '@alo/phone-number/spellings';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { customer } from '../src/features/customers/customers.ts';
import { callerOfAccount } from '../src/features/identity/account-callers.ts';
import type { By } from '../src/kernel/by.ts';
import type { FileRow } from '../src/resource/importing/file-row.ts';
import { importOf } from '../src/resource/importing/importable.ts';
import { openTable } from '../src/resource/importing/table-file/open-table.ts';
import type { StoredFile } from '../src/storage/file-store.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { storedBytes } from '../testing/table-files.ts';
import { bookOf, type CellValue, makers, styles } from '../testing/workbooks.ts';

/** However a number stands in a file, a customer has that one, or its row comes back with a reason: nobody's is ever another. */
let app: TestApp;
let demo: TestTenant;
let by: By;
const target = importOf(customer);

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' });
  const caller = await app.db.inTenant(demo.id, (trx) => callerOfAccount(trx, demo.admin.accountId));
  if (caller === undefined) throw new Error('nobody imports');
  by = { caller, via: 'job', network: '', requestId: crypto.randomUUID() };
});
afterAll(() => app.close());

/** A cell of a file, and whose numbers may come of it, the main one first; none where it cannot be told. */
interface NumberCell {
  readonly text: string;
  readonly numbers: readonly string[];
  /** It has to be taken; where not, it may come back. */
  readonly isCertain: boolean;
  /** Workbooks keep what is digits alone as a number, or as one with its noughts by a format. */
  readonly as: 'text' | 'number' | 'digits';
}

const around = fc.constantFrom(
  (text: string) => text,
  (text: string) => ` ${text} `,
  (text: string) => `${text}\u00A0`,
  (text: string) => `\u202A${text}\u202C`,
);
const alone = fc
  .tuple(spelt, around, fc.constantFrom('text', 'number', 'digits'))
  .map(([{ written, number, isCertain }, put, as]): NumberCell => {
    const text = put(written);
    if (as === 'text' || !/^\d{9,12}$/.test(text)) return { text, numbers: [number], isCertain, as: 'text' };
    // Of a landline with an old area code nothing tells its nought once it is a number.
    return { text, numbers: [number], isCertain: isCertain && /^(?:0|84)?[35789]\d{8}$/.test(text), as };
  });
const named = fc.tuple(spelt, fc.constantFrom('chị Lan', 'anh Xuân')).map(
  ([{ written, number }, name]): NumberCell => ({
    text: `${written} (${name})`,
    numbers: [number],
    isCertain: false,
    as: 'text',
  }),
);
const several = fc.tuple(spelt, spelt, fc.constantFrom('/', ' / ', ';', ', ', '\n', ' - ', '   ')).map(
  ([one, other, between]): NumberCell => ({
    text: `${one.written}${between}${other.written}`,
    numbers: [one.number, other.number],
    isCertain: false,
    as: 'text',
  }),
);
const bad = spoilt.map((text): NumberCell => ({ text, numbers: [], isCertain: false, as: 'text' }));
const unclear = unclearLandlines.map((text): NumberCell => ({ text, numbers: [], isCertain: false, as: 'text' }));
const cells = fc.uniqueArray(
  fc.oneof(
    { arbitrary: alone, weight: 6 },
    { arbitrary: named, weight: 1 },
    { arbitrary: several, weight: 2 },
    { arbitrary: bad, weight: 2 },
    { arbitrary: unclear, weight: 1 },
  ),
  // A number is one customer's.
  { minLength: 1, maxLength: 10, selector: ({ numbers }) => numbers.join() || Math.random() },
);

async function fileOf(all: readonly NumberCell[], format: 'csv' | 'xlsx'): Promise<StoredFile> {
  if (format === 'csv') {
    const lines = all.map(({ text }, at) => `Khách ${at},"${text}"`);
    return storedBytes(['Tên khách hàng,Số điện thoại', ...lines].join('\n'));
  }
  const written = ({ text, as }: NumberCell): CellValue => {
    if (as === 'text') return { text };
    return { number: Number(text), ...(as === 'digits' && text.length === 10 && { style: styles.digits }) };
  };
  const rows = all.map((one, at) => [{ text: `Khách ${at}` }, written(one)]);
  return bookOf(makers['Excel'] ?? { texts: 'shared', places: true }, [
    [{ text: 'Tên khách hàng' }, { text: 'Số điện thoại' }],
    ...rows,
  ]);
}

const undone = new Error('only tried out');

/** What customers have by their names once a file was taken, and why rows came back. */
async function takenFrom(file: StoredFile) {
  const rows: FileRow[] = [];
  for await (const piece of (await openTable(file)).rows) rows.push(...piece);
  const kept = new Map<string, readonly string[]>();
  const reasons = new Map<number, string>();
  const order = { mapping: { name: 0, phone: 1 }, existing: 'skip' as const, given: {}, seen: new Set<string>() };
  await app.db
    .inTenant(demo.id, async (trx) => {
      const { bad } = await target.batch(trx, by, rows.slice(1), order);
      for (const { row, reason } of bad) reasons.set(row, reason);
      for (const { name, numbers } of await trx.selectFrom('customer').select(['name', 'numbers']).execute())
        kept.set(name, numbers);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return { kept, reasons, rows };
}

test.each(['csv', 'xlsx'] as const)(
  'nobody’s number is changed without a word by a %s, however it is written',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(cells, async (all) => {
        const used = all.flatMap(({ numbers }) => [...new Set(numbers)]);
        fc.pre(new Set(used).size === used.length);
        const { kept, reasons, rows } = await takenFrom(await fileOf(all, format));
        expect(rows).toHaveLength(all.length + 1);
        for (const [at, { text, numbers, isCertain }] of all.entries()) {
          const its = kept.get(`Khách ${at}`);
          const why = reasons.get(rows[at + 1]?.number ?? 0);
          // It is there as it was meant, or it is told.
          const isTold = !isCertain && why !== undefined;
          const meant = isTold ? undefined : [...new Set(numbers)];
          expect({ text, its, isTold: why !== undefined }).toEqual({ text, its: meant, isTold });
        }
      }),
      { numRuns: 150 },
    );
  },
);
