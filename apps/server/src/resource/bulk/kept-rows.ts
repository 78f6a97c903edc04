import { type BulkReport, keptRow } from '@alo/contract';
import { z } from 'zod';
import { jobResult } from '../../background/job-files.ts';
import type { JobWork } from '../../background/job-work.ts';
import { inPieces } from '../../db/cursor.ts';
import { spool } from '../../kernel/spool.ts';
import type { FileStore } from '../../storage/file-store.ts';
import type { Cell } from '../sheet/cell.ts';
import { sheetBytes, sheetName } from '../sheet/sheet.ts';
import type { Sheet } from '../sheet/sheet-rows.ts';

const kept = z.array(keptRow);

/** The rows that a change of many left as they were, each with why. */
export async function writeKeptRows({
  work,
  report,
  title,
  files,
}: {
  work: JobWork;
  report: BulkReport;
  /** What the rows are called. */
  title: string;
  files: FileStore;
}): Promise<{ name: string; bytes: number } | undefined> {
  if (report.counts.kept === 0) return undefined;
  const { tenantId, timeZone } = work.by.caller;
  const { file, name } = await work.inTenant(async (trx) => {
    async function* pieces(): AsyncGenerator<readonly (readonly Cell[])[]> {
      const batches = trx.selectFrom('bulk_batch').where('job_id', '=', work.jobId).orderBy('number').select('kept');
      for await (const some of inPieces<{ kept: unknown }>(trx, batches, 10)) {
        yield some.flatMap((batch) => kept.parse(batch.kept).map(({ name, reason }) => [name, reason]));
      }
    }
    const sheet: Sheet = { title: 'Dòng giữ lại', headings: [title, 'Lý do'], timeZone, pieces: pieces() };
    return { file: await spool(sheetBytes(sheet, 'xlsx')), name: sheetName(sheet, 'xlsx') };
  });
  await using made = file;
  const { bytes } = await files.put(jobResult(tenantId, work.jobId), made.read());
  return { name, bytes };
}
