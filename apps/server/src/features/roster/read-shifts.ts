import type { RosterShift } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

/** All shifts of the company with their breaks, in the order of the day. */
export async function readShifts(trx: Trx): Promise<RosterShift[]> {
  const { rows } = await sql<RosterShift>`
    select id, name, from_time, to_time, colour, coalesce((
      select json_agg(json_build_object('from_time', its.from_time, 'to_time', its.to_time) order by its.position)
      from shift_break as its where its.shift_id = shift.id), '[]') as breaks
    from shift order by from_time, to_time, name collate "vi-x-icu"`.execute(trx);
  return rows;
}
