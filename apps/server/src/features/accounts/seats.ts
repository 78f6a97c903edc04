import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

/** How many people the company may have at once, null for as many as they like, and how many it has. */
export const seatsOf = (trx: Trx): Promise<{ max_user: number | null; current_user: number }> =>
  trx
    .selectFrom('tenant')
    .select('seats as max_user')
    .select(sql<number>`(select count(*) from account where active)`.as('current_user'))
    .executeTakeFirstOrThrow();
