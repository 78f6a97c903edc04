import { type Feature, isAllowed, type Permission, switchboard, type trunkStates } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { limitsBody } from '../../domain/call-limits.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { type Route, route } from '../../http/route.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';

export interface SwitchboardDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'phones'>;
  readonly engineStatus: () => string;
  readonly isDraining: () => boolean;
  readonly disk: (() => DiskReport) | undefined;
  /** Where phones reach us, for somebody who reached us by this name. */
  readonly doorFor: (host: string) => { host: string; sip: number; tls: number; wss: number };
}

/** The company’s switchboard, as far as who asks may see it. */
export const switchboardRoutes = (deps: SwitchboardDeps): Route[] => [
  route(switchboard, async ({ caller: { tenantId, role }, origin }) => {
    const may = <T>(permission: Permission, read: () => Promise<T>): Promise<T | null> =>
      isAllowed(role, permission) ? read() : Promise.resolve(null);
    const disk = deps.disk?.();
    const { numbersOfPhones, ...read } = await deps.db.inTenant(tenantId, async (trx) => ({
      ...(await companyOf(trx)),
      numbersOfPhones: await may('subscribers.view', () => trx.selectFrom('extension').select('number').execute()),
      devices: await may('devices.view', () => devicesOf(trx)),
      numbers: await may('numbers.view', () => numbersOf(trx)),
      trunks: await may('trunks.view', () => trunksOf(trx)),
      limits: await may('setting.view', () => limitsOf(trx)),
      recordings: await may('setting.view', async () => ({
        ...(await recordingsOf(trx)),
        disk: disk?.state ?? ('ok' as const),
        disk_words: disk?.words ?? '',
      })),
    }));
    const numbers = numbersOfPhones?.map(({ number }) => number);
    const phones = numbers && [...(await deps.calls.phones(tenantId, numbers)).values()];
    return {
      ...read,
      running: deps.engineStatus() === 'up',
      draining: deps.isDraining(),
      doors: deps.doorFor(new URL(origin).hostname),
      extensions:
        phones === undefined || numbers === undefined
          ? null
          : {
              all: numbers.length,
              registered: phones.filter(({ contacts }) => contacts > 0).length,
              phones: phones.reduce((all, { contacts }) => all + contacts, 0),
            },
    };
  }),
];

const companyOf = (trx: Trx) =>
  trx
    .selectFrom('tenant')
    .select(['name', 'sip_domain as domain'])
    .select(sql<number>`(select count(*)::int from call where status = 'in_progress')`.as('calls_now'))
    .executeTakeFirstOrThrow();

const devicesOf = (trx: Trx) =>
  trx
    .selectFrom('device')
    .leftJoin('device_seen', 'device_seen.device_id', 'device.id')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where device_seen.registered_until > now()))::int`.as('registered'),
    ])
    .executeTakeFirstOrThrow();

const numbersOf = (trx: Trx) =>
  trx
    .selectFrom('service_number')
    .select([sql<number>`count(*)::int`.as('all'), sql<number>`(count(*) filter (where enabled))::int`.as('enabled')])
    .executeTakeFirstOrThrow();

const trunksOf = (trx: Trx) =>
  trx
    .selectFrom('trunk')
    .leftJoin('trunk_state', 'trunk_state.trunk_id', 'trunk.id')
    .select(['trunk.id', 'trunk.name', 'trunk.enabled', 'trunk.max_calls', 'trunk_state.since as state_since'])
    .select([
      sql<keyof typeof trunkStates>`coalesce(trunk_state.state, 'unknown')`.as('state'),
      sql<string>`coalesce(trunk_state.reason, '')`.as('state_reason'),
      sql<number>`(select count(distinct call.id)::int from call join leg
        on leg.call_id = call.id and leg.call_started_at = call.started_at
        where call.status = 'in_progress' and leg.ended_at is null and leg.trunk_id = trunk.id::text)`.as('calls_now'),
    ])
    .orderBy('trunk.name')
    .execute();

async function limitsOf(trx: Trx) {
  const setting = await trx.selectFrom('telephony_setting').select('limits').executeTakeFirst();
  const company = await trx
    .selectFrom('tenant')
    .select(['seats', sql<number>`(select count(*)::int from account where active)`.as('people')])
    .executeTakeFirstOrThrow();
  const licences = await trx
    .selectFrom('feature')
    .select([sql<Feature>`unnest(feature_name_data)`.as('feature'), 'date_expired'])
    .execute();
  const byFeature = Map.groupBy(licences, ({ feature }) => feature);
  return {
    ...company,
    max_calls: limitsBody(setting?.limits).calls,
    // The last moment that any of its licences has.
    licences: [...byFeature].map(([feature, its]) => ({
      feature,
      until: new Date(Math.max(...its.map(({ date_expired: until }) => until.getTime()))),
    })),
  };
}

const recordingsOf = (trx: Trx) =>
  trx
    .selectFrom('recording_sum')
    .select([
      sql<number>`coalesce(sum(n), 0)::int`.as('count'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
