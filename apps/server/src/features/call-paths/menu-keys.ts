import { ivrMenuKeys } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { isCounted } from '../../domain/call-counts.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';

/** As call control writes it down. */
const silentText = 'Người gọi không bấm phím';

/** What a call did in a menu: pressed something that leads on, something that does not, or nothing. */
interface Step {
  readonly did: 'chose' | 'wrong' | 'silent';
  readonly keys: string;
  readonly count: number;
}

/** What callers did in a menu, without those who tried it: from the decision trace of each call, which names the menu that each key was pressed in. */
export const menuKeysRoute = (db: Db): Route =>
  route(ivrMenuKeys, ({ caller, params, query }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const menu = await trx.selectFrom('ivr_menu').select('name').where('id', '=', params.id).executeTakeFirst();
      if (menu === undefined) throw Problem.notFound();
      const inMenu = JSON.stringify([{ detail: { menu: menu.name } }]);
      const since = sql`now() - make_interval(days => ${query.days})`;
      const { rows: steps } = await sql<Step>`
        select did, keys, count(*)::int as count from (
          select coalesce(step #>> '{detail,keys}', '') as keys, case
            when step->'detail' ? 'keys' then 'chose' when step->>'text' = ${silentText} then 'silent' else 'wrong' end as did
          from call, jsonb_array_elements(trace) as step
          where started_at > ${since} and ${isCounted} and trace @> ${inMenu}::jsonb and step #>> '{detail,menu}' = ${menu.name}
            and step->'detail' ?| array['keys', 'tries']
        ) as steps group by 1, 2 order by 3 desc, 2`.execute(trx);
      // What each call did last in any menu tells where its caller was when they hung up.
      const { rows: ends } = await sql<{ keys: string; calls: number; left: number }>`
        select case when menu = ${menu.name} then keys end as keys, count(*)::int as calls,
          count(*) filter (where menu = ${menu.name} and status in ('stopped_ivr', 'abandoned'))::int as left
        from (
          select distinct on (call.id) call.id, status, step #>> '{detail,menu}' as menu,
            coalesce(step #>> '{detail,keys}', '') as keys
          from call, jsonb_array_elements(trace) with ordinality as steps (step, nth)
          where started_at > ${since} and ${isCounted} and trace @> ${inMenu}::jsonb and step->'detail' ? 'menu'
          order by call.id, nth desc
        ) as last group by 1`.execute(trx);
      const sum = (what: Step['did']) => steps.reduce((total, { did, count }) => total + (did === what ? count : 0), 0);
      const leftAt = (pressed: string) => ends.find(({ keys }) => keys === pressed)?.left ?? 0;
      return {
        calls: ends.reduce((total, { calls }) => total + calls, 0),
        left: leftAt(''),
        keys: steps.flatMap(({ did, keys, count }) => (did === 'chose' ? [{ keys, count, left: leftAt(keys) }] : [])),
        wrong: sum('wrong'),
        silent: sum('silent'),
      };
    }),
  );
