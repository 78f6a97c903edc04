import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { cruds, makeRow, rowOfEverything, send, type TestRows } from '../testing/endpoints.ts';
import { testImports } from '../testing/imports.ts';
import { fieldsOf } from '../testing/samples.ts';
import { workerWithin } from '../testing/worker-within.ts';

/** What any list gives as a file it takes back without a difference, whatever people have written into it. */
let app: TestApp;
let tenant: TestTenant;
let rows: TestRows;
let worker: Awaited<ReturnType<typeof workerWithin>>;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  rows = await rowOfEverything(app, tenant, 'thu');
  worker = await workerWithin(app);
});

afterAll(async () => {
  await worker.close();
  await app.close();
});

/** What programs take for something else. */
const written = fc.oneof(
  fc.constantFrom('=1+1', "'=1", '+84', '-', '@', '"', "'", '0123', '1e5', '1.234', '2026-03-02', 'x', 'Có', 'sep=;'),
  fc.constantFrom('a,b;c|d', 'hai\ndòng', 'a\tb', '<b>&amp;', '_x0041_', 'Đức 😀', 'm² · µ', '  hở  ', '="01"', 'Tên'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const edits = fc.array(fc.array(written, { minLength: 6, maxLength: 6 }), { minLength: 2, maxLength: 2 });

/** Of a target, and of a number for one-time passwords, nothing tells which one a row of a file is: each row would be another. */
const named = cruds.filter(([name]) => name !== 'kpis' && name !== 'otpNumbers');
/** Nobody brings the highest role by a file. */
const isReserved = ({ reason }: { reason: string }) => reason.includes('dành riêng cho quản trị cao nhất');

describe.each(named)('%s', (_name, contract) => {
  const textFields = Object.entries(fieldsOf(contract.input)).flatMap(([name, field]) =>
    typeof field === 'object' && field.type === 'string' && field.enum === undefined ? [name] : [],
  );

  /** Rows with texts of people; what a field refuses stays as it was. */
  async function filled(texts: readonly (readonly string[])[]): Promise<void> {
    for (const its of texts) {
      const row = await makeRow(app, tenant, contract, { rows, secret: 'thu' });
      if (row === undefined) throw new Error(`Nothing makes a row of ${contract.screen}.`);
      let body: Record<string, unknown> = row;
      for (const [nth, field] of textFields.entries()) {
        const next = { ...body, [field]: its[nth % its.length] };
        const answer = await send(app, contract.update, tenant.code, {
          token: tenant.admin.token,
          id: row.id,
          body: next,
        });
        if (answer.statusCode === 200) body = answer.json();
      }
    }
  }

  test('what it gives as a file it takes back without a difference', async () => {
    const { bring, step } = testImports(app, tenant, contract.screen);
    await fc.assert(
      fc.asyncProperty(edits, async (texts) => {
        await filled(texts);
        for (const format of ['csv', 'xlsx']) {
          const { token } = tenant.admin;
          const answer = await send(app, contract.export, tenant.code, { token, query: { format } });
          expect(answer.statusCode).toBe(200);
          const { id, report } = await bring(answer.rawPayload, `xuat.${format}`);
          expect(report.reading?.letters).toBe('unicode');
          const { counts, problems } = await step(id, 'check', { mapping: report.mapping, existing: 'update' });
          const others = problems.filter((problem) => !isReserved(problem));
          const bad = problems.length - others.length;
          const same = (counts?.rows ?? 0) - bad;
          expect([format, others, counts]).toEqual([
            format,
            [],
            { rows: same + bad, same, bad, created: 0, changed: 0, duplicate: 0 },
          ]);
          expect(same).toBeGreaterThan(0);
        }
      }),
      // Rows stay, so that a smaller example is none.
      { numRuns: 1, endOnFailure: true },
    );
  });
});
