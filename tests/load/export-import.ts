/**
 * A table's rows into a file and back by jobs, as people do it in the console, beside what PostgreSQL itself needs to copy the
 * same rows into a file and from one, without our tallies. `ratio` is ours to that, `workerMb` what the worker's memory grew by
 * at its highest, and `loopMs` how late the event loop of the process was that serves and decides about calls meanwhile (5 ms
 * are its own grain). The rows of a workbook are also read by themselves, beside the streaming reader of exceljs as its
 * successor excelts has it (`ratio`); an import has the same way from there, whatever the file. Prints one JSON object.
 *
 *   node tests/load/export-import.ts [--rows=1000000]
 */
import type { ChildProcess } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importReport } from '@alo/contract';
import { WorkbookReader, WorkbookWriter } from '@cj-tech-master/excelts';

import { readTable } from '../../apps/server/src/resource/importing/table-file/read-table.ts';

import { begun, settled } from './jobs.ts';
import {
  fillQuickly,
  loopDelay,
  memoryGrowth,
  type Product,
  patient,
  rounded,
  type Sql,
  tell,
  timed,
  withProduct,
} from './product.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const ROWS = Number(values.rows);
const columns = 'name, code, address, phone, note';

const measured = await withProduct(fill, async (started) => {
  const product = { ...started, call: patient(started.call) };
  // The database may run as another user, and the product lets nobody else into its own folder.
  await using copies = await openFolder();
  // A worker is there, and not still beginning, before anything is measured; it goes when nobody wanted anything for a minute.
  const small = new FormData();
  small.append('subject', 'branchs');
  small.append('file', new Blob(['Tên chi nhánh\nMột'], { type: 'text/csv' }), 'mot.csv');
  await settled(product.call, await begun(product.call('POST', '/imports', small)));
  return {
    runs: [...(await exported(product, copies.path)), await imported(product, copies.path)],
    reading: await workbookRead(copies.path),
  };
});
console.log(JSON.stringify({ rows: ROWS, ...measured }, null, 2));

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'alo-copies-'));
  await chmod(path, 0o777);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function branches(tenantId: string): string {
  return `insert into branch (tenant_id, id, name, code, address, note, created_at)
  select '${tenantId}', gen_random_uuid(), 'Chi nhánh ' || n, 'C' || n, 'Số ' || n || ' đường Lê Lợi', 'ghi chú ' || n,
    now() - n * interval '0.7 s'
  from generate_series(1, ${ROWS}) as n`;
}

function fill(sql: Sql, tenantId: string): Promise<void> {
  return fillQuickly(sql, 'branch', { at: 'created_at', rows: branches(tenantId) });
}

async function exported({ call, sql, server, tenantId }: Product, copies: string) {
  const copied = await timed(() =>
    sql(`copy (select ${columns}, created_at from branch where tenant_id = '${tenantId}' order by created_at desc, id desc)
      to '${join(copies, 'out.csv')}' csv`),
  );
  const results = [];
  for (const format of ['csv', 'xlsx'] as const) {
    tell(`export as ${format}`);
    const measure = await watched(server);
    const took = await timed(async () => {
      await settled(call, await begun(call('GET', `/branchs/export?format=${format}`)));
    });
    results.push({ what: 'export', format, ...(await measure(took, copied)) });
  }
  return results;
}

async function imported({ call, sql, server, tenantId }: Product, copies: string) {
  tell('the copy in');
  await sql('set session_replication_role = replica; delete from branch; set session_replication_role = origin');
  await sql('vacuum branch');
  const other = 'aaaaaaaa-0000-7000-8000-000000000000';
  await sql(`insert into tenant (id, code, name, sip_domain) values ('${other}', 'other', 'other', 'other')`);
  await sql(`alter table branch alter tenant_id set default '${other}', alter id set default gen_random_uuid(),
    disable trigger user`);
  const file = join(copies, 'in.csv');
  await sql(`copy (select 'Nhập ' || n, 'I' || n, 'Số ' || n || ' đường Lê Lợi', '', 'ghi chú ' || n
    from generate_series(1, ${ROWS}) as n) to '${file}' csv`);
  const copied = await timed(() => sql(`copy branch (${columns}) from '${file}' csv`));
  await sql(
    `alter table branch alter tenant_id set default current_tenant(), alter id drop default, enable trigger user`,
  );
  await sql(`delete from row_tally where tenant_id = '${tenantId}'`);
  await sql('vacuum analyze branch');

  tell('the import, tried out');
  const form = new FormData();
  form.append('subject', 'branchs');
  const content = `Tên chi nhánh,Mã,Địa chỉ,Số điện thoại,Ghi chú\n${await readFile(file, 'utf8')}`;
  form.append('file', new Blob([content], { type: 'text/csv' }), 'chi-nhanh.csv');
  const id = await begun(call('POST', '/imports', form));
  const { mapping } = importReport.parse((await settled(call, id)).report);
  await call('POST', `/import/${id}/check`, { mapping, existing: 'skip' });
  await settled(call, id);
  tell('the import');
  const measure = await watched(server);
  const took = await timed(async () => {
    await call('POST', `/import/${id}/run`, {});
    const { counts } = importReport.parse((await settled(call, id)).report);
    if (counts?.created !== ROWS) throw new Error(`Not all were imported: ${JSON.stringify(counts)}`);
  });
  return { what: 'import', format: 'csv', ...(await measure(took, copied)) };
}

/** The same million rows out of a workbook: by our reader and by the other. */
async function workbookRead(copies: string) {
  tell('a workbook, read');
  const path = join(copies, 'in.xlsx');
  // As spreadsheets write it, with each cell's own place.
  const book = new WorkbookWriter({ filename: path, useSharedStrings: false });
  const sheet = book.addWorksheet('Chi nhánh');
  for (let n = 0; n <= ROWS; n += 1) {
    sheet.addRow([`Nhập ${n}`, `I${n}`, `Số ${n} đường Lê Lợi`, null, `ghi chú ${n}`]).commit();
    if (n % 10_000 === 0) await setImmediate();
  }
  await book.commit();
  const { size } = await stat(path);
  let [ours, theirs] = [0, 0];
  const oursMs = await timed(async () => {
    for await (const piece of readTable({ bytes: size, read: async (part) => createReadStream(path, part) }))
      ours += piece.length;
  });
  const theirsMs = await timed(async () => {
    for await (const page of new WorkbookReader(path, { worksheets: 'emit' })) {
      for await (const row of page) if (row.hasValues) theirs += 1;
    }
  });
  if (ours !== ROWS + 1 || theirs !== ours) throw new Error(`Not all was read: ${ours} and ${theirs}`);
  const rowsPerSecond = (ms: number) => Math.round((1_000 * ROWS) / ms);
  return [
    {
      reader: 'ours',
      seconds: rounded(oursMs / 1_000),
      rowsPerSecond: rowsPerSecond(oursMs),
      ratio: rounded(oursMs / theirsMs),
    },
    { reader: 'bare', seconds: rounded(theirsMs / 1_000), rowsPerSecond: rowsPerSecond(theirsMs), ratio: 1 },
  ];
}

async function workerOf(parent: ChildProcess): Promise<string> {
  for (;;) {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const [line, status] = await Promise.all(
        ['cmdline', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      if (line?.includes('process/worker.ts') && status?.split(') ')[1]?.split(' ')[1] === String(parent.pid))
        return pid;
    }
    await sleep(50);
  }
}

/** From now on: the worker's memory, and the delay of the server's event loop. */
async function watched(server: ChildProcess) {
  await loopDelay(server);
  const grown = await memoryGrowth(await workerOf(server));
  return async (ms: number, copied: number) => ({
    seconds: rounded(ms / 1_000),
    copySeconds: rounded(copied / 1_000),
    ratio: rounded(ms / copied),
    workerMb: await grown(),
    loopMs: await loopDelay(server),
  });
}
