import {
  dropSheetKey,
  keepSheetKey,
  keepSheetSync,
  type sheetSync,
  sheetSyncState,
  startSheetSync,
} from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import type { Sealer } from '../../storage/sealed.ts';
import { serviceAccountIn } from './service-account.ts';
import { keepSync, sheetIn, sheetKeyOf, startSync, syncOf, whyNotSync } from './sheet-syncs.ts';

/** Google Sheets: read one now, read it every so often, and see what came of it. */
export const sheetRoutes = ({ db, announceJob }: Pick<ResourceDeps, 'db' | 'announceJob'>, sealer: Sealer): Route[] => [
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
      const lacking = whyNotSync(caller, existing);
      if (lacking !== undefined) throw Problem.invalid({ existing: `Bạn không có ${lacking}` });
      await keepSync(trx, params.id, {
        every_minutes,
        existing,
        account_id: caller.accountId,
        next_at: every_minutes === null ? null : sql<Date>`now() + make_interval(mins => ${every_minutes})`,
      });
      return shown(trx, params.id);
    }),
  ),

  route(keepSheetKey, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { caller, params, body } = request;
      await sheetOr404(trx, params.id);
      const account = serviceAccountIn(body.key);
      if (account === undefined)
        throw Problem.invalid({ key: 'Không phải tệp khoá JSON của tài khoản dịch vụ Google' });
      const kept = { client_email: account.client_email, sealed: sealer.seal(params.id, body.key) };
      await trx
        .insertInto('sheet_key')
        .values({ data_source_id: params.id, ...kept, created_by: caller.accountId })
        .onConflict((taken) => taken.columns(['tenant_id', 'data_source_id']).doUpdateSet(kept))
        .execute();
      // Whose key it is, and nothing of the key.
      const after = { client_email: account.client_email };
      await audit(trx, actorOf(request), { action: 'update', subject: 'sheet_key', subjectId: params.id, after });
      return shown(trx, params.id);
    }),
  ),

  route(dropSheetKey, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id } = request.params;
      await sheetOr404(trx, id);
      await trx.deleteFrom('sheet_key').where('data_source_id', '=', id).execute();
      await audit(trx, actorOf(request), { action: 'delete', subject: 'sheet_key', subjectId: id });
      return shown(trx, id);
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
  const key = await sheetKeyOf(trx, id);
  return {
    client_email: key?.client_email ?? null,
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
