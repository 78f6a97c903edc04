import { keepSheetSync, type sheetSync, sheetSyncState, startSheetSync } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import { afterCommit } from '../../db/after-commit.ts';
import type { Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { keepSync, sheetIn, startSync, syncOf } from './sheet-syncs.ts';

/** Google Sheets: read one now, read it every so often, and see what came of it. */
export const sheetRoutes = ({ db, announceJob }: Pick<ResourceDeps, 'db' | 'announceJob'>): Route[] => [
  route(sheetSyncState, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      await sheetOr404(trx, params.id);
      return shown(trx, params.id);
    }),
  ),

  route(startSheetSync, (request) => {
    const { caller, params, body } = request;
    return db.inTenant(caller.tenantId, async (trx) => {
      const sheet = await sheetOr404(trx, params.id);
      const sync = await syncOf(trx, params.id);
      if (sync?.isGoingOn === true) throw Problem.conflict({ state: sync.job_state });
      const step = sync?.headings === undefined || body.anew ? 'read' : 'sync';
      const job = await startSync(trx, request, sheet, step);
      afterCommit(trx, () => announceJob({ tenantId: caller.tenantId, jobId: job.id }));
      return { job_id: job.id };
    });
  }),

  route(keepSheetSync, ({ caller, params, body }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      await sheetOr404(trx, params.id);
      const sync = await syncOf(trx, params.id);
      if (sync?.headings === undefined) {
        throw Problem.invalid({ every_minutes: 'Hãy đồng bộ một lần và chọn cột trước' });
      }
      const { every_minutes, existing } = body;
      await keepSync(trx, params.id, {
        ...{ every_minutes, existing, account_id: caller.accountId },
        next_at: every_minutes === null ? null : sql<Date>`now() + make_interval(mins => ${every_minutes})`,
      });
      return shown(trx, params.id);
    }),
  ),
];

async function sheetOr404(trx: Trx, id: string) {
  const sheet = await sheetIn(trx, id);
  if (sheet === undefined) throw Problem.notFound();
  return sheet;
}

async function shown(trx: Trx, id: string): Promise<z.input<typeof sheetSync>> {
  const sync = await syncOf(trx, id);
  return {
    is_mapped: sync?.headings !== undefined,
    existing: sync?.existing ?? 'skip',
    every_minutes: sync?.every_minutes ?? null,
    next_at: sync?.next_at ?? null,
    going_on: sync?.isGoingOn ?? false,
    last_at: sync?.last_at ?? null,
    last_counts: sync?.last_counts ?? null,
    last_error: sync?.last_error ?? '',
  };
}
