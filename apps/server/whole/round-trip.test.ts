import { numbers } from '@alo/contract';
import { oneIn } from '@alo/testing/in-depth';
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
let month = 0;
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

/** Nobody brings the highest role by a file, and of a service number that has several rows for one-time passwords it is told. */
const isTold = ({ reason }: { reason: string }) =>
  ['dành riêng cho quản trị cao nhất', 'hãy sửa từng dòng'].some((words) => reason.includes(words));

describe.each(cruds)('%s', (name, contract) => {
  const place = cruds.findIndex(([other]) => other === name);
  const textFields = Object.entries(fieldsOf(contract.input)).flatMap(([name, field]) =>
    typeof field === 'object' && field.type === 'string' && field.enum === undefined ? [name] : [],
  );

  const add = async (body: object) => {
    const { token } = tenant.admin;
    const made = await send(app, contract.create, tenant.code, { token, body });
    return made.statusCode === 200 ? made.json() : undefined;
  };

  async function made() {
    if (contract.screen === 'voice-otp-number') {
      // One row of a number is told by it.
      const number = await makeRow(app, tenant, numbers, { rows, secret: 'thu' });
      return add({ service_number_id: number?.id });
    }
    if (contract.screen === 'kpis') {
      // Of a target there is one a month.
      month += 1;
      const { token } = tenant.admin;
      const [first] = (await send(app, contract.list, tenant.code, { token })).json().data;
      return add({ ...first, month: `2031-${String(month).padStart(2, '0')}` });
    }
    return makeRow(app, tenant, contract, { rows, secret: 'thu' });
  }

  /** Rows with texts of people; what a field refuses stays as it was. */
  async function filled(texts: readonly (readonly string[])[]): Promise<void> {
    for (const its of texts) {
      const row = await made();
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
        for (const format of oneIn(2, ['csv', 'xlsx'], place)) {
          const { token } = tenant.admin;
          const answer = await send(app, contract.export, tenant.code, { token, query: { format } });
          expect(answer.statusCode).toBe(200);
          const { id, report } = await bring(answer.rawPayload, `xuat.${format}`);
          expect(report.reading?.letters).toBe('unicode');
          const { counts, problems } = await step(id, 'check', { mapping: report.mapping, existing: 'update' });
          const others = problems.filter((problem) => !isTold(problem));
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
