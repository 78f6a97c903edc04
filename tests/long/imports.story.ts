import { setTimeout as sleep } from 'node:timers/promises';
import {
  basePrefix,
  checkImport,
  getJob,
  importReport,
  jobFile,
  jobTicket,
  runImport,
  startImport,
} from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../e2e/support/api.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';

let product: Product;
let api: PersonApi;

beforeAll(async () => {
  product = await startProduct();
  api = await signInByApi(product.address, 'admin');
});

afterAll(() => product.close());

const rows = 100_000;

/** Numbers and names as people have them; undefined where the row can be taken, else what is said of it. */
const traps: readonly [line: (n: number) => string, why: string | undefined][] = [
  [(n) => `Khách ${n},0${number(n)}`, undefined],
  [(n) => `Khách ${n},84${number(n)}`, undefined],
  [(n) => `Khách ${n},${number(n)}`, undefined],
  [(n) => `"Khách ${n}, chị","+84 (0)${number(n)}"`, undefined],
  [(n) => `Khách ${n},'0${number(n)}`, undefined],
  [(n) => `=HYPERLINK(${n}),0${number(n)}`, undefined],
  [(n) => `Khách ${n},9.87654E+08`, 'Excel đã đổi số này'],
  [(n) => `Khách ${n},098****32${n % 10}`, 'số đã bị che'],
  [(n) => `Khách ${n},12${n}`, 'Định dạng số điện thoại sai'],
  [(n) => `,0${number(n)}`, 'Thông tin không được để trống'],
];
const number = (n: number) => `3${String(20_000_000 + n)}`;
const trapOf = (n: number) => traps[n % traps.length] ?? traps[0];

async function settled(id: string) {
  for (;;) {
    const job = await api.call(getJob, { params: { id } });
    if (job.state !== 'queued' && job.state !== 'running') return { job, report: importReport.parse(job.report) };
    await sleep(500);
  }
}

test('of a hundred thousand rows with every trap the good ones are kept, and each bad one comes back with its line and reason', async () => {
  const lines = Array.from({ length: rows }, (_, n) => trapOf(n)?.[0](n));
  const form = new FormData();
  form.append('subject', 'customer');
  form.append(
    'file',
    new Blob([`Tên khách hàng,Số điện thoại\n${lines.join('\n')}`], { type: 'text/csv' }),
    'khach.csv',
  );
  const answer = await fetch(`${product.address}${basePrefix.tenant.replace(':ma_dn', 'demo')}${startImport.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}` },
    body: form,
  });
  const { job_id: id } = jobTicket.parse(await answer.json());
  const { report } = await settled(id);
  await api.call(checkImport, { params: { id }, body: { mapping: report.mapping, existing: 'skip' } });
  const checked = await settled(id);
  await api.call(runImport, { params: { id } });
  const done = await settled(id);
  const bad = Array.from({ length: rows }, (_, n) => n).filter((n) => trapOf(n)?.[1] !== undefined);
  expect(done.report.counts).toEqual(checked.report.counts);
  expect(done.report.counts).toMatchObject({ rows, created: rows - bad.length, bad: bad.length });
  const file = await (await api.raw(jobFile, { params: { id } })).text();
  const told = new Map(
    file
      .trim()
      .split(/\r?\n/)
      .slice(1)
      // The two cells of the row, which line it was, and what is wrong with it.
      .map((line) => [Number(/^[^,]*,[^,]*,(\d+),/.exec(line)?.[1]), line]),
  );
  expect(told.size).toBe(bad.length);
  // The first line is the headings.
  const silent = bad.filter((n) => !told.get(n + 2)?.includes(trapOf(n)?.[1] ?? ''));
  expect(silent).toEqual([]);
}, 900_000);
