import type { ImportReport } from '@alo/contract';
import { z } from 'zod';
import { jobResult } from '../../background/job-files.ts';
import type { JobWork } from '../../background/job-work.ts';
import { inPieces } from '../../db/cursor.ts';
import type { Trx } from '../../db/database.ts';
import { spool } from '../../kernel/spool.ts';
import type { FileStore } from '../../storage/file-store.ts';
import type { Cell } from '../sheet/cell.ts';
import { sheetBytes, sheetName } from '../sheet/sheet.ts';
import type { Sheet } from '../sheet/sheet-rows.ts';

const badRows = z.array(
  z.object({
    row: z.number(),
    cells: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
    reason: z.string(),
  }),
);

/** The rows that were not taken, as they were, each with its number and what is wrong with it: to be mended and brought again. */
export async function writeBadRows({
  work,
  report,
  files,
}: {
  work: JobWork;
  report: ImportReport;
  files: FileStore;
}): Promise<{ name: string; bytes: number } | undefined> {
  if ((report.counts?.bad ?? 0) === 0) return undefined;
  const { tenantId, timeZone } = work.by.caller;
  const { columns } = report;
  const { file, name } = await work.inTenant(async (trx) => {
    async function* pieces(): AsyncGenerator<readonly (readonly Cell[])[]> {
      const batches = trx.selectFrom('import_batch').where('job_id', '=', work.jobId).orderBy('number').select('bad');
      for await (const some of inPieces<{ bad: unknown }>(trx, batches, 10)) {
        for (const { bad } of some) {
          yield badRows
            .parse(bad)
            .map(({ row, cells, reason }) => [...columns.map((_, n) => cells[n] ?? null), row, reason]);
        }
      }
    }
    const title = 'Dòng lỗi';
    const sheet: Sheet = { title, headings: [...columns, 'Dòng', 'Lỗi'], timeZone, pieces: pieces() };
    const format = report.file_name.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx';
    return { file: await spool(sheetBytes(sheet, format)), name: sheetName(sheet, format) };
  });
  await using made = file;
  const { bytes } = await files.put(jobResult(tenantId, work.jobId), made.read());
  return { name, bytes };
}

/** The rows of earlier attempts that were not taken, by their numbers. */
export async function badSoFar(trx: Trx, jobId: string): Promise<Set<number>> {
  const batches = await trx.selectFrom('import_batch').where('job_id', '=', jobId).select('bad').execute();
  return new Set(batches.flatMap(({ bad }) => badRows.parse(bad).map(({ row }) => row)));
}
