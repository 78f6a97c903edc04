import {
  changesKpis,
  kpis as contract,
  copyKpis,
  isAllowed,
  kpiByDepartment,
  periodsBetween,
  setKpis,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { inDepartment, seenWithin } from './kpis.ts';
import { companyOf, kpiMonthOf, usualMeasure } from './read-company.ts';
import { audienceOf, setMany, targetFor } from './set-kpis.ts';
import { summedUp } from './summed-up.ts';

interface KpiDeps {
  readonly db: Db;
  readonly announce: AnnounceChange;
}

/** What departments and teams have come to, and targets of many at once. */
export const kpiRoutes = ({ db, announce }: KpiDeps): Route[] => [
  route(kpiByDepartment, ({ caller, query }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const { month, passed, days } = await kpiMonthOf(trx, query.month);
      const measure = query.measure ?? (await usualMeasure(trx, caller, month));
      const company = await companyOf(trx, caller, { month, measure });
      return { month, measure, passed, days, data: summedUp(measure, { passed, days }, company) };
    }),
  ),

  route(setKpis, ({ body, ...by }) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      const { kind, ids } = await audienceOf(trx, by, body.audience, body.ids);
      const inputs = periodsBetween(body.from, body.to).flatMap((month) =>
        ids.flatMap((id) => body.targets.map((one) => ({ ...targetFor(kind, id), month, ...one, note: '' }))),
      );
      const existing = isAllowed(by.caller.role, changesKpis) ? body.existing : 'keep';
      return setMany(trx, by, inputs, { existing, announce });
    }),
  ),

  route(copyKpis, ({ body, ...by }) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      const { from, to, department_id: department } = body;
      const rows = await trx
        .selectFrom('kpi as row')
        .where('row.month', '=', from)
        .where(seenWithin(reachOf(by.caller)) ?? sql<boolean>`true`)
        .where(department === null ? sql<boolean>`true` : inDepartment(department))
        // Whoever is not in use any more has no more months.
        .where(sql<boolean>`not exists (select from account where account.id = row.account_id and not account.active)`)
        .select(['kind', 'account_id', 'team_id', 'department_id', 'measure', 'target', 'note'])
        .orderBy('id')
        .execute();
      const inputs = rows.map((row) => contract.input.parse({ ...row, month: to }));
      return setMany(trx, by, inputs, { existing: 'keep', announce });
    }),
  ),
];
