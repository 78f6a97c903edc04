import { Readable } from 'node:stream';
import { type CrudContract, type Permission, type StoredRowOf, screens } from '@alo/contract';
import { z } from 'zod';
import { jobResult } from '../background/job-files.ts';
import { startJob } from '../background/job-rows.ts';
import type { JobKind } from '../background/job-work.ts';
import { refuseBeyondRoom } from '../background/room.ts';
import { afterCommit } from '../db/after-commit.ts';
import { audit } from '../db/audit.ts';
import { inPieces } from '../db/cursor.ts';
import type { Trx } from '../db/database.ts';
import type { FileAnswer, JobAnswer } from '../http/file-answer.ts';
import { actorOf, type By } from '../kernel/by.ts';
import { inSentence } from '../kernel/in-sentence.ts';
import { spool } from '../kernel/spool.ts';
import type { FileStore } from '../storage/file-store.ts';
import { columnsOf, readFor } from './columns.ts';
import { type RowQuery, reading } from './reading.ts';
import type { Resource } from './resource.ts';
import type { Cell } from './sheet/cell.ts';
import { type SheetFormat, sheetBytes, sheetFile, sheetName } from './sheet/sheet.ts';
import type { Sheet } from './sheet/sheet-rows.ts';
import type { ResourceDeps } from './store.ts';

/** More rows than this are written into a file by a worker; up to it the answer is the file. */
const directAtMost = 5_000;

/** What can be exported: a resource, or the call history. */
export interface Exportable {
  /** Its screen in the contract. */
  readonly subject: string;
  readonly permission: Permission;
  /** What the audit trail calls it. */
  readonly trail: string;
  readonly title: string;
  headings(trx: Trx, query: unknown): Promise<readonly string[]>;
  /** How many rows there are, counted up to a limit where one is given. */
  count(trx: Trx, by: By, query: unknown, atMost?: number): Promise<number>;
  /** All of them, as who asks may see them, in an order in which none is lost or doubled. */
  pieces(trx: Trx, by: By, query: unknown): AsyncIterable<readonly (readonly Cell[])[]>;
  /** What stands on paper, where that is not all rows below each other. */
  readonly tables?: (trx: Trx, by: By, query: unknown) => Promise<readonly PaperTable[]>;
}

/** A table as it is printed. */
export interface PaperTable {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** What all of them come to. */
  readonly total?: readonly Cell[];
}

/** The rows of a resource as its list would show them, all of them. */
export function exportOf<C extends CrudContract>(resource: Resource<C>): Exportable {
  const { contract } = resource;
  const read = reading(resource);
  const plain = columnsOf(resource.sheet);
  const columnsIn = async (trx: Trx) => [...plain, ...((await resource.own?.sheet(trx)) ?? [])];
  // What a list was asked for, by the contract; it may have been kept as JSON meanwhile.
  const asked = (query: unknown) => wantedRows.parse(query) satisfies RowQuery;
  return {
    subject: contract.screen,
    permission: `${contract.screen}.export` as Permission,
    trail: resource.table,
    title: screens[contract.screen].label,
    headings: async (trx) => (await columnsIn(trx)).map(({ heading }) => heading),
    count: (trx, by, query, atMost) => read.count(trx, by, asked(query), atMost),
    async *pieces(trx, by, query) {
      const mask = await resource.mask?.(by)?.(trx);
      const columns = await columnsIn(trx);
      // What is hidden may hang on any value.
      const { query: all } = await read.all(trx, by, asked(query), mask === undefined ? readFor(columns) : undefined);
      for await (const rows of inPieces<StoredRowOf<C> & object>(trx, all)) {
        yield rows.map((row) => {
          const shown: object = mask?.(row) ?? row;
          return columns.map(({ cell }) => cell(shown));
        });
      }
    },
  };
}

const wantedRows = z.object({
  search: z.string(),
  sort: z
    .string()
    .optional()
    .transform((sort) => sort),
  filters: z.record(z.string(), z.unknown()),
});

/** Answers the file, or the job that will make it. Either way the trail tells who took what. */
export function exportRows(
  { db, announceJob }: Pick<ResourceDeps, 'db' | 'announceJob'>,
  exportable: Exportable,
  by: By,
  query: unknown,
  format: SheetFormat,
): Promise<FileAnswer | JobAnswer> {
  const { tenantId, timeZone } = by.caller;
  const { title, subject, permission } = exportable;
  return db.inTenant(tenantId, async (trx) => {
    if ((await exportable.count(trx, by, query, directAtMost + 1)) > directAtMost) {
      // How long it will be nobody knows; the next one finds it there.
      await refuseBeyondRoom(trx, 1);
      const input = { subject, format, query, network: by.network } satisfies z.input<typeof exportInput>;
      const job = await startJob(trx, by, { kind: 'export', title: `Xuất ${inSentence(title)}`, permission, input });
      afterCommit(trx, () => announceJob({ tenantId, jobId: job.id }));
      return { jobId: job.id };
    }
    const headings = await exportable.headings(trx, query);
    // Few enough to be held while the answer is sent, which may take longer than a connection can be spared.
    const pieces: (readonly (readonly Cell[])[])[] = [];
    for await (const piece of exportable.pieces(trx, by, query)) pieces.push(piece);
    await recordExport(
      trx,
      by,
      exportable,
      query,
      pieces.reduce((sum, { length }) => sum + length, 0),
    );
    return sheetFile({ title, headings, timeZone, pieces: Readable.from(pieces) }, format);
  });
}

const exportInput = z.object({
  subject: z.string(),
  format: z.enum(['xlsx', 'csv']),
  query: z.unknown(),
  network: z.string(),
});

/** Writes an export into a file, with the rights that its person has by now. Begins anew where it was broken off. */
export const exportJob =
  (exportables: readonly Exportable[], files: FileStore): JobKind =>
  async (work) => {
    const { subject, format, query, network } = exportInput.parse(work.input);
    const exportable = exportables.find((one) => one.subject === subject);
    if (exportable === undefined) throw new Error(`There is nothing to export called ${subject}.`);
    const by = { ...work.by, network };
    const { title, count, pieces } = exportable;
    const { timeZone, tenantId } = by.caller;

    // No transaction waits for the store of files.
    const { file, rows, name } = await work.inTenant(async (trx) => {
      const total = await count(trx, by, query);
      const headings = await exportable.headings(trx, query);
      let done = 0;
      async function* told(): Sheet['pieces'] {
        for await (const piece of pieces(trx, by, query)) {
          yield piece;
          done += piece.length;
          await work.progress(done, total);
        }
      }
      const sheet: Sheet = { title, headings, timeZone, pieces: told() };
      return { file: await spool(sheetBytes(sheet, format)), rows: done, name: sheetName(sheet, format) };
    });
    await using made = file;
    const { bytes } = await files.put(jobResult(tenantId, work.jobId), made.read());
    await work.inTenant((trx) => recordExport(trx, by, exportable, query, rows));
    return { report: { rows }, file: { name, bytes } };
  };

const recordExport = (trx: Trx, by: By, { trail }: Exportable, query: unknown, rows: number) =>
  audit(trx, actorOf(by), { action: 'export', subject: trail, subjectId: '', after: { rows, query } });
