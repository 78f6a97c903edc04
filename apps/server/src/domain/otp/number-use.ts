import { botCarrierHost } from '@alo/engine';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { isActive } from '../number-states.ts';

/** Today's first moment, where the company is. */
export const midnight = sql<Date>`(date_trunc('day', now() at time zone (select time_zone from tenant))
  at time zone (select time_zone from tenant))`;

/** The numbers that may call now, with what each has called in this minute and today; or only those that a carrier carries. */
export const candidates = (trx: Trx, overCarrier = false) =>
  trx
    .selectFrom('otp_number')
    .innerJoin('service_number', 'service_number.id', 'otp_number.service_number_id')
    .innerJoin('trunk', 'trunk.id', 'service_number.trunk_id')
    .leftJoin('greeting', 'greeting.id', 'otp_number.greeting_id')
    .where('otp_number.active', '=', true)
    .where('service_number.enabled', '=', true)
    .where(isActive)
    .where((its) =>
      overCarrier ? its.and([its('trunk.host', '<>', botCarrierHost), its('trunk.enabled', '=', true)]) : its.lit(true),
    )
    .select(['otp_number.id', 'otp_number.position', 'otp_number.per_minute', 'otp_number.per_day'])
    .select(['otp_number.abroad', 'otp_number.reads', 'service_number.number', 'greeting.audio_id'])
    .select([
      sql<number>`(select count(*)::int from otp_attempt where otp_number_id = otp_number.id
        and otp_attempt.created_at > now() - interval '1 minute')`.as('last_minute'),
      sql<number>`(select count(*)::int from otp_attempt where otp_number_id = otp_number.id
        and otp_attempt.created_at >= ${midnight})`.as('today'),
    ]);
