import { undoBulk } from '@alo/contract';

import { mayHaveDone, ownJob, resumeJob } from '../../background/job-rows.ts';
import { afterCommit } from '../../db/after-commit.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ResourceDeps } from '../store.ts';
import { bulkInput, bulkReportSoFar } from './bulk-state.ts';

/** Takes a change of many rows back. What begins one is a call of its resource. */
export const bulkRoutes = ({ db, announceJob }: Pick<ResourceDeps, 'db' | 'announceJob'>): Route[] => [
  route(undoBulk, ({ caller, params, network, ...by }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const row = await ownJob(trx, { caller, ...by }, params.id);
      if (row === undefined || row.kind !== 'bulk') throw Problem.notFound();
      if (!mayHaveDone(caller, row)) throw Problem.refused('forbidden');
      const input = bulkInput.parse(row.input);
      const hasEnded = ['done', 'failed', 'cancelled'].includes(row.state);
      const isTaken = bulkReportSoFar(row.report) !== undefined;
      if (input.step !== 'run' || !hasEnded || !isTaken) throw Problem.conflict({ state: row.state });
      const resumed = await resumeJob(trx, row.id, { ...input, step: 'undo', network });
      if (resumed === undefined) throw Problem.conflict({ state: row.state });
      afterCommit(trx, () => announceJob({ tenantId: caller.tenantId, jobId: row.id }));
      return { job_id: row.id };
    }),
  ),
];
