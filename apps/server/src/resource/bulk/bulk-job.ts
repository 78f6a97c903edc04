import type { BulkReport } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { JobCancelled, type JobKind, type JobOutcome, type JobWork } from '../../background/job-work.ts';
import type { Trx } from '../../db/database.ts';
import type { FileStore } from '../../storage/file-store.ts';
import type { AnnounceChange } from '../announce.ts';
import { type BulkInput, type BulkOutcome, bulkInput, bulkReportSoFar } from './bulk-state.ts';
import type { Bulkable } from './bulkable.ts';
import { writeKeptRows } from './kept-rows.ts';

const rowsInABatch = 500;
const shownKept = 50;

/** Changes many rows, or takes that back; may be broken off at any moment and taken up again, and does no row twice. */
export const bulkJob =
  (bulkables: readonly Bulkable[], files: FileStore, announce: AnnounceChange): JobKind =>
  async (work) => {
    const input = bulkInput.parse(work.input);
    const target = bulkables.find(({ subject }) => subject === input.subject);
    if (target === undefined) throw new Error(`There is nothing called ${input.subject} to change many of.`);
    const parts: Parts = { work: { ...work, by: { ...work.by, network: input.network } }, target, input, files };
    const tell = () =>
      work.inTenant(async (trx) => {
        await target.announce(trx, parts.work.by, announce);
        const { action } = input;
        if (!('list' in action)) return;
        await announce(trx, { tenantId: work.by.caller.tenantId, subject: action.list, ids: [action.id] });
      });
    try {
      const outcome = await (input.step === 'run' ? run(parts) : undo(parts));
      await tell();
      return outcome;
    } catch (error) {
      if (error instanceof JobCancelled) await tell();
      throw error;
    }
  };

interface Parts {
  readonly work: JobWork;
  readonly target: Bulkable;
  readonly input: BulkInput;
  readonly files: FileStore;
}

async function run({ work, target, input, files }: Parts): Promise<JobOutcome> {
  let report = bulkReportSoFar(work.report) ?? (await settle({ work, target, input }));
  let { done } = work;
  for (;;) {
    await work.progress(done, report.counts.rows);
    const next = await work.inTenant(async (trx) => {
      const batch = await nextBatch(trx, work.jobId);
      if (batch === undefined) return undefined;
      const rows = batch.row_ids.map((id, n) => ({ id, version: batch.row_versions[n] ?? 0 }));
      const outcome = await target.take(trx, work.by, input.action, rows);
      await keepOutcome(trx, batch.id, outcome);
      const told = withOutcome(report, rows.length, outcome);
      await work.advance(trx, done + rows.length, told);
      return { told, rows: rows.length };
    });
    if (next === undefined) break;
    report = next.told;
    done += next.rows;
  }
  const file = await writeKeptRows({ work, report, title: target.title, files });
  return { report, ...(file === undefined ? {} : { file }) };
}

/**
 * Which rows are meant is settled once: what is set may be what they were found by. Who asked has not seen what was added since, while
 * the workers did something else.
 */
async function settle({ work, target, input }: Pick<Parts, 'work' | 'target' | 'input'>): Promise<BulkReport> {
  return work.inTenant(async (trx) => {
    const asked = sql<Date>`(select created_at from job where id = ${work.jobId})`;
    const chosen = await target.chosen(trx, work.by, input.wanted, asked);
    const { rows } = await sql<{ rows: number }>`
      with numbered as (select id, version, row_number() over () as n from (${chosen}) as row),
      batched as (select id, version, n, (n - 1) / ${rowsInABatch} as batch from numbered),
      batches as (insert into bulk_batch (id, job_id, number, row_ids, row_versions)
        select gen_random_uuid(), ${work.jobId}, batch, array_agg(id order by n), array_agg(version order by n)
        from batched group by batch returning cardinality(row_ids) as rows)
      select coalesce(sum(rows), 0)::int as rows from batches`.execute(trx);
    const report: BulkReport = {
      subject: target.subject,
      action: input.action.kind,
      step: 'run',
      counts: { rows: rows[0]?.rows ?? 0, done: 0, same: 0, kept: 0, gone: 0 },
      kept: [],
    };
    await work.advance(trx, 0, report);
    return report;
  });
}

const nextBatch = (trx: Trx, jobId: string) =>
  trx
    .selectFrom('bulk_batch')
    .where('job_id', '=', jobId)
    .where('taken', '=', false)
    .orderBy('number')
    .limit(1)
    .select(['id', 'row_ids', 'row_versions'])
    .executeTakeFirst();

async function keepOutcome(trx: Trx, id: string, { removed, changed, kept }: BulkOutcome): Promise<void> {
  const [gone, before, left] = [removed, changed, kept].map((list) => JSON.stringify(list));
  await trx
    .updateTable('bulk_batch')
    .set({ taken: true, removed: gone, changed: before, kept: left })
    .where('id', '=', id)
    .execute();
}

function withOutcome(report: BulkReport, rows: number, { removed, changed, same, kept }: BulkOutcome): BulkReport {
  const { counts } = report;
  const done = removed.length + changed.length;
  return {
    ...report,
    counts: {
      rows: counts.rows,
      done: counts.done + done,
      same: counts.same + same,
      kept: counts.kept + kept.length,
      gone: counts.gone + rows - done - same - kept.length,
    },
    kept: [...report.kept, ...kept].slice(0, shownKept),
  };
}

/** Takes back one batch after the other, the last one first; what a batch did goes with it. */
async function undo({ work, target, input }: Parts): Promise<JobOutcome> {
  const begun = bulkReportSoFar(work.report);
  if (begun === undefined) return {};
  let report: BulkReport = { ...begun, step: 'undo', undone: begun.undone ?? { restored: 0, kept: 0 } };
  for (let { done } = work; ; ) {
    const next = await work.inTenant(async (trx) => {
      const batch = await lastTaken(trx, work.jobId);
      if (batch === undefined) return undefined;
      const removed = removedRows.parse(batch.removed);
      const changed = changedRows.parse(batch.changed);
      const { restored, kept } = await target.undo(trx, work.by, { removed, changed }, input.action);
      const { undone = { restored: 0, kept: 0 } } = report;
      const told = { ...report, undone: { restored: undone.restored + restored, kept: undone.kept + kept } };
      const rows = removed.length + changed.length;
      await work.advance(trx, done + rows, told);
      return { told, rows };
    });
    if (next === undefined) break;
    report = next.told;
    done += next.rows;
    await work.progress(done, report.counts.done);
  }
  return { report };
}

/** What it did is taken back with it, or not at all. */
const lastTaken = (trx: Trx, jobId: string) =>
  trx
    .deleteFrom('bulk_batch')
    .where('id', '=', (batches) =>
      batches
        .selectFrom('bulk_batch')
        .where('job_id', '=', jobId)
        .where('taken', '=', true)
        .orderBy('number', 'desc')
        .limit(1)
        .select('id'),
    )
    .returning(['removed', 'changed'])
    .executeTakeFirst();

const removedRows = z.array(z.object({ before: z.unknown(), stored: z.unknown() }));
const changedRows = z.array(z.object({ id: z.string(), version: z.number(), before: z.unknown() }));
