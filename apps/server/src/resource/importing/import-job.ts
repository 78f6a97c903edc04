import { type ImportCounts, type ImportReport, messages } from '@alo/contract';
import { sql } from 'kysely';
import { uploadOf } from '../../background/job-files.ts';
import {
  JobCancelled,
  JobInterrupted,
  type JobKind,
  type JobOutcome,
  type JobWork,
  whyFailed,
} from '../../background/job-work.ts';
import type { Trx } from '../../db/database.ts';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.ts';
import { newId } from '../../kernel/new-id.ts';
import { PackagesReplaced } from '../../kernel/packages-replaced.ts';
import { Problem } from '../../kernel/problem.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import type { FileStore, StoredFile } from '../../storage/file-store.ts';
import type { AnnounceChange } from '../announce.ts';
import { alike } from './alike.ts';
import { badSoFar, writeBadRows } from './bad-rows.ts';
import { headAsSaid, headOfFile } from './file-head.ts';
import type { FileRow } from './file-row.ts';
import { guessedColumns } from './guessed-columns.ts';
import type { BatchOutcome } from './import-batch.ts';
import type { ImportOrder } from './import-order.ts';
import type { ImportSource, SourceOrder } from './import-source.ts';
import { importInput, reportSoFar } from './import-state.ts';
import { type Importable, refuseTaking } from './importable.ts';
import { readTable } from './table-file/read-table.ts';

const shownProblems = 50;
const rowsInABatch = 1_000;
const noCounts: ImportCounts = { rows: 0, created: 0, changed: 0, same: 0, duplicate: 0, bad: 0 };

/** Does the steps of an import; each may be broken off at any moment and taken up again, and writes no row twice. */
export const importJob =
  ({
    importables,
    files,
    announce,
    source,
  }: {
    importables: readonly Importable[];
    files: FileStore;
    announce: AnnounceChange;
    source: ImportSource;
  }): JobKind =>
  async (work) => {
    const input = importInput.parse(work.input);
    const target = importables.find(({ subject }) => subject === input.subject);
    if (target === undefined) throw new Error(`There is nothing to import called ${input.subject}.`);
    const by = { ...work.by, network: input.network };
    const key = uploadOf(by.caller.tenantId, work.jobId);
    // What is read again after the first rows were written must be what they were read from.
    const isDue = input.step === 'read' || (input.step === 'sync' && work.done === 0);
    try {
      const fetched = input.source !== undefined && isDue ? await source.fetch(work.inTenant, input.source) : undefined;
      if (fetched !== undefined) await files.put(key, fetched.content);
      const file = await files.find(key);
      if (file === undefined) throw Problem.notFound();
      const known = reportSoFar(work.report, input);
      const report = {
        ...known,
        step: input.step === 'sync' ? ('run' as const) : input.step,
        way: { ...known.way, ...(fetched?.page !== undefined && { page: fetched.page }) },
      };
      const parts: Parts = { work: { ...work, by }, target, report, file, files, announce, source, from: input.source };
      switch (input.step) {
        case 'read':
          return await readColumns(parts);
        case 'check':
          return await takeRows(parts, 'check');
        case 'run':
          return await takeRows(parts, 'run');
        case 'sync':
          return await takeRows({ ...parts, report: await asLastTime(parts) }, 'run');
        case 'undo':
          return await undo(parts);
        default:
          return input.step satisfies never;
      }
    } catch (error) {
      const { source: from } = input;
      if (from !== undefined && input.step !== 'undo' && !goesOnElsewhere(error)) {
        const why = error instanceof Problem ? whyFailed(error) : messages.generic;
        await work.inTenant((trx) => source.failed(trx, from, why));
      }
      throw error;
    }
  };

/** It has not failed: it was taken back, or is done by another attempt. */
const goesOnElsewhere = (error: unknown): boolean =>
  error instanceof JobCancelled ||
  error instanceof JobInterrupted ||
  error instanceof DatabaseUnavailable ||
  error instanceof StorageUnavailable ||
  error instanceof PackagesReplaced;

interface Parts {
  readonly work: JobWork;
  readonly target: Importable;
  readonly report: ImportReport;
  readonly files: FileStore;
  readonly announce: AnnounceChange;
  readonly source: ImportSource;
  /** Which one. */
  readonly from: string | undefined;
  readonly file: StoredFile;
}

/** What the file means, as far as it can be told, and which of its columns go where. */
async function readColumns({ work, target, report, file, source, from }: Parts): Promise<JobOutcome> {
  const { remembered, fields } = await work.inTenant(async (trx) => ({
    remembered: (await lastOrder(trx, source, from))?.headings ?? (await readMapping(trx, work, target.subject)),
    fields: await target.fields(trx),
  }));
  const known = [...Object.values(remembered), ...fields.flatMap(({ name, label }) => [name, label])];
  // What a source names is read, or nothing: nobody has to be asked whether another page would do.
  const readAs = from === undefined ? headAsSaid : headOfFile;
  const { way, reading, columns, sample, body } = await readAs(file, report.way, known);
  const named = Object.fromEntries(
    fields.flatMap(({ name, label }) => {
      // What was chosen the last time goes before what is only called like the field.
      const wanted = [remembered[name], label, name].filter((text) => text !== undefined).map(alike);
      const found = wanted.map((text) => columns.findIndex((heading) => alike(heading) === text));
      const column = found.find((place) => place !== -1);
      return column === undefined ? [] : [[name, column]];
    }),
  );
  const mapping = { ...named, ...guessedColumns(body, { fields, mapping: named }) };
  const targets = fields.map(({ name, label, required }) => ({ name, label, required }));
  return { state: 'waiting', report: { ...report, way, reading, fields: targets, columns, sample, mapping } };
}

const lastOrder = async (trx: Trx, source: ImportSource, from: string | undefined) =>
  from === undefined ? undefined : source.order(trx, from);

/** The columns by the headings that they had the last time; one that is gone is not guessed at. */
async function asLastTime({ work, report, file, source, from }: Parts): Promise<ImportReport> {
  const order = await work.inTenant((trx) => lastOrder(trx, source, from));
  if (order === undefined) throw Problem.invalid({ file: 'Hãy đồng bộ một lần và chọn cột trước' });
  const { reading, columns } = await headOfFile(file, report.way, Object.values(order.headings));
  const places = new Map(columns.map((heading, place) => [alike(heading), place]));
  const mapping = Object.entries(order.headings).map(([name, heading]) => {
    const column = places.get(alike(heading));
    if (column === undefined) throw Problem.invalid({ file: `Bảng tính không còn cột “${heading}”` });
    return [name, column] as const;
  });
  return { ...report, reading, columns, mapping: Object.fromEntries(mapping), existing: order.existing };
}

/** Tries the rows out, or takes them. */
async function takeRows(
  { work, target, report, file, files, announce, source, from }: Parts,
  how: 'check' | 'run',
): Promise<JobOutcome> {
  // It was asked for as it is to be done; between the steps a right may have gone.
  refuseTaking(target, work.by, report.existing);
  // A check begins anew where it was broken off; a run goes on behind the last batch that was written.
  let soFar = how === 'run' && work.done > 0 ? report : { ...report, counts: noCounts, problems: [] };
  const given = from === undefined ? {} : await work.inTenant((trx) => source.given(trx, from));
  const { mapping, existing, reading: written } = report;
  const order: ImportOrder = { mapping, existing, given, written, seen: new Set() };
  if (how === 'check') await work.inTenant((trx) => keepMapping(trx, work, target.subject, report));
  const behind = how === 'run' ? work.done : 0;
  const wereBad = behind === 0 ? new Set<number>() : await work.inTenant((trx) => badSoFar(trx, work.jobId));
  let read = 0;
  for await (const batch of batches(readTable(file, { asked: report.way }), report.reading?.heading ?? 1)) {
    read += batch.length;
    if (read <= behind) {
      target.remember(
        batch.filter(({ number }) => !wereBad.has(number)),
        order,
      );
      continue;
    }
    const number = Math.ceil(read / rowsInABatch);
    soFar = await work.inTenant(async (trx) => {
      if (how === 'check') await sql`savepoint tried_out`.execute(trx);
      const outcome = await target.batch(trx, work.by, batch, order);
      if (how === 'check') await sql`rollback to savepoint tried_out`.execute(trx);
      else await keepBatch(trx, work.jobId, number, outcome);
      const told = withOutcome(soFar, batch.length, outcome);
      await work.advance(trx, read, told);
      return told;
    });
  }
  if (how === 'check') return { state: 'waiting', report: soFar };
  const badRows = await writeBadRows({ work, report: soFar, files });
  await work.inTenant(async (trx) => {
    if (from !== undefined) await source.taken(trx, work.by, from, orderOf(soFar), soFar);
    await target.announce(trx, work.by, announce);
  });
  return { report: soFar, ...(badRows === undefined ? {} : { file: badRows }) };
}

/** Rows below the line of the headings, so many at a time, however they come. */
async function* batches(
  pieces: AsyncIterable<readonly FileRow[]>,
  heading: number,
): AsyncGenerator<readonly FileRow[]> {
  let waiting: FileRow[] = [];
  for await (const piece of pieces) {
    waiting.push(...piece.filter(({ number }) => number > heading));
    while (waiting.length >= rowsInABatch) {
      yield waiting.slice(0, rowsInABatch);
      waiting = waiting.slice(rowsInABatch);
    }
  }
  if (waiting.length > 0) yield waiting;
}

function withOutcome(report: ImportReport, rows: number, outcome: BatchOutcome): ImportReport {
  const before = report.counts ?? noCounts;
  const counts = {
    rows: before.rows + rows,
    created: before.created + outcome.created.length,
    changed: before.changed + outcome.changed.length,
    same: before.same + outcome.same,
    duplicate: before.duplicate + outcome.duplicate,
    bad: before.bad + outcome.bad.length,
  };
  const problems = [...report.problems, ...outcome.bad.map(({ row, reason }) => ({ row, reason }))];
  return { ...report, counts, problems: problems.slice(0, shownProblems) };
}

async function keepBatch(
  trx: Trx,
  jobId: string,
  number: number,
  { created, changed, bad }: BatchOutcome,
): Promise<void> {
  await trx
    .insertInto('import_batch')
    .values({
      id: newId(),
      job_id: jobId,
      number,
      created: [...created],
      changed: JSON.stringify(changed),
      bad: JSON.stringify(bad),
    })
    .execute();
}

/** Takes back one batch after the other, the last one first; what a batch did goes with it. */
async function undo({ work, target, report, announce }: Parts): Promise<JobOutcome> {
  let soFar = {
    ...report,
    undone: work.done > 0 && report.undone ? report.undone : { removed: 0, restored: 0, kept: 0 },
  };
  for (let done = work.done; ; done += 1) {
    const next = await work.inTenant(async (trx) => {
      const batch = await trx
        .deleteFrom('import_batch')
        .where('id', '=', (batches) =>
          batches
            .selectFrom('import_batch')
            .where('job_id', '=', work.jobId)
            .orderBy('number', 'desc')
            .limit(1)
            .select('id'),
        )
        .returning(['created', 'changed'])
        .executeTakeFirst();
      if (batch === undefined) return undefined;
      const { removed, restored, kept } = await target.undo(trx, work.by, batch);
      const { undone } = soFar;
      const told = {
        ...soFar,
        undone: { removed: undone.removed + removed, restored: undone.restored + restored, kept: undone.kept + kept },
      };
      await work.advance(trx, done + 1, told);
      return told;
    });
    if (next === undefined) break;
    soFar = next;
  }
  await work.inTenant((trx) => target.announce(trx, work.by, announce));
  return { report: soFar };
}

async function readMapping(trx: Trx, { by }: JobWork, subject: string): Promise<Record<string, string>> {
  const row = await trx
    .selectFrom('import_mapping')
    .where('account_id', '=', by.caller.accountId)
    .where('subject', '=', subject)
    .select('headings')
    .executeTakeFirst();
  return (row?.headings ?? {}) as Record<string, string>;
}

/** The next file with the same headings is understood at once. */
async function keepMapping(trx: Trx, { by }: JobWork, subject: string, report: ImportReport): Promise<void> {
  const headings = JSON.stringify(orderOf(report).headings);
  await trx
    .insertInto('import_mapping')
    .values({ account_id: by.caller.accountId, subject, headings })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id', 'subject']).doUpdateSet({ headings }))
    .execute();
}

const orderOf = ({ mapping, columns, existing }: ImportReport): SourceOrder => ({
  headings: Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, columns[column] ?? ''])),
  existing,
});
