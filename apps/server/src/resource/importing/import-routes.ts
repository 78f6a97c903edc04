import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { checkImport, isAllowed, readImport, runImport, startImport, undoImport } from '@alo/contract';
import { uploadOf } from '../../background/job-files.ts';
import { type JobRow, ownJob, refuseMoreJobs, resumeJob, startJob } from '../../background/job-rows.ts';
import { refuseBeyondRoom } from '../../background/room.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import type { UploadedFile } from '../../http/uploads.ts';
import type { By } from '../../kernel/by.ts';
import { inSentence } from '../../kernel/in-sentence.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { FileStore } from '../../storage/file-store.ts';
import type { ResourceDeps } from '../store.ts';
import { type ImportInput, importInput, reportSoFar } from './import-state.ts';
import { type Importable, refuseTaking } from './importable.ts';

export interface ImportDeps extends Pick<ResourceDeps, 'db' | 'announceJob'> {
  readonly files: FileStore;
  readonly importables: readonly Importable[];
}

/** Imports: bring a file, say what its columns mean, try it out, do it, take it back. The work is done by jobs. */
export function importRoutes({ db, announceJob, files, importables }: ImportDeps): Route[] {
  const inTenant = <T>({ caller }: By, work: (trx: Trx) => Promise<T>) => db.inTenant(caller.tenantId, work);

  /** An import of the person's own that waits for its next step, or has ended. */
  async function own(trx: Trx, by: By, id: string): Promise<{ row: JobRow; input: ImportInput }> {
    const row = await ownJob(trx, by, id);
    if (row === undefined || row.kind !== 'import') throw Problem.notFound();
    return { row, input: importInput.parse(row.input) };
  }

  async function goOn(trx: Trx, by: By, row: JobRow, input: ImportInput, report?: unknown) {
    const resumed = await resumeJob(trx, row.id, { ...input, network: by.network }, report);
    if (resumed === undefined) throw Problem.conflict({ state: row.state });
    afterCommit(trx, () => announceJob({ tenantId: by.caller.tenantId, jobId: row.id }));
    return { job_id: row.id };
  }

  const begin = startImporter({ db, announceJob, files, importables });

  return [
    route(startImport, (request) => begin(request, request.body.subject), {
      // What is brought is said in the form; who may bring nothing at all sends none.
      mayBring({ caller: { role } }) {
        if (!importables.some(({ create }) => isAllowed(role, create))) throw Problem.refused('forbidden');
      },
    }),

    route(readImport, (request) =>
      inTenant(request, async (trx) => {
        const { row, input } = await own(trx, request, request.params.id);
        targetOf(importables, request, input.subject);
        if (row.state !== 'waiting') throw Problem.conflict({ state: row.state });
        const report = reportSoFar(row.report, input);
        return goOn(trx, request, row, { ...input, step: 'read' }, { ...report, way: request.body });
      }),
    ),

    route(checkImport, (request) =>
      inTenant(request, async (trx) => {
        const { row, input } = await own(trx, request, request.params.id);
        const target = targetOf(importables, request, input.subject);
        const { mapping, existing } = request.body;
        const report = reportSoFar(row.report, input);
        if (row.state !== 'waiting' || report.columns.length === 0) throw Problem.conflict({ state: row.state });
        const known = await target.fields(trx);
        const wrong = Object.entries(mapping).filter(
          ([name, column]) => !known.some((field) => field.name === name) || column >= report.columns.length,
        );
        const missing = known.filter(({ name, required }) => required && mapping[name] === undefined);
        const fields = [
          ...wrong.map(([name]) => [`mapping.${name}`, 'Cột này không có']),
          ...missing.map(({ name }) => [`mapping.${name}`, 'Thông tin không được để trống']),
        ];
        if (fields.length > 0) throw Problem.invalid(Object.fromEntries(fields));
        refuseTaking(target, request, existing);
        return goOn(trx, request, row, { ...input, step: 'check' }, { ...report, mapping, existing });
      }),
    ),

    route(runImport, (request) =>
      inTenant(request, async (trx) => {
        const { row, input } = await own(trx, request, request.params.id);
        refuseTaking(targetOf(importables, request, input.subject), request, reportSoFar(row.report, input).existing);
        // What has not been tried out is not done; what has failed or was cancelled on the way goes on.
        const isTried = input.step === 'check' && row.state === 'waiting';
        if (!isTried) throw Problem.conflict({ state: row.state });
        return goOn(trx, request, row, { ...input, step: 'run' });
      }),
    ),

    route(undoImport, (request) =>
      inTenant(request, async (trx) => {
        const { row, input } = await own(trx, request, request.params.id);
        targetOf(importables, request, input.subject);
        const hasEnded = ['done', 'failed', 'cancelled'].includes(row.state);
        const wasDone = input.step === 'run' || input.step === 'sync';
        if (!wasDone || !hasEnded) throw Problem.conflict({ state: row.state });
        return goOn(trx, request, row, { ...input, step: 'undo' });
      }),
    ),
  ];
}

function targetOf(importables: readonly Importable[], by: By, subject: string): Importable {
  const target = importables.find((one) => one.subject === subject);
  if (target === undefined) throw Problem.invalid({ subject: 'Không nhập được loại dữ liệu này' });
  refuseTaking(target, by, 'skip');
  return target;
}

/** Takes the file of an import, and starts the job that reads its columns. */
export const startImporter =
  ({ db, announceJob, files, importables }: ImportDeps) =>
  async (request: By & { files: readonly UploadedFile[]; network: string }, subject: string) => {
    const { caller, network } = request;
    const target = targetOf(importables, request, subject);
    const [upload] = request.files;
    if (upload === undefined) throw Problem.invalid({ file: 'Thông tin không được để trống' });
    const id = newId();
    const key = uploadOf(caller.tenantId, id);
    const input: ImportInput = { subject: target.subject, step: 'read', fileName: upload.name.slice(0, 200), network };
    const { size: uploadBytes } = await stat(upload.path);
    const title = `Nhập ${inSentence(target.title)}`;
    const job = { id, kind: 'import', title, permission: target.create, input, uploadBytes };
    // Before it is kept.
    await db.inTenant(caller.tenantId, async (trx) => {
      await refuseBeyondRoom(trx, uploadBytes);
      await refuseMoreJobs(trx);
    });
    await files.put(key, createReadStream(upload.path));
    try {
      await db.inTenant(caller.tenantId, (trx) => startJob(trx, request, job));
    } catch (error) {
      await files.remove(key);
      throw error;
    }
    announceJob({ tenantId: caller.tenantId, jobId: id });
    return { job_id: id };
  };
