import { sql } from 'kysely';

import type { Db } from '../db/database.ts';
import { monthOf } from './history/history-rows.ts';
import { createMonths, historyStore, type KnownMonths } from './history/history-store.ts';
import { leaseStore } from './lease/lease-store.ts';
import { loadTelephonyConfig } from './routing-plan.ts';
import type { TelephonyStore } from './telephony.ts';
import type { OpenSecret } from './trunk-provisions.ts';

const fourWeeksMs = 28 * 24 * 3_600_000;

/** Telephony's store in PostgreSQL. */
export function telephonyStore(db: Pick<Db, 'inTenant' | 'outside'>, openSecret?: OpenSecret): TelephonyStore {
  const { inTenant } = db;
  const months: KnownMonths = new Set();
  return {
    leases: leaseStore(db),
    history: (tenantId, claim) => historyStore(inTenant, tenantId, claim, months),
    config: (tenantId) => loadTelephonyConfig(inTenant, tenantId, openSecret),
    activities: (tenantId) =>
      inTenant(tenantId, async (trx) => {
        const people = await trx
          .selectFrom('account')
          .select([sql<string>`extension`.as('extension'), 'status_activity as activity'])
          .where('extension', 'is not', null)
          .where('active', '=', true)
          .execute();
        return people.map((person) => ({ ...person, reason: null }));
      }),
    prepareMonths: (tenantId, now) =>
      inTenant(tenantId, (trx) => createMonths(trx, [monthOf(now), monthOf(now + fourWeeksMs)])),
  };
}
