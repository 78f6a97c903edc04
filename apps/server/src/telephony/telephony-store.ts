import type { TrunkWhy } from '@alo/call-core';
import { sql } from 'kysely';

import type { Db } from '../db/database.ts';
import { monthOf } from './history/history-rows.ts';
import { createMonths, historyStore, type KnownMonths, tailStore } from './history/history-store.ts';
import { leaseStore } from './lease/lease-store.ts';
import { type ReadTelephonyConfig, readConfigAgain, readTelephonyConfig } from './routing-plan.ts';
import type { TelephonyStore } from './telephony-options.ts';
import type { OpenSecret } from './trunk-provisions.ts';

const fourWeeksMs = 28 * 24 * 3_600_000;

/** Telephony's store in PostgreSQL. */
export function telephonyStore(
  db: Pick<Db, 'inTenant' | 'write' | 'outside'>,
  openSecret?: OpenSecret,
): TelephonyStore {
  const { inTenant } = db;
  const months: KnownMonths = new Set();
  return {
    leases: leaseStore(db),
    history: (tenantId, claim) => historyStore(db, tenantId, claim, months),
    tail: (tenantId, had) => tailStore(db, tenantId, had, months),
    config(tenantId, before, saved = new Set()) {
      const open = (sealed: string) => openSecret?.(tenantId, sealed);
      return inTenant(tenantId, (trx) =>
        before !== undefined && 'rows' in before
          ? readConfigAgain(trx, before as ReadTelephonyConfig, saved, open) // what this answered before
          : readTelephonyConfig(trx, open),
      );
    },
    activities: (tenantId) =>
      inTenant(tenantId, async (trx) => {
        const people = await trx
          .selectFrom('account')
          .select([sql<string>`extension`.as('extension'), 'status_activity as activity', 'status_reason as reason'])
          .where('extension', 'is not', null)
          .where('active', '=', true)
          .execute();
        return people.map(({ reason, ...person }) => ({ ...person, reason: reason === '' ? null : reason }));
      }),
    trunkIs: (tenantId, { trunk, state, why, sipCode, at }) =>
      inTenant(tenantId, async (trx) => {
        // A trunk that was deleted meanwhile stands nowhere.
        await sql`insert into trunk_state (trunk_id, state, since, reason)
          select id, ${state}, ${new Date(at)}, ${trunkWords(why, sipCode)} from trunk where id = ${trunk}
          on conflict (tenant_id, trunk_id) do update set state = excluded.state, reason = excluded.reason,
            since = case when trunk_state.state = excluded.state then trunk_state.since else excluded.since end`.execute(
          trx,
        );
      }),
    alarmed: (tenantId, alarms) =>
      inTenant(tenantId, async (trx) => {
        for (const { kind, of, words, since, last, count } of alarms) {
          await sql`insert into call_alarm (kind, subject, since, last_at, count, words)
            values (${kind}, ${of}, ${new Date(since)}, ${new Date(last)}, ${count}, ${words})
            on conflict (tenant_id, kind, subject, since) do update
              set last_at = excluded.last_at, count = excluded.count, words = excluded.words
              where call_alarm.count < excluded.count`.execute(trx);
        }
      }),
    prepareMonths: (tenantId, now) =>
      inTenant(tenantId, (trx) => createMonths(trx, [monthOf(now), monthOf(now + fourWeeksMs)])),
  };
}

/** Why a trunk stands as it does, for people. */
function trunkWords(why: TrunkWhy, sipCode: number | undefined): string {
  switch (why) {
    case 'answers':
      return 'Nhà mạng trả lời';
    case 'registered':
      return 'Đã đăng ký với nhà mạng';
    case 'no-response':
      return 'Nhà mạng không phản hồi';
    case 'unreachable':
      return 'Không kết nối được tới máy chủ của nhà mạng';
    case 'refused':
      return `Nhà mạng từ chối${sipCode === undefined ? '' : ` (SIP ${sipCode})`}`;
    default:
      return why satisfies never;
  }
}
