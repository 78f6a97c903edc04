import { type LastTalk, lastTalks, totalCap } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import { reachOf } from '../../kernel/reach.ts';
import { scopedBy } from '../../resource/scope.ts';

type Row = Omit<LastTalk, 'talked_at' | 'last_call_at'> & {
  readonly talked_at: Date | null;
  readonly last_call_at: Date;
};

/** Of the customers and calls that one sees: with whom calls were last, in the order of an index, and who talked with each. */
export const lastTalksRoute = (db: Db): Route =>
  route(lastTalks, ({ caller, query: { page, per_page: perPage } }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const view = await numberView(trx, caller);
      const seen = scopedBy('user_id')(reachOf(caller)) ?? sql<boolean>`true`;
      const contacts = sql`customer_contact as contact join customer as row on row.id = contact.customer_id
        where contact.at > '-infinity' and ${seen}`;
      const { rows } = await sql<Row>`
        select its.id, its.name, its.phone, its.at as last_call_at, talk.started_at as talked_at, talk.id as call_id, talk.direction,
            coalesce(talk.agent_extension, '') as extension, who.name as agent_name, who.id as agent_id
          from (select row.id, row.name, row.numbers, coalesce(national_number(row.numbers[1]), '') as phone, contact.at,
              contact.created_at
            from ${contacts} order by contact.at desc, contact.created_at desc, contact.customer_id desc
            limit ${perPage} offset ${(page - 1) * perPage}) as its
          left join lateral (select call.id, call.started_at, call.direction, call.agent_extension
            from unnest(its.numbers) as number cross join lateral (
              select * from call where call.outside_number = number and call.status = 'answered' and ${callsSeenBy(caller)}
                order by call.started_at desc limit 1) as call
            order by call.started_at desc limit 1) as talk on true
          left join account as who on who.id = (select held.account_id from extension_holder as held
            where held.extension = talk.agent_extension and talk.started_at >= held.from_at and talk.started_at < held.to_at
            limit 1)
          order by its.at desc, its.created_at desc, its.id desc`.execute(trx);
      const { rows: counted } = await sql<{ n: number }>`
        select count(*)::int as n from (select from ${contacts} limit ${totalCap + 1}) as those`.execute(trx);
      const total = counted[0]?.n ?? 0;
      return {
        data: rows.map((row) => ({ ...row, phone: view.show(row.phone) })),
        total: Math.min(total, totalCap),
        total_capped: total > totalCap,
      };
    }),
  );
