import { cancelJob, getJob, jobFile, jobs, retryJob } from '@alo/contract';
import { jobResult } from '../../background/job-files.ts';
import {
  cancelOwnJob,
  type JobRow,
  mayFetch,
  ownJob,
  ownJobs,
  presentJob,
  resumeJob,
} from '../../background/job-rows.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { numberMask } from '../../domain/number-view.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { sheetTypes } from '../../resource/sheet/sheet.ts';
import type { FileStore } from '../../storage/file-store.ts';

export interface JobDeps {
  readonly db: Db;
  readonly files: FileStore;
  /** Tells the person's consoles that the job has changed. */
  readonly announce: (key: { tenantId: string; jobId: string }) => void;
}

/** A person's work in the background. Another's is not there. */
export function jobRoutes({ db, files, announce }: JobDeps): Route[] {
  const inTenant = <T>({ caller }: By, work: Parameters<typeof db.inTenant<T>>[1]) =>
    db.inTenant(caller.tenantId, work);

  async function changed(by: By, id: string, row: Promise<JobRow | undefined>) {
    const job = presentJob(found(await row));
    announce({ tenantId: by.caller.tenantId, jobId: id });
    return job;
  }

  return [
    route(jobs, async (request) => ({
      data: (await inTenant(request, (trx) => ownJobs(trx, request))).map(presentJob),
    })),

    route(getJob, async (request) =>
      presentJob(found(await inTenant(request, (trx) => ownJob(trx, request, request.params.id)))),
    ),

    route(cancelJob, (request) => {
      const { id } = request.params;
      return changed(
        request,
        id,
        inTenant(request, (trx) => cancelOwnJob(trx, request, id)),
      );
    }),

    route(retryJob, (request) => {
      const { id } = request.params;
      const retried = inTenant(request, async (trx) => {
        const job = found(await ownJob(trx, request, id));
        if (job.state !== 'failed' && job.state !== 'cancelled') throw Problem.conflict(presentJob(job));
        return resumeJob(trx, id);
      });
      return changed(request, id, retried);
    }),

    fileRoute(jobFile, async (request) => {
      const { caller, params } = request;
      const stored = await files.find(jobResult(caller.tenantId, params.id));
      const job = await inTenant(request, async (trx) => {
        const row = found(await ownJob(trx, request, params.id));
        if (row.file_name === null || stored === undefined) throw Problem.notFound();
        // What they may not see any more they may not fetch either.
        if (!mayFetch(caller, await numberMask(trx, caller), row)) throw Problem.refused('forbidden');
        await audit(trx, actorOf(request), { action: 'download', subject: 'job', subjectId: row.id });
        return { name: row.file_name };
      });
      return { ...job, stored: found(stored), contentType: contentTypeOf(job.name), disposition: 'attachment' };
    }),
  ];
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw Problem.notFound();
  return value;
}

function contentTypeOf(name: string): string {
  if (name.endsWith('.zip')) return 'application/zip';
  return sheetTypes[name.endsWith('.csv') ? 'csv' : 'xlsx'];
}
