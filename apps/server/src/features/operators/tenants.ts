import type { Feature, operatedTenants, ResultOf } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

type Row = ResultOf<typeof operatedTenants>['data'][number];

/** How a company is, and nothing of what is in it. Within its own transaction. */
export async function readOperated(trx: Trx, now: number) {
  const tenant = await trx
    .selectFrom('tenant')
    .select(['id', 'version', 'code as ma_dn', 'name', 'created_at', 'time_zone', 'seats', 'trial_until'])
    .select([
      sql<number>`(select count(*) from account where active)`.as('people'),
      sql<number>`(select count(*) from session where ended_at is null and begun_by is null
        and expires_at > ${new Date(now)})`.as('signed_in'),
      sql<number>`(select coalesce(sum(n), 0)::bigint from call_sum where at > ${new Date(now - 30 * 86_400_000)})`.as(
        'calls',
      ),
      sql<number>`(select coalesce(sum(bytes), 0)::bigint from recording_sum)`.as('recording_bytes'),
    ])
    .executeTakeFirst();
  if (tenant === undefined) return undefined;
  const assigned = await trx
    .selectFrom('assigned_carrier')
    .where('share_id', 'is', null)
    .select('host')
    .orderBy('host')
    .execute();
  return { ...tenant, licences: await licencesOf(trx), carriers: assigned.map(({ host }) => host) };
}

/** Each feature with the last moment that any of its licences has. */
async function licencesOf(trx: Trx): Promise<{ feature: Feature; until: Date }[]> {
  const rows = await trx
    .selectFrom('feature')
    .select(sql<Feature>`unnest(feature_name_data)`.as('feature'))
    .select('date_expired')
    .execute();
  const byFeature = Map.groupBy(rows, ({ feature }) => feature);
  return [...byFeature].map(([feature, its]) => ({
    feature,
    until: new Date(Math.max(...its.map(({ date_expired }) => date_expired.getTime()))),
  }));
}

/** What the operator changes; undefined where somebody else was faster. */
export async function changeOperated(
  trx: Trx,
  {
    version,
    seats,
    trial_until,
    licences,
    carriers,
  }: Pick<Row, 'version' | 'seats' | 'trial_until' | 'licences' | 'carriers'>,
  by: { newId: () => string; now: number },
): Promise<'changed' | 'conflict'> {
  const { numUpdatedRows } = await trx
    .updateTable('tenant')
    .set((row) => ({
      seats,
      trial_until: trial_until === null ? null : new Date(trial_until),
      version: row('version', '+', 1),
      updated_at: new Date(by.now),
    }))
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'conflict';
  await trx.deleteFrom('feature').execute();
  if (licences.length > 0) {
    const rows = licences.map(({ feature, until }) => ({
      id: by.newId(),
      feature_name_data: [feature],
      date_expired: new Date(until),
    }));
    await trx.insertInto('feature').values(rows).execute();
  }
  await trx.deleteFrom('assigned_carrier').where('share_id', 'is', null).execute();
  if (carriers.length > 0) {
    const rows = carriers.map((host) => ({ id: by.newId(), host }));
    // Of what is a place of a share the company has its part already.
    await trx
      .insertInto('assigned_carrier')
      .values(rows)
      .onConflict((places) => places.columns(['tenant_id', 'host']).doNothing())
      .execute();
  }
  return 'changed';
}
