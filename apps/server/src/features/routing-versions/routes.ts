import {
  discardDraft,
  publishDraft,
  rollBack,
  routingDraft,
  routingVersion,
  routingVersions,
  settleDraftRow,
  wayBack,
} from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { holidayScreen } from './differences.ts';
import { draftInTurn, draftRows } from './draft.ts';
import { rowName, rowsNow } from './lay.ts';
import { draftOutlook, draftRowsOf, versionOutlook } from './outlook.ts';
import { placeNamed } from './places.ts';
import { type PublishDeps, publish, rollBackTo, rowsBackTo } from './publish.ts';
import { rowChangesOf, versionNamed, versionsOn } from './versions.ts';

/** Drafts of what calls are led by, and the versions that it has had. */
export function routingVersionRoutes({ db, ...deps }: PublishDeps & { db: Db }): Route[] {
  const inTenant = <T>(by: By, work: (trx: Trx) => Promise<T>) => db.inTenant(by.caller.tenantId, work);
  const toldOfDraft = async (trx: Trx, by: By) =>
    deps.announce(trx, { tenantId: by.caller.tenantId, subject: 'routing-versions', ids: [] });

  return [
    route(routingDraft, (by) => inTenant(by, (trx) => draftOutlook(trx, by, deps.bulkables()))),
    route(publishDraft, (by) =>
      inTenant(by, async (trx) => {
        const id = await publish(trx, by, deps, by.body.note);
        return { id, number: (await versionNamed(trx, id)).number };
      }),
    ),
    route(discardDraft, (by) =>
      inTenant(by, async (trx) => {
        await draftInTurn(trx);
        const gone = await trx.deleteFrom('routing_draft_row').executeTakeFirst();
        await audit(trx, actorOf(by), {
          action: 'discard',
          subject: 'routing_draft',
          subjectId: by.caller.tenantId,
          before: { rows: Number(gone.numDeletedRows) },
        });
        await toldOfDraft(trx, by);
        return {};
      }),
    ),
    route(settleDraftRow, (by) =>
      inTenant(by, async (trx) => {
        await draftInTurn(trx);
        const { screen, id, keep } = by.body;
        const table = tableOf(deps, screen, id);
        const rows = table === undefined ? [] : draftRowsOf(await draftRows(trx), table, id);
        if (rows.length === 0) throw Problem.notFound();
        const now = await rowsNow(trx, rows);
        for (const { place, key } of rows) {
          const base = now.get(rowName(place, key)) ?? null;
          await (keep === 'live'
            ? sql`delete from routing_draft_row where place = ${place} and row_key = ${key}`
            : sql`update routing_draft_row set base = ${base === null ? null : JSON.stringify(base)}::jsonb
                where place = ${place} and row_key = ${key}`
          ).execute(trx);
        }
        await toldOfDraft(trx, by);
        return {};
      }),
    ),
    route(routingVersions, (by) =>
      inTenant(by, (trx) => versionsOn(trx, { page: by.query.page, perPage: by.query.page_size })),
    ),
    route(routingVersion, (by) =>
      inTenant(by, async (trx) => ({
        ...(await versionNamed(trx, by.params.id)),
        rows: await rowChangesOf(trx, by.params.id, deps.bulkables()),
      })),
    ),
    route(wayBack, (by) =>
      inTenant(by, async (trx) => {
        await versionNamed(trx, by.params.id);
        return versionOutlook(trx, by, deps.bulkables(), await rowsBackTo(trx, by.params.id));
      }),
    ),
    route(rollBack, (by) =>
      inTenant(by, async (trx) => {
        await versionNamed(trx, by.params.id);
        const id = await rollBackTo(trx, by, deps, by.params.id, by.body.note);
        return { id, number: (await versionNamed(trx, id)).number };
      }),
    ),
  ];
}

function tableOf({ bulkables }: PublishDeps, screen: string, id: string) {
  // A year is named where ids are long.
  if (screen === holidayScreen && /^\d{4}$/.test(id)) return placeNamed('holiday_year');
  const table = bulkables().find(({ subject }) => subject === screen)?.table;
  return table === undefined ? undefined : placeNamed(table);
}
