import { getFeatureCodes, type overrides, updateFeatureCode } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { readFeatureCodes } from '../../domain/feature-codes.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';

interface Deps {
  readonly db: Db;
  readonly announce: AnnounceChange;
}

/** What is dialled to have something done. */
export const featureCodeRoutes = ({ db, announce }: Deps): Route[] => [
  route(getFeatureCodes, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: [...(await readFeatureCodes(trx))],
      conditions: await trx
        .selectFrom('time_condition')
        .where('code', '<>', '')
        .select(['id', 'name', 'code'])
        .select(
          sql<keyof typeof overrides>`case when override_until <= now() then 'none'
            else coalesce(override, 'none') end`.as('override'),
        )
        .orderBy('code')
        .execute(),
    })),
  ),

  route(updateFeatureCode, (by) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      const { feature, code, enabled, was } = by.body;
      // Two people who give two features the same code come one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`feature codes ${by.caller.tenantId}`}, 0))`.execute(
        trx,
      );
      const all = await readFeatureCodes(trx);
      const before = all.find((one) => one.feature === feature);
      if (was !== undefined && (was.code !== before?.code || was.enabled !== before.enabled)) {
        throw Problem.conflict(before);
      }
      const others = all.filter((one) => one.feature !== feature && one.enabled).map((one) => one.code);
      const conditions = await trx.selectFrom('time_condition').select('code').where('code', '=', code).execute();
      if (enabled && (others.includes(code) || conditions.length > 0)) {
        throw Problem.invalid({ code: 'Mã này đã dùng cho việc khác' });
      }
      await trx
        .insertInto('feature_code')
        .values({ id: newId(), feature, code, enabled })
        .onConflict((conflict) => conflict.constraint('feature_code_once').doUpdateSet({ code, enabled }))
        .execute();
      await audit(trx, actorOf(by), {
        action: 'update',
        subject: 'feature_code',
        subjectId: by.caller.tenantId,
        before,
        after: { feature, code, enabled },
      });
      await announce(trx, { tenantId: by.caller.tenantId, subject: 'feature-codes', ids: [] });
      return { feature, code, enabled };
    }),
  ),
];
